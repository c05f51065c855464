"""Scales whose marks are round numbers, and labels for shares and powers of ten."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from perfectplay.core.text.texts import decimal_mark, grouped

__all__ = [
    "BOLD_ADVANCE",
    "NO_BREAK",
    "Scale",
    "nice_range",
    "power_of_ten",
    "share_labels",
    "share_text",
    "spread",
    "text_width",
]

NO_BREAK = "\u00a0"
"""A no-break space."""

BOLD_ADVANCE = 0.7
"""Width of a bold digit in the widest of the fonts, relative to the font size."""

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


# -- scales --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scale:
    """A map from numbers to pixels for an axis from ``low`` to ``high``, which must be positive on a logarithmic axis.

    >>> Scale(0, 10, 0, 200)(5)
    100.0
    """

    low: int | Fraction
    high: int | Fraction
    start: float
    stop: float
    logarithmic: bool = False

    def __call__(self, number: float | Fraction) -> float:
        """Return the position of a number in pixels, as a float; the calculations before this step are exact."""
        if self.logarithmic:
            low, high, value_log = (math.log10(value) for value in (self.low, self.high, number))
            share = (value_log - low) / (high - low)
        else:
            share = float((Fraction(number) - self.low) / (self.high - self.low))
        return self.start + (self.stop - self.start) * share


def nice_range(low: int | Fraction, high: int | Fraction, steps: int) -> tuple[Fraction, ...]:
    """Return equally spaced round marks that cover ``low`` to ``high``.

    There are at least two marks, and about ``steps`` steps between them; a step is 1, 2 or 5 times a power of ten.

    >>> [str(mark) for mark in nice_range(Fraction(84, 100), 1, 4)]
    ['4/5', '17/20', '9/10', '19/20', '1']
    """
    least = Fraction(high - low) / steps if high > low else Fraction(1, 5)
    power = Fraction(10) ** math.floor(math.log10(least))
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= least)
    first, last = math.floor(low / step), math.ceil(high / step)
    return tuple(step * mark for mark in range(first, max(last, first + 1) + 1))


def spread(wanted: Sequence[float], widths: Sequence[float], low: float, high: float) -> list[float]:
    """Move labels apart until they do not overlap, and return their middles; labels stay between ``low`` and ``high``.

    ``wanted`` are the ideal middles, ascending; the widths, with gaps, add up to at most ``high - low``.

    >>> spread([5, 6], [4, 4], 0, 20)
    [5.0, 9.0]
    """
    starts, end = [], low
    for middle, width in zip(wanted, widths, strict=True):
        starts.append(max(middle - width / 2, end))
        end = starts[-1] + width
    for i in range(len(starts) - 1, -1, -1):
        starts[i] = min(starts[i], high - widths[i])
        high = starts[i]
    return [start + width / 2 for start, width in zip(starts, widths, strict=True)]


# -- words ---------------------------------------------------------------------------------------------------------


def power_of_ten(exponent: int) -> str:
    """Format a power of ten: up to 1,000 in full, and larger powers with an exponent.

    >>> power_of_ten(2), power_of_ten(11)
    ('100', '10¹¹')
    """
    return grouped(10**exponent) if 0 <= exponent <= 3 else f"10{str(exponent).translate(_SUPERSCRIPTS)}"


def share_text(share: Fraction, decimals: int = 2) -> str:
    """Format a share in percent.

    >>> share_text(Fraction(124, 210)).replace(NO_BREAK, " ")
    '59.05 %'
    """
    hundredths = round(share * 100 * 10**decimals)
    whole, rest = divmod(abs(hundredths), 10**decimals)
    digits = f"{grouped(whole)}{decimal_mark()}{rest:0{decimals}d}" if decimals else grouped(whole)
    return f"{'-' if hundredths < 0 else ''}{digits}{NO_BREAK}%"


def share_labels(shares: Sequence[Fraction]) -> tuple[str, ...]:
    """Format round shares from `nice_range` exactly, in percent, all with the same number of decimals.

    >>> [label.replace(NO_BREAK, " ") for label in share_labels([Fraction(1, 2), Fraction(21, 40)])]
    ['50.0 %', '52.5 %']
    """
    decimals = 0
    while any((share * 100 * 10**decimals).denominator > 1 for share in shares):
        decimals += 1
    return tuple(share_text(share, decimals) for share in shares)


def text_width(words: str, size: float, advance: float = BOLD_ADVANCE) -> float:
    """Return an upper estimate of the width of a text in pixels.

    >>> text_width("four", 10)
    28.0
    """
    return len(words) * size * advance
