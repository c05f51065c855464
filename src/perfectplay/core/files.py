"""Writing files whole or not at all."""

from __future__ import annotations

import gzip
import os
import tempfile
from pathlib import Path

from perfectplay.core.errors import PerfectPlayError, quote_path

__all__ = ["write_file"]


def write_file(path: str | Path, data: bytes | str) -> None:
    """Write a file under a temporary name and move it into place; ``.gz`` names are compressed.

    Raises
    ------
    PerfectPlayError
        If the path cannot be written; nothing is left behind.
    """
    target = Path(path)
    content = data.encode() if isinstance(data, str) else data
    if target.suffix == ".gz":
        content = gzip.compress(content, mtime=0)
    temporary = None
    try:
        if target.is_dir():
            message = f"cannot write {quote_path(target)}: it is a directory; give the name of a file"
            raise PerfectPlayError(message)
        descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:50]}.")
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
        # mkstemp makes files private; an ordinary file has what the umask leaves.
        umask = os.umask(0)
        os.umask(umask)
        Path(temporary).chmod(0o666 & ~umask)
        Path(temporary).replace(target)
    except OSError as error:
        message = (
            f"cannot write {quote_path(target)}: {error.strerror or error}; give a path in a folder that can be written"
        )
        raise PerfectPlayError(message) from error
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
