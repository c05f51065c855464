"""Questions about the factor game, each with its answer for ``--json`` and HTTP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from perfectplay.core.answers import Reply, Solved, common
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.game.opponents import chosen, load_opponent, source_of
from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.core.schema import optional
from perfectplay.factorgame.rules import FactorPosition, Player
from perfectplay.factorgame.solve import FactorResult, solve

__all__ = ["MAX_SOLVED", "MAX_SOLVED_ALONE", "AskOpponent", "FactorReply", "FactorSolved", "SolveFactor"]

MAX_SOLVED = 60
"""Largest N whose start is solved in seconds, by both rules."""

MAX_SOLVED_ALONE = 49
"""Largest such N if the kernels do not run, as in a browser."""


# -- best play -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorSolved(Solved):
    """The first player's lead under best play, and how to reach it.

    Attributes
    ----------
    to_move
        The player to move, 0 or 1.
    points
        Points of the first and the second player so far.
    moves
        A line of best play.
    best_moves
        All best moves, ascending; ``None`` if time ran out before they were known.
    costs
        The loss of lead from every legal move, 0 for a best one; only if requested, and computed in time.
    """

    to_move: Player
    points: tuple[int, int]
    moves: tuple[int, ...]
    best_moves: tuple[int, ...] | None
    costs: Mapping[str, int] | None = optional()

    @classmethod
    def of(cls, position: FactorPosition, result: FactorResult) -> Self:
        """Build the answer from a solver's result for a position."""
        return cls(
            **common(position, result),
            to_move=position.to_move,
            points=position.points,
            moves=result.moves,
            best_moves=result.best_moves,
            costs=None if result.costs is None else {str(move): cost for move, cost in result.costs.items()},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveFactor(Question[FactorSolved]):
    """A question: the first player's lead under best play, and how to reach it.

    Parameters
    ----------
    position
        Any position; errors and complexity are those of `perfectplay.factorgame.solve.solve`.
    costs
        Whether to include the cost of every move.

    Examples
    --------
    >>> told = SolveFactor(position=FactorPosition.new(6), costs=True).answer()
    >>> told.value, told.moves, told.best_moves, told.costs
    (3, (5, 6), (5,), {'2': 5, '3': 5, '4': 5, '5': 0, '6': 3})
    """

    position: FactorPosition
    costs: bool = False

    def answer(self, work: Work = UNLIMITED) -> FactorSolved:
        """Find the answer."""
        found = solve(self.position, time_limit=work.time_limit, progress=work.progress, costs=self.costs)
        return FactorSolved.of(self.position, found)


# -- opponents -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorReply(Reply):
    """An opponent's move.

    Attributes
    ----------
    move
        The number taken.
    given
        The divisors that the other player gets, ascending.
    gains
        Points of the move for the opponent, and for the other player.
    proven
        Whether the move is proven best; false for opponents that do not search.
    """

    move: int
    given: tuple[int, ...]
    gains: tuple[int, int]
    proven: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AskOpponent(Question[FactorReply]):
    """A question: an opponent's move.

    On a board that is too large, or if time runs out, a perfect opponent plays its best move so far, or a greedy move
    if there is none.

    Parameters
    ----------
    position
        A position that is not over.
    opponent
        Its name, for `perfectplay.core.game.opponents.load_opponent`.
    seed
        Seed of its random choices: the same one in the same position gives the same move.

    Raises
    ------
    InvalidPositionError
        If there is no opponent with this name, or the game is over.

    Examples
    --------
    >>> start = FactorPosition.new(30)
    >>> AskOpponent(position=start, opponent="greedy").answer().move
    29
    >>> reply = AskOpponent(position=start).answer()
    >>> reply.move, reply.gains, reply.proven
    (25, (25, 6), True)
    """

    position: FactorPosition
    opponent: str = "perfect"
    seed: int = 0

    def answer(self, work: Work = UNLIMITED) -> FactorReply:
        """Find the answer."""
        position, proven = self.position, frozenset[int]()
        legal = position.legal_moves()
        gains = tuple(map(position.net, legal))

        def margins() -> Sequence[int]:
            # Opponents need only the best move, so the other margins may be wrong.
            nonlocal proven
            try:
                found = solve(position, time_limit=work.time_limit, progress=work.progress)
            except (LimitExceededError, ModuleNotFoundError):
                # The board is too large for the solver, or for a browser without kernels.
                return gains
            proven = frozenset(found.best_moves or ())
            return [int(move == found.moves[0]) for move in legal]

        source = source_of(self.seed, position)
        move = chosen(load_opponent(self.opponent), position, gains, margins, source)
        return FactorReply(
            opponent=self.opponent,
            move=move,
            given=tuple(sorted(position.given(move))),
            gains=position.gains(move),
            position=position.play(move).id,
            proven=move in proven,
        )
