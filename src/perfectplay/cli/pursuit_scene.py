"""What can be seen of a game of arithmetical pursuit, and what came of it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace

from perfectplay.cli.pursuit_text import count_of
from perfectplay.pursuit.rules import PursuitPosition

__all__ = ["Scene", "Score"]


@dataclass(frozen=True, slots=True)
class Score:
    """What came of the games so far.

    Attributes
    ----------
    games
        Games that were finished: by a hit, by stopping, or by the clock.
    hits
        How many of them hit the target.
    distance
        How far the others were from it, in all.
    helped
        Games in which a hint or the answer was asked for before the end; they are not counted above.
    """

    games: int = 0
    hits: int = 0
    distance: int = 0
    helped: int = 0

    def plus(self, distance: int, *, helped: bool) -> Score:
        """Add a game."""
        if helped:
            return replace(self, helped=self.helped + 1)
        return Score(self.games + 1, self.hits + (distance == 0), self.distance + distance, self.helped)

    def __str__(self) -> str:
        """Return it in words."""
        parts = [f"{count_of(self.hits, 'hit')} in {count_of(self.games, 'game')}"] if self.games else []
        if self.distance:
            parts.append(f"{self.distance:,} away in all")
        if self.helped:
            parts.append(f"{count_of(self.helped, 'game')} with help")
        return ", ".join(parts) or "no game so far"


@dataclass(frozen=True, slots=True)
class Scene:
    """All that can be seen.

    Attributes
    ----------
    position
        The position now.
    score
        What came of the games so far.
    spent, limit
        Seconds of the clock; no limit if ``None``.
    finished
        Whether the game's result is counted already.
    options
        What else belongs on the command line to go on.
    """

    position: PursuitPosition
    score: Score
    spent: float
    limit: float | None
    finished: bool
    options: Sequence[str]

    @property
    def resume(self) -> str:
        """The command that goes on from here."""
        return shlex.join(["perfectplay", "pursuit", "play", "--position", self.position.id, *self.options])
