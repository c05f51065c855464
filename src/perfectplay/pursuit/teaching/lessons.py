"""Guided positions of arithmetical pursuit."""

from __future__ import annotations

from collections.abc import Mapping

from perfectplay.core.lessons import Guided, Lessons
from perfectplay.pursuit.rules import PursuitPosition
from perfectplay.pursuit.solve import solve

__all__ = ["LESSONS"]


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
"""Ten ideas; a cost is how much further from the target one stays.  Few numbers, so plain sets answer."""
