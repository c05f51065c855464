"""Query parameters: read, bounded and named in errors before any work begins."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn
from urllib.parse import unquote

from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.question import MissingError, ParameterError, conflict
from perfectplay.core.text.texts import Text
from perfectplay.core.text.words import unknown as like

MAX_TEXT = 8_000
"""Longest text of a parameter in characters: a whole game of Taxman at N = 2,000 fits."""

MAX_TIME = 120.0
"""Most seconds that a search may be asked to take."""

_DEFAULT_TIME = 20.0
_LEAST_TIME = 0.1
_MAX_SEED = 2**31 - 1
_INTEGER = "-?[0-9]{1,18}"
_WHOLE = re.compile(rf"{_INTEGER}\Z")
_DIGITS = re.compile(r"-?[0-9]+\Z")
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{0,30})?\Z")
_BETWEEN = re.compile(r"[\s,.]+")
# For the description of the API alone; the reader's own errors say better what is wrong.
_ID, _INTERVAL = "^[a-z0-9-]+:.", "^[0-9]{1,18}-[0-9]{1,18}$"
_LIST = rf"^\s*{_INTEGER}({_BETWEEN.pattern}{_INTEGER})*\s*$"
_LISTED = 12


class UnknownParameterError(ParameterError):
    """A query parameter that is not read here."""

    code = "unknown-parameter"


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a request may say, for the description of the API.

    Attributes
    ----------
    schema
        JSON Schema of its value, default included.
    example
        A value that is legal, or nothing.
    now
        The name that has taken the place of this one, which is still read; or nothing.
    excludes
        The parameters that may not be given beside it.
    """

    name: str
    schema: Mapping[str, Any]
    required: bool
    example: str = ""
    now: str = ""
    excludes: tuple[str, ...] = ()


def demand(name: str, example: str = "") -> NoReturn:
    """Complain that a parameter must be given."""
    error = MissingError.of(name)
    if not example:
        raise error
    raise MissingError("{problem}; give it as in {name}={example}", problem=error.message, name=name, example=example)


