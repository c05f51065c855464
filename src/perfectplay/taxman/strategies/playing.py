"""Let a strategy play, and report exactly what went wrong if it fails."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass
from operator import index

from perfectplay.core.errors import IllegalMoveError, StrategyError, quote
from perfectplay.core.game.ids import join_id
from perfectplay.core.text.texts import Text
from perfectplay.taxman.rules import Pot, TaxmanPosition
from perfectplay.taxman.strategies.board import Board
from perfectplay.taxman.strategies.loading import describe_error, load_strategy
from perfectplay.taxman.strategies.model import Choose, Strategy

__all__ = ["GameRecord", "play_game"]

_SHOWN = 12
_LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of a game.

    Attributes
    ----------
    score, taxman
        Scores after the last move; at the end of the game they add up to the sum of the pot.
    """

    score: int
    taxman: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord(Scores):
    """A finished game.

    Attributes
    ----------
    strategy
        Name of the strategy that played.
    pot
        The pot at the start.
    seed
        Seed of ``board.random``.
    moves
        Numbers taken, in order.
    """

    strategy: str
    pot: Pot
    seed: int
    moves: tuple[int, ...]

    @property
    def id(self) -> str:
        """Id of the final position, to replay the game."""
        return join_id(TaxmanPosition.game, self.pot.text, ".".join(map(str, self.moves)))


def play_game(strategy: Strategy | Choose | str, pot: Pot | int | Iterable[int], seed: int = 0) -> GameRecord:
    """Let a strategy play a whole game.

    Parameters
    ----------
    strategy
        A `Strategy`, a function ``choose(board)``, or an argument for `load_strategy`. Its output goes to standard
        error.
    pot
        N for the pot {1..N}, a `Pot`, or distinct positive integers.
    seed
        Seed of ``board.random``; the same seed gives the same game.

    Raises
    ------
    StrategyError
        If the strategy cannot be loaded, raises an exception, changes the board, or does not return a legal move. For
        an exception, the message has the line number.
    InvalidPositionError, LimitExceededError
        As `Pot` does.

    Examples
    --------
    >>> record = play_game("trono-4", 20)
    >>> record.score, record.id
    (121, 'taxman:20/19.9.15.10.20.18.16.14')
    """
    if isinstance(strategy, str):
        strategy = load_strategy(strategy)
    if isinstance(strategy, Strategy):
        name, choose = strategy.name, strategy.choose
    else:
        name, choose = getattr(strategy, "__name__", "choose"), strategy
    board = Board(pot, seed=seed)
    with redirect_stdout(sys.stderr):
        while not board.is_over():
            _move(name, choose, board)
    return GameRecord(board.score, board.taxman, strategy=name, pot=board.pot, seed=seed, moves=board.moves)


def _move(name: str, choose: Choose, board: Board) -> None:
    made = len(board.moves)
    try:
        choice = choose(board)
    except (Exception, SystemExit) as error:
        raise StrategyError(
            _complaint(name, board, Text("raised {error}", error=describe_error(error, name)))
        ) from error
    if len(board.moves) != made:
        problem = Text("moved on the board itself; return the move, and try moves on board.copy()")
        raise StrategyError(_complaint(name, board, problem))
    try:
        # Accept integer types of other libraries, but not bool.
        number = index(choice) if not isinstance(choice, bool) else None
    except TypeError:
        number = None
    if number is None:
        problem = Text(
            "returned {choice}, which is not an integer but of type {kind}",
            choice=quote(choice),
            kind=quote(type(choice).__name__),
        )
        raise StrategyError(_complaint(name, board, problem))
    try:
        board.take(number)
    except IllegalMoveError as error:
        # Leave out the end of the board's own message, which lists the legal moves.
        problem = Text("made an illegal move: {problem}", problem=error.values["problem"])
        raise StrategyError(_complaint(name, board, problem)) from error


def _complaint(name: str, board: Board, problem: str) -> str:
    shown = ", ".join(map(str, board.legal_moves()[:_SHOWN])) or Text("none")
    pot = f"N = {board.pot.n}"
    if board.pot.n is None:
        pot = Text("the pot {pot}", pot=quote(board.pot.text))
    legal = Text("legal moves are {shown}", shown=shown)
    if len(board.legal_moves()) > _SHOWN:
        legal = Text("the largest legal moves are {shown}", shown=shown)
    return Text(
        "strategy {name} {what} (at {pot}, position {id}; {legal})",
        name=quote(name, _LONGEST),
        what=problem,
        pot=pot,
        id=board.position().id,
        legal=legal,
    )
