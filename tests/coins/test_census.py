"""The counting of ties: against counting valley by valley, and against counts that were known before."""

from collections import Counter
from collections.abc import Iterator

import pytest

from perfectplay.coins import ties as census
from perfectplay.coins.row.fusion import put, valley_margin
from perfectplay.coins.ties import tie_counts
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


def test_rows_of_which_one_coin_is_left() -> None:
    found = grown(2, 9)
    assert [found.single[2][n] for n in range(1, 10, 2)] == [1, 1, 1, 1, 1]
    assert [found.single[1][n] for n in range(1, 10, 2)] == [1, 3, 8, 21, 55]
