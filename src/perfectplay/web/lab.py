"""Pictures and tables that people would rather look at than read, as SVG and CSV; and worksheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from perfectplay.core.exercises import LEVELS, Exercises
from perfectplay.core.game import game_parts
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import Query
from perfectplay.web.parts import LabPicture, WebGame
from perfectplay.web.replies import CSV, JSON, SVG, csv_text, json_response, to_json

__all__ = ["routes"]

_SEEDS = 10**15

_Part = Callable[[Mapping[str, Any]], Any]


def routes(games: Mapping[str, WebGame]) -> list[Route]:
    """Return what this file answers, below ``/api/v1``.

    Parameters
    ----------
    games
        What the games add to the web app.
    """
    pictures = [
        Route(f"/lab/{name}{ending}", partial(_drawn, picture=picture, media=media, part=part))
        for game in games.values()
        for name, picture in game.pictures.items()
        for ending, media, part in _FORMS
    ]
    limits = Route("/lab/limits", partial(_limits, games=games))
    return [*pictures, limits, Route("/lab/worksheet", _worksheet)]


# -- pictures ------------------------------------------------------------------------------------------------------


def _figures(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in value.items() if name != "svg"}


def _picture(value: Mapping[str, Any]) -> str:
    return str(value["svg"])


def _table(value: Mapping[str, Any]) -> str:
    return csv_text(value["columns"], value["rows"])


_FORMS: tuple[tuple[str, str, _Part], ...] = (
    ("", JSON, _figures),
    (".svg", SVG, _picture),
    (".csv", CSV, _table),
)


def _drawn(request: Request, picture: LabPicture, media: str, part: _Part) -> Response:
    query = Query(request)
    given = picture.read(query)
    query.done()
    if picture.quick:
        found = part(picture.draw(**given))
        return Response(to_json(found) if media == JSON else found, media_type=media)
    # A picture and its figures are one piece of work.
    return answer(request, picture.draw, media=media, part=part, **given)


def _limits(request: Request, games: Mapping[str, WebGame]) -> Response:
    Query(request).done()
    found: dict[str, Any] = {}
    for game in games.values():
        found |= game.limits() if game.limits else {}
    return json_response(found | {"exercises": {name: sheet.most for name, sheet in _exercises().items()}})


# -- worksheets ----------------------------------------------------------------------------------------------------


def _exercises() -> dict[str, Exercises]:
    return game_parts("exercises")


def _worksheet(request: Request) -> Response:
    query = Query(request)
    games = _exercises()
    game = query.choice("game", tuple(games))
    exercises = games[game]
    level = query.choice("level", LEVELS, "medium")
    count = query.integer("count", 4, low=1, high=exercises.most)
    seed = query.integer("seed", 1, low=0, high=_SEEDS)
    chosen = {name: query.choice(name, tuple(words), next(iter(words))) for name, words in exercises.choices.items()}
    query.done()
    part = partial(_sheet, {"game": game, "level": level, "count": count, "seed": seed} | chosen)
    options = {name: exercises.choices[name][word] for name, word in chosen.items()}
    if exercises.slow:
        return answer(request, exercises.make, level, count, seed, **options, part=part)
    return json_response(part(exercises.make(level, count, seed, **options)))


def _sheet(sheet: Mapping[str, Any], exercises: list[dict[str, Any]]) -> dict[str, Any]:
    return {**sheet, "exercises": exercises}
