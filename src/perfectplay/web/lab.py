"""The API of the laboratory (pictures as SVG and their figures as JSON or CSV) and of worksheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.answers import Drawn, Figures, Worksheet
from perfectplay.core.game import game_parts
from perfectplay.core.game.parts import LEVELS, Exercises, Level
from perfectplay.core.progress import ProgressCallback
from perfectplay.core.schema import encode
from perfectplay.web.declaration import LabPicture, WebGame
from perfectplay.web.endpoints import Endpoint, always, question_endpoint
from perfectplay.web.parameters import Query, given_nothing
from perfectplay.web.replies import CSV, JSON, SVG, csv_text, json_response

_SEEDS = 10**15

_Take = Callable[[Drawn[Figures]], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabLimits:
    """Limits of worksheets; games add the limits of their pictures in the laboratory.

    Attributes
    ----------
    exercises
        Maps the name of a game to the maximum number of exercises on a worksheet.
    """

    exercises: Mapping[str, int]


def endpoints(games: Mapping[str, WebGame]) -> list[Endpoint]:
    """Return the endpoints of the laboratory and the worksheets, including the pictures that games add."""
    pictures = [
        # A picture and its figures share one job.
        question_endpoint(
            f"/lab/{name}{ending}",
            f"{picture.summary}{summary}",
            partial(_drawing, picture),
            picture.figures if media == JSON else media,
            take=take,
            quick=always if picture.quick else None,
        )
        for game in games.values()
        for name, picture in game.pictures.items()
        for ending, summary, media, take in _FORMS
    ]
    limits = "How large pictures and worksheets may be"
    return [
        *pictures,
        Endpoint("/lab/limits", limits, given_nothing, partial(_limits, games=games), LabLimits, own="lab"),
        question_endpoint(
            "/lab/worksheet", "Exercises with solutions", _worksheet, Worksheet, quick=_is_quick, own="exercise"
        ),
    ]


# -- pictures ------------------------------------------------------------------------------------------------------


def _figures(drawn: Drawn[Figures]) -> Figures:
    return drawn.figures


def _picture(drawn: Drawn[Figures]) -> str:
    return drawn.svg


def _table(drawn: Drawn[Figures]) -> str:
    return csv_text(drawn.figures.columns, drawn.figures.rows)


_FORMS: tuple[tuple[str, str, str, _Take], ...] = (
    ("", ", as a table", JSON, _figures),
    (".svg", ", as a picture", SVG, _picture),
    (".csv", ", as a table for spreadsheets", CSV, _table),
)


def _drawing(picture: LabPicture, query: Query) -> partial[Drawn[Figures]]:
    return partial(picture.draw, **picture.read(query))


def _limits(_: Request, games: Mapping[str, WebGame]) -> Response:
    limits = encode(LabLimits(exercises={name: sheet.most for name, sheet in _exercises().items()}))
    for game in games.values():
        limits |= encode(game.limits()) if game.limits else {}
    return json_response(limits)


# -- worksheets ----------------------------------------------------------------------------------------------------


def _exercises() -> dict[str, Exercises]:
    return game_parts("exercises")


def _worksheet(query: Query) -> partial[Mapping[str, Any]]:
    games = _exercises()
    game = query.choice("game", tuple(games))
    asked = games if query.describing else {game: games[game]}
    level = query.choice("level", LEVELS, "medium")
    count = query.integer("count", 4, low=1, high=max(exercises.most for exercises in asked.values()))
    query.limit("count", "game", {owner: exercises.most for owner, exercises in asked.items()})
    seed = query.integer("seed", 1, low=0, high=_SEEDS)
    owners: dict[str, dict[str, list[str]]] = {}
    for owner, exercises in asked.items():
        for name, known in exercises.choices.items():
            for word in known:
                owners.setdefault(name, {}).setdefault(word, []).append(repr(owner))
    chosen = {name: _word(query, name, words) for name, words in owners.items()}
    return partial(worksheet, game, cast("Level", level), count, seed, chosen)


def _word(query: Query, name: str, owners: Mapping[str, Sequence[str]]) -> str:
    """Read an option whose words belong to games; an option of several games is described without a default."""
    query.dependencies += [f"IF {name}=={word!r} THEN game=={'|'.join(games)};" for word, games in owners.items()]
    words, several = [*owners], len({*map(tuple, owners.values())}) > 1
    return (query.optional_choice(name, words) if several else query.choice(name, words, words[0])) or words[0]


def _is_quick(asked: partial[Mapping[str, Any]]) -> bool:
    return not _exercises()[asked.args[0]].slow


def worksheet(
    game: str, level: Level, count: int, seed: int, chosen: Mapping[str, str], **progress: ProgressCallback
) -> Mapping[str, Any]:
    """Make the exercises of a worksheet, and return them together with the chosen options."""
    exercises = _exercises()[game]
    options = {name: exercises.choices[name][word] for name, word in chosen.items()}
    made = exercises.make(level, count, seed, **options, **(progress if exercises.slow else {}))
    return {**encode(Worksheet(game=game, level=level, count=count, seed=seed, exercises=made)), **chosen}
