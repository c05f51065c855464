"""Tables of the commands that examine all deals. This module arranges results, and computes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from perfectplay.cli.pursuit.text import numbers_line, printable
from perfectplay.core.text.words import counted

if TYPE_CHECKING:
    from perfectplay.pursuit.distribution import Distribution
    from perfectplay.pursuit.odds import Odds
    from perfectplay.pursuit.questions.decks import PursuitDesign, PursuitFormulas

_DIGITS = 6
_DISTANCES = (0, 1, 2, 3, 5, 10, 20)
"""Distances that the table shows; JSON has every distance."""
_SHARES = (10, 25, 50, 80, 90, 95, 99, 100)
"""Rows of the distribution's table, as percentages of the targets; JSON has a row for every number of targets."""


def decimal(fraction: Fraction, digits: int = _DIGITS) -> str:
    """Format a chance as a rounded decimal; a chance near 0 or 1 is written as a bound, as in >0.999999."""
    unit = 10**digits
    scaled = round(fraction * unit)
    if scaled == 0 and fraction:
        return f"<0.{1:0{digits}d}"
    if scaled == unit and fraction != 1:
        return f">0.{unit - 1:0{digits}d}"
    return f"{scaled // unit}.{scaled % unit:0{digits}d}"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Format a table: numbers right-aligned, and the last column, which may be long, left-aligned."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    for row in (header, *rows):
        cells = [cell.rjust(width) for cell, width in zip(row[:-1], widths[:-1], strict=True)]
        yield "  ".join([" ", *cells, row[-1]]).rstrip()


def odds_lines(odds: Odds, top: int) -> Iterator[str]:
    """Format the odds as tables."""
    rules = f", rules {odds.rules}" if str(odds.rules) else ""
    cards = f"{odds.numbers} of {odds.deck.size} numbers"
    yield f"{odds.deck.name}: {cards}, targets {odds.low:,} to {odds.high:,}{rules}"
    if odds.status == "bounded":
        yield from _bounds_lines(odds)
        return
    yield f"chance to hit the target: {odds.probability} = {decimal(odds.probability)}"
    yield f"deals: {odds.deals:,}, of which {odds.distinct_deals:,} differ in their numbers"
    everything = f"{odds.certain_weight:,} ({decimal(Fraction(odds.certain_weight, odds.deals))})"
    yield f"deals that hit every target: {everything}, of which {odds.certain_deals:,} differ"
    yield f"pairs of a different deal and a target: {odds.hits:,} of {odds.pairs:,} are hits"
    if len(odds.by_large) > 1:
        yield ""
        yield f"By number of large numbers ({numbers_line(odds.deck.large)}) in the deal:"
        yield from table(
            ("large", "deals", "distinct", "hit all", "chance", "exactly"),
            [
                (
                    str(row.large),
                    f"{row.deals:,}",
                    f"{row.distinct_deals:,}",
                    f"{row.certain_deals:,}",
                    decimal(row.exact),
                    str(row.exact),
                )
                for row in odds.by_large
            ],
        )
    yield ""
    yield "Chance to hit the target with at most so many of the numbers:"
    yield from table(
        ("numbers", "chance", "exactly"),
        [(str(k), decimal(chance), str(chance)) for k, chance in enumerate(odds.by_used, 1)],
    )
    yield ""
    yield "Chance to come so close to the target, or closer:"
    yield from table(
        ("distance", "chance", "exactly"),
        [(str(d), decimal(chance), str(chance)) for d, chance in enumerate(odds.by_distance) if d in _DISTANCES],
    )
    for title, deals in (("Best", odds.best(top)), ("Worst", odds.worst(top))):
        yield ""
        yield f"{title} deals:"
        yield from table(
            ("targets hit", "ways to be dealt", "numbers"),
            [(f"{row.targets:,}", f"{row.weight:,}", numbers_line(row.deal)) for row in deals],
        )
    for title, targets in (("Hardest", odds.hardest(top)), ("Easiest", odds.easiest(top))):
        yield ""
        yield f"{title} targets:"
        yield from table(
            ("target", "distinct deals", "chance", "exactly"),
            [(f"{row.target:,}", f"{row.distinct_deals:,}", decimal(row.exact), str(row.exact)) for row in targets],
        )


