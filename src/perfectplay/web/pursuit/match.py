"""Rounds of pursuit against an opponent."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.pursuit.play.opponents import OPPONENTS
from perfectplay.pursuit.questions import match as answers_match
from perfectplay.pursuit.rules import MAX_TARGET, PursuitPosition
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import Query, given_nothing
from perfectplay.web.pursuit.reading import EXAMPLE, SEEDS, check_solvable, read_targets
from perfectplay.web.replies import json_response

__all__ = ["ENDPOINTS"]


def _given_opponent(query: Query) -> Mapping[str, Any]:
    text = query.position(f"pursuit:{EXAMPLE}:951")
    opponent = query.choice("opponent", tuple(OPPONENTS))
    seed = query.integer("seed", 0, low=0, high=SEEDS)
    position = PursuitPosition.from_id(text)
    check_solvable(position.start())
    return {"position": position, "opponent": opponent, "seed": seed}


def _given_round(query: Query) -> Mapping[str, Any]:
    text = query.position(f"pursuit:{EXAMPLE}:951/100a6.106m9")
    # A larger one would be a slip, and a target cannot be.
    declared = query.optional_integer("declared", low=0, high=MAX_TARGET)
    opponent = query.optional_choice("opponent", tuple(OPPONENTS))
    seed = query.integer("seed", 0, low=0, high=SEEDS)
    low, high = read_targets(query)
    position = PursuitPosition.from_id(text)
    check_solvable(position.start())
    return {
        "position": position,
        "declared": declared,
        "opponent": opponent,
        "seed": seed,
        "low": low,
        "high": high,
    }


def _opponents(_: Request) -> Response:
    return json_response(answers_match.opponents())


ENDPOINTS = [
    Endpoint("/pursuit/opponents", "The opponents", given_nothing, _opponents, list[answers_match.PursuitOpponent]),
    Endpoint(
        "/pursuit/opponent",
        "What an opponent makes of a deal",
        _given_opponent,
        partial(answer, function=answers_match.opponent_declares),
        answers_match.PursuitDeclared,
        long=True,
    ),
    Endpoint(
        "/pursuit/round",
        "What a round scores, and what was possible in it",
        _given_round,
        partial(answer, function=answers_match.played_round),
        answers_match.PursuitRound,
        long=True,
    ),
]
