"""What the web app has of pursuit."""

from __future__ import annotations

from perfectplay.pursuit.exercises import PursuitExercise
from perfectplay.web.declaration import WebGame
from perfectplay.web.pursuit import board, chances, deals, match

__all__ = ["WEB"]

WEB = WebGame(
    (*deals.ENDPOINTS, *match.ENDPOINTS, *chances.ENDPOINTS),
    board.describe,
    board=board.PursuitBoard,
    pages=frozenset({"/pursuit/levels", "/pursuit/match", "/pursuit/odds"}),
    exercise=PursuitExercise,
)
"""What the web app has of this game."""
