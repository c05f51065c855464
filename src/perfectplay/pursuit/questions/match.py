"""Questions about rounds against a computer opponent, and about the best possible results."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from perfectplay.core.progress import Progress
from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.pursuit.odds.result import PursuitChance, chance_of
from perfectplay.pursuit.play import HITS, OPPONENTS, Declared, declare, find_answer, load_opponent, points, score_round
from perfectplay.pursuit.questions.base import AnswerT_co
from perfectplay.pursuit.reach import reach
from perfectplay.pursuit.rules import PursuitPosition
from perfectplay.pursuit.solve import solve

__all__ = [
    "AskOpponent",
    "JudgeRound",
    "PursuitAfter",
    "PursuitDeclared",
    "PursuitOpponent",
    "PursuitRound",
    "opponents",
]

NEAR = (1, 5, 10)
"""The distances from the target for which near misses are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitOpponent:
    """An opponent for rounds.

    Attributes
    ----------
    name
        The opponent's name, as accepted by the parameter ``opponent``.
    hits
        For each deck, the measured percentage of targets that the opponent hits with six numbers.
    """

    name: str
    hits: Mapping[str, int]


def opponents() -> tuple[PursuitOpponent, ...]:
    """Return all opponents, the weakest first."""
    return tuple(
        PursuitOpponent(name=name, hits={deck: hits[name] for deck, hits in HITS.items()}) for name in OPPONENTS
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitDeclared:
    """A player's declaration, and the formula for it.

    Attributes
    ----------
    name
        The opponent's name, or ``"you"`` for the player.
    declared
        The declared number, or ``None`` if none was declared.
    shown
        Whether the player showed a formula for it.
    distance
        The number's distance from the target; ``None`` if there is no formula.
    expression
        The formula, such as ``"(100+6)*9-3"``; ``None`` if there is none.
    steps
        The calculations of the formula, such as ``"100 + 6 = 106"``.
    points
        Points in this round: 10, 7, 5 or 0.
    """

    name: str
    declared: int | None
    shown: bool
    distance: int | None
    expression: str | None
    steps: tuple[str, ...]
    points: int

    @classmethod
    def of(cls, name: str, said: Declared, target: int, score: int) -> Self:
        """Build the answer from a player's declaration and score."""
        shown = said.shown if said.holds else None
        return cls(
            name=name,
            declared=said.value,
            shown=shown is not None,
            distance=said.distance(target),
            expression=None if shown is None else str(shown),
            steps=() if shown is None else shown.step_lines,
            points=score,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitNear:
    """The number of possible results near the target.

    Attributes
    ----------
    within
        Largest distance from the target.
    count
        Number of integers within that distance that can be made, not counting the target.
    possible
        Number of positive integers within that distance, not counting the target.
    """

    within: int
    count: int
    possible: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitAfter(PursuitChance):
    """The best results that were possible in a round, and the chance that the deal hits a random target.

    Attributes
    ----------
    value, distance
        The result closest to the target, ``None`` if no integer can be made, and its distance from the target.
    expression
        The simplest formula for it; ``None`` if there is none.
    steps
        The calculations of the formula.
    points
        The points for this value.
    near
        Counts of near misses, for several distances.
    low, high
        The first and the last target to which the chance applies.
    count
        Number of these targets that can be hit.

    Examples
    --------
    >>> found = PursuitAfter.of(PursuitPosition.new([1, 3, 7, 10, 25, 50], 831))
    >>> found.value, found.expression, found.count
    (830, '(50+25+7+1)*10', 996)
    >>> [(row.within, row.count, row.possible) for row in found.near]
    [(1, 2, 2), (5, 9, 10), (10, 19, 20)]
    """

    value: int | None
    distance: int
    expression: str | None
    steps: tuple[str, ...]
    points: int
    near: tuple[PursuitNear, ...]
    low: int
    high: int
    count: int

    @classmethod
    def of(cls, position: PursuitPosition, low: int = 1, high: int = 1000) -> Self:
        """Find the simplest best answer, the near misses, and the share of targets from ``low`` to ``high`` in reach.

        Moves of the game do not matter. Takes about 30 milliseconds for six numbers.
        """
        start = position.start()
        best = solve(start)
        expression = best.expression
        distance = best.distance if expression is None else abs(int(expression.value) - start.target)
        first, last = max(1, start.target - max(NEAR)), start.target + max(NEAR)
        around = reach(start.numbers, first, last, start.rules)
        share = reach(start.numbers, low, high, start.rules)
        return cls(
            **chance_of(Fraction(share.count, high - low + 1)),
            value=None if expression is None else int(expression.value),
            distance=distance,
            expression=None if expression is None else str(expression),
            steps=() if expression is None else expression.step_lines,
            points=points(None if expression is None else distance),
            near=tuple(
                PursuitNear(
                    within=within,
                    count=sum(0 < abs(value - start.target) <= within for value in around.targets),
                    possible=within + min(within, start.target - 1),
                )
                for within in NEAR
            ),
            low=low,
            high=high,
            count=share.count,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitRound:
    """A round that is over.

    Attributes
    ----------
    position
        Id of the player's game.
    numbers, target
        The deal and its target.
    rules
        The rules as text, ``""`` for the article's.
    player
        The player's declaration.
    opponent
        The opponent's declaration; ``None`` if there was no opponent.
    after
        The best results that were possible.
    """

    position: str
    numbers: tuple[int, ...]
    target: int
    rules: str
    player: PursuitDeclared
    opponent: PursuitDeclared | None
    after: PursuitAfter


@dataclass(frozen=True, slots=True, kw_only=True)
class _AboutGame(Question[AnswerT_co]):
    """A question about an opponent who may choose at random; the same seed gives the same answer."""

    position: PursuitPosition
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AskOpponent(_AboutGame[PursuitDeclared]):
    """A question: the formula that an opponent of `perfectplay.pursuit.play.OPPONENTS` finds, scored without a rival.

    Moves already made are ignored.

    >>> game = PursuitPosition.new([3, 6, 9, 10, 50, 100], 951)
    >>> found = AskOpponent(position=game, opponent="strong").answer()
    >>> found.declared, found.expression, found.points
    (951, '(100+6)*9-3', 10)
    """

    opponent: str

    def answer(self, work: Work = UNLIMITED) -> PursuitDeclared:
        """Ask the opponent for a formula, and score it."""
        work.progress(Progress(f"the opponent {self.opponent}", 0.0))
        said, target = _declared(self.opponent, self.position, self.seed), self.position.target
        return PursuitDeclared.of(self.opponent, said, target, *score_round(target, said))


def _declared(opponent: str, game: PursuitPosition, seed: int) -> Declared:
    """Return the declaration of an opponent who inspects the deal."""
    declared = find_answer(load_opponent(opponent), game, seed)
    return Declared(None if declared is None else int(declared.value), declared)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRound(_AboutGame[PursuitRound]):
    """A question: the result of a round, with or without an opponent, and the best results that were possible.

    A declared number scores only if it is a dealt number or a result in ``position``. ``targets`` are the lowest and
    highest targets for the share of targets that the deal can hit.

    >>> game = PursuitPosition.from_id("pursuit:3.6.9.10.50.100:951/100a6.106m9")
    >>> found = JudgeRound(position=game, declared=954, opponent="strong").answer()
    >>> found.player.points, found.opponent.points, JudgeRound(position=game, declared=954).answer().player.points
    (0, 10, 7)
    """

    declared: int | None = None
    opponent: str | None = None
    targets: tuple[int, int] = (1, 1000)

    def answer(self, work: Work = UNLIMITED) -> PursuitRound:
        """Score the round, then find the best possible results; report progress before each of these two stages."""
        begin = time.perf_counter()
        work.progress(Progress("what was declared", 0.0))
        game = self.position
        players = {"you": declare(game, self.declared)}
        if self.opponent is not None:
            players[self.opponent] = _declared(self.opponent, game, self.seed)
        scores = score_round(game.target, *players.values())
        work.progress(Progress("what was possible", time.perf_counter() - begin))
        player, *others = (
            PursuitDeclared.of(name, said, game.target, score)
            for (name, said), score in zip(players.items(), scores, strict=True)
        )
        return PursuitRound(
            position=game.id,
            numbers=game.numbers,
            target=game.target,
            rules=str(game.rules),
            player=player,
            opponent=others[0] if others else None,
            after=PursuitAfter.of(game, *self.targets),
        )
