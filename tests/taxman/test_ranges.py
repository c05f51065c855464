"""Test ranges: chains, certificates, and power failures in the middle of a run."""

import json
import multiprocessing
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from perfectplay import InvalidPositionError, LimitExceededError, Progress
from perfectplay.core.question import Work
from perfectplay.core.schema import encode
from perfectplay.taxman import ranges
from perfectplay.taxman.exact import solve
from perfectplay.taxman.proof.write import is_chained
from perfectplay.taxman.questions.large import ApproxResult
from perfectplay.taxman.questions.solve import BoundPot, SolvePot
from perfectplay.taxman.questions.table import SumUpRecords
from perfectplay.taxman.ranges import SolvedRow, certificate_path, forecast, solve_range
from perfectplay.taxman.records import load_records
from perfectplay.taxman.rules import MAX_N
from perfectplay.taxman.strategies.tournament import OPTIMAL_SCORES
from tests.judged import check_taxman, words, words_of_folder
from tests.waiting import next_line


def facts(rows: list[SolvedRow]) -> list[tuple[int, int, str]]:
    return [(row.n, row.score, row.status) for row in rows]


def test_chained_scores_are_the_published_ones(tmp_path: Path) -> None:
    rows = list(solve_range(1, 60, certificates=tmp_path))
    assert [row.n for row in rows] == list(range(1, 61))
    assert {row.n: row.score for row in rows if row.n in OPTIMAL_SCORES} == dict(OPTIMAL_SCORES)
    paths = sorted(tmp_path.iterdir())
    assert paths == [certificate_path(tmp_path, n) for n in range(1, 61)]
    verdicts = words(*paths)
    assert all(verdict.optimal for _, verdict in verdicts)
    assert [verdict.score for _, verdict in verdicts] == [row.score for row in rows]
    chained = [row.n for row in rows if is_chained(row.certificate)]
    assert 11 in chained
    assert len(chained) > 20


def test_a_range_may_start_anywhere() -> None:
    assert facts(list(solve_range(100, 101))) == [(100, 3164, "optimal"), (101, 3168, "optimal")]


