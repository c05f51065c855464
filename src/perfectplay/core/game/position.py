"""Protocols that define a game: its positions and moves, and the questions that it answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, Self, TypeVar, runtime_checkable

from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.result import Move_co, Result, Value_co

__all__ = ["Game", "P", "Position"]

Move = TypeVar("Move")


@runtime_checkable
class Position(Protocol[Move, Value_co]):
    """An immutable position of a game, with the moves that led to it.

    A ``Position[str, int]`` has moves that are text, and scores that are integers; a ``Position[str]`` may have
    fractions as scores.  Results keep these types: best play from the position is a ``Result[str, int]``.

    Examples
    --------
    >>> from perfectplay.core.game import parse_position
    >>> position = parse_position("taxman:10/7")
    >>> isinstance(position, Position)
    True
    >>> position.id, position.moves, position.legal_moves(), position.is_over()
    ('taxman:10/7', (7,), (4, 6, 8, 9, 10), False)
    >>> position.play(9).scores(), position.start().id
    ((16, 4), 'taxman:10')
    >>> type(position).from_id("taxman:10/7") == position
    True
    """

    game: ClassVar[str]

    @property
    def id(self) -> str:
        """One line of URL-safe text from which `from_id` rebuilds an equal position."""
        ...

    @property
    def moves(self) -> tuple[Move, ...]:
        """Moves made so far, in playing order."""
        ...

    @classmethod
    def from_id(cls, text: str) -> Self:
        """Rebuild a position, checking every move."""
        ...

    def start(self) -> Self:
        """Return the position before the first move."""
        ...

    def legal_moves(self) -> Sequence[Move]:
        """Return all legal moves, in a stable order; empty if and only if the game is over."""
        ...

    def play(self, move: Move) -> Self:
        """Return the position after a move; raises `IllegalMoveError`."""
        ...

    def is_over(self) -> bool:
        """Return whether no legal move is left."""
        ...

    def scores(self) -> tuple[Value_co, ...]:
        """Return the exact points of each player so far, the human player's first; final once the game is over.

        More points are better. If ``Result.value`` is a lead, it is the first player's points minus the second's; if it
        is a distance, the points are minus the distance.
        """
        ...


P = TypeVar("P", bound=Position[Any])
P_co = TypeVar("P_co", bound=Position[Any], covariant=True)


@runtime_checkable
class Game(Protocol[P, Move_co, Value_co]):
    """A game in the registry: its positions, their moves, and values of best play.

    Attributes
    ----------
    name
        Prefix of the position ids.
    title, summary
        Texts for people.
    players
        1 or 2; in a game for two, ``Result.value`` is the first player's under best play by both.

    Examples
    --------
    >>> from perfectplay.core.game import load_game
    >>> game = load_game("coins")
    >>> isinstance(game, Game)
    True
    >>> position = game.example()
    >>> game.parse_move("l", position), game.solve(position).value, game.from_id("coins:1.2/L").moves
    ('L', 5, ('L',))
    """

    name: str
    title: str
    summary: str
    players: int

    def example(self) -> P:
        """Return a small starting position, for conformance tests and help texts."""
        ...

    def from_id(self, text: str) -> P:
        """Rebuild a position from its id."""
        ...

    def parse_move(self, text: str, position: P) -> Move_co:
        """Parse a move that a user types; raise `IllegalMoveError` if it is malformed."""
        ...

    def solve(
        self,
        position: P,
        *,
        time_limit: float | None = None,
        progress: ProgressCallback = ignore_progress,
    ) -> Result[Move_co, Value_co]:
        """Find the best play from a position; ``Result.value`` counts the whole game, past moves included."""
        ...
