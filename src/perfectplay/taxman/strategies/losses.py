"""What every move would strand, kept up to date from move to move."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm
from types import MappingProxyType

from perfectplay.taxman.strategies.board import Board

__all__ = ["losses"]

_NOTE = "losses"


def losses(board: Board) -> Mapping[int, int]:
    """Return, for each active number, the sum of ``board.lost`` if it were taken.

    The table is kept in ``board.notes`` and brought up to date with the moves made since the last call, in time
    proportional to what they changed; `Board.lost` alone would look at all multiples of all divisors every time.
    """
    table = board.notes.get(_NOTE)
    if table is None:
        table = board.notes[_NOTE] = _Losses(board)
    table.catch_up(board)
    return MappingProxyType(table.losses)


class _Losses:
    """The table.  A number is stranded by x when x or its tax holds all that is left of its divisors."""

    def __init__(self, board: Board) -> None:
        self.losses = dict.fromkeys(board, 0)
        self._done = len(board.moves)
        # Only numbers without multiples can be stranded: see `Board.lost`.
        self._stranders: dict[int, list[int]] = {}
        for number in board:
            if not board.multiples(number):
                self._charge(board, number)

    def catch_up(self, board: Board) -> None:
        """Follow the moves that were made since the last time."""
        multiples = board.pot.multiples
        for move in board.moves[self._done :]:
            gone = [number for number in (*board.pot.divisors[move], move) if self.losses.pop(number, None) is not None]
            for number in {multiple for divisor in gone for multiple in multiples[divisor]} | {move}:
                if number in self._stranders:
                    self._discharge(number)
                    if number in board:
                        self._charge(board, number)
        self._done = len(board.moves)

    def _charge(self, board: Board, number: int) -> None:
        """Book a number on all moves that would strand it: the common multiples of its active divisors."""
        divisors = board.tax(number)
        if not divisors:
            return
        common, largest = lcm(*divisors), divisors[-1]
        candidates = (largest, *board.multiples(largest))
        stranders = [move for move in candidates if move % common == 0 and move != number]
        self._stranders[number] = stranders
        for move in stranders:
            self.losses[move] += number

    def _discharge(self, number: int) -> None:
        for move in self._stranders.pop(number):
            if move in self.losses:
                self.losses[move] -= number
