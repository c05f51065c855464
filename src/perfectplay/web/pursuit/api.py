"""The pursuit part of the web app."""

from __future__ import annotations

from perfectplay.pursuit.pictures.common import MAX_TARGETS
from perfectplay.pursuit.play import POINTS
from perfectplay.pursuit.rules import MAX_CARD, MAX_NUMBERS, MAX_TARGET
from perfectplay.pursuit.teaching.exercises import PursuitExercise
from perfectplay.web.declaration import WebGame
from perfectplay.web.pursuit import board, chances, deals

WEB = WebGame(
    (*deals.ENDPOINTS, *chances.ENDPOINTS),
    board.describe,
    board=board.PursuitBoard,
    pages=frozenset({"/teach/pursuit", "/pursuit/levels", "/pursuit/match", "/pursuit/odds"}),
    most={"numbers": MAX_NUMBERS, "card": MAX_CARD, "target": MAX_TARGET, "targets": MAX_TARGETS}
    | {"points": POINTS[0][1], "away": POINTS[-1][0]},
    exercise=PursuitExercise,
    ruled=True,
    ahead=chances.ahead,
    preview=board.preview,
)
"""The declaration of this game's part of the web app."""
