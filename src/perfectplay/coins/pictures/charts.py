"""A chart of the number of ties in greedy coins, against the number of coins."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, TypeAlias

from perfectplay.coins.ties import tie_counts
from perfectplay.core.answers import Drawn, Figures
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.text.texts import Text, say, say_counted
from perfectplay.pictures.charts import Chart, Curve, line_chart
from perfectplay.pictures.scales import nice_range, power_of_ten, share_labels, share_text

__all__ = ["LENGTHS", "MAX_LENGTHS", "MEASURES", "check_ties", "tie_chart"]

Measure = Literal["count", "share"]
Lengths = Literal["even", "odd", "all"]

MEASURES: tuple[Measure, ...] = ("count", "share")
"""Measures that a chart can show: the number of tied rows, or their share of all rows."""

LENGTHS: tuple[Lengths, ...] = ("even", "odd", "all")
"""Row lengths that a chart can show: even ones, odd ones, or all."""

MAX_LENGTHS = {2: 60, 3: 32, 4: 22, 5: 16, 6: 12}
"""Map the largest coin to the length of the longest rows that a chart shows; counting them takes seconds."""

_Row: TypeAlias = tuple[int, int, int, int]
"""A row of the figures: the largest coin, the number of coins, the number of tied rows, and the number of rows."""


def tie_chart(
    largest: int = 4,
    length: int = 20,
    measure: Measure = "count",
    lengths: Lengths = "even",
    *,
    progress: ProgressCallback = ignore_progress,
) -> Drawn[Figures]:
    """Draw the number of tied rows, as a curve for each largest coin from 2 to ``largest``, which is at most 6.

    ``length``, the number of coins in the longest rows, is from 4 to ``MAX_LENGTHS[largest]``. The figures have the
    counts of all lengths, drawn or not.

    >>> figures = tie_chart(2, 6).figures
    >>> figures.columns, figures.rows[-1]
    (('largest_coin', 'coins', 'tied', 'rows'), (2, 6, 18, 64))
    """
    check_ties(largest, length)
    began = time.monotonic()
    rows: list[_Row] = []
    for k in range(2, largest + 1):
        for n, count in _counts(k, length):
            rows.append((k, n, count, k**n))
            progress(Progress("ties", time.monotonic() - began, done=len(rows), total=(largest - 1) * length))
    figures = Figures(columns=("largest_coin", "coins", "tied", "rows"), rows=tuple(rows))
    return Drawn(_picture(rows, measure, lengths), figures)


_KNOWN: dict[int, tuple[tuple[int, int], ...]] = {}
"""Cache of (number of coins, number of tied rows) pairs, by largest coin: changing the measure needs no new count."""


def _counts(largest: int, length: int) -> Iterator[tuple[int, int]]:
    known = _KNOWN.get(largest, ())
    if len(known) >= length:
        yield from known[:length]
        return
    rows = []
    for pair in tie_counts(largest, length):
        rows.append(pair)
        yield pair
    _KNOWN[largest] = tuple(rows)


def check_ties(largest: int, length: int) -> None:
    """Raise the errors of `tie_chart` before any work is done.

    >>> check_ties(3, 12)
    """
    if largest not in MAX_LENGTHS:
        raise LimitExceededError(
            "ties are drawn for coins up to 2, 3, ..., {most}, not up to {largest}",
            most=max(MAX_LENGTHS),
            largest=largest,
        )
    most = MAX_LENGTHS[largest]
    if not 4 <= length <= most:
        problem = Text(
            "ties of rows of up to {length} coins cannot be drawn for coins up to {largest}",
            length=length,
            largest=largest,
        )
        raise LimitExceededError("{problem}; with these, a row can have 4 to {most} coins", problem=problem, most=most)


def _picture(rows: list[_Row], measure: Measure, lengths: Lengths) -> str:
    drawn = [row for row in rows if lengths == "all" or row[1] % 2 == (lengths == "odd")]
    curves = []
    for kind, k in enumerate(dict.fromkeys(row[0] for row in drawn)):
        # A logarithmic scale cannot show zero.
        points = [(row[1], _measured(row, measure)) for row in drawn if row[0] == k and (row[2] or measure == "share")]
        curves.append(Curve(say("coins 1 to {k}", k=k), points, kind, dotted=True))
    values = [value for curve in curves for _, value in curve.points]
    if measure == "count":
        decades = len(str(int(max(values))))
        every = -(-decades // 8)
        marks = [(Fraction(10) ** i, power_of_ten(i)) for i in range(0, decades + every, every)]
    else:
        shares = nice_range(0, max(values), 6)
        marks = list(zip(shares, share_labels(shares), strict=True))
    sizes = sorted({row[1] for row in drawn})
    axis = say("tied rows") if measure == "count" else say("share of rows that are tied")
    chart = Chart(
        curves,
        (sizes[0], sizes[-1]),
        marks,
        (say("coins in the row"), axis),
        [(n, _counted(n, "; ".join(_told(row) for row in drawn if row[1] == n))) for n in sizes],
        logarithmic=measure == "count",
    )
    description = "; ".join(_told(row) for row in drawn if row[1] == sizes[-1])
    if lengths == "all":
        line = say("All rows of coins, up to {most} of them, were counted.", most=sizes[-1])
    elif lengths == "odd":
        line = say("All rows of an odd number of coins, up to {most} of them, were counted.", most=sizes[-1])
    else:
        line = say("All rows of an even number of coins, up to {most} of them, were counted.", most=sizes[-1])
    heading = say("Greedy coins: how many rows are tied")
    notes = [
        say("A row is tied if both players get the same under best play. Coins 1 to 3, say: each is worth 1, 2 or 3."),
        f"{_counted(sizes[-1], description)}.",
    ]
    if measure == "count":
        notes.append(say("The upward scale is logarithmic."))
        if any(not row[2] for row in drawn):
            notes.append(say("A single coin is never a tie, and has no place on this scale."))
    return line_chart(
        chart,
        say("Greedy coins: how many rows are tied, up to {most} coins", most=sizes[-1]),
        say(
            "A chart of {axis} against the number of coins in the row. With {most} coins: {told}.",
            axis=axis,
            most=sizes[-1],
            told=description,
        ),
        heading,
        [line],
        notes,
    )


def _measured(row: _Row, measure: Measure) -> Fraction:
    return Fraction(row[2]) if measure == "count" else Fraction(row[2], row[3])


def _told(row: _Row) -> str:
    k, _, tied, total = row
    share = share_text(Fraction(tied, total))
    return say("{tied:,} of {total:,} rows of coins 1 to {k} ({share})", tied=tied, total=total, k=k, share=share)


def _counted(count: int, words: str) -> str:
    coins = say_counted(count, "{count:,} coin", "{count:,} coins")
    return say("{coins}: {told}", coins=coins, told=words)
