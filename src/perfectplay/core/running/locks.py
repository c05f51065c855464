"""File locks that the operating system releases when their holder dies."""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Self, TypeVar

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_HELD: set[int] = set()
"""Descriptors of the locks that this process holds."""
_TRIES = 20 if sys.platform == "win32" else 1
"""Number of attempts: Windows may refuse a file for a moment while another process has it open or deletes it."""
_TRY_EVERY = 0.05

_Done = TypeVar("_Done")


class FileLock:
    """An empty lock file, which only one process at a time can hold; `release` removes it.

    The file of a killed process locks nothing, and the next holder removes it.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor
        _HELD.add(descriptor)

    @classmethod
    def take(cls, path: str | Path) -> Self | None:
        """Take the lock, or return ``None`` at once if another process has it.

        Raises
        ------
        OSError
            If the file cannot be made, if it has content and so is not a lock, or if the file system keeps no locks.
        """
        target = Path(path)
        # Open without blocking on a pipe of this name, and without following a link.
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
        while True:
            descriptor = patiently(partial(os.open, target, flags, 0o666))
            try:
                held = not _try_new(descriptor, target)
                # A previous holder may have removed the file, so the file that we locked may have no name.
                if not held and names(target, descriptor):
                    return cls(target, descriptor)
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)
            if held:
                return None

    def release(self) -> None:
        """Remove the file and release the lock. A second call is harmless, and a forked child releases nothing."""
        if self._descriptor not in _HELD:
            return
        _HELD.remove(self._descriptor)
        if sys.platform == "win32":
            # Windows cannot remove an open file, whether we or a faster process have it open.
            os.close(self._descriptor)
        with suppress(OSError):
            self._path.unlink()
        if sys.platform != "win32":
            # Close it after the removal: a file that another process has locked must not be removed.
            os.close(self._descriptor)


def try_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed or the process dies; return False if another process has the lock.

    Raises `OSError` if the file system keeps no locks.
    """
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            # Avoid lockf: its locks are lost as soon as the process closes any other descriptor of the file.
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in {errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}:
            return False
        raise
    return True


def patiently(action: Callable[[], _Done]) -> _Done:
    """Perform an action on a file; on Windows, retry for a second if it is refused."""
    for _ in range(_TRIES - 1):
        with suppress(PermissionError):
            return action()
        time.sleep(_TRY_EVERY)
    return action()


def names(path: Path, descriptor: int) -> bool:
    """Return whether a path still names an open file."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _try_new(descriptor: int, path: Path) -> bool:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode) or status.st_size:
        raise FileExistsError(errno.EEXIST, f"{path.name!r} is not a lock and in its place")
    try:
        return try_lock(descriptor)
    except OSError as error:
        # The file system has no locks, so the file is useless.
        path.unlink(missing_ok=True)
        raise OSError(error.errno, f"its file system keeps no locks ({error.strerror})") from error


def _forget_in_child() -> None:
    """Close a forked child's copies of the descriptors, which would keep the locks after their holder's death."""
    while _HELD:
        os.close(_HELD.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
