"""A file that long work is resumed from: SQLite, because what is committed survives a kill.

A store is opened twice by whoever hands out a generator: once and closed again when the generator is made, so that a
bad file is refused at once, and once inside the generator, which may never be started.

Whoever needs a file alone for longer than a transaction holds it with `hold`.  The database itself is opened by SQLite
and nobody else: on POSIX systems a process loses its locks on a file when it closes any other descriptor of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self

from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.files import check_target
from perfectplay.core.locks import FileLock
from perfectplay.core.texts import Text

__all__ = ["Store", "hold"]

# Bytes that every database has.  SQLite takes a single byte for an empty database and would write over it.
_HEADER = 100
# Seconds to wait for another run that writes to the same file; a transaction takes a fraction of that.
_PATIENCE = 5.0
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_TAKEN = Text("another run is writing to it"), Text("wait until that one is done, or name another file")

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
        advice = Text("name a new file or one of {what}", what=what)
        connection = None
        with _plainly(path, advice):
            try:
                # The whole path, because SQLite takes ":memory:" and "" for no file at all.
                target = _target(path)
                if target.is_file() and 0 < target.stat().st_size < _HEADER:
                    _refuse(path, f"it is not a file of {what}", advice)
                connection = sqlite3.connect(target, timeout=_PATIENCE)
                if not _prepare(connection, schema, create_sql):
                    _refuse(path, "it is a database of something else", advice)
            except BaseException as error:
                if connection is not None:
                    connection.close()
                if _kind(error) == sqlite3.SQLITE_NOTADB:
                    _refuse(path, f"it is not a file of {what}", advice)
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


def hold(path: str | Path) -> FileLock:
    """Keep other runs that hold it, too, from a file that work is resumed from; it need not be there yet.

    The lock is a file of its own beside it, so that whoever only reads the database is let in.

    Raises
    ------
    PerfectPlayError
        If another run holds it, or if that cannot be made sure.
    """
    with _plainly(path, Text("name a file in a folder that can be written")):
        target = _target(path)
        lock = FileLock.take(target.with_name(f"{target.name}-lock"))
    if lock is None:
        _refuse(path, *_TAKEN)
    return lock


def _target(path: str | Path) -> Path:
    """Return the one name of a file, links followed."""
    target = check_target(path)
    if target.exists() and target.stat().st_nlink > 1:
        # What belongs to a database, a lock or half a transaction, is found by its name.
        _refuse(path, "it has several names (hard links)", "make a copy with a single name, and name that")
    return target


@contextmanager
def _plainly(path: str | Path, advice: str) -> Iterator[None]:
    """Say in one line what is wrong with a file."""
    try:
        yield
    except sqlite3.Error as error:
        _refuse(path, *_explain(error, advice))
    except OSError as error:
        _refuse(path, error.strerror or str(error), advice)
    except (ValueError, RuntimeError):
        # A NUL byte, a letter that file names cannot have, or links in a circle.
        _refuse(path, Text("no file can have this name"), advice)


def _kind(error: BaseException) -> int:
    """Return SQLite's number of an error: the low byte is the kind, the others say more about it."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _explain(error: sqlite3.Error, advice: str) -> tuple[str, str]:
    return _TAKEN if _kind(error) in _BUSY else (str(error), advice)


def _refuse(path: str | Path, problem: str, advice: str) -> NoReturn:
    message = Text(
        "cannot use {path} to resume: {problem}; {advice}", path=quote_path(path), problem=problem, advice=advice
    )
    raise PerfectPlayError(message)
