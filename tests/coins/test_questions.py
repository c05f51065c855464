"""Questions about coins: answers that no recorded question has, and how their work is told."""

from __future__ import annotations

import subprocess
import sys
from array import array
from fractions import Fraction
from typing import Any, Literal

import pytest

from perfectplay.coins.questions import CoinsSolved
from perfectplay.coins.row.questions import TabulateRow
from perfectplay.coins.row.table import SegmentTable
from perfectplay.coins.rules import MAX_COINS, Coin, CoinsPosition, Component, parse_gaps
from perfectplay.coins.solve import Table, as_array, solve
from perfectplay.coins.ties.questions import CountTies
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress
from perfectplay.core.question import Work
from perfectplay.core.schema import encode

ROW = [5, 1, 1, 5, 1, 2, 2, 1]


def solved(table: Table, *, line: bool = True) -> CoinsSolved:
    return CoinsSolved.of(table, solve(table, line=line))


def untimed(answer: object) -> dict[str, Any]:
    record: dict[str, Any] = encode(answer)
    assert record.pop("seconds") >= 0
    return record


def test_a_long_array_is_read_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    row = array("q", ROW)
    assert as_array(row) is row
    monkeypatch.setattr("perfectplay.coins.row.fusion._COMPILE_FROM", len(ROW))
    assert untimed(solved(row)) == untimed(solved(ROW))
    assert as_array(ROW) is ROW
    shared = as_array(row)
    shared[0] = 7
    assert row[0] == 7


def test_what_cannot_be_played_move_by_move_has_a_line_and_no_position() -> None:
    found = solved([1] * (MAX_COINS + 1))
    assert (found.position, found.moves, found.best_moves) == (None, None, "LR")
    assert found.line is not None
    assert len(found.line) == MAX_COINS + 1
    longest = solved([1] * MAX_COINS)
    assert CoinsPosition.from_id(longest.position or "").legal_moves() == ("L", "R")
    assert "".join(longest.moves or ()) == longest.line
    # The coins are few enough, and an id has no room for them.
    assert solved([10**1000 + 1] * 1000).position is None


def test_a_line_too_long_is_refused_with_advice() -> None:
    half = Component("row", (1,) * (MAX_COINS // 2 + 1))
    with pytest.raises(LimitExceededError, match=r"coins; leave the line out \(--no-line\)\Z"):
        solved([half, half])
    found = solved([half, half], line=False)
    assert (found.margin, found.position) == (0, None)


def test_ties_report_each_length() -> None:
    seen: list[Progress] = []
    CountTies(alphabet=2, length=8, listed=True, limit=3).answer(Work(progress=seen.append))
    assert [(one.done, one.total) for one in seen if one.stage == "lengths"] == [(length, 8) for length in range(8)]
    assert ("games", 3) in [(one.stage, one.total) for one in seen]


def test_small_games_need_no_solver() -> None:
    code = (
        "import sys\n"
        "from perfectplay.coins.questions import SolveCoins\n"
        "from perfectplay.coins.ties.questions import CountTies\n"
        "assert SolveCoins(coins=[5, 1, 1, 5, 1, 2, 2, 1]).answer().margin == 8\n"
        "assert CountTies(alphabet=2, length=6).answer().count == 18\n"
        "assert {'numpy', 'numba'}.isdisjoint(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# -- positions and trees ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "margin", "best", "line"),
    [
        ("coins:1.2.4.3/R", 3, "R", "RRL"),
        ("coins:1.2.4.3", 0, "LR", None),
        ("coins:l1.2/R", 1, "R", "R"),
        ("coins:o1.5.2/1K1", 3, "1L", "1L.1L"),
        ("coins:3~o1.5.2/1L", 4, "2K2", "2K2.2L.2L"),
    ],
)
def test_a_position_is_solved_from_there_on(text: str, margin: int, best: str, line: str | None) -> None:
    here = CoinsPosition.from_id(text)
    before = here.scores()
    found = solved(here)
    assert (found.position, found.margin, found.best_moves) == (text, margin, best)
    assert (found.to_move, found.scores) == (here.to_move, before)
    assert line is None or found.line == line
    assert found.moves is not None
    assert found.line == ("" if here.is_single else ".").join(found.moves)
    for move in found.moves:
        here = here.play(move)
    assert here.is_over()
    mine, theirs = found.first, found.second
    after = (before[0] + theirs, before[1] + mine) if found.to_move else (before[0] + mine, before[1] + theirs)
    assert here.scores() == after
    assert (found.value, found.lower, found.upper, found.status) == (after[0], after[0], after[0], "optimal")


def test_a_position_at_the_start_is_what_lies_there() -> None:
    parts = parse_gaps([1, 2, 0, 3, 4, 0, 5], 0)
    there = untimed(solved(CoinsPosition.new(parts)))
    assert (there.pop("to_move"), there.pop("scores")) == (0, [0, 0])
    # Moves are numbered alike, for there is more than one component.
    assert there == untimed(solved(parts))


def test_a_game_that_is_over_has_nothing_to_solve() -> None:
    shown = solved(CoinsPosition.from_id("coins:1.2/LL"))
    assert (shown.margin, shown.best_moves, shown.line, shown.moves) == (0, "", None, ())


def test_a_sum_reports_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.coins.watch._BETWEEN", -1.0)
    seen: list[Progress] = []
    solve([Component("circle", (1, 5, 2)), Component("row", (3, 4, 9))], progress=seen.append)
    assert [one.stage for one in seen][:2] == ["solving", "sum"]
    # One whole circle, and the states of a row of three.
    assert [(one.done, one.total) for one in seen[1:]] == [(done, 7) for done in range(1, 7)]


def test_a_table_reports_every_length() -> None:
    seen: list[Progress] = []
    TabulateRow(coins=ROW, first=3, to=5).answer(Work(progress=seen.append))
    assert [(one.stage, one.done, one.total) for one in seen] == [("table", done, 3) for done in (1, 2, 3)]


@pytest.mark.parametrize("of", ["A", "M", "S"])
def test_every_cell_of_a_table_against_the_segments(of: Literal["A", "M", "S"]) -> None:
    row: list[Coin] = [Fraction(1, 2), 3, -2, 10**30, 0, 0, 7]
    cells = SegmentTable(row)
    value = {"A": cells.alice, "M": cells.best, "S": cells.margin}[of]
    for start, stop in ((0, 7), (1, 6), (3, 4)):
        expected = tuple(tuple(value(i, j) for j in range(i, stop)) for i in range(start, stop))
        assert TabulateRow(coins=row, of=of, first=start + 1, to=stop).answer().table == expected
