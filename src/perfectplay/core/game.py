"""The game protocol and the registry: all that the session, the command line and the web know of a game."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Protocol, Self, TypeVar, runtime_checkable

from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.ids import split_id
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.result import Move_co, Result

__all__ = ["Game", "Position", "WarmUp", "game_names", "load_game", "parse_position", "register", "warm_ups"]

Move = TypeVar("Move")


@runtime_checkable
class Position(Protocol[Move]):
    """A game in one immutable moment, with the moves that led to it; a ``Position[int]`` has integers as moves."""

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
        """All legal moves, in a stable order; empty if and only if `is_over`."""
        ...

    def play(self, move: Move) -> Self:
        """Return the position after a move; raises `IllegalMoveError`."""
        ...

    def is_over(self) -> bool:
        """Whether no legal move is left."""
        ...

    def scores(self) -> tuple[int | Fraction, ...]:
        """Exact scores so far, the human player's first; final once the game is over."""
        ...


P = TypeVar("P", bound=Position[Any])


@runtime_checkable
class Game(Protocol[P, Move_co]):
    """One entry of the registry: its positions, and their moves.

    Attributes
    ----------
    name
        Prefix of the position ids.
    title, summary
        For people.
    players
        1 or 2; in a game for two, ``Result.value`` is the first player's final score under best play of both.
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
        """Read a move as a person types it; raises `IllegalMoveError`."""
        ...

    def solve(
        self,
        position: P,
        *,
        time_limit: float | None = None,
        progress: ProgressCallback = ignore_progress,
    ) -> Result[Move_co]:
        """Best play from a position; ``Result.value`` counts the whole game, past moves included."""
        ...


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Questions that make a solver load and compile whatever it needs.

    Attributes
    ----------
    what
        What is made ready, in a few words.
    run
        Asks them: a module's function, for it may be called in another process.
    """

    what: str
    run: Callable[[], object]


_GAMES: dict[str, str | Callable[[], Game[Any, Any]]] = {
    # The one place where a game of this package is registered: name -> "module:attribute", imported on demand.
    "taxman": "perfectplay.taxman.game:GAME",
    "coins": "perfectplay.coins.game:GAME",
    "pursuit": "perfectplay.pursuit.game:GAME",
}


def register(name: str, factory: Callable[[], Game[Any, Any]]) -> None:
    """Add a game from outside this package.

    Parameters
    ----------
    name
        The prefix of its position ids.
    factory
        Called without arguments when the game is first needed.

    Raises
    ------
    ValueError
        If the name is taken.
    """
    if name in _GAMES:
        message = f"a game named {quote(name)} is already registered"
        raise ValueError(message)
    _GAMES[name] = factory


def game_names() -> tuple[str, ...]:
    """Names of all registered games, in order of registration."""
    return tuple(_GAMES)


def load_game(name: str) -> Game[Any, Any]:
    """Return a registered game, importing it if need be.

    Raises
    ------
    InvalidPositionError
        If there is no such game.
    """
    try:
        entry = _GAMES[name]
    except KeyError:
        message = f"there is no game {quote(name)}; the games are {', '.join(_GAMES)}"
        raise InvalidPositionError(message) from None
    if isinstance(entry, str):
        module, _, attribute = entry.partition(":")
        game: Game[Any, Any] = getattr(importlib.import_module(module), attribute)
        return game
    return entry()


def warm_ups() -> tuple[WarmUp, ...]:
    """Return what makes the solvers of all registered games ready.

    A game whose solvers compile or load something has a method ``warm_up`` that returns a sequence of `WarmUp`; other
    games need none.
    """
    games = map(load_game, game_names())
    return tuple(step for game in games if hasattr(game, "warm_up") for step in game.warm_up())


def parse_position(text: str) -> Position[Any]:
    """Rebuild a position of any registered game from its id.

    Raises
    ------
    InvalidPositionError
        If the id is malformed or names no registered game.
    IllegalMoveError
        If one of its moves is illegal.
    """
    name, _, _ = split_id(text)
    position: Position[Any] = load_game(name).from_id(text)
    return position
