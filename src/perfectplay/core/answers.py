"""Answers of the command line and the HTTP API for any game; games add their own fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from perfectplay.core.game.parts import Level
from perfectplay.core.game.position import Position
from perfectplay.core.result import About, Status
from perfectplay.core.schema import Answer, Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(About[str]):
    """Common fields of answers about a position, except solutions.

    Attributes
    ----------
    status
        ``"optimal"`` if everything is proven, otherwise ``"bounded"``.
    seconds
        Wall-clock time, to the millisecond.
    """

    status: Status
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply(Answer):
    """An opponent's move.

    Attributes
    ----------
    opponent
        Name of the opponent, as requested.
    position
        Id of the position after the move.
    """

    opponent: str
    position: str


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


def board_text(position: Position[Any]) -> str:
    """Return a position's own text, or its id if it has none."""
    return position.id if type(position).__str__ is object.__str__ else str(position)


# -- pictures ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures that a picture shows, as a table.

    Attributes
    ----------
    columns
        Names of the columns.
    rows
        Rows with a number or a text for each column, or ``None`` if the figure is unknown.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Exact | float | str | None, ...], ...]


FiguresT_co = TypeVar("FiguresT_co", bound=Figures, covariant=True)


@dataclass(frozen=True, slots=True)
class Drawn(Generic[FiguresT_co]):
    """A picture as an SVG document, with its figures."""

    svg: str
    figures: FiguresT_co
