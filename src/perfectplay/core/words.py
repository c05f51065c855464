"""Small words for people: numbers of things, and texts that are too long for their place."""

from __future__ import annotations

__all__ = ["counted", "shortened"]


def counted(number: int, thing: str) -> str:
    """Write a number of things.

    Examples
    --------
    >>> counted(1, "step"), counted(1000, "target")
    ('1 step', '1,000 targets')
    """
    return f"{number:,} {thing}{'s' if number != 1 else ''}"


def shortened(text: str, limit: int, dots: str = "...") -> str:
    """Leave the middle out of a text of more than so many characters.

    Examples
    --------
    >>> shortened("12345678901234567890", 10), shortened("short", 10)
    ('1234...890', 'short')
    """
    if len(text) <= limit:
        return text
    tail = (limit - len(dots)) // 2
    return f"{text[: limit - len(dots) - tail]}{dots}{text[-tail:]}"
