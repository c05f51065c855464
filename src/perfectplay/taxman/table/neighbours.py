"""Cuts from the proofs of similar pots: a search that starts from them needs only a third of the tree.

A cut is a set of numbers with vectors, and means the same in every pot. The search derives the cut again for its own
pot, so it is valid even if the other proof is wrong (docs, "How the solver works").
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.core.proof.proofs import certificates_folder
from perfectplay.core.proof.reading import best_lines
from perfectplay.taxman.proof.write import packs_with

if TYPE_CHECKING:
    from perfectplay.taxman.exact.hasse import NamedCut

__all__ = ["Cuts", "cuts_near", "cuts_of"]

Cuts = tuple["NamedCut", ...]

_NEAREST = 8
"""Number of other proofs on each side whose cuts are used. Many more would cost more time than they save."""
_FARTHEST = 32
"""Maximum distance in N of a proof whose cuts are used; chained proofs have no cuts, so the eighth may be far away."""


def cuts_of(certificate: object) -> Cuts:
    """Return the cuts of a certificate, which need not be valid; return none if it is malformed.

    >>> cuts_of({"proof": {"kind": "tree", "cuts": [{"kind": "S", "vectors": [[1, 4, 6]]}]}})
    (NamedCut(kind='S', vectors=((1, 4, 6),)),)
    >>> cuts_of({"proof": "none"})
    ()
    """
    from perfectplay.taxman.exact.hasse import NamedCut

    proof = certificate.get("proof") if isinstance(certificate, dict) else None
    cuts = proof.get("cuts") if isinstance(proof, dict) else None
    try:
        return tuple(map(NamedCut.of, cuts)) if isinstance(cuts, list) else ()
    except ValueError:
        return ()


def cuts_near(n: int, at_hand: Callable[[int], Cuts] = lambda _: ()) -> Cuts:
    """Collect the cuts of the pot {1..n} and of the nearest proofs on both sides, without repetition.

    ``at_hand`` returns the cuts of this run's proof for an N. If there are none, cuts from the repository are used, if
    it is installed (`perfectplay.core.proof.proofs.certificates_folder`). There are a few hundred cuts at N = 600, and
    10,000 to 30,000 at N = 1500. First reading a large pack takes a second. A damaged pack raises `PerfectPlayError`.

    >>> cuts_near(50_000)
    ()
    """
    folder = certificates_folder()

    def found(m: int) -> Cuts:
        return at_hand(m) or (() if folder is None else _cuts_in(folder, m))

    cuts = dict.fromkeys(found(n))
    for side in (range(n - 1, max(0, n - _FARTHEST - 1), -1), range(n + 1, n + _FARTHEST + 1)):
        proofs = 0
        for m in side:
            nearby = found(m)
            cuts.update(dict.fromkeys(nearby))
            proofs += bool(nearby)
            if proofs == _NEAREST:
                break
    return tuple(cuts)


@lru_cache(maxsize=4 * _FARTHEST)
def _cuts_in(folder: Path, n: int) -> Cuts:
    line = _lines(*packs_with(folder, n)).get(n)
    return cuts_of(json.loads(line)) if line is not None else ()


@lru_cache(maxsize=2)
def _lines(*packs: Path) -> dict[int, bytes]:
    # Keep certificates as text until they are needed: most of a large certificate is its tree, which has no cuts.
    return dict(best_lines(packs))
