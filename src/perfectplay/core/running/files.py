"""Write files whole or not at all."""

from __future__ import annotations

import gzip
import os
import platform
import re
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.running.locks import names, patiently, try_lock
from perfectplay.core.text.texts import Text

__all__ = ["check_ending", "check_target", "make_folder", "write_file"]


def write_file(path: str | Path, data: bytes | str) -> None:
    r"""Write a file under a temporary name and move it into place, with text as UTF-8, and compressed if named ``.gz``.

    A link is followed, and its target is replaced.  The data are flushed to the disk before the move, so that
    after a power failure the file is the old one or the new one.  A killed process leaves a temporary file behind,
    which the next process on the same machine that writes into the folder removes (on Windows after an hour).

    Raises
    ------
    PerfectPlayError
        If the path cannot be written or names a folder, a device or a pipe; nothing is left behind.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_file(Path(folder) / "moves.txt", "29\n")
    ...     (Path(folder) / "moves.txt").read_text()
    '29\n'
    """
    content = data.encode() if isinstance(data, str) else data
    try:
        target = check_target(path)
        if target.suffix == ".gz":
            content = gzip.compress(content, mtime=0)
        _remove_stale(target.parent)
        with _temporary(target) as (stream, temporary):
            stream.write(content)
            stream.flush()
            # Temporary files are private, so give the file the permissions that the umask leaves.
            umask = os.umask(0)
            os.umask(umask)
            temporary.chmod(0o666 & ~umask)
            os.fsync(stream.fileno())
            if _WINDOWS:
                # Windows cannot move an open file.
                stream.close()
            patiently(partial(temporary.replace, target))
        _sync_folder(target.parent)
    except (OSError, TypeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        problem = Text("cannot write {path}: {reason}", path=quote_path(path), reason=reason)
        raise PerfectPlayError("{problem}; give a path in a folder that can be written", problem=problem) from error


def check_target(path: str | Path) -> Path:
    """Return the file that a path refers to, with links followed, if it may be written or replaced.

    Folders, devices and pipes are refused by a `PerfectPlayError`, because replacing one would destroy it.

    Examples
    --------
    >>> check_target("10.json").name
    '10.json'
    """
    try:
        target = Path(path).resolve()
        circular = target.is_symlink()
    except RuntimeError:
        # Python 3.11 and 3.12 raise this error for links that form a cycle; later versions return one of the links.
        circular = True
    if circular:
        raise PerfectPlayError(
            "cannot write {path}: its links form a cycle; give the name of a file", path=quote_path(path)
        )
    if target.is_dir():
        raise PerfectPlayError("cannot write {path}: it is a directory; give the name of a file", path=quote_path(path))
    if target.exists() and not target.is_file():
        raise PerfectPlayError(
            "cannot write {path}: it is a device or a pipe; give the name of a file", path=quote_path(path)
        )
    return target


def check_ending(path: str | Path, ending: str) -> None:
    """Check that a name has the ending of the format, perhaps followed by ``.gz``; refuse the endings of other formats.

    Examples
    --------
    >>> check_ending("game.svg", ".svg")
    """
    name = Path(str(path))
    if (name.with_suffix("") if name.suffix == ".gz" else name).suffix.lower() != ending:
        raise PerfectPlayError(
            "{path} does not end in {ending}, the format that is written; give a name such as {better}",
            path=quote_path(path),
            ending=ending,
            better=quote_path(name.with_suffix(ending)),
        )


def make_folder(path: str | Path) -> Path:
    """Create a folder and its parents unless they exist; return it if it is writable.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     make_folder(Path(folder) / "a" / "b").is_dir()
    True
    """
    try:
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, RuntimeError, TypeError, ValueError) as error:
        # Python 3.11 raises RuntimeError for links that form a cycle.
        raise PerfectPlayError(
            "cannot make the folder {path}: {reason}; name one that can be written",
            path=quote_path(path),
            reason=getattr(error, "strerror", None) or error,
        ) from error
    return folder


# -- temporary files -------------------------------------------------------------------------------------------

# A lock shows whether a writer is still alive; a process id would not, as ids are reused. Some file systems keep locks
# local to one machine, so names contain a hash of the machine, and files of other machines are left alone.
_END = f"-{sha256(platform.node().encode()).hexdigest()[:8]}.part"
_WINDOWS = os.name == "nt"
_OLD = 3600.0
_STALE = re.compile(rf"\..{{1,50}}\.\w{{8}}{re.escape(_END)}", re.DOTALL)


@contextmanager
def _temporary(target: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """Open a locked temporary file beside a target, and remove it at the end unless it was moved."""
    while True:
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:50]}.", suffix=_END)
        temporary = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                # Another process may have removed the file after it was opened and before it was locked.
                if _hold(descriptor) and names(temporary, descriptor):
                    yield stream, temporary
                    return
        finally:
            temporary.unlink(missing_ok=True)


def _hold(descriptor: int) -> bool:
    try:
        return try_lock(descriptor)
    except OSError:
        # If this file system has no locks, a process that cleans up leaves the file alone.
        return True


def _remove_stale(folder: Path) -> None:
    """Remove temporary files whose writers have died."""
    with suppress(OSError):
        with os.scandir(folder) as entries:
            stale = [entry.path for entry in entries if _STALE.fullmatch(entry.name)]
        for path in map(Path, stale):
            with suppress(OSError):
                if not _WINDOWS:
                    _remove_unless_held(path)
                elif time.time() - path.stat().st_mtime > _OLD:
                    # Windows deletes no open files, and a live writer closes its file only just before moving it.
                    path.unlink()


def _remove_unless_held(temporary: Path) -> None:
    # Open without blocking on a pipe of this name, and without following a link.
    descriptor = os.open(temporary, os.O_RDWR | os.O_NONBLOCK | os.O_NOFOLLOW)
    try:
        if stat.S_ISREG(os.fstat(descriptor).st_mode) and try_lock(descriptor):
            temporary.unlink()
    finally:
        os.close(descriptor)


def _sync_folder(folder: Path) -> None:
    """Flush a folder to the disk, so that a new name survives a power failure, if the platform allows it."""
    if _WINDOWS:
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
