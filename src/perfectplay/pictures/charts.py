"""Parts of all charts: the page, scales and marks, and curves that can be told apart without colour.

A page is as wide as its drawing needs, at least 640 pixels. Its letters are at least 15 pixels high, so that they are
legible on a telephone. Text has a contrast of at least 4.5 : 1, and other meaningful elements at least 3 : 1, on the
light page and on the dark one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from textwrap import wrap
from typing import Literal

from perfectplay.core.text.texts import grouped
from perfectplay.pictures.scales import BOLD_ADVANCE, Scale, nice_range, spread, text_width
from perfectplay.pictures.svg import Element, document, format_number

__all__ = [
    "INNER",
    "MOST_BANDS",
    "SMALL",
    "STYLE",
    "Chart",
    "Curve",
    "Flag",
    "bands",
    "card",
    "line_chart",
    "page",
    "path_of",
    "style_of",
    "text",
]

INNER = 592
"""Minimum width of the drawing on a page, in pixels."""

SMALL = 15
"""Font size of labels."""

MOST_BANDS = 260
"""Maximum number of bands of a chart that show a tooltip under the pointer."""

_LABEL_ADVANCE = 0.58
_MARGIN = 24
_ADVANCE = 0.56
_HEADING = 22
_NOTE = 16
_LINE = 24
_PLOT_WIDTH = 560
_PLOT_HEIGHT = 380
_ABOVE = 30
_BELOW = 52
_LABEL_LINE = 21
_SAMPLE = 30
_DOT = 3.2
_RING = 7.5
_FLAG_LINE = 22

# For each kind of curve, its colour on a light page, its colour on a dark page, and its dashes.
_KINDS = (
    ("#17497f", "#8ec1f7", "none"),
    ("#a34a05", "#f3b25e", "9 4"),
    ("#0d6e66", "#5fd3c4", "2 4"),
    ("#98164c", "#f79bc1", "12 4 2 4"),
    ("#47720c", "#b7da6d", "5 3"),
    ("#5d4393", "#c8b5f3", "16 5"),
)
MOST_CURVES = len(_KINDS)
"""Number of kinds of curves, which limits the number of curves in a chart."""


def _curve_style(dark: int) -> str:
    return "\n".join(
        f".pp-chart .pp-curve{i} {{ stroke: {kind[dark]}; stroke-dasharray: {kind[2]}; }}\n"
        f".pp-chart .pp-dot{i} {{ fill: {kind[dark]}; }}"
        for i, kind in enumerate(_KINDS)
    )


def style_of(name: str, light: str, dark: str) -> str:
    """Return the CSS of a page with class ``name``: its frame, then the rules for light and for dark pages.

    >>> style_of("pp-x", ".pp-a { fill: #000 }", ".pp-a { fill: #fff }").strip()[:20]
    '.pp-x { font-family:'
    """
    return f"""
