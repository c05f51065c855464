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
"""The rule of a strategy: a function that takes a board on which a legal move is left, and returns a legal move."""

Reading = Literal["as worded and printed", "as worded", "as printed", "own"]
"""How faithful a strategy is to its source: to the words and the printed scores, to only one of them, or to neither."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant of a tournament.

    Attributes
    ----------
    name
        Unique name: a registered short name, or the path of a file.
    title
        Name in a few words, for tables.
    rule
        The rule, in one or two sentences.
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
        The rule as a function.
    seeded
        Whether the strategy draws from ``board.random``, so its games depend on the seed.
    """

    reading: Reading
    choose: Choose
    seeded: bool = False


@dataclass(frozen=True, slots=True)
class Formula(Entrant):
    """A row of a printed table whose figures are sums of numbers and, for most N, not scores of legal games.

    ``score`` computes the figure for N >= 2; ``first_illegal`` is the least N whose numbers no legal game takes.
    """

    score: Callable[[int], int]
    first_illegal: int


def largest_gain(board: Board, among: Sequence[int] | None = None) -> int:
    """Return the legal move (among given moves, if any) that exceeds its tax by the most; ties go to the largest."""
    moves = board.legal_moves() if among is None else among
    # Use maps: they are several times faster than max with a key function, and strategies spend most time here.
    gains = list(map(sub, moves, map(board.divisor_sum.__getitem__, moves)))
    return moves[gains.index(max(gains))]


def fewest_divisors(board: Board, among: Sequence[int] | None = None) -> int:
    """Return the legal move (among the given moves, if any) with the fewest active divisors; ties go to the largest."""
    return min(board.legal_moves() if among is None else among, key=board.divisor_count.__getitem__)


def upper_half(board: Board) -> list[int]:
    """Return the legal moves above half of the pot's largest number, descending; all legal moves if there are none.

    In the pot {1..N}, there is always such a move while a legal move x is left: the largest multiple 2^k x in {1..N}.
    It is above N/2. It is active, since taking it would have removed x, and it has the divisor x.
    """
    legal, top = board.legal_moves(), board.top
    return [number for number in legal if 2 * number > top] or legal


def follow(board: Board, plan: Callable[[], Sequence[int]]) -> int:
    """Return the next move of the line stored in ``board.notes``, or of a new line.

    ``plan`` returns all moves to come. It is called if there is no line yet, or if other moves have been made.
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
