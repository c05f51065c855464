"""Results about all deals of a deck."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypedDict

from perfectplay.core.result import Status
from perfectplay.pursuit.deal.deals import Deck
from perfectplay.pursuit.reach import TargetRange
from perfectplay.pursuit.rules import Rules

__all__ = [
    "MAX_DISTANCE",
    "DealCounts",
    "Odds",
    "PursuitByLarge",
    "PursuitChance",
    "PursuitDealRow",
    "PursuitTarget",
    "chance_of",
]

MAX_DISTANCE = 20
"""Largest distance in `Odds.by_distance`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitChance:
    """A chance as an exact fraction in lowest terms, and as a float.

    Attributes
    ----------
    numerator, denominator
        Numerator and denominator of the chance.
    probability
        The chance as a float.
    """

    numerator: int
    denominator: int
    probability: float

    @property
    def exact(self) -> Fraction:
        """The chance as an exact fraction."""
        return Fraction(self.numerator, self.denominator)


class _Chance(TypedDict):
    """The fields of a `PursuitChance`, as a dictionary."""

    numerator: int
    denominator: int
    probability: float


def chance_of(fraction: Fraction) -> _Chance:
    """Return the fields of a `PursuitChance` for an exact chance."""
    return {"numerator": fraction.numerator, "denominator": fraction.denominator, "probability": float(fraction)}


@dataclass(frozen=True, kw_only=True)
class DealCounts:
    """Counts of deals and hits.

    Attributes
    ----------
    deals, distinct_deals
        Number of deals; ``deals`` counts equal cards as different.
    hits, pairs
        Number of pairs of a distinct deal and a target that it hits, and number of all pairs of a deal and a target.
    certain_deals
        Number of distinct deals that hit every target.
    """

    deals: int
    distinct_deals: int
    hits: int
    pairs: int
    certain_deals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitByLarge(DealCounts, PursuitChance):
    """The odds of deals with a certain number of large numbers.

    Attributes
    ----------
    large
        Number of large numbers.
    """

    large: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitTarget(PursuitChance):
    """The chance to hit a target.

    Attributes
    ----------
    target
        The target.
    weight, distinct_deals
        Number of deals that hit the target; ``weight`` counts equal cards as different.
    """

    target: int
    weight: int
    distinct_deals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitDealRow:
    """A deal and the number of targets that it hits.

    Attributes
    ----------
    deal
        The numbers, ascending.
    targets
        Number of targets that the deal hits.
    weight
        Number of ways to deal these numbers, with equal cards told apart.
    """

    deal: tuple[int, ...]
    targets: int
    weight: int


@dataclass(frozen=True, kw_only=True)
class Odds(DealCounts, TargetRange):
    """The odds of a deck if all sets of cards and all targets are equally likely.

    If the work ended early, all chances and counts of hits are lower bounds, and `status` is ``"bounded"``.

    Attributes
    ----------
    deck, numbers, rules
        The game: ``numbers`` cards are dealt from the deck, and targets from ``low`` to ``high`` are equally likely.
    probability
        Chance that the target can be hit; see also `upper`.
    certain_weight
        Number of deals that hit every target, with equal cards told apart.
    by_large
        The odds for each number of large cards that deals can have.
    by_used
        Entry k - 1 is the chance that the target can be hit with at most k of the numbers.
    by_distance
        Entry d, from 0 to `MAX_DISTANCE`, is the chance to come within d of the target.
    by_target
        A row for each target, ascending.
    targets_by_deal
        Number of targets that each distinct deal hits, in the order of `Deck.deals`; -1 for unfinished deals.
    done, done_weight
        Number of finished deals; ``done_weight`` counts equal cards as different.
    interrupted
        Whether Ctrl-C ended the work.
    maps
        If requested, an integer for each distinct deal, in the order of `Deck.deals`; bit i means a hit of ``low + i``.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.odds import odds
    >>> found = odds(SUIT, 2, 1, 10)
    >>> found.status, found.upper == found.probability
    ('optimal', True)
    >>> len(found.best(3)), len(found.worst(3)), len(found.hardest(2)), len(found.easiest(2))
    (3, 3, 2, 2)
    """

    deck: Deck
    numbers: int
    rules: Rules
    probability: Fraction
    certain_weight: int
    by_large: tuple[PursuitByLarge, ...]
    by_used: tuple[Fraction, ...]
    by_distance: tuple[Fraction, ...]
    by_target: tuple[PursuitTarget, ...] = field(repr=False)
    targets_by_deal: tuple[int, ...] = field(repr=False)
    done: int
    done_weight: int
    interrupted: bool = False
    maps: tuple[int, ...] | None = field(default=None, repr=False)

    @property
    def status(self) -> Status:
        """``"optimal"`` if all deals are finished, otherwise ``"bounded"``."""
        return "optimal" if self.done == self.distinct_deals else "bounded"

    @property
    def upper(self) -> Fraction:
        """Upper bound on the chance that the target can be hit; `probability` is the lower bound."""
        return self.probability + Fraction(self.deals - self.done_weight, self.deals)

    def best(self, count: int) -> tuple[PursuitDealRow, ...]:
        """Return the deals that hit the most targets, best first; ties are in lexicographic order."""
        return self._pick(count, -1)

    def worst(self, count: int) -> tuple[PursuitDealRow, ...]:
        """Return the deals that hit the fewest targets, worst first; ties are in lexicographic order."""
        return self._pick(count, 1)

    def _pick(self, count: int, sign: int) -> tuple[PursuitDealRow, ...]:
        pairs: Iterable[tuple[int, tuple[int, ...]]] = (
            (sign * targets, deal)
            for targets, deal in zip(self.targets_by_deal, self.deck.deals(self.numbers), strict=True)
            if targets >= 0
        )
        return tuple(
            PursuitDealRow(deal=deal, targets=sign * key, weight=self.deck.weight(deal))
            for key, deal in heapq.nsmallest(count, pairs)
        )

    def hardest(self, count: int) -> tuple[PursuitTarget, ...]:
        """Return the targets that the fewest deals hit, with equal cards told apart, hardest first."""
        return tuple(heapq.nsmallest(count, self.by_target, key=lambda row: (row.weight, row.target)))

    def easiest(self, count: int) -> tuple[PursuitTarget, ...]:
        """Return the targets that the most deals hit, with equal cards told apart, easiest first."""
        return tuple(heapq.nsmallest(count, self.by_target, key=lambda row: (-row.weight, row.target)))
