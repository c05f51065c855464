"""Guided positions of a game: small positions whose best move shows an idea."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from perfectplay.core.game import game_parts, parse_position
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.schema import Exact

__all__ = ["Guided", "Lesson", "Lessons", "lessons"]


@dataclass(frozen=True, slots=True)
class _Idea:
    """A position that shows an idea; the web pages look up a text by the idea's name.

    Attributes
    ----------
    name
        Name of the idea, in small letters and hyphens.
    position
        Id of the position.
    move
        The move that the idea suggests, which is a best move.
    tempting
        A move that looks good but is worse.
    """

    name: str
    position: str
    move: str
    tempting: str


@dataclass(frozen=True, slots=True)
class Guided(_Idea):
    """A position that shows an idea, as declared by a game.

    Attributes
    ----------
    cost
        Loss from the tempting move.
    """

    cost: int


@dataclass(frozen=True, slots=True)
class Lessons:
    """The guided positions of a game.

    Attributes
    ----------
    guided
        The positions, simplest idea first.
    costs
        A function that maps each legal move, as text, to its loss against a best move. It should take milliseconds.
    """

    guided: Sequence[Guided]
    costs: Callable[[Any], Mapping[str, Exact]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson(_Idea):
    """A guided position with its solution.

    Attributes
    ----------
    best
        All best moves.
    costs
        Loss from each legal move; 0 if it is a best move.
    """

    best: tuple[str, ...]
    costs: Mapping[str, Exact]


def lessons(game: str, progress: ProgressCallback = ignore_progress) -> list[Lesson]:
    """Solve the guided positions of a game.

    Parameters
    ----------
    game
        Name of a game with guided positions.
    progress
        Called with the number of solved positions.

    Notes
    -----
    Takes tenths of a second.

    Examples
    --------
    >>> first = lessons("taxman")[0]
    >>> first.position, first.best, first.costs[first.tempting]
    ('taxman:8', ('7',), 7)
    """
    declared: Lessons = game_parts("lessons")[game]
    began, total, solved = time.monotonic(), len(declared.guided), []
    for done, guided in enumerate(declared.guided):
        progress(Progress("lessons", time.monotonic() - began, done=done, total=total))
        solved.append(_solved(guided, declared.costs(parse_position(guided.position))))
    return solved


def _solved(guided: Guided, costs: Mapping[str, Exact]) -> Lesson:
    return Lesson(
        name=guided.name,
        position=guided.position,
        move=guided.move,
        tempting=guided.tempting,
        best=tuple(move for move, cost in costs.items() if cost == 0),
        costs=costs,
    )
