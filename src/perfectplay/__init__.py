"""Perfect play for arithmetic games.

``perfectplay`` solves games of numbers exactly and proves its answers; `game_names` lists the games. Importing the
package is cheap: an export is loaded at its first use, and a solver's dependencies when the solver is called.
"""

import importlib

TYPE_CHECKING = False
"""A substitute for `typing.TYPE_CHECKING`: importing `typing` would take longer than the rest of this module."""

if TYPE_CHECKING:
    from perfectplay.core.errors import (
        GameError,
        IllegalMoveError,
        InvalidPositionError,
        LimitExceededError,
        MissingExtraError,
        NoneFoundError,
        PerfectPlayError,
        StrategyError,
    )
    from perfectplay.core.front import Picture, check, draw, play, solve
    from perfectplay.core.game import game_names, load_game, parse_position, register
    from perfectplay.core.game.position import Game, Position
    from perfectplay.core.game.spec import GameSpec
    from perfectplay.core.notebook import Rows, gather, progress_line
    from perfectplay.core.progress import Progress, ProgressCallback
    from perfectplay.core.result import Result, Status
    from perfectplay.core.session import Session
    from perfectplay.core.teaching.hints import Hints, hint_steps
    from perfectplay.core.teaching.review import Review, review

__version__ = "0.2.0"

__all__ = [
    "Game",
    "GameError",
    "GameSpec",
    "Hints",
    "IllegalMoveError",
    "InvalidPositionError",
    "LimitExceededError",
    "MissingExtraError",
    "NoneFoundError",
    "PerfectPlayError",
    "Picture",
    "Position",
    "Progress",
    "ProgressCallback",
    "Result",
    "Review",
    "Rows",
    "Session",
    "Status",
    "StrategyError",
    "__version__",
    "check",
    "draw",
    "game_names",
    "gather",
    "hint_steps",
    "load_game",
    "parse_position",
    "play",
    "progress_line",
    "register",
    "review",
    "solve",
]

_HOMES = {
    "Game": "game.position",
    "GameError": "errors",
    "GameSpec": "game.spec",
    "Hints": "teaching.hints",
    "IllegalMoveError": "errors",
    "InvalidPositionError": "errors",
    "LimitExceededError": "errors",
    "MissingExtraError": "errors",
    "NoneFoundError": "errors",
    "PerfectPlayError": "errors",
    "Picture": "front",
    "Position": "game.position",
    "Progress": "progress",
    "ProgressCallback": "progress",
    "Result": "result",
    "Review": "teaching.review",
    "Rows": "notebook",
    "Session": "session",
    "Status": "result",
    "StrategyError": "errors",
    "check": "front",
    "draw": "front",
    "game_names": "game",
    "gather": "notebook",
    "hint_steps": "teaching.hints",
    "load_game": "game",
    "parse_position": "game",
    "play": "front",
    "progress_line": "notebook",
    "register": "game",
    "review": "teaching.review",
    "solve": "front",
}
"""Exported names; each is mapped to the module of ``core`` that defines it."""


def __getattr__(name: str) -> object:
    """Load an export when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(importlib.import_module(f"perfectplay.core.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List exports, including those that are not loaded yet."""
    return sorted({*globals(), *__all__})
