"""The kernels in C against plain twins, for values up to the limits that callers observe."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from perfectplay.native import Ints
from perfectplay.pursuit.kernels import counting, reach
from perfectplay.pursuit.rules import OPERATORS, Rules
from perfectplay.pursuit.search.parts import Parts
from perfectplay.pursuit.search.values import CompiledValues, _PlainValues
from tests.profiles import examples
from tests.pursuit.oracles import EVERY_RULE
from tests.pursuit.twins import both_ways, dense, one_way

LIMIT = 1 << 61


def ints(values: Any) -> Ints:
    return np.array(values, np.int64)


# -- reach -----------------------------------------------------------------------------------------------------------

whole_numbers = st.integers(-12, 12) | st.integers(1, 12) | st.integers(1, 1_000_000)
numbers = whole_numbers | st.builds(Fraction, st.integers(-12, 1_000), st.integers(1, 40))


def compare_values(numbers: list[Any], high: int, rules: Rules) -> None:
    """Compare the values of all parts, each of which comes once, and the targets up to the highest."""
    parts = Parts(tuple(numbers))
    plain, compiled = _PlainValues(parts, high, rules), CompiledValues(parts, high, rules)
    for part in range(1, parts.whole):
        assert plain.numbers(part) == compiled.numbers(part)
    assert sum(len(plain.numbers(part)) for part in range(1, parts.whole)) == len(compiled._pools[0])
    for low, most in ((1, min(high, 300)), (max(high - 300, 1), high), (high, high)):
        assert plain.between(parts.whole, low, most) == compiled.between(parts.whole, low, most)


@given(st.lists(whole_numbers, min_size=1, max_size=5), st.integers(1, LIMIT), st.sampled_from(EVERY_RULE))
@settings(max_examples=examples(100))
@example([1_000_000, 999_999, 2, 3], LIMIT, Rules())
@example([1_000_000, -1_000_000, 999_999], LIMIT, Rules("-*", use_all=True))
@example([0, 0, 1, -1], 5, Rules())
def test_whole_values_and_marks(numbers: list[int], high: int, rules: Rules) -> None:
    # The largest value that may come up stays below the limit: the product of all numbers times the highest target.
    bound = prod(max(abs(number), 2) for number in numbers)
    if 2 * bound < LIMIT:
        compare_values(numbers, min(high, (LIMIT - 1) // bound), replace(rules, fractions=False))


@given(st.lists(numbers, min_size=1, max_size=4), st.integers(1, 1_000_000), st.sampled_from(EVERY_RULE))
@settings(max_examples=examples(100))
@example([Fraction(1_000_000, 999_999), Fraction(999_999, 1_000), Fraction(1, 500)], 7, Rules())
def test_fractions_and_marks(numbers: list[Any], high: int, rules: Rules) -> None:
    if prod(abs(number.numerator) + number.denominator for number in numbers) < LIMIT:
        compare_values(numbers, high, replace(rules, fractions=True))


def test_many_values_make_larger_tables() -> None:
    compare_values([3, 6, 9, 10, 50, 100, 7], 1_000, Rules())
    compare_values([-3, 6, 9, 10, 50, 100], 10**9, Rules())
    compare_values([3, 6, 9, 10, 50, 100], 1_000, Rules(fractions=True))


def test_parts_that_are_none_are_refused() -> None:
    tops, bottoms, splits, bounds = Parts((2, 3, 5)).arrays
    caps, flags = np.full(len(tops), 100), reach.PLUS | reach.TIMES
    for wrong_splits, wrong_bounds in (
        (splits + 1, bounds),
        (splits - 3, bounds),
        (splits * 100, bounds),
        (splits, bounds + 1),
        (splits, bounds[::-1].copy()),
        (splits, bounds - 1),
        (splits[:-1], bounds),
    ):
        with pytest.raises(ValueError, match="out of range"):
            reach.whole_values(tops, bottoms, wrong_splits, wrong_bounds, caps, flags, 101)
        with pytest.raises(ValueError, match="out of range"):
            reach.fraction_values(tops, bottoms, wrong_splits, wrong_bounds, flags)
    with pytest.raises(ValueError, match="out of range"):
        reach.whole_values(tops, bottoms, splits, bounds, caps, flags, -1)
    with pytest.raises(ValueError, match="out of range"):
        reach.whole_values(ints([]), ints([]), splits[:0], bounds[:1], ints([]), flags, 101)
    with pytest.raises(MemoryError):
        reach.whole_values(tops, bottoms, splits, bounds, caps, flags, 1 << 62)
    pool, start = reach.whole_values(tops, bottoms, splits, bounds, caps, flags, 101)
    ones, hit = np.ones_like(pool), np.zeros(10, np.bool_)
    first, last = bounds[-2:].tolist()
    for place in (
        (start, splits, -1, last, flags, 1),
        (start, splits, first, last + 1, flags, 1),
        (start, splits, first, 1 << 62, flags, 1),
        (start, splits, first, last, flags, 0),
        (start, splits, first, last, flags, (1 << 63) - 10),
        (start, splits + 2, first, last, flags, 1),
        (start + 1, splits, first, last, flags, 1),
        (start - 1, splits, first, last, flags, 1),
        (start[::-1].copy(), splits, first, last, flags, 1),
        (start[:0], splits, first, last, flags, 1),
    ):
        arguments: Any = (*place, hit)
        with pytest.raises(ValueError, match="out of range"):
            reach.mark_whole(pool, *arguments)
        with pytest.raises(ValueError, match="out of range"):
            reach.mark_fractions(pool, ones, *arguments)
    assert not hit.any()


# -- counting --------------------------------------------------------------------------------------------------------

operators = st.sets(st.sampled_from(OPERATORS), min_size=1).map("".join)
small_functions = st.dictionaries(st.integers(-30, 30), st.integers(1, 1 << 20), min_size=1, max_size=9).map(Counter)


def use(signs: str) -> Any:
    return np.array([sign in signs for sign in OPERATORS])


@st.composite
def large_functions(draw: st.DrawFn, divisor: int) -> Counter[int]:
    """Draw values up to 2^49 / 31: a sum with a small one, and its product with one, stay below 2^50."""
    most = (1 << 49) // 31
    wide = st.integers(-most, most)
    multiples = wide.map(lambda x: x // divisor * divisor) | wide.map(lambda x: x // (30 * divisor) * 30 * divisor)
    values = st.integers(-40, 40) | wide | multiples
    return Counter(draw(st.dictionaries(values, st.integers(1, 1 << 20), max_size=12)))


def function(counts: Counter[int]) -> Any:
    values = sorted(counts)
    return ints(values), np.array(values, np.float64), ints([counts[value] for value in values])


@given(st.lists(small_functions, min_size=1, max_size=4), operators, st.data())
@settings(max_examples=examples(60))
def test_tables(parts: list[Counter[int]], signs: str, data: st.DataObject) -> None:
    place = st.integers(0, len(parts) - 1)
    deals = data.draw(st.lists(st.lists(st.tuples(place, place, st.integers(1, 24)), max_size=4), max_size=4))
    starts = np.cumsum([0, *map(len, parts)])
    entries, counts = ints([x for part in parts for x in part]), ints([n for part in parts for n in part.values()])
    pairs = ints([pair for deal in deals for pair in deal]).reshape(-1, 3)
    lengths = ints([-1] * len(deals))
    bounds = np.cumsum([0, *map(len, deals)], dtype=np.int64)
    values, sums = counting.tables(starts, entries, counts, pairs, bounds, use(signs), lengths)
    expected = [Counter[int]() for _ in deals]
    for deal, found in zip(deals, expected, strict=True):
        for one, other, ways in deal:
            found.update(both_ways(parts[one], parts[other], signs, ways))
    assert lengths.tolist() == [len(found) for found in expected]
    own = np.split(values, np.cumsum(lengths)[:-1]), np.split(sums, np.cumsum(lengths)[:-1])
    for found, keys, totals in zip(expected, *own, strict=False):
        assert dict(zip(keys.tolist(), totals.tolist(), strict=True)) == found


def test_values_come_in_the_order_of_their_first_appearance() -> None:
    entries, ones, lengths = ints([6, 3]), ints([1, 1]), ints([0])
    found = counting.tables(ints([0, 1, 2]), entries, ones, ints([[0, 1, 5]]), ints([0, 1]), use(OPERATORS), lengths)
    assert [array.tolist() for array in found] == [[9, 3, -3, 18, 2], [10, 5, 5, 10, 5]]


@given(st.data())
@settings(max_examples=examples(40))
def test_add_deals(data: st.DataObject) -> None:
    deals = data.draw(st.lists(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 1 << 40)), max_size=5), max_size=5))
    weights = data.draw(st.lists(st.integers(0, 1 << 16), min_size=len(deals), max_size=len(deals)))
    starts = np.cumsum([0, *map(len, deals)], dtype=np.int64)
    flat = ints([entry for deal in deals for entry in deal]).reshape(-1, 2)
    sums = ints([7] * 6)
    counting.add_deals(starts, flat[:, 0].copy(), flat[:, 1].copy(), ints(weights), sums)
    expected = [7] * 6
    for deal, weight in zip(deals, weights, strict=True):
        for place, count in deal:
            expected[place] += weight * count
    assert sums.tolist() == expected


@given(st.data(), small_functions, st.booleans(), operators, st.integers(0, 200))
@settings(max_examples=examples(100))
def test_root(data: st.DataObject, rest: Counter[int], both: bool, signs: str, bound: int) -> None:  # noqa: FBT001  # drawn
    large = data.draw(large_functions(data.draw(st.sampled_from(sorted(rest))) or 1))
    expected = (both_ways if both else one_way)(large, rest, signs)
    found = np.full(2 * bound + 1, 3)
    arguments: Any = (*function(large), ints(list(rest)), ints(list(rest.values())), both, use(signs), bound, found)
    count = counting.root(*arguments)
    assert (found - 3).tolist() == dense(expected, bound)
    assert count == expected.total()


@given(st.data(), small_functions, st.integers(1, 120), st.integers(1, 3), operators, st.integers(0, 200))
@settings(max_examples=examples(100))
@example(None, Counter({0: 5, 1: 1, -24: 1}), 12, 2, OPERATORS, 0)
def test_nested(data: Any, rest: Counter[int], card: int, ways: int, signs: str, bound: int) -> None:
    # A product of the large part, a number of the rest, and the card may reach 2^50.
    large = data.draw(large_functions(card)) if data else Counter({0: 2, 36: 1, -(1 << 44) * 3: 1})
    inner = both_ways(large, rest, signs)
    expected = both_ways(inner, Counter([card]), signs, ways)
    found = np.full(2 * bound + 1, 3)
    small, multiples = np.zeros(2 * (bound + card) + 1, np.int64), np.zeros(2 * bound + 1, np.int64)
    other = ints(list(rest)), ints(list(rest.values()))
    arguments: Any = (*function(large), *other, card, ways, use(signs), bound, found, small, multiples)
    count = counting.nested(*arguments)
    assert (found - 3).tolist() == dense(expected, bound)
    assert count == expected.total()
    assert not small.any()
    assert not multiples.any()


def test_tables_that_lead_beyond_are_refused() -> None:
    starts, pairs, bounds, lengths = ints([0, 1, 2]), ints([[0, 1, 5]]), ints([0, 1]), ints([0])
    entries = counts = ints([6, 3])
    for wrong in (
        (starts + 1, pairs, bounds),
        (starts - 1, pairs, bounds),
        (ints([0, 2, 1]), pairs, bounds),
        (starts[:0], pairs, bounds),
        (starts, pairs + 1, bounds),
        (starts, pairs - 1, bounds),
        (starts, pairs, bounds + 1),
        (starts, pairs, bounds - 1),
        (starts, pairs, ints([1, 0])),
    ):
        with pytest.raises(ValueError, match="out of range"):
            counting.tables(wrong[0], entries, counts, *wrong[1:], use(OPERATORS), lengths)
    for places in (ints([0, 2]), ints([0, -1])):
        with pytest.raises(ValueError, match="out of range"):
            counting.add_deals(starts, places, counts, ints([1, 1]), ints([0, 0]))
    with pytest.raises(ValueError, match="out of range"):
        counting.add_deals(starts + 1, ints([0, 1]), counts, ints([1, 1]), ints([0, 0]))
    zeros, five = np.zeros(201, np.int64), function(Counter([5]))
    for card in (0, -1):
        arguments: Any = (*five, entries, counts, card, 1, use(""), 100, zeros, np.zeros(201 + 2 * card, np.int64), zeros)
        with pytest.raises(ValueError, match="out of range"):
            counting.nested(*arguments)
