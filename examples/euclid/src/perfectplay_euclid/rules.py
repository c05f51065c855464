"""The rules: positions, moves and ids.  This module does not depend on solvers or screens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from perfectplay import IllegalMoveError, InvalidPositionError, Position
from perfectplay.core.errors import quote
from perfectplay.core.game.ids import join_id, parse_numbers, split_id

__all__ = ["MAX_NUMBER", "EuclidPosition", "parse_move"]

MAX_NUMBER = 1000
"""Largest number at the start, which also limits the number of legal moves."""


@dataclass(frozen=True, slots=True)
class EuclidPosition:
    """Two numbers, and the moves that led to them.

    Attributes
    ----------
    first, second
        The numbers at the start, from 1 to `MAX_NUMBER`.
    moves
        The multiples that were subtracted.
    """

    game: ClassVar[str] = "euclid"
    first: int
    second: int
    moves: tuple[int, ...] = ()

    @classmethod
    def from_id(cls, text: str) -> Self:
        """Parse an id such as ``euclid:21.13/1.1``: the start and the moves."""
        _, start, moves = split_id(text, cls.game)
        numbers = parse_numbers(start, text, "number")
        if len(numbers) != 2 or max(numbers) > MAX_NUMBER:
            raise InvalidPositionError(
                f"{quote(text)} should have two numbers from 1 to {MAX_NUMBER}, as in euclid:21.13"
            )
        position = cls(*numbers)
        for move in parse_numbers(moves, text, "move"):
            position = position.play(move)
        return position

    @property
    def id(self) -> str:
        """The id: one line of URL-safe text."""
        return join_id(self.game, f"{self.first}.{self.second}", ".".join(map(str, self.moves)))

    @property
    def numbers(self) -> tuple[int, int]:
        """The current numbers, the larger one first."""
        larger, smaller = max(self.first, self.second), min(self.first, self.second)
        for move in self.moves:
            rest = larger - move * smaller
            larger, smaller = max(rest, smaller), min(rest, smaller)
        return larger, smaller

    @property
    def to_move(self) -> int:
        """The player to move: 0 for the player who began, 1 for the other player."""
        return len(self.moves) % 2

    def start(self) -> Self:
        """Return the position before the first move."""
        return type(self)(self.first, self.second)

    def legal_moves(self) -> range:
        """Return the multiples of the smaller number that can be subtracted from the larger one."""
        larger, smaller = self.numbers
        return range(1, larger // smaller + 1) if smaller else range(0)

    def play(self, move: int) -> Self:
        """Subtract a multiple of the smaller number; raise `IllegalMoveError` if that is not possible."""
        legal = self.legal_moves()
        if move not in legal:
            raise IllegalMoveError(
                f"{move} is not possible in {quote(self.id)}; moves are {legal[0]} to {legal[-1]}"
                if legal
                else "the game is over"
            )
        return type(self)(self.first, self.second, (*self.moves, move))

    def is_over(self) -> bool:
        """Return whether one of the numbers is 0."""
        return self.numbers[1] == 0

    def scores(self) -> tuple[int, int]:
        """Return 1 for the player who reached 0, and 0 for the other player."""
        last = (len(self.moves) - 1) % 2
        return (int(last == 0), int(last == 1)) if self.is_over() else (0, 0)

    def __str__(self) -> str:
        """Return the numbers as a text."""
        return "{} and {}".format(*self.numbers)

    def _repr_svg_(self) -> str:
        """Draw a rectangle with these sides, and the squares that moves can cut off."""
        larger, smaller = self.numbers
        unit = 292 / larger
        cuts = "".join(f'<path d="M{smaller * k * unit:.2f} 0v{smaller * unit:.2f}"/>' for k in self.legal_moves())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 300 {smaller * unit + 8:.2f}" role="img" '
            f'fill="#9ecae1" stroke="#08519c" stroke-width="3"><title>{self}</title>'
            f'<rect width="292" height="{smaller * unit:.2f}"/>{cuts}</svg>'
        )


def parse_move(text: str, _position: Position[int]) -> int:
    """Parse a multiple. The position decides later whether this move is legal."""
    word = text.strip()
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise IllegalMoveError(
            f"{quote(text)} is not a move; type how many times the smaller number is subtracted, as in 1"
        )
    return int(word)
