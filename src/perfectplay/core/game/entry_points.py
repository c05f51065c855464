"""Games of other packages: what they declare in the entry-point group ``perfectplay.games``."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["find_entry_points"]

GROUP = "perfectplay.games"
"""The group; the name of an entry point is the name of the game, its value the place of a `GameSpec`."""


def find_entry_points() -> tuple[EntryPoint, ...]:
    """Return what installed packages declare, by name and then by package; nothing of theirs is imported.

    Notes
    -----
    One file is opened for each package that is installed: a millisecond for a hundred of them.  What has been found
    is kept until ``sys.path`` changes.
    """
    return _found(tuple(sys.path))


@lru_cache(maxsize=8)
def _found(folders: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    if not any(map(_declares, folders)):
        return ()
    from importlib.metadata import entry_points

    found = entry_points(group=GROUP)
    return tuple(sorted(found, key=lambda entry: (entry.name, entry.dist.name if entry.dist else "")))


def _declares(folder: str) -> bool:
    """Whether a package in a folder of ``sys.path`` has such entry points."""
    try:
        names = [name for name in os.listdir(folder or ".") if name.endswith((".dist-info", ".egg-info"))]  # noqa: PTH208  # pathlib would be imported
    except OSError:
        return False
    return any(_names_the_group(os.path.join(folder, name, "entry_points.txt")) for name in names)  # noqa: PTH118  # likewise


def _names_the_group(path: str) -> bool:
    try:
        with open(path, "rb") as file:  # noqa: PTH123  # likewise
            return f"[{GROUP}]".encode() in file.read()
    except OSError:
        return False
