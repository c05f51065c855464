"""Guided positions of greedy coins."""

from __future__ import annotations

from collections.abc import Mapping

from perfectplay.coins.coach import Coach
from perfectplay.coins.rules import Coin, CoinsPosition
from perfectplay.core.lessons import Guided, Lessons

__all__ = ["LESSONS"]


def _costs(position: CoinsPosition) -> Mapping[str, Coin]:
    return {advice.move: advice.cost for advice in Coach(position).moves}


LESSONS = Lessons(
    (
        Guided("larger-of-two", "coins:3.5", "R", "L", 4),
        Guided("uncover", "coins:3.9.1.2", "R", "L", 12),
        Guided("leave-the-middle", "coins:3.2.9.5", "L", "R", 8),
        Guided("parity", "coins:5.9.1.8.2.4", "R", "L", 8),
        Guided("equal-ends", "coins:4.7.1.4", "R", "L", 6),
        Guided("valley", "coins:6.3.1.4.7", "R", "L", 2),
        Guided("peak", "coins:4.2.6.9.5", "L", "R", 4),
        Guided("save-the-tie", "coins:5.9.3.1.2", "R", "L", 2),
        Guided("punish", "coins:7.3.2.9.4.1/LR", "L", "R", 10),
        Guided("triangle", "coins:5.1.1.5.1.2.2.1", "L", "R", 8),
    ),
    _costs,
)
"""Ten ideas; a cost counts in the difference of both totals, as everywhere in this game."""
