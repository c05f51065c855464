"""Questions about games of strategies and best games: replay one, or compare it with another game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.core.result import Status
from perfectplay.core.text.texts import Text
from perfectplay.taxman.records import load_records
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import solve
from perfectplay.taxman.strategies.board import Board
from perfectplay.taxman.strategies.playing import Scores, play_game

__all__ = ["BEST", "CompareGames", "ReplayGame", "TaxmanComparison", "TaxmanReplay", "known_best", "turns"]

BEST = "best"
"""Name that stands for best play where a strategy's name is expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanTurn:
    """A move of a game.

    Attributes
    ----------
    take, tax
        The number taken, and the numbers that the taxman gets for it, ascending.
    left
        Other numbers that went to the taxman after this move, ascending.
    player, taxman
        The scores after the move.
    """

    take: int
    tax: tuple[int, ...]
    left: tuple[int, ...]
    player: int
    taxman: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Played(Scores):
    """A game, move by move.

    Attributes
    ----------
    moves
        The moves, in playing order.
    """

    moves: tuple[TaxmanTurn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanReplay(_Played):
    """A whole game of a strategy, or a best game, move by move.

    Attributes
    ----------
    n
        The N of the pot {1..N}, or ``None`` if it was another pot.
    position, id
        Ids of the start and of the end.
    strategy, seed
        Name of the player, and the seed of its random choices.
    upper
        Proven upper bound on the score of any game; ``None`` if unknown.
    status
        ``"optimal"`` if the score is proven to be the best possible one.
    """

    n: int | None
    position: str
    id: str
    strategy: str
    seed: int
    upper: int | None
    status: Status


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanSide(_Played):
    """A game so far.

    Attributes
    ----------
    over
        Whether no legal move is left.
    """

    over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanComparison:
    """A game compared with the game that a strategy plays from the same start.

    Attributes
    ----------
    position
        The game's id.
    mine, theirs
        The given game, and the game of the strategy.
    differ
        Number of the first move that differs, counted from 1; ``None`` if one game is the beginning of the other.
    """

    position: str
    mine: TaxmanSide
    theirs: TaxmanReplay
    differ: int | None


def turns(position: TaxmanPosition, board: Board) -> Iterator[TaxmanTurn]:
    """Play a position's moves on ``board``, set up for its start, and yield each move; O(N log N) for all moves."""
    active = set(board)
    for move in position.moves:
        before = len(board)
        tax = board.take(move)
        active.difference_update((move, *tax))
        left: tuple[int, ...] = ()
        if len(board) < before - 1 - len(tax):
            left = tuple(sorted(active.difference(board)))
            active.difference_update(left)
        yield TaxmanTurn(take=move, tax=tax, left=left, player=board.score, taxman=board.taxman)


def known_best(start: TaxmanPosition) -> int | None:
    """Look up the best score of the whole pot in the table of records; return ``None`` if it is not proven."""
    n = start.start_pot.n
    return None if n is None else load_records().scores().get(n)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Player:
    """The player and the game that a question is about.

    Attributes
    ----------
    game
        The game so far; for a replay, only its start.
    strategy
        A strategy's name, or `BEST`.
    seed
        Seed for strategies that play at random.
    """

    game: TaxmanPosition
    strategy: str
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareGames(_Player, Question[TaxmanComparison]):
    """A question: compare a game with the game that a strategy plays from the same start."""

    def answer(self, work: Work = UNLIMITED) -> TaxmanComparison:
        """Find the answer."""
        position = self.game
        board = Board(position.start_pot, position.variant)
        moves = tuple(turns(position, board))
        theirs = ReplayGame(game=position.start(), strategy=self.strategy, seed=self.seed).answer(work)
        pairs = zip(position.moves, (turn.take for turn in theirs.moves), strict=False)
        return TaxmanComparison(
            position=position.id,
            mine=TaxmanSide(score=board.score, taxman=board.taxman, over=board.is_over(), moves=moves),
            theirs=theirs,
            differ=next((k for k, (my, their) in enumerate(pairs, 1) if my != their), None),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayGame(_Player, Question[TaxmanReplay]):
    """A question: a whole game of a strategy, or a best game.

    Raises
    ------
    InvalidPositionError
        If moves have been made in the position.
    """

    def __post_init__(self) -> None:
        """Check that no moves have been made in the position."""
        start = self.game
        if start.moves:
            problem = Text("the position {id} has moves", id=quote(start.id))
            raise InvalidPositionError(
                "{problem}, and strategies play whole games; give its start, {id}",
                problem=problem,
                id=quote(start.start().id),
            )

    def answer(self, work: Work = UNLIMITED) -> TaxmanReplay:
        """Find the answer."""
        end = start = self.game
        upper: int | None
        if self.strategy == BEST:
            best = solve(start, time_limit=work.time_limit, progress=work.progress)
            moves, upper = best.moves, best.upper
        else:
            moves = play_game(self.strategy, start.start_pot, self.seed).moves
            upper = known_best(start)
        for move in moves:
            end = end.play(move)
        board = Board(start.start_pot, start.variant)
        made = tuple(turns(end, board))
        return TaxmanReplay(
            n=start.start_pot.n,
            position=start.id,
            id=end.id,
            strategy=self.strategy,
            seed=self.seed,
            score=board.score,
            taxman=board.taxman,
            upper=upper,
            status="optimal" if board.score == upper else "bounded",
            moves=made,
        )
