"""What a game adds to the web app: a `WebGame` that its `perfectplay.core.game.GameSpec` names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.routing import Route

from perfectplay.web.parameters import Query

__all__ = ["LabPicture", "WebGame"]


@dataclass(frozen=True, slots=True)
class LabPicture:
    """A picture of the laboratory with its figures.

    Attributes
    ----------
    read
        Reads the parameters, and refuses what cannot be drawn.
    draw
        A module-level function that is called with them; returns a dict with the ``svg``, and with ``columns`` and
        ``rows`` of the table.
    quick
        Whether that takes milliseconds.  Otherwise it has a process of its own, and is called with a keyword
        ``progress`` besides.
    """

    read: Callable[[Query], dict[str, Any]]
    draw: Callable[..., dict[str, Any]]
    quick: bool = False


@dataclass(frozen=True, slots=True)
class WebGame:
    """Everything that a game adds; what every game has comes without it.

    Attributes
    ----------
    routes
        Addresses below ``/api/v1``.
    describe
        Tells of a position what the game's own board shows, beside what every position has.
    pages
        Paths of pages beside ``/NAME`` and those of its positions.
    pictures
        Pictures of the laboratory: each is at ``/lab/WORD``, ``/lab/WORD.svg`` and ``/lab/WORD.csv``.
    limits
        Tells how large these may be: the game's part of ``/lab/limits``.
    """

    routes: Sequence[Route] = ()
    describe: Callable[[Any], dict[str, Any]] | None = None
    pages: frozenset[str] = frozenset()
    pictures: Mapping[str, LabPicture] = field(default_factory=dict)
    limits: Callable[[], dict[str, Any]] | None = None
