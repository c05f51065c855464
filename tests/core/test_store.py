from __future__ import annotations

import errno
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path

import pytest

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.running import store as module
from perfectplay.core.running.interrupt import deferred_interrupt
from perfectplay.core.running.store import Store, hold
from tests.waiting import next_line

TABLE = "CREATE TABLE IF NOT EXISTS result (n INTEGER PRIMARY KEY, score INTEGER NOT NULL)"
INSERT = "INSERT INTO result VALUES (?, ?)"
SELECT = "SELECT n, score FROM result ORDER BY n"


def opened(path: str | Path, schema: int = 7, table: str = TABLE) -> Store:
    return Store.open(path, schema, table, kind="a range run", is_row=lambda row: isinstance(row[1], int))


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[sqlite3.Connection]]:
    """Collect all connections; at the end, check that each of them is closed."""
    made: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def keep(*args: object, **options: object) -> sqlite3.Connection:
        made.append(connect(*args, **options))  # type: ignore[call-overload]  # it passes all arguments on
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", keep)
    yield made
    for connection in made:
        with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
            connection.execute("SELECT 1")


def refused(path: str | Path, problem: str, schema: int = 7) -> str:
    with pytest.raises(PerfectPlayError, match=problem) as caught:
        opened(path, schema)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_what_is_committed_stays(tmp_path: Path, connections: list[sqlite3.Connection]) -> None:
    path = tmp_path / "run.sqlite"
    with opened(path) as store:
        assert store.execute(SELECT) == []
        store.execute(INSERT, (1, 1))
        store.execute(INSERT, (2, 2))
        store.commit()
        store.execute(INSERT, (3, 3))
    with opened(str(path)) as store:
        assert store.execute(SELECT) == [(1, 1), (2, 2)]
    assert len(connections) >= 2


def test_an_empty_file_is_laid_out(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    path.touch()
    opened(path).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (7,)
        assert connection.execute(SELECT).fetchall() == []


def test_an_exception_closes_the_file(tmp_path: Path, connections: list[sqlite3.Connection]) -> None:
    with pytest.raises(KeyError), opened(tmp_path / "run.sqlite"):
        raise KeyError
    assert connections


def test_closing_twice_does_no_harm(tmp_path: Path) -> None:
    store = opened(tmp_path / "run.sqlite")
    store.close()
    store.close()
    with pytest.raises(PerfectPlayError, match=r"cannot use '.*run\.sqlite' to resume: .*closed database"):
        store.execute(SELECT)


@pytest.mark.parametrize("content", [b"x", b"a note " * 500])
def test_other_files_are_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    message = refused(path, "it is not a file of a range run; name a new file or one of a range run")
    assert message.startswith(f"cannot use '{path}' to resume: ")
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE cats (name TEXT)"],
        # Other programs may also store a layout's number as `user_version`.
        ["CREATE TABLE cats (name TEXT)", "PRAGMA user_version = 7"],
        ["CREATE TABLE result (n INTEGER PRIMARY KEY, score TEXT)", "PRAGMA user_version = 7"],
        ["CREATE VIEW result AS SELECT 1 AS n, 2 AS score", "PRAGMA user_version = 7"],
        [TABLE.replace("score", "points"), "PRAGMA user_version = 70000"],
        ["PRAGMA user_version = 7"],
    ],
)
def test_other_databases_are_left_alone(
    tmp_path: Path, statements: list[str], connections: list[sqlite3.Connection]
) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
    before = path.read_bytes()
    refused(path, "it is another program's database; name a new file")
    assert path.read_bytes() == before
    assert len(connections) >= 2


