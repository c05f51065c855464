"""Ties over two values and the counting of ties: what docs/coins-theory.md says, by brute force, and the counts."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.coins import ties as census
from perfectplay.coins.row.fusion import put, reduce_row, valley_margin
from perfectplay.coins.ties import is_tied, tie_counts
from tests.tables import rows

Row = tuple[int, ...]


def push(valley: Row, coin: int) -> Row:
    longer = list(valley)
    put(longer, coin)  # type: ignore[arg-type]  # integers stay integers
    return tuple(longer)


def by_valleys(k: int, longest: int) -> Iterator[Counter[Row]]:
    """The plain twin: how many rows of 0, 1, 2, ... coins leave which valley."""
    rows: Counter[Row] = Counter({(): 1})
    yield rows
    for _ in range(longest):
        longer: Counter[Row] = Counter()
        for valley, number in rows.items():
            for coin in range(1, k + 1):
                longer[push(valley, coin)] += number
        rows = longer
        yield rows


@rows("k, longest", [(2, 26), (3, 15), (4, 11), (5, 9), (8, 6), (40, 3)])
def test_the_counts_are_those_of_counting_valley_by_valley(k: int, longest: int) -> None:
    twin = [
        sum(number for valley, number in rows.items() if valley_margin(valley) == 0) for rows in by_valleys(k, longest)
    ]
    assert [count for _, count in tie_counts(k, longest)] == twin[1:]


# Counted elsewhere before there was a formula.
@pytest.mark.parametrize(
    ("coins", "ties"), [(22, 378_786), (24, 1_383_036), (26, 5_072_580), (28, 18_692_524), (30, 69_206_740)]
)
def test_the_counts_that_were_known_before(coins: int, ties: int) -> None:
    assert dict(tie_counts(2, coins))[coins] == ties


def grown(k: int, longest: int) -> census.Census:
    found = census.Census(k, longest)
    for n in range(1, longest + 1):
        assert len(list(found.grow(n))) == len(census.values_left(k, n))
    return found


@pytest.mark.parametrize(("k", "longest"), [(2, 12), (3, 8), (4, 7)])
def test_how_many_rows_leave_a_valley_is_a_product(k: int, longest: int) -> None:
    found = grown(k, longest)
    for n, counted in enumerate(by_valleys(k, longest)):
        for valley, number in counted.items():
            if n == 0:
                continue
            bottom = min(range(len(valley)), key=valley.__getitem__)
            factors = [found.outer[v] for v in valley[:bottom] + valley[bottom + 1 :]]
            # Of two coins at the bottom one is like those outside.
            assert convolved([found.single[valley[bottom]], *factors], n) == number, valley


def convolved(factors: list[list[int]], n: int) -> int:
    total = [1] + [0] * n
    for factor in factors:
        total = [sum(total[i] * factor[m - i] for i in range(m + 1)) for m in range(n + 1)]
    return total[n]


@pytest.mark.parametrize(("k", "longest"), [(2, 10), (3, 7)])
def test_what_may_stand_beside_a_coin_without_a_trace(k: int, longest: int) -> None:
    for n in range(0, longest + 1, 2):
        for row in product(range(1, k + 1), repeat=n):
            left = reduce_row(row) if row else ()
            for coin in range(-4, k + 2):
                traceless = not left or (len(left) == 2 and left[0] == left[1] >= coin)
                assert (tuple(reduce_row((coin, *row))) == (coin,)) == traceless
                assert (tuple(reduce_row((*row, coin))) == (coin,)) == traceless


@pytest.mark.parametrize(("k", "longest"), [(2, 12), (3, 8), (5, 6)])
def test_an_even_row_is_tied_if_its_valley_is_a_mirror(k: int, longest: int) -> None:
    seen = 0
    for n in range(2, longest + 1, 2):
        for row in product(range(1, k + 1), repeat=n):
            valley = tuple(reduce_row(row))
            assert is_tied(row) == (valley == valley[::-1] and len(valley) % 2 == 0)
            seen += is_tied(row)
    assert seen > 100


# -- ties over two values ----------------------------------------------------------------------------------------


def is_join(row: Row) -> bool:
    return any(is_tied(row[:i]) and is_tied(row[i:]) for i in range(2, len(row), 2))


def test_every_even_tie_over_two_values_is_a_wrap_or_a_join_of_ties() -> None:
    for n in range(2, 15, 2):
        ties = [row for row in product((1, 2), repeat=n) if is_tied(row)]
        assert all((row[0] == row[-1] and is_tied(row[1:-1])) or is_join(row) for row in ties)
        # Not the other way round: 1 1 2 1 1 2 arises and is not tied.
        assert (len(ties) < comb(n, n // 2)) == (n >= 6)


@pytest.mark.parametrize(("values", "n"), [(range(-2, 3), 6), (range(3), 8), (range(6), 4), ((0, 1, 3, 7), 6)])
def test_raising_the_ends_of_a_tie_that_is_not_a_join(values: range | Row, n: int) -> None:
    seen = 0
    for row in product(values, repeat=n):
        if is_tied(row) and not is_join(row):
            assert is_tied((row[0] + 1, *row[1:-1], row[-1] + 1))
            seen += 1
    assert seen > 20


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=12))
def test_behind_the_shortest_beginning_is_the_rest_of_the_valley(coins: list[int]) -> None:
    valley = tuple(reduce_row(coins))
    if len(valley) > 1 and valley[0] >= valley[1]:
        shortest = next(i for i in range(1, len(coins), 2) if tuple(reduce_row(coins[:i])) == valley[:1])
        assert tuple(reduce_row(coins[shortest:])) == valley[1:]


def test_rows_of_which_one_coin_is_left() -> None:
    found = grown(2, 9)
    assert [found.single[2][n] for n in range(1, 10, 2)] == [1, 1, 1, 1, 1]
    assert [found.single[1][n] for n in range(1, 10, 2)] == [1, 3, 8, 21, 55]
