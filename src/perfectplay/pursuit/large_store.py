"""Where the search for the best large numbers keeps what it has counted: an SQLite file for one question."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn, Self

from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.store import Store
from perfectplay.core.texts import Text

__all__ = ["HitStore"]

_SCHEMA = 5203
_TABLE = "CREATE TABLE IF NOT EXISTS hits (place INTEGER PRIMARY KEY, ways, deals)"
# What the rows are about stands in a row of its own.
_HEAD = -1


class HitStore:
    """Sets of large values and what their deals hit, in an SQLite file for one question."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @classmethod
    def open(cls, path: str | Path, head: str) -> Self:
        """Open a file, or begin it; ``head`` says which question it is about, and must be the same each time."""
        store = Store.open(path, _SCHEMA, _TABLE, what=Text("large numbers"))
        try:
            store.execute("INSERT OR IGNORE INTO hits VALUES (?, ?, 0)", (_HEAD, head))
            store.commit()
            _compare(store, head)
        except BaseException:
            store.close()
            raise
        return cls(store)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._store.close()

    def rows(self) -> list[tuple[int, int, int]]:
        """Return what is stored: places, and hits."""
        found = self._store.execute("SELECT place, ways, deals FROM hits WHERE place != ?", (_HEAD,))
        for place, ways, deals in found:
            if not isinstance(ways, int) or not isinstance(deals, int):
                self.refuse(place)
        return found

    def refuse(self, place: int) -> NoReturn:
        """Complain about a row."""
        message = Text(
            "{path} holds a damaged row {place}; delete the file to start afresh",
            path=quote_path(self._store.path),
            place=place,
        )
        raise PerfectPlayError(message)

    def put(self, places: Sequence[int], found: Sequence[tuple[int, int]]) -> None:
        """Store hits for good."""
        for place, (ways, deals) in zip(places, found, strict=True):
            self._store.execute("INSERT OR REPLACE INTO hits VALUES (?, ?, ?)", (place, ways, deals))
        self._store.commit()


def _compare(store: Store, head: str) -> None:
    """Complain if a file is about another question."""
    if store.execute("SELECT ways FROM hits WHERE place = ?", (_HEAD,)) != [(head,)]:
        message = Text(
            "cannot use {path} to resume: it is about other cards, values, targets or rules; name a new file, or ask "
            "for those",
            path=quote_path(store.path),
        )
        raise PerfectPlayError(message)
