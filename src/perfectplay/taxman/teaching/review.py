"""In what a game of Taxman is told how much was still possible."""

from __future__ import annotations

from perfectplay.core.review import Measure
from perfectplay.core.text.texts import Text

__all__ = ["MEASURE"]

MEASURE = Measure("score", Text("best score still possible"), lambda _, value: value)
"""The player's score in the end."""
