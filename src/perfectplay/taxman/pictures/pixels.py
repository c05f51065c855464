"""A Taxman board as an array of pixels, for programs that make films of games."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["pixels"]

_DIGITS = (0o75557, 0o26227, 0o71747, 0o71717, 0o55711, 0o74717, 0o74757, 0o71111, 0o75757, 0o75717)
"""Three by five points for each digit: an octal digit for each row."""

_GLYPHS = [np.array([*map(int, f"{points:015b}")], bool).reshape(5, 3) for points in _DIGITS]
_INK, _PAPER = (24, 24, 27), (255, 255, 255)
_LEGAL, _WAITING, _PLAYER, _TAXMAN = (253, 224, 71), (228, 228, 231), (147, 197, 253), (252, 165, 165)
_SCALE = 2


def pixels(position: TaxmanPosition) -> npt.NDArray[np.uint8]:
    """Draw the board: a square for each number, yellow if it may be taken, grey if it waits, blue or red if it is gone.

    Blue is the player's, red the taxman's.  The numbers stand in rows, as many in each as there are rows.  Returns
    uint8, shape (height, width, 3): red, green and blue.
    """
    numbers = position.start_pot.numbers
    columns = math.isqrt(len(numbers) - 1) + 1
    width, height = 4 * len(str(numbers[-1])) + 3, 9
    board = np.full((-(-len(numbers) // columns) * (height + 1) + 1, columns * (width + 1) + 1, 3), _PAPER, np.uint8)
    taken = frozenset(position.moves)
    for place, number in enumerate(numbers):
        row, column = divmod(place, columns)
        top, left = row * (height + 1) + 1, column * (width + 1) + 1
        square = board[top : top + height, left : left + width]
        if number in position.pot:
            square[:] = _LEGAL if position.is_legal(number) else _WAITING
        else:
            square[:] = _PLAYER if number in taken else _TAXMAN
        for i, digit in enumerate(str(number)):
            square[2:7, 2 + 4 * i : 5 + 4 * i][_GLYPHS[int(digit)]] = _INK
    return board.repeat(_SCALE, 0).repeat(_SCALE, 1)
