"""A file that long work is resumed from: SQLite, because what is committed survives a kill.

A store is opened twice where a generator is handed out: once and closed again when the generator is made, so that a
bad file is refused at once, and once inside the generator, which may never be started.

Rows of finished work that cannot be checked by themselves are kept with a checksum each, see `SealedRows`.

A run that needs a file alone for longer than a transaction holds it with `hold`.  The database itself is opened by
SQLite and by nothing else: on POSIX systems a process loses its locks on a file when it closes any other descriptor of
it.

A transaction of another program, a backup or an open editor say, is waited for as long as it takes.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self, TypeVar

from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.progress import notify
from perfectplay.core.running.files import check_target
from perfectplay.core.running.interrupt import stopping
from perfectplay.core.running.locks import FileLock
from perfectplay.core.text.texts import Text

# Bytes that every database has.  SQLite takes a single byte for an empty database and would write over it.
_HEADER = 100
# Seconds after which a line says that another program is waited for; a transaction of ours takes a fraction of that.
_PATIENCE = 5.0
# Seconds between two looks whether it is done.
_LOOK_EVERY = 0.2
# Where Linux lists what is locked by which process.
_LOCKS = Path("/proc/locks")
# Numbers of layouts that count as newer ones: what lies beyond them is damage.
_NEWER = 1000
# Bytes of a checksum.
_SEAL = 16
_TAKEN = Text("another run is writing to it"), Text("wait until that one is done, or name another file")

_Found = TypeVar("_Found")
_Answer = TypeVar("_Answer")
_Layout = tuple[int, frozenset[tuple[object, ...]]]


class NewerFileError(PerfectPlayError):
    """A file was written by a newer version of this program, and is left alone."""


class Store:
    """Finished work in an SQLite file.  Open one with `open`; used in a ``with`` block it is closed at its end.

    Several runs may share a file, one transaction after the other.  What waits for another program that keeps the file
    locked raises `KeyboardInterrupt` at Ctrl-C; what cannot be read or written raises a `PerfectPlayError`.
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
            If it cannot be opened or created, is damaged, or is not of this layout (it is left alone then).
        NewerFileError
            If it has a later layout of the same.
        """
        advice = Text("name a new file or one of {what}", what=what)
        connection = None
        with _plainly(path, advice):
            try:
                # The whole path, because SQLite takes ":memory:" and "" for no file at all.
                target = _target(path)
                if target.is_file() and 0 < target.stat().st_size < _HEADER:
                    _refuse(path, f"it is not a file of {what}", advice)
                connection = sqlite3.connect(target, timeout=_LOOK_EVERY)
                _when_free(path, partial(_prepare, connection, schema, create_sql, path, advice))
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
        """Run a statement and return its rows; a change is for good only after `commit`."""

        def run() -> list[tuple[Any, ...]]:
            with closing(self._connection.execute(statement, values)) as cursor:
                return cursor.fetchall()

        return self._do(run)

    def commit(self) -> None:
        """Write all changes to the disk; if that is impossible, what was committed before stays."""
        self._do(self._connection.commit)

    def close(self) -> None:
        """Close the file, and forget what is not committed.  Closing twice does no harm."""
        self._connection.close()

    def _do(self, action: Callable[[], _Found]) -> _Found:
        try:
            return _when_free(self.path, action)
        except sqlite3.Error as error:
            _refuse(self.path, str(error), "what it already holds is safe")


def _when_free(path: str | Path, action: Callable[[], _Found]) -> _Found:
    """Do something with a database as soon as no other program keeps it locked."""
    began, said = time.monotonic(), False
    while True:
        try:
            return action()
        except sqlite3.OperationalError as error:
            if _kind(error) != sqlite3.SQLITE_BUSY:
                raise
        if not said and time.monotonic() - began >= _PATIENCE:
            said = True
            notice = Text(
                "{holder} keeps {path} locked; waiting for its end (Ctrl-C ends the wait; what is in the file stays)",
                holder=_holder(Path(path)),
                path=quote_path(path),
            )
            notify(notice)
        if said and stopping():
            raise KeyboardInterrupt
        time.sleep(_LOOK_EVERY)


def _holder(path: Path) -> str:
    """Name the process that keeps a file locked, where the system tells: Linux does."""
    try:
        rows = [line.split() for line in _LOCKS.read_text(encoding="ascii").splitlines()]
        inode = f":{path.stat().st_ino}"
    except OSError:
        rows, inode = [], ""
    # 1: POSIX  ADVISORY  WRITE 4711 fe:01:1234 1073741824 1073742335
    others = [row[4] for row in rows if row[5].endswith(inode) and row[4].isdigit() and int(row[4]) != os.getpid()]
    return Text("process {number}", number=others[0]) if others else Text("another program")


class SealedRows:
    """Finished answers in an SQLite file, by question and number; each has a checksum beside it.

    The checksum is over all that is in a row and what the file is of.  It finds damage and edits, and no forgery: a row
    with a new checksum of its own is believed.
    """

    def __init__(self, store: Store, table: str, schema: int) -> None:
        self._store = store
        self._table = table
        self._schema = schema

    @classmethod
    def open(cls, path: str | Path, schema: int, table: str, *, what: str) -> Self:
        """Open a file, or create it, as `Store.open` does; ``table`` is its name for such rows."""
        columns = "question INTEGER NOT NULL, number INTEGER NOT NULL, content NOT NULL, seal BLOB NOT NULL"
        layout = f"CREATE TABLE IF NOT EXISTS {table} ({columns}, PRIMARY KEY (question, number)) WITHOUT ROWID"
        return cls(Store.open(path, schema, layout, what=what), table, schema)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file.  Closing twice does no harm."""
        self._store.close()

    def read(self, question: str, answer: Callable[[Any], _Answer]) -> dict[int, _Answer]:
        """Return what is known about a question; damaged rows are taken out of the file, which a notice tells.

        Parameters
        ----------
        question
            All that the answers depend on.
        answer
            Makes an answer of what was stored; raises `ValueError` where that is none.
        """
        found, damaged = {}, []
        # Nothing that is stored is text: text that is not UTF-8 could not even be read.
        select = f"""
            SELECT CAST(number AS BLOB), CASE typeof(number) WHEN 'integer' THEN number END,
                CASE typeof(content) WHEN 'text' THEN NULL ELSE content END, CAST(seal AS BLOB)
            FROM {self._table} WHERE question = ? ORDER BY number
        """  # noqa: S608  # the name is ours
        for place, number, content, seal in self._store.execute(select, (_brief(question),)):
            with suppress(ValueError):
                if seal == self._seal(question, number, content):
                    found[number] = answer(content)
                    continue
            damaged.append(place)
        for place in damaged:
            statement = f"DELETE FROM {self._table} WHERE question = ? AND CAST(number AS BLOB) = ?"  # noqa: S608
            self._store.execute(statement, (_brief(question), place))
        if damaged:
            self._store.commit()
            notice = Text.counted(
                len(damaged),
                "{path} held {count:,} damaged row, which was taken out; what it was about is worked out anew",
                "{path} held {count:,} damaged rows, which were taken out; what they were about is worked out anew",
                path=quote_path(self._store.path),
            )
            notify(notice)
        return found

    def put(self, question: str, found: Mapping[int, int | bytes]) -> None:
        """Store answers for good; if that is impossible, what was stored before stays."""
        statement = f"INSERT OR REPLACE INTO {self._table} VALUES (?, ?, ?, ?)"  # noqa: S608  # the name is ours
        for number, content in found.items():
            self._store.execute(statement, (_brief(question), number, content, self._seal(question, number, content)))
        self._store.commit()

    def _seal(self, *row: object) -> bytes:
        return sha256(repr((self._table, self._schema, *row)).encode()).digest()[:_SEAL]


