"""Taxman's board: what it shows, what a move would cost, and how large a pot it has room for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.text.texts import Text
from perfectplay.taxman.pictures.game import draw_game
from perfectplay.taxman.records import load_records
from perfectplay.taxman.rules import Pot, TaxmanPosition, TaxmanPreview, Variant
from perfectplay.taxman.strategies.board import Board
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.parameters import Query
from perfectplay.web.replies import SVG, json_response

MAX_BOARD = 2_000
"""Most numbers on a board."""

MAX_PREVIEWED = 400
"""Most numbers on a board whose position comes with what every move would do.  At the start of a larger one that is
too much to send: at N = 2000 each of 1697 moves would make 135 primes unusable.  There, `/preview` tells it of one."""

LARGEST_SUM = 2**53 - 1
"""Sums of pots up to here are exact in every browser."""

EXAMPLE = "taxman:20/19.9"

Fate = Literal["open", "take", "tax", "left"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanTile:
    """A number of the start, and what became of it.

    Attributes
    ----------
    number
        The number.
    fate
        ``"left"`` if it went to the taxman without being tax.
    move
        Which one removed it, from 1 on; 0 if it was of no use from the start; ``None`` while it is open.
    """

    number: int
    fate: Fate
    move: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanBoard:
    """What the board shows, besides what every position has.

    Attributes
    ----------
    n
        The N of the pot {1..N} in which the game began, or ``None`` if it was another pot.
    pot, total
        The numbers of the start, ascending, and their sum.
    variant
        When what is of no use goes to the taxman: at once, or at the end.
    tiles
        One for each number of the start.
    previews
        For each legal move what it would do; ``None`` if the pot has more than 400 numbers: ``/taxman/preview`` tells
        it of one.
    best
        The proven best score of the whole pot if the table of records has it.
    """

    n: int | None
    pot: tuple[int, ...]
    total: int
    variant: Variant
    tiles: tuple[TaxmanTile, ...]
    previews: tuple[TaxmanPreview, ...] | None
    best: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanTurn:
    """A move that was made.

    Attributes
    ----------
    take, tax
        The number taken, and what the taxman got for it, ascending.
    left
        What went to the taxman although it was not tax, ascending.
    player, taxman
        The scores after it.
    """

    take: int
    tax: tuple[int, ...]
    left: tuple[int, ...]
    player: int
    taxman: int


def turns(position: TaxmanPosition, board: Board) -> Iterator[TaxmanTurn]:
    """Make the position's moves on a board that is at its start; O(N log N) for all of them."""
    active = set(board)
    for move in position.moves:
        before = len(board)
        tax = board.take(move)
        active.difference_update((move, *tax))
        left: tuple[int, ...] = ()
        if len(board) < before - 1 - len(tax):
            left = tuple(sorted(active.difference(board)))
            active.difference_update(left)
        yield TaxmanTurn(take=move, tax=tax, left=left, player=board.score, taxman=board.taxman)


def describe(position: TaxmanPosition) -> TaxmanBoard:
    """Tell what the board shows, besides what every position has.

    Parameters
    ----------
    position
        Of a pot of at most `MAX_BOARD` numbers.

    Raises
    ------
    LimitExceededError
        If the pot is too large.

    Notes
    -----
    O(N log N); about a millisecond at N = 100.
    """
    check_board(position)
    pot = position.start_pot
    board = Board(pot, position.variant)
    fates: dict[int, tuple[Fate, int | None]] = {
        number: ("open", None) if number in board else ("left", 0) for number in pot.numbers
    }
    for k, turn in enumerate(turns(position, board), 1):
        fates[turn.take] = ("take", k)
        fates.update(dict.fromkeys(turn.tax, ("tax", k)))
        fates.update(dict.fromkeys(turn.left, ("left", k)))
    previews = None
    if len(pot.numbers) <= MAX_PREVIEWED:
        previews = tuple(TaxmanPreview.of(m, board.tax(m), board.lost(m)) for m in reversed(board.legal_moves()))
    return TaxmanBoard(
        n=pot.n,
        pot=pot.numbers,
        total=pot.total,
        variant=position.variant,
        tiles=tuple(TaxmanTile(number=number, fate=fate, move=k) for number, (fate, k) in fates.items()),
        previews=previews,
        best=known_best(position),
    )


def check_board(position: TaxmanPosition) -> None:
    """Refuse a pot that is too large for a board.

    Raises
    ------
    LimitExceededError
        If it has more than `MAX_BOARD` numbers, or their sum is not exact in every browser.
    """
    check_pot(position.start_pot)


def check_provable(position: TaxmanPosition) -> None:
    """Refuse a position that is too large for a proof: whole pots {1..N} may have one that is only to be looked up.

    Raises
    ------
    LimitExceededError
        If it is any other, and too large for a board.
    """
    if position.start_pot.n is None or position.moves:
        check_board(position)


def check_pot(pot: Pot, most: int = MAX_BOARD) -> None:
    """Refuse a pot with more numbers than these, or with a sum that is not exact in every browser."""
    if len(pot.numbers) > most:
        message = Text(
            "the pot has {count} numbers; at most {most} are possible here", count=len(pot.numbers), most=most
        )
        raise LimitExceededError(message)
    if pot.total > LARGEST_SUM:
        message = Text(
            "the numbers of the pot add up to {total}; here they may add up to {largest_sum} at most",
            total=pot.total,
            largest_sum=LARGEST_SUM,
        )
        raise LimitExceededError(message)


def read_board(text: str) -> TaxmanPosition:
    """Read the id of a position that fits on a board."""
    position = TaxmanPosition.from_id(text)
    check_board(position)
    return position


def _given_move(query: Query) -> Mapping[str, Any]:
    position = read_board(query.position(EXAMPLE))
    return {"position": position, "take": query.integer("take", low=1, high=LARGEST_SUM)}


def _preview(_: Request, position: TaxmanPosition, take: int) -> Response:
    return json_response(position.preview(take))


def _given_game(query: Query) -> Mapping[str, Any]:
    return {"position": TaxmanPosition.from_id(query.position(EXAMPLE))}


def _picture(_: Request, position: TaxmanPosition) -> Response:
    return Response(draw_game(position), media_type=SVG)


def known_best(start: TaxmanPosition) -> int | None:
    """Look the best score of the whole pot up in the table of records; ``None`` if it has no proven one."""
    n = start.start_pot.n
    return None if n is None else load_records().scores().get(n)


ENDPOINTS = [
    Endpoint("/taxman/preview", "What a move would cost", _given_move, _preview, TaxmanPreview),
    Endpoint("/taxman/game.svg", "A picture of a game", _given_game, _picture, SVG),
]
