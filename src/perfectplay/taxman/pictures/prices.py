"""A picture of prices that prove a best score: the board with a price on each tile, and the pairs of a best game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from perfectplay.core.text.texts import say, translate
from perfectplay.pictures.board import Tile, draw_board
from perfectplay.taxman.pictures.game import game_board
from perfectplay.taxman.rules import TaxmanPosition

if TYPE_CHECKING:
    from perfectplay.taxman.questions.explain import TaxmanExplanation

__all__ = ["draw_prices"]


def draw_prices(answer: TaxmanExplanation) -> str:
    """Draw the board of a best game with the price of each number that is left.

    Returns an SVG document, 900 pixels wide.  Raises `LimitExceededError` if the pot has too many numbers for a
    board.

    >>> from perfectplay.taxman.questions.explain import ExplainPot
    >>> "price 19" in draw_prices(ExplainPot(n=20).answer())
    True
    """
    start = TaxmanPosition.from_id(answer.position)
    board = game_board(start, answer.moves)
    prices = {row.number: row.price for row in answer.prices}

    def priced(tile: Tile) -> Tile:
        if tile.number not in start.pot or not answer.complete:
            return tile
        price = str(prices.get(tile.number, 0))
        caption = say("price {price}", price=price)
        return replace(tile, caption=caption, hint=f"{tile.hint}; {caption}")

    if answer.complete:
        board = replace(
            board,
            scores=((say("best score"), answer.score), (say("all prices"), answer.total or 0)),
            tiles=[priced(tile) for tile in board.tiles],
            moves=[(pair.take, str(pair.pays)) for pair in answer.pairs],
            head=say("The moves in order: each pair costs at least the number taken"),
            entry=lambda pays: say("with {pays}", pays=pays),
        )
    title = say("{name}: why nobody scores more than {score}", name=board.name, score=answer.score)
    return draw_board(board, title, " ".join(map(translate, (*answer.text, *(cut.reason for cut in answer.cuts)))))
