"""Test mishaps of long runs, such as kills, full disks, damaged files, second runs and lost workers.

Each mishap is real, and hits a command that runs for some seconds in a separate process.
"""

import gzip
import json
import logging
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perfectplay import PerfectPlayError
from perfectplay.matching.search import parallel, tree
from perfectplay.taxman.exact import solve
from perfectplay.taxman.proof.write import chain_certificate, is_chained
from perfectplay.taxman.ranges import SolvedRow, certificate_path, solve_range
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.table.resume import FinishedRows
from tests.judged import check_taxman, words
from tests.waiting import next_line

pytestmark = pytest.mark.full

FIRST, LAST = 60, 110


def command(*options: str | Path, first: int = FIRST, last: int = LAST) -> list[str]:
    return [
        *(sys.executable, "-m", "perfectplay", "taxman", "range", str(first), str(last), "--format", "bfile"),
        *map(str, options),
    ]


def run(*options: str | Path, first: int = FIRST, last: int = LAST, limit: int | None = None) -> tuple[int, str, str]:
    """Run the command line; return its status, output and error output.

    No file may grow beyond ``limit`` bytes: the system then refuses to write, as it does on a full disk.
    """

    def restrict() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (limit or 0, limit or 0))

    done = subprocess.run(
        command(*options, first=first, last=last),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        preexec_fn=None if limit is None else restrict,
    )
    return done.returncode, done.stdout, done.stderr


