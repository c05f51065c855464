"""The numbers of the day."""

from __future__ import annotations

from perfectplay.core.game.parts import FIRST_DAY, Chance, Daily, DailyRule
from perfectplay_euclid.rules import EuclidPosition
from perfectplay_euclid.solve import is_won

__all__ = ["DAILY"]

_LARGEST = {"easy": 50, "medium": 200, "hard": 1000}


def _start(chance: Chance, grade: str) -> EuclidPosition:
    """Return the first two different random numbers with which the player who begins can win (rule 1)."""
    while True:
        first, second = (chance.between(1, _LARGEST[grade]) for _ in range(2))
        if first > second and is_won(first, second):
            return EuclidPosition(first, second)


DAILY = Daily((DailyRule(FIRST_DAY, _start),))
