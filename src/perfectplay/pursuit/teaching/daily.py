"""The deal of the day."""

from __future__ import annotations

from collections.abc import Mapping

from perfectplay.core.daily import FIRST_DAY, Chance, Daily, DailyRule
from perfectplay.core.exercises import Level
from perfectplay.pursuit.deal.deals import CARDS
from perfectplay.pursuit.reach import reach
from perfectplay.pursuit.rules import PursuitPosition

__all__ = ["DAILY"]

_FEWEST: Mapping[Level, frozenset[int]] = {
    "easy": frozenset({2, 3}),
    "medium": frozenset({4}),
    "hard": frozenset({5, 6}),
}
"""The fewest numbers that hit the target; a solution has one step less."""

_LOWEST, _HIGHEST = 101, 999


def _deal(chance: Chance, grade: Level) -> PursuitPosition:
    """Rule 1: six cards of the pack and a target, the first that take as many numbers at least as the grade wants."""
    while True:
        numbers, target = sorted(chance.sample(CARDS.cards, 6)), chance.between(_LOWEST, _HIGHEST)
        # How many numbers are needed is no judgement: it is the same whatever a later version thinks hard.
        if reach(numbers, target, target).fewest[0] in _FEWEST[grade]:
            return PursuitPosition.new(numbers, target)


DAILY = Daily((DailyRule(FIRST_DAY, _deal),), "perfectplay pursuit play --position {id}")
