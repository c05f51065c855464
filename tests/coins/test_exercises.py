"""Worksheets of greedy coins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.coins.row.table import rolling_margin
from perfectplay.coins.rules import CoinsPosition
from perfectplay.coins.teaching.exercises import LEVELS, MAX_EXERCISES, exercises
from perfectplay.core.errors import PerfectPlayError


@given(st.sampled_from(list(LEVELS)), st.integers(1, MAX_EXERCISES), st.integers(0, 10**15))
def test_rows_are_of_the_level_and_have_one_best_end(level: str, count: int, seed: int) -> None:
    found = exercises(level, count, seed)
    assert found == exercises(level, count, seed)
    rows = [row.coins for row in found]
    # Nobody solves a row again from its other end.
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
    with pytest.raises(PerfectPlayError, match=r"there is no level 'trivial'|rows cannot be chosen; 1 to 24"):
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
    """What the first player still gets, by trying both ends."""
    if not coins:
        return 0
    ways = [
        coin * first_moves + still_gets(rest, first_moves=not first_moves)
        for coin, rest in ((coins[0], coins[1:]), (coins[-1], coins[:-1]))
    ]
    return max(ways) if first_moves else min(ways)


def test_a_sheet_of_ends_has_no_triangle() -> None:
    assert [one.triangle for one in exercises("easy", 3, 1)] == [None, None, None]
