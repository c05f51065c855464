"""The API that all registered games share: positions, moves, hints, guided positions and the daily puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.answers import board_text
from perfectplay.core.errors import IllegalMoveError, PerfectPlayError, quote
from perfectplay.core.front import draw
from perfectplay.core.game import game_names, game_parts, game_spec, game_specs, load_game, parse_position
from perfectplay.core.game.parts import FIRST_DAY
from perfectplay.core.game.position import Position
from perfectplay.core.game.spec import GameSpec
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.question import ParameterError
from perfectplay.core.result import Kind, Solution
from perfectplay.core.schema import Exact, encode, to_json
from perfectplay.core.teaching.daily import Puzzle, daily_games, puzzle, puzzles, read_day
from perfectplay.core.teaching.hints import HINT_STEPS, Hints, Step, hint_steps
from perfectplay.core.teaching.lessons import Lesson, lessons
from perfectplay.core.teaching.review import Review, review
from perfectplay.core.text.language import current_locale
from perfectplay.core.text.texts import say, translate
from perfectplay.pictures.card import LINE, LINES, draw_card
from perfectplay.pictures.preview import Preview, draw_preview
from perfectplay.pictures.review import draw_review
from perfectplay.web.declaration import WebGame
from perfectplay.web.endpoints import Endpoint, always, question_endpoint
from perfectplay.web.parameters import Query, given_nothing
from perfectplay.web.replies import JSON, SVG, Memory, json_response

_REMEMBERED = 16_000_000
"""Maximum number of bytes of cached boards; the limit applies separately to positions and to moves."""
_REMEMBERED_DAYS = 2_000_000
"""Maximum number of bytes of cached daily puzzles, enough for about a thousand days."""
_BLANKS = str.maketrans(dict.fromkeys("\u00a0\u2009\u202f", " "))


# -- the content of answers ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """The content of a board for a position of any game; each game adds its own fields.

    Attributes
    ----------
    id
        The position's id.
    game
        The game's name.
    start
        Id of the start.
    moves, legal
        The moves so far and the legal moves, as text that ``/move`` accepts.
    over
        Whether no legal move is left.
    scores
        Scores so far, the human player's first.
    """

    id: str
    game: str
    start: str
    moves: tuple[str, ...]
    legal: tuple[str, ...]
    over: bool
    scores: tuple[Exact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredAs:
    """The declaration of a game; see `perfectplay.core.game.spec.GameSpec`.

    Attributes
    ----------
    name
        Prefix of the position ids.
    title, summary
        Display name, and a description in one sentence without a full stop.
    players
        Number of players, 1 or 2.
    value
        Measure of best play: ``"score"``, ``"lead"`` or ``"distance"``. A smaller distance is better.
    example
        Id of a small start.
    exercises
        Whether the game has worksheets.
    lessons
        Whether the game has guided positions.
    proofs
        Whether ``/proof`` has proofs of the game's positions.
    limits
        Maps names to the largest values that pages accept; ``exercises`` is the maximum length of a worksheet.
    package
        The Python distribution that provides the game.
    """

    name: str
    title: str
    summary: str
    players: int
    value: Kind
    example: str
    exercises: bool
    lessons: bool
    proofs: bool
    limits: Mapping[str, int]
    package: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainBoard:
    """The content of the general page, for games without a page of their own.

    Attributes
    ----------
    position
        Id of the position.
    text
        The position as lines of text.
    picture
        Whether ``/board.svg`` has a picture of the position.
    to_move
        The player to move, 0 or 1; ``None`` in a game for one player.
    """

    position: str
    text: str
    picture: bool
    to_move: int | None


def describe(position: Position[Any]) -> Mapping[str, Any]:
    """Return the content of a board for a position, as JSON.

    The content has the keys of `Described`, and the keys that the game adds.
    """
    described = Described(
        id=position.id,
        game=position.game,
        start=position.start().id,
        moves=tuple(str(move) for move in position.moves),
        legal=tuple(str(move) for move in position.legal_moves()),
        over=position.is_over(),
        scores=position.scores(),
    )
    part: WebGame | None = game_parts("web").get(position.game)
    own = part.describe(position) if part and part.describe else {}
    return {**encode(described), **encode(own)}


def hint(text: str, time_limit: float, progress: ProgressCallback = ignore_progress) -> Solution:
    """Solve a position, and return the best move and its value."""
    position = parse_position(text)
    return Solution.of(load_game(position.game).solve(position, time_limit=time_limit, progress=progress))


def declared() -> list[DeclaredAs]:
    """Return the declaration of each game."""
    most = {name: part.most for name, part in game_parts("web").items()}
    sheets = {name: {"exercises": sheet.most} for name, sheet in game_parts("exercises").items()}
    return [_declared(spec, {**most.get(spec.name, {}), **sheets.get(spec.name, {})}) for spec in game_specs()]


async def _games(_: Request) -> Response:
    return json_response(declared())


def _declared(spec: GameSpec, limits: Mapping[str, int]) -> DeclaredAs:
    return DeclaredAs(
        name=spec.name,
        title=spec.title,
        summary=spec.summary,
        players=spec.players,
        value=spec.value,
        example=load_game(spec.name).example().id,
        exercises=spec.exercises is not None,
        lessons=spec.lessons is not None,
        proofs=spec.proofs is not None,
        limits=limits,
        package=spec.package,
    )


def _described(text: str) -> bytes:
    return to_json(describe(parse_position(text))).encode()


def _moved(text: str, move: str) -> bytes:
    position = parse_position(text)
    if position.is_over():
        raise IllegalMoveError("the game is over in {id}; there is no move left", id=quote(position.id))
    return to_json(describe(position.play(load_game(position.game).parse_move(move, position)))).encode()


_DESCRIPTIONS, _MOVES = Memory(_REMEMBERED), Memory(_REMEMBERED)


def _given_position(query: Query) -> Mapping[str, Any]:
    return {"text": query.position(game_spec(game_names()[0]).example)}


def _given_move(query: Query) -> Mapping[str, Any]:
    return {**_given_position(query), "move": query.text("move", example="19", limit=100)}


def _read(query: Query) -> Position[Any]:
    """Parse a position; refuse one that is too large for the web app before it waits in the queue."""
    position = parse_position(query.position(game_spec(game_names()[0]).example))
    check = game_spec(position.game).part("limits")
    if check is not None:
        check(position)
    return position


def _hint(query: Query) -> partial[Solution]:
    return partial(hint, _read(query).id)


def _hints(query: Query) -> partial[Hints]:
    step, position = query.optional_choice("step", HINT_STEPS), _read(query)
    if position.is_over():
        raise IllegalMoveError("there is no hint in {id}: the game is over", id=quote(position.id))
    return partial(hint_steps, position.id, cast("Step | None", step))


def _review(query: Query) -> partial[Review]:
    return partial(review, _read(query).id)


async def _position(_: Request, text: str) -> Response:
    return Response(await _DESCRIPTIONS.ask(_described, text), media_type=JSON)


async def _move(_: Request, text: str, move: str) -> Response:
    return Response(await _MOVES.ask(_moved, text, move), media_type=JSON)


def _board(position: Position[Any]) -> PlainBoard:
    return PlainBoard(
        position=position.id,
        text=board_text(position),
        picture=hasattr(position, "_repr_svg_"),
        to_move=getattr(position, "to_move", None),
    )


def _board_picture(position: Position[Any]) -> str:
    return draw(position).svg


# -- the puzzles of a day, the card with a result, and guided positions --------------------------------------------


def _found(text: str) -> bytes:
    return to_json(puzzles(read_day(text))).encode()


_PUZZLES = Memory(_REMEMBERED_DAYS)


def _given_day(query: Query) -> Mapping[str, Any]:
    # The date has no default, because today's date depends on the player's time zone, which the server does not know.
    return {"day": read_day(query.text("date", example=str(FIRST_DAY), limit=20))}


def _card(query: Query) -> partial[str]:
    text = query.text("text", example="Daily puzzle", limit=LINE * (LINES + 1) + LINES)
    heading, *lines = text.split("\n")
    # No-break spaces are allowed, but Python considers them unprintable, so replace them before the check.
    short = all(len(line) <= LINE and line.translate(_BLANKS).isprintable() for line in (heading, *lines))
    if not (heading and short and len(lines) <= LINES):
        raise ParameterError(
            "text={text} does not fit; give 1 to {lines} lines of at most {line} characters",
            text=quote(text),
            lines=LINES + 1,
            line=LINE,
        )
    day: date = _given_day(query)["day"]
    return partial(draw_card, heading, lines, day.weekday(), good=query.flag("good"))


async def _daily(_: Request, day: date) -> Response:
    return Response(await _PUZZLES.ask(_found, str(day)), media_type=JSON)


def _lessons(query: Query) -> partial[list[Lesson]]:
    return partial(lessons, query.choice("game", tuple(game_parts("lessons"))))


# -- previews of links ---------------------------------------------------------------------------------------------

_PREVIEWS = Memory(4_000_000)
_RULE = [(str(number), "take" if number == 12 else "open" if 12 % number else "tax") for number in range(1, 13)]
"""Tiles for the previews of pages without a position; they illustrate Taxman's rule."""


