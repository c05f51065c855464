"""Taxman in the registry, and its moves as people type them."""

from __future__ import annotations

from perfectplay.core.errors import IllegalMoveError, quote
from perfectplay.core.game import load_game
from perfectplay.core.texts import Text
from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["GAME", "parse_move"]

_MAX_DIGITS = 18


def parse_move(text: str, position: TaxmanPosition) -> int:
    """Read a number; whether it may be taken is for the position to say.

    Raises
    ------
    IllegalMoveError
        If the text is not a positive integer.
    """
    stripped = text.strip()
    if not (stripped.isascii() and stripped.isdecimal()) or len(stripped) > _MAX_DIGITS:
        legal = ", ".join(map(str, position.legal_moves()[-8:]))
        message = Text(
            "{text} is not a number from the pot; legal moves include {legal}",
            text=quote(text),
            legal=legal or Text("none: it is over"),
        )
        raise IllegalMoveError(message)
    return int(stripped)


GAME = load_game("taxman")
