"""Check the deadline and Ctrl-C, and report progress, between two steps of long work."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from perfectplay.core.progress import Progress, ProgressCallback, notify
from perfectplay.core.running.deadline import LONG, Deadline, about, open_deadline
from perfectplay.core.text.texts import Text

__all__ = ["Watch", "watched"]

_BETWEEN = 0.2
"""Seconds between two reports of progress."""
_SURE = 1.0
"""Seconds after which progress reports include an estimate of the time left."""


class Watch:
    """A watch on long work that checks its deadline, reports its progress, and warns if much time is left.

    ``reason`` says why the work had to stop; it is ``None`` if the work did not have to stop.
    """

    def __init__(
        self,
        deadline: Deadline,
        progress: ProgressCallback,
        advice: str = Text("Ctrl-C ends it and prints what is known by then"),
    ) -> None:
        self.reason: Literal["interrupted", "time limit"] | None = None
        self._deadline = deadline
        self._progress = progress
        self._advice: str | None = advice

    def begin(self, stage: str, lengths: int | None = None) -> None:
        """Begin the next stage; its progress counts up to ``lengths``, or units of work if that is ``None``."""
        self._stage, self._lengths = stage, lengths
        self._began = self._reported = time.perf_counter()
        self._length = 0

    def __call__(self, length: int, done: int, total: int) -> bool:
        """Check the deadline and report progress; the signature matches `perfectplay.coins.ties.Tick`."""
        now = time.perf_counter()
        self.reason = self._deadline.reason
        if self.reason is None and (length != self._length or now >= self._reported + _BETWEEN):
            self._length, self._reported = length, now
            self._report(done, total, now)
        return self.reason is not None

    def _report(self, done: int, total: int, now: float) -> None:
        taken = now - self._began
        left = taken * max(total - done, 0) / done if done else 0.0
        estimate = f", {about(left)} left" if done and taken > _SURE else ""
        # The current length is unfinished, so count only the lengths before it.
        units = (done, total) if self._lengths is None else (self._length - 1, self._lengths)
        self._progress(Progress(f"{self._stage}{estimate}", self._deadline.seconds, done=units[0], total=units[1]))
        if left > LONG and taken > _SURE and self._advice is not None:
            notify(Text("this takes {time} more; {advice}", time=about(left), advice=self._advice))
            self._advice = None


@contextmanager
def watched(stage: str, lengths: int, time_limit: float | None, progress: ProgressCallback) -> Iterator[Watch]:
    """Watch work on the lengths 1, 2, ..., ``lengths``; the first Ctrl-C only asks it to stop."""
    with open_deadline(time_limit) as deadline:
        watch = Watch(deadline, progress)
        watch.begin(stage, lengths)
        yield watch
