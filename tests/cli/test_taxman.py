"""The commands of Taxman, from the outside."""

from __future__ import annotations

import errno
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import perfectplay
from perfectplay.core.progress import log_stage, notify
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.bounds import prime_corrected
from perfectplay.taxman.ranges import SolvedRow
from perfectplay.taxman.records import Record, Records, load_records, pack_records
from perfectplay.taxman.strategies.tournament import PrintedFigure, StrategyResults, tournament
from tests.cli.asked import Command
from tests.tables import rows

# OEIS A019312, N = 1..24.
SCORES = [0, 2, 3, 7, 9, 15, 17, 21, 30, 40, 44, 50, 52, 66, 81, 89, 93, 111, 113, 124, 144, 166, 170, 182]

COMMON_KEYS = {"game", "position", "kind", "value", "lower", "upper", "status", "moves", "seconds", "source"}
SOLVE_KEYS = COMMON_KEYS | {"n", "score", "taxman", "margin", "share", "lowest", "remainder"}


TAXMAN = Command("taxman")
run = TAXMAN.run
record = TAXMAN.record


def replay(solved: dict[str, Any]) -> TaxmanPosition:
    position = TaxmanPosition.from_id(solved["position"])
    for step in solved["moves"]:
        assert list(position.tax(step["take"])) == step["tax"]
        position = position.play(step["take"])
    return position


@rows(
    "args, source",
    [
        (["20", "--no-records"], "search"),
        (["20"], "records"),
        (["--position", "taxman:20"], "records"),
        ([",".join(map(str, range(1, 21)))], "records"),
    ],
)
def test_the_best_game_of_a_whole_pot_can_be_replayed(args: list[str], source: str) -> None:
    solved = record("solve", *args)
    assert set(solved) == SOLVE_KEYS
    assert (solved["position"], solved["score"], solved["taxman"], solved["upper"]) == ("taxman:20", 124, 86, 124)
    assert (solved["status"], solved["source"]) == ("optimal", source)
    assert replay(solved).scores() == (124, 86)


def test_lost_helpers_are_a_note_and_not_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_args: object, **_options: object) -> perfectplay.Result[int]:
        known = {"source": "search", "interrupted": False, "went_on_alone": "the helpers died"}
        return perfectplay.Result(15, 15, 15, "optimal", (5, 4, 6), 1.0, known)

    monkeypatch.setattr("perfectplay.taxman.questions.solve", search)
    result = run("solve", "6", "--no-records", "--json")
    assert (result.exit_code, json.loads(result.stdout)["score"]) == (0, 15)
    assert result.stderr == "Note: this process went on alone: the helpers died\n"


def test_a_search_is_a_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert record("solve", "20", "--certificate", "proof.json")["source"] == "search"
    monkeypatch.setattr("perfectplay.taxman.records.load_records", None)
    assert record("solve", "20", "--no-records")["source"] == "search"


def test_a_damaged_table_is_one_line_and_status_2(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(_name: str) -> Records:
        return Records(b"x" * 1000, "records.bin")

    monkeypatch.setattr("perfectplay.taxman.records._shipped", damaged)
    for args in (["solve", "20"], ["range", "1", "3"], ["records"]):
        result = run(*args)
        assert (result.exit_code, result.stdout) == (2, "")
        problem = "the table of records 'records.bin' is damaged: it does not begin like one"
        assert result.stderr == f"Error: {problem}; install perfectplay again\n"
    assert record("solve", "20", "--no-records")["score"] == 124


def test_a_record_that_lies_about_its_moves_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lying(Records):
        def lookup(self, n: int) -> Record:
            return Record(n, 41, 41, "searched", 1, (7, 9, 6, 10, 8))

    monkeypatch.setattr("perfectplay.taxman.records._shipped", lambda _name: Lying(pack_records([])))
    result = run("solve", "10")
    assert result.exit_code == 2
    assert result.stderr == "Error: the record of N = 10 is damaged: its moves reach 40; install perfectplay again\n"


def test_jobs_and_cluster_reach_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, object]] = []

    def search(_start: TaxmanPosition, **options: object) -> perfectplay.Result[int]:
        seen.append(options)
        return perfectplay.Result(15, 15, 15, "optimal", (5, 4, 6), 1.0, {"source": "search", "interrupted": False})

    monkeypatch.setattr("perfectplay.taxman.questions.solve", search)
    monkeypatch.setattr("perfectplay.core.running.executor.check_executor", lambda *_: None)
    assert run("solve", "6", "--no-records").exit_code == 0
    assert run("solve", "6", "--no-records", "--jobs", "3", "--cluster", "tcp://host:8786").exit_code == 0
    assert [(options["jobs"], options["cluster"]) for options in seen] == [(1, None), (3, "tcp://host:8786")]


