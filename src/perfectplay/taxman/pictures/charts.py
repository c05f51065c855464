"""Charts of Taxman over N: the best score between its bounds, and the scores of strategies.

Each function returns a picture together with its figures.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Literal

from perfectplay.core.answers import Drawn, Figures
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.text.texts import Text, grouped, say, translate
from perfectplay.pictures.charts import MOST_BANDS, STYLE, Chart, Curve, bands, line_chart, page, path_of, text
from perfectplay.pictures.scales import Scale, nice_range, share_labels, share_text
from perfectplay.pictures.svg import Element, format_number
from perfectplay.taxman.records import load_records
from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["BOUNDS", "MAX_CUTS", "MAX_PLAYED", "MEASURES", "check_played", "check_scores", "scores", "strategies"]

Measure = Literal["share", "points", "gap"]

MEASURES: tuple[Measure, ...] = ("share", "points", "gap")
"""Measures that a chart can show for each N: share of the pot, score, or excess of a bound over the best score."""

BOUNDS: Mapping[str, str] = {
    "half": Text("half of the pot (3)"),
    "primes": Text("useless primes (8)"),
    "matching": Text("matching (2)"),
    "cuts": Text("with cuts"),
}
"""Map the key of each bound that a chart can show to its name in the legend."""

MAX_CUTS = 250
"""Largest N for which the bound with cuts is drawn: computing it for one N takes up to a few seconds."""

MAX_PLAYED = 512
"""Largest N for which strategies are compared: playing all games up to this N takes 15 seconds."""

_MOST_MATCHINGS = 250
"""Maximum number of pots in a picture for which the matching bound is computed: each takes 30 ms above N = 1000."""

_NAMES: Mapping[str, str] = {
    "share": Text("share of the pot"),
    "points": Text("points"),
    "gap": Text("points above the best score"),
}
_BEST = Text("best score")
_DOTTED = 60
_PANEL_WIDTH, _PANEL_HEIGHT = 228, 120
_PANEL_GAP = 22
_PANEL_HEAD = 54
_PANELS = 3
_PANEL_BANDS = 32
_PANEL_DOTS = 16
_SOURCE = Text(
    "Numbers in brackets are those of A. F. Franklín and R. K. Moniot, "
    "Polynomial-time upper bound to the Taxman score (2022)."
)

_STRATEGY_STYLE = (
    STYLE
    + """
