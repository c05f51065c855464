"""In what a game of greedy coins is told how much was still possible."""

from __future__ import annotations

from fractions import Fraction

from perfectplay.coins.rules import CoinsPosition
from perfectplay.core.review import Measure
from perfectplay.core.schema import Exact
from perfectplay.core.text.texts import Text

__all__ = ["MEASURE"]


def _margin(position: CoinsPosition, value: Exact) -> Exact:
    total = sum((Fraction(sum(one.coins)) for one in position.start_components), Fraction())
    return 2 * value - total


MEASURE = Measure("margin", Text("margin of the first player"), _margin)
"""By how much the first player wins in the end; a cost is what a move gave away of it, as the coach counts."""
