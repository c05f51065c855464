"""SQLite files from which long work is resumed; their committed data survives a kill.

Functions that return a generator open their store twice: first when the generator is made, so that a bad file is
refused at once, and again inside the generator, which may never be started.

Rows that cannot be checked by themselves each have a checksum, see `SealedRows`.

A run that needs a file for itself beyond one transaction locks it with `hold`. Only SQLite opens the database itself:
on POSIX systems a process loses its locks on a file when it closes any other descriptor of it.

While another program, such as a backup or an editor, is in a transaction, we wait without a time limit.

Damage is noticed before anything is written. The damaged file gets another name, and a new file with the rows that can
still be read takes its place.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self, TypeVar

from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.progress import notify
from perfectplay.core.running.files import check_target, write_file
from perfectplay.core.running.interrupt import stopping
from perfectplay.core.running.locks import FileLock, patiently
from perfectplay.core.text.texts import Text

# Bytes of the smallest database. SQLite takes a file of one byte for an empty database and would overwrite it.
_HEADER = 100
# Seconds of waiting before a line says that another program has the file; our own transactions are much shorter.
_PATIENCE = 5.0
# Seconds between two attempts while another program has the file.
_LOOK_EVERY = 0.2
# File in which Linux lists locks and their processes.
_LOCKS = Path("/proc/locks")
# A layout number above ours by less than this belongs to a newer version; any higher number means a damaged file.
_NEWER = 1000
# Bytes of a checksum.
_SEAL = 16
# SQLite errors about a file's content; all other errors concern the disk or other programs.
_DAMAGED = {0, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
# First bytes of pages with rows: inner pages of an index, its leaves, and leaves of a table with row numbers.
_INNER, _LEAF, _NUMBERED = 2, 10, 13
_MOVED = Text("it was removed or replaced while this run wrote to it"), Text("run the same command again")
_TAKEN = Text("another run is writing to it"), Text("wait until that one is done, or name another file")

_Found = TypeVar("_Found")
_Answer = TypeVar("_Answer")
_Layout = tuple[int, frozenset[tuple[object, ...]]]
_IsRow = Callable[[tuple[Any, ...]], bool]


class _DamagedError(PerfectPlayError):
    """The error for a damaged file."""


class Store:
    """Finished work in an SQLite file. Make one with `open`; a ``with`` block closes it.

    Several runs may share a file, one transaction after the other. While another program locks the file, Ctrl-C raises
    `KeyboardInterrupt`. A file that cannot be read or written raises `PerfectPlayError`.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: str | Path, schema: int, create_sql: str, *, kind: str, is_row: _IsRow) -> Self:
        """Open a file, or create it.

        Parameters
        ----------
        path
            A file of the same layout, an empty file, or the name of a new file.
        schema
            Number of the layout, from 1 to 2^31 - 1; the file stores it as SQLite's ``user_version``.
        create_sql
            One ``CREATE TABLE IF NOT EXISTS`` statement: the layout.
        kind
            The kind of file for messages, such as ``"a range run"``.
        is_row
            Returns whether data read from a damaged file can be a row.

        Raises
        ------
        PerfectPlayError
            If it cannot be opened or created, has another layout, or is too damaged to show that it is ours.
        """
        with suppress(_DamagedError):
            return cls._open(path, schema, create_sql, kind)
        lock = hold(path, ".salvaged-lock")
        try:
            # Another run may have repaired the file in the meantime.
            return cls._open(path, schema, create_sql, kind)
        except _DamagedError:
            if not _salvage(_target(path), schema, create_sql, is_row):
                raise
            return cls._open(path, schema, create_sql, kind)
        finally:
            lock.release()

    @classmethod
    def _open(cls, path: str | Path, schema: int, create_sql: str, label: str) -> Self:
        advice = Text("name a new file or one of {what}", what=label)
        connection = None
        with _plainly(path, advice):
            # Use the full path, because SQLite takes ":memory:" and "" for databases without a file.
            target = _target(path)
            new = not target.exists()
            if not new and 0 < target.stat().st_size < _HEADER:
                _refuse(path, f"it is not a file of {label}", advice)
            try:
                connection = sqlite3.connect(target, timeout=_LOOK_EVERY)
                _when_free(path, partial(_prepare, connection, schema, create_sql, path, advice))
                return cls(Path(path), connection)
            except BaseException as error:
                if connection is not None:
                    connection.close()
                # Remove the empty file that SQLite leaves behind on a full disk.
                if new and target.is_file() and not target.stat().st_size:
                    target.unlink()
                if _kind(error) == sqlite3.SQLITE_NOTADB:
                    _refuse(path, f"it is not a file of {label}", advice, _DamagedError)
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows; changes are permanent only after `commit`."""

        def run() -> list[tuple[Any, ...]]:
            with closing(self._connection.execute(statement, values)) as cursor:
                return cursor.fetchall()

        return self._do(run)

    def commit(self) -> None:
        """Write all changes to the disk; if that fails, earlier commits stay."""
        self._do(self._connection.commit)

    def close(self) -> None:
        """Close the file and discard uncommitted changes. Closing twice is harmless."""
        self._connection.close()

    def _do(self, action: Callable[[], _Found]) -> _Found:
        try:
            return _when_free(self.path, action)
        except sqlite3.Error as error:
            moved = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY_DBMOVED
            _refuse(self.path, *_MOVED if moved else (str(error), "what it already holds is safe"))


def _when_free(path: str | Path, action: Callable[[], _Found]) -> _Found:
    """Run an action on a database, waiting while another program locks it."""
    began, said, tried = time.monotonic(), False, False
    while True:
        try:
            return action()
        except sqlite3.OperationalError as error:
            if _kind(error) != sqlite3.SQLITE_BUSY:
                raise
        if not tried:
            tried = True
            _try_locks(path)
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


def _try_locks(path: str | Path) -> None:
    """Refuse a file whose file system has no locks: SQLite would report this as a lock of another program."""
    with _plainly(path, Text("name a file in a folder that can be written")):
        target = _target(path)
        lock = FileLock.take(target.with_name(f"{target.name}.tried-lock"))
    if lock is not None:
        lock.release()


def _holder(path: Path) -> str:
    """Return the process that locks a file, if the system can name it, as Linux does."""
    try:
        rows = [line.split() for line in _LOCKS.read_text(encoding="ascii").splitlines()]
        inode = f":{path.stat().st_ino}"
    except OSError:
        rows, inode = [], ""
    # An example of a line is 1: POSIX  ADVISORY  WRITE 4711 fe:01:1234 1073741824 1073742335
    others = [row[4] for row in rows if row[5].endswith(inode) and row[4].isdigit() and int(row[4]) != os.getpid()]
    return Text("process {number}", number=others[0]) if others else Text("another program")


class SealedRows:
    """Finished answers in an SQLite file, keyed by question and number, each with a checksum.

    The checksum covers the row and the kind of file. It reveals damage and edits, but not forgery: a row with a
    recomputed checksum is trusted.
    """

    def __init__(self, store: Store, table: str, schema: int) -> None:
        self._store = store
        self._table = table
        self._schema = schema

    @classmethod
    def open(cls, path: str | Path, schema: int, table: str, *, kind: str) -> Self:
        """Open or create a file, like `Store.open`; ``table`` names the table of answers."""
        columns = "question INTEGER NOT NULL, number INTEGER NOT NULL, content NOT NULL, seal BLOB NOT NULL"
        layout = f"CREATE TABLE IF NOT EXISTS {table} ({columns}, PRIMARY KEY (question, number)) WITHOUT ROWID"
        return cls(Store.open(path, schema, layout, kind=kind, is_row=_is_sealed), table, schema)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. Closing twice is harmless."""
        self._store.close()

    def read(self, question: str, answer: Callable[[Any], _Answer]) -> dict[int, _Answer]:
        """Return the stored answers to a question; delete damaged rows, and say so in a notice.

        Parameters
        ----------
        question
            Everything that the answers depend on.
        answer
            Builds an answer from stored data; raises `ValueError` if the data are invalid.
        """
        answers, damaged = {}, []
        # Read all columns as bytes, because a text that is not UTF-8 could not be read at all.
        select = f"""
            SELECT CAST(number AS BLOB), CASE typeof(number) WHEN 'integer' THEN number END,
                CASE typeof(content) WHEN 'text' THEN NULL ELSE content END, CAST(seal AS BLOB)
            FROM {self._table} WHERE question = ? ORDER BY number
        """  # noqa: S608  # the name is ours
        for row_id, number, content, seal in self._store.execute(select, (_brief(question),)):
            with suppress(ValueError):
                if seal == self._seal(question, number, content):
                    answers[number] = answer(content)
                    continue
            damaged.append(row_id)
        for row_id in damaged:
            statement = f"DELETE FROM {self._table} WHERE question = ? AND CAST(number AS BLOB) = ?"  # noqa: S608
            self._store.execute(statement, (_brief(question), row_id))
        if damaged:
            self._store.commit()
            notice = Text.counted(
                len(damaged),
                "{path} held {count:,} damaged row, which was removed; its work is done again",
                "{path} held {count:,} damaged rows, which were removed; their work is done again",
                path=quote_path(self._store.path),
            )
            notify(notice)
        return answers

    def put(self, question: str, rows: Mapping[int, int | bytes]) -> None:
        """Store answers permanently; if that fails, earlier ones stay."""
        statement = f"INSERT OR REPLACE INTO {self._table} VALUES (?, ?, ?, ?)"  # noqa: S608  # the name is ours
        for number, content in rows.items():
            self._store.execute(statement, (_brief(question), number, content, self._seal(question, number, content)))
        self._store.commit()

    def _seal(self, *row: object) -> bytes:
        return sha256(repr((self._table, self._schema, *row)).encode()).digest()[:_SEAL]


