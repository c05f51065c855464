"""Ctrl-C as a flag: long work looks at it between two steps instead of being torn apart inside one.

A program may have other signals do the same, see `ENDING`; its worker processes leave them all to it.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType

ENDING: list[int] = []
"""Signals that end work as Ctrl-C does; a library adds none, the command line has SIGTERM and SIGHUP here."""
RECEIVED: list[int] = []
"""Those of them that have come: the program is to end, and not the work alone."""

_OPEN: list[InterruptFlag] = []

_LOOK_EVERY = 0.5
"""Seconds between two looks of a worker at the process that it works for."""


class InterruptFlag:
    """Whether Ctrl-C has been ``pressed``, or one of the signals of `ENDING` has come."""

    def __init__(self) -> None:
        self.pressed = False


@contextmanager
def deferred_interrupt() -> Iterator[InterruptFlag]:
    """Catch the first Ctrl-C in a flag, for a look between two steps; a second one raises `KeyboardInterrupt` at once.

    An exception in the middle of a step would leave half of it behind.  Outside the main thread nothing changes: only
    the main thread may catch signals, and only it receives them.  Nothing changes either where Ctrl-C is ignored, as in
    a worker process.  The signals of `ENDING` set the flag, too.
    """
    flag = InterruptFlag()
    # What is begun after the program was told to end is ended at once.
    flag.pressed = bool(RECEIVED)
    if threading.current_thread() is not threading.main_thread():
        yield flag
        return

    def on_interrupt(number: int, _frame: FrameType | None) -> None:
        if number != signal.SIGINT:
            RECEIVED.append(number)
        elif flag.pressed:
            raise KeyboardInterrupt
        flag.pressed = True

    heard = (number for number in (signal.SIGINT, *ENDING) if signal.getsignal(number) is not signal.SIG_IGN)
    before = {number: signal.signal(number, on_interrupt) for number in heard}
    _OPEN.append(flag)
    try:
        yield flag
    finally:
        _OPEN.remove(flag)
        for number, handler in before.items():
            signal.signal(number, handler)


def stopping() -> bool:
    """Whether Ctrl-C is known to a flag that has not been looked at, and so will not come as an exception."""
    return any(flag.pressed for flag in _OPEN)


def interrupt(number: int, _frame: FrameType | None) -> None:
    """Handle a signal of `ENDING` where nothing waits for a flag: as Python handles Ctrl-C, but once.

    The program `timeout` sends its signal to a process and to its group; the second one must not disturb the good end.
    """
    RECEIVED.append(number)
    if len(RECEIVED) == 1:
        raise KeyboardInterrupt


@cache
def follow(leader: int) -> None:
    """Make this process, a worker, end soon after its parent ``leader``, and leave Ctrl-C to that one.

    Ctrl-C reaches every process of a terminal, and no process hears that its parent has been killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def look() -> None:
        # Windows keeps the number of a parent that has ended.
        while os.getppid() == leader:
            time.sleep(_LOOK_EVERY)
        os._exit(1)

    threading.Thread(target=look, daemon=True).start()


def interrupted(error: BaseException | None) -> bool:
    """Whether an exception is Ctrl-C, or what a library has made of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
