"""What the pictures of arithmetical pursuit have in common: the page, the colours, the scales and the place of nodes.

Every picture is 640 pixels wide unless a tree needs more, and its smallest letters are 15 pixels high, so that it can
be read on a telephone, too.  Nothing is told by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from textwrap import wrap
from typing import Literal

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.svg import Element, document, format_number
from perfectplay.pursuit.rules import Number, Rules

__all__ = [
    "COLOURS",
    "INNER",
    "INSIDE",
    "MAX_TARGETS",
    "NO_BREAK",
    "OUT_OF_REACH",
    "SMALL",
    "Scale",
    "check_targets",
    "counted",
    "fill_share",
    "listed",
    "nice_range",
    "page",
    "percent",
    "power_of_ten",
    "rules_line",
    "shorten",
    "spread",
    "text",
    "text_width",
    "typeset",
]

NO_BREAK = "\u00a0"
"""A blank at which no line ends."""

MAX_TARGETS = 5_000
"""Most targets in a picture."""

INNER = 592
"""Width of the drawing on a page, in pixels."""

SMALL = 15
"""Font size of labels."""

_BOLD_ADVANCE = 0.7
"""Advance of a bold digit in the widest of the fonts, as a part of the font size."""

COLOURS = ("#3f9f8a", "#2f93a3", "#2d7cad", "#3a64a8", "#454a96", "#43307c", "#341b5a", "#1f0f38")
"""Colour of a target by the fewest numbers that reach it, 1 to 8: the more numbers, the darker."""

OUT_OF_REACH = "#c2410c"
"""Colour of the cross of a target that cannot be reached."""

INSIDE = "#fbe3d6"
"""Colour of the cell round such a cross."""

_MARGIN = 24
_ADVANCE = 0.56
_HEADING = 22
_NOTE = 16
_LINE = 24
_LONGEST = 12
# Two points lie on a line whatever they are.
_PERCENT_DIGITS = 4
_ON_DARK = ("#3b8f80", "#35a3a3", "#4db4c6", "#77c3e0", "#a3d2f2", "#c9e2fb", "#e6f0fd", "#ffffff")
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SIGNS = (" * ", " × "), (" / ", " ÷ "), ("-", "−")  # noqa: RUF001  # as they are printed


def _ramp(colours: Sequence[str]) -> str:
    return "\n".join(f".pp-pursuit .pp-n{count} {{ fill: {colour}; }}" for count, colour in enumerate(colours, 1))


# Text has a contrast of at least 4.5 : 1 and everything else that carries meaning of at least 3 : 1, on either page.
_STYLE = f"""
.pp-pursuit {{ font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", Arial, sans-serif; }}
.pp-pursuit text {{ fill: #1c2430; font-size: {SMALL}px; font-variant-numeric: tabular-nums; }}
.pp-pursuit .pp-card {{ fill: #fdfcf9; stroke: #d9d5ca; }}
.pp-pursuit .pp-title {{ font-size: {_HEADING}px; font-weight: 700; }}
.pp-pursuit .pp-line {{ font-size: 17px; }}
.pp-pursuit .pp-note {{ font-size: {_NOTE}px; fill: #565f6d; }}
.pp-pursuit .pp-axis {{ fill: #565f6d; }}
.pp-pursuit .pp-strong {{ font-weight: 700; }}
.pp-pursuit .pp-frame {{ fill: none; stroke: #8b8678; }}
.pp-pursuit .pp-grid {{ stroke: #e2ded2; }}
{_ramp(COLOURS)}
.pp-pursuit .pp-none rect {{ fill: {INSIDE}; }}
.pp-pursuit .pp-none path {{ stroke: {OUT_OF_REACH}; stroke-width: 1.8; fill: none; }}
.pp-pursuit .pp-point {{ fill: #2d6ca8; fill-opacity: 0.75; }}
.pp-pursuit .pp-ring {{ fill: none; stroke: {OUT_OF_REACH}; stroke-width: 2; }}
.pp-pursuit .pp-leader {{ stroke: #8b8678; fill: none; }}
.pp-pursuit .pp-law {{ stroke: {OUT_OF_REACH}; stroke-width: 2.5; stroke-dasharray: 9 5; fill: none; }}
.pp-pursuit .pp-edge {{ stroke: #8b8678; stroke-width: 2; fill: none; }}
.pp-pursuit .pp-leaf rect {{ fill: #fff6d8; stroke: #a57c14; stroke-width: 1.5; }}
.pp-pursuit .pp-result rect {{ fill: #e3eefb; stroke: #5f8fc0; stroke-width: 1.5; }}
.pp-pursuit .pp-root rect {{ stroke: #1c2430; stroke-width: 3; }}
.pp-pursuit .pp-operator circle {{ fill: #1c2430; }}
.pp-pursuit .pp-operator text {{ fill: #ffffff; font-weight: 700; }}
@media (prefers-color-scheme: dark) {{
.pp-pursuit text {{ fill: #e8eaee; }}
.pp-pursuit .pp-card {{ fill: #171b22; stroke: #39404d; }}
.pp-pursuit .pp-note, .pp-pursuit .pp-axis {{ fill: #a9b1bf; }}
.pp-pursuit .pp-frame {{ stroke: #858fa1; }}
.pp-pursuit .pp-grid {{ stroke: #2c333f; }}
{_ramp(_ON_DARK)}
.pp-pursuit .pp-none rect {{ fill: #4a2a1a; }}
.pp-pursuit .pp-none path {{ stroke: #ff9a62; }}
.pp-pursuit .pp-point {{ fill: #8ec1f7; }}
.pp-pursuit .pp-ring, .pp-pursuit .pp-law {{ stroke: #ff9a62; }}
.pp-pursuit .pp-leader, .pp-pursuit .pp-edge {{ stroke: #858fa1; }}
.pp-pursuit .pp-leaf rect {{ fill: #3d3318; stroke: #d9b23d; }}
.pp-pursuit .pp-result rect {{ fill: #1f3550; stroke: #6fa3d8; }}
.pp-pursuit .pp-root rect {{ stroke: #e8eaee; }}
.pp-pursuit .pp-operator circle {{ fill: #e8eaee; }}
.pp-pursuit .pp-operator text {{ fill: #171b22; }}
}}
"""


def fill_share(count: int, numbers: int) -> float:
    """Return the side of the square for a target that takes ``count`` of so many numbers, as a part of its cell's."""
    return 0.28 + 0.72 * count / numbers


def shorten(words: str, limit: int = _LONGEST) -> str:
    """Cut a text that is too long for its place, in the middle."""
    half = (limit - 1) // 2
    return words if len(words) <= limit else f"{words[: limit - 1 - half]}\u2026{words[-half:]}"


def typeset(words: str) -> str:
    """Write the signs of a step or a number as they are printed.

    Examples
    --------
    >>> typeset("6 * (-9) = -54")
    '6 × (−9) = −54'
    """  # noqa: RUF002  # as they are printed
    for typed, printed in _SIGNS:
        words = words.replace(typed, printed)
    return words


def listed(items: Sequence[object], limit: int = 30) -> str:
    """Join the first of many with commas, and say how many more there are.

    Examples
    --------
    >>> listed(range(5), 3)
    '0, 1, 2 and 2 more'
    """
    shown = ", ".join(map(str, items[:limit]))
    return shown if len(items) <= limit else f"{shown} and {len(items) - limit:,} more"


def percent(chance: Fraction) -> str:
    """Write a chance in percent with two decimals; only what is certain is 100 % and what is impossible 0 %.

    Examples
    --------
    >>> chances = Fraction(9417114451, 10179260000), Fraction(1), Fraction(99_999, 100_000)
    >>> [percent(chance).replace(NO_BREAK, " ") for chance in chances]
    ['92.51 %', '100 %', 'over 99.99 %']
    """
    hundredths = round(chance * 10**_PERCENT_DIGITS)
    if chance in {0, 1}:
        return f"{hundredths // 100}{NO_BREAK}%"
    if not 0 < hundredths < 10**_PERCENT_DIGITS:
        return f"over 99.99{NO_BREAK}%" if hundredths else f"under 0.01{NO_BREAK}%"
    return f"{hundredths // 100}.{hundredths % 100:02d}{NO_BREAK}%"


def power_of_ten(exponent: int) -> str:
    """Write a power of ten: in full up to 1,000.

    Examples
    --------
    >>> power_of_ten(2), power_of_ten(11)
    ('100', '10¹¹')
    """
    return str(10**exponent) if 0 <= exponent <= 3 else f"10{str(exponent).translate(_SUPERSCRIPTS)}"


def text_width(words: str, size: float, advance: float = _BOLD_ADVANCE) -> float:
    """Width of a text in pixels, on the safe side."""
    return len(words) * size * advance


def text(x: float, y: float, words: str, class_: str, anchor: Literal["start", "middle", "end"] = "start") -> Element:
    """Write a line of text."""
    return Element("text", {"x": x, "y": y, "class": class_, "text-anchor": anchor}, [words])


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a number lies on an axis.

    Attributes
    ----------
    low, high
        Ends of the axis, ``low < high``; positive if it is logarithmic.
    start, stop
        Their places, in pixels.
    logarithmic
        Whether equal ratios have equal lengths.
    """

    low: Number
    high: Number
    start: float
    stop: float
    logarithmic: bool = False

    def __call__(self, number: float | Fraction) -> float:
        """Return the place of a number; floats have their say here and nowhere before."""
        if self.logarithmic:
            low, high, place = (math.log10(value) for value in (self.low, self.high, number))
            share = (place - low) / (high - low)
        else:
            share = float((Fraction(number) - self.low) / (self.high - self.low))
        return self.start + (self.stop - self.start) * share


def nice_range(low: Number, high: Number, steps: int) -> tuple[Fraction, ...]:
    """Return round marks, equally far apart, from the last one up to ``low`` to the first one from ``high`` on.

    Parameters
    ----------
    low, high
        What is to lie between the marks, ``low <= high``.
    steps
        About how many steps there should be.

    Returns
    -------
    tuple of Fraction
        At least two marks, with a step of 1, 2 or 5 times a power of ten.

    Examples
    --------
    >>> [str(mark) for mark in nice_range(Fraction(84, 100), 1, 4)]
    ['4/5', '17/20', '9/10', '19/20', '1']
    """
    least = Fraction(high - low) / steps if high > low else Fraction(1, 5)
    power = Fraction(10) ** math.floor(math.log10(least))
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= least)
    first, last = math.floor(low / step), math.ceil(high / step)
    return tuple(step * mark for mark in range(first, max(last, first + 1) + 1))


def spread(wanted: Sequence[float], widths: Sequence[float], low: float, high: float) -> list[float]:
    """Move labels apart as little as two passes can.

    Parameters
    ----------
    wanted
        Where their middles should be, ascending.
    widths
        Their widths, gaps included; all together at most ``high - low``.
    low, high
        The room.

    Returns
    -------
    list of float
        Where the middles go.
    """
    starts, end = [], low
    for middle, width in zip(wanted, widths, strict=True):
        starts.append(max(middle - width / 2, end))
        end = starts[-1] + width
    for i in range(len(starts) - 1, -1, -1):
        starts[i] = min(starts[i], high - widths[i])
        high = starts[i]
    return [start + width / 2 for start, width in zip(starts, widths, strict=True)]


def check_targets(size: int) -> None:
    """Refuse more targets than there is room for."""
    if not 1 <= size <= MAX_TARGETS:
        message = f"{size:,} targets cannot be drawn; a picture has room for 1 to {MAX_TARGETS:,}"
        raise LimitExceededError(message)


def counted(number: int, thing: str) -> str:
    """Write a number of things.

    Examples
    --------
    >>> counted(1, "step"), counted(1000, "target")
    ('1 step', '1,000 targets')
    """
    return f"{number:,} {thing}{'s' if number != 1 else ''}"


def rules_line(rules: Rules) -> tuple[str, ...]:
    """Name rules that are not those of the article."""
    return (f"Rules: {rules}",) if str(rules) else ()


def page(
    title: str,
    description: str,
    heading: str,
    lines: Sequence[str],
    body: Sequence[Element],
    size: tuple[float, float],
    notes: Sequence[str],
) -> str:
    """Put a drawing between a heading and notes.

    Parameters
    ----------
    title, description
        For those who cannot see the picture.
    heading
        What the picture is about.
    lines
        Sentences below the heading.
    body
        The drawing, back to front; its origin is the upper left corner of its place.
    size
        Width and height of the drawing, in pixels.
    notes
        Sentences below the drawing; each begins a line.
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
    height = y + 26
    whole = width + 2 * _MARGIN
    frame: dict[str, str | float] = {
        "class": "pp-card",
        "x": 0.5,
        "y": 0.5,
        "width": whole - 1,
        "height": height - 1,
        "rx": 14,
    }
    card = Element("g", {"class": "pp-pursuit"}, [Element("rect", frame), *words, inner])
    return document(whole, height, title, description, [card], style=_STYLE)


def _wrapped(sentences: Sequence[str], width: float, letter: float) -> Iterator[str]:
    for sentence in sentences:
        yield from wrap(sentence, int(width / letter))