def _is_sealed(row: tuple[Any, ...]) -> bool:
    question, number, content, seal = row
    is_answer = isinstance(content, int | bytes)
    return type(question) is type(number) is int and is_answer and isinstance(seal, bytes) and len(seal) == _SEAL


def _brief(question: str) -> int:
    """Return an eight-byte key of a question; the checksum covers the whole question."""
    return int.from_bytes(sha256(question.encode()).digest()[:8], "big", signed=True)


def _prepare(connection: sqlite3.Connection, schema: int, create_sql: str, path: str | Path, advice: str) -> None:
    """Create the tables of an empty file, and refuse a file with another layout."""
    # End a transaction that was left open because the file was locked.
    connection.rollback()
    empty: _Layout = (0, frozenset())
    if _layout(connection) == empty:
        # Use one transaction: a kill between two statements must not leave a table without its layout number.
        connection.execute("BEGIN IMMEDIATE")
        # Another run may have created the tables in the meantime.
        if _layout(connection) == empty:
            connection.execute(create_sql)
            connection.execute(f"PRAGMA user_version = {schema:d}")
        connection.commit()
    wanted = _columns_of(create_sql)
    version, columns = _layout(connection)
    # Other programs also number layouts from 1, so compare the columns, too.
    if version == schema and wanted <= columns:
        if not _is_whole(connection, path):
            _refuse(path, "it is damaged", advice, _DamagedError)
        return
    if not {table for _, table, *_ in wanted} <= {table for _, table, *_ in columns}:
        kind = PerfectPlayError if _is_whole(connection, path) else _DamagedError
        _refuse(path, Text("it is another program's database"), advice, kind)
    if schema < version < schema + _NEWER:
        _refuse(
            path,
            Text("a newer version of perfectplay wrote it, and it is left as it is"),
            Text("use that version, or name a new file"),
        )
    if 0 < version < schema:
        _refuse(path, Text("an older version of perfectplay wrote it, without what its rows are checked by"), advice)
    _refuse(path, Text("it is another program's database"), advice, _DamagedError)