def stored(path: Path) -> dict[int, float]:
    """Map each stored N to the seconds that it took; they would change if the N were solved again."""
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute("SELECT n, seconds FROM result"))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The path of a resume file that does not exist yet."""
    return tmp_path / "run.sqlite"


def keeps(path: Path, before: dict[int, float]) -> dict[int, float]:
    """Check that no result in ``before`` was solved again, and return all stored results as `stored` does."""
    after = stored(path)
    assert {n: after[n] for n in before} == before
    return after


def b_file(rows: Iterable[SolvedRow]) -> str:
    return "".join(f"{row.n} {row.score}\n" for row in rows)


@pytest.fixture(scope="module")
def expected() -> str:
    """Scores of an undisturbed run, as a b-file."""
    return b_file(solve_range(FIRST, LAST))


def check_one_line(errors: str, *parts: str) -> None:
    assert errors.startswith("Error: ")
    assert errors.count("\n") == 1
    for part in parts:
        assert part in errors


def check_complete(folder: Path) -> None:
    verdicts = words(*[certificate_path(folder, n) for n in range(FIRST, LAST + 1)])
    assert all(verdict.optimal for _, verdict in verdicts)


# -- kills -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_again_and_again(store: Path, tmp_path: Path, jobs: int, expected: str) -> None:
    proofs = tmp_path / "proofs"
    options = ("--resume", store, "--certificates", proofs, "--jobs", str(jobs))
    rng = random.Random(jobs)
    before: dict[int, float] = {}
    kills = 0
    for turn in range(4 - jobs):
        with subprocess.Popen(
            command(*options), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        ) as process:
            assert process.stdout is not None
            # Wait until the work has begun; in all turns but the first, wait a moment longer, so that it may finish.
            next_line(process)
            time.sleep(rng.uniform(0.0, 0.3) if turn else 0.0)
            kills += process.poll() is None
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        before = keeps(store, before)
    assert kills > 0
    status, output, errors = run(*options)
    assert (status, output, errors) == (0, expected, "")
    after = keeps(store, before)
    assert sorted(after) == list(range(FIRST, LAST + 1))
    check_complete(proofs)


def test_a_killed_worker_process_ends_the_run_and_a_rerun_goes_on(
    store: Path, monkeypatch: pytest.MonkeyPatch, expected: str
) -> None:
    pools: list[Executor] = []
    opened = sys.modules["perfectplay.taxman.ranges"].open_executor

    @contextmanager
    def remember(jobs: int, cluster: str | None) -> Iterator[Executor]:
        with opened(jobs, cluster) as executor:
            pools.append(executor)
            yield executor

    monkeypatch.setattr("perfectplay.taxman.ranges.open_executor", remember)
    rows = solve_range(FIRST, LAST, jobs=2, resume=store)
    next(rows)
    os.kill(pools[0].submit(os.getpid).result(), signal.SIGKILL)
    with pytest.raises(PerfectPlayError, match="one of the processes that shared the work ended early"):
        list(rows)
    before = stored(store)
    assert before
    again = list(solve_range(FIRST, LAST, jobs=2, resume=store))
    assert b_file(again) == expected
    keeps(store, before)


# -- full disks ------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX can limit the size of files")
def test_a_full_disk_under_the_resume_file(store: Path, expected: str) -> None:
    status, output, errors = run("--resume", store, limit=20_000)
    assert status == 2
    check_one_line(errors, "run.sqlite", "what it already holds is safe")
    before = stored(store)
    assert before
    assert expected.startswith(output)
    assert run("--resume", store) == (0, expected, "")
    keeps(store, before)


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX can limit the size of files")
def test_a_full_disk_under_the_certificates(tmp_path: Path, expected: str) -> None:
    folder = tmp_path / "proofs"
    status, output, errors = run("--certificates", folder, limit=340)
    assert status == 2
    check_one_line(errors, "cannot write", "taxman-0")
    # Only the certificates of reported rows exist, and none of them is partial.
    assert len(list(folder.iterdir())) == output.count("\n") > 0
    assert all(verdict.valid for _, verdict in words(*sorted(folder.iterdir())))
    assert run("--certificates", folder) == (0, expected, "")
    check_complete(folder)


def test_a_full_disk_as_the_database_sees_it(store: Path) -> None:
    (row,) = solve_range(100, 100, resume=store)
    rows = FinishedRows.open(store)
    rows._store.execute("PRAGMA max_page_count = 2")
    with pytest.raises(PerfectPlayError, match=r"database or disk is full; what it already holds is safe"):
        rows.put(SolvedRow(101, 1, 2, "bounded", tuple(range(5000)), 0.0, "search"))
    rows.close()
    with closing(FinishedRows.open(store)) as again:
        assert again.get(100, None) == row


# -- damaged files ---------------------------------------------------------------------------------------------


def cut_off(content: bytearray) -> None:
    del content[len(content) * 2 // 3 :]


def flip(content: bytearray) -> None:
    # Damage a page in the middle of the file, so that the root of the tree of rows stays intact.
    page = 4096 * (len(content) // 4096 // 2)
    for i in range(page, page + 64):
        content[i] ^= 0x5A


def scribble(content: bytearray) -> None:
    for i in range(8192, len(content), 997):
        content[i] ^= 0xFF


@pytest.mark.parametrize(("damage", "jobs"), [(cut_off, 1), (flip, 1), (flip, 2), (scribble, 1)])
def test_a_damaged_file(
    store: Path,
    tmp_path: Path,
    damage: Callable[[bytearray], None],
    jobs: int,
    finished: bytes,
    expected: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    content = bytearray(finished)
    damage(content)
    store.write_bytes(content)
    rows = list(solve_range(FIRST, LAST, jobs=jobs, resume=store))
    assert b_file(rows) == expected
    lines = caplog.messages
    assert lines
    for line in lines:
        assert re.search(r"was damaged: it is now called|held a damaged row for N = ", line)
    kept = tmp_path / "run.sqlite.damaged"
    if "it is now called" in lines[0]:
        assert kept.read_bytes() == content
        kept.unlink()
    assert list(tmp_path.iterdir()) == [store]
    check_whole(store)


def check_whole(store: Path) -> None:
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The resume file of a whole run."""
    store = tmp_path_factory.mktemp("finished") / "run.sqlite"
    list(solve_range(FIRST, LAST, resume=store))
    return store.read_bytes()


@pytest.fixture
def filled(store: Path, finished: bytes) -> Path:
    """A copy of the resume file of a whole run."""
    store.write_bytes(finished)
    return store


