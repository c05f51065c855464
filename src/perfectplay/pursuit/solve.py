"""The entry to best play in arithmetical pursuit, for deals and games under way."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result
from perfectplay.pursuit.expressions import entries
from perfectplay.pursuit.rules import STOP, Move, PursuitPosition
from perfectplay.pursuit.search.solutions import closest
from perfectplay.pursuit.search.values import forecast

if TYPE_CHECKING:
    from perfectplay.pursuit.expressions import Expression

__all__ = ["PursuitResult", "solve"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PursuitResult(Result[Move, int]):
    """The simplest way to come as close to the target as possible.

    ``value`` is the distance from the target; ``moves`` end the game.

    Attributes
    ----------
    answer
        The final answer.
    expression
        Its formula in numbers of the deal. If all numbers must be used, no result counts as 0; if 0 is closest, this is
        the formula that comes closest, or ``None`` if no integer can be made.

    Examples
    --------
    >>> result = solve(PursuitPosition.new([1, 3, 7, 10, 25, 50], 831))
    >>> result.answer, result.distance
    (830, 1)
    """

    answer: int
    expression: Expression | None

    @property
    def distance(self) -> int:
        """Return the distance of the answer from the target."""
        return self.value


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
    About ten milliseconds for six numbers; a minute or more for eight with fractions, with a notice.

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
    # The best number may have been made and used up; and if all numbers must be used, 0 may be closer.
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
    )


def _formula(position: PursuitPosition) -> Expression | None:
    """Return the formula of the number that counts, if any; numbers on the table come before used ones."""
    made = [entry.expression for entry in sorted(entries(position), key=lambda entry: entry.used)]
    if position.rules.use_all:
        made = made[:1] if len(position.table) == 1 else []
    return next((one for one in made if one.value == position.answer), None)
