"""Questions about a deal: the result closest to a target, and the targets that can be hit.

Only questions about many numbers load numpy and the kernels: see `perfectplay.pursuit.search.values`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback
from perfectplay.core.question import UNLIMITED, Name, Needs, ParameterError, Question, Requires, Work
from perfectplay.pursuit import reach
from perfectplay.pursuit.expressions import Expression
from perfectplay.pursuit.questions.base import ByRules, check_length
from perfectplay.pursuit.rules import PursuitPosition, check_numbers
from perfectplay.pursuit.search import solutions
from perfectplay.pursuit.search.values import forecast, shared_values
from perfectplay.pursuit.solve import MOST_TARGETS, PursuitResult, PursuitSolution, PursuitSolved, solve

__all__ = ["MapDeal", "SolveDeal"]

_TOTAL = 6
"""Maximum size of a deal for which all solutions are counted even if only some are listed."""


# -- solving -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveDeal(Question[PursuitSolved]):
    """A question: the simplest way to hit the target, or to come as close as possible.

    Parameters
    ----------
    position
        A deal, or a game under way.
    everything
        Whether to list all essentially different solutions; this is possible only for a deal.
    limit
        Maximum number of listed solutions, the simplest first; ``None`` lists all.

    Raises
    ------
    ParameterError
        If solutions are requested for a game under way, or ``limit`` is below 1.
    LimitExceededError
        If the numbers and the target are together too large for the solver, or there are too many solutions.

    Notes
    -----
    Takes about ten milliseconds for six numbers, and minutes for eight with fractions; a notice announces long work.

    Examples
    --------
    >>> answer = SolveDeal(position=PursuitPosition.new([3, 6, 9, 10, 50, 100], 951)).answer()
    >>> answer.expression, answer.reachable, answer.difficulty.grade
    ('(100+6)*9-3', True, 'medium')
    >>> SolveDeal(position=PursuitPosition.new([3, 6, 9], 51)).answer().moves
    ('9*6', '54-3')
    """

    position: PursuitPosition
    everything: bool = False
    limit: int | None = None

    rules: ClassVar[tuple[Requires, ...]] = (Requires("limit", ("everything",)),)
    names: ClassVar[Mapping[str, str]] = {"everything": "all"}

    def __post_init__(self) -> None:
        """Check that ``limit`` is at least 1, and that solutions are not requested for a game under way."""
        Question.__post_init__(self)
        if self.limit is not None:
            check_length("limit", self.limit)
        if self.everything and self.position.moves:
            raise ParameterError(
                "{all} lists solutions of a deal, but {id} has moves; give the deal",
                all=Name("all"),
                id=quote(self.position.id),
            )

    def answer(self, work: Work = UNLIMITED) -> PursuitSolved:
        """Find the answer; report progress at each stage, and from time to time while solutions are listed."""
        begin = time.perf_counter()
        with shared_values():
            result = solve(self.position, progress=work.progress)
            listed = self._listed(result, work.progress)
            work.progress(Progress("difficulty", time.perf_counter() - begin))
            answer = result.as_answer()
        return replace(answer, **listed, seconds=round(time.perf_counter() - begin, 3))

    def _listed(self, result: PursuitResult, progress: ProgressCallback) -> dict[str, Any]:
        """Return the fields about all solutions, if requested; they include the count of ordered formulae."""
        if not self.everything:
            return {}
        expressions: list[Expression] = []
        total: int | None = 0
        ordered = None
        if result.expression is not None:
            value = int(result.expression.value)
            expressions, total = self._solutions(value, progress)
            if self.limit is None:
                game = self.position
                with suppress(LimitExceededError):
                    ordered = solutions.count_expressions(game.numbers, value, game.rules, progress=progress)
        listed = tuple(map(PursuitSolution.of, expressions))
        return {
            "solutions": listed,
            "count": len(listed),
            "complete": total == len(listed),
            "total": total,
            "expressions": ordered,
        }

    def _solutions(self, value: int, progress: ProgressCallback) -> tuple[list[Expression], int | None]:
        """List solutions, and count all solutions unless this could take long."""
        numbers, rules, limit = self.position.numbers, self.position.rules, self.limit
        if limit is None or len(numbers) <= _TOTAL:
            try:
                expressions = solutions.solutions(numbers, value, rules, progress=progress)
            except LimitExceededError as error:
                if limit is None:
                    raise LimitExceededError(
                        "{error}; {limit} lists the K simplest", error=error, limit=Name("limit", "K")
                    ) from error
            else:
                return expressions[:limit], len(expressions)
        expressions = solutions.solutions(numbers, value, rules, limit + 1, progress=progress)
        return expressions[:limit], len(expressions) if len(expressions) <= limit else None


# -- all targets ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MapDeal(ByRules[reach.Reach]):
    """A question: all targets that a deal can hit.

    Parameters
    ----------
    numbers
        The deal: one to eight numbers.
    targets
        The first and the last target to consider.

    Notes
    -----
    See `perfectplay.pursuit.reach.reach` for the errors and the complexity.

    Examples
    --------
    >>> answer = MapDeal(numbers=(1, 1, 1, 1, 2, 2)).answer()
    >>> answer.count, answer.targets[-3:]
    (17, (15, 16, 18))
    """

    numbers: tuple[int, ...]
    targets: tuple[int, int] = (1, MOST_TARGETS)

    rules: ClassVar[tuple[Needs, ...]] = (Needs("numbers", ()),)

    def answer(self, work: Work = UNLIMITED) -> reach.Reach:
        """Find the targets; first, log a forecast of the time if it is long."""
        numbers = check_numbers(self.numbers)
        reach.check_range(*self.targets)
        forecast(numbers, self.allowed)
        work.progress(Progress("values of all parts", 0.0))
        return reach.reach(numbers, *self.targets, self.allowed)
