"""Query parameters: read, bounded and named in errors before any work begins."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from starlette.requests import Request

from perfectplay.core.errors import LimitExceededError, PerfectPlayError, quote

__all__ = ["MAX_TEXT", "MAX_TIME", "InputError", "Query", "listing", "read_time_limit"]

MAX_TEXT = 8_000
"""Longest text of a parameter in characters: a whole game of Taxman at N = 2,000 fits."""

MAX_TIME = 120.0
"""Most seconds that a search may be asked to take."""

_DEFAULT_TIME = 20.0
_LEAST_TIME = 0.1
_WHOLE = re.compile(r"-?[0-9]{1,18}\Z")
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{0,9})?\Z")
_BETWEEN = re.compile(r"[\s,.]+")
_LISTED = 12


class InputError(PerfectPlayError, ValueError):
    """A query parameter that is missing, malformed, out of range, unknown or given twice."""


class Query:
    """The parameters of a request.

    Every method that reads one remembers its name; `done` then refuses all others, so that a typing error is never
    silently ignored.

    Parameters
    ----------
    request
        Of the client.

    Raises
    ------
    InputError
        Also from all its methods: one line that quotes the parameter and says what would be legal.
    """

    def __init__(self, request: Request) -> None:
        self._given: dict[str, str] = {}
        self._read: set[str] = set()
        for name, value in request.query_params.multi_items():
            if name in self._given:
                message = f"the parameter {quote(name)} is given twice; give it once"
                raise InputError(message)
            self._given[name] = value

    def __contains__(self, name: object) -> bool:
        return name in self._given

    def optional(self, name: str, limit: int = MAX_TEXT) -> str | None:
        """Read text of at most ``limit`` characters; ``None`` if it is not given."""
        self._read.add(name)
        text = self._given.get(name)
        if text is not None and len(text) > limit:
            message = f"the parameter {name} has {len(text)} characters; at most {limit} are read"
            raise InputError(message)
        return text

    def text(self, name: str, default: str | None = None, limit: int = MAX_TEXT, example: str = "") -> str:
        """Read text of at most ``limit`` characters; without a default it must be given."""
        text = self.optional(name, limit)
        if text is not None:
            return text
        if default is not None:
            return default
        message = f"the parameter {name} is missing" + (f"; give it as in {name}={example}" if example else "")
        raise InputError(message)

    def integer(self, name: str, default: int | None = None, *, low: int, high: int) -> int:
        """Read a whole number from ``low`` to ``high``; without a default it must be given."""
        text = self.text(name, None if default is None else str(default), example=str(max(low, min(high, 20))))
        if not _WHOLE.match(text):
            message = f"{name}={quote(text)} is not a whole number; it must be from {low} to {high}"
            raise InputError(message)
        number = int(text)
        if not low <= number <= high:
            message = f"{name}={number} is out of range; it must be from {low} to {high}"
            raise LimitExceededError(message)
        return number

    def optional_integer(self, name: str, *, low: int, high: int) -> int | None:
        """Read a whole number from ``low`` to ``high``; ``None`` if it is not given."""
        self._read.add(name)
        return self.integer(name, low=low, high=high) if name in self else None

    def number(self, name: str, default: float, *, low: float, high: float) -> float:
        """Read a number from ``low``, at least 0, to ``high``, in digits and perhaps a decimal point."""
        text = self.optional(name)
        if text is None:
            return default
        number = float(text) if _DECIMAL.match(text) else math.nan
        if not low <= number <= high:
            message = f"{name}={quote(text)} is not possible; it must be a number from {low:g} to {high:g}"
            raise InputError(message)
        return number

    def flag(self, name: str) -> bool:
        """Read a switch: 1 is on; 0, or nothing given, is off."""
        return self.choice(name, ("0", "1"), "0") == "1"

    def choice(self, name: str, options: Sequence[str], default: str | None = None) -> str:
        """Read one of some words; without a default it must be given."""
        text = self.text(name, default, example=options[0])
        if text not in options:
            message = f"{name}={quote(text)} does not exist; it must be {listing(options)}"
            raise InputError(message)
        return text

    def numbers(self, name: str, *, most: int, example: str) -> tuple[int, ...]:
        """Read 1 to ``most`` whole numbers with dots, commas or blanks between; the game judges their range."""
        text = self.text(name, example=example)
        parts = _BETWEEN.split(text.strip())
        if len(parts) > most:
            message = f"{name} has {len(parts)} numbers; at most {most} are possible"
            raise LimitExceededError(message)
        for part in parts:
            if not _WHOLE.match(part):
                problem = f"{quote(part)} in {name}={quote(text)} is not a whole number"
                message = f"{problem}; write numbers separated by dots, as in {name}={example}"
                raise InputError(message)
        return tuple(map(int, parts))

    def interval(self, name: str, default: tuple[int, int], *, low: int, high: int) -> tuple[int, int]:
        """Read two whole numbers such as ``1-1000``, the first not above the second, both from ``low`` to ``high``."""
        text = self.text(name, f"{default[0]}-{default[1]}")
        first, dash, last = text.partition("-")
        if not (dash and _WHOLE.match(first) and _WHOLE.match(last) and low <= int(first) <= int(last) <= high):
            message = f"{name}={quote(text)} is no range; it must be two numbers as in {low}-{high}, within that range"
            raise InputError(message)
        return int(first), int(last)

    def done(self) -> None:
        """Refuse what was given and never read."""
        unknown = [name for name in self._given if name not in self._read]
        if unknown:
            known = listing(sorted(self._read)) if self._read else "none"
            message = f"there is no parameter {quote(unknown[0])} here; the parameters are {known}"
            raise InputError(message)


def listing(options: Iterable[str]) -> str:
    """Write words with commas and a last "or"."""
    words = list(options)
    if len(words) > _LISTED:
        return ", ".join(words[:_LISTED]) + ", ..."
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def read_time_limit(query: Query) -> float:
    """Read ``time-limit``: seconds, 20 unless something else is asked for."""
    return query.number("time-limit", _DEFAULT_TIME, low=_LEAST_TIME, high=MAX_TIME)
