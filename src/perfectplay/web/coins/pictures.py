"""Pictures of rows of coins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.coins.pictures import triangle as draw
from perfectplay.coins.rules import Coin
from perfectplay.core.errors import quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.text.texts import Text
from perfectplay.web.coins.rows import QUANTITIES, read_coins
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import InputError, Query
from perfectplay.web.replies import SVG

__all__ = ["ENDPOINTS"]

_MAX_QUICK = 20
_QUICK_TEXT = 200
"""Most coins and most characters of a triangle that is drawn at once, in 20 ms; others have a process of their own."""
_MARK = re.compile(r"([0-9]{1,6})-([0-9]{1,6})\Z")


def _given_triangle(query: Query) -> Mapping[str, Any]:
    coins, of = read_coins(query, draw.MAX_DRAWN), query.choice("of", QUANTITIES, "A")
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
    return {"coins": read_coins(query, draw.MAX_COMPACT if form == "compact" else draw.MAX_TREE), "form": form}


def _tree(_: Request, coins: tuple[Coin, ...], form: str) -> Response:
    return Response((draw.compact_tree if form == "compact" else draw.game_tree)(coins), media_type=SVG)


ENDPOINTS = [
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
