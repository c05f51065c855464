"""The common form of position ids: ``game:start`` or ``game:start/moves``.

An id is one line of URL-safe text: RFC 3986 unreserved characters, ``:`` and ``/``.
"""

from __future__ import annotations

import re

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote

__all__ = ["MAX_ID_LENGTH", "join_id", "parse_numbers", "short_repr", "split_id"]

MAX_ID_LENGTH = 1_000_000
"""Maximum length of an id, in characters; a game of Taxman at N = 10^5 takes about 170,000."""

_LEGAL = re.compile(r"[A-Za-z0-9._~:/-]*\Z")
_NUMBER = re.compile(r"[1-9][0-9]*\Z")
_MAX_DIGITS = 18


def short_repr(position: object, text: str) -> str:
    """Return the notebook's text for a position: the call that builds it from its id, shortened if it is long.

    Examples
    --------
    >>> from perfectplay import parse_position
    >>> parse_position("taxman:20/19")
    TaxmanPosition.from_id('taxman:20/19')
    """
    return f"{type(position).__name__}.from_id({quote(text, 100)})"


def split_id(text: str, game: str | None = None, like: str = "game") -> tuple[str, str, str]:
    """Split an id into its game, start and moves.

    Parameters
    ----------
    text
        The id, such as ``"taxman:20/19.9.15"``.
    game
        The only acceptable game; ``None`` for any.
    like
        An example of a name, for the error message.

    Returns
    -------
    tuple of str
        Game, start, and moves, which may be empty.

    Raises
    ------
    InvalidPositionError
        If the text is not of the form ``game:start[/moves]`` or belongs to another game.
    LimitExceededError
        If the text is longer than `MAX_ID_LENGTH`.

    Examples
    --------
    >>> split_id("taxman:20/19.9")
    ('taxman', '20', '19.9')
    """
    if len(text) > MAX_ID_LENGTH:
        raise LimitExceededError(
            "position id {text} has {count} characters; the longest allowed is {most}",
            text=quote(text),
            count=len(text),
            most=MAX_ID_LENGTH,
        )
    if not _LEGAL.match(text):
        bad = next(character for character in text if not _LEGAL.match(character))
        raise InvalidPositionError(
            "position id {text} contains {bad!r}; only letters, digits and the characters . _ ~ - : / are allowed",
            text=quote(text),
            bad=bad,
        )
    name, colon, rest = text.partition(":")
    example = f"{game or like}:..."
    if not colon or not name:
        raise InvalidPositionError(
            "position id {text} does not name its game; it should look like {example}",
            text=quote(text),
            example=example,
        )
    if game is not None and name != game:
        raise InvalidPositionError(
            "position id {text} is of the game {name}; here it should look like {example}",
            text=quote(text),
            name=quote(name),
            example=example,
        )
    start, slash, moves = rest.partition("/")
    if not start:
        raise InvalidPositionError(
            "position id {text} has nothing after {name!r}; the starting position is missing",
            text=quote(text),
            name=name + ":",
        )
    if slash and not moves:
        raise InvalidPositionError(
            "position id {text} ends after '/'; either drop the '/' or add moves", text=quote(text)
        )
    return name, start, moves


def join_id(game: str, start: str, moves: str) -> str:
    """Join the parts that `split_id` returns.

    Examples
    --------
    >>> join_id("taxman", "20", "19.9")
    'taxman:20/19.9'
    """
    return f"{game}:{start}/{moves}" if moves else f"{game}:{start}"


def parse_numbers(text: str, whole: str, kind: str) -> tuple[int, ...]:
    """Parse dot-separated positive integers.

    Parameters
    ----------
    text
        Such as ``"19.9.15"``; may be empty.
    whole
        The whole id, for the error message.
    kind
        The kind of numbers, for the error message (``"move"``, ``"coin"``).

    Raises
    ------
    InvalidPositionError
        If a part is not a positive decimal integer without leading zeros.

    Examples
    --------
    >>> parse_numbers("19.9", "taxman:20/19.9", "move")
    (19, 9)
    """
    if not text:
        return ()
    numbers = []
    for part in text.split("."):
        if not _NUMBER.match(part):
            raise InvalidPositionError(
                "position id {whole} has the {what} {part}; a {what} is a positive integer without leading zeros",
                whole=quote(whole),
                what=kind,
                part=quote(part),
            )
        if len(part) > _MAX_DIGITS:
            raise InvalidPositionError(
                "position id {whole} has the {what} {part}, which has more than {most} digits",
                whole=quote(whole),
                what=kind,
                part=quote(part),
                most=_MAX_DIGITS,
            )
        numbers.append(int(part))
    return tuple(numbers)
