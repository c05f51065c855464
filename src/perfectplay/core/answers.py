"""Answers of the command line and the HTTP API for any game; games add their own fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from perfectplay.core.game import game_spec
from perfectplay.core.game.position import Position
from perfectplay.core.result import Kind, Result, Status
from perfectplay.core.schema import Answer, Exact

PlaceT_co = TypeVar("PlaceT_co", bound=str | None, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class About(Answer, Generic[PlaceT_co]):
    """Fields of all answers about a position.

    Attributes
    ----------
    game
        Name of the game.
    position
        Id of the position, with all its moves.
    """

    game: str
    position: PlaceT_co


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved(About[str | None]):
    """A solver's answer, for any game.

    Attributes
    ----------
    position
        Id of the solved position, or ``None`` if it has none.
    kind
        Kind of the value: ``"score"``, ``"lead"`` or ``"distance"``, of which less is better.
    value
        The number that the game is played for, past moves included, under the best play found; in a game for two, the
        first player's.
    lower, upper
        Proven bounds on the value under best play.
    status
        ``"optimal"`` only if the bounds are equal and proven, otherwise ``"bounded"``.
    seconds
        Wall-clock time, to the millisecond.
    source
        ``"search"``, or ``"records"`` if it was proven earlier.
    """

    kind: Kind
    value: Exact
    lower: Exact
    upper: Exact
    status: Status
    seconds: float
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(About[str]):
    """Further answers about a position of any game, besides its solution.

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
class Solution(Solved):
    """A solver's answer for a game that only implements the protocol.

    Attributes
    ----------
    moves
        Best play from here on; the first move is the hint.
    """

    moves: tuple[str, ...]


def solution(position: Position[Any], result: Result[Any]) -> Solution:
    """Build the answer from a solver's result."""
    return Solution(**common(position, result), moves=tuple(str(move) for move in result.moves))


def common(position: Position[Any] | str, result: Result[Any]) -> dict[str, Any]:
    """Return the fields of `Solved`, for a game's own answer.

    ``position`` is the name of a game if the solved position has no id.
    """
    game, place = (position, None) if isinstance(position, str) else (position.game, position.id)
    return {
        "game": game,
        "position": place,
        "kind": game_spec(game).value,
        "value": result.value,
        "lower": result.lower,
        "upper": result.upper,
        "status": result.status,
        "seconds": round(result.seconds, 3),
        "source": str(result.provenance.get("source", "search")),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply(Answer):
    """An opponent's move.

    Attributes
    ----------
    opponent
        Its name, as requested.
    position
        Id of the position after the move.
    """

    opponent: str
    position: str


def board_text(position: Position[Any]) -> str:
    """Return a position's own text, or its id if it has none."""
    return position.id if type(position).__str__ is object.__str__ else str(position)


# -- pictures ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Figures of a picture, as a table.

    Attributes
    ----------
    columns
        Names of the columns.
    rows
        Numbers and words, one for each column; ``None`` for unknown figures.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Exact | float | str | None, ...], ...]


FiguresT_co = TypeVar("FiguresT_co", bound=Figures, covariant=True)


@dataclass(frozen=True, slots=True)
class Drawn(Generic[FiguresT_co]):
    """A picture, an SVG document, with its figures."""

    svg: str
    figures: FiguresT_co
