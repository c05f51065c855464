"""Answers about all deals of arithmetical pursuit as JSON-serialisable records: for the command line and for HTTP.

Every function here takes plain arguments; the records are what ``--json`` prints.  The solvers load numpy and numba
when they are called.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perfectplay.core.errors import InvalidPositionError
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.schema import exact
from perfectplay.pursuit import counting
from perfectplay.pursuit import odds as chances
from perfectplay.pursuit.deals import CARDS, Deck
from perfectplay.pursuit.rules import OPERATORS, Rules

if TYPE_CHECKING:
    from perfectplay.pursuit.design import DesignRow

__all__ = ["design_record", "formula_record", "formulas", "in_range", "odds", "odds_record", "power_laws"]

_FITS = ((1, 1000), (100, 1000))
"""Ranges of values to which the power law is fitted."""
_LEAST_FITTED = 3
"""Fewest values that a power law is fitted to: a line goes through any two points."""


def _fraction_record(fraction: Fraction) -> dict[str, int | float]:
    """Put a chance into JSON: exactly, and as a float for convenience."""
    return {
        "numerator": fraction.numerator,
        "denominator": fraction.denominator,
        "probability": float(fraction),
    }


# -- odds ----------------------------------------------------------------------------------------------------------


def odds(
    deck: Deck = CARDS,
    numbers: int = 6,
    low: int = 1,
    high: int = 1000,
    rules: Rules | None = None,
    *,
    top: int = 5,
    progress: ProgressCallback = ignore_progress,
) -> dict[str, Any]:
    """Find the exact odds over all deals and targets, as ``perfectplay pursuit odds`` does.

    Parameters
    ----------
    deck, numbers, low, high, rules, progress
        As for `perfectplay.pursuit.odds.odds`; `perfectplay.pursuit.odds.check_odds` estimates the time it takes.
    top
        Length of the lists of records, at least 1.

    Returns
    -------
    dict
        See `odds_record`.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `perfectplay.pursuit.odds.odds` does; also if ``top`` is below 1.

    Examples
    --------
    >>> from perfectplay.pursuit.deals import SUIT
    >>> answer = odds(SUIT, 3, 1, 100)
    >>> answer["numerator"], answer["denominator"], answer["deals"]
    (5293, 28600, 286)
    """
    if top < 1:
        message = f"a list of {top} records lists nothing; it must have at least 1"
        raise InvalidPositionError(message)
    progress(Progress("all deals", 0.0))
    return odds_record(chances.odds(deck, numbers, low, high, rules, progress=progress), top)


def odds_record(found: chances.Odds, top: int) -> dict[str, Any]:
    """Put the odds of a deck into a record.

    Parameters
    ----------
    found
        The odds.
    top
        Length of the lists of records.

    Returns
    -------
    dict
        A chance is ``numerator`` and ``denominator``, exactly and in lowest terms, and ``probability``, a float.
        "Deals" and "weight" tell equal cards apart, "distinct" does not.  If the ``status`` is ``"bounded"``, only
        some deals have been looked at: chances and counts of hits are lower bounds then.

        ``deck``: ``{"name", "cards", "large"}``, with the copies of each number;
        ``numbers``, ``low``, ``high``, ``rules``: what was asked, rules as text, ``""`` for the article's;
        ``deals``, ``distinct_deals``: how many deals;
        ``numerator``, ``denominator``, ``probability``: chance that a random target can be hit with a random deal;
        ``status``: ``"optimal"`` if all deals have been looked at, so that everything is exact, else ``"bounded"``;
        ``lower``, ``upper``: bounds on that chance, exactly: an integer or a text such as ``"3/2"``;
        ``done``: how many distinct deals have been looked at;
        ``certain_deals``, ``certain_weight``: distinct deals that hit every target, and deals;
        ``hits``, ``pairs``: pairs of a distinct deal and a target: those that are hits, and all;
        ``by_large``: the same for deals with so many ``large`` numbers;
        ``by_used``: chance of a hit with at most so many ``numbers``;
        ``by_distance``: chance to come within a ``distance``, from 0 to 20;
        ``best``, ``worst``: deals that hit the most and the fewest targets: ``{"deal", "targets", "weight"}``;
        ``hardest``, ``easiest``: targets that the fewest and the most deals hit:
        ``{"target", "weight", "distinct_deals"}`` and the chance.
    """
    return {
        "deck": found.deck.to_dict(),
        "numbers": found.numbers,
        "low": found.low,
        "high": found.high,
        "rules": str(found.rules),
        "deals": found.deals,
        "distinct_deals": found.distinct_deals,
        **_fraction_record(found.probability),
        "status": found.status,
        "lower": exact(found.probability),
        "upper": exact(found.upper),
        "done": found.done,
        "certain_deals": found.certain_deals,
        "certain_weight": found.certain_weight,
        "hits": found.hits,
        "pairs": found.pairs,
        "by_large": [
            {
                "large": row.large,
                "deals": row.deals,
                "distinct_deals": row.distinct_deals,
                **_fraction_record(row.probability),
                "hits": row.hits,
                "pairs": row.pairs,
                "certain_deals": row.certain_deals,
            }
            for row in found.by_large
        ],
        "by_used": _by_used(found.by_used),
        "by_distance": _by_distance(found.by_distance),
        "best": [_deal_record(row) for row in found.best(top)],
        "worst": [_deal_record(row) for row in found.worst(top)],
        "hardest": [_target_record(row, found) for row in found.hardest(top)],
        "easiest": [_target_record(row, found) for row in found.easiest(top)],
    }


def _by_used(by_used: Sequence[Fraction]) -> list[dict[str, int | float]]:
    return [{"numbers": k} | _fraction_record(chance) for k, chance in enumerate(by_used, 1)]


def _by_distance(by_distance: Sequence[Fraction]) -> list[dict[str, int | float]]:
    return [{"distance": d} | _fraction_record(chance) for d, chance in enumerate(by_distance)]


def _deal_record(row: chances.DealRow) -> dict[str, Any]:
    return {"deal": list(row.deal), "targets": row.targets, "weight": row.weight}


def _target_record(row: chances.TargetRow, found: chances.Odds) -> dict[str, Any]:
    chance = _fraction_record(Fraction(row.weight, found.deals))
    return {"target": row.target, "weight": row.weight, "distinct_deals": row.distinct_deals} | chance


def design_record(row: DesignRow, place: int, rank: str, done: int, decks: int) -> dict[str, Any]:
    """Put a deck and its place among others into a record, as ``perfectplay pursuit design`` does.

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

    Returns
    -------
    dict
        ``place``: from 1;
        ``status``: ``"optimal"`` if all decks were evaluated, else ``"bounded"``: the place may change;
        ``done``, ``decks``: how many were evaluated, and how many there are;
        ``deck``: as in `odds_record`;
        ``changes``: the new value, by the text of the old one;
        ``rank``, ``figure``: what the decks were ranked by, and this deck's, a fraction as text;
        ``numerator``, ``denominator``, ``probability``, ``certain_deals``, ``hits``, ``pairs``, ``by_used``,
        ``by_distance``: as in `odds_record`;
        ``certain``: chance of a deal that hits every target, a fraction as text;
        ``hardest``: chance of a hit if the target is the hardest one, likewise.
    """
    return {
        "place": place,
        "status": "optimal" if done == decks else "bounded",
        "done": done,
        "decks": decks,
        "deck": row.deck.to_dict(),
        "changes": {str(old): new for old, new in row.changes},
        "rank": rank,
        "figure": str(row.figure(rank)),
        **_fraction_record(row.probability),
        "certain": str(row.certain),
        "certain_deals": row.certain_deals,
        "hardest": str(row.hardest),
        "hits": row.hits,
        "pairs": row.pairs,
        "by_used": _by_used(row.by_used),
        "by_distance": _by_distance(row.by_distance),
    }


# -- formulae ------------------------------------------------------------------------------------------------------


def formulas(
    deck: Deck = CARDS,
    numbers: int = 6,
    operators: str = OPERATORS,
    *,
    by_value: bool = False,
    progress: ProgressCallback = ignore_progress,
) -> dict[str, Any]:
    """Count the formulae that can be written with cards of a deck, as ``perfectplay pursuit formulas`` does.

    Parameters
    ----------
    deck, numbers, operators, progress
        As for `perfectplay.pursuit.counting.count_formulas`.
    by_value
        Whether the record has the counts of every value, too.

    Returns
    -------
    dict
        See `formula_record`.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `perfectplay.pursuit.counting.count_formulas` does.

    Examples
    --------
    >>> from perfectplay.pursuit.deals import SUIT
    >>> answer = formulas(SUIT, 2)
    >>> answer["candidates"], answer["admissible"]
    (637, 512)
    """
    counts = counting.count_formulas(deck, numbers, operators, progress=progress)
    return formula_record(counts, power_laws(counts), by_value=by_value)


def formula_record(
    counts: counting.FormulaCounts, fits: Sequence[counting.PowerLaw], *, by_value: bool
) -> dict[str, Any]:
    """Put the formulae of a deck into a record.

    Parameters
    ----------
    counts
        The formulae.
    fits
        What `power_laws` made of them.
    by_value
        Whether the counts of every value are wanted, too.

    Returns
    -------
    dict
        ``deck``: as in `odds_record`;
        ``numbers``, ``operators``: formulae of up to so many numbers were counted;
        ``status``: ``"optimal"`` if these are all that were asked for, else ``"bounded"``: the work was ended early;
        ``wanted``: formulae of up to so many numbers were asked for;
        ``candidates``: arrangements of different cards and operators;
        ``admissible``: those in which every division is whole;
        ``candidates_by_numbers``, ``admissible_by_numbers``: the same for 1, 2, ... numbers;
        ``in_range``: admissible ones with a value from 1 to ``limit``;
        ``limit``: largest value that is looked at;
        ``power_law``: fits of a straight line to the logarithms of count and value, each ``{"low", "high", "slope",
        "intercept", "r_squared"}``;
        ``by_value``: only if it was wanted: how many admissible formulae have the values -``limit`` to ``limit``.
    """
    record: dict[str, Any] = {
        "deck": counts.deck.to_dict(),
        "numbers": counts.numbers,
        "operators": counts.operators,
        "status": counts.status,
        "wanted": counts.wanted,
        "candidates": sum(counts.candidates),
        "admissible": sum(counts.admissible),
        "candidates_by_numbers": list(counts.candidates),
        "admissible_by_numbers": list(counts.admissible),
        "in_range": in_range(counts),
        "limit": counts.limit,
        "power_law": [
            {
                "low": fit.low,
                "high": fit.high,
                "slope": fit.slope,
                "intercept": fit.intercept,
                "r_squared": fit.r_squared,
            }
            for fit in fits
        ],
    }
    if by_value:
        record["by_value"] = list(counts.by_value)
    return record


def in_range(counts: counting.FormulaCounts) -> int:
    """Count the admissible formulae whose value is a target: from 1 to the limit."""
    return sum(counts.by_value[counts.limit + 1 :])


def power_laws(counts: counting.FormulaCounts) -> list[counting.PowerLaw]:
    """Fit power laws to the counts of values from 1 and from 100 to 1000, where there are enough different ones."""
    fits = []
    for low, high in _FITS:
        # Small decks have too few values for a line through them, and equal counts have no variance to explain.
        seen = [counts.count(value) for value in range(low, high + 1) if counts.count(value)]
        if len(seen) >= _LEAST_FITTED and len(set(seen)) > 1:
            fits.append(counting.fit_power_law(counts, low, high))
    return fits
