"""The one tree of errors.

Every message is a single line that quotes the offending input and says what would be legal, so that a user
interface can print it as it stands.
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "GameError",
    "IllegalMoveError",
    "InvalidPositionError",
    "LimitExceededError",
    "MissingExtraError",
    "PerfectPlayError",
    "StrategyError",
    "quote",
    "quote_path",
]

_QUOTED = 40


class PerfectPlayError(Exception):
    """Base class of every error that this package raises on purpose.

    Attributes
    ----------
    code
        The kind of error, for programs: it stays when the words change.
    """

    code: ClassVar[str] = "invalid-input"


class InvalidPositionError(PerfectPlayError, ValueError):
    """A position id or a starting position that no game can have."""

    code = "invalid-position"


class IllegalMoveError(PerfectPlayError, ValueError):
    """A move that the rules do not allow in the position."""

    code = "illegal-move"


class LimitExceededError(PerfectPlayError, ValueError):
    """Input that is legal in principle and larger than what this program handles."""

    code = "limit-exceeded"


class GameError(PerfectPlayError):
    """A game from another package that does not keep to the contract; the message names the package."""

    code = "broken-game"


class StrategyError(PerfectPlayError):
    """A player's strategy that cannot be loaded, raised an exception or made an illegal move."""

    code = "broken-strategy"


class MissingExtraError(PerfectPlayError, ImportError):
    """An optional dependency that is not installed; the message holds the install line."""

    code = "missing-extra"


def quote(text: object, limit: int = _QUOTED) -> str:
    """Quote input for an error message, shortened so that the message stays one line.

    Parameters
    ----------
    text
        What the user gave.
    limit
        Longest quotation in characters.

    Returns
    -------
    str
        ``repr``-like text without line breaks, at most ``limit`` characters and an ellipsis.
    """
    shown = repr(text if isinstance(text, str) else str(text))
    return shown if len(shown) <= limit else f"{shown[: limit - 4]}...{shown[-1]}"


def quote_path(path: object) -> str:
    """Quote a file name for an error message: whole, because its end is what tells it apart."""
    return quote(path, 1000)
