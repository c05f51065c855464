"""Questions about a row of coins: best play, tables, ties."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.coins import answers
from perfectplay.coins.rules import Coin, CoinsPosition, Component, Kind, parse_coins, parse_gaps
from perfectplay.coins.solve import Table, laid_out
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.text.texts import Text
from perfectplay.web.coins.board import MAX_SOLVED, check_board
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import InputError, Query, demand
from perfectplay.web.replies import json_response

__all__ = ["ENDPOINTS", "EXAMPLE", "QUANTITIES", "read_coins"]

MAX_TABLE = 200
"""Most coins in a part whose table is sent: 20,000 cells."""

_MAX_ALPHABET = 100
_MAX_LENGTH = 200
_MAX_LISTED = 1_000
EXAMPLE = "5.1.1.5.1.2.2.1"
_KINDS = ("row", "left", "right", "circle")
QUANTITIES = ("A", "M", "S")
_SEPARATORS = re.compile(r"[\s,;.]+")


def read_coins(query: Query, most: int) -> tuple[Coin, ...]:
    """Read a row: ``coins``, or what is left in a ``position`` that is one."""
    query.exclude("coins", "position")
    text, place = query.optional("coins", example=EXAMPLE), query.optional("position", example=f"coins:{EXAMPLE}")
    if text is not None:
        return _coins(text, most)
    if place is None:
        demand("coins", EXAMPLE)
    position = _table(place)
    kinds = [component.kind for component in position.components]
    if kinds != ["row"]:
        message = Text(
            "{id} is not a single row with two open ends; give one, as in coins:{example}",
            id=quote(position.id),
            example=EXAMPLE,
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
            "there is no coin in coins={text}; give them as in coins={example}", text=quote(text), example=EXAMPLE
        )
        raise InputError(message)
    if len(words) > most:
        message = Text("coins has {count} coins; at most {most} are possible here", count=len(words), most=most)
        raise LimitExceededError(message)
    return parse_coins(words)


def _given_row(query: Query) -> Mapping[str, Any]:
    query.exclude("coins", "position")
    text, place = query.optional("coins", example=EXAMPLE), query.optional("position", example=f"coins:{EXAMPLE}")
    kind = query.choice("kind", _KINDS, "row")
    gap, line = query.optional("gap", limit=100), not query.flag("no-line")
    if place is not None:
        query.exclude("position", "kind", "gap")
        return {"table": _table(place), "line": line}
    if text is None:
        demand("coins", EXAMPLE)
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
    coins, of = read_coins(query, MAX_SOLVED), query.choice("of", QUANTITIES, "A")
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
    return {
        "alphabet": query.integer("alphabet", low=1, high=_MAX_ALPHABET),
        "length": query.integer("length", low=1, high=_MAX_LENGTH, example="4"),
        "listed": query.flag("list"),
        "limit": query.integer("limit", _MAX_LISTED, low=1, high=_MAX_LISTED),
    }


def _ties(request: Request, alphabet: int, length: int, *, listed: bool, limit: int) -> Response:
    return answer(request, answers.ties, alphabet, length, listed=listed, limit=limit)


ENDPOINTS = [
    Endpoint("/coins/solve", "Best play in a row", _given_row, _solve, answers.CoinsSolved, long=True),
    Endpoint("/coins/table", "The value of every part of a row", _given_part, _values, answers.CoinsTable, long=True),
    Endpoint("/coins/ties", "How many games are tied", _given_ties, _ties, answers.CoinsTies, long=True),
]
