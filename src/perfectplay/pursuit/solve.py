"""The one door to best play in arithmetical pursuit: from the deal on, or in the middle of a game."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result
from perfectplay.pursuit.expressions import entries
from perfectplay.pursuit.rules import STOP, Move, PursuitPosition, Step
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
        The number that counts in the end; 0, which is what nothing counts, if there is none.
    expression
        How it is made from numbers of the deal; ``None`` if the rules allow no whole number.

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
        """How far the answer is from the target."""
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
        Not needed: every answer is a full one.
    progress
        Called at the start.

    Raises
    ------
    LimitExceededError
        If numbers and target are too large together.

    Notes
    -----
    Some ten milliseconds for six numbers; a minute or more for eight with fractions, with a notice.

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
    expression: Expression | None = None
    steps: list[Step] = []
    if not position.is_over():
        expression = closest(position.table, position.target, position.rules)
        if expression is not None and abs(int(expression.value) - position.target) <= position.distance:
            steps = [step for step, _ in expression.steps]
        else:
            expression = None  # the best number has been made and used up
    end = position
    for step in steps:
        end = end.play(step)
    if not end.is_over():
        end = end.play(STOP)
    answer = end.answer
    if expression is not None and not position.moves:
        answer = int(expression.value)
    elif end.rules.use_all and len(end.table) > 1:
        expression = None
    else:
        # What lies on the table comes first; what was used up since counts as well.
        made = (entry.expression for entry in sorted(entries(end), key=lambda entry: entry.used))
        expression = next((one for one in made if one.value == answer), None)
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
