"""Format counts, long texts and unknown names for people."""

from __future__ import annotations

from collections.abc import Iterable

from perfectplay.core.errors import quote
from perfectplay.core.text.texts import Text

_ALIKE = 0.7
"""Minimum similarity of two names, from 0 to 1: at 0.6, chess would be taken for check."""


def counted(number: int, thing: str) -> str:
    """Format a number of things: ``1 step``, ``1,000 targets``."""
    return f"{number:,} {thing}{'s' if number != 1 else ''}"


def shortened(text: str, limit: int, dots: str = "...") -> str:
    """Shorten a text by leaving out its middle.

    Examples
    --------
    >>> shortened("12345678901234567890", 10), shortened("short", 10)
    ('1234...890', 'short')
    """
    if len(text) <= limit:
        return text
    tail = (limit - len(dots)) // 2
    return f"{text[: limit - len(dots) - tail]}{dots}{text[-tail:]}"


def unknown(name: object, known: Iterable[str]) -> str:
    """Quote an unknown name, and suggest the most similar known one.

    Examples
    --------
    >>> print(unknown("Taxmn", ["taxman", "coins"]), unknown("chess", ["taxman", "coins"]))
    'Taxmn' (did you mean taxman?) 'chess'
    """
    from difflib import get_close_matches

    folded = {candidate.casefold(): candidate for candidate in known}
    near = get_close_matches(str(name).casefold(), folded, 1, _ALIKE)
    return Text("{name} (did you mean {near}?)", name=quote(name), near=folded[near[0]]) if near else quote(name)
