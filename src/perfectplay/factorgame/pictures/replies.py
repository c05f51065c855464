"""A picture of the replies that prove a lead, both after the best move and after every other first move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from perfectplay.core.text.texts import say, translate
from perfectplay.factorgame.pictures.game import game_board
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.pictures.board import Tile, draw_board

if TYPE_CHECKING:
    from perfectplay.factorgame.questions import FactorAnswered, FactorExplanation

__all__ = ["draw_replies"]


def draw_replies(answer: FactorExplanation) -> str:
    """Draw the board after the best move, with replies on its tiles, and list the answer to each first move below it.

    Returns an SVG document, 900 pixels wide.  Raises `LimitExceededError` if the board has too many numbers for a
    picture.

    >>> from perfectplay.factorgame.questions import ExplainFactor
    >>> "6 (+5)" in draw_replies(ExplainFactor(position=FactorPosition.new(6)).answer())
    True
    """
    position = FactorPosition.from_id(answer.position)
    player = position.to_move + 1
    board = game_board(position if answer.move is None else position.play(answer.move))
    replies = {row.move: row for row in answer.answers}

    def replied(tile: Tile) -> Tile:
        row = replies.get(tile.number)
        if row is None:
            return tile
        # Use no words, so that the caption fits on a tile in every language.
        return replace(tile, caption=f"{row.reply or '-'} ({row.lead:+})", hint=f"{tile.number}: {_words(row)}")

    head = say("First moves with the answer to each, and the final lead of player {player}", player=player)
    if replies:
        head = say(
            "First moves with the answer to each; on the tiles, replies and leads after {move}", move=answer.move
        )
    board = replace(
        board,
        tiles=[replied(tile) for tile in board.tiles],
        moves=[(row.move, _words(row)) for row in answer.tries],
        head=head,
        entry=str,
    )
    title = say("{name}: why the lead of player {player} is {lead}", name=board.name, player=player, lead=answer.lead)
    return draw_board(board, title, " ".join(map(translate, answer.text)))


def _words(row: FactorAnswered) -> str:
    if row.reply is None:
        return say("lead {lead}", lead=row.lead)
    return say("{reply}, lead {lead}", reply=row.reply, lead=row.lead)
