"""Answers about one deal of arithmetical pursuit: what ``--json`` prints, and what HTTP answers.

Every function here takes plain arguments.  Only questions about many numbers load numpy and numba: see
`perfectplay.pursuit.search.values`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from perfectplay.core.answers import Solved, common
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.schema import Exact, optional
from perfectplay.core.text.texts import Text
from perfectplay.pursuit import reach
from perfectplay.pursuit.deal import difficulty
from perfectplay.pursuit.deal.grades import PursuitDifficulty
from perfectplay.pursuit.expressions import Expression
from perfectplay.pursuit.rules import MAX_TARGET, PursuitPosition, Rules, check_numbers
from perfectplay.pursuit.search import solutions
from perfectplay.pursuit.search.values import forecast, shared_values
from perfectplay.pursuit.solve import PursuitResult, solve

__all__ = [
    "Findings",
    "PursuitMap",
    "PursuitNearest",
    "PursuitSolution",
    "PursuitSolved",
    "findings",
    "map_record",
    "mapped",
    "solved",
    "targets",
    "told",
]

_MOST_TARGETS = 1000
"""The article's largest target, up to which what a deal reaches is counted."""
_TOTAL = 6
"""Most numbers for which all solutions are counted although fewer are listed; of more there may be too many."""


# -- solving -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitNearest:
    """Why a target cannot be hit.

    Attributes
    ----------
    low, high
        Targets that were counted.
    count
        How many of them the deal reaches.
    below, above
        The closest targets that it reaches, or ``None``.

    Examples
    --------
    >>> from perfectplay.pursuit.reach import reach as map_of
    >>> PursuitNearest.of(map_of([1, 3, 7, 10, 25, 50]), 831, 1000)
    PursuitNearest(low=1, high=1000, count=996, below=830, above=832)
    """

    low: int
    high: int
    count: int
    below: int | None
    above: int | None

    @classmethod
    def of(cls, found: reach.Reach, target: int, high: int) -> PursuitNearest:
        """Count the targets up to ``high``, and look for the closest ones among all of them."""
        below = next((one for one in reversed(found.targets) if one < target), None)
        above = next((one for one in found.targets if one > target), None)
        count = sum(one <= high for one in found.targets)
        return cls(low=found.low, high=high, count=count, below=below, above=above)


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitSolution:
    """One of essentially different solutions.

    Attributes
    ----------
    expression
        The formula.
    operations
        How many calculations it takes.
    largest
        The largest result on the way.
    largest_text
        The largest result as text, for readers that round integers from 2^53 on.

    Examples
    --------
    >>> findings(PursuitPosition.new([1, 2, 3, 4], 24), everything=True).record().solutions[0].expression
    '3*2*4'
    """

    expression: str
    operations: int
    largest: Exact
    largest_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitSolved(Solved):
    """The simplest way to come as close to the target as possible, and what else there is to say about a deal.

    Attributes
    ----------
    value, lower, upper
        How far from the target one must stay, as is proven; 0 is a hit.
    moves
        The steps from the position on, such as ``"100+6"``, and ``"="`` where more would be possible.
    numbers, target
        The deal and its target.
    rules
        The rules as text, ``""`` for the article's.
    reachable
        Whether the target can be hit from the position.
    distance
        The same as the value.
    reached
        The number that comes closest, or ``None`` if no whole number can be made by the rules.
    expression
        The simplest formula for that number in numbers of the deal, such as ``"(100+6)*9-3"``, or ``None``.
    steps
        The formula's calculations, such as ``"100 + 6 = 106"``.
    used
        The numbers of the deal in the formula, ascending.
    operations
        How many calculations it takes.
    largest
        The largest result on the way, or ``None``.
    difficulty
        How hard the deal is; ``None`` if moves had been made or it cannot be judged.
    nearest
        Why the target cannot be hit; ``None`` if it can, if moves had been made or if the neighbours are too many.
    solutions
        Essentially different solutions, the simplest first; only if all were asked for.
    count
        How many of them are listed; only if all were asked for.
    complete
        Whether these are all; only if all were asked for.
    total
        How many essentially different solutions there are, or ``None`` if they were not counted.
    expressions
        How many formulae there are with positive results on the way if order and brackets count, or ``None`` if they
        were not counted.

    Examples
    --------
    >>> findings(PursuitPosition.new([3, 6, 9], 51)).record().expression
    '9*6-3'
    """

    value: int
    lower: int
    upper: int
    moves: tuple[str, ...]
    numbers: tuple[int, ...]
    target: int
    rules: str
    reachable: bool
    distance: int
    reached: int | None
    expression: str | None
    steps: tuple[str, ...]
    used: tuple[int, ...]
    operations: int
    largest: Exact | None
    difficulty: PursuitDifficulty | None
    nearest: PursuitNearest | None
    solutions: tuple[PursuitSolution, ...] | None = optional()
    count: int | None = optional()
    complete: bool | None = optional()
    total: int | None
    expressions: int | None