def distribution_lines(distribution: Distribution) -> Iterator[str]:
    """Format a table of how many deals hit at least a given number of targets, with the mean and the median."""
    odds = distribution.odds
    size = odds.high - odds.low + 1
    yield ""
    yield f"Deals that hit at least so many of the {counted(size, 'target')}:"
    yield from table(
        ("targets", "deals", "share", "distinct", "share"),
        [
            (
                f"{targets:,}",
                f"{weight:,}",
                decimal(Fraction(weight, odds.deals)),
                f"{distinct:,}",
                decimal(Fraction(distinct, odds.distinct_deals)),
            )
            for targets in dict.fromkeys(max(1, -(-size * share // 100)) for share in _SHARES)
            for weight, distinct in (distribution.at_least(targets),)
        ],
    )
    mean = decimal(distribution.mean, 1)
    yield f"A random deal hits {mean} targets on average; half of the deals hit {distribution.median:,} or more."


def _bounds_lines(odds: Odds) -> Iterator[str]:
    """Format bounds on the chance while some deals are unfinished, and exact figures of the finished deals."""
    yield f"chance to hit the target: from {decimal(odds.probability)} to {decimal(odds.upper)}"
    yield f"  at least {odds.probability}"
    yield f"  at most {odds.upper}"
    share = decimal(Fraction(odds.done_weight, odds.deals))
    yield f"looked at so far: {odds.done:,} of {odds.distinct_deals:,} different deals, {share} of all"
    if not odds.done:
        return
    targets = odds.high - odds.low + 1
    chance = odds.probability * odds.deals / odds.done_weight
    yield f"chance with these deals: {chance} = {decimal(chance)}"
    pairs = odds.done * targets
    yield f"pairs of such a deal and a target: {odds.hits:,} of {pairs:,} are hits, {pairs - odds.hits:,} are not"
    yield f"such deals that hit every target: {odds.certain_deals:,}"


def formula_lines(formulas: PursuitFormulas) -> Iterator[str]:
    """Format the formulae as a table, and the histogram by value if requested."""
    signs = " ".join(formulas.operators)
    cards = sum(formulas.deck.cards.values())
    yield f"{formulas.deck.name}: {cards} cards, up to {counted(formulas.numbers, 'number')}, operators {signs}"
    by_numbers = zip(formulas.candidates_by_numbers, formulas.admissible_by_numbers, strict=True)
    rows = [
        (str(k), f"{candidates:,}", f"{admissible:,}", "") for k, (candidates, admissible) in enumerate(by_numbers, 1)
    ]
    rows.append(("all", f"{formulas.candidates:,}", f"{formulas.admissible:,}", ""))
    yield from table(("numbers", "candidates", "admissible", ""), rows)
    if formulas.status == "bounded":
        yield f"The work was ended early: those of up to {formulas.wanted} numbers were asked for."
    yield f"admissible formulae with a value from 1 to {formulas.limit:,}: {formulas.in_range:,}"
    for fit in formulas.power_law:
        yield printable(
            f"power law, fitted to values {fit.low:,} to {fit.high:,}: count ~ value^{fit.slope:.2f}, "
            f"R^2 {fit.r_squared:.2f}"
        )
    if formulas.power_law:
        yield "The law is crude: R^2 would be 1 if it were exact."
    if formulas.by_value is not None:
        yield ""
        made = [(value, count) for value, count in enumerate(formulas.by_value, -formulas.limit) if count]
        counts = dict(made)
        for value in range(made[0][0], made[-1][0] + 1) if made else ():
            yield f"{value:,} {counts.get(value, 0):,}"


def design_lines(rows: Sequence[PursuitDesign]) -> Iterator[str]:
    """Format the top of the ranking as a table; the other decks are only counted."""
    first = rows[0]
    figures = {
        "chance": [row.exact for row in rows],
        "hits all": [Fraction(row.certain) for row in rows],
        "hardest": [Fraction(row.hardest) for row in rows],
    }
    if first.rank not in {"probability", "certain", "hardest"}:
        figures = {first.rank: [Fraction(row.figure) for row in rows]} | figures
    columns = zip(*figures.values(), strict=True)
    lines = [
        (str(row.place), *map(decimal, chances), _changes(row)) for row, chances in zip(rows, columns, strict=True)
    ]
    yield from table(("place", *figures, "values"), lines)
    decks = counted(first.decks, "deck")
    ranked = decks if first.status == "optimal" else f"{first.done:,} of {decks}"
    yield f"{ranked} ranked by {_figure(first.rank)}; the first: {first.figure} exactly"
    if first.status == "bounded":
        yield "The work was ended early: the places may change when all decks have been evaluated."
    yield "chance: of a hit; hits all: of a deal that hits every target;"
    yield "hardest: of a hit if the target is the hardest one"


def _figure(rank: str) -> str:
    """Describe a figure whose name contains a number, such as ``by-4`` or ``within-5``."""
    name, _, number = rank.rpartition("-")
    if name == "by":
        return f"the chance of a hit with at most {counted(int(number), 'number')}"
    return f"the chance to come within {int(number):,}" if name == "within" else rank


def _changes(row: PursuitDesign) -> str:
    return ", ".join(f"{old} -> {new}" if old != str(new) else old for old, new in row.changes.items())
