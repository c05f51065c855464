"""Questions about a deal: the closest possible result to a target, and the targets that can be hit.

Only questions about many numbers load numpy and kernels: see `perfectplay.pursuit.search.values`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from perfectplay.core.answers import Solved, common
from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback
from perfectplay.core.question import UNLIMITED, Name, Needs, ParameterError, Question, Requires, Work
from perfectplay.core.schema import Exact, optional
from perfectplay.pursuit import reach
from perfectplay.pursuit.deal import difficulty
from perfectplay.pursuit.deal.difficulty import PursuitDifficulty
from perfectplay.pursuit.expressions import Expression
from perfectplay.pursuit.questions.base import ByRules, check_length
from perfectplay.pursuit.rules import MAX_TARGET, PursuitPosition, check_numbers
from perfectplay.pursuit.search import solutions
from perfectplay.pursuit.search.values import forecast, shared_values
from perfectplay.pursuit.solve import PursuitResult, solve

__all__ = [
    "MapDeal",
    "PursuitFormula",
    "PursuitMap",
    "PursuitNearest",
    "PursuitSolution",
    "PursuitSolved",
    "PursuitWay",
    "SolveDeal",
]

_MOST_TARGETS = 1000
"""The article's largest target, up to which the targets that a deal reaches are counted."""
_TOTAL = 6
"""Most numbers for which all solutions are counted even if fewer are listed; larger deals may have too many."""


