"""Convert answers, frozen dataclasses with exact numbers, to JSON for the command line and HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import field, fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import NoneType
from typing import Any

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.text.texts import Text, translate

Exact = int | Fraction
"""An exact number; in JSON an integer of any size, or a text such as ``"3/2"``."""

_MAX_BITS = 14_000
"""Maximum number of bits of a number that is written in decimal; Python refuses more than 4300 digits."""
_SHORT = 1 << 60
_TEXTS = (str, bytes, bytearray)
_PLAIN = frozenset({str, float, bool, NoneType})


class Answer:
    """Base class of answers, which are dataclasses."""

    __slots__ = ()

    def as_answer(self) -> Any:
        """Return the object to encode as JSON: this dataclass itself, another one, or a list."""
        return self

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as ``--json`` prints it and HTTP sends it."""
        fields_by_key: dict[str, Any] = encode(self)
        return fields_by_key


def optional() -> Any:
    """Declare a field whose key is left out of JSON if its value is ``None``.

    Other fields that are ``None`` become ``null``.
    """
    return field(default=None, metadata={"optional": True})


def named(key: str) -> Any:
    """Declare a field whose JSON key is a Python keyword, such as ``from``, so that its name must differ."""
    return field(metadata={"alias": key})


def exact(number: int | Fraction) -> int | str:
    """Convert an exact number for JSON: to an integer, or to a text such as ``"3/2"``.

    Raises
    ------
    LimitExceededError
        If its numerator or denominator has more than 14,000 bits.
    """
    numerator, denominator = number.numerator, number.denominator
    if not (-_SHORT < numerator < _SHORT and denominator < _SHORT):
        bits = max(numerator.bit_length(), denominator.bit_length())
        if bits > _MAX_BITS:
            raise LimitExceededError(
                "a result has {bits:,} bits; at most {most:,} are written, so give shorter numbers",
                bits=bits,
                most=_MAX_BITS,
            )
    return numerator if denominator == 1 else f"{numerator}/{denominator}"


def encode(value: Any, write: Callable[[Text], str] = translate) -> Any:
    """Convert an answer to what ``json.dumps`` accepts, in O(size): a million integers take about 30 milliseconds.

    Parameters
    ----------
    value
        A dataclass, which becomes an object with its fields as keys; a mapping, a sequence, a text, a number or
        ``None``, nested in any way.
    write
        Writes each `perfectplay.core.text.texts.Text`, by default in the reader's language.

    Raises
    ------
    TypeError
        If the value contains anything else.
    LimitExceededError
        If a number is too long; see `exact`.

    Examples
    --------
    >>> encode({"share": Fraction(3, 2), "moves": (5, 4)})
    {'share': '3/2', 'moves': [5, 4]}
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is int or kind is Fraction:
        return value if kind is int and -_SHORT < value < _SHORT else exact(value)
    if isinstance(value, Answer):
        value = value.as_answer()
        kind = type(value)
    if isinstance(value, Mapping):
        return {str(key): encode(part, write) for key, part in value.items()}
    if isinstance(value, Text):
        return write(value)
    if isinstance(value, (tuple, list)) or (isinstance(value, Sequence) and not isinstance(value, _TEXTS)):
        return _encode_all(value, write)
    if is_dataclass(value) and not isinstance(value, type):
        record = {}
        for name, key, may_lack in _keys(kind):  # type: ignore[arg-type]  # a class is hashable
            part = getattr(value, name)
            if part is not None or not may_lack:
                record[key] = encode(part, write)
        return record
    raise TypeError(f"{value!r:.60} has no place in an answer: it is of the type {kind.__name__}")


def _encode_all(parts: Sequence[Any], write: Callable[[Text], str]) -> list[Any]:
    # Long sequences usually have items of one type: copy those without inspecting each item.
    kinds = set(map(type, parts))
    if kinds <= _PLAIN or (kinds == {int} and min(parts) > -_SHORT and max(parts) < _SHORT):
        return list(parts)
    return [encode(part, write) for part in parts]


@cache
def _keys(kind: Hashable) -> tuple[tuple[str, str, bool], ...]:
    """Return, for each field of a dataclass, its name, its JSON key, and whether the key may be left out."""
    return tuple(
        (field.name, field.metadata.get("alias", field.name), field.metadata.get("optional", False))
        for field in fields(kind)  # type: ignore[arg-type]  # it is a dataclass
    )


def to_json(value: Any) -> str:
    r"""Format an answer as one line of JSON; errors are those of `encode`.

    A lone surrogate, which Python texts may contain and UTF-8 cannot, is written as an escape, as in ``"\ud800"``.

    Raises
    ------
    ValueError
        If JSON cannot express a value, such as a float that is not a number.
    """
    return json.dumps(encode(value), ensure_ascii=False, allow_nan=False).encode(errors="backslashreplace").decode()
