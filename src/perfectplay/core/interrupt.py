"""Ctrl-C as a flag: long work looks at it between two steps instead of being torn apart inside one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import FrameType
from typing import Any, TypeVar

__all__ = ["InterruptFlag", "deferred_interrupt", "interrupted", "undisturbed"]

Function = TypeVar("Function", bound=Callable[..., Any])


class InterruptFlag:
    """Whether Ctrl-C has been pressed.

    Attributes
    ----------
    pressed
        Set by the signal handler.
    """

    def __init__(self) -> None:
        self.pressed = False


@contextmanager
def deferred_interrupt(*, patient: bool = False) -> Iterator[InterruptFlag]:
    """Catch the first Ctrl-C in a flag; a second one raises `KeyboardInterrupt` at once.

    Parameters
    ----------
    patient
        Catch all of them.

    An exception raised inside compiled code comes out as something else, or leaves half a step behind.  Outside the
    main thread nothing changes: only the main thread may catch signals, and only it receives them.  Nor does it where
    Ctrl-C is ignored, as in a worker process.

    Yields
    ------
    InterruptFlag
        To be looked at between two steps of the work.
    """
    flag = InterruptFlag()
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield flag
        return

    def on_interrupt(_number: int, _frame: FrameType | None) -> None:
        if flag.pressed and not patient:
            raise KeyboardInterrupt
        flag.pressed = True

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield flag
    finally:
        signal.signal(signal.SIGINT, before)


def undisturbed(function: Function) -> Function:
    """Make Ctrl-C wait for the end of a compiled function: while its results become Python objects, it would crash.

    Parameters
    ----------
    function
        Compiled, and called from Python; it should take no more than some seconds.

    Returns
    -------
    function
        The same; Ctrl-C takes effect when it is done.
    """

    @wraps(function)
    def run(*arguments: Any) -> Any:
        with deferred_interrupt(patient=True) as flag:
            result = function(*arguments)
        if flag.pressed:
            # For whoever was in charge before: Python itself, or somebody who waits for a flag.
            signal.raise_signal(signal.SIGINT)
        return result

    return run  # type: ignore[return-value]  # numba's functions take positional arguments only


def interrupted(error: BaseException | None) -> bool:
    """Whether an exception is Ctrl-C, or what compiled code has made of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
