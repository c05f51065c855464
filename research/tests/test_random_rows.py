"""Compare exact means with brute force, and estimates with exact means; test the lemma on swings."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.coins.row.fusion import margin, reduce_row, solve
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.progress import Progress
from perfectplay_research.random_rows import MAX_SAMPLED, exact_means, mean_margins, sampled_means
from tests.coins.oracles import brute_margin


@pytest.mark.parametrize(("k", "longest"), [(1, 5), (2, 9), (3, 7), (5, 4)])
def test_exact_means_are_those_of_all_rows(k: int, longest: int) -> None:
    for length in range(1, longest + 1):
        rows = list(product(range(1, k + 1), repeat=length))
        found = exact_means(k, length)
        assert found.margin == Fraction(sum(map(brute_margin, rows)), len(rows))
        assert found.survivors == Fraction(sum(len(reduce_row(row)) for row in rows), len(rows))
        different = [row for row in rows if row[0] != row[-1]]
        good = [row for row in different if "LR"[row[0] < row[-1]] in solve(row).best_moves]
        assert found.larger == (Fraction(len(good), len(different)) if different else None)


@pytest.mark.parametrize(("k", "longest"), [(2, 20), (3, 12), (4, 9), (10, 5)])
def test_counting_gives_the_same_means(k: int, longest: int) -> None:
    counted = mean_margins(k, longest)
    for length in range(1, longest + 1):
        found = exact_means(k, length)
        assert counted[length - 1] == (found.margin, found.survivors)


@pytest.mark.parametrize(("k", "length"), [(2, 60), (3, 31)])
def test_estimates_are_close_to_the_exact_means(k: int, length: int) -> None:
    seen: list[Progress] = []
    found = sampled_means(k, length, 2000, seed=9, progress=seen.append)
    exact, survivors = mean_margins(k, length)[-1]
    assert abs(found.margin.mean - exact) < 4 * found.margin.error < 0.5
    assert abs(found.survivors.mean - survivors) < 4 * found.survivors.error < 0.2
    assert (seen[-1].done, seen[-1].total) == (2000, 2000)
    assert found == sampled_means(k, length, 2000, seed=9)


def swings(row: tuple[int, ...], top: int) -> int:
    """Count the sizes whose first and last swing have the same direction; by the lemma, it is an even row's margin."""
    path = [0]
    for i, coin in enumerate(row):
        path.append(path[-1] + (top - coin) * (-1) ** i)
    return sum(
        first_move(path, size) == -first_move(path[::-1], size) != 0 for size in range(1, max(path) - min(path) + 1)
    )


def first_move(path: list[int], size: int) -> int:
    """Return 1 if the path first spans a range of this size by rising, -1 if by falling, 0 if it never spans one."""
    for t, at in enumerate(path):
        if max(path[: t + 1]) - min(path[: t + 1]) >= size:
            return 1 if at == max(path[: t + 1]) else -1
    return 0


@given(st.integers(1, 6).flatmap(lambda half: st.lists(st.integers(-4, 6), min_size=2 * half, max_size=2 * half)))
def test_the_margin_of_an_even_row_is_how_often_its_swings_agree(row: list[int]) -> None:
    assert swings(tuple(row), 6) == margin(row)


def test_small_even_rows_agree_with_the_lemma() -> None:
    for length in (2, 4, 6):
        for row in product(range(1, 4), repeat=length):
            assert swings(row, 3) == brute_margin(row)


def test_what_cannot_be_done_is_refused() -> None:
    with pytest.raises(InvalidPositionError, match="rows of '0' coins"):
        exact_means(2, 0)
    with pytest.raises(InvalidPositionError, match="k must be at least 2"):
        mean_margins(1, 5)
    with pytest.raises(LimitExceededError, match="take more than 1,000,000 steps"):
        exact_means(10, 40)
    with pytest.raises(LimitExceededError, match="may be at most"):
        sampled_means(2, 10**9, 2)
    with pytest.raises(InvalidPositionError, match="at least 2 rows of 2 coins"):
        sampled_means(2, 5, 1)
    with pytest.raises(LimitExceededError, match="at most 2,000,000,000 coins"):
        sampled_means(2, 1000, MAX_SAMPLED)
