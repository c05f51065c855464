import random
from array import array
from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.coins.questions.row import TabulateRow
from perfectplay.coins.questions.ties import CountTies
from perfectplay.coins.row.fusion import optimal_line
from perfectplay.coins.row.sums import perfect_line
from perfectplay.coins.row.table import SegmentTable, rolling_margin
from perfectplay.coins.rules import MAX_COINS, Coin, CoinsPosition, Component, parse_gaps
from perfectplay.coins.solve import CoinsSolved, Table, as_array, solve
from perfectplay.coins.teaching.exercises import LEVELS, MAX_EXERCISES, exercises
from perfectplay.core.errors import IllegalMoveError, LimitExceededError, PerfectPlayError
from perfectplay.core.game import load_game
from perfectplay.core.progress import Progress
from perfectplay.core.question import Work
from perfectplay.core.schema import encode
from tests.coins.twins import components, fractions, perfect, starts
from tests.tables import rows

GAME = load_game("coins")


@given(starts(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_every_move_of_the_line_is_perfect(start: CoinsPosition, source: Any) -> None:
    position = start
    for _ in range(source.randrange(start.coins_left + 1)):
        position = position.play(source.choice(position.legal_moves()))
    for move in perfect_line(position):
        after = position.play(move)
        assert after.moves[-1] == move
        assert position.coin(move) - perfect(after) == perfect(position)
        position = after
    assert position.is_over()


@given(st.lists(fractions, min_size=1, max_size=60))
@settings(deadline=None)
def test_the_line_of_a_row_is_the_solver_s(row: list[Any]) -> None:
    assert "".join(perfect_line(CoinsPosition.new(row))) == optimal_line(row)


@given(starts(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_solutions(start: CoinsPosition, source: Any) -> None:
    position = start
    for _ in range(source.randrange(start.coins_left + 1)):
        position = position.play(source.choice(position.legal_moves()))
    result = solve(position)
    mover = -1 if position.to_move else 1
    assert result.status == "optimal"
    assert result.lower == result.value == result.upper
    assert result.margin == perfect(position)
    total = sum(sum(component.coins) for component in start.start_components)
    assert 2 * result.value == total + position.margin + mover * perfect(position)
    assert result.best_moves is not None
    assert set(result.best_moves) == {
        move
        for move in position.legal_moves()
        if position.coin(move) - perfect(position.play(move)) == perfect(position)
    }
    end = position
    for move in result.moves:
        end = end.play(str(move))
    assert end.is_over()
    assert end.scores()[0] == result.value


def test_a_row_with_gaps() -> None:
    # Sample input of the contest HNOI 2010: totals 17 and 9.
    reports: list[Progress] = []
    result = solve(CoinsPosition.new(parse_gaps("1 2 0 3 7 4 0 9")), progress=reports.append)
    assert (result.value, result.margin, result.best_moves) == (17, 8, ("3L",))
    assert len(result.moves) == 6
    assert [report.stage for report in reports] == ["solving"]


def test_fractions_stay_exact() -> None:
    result = solve(CoinsPosition.new([Fraction(1, 2), Fraction(1, 3)]))
    assert (result.value, result.margin) == (Fraction(1, 2), Fraction(1, 6))


def test_the_longest_games() -> None:
    source = random.Random(3)
    row = [source.randrange(10**6) for _ in range(10_000)]
    result = solve(CoinsPosition.new(row))
    assert "".join(map(str, result.moves)) == optimal_line(row)
    thirds = [row[:4000], row[4000:7000], row[7000:]]
    kinds: list[Any] = ["left", "row", "right"]
    position = CoinsPosition.new([Component(kind, tuple(part)) for kind, part in zip(kinds, thirds, strict=True)])
    result = solve(position)
    for move in result.moves:
        position = position.play(str(move))
    assert position.scores()[0] == result.value


def test_a_finished_game() -> None:
    result = solve(CoinsPosition.from_id("coins:1.2/RL"))
    assert (result.value, result.margin, result.moves, result.best_moves) == (2, 0, (), ())


def test_a_sum_that_is_too_large() -> None:
    position = CoinsPosition.new([Component("circle", (1,) * 300), Component("row", (1,) * 300)])
    with pytest.raises(LimitExceededError):
        solve(position)


@given(starts())
def test_moves_are_read_as_they_print(start: CoinsPosition) -> None:
    for move in start.legal_moves():
        for typed in (move, f" {move.lower()} ", move.replace("L", " left").replace("R", " right")):
            assert GAME.parse_move(typed, start) == move


@rows(
    "text, typed, move",
    [
        ("coins:1.2", "1L", "L"),
        ("coins:1.2", "RIGHT", "R"),
        ("coins:1.2~3", "2.l", "2L"),
        ("coins:o1.2.3", "k3", "1K3"),
        ("coins:o1.2.3", "k 3", "1K3"),
        ("coins:o1.2.3/1K3", "l", "1L"),
    ],
)
def test_what_people_type(text: str, typed: str, move: str) -> None:
    position = CoinsPosition.from_id(text)
    assert GAME.parse_move(typed, position) == move
    assert position.play(move).moves[-1] == move


@rows(
    "text, typed",
    [
        ("coins:1.2", ""),
        ("coins:1.2", "3"),
        ("coins:1.2", "2L"),
        ("coins:1.2", "LR"),
        ("coins:1.2~3", "L"),
        ("coins:1.2~3", "0L"),
        ("coins:1.2/LL", "x"),
        ("coins:o1.2", "K"),
    ],
)
def test_what_is_no_move(text: str, typed: str) -> None:
    position = CoinsPosition.from_id(text)
    with pytest.raises(IllegalMoveError, match="is not a move; legal moves are") as caught:
        GAME.parse_move(typed, position)
    assert len(str(caught.value).splitlines()) == 1


@given(components(5), st.text(max_size=8))
def test_any_text_is_a_move_or_gets_an_error(component: Component, text: str) -> None:
    position = CoinsPosition.new(component)
    try:
        move = GAME.parse_move(text, position)
    except IllegalMoveError:
        move = ""
    if move:
        assert move.strip("123456789")[0] in "LRK"


# -- questions ---------------------------------------------------------------------------------------------------------

ROW = [5, 1, 1, 5, 1, 2, 2, 1]


def solved(table: Table, *, line: bool = True) -> CoinsSolved:
    return solve(table, line=line).as_answer()


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
    # The number of coins is allowed, but their digits do not fit into an id.
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
    # Moves name their component in both answers, because there is more than one component.
    assert there == untimed(solved(parts))


def test_a_game_that_is_over_has_nothing_to_solve() -> None:
    shown = solved(CoinsPosition.from_id("coins:1.2/LL"))
    assert (shown.margin, shown.best_moves, shown.line, shown.moves) == (0, "", None, ())


def test_a_sum_reports_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.coins.watch._BETWEEN", -1.0)
    seen: list[Progress] = []
    solve([Component("circle", (1, 5, 2)), Component("row", (3, 4, 9))], progress=seen.append)
    assert [one.stage for one in seen][:2] == ["solving", "sum"]
    # The row of three coins has 7 states, and only states with a whole circle are counted.
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


# -- worksheets --------------------------------------------------------------------------------------------------------


@given(st.sampled_from(list(LEVELS)), st.integers(1, MAX_EXERCISES), st.integers(0, 10**15))
def test_rows_are_of_the_level_and_have_one_best_end(level: str, count: int, seed: int) -> None:
    found = exercises(level, count, seed)
    assert found == exercises(level, count, seed)
    rows = [row.coins for row in found]
    # No two rows are equal or mirror images of each other.
    assert len({min(row, row[::-1]) for row in rows}) == count
    assert [len(row) for row in rows] == sorted(len(row) for row in rows)
    for row, answer in zip(rows, found, strict=True):
        assert len(row) in LEVELS[level].lengths
        assert 1 <= min(row) <= max(row) <= LEVELS[level].largest
        margin = rolling_margin(row)
        assert answer.margin == margin == answer.first - answer.second
        values = {"L": row[0] - rolling_margin(row[1:]), "R": row[-1] - rolling_margin(row[:-1])}
        assert values[answer.best_moves] == margin
        assert max(values.values()) - min(values.values()) == answer.mistake_cost > 0
        if LEVELS[level].tempting:
            assert (answer.best_moves == "L") == (row[0] < row[-1])
        assert CoinsPosition.from_id(answer.position).moves == ()
        assert sorted(answer.taken) == sorted(row)
        assert (sum(answer.taken[0::2]), sum(answer.taken[1::2])) == (answer.first, answer.second)


@pytest.mark.parametrize(("level", "count"), [("trivial", 1), ("easy", 0), ("easy", MAX_EXERCISES + 1)])
def test_what_is_no_worksheet_is_refused(level: str, count: int) -> None:
    with pytest.raises(
        PerfectPlayError, match=r"there is no level 'trivial'|cannot choose .* rows; give a number from 1 to 24"
    ):
        exercises(level, count, 1)


@given(st.sampled_from(list(LEVELS)), st.integers(1, MAX_EXERCISES), st.integers(0, 10**15))
def test_triangles_are_small_and_follow_from_the_rules(level: str, count: int, seed: int) -> None:
    for one in exercises(level, count, seed, kind="triangle"):
        assert len(one.coins) in LEVELS[level].triangles
        assert {4, 5, 6, 7, 8} >= set(LEVELS[level].triangles)
        assert one.triangle is not None
        assert [len(row) for row in one.triangle] == list(range(len(one.coins), 0, -1))
        for length, row in enumerate(one.triangle, 1):
            for i, value in enumerate(row):
                left = one.coins[i : i + length]
                assert value == still_gets(left, first_moves=(len(one.coins) - length) % 2 == 0)
        assert one.triangle[-1] == (one.first,)


def still_gets(coins: tuple[int, ...], *, first_moves: bool) -> int:
    """Return how many points the first player still gets, by trying both ends at each turn."""
    if not coins:
        return 0
    ways = [
        coin * first_moves + still_gets(rest, first_moves=not first_moves)
        for coin, rest in ((coins[0], coins[1:]), (coins[-1], coins[:-1]))
    ]
    return max(ways) if first_moves else min(ways)


def test_a_sheet_of_ends_has_no_triangle() -> None:
    assert [one.triangle for one in exercises("easy", 3, 1)] == [None, None, None]
