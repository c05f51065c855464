"""The reason why no answer is closer, for people to check: how many targets a deal reaches, and the nearest ones."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.progress import Progress
from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.core.schema import Answer
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.questions.base import check_solvable
from perfectplay.pursuit.reach import reach
from perfectplay.pursuit.rules import MAX_TARGET, PursuitPosition
from perfectplay.pursuit.search.parts import Parts
from perfectplay.pursuit.search.solutions import closest
from perfectplay.pursuit.search.values import forecast, shared_values
from perfectplay.pursuit.solve import MOST_TARGETS, PursuitNearest, solve

__all__ = ["ExplainDeal", "PursuitExplanation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitReached:
    """A target that the deal reaches.

    Attributes
    ----------
    value
        The target.
    fewest
        The fewest numbers that reach it.
    expression
        The simplest formula for it.
    """

    value: int
    fewest: int
    expression: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitExplanation(Answer):
    """A reason, for people, why no answer is closer to the target.

    Attributes
    ----------
    position
        Id of the deal.
    answer, distance
        The closest answer, and its proven distance from the target.
    choices
        Number of ways to choose numbers of the deal; 1 if all must be used.
    low, high
        The range of targets that were counted: 1 to 1000, or as many around a larger target.
    counts
        How many of these targets need 1, 2, ... numbers. If all numbers must be used, every target needs all numbers.
    missing
        Number of these targets that are out of reach.
    nearest
        The target itself if it can be hit; otherwise the nearest smaller and the nearest larger target that can be hit,
        up to twice the target, or up to 2000.
    text
        The reason in sentences.
    """

    position: str
    answer: int
    distance: int
    choices: int
    low: int
    high: int
    counts: tuple[int, ...]
    missing: int
    nearest: tuple[PursuitReached, ...]
    text: tuple[Text, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainDeal(Question[PursuitExplanation]):
    """A question: why no answer is closer to the target.

    Parameters
    ----------
    position
        A deal of up to eight numbers, or seven if fractions are allowed.

    Raises
    ------
    InvalidPositionError
        If moves have been made.
    LimitExceededError
        If there are too many numbers, or they are together too large.

    Notes
    -----
    All results of every part of the deal prove the answer; see docs, "Theory of arithmetical pursuit", P1 to P4.

    Examples
    --------
    >>> answer = ExplainDeal(position=PursuitPosition.new([1, 3, 7, 10, 25, 50], 831)).answer()
    >>> answer.answer, answer.distance, answer.missing
    (830, 1, 4)
    >>> [(near.value, near.fewest) for near in answer.nearest]
    [(830, 5), (832, 5)]
    """

    position: PursuitPosition

    def __post_init__(self) -> None:
        """Refuse a game with moves, and a deal that would take minutes."""
        if self.position.moves:
            raise InvalidPositionError(
                "an explanation is about a deal, but {id} has moves; give the deal", id=quote(self.position.id)
            )
        check_solvable(self.position)

    def answer(self, work: Work = UNLIMITED) -> PursuitExplanation:
        """Find the closest answer and the reachable targets near this one, and explain the result in sentences."""
        deal = self.position
        numbers, target, rules = deal.numbers, deal.target, deal.rules
        forecast(numbers, rules)
        work.progress(Progress("values of all parts", 0.0))
        with shared_values():
            best = solve(deal)
            known = reach(numbers, 1, min(2 * max(MOST_TARGETS, target), MAX_TARGET), rules)
            near = PursuitNearest.of(known, target, known.high)
            values = (near.below, near.above) if best.distance else (target,)
            nearest = tuple(
                PursuitReached(
                    value=value, fewest=known.fewest[value - 1], expression=str(closest(deal.table, value, rules))
                )
                for value in values
                if value is not None
            )
        low = 1 if target <= MOST_TARGETS else target - MOST_TARGETS // 2
        high = min(low + MOST_TARGETS - 1, MAX_TARGET)
        counted = known.fewest[low - 1 : high]
        choices = 1 if rules.use_all else len(Parts(numbers)) - 1
        return PursuitExplanation(
            position=deal.id,
            answer=best.answer,
            distance=best.distance,
            choices=choices,
            low=low,
            high=high,
            counts=tuple(counted.count(count) for count in range(1, len(numbers) + 1)),
            missing=counted.count(0),
            nearest=nearest,
            text=(
                Text.counted(
                    choices,
                    "For the {count:,} choice of numbers, every result that matters for these targets was computed.",
                    "For each of the {count:,} choices of numbers, every result that matters for these targets was "
                    "computed.",
                ),
                Text(
                    "They reach {count:,} of the {size:,} targets from {low:,} to {high:,}.",
                    count=len(counted) - counted.count(0),
                    size=len(counted),
                    low=low,
                    high=high,
                ),
                _verdict(target, best.answer, best.distance, nearest, all_used=rules.use_all),
            ),
        )


def _verdict(target: int, answer: int, distance: int, nearest: tuple[PursuitReached, ...], *, all_used: bool) -> Text:
    if distance:
        return Text(
            "{target:,} is not among them, and no whole number is nearer than {answer:,}, which is {distance:,} away.",
            target=target,
            answer=answer,
            distance=distance,
        )
    (hit,) = nearest
    if hit.fewest == 1 or all_used:
        return Text("{target:,} is among them: {formula}.", target=target, formula=hit.expression)
    return Text(
        "{target:,} is among them, but not with fewer than {count} numbers: {formula}.",
        target=target,
        count=hit.fewest,
        formula=hit.expression,
    )
