"""What a game adds to the web app: a `WebGame` that its `perfectplay.core.game.spec.GameSpec` names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from perfectplay.core.answers import Drawn, Figures
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.parameters import Query

__all__ = ["LabPicture", "WebGame"]


@dataclass(frozen=True, slots=True)
class LabPicture:
    """A picture of the laboratory with its figures.

    Attributes
    ----------
    summary
        What it shows, in one sentence without a full stop.
    read
        Reads the parameters, and refuses what cannot be drawn.
    draw
        A module-level function that is called with them.
    figures
        The type of the figures of what ``draw`` returns.
    quick
        Whether that takes milliseconds.  Otherwise it has a process of its own, and is called with a keyword
        ``progress`` besides.
    """

    summary: str
    read: Callable[[Query], Mapping[str, Any]]
    draw: Callable[..., Drawn[Figures]]
    figures: type[Figures] = Figures
    quick: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberTile:
    """A number of the start, on a board of numbers; games add what became of it.

    Attributes
    ----------
    number
        The number.
    move
        Which one removed it, from 1 on; ``None`` on the board.
    """

    number: int
    move: int | None = None


@dataclass(frozen=True, slots=True)
class WebGame:
    """Everything that a game adds; what every game has comes without it.

    Attributes
    ----------
    endpoints
        Addresses below ``/api/v1``.
    describe
        Tells of a position what the game's own board shows, beside what every position has: a dataclass whose keys
        stand beside those of `perfectplay.web.games.Described`.
    board
        The type of what ``describe`` returns.
    pages
        Paths of pages beside ``/NAME`` and those of its positions.
    pictures
        Pictures of the laboratory: each is at ``/lab/WORD``, ``/lab/WORD.svg`` and ``/lab/WORD.csv``.
    limits
        Tells how large these may be: the game's part of ``/lab/limits``, a dataclass.
    lab
        The type of what ``limits`` returns.
    most
        Largest values of what the game's pages take, by name: numbers in a deal, characters in a coin's value.
    exercise
        The type of an exercise of a worksheet, if the game has some.
    provable
        Called with a position before its proof is looked for; raises `LimitExceededError` if that would take too long.
        By default it is what the game's `perfectplay.core.game.spec.GameSpec` has as ``limits``.
    reason
        Address that explains the value of a ``position`` to people; empty if there is none.
    ruled
        Whether the pages know the rules, so that no move of theirs waits.
    ahead
        Yields addresses that no browser can answer, for a site without a server: texts, in each an address below the
        API and others that have the same answer, with blanks between them.
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
