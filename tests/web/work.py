"""Jobs that misbehave, for tests of the pool; they have their own module so that processes load it quickly."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress, ProgressCallback, notify


@dataclass(frozen=True)
class Told:
    """An answer that says whether it is proven, and that may contain another answer."""

    status: str
    more: Told | None = None


def bring(value: Any, note: Path | None = None, *, progress: ProgressCallback) -> Any:
    """Return a value, and record the call in a file."""
    del progress
    if note is not None:
        with note.open("a", encoding="utf-8") as file:
            file.write(".")
    return value


def refuse(note: Path, *, progress: ProgressCallback) -> None:
    """Find out that the work is too much, and record the call in a file."""
    bring(None, note, progress=progress)
    raise LimitExceededError("that was too much")


def fall_short(number: int, *, progress: ProgressCallback) -> None:
    """Fail with a system error, such as running out of memory."""
    del progress
    raise OSError(number, os.strerror(number))


def die(*, progress: ProgressCallback) -> None:
    """End like a process that needs too much memory."""
    progress(Progress("dying", 0.0))
    os.kill(os.getpid(), signal.SIGKILL)


def interrupt(*, progress: ProgressCallback) -> None:
    """End like a process that receives Ctrl-C while it starts."""
    del progress
    raise KeyboardInterrupt


def last(number: int, *, progress: ProgressCallback) -> int:
    """Report progress for a minute."""
    for i in range(1200):
        progress(Progress("lasting", i / 20, done=number))
        time.sleep(0.05)
    return number


def notify_first(go: Path, text: str, *, progress: ProgressCallback) -> str:
    """Begin, send a notice that the work takes long, and continue when a file exists, or after a minute."""
    progress(Progress("root", 0.0))
    notify(text)
    for _ in range(1200):
        if go.exists():
            break
        time.sleep(0.05)
    for i in range(1200):
        progress(Progress("tree", 2.0, done=i))
        time.sleep(0.05)
        if not go.exists():
            return "done"
    return "late"


class Unpicklable:
    """A result that a process cannot send back."""

    def __reduce__(self) -> str:
        raise TypeError("this cannot be pickled")


class UnpicklableError(Exception):
    """An error that a process cannot send back."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} {second}")


def fail(*, progress: ProgressCallback) -> Any:
    """Raise an error that cannot be sent back."""
    del progress
    raise UnpicklableError("both", "words")  # not a message: the test is about the two arguments


def bring_unpicklable(*, progress: ProgressCallback) -> Any:
    """Return a result that cannot be sent back."""
    del progress
    return Unpicklable()
