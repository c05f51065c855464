"""In what a game of arithmetical pursuit is told how much was still possible."""

from __future__ import annotations

from perfectplay.core.review import Measure
from perfectplay.core.text.texts import Text

__all__ = ["MEASURE"]

MEASURE = Measure("distance", Text("least distance from the target"), lambda _, value: value)
"""How far from the target one must stay; 0 as long as it can be hit."""
