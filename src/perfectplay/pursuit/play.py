"""Rounds of two players: the formulae of computer opponents, the players' declarations, and the scores.

Source: the numbers round of the television game *Countdown*, with the following rules. When time is up, each player
declares a number and then shows how to make it. A hit scores 10 points, a number within 5 of the target 7, and one
within 10 of it 5. Only the closer player scores, or both if they are equally close. A player who cannot show the
declared number scores nothing, and the other player is judged alone.

Opponents are limited in calculations and numbers, never in seconds, so that the same opponent with the same seed finds
the same formula for a deal on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, quote
from perfectplay.core.text.words import unknown
from perfectplay.pursuit.expressions import Expression, entries
from perfectplay.pursuit.rules import PursuitPosition, calculate
from perfectplay.pursuit.search.solutions import closest

__all__ = ["HITS", "OPPONENTS", "Declared", "declare", "find_answer", "load_opponent", "points", "score_round"]

POINTS: tuple[tuple[int, int], ...] = ((0, 10), (5, 7), (10, 5))
"""Pairs of a distance and the points for answers within it; larger distances score nothing."""
HITS: Mapping[str, Mapping[str, int]] = {
    "cards": {"beginner": 5, "casual": 11, "keen": 24, "strong": 39, "expert": 74, "perfect": 92},
    "classic": {"beginner": 2, "casual": 6, "keen": 17, "strong": 36, "expert": 75, "perfect": 94},
}
"""Percentage of targets that each opponent hits with six numbers of a deck, rounded. Measured by
``benchmarks/pursuit_opponents.py`` over 1,000 deals of each deck with the seed 1."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A player's declared number, if any, and the formula that the player shows for it, if any."""

    value: int | None
    shown: Expression | None = None

    @property
    def holds(self) -> bool:
        """Return whether the player can show the declared number."""
        return self.value is not None and self.shown is not None and self.shown.value == self.value

    def distance(self, target: int) -> int | None:
        """Return the distance of the declared number from the target; ``None`` if the player cannot show the number."""
        return abs(self.value - target) if self.value is not None and self.holds else None


def declare(position: PursuitPosition, value: int | None) -> Declared:
    """Find a formula for a declared number, 0 or more, among the player's results and the numbers of the deal.

    If all numbers must be used, only the last number left on the table counts.

    >>> game = PursuitPosition.from_id("pursuit:3.6.9.10.50.100:951/100a6.106m9")
    >>> declare(game, 954).holds, declare(game, 951).holds
    (True, False)
    """
    if value is not None and value < 0:
        raise InvalidPositionError("{value} cannot be declared; declare a number of at least 0", value=quote(value))
    made = [entry for entry in entries(position) if not (position.rules.use_all and entry.used)]
    if position.rules.use_all and len(made) > 1:
        made = []
    return Declared(value, next((entry.expression for entry in made if entry.expression.value == value), None))


def points(distance: int | None) -> int:
    """Return the points for a distance from the target, or 0 for ``None``, which means that the number cannot be shown.

    >>> [points(distance) for distance in (0, 1, 5, 6, 10, 11, None)]
    [10, 7, 7, 5, 5, 0, 0]
    """
    return 0 if distance is None else next((score for most, score in POINTS if distance <= most), 0)


def score_round(target: int, *players: Declared) -> tuple[int, ...]:
    """Return the points of each player: only the closest players score, and a single player is always closest.

    >>> near, nearer, wrong = (declare(PursuitPosition.new([7, 9], 10), value) for value in (7, 9, 10))
    >>> score_round(10, near, nearer), score_round(10, near, near), score_round(10, near, wrong)
    ((0, 7), (7, 7), (7, 0))
    """
    distances = [player.distance(target) for player in players]
    closest = min((distance for distance in distances if distance is not None), default=None)
    return tuple(points(distance) if distance == closest else 0 for distance in distances)


class Opponent(Protocol):
    """A computer opponent, who inspects a deal and finds a formula."""

    @property
    def name(self) -> str:
        """The opponent's name, as `load_opponent` accepts it."""
        ...

    def find(self, game: PursuitPosition, chance: random.Random) -> Expression | None:
        """Return a formula with an integer value, or ``None`` if none is found."""
        ...


