"""Questions about decks: the odds if some cards have other values, and the number of formulae.

The solvers load numpy and the kernels only when they are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.core.result import Status
from perfectplay.core.running.interrupt import interrupted
from perfectplay.core.schema import Answer, optional
from perfectplay.pursuit.deal.deals import CARDS, Deck, PursuitDeck
from perfectplay.pursuit.design import DesignRow, Variant, check_rank, evaluate_decks, ranked, variants
from perfectplay.pursuit.odds import check_odds
from perfectplay.pursuit.odds.result import PursuitChance, chance_of
from perfectplay.pursuit.questions.base import AboutDeck, check_length
from perfectplay.pursuit.questions.odds import PursuitByDistance, PursuitByUsed
from perfectplay.pursuit.rules import OPERATORS
from perfectplay.pursuit.search.counting import (
    MAX_COUNTED,
    FormulaCounts,
    FormulaSize,
    PursuitPowerLaw,
    count_formulas,
    fit_power_law,
)

__all__ = ["CountFormulas", "PursuitDesign", "PursuitFormulas", "RankDecks", "RankedDecks"]

_FITS = ((1, 1000), (100, 1000))
"""Ranges of values for which a power law is fitted."""
_LEAST_FITTED = 3
"""Minimum number of values for fitting a power law, because two points always lie on a line."""


# -- other values -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitDesign(PursuitChance):
    """A deck in which some cards have other values, and its rank among such decks.

    Attributes
    ----------
    place
        Rank from 1 among the evaluated decks.
    status
        ``"optimal"`` if all decks were evaluated. Otherwise it is ``"bounded"``, because the rank may change.
    done, decks
        Number of evaluated decks, and number of all decks.
    deck
        The deck with its new values.
    changes
        The new value of each changed card; the keys are the old values as text.
    rank
        The figure by which decks were ranked.
    figure
        The value of that figure for this deck, a fraction as text.
    certain
        Chance that the deal hits every target, a fraction as text.
    certain_deals
        Number of distinct deals that hit every target.
    hardest
        Chance of a hit if the target is the hardest one, a fraction as text.
    hits, pairs, by_used, by_distance
        Figures of this deck, as in `PursuitOdds`.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> found = RankDecks(deck=SUIT, vary={25: [20, 30]}, numbers=2, targets=(1, 10)).answer()
    >>> PursuitDesign.of(found.rows[0], 1, "probability", len(found.rows), found.decks).status
    'optimal'
    """

    place: int
    status: Status
    done: int
    decks: int
    deck: PursuitDeck
    changes: Mapping[str, int]
    rank: str
    figure: str
    certain: str
    certain_deals: int
    hardest: str
    hits: int
    pairs: int
    by_used: tuple[PursuitByUsed, ...]
    by_distance: tuple[PursuitByDistance, ...]

    @classmethod
    def of(cls, row: DesignRow, place: int, rank: str, done: int, decks: int) -> Self:
        """Build the answer from a deck's row and the row's rank among the evaluated decks."""
        return cls(
            **chance_of(row.probability),
            place=place,
            status="optimal" if done == decks else "bounded",
            done=done,
            decks=decks,
            deck=row.deck.record,
            changes={str(old): new for old, new in row.changes},
            rank=rank,
            figure=str(row.figure(rank)),
            certain=str(row.certain),
            certain_deals=row.certain_deals,
            hardest=str(row.hardest),
            hits=row.hits,
            pairs=row.pairs,
            by_used=PursuitByUsed.each(row.by_used),
            by_distance=PursuitByDistance.each(row.by_distance),
        )


@dataclass(frozen=True, slots=True)
class RankedDecks(Answer):
    """The result of a comparison of decks.

    Attributes
    ----------
    rows
        The evaluated decks, sorted by the figure.
    decks
        Number of all decks.
    rank, top
        The figure that ranks the decks, and the number of decks that are reported.
    interrupted
        Whether Ctrl-C ended the work.
    """

    rows: list[DesignRow]
    decks: int
    rank: str
    top: int
    interrupted: bool

    def as_answer(self) -> list[PursuitDesign]:
        """Return the first ``top`` decks; HTTP sends them, and ``--json`` prints each on a line."""
        done, first = len(self.rows), self.rows[: self.top]
        return [PursuitDesign.of(row, place, self.rank, done, self.decks) for place, row in enumerate(first, 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankDecks(AboutDeck[RankedDecks]):
    """A question: which decks, made by giving some cards other values, have the best odds.

    Parameters
    ----------
    deck, numbers, targets, allowed, vary
        As in `perfectplay.pursuit.design.evaluate_decks`, which raises the errors.
    rank
        A figure, see `perfectplay.pursuit.design.check_rank`.
    descending
        Whether the largest figure comes first.
    top
        Maximum number of decks in the answer, at least 1.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> question = RankDecks(deck=SUIT, vary={25: [25, 15], 50: [50, 20]}, numbers=3, targets=(1, 100), top=2)
    >>> len(question.decks), question.seconds < 60
    (4, True)
    >>> [(row.changes, row.figure) for row in question.answer().as_answer()]
    [({'25': 15, '50': 20}, '223/1144'), ({'25': 15, '50': 50}, '136/715')]
    """

    vary: Mapping[int, Sequence[int]]
    rank: str = "probability"
    descending: bool = True
    top: int = 20

    def __post_init__(self) -> None:
        """Check that ``top`` is at least 1 and that the figure exists."""
        AboutDeck.__post_init__(self)
        check_length("top", self.top)
        check_rank(self.rank, self.deck.check_count(self.numbers))

    @property
    def decks(self) -> list[Variant]:
        """Return the decks to compare."""
        return variants(self.deck, self.vary)

    @property
    def seconds(self) -> float:
        """Return the estimated processor time in seconds for all decks, even if it exceeds the limit."""
        return sum(check_odds(deck, *self.game[1:], limited=True) for deck, _ in self.decks)

    def answer(self, work: Work = UNLIMITED) -> RankedDecks:
        """Evaluate decks until all are done, time runs out, or Ctrl-C is pressed."""
        deck, numbers, low, high, rules = self.game
        evaluated = evaluate_decks(
            deck,
            self.vary,
            numbers,
            low,
            high,
            rules,
            jobs=work.jobs,
            cluster=work.cluster,
            time_limit=work.time_limit,
            resume=work.resume,
            progress=work.progress,
        )
        rows, stopped = _until_interrupted(evaluated)
        rows = ranked(rows, self.rank, descending=self.descending)
        return RankedDecks(rows, len(self.decks), self.rank, self.top, stopped)


def _until_interrupted(evaluated: Iterable[DesignRow]) -> tuple[list[DesignRow], bool]:
    """Collect decks until all are done or Ctrl-C is pressed; also return whether Ctrl-C ended the work."""
    rows: list[DesignRow] = []
    try:
        for row in evaluated:
            rows.append(row)  # noqa: PERF402  # earlier rows must survive an exception
    except BaseException as error:
        if not interrupted(error):
            raise
        return rows, True
    return rows, False


# -- formulae ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitFormulas(FormulaSize):
    """Counts of the formulae that can be written with cards of a deck.

    Attributes
    ----------
    deck
        The cards.
    status
        ``"optimal"`` if everything requested was counted, or ``"bounded"`` if the work ended early.
    candidates
        Number of arrangements of different cards and operators.
    admissible
        Number of candidates in which every division is exact.
    candidates_by_numbers, admissible_by_numbers
        Numbers of candidates and of admissible formulae with 1, 2, ... numbers.
    in_range
        Number of admissible formulae with a value from 1 to ``limit``.
    power_law
        Power laws that were fitted to the counts by value, for several ranges of values.
    by_value
        Number of admissible formulae with each value from -``limit`` to ``limit``; only if requested.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> PursuitFormulas.of(count_formulas(SUIT, 3)).status
    'optimal'
    """

    deck: PursuitDeck
    status: Status
    candidates: int
    admissible: int
    candidates_by_numbers: tuple[int, ...]
    admissible_by_numbers: tuple[int, ...]
    in_range: int
    power_law: tuple[PursuitPowerLaw, ...]
    by_value: tuple[int, ...] | None = optional()

    @classmethod
    def of(cls, counts: FormulaCounts, *, by_value: bool = False) -> Self:
        """Build the answer from the counts, and fit power laws if there are enough different counts."""
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
        # Skip a fit if there are too few values (as for small decks) or if all counts are equal.
        seen = [counts.count(value) for value in range(low, high + 1) if counts.count(value)]
        if len(seen) >= _LEAST_FITTED and len(set(seen)) > 1:
            yield fit_power_law(counts, low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountFormulas(Question[PursuitFormulas]):
    """A question: how many formulae can be written with different cards of a deck.

    Parameters
    ----------
    deck, numbers, operators
        As in `perfectplay.pursuit.search.counting.count_formulas`, which raises the errors.
    by_value
        Whether the answer includes the counts for every value.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> answer = CountFormulas(deck=SUIT, numbers=2).answer()
    >>> answer.candidates, answer.admissible
    (637, 512)
    >>> CountFormulas(deck=SUIT, numbers=2).counts().count(10)
    16
    """

    deck: Deck = CARDS
    numbers: int = MAX_COUNTED
    operators: str = OPERATORS
    by_value: bool = False

    def counts(self, work: Work = UNLIMITED) -> FormulaCounts:
        """Count the formulae."""
        return count_formulas(
            self.deck, self.numbers, self.operators, time_limit=work.time_limit, progress=work.progress
        )

    def answer(self, work: Work = UNLIMITED) -> PursuitFormulas:
        """Count the formulae, and build the answer."""
        return PursuitFormulas.of(self.counts(work), by_value=self.by_value)
