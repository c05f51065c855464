"""Pictures of a game of Taxman: the board, the owner of each number and the move, and the cost of each move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.result import Result
from perfectplay.core.text.texts import Text, say
from perfectplay.pictures.board import MAX_DRAWN, Board, Tile, draw_board, listed
from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["draw", "draw_game", "game_board"]

# Numbers with more digits than this are too long for a caption.
_LONG = 6

_LEGEND: Mapping[str, Text] = {
    "take": Text("taken"),
    "tax": Text("paid as tax"),
    "left": Text("left over"),
    "open": Text("in the pot"),
}

_LIGHT = """\
.pp-take rect { fill: #17497f; stroke: #17497f; }
.pp-game .pp-take text { fill: #ffffff; }
.pp-take .pp-number { font-weight: 700; }
.pp-tax rect { fill: #f6e0c2; stroke: #b9894a; }
"""
_DARK = """\
.pp-take rect { fill: #8ec1f7; stroke: #8ec1f7; }
.pp-game .pp-take text { fill: #0d1b2b; }
.pp-tax rect { fill: #4a3820; stroke: #b9894a; }
"""


def draw(position: TaxmanPosition, result: Result[int, int] | None) -> str:
    """Draw the game so far, followed by the moves of a result if there is one; raises the errors of `draw_game`.

    >>> draw(TaxmanPosition.new(10), None)[:4]
    '<svg'
    """
    return draw_game(position, () if result is None else result.moves)


def draw_game(position: TaxmanPosition, moves: Iterable[int] = ()) -> str:
    """Draw a game, finished or not: the moves that led to a position, followed by ``moves``.

    Returns an SVG document, 900 pixels wide, with a title and a description in words. Raises `IllegalMoveError`, or
    `LimitExceededError` if the pot has more than `MAX_DRAWN` numbers.

    >>> picture = draw_game(TaxmanPosition.new(10), (7, 9, 6, 8, 10))
    >>> "Taxman, N = 10: player 40, taxman 15" in picture
    True
    """
    board = game_board(position, moves)
    for move in moves:
        position = position.play(move)
    title = say(
        "{name}: player {player}, taxman {taxman}", name=board.name, player=position.player, taxman=position.taxman
    )
    return draw_board(board, title, _describe(position, _taxes(position), board.tiles))


def game_board(position: TaxmanPosition, moves: Iterable[int] = ()) -> Board:
    """Build the board of a game for `draw_game`; raise the same errors."""
    size = len(position.start_pot.numbers)
    if size > MAX_DRAWN:
        raise LimitExceededError(
            "a pot of {size} numbers is too large for a picture; at most {most} numbers can be drawn",
            size=size,
            most=MAX_DRAWN,
        )
    for move in moves:
        position = position.play(move)
    taxes = _taxes(position)
    return Board(
        name=_name(position),
        scores=((say("player"), position.player), (say("taxman"), position.taxman)),
        tiles=_tiles(position, taxes),
        legend=_LEGEND,
        moves=[(move, listed(tax)) for move, tax in taxes.items()],
        head=say("The moves in order, with the tax that each one paid"),
        entry=lambda tax: say("pays {tax}", tax=tax),
        light=_LIGHT,
        dark=_DARK,
    )


def _name(position: TaxmanPosition) -> str:
    pot = position.start_pot
    if pot.n is not None:
        return say("Taxman, N = {n}", n=pot.n)
    return say("Taxman, a pot of {count} numbers", count=len(pot.numbers))


def _taxes(position: TaxmanPosition) -> dict[int, tuple[int, ...]]:
    """Map each number taken to the tax on it, in playing order."""
    current, taxes = position.start(), {}
    for move in position.moves:
        taxes[move] = current.tax(move)
        current = current.play(move)
    return taxes


def _tiles(position: TaxmanPosition, taxes: Mapping[int, Sequence[int]]) -> list[Tile]:
    payer = {number: move for move, tax in taxes.items() for number in tax}
    order = {move: i for i, move in enumerate(taxes, 1)}
    tiles = []
    for number in position.start_pot.numbers:
        if number in order:
            turn = order[number]
            hint = say("{number}: taken in move {move}, tax {tax}", number=number, move=turn, tax=listed(taxes[number]))
            tiles.append(Tile(number, "take", say("move {move}", move=turn), hint))
        elif number in payer:
            move = payer[number]
            hint = say("{number}: tax for {taken} in move {move}", number=number, taken=move, move=order[move])
            caption = say("tax for {taken}", taken=move)
            if len(str(move)) > _LONG:
                caption = say("tax, move {move}", move=order[move])
            tiles.append(Tile(number, "tax", caption, hint))
        elif number in position.pot:
            caption = say("takeable") if position.is_legal(number) else say("no divisor")
            hint = say("{number}: in the pot, {caption}", number=number, caption=caption)
            tiles.append(Tile(number, "open", caption, hint))
        else:
            hint = say("{number}: left over, goes to the taxman", number=number)
            tiles.append(Tile(number, "left", say("left over"), hint))
    return tiles


def _describe(position: TaxmanPosition, taxes: Mapping[int, Sequence[int]], tiles: Sequence[Tile]) -> str:
    played = "; ".join(say("{move} (tax {tax})", move=move, tax=listed(tax)) for move, tax in taxes.items())
    parts = [
        say("The board as a grid of {count} tiles, each with its number and what became of it.", count=len(tiles)),
        say("Moves in order: {played}.", played=played) if played else say("No move has been made."),
    ]
    if left := [tile.number for tile in tiles if tile.fate == "left"]:
        parts.append(say("Left over for the taxman: {numbers}.", numbers=listed(left)))
    if still := [tile.number for tile in tiles if tile.fate == "open"]:
        parts.append(say("Still in the pot: {numbers}.", numbers=listed(still)))
    parts.append(say("Player {player}, taxman {taxman}.", player=position.player, taxman=position.taxman))
    return " ".join(parts)
