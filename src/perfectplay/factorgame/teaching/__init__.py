"""Guided positions, the puzzle of the day and reviews of the factor game; see also `hints` and `exercises`."""

from __future__ import annotations

from collections.abc import Mapping

from perfectplay.core.game.parts import FIRST_DAY, Chance, Daily, DailyRule, Guided, Lessons, Level, Measure
from perfectplay.core.running.interrupt import all_or_nothing
from perfectplay.core.text.texts import Text
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import solve

__all__ = ["DAILY", "LESSONS", "MEASURE"]

# -- guided positions ----------------------------------------------------------------------------------------------


@all_or_nothing()
def _costs(position: FactorPosition) -> Mapping[str, int]:
    costs = solve(position, costs=True).costs or {}
    return {str(move): cost for move, cost in costs.items()}


LESSONS = Lessons(
    (
        Guided("both-sides", "factorgame:6", "5", "6", 3),
        Guided("largest-prime", "factorgame:12", "11", "12", 14),
        Guided("prime-square", "factorgame:12/11", "9", "10", 6),
        Guided("difference", "factorgame:24/24", "21", "22", 5),
        Guided("square-first", "factorgame:9", "9", "7", 1),
        Guided("leave-nothing", "factorgame:6/5", "6", "4", 2),
        Guided("last-divisor", "factorgame:16/13.9.15", "14", "10", 8),
        Guided("count-the-moves", "factorgame:18/11.15.6.14", "12", "18", 2),
        Guided("wasted-turn", "factorgame:8~pass/7", "5", "4", 2),
        Guided("classroom-board", "factorgame:30", "25", "29", 7),
    ),
    _costs,
)
"""Ten positions, each with an idea; the lessons of docs/classroom.md come first. All boards suit the plain search."""

# -- the puzzle of the day -----------------------------------------------------------------------------------------


_SIZES: Mapping[Level, tuple[int, int]] = {"easy": (8, 14), "medium": (15, 30), "hard": (31, 49)}


def _board(chance: Chance, grade: Level) -> FactorPosition:
    """Draw a board 1 to N by rule 1 of the daily puzzle: each N of the level is equally likely."""
    return FactorPosition.new(chance.between(*_SIZES[grade]))


DAILY = Daily((DailyRule(FIRST_DAY, _board),))

# -- reviews -------------------------------------------------------------------------------------------------------


MEASURE = Measure("lead", Text("lead of the first player"), lambda _, value: value)
"""The first player's final lead."""
