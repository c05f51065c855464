"""Test the commands of Taxman by their output."""

import errno
import io
import json
import os
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

import perfectplay
from perfectplay.cli.main import main
from perfectplay.cli.taxman.text import SolvedText, echo_line, print_solved, solved_lines
from perfectplay.cli.taxman.tournament import table_lines, versus_line
from perfectplay.core.progress import log_stage, notify
from perfectplay.core.result import Result
from perfectplay.core.running.interrupt import InterruptFlag
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.bounds import prime_corrected
from perfectplay.taxman.proof.check import Verdict
from perfectplay.taxman.ranges import SolvedRow
from perfectplay.taxman.records import Record, Records, load_bounded, load_records, pack_records
from perfectplay.taxman.solve import TaxmanResult, solve
from perfectplay.taxman.strategies.tournament import (
    COLUMNS,
    PRINTED_TABLE,
    HeadToHead,
    PrintedFigure,
    Standing,
    StrategyResults,
    compare_row,
    tournament,
)
from tests.cli.asked import Command
from tests.judged import word
from tests.tables import rows

# OEIS A019312, N = 1..24.
SCORES = [0, 2, 3, 7, 9, 15, 17, 21, 30, 40, 44, 50, 52, 66, 81, 89, 93, 111, 113, 124, 144, 166, 170, 182]

COMMON_KEYS = {"game", "position", "kind", "value", "lower", "upper", "status", "moves", "seconds", "source"}
SOLVE_KEYS = COMMON_KEYS | {"n", "score", "taxman", "margin", "share", "lowest", "remainder"}


TAXMAN = Command("taxman")
SIX = TaxmanPosition.new(6)
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
    def search(*_args: object, **_options: object) -> TaxmanResult:
        known = {"source": "search", "interrupted": False, "went_on_alone": "the helpers died"}
        return TaxmanResult.of(SIX, perfectplay.Result(15, 15, 15, "optimal", (5, 4, 6), 1.0, known))

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", search)
    result = run("solve", "6", "--no-records", "--json")
    assert (result.exit_code, json.loads(result.stdout)["score"]) == (0, 15)
    assert result.stderr == "Note: this process went on alone: the helpers died\n"


def test_a_search_is_a_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert record("solve", "20", "--no-records", "--certificate", "proof.json")["source"] == "search"
    assert record("solve", "98", "--certificate", "proof.json")["source"] == "records"
    # In the file, each link of a chain comes after the certificates that it cites.
    assert [json.loads(line)["position"] for line in Path("proof.json").read_text().splitlines()] == [
        "taxman:96",
        "taxman:97",
        "taxman:98",
    ]
    assert run("check", "proof.json").output.count(": valid: ") == 3
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

    def search(_start: TaxmanPosition, **options: object) -> TaxmanResult:
        seen.append(options)
        return TaxmanResult.of(
            SIX, perfectplay.Result(15, 15, 15, "optimal", (5, 4, 6), 1.0, {"source": "search", "interrupted": False})
        )

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", search)
    monkeypatch.setattr("perfectplay.core.running.executor.check_executor", lambda *_: None)
    assert run("solve", "6", "--no-records").exit_code == 0
    assert run("solve", "6", "--no-records", "--jobs", "3", "--cluster", "tcp://host:8786").exit_code == 0
    assert [(options["jobs"], options["cluster"]) for options in seen] == [(1, None), (3, "tcp://host:8786")]


def test_the_wait_for_a_cluster_is_set_for_one_command_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    config = pytest.importorskip("dask.config")
    waits = []

    def look(*_: object) -> None:
        waits.append(config.get("perfectplay.cluster-wait", None))

    monkeypatch.setattr("perfectplay.core.running.executor.check_executor", look)
    assert run("range", "1", "3", "--cluster", "tcp://host:8786", "--cluster-wait", "90").exit_code == 0
    look()
    assert waits == [90.0, None]


