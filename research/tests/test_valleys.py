"""What the theory of greedy coins says of ties and valleys, by brute force."""

from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.coins.row.fusion import reduce_row
from perfectplay.coins.ties.enumeration import is_tied

Row = tuple[int, ...]


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
