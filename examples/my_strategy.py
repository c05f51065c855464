"""A Taxman strategy of one's own: pay with as few numbers as possible, counting those that the move would strand.

Usage: python examples/my_strategy.py
"""

from __future__ import annotations

from perfectplay.taxman.strategies.board import Board
from perfectplay.taxman.strategies.tournament import head_to_head, tournament


def choose(board: Board) -> int:
    """Return a legal move; of several equal ones the largest, since ``board.legal_moves()`` has the largest first."""
    return min(board.legal_moves(), key=lambda number: board.divisor_count[number] + len(board.lost(number)))


def main() -> None:
    """Play all pots {1..N} for N = 2..120 against Trono's #4, "largest number with exactly one divisor left"."""
    rival = "trono-4"
    for row in tournament([__file__, rival], 2, 120):
        name = "this strategy" if row.strategy == __file__ else row.strategy
        print(f"{name:14} average {float(row.average):7.1f}, optimal for {row.optimal_agreements} of 31 N")
    result = head_to_head(__file__, rival, 2, 120)
    print(f"this strategy against {rival}: {result.wins} wins, {result.losses} losses, {result.ties} ties")


# Tournaments start new processes, which import this file again and must not start tournaments themselves.
if __name__ == "__main__":
    main()
