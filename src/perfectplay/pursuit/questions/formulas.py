"""How many formulae can be written with cards of a deck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.core.result import Status
from perfectplay.core.schema import optional
from perfectplay.pursuit.deal.deals import CARDS, Deck, PursuitDeck
from perfectplay.pursuit.rules import OPERATORS
from perfectplay.pursuit.search.counting import (
    MAX_COUNTED,
    FormulaCounts,
    PursuitPowerLaw,
    count_formulas,
    fit_power_law,
)

__all__ = ["CountFormulas", "PursuitFormulas"]

_FITS = ((1, 1000), (100, 1000))
"""Ranges of values to which the power law is fitted."""
_LEAST_FITTED = 3
"""Fewest values that a power law is fitted to: a line goes through any two points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitFormulas:
    """How many formulae can be written with cards of a deck.

    Attributes
    ----------
    deck
        The cards.
    numbers, operators
        Size of the largest formulae that were counted, and their operators.
    status
        ``"optimal"`` if these are all that were asked for, else ``"bounded"``: the work was ended early.
    wanted
        Size of the largest formulae that were asked for.
    candidates
        Arrangements of different cards and operators.
    admissible
        Candidates in which every division is whole.
    candidates_by_numbers, admissible_by_numbers
        Candidates and admissible formulae of 1, 2, ... numbers.
    in_range
        Admissible formulae with a value from 1 to ``limit``.
    limit
        Largest value that is looked at.
    power_law
        Fits of a straight line to the logarithms of count and value.
    by_value
        How many admissible formulae have the values -``limit`` to ``limit``; only if it was asked for.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> CountFormulas(deck=SUIT, numbers=3).answer().status
    'optimal'
    """

    deck: PursuitDeck
    numbers: int
    operators: str
    status: Status
    wanted: int
    candidates: int
    admissible: int
    candidates_by_numbers: tuple[int, ...]
    admissible_by_numbers: tuple[int, ...]
    in_range: int
    limit: int
    power_law: tuple[PursuitPowerLaw, ...]
    by_value: tuple[int, ...] | None = optional()

    @classmethod
    def of(cls, counts: FormulaCounts, *, by_value: bool = False) -> Self:
        """Tell of the formulae of a deck, and fit power laws where there are enough different counts."""
        return cls(
            deck=counts.deck.record,
            numbers=counts.numbers,
            operators=counts.operators,
            status=counts.status,
            wanted=counts.wanted,
            candidates=counts.total_candidates,
            admissible=counts.total_admissible,
            candidates_by_numbers=counts.candidates,
            admissible_by_numbers=counts.admissible,
            in_range=counts.between(1, counts.limit),
            limit=counts.limit,
            power_law=tuple(_power_laws(counts)),
            by_value=counts.by_value if by_value else None,
        )


def _power_laws(counts: FormulaCounts) -> Iterator[PursuitPowerLaw]:
    for low, high in _FITS:
        # Small decks have too few values for a line through them, and equal counts have no variance to explain.
        seen = [counts.count(value) for value in range(low, high + 1) if counts.count(value)]
        if len(seen) >= _LEAST_FITTED and len(set(seen)) > 1:
            yield fit_power_law(counts, low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountFormulas(Question[PursuitFormulas]):
    """How many formulae can be written with different cards of a deck.

    Parameters
    ----------
    deck, numbers, operators
        As for `perfectplay.pursuit.search.counting.count_formulas`, whose errors these are, too.
    by_value
        Whether the counts of every value are wanted, too.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> answer = CountFormulas(deck=SUIT, numbers=2).answer()
    >>> answer.candidates, answer.admissible
    (637, 512)
    """

    deck: Deck = CARDS
    numbers: int = MAX_COUNTED
    operators: str = OPERATORS
    by_value: bool = False

    def find(self, work: Work = UNLIMITED) -> FormulaCounts:
        """Count them."""
        return count_formulas(
            self.deck, self.numbers, self.operators, time_limit=work.time_limit, progress=work.progress
        )

    def answer(self, work: Work = UNLIMITED) -> PursuitFormulas:
        """Find the answer."""
        return PursuitFormulas.of(self.find(work), by_value=self.by_value)
