"""Test that a lock has at most one holder, in this process or another, and that a killed holder loses it."""

import errno
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from perfectplay.core.running import locks
from perfectplay.core.running.interrupt import RECEIVED, deferred_interrupt, interrupt
from perfectplay.core.running.locks import FileLock
from tests.waiting import next_line

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither fork nor named pipes")

HOLD = """
import sys
from perfectplay.core.running.locks import FileLock
lock = FileLock.take(sys.argv[1])
print("held" if lock else "refused", flush=True)
sys.stdin.read()
if lock:
    lock.release()
"""


def listing(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@contextmanager
def holder(path: Path, word: str = "held") -> Iterator[subprocess.Popen[str]]:
    """Start another process that holds a lock until its input ends."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert next_line(process) == f"{word}\n"
        yield process


def test_one_holder_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    first = FileLock.take(path)
    assert first is not None
    assert FileLock.take(path) is None
    with holder(path, "refused"):
        assert listing(tmp_path) == ["lock"]
    first.release()
    assert listing(tmp_path) == []
    with holder(path):
        assert FileLock.take(path) is None
        # Releasing a lock twice must not let others in.
        first.release()
        assert FileLock.take(path) is None
    assert listing(tmp_path) == []


def test_the_file_of_a_killed_holder_is_in_nobodys_way(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with holder(path) as process:
        process.kill()
    assert listing(tmp_path) == ["lock"]
    lock = FileLock.take(path)
    assert lock is not None
    lock.release()
    assert listing(tmp_path) == []


def test_a_file_that_is_removed_while_we_wait_for_it_is_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lock"
    before = FileLock.take(path)
    assert before is not None
    waited: list[int] = []
    attempt = locks.try_lock

    def slowly(descriptor: int) -> bool:
        if not waited:
            # The holder releases its lock after we have opened its file, and before we have locked it.
            waited.append(descriptor)
            assert before is not None
            before.release()
        return attempt(descriptor)

    monkeypatch.setattr(locks, "try_lock", slowly)
    lock = FileLock.take(path)
    assert lock is not None
    assert waited
    assert FileLock.take(path) is None
    lock.release()
    assert listing(tmp_path) == []


@posix
def test_a_forked_child_does_not_keep_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    script = """
import os, sys
from perfectplay.core.running.locks import FileLock
lock = FileLock.take(sys.argv[1])
child = os.fork()
if child == 0:
    lock.release()  # as it would at its end; it is the parent's
    os.write(1, b"child\\n")
    sys.stdin.read()
else:
    os.write(1, b"%d\\n" % child)
    os.kill(os.getpid(), 9)
"""
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", script, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        lines = {next_line(parent).strip() for _ in range(2)}
        assert parent.wait() == -signal.SIGKILL
        assert "child" in lines
        assert listing(tmp_path) == ["lock"]
        # The child is still alive, but does not hold the lock.
        os.kill(int((lines - {"child"}).pop()), 0)
        lock = FileLock.take(path)
        assert lock is not None
        lock.release()
    assert listing(tmp_path) == []


def test_a_file_with_content_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_text("a diary", encoding="utf-8")
    with pytest.raises(FileExistsError, match="'lock' is not a lock and in its place"):
        FileLock.take(path)
    assert path.read_text(encoding="utf-8") == "a diary"


@posix
def test_pipes_and_links_are_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileExistsError, match="not a lock"):
        FileLock.take(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic links"):
        FileLock.take(tmp_path / "link")
    assert listing(tmp_path) == ["link", "pipe"]


@posix
def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(descriptor: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", fail)
    with pytest.raises(OSError, match=r"its file system keeps no locks \(No locks available\)"):
        FileLock.take(tmp_path / "lock")
    assert listing(tmp_path) == []


@pytest.mark.parametrize("refusals", [2, 3])
def test_a_file_that_is_about_to_be_deleted_is_taken_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusals: int
) -> None:
    """Imitate Windows: a file that was deleted while it was open cannot be opened."""
    opened, refused = os.open, list[object]()

    def later(*values: Any) -> int:
        if len(refused) < refusals:
            refused.append(values)
            raise PermissionError(13, "Access is denied")
        return opened(*values)

    monkeypatch.setattr(os, "open", later)
    monkeypatch.setattr(locks, "_TRIES", 3)
    monkeypatch.setattr(locks, "_TRY_EVERY", 0.0)
    if refusals == 3:
        with pytest.raises(PermissionError):
            FileLock.take(tmp_path / "lock")
        return
    lock = FileLock.take(tmp_path / "lock")
    assert lock is not None
    assert FileLock.take(tmp_path / "lock") is None
    lock.release()
    assert listing(tmp_path) == []


# -- Ctrl-C ------------------------------------------------------------------------------------------------------------


def test_the_first_ctrl_c_is_a_flag_and_the_second_is_not() -> None:
    before = signal.getsignal(signal.SIGINT)
    with deferred_interrupt() as flag:
        assert not flag.pressed
        signal.raise_signal(signal.SIGINT)
        assert flag.pressed
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads_leave_signals_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen: list[object] = []

    def work() -> None:
        with deferred_interrupt() as flag:
            seen.extend((flag.pressed, signal.getsignal(signal.SIGINT)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [False, before]


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let SIGTERM end the work, as on the command line."""
    before = signal.signal(signal.SIGTERM, interrupt)
    monkeypatch.setattr("perfectplay.core.running.interrupt.ENDING", [signal.SIGTERM])
    yield
    RECEIVED.clear()
    signal.signal(signal.SIGTERM, before)


def test_what_ends_the_program_ends_all_of_its_work_and_is_heard_once(ending: None) -> None:
    with deferred_interrupt() as flag:
        for _ in range(2):
            signal.raise_signal(signal.SIGTERM)
            assert flag.pressed
    signal.raise_signal(signal.SIGTERM)
    # Work that starts after the interrupt ends immediately.
    with deferred_interrupt() as later:
        assert later.pressed
    assert signal.getsignal(signal.SIGTERM) is interrupt
