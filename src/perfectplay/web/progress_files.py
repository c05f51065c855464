"""Files by which work in other processes reports its progress, and hears that no client waits for it any more.

What clients have sent is in such files, too.  They lie in a folder among the temporary files that no other user can
read.  The server keeps a lock on it for as long as it lives, so that the next one can tell what was left behind by one
that was killed, and tidies that away.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from perfectplay.core.running.locks import try_lock
from perfectplay.core.running.notices import notify
from perfectplay.core.text.texts import Text

_PREFIX = "perfectplay-jobs-"


class ProgressFiles:
    """The files of one server.

    Attributes
    ----------
    folder
        Where they are, or ``None`` where nothing can be written: there is no progress to be seen then.
    """

    def __init__(self) -> None:
        self.folder: Path | None = None
        self._lock: int | None = None
        self._numbers = count()

    @contextmanager
    def open(self) -> Iterator[None]:
        """Be ready for work; at the end, leave nothing behind."""
        try:
            _tidy()
            self._make()
        except OSError:
            notify(
                Text("no folder for temporary files can be written, so progress is not shown; TMPDIR can name a folder")
            )
        try:
            yield
        finally:
            if self.folder is not None:
                shutil.rmtree(self.folder, ignore_errors=True)
            self._unlock()

    def new(self) -> Path | None:
        """Make a file; its folder, too, if something that tidies up has removed that.

        Raises
        ------
        OSError
            If there is no room for it.
        """
        if self.folder is None:
            return None
        name = f"{next(self._numbers)}.json"
        try:
            (self.folder / name).touch()
        except FileNotFoundError:
            self._make()
            (self.folder / name).touch()
        return self.folder / name

    def _make(self) -> None:
        self._unlock()
        self.folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._lock = _lock(self.folder)

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _tidy() -> None:
    """Remove the folders of this user's servers that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        lock = _lock(folder)
        if lock is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _lock(folder: Path) -> int | None:
    """Lock a folder of this user; return the descriptor that keeps the lock, or ``None`` where there is none to be had.

    The system releases it when the process ends, however it ends.
    """
    if os.name != "posix":
        # Windows locks no folders.
        return None
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            if os.fstat(descriptor).st_uid == os.geteuid() and try_lock(descriptor):
                return descriptor
        except OSError:
            # The file system keeps no locks.
            pass
        os.close(descriptor)
    return None
