"""Small words for people: numbers of things, and texts that are too long for their place."""

from __future__ import annotations

from collections.abc import Iterable

from perfectplay.core.errors import quote
from perfectplay.core.text.texts import Text

_ALIKE = 0.7
"""How like a name must be to one that exists, from 0 to 1: at 0.6, chess would be a check."""


def counted(number: int, thing: str) -> str:
    """Write a number of things: ``1 step``, ``1,000 targets``."""
    return f"{number:,} {thing}{'s' if number != 1 else ''}"


def shortened(text: str, limit: int, dots: str = "...") -> str:
    """Leave the middle out of a text that is too long.

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
    """Quote a name that does not exist, and ask whether the one that is most like it was meant.

    Examples
    --------
    >>> print(unknown("Taxmn", ["taxman", "coins"]), unknown("chess", ["taxman", "coins"]))
    'Taxmn' (did you mean taxman?) 'chess'
    """
    from difflib import get_close_matches

    folded = {one.casefold(): one for one in known}
    near = get_close_matches(str(name).casefold(), folded, 1, _ALIKE)
    return Text("{name} (did you mean {near}?)", name=quote(name), near=folded[near[0]]) if near else quote(name)
