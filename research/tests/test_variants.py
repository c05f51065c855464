"""Test the smallest positions at which fusion breaks, and the theorem on rows beside other games."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.coins.row.fusion import reduce_row
from perfectplay.coins.row.sums import Search, sum_margin
from perfectplay.coins.rules import Component
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay_research.variants import VARIANTS, Break, first_break, sum_plain, tree_margin
from tests.coins.oracles import brute_margin, brute_sum
from tests.tables import rows

Row = tuple[int, ...]
few = st.integers(-3, 5)


@cache
def several(coins: Row, most: int, *, mixed: bool) -> int:
    """Return the margin if a turn takes up to ``most`` coins from one end, or if ``mixed`` from both ends."""

    def taken(rest: Row, count: int, ends: str) -> set[Row]:
        if not rest or not count:
            return {rest}
        return {
            further
            for end in ends
            for further in taken(rest[1:] if end == "L" else rest[:-1], count - 1, "LR" if mixed else end)
        }

    rests = {rest for count in range(1, most + 1) for rest in taken(coins, count, "LR")} - {coins}
    return max((sum(coins) - sum(rest) - several(rest, most, mixed=mixed) for rest in rests), default=0)


ORACLES = {
    "circle": lambda coins: brute_sum([("circle", coins)]),
    "two": lambda coins: several(coins, 2, mixed=False),
    "two-mixed": lambda coins: several(coins, 2, mixed=True),
    "three": lambda coins: several(coins, 3, mixed=False),
    "elsewhere": brute_margin,
}


@rows(
    "variant, size, coins, fused, margins",
    [
        ("circle", 3, (0, 0, 1), (-1,), (1, -1)),
        ("circle", 4, (0, 1, 2, 1), (0, 0), (2, 0)),
        ("two", 3, (0, 1, 0), (-1,), (1, -1)),
        ("two", 4, (0, 0, 1, 1), (0, 0), (2, 0)),
        ("two-mixed", 3, (0, 1, 0), (-1,), (1, -1)),
        ("two-mixed", 4, (0, 0, 1, 1), (0, 0), (2, 0)),
        ("three", 3, (0, 1, 0), (-1,), (1, -1)),
        ("three", 4, (0, 0, 1, 1), (0, 0), (2, 0)),
        ("elsewhere", 3, (1, 0, 1), (2,), (0, 2)),
    ],
)
def test_the_smallest_position_breaks_and_none_before_it(
    variant: str, size: int, coins: Row, fused: Row, margins: tuple[int, int]
) -> None:
    assert first_break(variant, size, 3) == Break((), coins, (), fused, *margins)
    oracle = ORACLES[variant]
    assert (oracle(coins), oracle(fused)) == margins
    earlier = [row for row in product(range(max(coins) + 1), repeat=size) if (max(row), row) < (max(coins), coins)]
    for row in earlier:
        for before, (a, b, c), behind in triples(row, circle=variant == "circle"):
            if (a <= b >= c) != (variant == "elsewhere"):
                assert oracle(row) == oracle((*before, a - b + c, *behind))


def triples(row: Row, *, circle: bool) -> list[tuple[Row, Row, Row]]:
    if circle:
        turns = [row[i:] + row[:i] for i in range(len(row))]
        return [((), turn[:3], turn[3:]) for turn in turns]
    return [(row[:i], row[i : i + 3], row[i + 3 :]) for i in range(len(row) - 2)]


@rows(
    "variant, size, largest",
    [
        ("row", 6, 2),
        ("circle-row", 7, 2),
        ("circle-row", 8, 1),
        ("circle-stack", 7, 2),
        ("circle-stack", 8, 1),
        ("tree", 5, 2),
    ],
)
def test_nothing_small_breaks(variant: str, size: int, largest: int) -> None:
    assert first_break(variant, size, largest) is None


def test_no_tree_of_six_coins_breaks() -> None:
    assert first_break("tree", 6, 2) is None


@given(st.lists(few, min_size=1, max_size=5), st.lists(few, min_size=1, max_size=6))
@settings(deadline=None)
def test_a_row_beside_a_circle_may_be_fused(circle: list[int], row: list[int]) -> None:
    table = brute_sum([("circle", circle), ("row", row)])
    assert table == sum_plain((("circle", tuple(circle)), ("row", tuple(row))))
    assert table == brute_sum([("circle", circle), ("row", reduce_row(row))])
    assert table == sum_margin([("circle", circle), ("row", row)])


@given(st.lists(few, min_size=3, max_size=4), st.lists(few, min_size=1, max_size=3), st.lists(few, max_size=3))
@settings(deadline=None)
def test_even_rows_change_any_margin_by_their_own_at_most(circle: list[int], row: list[int], other: list[int]) -> None:
    even: list[tuple[str, list[int]]] = [
        ("row", row),
        ("row", other if (len(row) + len(other)) % 2 == 0 else [*other, 2]),
    ]
    table: list[tuple[str, list[int]]] = [("circle", circle)]
    assert -brute_sum(even) <= brute_sum(table + even) - brute_sum(table) <= brute_sum(even)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=8))
def test_a_path_is_a_row(coins: list[int]) -> None:
    parents = tuple(range(len(coins) - 1))
    assert tree_margin(parents, tuple(coins)) == brute_margin(coins)
    fused = list(VARIANTS["tree"].peaks(parents, tuple(coins)))
    assert all(VARIANTS["tree"].margin(*one) == brute_margin(coins) for one in fused)


@given(st.data(), st.integers(1, 6))
def test_trees_are_taken_leaf_by_leaf(data: st.DataObject, size: int) -> None:
    parents = tuple(data.draw(st.integers(0, i)) for i in range(size - 1))
    coins = tuple(data.draw(few) for _ in range(size))
    edges = [{child, parent} for child, parent in enumerate(parents, 1)]

    def plain(left: frozenset[int]) -> int:
        leaves = [i for i in left if sum(i in edge and edge <= left for edge in edges) <= 1]
        return max((coins[i] - plain(left - {i}) for i in leaves), default=0)

    assert tree_margin(parents, coins) == plain(frozenset(range(size)))


def test_a_search_beside_circles_looks_at_few_rows() -> None:
    seen: list[int] = []
    row = [i * i % 7 for i in range(60)]
    parts = Component("circle", (1, 2, 4)), Component("row", tuple(row))
    Search(lambda done, _total: seen.append(done)).margin(parts)
    assert seen[-1] <= (len(reduce_row(row)) + 1) ** 2


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(InvalidPositionError, match="the variants are row, elsewhere"):
        first_break("pond", 3, 1)
    with pytest.raises(InvalidPositionError, match="'0' coins"):
        first_break("row", 0, 1)
    with pytest.raises(LimitExceededError, match="more than 20,000,000 positions"):
        first_break("tree", 9, 3)
