"""Certificates as JSON: the claim they make, chained ones, and writing them to files.

The proofs of searched certificates come from `perfectplay.taxman.exact`; the reader is `perfectplay.taxman.check`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from perfectplay.core.files import write_file
from perfectplay.taxman.check import FORMAT, VERSION

__all__ = ["chain_certificate", "claim", "write_certificate"]


def claim(position: str, score: int, upper: int, moves: Sequence[int]) -> dict[str, Any]:
    """Return the part that every certificate has: "from here this score is reached, and no more than this bound".

    Parameters
    ----------
    position
        Id of the position.
    score, upper
        For the whole game, moves before the position included.
    moves
        Numbers to take from the position on.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "position": position,
        "score": score,
        "upper": upper,
        "moves": list(moves),
    }


def chain_certificate(n: int, score: int, moves: Sequence[int], rule: str, previous: int) -> dict[str, Any]:
    """Return the certificate for {1..n} that cites the one for {1..n-1}.

    Parameters
    ----------
    n, score, moves
        The claim.
    rule
        ``"increment"`` if ``score == previous + n``, ``"prime"`` if n is a prime.
    previous
        The optimal score for n - 1.
    """
    return claim(f"taxman:{n}", score, score, moves) | {"chain": {"rule": rule, "score": previous}}


def write_certificate(path: str | Path, certificate: Mapping[str, Any]) -> None:
    """Write a certificate, compressed if the name ends in ``.gz``; whole or not at all.

    Raises
    ------
    PerfectPlayError
        If the path cannot be written.
    """
    write_file(path, json.dumps(certificate, separators=(",", ":")) + "\n")