@pytest.mark.full
def test_two_processes_give_the_same_answers(tmp_path: Path) -> None:
    seen: list[Progress] = []
    both = list(solve_range(1, 45, jobs=2, certificates=tmp_path, progress=seen.append))
    assert facts(both) == facts(list(solve_range(1, 45)))
    assert all(verdict.optimal for _, verdict in words(*sorted(tmp_path.iterdir())))
    assert seen[-1].done == seen[-1].total == 45


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.full)])
def test_nothing_is_solved_twice(tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "run.sqlite"
    first = list(solve_range(1, 30, resume=store))
    monkeypatch.setattr("perfectplay.taxman.exact.solve", None)
    monkeypatch.setattr("perfectplay.taxman.ranges._solve_alone", None)
    assert facts(list(solve_range(1, 30, jobs=jobs, resume=store))) == facts(first)


def test_a_resumed_run_writes_missing_certificates(tmp_path: Path) -> None:
    list(solve_range(1, 12, resume=tmp_path / "run.sqlite"))
    list(solve_range(1, 12, resume=tmp_path / "run.sqlite", certificates=tmp_path / "proofs"))
    assert all(verdict.optimal for _, verdict in words(*sorted((tmp_path / "proofs").iterdir())))


def stored(store: Path) -> int:
    """Return the number of results in the resume file of a run, which may still be in progress."""
    try:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM result").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_kill_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    store = tmp_path / "run.sqlite"
    script = f"from perfectplay.taxman.ranges import solve_range\nlist(solve_range(1, 400, resume={str(store)!r}))"
    process = subprocess.Popen([sys.executable, "-c", script])

    while stored(store) < 20 and process.poll() is None:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    done = stored(store)
    assert done >= 20
    with closing(sqlite3.connect(store)) as connection:
        before = connection.execute("SELECT n, seconds FROM result ORDER BY n").fetchall()
    assert [n for n, _ in before] == list(range(1, done + 1))
    rows = list(solve_range(1, min(done + 2, 400), resume=store))
    assert [row.status for row in rows] == ["optimal"] * len(rows)
    with closing(sqlite3.connect(store)) as connection:
        after = connection.execute("SELECT n, seconds FROM result ORDER BY n").fetchall()
    assert after[:done] == before


def test_bounded_rows_are_solved_again(tmp_path: Path) -> None:
    store = tmp_path / "run.sqlite"
    (row,) = solve_range(400, 400, resume=store, time_limit=0.0)
    assert row.status == "bounded"
    assert row.score <= 50437 <= row.upper
    (row,) = solve_range(400, 400, resume=store)
    assert (row.score, row.status) == (50437, "optimal")


def test_bounds_are_chained_like_scores(tmp_path: Path) -> None:
    rows = list(solve_range(396, 402, certificates=tmp_path, time_limit=0.0))
    chained = {row.n: row for row in rows if row.status == "bounded" and is_chained(row.certificate)}
    # As 397 and 401 are primes, their rows are links of chains.
    assert {397, 401} <= chained.keys()
    for row, (_, verdict) in zip(rows, words_of_folder(tmp_path), strict=True):
        assert (verdict.valid, verdict.n) == (True, row.n)
        assert (verdict.score, verdict.upper) == (row.score, row.upper)
        assert row.score <= load_records()[row.n].score <= row.upper
    cited = dict(chained[401].certificate or {})
    assert cited["proof"]["upper"] == rows[4].upper
    assert check_taxman(cited, {400: rows[4].upper}).upper == chained[401].upper
    assert check_taxman(cited, {400: rows[4].upper - 1}).valid
    better = check_taxman(cited, {400: rows[4].upper + 1})
    assert (better.valid, better.cites) == (False, 400)


def test_bounded_rows_are_kept_if_they_would_get_no_more_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "run.sqlite"
    first = list(solve_range(396, 402, resume=store, time_limit=0.0))
    monkeypatch.setattr("perfectplay.taxman.exact.solve", None)
    assert list(solve_range(396, 402, resume=store, time_limit=0.0)) == first
    assert list(solve_range(396, 402, resume=store, time_limit=0.0, jobs=2)) == first
    monkeypatch.undo()
    last = list(solve_range(396, 402, resume=store, time_limit=60.0))
    assert [row.status for row in last] == ["optimal"] * 7


@pytest.mark.parametrize(("first", "last"), [(0, 5), (-1, 5), (6, 5)])
def test_ranges_that_are_none(first: int, last: int) -> None:
    with pytest.raises(InvalidPositionError, match="1 <= first <= last"):
        solve_range(first, last)


def test_ranges_that_are_too_long() -> None:
    with pytest.raises(LimitExceededError, match="100000"):
        solve_range(1, 100_001)


@pytest.mark.full
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.full)])
def test_all_damaged_rows_are_taken_out_in_one_go_with_a_line_each(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, jobs: int
) -> None:
    path = tmp_path / "run.sqlite"
    rows = list(solve_range(1, 30, resume=path))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE result SET certificate = x'00' WHERE n % 2 = 1")
    again = list(solve_range(1, 30, resume=path, jobs=jobs))
    assert [(row.n, row.score, row.status) for row in again] == [(row.n, row.score, row.status) for row in rows]
    named = [re.findall(r"held a damaged row for N = (\d+), which was removed: ", line) for line in caplog.messages]
    assert sorted(named, key=lambda found: int(*found)) == [[str(n)] for n in range(1, 30, 2)]
    # The damaged rows have been solved again and stored, so the next run reports no damage.
    caplog.clear()
    last = list(solve_range(1, 30, resume=path))
    assert [row.seconds == old.seconds for row, old in zip(last, rows, strict=True)].count(False) >= 15
    assert [row.seconds for row in last if row.n % 2 == 0] == [row.seconds for row in again if row.n % 2 == 0]
    assert caplog.messages == []


def test_bounded_proofs_make_room_for_better_ones(tmp_path: Path) -> None:
    list(solve_range(395, 400, certificates=tmp_path, time_limit=0.0))
    list(solve_range(395, 400, certificates=tmp_path))
    assert all(verdict.optimal for _, verdict in words(*sorted(tmp_path.iterdir())))


def test_bounded_rows_have_honest_certificates(tmp_path: Path) -> None:
    rows = list(solve_range(1, 60, certificates=tmp_path, time_limit=0.0))
    assert any(row.status == "bounded" for row in rows)
    verdicts = [verdict for _, verdict in words(*sorted(tmp_path.iterdir()))]
    assert all(verdict.valid for verdict in verdicts), [verdict.reason for verdict in verdicts if not verdict.valid]
    for row, verdict in zip(rows, verdicts, strict=True):
        assert verdict.score == row.score
        assert (verdict.upper or 0) >= row.upper