# -- solving -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitNearest:
    """The neighbourhood of a target that cannot be hit.

    Attributes
    ----------
    low, high
        Targets that were counted.
    count
        Number of them that the deal reaches.
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
        """Count the targets up to ``high``, and find the closest ones among all of them."""
        below = next((one for one in reversed(found.targets) if one < target), None)
        above = next((one for one in found.targets if one > target), None)
        count = sum(one <= high for one in found.targets)
        return cls(low=found.low, high=high, count=count, below=below, above=above)


@dataclass(frozen=True, kw_only=True)
class PursuitFormula:
    """A formula.

    Attributes
    ----------
    expression
        The formula in numbers of the deal, such as ``"(100+6)*9-3"``.
    operations
        Number of calculations.
    largest
        Largest absolute value of a result on the way.
    """

    expression: str | None
    operations: int
    largest: Exact | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitSolution(PursuitFormula):
    """One of the essentially different solutions.

    Attributes
    ----------
    largest_text
        The largest result as text, for readers that round integers from 2^53 on.

    Examples
    --------
    >>> question = SolveDeal(position=PursuitPosition.new([1, 2, 3, 4], 24), everything=True)
    >>> question.answer().solutions[0].expression
    '3*2*4'
    """

    expression: str
    largest: Exact
    largest_text: str

    @classmethod
    def of(cls, found: Expression) -> Self:
        """Build the answer from a formula."""
        largest = found.largest
        return cls(expression=str(found), operations=found.operations, largest=largest, largest_text=str(largest))


@dataclass(frozen=True, kw_only=True)
class PursuitWay(PursuitFormula):
    """A deal, and the simplest way to come as close to the target as possible.

    Attributes
    ----------
    numbers, target
        The deal and its target.
    rules
        The rules as text, ``""`` for the article's.
    reachable
        Whether the target can be hit from the position.
    distance
        Final distance from the target.
    reached
        The closest number; ``None``, like its formula, if the rules allow no integer. If all numbers must be used, no
        result counts as 0; if that is closer, ``distance`` is the target.
    steps
        The formula's calculations, such as ``"100 + 6 = 106"``.
    used
        The numbers of the deal in the formula, ascending.
    difficulty
        Difficulty of the deal; ``None`` if moves had been made or it cannot be graded.
    """

    numbers: tuple[int, ...]
    target: int
    rules: str
    reachable: bool
    distance: int
    reached: int | None
    steps: tuple[str, ...]
    used: tuple[int, ...]
    difficulty: PursuitDifficulty | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitSolved(PursuitWay, Solved):
    """The simplest way to come as close to the target as possible, with more facts about a deal.

    Attributes
    ----------
    value, lower, upper
        The proven least distance from the target; 0 is a hit.
    moves
        The steps from the position on, such as ``"100+6"``, and ``"="`` if more would be possible.
    nearest
        The neighbourhood of a target that cannot be hit; ``None`` if it can, if moves had been made, or if it is too
        large to compute.
    solutions
        Essentially different solutions, the simplest first; only if all were requested.
    count
        Number of listed solutions; only if all were requested.
    complete
        Whether the list is complete; only if all were requested.
    total
        Number of essentially different solutions, or ``None`` if they were not counted.
    expressions
        Number of formulae with positive results on the way, where order and brackets count; ``None`` if not counted.

    Examples
    --------
    >>> SolveDeal(position=PursuitPosition.new([3, 6, 9], 51)).answer().expression
    '9*6-3'
    """

    value: int
    lower: int
    upper: int
    moves: tuple[str, ...]
    nearest: PursuitNearest | None
    solutions: tuple[PursuitSolution, ...] | None = optional()
    count: int | None = optional()
    complete: bool | None = optional()
    total: int | None
    expressions: int | None

    @classmethod
    def of(cls, position: PursuitPosition, result: PursuitResult) -> Self:
        """Build the answer from a solver's result, with more facts about the deal.

        Examples
        --------
        >>> deal = PursuitPosition.new([1, 3, 7, 10, 25, 50], 831)
        >>> answer = PursuitSolved.of(deal, solve(deal))
        >>> answer.value, answer.reached, answer.nearest.below
        (1, 830, 830)
        """
        begin = time.perf_counter() - result.seconds
        with shared_values():
            nearest = _nearest(position) if result.distance and not position.moves else None
            graded = None if position.moves else _grade(position)
        found = result.expression
        return cls(
            **common(position, replace(result, seconds=time.perf_counter() - begin)),
            moves=tuple(map(str, result.moves)),
            numbers=position.numbers,
            target=position.target,
            rules=str(position.rules),
            reachable=result.distance == 0,
            distance=result.distance,
            reached=None if found is None else int(found.value),
            expression=None if found is None else str(found),
            steps=() if found is None else found.step_lines,
            used=() if found is None else tuple(sorted(found.numbers)),
            operations=0 if found is None else found.operations,
            largest=None if found is None else found.largest,
            difficulty=graded,
            nearest=nearest,
            total=None,
            expressions=None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveDeal(Question[PursuitSolved]):
    """A question: the simplest way to hit the target, or to come as close as possible.

    Parameters
    ----------
    position
        A deal, or a game under way.
    everything
        Whether to list all essentially different solutions; only for a deal.
    limit
        Most listed solutions, the simplest first; ``None`` for all.

    Raises
    ------
    ParameterError
        If solutions are requested for a game under way, or ``limit`` is below 1.
    LimitExceededError
        If the numbers and the target are together too large for the solver, or there are too many solutions.

    Notes
    -----
    About ten milliseconds for six numbers; minutes for eight with fractions, with a notice.

    Examples
    --------
    >>> answer = SolveDeal(position=PursuitPosition.new([3, 6, 9, 10, 50, 100], 951)).answer()
    >>> answer.expression, answer.reachable, answer.difficulty.grade
    ('(100+6)*9-3', True, 'medium')
    >>> result, _ = SolveDeal(position=PursuitPosition.new([3, 6, 9], 51)).find()
    >>> [str(move) for move in result.moves]
    ['9*6', '54-3']
    """

    position: PursuitPosition
    everything: bool = False
    limit: int | None = None

    rules: ClassVar[tuple[Requires, ...]] = (Requires("limit", ("everything",)),)
    names: ClassVar[Mapping[str, str]] = {"everything": "all"}

    def __post_init__(self) -> None:
        """Check that the list is not empty, and is not for a game under way."""
        Question.__post_init__(self)
        if self.limit is not None:
            check_length("limit", self.limit)
        if self.everything and self.position.moves:
            raise ParameterError(
                "{all} lists solutions of a deal, and in {id} moves have been made; give the deal",
                all=Name("all"),
                id=quote(self.position.id),
            )

    def find(self, work: Work = UNLIMITED) -> tuple[PursuitResult, PursuitSolved]:
        """Solve the deal; return the solver's result, and the answer."""
        begin = time.perf_counter()
        with shared_values():
            result = solve(self.position, progress=work.progress)
            listed = self._listed(result, work.progress)
            work.progress(Progress("difficulty", time.perf_counter() - begin))
            told = PursuitSolved.of(self.position, result)
        return result, replace(told, **listed, seconds=round(time.perf_counter() - begin, 3))

    def answer(self, work: Work = UNLIMITED) -> PursuitSolved:
        """Find the answer; the progress reports each stage, and the list from time to time."""
        return self.find(work)[1]

    def _listed(self, result: PursuitResult, progress: ProgressCallback) -> dict[str, Any]:
        """List solutions, and count the formulae that differ from them only in order."""
        if not self.everything:
            return {}
        found: list[Expression] = []
        total: int | None = 0
        ordered = None
        if result.expression is not None:
            value = int(result.expression.value)
            found, total = self._solutions(value, progress)
            if self.limit is None:
                game = self.position
                with suppress(LimitExceededError):
                    ordered = solutions.count_expressions(game.numbers, value, game.rules, progress=progress)
        told = tuple(map(PursuitSolution.of, found))
        return {
            "solutions": told,
            "count": len(told),
            "complete": total == len(told),
            "total": total,
            "expressions": ordered,
        }

    def _solutions(self, value: int, progress: ProgressCallback) -> tuple[list[Expression], int | None]:
        """List solutions, and count all of them unless this could take long."""
        numbers, rules, limit = self.position.numbers, self.position.rules, self.limit
        if limit is None or len(numbers) <= _TOTAL:
            try:
                found = solutions.solutions(numbers, value, rules, progress=progress)
            except LimitExceededError as error:
                if limit is None:
                    raise LimitExceededError(
                        "{error}; {limit} lists the K simplest", error=error, limit=Name("limit", "K")
                    ) from error
            else:
                return found[:limit], len(found)
        found = solutions.solutions(numbers, value, rules, limit + 1, progress=progress)
        return found[:limit], len(found) if len(found) <= limit else None


