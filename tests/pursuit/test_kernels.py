"""The kernels in C against plain twins, for values up to the limits that callers observe."""

from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from perfectplay.native import Ints
from perfectplay.pursuit.kernels import reach
from perfectplay.pursuit.rules import Rules
from perfectplay.pursuit.search.parts import Parts
from perfectplay.pursuit.search.values import CompiledValues, _PlainValues
from tests.profiles import examples
from tests.pursuit.oracles import EVERY_RULE

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
        with pytest.raises(ValueError, match="out of range"):
            reach.mark_whole(pool, *place, hit)
        with pytest.raises(ValueError, match="out of range"):
            reach.mark_fractions(pool, ones, *place, hit)
    assert not hit.any()
