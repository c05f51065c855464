"""The HTTP API's answers about coins."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from perfectplay.coins import answers, draw
from perfectplay.coins.answers import number
from perfectplay.coins.coach import Coach
from perfectplay.coins.opponents import choose, load_opponent
from perfectplay.coins.rules import Coin, CoinsPosition, Component, ends, parse_coins, parse_gaps, take
from perfectplay.coins.values import half
from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.session import Session
from perfectplay.web.coins_lab import PICTURES, limits
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import InputError, Query
from perfectplay.web.parts import WebGame
from perfectplay.web.replies import SVG, json_response

__all__ = [
    "MAX_BOARD",
    "MAX_SOLVED",
    "MAX_TABLE",
    "MAX_VALUE",
    "ROUTES",
    "WEB",
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
_SEPARATORS = re.compile(r"[\s,;.]+")
_MARK = re.compile(r"([0-9]{1,6})-([0-9]{1,6})\Z")


# -- boards --------------------------------------------------------------------------------------------------------


def describe(position: CoinsPosition) -> dict[str, Any]:
    """Tell what the board shows.

    Parameters
    ----------
    position
        Of at most `MAX_BOARD` coins of at most `MAX_VALUE` characters.

    Returns
    -------
    dict
        Numbers of coins are integers, or texts such as ``"3/2"``; players are 0 and 1; rows and places count from 0.

        ``rows``: what lies on the table, each with its ``kind`` now, ``start_kind`` and ``left``, the places of the
        coins that are left, from left to right;
        ``start_coins``, ``coins``: values of all coins, and of those left, for each row;
        ``to_move``: who moves next; ``margin``: by how much the first player leads;
        ``taken``: every move so far, with ``player``, ``move``, ``row``, ``place``, ``coin`` and ``cost``, which is
        what it gave away in the margin;
        ``costs``: what the mistakes of both players cost so far;
        ``advice``: every legal move, with ``move``, ``row``, ``place``, ``coin``, ``margin`` (what the mover wins by
        from here on, if both go on perfectly), ``cost``, ``best``, and ``final``, both totals at the end;
        ``review``: the last move, with ``player``, ``move``, ``cost``, ``better`` (the moves that would have given
        nothing away, if it did), ``answers`` (the best moves now), both with ``move``, ``row``, ``place`` and ``coin``,
        and ``margin`` (of whoever moves now), or ``None``;
        ``final``, ``final_margin``: both totals at the end, and by how much the first player wins, if both play
        perfectly from here on; ``start_final``, ``start_margin``: the same from the start of the game;
        ``guaranteed``: the total that whoever moves can be sure of, or ``None`` when the game is over;
        ``parity``: what the colours of the places are sure to give, with ``odd``, ``even``, ``move`` and ``margin``,
        or ``None`` unless an even number of coins is left in a single row with two open ends.

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
    taken: list[dict[str, Any]] = []
    costs: list[Coin] = [0, 0]
    for before, move in zip(line[:-1], position.moves, strict=True):
        cost = _coach(before).advice(move).cost
        costs[before.to_move] += cost
        taken.append({"player": before.to_move} | _pick(before, move) | {"cost": number(cost)})
    coach, start = _coach(position), _coach(line[0])
    return {
        "rows": [
            {
                "kind": part.kind,
                "start_kind": component.kind,
                "left": [place % len(component.coins) for place in range(part.lo, part.hi)],
            }
            for part, component in zip(position.parts, position.start_components, strict=True)
        ],
        "start_coins": [_numbers(component.coins) for component in position.start_components],
        "coins": [_numbers(component.coins) for component in position.components],
        "to_move": position.to_move,
        "margin": number(position.margin),
        "taken": taken,
        "costs": _numbers(costs),
        "advice": _advice(coach),
        "review": _review(coach, _coach(line[-2])) if position.moves else None,
        "final": _numbers(coach.final_scores),
        "final_margin": number(coach.final_margin),
        "start_final": _numbers(start.final_scores),
        "start_margin": number(start.final_margin),
        "guaranteed": None if position.is_over() else number(coach.guaranteed),
        "parity": _parity(coach),
    }


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
        message = (
            f"{quote(position.start().id)} has {sum(sizes)} coins; a board has room for {MAX_BOARD}, and "
            f"coins/solve takes rows of up to {MAX_SOLVED}"
        )
        raise LimitExceededError(message)
    for component in position.start_components:
        for coin in component.coins:
            if len(str(coin)) > MAX_VALUE:
                message = f"the coin {quote(coin)} has {len(str(coin))} characters; a board has room for {MAX_VALUE}"
                raise LimitExceededError(message)
    if len(sizes) > _MAX_BROKEN and any(
        coin.denominator > 1 for component in position.start_components for coin in component.coins
    ):
        message = (
            f"{quote(position.start().id)} has {len(sizes)} rows and fractions; a board with fractions has room for "
            f"{_MAX_BROKEN} rows"
        )
        raise LimitExceededError(message)
    # A circle of two is a row to the solver; any other, beside something else, is searched state by state.
    circles = sum(component.kind == "circle" and len(component.coins) > 2 for component in position.start_components)
    if circles and len(sizes) > 1:
        states = prod(_states(component, circles) for component in position.start_components)
        work = states * sum(sizes) * len(position.start().legal_moves())
        if work > _MAX_WORK:
            message = (
                f"{quote(position.start().id)} has a circle beside other coins, and too many of them for a board; "
                "put the circle on a table of its own, or leave out some coins"
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


def _numbers(coins: Sequence[Coin]) -> list[int | str]:
    return [number(coin) for coin in coins]


def _pick(position: CoinsPosition, move: str) -> dict[str, Any]:
    """Say which coin a legal move takes."""
    names = ((row, end) for row, part in enumerate(position.parts) for end in ends(part))
    row, end = dict(zip(position.legal_moves(), names, strict=True))[move]
    place, _ = take(position.parts[row], end)
    size = len(position.start_components[row].coins)
    return {"move": move, "row": row, "place": place % size, "coin": number(position.coin(move))}


def _advice(coach: Coach) -> list[dict[str, Any]]:
    """Put what each legal move is worth into records."""
    mover = coach.position.to_move
    found = []
    for advice in coach.moves:
        final, loss = list(coach.final_scores), half(advice.cost)
        final[mover] -= loss
        final[1 - mover] += loss
        worth = {"margin": number(advice.margin), "cost": number(advice.cost), "best": advice.is_best}
        found.append(_pick(coach.position, advice.move) | worth | {"final": _numbers(final)})
    return found


def _review(coach: Coach, earlier: Coach) -> dict[str, Any] | None:
    """Judge the last move, knowing what it was chosen from."""
    review = coach.review()
    if review is None:
        return None
    return {
        "player": review.player,
        "move": review.move,
        "cost": number(review.cost),
        "better": [_pick(earlier.position, move) for move in review.better],
        "answers": [_pick(coach.position, move) for move in review.answers],
        "margin": number(review.margin),
    }


def _parity(coach: Coach) -> dict[str, Any] | None:
    parity = coach.parity
    if parity is None:
        return None
    return {
        "odd": number(parity.odd),
        "even": number(parity.even),
        "move": parity.move,
        "margin": number(parity.margin),
    }


def _read_board(query: Query) -> CoinsPosition:
    position = CoinsPosition.from_id(query.text("id", example=f"coins:{_EXAMPLE}"))
    check_board(position)
    return position


def _reply(request: Request) -> Response:
    """Let an opponent move: the same seed in the same position gives the same move."""
    query = Query(request)
    position, name = _read_board(query), query.text("opponent", "perfect", limit=100)
    seed = query.integer("seed", 0, low=0, high=_MAX_SEED)
    query.done()
    # With the position in it, the moves of one game do not depend on each other.
    source = random.Random(f"{seed} {position.id}")  # noqa: S311  # a game's chance, not a secret
    move = choose(load_opponent(name), position, source)
    found = {"opponent": name, "move": move, "coin": number(position.coin(move)), "position": position.play(move).id}
    return json_response(found)


# -- rows ----------------------------------------------------------------------------------------------------------


def _read_coins(query: Query, most: int) -> tuple[Coin, ...]:
    """Read a row: coins separated by dots, commas or blanks; a fraction is 3/2, or 3_2 as in ids."""
    text = query.text("coins", example=_EXAMPLE)
    words = [word.replace("_", "/") for word in _SEPARATORS.split(text) if word]
    if not words:
        message = f"there is no coin in coins={quote(text)}; give them as in coins={_EXAMPLE}"
        raise InputError(message)
    if len(words) > most:
        message = f"coins has {len(words)} coins; at most {most} are possible here"
        raise LimitExceededError(message)
    return parse_coins(words)


def _solve(request: Request) -> Response:
    query = Query(request)
    coins, kind = _read_coins(query, MAX_SOLVED), query.choice("kind", _KINDS, "row")
    gap, line = query.optional("gap", limit=100), not query.flag("no-line")
    query.done()
    if gap is not None and kind != "row":
        message = f"gap={quote(gap)} and kind={kind} exclude each other; give one of them"
        raise InputError(message)
    if gap is None and kind == "row":
        # Done within milliseconds: no process is needed.
        return json_response(answers.solved(coins, line=line))
    components = (Component(kind, coins),) if gap is None else parse_gaps(coins, _one_coin(gap))  # type: ignore[arg-type]  # one of the kinds
    return answer(request, answers.solved, components, line=line)


def _one_coin(text: str) -> Coin:
    coins = parse_coins(text.replace("_", "/"))
    if len(coins) != 1:
        message = f"gap={quote(text)} is not one number; the gap is marked by one number, as in gap=0"
        raise InputError(message)
    return coins[0]


def _table(request: Request) -> Response:
    query = Query(request)
    coins, of = _read_coins(query, MAX_SOLVED), query.choice("of", ("A", "M", "S"), "A")
    first = query.integer("from", 1, low=1, high=len(coins))
    last = query.integer("to", len(coins), low=first, high=len(coins))
    query.done()
    if last - first >= MAX_TABLE:
        message = f"the part {first} to {last} has {last - first + 1} coins; at most {MAX_TABLE} are possible here"
        raise LimitExceededError(message)
    return answer(request, answers.table, coins, of, first - 1, last)


def _ties(request: Request) -> Response:
    query = Query(request)
    alphabet = query.integer("alphabet", low=1, high=_MAX_ALPHABET)
    length = query.integer("length", low=1, high=_MAX_LENGTH)
    listed, rule = query.flag("list"), query.optional("rule", limit=100)
    limit = query.integer("limit", _MAX_LISTED, low=1, high=_MAX_LISTED)
    query.done()
    if rule is None:
        return answer(request, answers.ties, alphabet, length, listed=listed, limit=limit)
    if listed:
        message = f"list=1 and rule={quote(rule)} exclude each other; give one of them"
        raise InputError(message)
    return answer(request, answers.conjecture, rule, alphabet, length)


# -- pictures ------------------------------------------------------------------------------------------------------


def _triangle(request: Request) -> Response:
    query = Query(request)
    coins, of = _read_coins(query, draw.MAX_DRAWN), query.choice("of", ("A", "M", "S"), "A")
    mark = query.optional("mark", limit=20)
    query.done()
    marked = None if mark is None else _segment(mark, len(coins))
    if len(coins) > _MAX_QUICK or sum(len(str(coin)) for coin in coins) > _QUICK_TEXT:
        return answer(request, draw_triangle, coins, of, marked, media=SVG)
    return Response(_quick_triangle(coins, cast(draw.Quantity, of), marked), media_type=SVG)


def draw_triangle(
    coins: Sequence[Coin],
    of: draw.Quantity,
    marked: tuple[int, int] | None,
    progress: ProgressCallback = ignore_progress,
) -> str:
    """Draw as `perfectplay.coins.draw.triangle` does, in a process of its own."""
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
        message = f"mark={quote(text)} is no part of the row; give its first and last coin, within 1-{size}"
        raise InputError(message)
    return int(matched[1]) - 1, int(matched[2]) - 1


def _tree(request: Request) -> Response:
    query = Query(request)
    form = query.choice("form", ("compact", "full"), "compact")
    coins = _read_coins(query, draw.MAX_COMPACT if form == "compact" else draw.MAX_TREE)
    query.done()
    return Response((draw.compact_tree if form == "compact" else draw.game_tree)(coins), media_type=SVG)


ROUTES = [
    Route("/coins/solve", _solve),
    Route("/coins/table", _table),
    Route("/coins/ties", _ties),
    Route("/coins/reply", _reply),
    Route("/coins/triangle.svg", _triangle),
    Route("/coins/tree.svg", _tree),
]

WEB = WebGame(ROUTES, describe, pictures=PICTURES, limits=limits)
"""What the web app has of this game."""
