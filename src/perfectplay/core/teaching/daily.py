"""Puzzles of the day, which depend only on the date: the same for all users, on all machines, forever.

The rules of this package's games are in the documentation: "A puzzle for every day".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.game import game_parts, game_spec, game_specs, load_game
from perfectplay.core.game.parts import FIRST_DAY, Chance, Daily, Level
from perfectplay.core.game.position import Position
from perfectplay.core.game.spec import PACKAGE, GameSpec, blaming, in_one_line
from perfectplay.core.progress import notify
from perfectplay.core.text.texts import Text

__all__ = [
    "GRADES",
    "Puzzle",
    "daily_games",
    "day_number",
    "grade_of",
    "puzzle",
    "puzzles",
    "read_day",
]

GRADES: tuple[Level, ...] = ("easy", "easy", "medium", "medium", "medium", "hard", "hard")
"""Difficulty of the puzzles, from Monday to Sunday."""

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A daily puzzle.

    Attributes
    ----------
    game
        The game's name.
    date, day
        The day, as in 2026-01-01, and its number; `FIRST_DAY` has number 1.
    id
        Id of the position to start from.
    grade
        Difficulty of the puzzle, which depends on the day of the week: see `GRADES`.
    version
        Version of the game's rule that made it.
    play
        The command that plays it in a terminal.
    """

    game: str
    date: str
    day: int
    id: str
    grade: Level
    version: int
    play: str


def read_day(text: str) -> date:
    """Parse a date.

    Raises
    ------
    InvalidPositionError
        If the text is not of the form 2026-01-31, or there is no such date.
    LimitExceededError
        If the day is before the first puzzle.

    Examples
    --------
    >>> read_day("2026-01-31")
    datetime.date(2026, 1, 31)
    """
    if not _DAY.fullmatch(text):
        raise InvalidPositionError(
            "{text} is not a date; write year, month and day as in {first_day}", text=quote(text), first_day=FIRST_DAY
        )
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise InvalidPositionError(
            "the calendar has no day {text}; write year, month and day as in {first_day}",
            text=quote(text),
            first_day=FIRST_DAY,
        ) from error
    return _check_day(day)


def _check_day(day: date) -> date:
    """Return a day unchanged; raise an error if it has no puzzles.

    Raises
    ------
    LimitExceededError
        If the day is before the first puzzle.

    Examples
    --------
    >>> _check_day(date(2026, 1, 31))
    datetime.date(2026, 1, 31)
    """
    if day < FIRST_DAY:
        raise LimitExceededError(
            "there is no puzzle of {day}; the first day that has one is {first_day}", day=day, first_day=FIRST_DAY
        )
    return day


def day_number(day: date) -> int:
    """Return the number of a day; `FIRST_DAY` has number 1.

    Examples
    --------
    >>> day_number(date(2026, 1, 31))
    31
    """
    return (day - FIRST_DAY).days + 1


def grade_of(day: date) -> Level:
    """Return the difficulty of a day's puzzles.

    Examples
    --------
    >>> [grade_of(date(2026, 1, day)) for day in range(5, 12)]
    ['easy', 'easy', 'medium', 'medium', 'medium', 'hard', 'hard']
    """
    return GRADES[day.weekday()]


def daily_games() -> tuple[str, ...]:
    """Return the names of the games that have a puzzle of the day.

    Examples
    --------
    >>> daily_games()[:3]
    ('taxman', 'coins', 'pursuit')
    """
    return tuple(spec.name for spec in game_specs() if spec.daily is not None)


def puzzle(game: str, day: date) -> Puzzle:
    """Make a game's puzzle for a day.

    Parameters
    ----------
    game
        The game's name.
    day
        The date in the player's time zone.

    Raises
    ------
    InvalidPositionError
        If there is no such game.
    LimitExceededError
        If the game has no puzzles of the day, or has none yet on that day.
    GameError
        If the game comes from another package and its rule fails.

    Notes
    -----
    Takes milliseconds, or tenths of a second if easy puzzles must be rejected.

    Examples
    --------
    >>> puzzle("taxman", date(2026, 1, 1)).grade
    'medium'
    """
    spec = game_spec(game)
    daily: Daily | None = spec.part("daily")
    if daily is None:
        raise LimitExceededError(
            "the game {game} has no puzzle of the day; those that have one are {games}",
            game=quote(game),
            games=", ".join(daily_games()),
        )
    _check_day(day)
    with blaming(spec, "failed in daily"):
        version = daily.version(day)
        if not version:
            raise LimitExceededError(
                "the game {game} has no puzzle of {day}; its first one is of {since}",
                game=quote(game),
                day=day,
                since=daily.rules[0].since,
            )
        made = daily.rules[version - 1].make(Chance(f"perfectplay/{game}/{day}"), grade_of(day))
        start = _checked(spec, made).id
        command = daily.command or f"perfectplay {game} play {{id}}"
        return Puzzle(
            game=game,
            date=str(day),
            day=day_number(day),
            id=start,
            grade=grade_of(day),
            version=version,
            play=command.replace("{id}", start),
        )


def _checked(spec: GameSpec, made: Position[Any]) -> Position[Any]:
    """Check that a puzzle can be played, because the rule may come from another package."""
    position = load_game(spec.name).from_id(made.id)
    if position.moves or position.is_over():
        raise ValueError(f"{quote(position.id)} is not a start from which a move is possible")
    return position


def puzzles(day: date) -> tuple[Puzzle, ...]:
    """Make a day's puzzles, one for each game that has a puzzle of the day.

    A game of another package whose rule fails is left out; a notice says why.

    Parameters
    ----------
    day
        The date in the player's time zone.

    Raises
    ------
    LimitExceededError
        If the day is before the first puzzle.

    Examples
    --------
    >>> [puzzle.game for puzzle in puzzles(date(2026, 1, 31))][:3]
    ['taxman', 'coins', 'pursuit']
    """
    _check_day(day)
    made = []
    for name, daily in game_parts("daily").items():
        try:
            if daily.version(day):
                made.append(puzzle(name, day))
        except Exception as error:
            if game_spec(name).package == PACKAGE:
                raise
            notice = Text(
                "the puzzle of the game {name} is left out: {problem}", name=quote(name), problem=in_one_line(error)
            )
            notify(notice)
    return tuple(made)
