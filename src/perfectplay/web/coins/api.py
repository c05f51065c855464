"""The HTTP API's answers about coins."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.coins import answers
from perfectplay.coins.coach import Coach, ParityGuarantee
from perfectplay.coins.exercises import CoinsExercise
from perfectplay.coins.opponents import choose, load_opponent
from perfectplay.coins.pictures import triangle as draw
from perfectplay.coins.rules import (
    Coin,
    CoinsPosition,
    Component,
    Kind,
    Player,
    Stretch,
    ends,
    parse_coins,
    parse_gaps,
    take,
)
from perfectplay.coins.solve import Table, laid_out
from perfectplay.coins.values import half
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.schema import Exact
from perfectplay.core.session import Session
from perfectplay.core.texts import Text
from perfectplay.web.coins.lab import PICTURES, CoinsLab, limits
from perfectplay.web.declaration import WebGame
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import InputError, Query, demand
from perfectplay.web.replies import SVG, json_response

__all__ = [
    "ENDPOINTS",
    "MAX_BOARD",
    "MAX_SOLVED",
    "MAX_TABLE",
    "MAX_VALUE",
    "WEB",
    "CoinsAdvice",
    "CoinsBoard",
    "CoinsPick",
    "CoinsReply",
    "CoinsReview",
    "CoinsRow",
    "CoinsTaken",
    "check_board",
    "describe",
    "draw_triangle",
]

MAX_BOARD = 60
"""Most coins on a board."""

MAX_VALUE = 12
"""Most characters of a coin on a board, as its id writes it: there is room for them, and sums fit into 53 bits."""

MAX_SOLVED = 2_000
"""Most coins in a row that is solved, or of which a table shows a part."""

MAX_TABLE = 200
"""Most coins in a part whose table is sent: 20,000 cells."""

_MAX_WORK = 45_000
"""States, times coins, times moves, of a board on which a circle lies beside something else; 70 ms were measured."""
_MAX_BROKEN = 6
"""Most rows of a board with fractions: adding them up is slow, and with more rows a game took up to 0.6 s to tell."""
_MAX_QUICK = 20
_QUICK_TEXT = 200
"""Most coins and most characters of a triangle that is drawn at once, in 20 ms; others have a process of their own."""
_MAX_ALPHABET = 100
_MAX_LENGTH = 200
_MAX_LISTED = 1_000
_MAX_SEED = 2**31 - 1
_EXAMPLE = "5.1.1.5.1.2.2.1"
_KINDS = ("row", "left", "right", "circle")
_QUANTITIES = ("A", "M", "S")
_SEPARATORS = re.compile(r"[\s,;.]+")
_MARK = re.compile(r"([0-9]{1,6})-([0-9]{1,6})\Z")


# -- boards --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsRow:
    """A row, a stack or a circle on the table.

    Attributes
    ----------
    kind, start_kind
        What it is now, and what it was at the start: a circle turns into a row.
    left
        Places of the coins that are left, from left to right, counted from 0.
    """

    kind: Kind
    start_kind: Kind
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsPick:
    """A move, and the coin that it takes.

    Attributes
    ----------
    move
        As in ids.
    row, place
        Where the coin lies, both counted from 0.
    coin
        Its value.
    """

    move: str
    row: int
    place: int
    coin: Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsTaken(CoinsPick):
    """A move that was made.

    Attributes
    ----------
    player
        Who made it, 0 or 1.
    cost
        What it gave away in the margin.
    """

    player: Player
    cost: Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsAdvice(CoinsPick):
    """What a legal move is worth.

    Attributes
    ----------
    margin
        What the mover wins by from here on, if both go on perfectly after it.
    cost
        How much less than the best move that is.
    best
        Whether no move is better.
    final
        Both totals at the end.
    """

    margin: Exact
    cost: Exact
    best: bool
    final: tuple[Exact, Exact]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsReview:
    """What the last move was worth, and the answer to it.

    Attributes
    ----------
    player
        Who made it, 0 or 1.
    move
        As in ids.
    cost
        What it gave away in the margin.
    better
        The moves that would have given nothing away, if it did.
    answers
        The best moves now.
    margin
        What the other player, who moves now, wins by from here on with perfect play.
    """

    player: Player
    move: str
    cost: Exact
    better: tuple[CoinsPick, ...]
    answers: tuple[CoinsPick, ...]
    margin: Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsBoard:
    """What the board shows.

    Attributes
    ----------
    rows
        What lies on the table.
    start_coins, coins
        Values of all coins, and of those left, for each row.
    to_move
        Who moves next, 0 or 1.
    margin
        By how much the first player leads.
    taken
        Every move so far.
    costs
        What the mistakes of both players cost so far.
    advice
        Every legal move.
    review
        The last move, or ``None`` at the start.
    final, final_margin
        Both totals at the end, and by how much the first player wins, if both play perfectly from here on.
    start_final, start_margin
        The same from the start of the game.
    guaranteed
        The total that whoever moves can be sure of, or ``None`` when the game is over.
    parity
        What the colours of the places are sure to give, or ``None`` unless an even number of coins is left in a single
        row with two open ends.
    """

    rows: tuple[CoinsRow, ...]
    start_coins: tuple[tuple[Exact, ...], ...]
    coins: tuple[tuple[Exact, ...], ...]
    to_move: Player
    margin: Exact
    taken: tuple[CoinsTaken, ...]
    costs: tuple[Exact, Exact]
    advice: tuple[CoinsAdvice, ...]
    review: CoinsReview | None
    final: tuple[Exact, Exact]
    final_margin: Exact
    start_final: tuple[Exact, Exact]
    start_margin: Exact
    guaranteed: Exact | None
    parity: ParityGuarantee | None


def describe(position: CoinsPosition) -> CoinsBoard:
    """Tell what the board shows.

    Parameters
    ----------
    position
        Of at most `MAX_BOARD` coins of at most `MAX_VALUE` characters.

    Raises
    ------
    LimitExceededError
        If the board is too large.

    Notes
    -----
    O(n^2 log n) for n coins the first time, and O(n log n) after each move: the coaches of earlier positions are
    remembered.
    """
    check_board(position)
    line = list(Session.replay(position))
    taken = tuple(_taken(before, move) for before, move in zip(line[:-1], position.moves, strict=True))
    first, second = (sum(one.cost for one in taken if one.player == player) for player in (0, 1))
    coach, start = _coach(position), _coach(line[0])
    return CoinsBoard(
        rows=tuple(map(_row, position.stretches, position.start_components)),
        start_coins=tuple(component.coins for component in position.start_components),
        coins=tuple(component.coins for component in position.components),
        to_move=position.to_move,
        margin=position.margin,
        taken=taken,
        costs=(first, second),
        advice=tuple(_advice(coach)),
        review=_review(coach, _coach(line[-2])) if position.moves else None,
        final=coach.final_scores,
        final_margin=coach.final_margin,
        start_final=start.final_scores,
        start_margin=start.final_margin,
        guaranteed=None if position.is_over() else coach.guaranteed,
        parity=coach.parity,
    )


@lru_cache(1024)
def _coach(position: CoinsPosition) -> Coach:
    """Remember what moves are worth: the next position of the same game asks for all of them again."""
    return Coach(position)


def check_board(position: CoinsPosition) -> None:
    """Refuse what is too large for a board, or too much work.

    Raises
    ------
    LimitExceededError
        If there are too many coins, or too large ones, too many rows with fractions, or too much beside a circle.
    """
    sizes = [len(component.coins) for component in position.start_components]
    if sum(sizes) > MAX_BOARD:
        message = Text(
            "{id} has {count} coins; a board has room for {most}, and coins/solve takes rows of up to {solved}",
            id=quote(position.start().id),
            count=sum(sizes),
            most=MAX_BOARD,
            solved=MAX_SOLVED,
        )
        raise LimitExceededError(message)
    for component in position.start_components:
        for coin in component.coins:
            if len(str(coin)) > MAX_VALUE:
                message = Text(
                    "the coin {coin} has {count} characters; a board has room for {most}",
                    coin=quote(coin),
                    count=len(str(coin)),
                    most=MAX_VALUE,
                )
                raise LimitExceededError(message)
    if len(sizes) > _MAX_BROKEN and any(
        coin.denominator > 1 for component in position.start_components for coin in component.coins
    ):
        message = Text(
            "{id} has {count} rows and fractions; a board with fractions has room for {most} rows",
            id=quote(position.start().id),
            count=len(sizes),
            most=_MAX_BROKEN,
        )
        raise LimitExceededError(message)
    # A circle of two is a row to the solver; any other, beside something else, is searched state by state.
    circles = sum(component.kind == "circle" and len(component.coins) > 2 for component in position.start_components)
    if circles and len(sizes) > 1:
        states = prod(_states(component, circles) for component in position.start_components)
        work = states * sum(sizes) * len(position.start().legal_moves())
        if work > _MAX_WORK:
            message = Text(
                "{id} has a circle beside other coins, and too many of them for a board; put the circle on a table "
                "of its own, or leave out some coins",
                id=quote(position.start().id),
            )
            raise LimitExceededError(message)


def _states(component: Component, circles: int) -> int:
    size = len(component.coins)
    match component.kind:
        case "circle" if size > 2:
            # As long as it is searched, a single one is whole.
            return 1 if circles == 1 else size * (size - 1) + 2
        case "row" | "circle":
            return size * (size + 1) // 2 + 1
        case _:
            return size + 1


def _row(stretch: Stretch, component: Component) -> CoinsRow:
    left = tuple(place % len(component.coins) for place in range(stretch.lo, stretch.hi))
    return CoinsRow(kind=stretch.kind, start_kind=component.kind, left=left)


def _place(position: CoinsPosition, move: str) -> tuple[int, int]:
    """Say in which row and at which place the coin lies that a legal move takes."""
    names = ((row, end) for row, stretch in enumerate(position.stretches) for end in ends(stretch))
    row, end = dict(zip(position.legal_moves(), names, strict=True))[move]
    place, _ = take(position.stretches[row], end)
    return row, place % len(position.start_components[row].coins)


def _pick(position: CoinsPosition, move: str) -> CoinsPick:
    row, place = _place(position, move)
    return CoinsPick(move=move, row=row, place=place, coin=position.coin(move))


def _taken(before: CoinsPosition, move: str) -> CoinsTaken:
    advice, (row, place) = _coach(before).advice(move), _place(before, move)
    return CoinsTaken(move=move, row=row, place=place, coin=advice.coin, player=before.to_move, cost=advice.cost)


def _advice(coach: Coach) -> Iterator[CoinsAdvice]:
    """Tell what each legal move is worth."""
    for advice in coach.moves:
        (row, place), loss = _place(coach.position, advice.move), half(advice.cost)
        first, second = coach.final_scores
        yield CoinsAdvice(
            move=advice.move,
            row=row,
            place=place,
            coin=advice.coin,
            margin=advice.margin,
            cost=advice.cost,
            best=advice.is_best,
            final=(first + loss, second - loss) if coach.position.to_move else (first - loss, second + loss),
        )


def _review(coach: Coach, earlier: Coach) -> CoinsReview | None:
    """Judge the last move, knowing what it was chosen from."""
    review = coach.review()
    if review is None:
        return None
    return CoinsReview(
        player=review.player,
        move=review.move,
        cost=review.cost,
        better=tuple(_pick(earlier.position, move) for move in review.better),
        answers=tuple(_pick(coach.position, move) for move in review.answers),
        margin=review.margin,
    )


# -- replies -------------------------------------------------------------------------------------------------------


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
    text, opponent = query.position(f"coins:{_EXAMPLE}"), query.text("opponent", "perfect", limit=100)
    seed = query.integer("seed", 0, low=0, high=_MAX_SEED)
    position = CoinsPosition.from_id(text)
    check_board(position)
    return {"position": position, "opponent": opponent, "seed": seed}


def _reply(_: Request, position: CoinsPosition, opponent: str, seed: int) -> Response:
    """Let an opponent move: the same seed in the same position gives the same move."""
    # With the position in it, the moves of one game do not depend on each other.
    source = random.Random(f"{seed} {position.id}")  # noqa: S311  # a game's chance, not a secret
    move = choose(load_opponent(opponent), position, source)
    coin, after = position.coin(move), position.play(move)
    return json_response(CoinsReply(opponent=opponent, move=move, coin=coin, position=after.id))


# -- rows ----------------------------------------------------------------------------------------------------------


def _read_coins(query: Query, most: int) -> tuple[Coin, ...]:
    """Read a row: ``coins``, or what is left in a ``position`` that is one."""
    query.exclude("coins", "position")
    text, place = query.optional("coins", example=_EXAMPLE), query.optional("position", example=f"coins:{_EXAMPLE}")
    if text is not None:
        return _coins(text, most)
    if place is None:
        demand("coins", _EXAMPLE)
    position = _table(place)
    kinds = [component.kind for component in position.components]
    if kinds != ["row"]:
        message = Text(
            "{id} is not a single row with two open ends; give one, as in coins:{example}",
            id=quote(position.id),
            example=_EXAMPLE,
        )
        raise InvalidPositionError(message)
    (row,) = position.components
    return row.coins


def _table(text: str) -> CoinsPosition:
    """Read the id of a position that fits on a board, and is not over."""
    position = CoinsPosition.from_id(text)
    check_board(position)
    if position.is_over():
        message = Text(
            "the game {id} is over; give a position in which there are coins left to be taken", id=quote(position.id)
        )
        raise InvalidPositionError(message)
    return position


def _coins(text: str, most: int) -> tuple[Coin, ...]:
    """Read coins separated by dots, commas or blanks; a fraction is 3/2, or 3_2 as in ids."""
    words = [word.replace("_", "/") for word in _SEPARATORS.split(text) if word]
    if not words:
        message = Text(
            "there is no coin in coins={text}; give them as in coins={example}", text=quote(text), example=_EXAMPLE
        )
        raise InputError(message)
    if len(words) > most:
        message = Text("coins has {count} coins; at most {most} are possible here", count=len(words), most=most)
        raise LimitExceededError(message)
    return parse_coins(words)


def _given_row(query: Query) -> Mapping[str, Any]:
    query.exclude("coins", "position")
    text, place = query.optional("coins", example=_EXAMPLE), query.optional("position", example=f"coins:{_EXAMPLE}")
    kind = query.choice("kind", _KINDS, "row")
    gap, line = query.optional("gap", limit=100), not query.flag("no-line")
    if place is not None:
        query.exclude("position", "kind", "gap")
        return {"table": _table(place), "line": line}
    if text is None:
        demand("coins", _EXAMPLE)
    coins = _coins(text, MAX_SOLVED)
    if gap is not None and kind != "row":
        message = Text("gap={gap} and kind={kind} exclude each other; give one of them", gap=quote(gap), kind=kind)
        raise InputError(message)
    if gap is not None:
        return {"table": parse_gaps(coins, _one_coin(gap)), "line": line}
    return {"table": coins if kind == "row" else (Component(cast(Kind, kind), coins),), "line": line}


def _solve(request: Request, table: Table, *, line: bool) -> Response:
    if not laid_out(table)[1]:
        # Done within milliseconds: no process is needed.
        return json_response(answers.solved(table, line=line))
    return answer(request, answers.solved, table, line=line)


def _one_coin(text: str) -> Coin:
    coins = parse_coins(text.replace("_", "/"))
    if len(coins) != 1:
        message = Text("gap={text} is not one number; the gap is marked by one number, as in gap=0", text=quote(text))
        raise InputError(message)
    return coins[0]


def _given_part(query: Query) -> Mapping[str, Any]:
    coins, of = _read_coins(query, MAX_SOLVED), query.choice("of", _QUANTITIES, "A")
    first = query.integer("from", 1, low=1, high=MAX_SOLVED)
    to = query.optional_integer("to", low=1, high=MAX_SOLVED)
    last = len(coins) if to is None else to
    for name, coin, low in (("from", first, 1), ("to", last, first)):
        if not low <= coin <= len(coins):
            message = Text(
                "{name}={coin} is out of range; it must be from {low} to {count}",
                name=name,
                coin=coin,
                low=low,
                count=len(coins),
            )
            raise LimitExceededError(message)
    if last - first >= MAX_TABLE:
        message = Text(
            "the part {first} to {last} has {count} coins; at most {most} are possible here",
            first=first,
            last=last,
            count=last - first + 1,
            most=MAX_TABLE,
        )
        raise LimitExceededError(message)
    return {"coins": coins, "of": of, "start": first - 1, "stop": last}


def _values(request: Request, coins: tuple[Coin, ...], of: str, start: int, stop: int) -> Response:
    return answer(request, answers.table, coins, of, start, stop)


def _given_ties(query: Query) -> Mapping[str, Any]:
    alphabet = query.integer("alphabet", low=1, high=_MAX_ALPHABET)
    length = query.integer("length", low=1, high=_MAX_LENGTH, example="4")
    listed, rule = query.flag("list"), query.optional("rule", limit=100)
    limit = query.integer("limit", _MAX_LISTED, low=1, high=_MAX_LISTED)
    if listed and rule is not None:
        message = Text("list=1 and rule={rule} exclude each other; give one of them", rule=quote(rule))
        raise InputError(message)
    return {"alphabet": alphabet, "length": length, "listed": listed, "rule": rule, "limit": limit}


def _ties(request: Request, alphabet: int, length: int, *, listed: bool, rule: str | None, limit: int) -> Response:
    if rule is None:
        return answer(request, answers.ties, alphabet, length, listed=listed, limit=limit)
    return answer(request, answers.conjecture, rule, alphabet, length)


# -- pictures ------------------------------------------------------------------------------------------------------


def _given_triangle(query: Query) -> Mapping[str, Any]:
    coins, of = _read_coins(query, draw.MAX_DRAWN), query.choice("of", _QUANTITIES, "A")
    mark = query.optional("mark", limit=20)
    return {"coins": coins, "of": of, "marked": None if mark is None else _segment(mark, len(coins))}


def _triangle(request: Request, coins: tuple[Coin, ...], of: draw.Quantity, marked: tuple[int, int] | None) -> Response:
    if len(coins) > _MAX_QUICK or sum(len(str(coin)) for coin in coins) > _QUICK_TEXT:
        return answer(request, draw_triangle, coins, of, marked, media=SVG)
    return Response(_quick_triangle(coins, of, marked), media_type=SVG)


def draw_triangle(
    coins: Sequence[Coin],
    of: draw.Quantity,
    marked: tuple[int, int] | None,
    progress: ProgressCallback = ignore_progress,
) -> str:
    """Draw as `perfectplay.coins.pictures.triangle.triangle` does, in a process of its own."""
    progress(Progress("picture", 0.0))
    return draw.triangle(coins, of, marked=marked)


@lru_cache(128)
def _quick_triangle(coins: tuple[Coin, ...], of: draw.Quantity, marked: tuple[int, int] | None) -> str:
    """Remember pictures: in a class, many look at the same ones."""
    return draw.triangle(coins, of, marked=marked)


def _segment(text: str, size: int) -> tuple[int, int]:
    """Read first and last coin of a segment, counted from 1."""
    matched = _MARK.match(text)
    if not matched or not 1 <= int(matched[1]) <= int(matched[2]) <= size:
        message = Text(
            "mark={text} is not part of the row; give its first and last coin, within 1-{size}",
            text=quote(text),
            size=size,
        )
        raise InputError(message)
    return int(matched[1]) - 1, int(matched[2]) - 1


def _given_tree(query: Query) -> Mapping[str, Any]:
    form = query.choice("form", ("compact", "full"), "compact")
    return {"coins": _read_coins(query, draw.MAX_COMPACT if form == "compact" else draw.MAX_TREE), "form": form}


def _tree(_: Request, coins: tuple[Coin, ...], form: str) -> Response:
    return Response((draw.compact_tree if form == "compact" else draw.game_tree)(coins), media_type=SVG)


ENDPOINTS = [
    Endpoint("/coins/solve", "Best play in a row", _given_row, _solve, answers.CoinsSolved, long=True),
    Endpoint("/coins/table", "The value of every part of a row", _given_part, _values, answers.CoinsTable, long=True),
    Endpoint(
        "/coins/ties",
        "How many games are tied, or what came of testing a rule about them",
        _given_ties,
        _ties,
        answers.CoinsTies | answers.CoinsRule,
        long=True,
    ),
    Endpoint("/coins/reply", "An opponent's move", _given_reply, _reply, CoinsReply),
    Endpoint(
        "/coins/triangle.svg",
        "The value of every part of a row, as a picture",
        _given_triangle,
        _triangle,
        SVG,
        long=True,
    ),
    Endpoint("/coins/tree.svg", "Every line of play of a small game, as a picture", _given_tree, _tree, SVG),
]

WEB = WebGame(
    ENDPOINTS,
    describe,
    board=CoinsBoard,
    pages=frozenset({"/coins/levels", "/coins/triangle"}),
    pictures=PICTURES,
    limits=limits,
    lab=CoinsLab,
    exercise=CoinsExercise,
)
"""What the web app has of this game."""
