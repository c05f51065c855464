"""What happens in a process of the pool: the work, and its reports to the server."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import partial
from typing import Any

from perfectplay.core.progress import Progress, ProgressCallback
from perfectplay.core.running.interrupt import follow
from perfectplay.core.running.notices import LOGGER
from perfectplay.core.text.language import in_all_languages, use_locale

REPORT_EVERY = 0.1
"""Seconds between two reports of progress."""

_NOTICE = 1.0
"""Seconds for which a notice stands at least; after that, progress says that what it spoke of is over."""

_NICENESS = 10
"""Priority of the workers: lower than the server's 0."""


class AbandonedError(Exception):
    """Raised inside a worker when no client waits for this work any more."""


def perform(work: partial[Any], progress_file: str | None) -> Any:
    """Do a piece of work.

    Parameters
    ----------
    work
        Called with a keyword ``progress``.
    progress_file
        File for the reports, see `Reporter`.

    Raises
    ------
    AbandonedError
        If no client waits for it any more.
    """
    follow(os.getppid())
    if hasattr(os, "nice"):
        # A click on a page comes before a proof.
        os.nice(max(0, _NICENESS - os.nice(0)))
    report = Reporter(progress_file)
    return attended(work, report)


def attended(work: partial[Any], report: Reporter) -> Any:
    """Do a piece of work, and report its progress and what the library says beside its answers."""
    with _listening(report):
        return work(progress=report)


def perform_in(language: str, work: partial[Any], *, progress: ProgressCallback) -> Any:
    """Do a piece of work that has words in its answer."""
    with use_locale(language):
        return work(progress=progress)


class Reporter:
    """Writes progress to a file that the server reads; the file's absence says that no client waits any more.

    Parameters
    ----------
    progress_file
        Path of the file, which is there already; ``None`` where no file can be: nothing is reported then.
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