def preview(path: str) -> tuple[str, Preview]:
    """Return the name and the content of a page's preview; pages with the same preview share its name."""
    game = path.replace("/", ":").partition(":")[0]
    if game == "daily":
        # No-break spaces keep each title on one line of the picture.
        titles = " · ".join(translate(game_spec(name).title).replace(" ", "\u00a0") for name in daily_games())
        title = say("Puzzles of the day")
        with suppress(PerfectPlayError):
            day = read_day(path.partition("/")[2])
            # The puzzle of the first game takes less than a millisecond; those of other games may take longer.
            _, board = preview(puzzle(daily_games()[0], day).id)
            return path, replace(board, title=say("{name}: {value}", name=title, value=day), line=titles)
        return game, Preview(title=title, line=titles, tiles=_RULE)
    if game not in game_names():
        line = say("Perfect play for arithmetic games, with proofs.")
        return "perfectplay", Preview(title="perfectplay", line=line, tiles=_RULE)
    spec = game_spec(game)
    title, summary = translate(spec.title), translate(spec.summary)
    line = f"{summary[0].upper()}{summary[1:]}."
    part: WebGame | None = game_parts("web").get(game)
    if part is None or part.preview is None:
        return game, Preview(title=title, line=line)
    position = None
    if path.startswith(f"{game}:"):
        with suppress(PerfectPlayError):
            # Refuse a large start before replaying its moves: every page makes a preview, without waiting in the queue.
            if check := spec.part("limits"):
                check(parse_position(path.partition("/")[0]))
            position = parse_position(path)
    shown = part.preview(position or parse_position(spec.example))
    if position:
        title = say("{name}: {value}", name=title, value=shown.title)
    return position.id if position else game, replace(shown, title=title, line=shown.line or line)


