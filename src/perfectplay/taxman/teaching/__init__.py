"""The guided positions, daily puzzles and game reviews of Taxman; see also `hints` and `exercises`."""

from __future__ import annotations

from collections.abc import Mapping

from perfectplay.core.game.parts import FIRST_DAY, Chance, Daily, DailyRule, Guided, Lessons, Level, Measure
from perfectplay.core.running.interrupt import all_or_nothing
from perfectplay.core.text.texts import Text
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import solve

__all__ = ["DAILY", "LESSONS", "MEASURE"]

# -- guided positions ----------------------------------------------------------------------------------------------


@all_or_nothing()
def _costs(position: TaxmanPosition) -> Mapping[str, int]:
    best = solve(position).value
    return {str(move): int(best - solve(position.play(move)).value) for move in position.legal_moves()}


LESSONS = Lessons(
    (
        Guided("largest-prime", "taxman:8", "7", "8", 7),
        Guided("prime-that-pays", "taxman:15", "13", "7", 15),
        Guided("square", "taxman:10/7", "9", "10", 6),
        Guided("cheaper", "taxman:10/7.9", "6", "10", 6),
        Guided("last-divisor", "taxman:12/11.9.10", "8", "12", 8),
        Guided("shared-divisor", "taxman:15/13.9", "15", "10", 15),
        Guided("one-divisor", "taxman:15/13.9.15", "10", "14", 10),
        Guided("keep-multiples", "taxman:20/19.9", "15", "20", 27),
        Guided("chain", "taxman:pot.1.2.4.8", "2", "8", 2),
        Guided("exception", "taxman:25/23.25", "15", "9", 6),
    ),
    _costs,
)
"""Guided positions for ten ideas, in pots that are small enough for the plain search."""

# -- the puzzle of the day -----------------------------------------------------------------------------------------


_SIZES: Mapping[Level, tuple[int, int]] = {"easy": (8, 20), "medium": (21, 40), "hard": (41, 72)}


def _pot(chance: Chance, grade: Level) -> TaxmanPosition:
    """Draw a pot {1..N} by rule 1 of the daily puzzle: each N of the grade is equally likely."""
    return TaxmanPosition.new(chance.between(*_SIZES[grade]))


DAILY = Daily((DailyRule(FIRST_DAY, _pot),), "perfectplay taxman play --position {id}")

# -- reviews -------------------------------------------------------------------------------------------------------


MEASURE = Measure("score", Text("best score still possible"), lambda _, value: value)
"""Measure of results and losses in reviews: the player's final score."""
