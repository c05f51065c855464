"""The rules of the factor game, which is Taxman for two.

The players take turns.  The player to move takes a number with at least one proper divisor on the board, and gets as
many points; the other player takes all its proper divisors on the board, and gets their sum. The game is over when
no number on the board has a proper divisor there; the remaining numbers count for neither player. Both want the larger
lead.

By our rule, a number without proper divisors on the board cannot be taken. By the classroom's rule, ``~pass`` in ids,
such a number can be taken until the game is over, but brings no points and wastes the turn.

Sources: "The Factor Game", in G. Lappan, J. Fey, W. Fitzgerald, S. Friel and E. Phillips, Prime Time: Factors and
Multiples, Connected Mathematics Project, Dale Seymour (1996), 1-16.  The applets of the project and of the NCTM
(addresses in docs/answers/two-players.md).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import ClassVar, Literal, Self

from perfectplay.core.drawable import Drawable
from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, quote
from perfectplay.core.game.ids import join_id, parse_numbers, short_repr, split_id
from perfectplay.core.text.texts import Text

__all__ = ["FactorPosition", "Player", "proper_divisors"]

Player = Literal[0, 1]
"""The player who begins is 0, and the other is 1."""

MAX_N = 1_000
"""Largest N of a board {1..N}."""

_GAME = "factorgame"
_CLASSROOM = "pass"
"""Name of the classroom's rule in ids."""
_COLUMNS = 6
"""Number of columns of a printed board, as in the textbook; it also fits on a phone."""
_SHOWN = 12
"""Maximum number of legal moves that an error message lists."""


