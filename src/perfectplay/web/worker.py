"""The worker process of the pool: the work, and its reports to the server, by files.

The work's file also shows whether a client still waits for it; uploads are in such files, too. They are in a folder
among the temporary files that no other user can read. The server keeps a lock in it while it lives, so that the next
server finds and removes the folder of a killed one.
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
"""Minimum number of seconds for which a notice is shown; later, progress means that its reason is over."""

_NICENESS = 10
"""Priority of the workers: lower than the server's 0."""


class AbandonedError(Exception):
    """Raised inside a worker when no client waits for its work any more."""


def perform(pickled: bytes, progress_file: str | None) -> Any:
    """Do a piece of work, called with a keyword ``progress``; `Reporter` explains its file.

    The work comes as bytes, so that its imports happen inside this process, where a library may print.

    Raises
    ------
    AbandonedError
        If no client waits for it any more.
    """
    follow(os.getppid())
    # With Python's default of 700, most of the time for a text with a million lists would be garbage collection.
    gc.set_threshold(20_000)
    if hasattr(os, "nice"):
        # A click on a page is more urgent than a proof.
        os.nice(max(0, _NICENESS - os.nice(0)))
    with _output_apart():
        return attended(pickle.loads(pickled), Reporter(progress_file))  # noqa: S301  # the server pickled it


@contextmanager
def _output_apart() -> Iterator[None]:
    """Send output of C libraries to standard error: the server reads answers from this process's standard output."""
    output = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        os.dup2(output, 1)
        os.close(output)


def attended(work: partial[Any], report: Reporter) -> Any:
    """Do a piece of work, and report its progress and the library's notices."""
    with _listening(report):
        return work(progress=report)


def encoded(work: partial[Any], *, progress: ProgressCallback) -> Any:
    """Do a piece of work, and convert its answer for JSON, except each `Text`, which readers of all languages share."""
    return encode(work(progress=progress), lambda text: text)


def perform_in(language: str, work: partial[Any], *, progress: ProgressCallback) -> Any:
    """Do a piece of work whose answer contains texts, in a language."""
    with use_locale(language):
        return work(progress=progress)


class Reporter:
    """Writes progress to a file that the server reads; a missing file means that no client waits any more.

    The file must exist at the start; without a file nothing is reported.
    """

    def __init__(self, progress_file: str | None) -> None:
        self._progress_file = progress_file
        self._next = 0.0
        self._progress = Progress("start", 0.0)
        self._notice: Mapping[str, str] | None = None
        self._stands = 0.0

    def __call__(self, progress: Progress) -> None:
        """Report, unless there was a report a moment ago."""
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
            # If the disk is full, the work continues without reports.
            return

    def say(self, notice: Mapping[str, str]) -> None:
        """Report at once, in all languages, why the work takes longer; the text is shown until the next progress."""
        self._notice = notice
        self._stands = time.monotonic() + _NOTICE
        # The next report of progress will show whether a client still waits.
        with suppress(OSError):
            self._write()

    def _write(self) -> None:
        self._send(json.dumps(asdict(self._progress) | {"notice": self._notice}).encode())

    def _send(self, report: bytes) -> None:
        if self._progress_file is None:
            return
        with open(self._progress_file, "r+b") as file:  # noqa: PTH123  # a path object would be slow
            file.write(report)
            file.truncate()


class _Notices(logging.Handler):
    """A handler that passes the library's notices to waiting clients."""

    def __init__(self, report: Reporter) -> None:
        super().__init__()
        self._report = report

    def emit(self, record: logging.LogRecord) -> None:
        """Report a notice."""
        # `notify` logs only the text.
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


# Earlier versions locked the folder itself, and used another name.
_PREFIX = "perfectplay-server-"


class ProgressFiles:
    """The files of one server.

    Attributes
    ----------
    folder
        The folder, or ``None`` if it cannot be written; then no progress is shown.
    """

    def __init__(self) -> None:
        self.folder: Path | None = None
        self._lock: FileLock | None = None
        self._numbers = count()

    @contextmanager
    def open(self) -> Iterator[None]:
        """Create the folder; remove it at the end."""
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
            # Unlock first, because Windows cannot remove open files.
            self._unlock()
            if self.folder is not None:
                shutil.rmtree(self.folder, ignore_errors=True)

    def new(self) -> Path | None:
        """Create a file, and the folder again if a clean-up program has removed it.

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
    """Lock a folder of this user, if possible.

    The system releases the lock when the process ends, however it ends.
    """
    # Some file systems do not support locks.
    with suppress(OSError):
        status = folder.lstat()
        # Windows has no owner, but its temporary files belong to one user.
        if stat.S_ISDIR(status.st_mode) and status.st_uid == getattr(os, "geteuid", int)():
            return FileLock.take(folder / "lock")
    return None