@dataclass(frozen=True, slots=True)
class Findings:
    """What there is to say about a game, ready to be shown.

    Attributes
    ----------
    position
        From where on it was solved.
    result
        Best play from there on.
    seconds
        Wall-clock time of all that.
    difficulty
        Of the deal; ``None`` if moves had been made.
    nearest
        Why the target cannot be hit; ``None`` if it can, or if moves had been made.
    listed
        Essentially different solutions, simplest first; ``None`` if they were not asked for.
    total
        How many of them there are; ``None`` if they were not counted.
    ordered
        How many expressions there are if order counts; ``None`` if they were not counted.

    Examples
    --------
    >>> findings(PursuitPosition.new([3, 6, 9], 51)).record().reachable
    True
    """

    position: PursuitPosition
    result: PursuitResult
    seconds: float
    difficulty: PursuitDifficulty | None = None
    nearest: PursuitNearest | None = None
    listed: Sequence[Expression] | None = None
    total: int | None = None
    ordered: int | None = None

    def record(self) -> PursuitSolved:
        """Tell it as `solved` does."""
        position, best, found = self.position, self.result, self.result.expression
        listed = self.listed
        return PursuitSolved(
            **common(position, replace(best, seconds=self.seconds)),  # type: ignore[arg-type]  # distances are integers
            moves=tuple(map(str, best.moves)),
            numbers=position.numbers,
            target=position.target,
            rules=str(position.rules),
            reachable=best.distance == 0,
            distance=best.distance,
            reached=None if found is None else best.answer,
            expression=None if found is None else str(found),
            steps=() if found is None else found.step_lines,
            used=() if found is None else tuple(sorted(found.numbers)),
            operations=0 if found is None else found.operations,
            largest=None if found is None else found.largest,
            difficulty=self.difficulty,
            nearest=self.nearest,
            solutions=None if listed is None else tuple(map(_solution, listed)),
            count=None if listed is None else len(listed),
            complete=None if listed is None else self.total == len(listed),
            total=self.total,
            expressions=self.ordered,
        )


def _solution(found: Expression) -> PursuitSolution:
    return PursuitSolution(
        expression=str(found), operations=found.operations, largest=found.largest, largest_text=str(found.largest)
    )


def solved(
    position: PursuitPosition,
    *,
    everything: bool = False,
    limit: int | None = None,
    progress: ProgressCallback = ignore_progress,
) -> PursuitSolved:
    """Find the simplest way to hit the target, or to come close, as ``perfectplay pursuit solve`` does.

    Parameters and errors as of `findings`.

    Examples
    --------
    >>> answer = solved(PursuitPosition.new([3, 6, 9, 10, 50, 100], 951))
    >>> answer.expression, answer.reachable, answer.difficulty.grade
    ('(100+6)*9-3', True, 'medium')
    """
    return findings(position, everything=everything, limit=limit, progress=progress).record()


def told(position: PursuitPosition, result: PursuitResult) -> PursuitSolved:
    """Tell what a solver found, and what else there is to say about a deal.

    Parameters
    ----------
    position, result
        What was solved, and the answer.

    Examples
    --------
    >>> deal = PursuitPosition.new([1, 3, 7, 10, 25, 50], 831)
    >>> answer = told(deal, solve(deal))
    >>> answer.value, answer.reached, answer.nearest.below
    (1, 830, 830)
    """
    return findings(position, result=result).record()


