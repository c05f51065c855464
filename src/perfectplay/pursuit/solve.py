"""Best play in arithmetical pursuit, for deals and games under way."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Kind, Result, Solved, common
from perfectplay.core.schema import Exact, optional
from perfectplay.pursuit import reach
from perfectplay.pursuit.deal import difficulty
from perfectplay.pursuit.deal.difficulty import PursuitDifficulty
from perfectplay.pursuit.expressions import Expression, entries
from perfectplay.pursuit.rules import MAX_TARGET, STOP, Move, PursuitPosition
from perfectplay.pursuit.search.solutions import closest
from perfectplay.pursuit.search.values import forecast, shared_values

__all__ = [
    "PursuitNearest",
    "PursuitResult",
    "PursuitSolution",
    "PursuitSolved",
    "PursuitWay",
    "solve",
]

MOST_TARGETS = 1000
"""The article's largest target, up to which the targets that a deal reaches are counted."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PursuitResult(Result[Move, int]):
    """The simplest way to come as close to the target as possible.

    ``value`` is the distance from the target, and ``moves`` are the moves to the end of the game.

    Attributes
    ----------
    answer
        The final answer.
    expression
        The answer's formula in numbers of the deal. If all numbers must be used, the answer may be 0 because stopping
        early is closest; then this is the closest formula, or ``None`` if no integer can be made.

    Examples
    --------
    >>> result = solve(PursuitPosition.new([1, 3, 7, 10, 25, 50], 831))
    >>> result.answer, result.distance
    (830, 1)
    """

    answer: int
    expression: Expression | None

    usual_kind: ClassVar[Kind] = "distance"

    @property
    def distance(self) -> int:
        """Return the distance of the answer from the target."""
        return self.value

    def as_answer(self) -> PursuitSolved:
        """Return the answer that ``--json`` prints and HTTP sends; finding its facts about the deal takes more time.

        Examples
        --------
        >>> answer = solve(PursuitPosition.new([1, 3, 7, 10, 25, 50], 831)).as_answer()
        >>> answer.value, answer.reached, answer.nearest.below
        (1, 830, 830)
        """
        begin, position = time.perf_counter() - self.seconds, self.position
        with shared_values():
            nearest = _nearest(position) if self.distance and not position.moves else None
            graded = None if position.moves else _grade(position)
        expression = self.expression
        return PursuitSolved(
            **common(position, replace(self, seconds=time.perf_counter() - begin)),
            moves=tuple(map(str, self.moves)),
            numbers=position.numbers,
            target=position.target,
            rules=str(position.rules),
            reachable=self.distance == 0,
            distance=self.distance,
            reached=None if expression is None else int(expression.value),
            expression=None if expression is None else str(expression),
            steps=() if expression is None else expression.step_lines,
            used=() if expression is None else tuple(sorted(expression.numbers)),
            operations=0 if expression is None else expression.operations,
            largest=None if expression is None else expression.largest,
            difficulty=graded,
            nearest=nearest,
            total=None,
            expressions=None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitNearest:
    """The neighbourhood of a target that the deal cannot hit.

    Attributes
    ----------
    low, high
        The first and the last target that were counted.
    count
        Number of these targets that the deal reaches.
    below, above
        The closest smaller and the closest larger target that the deal reaches, or ``None``.

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
    def of(cls, reached: reach.Reach, target: int, high: int) -> PursuitNearest:
        """Count the reached targets up to ``high``, and find the closest ones among all reached targets."""
        below = next((number for number in reversed(reached.targets) if number < target), None)
        above = next((number for number in reached.targets if number > target), None)
        count = sum(number <= high for number in reached.targets)
        return cls(low=reached.low, high=high, count=count, below=below, above=above)


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
        Largest absolute value of an intermediate result.
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
        The largest result as text, for programs that cannot represent integers from 2^53 on exactly.

    Examples
    --------
    >>> from perfectplay.pursuit.questions.solve import SolveDeal
    >>> question = SolveDeal(position=PursuitPosition.new([1, 2, 3, 4], 24), everything=True)
    >>> question.answer().solutions[0].expression
    '3*2*4'
    """

    expression: str
    largest: Exact
    largest_text: str

    @classmethod
    def of(cls, expression: Expression) -> Self:
        """Build the fields of a solution from its formula."""
        largest, count = expression.largest, expression.operations
        return cls(expression=str(expression), operations=count, largest=largest, largest_text=str(largest))


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
        The closest number; ``None``, like its formula, if the rules allow no integer. If all numbers must be used,
        stopping early gives the answer 0; if that is closer, ``distance`` equals the target.
    steps
        The formula's calculations, such as ``"100 + 6 = 106"``.
    used
        The numbers of the deal in the formula, ascending.
    difficulty
        Difficulty of the deal; ``None`` if moves have been made or the deal cannot be graded.
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
        The steps from the position to the end, such as ``"100+6"``, then ``"="`` if more steps would be possible.
    nearest
        The neighbourhood of a target that cannot be hit; ``None`` if it can be hit, if moves have been made, or if the
        neighbourhood is too large to compute.
    solutions
        Essentially different solutions, the simplest first; only if all were requested.
    count
        Number of listed solutions; only if all were requested.
    complete
        Whether the list is complete; only if all were requested.
    total
        Number of essentially different solutions, or ``None`` if they were not counted.
    expressions
        Number of formulae with positive intermediate results that differ in order or brackets, or ``None`` if they were
        not counted.

    >>> solve(PursuitPosition.new([3, 6, 9], 51)).as_answer().expression
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


def _grade(position: PursuitPosition) -> PursuitDifficulty | None:
    """Grade a deal; return ``None`` if it cannot be graded, so that the rest of the answer is still given."""
    with suppress(LimitExceededError):
        return difficulty.grade(position.numbers, position.target, position.rules)
    return None


def _nearest(position: PursuitPosition) -> PursuitNearest | None:
    """Return the neighbourhood of a target that cannot be hit, if it can be computed."""
    high = max(MOST_TARGETS, position.target)
    with suppress(LimitExceededError):
        reached = reach.reach(position.numbers, 1, min(2 * high, MAX_TARGET), position.rules)
        return PursuitNearest.of(reached, position.target, high)
    return None


def solve(
    position: PursuitPosition,
    *,
    time_limit: float | None = None,  # noqa: ARG001  # an answer takes a fraction of a second
    progress: ProgressCallback = ignore_progress,
) -> PursuitResult:
    """Come as close to the target as the numbers on the table allow, in as few steps as possible.

    Parameters
    ----------
    position
        A deal, or a game under way.
    time_limit
        Ignored: every answer is complete.
    progress
        Called at the start.

    Raises
    ------
    LimitExceededError
        If numbers and target are together too large.

    Notes
    -----
    Takes about ten milliseconds for six numbers; for eight with fractions, a minute or more, announced by a notice.

    Examples
    --------
    >>> result = solve(PursuitPosition.new([3, 6, 9, 10, 50, 100], 951))
    >>> result.value, result.answer, str(result.expression)
    (0, 951, '(100+6)*9-3')
    >>> [str(move) for move in result.moves]
    ['100+6', '106*9', '954-3', '=']
    """
    begin = time.perf_counter()
    forecast(position.table, position.rules)
    progress(Progress("values of all parts", 0.0))
    near = None if position.is_over() else closest(position.table, position.target, position.rules)
    made = position
    for step, _ in near.steps if near is not None else ():
        made = made.play(step)
    # Stop at once if the current answer is better. It can be, because a used number or 0 may be closer.
    is_best = near is not None and abs(int(near.value) - position.target) <= position.distance
    end = made if is_best else position
    if not end.is_over():
        end = end.play(STOP)
    expression, answer = near, end.answer
    if near is None or position.moves:
        expression = _formula(made if position.rules.use_all else end)
    elif is_best:
        answer = int(near.value)
    distance = abs(answer - position.target)
    return PursuitResult(
        distance,
        distance,
        distance,
        "optimal",
        end.moves[len(position.moves) :],
        time.perf_counter() - begin,
        {"source": "search", "method": "values of all parts"},
        answer=answer,
        expression=expression,
        position=position,
    )


def _formula(position: PursuitPosition) -> Expression | None:
    """Return a formula for the answer, if there is one; numbers on the table are preferred to used ones."""
    made = [entry.expression for entry in sorted(entries(position), key=lambda entry: entry.used)]
    if position.rules.use_all:
        made = made[:1] if len(position.table) == 1 else []
    return next((item for item in made if item.value == position.answer), None)
