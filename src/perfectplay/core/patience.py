"""How long work may go on: until it is done, its time is over, or somebody presses Ctrl-C."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.interrupt import InterruptFlag, deferred_interrupt
from perfectplay.core.texts import Text

__all__ = ["LONG", "EndedEarlyError", "Patience", "about", "open_patience"]

LONG = 60.0
"""Seconds from which on somebody wants to know beforehand how long it takes."""

_MINUTE, _HOUR, _DAY = 60.0, 3_600.0, 86_400.0


class EndedEarlyError(Exception):
    """Out of long work that is not to go on; whoever opened the `Patience` catches it and tells what is known."""


class Patience:
    """Whether work may go on.  Use `open_patience` to get one that notices Ctrl-C.

    Parameters
    ----------
    time_limit
        Seconds from now on, or ``None``.
    flag
        Whether Ctrl-C has been pressed; without one it stays an exception.

    Raises
    ------
    InvalidPositionError
        If the time limit is not a positive number of seconds.
    """

    def __init__(self, time_limit: float | None, flag: InterruptFlag | None = None) -> None:
        if time_limit is not None and not time_limit > 0:
            message = Text(
                "{time_limit} is not a time limit; it must be a positive number of seconds",
                time_limit=quote(time_limit),
            )
            raise InvalidPositionError(message)
        self._flag = flag or InterruptFlag()
        self._began = time.perf_counter()
        self._time_limit = time_limit

    @property
    def seconds(self) -> float:
        """Wall-clock seconds since the work began."""
        return time.perf_counter() - self._began

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C has been pressed."""
        return self._flag.pressed

    @property
    def left(self) -> float | None:
        """Seconds that are left, at least 0; ``None`` without a time limit."""
        return None if self._time_limit is None else max(0.0, self._time_limit - self.seconds)

    def check(self) -> None:
        """Return if the work may go on.

        Raises
        ------
        EndedEarlyError
            If not.
        """
        if self.interrupted or self.left == 0:
            raise EndedEarlyError


@contextmanager
def open_patience(time_limit: float | None = None) -> Iterator[Patience]:
    """Begin long work: the first Ctrl-C lets it come to a good end, the second one raises `KeyboardInterrupt`.

    Raises
    ------
    InvalidPositionError
        If the time limit is not a positive number of seconds.
    """
    with deferred_interrupt() as flag:
        yield Patience(time_limit, flag)


def about(seconds: float) -> str:
    """Put an estimated length of time into words, no more exactly than an estimate can be.

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
