"""Questions about a row of coins: best play, tables, ties, pictures and an opponent's move."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Literal, cast, get_args

from perfectplay.coins.pictures import tree
from perfectplay.coins.pictures import triangle as draw
from perfectplay.coins.questions.explain import CoinsExplanation, ExplainRow
from perfectplay.coins.questions.row import CoinsTable, GrowTree, TabulateRow
from perfectplay.coins.questions.solve import (
    EXAMPLE,
    MAX_SOLVED,
    CoinsReply,
    SolveCoins,
    going_on,
    parse_gap,
    reply,
    single_row,
)
from perfectplay.coins.questions.ties import CoinsTies, CountTies
from perfectplay.coins.rules import Coin, CoinsPosition, Kind, parse_coins
from perfectplay.coins.solve import CoinsSolved, laid_out
from perfectplay.coins.ties import longest_count, longest_list
from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.question import ParameterError
from perfectplay.core.text.language import current_locale
from perfectplay.web.coins.board import MAX_BOARD, check_board
from perfectplay.web.endpoints import always, question_endpoint
from perfectplay.web.parameters import Query, missing, read_opponent
from perfectplay.web.replies import SVG

MAX_TABLE = 200
"""Maximum number of coins in a component whose table is sent; such a table has 20,000 cells."""

_MAX_ALPHABET = 100
_MAX_LENGTH = 200
_MAX_LISTED = 1_000
_MAX_QUICK = 20
_QUICK_TEXT = 200
"""Maximum numbers of coins and of characters for which the server draws a triangle itself, in 20 ms."""
_QUANTITIES = ("A", "M", "S")
_SEPARATORS = re.compile(r"[\s,;.]+")
_Part = tuple[tuple[Coin, ...], draw.Quantity, tuple[int, int] | None]
"""Arguments of a triangle: the row, the quantity in its cells, and the marked part."""
_MARK = re.compile(r"([0-9]{1,6})-([0-9]{1,6})\Z")


# -- the row of a question -----------------------------------------------------------------------------------------


def _given(query: Query, most: int) -> tuple[tuple[Coin, ...] | None, CoinsPosition | None]:
    """Parse ``coins`` or ``position``, exactly one of which must be given; return ``None`` for the missing one."""
    query.exclude("coins", "position", missing=missing("coins", EXAMPLE))
    text, known = query.optional("coins", example=EXAMPLE), query.optional("position", example=f"coins:{EXAMPLE}")
    if text is not None:
        return _coins(text, most), None
    position = going_on(known or "")
    check_board(position)
    return None, position


def _row(query: Query, most: int) -> tuple[Coin, ...]:
    """Parse a row from ``coins``, or from a ``position`` in which a single row is left."""
    coins, position = _given(query, most)
    return coins or () if position is None else single_row(position)


def _coins(text: str, most: int) -> tuple[Coin, ...]:
    """Parse coins separated by dots, commas or spaces; fractions are written 3/2, or 3_2 as in ids."""
    words = [word.replace("_", "/") for word in _SEPARATORS.split(text) if word]
    if not words:
        raise ParameterError(
            "there is no coin in coins={text}; give them as in coins={example}", text=quote(text), example=EXAMPLE
        )
    if len(words) > most:
        raise LimitExceededError(
            "coins has {count} coins; at most {most} are possible here", count=len(words), most=most
        )
    return parse_coins(words)


# -- answers -------------------------------------------------------------------------------------------------------


def _solve(query: Query) -> SolveCoins:
    query.exclude("position", "gap", "kind")
    coins, position = _given(query, MAX_SOLVED)
    gap = query.optional("gap", limit=100)
    return SolveCoins(
        coins=coins or (),
        position=position,
        kind=cast("Kind", query.choice("kind", get_args(Kind), "row")),
        gap=None if gap is None else parse_gap(gap),
        line=not query.flag("no-line"),
    )


def _is_row(question: SolveCoins) -> bool:
    """Return whether the coins lie in a single row, for which the answer takes only milliseconds."""
    return not laid_out(question.table)[1]


def _explain(query: Query) -> ExplainRow:
    coins, position = _given(query, MAX_BOARD)
    return ExplainRow(position=position or CoinsPosition.new(coins or ()))


def _table(query: Query) -> TabulateRow:
    coins, of = _row(query, MAX_SOLVED), query.choice("of", _QUANTITIES, "A")
    first = query.integer("from", 1, low=1, high=MAX_SOLVED)
    last = query.optional_integer("to", low=1, high=MAX_SOLVED, example="8")
    query.order("from", "to")
    query.depend("from", "coins")
    query.depend("to", "coins")
    question = TabulateRow(coins=coins, of=cast("Literal['A', 'M', 'S']", of), first=first, to=last)
    question.check_length(MAX_TABLE)
    return question


def _ties(query: Query) -> CountTies:
    question = CountTies(
        alphabet=query.integer("alphabet", low=1, high=_MAX_ALPHABET),
        length=query.integer("length", low=1, high=_MAX_LENGTH, example="4"),
        listed=query.flag("list"),
        limit=query.integer("limit", _MAX_LISTED, low=1, high=_MAX_LISTED),
    )
    if query.describing:
        alphabets = range(1, _MAX_ALPHABET + 1)
        query.fall("length", "alphabet", {k: longest_count(k, _MAX_LENGTH) for k in alphabets})
        query.fall("length", "alphabet", {k: longest_list(k, _MAX_LENGTH) for k in alphabets}, when="list=='1' AND ")
    return question


def _reply(query: Query) -> partial[CoinsReply]:
    text, (opponent, seed) = query.position(f"coins:{EXAMPLE}"), read_opponent(query)
    position = CoinsPosition.from_id(text)
    check_board(position)
    return partial(reply, position, opponent, seed)


# -- pictures ------------------------------------------------------------------------------------------------------


def _triangle(query: Query) -> _Part:
    coins, of = _row(query, draw.MAX_DRAWN), query.choice("of", _QUANTITIES, "A")
    mark = query.optional("mark", limit=20, example="1-2")
    query.depend("mark", "coins")
    return coins, cast("draw.Quantity", of), None if mark is None else _segment(mark, len(coins))


def _segment(text: str, size: int) -> tuple[int, int]:
    """Parse the first and the last coin of a segment, counted from 1."""
    matched = _MARK.match(text)
    if not matched or not 1 <= int(matched[1]) <= int(matched[2]) <= size:
        raise ParameterError(
            "mark={text} is not part of the row; give its first and last coin, within 1-{size}",
            text=quote(text),
            size=size,
        )
    return int(matched[1]) - 1, int(matched[2]) - 1


def _is_small(part: _Part) -> bool:
    return len(part[0]) <= _MAX_QUICK and sum(len(str(coin)) for coin in part[0]) <= _QUICK_TEXT


def draw_triangle(part: _Part, *, progress: ProgressCallback = ignore_progress) -> str:
    """Return the picture that `perfectplay.coins.pictures.triangle.triangle` draws."""
    progress(Progress("picture", 0.0))
    return _drawn(part, current_locale())


@lru_cache(128)
def _drawn(part: _Part, _locale: str) -> str:
    """Draw a triangle; cache pictures for each language, because a whole class may look at the same ones."""
    coins, of, marked = part
    return draw.triangle(coins, of, marked=marked)


def _tree(query: Query) -> GrowTree:
    compact = query.choice("form", ("compact", "full"), "compact") == "compact"
    return GrowTree(coins=_row(query, tree.MAX_COMPACT if compact else tree.MAX_TREE), compact=compact)


def _tree_picture(question: GrowTree) -> str:
    return (tree.compact_tree if question.compact else tree.game_tree)(question.coins)


ENDPOINTS = [
    question_endpoint("/coins/solve", "Best play in a row", _solve, CoinsSolved, quick=_is_row),
    question_endpoint(
        "/coins/explain", "The fusions that prove the margin of a row", _explain, CoinsExplanation, quick=always
    ),
    question_endpoint("/coins/table", "The value of every part of a row", _table, CoinsTable),
    question_endpoint("/coins/ties", "How many games are tied", _ties, CoinsTies),
    question_endpoint(
        "/coins/triangle.svg",
        "The value of every part of a row, as a picture",
        _triangle,
        SVG,
        view=draw_triangle,
        quick=_is_small,
    ),
    question_endpoint(
        "/coins/tree.svg",
        "Every line of play of a small game, as a picture",
        _tree,
        SVG,
        view=_tree_picture,
        quick=always,
    ),
    question_endpoint("/coins/reply", "An opponent's move", _reply, CoinsReply, quick=always),
]
