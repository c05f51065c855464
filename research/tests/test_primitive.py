"""Compare counts and lists of primitive ties, and all lemmas of docs/answers/three-values.md, with brute force."""

from itertools import compress, product
from math import comb, gcd

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.coins.row.fusion import margin, reduce_row
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay_research import primitive
from perfectplay_research.primitive import (
    is_balanced,
    is_primitive,
    primitive_counts,
    primitive_ties,
    ratios,
    shortest_unbalanced,
)
from tests.coins.twins import Patience, slow_margin
from tests.tables import rows

Row = tuple[int, ...]
RATIOS = [(p, q) for p in range(1, 5) for q in range(1, 5) if p + q <= 4 and gcd(p, q) == 1]
three = st.tuples(st.integers(-50, 50), st.integers(1, 60), st.integers(1, 60)).map(
    lambda given: (given[0], given[0] + given[1], given[0] + sum(given[1:]))
)


def even_ties(values: Row, length: int) -> set[Row]:
    rows = list(product(values, repeat=length))
    return set(compress(rows, slow_margin(np.array(rows).T, np.maximum) == 0))


def letters(rows: set[Row], values: Row) -> set[str]:
    return {"".join("abc"[values.index(coin)] for coin in row) for row in rows}


@rows(
    "values, longest",
    [((1, 2), 10), ((1, 2, 3), 8), ((0, 1, 3), 8), ((-2, 0, 1), 8), ((0, 5, 12), 8), ((1, 2, 3, 4), 6), ((7,), 6)],
)
def test_counts_and_lists_are_those_of_trying_all_rows(values: Row, longest: int) -> None:
    ties: dict[int, set[Row]] = {0: {()}}
    counts = []
    for length in range(2, longest + 1, 2):
        ties[length] = even_ties(values, length)
        joins = {u + v for i in range(2, length, 2) for u in ties[i] for v in ties[length - i]}
        wraps = {(c, *inner, c) for c in values for inner in ties[length - 2]}
        wanted = ties[length] - joins - wraps
        assert primitive_ties(values, length, None) == sorted(wanted)
        assert all(is_primitive(row) == (row in wanted) for row in ties[length])
        counts.append((length, len(ties[length]), len(wanted)))
    assert list(primitive_counts(values, longest + 1)) == counts


def test_counts_over_three_values() -> None:
    # A program in C that tried all 387,420,489 rows of 18 coins confirmed the last count.
    counts = (0, 2, 12, 78, 548, 4002, 29786, 225406, 1736486)
    assert tuple(count for _, _, count in primitive_counts((1, 2, 3), 18)) == counts


def test_over_two_values_no_tie_is_primitive() -> None:
    assert {count for _, _, count in primitive_counts((1, 2), 20)} == {0}


def test_an_odd_row_and_no_row_are_not_primitive() -> None:
    assert not is_primitive(())
    assert not is_primitive((1, 2, 1))
    assert primitive_ties((1, 2, 3), 5) == []


# -- the theorems --------------------------------------------------------------------------------------------------


@given(three, st.integers(0, 6))
def test_three_values_have_primitive_ties_of_all_even_lengths_from_six(values: Row, more: int) -> None:
    a, b, c = values
    row = (a, c, b, *[a] * (2 * more + 1), c, b)
    assert reduce_row(row) == [a + b - c] * 2
    assert margin(row) == 0
    assert is_primitive(row)


@given(three)
def test_four_coins_are_a_primitive_tie_only_for_equal_steps(values: Row) -> None:
    a, b, c = values
    wanted = [(a, b, c, b), (b, c, b, a)] if b - a == c - b else []
    assert primitive_ties(values, 4) == wanted


@pytest.mark.parametrize(("p", "q"), RATIOS)
def test_short_ties_are_balanced_and_the_shortest_that_are_not_are_the_paths(p: int, q: int) -> None:
    values = (0, p, p + q)
    length = 2 * (p + q)
    for shorter in range(2, length, 2):
        assert all(map(is_balanced, even_ties(values, shorter)))
    others = {row for row in even_ties(values, length) if not is_balanced(row)}
    assert sorted(others) == sorted(shortest_unbalanced(p, q))


