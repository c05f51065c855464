"""The factor game's entry in the registry."""

from __future__ import annotations

from perfectplay.core.errors import IllegalMoveError, quote
from perfectplay.core.game import load_game
from perfectplay.core.texts import Text
from perfectplay.factorgame.rules import FactorPosition

__all__ = ["GAME", "parse_move"]


def parse_move(text: str, position: FactorPosition) -> int:
    """Read a move: the number that is taken; whether it can be is for the position to say.

    Raises
    ------
    IllegalMoveError
        If the text is not a whole number of at most nine digits.
    """
    word = text.strip()
    if word.isascii() and word.isdecimal() and len(word) < 10:
        return int(word)
    message = Text("{text} is not a move; type a number from 1 to {n}, as on the board", text=quote(text), n=position.n)
    raise IllegalMoveError(message)


GAME = load_game("factorgame")
