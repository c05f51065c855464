"""A question declares itself once: its fields, what goes with what, and how its answer is found.

A door, which is a command, an address or a program, turns words into a question, and an answer into what it shows.
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
    """A parameter in a message, perhaps with a value: ``gap=0`` as in an address, until a door spells it."""

    __slots__ = ("parameter", "value")

    parameter: str
    value: str

    def __new__(cls, parameter: str, value: str = "") -> Name:  # noqa: PYI034  # it has no subclasses
        """Name a parameter."""
        made = super().__new__(cls, f"{parameter}={value}" if value else parameter)
        made.parameter, made.value = parameter, value
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Name, (self.parameter, self.value)


def spelled(error: PerfectPlayError, spell: Callable[[Name], str]) -> str:
    """Return what an error says, with the names of parameters as a door writes them.

    Examples
    --------
    >>> error = ParameterError("{one} is not needed here; leave it out", one=Name("gap", "0"))
    >>> error.message, spelled(error, lambda name: f"--{name.parameter} {name.value}")
    ('gap=0 is not needed here; leave it out', '--gap 0 is not needed here; leave it out')
    """
    names = {key: spell(value) for key, value in error.values.items() if isinstance(value, Name)}
    return error.template.format_map({**error.values, **names}) if names else error.message


class ParameterError(PerfectPlayError, ValueError):
    """A parameter that is malformed, out of range, unknown, given twice, or does not go with another one."""

    code = "invalid-parameter"


class MissingError(ParameterError):
    """A parameter that must be given."""

    code = "missing-parameter"

    @classmethod
    def of(cls, name: str) -> MissingError:
        """Complain that a parameter is missing."""
        return MissingError("the parameter {name} is missing", name=Name(name))


def conflict(one: str, other: str) -> ParameterError:
    """Make the complaint that two parameters are given that exclude each other."""
    return ParameterError("{one} and {other} exclude each other; give one of them", one=Name(one), other=Name(other))


# -- what goes with what -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Rule:
    field: str
    others: tuple[str, ...]

    def check(self, given: Collection[str], name: Callable[[str], str]) -> None:
        """Complain if these fields break the rule; `name` tells what people call them."""
        raise NotImplementedError


class Excludes(_Rule):
    """A field goes with none of some others."""

    def check(self, given: Collection[str], name: Callable[[str], str]) -> None:
        """Complain if one of them is given, too."""
        for other in self.others:
            if self.field in given and other in given:
                raise conflict(name(self.field), name(other))


class Requires(_Rule):
    """A field means nothing without some others."""

    def check(self, given: Collection[str], name: Callable[[str], str]) -> None:
        """Complain if one of them is not given."""
        for other in self.others:
            if self.field in given and other not in given:
                raise ParameterError(
                    "{one} means nothing without {other}; give both, or neither",
                    one=Name(name(self.field)),
                    other=Name(name(other)),
                )


class Needs(_Rule):
    """A field must be given, or one of some others in its place."""

    def check(self, given: Collection[str], name: Callable[[str], str]) -> None:
        """Complain if none of them is given."""
        if {self.field, *self.others}.isdisjoint(given):
            raise MissingError.of(name(self.field))


# -- questions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """How an answer is looked for; nothing here changes what is asked.

    Attributes
    ----------
    progress
        Called some times a second.
    time_limit
        Seconds after which a search ends with what it has found.
    jobs
        Processes that share the work, where it can be shared.
    cluster
        Address or scheduler file of a Dask cluster, which takes the place of processes here.
    resume
        A file in which finished parts are kept, and from which the work goes on.
    """

    progress: ProgressCallback = ignore_progress
    time_limit: float | None = None
    jobs: int = 1
    cluster: str | None = None
    resume: str | None = None


UNLIMITED = Work()
"""In one process, for as long as it takes, without a word about progress."""


class Question(Generic[AnswerT_co]):
    """A frozen dataclass that says by its ``rules`` what goes with what, and finds its answer.

    It can be pickled: it is the unit of work of the server's queue, and the key under which an answer is remembered.
    """

    __slots__ = ()

    rules: ClassVar[tuple[_Rule, ...]] = ()
    names: ClassVar[Mapping[str, str]] = {}
    """What people call a field, where that is not the field's name."""

    def __post_init__(self) -> None:
        """Refuse what does not go together, whichever door it came through."""
        self.check({one.name for one in fields(self) if _usual(one) != getattr(self, one.name)})  # type: ignore[arg-type]  # its children are dataclasses

    @classmethod
    def check(cls, given: Collection[str]) -> None:
        """Refuse fields that do not go together, by their names: a door may do so before it reads what is long.

        Raises
        ------
        ParameterError
            If a rule is broken.
        """
        for rule in cls.rules:
            rule.check(given, lambda field: cls.names.get(field, field))

    def answer(self, work: Work = UNLIMITED) -> AnswerT_co:
        """Find the answer, which is what ``--json`` prints and HTTP sends."""
        raise NotImplementedError


def _usual(field: Any) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default


def ask(
    question: Question[AnswerT_co], *, progress: ProgressCallback = ignore_progress, time_limit: float | None = None
) -> AnswerT_co:
    """Answer a question: the one function that a queue of work needs.

    Examples
    --------
    >>> from perfectplay.coins.questions import SolveCoins
    >>> ask(SolveCoins(coins=(3, 9, 1, 2))).margin
    7
    """
    return question.answer(Work(progress=progress, time_limit=time_limit))
