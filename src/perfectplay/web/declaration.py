"""The declaration of a game's part of the web app: a `WebGame` that its `perfectplay.core.game.spec.GameSpec` names."""

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
    """A picture of the laboratory and its figures.

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
    """A number of the start on a board of numbers; games add its fate.

    Attributes
    ----------
    number
        The number.
    move
        Number of the move that removed it, from 1 on; ``None`` on the board.
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
        Addresses below ``/api/v1``.
    describe
        Function that returns the content of the game's own board for a position: a dataclass whose keys are added to
        those of `perfectplay.web.games.Described`.
    board
        The return type of ``describe``.
    pages
        Paths of further pages, besides ``/NAME`` and those of the game's positions.
    pictures
        Pictures of the laboratory by WORD: each is served at ``/lab/WORD``, ``/lab/WORD.svg`` and ``/lab/WORD.csv``.
    limits
        Function that returns the limits of the pictures as a dataclass, the game's part of ``/lab/limits``.
    lab
        The return type of ``limits``.
    most
        Largest values that the game's pages accept, by name, such as numbers in a deal or characters in a coin's value.
    exercise
        The type of a worksheet's exercise, if the game has worksheets.
    provable
        Function that raises `LimitExceededError` if proving a position would take too long. The default is ``limits``
        of the game's `perfectplay.core.game.spec.GameSpec`.
    reason
        Address that explains the value of a ``position`` to people; empty if there is none.
    ruled
        Whether the pages implement the rules, so that moves need not wait for the server.
    ahead
        Function that yields addresses whose answers a browser cannot compute, to prepare them for a site without a
        server. Each text has an address below the API, then others with the same answer, separated by blanks.
    starts
        Largest N for which the start ``NAME:N`` has a page for links on a site without a server.
    preview
        Function that returns the preview of a link to a position. The game's title is added to its title, and the
        game's summary replaces an empty line.
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
