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
    """Find the pack that has the certificate of an N.

    Parameters
    ----------
    folder
        As of `perfectplay.core.proof.proofs.certificates_folder`.
    n
        The pot {1..n}.

    Returns
    -------
    tuple or None
        The pack and the N that its name tells, which may be more than it has; ``None`` if there is none.

    Examples
    --------
    >>> pack_with(Path(), 30) is None
    True
    """
    for path in folder.iterdir():
        found = _PACK.fullmatch(path.name)
        if found and int(found[1]) <= n <= int(found[2]):
            return path, range(int(found[1]), int(found[2]) + 1)
    return None


def pack_lines(path: Path) -> Iterator[bytes]:
    """Yield the certificates of a pack as they stand there, in the order of N.

    Raises
    ------
    PerfectPlayError
        If it is damaged.
    """
    try:
        with lzma.open(path) as pack:
            for line in pack:
                yield line.removesuffix(b"\n")
    except (OSError, lzma.LZMAError, EOFError) as error:
        raise damaged(path) from error


def damaged(path: Path) -> PerfectPlayError:
    """Return the error that says that a file of certificates is damaged.

    Examples
    --------
    >>> print(damaged(Path("taxman-0001-0100.jsonl.xz")))
    'taxman-0001-0100.jsonl.xz' is damaged; take the certificates from the repository again
    """
    message = Text("{path} is damaged; take the certificates from the repository again", path=quote_path(path))
    return PerfectPlayError(message)