.{name} {{ font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", Arial, sans-serif; }}
.{name} text {{ fill: #1c2430; font-size: {SMALL}px; font-variant-numeric: tabular-nums; }}
.{name} .pp-card {{ fill: #fdfcf9; stroke: #d9d5ca; }}
.{name} .pp-title {{ font-size: {_HEADING}px; font-weight: 700; }}
.{name} .pp-line {{ font-size: 17px; }}
.{name} .pp-note {{ font-size: {_NOTE}px; fill: #565f6d; }}
.{name} .pp-axis {{ fill: #565f6d; }}
.{name} .pp-strong {{ font-weight: 700; }}
.{name} .pp-frame {{ fill: none; stroke: #8b8678; }}
.{name} .pp-grid {{ stroke: #e2ded2; }}
{light}
@media (prefers-color-scheme: dark) {{
.{name} text {{ fill: #e8eaee; }}
.{name} .pp-card {{ fill: #171b22; stroke: #39404d; }}
.{name} .pp-note, .{name} .pp-axis {{ fill: #a9b1bf; }}
.{name} .pp-frame {{ stroke: #858fa1; }}
.{name} .pp-grid {{ stroke: #2c333f; }}
{dark}
}}
"""


STYLE = style_of(
    "pp-chart",
    f""".pp-chart .pp-leader {{ stroke: #8b8678; fill: none; }}
.pp-chart .pp-curve {{ fill: none; stroke-width: 2.2; stroke-linejoin: round; }}
.pp-chart .pp-band {{ fill: #1c2430; fill-opacity: 0; }}
.pp-chart .pp-band:hover {{ fill-opacity: 0.14; }}
{_curve_style(0)}""",
    f""".pp-chart .pp-leader {{ stroke: #858fa1; }}
.pp-chart .pp-band {{ fill: #e8eaee; }}
{_curve_style(1)}""",
)
"""CSS for everything that this module draws; `page` uses it by default."""

_FLAG_STYLE = """
.pp-chart .pp-ring { stroke: #98164c; stroke-width: 2.4; fill: none; }
@media (prefers-color-scheme: dark) {
.pp-chart .pp-ring { stroke: #f79bc1; }
}
"""


def text(x: float, y: float, words: str, class_: str, anchor: Literal["start", "middle", "end"] = "start") -> Element:
    """Return a line of text.

    >>> text(10, 20, "best score", "pp-note").render()
    '<text x="10" y="20" class="pp-note" text-anchor="start">best score</text>'
    """
    return Element("text", {"x": x, "y": y, "class": class_, "text-anchor": anchor}, [words])


# -- pages ---------------------------------------------------------------------------------------------------------


def page(
    title: str,
    description: str,
    heading: str,
    lines: Sequence[str],
    body: Sequence[Element],
    size: tuple[float, float],
    notes: Sequence[str],
    *,
    name: str = "pp-chart",
    style: str = STYLE,
) -> str:
    """Arrange a page from top to bottom: a heading, lines of text, the drawing, and notes, each on its own line.

    ``title`` and ``description`` are for screen readers. ``body`` is the drawing, back to front, of ``size`` pixels,
    with its origin at the upper left. ``name`` is the class of the whole page, and ``style`` has its CSS, which
    includes ``pp-card``, ``pp-title``, ``pp-line`` and ``pp-note``.
    """
    width = max(float(INNER), size[0])
    y = 22.0
    words = []
    for class_, letters, advance, sentences, line in (
        ("pp-title", _HEADING, 0.62, [heading], 29),
        ("pp-line", 17, _ADVANCE, lines, 25),
    ):
        for row in _wrapped(sentences, width, letters * advance):
            y += line
            words.append(text(_MARGIN, y, row, class_))
    left, top = _MARGIN + (width - size[0]) / 2, y + 20
    inner = Element("g", {"transform": f"translate({format_number(left)} {format_number(top)})"}, list(body))
    y = top + size[1] + 12
    for row in _wrapped(notes, width, _NOTE * _ADVANCE):
        y += _LINE
        words.append(text(_MARGIN, y, row, "pp-note"))
    return card(width + 2 * _MARGIN, y + 26, title, description, [*words, inner], name=name, style=style)


def card(
    width: float, height: float, title: str, description: str, body: Sequence[Element], *, name: str, style: str
) -> str:
    """Return a picture that consists of a card of class ``name``, with round corners and ``body`` drawn on it."""
    frame: dict[str, str | float] = {"x": 0.5, "y": 0.5, "width": width - 1, "height": height - 1, "rx": 14}
    group = Element("g", {"class": name}, [Element("rect", {"class": "pp-card", **frame}), *body])
    return document(width, height, title, description, [group], style=style)


def _wrapped(sentences: Sequence[str], width: float, letter: float) -> Iterator[str]:
    for sentence in sentences:
        yield from _filled(sentence, int(width / letter))


def _filled(sentence: str, most: int) -> list[str]:
    """Break a sentence into lines of at most ``most`` letters, or of fewer if the last line would be very short."""
    rows = wrap(sentence, most)
    for letters in range(most - 1, most // 2, -1):
        narrower = wrap(sentence, letters)
        if len(rows) == 1 or len(rows[-1]) >= most / 3 or len(narrower) > len(rows):
            break
        rows = narrower
    return rows


# -- curves --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve through ``points``, from left to right, with a short ``label`` beside its right end.

    ``kind``, from 0 to `MOST_CURVES` - 1, determines colour and dashes; a ``dotted`` curve has a dot at each point.
    """

    label: str
    points: Sequence[tuple[int | Fraction, int | Fraction]]
    kind: int
    dotted: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    """A point of a chart marked by a ring, optionally with a short label above it."""

    across: int
    upwards: int | Fraction
    label: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves over integers.

    Attributes
    ----------
    curves
        The curves, all of different kinds; the last one is on top.
    across
        First and last number of the horizontal axis.
    marks
        Horizontal lines and their labels, ascending; the first and the last are the edges of the chart.
    names
        Names of the horizontal and the vertical axis.
    hints
        Pairs of a number on the horizontal axis and its tooltip, ascending; there is at least one pair.
    logarithmic
        Whether the vertical axis is logarithmic.
    flags
        Points marked by a ring, from left to right; their labels must fit side by side.
    """

    curves: Sequence[Curve]
    across: tuple[int, int]
    marks: Sequence[tuple[Fraction, str]]
    names: tuple[str, str]
    hints: Sequence[tuple[int, str]]
    logarithmic: bool = False
    flags: Sequence[Flag] = ()


def line_chart(
    chart: Chart, title: str, description: str, heading: str, lines: Sequence[str], notes: Sequence[str]
) -> str:
    """Draw curves as SVG, with their names at their right ends; the other parameters are texts for `page`."""
    gutter = max(text_width(label, SMALL, _LABEL_ADVANCE) for _, label in chart.marks) + 10
    right = gutter + _PLOT_WIDTH
    first, last = chart.across
    x = Scale(first, last, gutter + 8, right - 8) if first < last else Scale(first - 1, last + 1, gutter, right)
    low, high = chart.marks[0][0], chart.marks[-1][0]
    y = Scale(low, high, _PLOT_HEIGHT, 0, logarithmic=chart.logarithmic)
    drawing = [
        text(0, -19, chart.names[1], "pp-axis"),
        *_grid(chart, x, y, gutter, right),
        *bands([x(n) for n, _ in chart.hints], [hint for _, hint in chart.hints], (gutter, right), (0, _PLOT_HEIGHT)),
    ]
    for curve in chart.curves:
        places = [(x(a), y(b)) for a, b in curve.points]
        drawing.append(Element("path", {"class": f"pp-curve pp-curve{curve.kind}", "d": path_of(places)}))
        if curve.dotted:
            drawing += [
                Element("circle", {"class": f"pp-dot{curve.kind}", "cx": a, "cy": b, "r": _DOT}) for a, b in places
            ]
    drawing += _flags(chart.flags, x, y, (gutter, right))
    # Curves are drawn over the bands that show tooltips, so curves must ignore pointer events.
    for element in drawing:
        if element.name in {"path", "circle"}:
            element.attributes["pointer-events"] = "none"
    labels, width = _labels(chart.curves, [y(curve.points[-1][1]) for curve in chart.curves], right)
    moved = Element("g", {"transform": f"translate(0 {_ABOVE})"}, [*drawing, *labels])
    size = (right + width, _ABOVE + _PLOT_HEIGHT + _BELOW)
    style = STYLE + _FLAG_STYLE if chart.flags else STYLE
    return page(title, description, heading, lines, [moved], size, notes, style=style)


def _grid(chart: Chart, x: Scale, y: Scale, left: float, right: float) -> Iterator[Element]:
    """Draw a frame, lines at the marks and their labels."""
    for mark, label in chart.marks:
        position = y(mark)
        yield Element("line", {"class": "pp-grid", "x1": left, "x2": right, "y1": position, "y2": position})
        yield text(left - 7, position + 5, label, "pp-axis", "end")
    first, last = chart.across
    marks = [mark for mark in nice_range(first, last, 7) if first <= mark <= last and mark.denominator == 1]
    for mark in marks or [Fraction(first)]:
        position = x(mark)
        yield Element("line", {"class": "pp-grid", "x1": position, "x2": position, "y1": 0, "y2": _PLOT_HEIGHT})
        yield text(position, _PLOT_HEIGHT + 20, grouped(int(mark)), "pp-axis", "middle")
    frame: dict[str, str | float] = {"x": left, "y": 0, "width": right - left, "height": _PLOT_HEIGHT}
    yield Element("rect", {"class": "pp-frame", **frame})
    yield text((left + right) / 2, _PLOT_HEIGHT + 44, chart.names[0], "pp-axis", "middle")


def _flags(flags: Sequence[Flag], x: Scale, y: Scale, across: tuple[float, float]) -> Iterator[Element]:
    """Draw the rings, their labels in a row at the upper edge, and a line from each label to its ring."""
    named = [flag for flag in flags if flag.label]
    widths = [text_width(flag.label, SMALL, BOLD_ADVANCE) + 8 for flag in named]
    for flag, middle in zip(named, spread([x(flag.across) for flag in named], widths, *across), strict=True):
        position, top = x(flag.across), y(flag.upwards)
        if top > _FLAG_LINE + _RING:
            leader = f"M{format_number(middle)} {_FLAG_LINE}L{format_number(position)} {format_number(top - _RING)}"
            yield Element("path", {"class": "pp-leader", "d": leader})
        yield text(middle, _FLAG_LINE - 6, flag.label, "pp-strong", "middle")
    for flag in flags:
        yield Element("circle", {"class": "pp-ring", "cx": x(flag.across), "cy": y(flag.upwards), "r": _RING})


def _labels(curves: Sequence[Curve], ends: Sequence[float], right: float) -> tuple[list[Element], float]:
    """Draw the names of curves at their ends, with samples of their dashes; also return the width of these names."""
    order = sorted(range(len(curves)), key=lambda i: ends[i])
    middles = spread([ends[i] for i in order], [_LABEL_LINE] * len(order), 0, _PLOT_HEIGHT)
    drawing = []
    for i, middle in zip(order, middles, strict=True):
        start = right + 16
        leader = f"M{format_number(right + 1)} {format_number(ends[i])}L{format_number(start)} {format_number(middle)}"
        line: dict[str, str | float] = {"x1": start + 2, "x2": start + 2 + _SAMPLE, "y1": middle, "y2": middle}
        drawing += [
            Element("path", {"class": "pp-leader", "d": leader}),
            Element("line", {"class": f"pp-curve pp-curve{curves[i].kind}", **line}),
            text(start + _SAMPLE + 9, middle + 5, curves[i].label, "pp-name"),
        ]
    longest = max(len(curve.label) for curve in curves)
    return drawing, 16 + _SAMPLE + 9 + longest * SMALL * _LABEL_ADVANCE


def path_of(places: Sequence[tuple[float, float]]) -> str:
    """Return the SVG path of a line through points; a single point becomes a short stroke, so that it is visible.

    >>> path_of([(1, 2), (3.14159, 4)]), path_of([(5, 6)])
    ('M1 2L3.1 4', 'M4 6L6 6')
    """
    if len(places) == 1:
        (x, y) = places[0]
        places = [(x - 1, y), (x + 1, y)]
    # Round to a tenth of a pixel, which is precise enough and halves the size of the path.
    return "M" + "L".join(f"{format_number(round(x, 1))} {format_number(round(y, 1))}" for x, y in places)


def bands(
    places: Sequence[float], hints: Sequence[str], across: tuple[float, float], upwards: tuple[float, float]
) -> Iterator[Element]:
    """Yield a vertical band with a tooltip around each point; the band reaches halfway to the next points.

    ``places`` are the points' horizontal positions in pixels, ascending, and ``hints`` their tooltip texts.
    ``across`` has the left and the right edge of the chart, ``upwards`` the top and the bottom edge.
    """
    edges = [across[0], *((a + b) / 2 for a, b in pairwise(places)), across[1]]
    for (left, right), hint in zip(pairwise(edges), hints, strict=True):
        frame: dict[str, str | float] = {"x": left, "y": upwards[0], "width": right - left}
        height = upwards[1] - upwards[0]
        yield Element("rect", {"class": "pp-band", **frame, "height": height}, [Element("title", {}, [hint])])
