"""The exact distribution of the number of targets that a deal from a deck hits."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from operator import itemgetter

from perfectplay.core.errors import InvalidPositionError
from perfectplay.pursuit.odds import Odds

__all__ = ["Distribution", "DistributionRow", "distribution"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DistributionRow:
    """The number of deals that hit exactly, and at least, a certain number of targets.

    Attributes
    ----------
    targets
        Number of targets.
    weight, distinct_deals
        Number of deals that hit exactly that many targets; ``weight`` counts equal cards as different.
    weight_or_more, distinct_or_more
        Number of deals that hit at least that many targets, counted in the same ways.
    """

    targets: int
    weight: int
    distinct_deals: int
    weight_or_more: int
    distinct_or_more: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """The distribution of the number of targets that a random deal hits.

    Attributes
    ----------
    odds
        The odds from which the distribution was computed.
    rows
        A row for each number of targets that at least one deal hits, ascending.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.odds import odds
    >>> found = distribution(odds(SUIT, 2, 1, 10))
    >>> [(row.targets, row.weight) for row in found.rows]
    [(1, 31), (2, 2), (3, 25), (4, 16), (5, 4)]
    >>> found.at_least(4), found.at_least(6), found.mean
    ((20, 20), (0, 0), Fraction(97, 39))
    >>> found.median
    3
    """

    odds: Odds
    rows: tuple[DistributionRow, ...]

    def at_least(self, targets: int) -> tuple[int, int]:
        """Return how many deals hit at least this many targets: with equal cards told apart, and distinct ones."""
        row = next((row for row in self.rows if row.targets >= targets), None)
        return (0, 0) if row is None else (row.weight_or_more, row.distinct_or_more)

    @property
    def mean(self) -> Fraction:
        """Return how many targets a random deal hits on average."""
        return Fraction(sum(row.targets * row.weight for row in self.rows), self.odds.deals)

    @property
    def median(self) -> int:
        """Return the largest number of targets that at least half of the deals hit."""
        return max(row.targets for row in self.rows if 2 * row.weight_or_more >= self.odds.deals)


def distribution(odds: Odds) -> Distribution:
    """Count the deals by the number of targets that they hit, in time linear in the number of distinct deals.

    Raises `InvalidPositionError` if the odds are incomplete.

    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.odds import odds
    >>> distribution(odds(SUIT, 2, 1, 10)).median
    3
    """
    if odds.status == "bounded":
        raise InvalidPositionError(
            "only {done:,} of {all:,} different deals were examined, which gives no distribution over all of them; "
            "give the odds more time",
            done=odds.done,
            all=odds.distinct_deals,
        )
    weights: Counter[int] = Counter()
    distinct: Counter[int] = Counter()
    for targets, deal in zip(odds.targets_by_deal, odds.deck.deals(odds.numbers), strict=True):
        weights[targets] += odds.deck.weight(deal)
        distinct[targets] += 1
    falling = sorted(weights, reverse=True)
    sums = accumulate(((weights[k], distinct[k]) for k in falling), lambda a, b: (a[0] + b[0], a[1] + b[1]))
    rows = (
        DistributionRow(
            targets=targets,
            weight=weights[targets],
            distinct_deals=distinct[targets],
            weight_or_more=more,
            distinct_or_more=different,
        )
        for targets, (more, different) in sorted(zip(falling, sums, strict=True), key=itemgetter(0))
    )
    return Distribution(odds, tuple(rows))
