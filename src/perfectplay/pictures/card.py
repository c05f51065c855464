"""Cards to share: a heading, a few lines, and the day of the week. Cards reveal no solution.

All formatting is in attributes: browsers need not apply style sheets when they turn the card into pixels.
"""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.pictures.svg import Element, document

__all__ = ["LINE", "LINES", "draw_card"]

LINES = 4
"""Maximum number of lines below the heading."""

LINE = 60
"""Maximum number of characters of a line at full size; longer lines are drawn smaller."""

_WIDTH, _HEIGHT, _MARGIN = 1200, 630, 80
_FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"
_PAPER, _INK, _SOFT, _LINE, _GOLD, _BLUE = "#fffdf6", "#1c2430", "#5c5a52", "#cfcab9", "#a57c14", "#2d6ca8"
_DAYS, _HARD, _MEDIUM = 7, 5, 2
_PART = 0.58
"""Width of a character, relative to the font size."""


def draw_card(heading: str, lines: Sequence[str], weekday: int, *, good: bool) -> str:
    """Draw a card, 1200 by 630 pixels, with a heading and up to `LINES` lines of at most `LINE` characters each.

    ``weekday`` is from 0 (Monday) to 6; ``good`` gives the card a golden edge, for a success.
    """
    edge: dict[str, str | float] = {
        "fill": _PAPER,
        "stroke": _GOLD if good else _LINE,
        "stroke-width": 16 if good else 8,
    }
    drawn = [
        Element("rect", {"width": _WIDTH, "height": _HEIGHT, "fill": _PAPER}),
        Element("rect", {"x": 20, "y": 20, "width": _WIDTH - 40, "height": _HEIGHT - 40, "rx": 32, **edge}),
        _text(heading, 170, 84, "700", _INK),
        *(_text(line, 270 + 74 * index, 52, "400", _SOFT if index else _BLUE) for index, line in enumerate(lines)),
        *(_day(day, is_today=day == weekday) for day in range(_DAYS)),
    ]
    return document(_WIDTH, _HEIGHT, heading, "; ".join(lines), drawn)


def _text(words: str, y: int, size: int, weight: str, colour: str) -> Element:
    fits = min(size, int((_WIDTH - 2 * _MARGIN) / (_PART * max(1, len(words)))))
    font: dict[str, str | float] = {"font-family": _FONT, "font-size": fits, "font-weight": weight}
    return Element("text", {"x": _MARGIN, "y": y, **font, "fill": colour}, [words])


def _day(day: int, *, is_today: bool) -> Element:
    """Draw a day of the week as a bar; the bars of harder days are higher."""
    height = 60 if day >= _HARD else 40 if day >= _MEDIUM else 20
    position: dict[str, str | float] = {
        "x": _WIDTH - _MARGIN - 44 * (_DAYS - day),
        "y": _HEIGHT - _MARGIN - height,
        "width": 32,
        "height": height,
    }
    return Element("rect", {**position, "rx": 6, "fill": _GOLD if is_today else _LINE})
