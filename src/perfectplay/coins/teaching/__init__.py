"""Guided positions, the puzzle of the day and reviews of greedy coins; see also `hints` and `exercises`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from perfectplay.coins.coach import Coach
from perfectplay.coins.row.fusion import solve
from perfectplay.coins.rules import Coin, CoinsPosition
from perfectplay.core.game.parts import FIRST_DAY, Chance, Daily, DailyRule, Guided, Lessons, Level, Measure
from perfectplay.core.schema import Exact
from perfectplay.core.text.texts import Text

__all__ = ["DAILY", "LESSONS", "MEASURE"]

# -- guided positions ----------------------------------------------------------------------------------------------


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
"""Ten positions, each with an idea to learn; a mistake costs the margin that it loses."""

# -- the puzzle of the day -----------------------------------------------------------------------------------------


_SIZES: Mapping[Level, tuple[int, int]] = {"easy": (6, 6), "medium": (8, 9), "hard": (12, 20)}
"""Map each level to the number of coins and the largest coin."""


def _row(chance: Chance, grade: Level) -> CoinsPosition:
    """Draw a row by rule 1 of the daily puzzle: the only best end wins and, above ``easy``, has the smaller coin."""
    length, largest = _SIZES[grade]
    while True:
        row = tuple(chance.between(1, largest) for _ in range(length))
        best = solve(row, line=False)
        if best.margin > 0 and best.best_moves != "LR" and (grade == "easy" or _tempts(row, best.best_moves)):
            return CoinsPosition.new(row)


def _tempts(row: tuple[int, ...], best: str) -> bool:
    return row[0] < row[-1] if best == "L" else row[-1] < row[0]


DAILY = Daily((DailyRule(FIRST_DAY, _row),), "perfectplay coins play --position {id} --opponent perfect")

# -- reviews -------------------------------------------------------------------------------------------------------


def _margin(position: CoinsPosition, value: Exact) -> Exact:
    total = sum((Fraction(sum(component.coins)) for component in position.start_components), Fraction())
    return 2 * value - total


MEASURE = Measure("margin", Text("margin of the first player"), _margin)
"""The first player's final margin; a move costs the margin that it loses, as in the coach."""
