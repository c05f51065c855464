"""Certificates as JSON: the claim they make, chained ones, and packs of them.

The proofs of searched certificates come from `perfectplay.taxman.exact`, those of bounds of large pots from
`perfectplay.taxman.large.largescale`; the reader is `perfectplay.taxman.proof.check`.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import count, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from perfectplay.core.proof.reading import MANIFEST, best_lines, pack_lines
from perfectplay.core.proof.writing import compact
from perfectplay.core.running.files import write_file
from perfectplay.taxman.proof.check import FORMAT, GAME, VERSION

__all__ = [
    "chain_certificate",
    "envelope",
    "is_chained",
    "packs_with",
    "with_game",
    "write_manifest",
    "write_packs",
]

_PACK = 100
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 25, "lc": 4, "pb": 0}]
"""A dictionary that a whole pack fits into: neighbouring proofs share many cuts."""
_Row = tuple[int, int, int, str]
_PACK_NAME = re.compile(r"taxman-(\d+)-(\d+)(?:u\d+)?\.jsonl\.xz")
"""The numbers of a later pack end in u01, u02 ...: it comes after the first by bytes and by the rules of a language."""


def envelope(position: str, score: int, upper: int, proof: Mapping[str, Any]) -> dict[str, Any]:
    """Return a certificate: "from here this score is reached, and no more than this bound", and the proof of it.

    Both are for the whole game, moves before the position included.  The proof has its kind, the moves from the
    position on, and what the kind needs: see the docs, "Certificates".

    >>> envelope("taxman:10", 40, 40, {"kind": "dual"})["claim"]
    {'score': 40, 'upper': 40}
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": GAME,
        "position": position,
        "claim": {"score": score, "upper": upper},
        "proof": dict(proof),
    }


def chain_certificate(
    n: int, score: int, moves: Sequence[int], rule: str, previous: int, *, upper: int | None = None
) -> dict[str, Any]:
    """Return the certificate for {1..n} that cites the one for {1..n-1}, which proves the bound ``previous``.

    The ``rule`` is ``"increment"`` if the bound is ``previous + n``, ``"prime"`` if n is a prime.  ``upper`` is the
    bound if the score is not proven to be optimal.

    >>> chain_certificate(11, 44, (11, 9, 10, 6, 8), "prime", 40)["proof"]["kind"]
    'chain'
    """
    optimal = upper is None or upper == score
    proof = {"kind": "chain", "moves": list(moves), "rule": rule, "score" if optimal else "upper": previous}
    return envelope(f"taxman:{n}", score, score if upper is None else upper, proof)


def with_game(certificate: Mapping[str, Any], score: int, moves: Sequence[int]) -> dict[str, Any]:
    """Put another game into a certificate: what proves a bound does so for every game.

    >>> with_game(envelope("taxman:10", 39, 40, {"kind": "tree"}), 40, (7, 9, 6, 10, 8))["claim"]
    {'score': 40, 'upper': 40}
    """
    claim, proof = certificate["claim"] | {"score": score}, certificate["proof"] | {"moves": list(moves)}
    if "upper" in proof and score == claim["upper"]:
        # A chained bound that is reached.
        proof["score"] = proof.pop("upper")
    return {**certificate, "claim": claim, "proof": proof}


def is_chained(certificate: object) -> bool:
    """Whether a certificate, or what should be one, cites the one for N - 1.

    >>> is_chained({"proof": {"kind": "chain"}})
    True
    """
    proof = certificate.get("proof") if isinstance(certificate, dict) else None
    return isinstance(proof, dict) and proof.get("kind") == "chain"


def write_packs(folder: str | Path, certificates: Iterable[tuple[int, Mapping[str, Any]]]) -> dict[str, Any]:
    """Append certificates of pots {1..N}, in ascending order, to the packs of a folder, and write its manifest.

    The folder must exist.  A pack that is there never changes.  Certificates that the folder lacks, or that are better
    than its own, go into one new pack for each hundred N: a lower bound is better, then a higher score, then a shorter
    text.  The certificates of a hundred N are held in memory at a time.  The same certificates give the same bytes if
    the same library compresses them.  Returns the manifest; `PerfectPlayError` if a pack of the folder is damaged, or
    something cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     packs = write_packs(folder, [(10, envelope("taxman:10", 40, 40, {"kind": "dual"}))])
    ...     [path.name for path in packs_with(Path(folder), 10)]
    ['taxman-0001-0100.jsonl.xz']
    """
    folder = Path(folder)
    for start, group in groupby(certificates, lambda one: (one[0] - 1) // _PACK * _PACK):
        packs = packs_with(folder, start + 1)
        known = {n: _worth(line) for n, line in best_lines(packs)}
        lines = [(n, compact(certificate).encode()) for n, certificate in group]
        better = [line + b"\n" for n, line in lines if n not in known or _worth(line) < known[n]]
        if better:
            stem = f"taxman-{start + 1:04d}-{start + _PACK:04d}"
            names = (folder / f"{stem}{f'u{number:02d}' if number else ''}.jsonl.xz" for number in count(len(packs)))
            pack = next(path for path in names if not path.exists())
            write_file(pack, lzma.compress(b"".join(better), lzma.FORMAT_XZ, filters=_FILTERS))
    return write_manifest(folder)


def _worth(line: bytes) -> tuple[int, int, int]:
    """Return what is smaller for a better certificate of the same pot."""
    score, upper = _claimed(line)
    return upper, -score, len(line)


def _claimed(line: bytes) -> tuple[int, int]:
    # The proof comes last and may have megabytes, which are not needed here.
    claim = json.loads(line.partition(b',"proof":')[0] + b"}")["claim"]
    return claim["score"], claim["upper"]


def write_manifest(folder: str | Path) -> dict[str, Any]:
    """Write the manifest of a folder anew, from its packs, which are believed, and return it.

    ``certificates`` has for each, in ascending order, its N, score and bound, and the SHA-256 of its line; of several
    for the same N the one that counts comes last.  ``head`` is the SHA-256 of all these.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_manifest(folder)["format"]
    'perfectplay-manifest'
    """
    packs = sorted(Path(folder).glob("*.jsonl.xz"))
    rows = [(n, *_claimed(line), sha256(line).hexdigest()) for path in packs for n, line in pack_lines(path)]
    return _written_manifest(folder, sorted(rows, key=itemgetter(0)))


def _written_manifest(folder: str | Path, rows: list[_Row]) -> dict[str, Any]:
    head = sha256("".join(f"{n} {score} {upper} {digest}\n" for n, score, upper, digest in rows).encode()).hexdigest()
    manifest = {"format": "perfectplay-manifest", "version": 1, "game": GAME, "head": head, "certificates": rows}
    write_file(Path(folder) / MANIFEST, compact(manifest).replace("],[", "],\n[") + "\n")
    return manifest


def packs_with(folder: Path, n: int) -> list[Path]:
    """List the packs of a folder that may have a certificate of {1..n}, as their names say, the newest last."""
    found = [(_PACK_NAME.fullmatch(path.name), path) for path in sorted(folder.iterdir())]
    return [path for name, path in found if name and int(name[1]) <= n <= int(name[2])]
