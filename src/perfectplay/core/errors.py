"""The hierarchy of errors that this package raises on purpose.

Every message is a single line that quotes the offending input and says what would be legal, so that a user
interface can print it unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from perfectplay.core.text.texts import Text, translate

__all__ = [
    "GameError",
    "IllegalMoveError",
    "InvalidPositionError",
    "LimitExceededError",
    "MissingExtraError",
    "NoneFoundError",
    "PerfectPlayError",
    "StrategyError",
    "quote",
    "quote_path",
]

_QUOTED = 40


class PerfectPlayError(Exception):
    """Base class of every error that this package raises on purpose.

    Its message is always English; `translated` returns it in the reader's language.

    Parameters
    ----------
    message
        A template with placeholders, or a finished `perfectplay.core.text.texts.Text`.
    rest
        Further items of ``args``, after the message.
    values
        The values by name. A message without values is not formatted, so it may contain braces.

    Attributes
    ----------
    code
        The kind of error, for programs; it stays the same when the wording changes.

    Examples
    --------
    >>> from perfectplay.core.text.language import use_locale
    >>> error = PerfectPlayError("there is no game {name}; the games are {names}", name="'x'", names="a, b")
    >>> error.message, error.values["names"]
    ("there is no game 'x'; the games are a, b", 'a, b')
    >>> error.template
    'there is no game {name}; the games are {names}'
    >>> with use_locale("de"):
    ...     error.translated()
    "es gibt kein Spiel 'x'; die Spiele sind a, b"
    """

    code: ClassVar[str] = "invalid-input"

    def __init__(self, message: str = "", /, *rest: object, **values: object) -> None:
        super().__init__(message if isinstance(message, Text) else Text(message, **values), *rest)

    @property
    def message(self) -> Text:
        """The message in English, which knows its template and values."""
        given = self.args[0] if self.args else ""
        return given if isinstance(given, Text) else Text(str(self))

    @property
    def template(self) -> str:
        """The message with its placeholders: the same for all errors of one kind."""
        return self.message.template

    @property
    def values(self) -> Mapping[str, Any]:
        """The values of the placeholders, by name."""
        return self.message.values

    def translated(self) -> str:
        """Return the message in the current language, see `perfectplay.core.text.language.use_locale`."""
        return translate(self.message)


class InvalidPositionError(PerfectPlayError, ValueError):
    """A position id or a starting position that no game can have.

    Examples
    --------
    >>> from perfectplay.core.game import parse_position
    >>> parse_position("chess:8")
    Traceback (most recent call last):
        ...
    perfectplay.core.errors.InvalidPositionError: there is no game 'chess'; the games are taxman, ...
    """

    code = "invalid-position"


class IllegalMoveError(PerfectPlayError, ValueError):
    """A move that the rules do not allow in the position.

    Examples
    --------
    >>> from perfectplay.core.game import parse_position
    >>> parse_position("coins:1.2").play("K1")
    Traceback (most recent call last):
        ...
    perfectplay.core.errors.IllegalMoveError: 'K1' cannot be played in 'coins:1.2': legal moves are L, R
    """

    code = "illegal-move"


class LimitExceededError(PerfectPlayError, ValueError):
    """Input that is legal in principle, but larger than this program handles.

    Examples
    --------
    >>> from perfectplay.taxman.pictures.cover import cover
    >>> cover(1)
    Traceback (most recent call last):
        ...
    perfectplay.core.errors.LimitExceededError: the cover graph of N = 1 cannot be drawn; N must be from 2 to 72
    """

    code = "limit-exceeded"


class NoneFoundError(LimitExceededError):
    """A legal question to which a search found no answer within its limit.

    Examples
    --------
    >>> NoneFoundError("none of 2,000 games was 'easy'").code
    'none-found'
    """

    code = "none-found"


class GameError(PerfectPlayError):
    """A game from another package that breaks the contract; the message names the package.

    Examples
    --------
    >>> isinstance(GameError("the game is broken"), PerfectPlayError)
    True
    """

    code = "broken-game"


class StrategyError(PerfectPlayError):
    """A player's strategy that cannot be loaded, raised an exception or made an illegal move.

    Examples
    --------
    >>> from perfectplay.taxman.strategies import play_game
    >>> try:
    ...     play_game(lambda board: 7, 4)
    ... except StrategyError as error:
    ...     print(str(error)[:46])
    strategy '<lambda>' made an illegal move: 7 ca
    """

    code = "broken-strategy"


class MissingExtraError(PerfectPlayError, ImportError):
    """An optional dependency that is not installed; the message says how to install it.

    Examples
    --------
    >>> issubclass(MissingExtraError, PerfectPlayError)
    True
    """

    code = "missing-extra"


def quote(text: object, limit: int = _QUOTED) -> str:
    r"""Quote input for an error message, shortened so that the message stays one line.

    Parameters
    ----------
    text
        The user's input.
    limit
        Longest quotation in characters.

    Returns
    -------
    str
        ``repr``-like text without line breaks, at most ``limit`` characters and an ellipsis.

    Examples
    --------
    >>> quote("a line\nand another"), quote("x" * 50)
    ("'a line\\nand another'", "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'")
    """
    shown = repr(text if isinstance(text, str) else str(text))
    return shown if len(shown) <= limit else f"{shown[: limit - 4]}...{shown[-1]}"


def quote_path(path: object) -> str:
    """Quote a file name for an error message in full, because names often differ only at their end.

    Examples
    --------
    >>> quote_path("games/10.json")
    "'games/10.json'"
    """
    return quote(path, 1000)
