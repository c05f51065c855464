"""What the web app has of taxman."""

from __future__ import annotations

from perfectplay.taxman.teaching.exercises import TaxmanExercise
from perfectplay.web.declaration import WebGame
from perfectplay.web.taxman import board, questions, replays
from perfectplay.web.taxman.lab import PICTURES, TaxmanLab, limits

WEB = WebGame(
    (*board.ENDPOINTS, *questions.ENDPOINTS, *replays.ENDPOINTS),
    board.describe,
    board.TaxmanBoard,
    pages=frozenset({"/taxman/levels"}),
    pictures=PICTURES,
    limits=limits,
    lab=TaxmanLab,
    most={"pot": board.MAX_BOARD},
    exercise=TaxmanExercise,
    provable=board.check_provable,
)
"""What the web app has of this game."""
