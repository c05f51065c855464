"""Common parts of the pictures of arithmetical pursuit: the page, the colours and the words.

Every picture is 640 pixels wide unless a tree needs more, and its smallest letters are 15 pixels high, so that they are
legible on a telephone. Colour alone never carries meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.text.texts import decimal_mark, say
from perfectplay.core.text.words import shortened
from perfectplay.pictures.charts import page as framed
from perfectplay.pictures.charts import style_of
from perfectplay.pictures.scales import NO_BREAK
from perfectplay.pursuit.rules import Rules

__all__ = [
    "COLOURS",
    "INSIDE",
    "MAX_TARGETS",
    "OUT_OF_REACH",
    "check_targets",
    "fill_share",
    "listed",
    "page",
    "percent",
    "rules_line",
    "shorten",
    "typeset",
]

MAX_TARGETS = 5_000
"""Maximum number of targets in a picture."""

COLOURS = ("#3f9f8a", "#2f93a3", "#2d7cad", "#3a64a8", "#454a96", "#43307c", "#341b5a", "#1f0f38")
"""Colours of targets that need 1 to 8 numbers; targets that need more numbers are darker."""

OUT_OF_REACH = "#c2410c"
"""Colour of the cross that marks a target out of reach."""

INSIDE = "#fbe3d6"
"""Colour of the cell of a target out of reach, behind the cross."""

_LONGEST = 12
_PERCENT_DIGITS = 4
_ON_DARK = ("#3b8f80", "#35a3a3", "#4db4c6", "#77c3e0", "#a3d2f2", "#c9e2fb", "#e6f0fd", "#ffffff")
_SIGNS = (" * ", " × "), (" / ", " ÷ "), ("-", "−")  # noqa: RUF001  # printed signs


def _ramp(colours: Sequence[str]) -> str:
    return "\n".join(f".pp-pursuit .pp-n{count} {{ fill: {colour}; }}" for count, colour in enumerate(colours, 1))


# Text has a contrast of at least 4.5 : 1, and other meaningful elements at least 3 : 1, on both pages.
_STYLE = style_of(
    "pp-pursuit",
    f"""{_ramp(COLOURS)}
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
.pp-pursuit .pp-operator text {{ fill: #ffffff; font-weight: 700; }}""",
    f"""{_ramp(_ON_DARK)}
.pp-pursuit .pp-none rect {{ fill: #4a2a1a; }}
.pp-pursuit .pp-none path {{ stroke: #ff9a62; }}
.pp-pursuit .pp-point {{ fill: #8ec1f7; }}
.pp-pursuit .pp-ring, .pp-pursuit .pp-law {{ stroke: #ff9a62; }}
.pp-pursuit .pp-leader, .pp-pursuit .pp-edge {{ stroke: #858fa1; }}
.pp-pursuit .pp-leaf rect {{ fill: #3d3318; stroke: #d9b23d; }}
.pp-pursuit .pp-result rect {{ fill: #1f3550; stroke: #6fa3d8; }}
.pp-pursuit .pp-root rect {{ stroke: #e8eaee; }}
.pp-pursuit .pp-operator circle {{ fill: #e8eaee; }}
.pp-pursuit .pp-operator text {{ fill: #171b22; }}""",
)


def fill_share(count: int, numbers: int) -> float:
    """Return the side of a target's square relative to its cell, if the target needs ``count`` of all ``numbers``."""
    return 0.28 + 0.72 * count / numbers


def shorten(words: str, limit: int = _LONGEST) -> str:
    """Shorten a text that is too long: replace its middle by an ellipsis."""
    return shortened(words, limit, "\u2026")


def typeset(words: str) -> str:
    """Replace operators in a step or a number by the signs that books print.

    >>> typeset("6 * (-9) = -54")
    '6 × (−9) = −54'
    """  # noqa: RUF002  # printed signs
    for typed, printed in _SIGNS:
        words = words.replace(typed, printed)
    return words


def listed(items: Sequence[object], limit: int = 30) -> str:
    """Join up to ``limit`` items with commas, followed by the number of items left out."""
    shown = ", ".join(map(str, items[:limit]))
    return shown if len(items) <= limit else say("{shown} and {more:,} more", shown=shown, more=len(items) - limit)


def percent(chance: Fraction) -> str:
    """Format a chance in percent with two decimals; 100 % means certain, and 0 % impossible.

    >>> chances = Fraction(9417114451, 10179260000), Fraction(1), Fraction(99_999, 100_000)
    >>> [percent(chance).replace(NO_BREAK, " ") for chance in chances]
    ['92.51 %', '100 %', 'over 99.99 %']
    """
    hundredths = round(chance * 10**_PERCENT_DIGITS)
    if chance in {0, 1}:
        return f"{hundredths // 100}{NO_BREAK}%"
    if not 0 < hundredths < 10**_PERCENT_DIGITS:
        over, under = f"99{decimal_mark()}99{NO_BREAK}%", f"0{decimal_mark()}01{NO_BREAK}%"
        return say("over {share}", share=over) if hundredths else say("under {share}", share=under)
    return f"{hundredths // 100}{decimal_mark()}{hundredths % 100:02d}{NO_BREAK}%"


def check_targets(size: int) -> None:
    """Raise `LimitExceededError` if a picture has no room for so many targets."""
    if not 1 <= size <= MAX_TARGETS:
        raise LimitExceededError(
            "{size:,} targets cannot be drawn; a picture has room for 1 to {most:,}", size=size, most=MAX_TARGETS
        )


def rules_line(rules: Rules) -> tuple[str, ...]:
    """Return a line with the rules, or nothing for the rules of the article."""
    return (say("Rules: {rules}", rules=rules),) if str(rules) else ()


page: partial[str] = partial(framed, name="pp-pursuit", style=_STYLE)
"""Arrange a page as `perfectplay.pictures.charts.page` does, in the style of arithmetical pursuit."""
