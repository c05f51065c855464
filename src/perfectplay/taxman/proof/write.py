"""Certificates as JSON: the claim they make, chained ones, and packs of them.

The proofs of searched certificates come from `perfectplay.taxman.exact`, those of bounds of large pots from
`perfectplay.taxman.large.largescale`; the reader is `perfectplay.taxman.proof.check`.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.proof.reading import MANIFEST
from perfectplay.core.proof.writing import compact
from perfectplay.core.running.files import write_file
from perfectplay.core.text.texts import Text
from perfectplay.taxman.proof.check import FORMAT, GAME, VERSION

__all__ = [
    "chain_certificate",
    "damaged",
    "envelope",
    "is_chained",
    "pack_lines",
    "pack_with",
    "with_game",
    "write_manifest",
    "write_packs",
]

_PACK = 100
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 25, "lc": 4, "pb": 0}]
"""A dictionary that a whole pack fits into: neighbouring proofs share many cuts."""
_Row = tuple[int, int, int, str]
_PACK_NAME = re.compile(r"taxman-(\d+)-(\d+)\.jsonl\.xz")


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
    """Write certificates of pots {1..N}, in ascending order, in packs, one for each hundred N, and a manifest of them.

    The folder is there already.  Files of the same names are replaced unless they hold the same certificates, others
    are left alone.  One pack is held in memory at a time.  The same certificates give the same bytes wherever the same
    library compresses them.  Returns the manifest; `PerfectPlayError` if something cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     packs = write_packs(folder, [(10, envelope("taxman:10", 40, 40, {"kind": "dual"}))])
    >>> packs["game"]
    'taxman'
    """
    rows: list[_Row] = []
    for _, group in groupby(certificates, lambda one: (one[0] - 1) // _PACK):
        lines = [(n, certificate["claim"], compact(certificate)) for n, certificate in group]
        name = f"taxman-{lines[0][0]:04d}-{lines[-1][0]:04d}.jsonl.xz"
        text = "".join(f"{line}\n" for *_, line in lines)
        if not _holds(Path(folder) / name, text.encode()):
            write_file(Path(folder) / name, lzma.compress(text.encode(), lzma.FORMAT_XZ, filters=_FILTERS))
        rows += [(n, claim["score"], claim["upper"], sha256(line.encode()).hexdigest()) for n, claim, line in lines]
    return _written_manifest(folder, rows)


def _holds(pack: Path, text: bytes) -> bool:
    # To compress it anew takes half a minute, and another library would give other bytes.
    try:
        return lzma.decompress(pack.read_bytes()) == text
    except (OSError, lzma.LZMAError):
        return False


def write_manifest(folder: str | Path) -> dict[str, Any]:
    """Write the manifest of a folder anew, from its packs, which are believed, and return it.

    ``certificates`` has for each, in ascending order, its N, score and bound, and the SHA-256 of its line; ``head`` is
    the SHA-256 of all these.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_manifest(folder)["format"]
    'perfectplay-manifest'
    """
    rows = []
    for path in Path(folder).glob("*.jsonl.xz"):
        for line in lzma.decompress(path.read_bytes()).splitlines():
            # A proof comes last and has up to megabytes, of which nothing is told here.
            head = json.loads(line.partition(b',"proof":')[0] + b"}")
            n, claim = int(head["position"].removeprefix("taxman:")), head["claim"]
            rows.append((n, claim["score"], claim["upper"], sha256(line).hexdigest()))
    return _written_manifest(folder, sorted(rows))


def _written_manifest(folder: str | Path, rows: list[_Row]) -> dict[str, Any]:
    head = sha256("".join(f"{n} {score} {upper} {digest}\n" for n, score, upper, digest in rows).encode()).hexdigest()
    manifest = {"format": "perfectplay-manifest", "version": 1, "game": GAME, "head": head, "certificates": rows}
    write_file(Path(folder) / MANIFEST, compact(manifest).replace("],[", "],\n[") + "\n")
    return manifest


def pack_with(folder: Path, n: int) -> tuple[Path, range] | None:
    """Find the pack of a folder that has the certificate of {1..n}, and the N that its name tells."""
    for path in folder.iterdir():
        found = _PACK_NAME.fullmatch(path.name)
        if found and int(found[1]) <= n <= int(found[2]):
            return path, range(int(found[1]), int(found[2]) + 1)
    return None


def pack_lines(path: Path) -> Iterator[bytes]:
    """Yield the certificates of a pack as they stand there, in the order of N; `PerfectPlayError` if it is damaged."""
    try:
        with lzma.open(path) as pack:
            for line in pack:
                yield line.removesuffix(b"\n")
    except (OSError, lzma.LZMAError, EOFError) as error:
        raise damaged(path) from error


def damaged(path: Path) -> PerfectPlayError:
    """Return the error that says that a file of certificates is damaged."""
    message = Text("{path} is damaged; take the certificates from the repository again", path=quote_path(path))
    return PerfectPlayError(message)
