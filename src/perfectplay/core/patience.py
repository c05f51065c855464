"""How long work may go on: until it is done, its time is over, or somebody presses Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.interrupt import InterruptFlag, deferred_interrupt

__all__ = ["LONG", "EndedEarlyError", "Patience", "about", "open_patience"]

LONG = 60.0
"""Seconds from which on somebody wants to know beforehand how long it takes."""

_UNITS = (("day", 86_400.0), ("hour", 3_600.0), ("minute", 60.0))


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
            message = f"{quote(time_limit)} is not a time limit; it must be a positive number of seconds"
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
    """Put a length of time into words: minutes up to two hours, hours up to two days.

    Examples
    --------
    >>> about(20), about(5_000), about(9_000)
    ('about 1 minute', 'about 83 minutes', 'about 2 hours')
    """
    unit, length = next(((name, length) for name, length in _UNITS if seconds >= 2 * length), _UNITS[-1])
    count = max(1, round(seconds / length))
    return f"about {count:,} {unit}{'s' if count > 1 else ''}"
