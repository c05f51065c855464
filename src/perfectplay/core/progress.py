"""Progress of long work, and notices that say in one line why an answer takes longer.

Notices are records of the standard library's logger ``perfectplay``. Other programs can silence, redirect
or collect them like any other log. Without a handler Python writes warnings to standard error, which is right for a
pipe; the command line and the web app have handlers of their own.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from perfectplay.core.running.deadline import about

__all__ = [
    "LOGGER",
    "Estimate",
    "Progress",
    "ProgressCallback",
    "ignore_progress",
    "log_stage",
    "notify",
    "progress_text",
]

LOGGER = logging.getLogger("perfectplay")
"""Logger of all notices: ``WARNING`` for lines that all users should see, ``INFO`` for stages of long work."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A snapshot of long work.

    Attributes
    ----------
    stage
        The current task, in a few words (``"root"``, ``"tree"``, ``"N = 17"``).
    seconds
        Wall-clock seconds since the work began.
    lower, upper
        Best value found and proven bound so far, or ``None``.
    nodes, open_nodes
        Search-tree nodes finished and waiting.
    done, total
        Finished and total units of work; ``total`` is ``None`` when unknown.

    Examples
    --------
    >>> Progress("tree", 1.5, lower=40, upper=44).gap
    4
    """

    stage: str
    seconds: float
    lower: int | None = None
    upper: int | None = None
    nodes: int = 0
    open_nodes: int = 0
    done: int = 0
    total: int | None = None

    @property
    def gap(self) -> int | None:
        """``upper - lower``; ``None`` while either is unknown."""
        return None if self.lower is None or self.upper is None else self.upper - self.lower


ProgressCallback = Callable[[Progress], None]


def ignore_progress(_: Progress) -> None:
    """Do nothing: the default callback.

    Examples
    --------
    >>> ignore_progress(Progress("tree", 1.5))
    """


def progress_text(progress: Progress, left: float | None = None, separator: str = "   ") -> str:
    """Format a snapshot of long work as one line.

    Parameters
    ----------
    progress
        The snapshot.
    left
        Estimated seconds for the rest, if there is an estimate.
    separator
        The text between two parts.

    Examples
    --------
    >>> progress_text(Progress("tree", 1.5, lower=40, upper=44, nodes=3), separator=", ")
    'tree, found 40, bound 44, gap 4, nodes 3'
    """
    parts = [progress.stage]
    if progress.total is not None:
        parts.append(f"{progress.done} of {progress.total}")
    if progress.total:
        parts.append(f"{100 * progress.done // progress.total} %")
    if left is not None:
        parts.append(f"{about(left)} left")
    if progress.lower is not None:
        parts.append(f"found {progress.lower:,}")
    if progress.upper is not None:
        parts.append(f"bound {progress.upper:,}")
    if progress.gap is not None:
        parts.append(f"gap {progress.gap:,}")
    if progress.nodes:
        parts.append(f"nodes {progress.nodes:,}" + (f" + {progress.open_nodes:,}" if progress.open_nodes else ""))
    return separator.join(parts)


class Estimate:
    """An estimate of the remaining time, from the pace since the first snapshot.

    Examples
    --------
    >>> estimate = Estimate()
    >>> estimate.left(Progress("rows", 0.0, total=100), 0.0) is None
    True
    >>> estimate.left(Progress("rows", 4.0, done=20, total=100), 4.0)
    16.0
    """

    def __init__(self) -> None:
        self._total: int | None = None
        self._done = 0
        self._since = 0.0

    def left(self, progress: Progress, now: float) -> float | None:
        """Return the seconds left at a given time; ``None`` while there is no estimate."""
        if progress.total != self._total or progress.done < self._done:
            # Restart the estimate if other work begins or an earlier run is continued: parts that were done before
            # say nothing about the current pace.
            self._total, self._done, self._since = progress.total, progress.done, now
        if progress.total is None or progress.done <= self._done or now - self._since < 1:
            return None
        return (now - self._since) * (progress.total - progress.done) / (progress.done - self._done)


# -- notices -------------------------------------------------------------------------------------------------------


def notify(text: str) -> None:
    """Log why an answer takes longer or cannot be kept; the text has no full stop.

    Examples
    --------
    >>> notify("the file has been repaired")  # a shell that listens shows it
    """
    # Pass the whole text as an argument, so that a handler can translate it.
    LOGGER.warning("%s", text)


def log_stage(text: str) -> None:
    """Log the current stage of long work, which ``--verbose`` shows; the text has no full stop.

    Examples
    --------
    >>> log_stage("round 3: bound 41")
    """
    LOGGER.info("%s", text)
