"""What a person by the model of `perfectplay.pursuit.person` hits: what ``--json`` prints."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from statistics import fmean

from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.schema import optional
from perfectplay.pursuit.answers.deals import Dealing
from perfectplay.pursuit.answers.odds import PursuitByUsed, by_used
from perfectplay.pursuit.deals import CARDS, Deck
from perfectplay.pursuit.difficulty import grade
from perfectplay.pursuit.grades import GRADES, PursuitDifficulty
from perfectplay.pursuit.habits import habit_chances
from perfectplay.pursuit.odds import odds
from perfectplay.pursuit.person import Attempts, Estimate, Person, attempts, estimate, rank_correlation
from perfectplay.pursuit.rules import PursuitPosition

__all__ = [
    "PursuitGrades",
    "PursuitHabits",
    "PursuitPersonDeal",
    "PursuitPersonDeals",
    "person_deal",
    "person_deals",
    "person_habits",
]

TIMES = (1, 2, 4, 10, 20)
"""Multiples of the clock for which chances are told, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitWithin:
    """The chance of a hit within a time.

    Attributes
    ----------
    seconds, calculations
        The time, and how many calculations it is enough for.
    chance
        The chance, by the model.
    """

    seconds: float
    calculations: int
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitWithinMean(PursuitWithin):
    """The mean chance of a hit within a time.

    Attributes
    ----------
    error
        The standard error of the mean.
    """

    error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitPersonDeal:
    """What a person makes of a deal, by the model.

    Attributes
    ----------
    person
        The assumptions.
    numbers, target
        The deal and its target.
    possible
        Whether there is a hit that the person finds in the end.
    within
        The chance within the time on the clock, and within some multiples of it.
    difficulty
        How hard the game is, by its grade.

    Examples
    --------
    >>> from perfectplay.pursuit.rules import PursuitPosition
    >>> person_deal(Person(), PursuitPosition.new([3, 6, 9], 51), 30).possible
    True
    """

    person: Person
    numbers: tuple[int, ...]
    target: int
    possible: bool
    within: tuple[PursuitWithin, ...]
    difficulty: PursuitDifficulty


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitByGrade:
    """The deals of a sample with one grade.

    Attributes
    ----------
    grade
        The grade.
    games
        How many of the deals have it.
    chance
        Their mean chance within the time on the clock; ``None`` if there are none.
    """

    grade: str
    games: int
    chance: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitGrades:
    """How the grades of a sample go with the chances.

    Attributes
    ----------
    by_grade
        A row for each grade, the easiest first.
    correlation
        Spearman's rank correlation of the points of the grade and the chance within the time on the clock; ``None`` if
        all of either are equal.
    correlation_possible
        The same, among the deals whose target can be hit.
    """

    by_grade: tuple[PursuitByGrade, ...]
    correlation: float | None
    correlation_possible: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitPersonDeals:
    """What a person makes of a sample of deals, by the model.

    Attributes
    ----------
    person
        The assumptions.
    deck
        The deck's name.
    games, seed
        How many deals were looked at, and the seed that they came from.
    possible, possible_error
        The share of them with a hit that the person finds in the end, and its standard error.
    within
        The mean chance within the time on the clock, and within some multiples of it.
    grades
        How the grades go with the chances, if that was asked for.
    """

    person: Person
    deck: str
    games: int
    seed: int
    possible: float
    possible_error: float
    within: tuple[PursuitWithinMean, ...]
    grades: PursuitGrades | None = optional()  # it declares a field


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitHabits:
    """What habits leave within reach, over all deals of a deck and without a clock, exactly.

    Attributes
    ----------
    deck
        The deck's name.
    numbers, low, high
        How many numbers are dealt, and the first and the last target.
    largest
        The largest result of those who avoid larger ones.
    by_used
        The chance with at most 1, 2, ... of the numbers, by any formula.
    by_used_small
        The same, by a formula without a result above ``largest``.
    by_used_line
        The same, if also each calculation takes the last result and one more number of the deal.

    Examples
    --------
    >>> from perfectplay.pursuit.deals import SUIT
    >>> person_habits(SUIT, 2, 1, 10).by_used_line[-1].numerator
    97
    """

    deck: str
    numbers: int
    low: int
    high: int
    largest: int
    by_used: tuple[PursuitByUsed, ...]
    by_used_small: tuple[PursuitByUsed, ...]
    by_used_line: tuple[PursuitByUsed, ...]