def test_stages_are_told_to_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_args: object, **_options: object) -> TaxmanResult:
        log_stage("the root is bounded by 15")
        notify("this takes a while")
        return TaxmanResult.of(SIX, perfectplay.Result(15, 15, 15, "optimal", (5, 4, 6), 1.0, {"source": "search"}))

    def rows(*_args: object, **_options: object) -> Iterator[SolvedRow]:
        log_stage("N = 6 is chained to N = 5")
        yield SolvedRow(6, 15, 15, "optimal", (5, 4, 6), 0.1, "search")

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", search)
    monkeypatch.setattr("perfectplay.taxman.ranges.solve_range", rows)
    assert run("solve", "6", "--no-records", "--verbose").stderr == "the root is bounded by 15\nthis takes a while\n"
    assert run("solve", "6", "--no-records").stderr == "this takes a while\n"
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

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", search)
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
    # The output shows both the known bound and the bound that the certificate proves.
    n = next(n for n, one in load_bounded().items() if one.status == "bounded")
    upper = load_bounded()[n].upper
    known = run("solve", str(n), "--time-limit", "0.01", "--certificate", str(path))
    assert f"none can exceed {upper}: not proven optimal" in known.stdout
    claimed = json.loads(path.read_text())["claim"]["upper"]
    assert claimed > upper
    note = f"Note: the certificate proves a bound of {claimed}; that of {upper} was known before"
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
    def search(*_args: object, **_options: object) -> TaxmanResult:
        return TaxmanResult.of(
            SIX, perfectplay.Result(15, 15, 17, "bounded", (5, 4, 6), 1.0, {"source": "search", "interrupted": True})
        )

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", search)
    result = run("solve", "6", "--json", "--no-records")
    assert result.exit_code == 130
    solved = json.loads(result.stdout)
    assert (solved["score"], solved["upper"], solved["status"]) == (15, 17, "bounded")
    words = run("solve", "6", "--no-records")
    assert "best score found 15, none can exceed 17: not proven optimal; taxman 6" in words.stdout


def test_ctrl_c_without_a_result_is_one_word_and_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", search)
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
        raise SystemError("a defect")

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


# -- tournaments -------------------------------------------------------------------------------------------------------

ONE = StrategyResults("trono-1", "game", 2, 512, 2366, 3, Fraction(17128), 3389, 12872, 51398)
SEVEN = StrategyResults("trono-7-printed", "formula", 2, 512, 3652, 19, Fraction(27619), 5084, 20530, 82474)
EIGHT = StrategyResults("trono-8", "game", 2, 512, 3498, 13, Fraction(23112), 4466, 17057, 68527)
OTHER = StrategyResults("moniot-improved-greedy", "game", 2, 512, 3724, 19, Fraction(263664, 10), 4970, 19495, 78253)
TEN = tuple(
    PrintedFigure("#10", None, column, None, printed, "lost") for column, printed in PRINTED_TABLE["#10"].items()
)


def test_our_figures_stand_above_the_printed_ones_and_fit_a_terminal() -> None:
    rows = (ONE, SEVEN, EIGHT, OTHER)
    cells = tuple(cell for row in rows for cell in compare_row(row))
    lines = list(table_lines(rows, (*cells, *TEN)))
    assert lines == [
        "strategy                sum 2..32  optimal  average   N=128    N=256    N=512",
        "trono-1                     2366!       3    17128    3389    12872    51398",
        "  printed #1               (2365)      (3)  (17128)  (3389)  (12872)  (51398)",
        "trono-7-printed*            3652       19    27619    5084    20530    82474",
        "  printed #7               (3652)     (19)  (27619)  (5084)  (20530)  (82474)",
        "trono-8                     3498       13    23112!   4466    17057    68527!",
        "  printed #8               (3498)     (13)  (23373)  (4466)  (17057)  (72638)",
        "moniot-improved-greedy      3724       19    26366    4970    19495    78253",
        "#10, printed only          (3141)      (6)  (22742)  (4415)  (16945)  (67336)",
        "",
        "optimal: for how many of the N = 2..32 the score is the best possible one",
        "* a sum that is not a legal game's score: for most N no game takes its numbers",
        '(in brackets) as printed by J. A. Trono, "Taxman revisited" (1994); ! differs',
        "  from it:",
        "  trono-1, sum 2..32: one less is printed; the other five figures agree, so",
        "    this is likely a misprint",
        "  trono-8, average and N=512: four of the six printed figures follow from the",
        "    rule of the text; the other two were not reproduced",
        "  #10: lost",
    ]
    assert max(map(len, lines)) < 80


def test_without_a_printed_row_there_are_no_marks_and_the_average_keeps_a_decimal() -> None:
    path = "/a/folder/whose/name/is/rather/long/mine.py"
    mine = StrategyResults(path, "game", 40, 50, None, None, Fraction(1234, 3), None, None, None)
    assert list(table_lines((mine,), ())) == [
        "strategy                average",
        path,
        "                          411.3",
        "",
    ]


