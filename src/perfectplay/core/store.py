"""A file that long work is resumed from: SQLite, because what is committed survives a kill.

A store is opened twice by whoever hands out a generator: once and closed again when the generator is made, so that a
bad file is refused at once, and once inside the generator, which may never be started.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self

from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.files import check_target

__all__ = ["Store"]

_HEADER = b"SQLite format 3\0"
# Seconds to wait for another run that writes to the same file; a transaction takes a fraction of that.
_PATIENCE = 5.0
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}

_Layout = tuple[int, frozenset[tuple[object, ...]]]


class Store:
    """Finished work in an SQLite file.  Open one with `open`; used in a ``with`` block it is closed at its end.

    Several runs may share a file, one transaction after the other.

    Examples
    --------
    >>> import tempfile
    >>> table = "CREATE TABLE IF NOT EXISTS result (n INTEGER PRIMARY KEY, score INTEGER NOT NULL)"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Store.open(f"{folder}/run.sqlite", 1, table, what="a range run") as store:
    ...         _ = store.execute("INSERT INTO result VALUES (?, ?)", (20, 124))
    ...         store.commit()
    ...         store.execute("SELECT score FROM result WHERE n = ?", (20,))
    [(124,)]
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: str | Path, schema: int, create_sql: str, *, what: str) -> Self:
        """Open a file, or create it.

        Parameters
        ----------
        path
            A file of the same layout, an empty file, or the name of a new one.
        schema
            Number of the layout, from 1 to 2^31 - 1; it stands in the file as SQLite's ``user_version``.
        create_sql
            One ``CREATE TABLE IF NOT EXISTS`` statement: the layout.
        what
            What such a file is of, as in ``"a range run"``; for messages.

        Raises
        ------
        PerfectPlayError
            If it cannot be opened or created, is damaged, is not of this layout (it is left alone then), or somebody
            else keeps it locked.
        """
        advice = f"name a new file or one of {what}"
        connection = None
        try:
            # The whole path, because SQLite takes ":memory:" and "" for no file at all.
            target = check_target(path)
            # SQLite takes a file of a few bytes for an empty database and would write over it.
            if target.is_file() and target.stat().st_size and not _is_sqlite(target):
                _refuse(path, f"it is not a file of {what}", advice)
            connection = sqlite3.connect(target, timeout=_PATIENCE)
            if not _prepare(connection, schema, create_sql):
                _refuse(path, "it is a database of something else", advice)
        except BaseException as error:
            if connection is not None:
                connection.close()
            if isinstance(error, sqlite3.Error):
                _refuse(path, *_explain(error, advice))
            if isinstance(error, OSError):
                _refuse(path, error.strerror or str(error), advice)
            # A NUL byte, a letter that file names cannot have, or links in a circle.
            if isinstance(error, (ValueError, RuntimeError)):
                _refuse(path, "no file can have this name", advice)
            raise
        return cls(Path(path), connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows; a change is for good only after `commit`.

        Raises
        ------
        PerfectPlayError
            If the file cannot be read or written, or stays locked for some seconds.
        """
        try:
            with closing(self._connection.execute(statement, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            self._fail(error)

    def commit(self) -> None:
        """Write all changes to the disk.

        Raises
        ------
        PerfectPlayError
            If that is impossible; what was committed before stays.
        """
        try:
            self._connection.commit()
        except sqlite3.Error as error:
            self._fail(error)

    def close(self) -> None:
        """Close the file, and forget what is not committed.  Closing twice does no harm."""
        self._connection.close()

    def _fail(self, error: sqlite3.Error) -> NoReturn:
        _refuse(self.path, *_explain(error, "what it already holds is safe"))


def _is_sqlite(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(_HEADER)) == _HEADER


def _prepare(connection: sqlite3.Connection, schema: int, create_sql: str) -> bool:
    """Lay out an empty file, and tell whether a file has the layout."""
    empty: _Layout = (0, frozenset())
    if _layout(connection) == empty:
        # One transaction: a kill between the two statements must not leave a table without its number.
        connection.execute("BEGIN IMMEDIATE")
        # Another run may have been quicker, and so may somebody else.
        if _layout(connection) == empty:
            connection.execute(create_sql)
            connection.execute(f"PRAGMA user_version = {schema:d}")
        connection.commit()
    with closing(sqlite3.connect(":memory:")) as model:
        model.execute(create_sql)
        _, wanted = _layout(model)
    version, found = _layout(connection)
    # Others number their layouts from 1 on, too: the columns tell.
    return version == schema and wanted <= found


def _layout(connection: sqlite3.Connection) -> _Layout:
    """Return the number of the layout and all columns."""
    ((version,),) = connection.execute("PRAGMA user_version")
    columns = connection.execute(
        "SELECT m.type, m.name, c.name, c.type, c.[notnull], c.pk FROM sqlite_master m, pragma_table_info(m.name) c"
    )
    return version, frozenset(columns)


def _explain(error: sqlite3.Error, advice: str) -> tuple[str, str]:
    # The low byte is the kind of error, the others say more about it.
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY:
        return "another run is writing to it", "wait until that one is done, or name another file"
    return str(error), advice


def _refuse(path: str | Path, problem: str, advice: str) -> NoReturn:
    message = f"cannot use {quote_path(path)} to resume: {problem}; {advice}"
    raise PerfectPlayError(message)
