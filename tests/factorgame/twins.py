"""The factor game once more, as slow and as plain as can be: what the fast code is compared with."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

__all__ = [
    "Board",
    "bits",
    "divisors",
    "game",
    "margin",
    "margin_with_wasted_turns",
    "moves",
    "room",
    "table",
    "tidy",
]

Board = frozenset[int]


def divisors(board: Iterable[int], number: int) -> Board:
    return frozenset(d for d in board if d < number and number % d == 0)


def moves(board: Board) -> dict[int, Board]:
    """What can be taken, and what the other player gets for it."""
    found = {number: divisors(board, number) for number in board}
    return {number: given for number, given in found.items() if given}


@cache
def margin(board: Board) -> int:
    """What the player to move wins by: the rules, and nothing else."""
    options = moves(board).items()
    return max((x - sum(given) - margin(board - given - {x}) for x, given in options), default=0)


@cache
def margin_with_wasted_turns(board: Board, lone: int = 0) -> int:
    """The same where a number without divisors may be taken, too: off the board, for no points.

    Numbers with neither divisors nor multiples are only counted: each is a turn to waste, no matter which.
    """
    legal = moves(board)
    if not legal:
        return 0
    joined = frozenset(legal).union(*legal.values())
    if board > joined:
        return margin_with_wasted_turns(joined, lone + len(board - joined))
    after = [x - sum(given) - margin_with_wasted_turns(board - given - {x}, lone) for x, given in legal.items()]
    after += [-margin_with_wasted_turns(board - {x}, lone) for x in board - legal.keys()]
    after += [-margin_with_wasted_turns(board, lone - 1) for _ in range(min(lone, 1))]
    return max(after)


def tidy(board: Board) -> Board:
    """Leave out what has neither divisors nor multiples; of numbers that differ in nothing but size, all but one."""
    linked = {x for x in board if any(x != y and (x % y == 0 or y % x == 0) for y in board)}
    top = {x for x in linked if not any(y > x and y % x == 0 for y in board)}
    return frozenset(
        x for x in linked if x not in top or not any(y > x and divisors(board, y) == divisors(board, x) for y in top)
    )


@cache
def game(n: int) -> tuple[Any, Any, Any, Any]:
    """All that a compiled search has to know of the numbers 1..n, at most 64; bit i of a board is i + 1."""
    numbers = range(1, n + 1)
    below = [bits(divisors(numbers, x)) for x in numbers]
    above = [bits(y for y in numbers if x in divisors(numbers, y)) for x in numbers]
    codes = np.arange(1 << 16)
    sums = [sum((codes >> i & 1) * (16 * k + i + 1) for i in range(16)) for k in range(4)]
    return np.array(numbers), np.array(below, np.uint64), np.array(above, np.uint64), np.array(sums)


def bits(numbers: Iterable[int]) -> Any:
    return np.uint64(sum(1 << number - 1 for number in numbers))


def room() -> tuple[Any, ...]:
    lists = (np.zeros((65, 64), np.int64) for _ in range(2))
    return np.zeros(65, np.uint64), np.zeros((65, 7), np.int64), *lists, np.zeros(64, np.uint64), np.zeros(64, np.int64)


def table(places: int) -> tuple[Any, ...]:
    return (
        np.zeros(places, np.uint64),
        np.zeros(places, np.int32),
        np.zeros(places, np.int32),
        np.zeros(places, np.int8),
    )
