"""The content of Taxman's board, the effects of moves, and the maximum sizes of pots."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.text.texts import Text
from perfectplay.core.text.words import shortened
from perfectplay.pictures.board import MAX_DRAWN
from perfectplay.pictures.preview import Preview
from perfectplay.taxman.pictures.game import draw_game
from perfectplay.taxman.questions.replay import known_best, turns
from perfectplay.taxman.rules import Pot, TaxmanPosition, TaxmanPreview, Variant
from perfectplay.taxman.strategies.board import Board
from perfectplay.web.declaration import NumberTile, scores
from perfectplay.web.endpoints import always, question_endpoint
from perfectplay.web.parameters import Query
from perfectplay.web.replies import SVG

MAX_BOARD = 2_000
"""Maximum size of a pot that the web app shows on a board."""

LARGEST_SUM = 2**53 - 1
"""Largest sum of a pot that is exact in the numbers of every browser."""

MAX_PREVIEWED = 400
"""Largest pot for which a board includes the effects of all moves. For larger pots the list is too long: at N = 2000,
each of 1697 first moves makes 135 primes unusable. There, `/preview` gives the effect of a single move."""

EXAMPLE = "taxman:20/19.9"

Fate = Literal["open", "take", "tax", "left"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanTile(NumberTile):
    """A number that the pot had at the start, and its fate.

    Attributes
    ----------
    fate
        The fate of the number; ``"left"`` if it went to the taxman, but not as tax.
    move
        Number of the move that removed it, counted from 1; 0 if it was useless at the start; ``None`` while it is open.
    """

    fate: Fate


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanBoard:
    """The content of the board, besides the fields of every position.

    Attributes
    ----------
    n
        N if the game began with the pot {1..N}, or ``None`` if it began with another pot.
    pot, total
        The numbers at the start, ascending, and their sum.
    variant
        When useless numbers go to the taxman: at once, or at the end.
    tiles
        One tile for each number that the pot had at the start.
    previews
        The effect of each legal move; ``None`` if the pot has more than 400 numbers. ``/taxman/preview`` has the effect
        of a single move.
    best
        The proven best score of the whole pot, if the table of records has it.
    """

    n: int | None
    pot: tuple[int, ...]
    total: int
    variant: Variant
    tiles: tuple[TaxmanTile, ...]
    previews: tuple[TaxmanPreview, ...] | None
    best: int | None


def describe(position: TaxmanPosition) -> TaxmanBoard:
    """Return the content of the board for a position that `check_board` accepts, besides the fields of every position.

    Takes O(N log N), about a millisecond at N = 100.

    Raises
    ------
    LimitExceededError
        If the pot is too large.
    """
    check_board(position)
    pot = position.start_pot
    board = Board(pot, position.variant)
    tiles, previews = _tiles(position, board), None
    if len(pot.numbers) <= MAX_PREVIEWED:
        previews = tuple(TaxmanPreview.of(m, board.tax(m), board.lost(m)) for m in reversed(board.legal_moves()))
    return TaxmanBoard(
        n=pot.n,
        pot=pot.numbers,
        total=pot.total,
        variant=position.variant,
        tiles=tiles,
        previews=previews,
        best=known_best(position),
    )


def _tiles(position: TaxmanPosition, board: Board) -> tuple[TaxmanTile, ...]:
    """Return a tile for each number of the pot; this also plays the moves on ``board``."""
    fates: dict[int, tuple[Fate, int | None]] = {
        number: ("open", None) if number in board else ("left", 0) for number in position.start_pot.numbers
    }
    for k, turn in enumerate(turns(position, board), 1):
        fates[turn.take] = ("take", k)
        fates.update(dict.fromkeys(turn.tax, ("tax", k)))
        fates.update(dict.fromkeys(turn.left, ("left", k)))
    return tuple(TaxmanTile(number=number, fate=fate, move=k) for number, (fate, k) in fates.items())


def preview(position: TaxmanPosition) -> Preview:
    """Return the link preview of a position."""
    pot = position.start_pot
    tiles = _tiles(position, Board(pot, position.variant)) if len(pot.numbers) <= MAX_DRAWN else ()
    return Preview(
        title=f"1\u2013{pot.n}" if pot.n else shortened(", ".join(map(str, pot.numbers)), 50, "…"),
        line=scores((Text("player"), position.player), (Text("taxman"), position.taxman)) if position.moves else "",
        tiles=[(str(tile.number), tile.fate) for tile in tiles] or Preview.ends(pot.numbers, position.moves),
    )


def read_board(text: str) -> TaxmanPosition:
    """Parse the id of a position, and check that the position fits on a board."""
    position = TaxmanPosition.from_id(text)
    check_board(position)
    return position


def _preview(query: Query) -> partial[TaxmanPreview]:
    position = read_board(query.position(EXAMPLE))
    take = query.integer("take", low=1, high=LARGEST_SUM)
    query.depend("take", "position")
    return partial(position.preview, take)


def _game(query: Query) -> TaxmanPosition:
    return TaxmanPosition.from_id(query.position(EXAMPLE))


def check_board(position: TaxmanPosition) -> None:
    """Raise an error if a pot is too large for a board.

    Raises
    ------
    LimitExceededError
        If the pot has more than `MAX_BOARD` numbers, or some browsers cannot compute their sum exactly.
    """
    check_pot(position.start_pot)


def check_provable(position: TaxmanPosition) -> None:
    """Raise an error if a position is too large for a proof; a whole pot {1..N} never is: its proof may be installed.

    Raises
    ------
    LimitExceededError
        If the position is not a whole pot {1..N}, and its pot is too large for a board.
    """
    if position.start_pot.n is None or position.moves:
        check_board(position)


def check_pot(pot: Pot, most: int = MAX_BOARD) -> None:
    """Raise an error if a pot has too many numbers, or a sum that some browsers cannot compute exactly."""
    if len(pot.numbers) > most:
        raise LimitExceededError(
            "the pot has {count} numbers; at most {most} are possible here", count=len(pot.numbers), most=most
        )
    if pot.total > LARGEST_SUM:
        raise LimitExceededError(
            "the numbers of the pot add up to {total}; here they may add up to {largest_sum} at most",
            total=pot.total,
            largest_sum=LARGEST_SUM,
        )


ENDPOINTS = [
    question_endpoint("/taxman/preview", "What a move would cost", _preview, TaxmanPreview, quick=always),
    question_endpoint("/taxman/game.svg", "A picture of a game", _game, SVG, view=draw_game, quick=always),
]