class Query:
    """The parameters of a request.

    Every method that reads one remembers it in ``parameters``; `done` then refuses all others, so that a typing error
    is never silently ignored.  Where ``describing``, only the description of the API is made: what must be given is
    then as in its example.

    Raises
    ------
    ParameterError
        Also from all its methods: one line that quotes the parameter and says what would be legal.
    """

    def __init__(self, given: Iterable[tuple[str, str]], *, describing: bool = False) -> None:
        self._given: dict[str, str] = {}
        self.describing = describing
        self.parameters: dict[str, Parameter] = {}
        self.exclusions: dict[str, tuple[str, ...]] = {}
        for name, value in given:
            if name in self._given:
                raise ParameterError("the parameter {name} is given twice; give it once", name=quote(name))
            self._given[name] = value

    def __contains__(self, name: object) -> bool:
        return name in self._given

    def _read(
        self,
        name: str,
        schema: Mapping[str, Any],
        *,
        default: str | None = None,
        required: bool = False,
        example: str = "",
        limit: int = MAX_TEXT,
        pattern: str = "",
    ) -> str | None:
        """Read a text; if it is not given, return the default, or complain where it must be."""
        pattern = _ID if name == "position" else pattern
        schema = {**schema, "pattern": pattern} if pattern else schema
        self.parameters[name] = Parameter(name, schema, required, unquote(example))
        text = self._given.get(name)
        if text is not None and len(text) > limit:
            raise ParameterError(
                "the parameter {name} has {count} characters; at most {limit} are read",
                name=name,
                count=len(text),
                limit=limit,
            )
        if text is not None:
            return text
        if self.describing and example and default is None:
            return unquote(example)
        if required:
            demand(name, example)
        return default

    def optional(self, name: str, limit: int = MAX_TEXT, *, example: str = "") -> str | None:
        """Read text of at most ``limit`` characters; ``None`` if it is not given."""
        return self._read(name, {"type": "string", "maxLength": limit}, limit=limit, example=example)

    def position(self, example: str) -> str:
        """Read the id of a position, which must be given: ``position``, or ``id``, as it was called at some places."""
        if "id" in self:
            self.exclude("position", "id")
            self._given["position"] = self._given.pop("id")
        text = self.text("position", example=example)
        self.parameters["id"] = Parameter("id", self.parameters["position"].schema, required=False, now="position")
        return text

    def exclude(self, *names: str) -> str | None:
        """Return which one of some parameters is given, or nothing; more than one is refused."""
        for name in names:
            self.exclusions[name] = (*self.exclusions.get(name, ()), *(other for other in names if other != name))
        given = [name for name in names if name in self]
        if len(given) > 1:
            raise conflict(given[0], given[1])
        return given[0] if given else None

    def text(self, name: str, default: str | None = None, limit: int = MAX_TEXT, **options: str) -> str:
        """Read text of at most ``limit`` characters; without a default it must be given, as in the ``example``."""
        schema = {"type": "string", "maxLength": limit} | _usual(default)
        return self._read(name, schema, default=default, required=default is None, limit=limit, **options) or ""

    def integer(self, name: str, default: int | None = None, *, low: int, high: int, example: str = "") -> int:
        """Read a whole number from ``low`` to ``high``; without a default it must be given."""
        schema = {"type": "integer", "minimum": low, "maximum": high} | _usual(default)
        usual = None if default is None else str(default)
        legal = example or str(max(low, min(high, 20)))
        text = self._read(name, schema, default=usual, required=usual is None, example=legal)
        return self._whole(name, text or "", low, high)

    def optional_integer(self, name: str, *, low: int, high: int, example: str = "") -> int | None:
        """Read a whole number from ``low`` to ``high``; ``None`` if it is not given."""
        text = self._read(name, {"type": "integer", "minimum": low, "maximum": high}, example=example)
        return None if text is None else self._whole(name, text, low, high)

    @staticmethod
    def _whole(name: str, text: str, low: int, high: int) -> int:
        if not _DIGITS.match(text):
            raise ParameterError(
                "{name}={text} is not a whole number; it must be from {low} to {high}",
                name=name,
                text=quote(text),
                low=low,
                high=high,
            )
        # What has more digits is beyond every limit, and is not made a number.
        number = int(text) if _WHOLE.match(text) else None
        if number is None or not low <= number <= high:
            raise LimitExceededError(
                "{name}={number} is out of range; it must be from {low} to {high}",
                name=name,
                number=quote(text)[1:-1] if number is None else number,
                low=low,
                high=high,
            )
        return number

    def number(self, name: str, default: float, *, low: float, high: float) -> float:
        """Read a number from ``low``, at least 0, to ``high``, in digits and perhaps a decimal point.

        It is rounded to tenths: what differs by less is the same question, and its answer is remembered once.
        """
        schema = {"type": "number", "minimum": low, "maximum": high, "default": default}
        text = self._read(name, schema)
        if text is None:
            return default
        number = float(text) if _DECIMAL.match(text) else math.nan
        if not low <= number <= high:
            raise ParameterError(
                "{name}={text} is not possible; it must be a number from {low:g} to {high:g}",
                name=name,
                text=quote(text),
                low=low,
                high=high,
            )
        return round(number, 1)

    def flag(self, name: str) -> bool:
        """Read a switch: 1 is on; 0, or nothing given, is off."""
        return self.choice(name, ("0", "1"), "0") == "1"

    def choice(self, name: str, options: Sequence[str], default: str | None = None) -> str:
        """Read one of some words; without a default it must be given."""
        schema = {"type": "string", "enum": list(options)} | _usual(default)
        text = self._read(name, schema, default=default, required=default is None, example=options[0])
        return self._known(name, text or "", options)

    def optional_choice(self, name: str, options: Sequence[str]) -> str | None:
        """Read one of some words; ``None`` if it is not given."""
        text = self._read(name, {"type": "string", "enum": list(options)})
        return None if text is None else self._known(name, text, options)

    @staticmethod
    def _known(name: str, text: str, options: Sequence[str]) -> str:
        # A hyphen is as good as a blank, which an address has to write as %20.
        word = text if text in options else text.replace("-", " ")
        if word not in options:
            raise ParameterError(
                "{name}={text} does not exist; it must be {options}",
                name=name,
                text=quote(text),
                options=listing(options),
            )
        return word

    def words(self, name: str, options: Sequence[str], default: str) -> tuple[str, ...]:
        """Read some of several words with commas between, or none; they are returned in the order of the options."""
        word = f"({'|'.join(options)})?"
        text = self.text(name, default, limit=1000, pattern=f"^{word}(,{word})*$")
        words = [word for word in text.split(",") if word]
        for word in words:
            if word not in options:
                raise ParameterError(
                    "{word} in {name}={text} does not exist; the words are {options}",
                    word=quote(word),
                    name=name,
                    text=quote(text),
                    options=listing(options),
                )
        return tuple(option for option in options if option in words)

    def numbers(self, name: str, *, most: int, example: str, required: bool = True) -> tuple[int, ...]:
        """Read 1 to ``most`` whole numbers with dots, commas or blanks between; the game judges their range.

        Where they need not be given, the empty tuple says that they are not.
        """
        schema = {"type": "string", "maxLength": MAX_TEXT}
        text = self._read(name, schema, required=required, example=example, pattern=_LIST)
        if text is None:
            return ()
        parts = _BETWEEN.split(text.strip())
        if len(parts) > most:
            raise LimitExceededError(
                "{name} has {count} numbers; at most {most} are possible", name=name, count=len(parts), most=most
            )
        for part in parts:
            if _DIGITS.match(part) and not _WHOLE.match(part):
                raise LimitExceededError(
                    "{part} in {name}={text} is too large; numbers have up to 18 digits here",
                    part=quote(part),
                    name=name,
                    text=quote(text),
                )
            if not _WHOLE.match(part):
                problem = Text(
                    "{part} in {name}={text} is not a whole number", part=quote(part), name=name, text=quote(text)
                )
                raise ParameterError(
                    "{problem}; write numbers separated by dots, as in {name}={example}",
                    problem=problem,
                    name=name,
                    example=example,
                )
        return tuple(map(int, parts))

    def interval(self, name: str, default: tuple[int, int], *, low: int, high: int) -> tuple[int, int]:
        """Read two whole numbers such as ``1-1000``, the first not above the second, both from ``low`` to ``high``."""
        return self._range(name, self.text(name, f"{default[0]}-{default[1]}", pattern=_INTERVAL), low, high)

    def optional_interval(self, name: str, *, low: int, high: int) -> tuple[int, int] | None:
        """Read two whole numbers as `interval` does; ``None`` if they are not given."""
        text = self._read(name, {"type": "string", "maxLength": MAX_TEXT}, pattern=_INTERVAL)
        return None if text is None else self._range(name, text, low, high)

    @staticmethod
    def _range(name: str, text: str, low: int, high: int) -> tuple[int, int]:
        first, dash, last = text.partition("-")
        if not (dash and _WHOLE.match(first) and _WHOLE.match(last) and low <= int(first) <= int(last) <= high):
            raise ParameterError(
                "{name}={text} is not a range; give two numbers as in {low}-{high}, within that range",
                name=name,
                text=quote(text),
                low=low,
                high=high,
            )
        return int(first), int(last)

    def done(self) -> None:
        """Refuse what was given and never read."""
        unknown = [name for name in self._given if name not in self.parameters]
        if unknown:
            names = sorted(one.name for one in self.parameters.values() if not one.now)
            raise UnknownParameterError(
                "there is no parameter {unknown} here; the parameters are {known}",
                unknown=like(unknown[0], names),
                known=listing(names) if names else Text("none"),
            )


def _usual(default: object) -> dict[str, object]:
    return {} if default is None else {"default": default}


def listing(options: Iterable[str]) -> str:
    """Write words with commas and a last "or"."""
    words = list(options)
    if len(words) > _LISTED:
        return ", ".join(words[:_LISTED]) + ", ..."
    return words[0] if len(words) == 1 else Text("{several} or {last}", several=", ".join(words[:-1]), last=words[-1])


def given_nothing(_: Query) -> Mapping[str, Any]:
    """Read nothing: there is nothing to be said."""
    return {}


def read_time_limit(query: Query) -> float:
    """Read ``time-limit``: seconds, 20 unless something else is asked for."""
    return query.number("time-limit", _DEFAULT_TIME, low=_LEAST_TIME, high=MAX_TIME)


def read_opponent(query: Query) -> tuple[str, int]:
    """Read ``opponent``, the name of one in a game for two, perfect unless told, and ``seed``, that of its chance."""
    return query.text("opponent", "perfect", limit=100), query.integer("seed", 0, low=0, high=_MAX_SEED)
