"""Certificates in packs of a size that is quickly loaded, and the list of what is in which."""

from __future__ import annotations

import json
import lzma
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from perfectplay.core.proof.certificates import MANIFEST
from perfectplay.core.proof.proofs import certificates_folder

_COPIED = 300_000
"""Bytes of a pack that is as quickly loaded as a part of it."""
_PACK = 200_000
"""Bytes of certificates from which on a part of a larger one is full; a chain stays in one."""
_KEPT = 1_000
"""Of packs up to here the last part is kept from the first visit on: there is something to check without a network."""
_LEVEL = 2
"""Of xz: a quarter of the time of the usual one, for a fifth more."""


def write_packs(folder: Path, largest: int | None) -> tuple[int, list[str]]:
    """Write packs of certificates, and a list of what is in which; returns how many there are, and what is kept."""
    folder.mkdir()
    source = certificates_folder()
    packs: list[dict[str, Any]] = []
    kept = ["certificates/packs.json"]
    if source is not None:
        shutil.copy(source / MANIFEST, folder)
        kept.append(f"certificates/{MANIFEST}")
        for path in sorted(source.glob("*.jsonl.xz")):
            # Their names tell whose they are, and from which number to which.
            game, first, last = path.name.split(".")[0].split("-")
            for lines in parts_of(path):
                numbers = range(int(first), int(first) + len(lines))
                first = str(numbers.stop)
                if largest is not None and numbers[-1] > largest:
                    break
                name = f"{game}-{numbers[0]:04}-{numbers[-1]:04}.jsonl.xz"
                data = path.read_bytes() if name == path.name else lzma.compress(b"".join(lines), preset=_LEVEL)
                (folder / name).write_bytes(data)
                positions = {f"{game}:{number}": size for number, size in zip(numbers, sizes(lines), strict=True)}
                packs.append({"file": name, "positions": positions, "goes_on": cites(lines[0])})
                if numbers.stop == int(last) + 1 <= _KEPT + 1:
                    kept.append(f"certificates/{name}")
    (folder / "packs.json").write_text(json.dumps({"packs": packs}, separators=(",", ":")))
    return sum(len(pack["positions"]) for pack in packs), kept


def parts_of(path: Path) -> Iterator[list[bytes]]:
    """Split a large pack where a certificate cites none before it."""
    whole = path.stat().st_size <= _COPIED
    part: list[bytes] = []
    with lzma.open(path) as lines:
        for line in lines:
            if part and not whole and not cites(line) and sum(map(len, part)) + len(line) > _PACK:
                yield part
                part = []
            part.append(line)
    if part:
        yield part


def cites(line: bytes) -> bool:
    """Tell whether a certificate cites the one before it: it is a link of a chain."""
    return re.search(rb'"kind"\s*:\s*"chain"', line[:2000]) is not None


def sizes(lines: Iterable[bytes]) -> Iterator[int]:
    """Yield the bytes of each certificate with those that it needs."""
    size = 0
    for line in lines:
        size = len(line) + (size if cites(line) else 0)
        yield size
