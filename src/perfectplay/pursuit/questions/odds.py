"""Questions about all deals of a deck.

The solvers load numpy and the kernels only when they are called.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.progress import Progress
from perfectplay.core.question import UNLIMITED, Work
from perfectplay.core.result import Status
from perfectplay.core.running.interrupt import all_or_nothing
from perfectplay.core.schema import Exact, optional
from perfectplay.pursuit.deal.deals import PursuitDeck
from perfectplay.pursuit.distribution import DistributionRow, distribution
from perfectplay.pursuit.odds import check_odds, odds
from perfectplay.pursuit.odds.result import (
    DealCounts,
    Odds,
    PursuitByLarge,
    PursuitChance,
    PursuitDealRow,
    PursuitTarget,
    chance_of,
)
from perfectplay.pursuit.questions.base import AboutDeck, AnswerT_co, check_length
from perfectplay.pursuit.reach import TargetRange

__all__ = [
    "AllDeals",
    "FindOdds",
    "PursuitByDistance",
    "PursuitByUsed",
    "PursuitOdds",
    "PursuitTargetOdds",
    "TargetChances",
]


# -- odds ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitByUsed(PursuitChance):
    """The chance of a hit if at most a certain number of numbers may be used.

    Attributes
    ----------
    numbers
        Maximum number of numbers that may be used.

    >>> PursuitByUsed.each([Fraction(1, 2)])[0].numbers
    1
    """

    numbers: int

    @classmethod
    def each(cls, chances: Iterable[Fraction]) -> tuple[Self, ...]:
        """Build rows from the chances of a hit with at most 1, 2, ... numbers."""
        return tuple(cls(numbers=k, **chance_of(chance)) for k, chance in enumerate(chances, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitByDistance(PursuitChance):
    """The chance to come close to the target.

    Attributes
    ----------
    distance
        Largest distance from the target.

    >>> PursuitByDistance.each([Fraction(1, 2)])[0].distance
    0
    """

    distance: int

    @classmethod
    def each(cls, chances: Iterable[Fraction]) -> tuple[Self, ...]:
        """Build rows from the chances to come within 0, 1, ... of the target."""
        return tuple(cls(distance=d, **chance_of(chance)) for d, chance in enumerate(chances))


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitOdds(DealCounts, TargetRange, PursuitChance):
    """The chance to hit a random target with a random deal, and the best and worst deals and targets.

    "Deals" and "weight" tell equal cards apart, "distinct" does not. If the ``status`` is ``"bounded"``, only some
    deals are finished, so chances and counts of hits are lower bounds.

    Attributes
    ----------
    deck
        The deck of the deals.
    numbers
        Number of numbers dealt.
    rules
        The rules as text, ``""`` for the article's.
    status
        ``"optimal"`` if all deals are finished, so everything is exact; otherwise ``"bounded"``.
    lower, upper
        Exact bounds on the chance.
    done
        Number of finished distinct deals.
    certain_weight
        Number of deals that hit every target.
    by_large
        The odds for each number of large numbers in the deal.
    by_used
        The chance of a hit with at most 1, 2, ... of the numbers.
    by_distance
        The chance to come within 0 to 20 of the target.
    best, worst
        Deals that hit the most and the fewest targets.
    hardest, easiest
        Targets that the fewest and the most deals hit.
    distribution
        A row for each number of targets that a deal hits, ascending, if requested; empty if deals are unfinished.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> found = FindOdds(deck=SUIT, numbers=2, targets=(1, 10), distribution=True).answer()
    >>> found.status, [row.weight for row in found.distribution]
    ('optimal', [31, 2, 25, 16, 4])
    >>> PursuitOdds.of(odds(SUIT, 2, 1, 10), 1).hardest[0].target
    9
    """

    deck: PursuitDeck
    numbers: int
    rules: str
    status: Status
    lower: Exact
    upper: Exact
    done: int
    certain_weight: int
    by_large: tuple[PursuitByLarge, ...]
    by_used: tuple[PursuitByUsed, ...]
    by_distance: tuple[PursuitByDistance, ...]
    best: tuple[PursuitDealRow, ...]
    worst: tuple[PursuitDealRow, ...]
    hardest: tuple[PursuitTarget, ...]
    easiest: tuple[PursuitTarget, ...]
    distribution: tuple[DistributionRow, ...] | None = optional()

    @classmethod
    def of(cls, odds: Odds, top: int, *, distributed: bool = False) -> Self:
        """Build the answer from the odds of a deck; lists have at most ``top`` deals or targets."""
        rows = None
        if distributed:
            rows = distribution(odds).rows if odds.status == "optimal" else ()
        return cls(
            **chance_of(odds.probability),
            deck=odds.deck.record,
            numbers=odds.numbers,
            low=odds.low,
            high=odds.high,
            rules=str(odds.rules),
            deals=odds.deals,
            distinct_deals=odds.distinct_deals,
            status=odds.status,
            lower=odds.probability,
            upper=odds.upper,
            done=odds.done,
            certain_deals=odds.certain_deals,
            certain_weight=odds.certain_weight,
            hits=odds.hits,
            pairs=odds.pairs,
            by_large=odds.by_large,
            by_used=PursuitByUsed.each(odds.by_used),
            by_distance=PursuitByDistance.each(odds.by_distance),
            best=odds.best(top),
            worst=odds.worst(top),
            hardest=odds.hardest(top),
            easiest=odds.easiest(top),
            distribution=rows,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AllDeals(AboutDeck[AnswerT_co]):
    """A question about all deals of a deck, and all targets.

    Parameters
    ----------
    deck, numbers, targets, allowed
        As in `perfectplay.pursuit.odds.odds`, which raises the errors.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> question = FindOdds(deck=SUIT, numbers=3, targets=(1, 100))
    >>> question.seconds < 60, odds_of(question).probability
    (True, Fraction(5293, 28600))
    """

    @property
    def seconds(self) -> float:
        """Return the estimated processor time in seconds."""
        return check_odds(*self.game)


def odds_of(question: AllDeals[Any], work: Work = UNLIMITED, *, maps: bool = False) -> Odds:
    """Find the odds that a question asks for; with ``maps``, include the targets of each deal, which a proof needs."""
    work.progress(Progress("all deals", 0.0))
    return odds(
        *question.game,
        jobs=work.jobs,
        cluster=work.cluster,
        time_limit=work.time_limit,
        resume=work.resume,
        maps=maps,
        progress=work.progress,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FindOdds(AllDeals[PursuitOdds]):
    """A question: the exact odds over all deals and targets.

    Parameters
    ----------
    deck, numbers, targets, allowed
        As in `AllDeals`.
    top
        Maximum length of the lists of best and worst deals and targets, at least 1.
    distribution
        Whether to include the distribution of the number of targets hit.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> answer = FindOdds(deck=SUIT, numbers=3, targets=(1, 100)).answer()
    >>> answer.numerator, answer.denominator, answer.deals
    (5293, 28600, 286)
    """

    top: int = 5
    distribution: bool = False

    def __post_init__(self) -> None:
        """Check that ``top`` is at least 1."""
        AboutDeck.__post_init__(self)
        check_length("top", self.top)

    def answer(self, work: Work = UNLIMITED) -> PursuitOdds:
        """Find the odds, and build the answer."""
        return PursuitOdds.of(odds_of(self, work), self.top, distributed=self.distribution)


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitTargetOdds(PursuitTarget, TargetRange):
    """The chance to hit a target with a random deal of a deck, and its rank among all targets.

    Attributes
    ----------
    deck
        The deck's name.
    numbers
        Number of numbers dealt.
    rules
        The rules as text, ``""`` for the article's.
    deals
        Number of deals, with equal cards told apart.
    place
        Rank of the target, 1 for the hardest; equally hard targets share a rank.
    by_large
        The odds of a random target for each number of large numbers in the deal.
    """

    deck: str
    numbers: int
    rules: str
    deals: int
    place: int
    by_large: tuple[PursuitByLarge, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetChances(AllDeals[tuple[PursuitTargetOdds, ...]]):
    """A question: the exact chance of every target, ascending.

    Parameters
    ----------
    deck, numbers, targets, allowed
        As in `AllDeals`.

    Raises
    ------
    PerfectPlayError
        If a time limit ends the work; then no chance is known exactly.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> [row.place for row in TargetChances(deck=SUIT, numbers=2, targets=(1, 4)).answer()]
    [1, 4, 1, 1]
    """

    @all_or_nothing()
    def answer(self, work: Work = UNLIMITED) -> tuple[PursuitTargetOdds, ...]:
        """Find the odds, and rank the targets by their chances."""
        odds = odds_of(self, work)
        if odds.status != "optimal":
            raise PerfectPlayError("time ran out before the chance of each target was known; allow more time")
        weights = sorted(row.weight for row in odds.by_target)
        return tuple(
            PursuitTargetOdds(
                numerator=row.numerator,
                denominator=row.denominator,
                probability=row.probability,
                target=row.target,
                weight=row.weight,
                distinct_deals=row.distinct_deals,
                deck=odds.deck.name,
                numbers=odds.numbers,
                low=odds.low,
                high=odds.high,
                rules=str(odds.rules),
                deals=odds.deals,
                place=bisect_left(weights, row.weight) + 1,
                by_large=odds.by_large,
            )
            for row in odds.by_target
        )
