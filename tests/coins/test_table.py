"""Compare the quadratic tables with brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, product
from random import Random

import numpy as np
import pytest

from perfectplay.coins.row import table as module
from perfectplay.coins.row.fusion import margin, solve
from perfectplay.coins.row.table import SegmentTable, all_lines, rolling_margin
from perfectplay.coins.rules import Coin
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from tests.coins.oracles import brute_alice, brute_lines, is_optimal_line, move_table


@pytest.fixture(params=["plain", "compiled"])
def both(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test twice for rows of any length: with the plain loops, and with the kernels."""
    monkeypatch.setattr(module, "_COMPILE_FROM", 1 if request.param == "compiled" else 1 << 60)
    return str(request.param)


def digits(text: str) -> list[int]:
    return [int(digit) for digit in text]


def test_the_worked_example_of_the_series(both: str) -> None:
    # B. Yorgey, "Computing optimal play for the greedy coins game, part 4" (2017): 1 2 4 3.
    table = SegmentTable([1, 2, 4, 3])
    assert (table.alice(0, 3), table.best(0, 3)) == (5, "LR")
    # After Alice takes the 3, Bob takes the 4, and Alice gets 2 more.
    assert (table.alice(0, 2), table.best(0, 2), table.alice(0, 1), table.best(0, 1)) == (2, "R", 2, "R")
    # After Alice takes the 1, the coins 2 4 3 give her 4 more.
    assert table.alice(1, 3) == 4


@pytest.mark.parametrize(("text", "lines"), [("1243", 3), ("12212112", 16)])
def test_optimal_lines_of_the_series(text: str, lines: int, both: str) -> None:
    # In Yorgey's two games, 3 of the 8 lines of play are optimal, and 16 of the 128.
    row = digits(text)
    assert SegmentTable(row).count_lines() == len(all_lines(row)) == len(brute_lines(row)) == lines


def check_segments(row: list[Coin]) -> None:
    table = SegmentTable(row)
    expected = move_table(row)
    assert rolling_margin(row) == max(expected[0, len(row)])
    for (lo, hi), (left, right) in expected.items():
        best = "LR" if left == right else "L" if left > right else "R"
        assert table.best(lo, hi - 1) == best
        assert table.margin(lo, hi - 1) == max(left, right)
        total = sum(row[lo:hi])
        mine = (total + max(left, right)) / Fraction(2)
        assert table.alice(lo, hi - 1) == (total - mine if (len(row) - hi + lo) % 2 else mine)


def test_all_segments(both: str) -> None:
    random = Random(4)
    for _ in range(100):
        check_segments([random.randint(-3, 4) for _ in range(random.randint(1, 12))])
    # The table keeps every 64th diagonal, so try sizes near 64 and 128.
    for size in (63, 64, 65, 66, 130):
        check_segments([random.randint(-9, 9) for _ in range(size)])


def test_alice_by_the_whole_tree(both: str) -> None:
    row = tuple(Random(5).randint(-3, 9) for _ in range(9))
    table = SegmentTable(row)
    for i in range(9):
        for j in range(i, 9):
            assert table.alice(i, j) == brute_alice(row[i : j + 1], (9 - (j - i + 1)) % 2)


def test_fractions_and_large_values(both: str) -> None:
    check_segments([Fraction(1, 2), 3, Fraction(-7, 3), 4, 4, Fraction(5, 6)])
    check_segments([2**62, 3, -(2**70), 4, 4, 10**30])
    assert SegmentTable([Fraction(1, 2), 3]).margin(0, 1) == Fraction(5, 2)


def test_lines_of_random_games(both: str) -> None:
    random = Random(6)
    for _ in range(100):
        row = [random.randint(0, 2) for _ in range(random.randint(1, 9))]
        lines = brute_lines(row)
        table = SegmentTable(row)
        assert list(table.lines()) == lines == list(all_lines(row))
        assert table.count_lines() == len(lines)
        i = random.randrange(len(row))
        j = random.randrange(i, len(row))
        assert list(table.lines(i, j)) == brute_lines(row[i : j + 1])
        assert table.count_lines(i, j) == len(brute_lines(row[i : j + 1]))


def test_very_many_lines() -> None:
    row = [1] * 300
    assert SegmentTable(row).count_lines() == 2**299
    assert all_lines(row, 3) == ("L" * 300, "L" * 298 + "RL", "L" * 297 + "RLL")
    assert all(is_optimal_line(row, line) for line in islice(SegmentTable(row).lines(), 5))


def test_every_short_game_has_the_lines_that_its_moves_say(both: str) -> None:
    for row in product((0, 1, 2), repeat=4):
        assert all_lines(row) == tuple(brute_lines(row))


def test_a_large_table_is_compact_and_agrees_with_the_linear_solver() -> None:
    row = np.random.default_rng(7).integers(-1_000, 1_000, 3_000)
    table = SegmentTable(row)
    assert table.nbytes < 3_000 * 3_001 // 2 * 0.4
    random = Random(7)
    for _ in range(300):
        i = random.randrange(3_000)
        j = random.randrange(i, 3_000)
        found = solve(row[i : j + 1], line=False)
        assert (table.margin(i, j), table.best(i, j)) == (found.margin, found.best_moves)
    assert rolling_margin(row) == margin(row)


@pytest.mark.parametrize(("i", "j"), [(-1, 2), (2, 1), (0, 4), (4, 4)])
def test_segments_that_are_not_there(i: int, j: int) -> None:
    table = SegmentTable([1, 2, 4, 3])
    for query in (table.margin, table.alice, table.best, table.count_lines, table.lines):
        with pytest.raises(InvalidPositionError, match=rf"no segment {i}\.\.{j}; .* <= 3"):
            query(i, j)


def test_bad_input() -> None:
    for function in (rolling_margin, SegmentTable, all_lines):
        with pytest.raises(InvalidPositionError, match="the row is empty"):
            function([])
        with pytest.raises(InvalidPositionError, match=r"'0\.5' is not a coin"):
            function([1, 0.5])
    with pytest.raises(LimitExceededError, match="30001 coins is too large; the limit is 30000 coins"):
        SegmentTable([1] * 30_001)
    with pytest.raises(LimitExceededError, match="the limit is 2000 coins"):
        SegmentTable([2**62] * 2_001)
    with pytest.raises(LimitExceededError, match="limit of 0 lists"):
        all_lines([1, 2], 0)
