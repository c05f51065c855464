"""The two ends of every comparison: random play and perfect play."""

from __future__ import annotations

from perfectplay.core.text.texts import Text
from perfectplay.taxman.solve import solve
from perfectplay.taxman.strategies.board import Board
from perfectplay.taxman.strategies.model import Strategy, follow

__all__ = ["STRATEGIES"]


def _random(board: Board) -> int:
    return board.random.choice(board.legal_moves())


def _optimal(board: Board) -> int:
    return follow(board, lambda: solve(board.position()).moves)


STRATEGIES = (
    Strategy(
        "random",
        Text("random legal moves"),
        "Draw one of the legal moves, all equally likely.",
        "folklore",
        "own",
        _random,
        seeded=True,
    ),
    Strategy(
        "optimal",
        Text("perfect play"),
        "Solve the game exactly at the first move, and play the solution.",
        "perfectplay.taxman.solve",
        "own",
        _optimal,
    ),
)