def test_how_a_row_stands_against_perfect_play_and_the_taxman() -> None:
    standing = Standing(Fraction(9, 10), 6, Fraction(3, 4), lost=(7, 8, 9, 13), tied=(3,))
    mine = "/a/folder/whose/name/is/rather/long/mine.py"
    rows = (
        replace(OTHER, standing=standing),
        replace(EIGHT, standing=standing),
        replace(ONE, strategy=mine, standing=Standing(Fraction(1), 2, Fraction(1), (), ())),
        SEVEN,
    )
    lines = list(table_lines(rows, ()))
    start = lines.index("") + 1
    assert lines[start : start + 8] == [
        "strategy                 of best     worst      at N  taxman wins      ties",
        "moniot-improved-greedy   90.00 %   75.00 %         6            4         1",
        "trono-8                  90.00 %   75.00 %         6            4         1",
        mine,
        "                        100.00 %  100.00 %         2            0         0",
        "  the taxman wins for N=7-9, 13, and ties for N=3 against",
        "    moniot-improved-greedy, trono-8",
        "",
    ]
    assert "of best: the sum of the scores as a share of that of the best possible ones;" in lines
    beyond = replace(OTHER, standing=Standing(None, None, None, (), (3,)))
    lines = list(table_lines((beyond,), ()))
    assert "strategy                taxman wins      ties" in lines
    assert not any("of best" in line for line in lines)


def test_other_ranges_are_compared_as_far_as_they_go() -> None:
    row = StrategyResults("trono-4", "game", 2, 128, 3684, 17, Fraction(1700), 5289, None, None)
    cells = compare_row(row)
    assert [cell.column for cell in cells] == [COLUMNS[0], COLUMNS[1], COLUMNS[3]]
    lines = list(table_lines((row,), cells))
    assert lines[1].split() == ["trono-4", "3684", "17", "1700.0", "5289"]
    assert lines[2].split() == ["printed", "#4", "(3684)", "(17)", "(5289)"]
    assert lines[-1] == "  from it"
    assert compare_row(OTHER) == ()


def test_head_to_head_in_words() -> None:
    found = HeadToHead(strategy="a", opponent="b", first=2, last=30, wins=12, losses=6, ties=11)
    assert versus_line(found) == "a against b, N = 2..30: wins 12, losses 6, ties 11"


# -- formats -----------------------------------------------------------------------------------------------------------

# From D. Hoey's notes on OEIS A019312 (2006).
LONG = "43 25 35 21 39 26 46 33 38 27 45 34 18 42 28 36 44 30 24 40 32"


def solved(n: int, score: int, moves: tuple[int, ...], upper: int | None = None) -> SolvedText:
    upper = score if upper is None else upper
    result = Result(score, score, upper, "optimal" if upper == score else "bounded", moves, 0.5, {"source": "search"})
    return SolvedText.of(TaxmanPosition.new(n), TaxmanResult.of(TaxmanPosition.new(n), result).as_answer(), "unused")


def test_a_terminal_shows_a_short_game_as_a_table_and_a_long_one_in_lines() -> None:
    console = Console(width=60, highlight=False)
    with console.capture() as capture:
        print_solved(solved(9, 30, (7, 9, 6, 8)), console)
    short = capture.get()
    assert "│    2 │    9 │ 3   │  16 │      4 │" in short
    assert "\nN = 9: best score 30, proven optimal; taxman 15\nmargin +15; 66.7 % of the pot; " in short
    with console.capture() as capture:
        print_solved(solved(46, 706, tuple(map(int, LONG.split()))), console)
    long = capture.get().splitlines()
    assert long[1].startswith("43(1)  25(5)  35(7)  21(3)")
    assert max(map(len, long)) <= 60
    with console.capture() as capture:
        print_solved(solved(46, 706, tuple(map(int, LONG.split()))), console, moves=True)
    assert "│   21 │   32 │ 16" in capture.get()


def test_a_narrow_terminal_breaks_no_word() -> None:
    short = solved(9, 30, (7, 9, 6, 8))
    words = {word for line in solved_lines(short) for word in line.split() if not word.endswith(".")}
    console = Console(width=20, highlight=False)
    with console.capture() as capture:
        print_solved(short, console)
    shown = capture.get()
    assert max(map(len, shown.splitlines())) <= 20
    assert {"7(1)", "9(3)", "6(2)", "8(4)"} < set(shown.split())
    assert words & set(short.verdict.split()) <= set(shown.split())


def test_lines_on_a_narrow_terminal_end_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "the best scores of many pots"
    echo_line(line)
    monkeypatch.setattr("perfectplay.cli.taxman.text.is_terminal", lambda _: True)
    monkeypatch.setenv("COLUMNS", "12")
    echo_line(line)
    assert capsys.readouterr().out.splitlines() == [line, "the best", "scores of", "many pots"]