def _brief(question: str) -> int:
    """Tell questions apart in eight bytes; the checksum has the whole of it."""
    return int.from_bytes(sha256(question.encode()).digest()[:8], "big", signed=True)


def _prepare(connection: sqlite3.Connection, schema: int, create_sql: str, path: str | Path, advice: str) -> None:
    """Lay out an empty file, and refuse one that has another layout."""
    # What a locked file has kept from its end.
    connection.rollback()
    empty: _Layout = (0, frozenset())
    if _layout(connection) == empty:
        # One transaction: a kill between the two statements must not leave a table without its number.
        connection.execute("BEGIN IMMEDIATE")
        # Another run may have been quicker.
        if _layout(connection) == empty:
            connection.execute(create_sql)
            connection.execute(f"PRAGMA user_version = {schema:d}")
        connection.commit()
    with closing(sqlite3.connect(":memory:")) as model:
        model.execute(create_sql)
        _, wanted = _layout(model)
    version, found = _layout(connection)
    # Others number their layouts from 1 on, too: the columns tell.
    if version == schema and wanted <= found:
        return
    if not {table for _, table, *_ in wanted} <= {table for _, table, *_ in found}:
        _refuse(path, Text("it is a database of something else"), advice)
    if schema < version < schema + _NEWER:
        _refuse(
            path,
            Text("a newer version of perfectplay wrote it, and it is left as it is"),
            Text("use that version, or name a new file"),
            NewerFileError,
        )
    if 0 < version < schema:
        _refuse(path, Text("an older version of perfectplay wrote it, without what its rows are checked by"), advice)
    _refuse(path, Text("it is a database of something else"), advice)


def _layout(connection: sqlite3.Connection) -> _Layout:
    """Return the number of the layout and all columns."""
    ((version,),) = connection.execute("PRAGMA user_version")
    columns = connection.execute(
        "SELECT m.type, m.name, c.name, c.type, c.[notnull], c.pk FROM sqlite_master m, pragma_table_info(m.name) c"
    )
    return version, frozenset(columns)


def hold(path: str | Path) -> FileLock:
    """Keep other runs that hold it, too, from a file that work is resumed from; it need not be there yet.

    The lock is a file of its own beside it, so that readers of the database are let in.

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
        _refuse(path, str(error), advice)
    except OSError as error:
        _refuse(path, error.strerror or str(error), advice)
    except (ValueError, RuntimeError):
        # A NUL byte, a letter that file names cannot have, or links in a circle.
        _refuse(path, Text("no file can have this name"), advice)


def _kind(error: BaseException) -> int:
    """Return SQLite's number of an error: the low byte is the kind, the others say more about it."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _refuse(path: str | Path, problem: str, advice: str, kind: type[PerfectPlayError] = PerfectPlayError) -> NoReturn:
    message = Text(
        "cannot use {path} to resume: {problem}; {advice}", path=quote_path(path), problem=problem, advice=advice
    )
    raise kind(message)
