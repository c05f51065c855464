"""Answers about all deals of arithmetical pursuit: what ``--json`` prints, and what HTTP answers.

Every function here takes plain arguments.  The solvers load numpy and numba when they are called.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict

from perfectplay.core.errors import InvalidPositionError
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Status
from perfectplay.core.schema import Exact, optional
from perfectplay.core.text.texts import Text
from perfectplay.pursuit import design as designer
from perfectplay.pursuit import odds as chances
from perfectplay.pursuit.deal.deals import CARDS, Deck, PursuitDeck
from perfectplay.pursuit.distribution import DistributionRow, distribution
from perfectplay.pursuit.rules import OPERATORS, Rules
from perfectplay.pursuit.search import counting

if TYPE_CHECKING:
    from perfectplay.pursuit.design import DesignRow

__all__ = [
    "PursuitByDistance",
    "PursuitByLarge",
    "PursuitByUsed",
    "PursuitChance",
    "PursuitDesign",
    "PursuitFormulas",
    "PursuitOdds",
    "PursuitOddsDistribution",
    "PursuitTarget",
    "PursuitTargetOdds",
    "by_used",
    "design",
    "design_record",
    "distribution_record",
    "formula_record",
    "formulas",
    "in_range",
    "odds",
    "odds_record",
    "power_laws",
    "target_odds",
]

_FITS = ((1, 1000), (100, 1000))
"""Ranges of values to which the power law is fitted."""
_LEAST_FITTED = 3
"""Fewest values that a power law is fitted to: a line goes through any two points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitChance:
    """A chance, exactly and in lowest terms, and as a decimal.

    Attributes
    ----------
    numerator, denominator
        The chance is the numerator divided by the denominator.
    probability
        The chance as a float.
    """

    numerator: int
    denominator: int
    probability: float


class _Chance(TypedDict):
    """The fields of `PursuitChance`."""

    numerator: int
    denominator: int
    probability: float


def _chance(fraction: Fraction) -> _Chance:
    return {
        "numerator": fraction.numerator,
        "denominator": fraction.denominator,
        "probability": float(fraction),
    }


