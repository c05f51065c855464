"""One progress protocol for everything that takes long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Progress", "ProgressCallback", "ignore_progress"]


@dataclass(frozen=True, slots=True)
class Progress:
    """A snapshot of long work.

    Attributes
    ----------
    stage
        What is being done, in a few words (``"root"``, ``"tree"``, ``"N = 17"``).
    seconds
        Wall-clock seconds since the work began.
    lower, upper
        Best value found and proven bound so far, or ``None`` where the work has no such notion.
    nodes, open_nodes
        Search-tree nodes finished and waiting.
    done, total
        Finished and total units of work, for a progress bar; ``total`` is ``None`` when unknown.

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
        """``upper - lower``, or ``None`` while either is unknown."""
        return None if self.lower is None or self.upper is None else self.upper - self.lower


ProgressCallback = Callable[[Progress], None]


def ignore_progress(_: Progress) -> None:
    """Do nothing: the default callback.

    Examples
    --------
    >>> ignore_progress(Progress("tree", 1.5))
    """