@pytest.mark.parametrize(
    ("version", "problem"),
    [
        (8, "a newer version of perfectplay wrote it, and it is left as it is; use that version, or name a new file"),
        (6, "an older version of perfectplay wrote it, without what its rows are checked by; name a new file"),
    ],
)
def test_other_versions_are_named_and_left_alone(tmp_path: Path, version: int, problem: str) -> None:
    path = tmp_path / "run.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE result (n INTEGER PRIMARY KEY, what_else)")
        connection.execute(f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    refused(path, problem)
    assert path.read_bytes() == before


def test_a_damaged_database_is_refused(tmp_path: Path, connections: list[sqlite3.Connection]) -> None:
    path = tmp_path / "run.sqlite"
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    refused(path, "it is not a file of a range run")
    assert connections


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_names_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    refused(tmp_path / name, "no file can have this name; name a new file")
    assert list(tmp_path.iterdir()) == []


def test_places_where_no_file_can_be(tmp_path: Path) -> None:
    refused(tmp_path / "none" / "run.sqlite", "unable to open")
    refused(tmp_path, "it is a directory")
    refused("", "it is a directory")
    (tmp_path / "file").touch()
    refused(tmp_path / "file" / "run.sqlite", "cannot use")
    refused(tmp_path / ("x" * 5000), "cannot use")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    refused(tmp_path / "a", "its links form a cycle; give the name of a file")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    refused(tmp_path / "pipe", "it is a device or a pipe")


def test_a_file_may_be_called_as_sqlite_calls_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    opened(":memory:").close()
    assert [path.name for path in tmp_path.iterdir()] == [":memory:"]


def test_two_runs_take_turns(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    with opened(path) as one, opened(path) as other:
        one.execute(INSERT, (1, 1))
        one.commit()
        other.execute(INSERT, (2, 2))
        other.commit()
        assert one.execute(SELECT) == other.execute(SELECT) == [(1, 1), (2, 2)]


def test_a_look_at_a_file_gives_no_lock_of_ours_away(tmp_path: Path) -> None:
    # On POSIX systems, closing any descriptor of a file drops all locks that the process holds on it.
    path = tmp_path / "run.sqlite"
    with opened(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        store.execute("BEGIN IMMEDIATE")
        opened(path).close()
        hold(path).release()
        script = f"import sqlite3\nsqlite3.connect({str(path)!r}, timeout=0).execute('BEGIN IMMEDIATE')"
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        assert "database is locked" in done.stderr
        other.close()


def test_a_file_that_is_held(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    lock = hold(path)
    with pytest.raises(PerfectPlayError, match=r"run\.sqlite' to resume: another run is writing to it; wait until"):
        hold(path)
    # Only the lock's file exists, and it disappears when the lock is released.
    assert [file.name for file in tmp_path.iterdir()] == ["run.sqlite-lock"]
    lock.release()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_another_name_of_a_held_file(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    opened(path).close()
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "link").symlink_to(path)
    lock = hold(tmp_path / "folder" / "link")
    with pytest.raises(PerfectPlayError, match="another run is writing to it"):
        hold(path)
    lock.release()
    # SQLite and the lock identify a file by its name, so runs that use different names would not notice each other.
    (tmp_path / "folder" / "name").hardlink_to(path)
    for name in (path, tmp_path / "folder" / "name"):
        with pytest.raises(PerfectPlayError, match=r"several names \(hard links\); make a copy with a single name"):
            hold(name)
        refused(name, "several names")


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "none/run.sqlite"])
def test_files_that_cannot_be_held(tmp_path: Path, name: str) -> None:
    with pytest.raises(PerfectPlayError, match=r"cannot use .* to resume: ") as caught:
        hold(tmp_path / name)
    assert str(caught.value).isprintable()
    assert list(tmp_path.iterdir()) == []


def fill(store: Store) -> None:
    store.execute(INSERT, (1, 1))


def commit(store: Store) -> None:
    # An active reader does not delay this change, but it delays the commit.
    store.execute(INSERT, (1, 1))
    store.commit()


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], list[str]]:
    """Return a function that lets notices come immediately, sets the reaction to them, and returns their list."""

    def begin(then: Callable[[], object]) -> list[str]:
        lines: list[str] = []

        def notify(line: str) -> None:
            lines.append(line)
            then()

        monkeypatch.setattr(module, "_PATIENCE", 0.0)
        monkeypatch.setattr(module, "_LOOK_EVERY", 0.01)
        monkeypatch.setattr(module, "notify", notify)
        return lines

    return begin


