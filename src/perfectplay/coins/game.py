"""Greedy coins' entry in the registry."""

from __future__ import annotations

import re

from perfectplay.coins.rules import CoinsPosition
from perfectplay.core.errors import IllegalMoveError, quote
from perfectplay.core.game import load_game
from perfectplay.core.texts import Text

__all__ = ["GAME", "parse_move"]

_TYPED = re.compile(r"([1-9][0-9]{0,8})?[ .]*(L|R|K[ ]*[1-9][0-9]{0,8})")


def parse_move(text: str, position: CoinsPosition) -> str:
    """Read a move: ``L`` or ``R``, in a sum with the row's number, ``K3`` for the third coin of a circle.

    Small letters, the words left and right and blanks will do, and so will no number where there is only one
    row or circle; whether the coin may be taken is for the position to say.

    Raises
    ------
    IllegalMoveError
        If the text is not of that form.
    """
    short = text.strip().upper().replace("LEFT", "L").replace("RIGHT", "R")
    matched = _TYPED.fullmatch(short)
    only = len(position.start_components) == 1
    if not matched or not (matched[1] or only) or (position.is_single and matched[1] not in {None, "1"}):
        legal = position.legal_moves()
        shown = ", ".join(legal[:8]) + (", ..." if len(legal) > 8 else "")
        message = Text(
            "{text} is not a move; legal moves are {legal}",
            text=quote(text),
            legal=shown or Text("none: the game is over"),
        )
        raise IllegalMoveError(message)
    end = matched[2].replace(" ", "")
    return end if position.is_single else f"{matched[1] or 1}{end}"


GAME = load_game("coins")
