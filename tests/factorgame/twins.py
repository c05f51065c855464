"""A plain, slow implementation of the factor game, which is used to check the fast code."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

Board = frozenset[int]


@cache
def below(number: int) -> Board:
    return frozenset(d for d in range(1, number) if number % d == 0)


def divisors(board: Iterable[int], number: int) -> Board:
    return below(number).intersection(board)


def moves(board: Board, *, passing: bool = False) -> dict[int, Board]:
    """Map each legal move to the numbers that the other player gets."""
    found = {number: divisors(board, number) for number in board}
    return {number: given for number, given in found.items() if given or (passing and any(found.values()))}


@cache
def margin(board: Board, *, passing: bool = False) -> int:
    """Return the margin of the player to move under best play, by trying all moves."""
    options = moves(board, passing=passing).items()
    after = ((x if given else 0) - sum(given) - margin(board - given - {x}, passing=passing) for x, given in options)
    return max(after, default=0)


@cache
def margin_by_counting(board: Board, lone: int = 0) -> int:
    """Return the margin by the classroom's rule; to be faster, only count numbers without divisors or multiples."""
    legal = {number: given for number, given in moves(board, passing=True).items() if given}
    if not legal:
        return 0
    joined = frozenset(legal).union(*legal.values())
    if board > joined:
        return margin_by_counting(joined, lone + len(board - joined))
    after = [x - sum(given) - margin_by_counting(board - given - {x}, lone) for x, given in legal.items()]
    after += [-margin_by_counting(board - {x}, lone) for x in board - legal.keys()]
    after += [-margin_by_counting(board, lone - 1) for _ in range(min(lone, 1))]
    return max(after)


def live(board: Board) -> Board:
    """Return the numbers that have a divisor or a multiple on the board."""
    return frozenset(x for x in board if any(x != y and (x % y == 0 or y % x == 0) for y in board))


def words(numbers: Iterable[int]) -> tuple[Any, Any]:
    """Return a board of some of the numbers 1 to 127 as two machine words of bits."""
    board = sum(1 << number - 1 for number in numbers)
    return np.uint64(board % (1 << 64)), np.uint64(board >> 64)


def table(places: int) -> tuple[Any, Any]:
    return np.zeros((places, 2), np.uint64), np.zeros((places, 4), np.int16)
