"""Rows of coins for a worksheet, with their solutions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from perfectplay.coins.answers import solved
from perfectplay.coins.rules import CoinsPosition
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.exercises import Exercises

__all__ = ["EXERCISES", "LEVELS", "MAX_EXERCISES", "Level", "exercises"]

MAX_EXERCISES = 24
"""Most rows of a worksheet."""


@dataclass(frozen=True, slots=True)
class Level:
    """How difficult rows are.

    Attributes
    ----------
    lengths
        Numbers of coins.
    largest
        The largest coin.
    tempting
        Whether the larger end is the wrong one to begin with.
    """

    lengths: range
    largest: int
    tempting: bool


LEVELS: Mapping[str, Level] = {
    "easy": Level(range(4, 6), 6, tempting=False),
    "medium": Level(range(6, 9), 9, tempting=True),
    "hard": Level(range(9, 13), 20, tempting=True),
}
"""The levels by name."""


def exercises(level: str, count: int, seed: int) -> list[dict[str, Any]]:
    """Choose rows in which one end is better than the other, no two alike, the shortest first.

    Parameters
    ----------
    level
        One of `LEVELS`.
    count
        How many, from 1 to `MAX_EXERCISES`.
    seed
        The same seed gives the same rows.

    Returns
    -------
    list of dict
        Records as `perfectplay.coins.answers.solved` makes them, but for the time, with the ``position``'s id and
        ``taken``, the coins in the order in which they are taken in the line of best play.

    Raises
    ------
    InvalidPositionError
        If there is no such level.
    LimitExceededError
        If ``count`` is out of range.

    Notes
    -----
    Some milliseconds.

    Examples
    --------
    >>> row = exercises("medium", 1, 1)[0]
    >>> row["mistake_cost"] > 0, sum(row["taken"][0::2]) == row["first"]
    (True, True)
    """
    if level not in LEVELS:
        message = f"there is no level {quote(level)}; the levels are {', '.join(LEVELS)}"
        raise InvalidPositionError(message)
    if not 1 <= count <= MAX_EXERCISES:
        message = f"{count} rows cannot be chosen; 1 to {MAX_EXERCISES} are possible"
        raise LimitExceededError(message)
    kind = LEVELS[level]
    chance = Random(f"coins {level} {seed}")  # noqa: S311  # an exercise, not a secret
    found: list[dict[str, Any]] = []
    used: set[tuple[int, ...]] = set()
    while len(found) < count:
        row = tuple(chance.randint(1, kind.largest) for _ in range(chance.choice(kind.lengths)))
        # Read from the right, a row is the same exercise.
        if row in used:
            continue
        answer = solved(row)
        if answer["mistake_cost"] and (not kind.tempting or _is_tempting(row, answer["best_moves"])):
            del answer["seconds"]
            used |= {row, row[::-1]}
            found.append(answer | {"position": CoinsPosition.new(row).id, "taken": _taken(row, answer["line"])})
    return sorted(found, key=lambda answer: len(answer["coins"]))


def _is_tempting(row: tuple[int, ...], best: str) -> bool:
    return row[0] < row[-1] if best == "L" else row[-1] < row[0]


def _taken(row: tuple[int, ...], line: str) -> list[int]:
    left, right = 0, len(row) - 1
    taken = []
    for move in line:
        taken.append(row[left] if move == "L" else row[right])
        left, right = (left + 1, right) if move == "L" else (left, right - 1)
    return taken


EXERCISES = Exercises(exercises, MAX_EXERCISES)