@pytest.mark.parametrize("width", [28, 40, 60, 80])
@pytest.mark.parametrize("words", ["range 8 10 --moves", "range 1417 1417", "records 8 10", "bound 20"])
def test_tables_fit_a_terminal(words: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*, terminal: bool) -> list[str]:
        monkeypatch.setattr("perfectplay.cli.taxman.text.is_terminal", lambda _: terminal)
        monkeypatch.setenv("COLUMNS", str(width))
        found = CliRunner().invoke(main, ["taxman", *words.split()])
        assert found.exit_code == 0
        return found.stdout.splitlines()

    piped, shown = asked(terminal=False), asked(terminal=True)
    assert max(map(len, shown)) <= width
    assert shown[0].split() == [word for word in piped[0].split() if word in shown[0].split()]
    if words.startswith("r"):
        assert {"n", "score", "status"} <= set(shown[0].split()), "what matters most is always there"
        assert sum("optimal" in line for line in shown) == sum("optimal" in line for line in piped)
    if width == 80:
        assert shown == piped


def test_the_title_tells_other_pots_and_games_under_way() -> None:
    def title(position: TaxmanPosition) -> str:
        return SolvedText.of(position, solve(position).as_answer(), "unused").title

    assert title(TaxmanPosition.new((2, 3, 6))) == "Pot of 3 numbers"
    later = TaxmanPosition.new(10).play(7)
    assert title(later) == "N = 10 after 1 move"
    assert title(later.play(9)) == "N = 10 after 2 moves"


# -- without proofs ----------------------------------------------------------------------------------------------------


def test_with_cuts_the_proof_is_one_for_the_checker(tmp_path: Path) -> None:
    proof, best = tmp_path / "proof.json.gz", load_records()[120].score
    result = run("approx", "120", "--json", "--certificate", str(proof))
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert (found["score"], found["upper"], found["gap"], found["valid"]) == (best, best, 0.0, True)
    assert (found["bound"], found["complete"]) == ("cuts", True)
    verdict = word(proof)
    assert (verdict.valid, verdict.n, verdict.score, verdict.upper) == (True, 120, best, best)


def test_with_cuts_little_time_keeps_a_valid_game_and_bound() -> None:
    listed, anew = (
        json.loads(run("approx", "2700", "--json", "--time-limit", "1e-9", *more).stdout)
        for more in ([], ["--no-records"])
    )
    assert listed["score"] >= load_bounded()[2700].score > anew["score"]
    found = json.loads(run("approx", "1500", "--json", "--time-limit", "1e-9", "--no-records").stdout)
    assert found["valid"]
    assert not found["complete"]
    assert 0 < found["score"] < found["upper"]


def test_a_proof_that_is_too_large_for_the_checker_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.taxman.proof.check.MAX_DUAL_N", 299)
    options = ("300", "--bound", "matching", "--json")
    assert json.loads(run("approx", *options).stdout)["valid"]
    monkeypatch.setattr("perfectplay.taxman.large.duals.verify_certificate", lambda _: 0)
    assert run("approx", *options).exit_code == 1


def test_a_failed_check_of_a_proof_with_cuts_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.taxman.proof.check.check_bytes", lambda _: Verdict(valid=False))
    result = run("approx", "120", "--json")
    assert result.exit_code == 1
    assert not json.loads(result.stdout)["valid"]


def test_a_time_limit_keeps_a_valid_game_and_bound() -> None:
    result = run("approx", "3000", "--bound", "matching", "--json", "--time-limit", "1e-9")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["valid"]
    assert not found["complete"]
    assert 0 < found["score"] < found["upper"]


def test_ctrl_c_prints_what_is_known_and_exits_with_130(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flag = InterruptFlag()
    flag.pressed = True
    monkeypatch.setattr("perfectplay.taxman.large.largescale.deferred_interrupt", lambda: nullcontext(flag))
    proof = tmp_path / "proof.json"
    result = run("approx", "3000", "--bound", "matching", "--certificate", str(proof))
    assert result.exit_code == 130
    assert result.stdout.endswith("The run was ended early; a longer one finds more.\n")
    assert "No certificate was written" in result.stderr
    assert not proof.exists()


def test_a_failed_check_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.taxman.large.largescale.replay", lambda *_: 0)
    result = run("approx", "100", "--bound", "matching", "--json")
    assert result.exit_code == 1
    assert not json.loads(result.stdout)["valid"]
    assert "failed its check" in result.stderr
