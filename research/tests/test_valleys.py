"""Compare the theory of ties, valleys and sums in greedy coins with brute force."""

from itertools import product
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.coins.row.fusion import reduce_row
from perfectplay.coins.row.sums import best_moves
from perfectplay.coins.row.table import rolling_margin
from perfectplay.coins.rules import CoinsPosition, Component
from perfectplay.coins.ties import is_tied
from tests.coins.oracles import brute_sum
from tests.coins.test_sums import random_sum

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
        # The converse is false: 1 1 2 1 1 2 joins the ties 1 1 and 2 1 1 2, but is not tied.
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


def test_fusion_lemma_at_every_peak_and_only_there() -> None:
    random = Random(3)
    elsewhere = 0
    for _ in range(3_000):
        row = [random.randint(-3, 3) for _ in range(random.randint(3, 12))]
        i = random.randrange(len(row) - 2)
        a, b, c = row[i : i + 3]
        same = rolling_margin([*row[:i], a - b + c, *row[i + 3 :]]) == rolling_margin(row)
        if a <= b >= c:
            assert same
        else:
            elsewhere += not same
    assert elsewhere > 100


def test_suffixes_of_a_block_reduce_to_falling_coins() -> None:
    # This tests the lemma in docs/coins-theory.md, "Lines".
    random = Random(5)
    blocks = 0
    while blocks < 300:
        block = [random.randint(-5, 5) for _ in range(random.choice((3, 5, 7, 9)))]
        whole = reduce_row(block)
        if len(whole) > 1:
            continue
        blocks += 1
        for j in range(len(block)):
            suffix = reduce_row(block[j:])
            assert suffix == sorted(suffix, reverse=True)
            assert suffix[-1] >= whole[0]


def test_bottom_pairs_of_a_stack() -> None:
    # docs/coins-theory.md, "Blocked ends": removing u <= x at the bottom changes the margin by x - u or u - x.
    random = Random(2014)
    for _ in range(500):
        stack = tuple(random.randint(-2, 4) for _ in range(random.randint(0, 4)))
        u, x = sorted(random.randint(-2, 4) for _ in range(2))
        others = random_sum(random, ("row", "right"), 3)
        size = len(stack) + sum(len(coins) for _, coins in others)
        without, whole = brute_sum([("right", stack), *others]), brute_sum([("right", (*stack, u, x)), *others])
        assert whole == without + (x - u if size % 2 else u - x)


def test_fusion_in_sums() -> None:
    random = Random(2015)
    for _ in range(500):
        above, below = (tuple(random.randint(-2, 4) for _ in range(random.randint(0, 2))) for _ in range(2))
        b = random.randint(0, 4)
        a, c = random.randint(-2, b), random.randint(-2, b)
        others = random_sum(random, ("row", "left"), 3)
        kind = random.choice(("row", "left", "right"))
        whole = brute_sum([(kind, (*above, a, b, c, *below)), *others])
        assert whole == brute_sum([(kind, (*above, a - b + c, *below)), *others])


def test_the_largest_coin_if_it_can_be_taken_is_a_best_move() -> None:
    random = Random(2016)
    tried = 0
    while tried < 300:
        parts = [part for part in random_sum(random, ("row", "left", "right"), 5) if part[1]]
        if not parts:
            continue
        position = CoinsPosition.new([Component(kind, coins) for kind, coins in parts])
        largest = max(coin for _, coins in parts for coin in coins)
        for move in position.legal_moves():
            if position.coin(move) == largest:
                tried += 1
                assert move in best_moves(parts, numbered=not position.is_single)


def test_margins_of_a_position_and_of_the_one_after_add_up_to_little() -> None:
    # The first lemma of docs/coins-theory.md: S(K) + S(K without z) <= 2x - z for the largest x and a free z.
    random = Random(2017)
    for _ in range(300):
        parts = [part for part in random_sum(random, ("row", "left", "right"), 4) if part[1]]
        if not parts:
            continue
        position = CoinsPosition.new([Component(kind, coins) for kind, coins in parts])
        x = max(coin for _, coins in parts for coin in coins)
        for move in position.legal_moves():
            after = [(part.kind, part.coins) for part in position.play(move).components]
            assert brute_sum(parts) + brute_sum(after) <= 2 * x - position.coin(move)
