"""Query parameters: they are parsed and checked before any work begins, and errors name the wrong parameter."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.question import MissingError, ParameterError, conflict
from perfectplay.core.text.texts import Text
from perfectplay.core.text.words import unknown as like

MAX_TEXT = 8_000
"""Maximum number of characters of a parameter; a whole game of Taxman at N = 2,000 fits."""

MAX_TIME = 120.0
"""Maximum time limit, in seconds, that a search may be given."""

_DEFAULT_TIME = 20.0
_LEAST_TIME = 0.1
_MAX_SEED = 2**31 - 1
_INTEGER = "-?[0-9]{1,18}"
_WHOLE = re.compile(rf"{_INTEGER}\Z")
_DIGITS = re.compile(r"-?[0-9]+\Z")
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{0,30})?\Z")
_BETWEEN = re.compile(r"[\s,.]+")
# These patterns only describe the API; parsers check the values, because their errors are more helpful.
_ID, _INTERVAL = "^[a-z0-9-]+:.", "^[0-9]{1,18}-[0-9]{1,18}$"
START = "^[a-z0-9-]+:[^/]+/?$"
"""Pattern of the ids of positions without moves."""
_LIST = rf"^\s*{_INTEGER}({_BETWEEN.pattern}{_INTEGER})*\s*$"
_LISTED = 12


class UnknownParameterError(ParameterError):
    """The error for a query parameter that the endpoint does not have."""

    code = "unknown-parameter"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A query parameter of an endpoint, as listed in the description of the API.

    Attributes
    ----------
    schema
        JSON Schema of the parameter's value, including the default.
    example
        An example of a legal value; empty if none is given.
    now
        The new name of the parameter, if this is an old name that is still accepted.
    of
        The parameter on whose text the legal values depend; empty if ``schema`` describes them.
    """

    name: str
    schema: Mapping[str, Any]
    required: bool
    example: str = ""
    now: str = ""
    of: str = ""


def missing(name: str, example: str = "") -> MissingError:
    """Return the error for a missing parameter."""
    error = MissingError.of(name)
    if not example:
        return error
    return MissingError("{problem}; give it as in {name}={example}", problem=error.message, name=name, example=example)


