"""A fast board for playing many games, which strategies get as their argument.

`TaxmanPosition` is the plain, immutable statement of the rules; `Board` is its mutable twin, which updates counts
instead of recomputing them. When a number is taken, its divisors leave the pot, so every number in the pot still has
all the multiples that it had at the start. This keeps the board small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy as shallow_copy
from math import lcm
from random import Random
from types import MappingProxyType
from typing import Any

from perfectplay.taxman.rules import Pot, TaxmanPosition, Variant, as_pot

__all__ = ["Board", "losses"]
_NOTE = "losses"


class Board:
    """A game in progress.

    "Active" numbers are those still in the pot. ``number in board``, ``len(board)`` and iteration refer to them.

    Parameters
    ----------
    pot
        N for the pot {1..N}, a `Pot`, or distinct positive integers.
    variant
        ``"immediate"`` (dead numbers go to the taxman at once) or ``"end"`` (when the game is over).
    seed
        Seed of ``random``; the same seed and pot give the same random numbers.

    Attributes
    ----------
    pot
        The pot at the start.
    variant
        The variant.
    random
        A pseudo-random generator for strategies that need one.  Copies share it.
    notes
        An empty dictionary at the start of each game, for a strategy's own use.  Copies have their own.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `Pot` does.

    Notes
    -----
    Setting up takes O(N log N) for the pot {1..N}; a move takes time proportional to the counts that it changes.

    Examples
    --------
    >>> board = Board(10)
    >>> board.take(7)
    (1,)
    >>> board.legal_moves(), board.tax(10), board.divisor_sum[10]
    ([10, 9, 8, 6, 4], (2, 5), 7)
    >>> board.lost(10)
    ()

    >>> board = Board(10)
    >>> board.take(7), board.score, board.taxman, board.moves
    ((1,), 7, 1, (7,))
    >>> board.top, board.is_legal(5), board.is_over(), board.multiples(3), board.lost(6)
    (10, False, False, (6, 9), (9,))
    >>> board.divisor_count[6], board.divisor_sum[6], board.position().id, board.copy().legal_moves()
    (2, 5, 'taxman:10/7', [10, 9, 8, 6, 4])
    """

    __slots__ = (
        "_divisor_count",
        "_divisor_sum",
        "_legal",
        "_moves",
        "_score",
        "_taxman",
        "notes",
        "pot",
        "random",
        "variant",
    )

    def __init__(self, pot: Pot | int | Iterable[int], variant: Variant = "immediate", seed: int = 0) -> None:
        self.pot: Pot = as_pot(pot)
        self.variant = variant
        # Seed with a text of seed and pot, so that similar pots have unrelated random numbers.
        self.random: Random = Random(f"{seed} {self.pot.text}")  # noqa: S311 - reproducible play, not a secret
        self.notes: dict[str, Any] = {}
        divisors = self.pot.divisors
        # Insert the largest numbers first: dictionaries keep this order when items are deleted.
        descending = self.pot.numbers[::-1]
        self._divisor_count = {number: len(divisors[number]) for number in descending}
        self._divisor_sum = {number: sum(divisors[number]) for number in descending}
        self._legal = {number: None for number in descending if divisors[number]}
        self._moves: list[int] = []
        self._score = 0
        self._taxman = 0
        self._settle(self.pot.numbers)

    def __contains__(self, number: object) -> bool:
        return number in self._divisor_count

    def __iter__(self) -> Iterator[int]:
        return iter(self._divisor_count)

    def __len__(self) -> int:
        return len(self._divisor_count)

    def __repr__(self) -> str:
        return f"<Board {self.position().id}>"

    @property
    def top(self) -> int:
        """The largest number of the pot at the start: N for the pot {1..N}."""
        return self.pot.numbers[-1]

    @property
    def moves(self) -> tuple[int, ...]:
        """Numbers taken so far, in order."""
        return tuple(self._moves)

    @property
    def score(self) -> int:
        """The player's score so far."""
        return self._score

    @property
    def taxman(self) -> int:
        """The taxman's score so far; final once the game is over."""
        return self._taxman

    @property
    def divisor_count(self) -> Mapping[int, int]:
        """Map each active number to the number of its active proper divisors: at least 1 if it may be taken."""
        return MappingProxyType(self._divisor_count)

    @property
    def divisor_sum(self) -> Mapping[int, int]:
        """Map each active number to the sum of its active proper divisors: the tax on it."""
        return MappingProxyType(self._divisor_sum)

    def legal_moves(self) -> list[int]:
        """Return the numbers that may be taken, largest first."""
        return list(self._legal)

    def is_legal(self, number: int) -> bool:
        """Return whether the number may be taken."""
        return number in self._legal

    def is_over(self) -> bool:
        """Return whether no legal move is left."""
        return not self._legal

    def tax(self, number: int) -> tuple[int, ...]:
        """Return the active proper divisors of a number of the pot, ascending: the tax on it."""
        active = self._divisor_count
        return tuple([divisor for divisor in self.pot.divisors[number] if divisor in active])

    def multiples(self, number: int) -> tuple[int, ...]:
        """Return the proper multiples of an active number, ascending, all of which are active."""
        return self.pot.multiples[number]

    def lost(self, number: int) -> tuple[int, ...]:
        """Return the active numbers that a legal move would make dead, neither takeable nor divisors; ascending.

        A number without multiples in the starting pot is dead once its last divisor is gone; any other number stays a
        divisor.  Takes time proportional to the multiples of the numbers that the move would remove.
        """
        multiples, active = self.pot.multiples, self._divisor_count
        losses: dict[int, int] = {}
        for gone in (number, *self.tax(number)):
            for multiple in multiples[gone]:
                if multiple in active and not multiples[multiple]:
                    losses[multiple] = losses.get(multiple, 0) + 1
        losses.pop(number, None)
        return tuple(sorted([multiple for multiple, count in losses.items() if count == active[multiple]]))

    def take(self, number: int) -> tuple[int, ...]:
        """Take a number, and return its tax.

        Raises `IllegalMoveError`, and changes nothing, if the number or all of its proper divisors are inactive.
        """
        if number not in self._legal:
            # Let `TaxmanPosition` raise the error, which says which rule the move breaks.
            self.position().play(number)
        tax = self.tax(number)
        self._moves.append(number)
        self._score += number
        self._taxman += sum(tax)
        gone = (number, *tax)
        self._discard(gone)
        count, total = self._divisor_count, self._divisor_sum
        stranded = []
        for divisor in gone:
            for multiple in self.pot.multiples[divisor]:
                if multiple in count:
                    count[multiple] -= 1
                    total[multiple] -= divisor
                    if not count[multiple]:
                        del self._legal[multiple]
                        stranded.append(multiple)
        self._settle(stranded)
        return tax

    def copy(self) -> Board:
        """Return a board in the same state, to try moves on."""
        twin = shallow_copy(self)
        for name in ("_divisor_count", "_divisor_sum", "_legal", "_moves"):
            setattr(twin, name, getattr(self, name).copy())
        twin.notes = {}
        return twin

    def position(self) -> TaxmanPosition:
        """Return the immutable position, which has an id; slow, because the game is replayed by the plain rules."""
        position = TaxmanPosition.new(self.pot, self.variant)
        for move in self._moves:
            position = position.play(move)
        return position

    def _settle(self, stranded: Iterable[int]) -> None:
        """Give the taxman dead numbers in ``stranded`` ("immediate" variant), or the rest of the pot at the end."""
        if self.variant == "immediate":
            multiples, count = self.pot.multiples, self._divisor_count
            dead = [number for number in stranded if not count[number] and not multiples[number]]
        else:
            dead = [] if self._legal else list(self._divisor_count)
        self._taxman += sum(dead)
        self._discard(dead)

    def _discard(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            del self._divisor_count[number], self._divisor_sum[number]
            self._legal.pop(number, None)


def losses(board: Board) -> Mapping[int, int]:
    """Map each active number to the sum of the numbers that it would make dead if it were taken (see `Board.lost`).

    The table is kept in ``board.notes``, and each call updates it by the moves since the last call, in time
    proportional to their changes. `Board.lost` alone would inspect all multiples of all divisors every time.

    >>> losses(Board(10))[8]  # takes the last divisor of 7, too
    7
    """
    table = board.notes.get(_NOTE)
    if table is None:
        table = board.notes[_NOTE] = _Losses(board)
    table.catch_up(board)
    return MappingProxyType(table.losses)


class _Losses:
    """The table of `losses`. A move x strands a number if x and the tax on x contain all its remaining divisors."""

    def __init__(self, board: Board) -> None:
        self.losses = dict.fromkeys(board, 0)
        self._done = len(board.moves)
        # Only numbers without multiples can be stranded: see `Board.lost`.
        self._stranders: dict[int, list[int]] = {}
        for number in board:
            if not board.multiples(number):
                self._charge(board, number)

    def catch_up(self, board: Board) -> None:
        """Update the table by the moves made since the last call."""
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
        """Add a number to the losses of all moves that would strand it: the common multiples of its active divisors."""
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
