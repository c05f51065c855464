"""Worksheets, and what a game declares for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.schema import Exact
from perfectplay.core.text.texts import Text

__all__ = ["LEVELS", "Exercises", "Level", "Task", "Worksheet", "check_wanted"]

Level = Literal["easy", "medium", "hard"]
"""Difficulty of exercises."""

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
"""All difficulties, the same for every game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """An exercise for paper.

    Attributes
    ----------
    rules
        Instructions for all exercises of the kind, printed once on a sheet.
    title
        Title of this exercise.
    given
        The given numbers, in order.
    shape
        The shape around each number: a tile of a board, such a tile with room for a price, a coin, or a card.
    goal
        A number drawn in larger type after the given numbers.
    cells
        Solutions for the cells to fill in above the given numbers, the lowest line first.
    columns
        Heads of a table to fill in; the first column numbers the lines.
    lines
        Number of blank lines to write on.
    blanks
        Further questions, each followed by room for an answer.
    answer
        Sentences with the solution.
    """

    rules: Text
    title: Text
    given: Sequence[Exact]
    shape: Literal["tiles", "prices", "rounds", "cards"]
    goal: Exact | None = None
    cells: Sequence[Sequence[Exact]] = ()
    columns: Sequence[Text] = ()
    lines: int = 0
    blanks: Sequence[Text] = ()
    answer: Sequence[Text]


@dataclass(frozen=True, slots=True, kw_only=True)
class Worksheet:
    """Exercises for paper; a game's further options are added as keys.

    Attributes
    ----------
    game, level, count, seed
        As requested; the same seed gives the same exercises.
    exercises
        The exercises with their solutions.
    """

    game: str
    level: Level
    count: int
    seed: int
    exercises: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Exercises:
    """The declaration of a game's exercises.

    Attributes
    ----------
    make
        Called with a level, a count from 1 to ``most`` and a seed as positional arguments, and with a keyword for each
        of the ``choices``; returns dataclasses, the same ones for the same arguments.
    most
        Maximum number of exercises on a worksheet.
    choices
        Further options, keyed by name: each maps the words that users give to values for ``make``, and the first word
        is the default.
    slow
        Whether ``make`` takes longer than a few milliseconds. Then it runs in a separate process, and also
        gets ``progress``.
    task
        Turns an exercise into a `Task`; without this function, exercises are only for programs.
    """

    make: Callable[..., Sequence[Any]]
    most: int
    choices: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    slow: bool = False
    task: Callable[[Any], Task] | None = None


def check_wanted(level: str, count: int, most: int, problem: str) -> None:
    """Check a level and a number of exercises; ``problem`` is the message for a bad number.

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
        raise LimitExceededError("{problem}; give a number from 1 to {most}", problem=problem, most=most)
