"""The puzzles of a day, the card that tells what came of one, and guided positions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.errors import quote
from perfectplay.core.game import game_parts
from perfectplay.core.question import ParameterError
from perfectplay.core.schema import to_json
from perfectplay.core.teaching.daily import FIRST_DAY, Puzzle, puzzles, read_day
from perfectplay.core.teaching.lessons import Lesson, lessons
from perfectplay.core.text.texts import Text
from perfectplay.pictures.card import LINE, LINES, draw_card
from perfectplay.web.endpoints import Endpoint, always, question_endpoint
from perfectplay.web.memory import Memory
from perfectplay.web.parameters import Query
from perfectplay.web.replies import JSON, SVG

_REMEMBERED = 2_000_000
"""Bytes of the puzzles of days that are remembered: some thousand days."""
_BLANKS = str.maketrans(dict.fromkeys("\u00a0\u2009\u202f", " "))


def _found(text: str) -> bytes:
    return to_json(puzzles(read_day(text))).encode()


_PUZZLES = Memory(_REMEMBERED)


def _given_day(query: Query) -> Mapping[str, Any]:
    # There is no usual one: what day it is, the player's calendar knows, and not the server's.
    return {"day": read_day(query.text("date", example=str(FIRST_DAY), limit=20))}


def _card(query: Query) -> partial[str]:
    text = query.text("text", example="Daily puzzle", limit=LINE * (LINES + 1) + LINES)
    heading, *lines = text.split("\n")
    # Blanks at which no line breaks are as printable as others, though Python does not say so.
    short = all(len(line) <= LINE and line.translate(_BLANKS).isprintable() for line in (heading, *lines))
    if not (heading and short and len(lines) <= LINES):
        message = Text(
            "text={text} does not fit; give 1 to {lines} lines of at most {line} characters",
            text=quote(text),
            lines=LINES + 1,
            line=LINE,
        )
        raise ParameterError(message)
    day: date = _given_day(query)["day"]
    return partial(draw_card, heading, lines, day.weekday(), good=query.flag("good"))


async def _daily(_: Request, day: date) -> Response:
    return Response(await _PUZZLES.ask(_found, str(day)), media_type=JSON)


def _lessons(query: Query) -> partial[list[Lesson]]:
    return partial(lessons, query.choice("game", tuple(game_parts("lessons"))))


ENDPOINTS = [
    Endpoint("/daily", "The puzzles of a day", _given_day, _daily, list[Puzzle]),
    question_endpoint("/daily.svg", "A card that tells what came of a puzzle", _card, SVG, quick=always),
    question_endpoint("/lessons", "Small positions of a game, each with an idea", _lessons, list[Lesson]),
]
