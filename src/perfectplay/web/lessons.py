"""Guided positions over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.game import game_parts
from perfectplay.core.lessons import Lesson, lessons
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import Query

__all__ = ["ENDPOINTS"]


def _given(query: Query) -> Mapping[str, Any]:
    return {"game": query.choice("game", tuple(game_parts("lessons")))}


def _lessons(request: Request, game: str) -> Response:
    return answer(request, lessons, game)


ENDPOINTS = [
    Endpoint("/lessons", "Small positions of a game, each with an idea", _given, _lessons, list[Lesson], long=True),
]
