"""Teaching material for pursuit: guided positions, the daily puzzle and reviews. See also `hints` and `exercises`."""

from __future__ import annotations

from collections.abc import Mapping

from perfectplay.core.game.parts import FIRST_DAY, Chance, Daily, DailyRule, Guided, Lessons, Level, Measure
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.deal.deals import CARDS
from perfectplay.pursuit.reach import reach
from perfectplay.pursuit.rules import PursuitPosition
from perfectplay.pursuit.solve import solve

__all__ = ["DAILY", "LESSONS", "MEASURE"]

# -- guided positions ----------------------------------------------------------------------------------------------


def _costs(position: PursuitPosition) -> Mapping[str, int]:
    best = solve(position).distance
    return {str(move): solve(position.play(move)).distance - best for move in position.legal_moves()}


LESSONS = Lessons(
    (
        Guided("times-then-plus", "pursuit:3.7.8:59", "8*7", "8+3", 18),
        Guided("make-a-hundred", "pursuit:4.7.25:107", "25*4", "25*7", 64),
        Guided("near-first", "pursuit:3.8.10.50:524", "50*10", "50*8", 94),
        Guided("sum-first", "pursuit:4.6.9:90", "6+4", "9*6", 32),
        Guided("grow-the-gap", "pursuit:3.6.9.100:951", "100+6", "100*9", 33),
        Guided("one-off", "pursuit:1.8.25:199", "25*8", "25-1", 7),
        Guided("one-less", "pursuit:1.6.50:294", "50-1", "50*6", 5),
        Guided("factors", "pursuit:3.4.6.7:156", "4*3", "6*4", 9),
        Guided("divide", "pursuit:4.7.100:32", "100/4", "7*4", 4),
        Guided("spare-numbers", "pursuit:2.5.9.50:100", "50*2", "50*5", 16),
    ),
    _costs,
)
"""Ten ideas to learn. A move's cost is the increase in the final distance. Plain Python solves these small deals."""

# -- the puzzle of the day -----------------------------------------------------------------------------------------


_FEWEST: Mapping[Level, frozenset[int]] = {
    "easy": frozenset({2, 3}),
    "medium": frozenset({4}),
    "hard": frozenset({5, 6}),
}
"""For each grade, how many numbers the shortest solution may use; a solution has one step less than numbers."""

_LOWEST, _HIGHEST = 101, 999


def _deal(chance: Chance, grade: Level) -> PursuitPosition:
    """Apply rule 1: draw six cards and a target until the target needs as many numbers as the grade requires."""
    while True:
        numbers, target = sorted(chance.sample(CARDS.cards, 6)), chance.between(_LOWEST, _HIGHEST)
        # Use the number of cards needed instead of the graded difficulty, which later versions may change.
        if reach(numbers, target, target).fewest[0] in _FEWEST[grade]:
            return PursuitPosition.new(numbers, target)


DAILY = Daily((DailyRule(FIRST_DAY, _deal),), "perfectplay pursuit play --position {id}")

# -- reviews -------------------------------------------------------------------------------------------------------


MEASURE = Measure("distance", Text("least distance from the target"), lambda _, value: value)
"""The least possible distance from the target; it is 0 as long as the target can be hit."""