@pytest.mark.parametrize(("p", "q"), [(1, 4), (2, 3), (3, 2), (4, 1)])
def test_the_shortest_ties_of_ten_coins_that_are_not_balanced(p: int, q: int) -> None:
    found = {row for row in even_ties((0, p, p + q), 10) if not is_balanced(row)}
    assert found == set(shortest_unbalanced(p, q))


def test_the_number_of_paths_is_known_beforehand() -> None:
    assert list(shortest_unbalanced(2, 6)) == [tuple(2 * coin for coin in row) for row in shortest_unbalanced(1, 3)]
    for p, q in product(range(1, 8), repeat=2):
        if gcd(p, q) == 1:
            rows = set(shortest_unbalanced(p, q))
            assert len(rows) == 2 * comb(p + q, p) // (p + q)
            assert all(margin(row) == 0 and is_primitive(row) for row in rows)


@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 3), st.data())
def test_a_path_that_stays_above_zero_and_comes_back_is_a_tie(p: int, q: int, more: int, data: st.DataObject) -> None:
    steps = data.draw(st.permutations([p] * (q * more) + [-q] * (p * more)))
    heights = [sum(steps[:i]) for i in range(len(steps))]
    # Start the path at its last lowest point, so that its heights are 0 or more; it may return to 0 before its end.
    start = max(i for i, height in enumerate(heights) if height == min(heights))
    steps = [*steps[start:], *steps[:start]]
    row = tuple(coin for step in steps for coin in (0 if step > 0 else p + q, p))
    assert margin(row) == 0
    assert reduce_row(row) == [p - max(sum(steps[:i]) for i in range(len(steps)))] * 2
    assert is_primitive(row) == all(sum(steps[:i]) > 0 for i in range(1, len(steps)))


@pytest.mark.parametrize("length", [2, 4, 6, 8])
def test_ratios_between_the_special_ones_have_the_same_ties(length: int) -> None:
    cells = ratios(length)
    edges = [ratio.p / ratio.q for ratio in cells if ratio.alone]
    assert edges == sorted({p / q for p in range(1, length) for q in range(1, length) if p + q <= length // 2})
    for ratio in cells:
        if ratio.alone:
            continue
        known = letters(even_ties(ratio.values, length), ratio.values)
        for p, q in [(1, 20), (20, 1), (30, 61), (31, 60), (60, 31), (60, 29), (61, 60), (60, 61), (60, 179)]:
            if [edge < p / q for edge in edges] == [edge < ratio.p / ratio.q for edge in edges]:
                values = (0, p, p + q)
                assert letters(even_ties(values, length), values) == known


def test_a_tie_that_is_primitive_stays_a_tie_when_its_ends_are_raised() -> None:
    for row in primitive_ties((1, 2, 3), 10, None):
        assert margin([row[0] + 1, *row[1:-1], row[-1] + 1]) == 0


# -- limits and bad input ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("values", [(), (1, 1), (3, 2, 1)])
def test_values_are_in_ascending_order(values: Row) -> None:
    for function in (primitive_counts, primitive_ties):
        with pytest.raises(InvalidPositionError, match=r"are not values of coins .*; give at least one, each larger"):
            function(values, 4)


def test_what_is_out_of_range_is_refused() -> None:
    with pytest.raises(InvalidPositionError, match="no rows of '0' coins"):
        primitive_counts((1, 2), 0)
    with pytest.raises(InvalidPositionError, match="the limit of games is '-1'"):
        primitive_ties((1, 2), 2, -1)
    with pytest.raises(LimitExceededError, match="more than 4,782,969 rows are not listed; take fewer values"):
        primitive_ties((1, 2, 3), 16)
    with pytest.raises(InvalidPositionError, match="'0' and '1' are not steps between three values"):
        next(shortest_unbalanced(0, 1))


def test_a_count_that_is_too_large_says_how_far_it_got(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(primitive, "MAX_STATES", 100)
    found: list[tuple[int, int, int]] = []
    with pytest.raises(LimitExceededError, match="of more than 4 coins take more than 100 states; ask for 4 coins"):
        found.extend(primitive_counts((1, 2, 3), 8))
    assert found == [(2, 3, 0), (4, 17, 2)]


def test_counting_and_listing_stop_when_told() -> None:
    assert list(primitive_counts((1, 2, 3), 30, tick=Patience(5))) == [(2, 3, 0), (4, 17, 2)]
    assert primitive_ties((1, 2, 3), 6, stopped=lambda: True) == []
