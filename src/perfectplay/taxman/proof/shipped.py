"""The packs of certificates in the repository: which one has an N, and its lines."""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator
from pathlib import Path

from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.text.texts import Text

__all__ = ["damaged", "pack_lines", "pack_with"]

_PACK = re.compile(r"taxman-(\d+)-(\d+)\.jsonl\.xz")


def pack_with(folder: Path, n: int) -> tuple[Path, range] | None:
    """Find the pack of a folder that has the certificate of {1..n}, and the N that its name tells."""
    for path in folder.iterdir():
        found = _PACK.fullmatch(path.name)
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