@lru_cache(maxsize=4 * MAX_N)
def proper_divisors(number: int) -> frozenset[int]:
    """Return the divisors of a number from 1 to `MAX_N`, without itself.

    Examples
    --------
    >>> sorted(proper_divisors(12))
    [1, 2, 3, 4, 6]
    """
    return frozenset(d for d in range(1, number // 2 + 1) if number % d == 0)


@dataclass(frozen=True)
class FactorPosition(Drawable):
    """A position of the factor game. Build one with `new` or `from_id`, and continue with `play`.

    Attributes
    ----------
    n
        The board at the start is {1..n}.
    moves
        Numbers taken so far, in playing order; the first player took the first number.
    passing
        Whether the classroom's rule holds: a number can also be taken, for no points, if none of its divisors is left.
    points
        Points of both players so far, the first player first.
    left
        Numbers on the board.

    Examples
    --------
    >>> position = FactorPosition.new(12).play(11)
    >>> position.id, position.points, position.to_move, position.is_over()
    ('factorgame:12/11', (11, 1), 1, False)
    >>> position.legal_moves(), sorted(position.given(12)), position.net(12), position.start().scores()
    ((4, 6, 8, 9, 10, 12), [2, 3, 4, 6], -3, (0, 0))
    >>> print(position.play(9))
     .  2  .  4  5  6
     7  8  . 10  . 12
    player 1: 14
    player 2: 10

    Under the classroom's rule, 7 wastes a turn:

    >>> position = FactorPosition.from_id("factorgame:12~pass/11.7")
    >>> position.points, position.to_move, position.legal_moves()
    ((11, 1), 0, (2, 3, 4, 5, 6, 8, 9, 10, 12))
    """

    game: ClassVar[str] = _GAME

    n: int
    moves: tuple[int, ...] = ()
    passing: bool = False
    points: tuple[int, int] = field(default=(0, 0), compare=False)
    left: frozenset[int] = field(default=frozenset(), compare=False, repr=False)

    @classmethod
    def new(cls, n: int, *, passing: bool = False) -> Self:
        """Start a game on the board {1..n}.

        Parameters
        ----------
        n
            From 1 to `MAX_N`.
        passing
            Whether the classroom's rule holds.

        Raises
        ------
        InvalidPositionError
            If ``n`` is below 1.
        LimitExceededError
            If ``n`` is above `MAX_N`.
        """
        if n < 1:
            raise InvalidPositionError("N = {n} is not a board; N must be a whole number of at least 1", n=n)
        if n > MAX_N:
            raise LimitExceededError(
                "N = {n} is too large to play; the largest possible N is {most}", n=quote(n), most=MAX_N
            )
        return cls(n, passing=passing, left=frozenset(range(1, n + 1)))

    @classmethod
    def from_id(cls, text: str) -> Self:
        """Rebuild a position from its id.

        The id is ``factorgame:N``, then ``~pass`` for the classroom's rule, then ``/`` and the moves, joined by dots.

        Raises
        ------
        InvalidPositionError, LimitExceededError, IllegalMoveError
            If the id is invalid; the message quotes the bad part.

        Examples
        --------
        >>> FactorPosition.from_id("factorgame:30/25.27").points
        (37, 33)
        """
        _, start, moves = split_id(text, _GAME)
        board, tilde, rule = start.partition("~")
        numbers = parse_numbers(board, text, Text("number"))
        if len(numbers) != 1 or (tilde and rule != _CLASSROOM):
            raise InvalidPositionError(
                "position id {text} has the start {start}; a start is N, as in 30, or 30~pass by the classroom's rule",
                text=quote(text),
                start=quote(start),
            )
        position = cls.new(numbers[0], passing=bool(tilde))
        for move in parse_numbers(moves, text, Text("move")):
            position = position.play(move)
        return position

    @property
    def id(self) -> str:
        """The position as one line of URL-safe text, which `from_id` parses."""
        start = f"{self.n}~{_CLASSROOM}" if self.passing else str(self.n)
        return join_id(_GAME, start, ".".join(map(str, self.moves)))

    @property
    def to_move(self) -> Player:
        """The player to move: 0 for the player who began, 1 for the other player."""
        return 1 if len(self.moves) % 2 else 0

    def start(self) -> Self:
        """Return the position before the first move."""
        return self.new(self.n, passing=self.passing)

    def given(self, number: int) -> frozenset[int]:
        """Return the divisors of a number that the other player would get."""
        return proper_divisors(number) & self.left

    @property
    def alone(self) -> frozenset[int]:
        """Numbers on the board without a divisor or multiple there; they can no longer bring points.

        Examples
        --------
        >>> sorted(FactorPosition.from_id("factorgame:12/11").alone)
        [7]
        """
        return self.left.difference(*({number, *self.given(number)} for number in self.left if self.given(number)))

    def gains(self, number: int) -> tuple[int, int]:
        """Return the points that a number on the board brings to the player who takes it, and to the other player.

        Examples
        --------
        >>> FactorPosition.new(12).gains(10), FactorPosition.from_id("factorgame:12~pass/11").gains(7)
        ((10, 8), (0, 0))
        """
        given = self.given(number)
        return (number, sum(given)) if given else (0, 0)

    def net(self, number: int) -> int:
        """Return the gain in lead for the player who takes a number from the board."""
        own, opponent = self.gains(number)
        return own - opponent

    def legal_moves(self) -> tuple[int, ...]:
        """Return the numbers that can be taken, ascending."""
        return self._legal

    @cached_property
    def _legal(self) -> tuple[int, ...]:
        dividing = tuple(number for number in sorted(self.left) if not self.left.isdisjoint(proper_divisors(number)))
        return tuple(sorted(self.left)) if self.passing and dividing else dividing

    def play(self, move: int) -> Self:
        """Take a number.

        Raises
        ------
        IllegalMoveError
            If the number is not on the board, or the game is over; by our rule also if it has no proper divisor there.
        """
        if move not in self._legal:
            raise IllegalMoveError(self._refusal(move))
        own, opponent = self.gains(move)
        first, second = self.points
        return replace(
            self,
            moves=(*self.moves, move),
            points=(first + opponent, second + own) if self.to_move else (first + own, second + opponent),
            left=self.left - self.given(move) - {move},
        )

    def is_over(self) -> bool:
        """Return whether no number on the board has a proper divisor there."""
        return not self._legal

    def scores(self) -> tuple[int, int]:
        """Return the points of the first and the second player."""
        return self.points

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
        """Return the board in rows, and both scores."""
        width = len(str(self.n))
        cells = [f"{i if i in self.left else '.':>{width}}" for i in range(1, self.n + 1)]
        rows = [" ".join(cells[i : i + _COLUMNS]) for i in range(0, self.n, _COLUMNS)]
        return "\n".join((*rows, "player 1: {}\nplayer 2: {}".format(*self.points)))

    def __repr__(self) -> str:
        """Return a call that builds this position."""
        return short_repr(self, self.id)


def parse_move(text: str, position: FactorPosition) -> int:
    """Parse a number, which need not be a legal move."""
    word = text.strip()
    if word.isascii() and word.isdecimal() and len(word) < 10:
        return int(word)
    raise IllegalMoveError(
        "{text} is not a move; type a number from 1 to {n}, as on the board", text=quote(text), n=position.n
    )
