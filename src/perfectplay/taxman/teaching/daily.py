"""The pot of the day."""

from __future__ import annotations

from collections.abc import Mapping

from perfectplay.core.daily import FIRST_DAY, Chance, Daily, DailyRule
from perfectplay.core.exercises import Level
from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["DAILY"]

_SIZES: Mapping[Level, tuple[int, int]] = {"easy": (8, 20), "medium": (21, 40), "hard": (41, 72)}


def _pot(chance: Chance, grade: Level) -> TaxmanPosition:
    """Rule 1: the numbers 1 to N, each N of the grade equally likely."""
    return TaxmanPosition.new(chance.between(*_SIZES[grade]))


DAILY = Daily((DailyRule(FIRST_DAY, _pot),), "perfectplay taxman play --position {id}")
