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

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.svg import Element, document, format_number
from perfectplay.pursuit.counting import FormulaCounts, PowerLaw, fit_power_law
from perfectplay.pursuit.expressions import Expression
from perfectplay.pursuit.odds import Odds
from perfectplay.pursuit.reach import Reach
from perfectplay.pursuit.rules import MAX_NUMBERS, Number, Rules

__all__ = [
    "COLOURS",
    "INNER",
    "INSIDE",
    "MAX_TARGETS",
    "NO_BREAK",
    "OUT_OF_REACH",
    "SMALL",
    "Chances",
    "Grid",
    "Histogram",
    "Node",
    "Scale",
    "counted",
    "fill_share",
    "layout",
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
_FEW = 100
_LABELLED = 5
# Two points lie on a line whatever they are.
_EXACT = 2
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


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the targets of a deal stand in a map, and how many there are of each kind.

    Attributes
    ----------
    reach
        What it comes from.
    columns
        How many targets stand in a row; a row ends with a multiple of it.
    counts
        ``counts[k]`` targets take k numbers at least; ``counts[0]`` targets are out of reach.
    """

    reach: Reach
    columns: int
    counts: tuple[int, ...]

    @classmethod
    def of(cls, reach: Reach) -> Grid:
        """Check what is to be drawn, and count.

        Raises
        ------
        InvalidPositionError
            If there is not one number for each target.
        LimitExceededError
            If there are more than `MAX_TARGETS` targets.
        """
        size = reach.high - reach.low + 1
        check_targets(size)
        if len(reach.fewest) != size or not set(reach.fewest) <= set(range(len(reach.numbers) + 1)):
            message = (
                f"what is said to reach the targets {reach.low} to {reach.high} is not one number from "
                f"0 to {len(reach.numbers)} for each of them; use what `reach` returns"
            )
            raise InvalidPositionError(message)
        counts = tuple(reach.fewest.count(fewest) for fewest in range(len(reach.numbers) + 1))
        return cls(reach, 50 if size > _FEW else 10, counts)

    @property
    def bases(self) -> range:
        """What the rows begin after: the last row that begins after 950 has the targets 951 to 1000."""
        first = (self.reach.low - 1) // self.columns * self.columns
        return range(first, self.reach.high, self.columns)

    @property
    def column_labels(self) -> tuple[int, ...]:
        """Columns, counted from 1, that deserve a number."""
        every = 10 if self.columns > 10 else 5
        return (1, *range(every, self.columns + 1, every))

    @property
    def legend(self) -> tuple[tuple[int, str], ...]:
        """The kinds of targets, from those that take one number to those out of reach (0), with their counts."""
        kinds = (*range(1, len(self.counts)), 0)
        return tuple(
            (kind, f"{counted(kind, 'number') if kind else 'out of reach'}: {self.counts[kind]:,}") for kind in kinds
        )

    @property
    def deal(self) -> str:
        """The numbers of the deal."""
        return " ".join(map(str, self.reach.numbers))

    @property
    def share(self) -> str:
        """How many targets can be reached, in words."""
        low, high = self.reach.low, self.reach.high
        if low == high:
            return f"The target {low:,} {'can' if self.reach.count else 'cannot'} be reached"
        return f"{self.reach.count:,} of the {high - low + 1:,} targets from {low:,} to {high:,} can be reached"

    def missing(self, limit: int) -> str:
        """Name what is out of reach, if anything is."""
        return f"Out of reach: {listed(self.reach.missing, limit)}." if self.reach.missing else ""

    def place(self, target: int) -> tuple[int, int]:
        """Return row and column of a target, counted from 0."""
        return (target - 1) // self.columns - self.bases[0] // self.columns, (target - 1) % self.columns

    def label_rows(self, every: int) -> dict[int, str]:
        """Return what stands before rows, for about one row out of ``every``: the first, and then round numbers."""
        return {
            row: f"{base:,}"
            for row, base in enumerate(self.bases)
            if row == 0 or (row >= every and base // self.columns % every == 0)
        }


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of all targets of a deck.

    Attributes
    ----------
    odds
        What they come from.
    all
        By target.
    marks
        Round chances, equally far apart, that enclose them all.
    hardest
        Up to five targets with the least chances, hardest first; none if all targets are equally hard.
    """

    odds: Odds
    all: tuple[Fraction, ...]
    marks: tuple[Fraction, ...]
    hardest: tuple[tuple[int, Fraction], ...]

    @classmethod
    def of(cls, odds: Odds) -> Chances:
        """Divide weights by deals.

        Raises
        ------
        LimitExceededError
            If there are more than `MAX_TARGETS` targets.
        """
        check_targets(len(odds.by_target))
        chances = tuple(Fraction(row.weight, odds.deals) for row in odds.by_target)
        marks = nice_range(min(chances), max(chances), 7)
        if marks[-1] > 1:  # all chances are 1, and nothing is above that
            marks = tuple(mark - marks[-1] + 1 for mark in marks)
        rows = odds.hardest(_LABELLED) if min(chances) < max(chances) else ()
        hardest = tuple((row.target, Fraction(row.weight, odds.deals)) for row in rows)
        return cls(odds, chances, marks, hardest)

    @property
    def name(self) -> str:
        """The deck and the size of a deal."""
        return f"{shorten(self.odds.deck.name, 60)}, {counted(self.odds.numbers, 'number')}"

    @property
    def mark_labels(self) -> tuple[str, ...]:
        """The marks in percent, all with the same number of decimals."""
        decimals = 0
        while any((mark * 10 ** (2 + decimals)).denominator > 1 for mark in self.marks):
            decimals += 1
        return tuple(f"{float(100 * mark):.{decimals}f}{NO_BREAK}%" for mark in self.marks)

    @property
    def lines(self) -> tuple[str, ...]:
        """What the picture shows, in words."""
        low, high = self.odds.low, self.odds.high
        what = f"A random target from {low:,} to {high:,}" if low < high else f"The target {low:,}"
        words = f"{what} can be hit exactly with a chance of {percent(self.odds.probability)}, the dashed line."
        return (words, *rules_line(self.odds.rules))

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said about the points."""
        notes = []
        if self.hardest:
            named = ", ".join(f"{target:,} ({percent(chance)})" for target, chance in self.hardest)
            notes.append(f"In rings, the hardest: {named}.")
        elif len(self.all) > 1:
            notes.append("All targets are equally hard.")
        if self.marks[0]:
            notes.append(f"The scale begins at {self.mark_labels[0]}.")
        return tuple(notes)


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many formulae have each value, with the power law that fits best.

    Attributes
    ----------
    counts
        What it comes from.
    points
        The positive values that formulae have, and how many have them.
    law
        The power law; ``None`` if there are fewer than three points.
    """

    counts: FormulaCounts
    points: tuple[tuple[int, int], ...]
    law: PowerLaw | None

    @classmethod
    def of(cls, counts: FormulaCounts) -> Histogram:
        """Take what can be drawn on logarithmic axes, and fit the law."""
        points = tuple((value, counts.count(value)) for value in range(1, counts.limit + 1) if counts.count(value))
        return cls(counts, points, fit_power_law(counts, 1, counts.limit) if len(points) > _EXACT else None)

    @property
    def name(self) -> str:
        """The deck and the most cards in a formula."""
        return f"{shorten(self.counts.deck.name, 60)}, up to {counted(self.counts.numbers, 'number')}"

    @property
    def decades(self) -> tuple[int, int]:
        """Powers of ten that enclose all counts."""
        found = [count for _, count in self.points] or [1]
        low = math.floor(math.log10(min(found)))
        return low, max(math.ceil(math.log10(max(found))), low + 1)

    @property
    def ends(self) -> tuple[tuple[float, float], ...]:
        """Value and number of formulae at both ends of the part of the law that lies between the decades."""
        if self.law is None:
            return ()
        # A law that lies on the edge must not lose its ends to rounding.
        low, high = ((level + slack) * math.log(10) for level, slack in zip(self.decades, (-0.01, 0.01), strict=True))
        places = [0.0, math.log(self.counts.limit)]
        if self.law.slope:
            # A law may be steep where the points are few.
            cuts = sorted((level - self.law.intercept) / self.law.slope for level in (low, high))
            places = [max(places[0], cuts[0]), min(places[1], cuts[1])]
        return tuple((math.exp(place), math.exp(self.law.intercept + self.law.slope * place)) for place in places)

    @property
    def lines(self) -> tuple[str, ...]:
        """What the picture shows, in words."""
        inside = sum(count for _, count in self.points)
        return (
            (
                f"{sum(self.counts.admissible):,} admissible formulae; "
                f"{inside:,} of them have a value from 1 to {self.counts.limit:,}."
            ),
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said about the law."""
        if self.law is None:
            what = "No formula has one of these values." if not self.points else "There are too few points for a law."
            return (what,)
        missing = self.counts.limit - len(self.points)
        # A slope that is zero but for rounding has no sign.
        slope = typeset(f"{round(self.law.slope, 2) + 0.0:.2f}")
        law = (
            f"Dashed: the power law that fits best, with exponent {slope} and R²{NO_BREAK}{self.law.r_squared:.2f}. It "
            "is a crude summary: the counts are no smooth function of the value, and the exponent depends on the range."
        )
        absent = f"Without a point, because no formula has them: {counted(missing, 'value')}."
        return (law, absent) if missing else (law,)


@dataclass(frozen=True, slots=True)
class Node:
    """A number in the picture of a solution.

    Attributes
    ----------
    expression
        What makes the number.
    column
        Its place from left to right; the numbers of the deal are at 0, 1, 2, ...
    level
        How many steps lie between it and the result.
    parent
        Index of the result that it goes into, in the list of all nodes; -1 for the last result.
    """

    expression: Expression
    column: float
    level: int
    parent: int


def layout(expression: Expression) -> list[Node]:
    """Place the numbers of a solution: operands below their result, which stands midway between them.

    Lines between them cannot cross.  Linear in the number of nodes.

    Returns
    -------
    list of Node
        Each result stands before its operands, the left one first.

    Raises
    ------
    LimitExceededError
        If there are more than `perfectplay.pursuit.rules.MAX_NUMBERS` numbers of the deal.
    """
    size = len(expression.numbers)
    if size > MAX_NUMBERS:
        message = f"{quote(expression)} has {size} numbers, too many for a tree; it has room for {MAX_NUMBERS}"
        raise LimitExceededError(message)
    nodes: list[Node] = []
    leaves = 0

    def place(part: Expression, level: int, parent: int) -> float:
        nonlocal leaves
        index = len(nodes)
        nodes.append(Node(part, 0.0, level, parent))
        if part.left is None or part.right is None:
            column = float(leaves)
            leaves += 1
        else:
            column = (place(part.left, level + 1, index) + place(part.right, level + 1, index)) / 2
        nodes[index] = Node(part, column, level, parent)
        return column

    place(expression, 0, -1)
    return nodes


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