def test_stages_are_told_to_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_args: object, **_options: object) -> perfectplay.Result[int]:
        log_stage("the root is bounded by 15")
        notify("compiling, this once")
        return perfectplay.Result(15, 15, 15, "optimal", (5, 4, 6), 1.0, {"source": "search"})

    def rows(*_args: object, **_options: object) -> Iterator[SolvedRow]:
        log_stage("N = 6 is chained to N = 5")
        yield SolvedRow(6, 15, 15, "optimal", (5, 4, 6), 0.1, "search")

    monkeypatch.setattr("perfectplay.taxman.questions.solve", search)
    monkeypatch.setattr("perfectplay.taxman.ranges.solve_range", rows)
    assert run("solve", "6", "--no-records", "--verbose").stderr == "the root is bounded by 15\ncompiling, this once\n"
    assert run("solve", "6", "--no-records").stderr == "compiling, this once\n"
    assert run("range", "6-6", "--no-records", "--verbose").stderr == "N = 6 is chained to N = 5\n"
    assert run("range", "6-6", "--no-records").stderr == ""


@pytest.mark.full
@pytest.mark.parametrize("command", [["solve", "20"], ["solve", "20", "--no-records"], ["range", "1", "3"]])
def test_a_cluster_is_asked_for_even_if_there_is_nothing_to_do(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("perfectplay.core.running.executor._CLUSTER_TIMEOUT", 0.5)
    result = run(*command, "--cluster", "tcp://127.0.0.1:1", "--jobs", "2")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: the cluster 'tcp://127.0.0.1:1' does not answer; ")


def test_a_stopped_search_says_what_it_does_not_know() -> None:
    solved = record("solve", "900", "--no-records", "--time-limit", "0.01")
    assert solved["status"] == "bounded"
    assert solved["score"] < solved["upper"]
    assert replay(solved).scores() == (solved["score"], solved["taxman"])


@pytest.mark.parametrize("name", ["missing/folder/proof.json", "."])
def test_an_unwritable_certificate_is_refused_before_the_search(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*_args: object, **_options: object) -> None:
        pytest.fail("the search began")

    monkeypatch.setattr("perfectplay.taxman.questions.solve", search)
    result = run("solve", "20", "--certificate", str(tmp_path / name))
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: cannot write ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_for_proofs_that_cannot_be_written_is_refused_before_the_first_row(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        result = run("range", "1", "3", "--certificates", str(tmp_path))
    finally:
        tmp_path.chmod(0o700)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: cannot write ")


def test_a_certificate_of_a_stopped_search_proves_its_bounds(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    solved = record("solve", "900", "--no-records", "--time-limit", "0.01", "--certificate", str(path))
    result = run("check", str(path))
    assert result.exit_code == 0
    assert f"is between {solved['score']} and {solved['upper']}" in result.stdout
    # What is known is told all the same, and what the certificate proves, too.
    known = run("solve", "900", "--time-limit", "0.01", "--certificate", str(path))
    assert "best score 254657, proven optimal" in known.stdout
    claimed = json.loads(path.read_text())["claim"]["upper"]
    assert claimed > 254657
    note = f"Note: the certificate proves a bound of {claimed}; that of 254657 was known before"
    assert note in known.stderr.splitlines()


def test_a_link_of_a_chain_that_was_taken_out_of_its_folder_says_what_it_needs(tmp_path: Path) -> None:
    proofs = tmp_path / "proofs"
    assert run("range", "10", "11", "--certificates", str(proofs)).exit_code == 0
    moved = (proofs / "taxman-000011.json.gz").rename(tmp_path / "moved.json.gz")
    advice = "give the certificate for N = 10 too, or the folder that holds the whole chain"
    assert run("check", str(moved)).stdout == f"{moved}: cannot be checked alone: it cites N = 10; {advice}\n"


def test_what_can_be_opened_and_not_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Unreadable(io.BytesIO):
        def read(self, _size: int | None = -1) -> bytes:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    path = tmp_path / "proof.json"
    monkeypatch.setattr(Path, "open", lambda *_: Unreadable())
    result = run("check", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: cannot read '{path}': ")


def test_check_refuses_an_empty_folder(tmp_path: Path) -> None:
    result = run("check", str(tmp_path))
    assert result.exit_code == 2
    assert "holds no certificate" in result.stderr


def test_an_interrupted_solve_prints_what_is_known_and_exits_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_args: object, **_options: object) -> perfectplay.Result[int]:
        return perfectplay.Result(15, 15, 17, "bounded", (5, 4, 6), 1.0, {"source": "search", "interrupted": True})

    monkeypatch.setattr("perfectplay.taxman.questions.solve", search)
    result = run("solve", "6", "--json", "--no-records")
    assert result.exit_code == 130
    solved = json.loads(result.stdout)
    assert (solved["score"], solved["upper"], solved["status"]) == (15, 17, "bounded")
    words = run("solve", "6", "--no-records")
    assert "best score found 15, none can exceed 17: not proven optimal; taxman 6" in words.stdout


def test_ctrl_c_without_a_result_is_one_word_and_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("perfectplay.taxman.questions.solve", search)
    result = run("solve", "6", "--no-records")
    assert (result.exit_code, result.stdout, result.stderr.strip()) == (130, "", "interrupted")


def test_range_searches_only_the_gaps_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    known = load_records()
    opened = Record(10, 40, 41, "searched", 2, known[10].moves)
    holed = Records(pack_records([known[3], known[4], known[7], opened, known[12]]))
    monkeypatch.setattr(
        "perfectplay.taxman.records._shipped", lambda name: holed if "records" in name else Records(pack_records([]))
    )
    rows = [json.loads(line) for line in run("range", "3", "14", "--json").stdout.splitlines()]
    assert [(row["n"], row["score"]) for row in rows] == list(enumerate(SCORES, 1))[2:14]
    assert [row["n"] for row in rows if row["source"] == "records"] == [3, 4, 7, 12]


@pytest.mark.parametrize("form", ["bfile", "json"])
def test_records_beyond_the_table_are_what_there_is_and_a_line(form: str) -> None:
    end = max(load_records())
    result = run("records", str(end - 1), str(end + 5), "--format", form)
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 2)
    assert result.stderr == f"The table ends at N = {end}.\n"
    assert run("records", str(end - 1), str(end)).stderr == ""


@pytest.mark.full
def test_records_in_short() -> None:
    table = load_records()
    summary = record("records")
    assert (summary["records"], summary["first"], summary["last"]) == (len(table), 1, max(table))
    assert summary["optimal"] == summary["searched"] + summary["chained"] == len(table.scores())
    assert summary["without_hole_up_to"] == table.largest_without_hole
    assert summary["unbranched"] < summary["searched"]
    assert f"without a hole up to N = {table.largest_without_hole}." in run("records").stdout


def test_an_interrupted_range_keeps_its_lines_and_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rows(first: int, last: int, **_options: object) -> Iterator[SolvedRow]:
        yield SolvedRow(first, 0, 0, "optimal", (), 0.1, "search")
        raise KeyboardInterrupt

    monkeypatch.setattr("perfectplay.taxman.ranges.solve_range", rows)
    result = run("range", "1", "3", "--format", "bfile", "--no-records")
    assert (result.exit_code, result.stdout) == (130, "1 0\n")
    again = "perfectplay taxman range 2 3 --format bfile --no-records"
    assert result.stderr.strip() == f"interrupted; go on with: {again}"
    proofs = tmp_path / "my proofs"
    options = ["--jobs", "2", "--certificates", str(proofs), "--time-limit", "60", "--json"]
    result = run("range", "1", "3", *options)
    again = f"perfectplay taxman range 2 3 --jobs 2 --certificates '{proofs}' --time-limit 60 --json"
    assert result.stderr.strip() == f"interrupted; go on with: {again}"
    result = run("range", "1", "3", "--format", "bfile", "--resume", str(tmp_path / "run.sqlite"))
    assert (result.exit_code, result.stdout) == (130, "1 0\n")
    assert result.stderr.strip() == "interrupted; run the same command again to go on"
    assert run("range", "1", "1", "--no-records").stderr.strip() == "interrupted"
    array = run("range", "1", "3", "--format", "bvchess", "--no-records").stdout
    assert json.loads(array) == [{"n": 1, "score": 0, "moves": []}]


def test_a_defect_in_a_range_is_not_taken_for_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def rows(*_args: object, **_options: object) -> Iterator[SolvedRow]:
        message = "a defect"
        raise SystemError(message)

    monkeypatch.setattr("perfectplay.taxman.ranges.solve_range", rows)
    assert isinstance(run("range", "1", "3", "--no-records").exception, SystemError)


def test_a_bound_that_would_take_long_is_left_out_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.taxman.bounds.MAX_CUTS_N", 50)
    result = run("bound", "60")
    assert (result.exit_code, result.stdout.splitlines()[5].split()[-1]) == (0, "-")
    assert result.stderr == "The bound by cuts is computed up to N = 50 only.\n"
    assert record("bound", "60")["cuts"] is None
    # The matching bound at N = 50 is 811, the best score 808 (OEIS A019312).
    assert record("bound", "50")["cuts"] in range(808, 812)


def test_quick_bounds_are_printed_before_slow_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_n: int) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("perfectplay.taxman.bounds.matching", slow)
    result = run("bound", "60")
    assert (result.exit_code, result.stderr.strip()) == (130, "interrupted")
    assert [line.split()[-1] for line in result.stdout.splitlines()[1:3]] == ["1365", str(prime_corrected(60))]
    assert run("bound", "60", "--json").stdout == ""


def test_tournament_beside_the_print(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = (PrintedFigure("#1", "trono-1", "sum_2_32", 2366, 2365, "likely a misprint"),)
    monkeypatch.setattr("perfectplay.taxman.strategies.tournament.finished_rows", lambda *_args, **_options: ())
    monkeypatch.setattr("perfectplay.taxman.strategies.tournament.compare_with_print", lambda _rows: cells)
    assert record("tournament", "--printed") == {
        "printed_row": "#1",
        "strategy": "trono-1",
        "column": "sum_2_32",
        "ours": 2366,
        "printed": 2365,
        "note": "likely a misprint",
    }


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        (KeyboardInterrupt, 130, "interrupted: 1 of 2 strategies have played all their games"),
        (TimeoutError, 0, "the time is up: 1 of 2 strategies have played all their games"),
    ],
)
def test_a_tournament_that_is_stopped_shows_who_is_finished(
    error: type[BaseException], status: int, line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    finished = tournament(["trono-4"], 2, 32, jobs=1)

    def rows(*_args: object, **_options: object) -> Iterator[StrategyResults]:
        yield from finished
        raise error

    monkeypatch.setattr("perfectplay.taxman.strategies.tournament.finished_rows", rows)
    command = ("tournament", "--to", "32", "--strategies", "trono-2,trono-4")
    words = run(*command)
    assert (words.exit_code, words.stderr) == (status, f"{line}\n")
    assert words.stdout.splitlines()[1].split() == ["trono-4", "3684", "17", "118.8"]
    resumable = run(*command, "--json", "--resume", str(tmp_path / "games.sqlite"))
    assert json.loads(resumable.stdout)["strategy"] == "trono-4"
    assert resumable.stderr == f"{line}; run the same command again to go on\n"
