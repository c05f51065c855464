"""Rounds against an opponent, and what was possible in them: what HTTP answers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.pursuit.expressions import Expression
from perfectplay.pursuit.play.match import Declared, declare, points, score_round
from perfectplay.pursuit.play.opponents import HITS, OPPONENTS, find_answer, load_opponent
from perfectplay.pursuit.questions.odds import PursuitChance
from perfectplay.pursuit.reach import reach
from perfectplay.pursuit.rules import PursuitPosition
from perfectplay.pursuit.solve import solve

__all__ = [
    "PursuitDeclared",
    "PursuitOpponent",
    "PursuitRound",
    "after",
    "opponent_declares",
    "opponents",
    "played_round",
]

NEAR = (1, 5, 10)
"""Distances within which near misses are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitOpponent:
    """An opponent for rounds.

    Attributes
    ----------
    name
        As ``opponent`` takes it.
    hits
        By deck: how many of 100 targets it hits with six numbers, as it was measured once.
    """

    name: str
    hits: Mapping[str, int]


def opponents() -> tuple[PursuitOpponent, ...]:
    """Tell of all opponents, the weakest first."""
    return tuple(
        PursuitOpponent(name=name, hits={deck: hits[name] for deck, hits in HITS.items()}) for name in OPPONENTS
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitDeclared:
    """What a player declares and shows.

    Attributes
    ----------
    name
        The opponent's name, ``"you"`` for the player.
    declared
        The number, or ``None`` if none was declared.
    shown
        Whether it was shown how it is made.
    distance
        How far it is from the target; ``None`` if it was not shown.
    expression
        The formula, such as ``"(100+6)*9-3"``; ``None`` if it was not shown.
    steps
        Its calculations, such as ``"100 + 6 = 106"``.
    points
        What it scores in this round: 10, 7, 5 or 0.
    """

    name: str
    declared: int | None
    shown: bool
    distance: int | None
    expression: str | None
    steps: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitNear:
    """How many numbers near the target can be made.

    Attributes
    ----------
    within
        Largest distance from the target.
    count
        How many whole numbers can be made that are near the target, but not the target.
    possible
        How many there are, from 1 on.
    """

    within: int
    count: int
    possible: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitAfter(PursuitChance):
    """What was possible in a round; the chance is that a random target can be hit with these numbers.

    Attributes
    ----------
    value, distance
        What comes closest to the target, ``None`` if no whole number can be made, and how far it is from it.
    expression
        The simplest formula for it; ``None`` if there is none.
    steps
        Its calculations.
    points
        What it scores.
    near
        Near misses, by distance.
    low, high
        The targets that the chance is about.
    count
        How many of them can be hit.
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
        What the player declared and showed.
    opponent
        What the opponent did; ``None`` if there was none.
    after
        What was possible.
    """

    position: str
    numbers: tuple[int, ...]
    target: int
    rules: str
    player: PursuitDeclared
    opponent: PursuitDeclared | None
    after: PursuitAfter


def _told(name: str, declared: Declared, target: int, score: int) -> PursuitDeclared:
    shown = declared.shown if declared.holds else None
    return PursuitDeclared(
        name=name,
        declared=declared.value,
        shown=shown is not None,
        distance=declared.distance(target),
        expression=None if shown is None else str(shown),
        steps=() if shown is None else shown.step_lines,
        points=score,
    )


def _said(found: Expression | None) -> Declared:
    return Declared(None if found is None else int(found.value), found)


def opponent_declares(
    position: PursuitPosition, opponent: str, seed: int = 0, *, progress: ProgressCallback = ignore_progress
) -> PursuitDeclared:
    """Let an opponent look at a deal; the points are those of a player alone.

    Parameters
    ----------
    position
        A game; moves that were made in it do not matter.
    opponent
        A name of `perfectplay.pursuit.play.opponents.OPPONENTS`.
    seed
        The same seed with the same deal gives the same answer.
    progress
        Called at the start.

    Raises
    ------
    InvalidPositionError
        If there is no such opponent.

    Examples
    --------
    >>> found = opponent_declares(PursuitPosition.new([3, 6, 9, 10, 50, 100], 951), "strong")
    >>> found.declared, found.expression, found.points
    (951, '(100+6)*9-3', 10)
    """
    progress(Progress(f"the opponent {opponent}", 0.0))
    said = _said(find_answer(load_opponent(opponent), position, seed))
    return _told(opponent, said, position.target, *score_round(position.target, said))


def after(position: PursuitPosition, low: int = 1, high: int = 1000) -> PursuitAfter:
    """Tell what was possible with a deal: the simplest best answer, near misses, and the share of targets in reach.

    Parameters
    ----------
    position
        A game; moves that were made in it do not matter.
    low, high
        Targets, equally likely.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `perfectplay.pursuit.reach.reach` does.

    Notes
    -----
    Some 30 milliseconds for six numbers.

    Examples
    --------
    >>> found = after(PursuitPosition.new([1, 3, 7, 10, 25, 50], 831))
    >>> found.value, found.expression, found.count
    (830, '(50+25+7+1)*10', 996)
    >>> [(row.within, row.count, row.possible) for row in found.near]
    [(1, 2, 2), (5, 9, 10), (10, 19, 20)]
    """
    start = position.start()
    best = solve(start)
    first, last = max(1, start.target - max(NEAR)), start.target + max(NEAR)
    around = reach(start.numbers, first, last, start.rules)
    share = reach(start.numbers, low, high, start.rules)
    chance = Fraction(share.count, high - low + 1)
    return PursuitAfter(
        numerator=chance.numerator,
        denominator=chance.denominator,
        probability=float(chance),
        value=None if best.expression is None else best.answer,
        distance=best.distance,
        expression=None if best.expression is None else str(best.expression),
        steps=() if best.expression is None else best.expression.step_lines,
        points=points(None if best.expression is None else best.distance),
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


def played_round(
    position: PursuitPosition,
    declared: int | None = None,
    opponent: str | None = None,
    seed: int = 0,
    low: int = 1,
    high: int = 1000,
    *,
    progress: ProgressCallback = ignore_progress,
) -> PursuitRound:
    """Judge a round: what the player and the opponent declared and showed, what it scores, and what was possible.

    Parameters
    ----------
    position
        The player's game: a declared number has to be one of its results, or of the deal.
    declared
        What the player declared; ``None`` for nothing.
    opponent
        A name of `perfectplay.pursuit.play.opponents.OPPONENTS`; ``None`` if the player plays alone.
    seed
        As for `opponent_declares`.
    low, high
        As for `after`.
    progress
        Called twice.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `declare`, `opponent_declares` and `after` do.

    Examples
    --------
    >>> game = PursuitPosition.from_id("pursuit:3.6.9.10.50.100:951/100a6.106m9")
    >>> found = played_round(game, 954, "strong")
    >>> found.player.points, found.opponent.points, played_round(game, 954).player.points
    (0, 10, 7)
    """
    begin = time.perf_counter()
    progress(Progress("what was declared", 0.0))
    said = declare(position, declared)
    found = None if opponent is None else _said(find_answer(load_opponent(opponent), position, seed))
    scores = score_round(position.target, said, *(() if found is None else (found,)))
    progress(Progress("what was possible", time.perf_counter() - begin))
    return PursuitRound(
        position=position.id,
        numbers=position.numbers,
        target=position.target,
        rules=str(position.rules),
        player=_told("you", said, position.target, scores[0]),
        opponent=None if found is None else _told(str(opponent), found, position.target, scores[1]),
        after=after(position, low, high),
    )
