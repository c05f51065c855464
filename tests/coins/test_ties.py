"""Test the counts and lists of ties."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.coins.row.fusion import margin, put, valley_margin
from perfectplay.coins.rules import CoinsPosition
from perfectplay.coins.ties import MAX_LENGTH, census, count_ties, is_tied, list_ties, tie_counts
from perfectplay.coins.ties.census import tie_bfile
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from tests.coins.twins import Patience, digits, fractions, perfect, slow_margin
from tests.tables import rows

# For each k, the numbers of ties over {1..k} with 2, 4, 6, ... coins, found by a quadratic table for every row.
COUNTS = {
    2: (2, 6, 18, 56, 184, 632, 2230, 7980, 28766, 104176),
    3: (3, 17, 105, 697, 4931, 36573),
    4: (4, 36, 376, 4316, 53084),
}


@pytest.mark.parametrize("k", COUNTS)
def test_counts_are_those_of_the_exhaustive_search(k: int) -> None:
    length = 2 * len(COUNTS[k])
    assert tuple(count for n, count in tie_counts(k, length) if n % 2 == 0) == COUNTS[k]
    assert count_ties(k, length) == COUNTS[k][-1]


@pytest.mark.parametrize(("k", "length"), [(1, 5), (2, 9), (3, 6), (4, 5), (7, 4)])
def test_the_list_is_what_trying_all_games_gives(k: int, length: int) -> None:
    wanted = [coins for coins in product(range(1, k + 1), repeat=length) if slow_margin(coins) == 0]
    assert list_ties(k, length, None) == wanted
    assert count_ties(k, length) == len(wanted)


@pytest.mark.full
@pytest.mark.parametrize(("k", "length"), [(2, 16), (3, 10), (4, 8)])
def test_longer_games_one_by_one(k: int, length: int) -> None:
    columns = np.array([*product(range(1, k + 1), repeat=length)]).T
    found = np.count_nonzero(slow_margin(columns, np.maximum) == 0)
    assert found == count_ties(k, length) == COUNTS[k][length // 2 - 1]


def test_a_list_can_be_cut_short() -> None:
    assert list_ties(2, 40, 2) == [(1,) * 40, (1,) * 38 + (2, 2)]
    assert list_ties(2, 4, 0) == []
    assert len(list_ties(2, 20)) == 1000


def test_long_rows_of_equal_coins_are_tied() -> None:
    assert list_ties(1, MAX_LENGTH) == [(1,) * MAX_LENGTH]
    assert count_ties(1, MAX_LENGTH - 1) == 0


@given(st.lists(fractions, max_size=9))
def test_a_tie_is_a_margin_of_zero(coins: list[int]) -> None:
    assert is_tied(coins) == (not coins or perfect(CoinsPosition.new(coins)) == 0)


@given(st.lists(st.integers(-3, 5), min_size=1, max_size=40), st.integers(-3, 5))
def test_appending_to_a_reduced_row_is_appending_to_the_row(coins: list[int], coin: int) -> None:
    reduced: tuple[int, ...] = ()
    for value in coins:
        reduced = census._push(reduced, value)  # type: ignore[assignment]  # integers stay integers
    assert margin(census._push(reduced, coin)) == slow_margin([*coins, coin])


# -- the games that the series and the literature name -----------------------------------------------------------


@rows("row", ["1243", "1342", "1331", "5115", "1221", "2112", "01233244156650"])
def test_ties_by_name(row: str) -> None:
    assert is_tied(digits(row))


def test_every_rotation_of_the_long_tie_is_tied() -> None:
    row = digits("01233244156650")
    assert all(is_tied(row[i:] + row[:i]) for i in range(len(row)))


@rows("row", ["3212", "123432", "51151221", "21121221", "12212112", "212333", "212553"])
def test_games_that_somebody_wins(row: str) -> None:
    assert not is_tied(digits(row))


# -- interrupted and refused work --------------------------------------------------------------------------------


def test_counting_stops_when_told_and_keeps_what_is_known() -> None:
    # There is one tick for each value that a row can have: 2 + 2 + 3 + 3 + 4 for up to five coins.
    patience = Patience(14)
    assert list(tie_counts(2, 60, tick=patience)) == [(1, 0), (2, 2), (3, 1), (4, 6), (5, 7)]
    lengths, done, totals = zip(*patience.told, strict=True)
    assert sorted(set(lengths)) == [1, 2, 3, 4, 5, 6]
    assert list(done) == sorted(done)
    assert set(totals) == {census.check_ties(2, 60)}
    assert len(census.list_ties(2, 20, 100, tick=Patience(40))) < 100


@rows("k, longest", [(1, 8), (2, 12), (3, 8), (4, 6), (5, 6), (9, 4)])
def test_the_number_of_reduced_rows_is_known_beforehand(k: int, longest: int) -> None:
    rows: set[tuple[int, ...]] = {()}
    for length in range(longest + 1):
        assert census._reduced_rows(k, length) == len(rows)
        rows = {census._push(row, coin) for row in rows for coin in range(1, k + 1)}  # type: ignore[misc]


@pytest.mark.parametrize(
    ("k", "length", "within"),
    [
        (3, 162, "lengths up to 161 are within reach"),
        (10, 200, "lengths up to 73 are within reach"),
        (10**18, 2, "take a smaller alphabet"),
        (2000, 3, "lengths up to 2 are within reach"),
    ],
)
def test_counts_that_take_too_long_are_refused_before_any_work(
    k: int, length: int, within: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perfectplay.coins.ties.census._tied_rows", lambda *_: pytest.fail("no work is to be done"))
    for function in (count_ties, tie_counts, tie_bfile):
        with pytest.raises(LimitExceededError, match=within):
            function(k, length)


@pytest.mark.parametrize(
    ("k", "length", "within"),
    [
        (2, 200, "lengths up to 73 are within reach"),
        (2, 74, "lengths up to 73 are within reach"),
        (3, 60, "lengths up to 38 are within reach"),
        (10**18, 2, "take a smaller alphabet"),
        (10**7, 2, "lengths up to 1 are within reach"),
    ],
)
def test_lists_that_take_too_long_are_refused_before_any_work(
    k: int, length: int, within: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(census, "_push", lambda *_: pytest.fail("no work is to be done"))
    with pytest.raises(LimitExceededError, match=within):
        list_ties(k, length)


# -- b-files, limits and bad input -------------------------------------------------------------------------------


def test_bfiles() -> None:
    assert tie_bfile(3, 7) == "1 3\n2 17\n3 105\n"
    assert tie_bfile(2, 4, even=False) == "1 0\n2 2\n3 1\n4 6\n"


@pytest.mark.parametrize(
    ("k", "length", "message"),
    [
        (0, 4, "no coins worth 1 to '0'; the largest coin must be at least 1"),
        (2, 0, "no rows of '0' coins to look at; the length must be at least 1"),
    ],
)
def test_alphabets_and_lengths_are_positive(k: int, length: int, message: str) -> None:
    for function in (count_ties, list_ties, tie_bfile):
        with pytest.raises(InvalidPositionError, match=message):
            function(k, length)


def test_there_is_no_bfile_of_even_lengths_up_to_one() -> None:
    with pytest.raises(InvalidPositionError, match="no even length up to 1"):
        tie_bfile(2, 1)
    with pytest.raises(InvalidPositionError, match="the limit of games is '-1'"):
        list_ties(2, 4, -1)


def test_what_is_too_long_is_refused_and_what_is_possible_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitExceededError, match=f"'{MAX_LENGTH + 1}' coins are too long .* at most {MAX_LENGTH}"):
        count_ties(2, MAX_LENGTH + 1)
    monkeypatch.setattr(census, "MAX_STEPS", 1000)
    with pytest.raises(LimitExceededError, match="lengths up to 13 are within reach"):
        list_ties(2, 100)
    with pytest.raises(LimitExceededError, match="take a smaller alphabet"):
        list_ties(1001, 2)


# -- counts of all rows of a length ------------------------------------------------------------------------------------

Row = tuple[int, ...]


def push(valley: Row, coin: int) -> Row:
    longer = list(valley)
    put(longer, coin)  # type: ignore[arg-type]  # integers stay integers
    return tuple(longer)


def by_valleys(k: int, longest: int) -> Iterator[Counter[Row]]:
    """Count the rows of 0, 1, 2, ... coins that leave each valley; this is the plain twin of the formula."""
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


# Another method counted these ties before the formula was known.
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
            # If there are two coins at the bottom, one of them counts like the outer coins.
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
