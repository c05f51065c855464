"""Rounds of two players: what opponents make of a deal, what players declare and show, and what that scores.

Source: the numbers round of the television game *Countdown*, whose rules are these.  When the time is up, each player
declares a number, and then shows how it is made.  A hit scores 10 points, a number within 5 of the target 7, one within
10 of it 5.  Only the closer one scores, and both do if they are equally close.  A player who cannot show what was
declared scores nothing, and the other one is looked at alone.

What opponents can do is limited in calculations and in numbers, never in seconds: the same opponent with the same seed
makes the same of a deal on every machine.
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
"""The largest distance from the target, and the points that it scores; what is farther away scores nothing."""
HITS: Mapping[str, Mapping[str, int]] = {
    "cards": {"beginner": 5, "casual": 11, "keen": 24, "strong": 39, "expert": 74, "perfect": 92},
    "classic": {"beginner": 2, "casual": 6, "keen": 17, "strong": 36, "expert": 75, "perfect": 94},
}
"""How many of 100 targets each of them hits with six numbers of a deck, rounded: ``benchmarks/pursuit_opponents.py``
has measured it over 1,000 deals of each deck with the seed 1."""


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
        raise InvalidPositionError("{value} cannot be declared; declare a number from 0 on", value=quote(value))
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


class Opponent(Protocol):
    """An opponent that looks at a deal and finds a formula."""

    @property
    def name(self) -> str:
        """Short name, as `load_opponent` takes it."""
        ...

    def find(self, game: PursuitPosition, chance: random.Random) -> Expression | None:
        """Return a formula with a whole number as its value, or nothing if none is found."""
        ...


@dataclass(frozen=True, slots=True)
class Rambler:
    """Calculates with two numbers of the table at random, and on and so on, and remembers what came closest.

    The larger number stands first.  After ``numbers - 1`` calculations, after one that the rules forbid or whose result
    is not positive, it begins anew with the deal; it makes ``calculations`` in all, those that fail among them, and
    stops at a hit.  A number of the deal that is closer than all results is its answer, unless all numbers must be
    used.
    """

    name: str
    calculations: int
    numbers: int

    def find(self, game: PursuitPosition, chance: random.Random) -> Expression | None:
        """Return the closest formula that it came across."""
        rules = game.rules
        steps = min(self.numbers, len(game.numbers)) - 1
        counting = not rules.use_all or len(game.numbers) == 1
        best = min(map(Expression, game.numbers), key=lambda one: _distance(one, game)) if counting else None
        left = self.calculations if steps else 0
        while left and (best is None or best.value != game.target):
            table = [Expression(number) for number in game.numbers]
            for _ in range(min(steps, left)):
                left -= 1
                one, other = (table.pop(chance.randrange(len(table))) for _ in range(2))
                if one.value < other.value:
                    one, other = other, one
                operator = chance.choice(rules.operators)
                try:
                    value = calculate(one.value, operator, other.value, rules)
                except IllegalMoveError:
                    break
                if value <= 0:
                    break
                table.append(Expression(value, operator, one, other))
                if value.denominator != 1 or (rules.use_all and len(table) > 1):
                    continue
                if best is None or _distance(table[-1], game) < _distance(best, game):
                    best = table[-1]
        return best


@dataclass(frozen=True, slots=True)
class Seeker:
    """Sees every formula of at most ``numbers`` of the numbers, whichever they are, and takes the closest one.

    With as many as are dealt, it plays perfectly.
    """

    name: str
    numbers: int

    def find(self, game: PursuitPosition, chance: random.Random) -> Expression | None:  # noqa: ARG002  # protocol
        """Return the closest formula; of equally close ones that of the numbers that were dealt first."""
        dealt = game.numbers
        if game.rules.use_all and self.numbers < len(dealt):
            return None
        best = None
        for few in dict.fromkeys(combinations(dealt, min(self.numbers, len(dealt)))):
            found = closest(few, game.target, game.rules)
            if found is not None and (best is None or _distance(found, game) < _distance(best, game)):
                best = found
                if found.value == game.target:
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
"""The opponents by name, the weakest first."""


def load_opponent(name: str) -> Opponent:
    """Return an opponent by its name; an `InvalidPositionError` says which there are."""
    if name not in OPPONENTS:
        raise InvalidPositionError(
            "there is no opponent {name}; the opponents are {opponents}",
            name=unknown(name, OPPONENTS),
            opponents=", ".join(OPPONENTS),
        )
    return OPPONENTS[name]


def find_answer(opponent: Opponent, game: PursuitPosition, seed: int = 0) -> Expression | None:
    """Let an opponent look at a deal: the same seed with the same deal gives the same formula.

    Moves that were made in the game do not matter.  Up to 20 milliseconds for six numbers by the article's rules.

    >>> game = PursuitPosition.new([3, 6, 9, 10, 50, 100], 951)
    >>> for name in ("beginner", "perfect"):
    ...     found = find_answer(load_opponent(name), game, 1)
    ...     print(found, found.value)
    100*10 1000
    (100+6)*9-3 951
    """
    start = game.start()
    # With the deal in it, what is found in one round does not depend on another.
    return opponent.find(start, random.Random(f"{seed} {start.id}"))  # noqa: S311  # a game's chance, not a secret
