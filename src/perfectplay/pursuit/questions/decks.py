"""What can be asked about decks: what becomes of the odds with other values, and how many formulae can be written.

The solvers load numpy and kernels when they are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.core.result import Status
from perfectplay.core.running.interrupt import interrupted
from perfectplay.core.schema import optional
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
"""Ranges of values to which the power law is fitted."""
_LEAST_FITTED = 3
"""Fewest values that a power law is fitted to: a line goes through any two points."""


# -- other values -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitDesign(PursuitChance):
    """A deck in which some cards have other values, and its place among others.

    Attributes
    ----------
    place
        From 1, among the decks that were evaluated.
    status
        ``"optimal"`` if all decks were evaluated, else ``"bounded"``: the place may change.
    done, decks
        How many decks were evaluated, and how many there are.
    deck
        The deck with its new values.
    changes
        The new value, by the text of the old one.
    rank
        What the decks were ranked by.
    figure
        That figure of this deck, a fraction as text.
    certain
        Chance of a deal that hits every target, a fraction as text.
    certain_deals
        Distinct deals that hit every target.
    hardest
        Chance of a hit if the target is the hardest one, a fraction as text.
    hits, pairs, by_used, by_distance
        Figures of this deck, as in `PursuitOdds`.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> found = RankDecks(deck=SUIT, vary={25: [20, 30]}, numbers=2, targets=(1, 10)).find()
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
        """Tell of a deck, and its place by a figure among those of all decks that were evaluated."""
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
class RankedDecks:
    """What has become of a comparison of decks.

    Attributes
    ----------
    rows
        The decks that were evaluated, the first by the figure first.
    decks
        How many there are.
    interrupted
        Whether Ctrl-C ended the work.
    """

    rows: list[DesignRow]
    decks: int
    interrupted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RankDecks(AboutDeck[list[PursuitDesign]]):
    """Decks in which some cards have other values, ranked by their odds.

    Parameters
    ----------
    deck, numbers, targets, allowed, vary
        As for `perfectplay.pursuit.design.evaluate_decks`, whose errors these are, too.
    rank
        A figure, see `perfectplay.pursuit.design.check_rank`.
    descending
        Whether the largest figure comes first.
    top
        Most decks that are told of, at least 1.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> question = RankDecks(deck=SUIT, vary={25: [25, 15], 50: [50, 20]}, numbers=3, targets=(1, 100), top=2)
    >>> len(question.decks), question.seconds < 60
    (4, True)
    >>> found = question.find()
    >>> [(row.changes, row.figure) for row in question.told(found)]
    [({'25': 15, '50': 20}, '223/1144'), ({'25': 15, '50': 50}, '136/715')]
    """

    vary: Mapping[int, Sequence[int]]
    rank: str = "probability"
    descending: bool = True
    top: int = 20

    def __post_init__(self) -> None:
        """Refuse lists of nothing, and figures that do not exist."""
        AboutDeck.__post_init__(self)
        check_length("top", self.top)
        check_rank(self.rank, self.deck.check_count(self.numbers))

    @property
    def decks(self) -> list[Variant]:
        """The decks that are compared."""
        return variants(self.deck, self.vary)

    @property
    def seconds(self) -> float:
        """Estimated processor time, whatever it is."""
        return sum(check_odds(deck, *self.game[1:], limited=True) for deck, _ in self.decks)

    def find(self, work: Work = UNLIMITED) -> RankedDecks:
        """Evaluate decks until there are no more, the time is over, or Ctrl-C is pressed."""
        deck, numbers, low, high, rules = self.game
        found = evaluate_decks(
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
        rows, stopped = _until_interrupted(found)
        return RankedDecks(ranked(rows, self.rank, descending=self.descending), len(self.decks), stopped)

    def told(self, found: RankedDecks) -> list[PursuitDesign]:
        """Tell of the first decks."""
        done = len(found.rows)
        return [
            PursuitDesign.of(row, place, self.rank, done, found.decks)
            for place, row in enumerate(found.rows[: self.top], 1)
        ]

    def answer(self, work: Work = UNLIMITED) -> list[PursuitDesign]:
        """Find the answer."""
        return self.told(self.find(work))


def _until_interrupted(found: Iterable[DesignRow]) -> tuple[list[DesignRow], bool]:
    """Collect decks until there are no more, or Ctrl-C is pressed: then they are kept, too."""
    rows: list[DesignRow] = []
    try:
        for row in found:
            rows.append(row)  # noqa: PERF402  # what is there must stay there after an exception
    except BaseException as error:
        if not interrupted(error):
            raise
        return rows, True
    return rows, False


# -- formulae ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitFormulas(FormulaSize):
    """How many formulae can be written with cards of a deck.

    Attributes
    ----------
    deck
        The cards.
    status
        ``"optimal"`` if these are all that were asked for, else ``"bounded"``: the work was ended early.
    candidates
        Arrangements of different cards and operators.
    admissible
        Candidates in which every division is whole.
    candidates_by_numbers, admissible_by_numbers
        Candidates and admissible formulae of 1, 2, ... numbers.
    in_range
        Admissible formulae with a value from 1 to ``limit``.
    power_law
        Fits of a straight line to the logarithms of count and value.
    by_value
        How many admissible formulae have the values -``limit`` to ``limit``; only if it was asked for.

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


_LAST: dict[tuple[Deck, str, str], FormulaCounts] = {}


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
    >>> CountFormulas(deck=SUIT, numbers=2).find().count(10)
    16
    """

    deck: Deck = CARDS
    numbers: int = MAX_COUNTED
    operators: str = OPERATORS
    by_value: bool = False

    def find(self, work: Work = UNLIMITED) -> FormulaCounts:
        """Count them, or remember what was counted last: pages ask for the same counts as a table and as a chart."""
        game = self.deck, str(self.numbers), str(self.operators)
        found = _LAST.get(game)
        if found is None:
            found = count_formulas(
                self.deck, self.numbers, self.operators, time_limit=work.time_limit, progress=work.progress
            )
            if found.numbers == found.wanted:
                _LAST.clear()
                _LAST[game] = found
        return found

    def answer(self, work: Work = UNLIMITED) -> PursuitFormulas:
        """Find the answer."""
        return PursuitFormulas.of(self.find(work), by_value=self.by_value)
