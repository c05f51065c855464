"""What the web app has of greedy coins."""

from __future__ import annotations

from perfectplay.coins.teaching.exercises import CoinsExercise
from perfectplay.web.coins import board, replies, rows
from perfectplay.web.coins.lab import PICTURES, CoinsLab, limits
from perfectplay.web.declaration import WebGame

WEB = WebGame(
    (*rows.ENDPOINTS, *replies.ENDPOINTS),
    board.describe,
    board=board.CoinsBoard,
    pages=frozenset({"/coins/levels", "/coins/triangle"}),
    pictures=PICTURES,
    limits=limits,
    lab=CoinsLab,
    most={"coins": board.MAX_BOARD, "characters": board.MAX_VALUE},
    exercise=CoinsExercise,
)
"""What the web app has of this game."""
