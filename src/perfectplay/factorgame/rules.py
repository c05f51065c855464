"""The rules of the factor game, which is Taxman for two.

The players take turns.  Who moves takes a number with at least one proper divisor left on the board, and gets as many
points; the other player takes all its proper divisors that are left, and gets theirs.  The game is over when no number
can be taken any more; what is left then counts for neither player.  Both want the larger lead.

Source: "The Factor Game", in G. Lappan, J. Fey, W. Fitzgerald, S. Friel and E. Phillips, Prime Time: Factors and
Multiples, Connected Mathematics Project, Dale Seymour (1996), 1-16.  There, who takes a number without divisors left
loses the turn; here, such a move is illegal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import ClassVar, Self

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, quote
from perfectplay.core.ids import join_id, parse_numbers, short_repr, split_id
from perfectplay.core.text.texts import Text

__all__ = ["FactorPosition", "proper_divisors"]

MAX_N = 1_000
"""Largest N of a board {1..N}."""

_GAME = "factorgame"
_COLUMNS = 6
"""As on the board of the textbook; and it fits on a phone."""
_SHOWN = 12
"""Most legal moves that an error lists."""


@lru_cache(maxsize=4 * MAX_N)
def proper_divisors(number: int) -> frozenset[int]:
    """Divisors of a number from 1 to `MAX_N` without itself.

    Examples
    --------
    >>> sorted(proper_divisors(12))
    [1, 2, 3, 4, 6]
    """
    return frozenset(d for d in range(1, number // 2 + 1) if number % d == 0)


@dataclass(frozen=True)
class FactorPosition:
    """A moment in a factor game.  Build one with `new` or `from_id`, and go on with `play`.

    Attributes
    ----------
    n
        The board at the start is {1..n}.
    moves
        Numbers taken so far, in playing order; the first player took the first one.
    points
        What both players have so far, the first player first.
    left
        Numbers on the board.

    Examples
    --------
    >>> position = FactorPosition.new(12).play(11)
    >>> position.id, position.points, position.to_move, position.is_over()
    ('factorgame:12/11', (11, 1), 1, False)
    >>> position.legal_moves(), sorted(position.given(12))
    ((4, 6, 8, 9, 10, 12), [2, 3, 4, 6])
    >>> print(position.play(9))
     .  2  .  4  5  6
     7  8  . 10  . 12
    player 1: 14
    player 2: 10
    """

    game: ClassVar[str] = _GAME

    n: int
    moves: tuple[int, ...] = ()
    points: tuple[int, int] = field(default=(0, 0), compare=False)
    left: frozenset[int] = field(default=frozenset(), compare=False, repr=False)

    @classmethod
    def new(cls, n: int) -> Self:
        """Start a game on the board {1..n}.

        Raises
        ------
        InvalidPositionError
            If ``n`` is below 1.
        LimitExceededError
            If ``n`` is above `MAX_N`.

        Examples
        --------
        >>> FactorPosition.new(6).legal_moves()
        (2, 3, 4, 5, 6)
        """
        if n < 1:
            message = Text("N = {n} is not a board; N must be a whole number of at least 1", n=n)
            raise InvalidPositionError(message)
        if n > MAX_N:
            message = Text(
                "N = {n} is too large to be played; the largest possible N is {most}", n=quote(n), most=MAX_N
            )
            raise LimitExceededError(message)
        return cls(n, left=frozenset(range(1, n + 1)))

    @classmethod
    def from_id(cls, text: str) -> Self:
        """Rebuild a position from its id: ``factorgame:N``, then ``/`` and the numbers taken, joined by dots.

        Raises
        ------
        InvalidPositionError, LimitExceededError, IllegalMoveError
            With the bad part quoted.

        Examples
        --------
        >>> FactorPosition.from_id("factorgame:30/25.27").points
        (37, 33)
        """
        _, start, moves = split_id(text, _GAME)
        numbers = parse_numbers(start, text, Text("number"))
        if len(numbers) != 1:
            message = Text(
                "position id {text} has the start {start}; a start is N, as in 30", text=quote(text), start=quote(start)
            )
            raise InvalidPositionError(message)
        position = cls.new(numbers[0])
        for move in parse_numbers(moves, text, Text("move")):
            position = position.play(move)
        return position

    @property
    def id(self) -> str:
        """One line of URL-safe text."""
        return join_id(_GAME, str(self.n), ".".join(map(str, self.moves)))

    @property
    def to_move(self) -> int:
        """Who moves: 0 for the player who began, 1 for the other one."""
        return len(self.moves) % 2

    def start(self) -> Self:
        """Return the position before the first move."""
        return self.new(self.n)

    def given(self, number: int) -> frozenset[int]:
        """Divisors of a number that the other player would get for it."""
        return proper_divisors(number) & self.left

    def legal_moves(self) -> tuple[int, ...]:
        """Numbers that can be taken, ascending."""
        return self._legal

    @cached_property
    def _legal(self) -> tuple[int, ...]:
        return tuple(number for number in sorted(self.left) if not self.left.isdisjoint(proper_divisors(number)))

    def play(self, move: int) -> Self:
        """Take a number.

        Raises
        ------
        IllegalMoveError
            If the number is not on the board or none of its proper divisors is.
        """
        if move not in self._legal:
            raise IllegalMoveError(self._refusal(move))
        given = self.given(move)
        mover = self.to_move
        points = [*self.points]
        points[mover] += move
        points[1 - mover] += sum(given)
        return type(self)(self.n, (*self.moves, move), (points[0], points[1]), self.left - given - {move})

    def is_over(self) -> bool:
        """Whether no number can be taken any more."""
        return not self._legal

    def scores(self) -> tuple[int, int]:
        """Return by how much each player leads: not the points, whose sum depends on what is left at the end."""
        lead = self.points[0] - self.points[1]
        return lead, -lead

    def _refusal(self, number: int) -> Text:
        legal = Text("the game is over")
        if self._legal:
            shown = ", ".join(map(str, self._legal[-_SHOWN:]))
            template = Text("legal moves are {shown}", shown=shown)
            legal = template if len(self._legal) <= _SHOWN else Text("the largest legal moves are {shown}", shown=shown)
        if number in self.left:
            return Text(
                "{number} cannot be taken: none of its proper divisors is on the board; {legal}",
                number=number,
                legal=legal,
            )
        return Text("{number} cannot be taken: it is not on the board; {legal}", number=quote(number), legal=legal)

    def __str__(self) -> str:
        """Show the board in rows, and what both have."""
        width = len(str(self.n))
        cells = [f"{i if i in self.left else '.':>{width}}" for i in range(1, self.n + 1)]
        rows = [" ".join(cells[i : i + _COLUMNS]) for i in range(0, self.n, _COLUMNS)]
        return "\n".join((*rows, "player 1: {}\nplayer 2: {}".format(*self.points)))

    def __repr__(self) -> str:
        """Tell how to build it again."""
        return short_repr(self, self.id)


def parse_move(text: str, position: FactorPosition) -> int:
    """Read a move: the number that is taken; whether it can be is for the position to say."""
    word = text.strip()
    if word.isascii() and word.isdecimal() and len(word) < 10:
        return int(word)
    message = Text("{text} is not a move; type a number from 1 to {n}, as on the board", text=quote(text), n=position.n)
    raise IllegalMoveError(message)
