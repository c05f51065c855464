"""The row of the day."""

from __future__ import annotations

from collections.abc import Mapping

from perfectplay.coins.row.fusion import solve
from perfectplay.coins.rules import CoinsPosition
from perfectplay.core.daily import FIRST_DAY, Chance, Daily, DailyRule
from perfectplay.core.exercises import Level

__all__ = ["DAILY"]

_SIZES: Mapping[Level, tuple[int, int]] = {"easy": (6, 6), "medium": (8, 9), "hard": (12, 20)}
"""How many coins, and the largest."""


def _row(chance: Chance, grade: Level) -> CoinsPosition:
    """Rule 1: the first row that is won by one end only; unless it is easy, by the end with the smaller coin."""
    length, largest = _SIZES[grade]
    while True:
        row = tuple(chance.between(1, largest) for _ in range(length))
        best = solve(row, line=False)
        if best.margin > 0 and best.best_moves != "LR" and (grade == "easy" or _tempts(row, best.best_moves)):
            return CoinsPosition.new(row)


def _tempts(row: tuple[int, ...], best: str) -> bool:
    return row[0] < row[-1] if best == "L" else row[-1] < row[0]


DAILY = Daily((DailyRule(FIRST_DAY, _row),), "perfectplay coins play --position {id} --opponent perfect")