def _grade(position: PursuitPosition) -> PursuitDifficulty | None:
    """Grade a deal; return ``None`` if it cannot be graded, which keeps the rest of the answer."""
    with suppress(LimitExceededError):
        return difficulty.grade(position.numbers, position.target, position.rules)
    return None


def _nearest(position: PursuitPosition) -> PursuitNearest | None:
    """Return the neighbourhood of a target that cannot be hit, if it can be computed."""
    high = max(_MOST_TARGETS, position.target)
    with suppress(LimitExceededError):
        found = reach.reach(position.numbers, 1, min(2 * high, MAX_TARGET), position.rules)
        return PursuitNearest.of(found, position.target, high)
    return None


# -- all targets ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitMap(reach.TargetMap):
    """All targets that a deal can hit.

    Attributes
    ----------
    rules
        The rules as text, ``""`` for the article's.
    reachable, missing
        The targets that can be hit, and those that cannot, ascending.
    count
        Number of targets that can be hit.

    Examples
    --------
    >>> PursuitMap.of(reach.reach([3, 6, 9])).count
    22
    """

    rules: str
    reachable: tuple[int, ...]
    count: int
    missing: tuple[int, ...]

    @classmethod
    def of(cls, found: reach.Reach) -> Self:
        """Build the answer from the targets that a deal reaches."""
        return cls(
            numbers=found.numbers,
            rules=str(found.rules),
            low=found.low,
            high=found.high,
            reachable=found.targets,
            count=found.count,
            missing=found.missing,
            fewest=found.fewest,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MapDeal(ByRules[PursuitMap]):
    """A question: all targets that a deal can hit.

    Parameters
    ----------
    numbers
        The deal: one to eight numbers.
    targets
        The first and the last target to consider.

    Notes
    -----
    Errors and complexity are those of `perfectplay.pursuit.reach.reach`.

    Examples
    --------
    >>> answer = MapDeal(numbers=(1, 1, 1, 1, 2, 2)).answer()
    >>> answer.count, answer.reachable[-3:]
    (17, (15, 16, 18))
    >>> MapDeal(numbers=(3, 6, 9)).find().fewest[:6]
    (3, 2, 1, 0, 3, 1)
    """

    numbers: tuple[int, ...]
    targets: tuple[int, int] = (1, _MOST_TARGETS)

    rules: ClassVar[tuple[Needs, ...]] = (Needs("numbers", ()),)

    def find(self, work: Work = UNLIMITED) -> reach.Reach:
        """Find the targets, and log a forecast if this takes long."""
        numbers = check_numbers(self.numbers)
        reach.check_range(*self.targets)
        forecast(numbers, self.allowed)
        work.progress(Progress("values of all parts", 0.0))
        return reach.reach(numbers, *self.targets, self.allowed)

    def answer(self, work: Work = UNLIMITED) -> PursuitMap:
        """Find the answer."""
        return PursuitMap.of(self.find(work))
