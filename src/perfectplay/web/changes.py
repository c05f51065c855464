"""What a move changes of what a board shows: for a reader that has the position before it; a sixth of the whole."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What a move changed of what a board shows: all else is as it was.

    Attributes
    ----------
    id, since
        The positions after the move and before it.
    values
        The keys that have another value, and that.
    lists
        The keys of lists that changed in part.  Their pieces follow each other: of each ``[start, stop, more]``, the
        parts ``start`` to ``stop - 1`` of the list as it was, counted from 0, and then ``more``.
    gone
        The keys that are not there any more.
    """

    id: str
    since: str
    values: Mapping[str, Any]
    lists: Mapping[str, tuple[tuple[int, int, tuple[Any, ...]], ...]]
    gone: tuple[str, ...]


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Changes:
    """Tell what changed.

    Parameters
    ----------
    before, after
        Of two positions what `perfectplay.web.games.describe` tells: JSON.

    Notes
    -----
    O(size).  Parts of a list that changed places are told anew.

    Examples
    --------
    >>> before = {"id": "a", "moves": [], "legal": ["100", "101", "102", "103", "104", "105"]}
    >>> told = changes(before, {"id": "b", "legal": ["100", "101", "102", "104", "105", "109"]})
    >>> told.lists, told.gone
    ({'legal': ((0, 3, ()), (4, 6, ('109',)))}, ('moves',))
    """
    values: dict[str, Any] = {}
    lists: dict[str, tuple[tuple[int, int, tuple[Any, ...]], ...]] = {}
    for key, value in after.items():
        if key in before and before[key] == value:
            continue
        pieces = _pieces(before.get(key), value)
        if pieces is not None and len(json.dumps(pieces)) < len(json.dumps(value)):
            lists[key] = pieces
        else:
            values[key] = value
    gone = tuple(key for key in before if key not in after)
    return Changes(id=after["id"], since=before["id"], values=values, lists=lists, gone=gone)


def _pieces(before: Any, after: Any) -> tuple[tuple[int, int, tuple[Any, ...]], ...] | None:
    """Put a list together from parts of an earlier one; ``None`` if they are not both lists."""
    if not isinstance(before, Sequence) or not isinstance(after, Sequence) or isinstance(after, str):
        return None
    places: dict[str, int] = {}
    for place, part in enumerate(before):
        places.setdefault(repr(part), place)
    pieces: list[tuple[int, int, list[Any]]] = []
    behind = 0
    for part in after:
        place = places.get(repr(part), -1)
        if place < behind:
            if not pieces:
                pieces.append((0, 0, []))
            pieces[-1][2].append(part)
            continue
        behind = place + 1
        if pieces and pieces[-1][1] == place and not pieces[-1][2]:
            pieces[-1] = (pieces[-1][0], behind, [])
        else:
            pieces.append((place, behind, []))
    return tuple((start, stop, tuple(more)) for start, stop, more in pieces)