@dataclass(frozen=True, slots=True)
class Rambler:
    """An opponent who calculates with random numbers on the table and remembers the closest result.

    The larger operand comes first. The opponent starts again with the deal after ``numbers - 1`` calculations, or after
    one that the rules forbid or whose result is not positive. The opponent stops at a hit, or after ``calculations`` in
    total, including failed ones, and answers a dealt number if no result is closer and not all numbers must be used.
    """

    name: str
    calculations: int
    numbers: int

    def find(self, game: PursuitPosition, chance: random.Random) -> Expression | None:
        """Return the closest formula that the random tries found, or ``None``."""
        rules = game.rules
        steps = min(self.numbers, len(game.numbers)) - 1
        counting = not rules.use_all or len(game.numbers) == 1
        best = min(map(Expression, game.numbers), key=lambda first: _distance(first, game)) if counting else None
        left = self.calculations if steps else 0
        while left and (best is None or best.value != game.target):
            table = [Expression(number) for number in game.numbers]
            for _ in range(min(steps, left)):
                left -= 1
                first, second = (table.pop(chance.randrange(len(table))) for _ in range(2))
                if first.value < second.value:
                    first, second = second, first
                operator = chance.choice(rules.operators)
                try:
                    value = calculate(first.value, operator, second.value, rules)
                except IllegalMoveError:
                    break
                if value <= 0:
                    break
                table.append(Expression(value, operator, first, second))
                if value.denominator != 1 or (rules.use_all and len(table) > 1):
                    continue
                if best is None or _distance(table[-1], game) < _distance(best, game):
                    best = table[-1]
        return best


@dataclass(frozen=True, slots=True)
class Seeker:
    """An opponent who considers every formula of at most ``numbers`` numbers, and takes the closest one.

    If ``numbers`` is at least the size of the deal, the opponent plays perfectly.
    """

    name: str
    numbers: int

    def find(self, game: PursuitPosition, chance: random.Random) -> Expression | None:  # noqa: ARG002  # protocol
        """Return the closest formula; on ties, the one whose numbers were dealt first."""
        dealt = game.numbers
        if game.rules.use_all and self.numbers < len(dealt):
            return None
        best = None
        for few in dict.fromkeys(combinations(dealt, min(self.numbers, len(dealt)))):
            formula = closest(few, game.target, game.rules)
            if formula is not None and (best is None or _distance(formula, game) < _distance(best, game)):
                best = formula
                if formula.value == game.target:
                    break
        return best


def _distance(expression: Expression, game: PursuitPosition) -> int:
    return abs(int(expression.value) - game.target)


OPPONENTS: Mapping[str, Opponent] = {
    opponent.name: opponent
    for opponent in (
        Rambler("beginner", 300, 4),
        Rambler("casual", 1_000, 5),
        Rambler("keen", 5_000, 5),
        Seeker("strong", 4),
        Seeker("expert", 5),
        Seeker("perfect", 8),
    )
}
"""Map names to the opponents, the weakest first."""


def load_opponent(name: str) -> Opponent:
    """Return the opponent with this name; the `InvalidPositionError` for an unknown name lists all names."""
    if name not in OPPONENTS:
        raise InvalidPositionError(
            "there is no opponent {name}; the opponents are {opponents}",
            name=unknown(name, OPPONENTS),
            opponents=", ".join(OPPONENTS),
        )
    return OPPONENTS[name]


def find_answer(opponent: Opponent, game: PursuitPosition, seed: int = 0) -> Expression | None:
    """Return the formula that an opponent finds for a deal; the same seed and deal give the same formula.

    Moves already made are ignored. Takes up to 20 milliseconds for six numbers by the article's rules.

    >>> game = PursuitPosition.new([3, 6, 9, 10, 50, 100], 951)
    >>> for name in ("beginner", "perfect"):
    ...     found = find_answer(load_opponent(name), game, 1)
    ...     print(found, found.value)
    100*10 1000
    (100+6)*9-3 951
    """
    start = game.start()
    # Seed with the deal's id so that rounds are independent.
    return opponent.find(start, random.Random(f"{seed} {start.id}"))  # noqa: S311  # a game's chance, not a secret
