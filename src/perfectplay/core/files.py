"""Writing files whole or not at all."""

from __future__ import annotations

import gzip
import os
import tempfile
from pathlib import Path

from perfectplay.core.errors import PerfectPlayError, quote_path

__all__ = ["check_target", "write_file"]


def write_file(path: str | Path, data: bytes | str) -> None:
    """Write a file under a temporary name and move it into place; ``.gz`` names are compressed.

    A link is followed, and its target is replaced.

    Parameters
    ----------
    path
        A new file or an existing regular file, which is replaced.
    data
        The content; text is encoded as UTF-8.

    Raises
    ------
    PerfectPlayError
        If the path cannot be written or names a folder, a device or a pipe; nothing is left behind.
    """
    content = data.encode() if isinstance(data, str) else data
    temporary = None
    try:
        target = check_target(path)
        if target.suffix == ".gz":
            content = gzip.compress(content, mtime=0)
        descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:50]}.")
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
        # mkstemp makes files private; an ordinary file has what the umask leaves.
        umask = os.umask(0)
        os.umask(umask)
        Path(temporary).chmod(0o666 & ~umask)
        Path(temporary).replace(target)
    except OSError as error:
        problem = f"cannot write {quote_path(path)}: {error.strerror or error}"
        message = f"{problem}; give a path in a folder that can be written"
        raise PerfectPlayError(message) from error
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def check_target(path: str | Path) -> Path:
    """Return the file that a path stands for, links followed, if it may be written or replaced.

    Raises
    ------
    PerfectPlayError
        If it exists and is no regular file: replacing a device or a pipe would destroy it.
    """
    target = Path(path).resolve()
    if target.is_dir():
        message = f"cannot write {quote_path(path)}: it is a directory; give the name of a file"
        raise PerfectPlayError(message)
    if target.exists() and not target.is_file():
        message = f"cannot write {quote_path(path)}: it is a device or a pipe; give the name of a file"
        raise PerfectPlayError(message)
    return target
