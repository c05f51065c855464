"""Guided positions of a game: small positions whose best move shows an idea."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from perfectplay.core.game import game_parts, parse_position
from perfectplay.core.game.parts import Guided, Idea, Lessons
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.schema import Exact

__all__ = ["Lesson", "lessons"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson(Idea):
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