.pp-chart .pp-panel-title { font-size: 16px; font-weight: 700; }
.pp-chart .pp-perfect { stroke: #8b8678; stroke-dasharray: 5 4; }
.pp-chart .pp-played { stroke: #17497f; stroke-width: 1.5; fill: none; }
@media (prefers-color-scheme: dark) {
.pp-chart .pp-perfect { stroke: #858fa1; }
.pp-chart .pp-played { stroke: #8ec1f7; }
}
"""
)


# -- scores and bounds ---------------------------------------------------------------------------------------------


def scores(
    first: int,
    last: int,
    measure: Measure = "share",
    bounds: Sequence[str] = ("half", "primes", "matching"),
    *,
    progress: ProgressCallback = ignore_progress,
) -> Drawn[Figures]:
    """Draw the best score of the pots {1..N}, N from 2 to the end of the table of records, and bounds on it.

    The figures are N, the pot's sum, the best score and the ``bounds``, which are keys of `BOUNDS`; the measure
    ``"gap"`` needs at least one. A value that was not computed is ``None``: among more than 250 pots, ``matching`` is
    computed only for equally spaced ones.  Raises `LimitExceededError` if the range leaves the table, or is too large
    for the bound with cuts.

    >>> figures = scores(20, 21, bounds=["half"]).figures
    >>> figures.columns, figures.rows
    (('n', 'pot', 'best', 'half'), ((20, 210, 124, 155), (21, 231, 144, 165)))
    """
    check_scores(first, last, measure, bounds)
    known = load_records().scores()
    shown = [name for name in BOUNDS if name in bounds]
    rows = _score_rows(first, last, shown, known, progress)
    columns = ("n", "pot", "best", *shown)
    return Drawn(_score_picture(columns, rows, measure), Figures(columns=columns, rows=tuple(map(tuple, rows))))


def check_scores(first: int, last: int, measure: str, bounds: Sequence[str]) -> None:
    """Check the arguments of `scores`; raise the same errors.

    >>> check_scores(2, 100, "share", ["half"])
    """
    top = load_records().largest_without_hole
    if not 2 <= first <= last <= top:
        raise LimitExceededError(
            "the range {first}-{last} cannot be drawn; N must be from 2 to {top}, the smaller number first",
            first=first,
            last=last,
            top=top,
        )
    if "cuts" in bounds and last > MAX_CUTS:
        raise LimitExceededError(
            "the bound with cuts is drawn for N up to {most}, not for {last}; leave it out, or end earlier",
            most=MAX_CUTS,
            last=last,
        )
    if measure == "gap" and not bounds:
        raise LimitExceededError(
            "there is nothing to compare with the best score; name one of the bounds {bounds}", bounds=", ".join(BOUNDS)
        )


def _score_rows(
    first: int, last: int, shown: Sequence[str], known: Mapping[int, int], progress: ProgressCallback
) -> list[list[int | None]]:
    from perfectplay.taxman import bounds as formulas

    numbers = range(first, last + 1)
    step = -(-len(numbers) // _MOST_MATCHINGS)
    began = time.monotonic()
    rows = []
    for done, n in enumerate(numbers):
        progress(Progress("bounds", time.monotonic() - began, done=done, total=len(numbers)))
        row: list[int | None] = [n, n * (n + 1) // 2, known[n]]
        for name in shown:
            if name == "half":
                row.append(formulas.half_pot(n))
            elif name == "primes":
                row.append(formulas.prime_corrected(n))
            elif name == "matching":
                row.append(_matching(n) if (n - first) % step == 0 or n == last else None)
            else:
                row.append(_cuts(n))
        rows.append(row)
    return rows


# Cache slow bounds, because users change the range or the measure and draw again.
@cache
def _matching(n: int) -> int:
    from perfectplay.taxman.bounds import matching

    return matching(n)


@cache
def _cuts(n: int) -> int:
    from perfectplay.taxman.exact import root_bound

    return root_bound(TaxmanPosition.new(n))


def _score_picture(columns: Sequence[str], rows: Sequence[Sequence[int | None]], measure: Measure) -> str:
    curves = []
    # Draw the best score last, on top of the bounds, and give each bound the same style in every picture.
    for name in (*columns[3:], *([] if measure == "gap" else ["best"])):
        at = columns.index(name)
        points = [(row[0] or 0, _measured(row, at, measure)) for row in rows if row[at] is not None]
        kind = [*BOUNDS].index(name) + 1 if name in BOUNDS else 0
        curves.append(Curve(translate(BOUNDS.get(name, _BEST)), points, kind, dotted=len(points) <= _DOTTED))
    values = [value for curve in curves for _, value in curve.points]
    low, high = min(values), max(values)
    if measure == "share":
        marks = nice_range(low, high, 7)
        labels: Sequence[str] = share_labels(marks)
    else:
        # Points are integers, so the scale spans at least 1 and its marks are at least 1 apart.
        high = max(high, low + 1)
        marks = nice_range(low, high, min(7, int(high - low)))
        labels = [grouped(int(mark)) for mark in marks]
    first, last = rows[0][0] or 0, rows[-1][0] or 0
    every = -(-len(rows) // MOST_BANDS)
    chart = Chart(
        curves,
        (first, last),
        list(zip(marks, labels, strict=True)),
        ("N", translate(_NAMES[measure])),
        [(row[0] or 0, _score_hint(columns, row)) for row in rows[::every]],
    )
    subject = say("bounds above the best score") if measure == "gap" else say("best score and bounds")
    share = Fraction(rows[-1][2] or 0, rows[-1][1] or 1)
    lines = [
        say(
            "N = {n:,}: the best score is {score:,}, {share} of the pot.",
            n=last,
            score=rows[-1][2],
            share=share_text(share),
        )
    ]
    notes = [
        say("The best scores are those of the table of records, each proven by a certificate."),
        *([translate(_SOURCE)] if any("(" in BOUNDS[name] for name in columns[3:]) else []),
        *([say("The scale begins at {mark}.", mark=labels[0])] if marks[0] else []),
    ]
    if "matching" in columns and any(row[columns.index("matching")] is None for row in rows):
        step = -(-len(rows) // _MOST_MATCHINGS)
        notes.append(
            say(
                "The matching bound was computed for one N in {step}; between these, its line is only a line.",
                step=step,
            )
        )
    span = say("N = {first:,} to {last:,}", first=first, last=last) if first < last else f"N = {grouped(first)}"
    caption = " ".join(f"{_score_hint(columns, row)}." for row in (rows[0], rows[-1]))
    names = ", ".join(curve.label for curve in curves)
    description = say(
        "A chart with the curves {names}, over N from {first:,} to {last:,}. {told}",
        names=names,
        first=first,
        last=last,
        told=caption,
    )
    heading = say("Taxman, {span}: {what}", span=span, what=subject)
    return line_chart(chart, heading, description, heading, lines, notes)


def _measured(row: Sequence[int | None], at: int, measure: Measure) -> Fraction:
    value, pot, best = row[at] or 0, row[1] or 1, row[2] or 0
    if measure == "share":
        return Fraction(value, pot)
    return Fraction(value - best if measure == "gap" else value)


def _score_hint(columns: Sequence[str], row: Sequence[int | None]) -> str:
    pot, best = row[1] or 1, row[2] or 0
    share = share_text(Fraction(best, pot))
    parts = [say("N = {n:,}: best score {best:,}, {share} of {pot:,}", n=row[0], best=best, share=share, pot=pot)]
    for name, value in zip(columns[3:], row[3:], strict=True):
        if value is not None:
            parts.append(f"{translate(BOUNDS[name])} {grouped(value)} (+{grouped(value - best)})")
    return "; ".join(parts)


# -- strategies ----------------------------------------------------------------------------------------------------


def strategies(first: int = 10, last: int = 200, *, progress: ProgressCallback = ignore_progress) -> Drawn[Figures]:
    """Let all strategies of this package play the pots {1..N}, and draw their shares of the best score.

    N is from 2 to `MAX_PLAYED`. The picture has a small chart for each strategy, the best one on average first. The
    figures are N, the best score, and the score of each strategy. ``random`` plays with the seed 0. Takes a second for
    N up to 128.

    >>> strategies(10, 12).figures.columns[0]
    'n'
    """
    from perfectplay.taxman.strategies import load_strategy, strategy_names
    from perfectplay.taxman.strategies.loading import is_built_in

    check_played(first, last)
    best = load_records().scores()
    players = [load_strategy(name) for name in strategy_names() if is_built_in(name) and name != "optimal"]
    numbers = range(first, last + 1)
    began = time.monotonic()
    rows: list[list[int]] = []
    for n in numbers:
        row = [n, best[n]]
        for player in players:
            done = len(rows) * len(players) + len(row) - 2
            progress(Progress("games", time.monotonic() - began, done=done, total=len(numbers) * len(players)))
            row.append(_played(player.name, n))
        rows.append(row)
    titles = {player.name: translate(player.title) for player in players}
    columns = ("n", "best", *titles)
    return Drawn(_strategy_picture(columns, rows, titles), Figures(columns=columns, rows=tuple(map(tuple, rows))))


@cache
def _played(name: str, n: int) -> int:
    from perfectplay.taxman.strategies import play_game

    return play_game(name, n).score


def check_played(first: int, last: int) -> None:
    """Check the arguments of `strategies`; raise the same errors.

    >>> check_played(10, 60)
    """
    if not 2 <= first <= last <= MAX_PLAYED:
        problem = Text("the range {first}-{last} cannot be played", first=first, last=last)
        raise LimitExceededError(
            "{problem}; N must be from 2 to {most}, the smaller number first", problem=problem, most=MAX_PLAYED
        )


def _strategy_picture(columns: Sequence[str], rows: Sequence[Sequence[int]], titles: Mapping[str, str]) -> str:
    first, last = rows[0][0], rows[-1][0]
    names = columns[2:]
    shares = {
        name: [Fraction(row[at], row[1]) if row[1] else Fraction(1) for row in rows] for at, name in enumerate(names, 2)
    }
    average = {name: sum(values, Fraction()) / len(values) for name, values in shares.items()}
    order = sorted(names, key=lambda name: (-average[name], name))
    # Start the scale at 80 % or below, so that it has a range even if every strategy is perfect.
    marks = nice_range(min(Fraction(4, 5), *map(min, shares.values())), 1, 4)
    drawing = []
    for i, name in enumerate(order):
        row, column = divmod(i, _PANELS)
        left = 44 + column * (_PANEL_WIDTH + _PANEL_GAP)
        top = row * (_PANEL_HEIGHT + _PANEL_HEAD + 12)
        hits = sum(share == 1 for share in shares[name])
        panel = [
            text(0, 16, name, "pp-panel-title"),
            text(
                0,
                37,
                say(
                    "{share}, best in {hits} of {count}", share=_average_text(average[name]), hits=hits, count=len(rows)
                ),
                "pp-axis",
            ),
            *_panel(shares[name], rows, columns.index(name), marks, labelled=column == 0),
        ]
        if row == (len(order) - 1) // _PANELS or i + _PANELS >= len(order):
            panel += [
                text(0, _PANEL_HEAD + _PANEL_HEIGHT + 6, f"N = {first}", "pp-axis"),
            ]
            if first < last:
                panel.append(text(_PANEL_WIDTH, _PANEL_HEAD + _PANEL_HEIGHT + 6, f"{last}", "pp-axis", "end"))
        transform = f"translate({format_number(left)} {format_number(top)})"
        drawing.append(Element("g", {"transform": transform}, [Element("title", {}, [titles[name]]), *panel]))
    height = -(-len(order) // _PANELS) * (_PANEL_HEIGHT + _PANEL_HEAD + 12)
    width = 44 + _PANELS * _PANEL_WIDTH + (_PANELS - 1) * _PANEL_GAP
    description = "; ".join(f"{name} {_average_text(average[name])}" for name in order)
    span = say("N = {first} to {last}", first=first, last=last) if first < last else f"N = {first}"
    heading = say("Strategies against the best score, {span}", span=span)
    return page(
        say("Taxman: strategies against the best score, {span}", span=span),
        say(
            "A small chart for each strategy: its score as a share of the best possible one. On average: {told}.",
            told=description,
        ),
        heading,
        [
            say(
                "Each chart shows a strategy's score as a share of the best possible one; "
                "the dashed line is 100\u00a0%."
            )
        ],
        drawing,
        (width, height),
        [
            say("Above each chart: the average share, and for how many N the strategy reached the best score."),
            say(
                "All charts have the same scale, from {mark}. The strategy random has the seed 0.",
                mark=share_text(marks[0], 0),
            ),
        ],
        style=_STRATEGY_STYLE,
    )


def _average_text(share: Fraction) -> str:
    """Format an average share; only the share of a perfect strategy is rounded up to 100.0 %."""
    return share_text(share if share == 1 else min(share, Fraction(999, 1000)), 1)


def _panel(
    values: Sequence[Fraction], rows: Sequence[Sequence[int]], at: int, marks: Sequence[Fraction], *, labelled: bool
) -> list[Element]:
    first, last = rows[0][0], rows[-1][0]
    x = Scale(first, last, 2, _PANEL_WIDTH - 2) if first < last else Scale(first - 1, last + 1, 0, _PANEL_WIDTH)
    y = Scale(marks[0], 1, _PANEL_HEAD + _PANEL_HEIGHT - 12, _PANEL_HEAD - 6)
    drawing = []
    for mark in marks:
        kind = "pp-perfect" if mark == 1 else "pp-grid"
        drawing.append(Element("line", {"class": kind, "x1": 0, "x2": _PANEL_WIDTH, "y1": y(mark), "y2": y(mark)}))
        if labelled:
            drawing.append(text(-6, y(mark) + 5, share_text(mark, 0), "pp-axis", "end"))
    every = -(-len(rows) // _PANEL_BANDS)
    chosen = rows[::every]
    hints = [
        say(
            "N = {n}: {score:,} of {best:,}, {share}",
            n=row[0],
            score=row[at],
            best=row[1],
            share=share_text(Fraction(row[at], row[1]), 1),
        )
        for row in chosen
    ]
    edges = (_PANEL_HEAD - 6.0, _PANEL_HEAD + _PANEL_HEIGHT - 12.0)
    drawing += bands([x(row[0]) for row in chosen], hints, (0, _PANEL_WIDTH), edges)
    places = [(x(row[0]), y(value)) for row, value in zip(rows, values, strict=True)]
    drawing.append(Element("path", {"class": "pp-played", "d": path_of(places), "pointer-events": "none"}))
    if len(places) <= _PANEL_DOTS:
        drawing += [
            Element("circle", {"class": "pp-dot0", "cx": a, "cy": b, "r": 2.6, "pointer-events": "none"})
            for a, b in places
        ]
    return drawing
