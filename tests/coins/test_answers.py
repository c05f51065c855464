"""Records: what ``--json`` prints, for whoever else asks."""

from __future__ import annotations

import json
import subprocess
import sys
from array import array
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

import pytest
from click.testing import CliRunner

from perfectplay.cli.main import main
from perfectplay.coins import answers
from perfectplay.coins.rules import MAX_COINS, Component, parse_gaps
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.core.progress import Progress

ROW = [5, 1, 1, 5, 1, 2, 2, 1]


def printed(*args: str, status: int = 0) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["coins", *args, "--json"])
    assert result.exit_code == status
    record: dict[str, Any] = json.loads(result.stdout)
    return record


def untimed(record: dict[str, Any]) -> dict[str, Any]:
    assert record.pop("seconds") >= 0
    return record


def test_an_answer_is_what_the_command_prints() -> None:
    row = untimed(answers.solved(ROW))
    assert list(row) == ["coins", "margin", "first", "second", "best_moves", "mistake_cost", "line"]
    assert row == untimed(printed("solve", *map(str, ROW)))
    assert untimed(answers.solved([1, Fraction(3, 2)])) == untimed(printed("solve", "1", "3/2"))
    parts = parse_gaps([1, 2, 0, 3, 4, 0, 5], 0)
    told = untimed(answers.solved([], parts, line=False))
    assert told == untimed(printed("solve", *"1203405", "--gap", "0", "--no-line"))
    assert (told["components"], told["line"]) == (["l1.2", "3.4", "r5"], None)


def test_an_array_is_read_in_place() -> None:
    row = array("q", ROW)
    assert untimed(answers.solved(row)) == untimed(answers.solved(ROW))
    assert answers.as_array(ROW) is ROW
    shared = answers.as_array(row)
    shared[0] = 7
    assert row[0] == 7


def test_a_line_too_long_is_refused_with_advice() -> None:
    half = Component("row", (1,) * (MAX_COINS // 2 + 1))
    with pytest.raises(LimitExceededError, match=r"coins; leave the line out\Z"):
        answers.solved([], [half, half])
    assert answers.solved([], [half, half], line=False)["margin"] == 0


def test_a_table_is_that_of_the_command() -> None:
    assert answers.table([1, 2, 4, 3], "S") == printed("table", "1", "2", "4", "3", "--of", "S")
    part = answers.table([1, 2, 4, 3], "M", 1, 3)
    assert part == printed("table", "1", "2", "4", "3", "--of", "M", "--from", "2", "--to", "3")
    assert part["table"] == [["LR", "R"], ["LR"]]
    with pytest.raises(InvalidPositionError, match="there is no part 4 to 3 of 4 coins; coins are counted from 1"):
        answers.table([1, 2, 4, 3], "A", 3, 3)
    with pytest.raises(LimitExceededError, match="at most 2,000 coins are possible, so choose a part"):
        answers.table([1] * (answers.MAX_TABLE + 1))


def test_ties_are_those_of_the_command_and_report_each_length() -> None:
    seen: list[Progress] = []
    found = answers.ties(2, 8, listed=True, limit=3, progress=seen.append)
    assert found == printed("ties", "--alphabet", "2", "--length", "8", "--list", "--limit", "3")
    assert [(one.done, one.total) for one in seen if one.stage == "lengths"] == [(length, 8) for length in range(8)]
    assert ("games", 3) in [(one.stage, one.total) for one in seen]
    assert "games" not in answers.ties(2, 8)


def test_conjectures_are_tested_by_name_and_no_file_is_run() -> None:
    asked = ("ties", "--alphabet", "2", "--length", "8", "--rule")
    assert answers.conjecture("join", 2, 8) == printed(*asked, "join", status=1)
    assert answers.conjecture("wrap", 2, 8) == printed(*asked, "wrap")
    with pytest.raises(PerfectPlayError, match=r"there is no rule 'mine\.py'; the rules are wrap, join, arise"):
        answers.conjecture("mine.py", 2, 8)


def test_another_process_can_answer() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(answers.solved, [], (Component("circle", (1, 5, 2, 5)),)).result()["margin"] == 7
        assert pool.submit(answers.table, ROW, "S").result() == answers.table(ROW, "S")
        assert pool.submit(answers.ties, 2, 8).result() == answers.ties(2, 8)
        assert pool.submit(answers.conjecture, "arise", 2, 6).result() == answers.conjecture("arise", 2, 6)


def test_small_games_need_no_solver() -> None:
    code = (
        "import sys\n"
        "from perfectplay.coins import answers\n"
        "assert answers.solved([5, 1, 1, 5, 1, 2, 2, 1])['margin'] == 8\n"
        "assert answers.ties(2, 6)['count'] == 18\n"
        "assert {'numpy', 'numba'}.isdisjoint(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