def test_a_part_of_a_stored_chain_can_be_checked_alone(tmp_path: Path) -> None:
    store = tmp_path / "run.sqlite"
    list(solve_range(1, 12, resume=store))
    list(solve_range(11, 12, resume=store, certificates=tmp_path / "proofs"))
    assert [verdict.optimal for _, verdict in words(*sorted((tmp_path / "proofs").iterdir()))] == [True, True]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE result SET score = score - 1, upper = upper - 1 WHERE n = 12",
        "UPDATE result SET moves = '[11, 12]' WHERE n = 12",
        "UPDATE result SET moves = '[1' WHERE n = 12",
        "UPDATE result SET moves = replace(moves, '11,', '11.0,') WHERE n = 12",
        "UPDATE result SET moves = '{}' WHERE n = 12",
        "UPDATE result SET seconds = 'long' WHERE n = 12",
        "UPDATE result SET seconds = 9e999 WHERE n = 12",
        "UPDATE result SET seconds = CAST(x'ff' AS TEXT) WHERE n = 12",
        "UPDATE result SET upper = 'high' WHERE n = 12",
        "UPDATE result SET certificate = CAST(x'ff' AS TEXT) WHERE n = 12",
        "UPDATE result SET certificate = (SELECT certificate FROM result WHERE n = 9) WHERE n = 12",
    ],
)
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.full)])
def test_stored_rows_are_not_believed(tmp_path: Path, change: str, jobs: int, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "run.sqlite"
    rows = list(solve_range(1, 14, resume=path))
    assert "11," in json.dumps(rows[11].moves)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)
    again = list(solve_range(1, 14, resume=path, jobs=jobs))
    (line,) = caplog.messages
    assert "damaged row for N = 12, which was removed: " in line
    assert line.isprintable()
    assert [(row.n, row.score, row.status) for row in again] == [(row.n, row.score, row.status) for row in rows]
    assert all(type(move) is int for row in again for move in row.moves)


