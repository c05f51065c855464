"""What the API offers for every registered game: positions, moves and hints."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from perfectplay.core.answers import board_text, solution_record
from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, quote
from perfectplay.core.game import (
    GameSpec,
    Position,
    WarmUp,
    game_names,
    game_parts,
    game_spec,
    game_specs,
    load_game,
    parse_position,
)
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import exact
from perfectplay.web.jobs import answer
from perfectplay.web.memory import Memory
from perfectplay.web.parameters import Query, read_time_limit
from perfectplay.web.parts import WebGame
from perfectplay.web.replies import JSON, SVG, json_response, to_json

__all__ = ["ROUTES", "describe", "hint", "warm_up"]

_REMEMBERED = 16_000_000
"""Bytes of descriptions that are remembered, of positions and of moves each."""


def describe(position: Position[Any]) -> dict[str, Any]:
    """Tell everything that a board shows.

    Parameters
    ----------
    position
        Of any registered game.

    Returns
    -------
    dict
        ``id``, ``game``, ``start`` (id of the start), ``moves`` and ``legal`` (as texts that ``move`` takes), ``over``
        and ``scores``; and what the game adds.
    """
    return {
        "id": position.id,
        "game": position.game,
        "start": position.start().id,
        "moves": [str(move) for move in position.moves],
        "legal": [str(move) for move in position.legal_moves()],
        "over": position.is_over(),
        "scores": [exact(score) for score in position.scores()],
    } | _own(position)


def _own(position: Position[Any]) -> dict[str, Any]:
    part: WebGame | None = game_parts("web").get(position.game)
    return part.describe(position) if part and part.describe else {}


def hint(text: str, time_limit: float, progress: ProgressCallback = ignore_progress) -> dict[str, Any]:
    """Solve a position for whoever wants to know what is best, and how good that is.

    Parameters
    ----------
    text
        The position's id.
    time_limit
        Seconds.
    progress
        Called now and then.

    Returns
    -------
    dict
        As `perfectplay.core.answers.solution_record` makes it.
    """
    position = parse_position(text)
    result = load_game(position.game).solve(position, time_limit=time_limit, progress=progress)
    return solution_record(position, result)


def warm_up(steps: Sequence[WarmUp], progress: ProgressCallback = ignore_progress) -> int:
    """Make solvers ready, and return how many there are: what they compile is kept on disk."""
    began = time.perf_counter()
    for done, step in enumerate(steps):
        progress(Progress(step.what, time.perf_counter() - began, done=done, total=len(steps)))
        step.run()
    return len(steps)


async def _games(request: Request) -> Response:
    Query(request).done()
    return json_response([_declared(spec) for spec in game_specs()])


def _declared(spec: GameSpec) -> dict[str, Any]:
    return {
        "name": spec.name,
        "title": spec.title,
        "summary": spec.summary,
        "players": spec.players,
        "example": load_game(spec.name).example().id,
        "exercises": spec.exercises is not None,
        "package": spec.package,
    }


def _described(text: str) -> bytes:
    return to_json(describe(parse_position(text)))


def _moved(text: str, move: str) -> bytes:
    position = parse_position(text)
    if position.is_over():
        message = f"the game is over in {quote(position.id)}; there is no move left"
        raise IllegalMoveError(message)
    return to_json(describe(position.play(load_game(position.game).parse_move(move, position))))


_DESCRIPTIONS = Memory(_described, _REMEMBERED)
_MOVES = Memory(_moved, _REMEMBERED)


def _read_id(query: Query) -> str:
    return query.text("id", example=game_spec(game_names()[0]).example)


async def _position(request: Request) -> Response:
    query = Query(request)
    text = _read_id(query)
    query.done()
    return Response(await _DESCRIPTIONS.ask(text), media_type=JSON)


async def _move(request: Request) -> Response:
    query = Query(request)
    text, move = _read_id(query), query.text("move", example="19", limit=100)
    query.done()
    return Response(await _MOVES.ask(text, move), media_type=JSON)


def _hint(request: Request) -> Response:
    query = Query(request)
    text, time_limit = _read_id(query), read_time_limit(query)
    query.done()
    # Refused here, before it costs a turn in the queue.
    return answer(request, hint, _checked(text).id, time_limit)


def _checked(text: str) -> Position[Any]:
    """Read a position, and refuse what is too large for the web app."""
    position = parse_position(text)
    check = game_spec(position.game).part("limits")
    if check is not None:
        check(position)
    return position


def _board(request: Request) -> Response:
    """Tell what a page shows of a game that brings no page of its own."""
    query = Query(request)
    text = _read_id(query)
    query.done()
    position = _checked(text)
    shown = {
        "position": position.id,
        "text": board_text(position),
        "picture": hasattr(position, "_repr_svg_"),
        "to_move": getattr(position, "to_move", None),
    }
    return json_response(shown)


def _board_picture(request: Request) -> Response:
    query = Query(request)
    text = _read_id(query)
    query.done()
    position = _checked(text)
    if not hasattr(position, "_repr_svg_"):
        message = f"positions of {quote(position.game)} have no picture; ask for /board, which has their text"
        raise InvalidPositionError(message)
    return Response(position._repr_svg_(), media_type=SVG)  # the name is that of notebooks


ROUTES = [
    Route("/games", _games),
    Route("/board", _board),
    Route("/board.svg", _board_picture),
    Route("/position", _position),
    Route("/move", _move),
    Route("/hint", _hint),
]