Said = Callable[[Callable[[], object]], list[str]]
WAITS = "another program keeps {} locked; waiting for its end (Ctrl-C ends the wait; what is in the file stays)"


@pytest.mark.parametrize(("lock", "action"), [("BEGIN IMMEDIATE", fill), ("BEGIN", commit)])
def test_a_locked_file_is_waited_for(tmp_path: Path, said: Said, lock: str, action: Callable[[Store], None]) -> None:
    path = tmp_path / "run.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        told = said(lambda: other.execute("ROLLBACK"))
        with opened(path) as store:
            other.execute(lock)
            other.execute(SELECT).fetchall()
            action(store)
            store.commit()
        assert told == [WAITS.format(repr(str(path)))]
    with opened(path) as again:
        assert again.execute(SELECT) == [(1, 1)]


def test_a_file_that_another_run_lays_out_is_waited_for(tmp_path: Path, said: Said) -> None:
    path = tmp_path / "run.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        told = said(lambda: other.execute("ROLLBACK"))
        other.execute("BEGIN EXCLUSIVE")
        opened(path).close()
        assert told == [WAITS.format(repr(str(path)))]


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX")
def test_a_disk_without_locks_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the message, because SQLite mistakes a disk without locks for a file that another program has locked."""
    path = tmp_path / "run.db"
    opened(path).close()

    def without_locks(_file: int, _how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr("fcntl.flock", without_locks)
        refused(path, "its file system keeps no locks")
    assert list(tmp_path.iterdir()) == [path]


def test_a_layout_whose_end_is_waited_for_is_kept(tmp_path: Path, said: Said) -> None:
    path = tmp_path / "run.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        told = said(lambda: other.execute("ROLLBACK"))
        # While another program reads, a change can begin, but cannot be committed.
        other.execute("BEGIN")
        other.execute("SELECT * FROM sqlite_master").fetchall()
        with opened(path) as store:
            assert len(told) == 1
            fill(store)
            store.commit()
    with opened(path) as again:
        assert again.execute(SELECT) == [(1, 1)]


@pytest.mark.parametrize("deferred", [False, True])
def test_ctrl_c_ends_the_wait_for_a_locked_file(tmp_path: Path, said: Said, deferred: bool) -> None:  # noqa: FBT001
    path = tmp_path / "run.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as other, opened(path) as store:
        told = said(partial(signal.raise_signal, signal.SIGINT))
        other.execute("BEGIN IMMEDIATE")
        with deferred_interrupt() if deferred else nullcontext(), pytest.raises(KeyboardInterrupt):
            fill(store)
        other.execute("ROLLBACK")
        assert (len(told), store.execute(SELECT)) == (1, [])


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell who has locked a file")
def test_whose_lock_it_is(tmp_path: Path, said: Said) -> None:
    path = tmp_path / "run.sqlite"
    code = (
        "import sqlite3, sys; made = sqlite3.connect(sys.argv[1]); made.execute('BEGIN EXCLUSIVE'); "
        "print('locked', flush=True); sys.stdin.read()"
    )
    with (
        opened(path) as store,
        subprocess.Popen(
            [sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as other,
    ):
        assert next_line(other) == "locked\n"
        told = said(other.communicate)
        fill(store)
        assert told[0].startswith(f"process {other.pid} keeps '{path}' locked; ")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs permissions that bind")
def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    opened(path).close()
    path.chmod(0o444)
    with opened(path) as store:
        # Existing rows can still be read.
        assert store.execute(SELECT) == []
        with pytest.raises(PerfectPlayError, match="readonly database; what it already holds is safe"):
            fill(store)
