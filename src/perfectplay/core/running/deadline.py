"""Deadlines: long work stops after a time limit, or at Ctrl-C."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.running.interrupt import InterruptFlag, deferred_interrupt
from perfectplay.core.text.texts import Text

LONG = 60.0
"""Estimate, in seconds, from which on users are told in advance how long the work will take."""

_MINUTE, _HOUR, _DAY = 60.0, 3_600.0, 86_400.0


class StoppedError(Exception):
    """Long work must stop, because its deadline has passed or Ctrl-C was pressed; its caller returns what is known."""


class Deadline:
    """A deadline for work, which ends after a time limit in seconds, if there is one, or when Ctrl-C is caught.

    Attributes
    ----------
    flag
        The flag that Ctrl-C sets if `open_deadline` catches it; otherwise Ctrl-C raises `KeyboardInterrupt`.
    """

    def __init__(self, time_limit: float | None = None) -> None:
        self.flag: InterruptFlag = InterruptFlag()
        self._began = time.perf_counter()
        check_time_limit(time_limit, none_left=True)
        self._end = math.inf if time_limit is None else self._began + min(time_limit, 1e12)

    @property
    def seconds(self) -> float:
        """Wall-clock seconds since the work began."""
        return time.perf_counter() - self._began

    @property
    def remaining(self) -> float | None:
        """Seconds left, at least 0; ``None`` without a time limit."""
        return None if self._end == math.inf else max(0.0, self._end - time.perf_counter())

    @property
    def passed(self) -> bool:
        """Return whether the time is up."""
        return time.perf_counter() >= self._end

    @property
    def interrupted(self) -> bool:
        """Return whether Ctrl-C has been pressed."""
        return self.flag.pressed

    @property
    def reason(self) -> Literal["interrupted", "time limit"] | None:
        """Why the work must stop; ``None`` if it may continue."""
        return "interrupted" if self.interrupted else "time limit" if self.passed else None

    def check(self) -> None:
        """Raise `StoppedError` if the work must stop."""
        if self.interrupted or self.passed:
            raise StoppedError


def check_time_limit(time_limit: float | None, *, none_left: bool = False) -> None:
    """Raise `InvalidPositionError` unless a time limit is a positive number of seconds; ``none_left`` allows 0."""
    try:
        legal = time_limit is None or time_limit > 0 or (none_left and time_limit == 0)
    except TypeError:
        legal = False
    if not legal:
        raise InvalidPositionError(
            "{time_limit} is not a time limit; it must be a positive number of seconds", time_limit=quote(time_limit)
        )


@contextmanager
def open_deadline(time_limit: float | None = None) -> Iterator[Deadline]:
    """Begin long work: the first Ctrl-C ends it in an orderly way, a second one raises `KeyboardInterrupt`."""
    check_time_limit(time_limit)
    deadline = Deadline(time_limit)
    with deferred_interrupt() as deadline.flag:
        yield deadline


def about(seconds: float) -> str:
    """Format an estimated duration, rounded because it is an estimate.

    Examples
    --------
    >>> [about(seconds) for seconds in (3, 47, 100, 5_000, 9_000, 200_000)]
    ['about 5 seconds', 'about 50 seconds', 'about 2 minutes', 'about 83 minutes', 'about 2 hours', 'about 2 days']
    """
    if seconds < _MINUTE:
        return Text("about {count} seconds", count=5 * max(1, math.ceil(seconds / 5)))
    if seconds < 2 * _HOUR:
        return Text.counted(round(seconds / _MINUTE), "about {count:,} minute", "about {count:,} minutes")
    if seconds < 2 * _DAY:
        return Text.counted(round(seconds / _HOUR), "about {count:,} hour", "about {count:,} hours")
    return Text.counted(round(seconds / _DAY), "about {count:,} day", "about {count:,} days")
