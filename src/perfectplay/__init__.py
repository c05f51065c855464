"""Perfect play for arithmetic games.

``perfectplay`` solves ``taxman``, greedy ``coins`` and arithmetical ``pursuit`` exactly and says how it knows.
Importing the package is cheap; a solver's dependencies load when it is called.
"""

from perfectplay.core.errors import (
    IllegalMoveError,
    InvalidPositionError,
    LimitExceededError,
    MissingExtraError,
    PerfectPlayError,
    StrategyError,
)
from perfectplay.core.game import Game, Position, game_names, load_game, parse_position, register
from perfectplay.core.progress import Progress, ProgressCallback
from perfectplay.core.result import Result, Status
from perfectplay.core.session import Session

__version__ = "0.1.0"

__all__ = [
    "Game",
    "IllegalMoveError",
    "InvalidPositionError",
    "LimitExceededError",
    "MissingExtraError",
    "PerfectPlayError",
    "Position",
    "Progress",
    "ProgressCallback",
    "Result",
    "Session",
    "Status",
    "StrategyError",
    "__version__",
    "game_names",
    "load_game",
    "parse_position",
    "register",
]