def header(start: int, content: bytes) -> Callable[[bytearray], None]:
    def damage(whole: bytearray) -> None:
        assert whole[start : start + len(content)] != content
        whole[start : start + len(content)] = content

    return damage


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(header(3, b"X"), id="magic"),
        pytest.param(header(16, b"\xff\xff"), id="page-size"),
        pytest.param(header(18, b"\x09\x09"), id="format"),
        pytest.param(header(20, b"\x40"), id="reserved"),
        pytest.param(header(28, b"\xff" * 4), id="pages"),
        pytest.param(header(32, b"\xff" * 8), id="freelist"),
        pytest.param(header(44, b"\xff" * 4), id="schema-format"),
        pytest.param(header(52, b"\xff" * 4), id="autovacuum"),
        pytest.param(header(56, b"\0\0\0\2"), id="encoding"),
        pytest.param(header(60, b"\xff\0\0\7"), id="user-version"),
        pytest.param(header(0, bytes(100)), id="zeroed-header"),
        pytest.param(header(0, bytes(4096)), id="zeroed-page"),
        pytest.param(header(0, b"\xff" * 4096), id="first-page"),
    ],
)
def test_a_damaged_header_costs_no_row(
    filled: Path, tmp_path: Path, damage: Callable[[bytearray], None], finished: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    before = stored(filled)
    content = bytearray(finished)
    damage(content)
    filled.write_bytes(content)
    list(solve_range(FIRST, LAST, resume=filled))
    (line,) = caplog.messages
    kept = tmp_path / "run.sqlite.damaged"
    assert line.endswith(f"was damaged: it is now called '{kept}', and {len(before)} rows were saved")
    assert stored(filled) == before
    assert kept.read_bytes() == content
    assert sorted(tmp_path.iterdir()) == [filled, kept]
    check_whole(filled)


def test_a_row_that_unpacks_to_gigabytes_costs_no_memory(
    filled: Path, expected: str, caplog: pytest.LogCaptureFixture
) -> None:
    packer = zlib.compressobj(wbits=31)
    bomb = b"".join([packer.compress(b"[" * (1 << 20)) for _ in range(200)]) + packer.flush()
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("UPDATE result SET certificate = ? WHERE n = 80", (bomb,))
        connection.commit()
    tracemalloc.start()
    with closing(FinishedRows.open(filled)) as rows:
        assert rows.unchecked(80) is None
        assert rows.get(80, None) is None
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100 << 20
    assert "damaged row for N = 80, which was removed: the certificate is larger than" in caplog.text
    rerun = list(solve_range(FIRST, LAST, resume=filled))
    assert b_file(rerun) == expected


def test_pages_of_another_size(filled: Path) -> None:
    before = stored(filled)
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("PRAGMA page_size = 1024")
        connection.execute("VACUUM")
    filled.write_bytes(bytes(100) + filled.read_bytes()[100:])
    list(solve_range(FIRST, LAST, resume=filled))
    assert stored(filled) == before


def test_half_a_transaction_is_taken_back_in_a_damaged_file_too(filled: Path, finished: bytes) -> None:
    journal = filled.with_name("run.sqlite-journal")
    before = stored(filled)
    with closing(sqlite3.connect(filled, isolation_level=None)) as connection:
        # Without a cache, SQLite writes to the file before the transaction ends.
        connection.execute("PRAGMA cache_size = 0")
        connection.execute("BEGIN")
        connection.execute("UPDATE result SET seconds = -1")
        halfway, old = filled.read_bytes(), journal.read_bytes()
    assert halfway != finished
    filled.write_bytes(b"X" + halfway[1:])
    journal.write_bytes(old)
    list(solve_range(FIRST, LAST, resume=filled))
    assert stored(filled) == before
    assert not journal.exists()


def test_what_cannot_be_saved_stays_as_it_is(
    store: Path, tmp_path: Path, finished: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = b"X" + finished[1:]
    store.write_bytes(content)

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfileobj", full)
    with pytest.raises(PerfectPlayError, match=r"cannot be saved: .*No space left on device; move it to where there"):
        list(solve_range(FIRST, LAST, resume=store))
    assert store.read_bytes() == content
    assert list(tmp_path.iterdir()) == [store]


def test_what_can_be_read_of_a_damaged_file_is_not_solved_again(
    filled: Path, tmp_path: Path, finished: bytes, expected: str
) -> None:
    before = stored(filled)
    content = bytearray(finished)
    cut_off(content)
    filled.write_bytes(content)
    status, output, errors = run("--resume", filled)
    assert (status, output) == (0, expected)
    assert errors.count("\n") == 1
    found = re.search(r"run\.sqlite' was damaged: it is now called '.*\.damaged', and (\d+) rows were saved", errors)
    assert found is not None
    after = stored(filled)
    kept = {n for n in before if after[n] == before[n]}
    assert len(kept) == int(found[1]) > (LAST - FIRST) // 3
    # A second damaged file does not overwrite the first one, which was kept.
    again = bytearray(finished)
    flip(again)
    filled.write_bytes(again)
    status, output, errors = run("--resume", filled)
    assert (status, output) == (0, expected)
    assert "run.sqlite.damaged-2'" in errors
    assert (tmp_path / "run.sqlite.damaged").read_bytes() == content
    assert (tmp_path / "run.sqlite.damaged-2").read_bytes() == again


def test_a_damaged_certificate_costs_one_row(filled: Path, expected: str) -> None:
    with closing(sqlite3.connect(filled)) as connection, connection:
        (packed,) = connection.execute("SELECT certificate FROM result WHERE n = 80").fetchone()
        proof = json.loads(gzip.decompress(packed))
        proof["claim"] = dict.fromkeys(("score", "upper"), proof["claim"]["score"] + 1)
        connection.execute(
            "UPDATE result SET score = score + 1, upper = upper + 1, certificate = ? WHERE n = 80",
            (gzip.compress(json.dumps(proof).encode()),),
        )
    connection.close()
    before = stored(filled)
    status, output, errors = run("--resume", filled, "--jobs", "2")
    assert (status, output) == (0, expected)
    assert errors.count("\n") == 1
    assert "held a damaged row for N = 80, which was removed: the moves reach" in errors
    after = stored(filled)
    assert [n for n in before if after[n] != before[n]] == [80]


def test_letters_that_are_none_damage_one_row(filled: Path, caplog: pytest.LogCaptureFixture) -> None:
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("UPDATE result SET moves = CAST(x'5B31FF5D' AS TEXT) WHERE n = 70")
    connection.close()
    assert len(list(solve_range(FIRST, LAST, resume=filled))) == LAST - FIRST + 1
    assert "held a damaged row for N = 70" in caplog.text


# -- two runs --------------------------------------------------------------------------------------------------


def test_a_second_run_on_the_same_file_is_refused(store: Path, expected: str) -> None:
    first = solve_range(FIRST, LAST, resume=store)
    rows = [next(first)]
    status, output, errors = run("--resume", store)
    assert (status, output) == (2, "")
    check_one_line(errors, "run.sqlite", "another run is writing to it; wait until that one is done")
    # The lock of the first run does not block readers.
    assert list(stored(store)) == [FIRST]
    rows += first
    assert b_file(rows) == expected
    assert run("--resume", store) == (0, expected, "")


# Start a run that stores one row after another until its input ends.
BUSY = """
import sys, threading
from itertools import count
from perfectplay.taxman.table.resume import FinishedRows, SolvedRow
ended = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
rows = FinishedRows.open(sys.argv[1])
for i in count():
    rows.put(SolvedRow(2, 2, 1_000_000 - i, "bounded", (2,), 0.0, "search", {"moves": [2]}))
    if i == 0:
        print("busy", flush=True)
    if ended.is_set():
        break
rows.close()
print(i + 1)
"""
SECOND = """
import sys
from perfectplay import PerfectPlayError
from perfectplay.taxman.table.resume import FinishedRows
for _ in range(5):
    try:
        FinishedRows.open(sys.argv[1]).close()
        print("let in")
    except PerfectPlayError as error:
        print(error)
"""


def test_twenty_second_runs_do_not_end_a_busy_first_one(store: Path, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", BUSY, store],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as first:
        assert next_line(first) == "busy\n"
        others = [
            subprocess.Popen([sys.executable, "-c", SECOND, store], stdout=subprocess.PIPE, text=True) for _ in range(4)
        ]
        lines = [line for other in others for line in other.communicate()[0].splitlines()]
        output, errors = first.communicate()
    assert (first.returncode, errors) == (0, "")
    assert len(lines) == 20
    refusal = "another run is writing to it; wait until that one is done, or name another file"
    assert set(lines) == {f"cannot use '{store}' to resume: {refusal}"}
    # The file has the last row of the first run, and no process has left a file behind.
    with closing(FinishedRows.open(store)) as rows:
        assert rows._store.execute("SELECT upper FROM result") == [(1_000_000 - int(output) + 1,)]
    assert list(tmp_path.iterdir()) == [store]


def test_a_killed_run_is_in_nobodys_way(store: Path, tmp_path: Path, expected: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", BUSY, store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert next_line(first) == "busy\n"
        first.kill()
    assert (tmp_path / "run.sqlite-lock").exists()
    assert run("--resume", store) == (0, expected, "")
    assert list(tmp_path.iterdir()) == [store]


# -- rows that are not proven ----------------------------------------------------------------------------------


def bounded(n: int, score: int, upper: int) -> SolvedRow:
    return SolvedRow(n, score, upper, "bounded", (2,), 1.0, "search", {"moves": [2]})


def test_a_better_row_replaces_a_worse_one_and_never_the_other_way_round(store: Path, tmp_path: Path) -> None:
    (proven,) = solve_range(100, 100, resume=tmp_path / "other.sqlite")
    with closing(FinishedRows.open(store)) as rows:

        def put(row: SolvedRow) -> tuple[int, int]:
            rows.put(row)
            ((score, upper),) = rows._store.execute("SELECT score, upper FROM result")
            return score, upper

        assert put(bounded(100, 3100, 3200)) == (3100, 3200)
        assert put(bounded(100, 3000, 3200)) == (3100, 3200)
        assert put(bounded(100, 3100, 3180)) == (3100, 3180)
        assert rows.get(100, None) is None
        assert put(proven) == (3164, 3164)
        assert put(bounded(100, 3164, 3165)) == (3164, 3164)
        assert rows.get(100, None) == proven


def test_a_link_of_a_chain_waits_for_the_row_that_it_cites(store: Path) -> None:
    list(solve_range(96, 101, resume=store))
    with closing(FinishedRows.open(store)) as rows:
        before = rows.get(100, rows.get(99, rows.get(98, rows.get(97, rows.get(96, None)))))
        assert before is not None
        link = rows.get(101, before)
        assert link is not None
        assert is_chained(link.certificate)
        assert rows.get(101, None) is None
        # The row cites a bound for N = 100; if only a weaker one is known, the row is skipped, but stays in the file.
        assert rows.get(101, bounded(100, before.score, before.score + 1)) is None
        assert rows.get(101, bounded(100, before.score - 1, before.score)) == link
        assert rows.get(101, before) == link


def test_a_link_that_has_lost_what_it_cites_gives_way_to_any_row(store: Path) -> None:
    n = 397
    before, link = solve_range(n - 1, n, resume=store, time_limit=0.0)
    assert link.status == "bounded"
    assert is_chained(link.certificate)
    with closing(FinishedRows.open(store)) as rows:
        # While the cited bound exists, a row with a larger gap does not replace a row with a smaller gap.
        rows.put(bounded(n, link.score, link.upper + 1))
        assert rows.get(n, before, 0.0) == link
        # A better game for N - 1 comes with a weaker bound, but the gap is smaller.
        weaker = replace(before, score=before.score + 2, upper=before.upper + 1)
        rows.put(weaker)
        assert rows._store.execute("SELECT upper FROM result WHERE n = ?", (n - 1,)) == [(weaker.upper,)]
        assert rows.get(n, weaker, 0.0) is None
        follower = chain_certificate(n, link.score, link.moves, "prime", weaker.upper, upper=link.upper + 1)
        again = replace(link, upper=link.upper + 1, certificate=follower)
        rows.put(again)
        assert rows.get(n, weaker, 0.0) == again


# -- starts from stored results --------------------------------------------------------------------------------


def test_a_block_starts_from_the_rows_before_it(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    list(solve_range(71, 80, resume=store))
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("DELETE FROM result WHERE n = 75 OR n = 78")
    connection.close()
    seen: dict[int, tuple[int | None, int]] = {}

    class Here(Executor):
        def submit(self, function: Any, /, *values: Any, **_: Any) -> Any:
            n, previous, cuts, _limit = values
            seen[n] = (previous.n if previous is not None else None, len(cuts))
            from concurrent.futures import Future

            future: Future[SolvedRow] = Future()
            future.set_result(function(*values))
            return future

    @contextmanager
    def here(jobs: int, cluster: str | None) -> Iterator[Executor]:
        yield Here()

    monkeypatch.setattr("perfectplay.taxman.ranges.open_executor", here)
    rows = list(solve_range(71, 90, jobs=2, resume=store))
    assert [row.n for row in rows] == list(range(71, 91))
    # Block 81..90 starts from the stored row 80, and the holes 75 and 78 start from the rows before them. No other row
    # is solved, not even the links of chains (76, 79) whose citations are lost.
    assert {n: before for n, (before, _) in seen.items()} == {75: 74, 78: 77} | {n: n - 1 for n in range(81, 91)}
    assert all(cuts for _, cuts in seen.values())
    # Certificates before the range provide cuts but no link of a chain: the range's certificates must stand alone.
    seen.clear()
    list(solve_range(91, 92, jobs=2, resume=store, certificates=tmp_path / "proofs"))
    assert seen[91][0] is None
    assert seen[91][1] > 0
    assert all(verdict.optimal for _, verdict in words(*sorted((tmp_path / "proofs").iterdir())))


# -- Dask ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    ) as made:
        yield made


def test_a_cluster_gives_the_same_answers_though_a_worker_is_killed(
    store: Path, tmp_path: Path, cluster: Any, expected: str
) -> None:
    proofs = tmp_path / "proofs"
    options = ("--resume", store, "--certificates", proofs, "--cluster", cluster.scheduler_address)
    with subprocess.Popen(command(*options), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first_line = next_line(process)
        from distributed import Client

        with Client(cluster.scheduler_address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
        assert first_line + process.stdout.read() == expected
        assert process.stderr.read() == ""
    assert process.returncode == 0
    check_complete(proofs)
    # A repeated run answers from the file, but still contacts a cluster that is given.
    assert run("--resume", store) == (0, expected, "")
    status, printed, errors = run("--resume", store, "--cluster", "nonsense")
    assert (status, printed) == (2, "")
    assert errors.startswith("Error: the cluster 'nonsense' does not answer; ")


def test_a_cluster_that_is_lost_and_a_rerun_without_it(store: Path, expected: str) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50
        ) as lost,
        subprocess.Popen(
            # The work has to take longer than it takes to stop the scheduler.
            command("--resume", store, "--cluster", lost.scheduler_address, last=10 * LAST),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        next_line(process)
        lost.close()
        _, errors = process.communicate(timeout=300)
    assert process.returncode == 2
    # If a worker has already left, a line says that there is no forecast.
    forecast, *_, last = errors.splitlines(keepends=True)
    assert forecast.startswith("these searches take about ")
    check_one_line(last, f"the cluster '{lost.scheduler_address}' was lost; start its scheduler again")
    before = stored(store)
    assert before
    assert run("--resume", store) == (0, expected, "")
    keeps(store, before)


# -- one search, several processes -----------------------------------------------------------------------------


def solve_side_by_side(n: int, monkeypatch: pytest.MonkeyPatch, cluster: str | None) -> int:
    """Solve in parallel from the first node on, in short slices, and return the number of tasks."""
    monkeypatch.setattr(tree, "_ALONE", 0)
    monkeypatch.setattr(tree, "_SLICE", 0.3)
    tasks: list[object] = []
    make = parallel.make_task

    def count(*values: Any) -> Any:
        tasks.append(values)
        return make(*values)

    monkeypatch.setattr(tree, "make_task", count)
    result = solve(TaxmanPosition.new(n), jobs=2, cluster=cluster, certificate=True)
    verdict = check_taxman(result.certificate)
    assert verdict.optimal, verdict.reason
    assert verdict.score == result.value == {400: 50437, 600: 112623}.get(n, result.value)
    return len(tasks)


def test_two_processes_search_one_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    assert solve_side_by_side(600, monkeypatch, None) > 1


def test_a_cluster_searches_one_tree(monkeypatch: pytest.MonkeyPatch, cluster: Any) -> None:
    assert solve_side_by_side(600, monkeypatch, cluster.scheduler_address) > 1
