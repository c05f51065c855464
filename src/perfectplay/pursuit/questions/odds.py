"""What can be asked about all deals of a deck.

The solvers load numpy and kernels when they are called.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from perfectplay.core.progress import Progress
from perfectplay.core.question import UNLIMITED, Work
from perfectplay.core.result import Status
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
    """The chance of a hit with some of the numbers.

    Attributes
    ----------
    numbers
        How many at most.

    >>> PursuitByUsed.each([Fraction(1, 2)])[0].numbers
    1
    """

    numbers: int

    @classmethod
    def each(cls, chances: Iterable[Fraction]) -> tuple[Self, ...]:
        """Tell the chances with at most 1, 2, ... numbers."""
        return tuple(cls(numbers=k, **chance_of(chance)) for k, chance in enumerate(chances, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitByDistance(PursuitChance):
    """The chance to come close to the target.

    Attributes
    ----------
    distance
        So close, or closer.

    >>> PursuitByDistance.each([Fraction(1, 2)])[0].distance
    0
    """

    distance: int

    @classmethod
    def each(cls, chances: Iterable[Fraction]) -> tuple[Self, ...]:
        """Tell the chances to come within 0, 1, ... of the target."""
        return tuple(cls(distance=d, **chance_of(chance)) for d, chance in enumerate(chances))


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitOdds(DealCounts, TargetRange, PursuitChance):
    """The chance that a random target can be hit with a random deal, and where it is larger and smaller.

    "Deals" and "weight" tell equal cards apart, "distinct" does not.  If the ``status`` is ``"bounded"``, only some
    deals have been looked at: chances and counts of hits are lower bounds then.

    Attributes
    ----------
    deck
        Where the deals come from.
    numbers
        How many numbers are dealt.
    rules
        The rules as text, ``""`` for the article's.
    status
        ``"optimal"`` if all deals have been looked at, so that everything is exact, else ``"bounded"``.
    lower, upper
        Exact bounds on the chance.
    done
        How many distinct deals have been looked at.
    certain_weight
        Deals that hit every target.
    by_large
        The odds by how many numbers of the deal are large.
    by_used
        The chance with at most 1, 2, ... of the numbers.
    by_distance
        The chance to come within 0 to 20 of the target.
    best, worst
        Deals that hit the most and the fewest targets.
    hardest, easiest
        Targets that the fewest and the most deals hit.
    distribution
        A row for each number of targets that some deal hits, ascending; empty if only some deals have been looked at.
        Only if it was asked for.

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
    def of(cls, found: Odds, top: int, *, distributed: bool = False) -> Self:
        """Tell the odds of a deck, with lists of at most ``top`` deals and targets."""
        rows = None
        if distributed:
            rows = distribution(found).rows if found.status == "optimal" else ()
        return cls(
            **chance_of(found.probability),
            deck=found.deck.record,
            numbers=found.numbers,
            low=found.low,
            high=found.high,
            rules=str(found.rules),
            deals=found.deals,
            distinct_deals=found.distinct_deals,
            status=found.status,
            lower=found.probability,
            upper=found.upper,
            done=found.done,
            certain_deals=found.certain_deals,
            certain_weight=found.certain_weight,
            hits=found.hits,
            pairs=found.pairs,
            by_large=found.by_large,
            by_used=PursuitByUsed.each(found.by_used),
            by_distance=PursuitByDistance.each(found.by_distance),
            best=found.best(top),
            worst=found.worst(top),
            hardest=found.hardest(top),
            easiest=found.easiest(top),
            distribution=rows,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AllDeals(AboutDeck[AnswerT_co]):
    """A question about all deals of a deck, and all targets.

    Parameters
    ----------
    deck, numbers, targets, allowed
        As for `perfectplay.pursuit.odds.odds`, whose errors these are, too.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> question = FindOdds(deck=SUIT, numbers=3, targets=(1, 100))
    >>> question.seconds < 60, question.find().probability
    (True, Fraction(5293, 28600))
    """

    @property
    def seconds(self) -> float:
        """Estimated processor time."""
        return check_odds(*self.game)

    def find(self, work: Work = UNLIMITED, *, maps: bool = False) -> Odds:
        """Find the odds, and perhaps the targets that each deal hits, which prove them."""
        work.progress(Progress("all deals", 0.0))
        return odds(
            *self.game,
            jobs=work.jobs,
            cluster=work.cluster,
            time_limit=work.time_limit,
            resume=work.resume,
            maps=maps,
            progress=work.progress,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FindOdds(AllDeals[PursuitOdds]):
    """The exact odds over all deals and targets.

    Parameters
    ----------
    deck, numbers, targets, allowed
        As for `AllDeals`.
    top
        Length of the lists of records, at least 1.
    distribution
        Whether to tell how many deals hit how many targets, too.

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
        """Refuse lists of nothing."""
        AboutDeck.__post_init__(self)
        check_length("top", self.top)

    def answer(self, work: Work = UNLIMITED) -> PursuitOdds:
        """Find the answer."""
        return PursuitOdds.of(self.find(work), self.top, distributed=self.distribution)


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitTargetOdds(PursuitTarget, TargetRange):
    """The chance that a target can be hit with a random deal of a deck, and its place among all targets.

    Attributes
    ----------
    deck
        The deck's name.
    numbers
        How many numbers are dealt.
    rules
        The rules as text, ``""`` for the article's.
    deals
        How many deals there are, equal cards told apart.
    place
        1 for the hardest target; equally hard ones share a place.
    by_large
        The odds of a random target by how many numbers of the deal are large.
    """

    deck: str
    numbers: int
    rules: str
    deals: int
    place: int
    by_large: tuple[PursuitByLarge, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetChances(AllDeals[tuple[PursuitTargetOdds, ...]]):
    """The exact chance of every target, ascending.

    Parameters
    ----------
    deck, numbers, targets, allowed
        As for `AllDeals`.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> [row.place for row in TargetChances(deck=SUIT, numbers=2, targets=(1, 4)).answer()]
    [1, 4, 1, 1]
    """

    def answer(self, work: Work = UNLIMITED) -> tuple[PursuitTargetOdds, ...]:
        """Find the answer."""
        found = self.find(work)
        weights = sorted(row.weight for row in found.by_target)
        return tuple(
            PursuitTargetOdds(
                numerator=row.numerator,
                denominator=row.denominator,
                probability=row.probability,
                target=row.target,
                weight=row.weight,
                distinct_deals=row.distinct_deals,
                deck=found.deck.name,
                numbers=found.numbers,
                low=found.low,
                high=found.high,
                rules=str(found.rules),
                deals=found.deals,
                place=bisect_left(weights, row.weight) + 1,
                by_large=found.by_large,
            )
            for row in found.by_target
        )
