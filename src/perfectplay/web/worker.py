"""The code of the pool's worker processes: it does jobs, and reports progress to the server through files.

If the server removes a job's file, no client waits for the job any longer. Uploads are also kept in such files. All
files are in a temporary folder that no other user can read. A server locks a file in its folder as long as it runs, so
that the next server can find and remove the folder of a server that was killed.
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
"""Minimum number of seconds between two reports of progress."""

_NOTICE = 1.0
"""Minimum number of seconds for which a notice is shown; after that, the next report of progress replaces it."""

_NICENESS = 10
"""Nice value of the workers; the server runs at 0, which means a higher priority."""


class AbandonedError(Exception):
    """The error that ends a job in a worker when no client waits for it any longer."""


def perform(pickled: bytes, progress_file: str | None) -> Any:
    """Do a job, passing it a keyword ``progress``; for ``progress_file`` see `Reporter`.

    The job is passed as bytes, so that its imports happen here, while standard output is redirected.

    Raises
    ------
    AbandonedError
        If no client waits for the job any longer.
    """
    follow(os.getppid())
    # With Python's default of 700, reading a million lists would spend most of the time in garbage collection.
    gc.set_threshold(20_000)
    if hasattr(os, "nice"):
        # Lower the priority, because a click on a page is more urgent than a proof.
        os.nice(max(0, _NICENESS - os.nice(0)))
    with _output_apart():
        return attended(pickle.loads(pickled), Reporter(progress_file))  # noqa: S301  # the server pickled it


@contextmanager
def _output_apart() -> Iterator[None]:
    """Redirect the output of C libraries to standard error, because the server reads answers from standard output."""
    output = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        os.dup2(output, 1)
        os.close(output)


def attended(work: partial[Any], report: Reporter) -> Any:
    """Do a job, and report its progress and the notices that the library logs."""
    with _listening(report):
        return work(progress=report)


def encoded(work: partial[Any], *, progress: ProgressCallback) -> Any:
    """Do a job, and encode its answer for JSON; every `Text` in it is translated later, for each reader."""
    return encode(work(progress=progress), lambda text: text)


def perform_in(language: str, work: partial[Any], *, progress: ProgressCallback) -> Any:
    """Do a job whose answer contains text in this language."""
    with use_locale(language):
        return work(progress=progress)


class Reporter:
    """A callback that writes progress to a file for the server; a missing file means that no client waits any longer.

    The file must exist at the start. If ``None`` is passed instead of a file, nothing is reported.
    """

    def __init__(self, progress_file: str | None) -> None:
        self._progress_file = progress_file
        self._next = 0.0
        self._progress = Progress("start", 0.0)
        self._notice: Mapping[str, str] | None = None
        self._stands = 0.0

    def __call__(self, progress: Progress) -> None:
        """Report progress, unless the last report was written a moment ago."""
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
            # The disk may be full; continue without reports.
            return

    def say(self, notice: Mapping[str, str]) -> None:
        """Report a notice, which explains a delay, at once and in all languages; the next report replaces it."""
        self._notice = notice
        self._stands = time.monotonic() + _NOTICE
        # Ignore a missing file: the next report of progress also notices it, and ends the job.
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
    """A log handler that passes the library's notices on to waiting clients."""

    def __init__(self, report: Reporter) -> None:
        super().__init__()
        self._report = report

    def emit(self, record: logging.LogRecord) -> None:
        """Report a logged notice."""
        # `notify` logs a `Text` as the only argument; keep it, because it can be translated.
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


# Use another prefix than earlier versions, which locked the folder itself instead of a file in it.
_PREFIX = "perfectplay-server-"


class ProgressFiles:
    """The progress files of one server.

    Attributes
    ----------
    folder
        The folder. If no folder can be written, it is ``None``, and no progress is shown.
    """

    def __init__(self) -> None:
        self.folder: Path | None = None
        self._lock: FileLock | None = None
        self._numbers = count()

    @contextmanager
    def open(self) -> Iterator[None]:
        """Create the folder for a ``with`` block, and remove it at the end."""
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
            # Unlock the folder first, because Windows cannot remove open files.
            self._unlock()
            if self.folder is not None:
                shutil.rmtree(self.folder, ignore_errors=True)

    def new(self) -> Path | None:
        """Create a file; if a clean-up program has removed the folder, create it again.

        Raises
        ------
        OSError
            If there is no room for the file.
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
    """Remove the folders that killed servers of this user have left behind."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        lock = _lock(folder)
        if lock is not None:
            lock.release()
            shutil.rmtree(folder, ignore_errors=True)


def _lock(folder: Path) -> FileLock | None:
    """Lock a folder of this user; return ``None`` if this is impossible.

    The system releases the lock when the process ends, even if it is killed.
    """
    # Ignore errors, because some file systems do not support locks.
    with suppress(OSError):
        status = folder.lstat()
        # On Windows owners cannot be compared, but every user has a separate temporary folder.
        if stat.S_ISDIR(status.st_mode) and status.st_uid == getattr(os, "geteuid", int)():
            return FileLock.take(folder / "lock")
    return None
