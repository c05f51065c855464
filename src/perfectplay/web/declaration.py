"""`WebGame`, which declares a game's part of the web app; the game's `perfectplay.core.game.spec.GameSpec` names it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from perfectplay.core.answers import Drawn, Figures
from perfectplay.core.schema import Exact
from perfectplay.core.text.texts import Text, say, translate
from perfectplay.pictures.preview import Preview
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.parameters import Query

__all__ = ["LabPicture", "WebGame", "scores"]


@dataclass(frozen=True, slots=True)
class LabPicture:
    """A picture of the laboratory, with the figures that it shows.

    Attributes
    ----------
    summary
        A description in one sentence without a full stop.
    read
        Function that parses the parameters and refuses pictures that cannot be drawn.
    draw
        Module-level function of these parameters that draws the picture.
    figures
        The type of the figures in the result of ``draw``.
    quick
        Whether drawing takes milliseconds. Otherwise it runs in a separate process, with a parameter ``progress``.
    """

    summary: str
    read: Callable[[Query], Mapping[str, Any]]
    draw: Callable[..., Drawn[Figures]]
    figures: type[Figures] = Figures
    quick: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberTile:
    """A number that the board had at the start; each game adds a field for the number's fate.

    Attributes
    ----------
    number
        The number.
    move
        Number of the move that removed it, counted from 1; ``None`` while it is on the board.
    """

    number: int
    move: int | None = None


def scores(*sides: tuple[Text, Exact]) -> str:
    """Format the points of all sides as one line."""
    lines = (say("{name}: {value}", name=translate(side).capitalize(), value=points) for side, points in sides)
    return " · ".join(lines)


@dataclass(frozen=True, slots=True)
class WebGame:
    """A game's additions to the web app.

    Attributes
    ----------
    endpoints
        Endpoints of the API that belong to the game.
    describe
        Function that returns the content of the game's own board for a position, as a dataclass. Its fields are added
        to those of `perfectplay.web.games.Described`.
    board
        The return type of ``describe``.
    pages
        Paths of further pages, in addition to ``/NAME`` and the pages of the game's positions.
    pictures
        Maps WORD to a picture that is served at ``/lab/WORD.svg``, its figures at ``/lab/WORD`` and ``/lab/WORD.csv``.
    limits
        Function that returns the limits of the pictures, as a dataclass whose fields are added to ``/lab/limits``.
    lab
        The return type of ``limits``.
    most
        Maps names to the largest values that pages accept, such as numbers in a deal or characters of a coin's value.
    exercise
        The type of a worksheet's exercise, if the game has worksheets.
    provable
        Function that raises `LimitExceededError` if proving a position would take too long. The default is ``limits``
        of the game's `perfectplay.core.game.spec.GameSpec`.
    reason
        Path of the endpoint that explains the value of a ``position`` to people; empty if there is none.
    ruled
        Whether the pages implement the rules, so that moves need not wait for the server.
    ahead
        Function that yields requests whose answers a browser cannot compute, to prepare them for a site without a
        server. Each text is a path of the API, followed by other paths with the same answer, separated by spaces.
    starts
        Largest N such that a site without a server has a page with a link preview for the start ``NAME:N``.
    preview
        Function that returns the link preview of a position. The game's title is added to the preview's title; the
        game's summary replaces an empty line of the preview.
    """

    endpoints: Sequence[Endpoint] = ()
    describe: Callable[[Any], Any] | None = None
    board: type | None = None
    pages: frozenset[str] = frozenset()
    pictures: Mapping[str, LabPicture] = field(default_factory=dict)
    limits: Callable[[], Any] | None = None
    lab: type | None = None
    most: Mapping[str, int] = field(default_factory=dict)
    exercise: type | None = None
    provable: Callable[[Any], None] | None = None
    reason: str = ""
    ruled: bool = False
    ahead: Callable[[], Iterable[str]] = tuple
    starts: int = 0
    preview: Callable[[Any], Preview] | None = None
