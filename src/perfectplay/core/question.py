"""Questions: each declares its fields, which fields exclude or need each other, and how to find its answer.

The command line, HTTP and other programs turn their input into a question, and show its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Generic, TypeVar

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.progress import ProgressCallback, ignore_progress

AnswerT_co = TypeVar("AnswerT_co", covariant=True)


# -- messages that name parameters ---------------------------------------------------------------------------------


class Name(str):
    """A parameter in a message, perhaps with a value (``gap=0``); each interface has its own spelling."""

    __slots__ = ("parameter", "value")

    parameter: str
    value: str

    def __new__(cls, parameter: str, value: str = "") -> Name:  # noqa: PYI034  # it has no subclasses
        """Build the name of a parameter, perhaps with a value."""
        made = super().__new__(cls, f"{parameter}={value}" if value else parameter)
        made.parameter, made.value = parameter, value
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Name, (self.parameter, self.value)


def spelled(error: PerfectPlayError, spell: Callable[[Name], str]) -> str:
    """Return an error's message with parameters spelled as on the command line or in HTTP.

    Examples
    --------
    >>> error = ParameterError("{one} is not needed here; leave it out", one=Name("gap", "0"))
    >>> error.message, spelled(error, lambda name: f"--{name.parameter} {name.value}")
    ('gap=0 is not needed here; leave it out', '--gap 0 is not needed here; leave it out')
    """
    names = {key: spell(value) for key, value in error.values.items() if isinstance(value, Name)}
    return error.template.format_map({**error.values, **names}) if names else error.message


class ParameterError(PerfectPlayError, ValueError):
    """A parameter that is malformed, out of range, unknown, given twice, or in conflict with another one."""

    code = "invalid-parameter"


class MissingError(ParameterError):
    """A parameter that must be given."""

    code = "missing-parameter"

    @classmethod
    def of(cls, name: str) -> MissingError:
        """Return the error for a missing parameter."""
        return MissingError("the parameter {name} is missing", name=Name(name))


def conflict(first: str, second: str) -> ParameterError:
    """Return the error for two parameters that exclude each other."""
    return ParameterError("{one} and {other} exclude each other; give one of them", one=Name(first), other=Name(second))


# -- rules about fields --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Rule:
    field: str
    others: tuple[str, ...]

    def check(self, given: Collection[str], name: Callable[[str], str]) -> None:
        """Raise an error if the given fields break the rule; `name` returns the name that users know."""
        raise NotImplementedError


class Excludes(_Rule):
    """A field that excludes some others."""

    def check(self, given: Collection[str], name: Callable[[str], str]) -> None:
        """Raise an error if the field is given together with one of the others."""
        for excluded in self.others:
            if self.field in given and excluded in given:
                raise conflict(name(self.field), name(excluded))


class Requires(_Rule):
    """A field that has no meaning without certain other fields."""

    def check(self, given: Collection[str], name: Callable[[str], str]) -> None:
        """Raise an error if the field is given and one of the others is missing."""
        for required in self.others:
            if self.field in given and required not in given:
                raise ParameterError(
                    "{one} needs {other}; give both, or neither",
                    one=Name(name(self.field)),
                    other=Name(name(required)),
                )


class Needs(_Rule):
    """A field that must be given unless one of certain other fields is given."""

    def check(self, given: Collection[str], name: Callable[[str], str]) -> None:
        """Raise an error if neither the field nor one of the others is given."""
        if {self.field, *self.others}.isdisjoint(given):
            raise MissingError.of(name(self.field))


# -- questions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Resources for finding an answer; they do not change the question.

    Attributes
    ----------
    progress
        Called a few times a second.
    time_limit
        Seconds after which a search ends with its best result so far.
    jobs
        Number of processes, for work that can be shared.
    cluster
        Address or scheduler file of a Dask cluster, used instead of local processes.
    resume
        A file that keeps finished parts; a later run with the same file continues from them.
    """

    progress: ProgressCallback = ignore_progress
    time_limit: float | None = None
    jobs: int = 1
    cluster: str | None = None
    resume: str | None = None


UNLIMITED = Work()
"""The default resources: one process, no time limit, and no reports of progress."""


class Question(Generic[AnswerT_co]):
    """A frozen dataclass that finds its answer; its ``rules`` say which fields exclude or need each other.

    It can be pickled: the server's queue sends questions to workers, and caches answers by question.
    """

    __slots__ = ()

    rules: ClassVar[tuple[_Rule, ...]] = ()
    names: ClassVar[Mapping[str, str]] = {}
    """Names that users know, by field, for fields whose name in Python differs."""

    def __post_init__(self) -> None:
        """Check the rules, regardless of the interface that built the question."""
        self.check({field.name for field in fields(self) if _usual(field) != getattr(self, field.name)})  # type: ignore[arg-type]  # its children are dataclasses

    @classmethod
    def check(cls, given: Collection[str]) -> None:
        """Raise an error if fields of these names break a rule; callers may check this before reading a long request.

        Raises
        ------
        ParameterError
            If a rule is broken.
        """
        for rule in cls.rules:
            rule.check(given, lambda field: cls.names.get(field, field))

    def answer(self, work: Work = UNLIMITED) -> AnswerT_co:
        """Find the answer that ``--json`` prints and HTTP sends."""
        raise NotImplementedError


def _usual(field: Any) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default


def ask(
    question: Question[AnswerT_co], *, progress: ProgressCallback = ignore_progress, time_limit: float | None = None
) -> AnswerT_co:
    """Answer a question; this is a function so that a work queue can call it.

    Examples
    --------
    >>> from perfectplay.coins.questions.solve import SolveCoins
    >>> ask(SolveCoins(coins=(3, 9, 1, 2))).margin
    7
    """
    return question.answer(Work(progress=progress, time_limit=time_limit))
