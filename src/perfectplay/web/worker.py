"""What happens in a process of the pool: the work, and its reports to the server."""

from __future__ import annotations

import json
import os
import signal
import time
from dataclasses import asdict
from functools import partial
from typing import Any

from perfectplay.core.progress import Progress

__all__ = ["REPORT_EVERY", "AbandonedError", "Reporter", "perform"]

REPORT_EVERY = 0.1
"""Seconds between two reports of progress."""

_NICENESS = 10
"""Priority of the workers: lower than the server's 0."""


class AbandonedError(Exception):
    """Raised inside a worker: nobody waits for this work any more."""


def perform(work: partial[Any], channel: str) -> Any:
    """Do a piece of work.

    Parameters
    ----------
    work
        Called with a keyword ``progress``.
    channel
        File for the reports, see `Reporter`.

    Raises
    ------
    AbandonedError
        If nobody waits for it any more.
    """
    # Ctrl-C reaches every process of a terminal: the server alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        # Whoever clicks on a page comes before whoever waits for a proof.
        os.nice(max(0, _NICENESS - os.nice(0)))
    return work(progress=Reporter(channel))


class Reporter:
    """Writes progress to a file that the server reads; the file's absence says that nobody waits any more.

    Parameters
    ----------
    channel
        Path of the file, which is there already.
    """

    def __init__(self, channel: str) -> None:
        self._channel = channel
        self._next = 0.0
        self._server = os.getppid()

    def __call__(self, progress: Progress) -> None:
        """Report, unless that has been done a moment ago."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + REPORT_EVERY
        if os.getppid() != self._server:
            raise AbandonedError
        try:
            with open(self._channel, "r+b") as file:  # noqa: PTH123  # a path object would be made for each report
                file.write(json.dumps(asdict(progress)).encode())
                file.truncate()
        except FileNotFoundError:
            raise AbandonedError from None
        except OSError:
            # A full disk: the work goes on without being watched.
            return
