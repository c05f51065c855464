"""What happens in a process of the pool: the work, and its reports to the server, by files.

By its file, work hears that no client waits for it any more; what clients have sent is in such files, too.  They lie in
a folder among the temporary files that no other user can read.  The server keeps a lock in it for as long as it lives,
so that the next one can tell what was left behind by one that was killed, and tidies that away.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import pickle
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from perfectplay.core.progress import LOGGER, Progress, ProgressCallback, notify
from perfectplay.core.running.interrupt import follow
from perfectplay.core.running.locks import FileLock
from perfectplay.core.schema import encode
from perfectplay.core.text.language import in_all_languages, use_locale
from perfectplay.core.text.texts import Text

REPORT_EVERY = 0.1
"""Seconds between two reports of progress."""

_NOTICE = 1.0
"""Seconds for which a notice stands at least; after that, progress says that what it spoke of is over."""

_NICENESS = 10
"""Priority of the workers: lower than the server's 0."""


class AbandonedError(Exception):
    """Raised inside a worker when no client waits for this work any more."""


def perform(pickled: bytes, progress_file: str | None) -> Any:
    """Do a piece of work, called with a keyword ``progress``; `Reporter` has a word on its file.

    The work comes as bytes, so that what it imports is imported here, where a library may print.

    Raises
    ------
    AbandonedError
        If no client waits for it any more.
    """
    follow(os.getppid())
    # With Python's 700, most of the time that a text with a million lists takes to read is a look for garbage.
    gc.set_threshold(20_000)
    if hasattr(os, "nice"):
        # A click on a page comes before a proof.
        os.nice(max(0, _NICENESS - os.nice(0)))
    with _output_apart():
        return attended(pickle.loads(pickled), Reporter(progress_file))  # noqa: S301  # the server pickled it


@contextmanager
def _output_apart() -> Iterator[None]:
    """Send what a C library prints to standard error: the server reads answers from this process's standard output."""
    output = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        os.dup2(output, 1)
        os.close(output)


def attended(work: partial[Any], report: Reporter) -> Any:
    """Do a piece of work, and report its progress and what the library says beside its answers."""
    with _listening(report):
        return work(progress=report)


def encoded(work: partial[Any], *, progress: ProgressCallback) -> Any:
    """Do a piece of work, and make of its answer what JSON can write; readers of all languages share its `Text`."""
    return encode(work(progress=progress), lambda text: text)


def perform_in(language: str, work: partial[Any], *, progress: ProgressCallback) -> Any:
    """Do a piece of work that has words in its answer."""
    with use_locale(language):
        return work(progress=progress)


class Reporter:
    """Writes progress to a file that the server reads; the file's absence says that no client waits any more.

    The file is there already; without one nothing is reported.
    """

    def __init__(self, progress_file: str | None) -> None:
        self._progress_file = progress_file
        self._next = 0.0
        self._progress = Progress("start", 0.0)
        self._notice: Mapping[str, str] | None = None
        self._stands = 0.0

    def __call__(self, progress: Progress) -> None:
        """Report, unless that has been done a moment ago."""
        self._progress = progress
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + REPORT_EVERY
        if now >= self._stands:
            self._notice = None
        try:
            self._write()
        except FileNotFoundError:
            raise AbandonedError from None
        except OSError:
            # A full disk: the work goes on without being watched.
            return

    def say(self, notice: Mapping[str, str]) -> None:
        """Report at once, in all languages, why it takes longer; it stands until there is progress again."""
        self._notice = notice
        self._stands = time.monotonic() + _NOTICE
        # Whether anybody still waits, the next progress will show.
        with suppress(OSError):
            self._write()

    def _write(self) -> None:
        self._send(json.dumps(asdict(self._progress) | {"notice": self._notice}).encode())

    def _send(self, report: bytes) -> None:
        if self._progress_file is None:
            return
        with open(self._progress_file, "r+b") as file:  # noqa: PTH123  # a path object would be made for each report
            file.write(report)
            file.truncate()


class _Notices(logging.Handler):
    """Brings what the library says beside its answers to the clients that wait."""

    def __init__(self, report: Reporter) -> None:
        super().__init__()
        self._report = report

    def emit(self, record: logging.LogRecord) -> None:
        """Say one thing."""
        # `notify` logs nothing but the text.
        text = record.args[0] if isinstance(record.args, tuple) and len(record.args) == 1 else record.getMessage()
        self._report.say(in_all_languages(text if isinstance(text, str) else record.getMessage()))


@contextmanager
def _listening(report: Reporter) -> Iterator[None]:
    handler = _Notices(report)
    LOGGER.addHandler(handler)
    try:
        yield
    finally:
        LOGGER.removeHandler(handler)


# Earlier versions locked the folder itself, and named it in another way.
_PREFIX = "perfectplay-server-"


class ProgressFiles:
    """The files of one server.

    Attributes
    ----------
    folder
        Where they are, or ``None`` where nothing can be written: there is no progress to be seen then.
    """

    def __init__(self) -> None:
        self.folder: Path | None = None
        self._lock: FileLock | None = None
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
            # First: Windows removes no open file.
            self._unlock()
            if self.folder is not None:
                shutil.rmtree(self.folder, ignore_errors=True)

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
            self._lock.release()
            self._lock = None


def _tidy() -> None:
    """Remove the folders of this user's servers that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        lock = _lock(folder)
        if lock is not None:
            lock.release()
            shutil.rmtree(folder, ignore_errors=True)


def _lock(folder: Path) -> FileLock | None:
    """Take the lock of a folder of this user, if there is one to be had.

    The system releases it when the process ends, however it ends.
    """
    # A file system may keep no locks.
    with suppress(OSError):
        found = folder.lstat()
        # Windows knows no owner, and its temporary files are those of one user.
        if stat.S_ISDIR(found.st_mode) and found.st_uid == getattr(os, "geteuid", int)():
            return FileLock.take(folder / "lock")
    return None
