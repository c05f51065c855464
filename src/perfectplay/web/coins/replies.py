"""An opponent's move in coins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.coins.opponents import choose
from perfectplay.coins.rules import CoinsPosition
from perfectplay.core.opponents import load_opponent, source_of
from perfectplay.core.schema import Exact
from perfectplay.web.coins.board import check_board
from perfectplay.web.coins.rows import EXAMPLE
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.opponents import read_opponent
from perfectplay.web.parameters import Query
from perfectplay.web.replies import json_response

__all__ = ["ENDPOINTS"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsReply:
    """An opponent's move.

    Attributes
    ----------
    opponent
        Its name, as asked for.
    move
        As in ids.
    coin
        What it takes.
    position
        Id of the position after it.
    """

    opponent: str
    move: str
    coin: Exact
    position: str


def _given_reply(query: Query) -> Mapping[str, Any]:
    text, (opponent, seed) = query.position(f"coins:{EXAMPLE}"), read_opponent(query)
    position = CoinsPosition.from_id(text)
    check_board(position)
    return {"position": position, "opponent": opponent, "seed": seed}


def _reply(_: Request, position: CoinsPosition, opponent: str, seed: int) -> Response:
    """Let an opponent move: the same seed in the same position gives the same move."""
    move = choose(load_opponent(opponent), position, source_of(seed, position))
    coin, after = position.coin(move), position.play(move)
    return json_response(CoinsReply(opponent=opponent, move=move, coin=coin, position=after.id))


ENDPOINTS = [
    Endpoint("/coins/reply", "An opponent's move", _given_reply, _reply, CoinsReply),
]
