"""Write certificates as JSON: their claims, chains, and packs of them.

Proofs of searched certificates come from `perfectplay.taxman.exact`, bounds of large pots from
`perfectplay.taxman.large.largescale`; `perfectplay.taxman.proof.check` reads them.
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
"""Compression with a dictionary as large as a whole pack, because neighbouring proofs share many cuts."""
_Row = tuple[int, int, int, str]
_PACK_NAME = re.compile(r"taxman-(\d+)-(\d+)(?:u\d+)?\.jsonl\.xz")
"""Pattern of pack names. Later packs end in u01, u02, ...: they sort after the first one by bytes and in any locale."""


def envelope(position: str, score: int, upper: int, proof: Mapping[str, Any]) -> dict[str, Any]:
    """Return a certificate of the claim "from here this score is reached, and no more than this bound", with its proof.

    Score and bound are for the whole game, including moves before the position. The proof has a kind, the moves from
    the position on, and the data that its kind needs: see the docs, "Certificates".

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
    """Return a certificate of {1..n} that cites the certificate of {1..n-1}, which proves the bound ``previous``.

    The ``rule`` is ``"increment"`` if the bound is ``previous + n``, or ``"prime"`` if n is a prime. ``upper`` is the
    bound; it may be omitted if it equals the score.

    >>> chain_certificate(11, 44, (11, 9, 10, 6, 8), "prime", 40)["proof"]["kind"]
    'chain'
    """
    optimal = upper is None or upper == score
    proof = {"kind": "chain", "moves": list(moves), "rule": rule, "score" if optimal else "upper": previous}
    return envelope(f"taxman:{n}", score, score if upper is None else upper, proof)


def with_game(certificate: Mapping[str, Any], score: int, moves: Sequence[int]) -> dict[str, Any]:
    """Replace the game in a certificate, whose bound holds for every game.

    >>> with_game(envelope("taxman:10", 39, 40, {"kind": "tree"}), 40, (7, 9, 6, 10, 8))["claim"]
    {'score': 40, 'upper': 40}
    """
    claim, proof = certificate["claim"] | {"score": score}, certificate["proof"] | {"moves": list(moves)}
    if "upper" in proof and score == claim["upper"]:
        # The new score reaches the bound of the chain, so it is proven best.
        proof["score"] = proof.pop("upper")
    return {**certificate, "claim": claim, "proof": proof}


def is_chained(certificate: object) -> bool:
    """Return whether a certificate, which may be malformed, cites the certificate for N - 1.

    >>> is_chained({"proof": {"kind": "chain"}})
    True
    """
    proof = certificate.get("proof") if isinstance(certificate, dict) else None
    return isinstance(proof, dict) and proof.get("kind") == "chain"


def write_packs(folder: str | Path, certificates: Iterable[tuple[int, Mapping[str, Any]]]) -> dict[str, Any]:
    """Append certificates of pots {1..N}, in ascending order, to the packs of a folder, and write its manifest.

    The folder must exist. Existing packs never change. Certificates that are new, or better than in the folder, go
    into one new pack for each hundred N. A lower bound is better, then a higher score, then a shorter text.  Only the
    certificates of a hundred N are in memory at a time.  The same certificates give the same bytes if the same library
    compresses them.  Returns the manifest; raises `PerfectPlayError` if a pack is damaged, or writing fails.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     packs = write_packs(folder, [(10, envelope("taxman:10", 40, 40, {"kind": "dual"}))])
    ...     [path.name for path in packs_with(Path(folder), 10)]
    ['taxman-0001-0100.jsonl.xz']
    """
    folder = Path(folder)
    for start, group in groupby(certificates, lambda numbered: (numbered[0] - 1) // _PACK * _PACK):
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
    """Return a key that is smaller for a better certificate of the same pot."""
    score, upper = _claimed(line)
    return upper, -score, len(line)


def _claimed(line: bytes) -> tuple[int, int]:
    # Parse only the claim: the proof comes last, may have megabytes, and is not needed.
    claim = json.loads(line.partition(b',"proof":')[0] + b"}")["claim"]
    return claim["score"], claim["upper"]


def write_manifest(folder: str | Path) -> dict[str, Any]:
    """Rewrite a folder's manifest from its packs, without checking them; return the manifest.

    ``certificates`` has a row for each certificate, by ascending N: its N, score and bound, and the SHA-256 of its
    line. If an N has several rows, the last one counts. ``head`` is the SHA-256 of all rows.

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
    """Return the packs of a folder whose names say that they may have a certificate of {1..n}; the newest is last."""
    packs = [(_PACK_NAME.fullmatch(path.name), path) for path in sorted(folder.iterdir())]
    return [path for name, path in packs if name and int(name[1]) <= n <= int(name[2])]
