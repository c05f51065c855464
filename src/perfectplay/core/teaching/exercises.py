"""What a game offers for worksheets, and a worksheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.schema import Exact
from perfectplay.core.text.texts import Text

__all__ = ["LEVELS", "Exercises", "Level", "Task", "Worksheet", "check_wanted"]

Level = Literal["easy", "medium", "hard"]
"""How difficult exercises are."""

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
"""How difficult exercises can be, in every game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """An exercise as it goes on paper, without its pages.

    Attributes
    ----------
    rules
        What is to be done in all exercises of the kind: it stands once on a sheet.
    title
        What this one is about.
    given
        The numbers that are given, in their order.
    shape
        What is drawn around each: the tile of a board, a coin, or a card.
    goal
        A number that is drawn larger than those, after them.
    cells
        Cells to be filled in above what is given, the lowest line first, each with its solution.
    columns
        Heads of a table to be filled in, its first column for the numbers of the lines.
    lines
        How many lines there are to write on.
    blanks
        What else is asked for: there is room behind each.
    answer
        Sentences with the solution.
    """

    rules: Text
    title: Text
    given: Sequence[Exact]
    shape: Literal["tiles", "rounds", "cards"]
    goal: Exact | None = None
    cells: Sequence[Sequence[Exact]] = ()
    columns: Sequence[Text] = ()
    lines: int = 0
    blanks: Sequence[Text] = ()
    answer: Sequence[Text]


@dataclass(frozen=True, slots=True, kw_only=True)
class Worksheet:
    """Exercises on paper; the words of a game's further choices stand beside these, by name.

    Attributes
    ----------
    game, level, count, seed
        As asked for; the same seed gives the same exercises.
    exercises
        With their solutions.
    """

    game: str
    level: Level
    count: int
    seed: int
    exercises: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Exercises:
    """Exercises on paper, with their solutions.

    Attributes
    ----------
    make
        Called with a level, a count from 1 to ``most`` and a seed, which are positional, and with an option of each
        of the ``choices``; returns dataclasses, the same ones for the same arguments.
    most
        Most exercises of a worksheet.
    choices
        Further options: the name of each, and its words with what ``make`` is given for them; the first is usual.
    slow
        Whether ``make`` takes longer than some milliseconds.  It is then called in a process of its own, with a
        keyword ``progress`` besides.
    task
        Puts one of them on paper; without it, the exercises are there for programs alone.
    """

    make: Callable[..., Sequence[Any]]
    most: int
    choices: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    slow: bool = False
    task: Callable[[Any], Task] | None = None


def check_wanted(level: str, count: int, most: int, problem: str) -> None:
    """Refuse a level that does not exist, and more exercises than ``most``; the ``problem`` is their number.

    Raises
    ------
    InvalidPositionError
        If there is no such level.
    LimitExceededError
        If ``count`` is out of range.

    Examples
    --------
    >>> check_wanted("hard", 5, 100, "5 exercises were asked for")
    """
    if level not in LEVELS:
        raise InvalidPositionError(
            "there is no level {level}; the levels are {levels}", level=quote(level), levels=", ".join(LEVELS)
        )
    if not 1 <= count <= most:
        raise LimitExceededError("{problem}; 1 to {most} are possible", problem=problem, most=most)
