"""What the API offers for every registered game: positions, moves and hints."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from perfectplay.core.errors import IllegalMoveError, quote
from perfectplay.core.game import Position, game_names, load_game, parse_position, warm_ups
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import exact
from perfectplay.web import coins, pursuit, taxman
from perfectplay.web.jobs import answer
from perfectplay.web.memory import Memory
from perfectplay.web.parameters import Query, read_time_limit
from perfectplay.web.replies import JSON, json_response, to_json

__all__ = ["ROUTES", "describe", "hint", "warm_up"]

_DESCRIBERS: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "taxman": taxman.describe,
    "coins": coins.describe,
    "pursuit": pursuit.describe,
}
"""What each game of this package adds to its positions; a game registered from outside adds nothing."""

_CHECKS: Mapping[str, Callable[[Any], None]] = {
    "taxman": taxman.check_board,
    "coins": coins.check_board,
    "pursuit": pursuit.check_solvable,
}
"""What each of them refuses to solve, because it would take too long or too much memory."""

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
    } | (_DESCRIBERS[position.game](position) if position.game in _DESCRIBERS else {})


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
        ``position``, ``value`` (of the whole game, past moves included), ``lower``, ``upper``, ``status``
        (``"optimal"`` if proven, else ``"bounded"``), ``moves`` (best play from here on; the first one is the hint),
        ``seconds`` and ``source``.
    """
    position = parse_position(text)
    result = load_game(position.game).solve(position, time_limit=time_limit, progress=progress)
    return {
        "position": position.id,
        "value": exact(result.value),
        "lower": exact(result.lower),
        "upper": exact(result.upper),
        "status": result.status,
        "moves": [str(move) for move in result.moves],
        "seconds": round(result.seconds, 3),
        "source": str(result.provenance.get("source", "search")),
    }


def warm_up(progress: ProgressCallback = ignore_progress) -> int:
    """Make every solver ready, and return how many there are: what they compile is kept on disk."""
    began = time.perf_counter()
    steps = warm_ups()
    for done, step in enumerate(steps):
        progress(Progress(step.what, time.perf_counter() - began, done=done, total=len(steps)))
        step.run()
    return len(steps)


async def _games(request: Request) -> Response:
    Query(request).done()
    games = [load_game(name) for name in game_names()]
    return json_response(
        [
            {
                "name": game.name,
                "title": game.title,
                "summary": game.summary,
                "players": game.players,
                "example": game.example().id,
            }
            for game in games
        ]
    )


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


async def _position(request: Request) -> Response:
    query = Query(request)
    text = query.text("id", example="taxman:20")
    query.done()
    return Response(await _DESCRIPTIONS.ask(text), media_type=JSON)


async def _move(request: Request) -> Response:
    query = Query(request)
    text, move = query.text("id", example="taxman:20"), query.text("move", example="19", limit=100)
    query.done()
    return Response(await _MOVES.ask(text, move), media_type=JSON)


def _hint(request: Request) -> Response:
    query = Query(request)
    text, time_limit = query.text("id", example="taxman:20"), read_time_limit(query)
    query.done()
    # Refused here, before it costs a turn in the queue.
    position = parse_position(text)
    if position.game in _CHECKS:
        _CHECKS[position.game](position)
    return answer(request, hint, position.id, time_limit)


ROUTES = [
    Route("/games", _games),
    Route("/position", _position),
    Route("/move", _move),
    Route("/hint", _hint),
]
