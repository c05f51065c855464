"""In what a game of Taxman is told how much was still possible."""

from __future__ import annotations

from perfectplay.core.review import Measure

__all__ = ["MEASURE"]

MEASURE = Measure("score", "best score still possible", lambda _, value: value)
"""The player's score in the end."""
