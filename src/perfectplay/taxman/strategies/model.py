"""Strategies, and small rules of thumb that several of them share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isqrt
from operator import sub
from typing import Literal

from perfectplay.taxman.strategies.board import Board

__all__ = [
    "Choose",
    "Formula",
    "Reading",
    "Strategy",
    "fewest_divisors",
    "follow",
    "is_prime",
    "largest_gain",
    "upper_half",
]

Choose = Callable[[Board], int]
"""A strategy's rule: given a board on which a legal move is left, return one."""

Reading = Literal["as worded and printed", "as worded", "as printed", "own"]
"""Relation of a strategy to its source: faithful to the words and the printed scores, to one of them, or to neither."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant of a tournament.

    Attributes
    ----------
    name
        Short and unique: a registered name, or the path of a file.
    title
        A few words for tables.
    rule
        Its rule, in a sentence or two.
    source
        Source of the rule.
    """

    name: str
    title: str
    rule: str
    source: str


@dataclass(frozen=True, slots=True)
class Strategy(Entrant):
    """A player of Taxman.

    Attributes
    ----------
    reading
        How faithful the strategy is to its source.
    choose
        The rule itself.
    seeded
        Whether it draws from ``board.random``, so that its games depend on the seed.
    """

    reading: Reading
    choose: Choose
    seeded: bool = False


@dataclass(frozen=True, slots=True)
class Formula(Entrant):
    """A printed row that is a sum of numbers and, for most N, not the score of any game.

    ``score`` is its claim for N >= 2, and ``first_illegal`` the least N for which no legal game takes these numbers.
    """

    score: Callable[[int], int]
    first_illegal: int


def largest_gain(board: Board, among: Sequence[int] | None = None) -> int:
    """Return the legal move, in ``among`` if given, that exceeds its tax by the most; ties go to the largest."""
    moves = board.legal_moves() if among is None else among
    # These maps run several times faster than max with a key function, and strategies spend their time here.
    gains = list(map(sub, moves, map(board.divisor_sum.__getitem__, moves)))
    return moves[gains.index(max(gains))]


def fewest_divisors(board: Board, among: Sequence[int] | None = None) -> int:
    """Return the number with the fewest active divisors; ties go to the largest. Parameters as in `largest_gain`."""
    return min(board.legal_moves() if among is None else among, key=board.divisor_count.__getitem__)


def upper_half(board: Board) -> list[int]:
    """Return the legal moves above half of the pot's largest number, descending; all legal moves if there are none.

    In the pot {1..N}, there is always one while a legal move x is left. The largest multiple 2^k x in {1..N} is above
    N/2. It is active, since taking it would have removed x, and it has the divisor x.
    """
    legal, top = board.legal_moves(), board.top
    return [number for number in legal if 2 * number > top] or legal


def follow(board: Board, plan: Callable[[], Sequence[int]]) -> int:
    """Follow a line of moves stored in ``board.notes``, or plan one now.

    ``plan`` returns all moves to come. It is called if there is no line yet, or if other moves have been made since.
    """
    done = board.moves
    line: tuple[int, ...] = board.notes.get("line", ())
    if len(line) <= len(done) or line[: len(done)] != done:
        line = (*done, *plan())
        board.notes["line"] = line
    return line[len(done)]


def is_prime(number: int) -> bool:
    """Return whether a number is prime; O(sqrt(number)), by trial division."""
    return number > 1 and all(number % divisor for divisor in range(2, isqrt(number) + 1))