def _drawn(name: str, _: str) -> bytes:
    return draw_preview(preview(name)[1])


async def preview_picture(path: str) -> Response:
    """Draw the preview with this name, and send it as PNG."""
    name, _ = await run_in_threadpool(preview, path)
    if name != path:
        raise HTTPException(404)
    picture = await _PREVIEWS.ask(_drawn, name, current_locale())
    return Response(picture, headers={"Vary": "Accept-Language"}, media_type="image/png")


ENDPOINTS = [
    Endpoint("/games", "The games", given_nothing, _games, list[DeclaredAs]),
    question_endpoint("/board", "What a plain page shows of a position", _read, PlainBoard, view=_board, quick=always),
    question_endpoint("/board.svg", "A picture of a position", _read, SVG, view=_board_picture, quick=always),
    Endpoint("/position", "Everything that a board shows", _given_position, _position, Described, own="board"),
    Endpoint("/move", "The position after a move", _given_move, _move, Described, own="board"),
    question_endpoint("/hint", "Best play from a position", _hint, Solution, timed=True),
    question_endpoint("/hint/steps", "A hint in steps: an idea, an area, the move", _hints, Hints, timed=True),
    question_endpoint("/review", "The best that was still possible after every move", _review, Review, timed=True),
    # The picture and its figures share one job.
    question_endpoint("/review.svg", "The same as a picture", _review, SVG, take=draw_review, timed=True),
    Endpoint("/daily", "The puzzles of a day", _given_day, _daily, list[Puzzle]),
    question_endpoint("/daily.svg", "A card that tells what came of a puzzle", _card, SVG, quick=always),
    question_endpoint("/lessons", "Small positions of a game, each with an idea", _lessons, list[Lesson]),
]
