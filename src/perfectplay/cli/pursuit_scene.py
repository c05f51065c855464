"""What can be seen of a game of arithmetical pursuit, and what came of it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace

from perfectplay.cli.pursuit_text import count_of
from perfectplay.pursuit.expressions import Expression
from perfectplay.pursuit.rules import Number, PursuitPosition, Step

__all__ = ["Entry", "Scene", "Score", "closest", "entries"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A number of a game, dealt or made.

    Attributes
    ----------
    expression
        How it was made from numbers of the deal.
    used
        Whether it has gone into another one.
    """

    expression: Expression
    used: bool


def entries(position: PursuitPosition) -> list[Entry]:
    """Tell how every number of a game was made; those that are not used are the table, in its order."""
    made = [Expression(number) for number in position.numbers]
    used = [False] * len(made)

    def use(number: Number) -> Expression:
        found = next(i for i, one in enumerate(made) if not used[i] and one.value == number)
        used[found] = True
        return made[found]

    for move in position.moves:
        if isinstance(move, Step):
            left = use(move.left)
            made.append(Expression.combine(left, move.operator, use(move.right)))
            used.append(False)
    return [Entry(expression, gone) for expression, gone in zip(made, used, strict=True)]


def closest(position: PursuitPosition) -> tuple[Expression | None, int]:
    """Solve a position: the expression that comes closest, in numbers of the deal, and its value.

    There is no expression where the rules allow no whole number; then the value is 0.
    """
    # The solver brings numpy and numba along: loaded at its door.
    from perfectplay.pursuit.game import GAME  # noqa: PLC0415

    end = position
    for move in GAME.solve(position).moves:
        end = end.play(move)
    if end.rules.use_all and len(end.table) > 1:
        return None, 0
    # What lies on the table comes first; what was used up since counts as well.
    made = (entry.expression for entry in sorted(entries(end), key=lambda entry: entry.used))
    return next((one for one in made if one.value == end.answer), None), end.answer


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