def person_habits(
    deck: Deck = CARDS,
    numbers: int = 6,
    low: int = 1,
    high: int = 1000,
    *,
    largest: int = 1000,
    progress: ProgressCallback = ignore_progress,
) -> PursuitHabits:
    """Tell what habits leave within reach.

    Parameters
    ----------
    deck, numbers, low, high, largest, progress
        As for `perfectplay.pursuit.habits.habit_chances`.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `perfectplay.pursuit.habits.habit_chances` does.

    Examples
    --------
    >>> from perfectplay.pursuit.deals import SUIT
    >>> found = person_habits(SUIT, 3, 1, 100, largest=100)
    >>> [round(rows[-1].probability, 4) for rows in (found.by_used, found.by_used_small, found.by_used_line)]
    [0.1851, 0.1843, 0.1843]
    """
    line = habit_chances(deck, numbers, low, high, largest=largest, progress=progress)
    small = habit_chances(deck, numbers, low, high, largest=largest, line=False, progress=progress)
    return PursuitHabits(
        deck=deck.name,
        numbers=numbers,
        low=low,
        high=high,
        largest=largest,
        by_used=by_used(odds(deck, numbers, low, high, progress=progress).by_used),
        by_used_small=by_used(small),
        by_used_line=by_used(line),
    )


def person_deal(person: Person, game: PursuitPosition, seconds: float) -> PursuitPersonDeal:
    """Tell what a person makes of a deal.

    Parameters
    ----------
    person
        The assumptions.
    game
        A deal of at most six numbers, by the article's rules.
    seconds
        The time on the clock.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `perfectplay.pursuit.person.attempts` does, or if there are no seconds, or too many.

    Examples
    --------
    >>> from perfectplay.pursuit.rules import PursuitPosition
    >>> [row.calculations for row in person_deal(Person(), PursuitPosition.new([3, 6, 9], 51), 30).within]
    [15, 30, 60, 150, 300]
    """
    counts = [(many * seconds, person.calculations(many * seconds)) for many in TIMES]
    found = attempts(person, game.numbers, game.target)
    return PursuitPersonDeal(
        person=person,
        numbers=game.numbers,
        target=game.target,
        possible=found.possible,
        within=tuple(PursuitWithin(seconds=much, calculations=n, chance=found.chance(n)) for much, n in counts),
        difficulty=grade(game.numbers, game.target),
    )


def person_deals(
    person: Person,
    dealing: Dealing,
    games: int,
    seconds: float,
    *,
    deck: str,
    seed: int,
    grades: bool = False,
    progress: ProgressCallback = ignore_progress,
) -> PursuitPersonDeals:
    """Tell what a person makes of a sample of deals.

    Parameters
    ----------
    person
        The assumptions.
    dealing
        Where the deals come from: at most six numbers, by the article's rules.
    games
        How many deals, two or more.
    seconds
        The time on the clock for each.
    deck, seed
        What the deals come from, to be told.
    grades
        Whether to grade the deals, too.
    progress
        Called before every deal; ``done`` counts those before it.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `person_deal` does, or if there are fewer than two deals.

    Notes
    -----
    Five milliseconds for a deal of six numbers, and some ten more for its grade.
    """
    begin = time.perf_counter()
    counts = [(many * seconds, person.calculations(many * seconds)) for many in TIMES]
    dealt, found = [], []
    for done in range(games):
        progress(Progress("deals", time.perf_counter() - begin, done=done, total=games))
        dealt.append(dealing())
        found.append(attempts(person, dealt[-1].numbers, dealt[-1].target))
    possible = estimate([float(one.possible) for one in found])
    means: list[Estimate] = [estimate([one.chance(n) for one in found]) for _, n in counts]
    return PursuitPersonDeals(
        person=person,
        deck=deck,
        games=games,
        seed=seed,
        possible=possible.mean,
        possible_error=possible.error,
        within=tuple(
            PursuitWithinMean(seconds=much, calculations=n, chance=one.mean, error=one.error)
            for (much, n), one in zip(counts, means, strict=True)
        ),
        grades=_grades(dealt, found, counts[0][1], progress) if grades else None,
    )


def _grades(
    games: Sequence[PursuitPosition], found: Sequence[Attempts], calculations: int, progress: ProgressCallback
) -> PursuitGrades:

    begin = time.perf_counter()
    given: list[PursuitDifficulty] = []
    for done, game in enumerate(games):
        progress(Progress("grades", time.perf_counter() - begin, done=done, total=len(games)))
        given.append(grade(game.numbers, game.target))
    chances = [one.chance(calculations) for one in found]
    pairs = list(zip(given, chances, strict=True))
    rows = []
    for word, _ in GRADES:
        those = [chance for difficulty, chance in pairs if difficulty.grade == word]
        rows.append(PursuitByGrade(grade=word, games=len(those), chance=fmean(those) if those else None))
    hittable = [pair for pair in pairs if pair[0].grade != GRADES[-1][0]]
    return PursuitGrades(
        by_grade=tuple(rows), correlation=_correlation(pairs), correlation_possible=_correlation(hittable)
    )


def _correlation(pairs: Sequence[tuple[PursuitDifficulty, float]]) -> float | None:
    found = rank_correlation([difficulty.points for difficulty, _ in pairs], [chance for _, chance in pairs])
    return None if isnan(found) else found