class Query:
    """The parameters of a request.

    Every method that reads a parameter records it in ``parameters``; `done` then refuses all others, so that a typing
    error is never silently ignored. ``dependencies`` are conditions on several parameters that the reading functions
    check, in IDL, the Inter-parameter Dependency Language (https://github.com/isa-group/IDL). If ``describing``, the
    parameters are read only to describe the API, and required parameters have their example values.

    Raises
    ------
    ParameterError
        If a parameter is given twice. All methods raise it, too; the message says what would be legal.
    """

    def __init__(self, given: Iterable[tuple[str, str]], *, describing: bool = False) -> None:
        self._given: dict[str, str] = {}
        self.describing = describing
        self.parameters: dict[str, Parameter] = {}
        self.dependencies: list[str] = []
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
        """Read a text; if it is missing, return the default, or raise an error if it is required."""
        pattern = pattern or (_ID if name == "position" else "")
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
            raise missing(name, example)
        return default

    def optional(self, name: str, limit: int = MAX_TEXT, *, example: str = "", pattern: str = "") -> str | None:
        """Read text of at most ``limit`` characters; return ``None`` if it is missing."""
        schema = {"type": "string", "maxLength": limit}
        return self._read(name, schema, limit=limit, example=example, pattern=pattern)

    def position(self, example: str) -> str:
        """Read the required id of a position from ``position``, or from ``id``, its former name at some endpoints."""
        if "id" in self:
            self.exclude("position", "id")
            self._given["position"] = self._given.pop("id")
        text = self.text("position", example=example)
        self.parameters["id"] = Parameter("id", self.parameters["position"].schema, required=False, now="position")
        return text

    def exclude(self, *names: str, missing: MissingError | None = None) -> None:
        """Refuse more than one of these parameters; if none is given, raise ``missing``, unless it is ``None``."""
        self.dependencies.append(f"{'OnlyOne' if missing else 'ZeroOrOne'}({', '.join(names)});")
        given = [name for name in names if name in self]
        if len(given) > 1:
            raise conflict(given[0], given[1])
        if missing and not given and not self.describing:
            raise missing

    def order(self, low: str, high: str) -> None:
        """Describe that a parameter must not be above another one; the caller checks their values."""
        self.dependencies.append(f"{low} <= {high};")
        for name, sign, missing, end in ((low, ">", high, "maximum"), (high, "<", low, "minimum")):
            usual = self.parameters[missing].schema.get("default")
            if usual not in {None, self.parameters[name].schema[end]}:
                self.dependencies.append(f"IF {name}{sign}{usual} THEN {missing};")

    def limit(self, name: str, by: str, most: Mapping[Any, int]) -> None:
        """Describe maxima of a parameter that depend on the value of another one; the caller checks them."""
        for value, high in most.items():
            if high < self.parameters[name].schema["maximum"]:
                self.dependencies.append(f"ZeroOrOne({by}=={value!r}, {name}>{high});")
                if value == self.parameters[by].schema.get("default"):
                    self.dependencies.append(f"IF {name}>{high} THEN {by};")

    def fall(self, name: str, by: str, most: Mapping[int, int], when: str = "") -> None:
        """Describe maxima that fall while another parameter rises, if ``when`` is true; the caller checks them."""
        for value, high in most.items():
            if high < most.get(value - 1, self.parameters[name].schema["maximum"]):
                self.dependencies.append(f"IF {when}{by}>{value - 1} THEN {name}<={high};")

    def depend(self, name: str, of: str) -> None:
        """Describe that the legal values of a parameter depend on the text of another one."""
        self.parameters[name] = replace(self.parameters[name], of=of)

    def text(self, name: str, default: str | None = None, limit: int = MAX_TEXT, **options: str) -> str:
        """Read text of at most ``limit`` characters; without a default it is required, and errors show ``example``."""
        schema = {"type": "string", "maxLength": limit} | _usual(default)
        return self._read(name, schema, default=default, required=default is None, limit=limit, **options) or ""

    def integer(self, name: str, default: int | None = None, *, low: int, high: int, example: str = "") -> int:
        """Read an integer from ``low`` to ``high``; it is required if there is no default."""
        schema = {"type": "integer", "minimum": low, "maximum": high} | _usual(default)
        usual = None if default is None else str(default)
        legal = example or usual or str(max(low, min(high, 20)))
        text = self._read(name, schema, default=usual, required=usual is None, example=legal)
        return self._whole(name, text or "", low, high)

    def optional_integer(self, name: str, *, low: int, high: int, example: str = "") -> int | None:
        """Read an integer from ``low`` to ``high``; return ``None`` if it is missing."""
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
        # Do not convert a text with more digits than `_WHOLE` allows, because its value exceeds every limit.
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
        """Read a number from ``low``, at least 0, to ``high``, in digits and optionally a decimal point.

        The number is rounded to tenths, so that questions with almost equal numbers share a cached answer.
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
        """Read a switch; 1 means on, and 0 or a missing parameter means off."""
        return self.choice(name, ("0", "1"), "0") == "1"

    def choice(self, name: str, options: Sequence[str], default: str | None = None) -> str:
        """Read one of the words in ``options``; it is required if there is no default."""
        schema = {"type": "string", "enum": list(options)} | _usual(default)
        text = self._read(name, schema, default=default, required=default is None, example=options[0])
        return self._known(name, text or "", options)

    def optional_choice(self, name: str, options: Sequence[str]) -> str | None:
        """Read one of the words in ``options``; return ``None`` if it is missing."""
        text = self._read(name, {"type": "string", "enum": list(options)})
        return None if text is None else self._known(name, text, options)

    @staticmethod
    def _known(name: str, text: str, options: Sequence[str]) -> str:
        # Accept a hyphen instead of a space, because URLs must write a space as %20.
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
        """Read words separated by commas, each one of ``options``; return them in the order of the options."""
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
        """Read 1 to ``most`` integers separated by dots, commas or spaces; the game checks their range.

        Returns an empty tuple if the numbers are optional and missing.
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
        """Read a range such as ``1-1000``: two integers in ascending order, both from ``low`` to ``high``."""
        return self._range(name, self.text(name, f"{default[0]}-{default[1]}", pattern=_INTERVAL), low, high)

    def optional_interval(self, name: str, *, low: int, high: int) -> tuple[int, int] | None:
        """Read a range as `interval` does; return ``None`` if it is missing."""
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
        """Raise an error if a given parameter was never read."""
        unknown = [name for name in self._given if name not in self.parameters]
        if unknown:
            names = sorted(parameter.name for parameter in self.parameters.values() if not parameter.now)
            raise UnknownParameterError(
                "there is no parameter {unknown} here; the parameters are {known}",
                unknown=like(unknown[0], names),
                known=listing(names) if names else Text("none"),
            )


def _usual(default: object) -> dict[str, object]:
    return {} if default is None else {"default": default}


def listing(options: Iterable[str]) -> str:
    """Join words with commas, and the last two with "or"."""
    words = list(options)
    if len(words) > _LISTED:
        return ", ".join(words[:_LISTED]) + ", ..."
    return words[0] if len(words) == 1 else Text("{several} or {last}", several=", ".join(words[:-1]), last=words[-1])


def given_nothing(_: Query) -> Mapping[str, Any]:
    """Read no parameters; this is for endpoints that have none."""
    return {}


def read_time_limit(query: Query) -> float:
    """Read ``time-limit`` in seconds, by default 20."""
    return query.number("time-limit", _DEFAULT_TIME, low=_LEAST_TIME, high=MAX_TIME)


def read_opponent(query: Query) -> tuple[str, int]:
    """Read ``opponent``, the name of a computer opponent (default "perfect"), and ``seed`` for its random choices."""
    return query.text("opponent", "perfect", limit=100), query.integer("seed", 0, low=0, high=_MAX_SEED)