def findings(
    position: PursuitPosition,
    *,
    result: PursuitResult | None = None,
    everything: bool = False,
    limit: int | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Findings:
    """Solve a game, with all that is said about a deal.

    Parameters
    ----------
    position
        A deal, or a game under way.
    result
        Best play from there, if it is known already.
    everything
        Whether to list all essentially different solutions; of a deal only.
    limit
        How many are listed, the simplest first, at least 1; ``None`` for all.
    progress
        Called at the start of each stage, and now and then while solutions are listed and counted.

    Raises
    ------
    InvalidPositionError
        If solutions are to be listed of a game under way, or fewer than one of them.
    LimitExceededError
        If the numbers and the target are too large together for the solver, or the solutions are too many.

    Notes
    -----
    Some ten milliseconds for six numbers; minutes for eight with fractions, with a notice of how long it takes.

    Examples
    --------
    >>> findings(PursuitPosition.new([3, 6, 9], 51)).difficulty.grade
    'medium'
    """
    if everything and position.moves:
        message = Text(
            "all solutions are listed of a deal, and in {id} moves have been made; give the deal", id=quote(position.id)
        )
        raise InvalidPositionError(message)
    if limit is not None and limit < 1:
        message = Text("a list of {limit} solutions lists nothing; the limit must be at least 1", limit=limit)
        raise InvalidPositionError(message)
    begin = time.perf_counter() - (0 if result is None else result.seconds)
    with shared_values():
        result = result or solve(position, progress=progress)
        if position.moves:
            return Findings(position, result, time.perf_counter() - begin)
        listed: list[Expression] | None = None
        total: int | None = None
        ordered: int | None = None
        if everything and result.expression is None:
            listed, total = [], 0
        elif everything:
            listed, total = _list(position, result.answer, limit, progress)
            if limit is None:
                with suppress(LimitExceededError):
                    ordered = solutions.count_expressions(
                        position.numbers, result.answer, position.rules, progress=progress
                    )
        progress(Progress("difficulty", time.perf_counter() - begin))
        graded = _grade(position)
        nearest = _nearest(position) if result.distance else None
        return Findings(position, result, time.perf_counter() - begin, graded, nearest, listed, total, ordered)


def _list(
    position: PursuitPosition, value: int, limit: int | None, progress: ProgressCallback
) -> tuple[list[Expression], int | None]:
    """List solutions, and count all of them unless that could take long."""
    if limit is None or len(position.numbers) <= _TOTAL:
        try:
            found = solutions.solutions(position.numbers, value, position.rules, progress=progress)
        except LimitExceededError as error:
            if limit is None:
                message = Text("{error}; a limit of K lists the K simplest", error=error)
                raise LimitExceededError(message) from error
        else:
            return found[:limit], len(found)
    found = solutions.solutions(position.numbers, value, position.rules, limit + 1, progress=progress)
    return found[:limit], len(found) if len(found) <= limit else None


def _grade(position: PursuitPosition) -> PursuitDifficulty | None:
    """Judge a deal, if that can be done: where it cannot, the answer stands without it."""
    with suppress(LimitExceededError):
        return difficulty.grade(position.numbers, position.target, position.rules)
    return None


def _nearest(position: PursuitPosition) -> PursuitNearest | None:
    """Tell why a target cannot be hit, if its neighbours can be looked at."""
    high = max(_MOST_TARGETS, position.target)
    with suppress(LimitExceededError):
        found = reach.reach(position.numbers, 1, min(2 * high, MAX_TARGET), position.rules)
        return PursuitNearest.of(found, position.target, high)
    return None


# -- all targets ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitMap:
    """All targets that a deal can hit.

    Attributes
    ----------
    numbers
        The deal.
    rules
        The rules as text, ``""`` for the article's.
    low, high
        The targets looked at.
    reachable, missing
        Those that can be hit and those that cannot, ascending.
    count
        How many can be.
    fewest
        For each target from ``low`` to ``high`` the fewest numbers that hit it, 0 if none do.

    Examples
    --------
    >>> map_record(targets([3, 6, 9])).count
    22
    """

    numbers: tuple[int, ...]
    rules: str
    low: int
    high: int
    reachable: tuple[int, ...]
    count: int
    missing: tuple[int, ...]
    fewest: tuple[int, ...]


def mapped(
    numbers: Iterable[int],
    low: int = 1,
    high: int = 1000,
    rules: Rules | None = None,
    *,
    progress: ProgressCallback = ignore_progress,
) -> PursuitMap:
    """Find all targets that a deal can hit, as ``perfectplay pursuit map`` does.

    Parameters
    ----------
    numbers, low, high, rules
        As for `perfectplay.pursuit.reach.reach`.
    progress
        Called at the start.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `perfectplay.pursuit.reach.reach` does.

    Examples
    --------
    >>> answer = mapped([1, 1, 1, 1, 2, 2])
    >>> answer.count, answer.reachable[-3:]
    (17, (15, 16, 18))
    """
    return map_record(targets(numbers, low, high, rules, progress=progress))


def targets(
    numbers: Iterable[int],
    low: int = 1,
    high: int = 1000,
    rules: Rules | None = None,
    *,
    progress: ProgressCallback = ignore_progress,
) -> reach.Reach:
    """Find all targets that a deal can hit, and say beforehand if that takes long.

    Parameters and errors as of `mapped`.

    Examples
    --------
    >>> targets([3, 6, 9]).targets[:5]
    (1, 2, 3, 5, 6)
    """
    dealt, rules = check_numbers(numbers), rules or Rules()
    reach.check_range(low, high)
    forecast(dealt, rules)
    progress(Progress("values of all parts", 0.0))
    return reach.reach(dealt, low, high, rules)


def map_record(found: reach.Reach) -> PursuitMap:
    """Tell what a deal reaches.

    Examples
    --------
    >>> map_record(targets([3, 6, 9])).reachable[:5]
    (1, 2, 3, 5, 6)
    """
    return PursuitMap(
        numbers=found.numbers,
        rules=str(found.rules),
        low=found.low,
        high=found.high,
        reachable=found.targets,
        count=found.count,
        missing=found.missing,
        fewest=found.fewest,
    )
