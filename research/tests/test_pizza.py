"""Compare plans for pizzas with brute force, shares with the circle solver, and the poorest pizzas with theorems."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay_research.pizza import EXTREMAL, best_share, plan, poorest_pizzas
from tests.coins.oracles import brute_sum
from tests.profiles import examples
from tests.tables import rows

pizzas = st.lists(st.integers(0, 4), min_size=1, max_size=9).filter(any).map(tuple)


def brute_plan(sizes: tuple[int, ...], jumps: int) -> int:
    """Return Alice's guaranteed amount by brute force over all sets of eaten slices."""
    n = len(sizes)

    @cache
    def alice(eaten: frozenset[int], last: int, left: int) -> int:
        if len(eaten) == n:
            return 0
        values = [sizes[i] + bob(eaten | {i}, left - jumped) for i, jumped in free(eaten, last) if jumped <= left]
        return max(values)

    @cache
    def bob(eaten: frozenset[int], left: int) -> int:
        return min((alice(eaten | {i}, i, left) for i, _ in free(eaten, -9)), default=0)

    def free(eaten: frozenset[int], last: int) -> list[tuple[int, bool]]:
        edges = [i for i in range(n) if i not in eaten and ((i - 1) % n in eaten or (i + 1) % n in eaten)]
        return [(i, (i - last) % n not in {1, n - 1}) for i in edges]

    return max(sizes[i] + bob(frozenset({i}), jumps) for i in range(n))


@given(pizzas, st.integers(0, 3))
@settings(max_examples=examples(60))
def test_a_plan_gets_what_all_lines_of_play_give(sizes: tuple[int, ...], jumps: int) -> None:
    found = plan(sizes, jumps)
    assert found.amount == brute_plan(sizes, jumps)
    assert found.share == Fraction(found.amount) / sum(sizes)
    assert sorted(turn.number for turn in found.line) == list(range(1, len(sizes) + 1))
    assert [turn.kind == "answer" for turn in found.line] == [i % 2 == 1 for i in range(len(sizes))]
    assert sum(turn.kind == "jump" for turn in found.line) <= jumps


@given(pizzas)
@settings(deadline=None)
def test_without_a_limit_a_plan_is_best_play(sizes: tuple[int, ...]) -> None:
    margin = brute_sum([("circle", sizes)])
    assert best_share(sizes) == Fraction(sum(sizes) + margin, 2) / sum(sizes) == plan(sizes, len(sizes)).share


@given(st.lists(st.integers(0, 9), min_size=1, max_size=25).filter(any))
@settings(deadline=None)
def test_the_theorems_of_others_hold(sizes: list[int]) -> None:
    shares = [plan(sizes, jumps).share for jumps in (0, 1, 2)]
    assert shares[0] >= Fraction(1, 3)
    assert shares[1] >= Fraction(7, 16)
    assert shares[2] >= Fraction(4, 9)
    assert shares == sorted(shares)
    assert shares[2] <= best_share(sizes)
    if len(sizes) % 2 == 0:
        assert shares[0] >= Fraction(1, 2)


def test_the_extremal_pizza() -> None:
    assert best_share(EXTREMAL) == plan(EXTREMAL, 2).share == Fraction(4, 9)
    assert (len(EXTREMAL), sum(EXTREMAL), set(EXTREMAL)) == (15, 9, {0, 1, 2})


@rows("size", range(1, 8))
def test_the_poorest_pizzas_are_those_of_all_pizzas(size: int) -> None:
    rows = [row for row in product(range(3), repeat=size) if any(row)]
    least = min(map(best_share, rows))
    share, found = poorest_pizzas(size, 2)
    assert share == least
    poorest = {row for row in rows if best_share(row) == least}
    assert set(found) == {min(w[i:] + w[:i] for w in (row, row[::-1]) for i in range(size)) for row in poorest}


def test_no_smaller_pizza_of_slices_0_1_2_gives_less_than_half() -> None:
    assert [poorest_pizzas(size, 2)[0] for size in range(2, 15)] == [Fraction(1, 2)] * 13
    assert poorest_pizzas(15, 2) == (Fraction(4, 9), (EXTREMAL, (0, 0, 1, 0, 1, 0, 0, 2, 0, 1, 0, 0, 2, 0, 2)))


def test_without_jumps_a_third_is_all_that_is_sure() -> None:
    assert plan((0, 0, 1, 0, 0, 1, 0, 0, 1), 0).share == Fraction(1, 3)
    for size in (1, 3, 5, 7):
        assert min(plan(row, 0).share for row in product(range(3), repeat=size) if any(row)) >= Fraction(1, 2)


def test_what_is_no_pizza_is_refused() -> None:
    with pytest.raises(InvalidPositionError, match="'0 0' is not a pizza"):
        best_share((0, 0))
    with pytest.raises(InvalidPositionError, match="'1 -1 3' is not a pizza"):
        plan((1, -1, 3), 1)
    with pytest.raises(InvalidPositionError, match="'-1' jumps"):
        plan((1, 2), -1)
    with pytest.raises(LimitExceededError, match="at most 300 slices"):
        plan((1,) * 301, 0)
    with pytest.raises(InvalidPositionError, match="no pizzas of '0' slices"):
        poorest_pizzas(0, 2)
    with pytest.raises(LimitExceededError, match="at most 5,000,000"):
        poorest_pizzas(16, 2)
    with pytest.raises(LimitExceededError, match="'1' slices up to '1000000000000000000000' are too many"):
        poorest_pizzas(1, 10**21)
