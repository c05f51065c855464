"""The commands of Taxman, from the outside."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import perfectplay
from perfectplay.cli.main import main
from perfectplay.core.running.notices import log_stage, notify
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.bounds import MAX_CUTS_N, prime_corrected
from perfectplay.taxman.ranges import SolvedRow
from perfectplay.taxman.records import Record, Records, load_records, pack_records
from perfectplay.taxman.strategies.tournament import PrintedFigure, StrategyResults, tournament
from perfectplay.taxman.table.sequences import SEQUENCES

# OEIS A019312, N = 1..24.
SCORES = [0, 2, 3, 7, 9, 15, 17, 21, 30, 40, 44, 50, 52, 66, 81, 89, 93, 111, 113, 124, 144, 166, 170, 182]

COMMON_KEYS = {"game", "position", "kind", "value", "lower", "upper", "status", "moves", "seconds", "source"}
SOLVE_KEYS = COMMON_KEYS | {"n", "score", "taxman", "margin", "share", "lowest", "remainder"}


def run(*args: str) -> Result:
    # All games have one command that checks.
    return CliRunner().invoke(main, [*(() if args[:1] == ("check",) else ("taxman",)), *args])


def record(*args: str) -> dict[str, Any]:
    result = run(*args, "--json")
    assert result.exit_code == 0, result.stderr
    (line,) = result.stdout.splitlines()
    loaded: dict[str, Any] = json.loads(line)
    return loaded


def replay(solved: dict[str, Any]) -> TaxmanPosition:
    position = TaxmanPosition.from_id(solved["position"])
    for step in solved["moves"]:
        assert list(position.tax(step["take"])) == step["tax"]
        position = position.play(step["take"])
    return position


def test_solve_prints_a_replayable_optimum() -> None:
    solved = record("solve", "20", "--no-records")
    assert set(solved) == SOLVE_KEYS
    assert (solved["n"], solved["score"], solved["taxman"], solved["upper"]) == (20, 124, 86, 124)
    assert (solved["status"], solved["source"]) == ("optimal", "search")
    over = replay(solved)
    assert over.is_over()
    assert over.scores() == (124, 86)


def test_solve_looks_the_start_of_a_whole_pot_up() -> None:
    for args in (["20"], ["--position", "taxman:20"], ["--pot", ",".join(map(str, range(1, 21)))]):
        solved = record("solve", *args)
        assert set(solved) == SOLVE_KEYS
        assert (solved["position"], solved["score"], solved["upper"]) == ("taxman:20", 124, 124)
        assert (solved["status"], solved["source"]) == ("optimal", "records")
        assert replay(solved).scores() == (124, 86)


def test_solve_says_where_its_answer_comes_from() -> None:
    *_, source = run("solve", "20").stdout.splitlines()
    assert "source: records" in source
    assert source.endswith("to search anew: perfectplay taxman solve 20 --no-records")
    *_, source = run("solve", "20", "--no-records").stdout.splitlines()
    assert source.endswith("s, source: search")


@pytest.mark.parametrize(
    ("args", "again"),
    [
        (["--position", "taxman:9~end", "--jobs", "2"], "--position 'taxman:9~end' --jobs 2"),
        (["--pot", "1 2,3", "--time-limit", "0.1"], "--pot 1,2,3 --time-limit 0.1"),
        (["9", "--time-limit", "60"], "9 --time-limit 60"),
    ],
)
def test_to_search_anew_keeps_what_was_asked_for(args: list[str], again: str) -> None:
    *_, source = run("solve", *args).stdout.splitlines()
    assert source.endswith(f"to search anew: perfectplay taxman solve {again} --no-records")


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


@pytest.mark.full
def test_all_best_games_are_told() -> None:
    *_, line = run("solve", "20", "--all-best").stdout.splitlines()
    assert line == "No other numbers reach this score; 64 best games."
    head, other = run("solve", "--pot", "1,2,4,7,11,22", "--all-best").stdout.splitlines()[-2:]
    assert head == "2 sets of numbers reach this score; 2 best games.  The other sets, compared with this one:"
    assert other == "  instead of 11: 4 7"
    *_, line = run("solve", "120", "--all-best").stdout.splitlines()
    assert line == "No other numbers reach this score; more orders than are counted here."
    told = record("solve", "--position", "taxman:20/19", "--all-best")
    assert set(told) == SOLVE_KEYS | {"best_sets", "best_games"}
    assert (told["best_sets"], told["best_games"]) == ([[10, 12, 14, 15, 16, 18, 20]], 64)
    assert "best_sets" not in record("solve", "20")


@pytest.mark.parametrize("position", ["taxman:20/19", "taxman:pot.2.3.6"])
def test_what_has_no_record_is_searched(position: str) -> None:
    assert record("solve", "--position", position)["source"] == "search"


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


def test_solve_tells_more_of_the_game() -> None:
    for args in (["20"], ["20", "--no-records"]):
        solved = record("solve", *args)
        taken = [step["take"] for step in solved["moves"]]
        used = {*taken, *(number for step in solved["moves"] for number in step["tax"])}
        assert solved["margin"] == solved["score"] - solved["taxman"] == 124 - 86
        assert (solved["share"], solved["lowest"]) == ("62/105", min(taken))
        assert solved["remainder"] == [number for number in range(1, 21) if number not in used]
    one = record("solve", "1")
    assert (one["margin"], one["share"], one["lowest"], one["remainder"]) == (-1, 0, None, [1])
    assert "margin -1; 0.0 % of the pot; no pick; remainder 1 (sum 1): " in run("solve", "1").stdout
    assert "; no remainder\n" in run("solve", "6").stdout
    assert "; remainder of 123 numbers (sum " in run("solve", "1000").stdout


def test_the_moves_before_a_position_belong_to_its_game() -> None:
    solved = record("solve", "--position", "taxman:20/20")
    used = {20, 1, 2, 4, 5, 10} | {n for step in solved["moves"] for n in (step["take"], *step["tax"])}
    assert solved["margin"] == solved["score"] - solved["taxman"] == 95 - 115
    assert solved["remainder"] == [number for number in range(1, 21) if number not in used]
    early = record("solve", "--position", "taxman:10/6")
    assert early["lowest"] == 6


def test_one_word_is_a_range_too() -> None:
    two = run("range", "8", "11", "--format", "bfile").stdout
    for word in ("8-11", "8..11", " 8 - 11 "):
        assert run("range", word, "--format", "bfile").stdout == two == "8 21\n9 30\n10 40\n11 44\n"
    assert run("records", "8-11", "--format", "bfile").stdout == two
    assert json.loads(run("records", "3-5", "--sequence", "scores", "--json").stdout)["terms"] == [3, 7, 9]


def test_a_range_lists_its_games() -> None:
    lines = run("range", "8-9", "--moves").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["n", "8", "7(1)", "9", "7(1)"]
    assert lines[4] == "        7(1)  9(3)  6(2)  8(4)"
    long = run("range", "100", "100", "--moves").stdout.splitlines()[2:]
    assert max(map(len, long)) <= 79
    solved = record("solve", "100")
    told = [f"{step['take']}({','.join(map(str, step['tax']))})" for step in solved["moves"]]
    assert " ".join(long).split() == told


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


def test_solve_from_a_position_counts_the_whole_game() -> None:
    solved = record("solve", "--position", "taxman:20/19.9")
    assert (solved["n"], solved["position"]) == (20, "taxman:20/19.9")
    assert replay(solved).scores() == (solved["score"], solved["taxman"])
    assert solved["status"] == "optimal"


@pytest.mark.parametrize("pot", ["6, 3,2", "6 3 2", " 2 ,3  6 "])
def test_solve_takes_any_pot(pot: str) -> None:
    solved = record("solve", "--pot", pot)
    assert (solved["n"], solved["position"], solved["score"], solved["taxman"]) == (None, "taxman:pot.2.3.6", 6, 5)


def test_solve_in_words() -> None:
    result = run("solve", "6")
    lines = result.stdout.splitlines()
    assert lines[0] == "1. take 5, tax 1"
    assert lines[3] == "N = 6: best score 15, proven optimal; taxman 6"
    assert result.stderr == ""


def test_the_smallest_pot_has_no_move() -> None:
    solved = record("solve", "1")
    assert (solved["score"], solved["taxman"], solved["moves"]) == (0, 1, [])


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


@pytest.mark.parametrize("name", ["proof.json", "proof.json.gz"])
def test_a_certificate_that_solve_wrote_is_valid(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    record("solve", "30", "--certificate", str(path))
    verdict = record("check", str(path))
    assert (verdict["valid"], verdict["n"], verdict["score"], verdict["reason"]) == (True, 30, 301, "")
    assert run("check", str(path)).stdout == f"{path}: valid: 301 is the best score of taxman:30\n"


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


def test_check_fails_for_what_is_no_proof(tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    record("solve", "10", "--certificate", str(good))
    proof = json.loads(good.read_text())
    proof["claim"]["score"] += 1
    (tmp_path / "tampered.json").write_text(json.dumps(proof))
    (tmp_path / "text.json").write_text("all is well")
    (tmp_path / "empty.json").write_bytes(b"")
    (tmp_path / "binary.json").write_bytes(bytes(range(128, 256)))
    packed = gzip.compress(good.read_bytes())
    (tmp_path / "cut.json.gz").write_bytes(packed[: len(packed) // 2])
    reasons = {
        "tampered.json": "the bound 40 is below the score 41",
        "text.json": "the file is not JSON",
        "empty.json": "the file is not JSON",
        "binary.json": "the file is not JSON",
        "cut.json.gz": "the compressed file is damaged, or its end is missing",
    }
    for name, reason in reasons.items():
        result = run("check", str(tmp_path / name), "--json")
        assert result.exit_code == 1
        verdict = json.loads(result.stdout)
        assert (verdict["valid"], verdict["reason"]) == (False, reason)
    *lines, last = run("check", str(tmp_path)).stdout.splitlines()
    assert len(lines) == len(reasons)
    assert all(": NOT valid: " in line for line in lines)
    assert f"{tmp_path}: 6 certificates, 5 NOT valid; N = 10 is proven optimal (" in last


def test_check_reports_what_is_missing_and_checks_the_rest(tmp_path: Path) -> None:
    for n in ("8", "10"):
        record("solve", n, "--certificate", str(tmp_path / f"{n}.json"))
    names = [str(tmp_path / name) for name in ("8.json", "9.json", "10.json")]
    result = run("check", *names)
    assert result.exit_code == 2
    assert [line.split(": ")[0] for line in result.stdout.splitlines()] == [names[0], names[2]]
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: cannot read '{names[1]}': No such file")


FOLDER_KEYS = {"folder", "valid", "checked", "first", "last", "without_hole_up_to", "seconds", "failures"} | {
    *("optimal", "bounded", "missing")
}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_check_takes_a_folder_as_one_chain(jobs: str, tmp_path: Path) -> None:
    proofs = tmp_path / "proofs"
    assert run("range", "1", "13", "--certificates", str(proofs)).exit_code == 0
    verdict = record("check", str(proofs), "--jobs", jobs)
    assert set(verdict) == FOLDER_KEYS
    assert (verdict["valid"], verdict["checked"], verdict["failures"]) == (True, 13, [])
    assert (verdict["first"], verdict["last"], verdict["without_hole_up_to"]) == (1, 13, 13)
    words = run("check", str(proofs), "--jobs", jobs).stdout
    assert words.startswith(f"{proofs}: 13 certificates, all valid; every N from 1 to 13 is proven optimal (")


def test_check_names_the_files_of_a_folder_that_break_the_chain(tmp_path: Path) -> None:
    proofs = tmp_path / "proofs"
    assert run("range", "1", "13", "--certificates", str(proofs)).exit_code == 0
    (proofs / "taxman-000010.json.gz").unlink()
    result = run("check", str(proofs), "--json")
    assert result.exit_code == 1
    verdict = json.loads(result.stdout)
    assert (verdict["valid"], verdict["checked"]) == (False, 12)
    (failure,) = verdict["failures"]
    assert failure["file"] == "taxman-000011.json.gz"
    assert failure["reason"] == "it cites N = 10, for which no certificate here proves anything"
    assert (verdict["first"], verdict["last"], verdict["without_hole_up_to"]) == (1, 13, 9)
    first, last = run("check", str(proofs)).stdout.splitlines()
    assert first.startswith(f"{proofs / 'taxman-000011.json.gz'}: NOT valid: ")
    assert "12 certificates, 1 NOT valid; N = 1-9, 12-13 are proven optimal; N = 10-11 are missing (" in last


def test_check_takes_files_and_folders_together(tmp_path: Path) -> None:
    proofs, alone = tmp_path / "proofs", tmp_path / "alone.json"
    assert run("range", "5", "6", "--certificates", str(proofs)).exit_code == 0
    record("solve", "9", "--certificate", str(alone))
    (tmp_path / "folder.json").mkdir()
    result = run("check", str(proofs), str(alone), str(tmp_path / "none"), "--json")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: cannot read '{tmp_path / 'none'}': No such file")
    file, folder = (json.loads(line) for line in result.stdout.splitlines())
    assert (file["file"], file["valid"], file["n"], file["score"]) == (str(alone), True, 9, 30)
    assert (folder["folder"], folder["first"], folder["without_hole_up_to"]) == (str(proofs), 5, 6)
    result = run("check", str(tmp_path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"cannot read '{tmp_path / 'folder.json'}': Is a directory" in result.stderr


def test_a_folder_of_open_proofs_says_so(tmp_path: Path) -> None:
    path = tmp_path / "900.json"
    record("solve", "900", "--no-records", "--time-limit", "0.01", "--certificate", str(path))
    assert (
        "1 certificate, all valid; no N is proven optimal; N = 900 has a bound only ("
        in run("check", str(tmp_path)).stdout
    )
    assert run("range", "5", "5", "--certificates", str(tmp_path)).exit_code == 0
    found = run("check", str(tmp_path)).stdout
    holes = "N = 5 is proven optimal; N = 900 has a bound only; N = 6-899 are missing"
    assert f"2 certificates, each valid, but not without a hole; {holes} (" in found


def test_a_link_of_a_chain_points_to_its_folder(tmp_path: Path) -> None:
    proofs = tmp_path / "my proofs"
    assert run("range", "1", "11", "--certificates", str(proofs)).exit_code == 0
    chained = proofs / "taxman-000011.json.gz"
    alone = run("check", str(chained))
    reason = "cannot be checked alone: it cites N = 10"
    advice = f"check the whole folder with perfectplay check '{proofs}'"
    assert (alone.exit_code, alone.stdout) == (1, f"{chained}: {reason}; {advice}\n")
    verdict = json.loads(run("check", str(chained), "--json").stdout)
    assert (verdict["valid"], verdict["reason"], verdict["cites"]) == (False, f"{reason}; {advice}", 10)
    assert run("check", str(proofs)).exit_code == 0
    moved = tmp_path / chained.name
    moved.write_bytes(chained.read_bytes())
    advice = "give the certificate for N = 10 too, or the folder that holds the whole chain"
    assert run("check", str(moved)).stdout == f"{moved}: {reason}; {advice}\n"


def test_several_files_are_checked_in_the_order_of_n(tmp_path: Path) -> None:
    assert run("range", "10", "13", "--certificates", str(tmp_path)).exit_code == 0
    files = [str(path) for path in sorted(tmp_path.iterdir(), reverse=True)]
    result = run("check", *files)
    assert result.exit_code == 0
    assert [line.rpartition(":")[2] for line in result.stdout.splitlines()] == ["10", "11", "12", "13"]
    result = run("check", files[0], files[2], "--json")
    assert result.exit_code == 1
    eleven, thirteen = (json.loads(line) for line in result.stdout.splitlines())
    assert (eleven["n"], eleven["cites"], thirteen["n"], thirteen["cites"]) == (11, 10, 13, 12)
    assert thirteen["reason"].startswith(
        "it cites N = 12, for which no certificate here proves anything; check the whole"
    )


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


@pytest.mark.parametrize(("args", "source"), [([], "records"), (["--no-records"], "search")])
def test_range_prints_one_json_line_for_each_n(args: list[str], source: str) -> None:
    result = run("range", "1", "24", "--json", *args)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["n"] for row in rows] == list(range(1, 25))
    assert [row["score"] for row in rows] == SCORES
    for row in rows:
        assert set(row) == SOLVE_KEYS
        assert (row["status"], row["source"]) == ("optimal", source)
        assert replay(row).scores() == (row["score"], row["taxman"])


def test_range_as_a_b_file_and_in_hoeys_lines() -> None:
    assert run("range", "1", "24", "--format", "bfile").stdout.splitlines() == [
        f"{n} {score}" for n, score in enumerate(SCORES, 1)
    ]
    lines = run("range", "1", "24", "--format", "hoey").stdout.splitlines()
    assert lines[0] == "a(1)=0:"
    assert [line.partition(": ")[0] for line in lines[1:]] == [f"a({n})={s}" for n, s in enumerate(SCORES[1:], 2)]


def test_range_as_table_and_csv_has_one_head() -> None:
    table = run("range", "8", "10").stdout.splitlines()
    assert [line.split()[:2] for line in table] == [["n", "score"], ["8", "21"], ["9", "30"], ["10", "40"]]
    with_head = run("range", "8", "10", "--format", "csv").stdout.splitlines()
    assert with_head[0].startswith("n,score,taxman,upper,status,")
    assert [line.split(",")[1] for line in with_head[1:]] == ["21", "30", "40"]


def test_range_goes_on_from_its_file_and_leaves_certificates_that_hold(tmp_path: Path) -> None:
    store, proofs = tmp_path / "run.sqlite", tmp_path / "proofs"
    options = ("--resume", str(store), "--certificates", str(proofs), "--format", "bfile")
    assert run("range", "1", "6", *options).exit_code == 0
    again = run("range", "1", "12", *options)
    assert again.stdout.splitlines()[-1] == "12 50"
    verdict = record("check", str(proofs))
    assert (verdict["valid"], verdict["checked"], verdict["without_hole_up_to"]) == (True, 12, 12)


@pytest.mark.parametrize("option", ["--resume", "--certificates"])
def test_range_searches_what_it_is_to_prove(option: str, tmp_path: Path) -> None:
    result = run("range", "8", "9", "--json", option, str(tmp_path / "place"))
    assert [json.loads(line)["source"] for line in result.stdout.splitlines()] == ["search", "search"]


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


def test_records_in_every_format() -> None:
    assert run("records", "8", "10", "--format", "bfile").stdout == "8 21\n9 30\n10 40\n"
    table = run("records", "8", "10").stdout.splitlines()
    assert [line.split()[:2] for line in table] == [["n", "score"], ["8", "21"], ["9", "30"], ["10", "40"]]
    array = json.loads(run("records", "1", "24", "--format", "bvchess").stdout)
    assert [(row["n"], row["score"], sum(row["moves"])) for row in array] == [
        (n, s, s) for n, s in enumerate(SCORES, 1)
    ]
    assert run("records", "9", "--format", "hoey").stdout == "a(9)=30: 7,9,6,8\n"
    assert run("records", "9", "--format", "csv").stdout.splitlines()[1] == "9,30,15,30,optimal,searched,1,7 9 6 8"
    nine = record("records", "9")
    assert set(nine) == SOLVE_KEYS | {"proof", "leaves"}
    assert replay(nine).scores() == (30, 15)
    everything = run("records", "--format", "bfile").stdout.splitlines()
    assert len(everything) == len(load_records())
    assert everything[999] == "1000 315426"


def test_one_record_is_shown_as_a_game() -> None:
    *steps, verdict, figures, proof = run("records", "9").stdout.splitlines()
    assert steps == ["1. take 7, tax 1", "2. take 9, tax 3", "3. take 6, tax 2", "4. take 8, tax 4"]
    assert verdict == "N = 9: best score 30, proven optimal; taxman 15"
    assert (
        figures
        == "margin +15; 66.7 % of the pot; lowest pick 6; remainder 5 (sum 5): neither taken nor tax, to the taxman"
    )
    assert proof.startswith("proof: a search tree of 1 leaf; ")
    assert run("records", "9", "--format", "table").stdout.split()[:2] == ["n", "score"]


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


@pytest.mark.full
def test_records_as_sequences() -> None:
    names = [line.split(": ")[0] for line in run("records", "--sequence", "list").stdout.splitlines()]
    assert names == list(SEQUENCES)
    head, *lines = run("records", "--sequence", "scores").stdout.splitlines()
    assert head.startswith("# a(n) is the best score in Taxman")
    assert lines[:24] == [f"{n} {score}" for n, score in enumerate(SCORES, 1)]
    found = record("records", "--sequence", "scores")
    assert (found["name"], found["terms"][:24]) == ("scores", SCORES)
    assert found["first"] == 1
    listed = [json.loads(line) for line in run("records", "--sequence", "list", "--json").stdout.splitlines()]
    assert [entry["name"] for entry in listed] == names


def test_a_part_of_a_sequence() -> None:
    assert run("records", "3", "5", "--sequence", "full-steps").stdout.splitlines()[1:] == ["3 6", "4 9", "5 10"]
    assert run("records", "9", "--sequence", "scores").stdout.splitlines()[1:] == ["9 30"]
    end = load_records().largest_without_hole
    result = run("records", str(end), str(end + 5), "--sequence", "scores", "--json")
    found = json.loads(result.stdout)
    assert (result.exit_code, found["first"], len(found["terms"])) == (0, end, 1)
    assert result.stderr == f"The table gives the terms of scores up to {end}.\n"


def test_range_refuses_a_resume_file_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are my notes, not a database of results")
    result = run("range", "1", "3", "--resume", str(path))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "to resume" in result.stderr


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


def test_bounds_by_name_and_in_order_of_strength() -> None:
    found = record("bound", "60")
    assert list(found) == ["n", "half", "primes", "asymptotic", "matching", "cuts"]
    # The matching bound at N = 60 is 1,138 and the optimum 1,137 (OEIS A019312).
    assert (found["n"], found["half"], found["matching"]) == (60, 1365, 1138)
    assert 1137 <= found["cuts"] <= found["matching"] <= found["primes"] <= found["half"]
    lines = run("bound", "60").stdout.splitlines()
    assert lines[0].split() == ["bound", "N", "=", "60"]
    assert lines[4].split() == ["matching,", "formula", "(2)", "1138"]


def test_a_bound_that_does_not_exist_is_a_dash() -> None:
    # The approximation is negative at N = 3.
    for n in ("1", "3", "9"):
        assert record("bound", n)["asymptotic"] is None
        assert run("bound", n).stdout.splitlines()[3].endswith("  -")
    assert run("bound", "10").stdout.splitlines()[3].endswith("  ~26")


def test_a_bound_that_would_take_long_is_left_out_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.taxman.bounds.MAX_CUTS_N", 50)
    result = run("bound", "60")
    assert (result.exit_code, result.stdout.splitlines()[5].split()[-1]) == (0, "-")
    assert result.stderr == "The bound by cuts is computed up to N = 50 only.\n"
    assert record("bound", "60")["cuts"] is None
    # The matching bound at N = 50 is 811, the best score 808 (OEIS A019312).
    assert record("bound", "50")["cuts"] in range(808, 812)


def test_the_help_tells_the_true_limit_of_the_cuts() -> None:
    assert f"up to N = {MAX_CUTS_N} only" in run("bound", "--help").stdout


def test_quick_bounds_are_printed_before_slow_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_n: int) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("perfectplay.taxman.bounds.matching", slow)
    result = run("bound", "60")
    assert (result.exit_code, result.stderr.strip()) == (130, "interrupted")
    assert [line.split()[-1] for line in result.stdout.splitlines()[1:3]] == ["1365", str(prime_corrected(60))]
    assert run("bound", "60", "--json").stdout == ""


def test_tournament_has_a_row_for_each_strategy() -> None:
    options = ("--to", "40", "--strategies", "trono-1,trono-4", "--jobs", "1")
    rows = [json.loads(line) for line in run("tournament", *options, "--json").stdout.splitlines()]
    # The sums for N = 2..32 are those of Trono's appendix; his 2365 for #1 is one less than his rule gives.
    assert [(row["strategy"], row["sum_2_32"], row["optimal_agreements"]) for row in rows] == [
        ("trono-1", 2366, 3),
        ("trono-4", 3684, 17),
    ]
    assert {"average", "n128", "n256", "n512", "optimal_share", "worst_n", "worst_share"} < set(rows[0])
    assert (rows[0]["lost"], rows[0]["tied"]) == ([4, *range(6, 11), *range(12, 41)], [3])
    assert (rows[1]["lost"], rows[1]["tied"]) == ([8], [3])
    table = run("tournament", *options).stdout.splitlines()
    assert table[0].split() == ["strategy", "sum", "2..32", "optimal", "average"]
    assert table[1].split()[:3] == ["trono-1", "2366!", "3"]
    assert table[2].split() == ["printed", "#1", "(2365)", "(3)"]
    assert "  the taxman wins for N=4, 6-10, 12-40, and ties for N=3 against trono-1" in table
    assert table[-2:] == [
        "  trono-1, sum 2..32: one less is printed; the other five figures agree, so",
        "    this is likely a misprint",
    ]


def test_tournament_head_to_head() -> None:
    options = ("--to", "64", "--versus", "trono-4", "trono-2", "--jobs", "1")
    counts = record("tournament", *options)
    assert list(counts) == ["strategy", "opponent", "first", "last", "wins", "losses", "ties"]
    assert counts["wins"] + counts["losses"] + counts["ties"] == 63
    assert (counts["strategy"], counts["opponent"]) == ("trono-4", "trono-2")
    assert (counts["first"], counts["last"]) == (2, 64)
    words = "wins {wins}, losses {losses}, ties {ties}".format(**counts)
    assert run("tournament", *options).stdout == f"trono-4 against trono-2, N = 2..64: {words}\n"
    other = record("tournament", "--to", "64", "--versus", "trono-2", "trono-4", "--jobs", "1")
    assert (other["wins"], other["losses"], other["ties"]) == (counts["losses"], counts["wins"], counts["ties"])


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


def test_the_example_of_the_tournament_has_a_figure_in_every_column() -> None:
    head, row, *_ = run("tournament", "--to", "128", "--strategies", "trono-2,trono-4").stdout.splitlines()
    assert "tournament --to 128 --strategies trono-2,trono-4" in run("tournament", "--help").stdout
    assert head.split() == ["strategy", "sum", "2..32", "optimal", "average", "N=128"]
    name, *figures = row.split()
    assert (name, figures[:2], figures[3:]) == ("trono-2", ["3652", "14"], ["4816"])
    assert len(figures) == 4


def test_a_time_limit_cannot_compare_two_strategies() -> None:
    result = run("tournament", "--versus", "trono-4", "trono-2", "--time-limit", "5")
    assert (result.exit_code, "--versus needs both; leave one of them out" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        (None, "cannot be read"),
        ("def choose(board:", "cannot be executed: SyntaxError"),
        ("x = 1", "has no function choose(board)"),
        ("def choose(board): raise KeyError('why')", "raised KeyError in line 1"),
        ("def choose(board): return 1", "made an illegal move: 1 cannot be taken"),
        ("def choose(board): return 'two'", "'two'"),
        ("import sys; sys.exit(0)", "cannot be executed: SystemExit"),
    ],
)
def test_a_bad_strategy_file_is_one_line_and_status_2(code: str | None, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    if code is not None:
        path.write_text(code)
    result = run("tournament", "--to", "5", "--jobs", "1", "--strategies", str(path))
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: strategy ")
    assert problem in line


def test_what_a_strategy_prints_does_not_spoil_the_output(tmp_path: Path) -> None:
    path = tmp_path / "talker.py"
    path.write_text("print('loading')\ndef choose(board):\n    print('thinking')\n    return board.legal_moves()[0]\n")
    command = [sys.executable, "-m", "perfectplay", "taxman", "tournament", "--to", "5", "--json", "--jobs", "1"]
    done = subprocess.run([*command, "--strategies", str(path)], capture_output=True, text=True, check=True)
    (line,) = done.stdout.splitlines()
    assert json.loads(line)["strategy"] == str(path)
    assert "loading\n" in done.stderr
    assert "thinking\n" in done.stderr


def test_tournament_refuses_what_cannot_be_combined_or_does_not_exist() -> None:
    both = run("tournament", "--printed", "--versus", "trono-4", "trono-2")
    assert (both.exit_code, "exclude each other" in both.stderr) == (2, True)
    unknown = run("tournament", "--strategies", "luck")
    assert (unknown.exit_code, "there is no strategy 'luck'; the strategies are trono-1," in unknown.stderr) == (
        2,
        True,
    )


def test_the_game_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "game.svg"
    assert run("solve", "30", "--svg", str(picture)).exit_code == 0
    assert "Taxman, N = 30: player 301, taxman 164" in picture.read_text(encoding="utf-8")
    refused = run("solve", "401", "--svg", str(tmp_path / "large.svg"))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "a pot of 401 numbers is too large for a picture" in refused.stderr
    assert not (tmp_path / "large.svg").exists()