@pytest.mark.full
def test_ctrl_c_ends_a_parallel_run_and_a_rerun_goes_on(tmp_path: Path) -> None:
    store = tmp_path / "run.sqlite"
    words = "-m perfectplay taxman range 300 420 --jobs 2 --resume"
    command = [sys.executable, *words.split(), str(store)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    next_line(process)
    next_line(process)  # now a row is done, so the workers are busy
    os.killpg(process.pid, signal.SIGINT)  # send the signal to every process of the group, as a terminal does
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    with closing(sqlite3.connect(store)) as connection, connection:
        done = dict(connection.execute("SELECT n, seconds FROM result").fetchall())
    assert done
    last = max(n for n in done if set(range(300, n + 1)) <= set(done)) if 300 in done else 300
    list(solve_range(300, last, resume=store))
    with closing(sqlite3.connect(store)) as connection, connection:
        again = dict(connection.execute("SELECT n, seconds FROM result").fetchall())
    assert {n: again[n] for n in done if n != 300} == {n: done[n] for n in done if n != 300}


def test_a_reader_may_stop_a_parallel_run(tmp_path: Path) -> None:
    store, before = tmp_path / "run.sqlite", set(multiprocessing.active_children())
    rows = solve_range(1, 600, jobs=2, resume=store)
    assert next(rows).n == 1
    assert set(multiprocessing.active_children()) > before
    rows.close()  # type: ignore[attr-defined]  # it is a generator
    assert set(multiprocessing.active_children()) <= before
    assert 1 <= stored(store) < 600


# -- forecasts -----------------------------------------------------------------------------------------------------


def test_the_forecast_agrees_with_what_the_table_took() -> None:
    # Seconds that these N took in one process.
    for numbers, seconds in ((range(1, 1001), 267), (range(1001, 1085), 325)):
        assert 2 / 3 < forecast(numbers) / seconds < 3 / 2
    assert forecast(range(1, 5001), 2.0) <= 2.0 * 5000


def test_long_searches_are_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    list(solve_range(1, 20, resume=tmp_path / "run.sqlite"))
    assert caplog.messages == []
    monkeypatch.setattr(ranges, "_ROOT", 2e10)
    list(solve_range(1, 20, resume=tmp_path / "run.sqlite"))
    assert caplog.messages == []
    next(solve_range(1, 21, resume=tmp_path / "run.sqlite"))
    (line,) = caplog.messages
    assert line == (
        "these searches take about 2 days of processor time, by what the table took; the file keeps each N that is done"
    )
    next(solve_range(20, 21))
    assert caplog.messages[1].endswith("; a file to resume from would keep what is done")


def test_of_a_time_limit_a_fifth_is_left_to_bans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # N = 400 is not solved at once, and the search with bans gives a result, which goes into the certificate.
    known = load_records()[400]
    limits: list[float | None] = []
    spent: list[float] = []

    def limited(*given: Any, time_limit: float | None, **options: Any) -> Any:
        limits.append(time_limit)
        return solve(*given, time_limit=0.0, **options)

    def improved(n: int, score: int, upper: int, moves: Any, *, seconds: float, **_: Any) -> tuple[int, Any]:
        assert n == 400
        assert score < known.score <= upper
        assert sum(moves) == score
        spent.append(seconds)
        return known.score, known.moves

    monkeypatch.setattr("perfectplay.taxman.exact.solve", limited)
    monkeypatch.setattr("perfectplay.taxman.ranges.improve_by_bans", improved)
    monkeypatch.setattr("perfectplay.taxman.ranges._linked", lambda *_: None)
    monkeypatch.setattr("perfectplay.taxman.ranges.game_nearby", lambda _: ())
    (row,) = solve_range(400, 400, certificates=tmp_path, time_limit=1000.0)
    assert limits == [800.0]
    assert 200.0 <= spent[0] <= 1000.0
    assert (row.score, row.moves, row.status) == (known.score, known.moves, "bounded")
    assert row.certificate is not None
    verdict = check_taxman(row.certificate)
    assert (verdict.valid, verdict.score, verdict.upper) == (True, known.score, row.upper)


# -- questions ---------------------------------------------------------------------------------------------------------


def test_a_search_reports_and_keeps_to_its_time() -> None:
    seen: list[Progress] = []
    found = SolvePot(n=600, records=False).answer(Work(time_limit=0.3, progress=seen.append)).as_answer()
    assert found.source == "search"
    assert found.score == found.value == found.lower <= found.upper
    assert (found.status == "optimal") == (found.score == found.upper)
    assert found.taxman == 600 * 601 // 2 - found.score
    assert seen


def test_bounds_report_one_by_one() -> None:
    seen: list[Progress] = []
    told = dict(BoundPot(n=50).stream(Work(progress=seen.append)))
    assert encode(BoundPot(n=50).answer()) == {"n": 50, **told}
    assert [(one.done, one.total) for one in seen if one.total] == [(done, 5) for done in range(6)]
    assert BoundPot(n=5).answer().asymptotic is None


def test_the_bound_that_takes_seconds_tells_how_far_it_has_come_down() -> None:
    seen: list[Progress] = []
    found = BoundPot(n=300).answer(Work(progress=seen.append))
    falling = [one.upper for one in seen if one.stage == "root" and one.upper is not None]
    assert falling == sorted(falling, reverse=True)
    assert found.cuts is not None
    assert all(found.cuts <= upper <= found.matching for upper in falling)
    assert falling


@pytest.mark.full
def test_the_summary_counts_what_the_table_holds() -> None:
    table = load_records()
    found = SumUpRecords().answer()
    assert (found.records, found.last) == (len(table), max(table))
    assert found.searched + found.chained == found.optimal == len(table.scores())


def test_a_game_too_large_for_an_id_has_none() -> None:
    told = {"picks": 1, "matching": 3, "bound": "matching", "batches": 2, "tries": 0, "complete": True}
    found = [
        ApproxResult(4, 4, 5, "bounded", (4,), 0.5, told, n=n, valid=True, listed=False).as_answer()
        for n in (MAX_N, MAX_N + 1)
    ]
    assert [one.position for one in found] == [f"taxman:{MAX_N}", None]
    assert (found[1].n, found[1].score, found[1].upper, found[1].gap) == (MAX_N + 1, 4, 5, 0.25)
    nothing = ApproxResult(0, 0, 1, "bounded", (), 0.5, told, n=2, valid=True, listed=False)
    assert nothing.as_answer().gap is None
