"""Turn Ctrl-C into a flag: long work checks it between two steps, so that no step is cut short.

A program may have other signals do the same through `ENDING`; its worker processes ignore only Ctrl-C.
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
"""Signals that end work like Ctrl-C. The library adds none; the command line adds SIGTERM and SIGHUP."""
RECEIVED: list[int] = []
"""Signals of `ENDING` that have arrived; they end the whole program as well as its current work."""

_OPEN: list[InterruptFlag] = []
"""The flags of the blocks that the main thread is in, the innermost last."""

_LOOK_EVERY = 0.5
"""Seconds between two checks by a worker that its parent is still alive."""


class InterruptFlag:
    """A flag that is ``pressed`` once Ctrl-C or a signal of `ENDING` has arrived.

    It is ``final`` if Ctrl-C ends the whole block, as in `all_or_nothing`.
    """

    def __init__(self, *, final: bool = False) -> None:
        self.pressed = False
        self.final = final


@contextmanager
def deferred_interrupt() -> Iterator[InterruptFlag]:
    """Turn the first Ctrl-C into a flag, to be checked between two steps; a second raises `KeyboardInterrupt` at once.

    An exception in the middle of a step would leave the step half done.  Outside the main thread nothing changes: only
    the main thread may catch signals, and only it receives them.  Nothing changes either if Ctrl-C is ignored, as in
    a worker process.  The signals of `ENDING` set the flag, too.

    Blocks may be nested: Ctrl-C sets the flags of all of them.  Work that has several parts needs a block around them,
    because a part may finish without looking at its own flag again.
    """
    flag = InterruptFlag()
    # Work that begins after the program was told to end stops at once.
    flag.pressed = bool(RECEIVED)
    if threading.current_thread() is not threading.main_thread():
        yield flag
        return
    flag.pressed |= stopping()

    def on_interrupt(number: int, _frame: FrameType | None) -> None:
        if number != signal.SIGINT:
            RECEIVED.append(number)
        elif flag.pressed:
            raise KeyboardInterrupt
        for each in (flag, *_OPEN):
            each.pressed = True

    heard = (number for number in (signal.SIGINT, *ENDING) if signal.getsignal(number) is not signal.SIG_IGN)
    before = {number: signal.signal(number, on_interrupt) for number in heard}
    _OPEN.append(flag)
    try:
        yield flag
    finally:
        _OPEN.remove(flag)
        for number, handler in before.items():
            signal.signal(number, handler)
        if flag.pressed and _OPEN and _OPEN[-1].final:
            raise KeyboardInterrupt


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Let Ctrl-C end a block, because what an interrupted part of it knows would make its answer wrong.

    A part that defers Ctrl-C raises `KeyboardInterrupt` when it ends.  It also works as a decorator.
    """
    flag = InterruptFlag(final=True)
    if threading.current_thread() is threading.main_thread():
        _OPEN.append(flag)
    try:
        yield
    finally:
        if flag in _OPEN:
            _OPEN.remove(flag)
        if flag.pressed or RECEIVED:
            raise KeyboardInterrupt


def stopping() -> bool:
    """Return whether a flag has caught Ctrl-C and the work has not reacted yet; then no exception will follow."""
    return any(flag.pressed for flag in _OPEN)


def interrupt(number: int, _frame: FrameType | None) -> None:
    """Handle a signal of `ENDING` while no flag is in use, as Python handles Ctrl-C, but only once.

    The program `timeout` sends its signal to a process and its group; the second one must not disturb an orderly end.
    """
    RECEIVED.append(number)
    if len(RECEIVED) == 1:
        raise KeyboardInterrupt


@cache
def follow(leader: int) -> None:
    """Make this worker end soon after its parent ``leader``, and ignore Ctrl-C.

    A terminal sends Ctrl-C to all its processes, but no process is notified when its parent is killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def look() -> None:
        # On Windows, a dead parent keeps its process number.
        while os.getppid() == leader:
            time.sleep(_LOOK_EVERY)
        os._exit(1)

    threading.Thread(target=look, daemon=True).start()


def interrupted(error: BaseException | None) -> bool:
    """Return whether an exception is Ctrl-C, or a library's replacement for it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
