"""Two players, one deal: what they declare, what they show, and what that scores.

Source: the numbers round of the television game *Countdown*, whose rules are these.  When the time is up, each player
declares a number, and then shows how it is made.  A hit scores 10 points, a number within 5 of the target 7, one within
10 of it 5.  Only the closer one scores, and both do if they are equally close.  A player who cannot show what was
declared scores nothing, and the other one is looked at alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.expressions import Expression, entries
from perfectplay.pursuit.rules import PursuitPosition

__all__ = ["Declared", "declare", "points", "score_round"]

POINTS: tuple[tuple[int, int], ...] = ((0, 10), (5, 7), (10, 5))
"""The largest distance from the target, and the points that it scores; what is farther away scores nothing."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What a player says, if anything, and a formula with that value in numbers of the deal, if there is one."""

    value: int | None
    shown: Expression | None = None

    @property
    def holds(self) -> bool:
        """Whether the player shows what was declared."""
        return self.value is not None and self.shown is not None and self.shown.value == self.value

    def distance(self, target: int) -> int | None:
        """How far it is from the target; ``None`` if it does not hold."""
        return abs(self.value - target) if self.value is not None and self.holds else None


def declare(position: PursuitPosition, value: int | None) -> Declared:
    """Look for a declared number, 0 or more, among those that a player has made, and those of the deal.

    Where all numbers must be used, it has to be the one that is left.

    >>> game = PursuitPosition.from_id("pursuit:3.6.9.10.50.100:951/100a6.106m9")
    >>> declare(game, 954).holds, declare(game, 951).holds
    (True, False)
    """
    if value is not None and value < 0:
        message = Text("{value} cannot be declared; declare a number from 0 on", value=quote(value))
        raise InvalidPositionError(message)
    made = [entry for entry in entries(position) if not (position.rules.use_all and entry.used)]
    if position.rules.use_all and len(made) > 1:
        made = []
    return Declared(value, next((entry.expression for entry in made if entry.expression.value == value), None))


def points(distance: int | None) -> int:
    """Tell what a distance from the target scores; ``None``, where nothing holds, scores nothing.

    >>> [points(distance) for distance in (0, 1, 5, 6, 10, 11, None)]
    [10, 7, 7, 5, 5, 0, 0]
    """
    return 0 if distance is None else next((score for most, score in POINTS if distance <= most), 0)


def score_round(target: int, *players: Declared) -> tuple[int, ...]:
    """Tell what each player scores: only those who come closest do; one who plays alone is always the closest.

    >>> near, nearer, wrong = (declare(PursuitPosition.new([7, 9], 10), value) for value in (7, 9, 10))
    >>> score_round(10, near, nearer), score_round(10, near, near), score_round(10, near, wrong)
    ((0, 7), (7, 7), (7, 0))
    """
    distances = [player.distance(target) for player in players]
    closest = min((distance for distance in distances if distance is not None), default=None)
    return tuple(points(distance) if distance == closest else 0 for distance in distances)
