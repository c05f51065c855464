"""Compare the linear solver with brute force, the quadratic table and the literature."""

import logging
import signal
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.coins import kernels, watch
from perfectplay.coins.proof.write import certify
from perfectplay.coins.row import fusion
from perfectplay.coins.row.fusion import (
    RowStream,
    Solution,
    margin,
    optimal_line,
    prefix_margins,
    reduce_row,
    solve,
    valley_margin,
)
from perfectplay.coins.row.table import rolling_margin
from perfectplay.coins.rules import Coin
from perfectplay.coins.values import Coins
from perfectplay.coins.watch import watched
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.progress import Progress, ignore_progress
from tests.coins.oracles import brute_alice, brute_margin, is_optimal_line, move_table
from tests.tables import rows

Ints = npt.NDArray[np.int64]

COINS = st.one_of(st.integers(-3, 4), st.integers(0, 2), st.integers(-(10**30), 10**30))
ROWS = st.lists(COINS, min_size=1, max_size=40)
FRACTIONS = st.lists(st.fractions(-9, 9, max_denominator=12), min_size=1, max_size=20)


@pytest.fixture(params=["plain", "compiled"])
def both(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test twice for rows of any length: with the plain loops, and with the kernels."""
    monkeypatch.setattr(fusion, "_COMPILE_FROM", 1 if request.param == "compiled" else 1 << 60)
    return str(request.param)


def digits(text: str) -> list[int]:
    return [int(word) for word in (text.split() if " " in text else text)]


# -- figures ---------------------------------------------------------------------------------------------------

# Games from B. Yorgey, "The greedy coins game", parts 1 to 4, and its comments: coins, margin, totals, best moves.
GAMES = [
    ("1243", 0, (5, 5), "LR"),
    ("1342", 0, (5, 5), "LR"),
    ("1331", 0, (4, 4), "LR"),
    ("5115", 0, (6, 6), "LR"),
    ("1221", 0, (3, 3), "LR"),
    ("2112", 0, (3, 3), "LR"),
    ("3212", 2, (5, 3), "L"),
    ("123432", 1, (8, 7), "R"),
    ("51151221", 8, (13, 5), "L"),
    ("21121221", 2, (7, 5), "L"),
    ("12212112", 2, (7, 5), "R"),
    ("01233244156650", 0, (21, 21), "LR"),
    ("212333", 2, (8, 6), "R"),
    ("212553", 2, (10, 8), "R"),
]


@pytest.mark.parametrize(("text", "expected", "totals", "best"), GAMES, ids=[game[0] for game in GAMES])
def test_games_of_the_series(text: str, expected: int, totals: tuple[int, int], best: str, both: str) -> None:
    found = solve(digits(text))
    assert (found.margin, (found.first, found.second), found.best_moves) == (expected, totals, best)
    assert is_optimal_line(digits(text), str(found.line))


def test_all_rotations_of_the_long_tie(both: str) -> None:
    # Yorgey, part 1, comments: every rotation of this row is a tie.
    row = digits("01233244156650")
    for k in range(14):
        found = solve(row[k:] + row[:k])
        assert (found.margin, found.first, found.second, found.best_moves) == (0, 21, 21, "LR")


@pytest.mark.parametrize(
    ("text", "total"),
    [
        # The first player's totals in well-known exercises ("optimal strategy for a game", "coins in a line").
        ("8 15 3 7", 22),
        ("5 3 7 10", 15),
        ("2 6 5 2 7 3 5 4", 19),
        ("18 20 15 30 10 14", 64),
        ("1 2 10 3", 11),
        ("6 9 1 2 16 8", 23),
    ],
)
def test_totals_of_exercises(text: str, total: int, both: str) -> None:
    assert solve(digits(text)).first == total


def euler(n: int) -> list[int]:
    """Return the coins of Project Euler, problem 477."""
    row = [0]
    while len(row) < n:
        row.append((row[-1] ** 2 + 45) % 1_000_000_007)
    return row


@pytest.mark.parametrize(("n", "total"), [(2, 45), (4, 4_284_990), (100, 26_365_463_243), (10**4, 2_495_838_522_951)])
def test_project_euler_477(n: int, total: int, both: str) -> None:
    assert solve(euler(n), line=False).first == total


# -- agreement -------------------------------------------------------------------------------------------------


def test_linear_and_quadratic_kernels_agree_on_20_000_games() -> None:
    # Each row has at most 11 different values, between -12 and 12, so equal, zero and negative coins occur often.
    random = np.random.default_rng(477)
    stack, scratch = np.empty(64, np.int64), np.empty(64, np.int64)
    for _ in range(20_000):
        n, span, low = int(random.integers(1, 33)), int(random.integers(1, 12)), int(random.integers(-12, 3))
        coins = random.integers(low, low + span, n)
        value = kernels.quadratic(coins, scratch[:n])
        assert kernels.reduced_margin(stack, 1, kernels.push(stack, 1, coins)) == value
        if n > 1:
            left = int(coins[0]) - kernels.quadratic(coins[1:], scratch[: n - 1])
            right = int(coins[-1]) - kernels.quadratic(coins[:-1], scratch[: n - 1])
            size = kernels.push(stack, 1, coins[1:-1])
            assert kernels.finish(stack, size, int(coins[0]), int(coins[-1])) == (left, right)
            assert max(left, right) == value


def check_everything(row: list[Coin]) -> None:
    table = move_table(row)
    size = len(row)
    left, right = table[0, size]
    found = solve(row)
    assert found.margin == margin(row) == rolling_margin(row) == max(left, right)
    assert found.best_moves == ("LR" if left == right else "L" if left > right else "R")
    assert found.mistake_cost == abs(left - right)
    assert (found.first + found.second, found.first - found.second) == (sum(row), found.margin)
    assert found.line == optimal_line(row)
    assert is_optimal_line(row, optimal_line(row))
    assert optimal_line(row)[0] in found.best_moves
    assert prefix_margins(row) == [max(table[0, hi]) for hi in range(1, size + 1)]
    assert prefix_margins(row[::-1])[::-1] == [max(table[lo, size]) for lo in range(size)]


@given(ROWS)
def test_everything_against_the_table(row: list[Coin]) -> None:
    check_everything(row)


@given(FRACTIONS)
def test_fractions_against_the_table(row: list[Coin]) -> None:
    check_everything(row)


def test_every_short_game(both: str) -> None:
    longest = 5 if both == "compiled" else 7
    for size in range(1, longest + 1):
        for row in product((0, 1, 2), repeat=size):
            check_everything(list(row))


def test_random_games_of_both_twins(both: str) -> None:
    random = Random(2012)
    for _ in range(1_000):
        check_everything([random.randint(-4, 4) for _ in range(random.randint(1, 25))])


def test_brute_force_up_to_twelve_coins() -> None:
    random = Random(12)
    for size in range(1, 13):
        for _ in range(20 if size < 11 else 4):
            row = tuple(random.randint(-3, 6) for _ in range(size))
            found = solve(row)
            assert found.margin == brute_margin(row)
            assert found.first == brute_alice(row)


# -- the lemmas ------------------------------------------------------------------------------------------------


def test_valley_lemma() -> None:
    random = Random(4)
    for _ in range(500):
        falling = sorted((random.randint(-5, 5) for _ in range(random.randint(1, 8))), reverse=True)
        valley = falling + sorted(random.randint(falling[-1], 8) for _ in range(random.randint(0, 8)))
        assert rolling_margin(valley) == valley_margin(valley)


@given(st.lists(st.integers(-9, 9), max_size=60))
def test_reduced_rows_are_valleys(row: list[Coin]) -> None:
    found = reduce_row(row)
    assert len(found) % 2 == len(row) % 2
    assert not any(a <= b >= c for a, b, c in zip(found, found[1:], found[2:], strict=False))
    assert reduce_row(found) == found


def test_ends_of_the_valley_give_some_best_moves_only() -> None:
    assert reduce_row([2, 1, 2, 2]) == [2, 1]
    assert solve([2, 1, 2, 2]).best_moves == "LR"


# -- input -----------------------------------------------------------------------------------------------------


def test_a_single_coin() -> None:
    assert solve([-7]) == Solution(margin=-7, first=-7, second=0, mistake_cost=0, best_moves="LR", line="L")


@rows(
    "coins, message",
    [
        ([], "the row is empty"),
        (np.array([], dtype=np.int64), "the row is empty"),
        ([1, 1.5], "'1.5' is not a coin; use integers or fractions such as 3/2"),
        (np.array([1.0, 2.0]), "is not a coin; use integers or fractions such as 3/2"),
        ([True, 1], "'True' is not a coin"),
        (["1"], "'1' is not a coin"),
        ("1243", "'1243' is not a row of coins"),
        (5, "'5' is not a row of coins"),
        (np.ones((2, 2), dtype=np.int64), "has 2 dimensions"),
    ],
)
def test_bad_input(coins: Coins, message: str) -> None:
    for function in (margin, solve, optimal_line, prefix_margins):
        with pytest.raises(InvalidPositionError, match=message):
            function(coins)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "int64", "uint64", "object"])
def test_integer_arrays(dtype: str, both: str) -> None:
    row = [3, 1, 2, 9, 4, 4, 0, 7]
    array = np.array(row, dtype=dtype)
    expected = move_table(row)
    assert margin(array) == max(expected[0, 8])
    assert prefix_margins(array) == [max(expected[0, hi]) for hi in range(1, 9)]
    assert is_optimal_line(row, optimal_line(array))
    assert margin(array[::-2]) == margin(row[::-2])


@pytest.mark.parametrize("coin", [2**61, -(2**61), 2**62, -(2**63), 2**63 - 1, 2**64, 10**40])
def test_values_beyond_64_bits(coin: int, both: str) -> None:
    row: list[Coin] = [coin, 3, coin + 1, 0, -coin, 5]
    check_everything(row)


def test_extreme_arrays_take_the_exact_way(both: str) -> None:
    for dtype in (np.int64, np.uint64):
        limits = np.iinfo(dtype)
        array = np.array([limits.min, limits.max, 5, limits.max, limits.min, 3], dtype=dtype)
        assert solve(array) == solve(array.tolist())
        assert margin(array) == rolling_margin(array)


def test_arrays_are_left_alone(both: str) -> None:
    array: Ints = np.random.default_rng(1).integers(-9, 9, 1_000)
    before = array.copy()
    array.flags.writeable = False
    expected = solve(before.tolist())
    assert solve(array) == expected
    assert (array == before).all()


def test_a_long_row_in_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fusion, "_COMPILE_FROM", 1_000)
    array = np.cumsum(np.random.default_rng(2).integers(-9, 10, 60_000))
    found = solve(array)
    assert found.margin == valley_margin(reduce_row(array.tolist()))
    assert found.line == fusion._plain_line(array.tolist())
    assert prefix_margins(array)[::999] == [margin(array[: k + 1]) for k in range(0, 60_000, 999)]


@given(st.lists(st.lists(st.one_of(st.integers(-4, 4), st.just(2**61)), max_size=12), max_size=6), st.data())
def test_streams(pieces: list[list[int]], data: st.DataObject) -> None:
    stream = RowStream()
    row: list[Coin] = []
    for piece in pieces:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fusion, "_COMPILE_FROM", data.draw(st.sampled_from([1, 1 << 60])))
            item: Any = np.array(piece, dtype=np.int64) if data.draw(st.booleans()) else piece
            stream.push(item)
        row += piece
        assert (stream.count, stream.total) == (len(row), sum(row))
        if row:
            expected = solve(row, line=False)
            assert stream.solution() == expected == stream.solution()
    if not row:
        with pytest.raises(InvalidPositionError, match="empty"):
            stream.solution()


def test_a_stream_with_fractions_and_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fusion, "_COMPILE_FROM", 4)
    stream = RowStream()
    row: list[Coin] = [3, 1, 2, 9, Fraction(1, 2), 4, 4, 4, 4, 4, 7, 1]
    stream.push(row[:4])
    stream.push(row[4:6])
    stream.push(np.array(row[6:], dtype=np.int64))
    assert stream.solution() == solve(row, line=False)
    with pytest.raises(InvalidPositionError, match="not a coin"):
        stream.push([1, 0.5])
    assert stream.count == len(row)


def test_blocks_are_as_long_as_the_row_and_worth_what_they_hold() -> None:
    random = Random(6)
    for _ in range(300):
        row: list[Coin] = [random.randint(-4, 5) for _ in range(random.randint(0, 30))]
        values, lengths = fusion.fused_blocks(row)
        assert values == reduce_row(row)
        assert sum(lengths) == len(row)
        start = 0
        for value, length in zip(values, lengths, strict=True):
            assert reduce_row(row[start : start + length]) == [value]
            start += length


@rows("function", [fusion.margin, fusion.solve, fusion.optimal_line, fusion.prefix_margins])
@rows("coins", [np.ma.array([3, 1, 2], mask=[True, False, False]), {3, 1}, {3: 1}, frozenset({1, 2})])
def test_what_has_no_order_or_no_values_is_no_row(function: object, coins: object) -> None:
    with pytest.raises(InvalidPositionError, match="not a row of coins"):
        function(coins)  # type: ignore[operator]


@pytest.mark.parametrize("coins", [[1 << 5000, 3], [-(1 << 4001)], [Fraction(1, 3**2000), Fraction(1, 7**1000), 1]])
def test_coins_too_wide_to_be_printed_are_refused(coins: list[Coin]) -> None:
    for function in (fusion.margin, fusion.solve, certify):
        with pytest.raises(LimitExceededError, match="4000 bits"):
            function(coins)


# -- progress of long work ---------------------------------------------------------------------------------------------


def test_progress_tells_the_lengths_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "_BETWEEN", 0.0)
    seen: list[Progress] = []
    with watched("lengths", 7, None, seen.append) as tick:
        assert not tick(1, 0, 100)
        assert not tick(3, 20, 100)
        assert not tick(3, 50, 100)
        tick.begin("games")
        assert not tick(7, 4, 9)
    assert [(one.stage, one.done, one.total) for one in seen] == [
        ("lengths", 0, 7),
        ("lengths", 2, 7),
        ("lengths", 2, 7),
        ("games", 4, 9),
    ]
    assert tick.reason is None


def test_progress_has_an_estimate_once_it_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "_SURE", -1.0)
    seen: list[Progress] = []
    with watched("lengths", 7, None, seen.append) as tick:
        tick(1, 0, 100)
        tick(2, 100, 100)
    assert [one.stage for one in seen] == ["lengths", "lengths, about 5 seconds left"]


def test_long_work_is_announced_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(watch, "_SURE", -1.0)
    monkeypatch.setattr(watch, "LONG", -1.0)
    with caplog.at_level(logging.WARNING, logger="perfectplay"), watched("lengths", 7, None, ignore_progress) as tick:
        tick(1, 0, 10)
        tick(2, 1, 10)
    assert caplog.messages == ["this takes about 5 seconds more; Ctrl-C ends it and prints what is known by then"]


def test_a_time_limit_and_ctrl_c_stop_the_work() -> None:
    with watched("lengths", 7, 1e-9, ignore_progress) as tick:
        assert tick(1, 0, 10)
    assert tick.reason == "time limit"
    with watched("lengths", 7, None, ignore_progress) as tick:
        assert not tick(1, 0, 10)
        signal.raise_signal(signal.SIGINT)
        assert tick(1, 1, 10)
    assert tick.reason == "interrupted"
