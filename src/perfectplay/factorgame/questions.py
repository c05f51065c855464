"""Questions about the factor game, each with its answer for ``--json`` and HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perfectplay.core.answers import Reply
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.game.opponents import chosen, load_opponent, source_of
from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import FactorResult, solve

__all__ = ["MAX_SOLVED", "MAX_SOLVED_ALONE", "AskOpponent", "FactorReply", "SolveFactor"]

MAX_SOLVED = 60
"""Largest N whose start is solved in seconds, by both rules."""

MAX_SOLVED_ALONE = 49
"""Largest such N if the kernels do not run, as in a browser."""


# -- best play -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveFactor(Question[FactorResult]):
    """A question: the first player's lead under best play, and how to reach it.

    Parameters
    ----------
    position
        Any position; errors and complexity are those of `perfectplay.factorgame.solve.solve`.
    costs
        Whether to include the cost of every move.

    Examples
    --------
    >>> result = SolveFactor(position=FactorPosition.new(6), costs=True).answer()
    >>> result.value, result.moves, result.best_moves, result.costs
    (3, (5, 6), (5,), {2: 5, 3: 5, 4: 5, 5: 0, 6: 3})
    """

    position: FactorPosition
    costs: bool = False

    def answer(self, work: Work = UNLIMITED) -> FactorResult:
        """Find the answer."""
        return solve(self.position, time_limit=work.time_limit, progress=work.progress, costs=self.costs)


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