def _is_whole(connection: sqlite3.Connection, path: str | Path) -> bool:
    """Return whether the pages of a database are intact, and SQLite could write to it."""
    try:
        if os.access(path, os.W_OK):
            connection.execute("BEGIN IMMEDIATE")
            connection.rollback()
    except sqlite3.DatabaseError as error:
        if _kind(error) in _DAMAGED | {sqlite3.SQLITE_READONLY}:
            return False
        # If the database is busy, another run is writing to it, so it can be written.
        if _kind(error) != sqlite3.SQLITE_BUSY:
            raise
    try:
        return connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
    except sqlite3.DatabaseError as error:
        if _kind(error) not in _DAMAGED:
            raise
        return False


@cache
def _columns_of(create_sql: str) -> frozenset[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as model:
        model.execute(create_sql)
        return _layout(model)[1]


def _layout(connection: sqlite3.Connection) -> _Layout:
    """Return the layout's number and all columns."""
    ((version,),) = connection.execute("PRAGMA user_version")
    columns = connection.execute(
        "SELECT m.type, m.name, c.name, c.type, c.[notnull], c.pk FROM sqlite_master m, pragma_table_info(m.name) c"
    )
    return version, frozenset(columns)


def hold(path: str | Path, ending: str = "-lock") -> FileLock:
    """Lock a file of finished work against other runs that use `hold`; the file need not exist yet.

    The lock is a separate file beside it, so that readers may still open the database.

    Raises
    ------
    PerfectPlayError
        If another run holds the lock, or if this cannot be determined.
    """
    with _plainly(path, Text("name a file in a folder that can be written")):
        target = _target(path)
        lock = FileLock.take(target.with_name(f"{target.name}{ending}"))
    if lock is None:
        _refuse(path, *_TAKEN)
    return lock


def _target(path: str | Path) -> Path:
    """Return the path of a file, with links resolved."""
    target = check_target(path)
    if target.exists() and target.stat().st_nlink > 1:
        # SQLite finds locks and unfinished transactions by the file's name, so a second name is unsafe.
        _refuse(path, "it has several names (hard links)", "make a copy with a single name, and name that")
    return target


@contextmanager
def _plainly(path: str | Path, advice: str) -> Iterator[None]:
    """Turn errors about a file into a `PerfectPlayError` of one line."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        # SQLite quotes a damaged layout unchanged, perhaps with line feeds or invalid characters.
        problem = str(error) if isinstance(error, sqlite3.Error) and str(error).isprintable() else "it is damaged"
        _refuse(path, problem, advice, _DamagedError if _kind(error) in _DAMAGED else PerfectPlayError)
    except OSError as error:
        _refuse(path, error.strerror or str(error), advice)
    except (ValueError, RuntimeError):
        # The name has a NUL byte or a forbidden character, or its links form a cycle.
        _refuse(path, Text("no file can have this name"), advice)


def _kind(error: BaseException) -> int:
    """Return SQLite's primary error code, which is the low byte of its number; 0 for other errors."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _refuse(path: str | Path, problem: str, advice: str, kind: type[PerfectPlayError] = PerfectPlayError) -> NoReturn:
    raise kind(
        Text("cannot use {path} to resume: {problem}; {advice}", path=quote_path(path), problem=problem, advice=advice)
    )


# -- damaged files ---------------------------------------------------------------------------------------------


def _salvage(path: Path, schema: int, create_sql: str, is_row: _IsRow) -> bool:
    """Replace a damaged file by one with its readable rows; keep the damaged one under another name, and log a notice.

    No row is trusted: all are checked when they are used. A file without rows and without the text of the layout may
    belong to another program and is left alone. Return whether the file was replaced.
    """
    fresh, copy = (path.with_name(f"{path.name}{end}") for end in (".salvaged", ".repaired"))
    try:
        fresh.unlink(missing_ok=True)
        # No other process uses these two files, so waiting for a lock would not help.
        with closing(sqlite3.connect(fresh, timeout=0)) as new:
            new.execute(create_sql)
            new.execute(f"PRAGMA user_version = {schema:d}")
            ((table, layout),) = new.execute("SELECT name, sql FROM sqlite_master")
            readable = partial(_readable_rows, path, copy, create_sql, table, is_row)
            # The header's page size, 512 to 65,536, may be damaged: take the size that yields the most rows.
            size = max((1 << bits for bits in range(9, 17)), key=lambda size: sum(1 for _ in readable(size)))
            for row in readable(size):
                new.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608  # the name is ours
            new.commit()
            ((saved,),) = new.execute(f"SELECT count(*) FROM {table}")  # noqa: S608
        content = path.read_bytes()
        if not saved and layout.encode() not in content:
            return False
        names = (path.with_name(f"{path.name}.damaged{end}") for end in chain([""], (f"-{i}" for i in count(2))))
        # An earlier attempt may have kept the damaged file already.
        kept = next(name for name in names if not name.exists() or name.read_bytes() == content)
        write_file(kept, content)
        patiently(partial(fresh.replace, path))
    except (OSError, sqlite3.Error, PerfectPlayError) as error:
        problem = Text(
            "{path} is damaged, and its readable rows cannot be saved: {error}", path=quote_path(path), error=error
        )
        raise PerfectPlayError(
            "{problem}; move it to where there is room, or name a new file to resume from", problem=problem
        ) from error
    finally:
        for file in (fresh, copy):
            with suppress(OSError):
                file.unlink()
    notice = Text.counted(
        saved,
        "{path} was damaged: it is now called {kept}, and {count:,} row was saved",
        "{path} was damaged: it is now called {kept}, and {count:,} rows were saved",
        path=quote_path(path),
        kept=quote_path(kept),
    )
    notify(notice)
    return True


def _readable_rows(
    path: Path, copy: Path, create_sql: str, table: str, is_row: _IsRow, size: int
) -> Iterator[tuple[Any, ...]]:
    """Yield the readable rows of a damaged file, for one page size.

    The rows are read from a copy that starts with the first page of a new file, whose header and layout are sound. The
    second page is always the root of the rows' tree, so each page with rows takes its place in turn, as if it were the
    whole tree. This way, damage to one page does not hide the rows of other pages.
    """
    copy.unlink(missing_ok=True)
    with closing(sqlite3.connect(copy, timeout=0)) as model:
        model.execute(f"PRAGMA page_size = {size}")
        model.execute(create_sql)
    with path.open("rb") as damaged, copy.open("r+b") as scratch:
        # If these two fields differ, SQLite counts the pages itself.
        for offset, number in ((24, 2), (92, 1)):
            scratch.seek(offset)
            scratch.write(number.to_bytes(4, "big"))
        damaged.seek(size)
        scratch.seek(size)
        shutil.copyfileobj(damaged, scratch)
        for page_number in count(1):
            damaged.seek(page_number * size)
            page = damaged.read(size)
            if not page:
                return
            if page[0] not in {_INNER, _LEAF, _NUMBERED}:
                continue
            scratch.seek(size)
            scratch.write((_leaf(page) if page[0] == _INNER else page).ljust(size, b"\0"))
            scratch.flush()
            with closing(sqlite3.connect(copy, timeout=0)) as connection:
                # Without this setting SQLite reads nothing from a truncated file.
                connection.execute("PRAGMA writable_schema = ON")
                select = f"SELECT * FROM {table}"  # noqa: S608  # the name is ours
                with suppress(sqlite3.DatabaseError):
                    yield from filter(is_row, connection.execute(select).fetchall())
                    continue
                # Read the rows of a damaged page one by one: a list would end at the first damaged row.
                for offset in range(min(int.from_bytes(page[3:5], "big"), size // 6)):
                    with suppress(sqlite3.DatabaseError):
                        yield from filter(is_row, connection.execute(f"{select} LIMIT 1 OFFSET ?", (offset,)))


def _leaf(page: bytes) -> bytes:
    """Turn an inner page of an index into a leaf by skipping the page number before each of its rows."""
    end = 2 * int.from_bytes(page[3:5], "big")
    places = (int.from_bytes(page[at : at + 2], "big") + 4 for at in range(12, 12 + end, 2))
    pointers = b"".join((offset & 0xFFFF).to_bytes(2, "big") for offset in places)
    return (bytes([_LEAF]) + page[1:8] + pointers + page[8 + end :])[: len(page)]
