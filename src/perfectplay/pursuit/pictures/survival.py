"""A chart of how many targets the deals of a deck hit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from perfectplay.core.text.texts import grouped, say
from perfectplay.pictures.charts import Chart, Curve, line_chart
from perfectplay.pictures.scales import nice_range, share_labels
from perfectplay.pursuit.distribution import Distribution
from perfectplay.pursuit.pictures.common import check_targets, percent, rules_line
from perfectplay.pursuit.pictures.data import deck_name, numbers

__all__ = ["deal_chart"]


def deal_chart(found: Distribution) -> str:
    """Draw, as SVG, the share of deals that hit at least a number of targets, for every number up to `MAX_TARGETS`.

    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.distribution import distribution
    >>> from perfectplay.pursuit.odds import odds
    >>> deal_chart(distribution(odds(SUIT, 2, 1, 10)))[:4]
    '<svg'
    """
    odds = found.odds
    size = odds.high - odds.low + 1
    check_targets(size)
    curves = [
        Curve(say("all deals"), tuple(_steps(found, distinct=False)), 0),
        Curve(say("different deals"), tuple(_steps(found, distinct=True)), 1),
    ]
    marks = nice_range(Fraction(0), Fraction(1), 6)
    tenths = sorted({-(-size * tenth // 10) for tenth in range(11)})
    hints = tuple((targets, _hint(found, targets)) for targets in tenths)
    name = f"{deck_name(odds.deck)}, {numbers(odds.numbers)}"
    heading = say("{name}: targets by deal", name=name)
    half, mean = grouped(found.median), grouped(round(found.mean))
    lines = (
        say(
            "Of the {size:,} targets from {low:,} to {high:,}, a random deal hits {mean} on average, and half of all "
            "deals hit {half} or more.",
            size=size,
            low=odds.low,
            high=odds.high,
            mean=mean,
            half=half,
        ),
        *rules_line(odds.rules),
    )
    certain = say("All targets: {share} of all deals.", share=percent(Fraction(odds.certain_weight, odds.deals)))
    note = say("Dashed: each deal that differs in its numbers counts once, however often it is dealt.")
    chart = Chart(
        curves,
        (0, size),
        tuple(zip(marks, share_labels(marks), strict=True)),
        (say("targets"), say("deals that hit so many or more")),
        hints,
    )
    told = "; ".join(hint for _, hint in hints)
    description = say("Two falling curves of the share of deals that hit at least so many targets. {told}.", told=told)
    return line_chart(chart, heading, description, heading, lines, (certain, note))


def _steps(found: Distribution, *, distinct: bool) -> Iterator[tuple[int, Fraction]]:
    """Yield the corners of a falling staircase: between two rows, as many deals as at the upper one."""
    every = found.odds.distinct_deals if distinct else found.odds.deals
    first = 0
    for row in found.rows:
        share = Fraction(row.distinct_or_more if distinct else row.weight_or_more, every)
        yield first, share
        if row.targets > first:
            yield row.targets, share
        first = row.targets + 1
    size = found.odds.high - found.odds.low + 1
    if first <= size:
        yield first, Fraction(0)
        if first < size:
            yield size, Fraction(0)


def _hint(found: Distribution, targets: int) -> str:
    share = percent(Fraction(found.at_least(targets)[0], found.odds.deals))
    return say("{targets:,} or more: {share}", targets=targets, share=share)