# -- odds ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitByLarge(PursuitChance):
    """The odds of the deals with a certain number of large numbers.

    Attributes
    ----------
    large
        How many of the numbers are large ones.
    deals, distinct_deals
        How many deals: equal cards told apart, and not.
    hits, pairs
        Pairs of a distinct deal and a target: those that are hits, and all.
    certain_deals
        Distinct deals that hit every target.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.odds import odds
    >>> odds_record(odds(SUIT, 2, 1, 10), 3).by_large[0].deals
    45
    """

    large: int
    deals: int
    distinct_deals: int
    hits: int
    pairs: int
    certain_deals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitByUsed(PursuitChance):
    """The chance of a hit with some of the numbers.

    Attributes
    ----------
    numbers
        How many at most.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.odds import odds
    >>> [row.numbers for row in odds_record(odds(SUIT, 2, 1, 10), 3).by_used]
    [1, 2]
    """

    numbers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitByDistance(PursuitChance):
    """The chance to come close to the target.

    Attributes
    ----------
    distance
        So close, or closer.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.odds import odds
    >>> odds_record(odds(SUIT, 2, 1, 10), 3).by_distance[0].distance
    0
    """

    distance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitTarget(PursuitChance):
    """The chance to hit one target.

    Attributes
    ----------
    target
        The target.
    weight, distinct_deals
        How many deals hit it: equal cards told apart, and not.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.odds import odds
    >>> len(odds_record(odds(SUIT, 2, 1, 10), 3).hardest)
    3
    """

    target: int
    weight: int
    distinct_deals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitOdds(PursuitChance):
    """The chance that a random target can be hit with a random deal, and where it is larger and smaller.

    "Deals" and "weight" tell equal cards apart, "distinct" does not.  If the ``status`` is ``"bounded"``, only some
    deals have been looked at: chances and counts of hits are lower bounds then.

    Attributes
    ----------
    deck
        Where the deals come from.
    numbers, low, high
        How many numbers are dealt, and the first and the last target.
    rules
        The rules as text, ``""`` for the article's.
    deals, distinct_deals
        How many deals there are.
    status
        ``"optimal"`` if all deals have been looked at, so that everything is exact, else ``"bounded"``.
    lower, upper
        Exact bounds on the chance.
    done
        How many distinct deals have been looked at.
    certain_deals, certain_weight
        Distinct deals that hit every target, and deals.
    hits, pairs
        Pairs of a distinct deal and a target: those that are hits, and all.
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

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.odds import odds
    >>> odds_record(odds(SUIT, 2, 1, 10), 3).status
    'optimal'
    """

    deck: PursuitDeck
    numbers: int
    low: int
    high: int
    rules: str
    deals: int
    distinct_deals: int
    status: Status
    lower: Exact
    upper: Exact
    done: int
    certain_deals: int
    certain_weight: int
    hits: int
    pairs: int
    by_large: tuple[PursuitByLarge, ...]
    by_used: tuple[PursuitByUsed, ...]
    by_distance: tuple[PursuitByDistance, ...]
    best: tuple[chances.PursuitDealRow, ...]
    worst: tuple[chances.PursuitDealRow, ...]
    hardest: tuple[PursuitTarget, ...]
    easiest: tuple[PursuitTarget, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitOddsDistribution(PursuitOdds):
    """The odds of a deck, with how many targets its deals hit.

    Attributes
    ----------
    distribution
        A row for each number of targets that some deal hits, ascending; empty if only some deals have been looked at.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.odds import odds
    >>> [row.weight for row in distribution_record(odds(SUIT, 2, 1, 10), 3).distribution]
    [31, 2, 25, 16, 4]
    """

    distribution: tuple[DistributionRow, ...]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitTargetOdds(PursuitTarget):
    """The chance that a target can be hit with a random deal of a deck, and its place among all targets.

    Attributes
    ----------
    deck
        The deck's name.
    numbers, low, high
        How many numbers are dealt, and the first and the last target.
    rules
        The rules as text, ``""`` for the article's.
    deals
        How many deals there are, equal cards told apart.
    place
        1 for the hardest target; equally hard ones share a place.
    by_large
        The odds of a random target by how many numbers of the deal are large.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> target_odds(SUIT, 2, 1, 10)[6].place
    2
    """

    deck: str
    numbers: int
    low: int
    high: int
    rules: str
    deals: int
    place: int
    by_large: tuple[PursuitByLarge, ...]


def odds(
    deck: Deck = CARDS,
    numbers: int = 6,
    low: int = 1,
    high: int = 1000,
    rules: Rules | None = None,
    *,
    top: int = 5,
    progress: ProgressCallback = ignore_progress,
) -> PursuitOdds:
    """Find the exact odds over all deals and targets, as ``perfectplay pursuit odds`` does.

    Parameters
    ----------
    deck, numbers, low, high, rules, progress
        As for `perfectplay.pursuit.odds.odds`; `perfectplay.pursuit.odds.check_odds` estimates the time it takes.
    top
        Length of the lists of records, at least 1.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `perfectplay.pursuit.odds.odds` does; also if ``top`` is below 1.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> answer = odds(SUIT, 3, 1, 100)
    >>> answer.numerator, answer.denominator, answer.deals
    (5293, 28600, 286)
    """
    if top < 1:
        message = Text("a list of {top} records lists nothing; it must have at least 1", top=top)
        raise InvalidPositionError(message)
    progress(Progress("all deals", 0.0))
    return odds_record(chances.odds(deck, numbers, low, high, rules, progress=progress), top)


def odds_record(found: chances.Odds, top: int) -> PursuitOdds:
    """Tell the odds of a deck, with lists of at most ``top`` deals and targets.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.odds import odds
    >>> odds_record(odds(SUIT, 2, 1, 10), 3).deals
    78
    """
    return PursuitOdds(
        deck=found.deck.record,
        numbers=found.numbers,
        low=found.low,
        high=found.high,
        rules=str(found.rules),
        deals=found.deals,
        distinct_deals=found.distinct_deals,
        **_chance(found.probability),
        status=found.status,
        lower=found.probability,
        upper=found.upper,
        done=found.done,
        certain_deals=found.certain_deals,
        certain_weight=found.certain_weight,
        hits=found.hits,
        pairs=found.pairs,
        by_large=_by_large(found.by_large),
        by_used=by_used(found.by_used),
        by_distance=_by_distance(found.by_distance),
        best=found.best(top),
        worst=found.worst(top),
        hardest=_targets(found.hardest(top), found.deals),
        easiest=_targets(found.easiest(top), found.deals),
    )


def distribution_record(found: chances.Odds, top: int) -> PursuitOddsDistribution:
    """Tell the odds of a deck, as `odds_record` does, and how many targets its deals hit.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.odds import odds
    >>> distribution_record(odds(SUIT, 2, 1, 10), 3).distribution[-1].targets
    5
    """
    told = odds_record(found, top)
    rows = distribution(found).rows if found.status == "optimal" else ()
    values = {field.name: getattr(told, field.name) for field in fields(told)}
    return PursuitOddsDistribution(**values, distribution=rows)


def target_odds(
    deck: Deck = CARDS,
    numbers: int = 6,
    low: int = 1,
    high: int = 1000,
    rules: Rules | None = None,
    *,
    progress: ProgressCallback = ignore_progress,
) -> tuple[PursuitTargetOdds, ...]:
    """Find the exact chance of every target, ascending.

    Parameters
    ----------
    deck, numbers, low, high, rules, progress
        As for `odds`.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `odds` does.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> row = target_odds(SUIT, 3, 1, 100)[82]
    >>> row.target, row.numerator, row.denominator, row.place
    (83, 7, 286, 1)
    """
    progress(Progress("all deals", 0.0))
    found = chances.odds(deck, numbers, low, high, rules, progress=progress)
    weights = sorted(row.weight for row in found.by_target)
    by_large = _by_large(found.by_large)
    return tuple(
        PursuitTargetOdds(
            target=row.target,
            weight=row.weight,
            distinct_deals=row.distinct_deals,
            **_chance(Fraction(row.weight, found.deals)),
            deck=deck.name,
            numbers=numbers,
            low=low,
            high=high,
            rules=str(found.rules),
            deals=found.deals,
            place=bisect_left(weights, row.weight) + 1,
            by_large=by_large,
        )
        for row in found.by_target
    )


def _by_large(rows: Sequence[chances.LargeRow]) -> tuple[PursuitByLarge, ...]:
    return tuple(
        PursuitByLarge(
            large=row.large,
            deals=row.deals,
            distinct_deals=row.distinct_deals,
            **_chance(row.probability),
            hits=row.hits,
            pairs=row.pairs,
            certain_deals=row.certain_deals,
        )
        for row in rows
    )


def by_used(chances: Sequence[Fraction]) -> tuple[PursuitByUsed, ...]:
    """Tell the chances with at most 1, 2, ... of the numbers.

    Examples
    --------
    >>> by_used([Fraction(1, 2)])[0].numbers
    1
    """
    return tuple(PursuitByUsed(numbers=k, **_chance(chance)) for k, chance in enumerate(chances, 1))


def _by_distance(by_distance: Sequence[Fraction]) -> tuple[PursuitByDistance, ...]:
    return tuple(PursuitByDistance(distance=d, **_chance(chance)) for d, chance in enumerate(by_distance))


def _targets(rows: Sequence[chances.TargetRow], deals: int) -> tuple[PursuitTarget, ...]:
    return tuple(
        PursuitTarget(
            target=row.target,
            weight=row.weight,
            distinct_deals=row.distinct_deals,
            **_chance(Fraction(row.weight, deals)),
        )
        for row in rows
    )


def design(
    deck: Deck,
    vary: Mapping[int, Sequence[int]],
    numbers: int = 6,
    low: int = 1,
    high: int = 1000,
    rules: Rules | None = None,
    *,
    rank: str = "probability",
    descending: bool = True,
    top: int = 20,
    progress: ProgressCallback = ignore_progress,
) -> list[PursuitDesign]:
    """Rank decks in which some cards have other values, as ``perfectplay pursuit design`` does.

    Parameters
    ----------
    deck, vary, numbers, low, high, rules, rank, descending, progress
        As for `perfectplay.pursuit.design.design`, which see for its errors.
    top
        Most decks that are told of.
    """
    rows = designer.design(deck, vary, numbers, low, high, rules, rank=rank, descending=descending, progress=progress)
    return [design_record(row, place, rank, len(rows), len(rows)) for place, row in enumerate(rows[:top], 1)]


def design_record(row: DesignRow, place: int, rank: str, done: int, decks: int) -> PursuitDesign:
    """Tell of a deck and its place among others, as ``perfectplay pursuit design`` does.

    Parameters
    ----------
    row
        The deck.
    place
        Its place among the decks that were evaluated, from 1.
    rank
        What they were ranked by.
    done, decks
        How many decks were evaluated, and how many there are.
    """
    return PursuitDesign(
        place=place,
        status="optimal" if done == decks else "bounded",
        done=done,
        decks=decks,
        deck=row.deck.record,
        changes={str(old): new for old, new in row.changes},
        rank=rank,
        figure=str(row.figure(rank)),
        **_chance(row.probability),
        certain=str(row.certain),
        certain_deals=row.certain_deals,
        hardest=str(row.hardest),
        hits=row.hits,
        pairs=row.pairs,
        by_used=by_used(row.by_used),
        by_distance=_by_distance(row.by_distance),
    )


# -- formulae ------------------------------------------------------------------------------------------------------


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
    >>> from perfectplay.pursuit.search.counting import count_formulas
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> formula_record(count_formulas(SUIT, 2), [], by_value=False).numbers
    2
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
    power_law: tuple[counting.PursuitPowerLaw, ...]
    by_value: tuple[int, ...] | None = optional()


def formulas(
    deck: Deck = CARDS,
    numbers: int = 6,
    operators: str = OPERATORS,
    *,
    by_value: bool = False,
    progress: ProgressCallback = ignore_progress,
) -> PursuitFormulas:
    """Count the formulae that can be written with cards of a deck, as ``perfectplay pursuit formulas`` does.

    Parameters
    ----------
    deck, numbers, operators, progress
        As for `perfectplay.pursuit.search.counting.count_formulas`.
    by_value
        Whether the counts of every value are wanted, too.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `perfectplay.pursuit.search.counting.count_formulas` does.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> answer = formulas(SUIT, 2)
    >>> answer.candidates, answer.admissible
    (637, 512)
    """
    counts = counting.count_formulas(deck, numbers, operators, progress=progress)
    return formula_record(counts, power_laws(counts), by_value=by_value)


def formula_record(
    counts: counting.FormulaCounts, fits: Sequence[counting.PursuitPowerLaw], *, by_value: bool
) -> PursuitFormulas:
    """Tell of the formulae of a deck.

    Parameters
    ----------
    counts
        The formulae.
    fits
        What `power_laws` made of them.
    by_value
        Whether the counts of every value are wanted, too.

    Examples
    --------
    >>> from perfectplay.pursuit.search.counting import count_formulas
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> formula_record(count_formulas(SUIT, 2), [], by_value=False).status
    'optimal'
    """
    return PursuitFormulas(
        deck=counts.deck.record,
        numbers=counts.numbers,
        operators=counts.operators,
        status=counts.status,
        wanted=counts.wanted,
        candidates=sum(counts.candidates),
        admissible=sum(counts.admissible),
        candidates_by_numbers=counts.candidates,
        admissible_by_numbers=counts.admissible,
        in_range=in_range(counts),
        limit=counts.limit,
        power_law=tuple(fits),
        by_value=counts.by_value if by_value else None,
    )


def in_range(counts: counting.FormulaCounts) -> int:
    """Count the admissible formulae whose value is a target: from 1 to the limit.

    Examples
    --------
    >>> from perfectplay.pursuit.search.counting import count_formulas
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> in_range(count_formulas(SUIT, 2)) > 0
    True
    """
    return sum(counts.by_value[counts.limit + 1 :])


def power_laws(counts: counting.FormulaCounts) -> list[counting.PursuitPowerLaw]:
    """Fit power laws to the counts of values from 1 and from 100 to 1000, where there are enough different ones.

    Examples
    --------
    >>> from perfectplay.pursuit.search.counting import count_formulas
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> len(power_laws(count_formulas(SUIT, 3)))
    2
    """
    fits = []
    for low, high in _FITS:
        # Small decks have too few values for a line through them, and equal counts have no variance to explain.
        seen = [counts.count(value) for value in range(low, high + 1) if counts.count(value)]
        if len(seen) >= _LEAST_FITTED and len(set(seen)) > 1:
            fits.append(counting.fit_power_law(counts, low, high))
    return fits
