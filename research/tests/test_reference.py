"""Compare the article's programs with its text, and with a second evaluation of formulae."""

from __future__ import annotations

import doctest
from fractions import Fraction
from itertools import permutations, product
from math import comb, perm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pursuit import reference
from tests.pursuit.reference import (
    Calculator,
    Formula,
    operators_by_remainder,
    permutations_by_remainder,
    rpn_calc,
    rpn_calc2,
    rpn_fill,
    rpn_hits,
    rpn_search,
    rpn_subsets,
)
from tests.tables import rows


def by_fractions(formula: Formula) -> Fraction | None:
    """Evaluate a formula from its end; return ``None`` if an intermediate result is not an integer."""
    rest = list(formula)

    def read() -> Fraction:
        arg = rest.pop()
        if not isinstance(arg, str):
            return Fraction(arg)
        right = read()
        left = read()
        match arg:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
        found = left / right
        if found.denominator != 1:
            raise ZeroDivisionError
        return found

    try:
        return read()
    except ZeroDivisionError:
        return None


def test_there_are_42_arrangements_of_six_numbers() -> None:
    assert [len(rpn_subsets(n)) for n in range(1, 7)] == [1, 1, 2, 5, 14, 42]


@rows("numbers", range(1, 8))
def test_arrangements_are_all_those_with_more_numbers_than_operators(numbers: int) -> None:
    expected = {
        text
        for text in map("".join, product("xo", repeat=2 * numbers - 1))
        if text.count("x") == numbers
        and all(text[:end].count("x") > text[:end].count("o") for end in range(1, 2 * numbers))
    }
    found = rpn_subsets(numbers)
    assert set(found) == expected
    assert len(found) == len(expected) == comb(2 * numbers - 2, numbers - 1) // numbers


@pytest.mark.parametrize(("symbols", "count"), [("+-*/", 0), ("+-*/", 1), ("+-*/", 5), ("+", 3), ("+-", 4)])
def test_operators_by_remainder_are_all_of_them(symbols: str, count: int) -> None:
    found = list(operators_by_remainder(symbols, count))
    # The first operator changes fastest, but `product` changes the last one fastest.
    assert [way[::-1] for way in found] == list(product(symbols, repeat=count))


@rows("size, count", [(1, 1), (4, 0), (4, 2), (4, 4), (6, 3), (6, 6)])
def test_permutations_by_remainder_are_all_of_them(size: int, count: int) -> None:
    numbers = list(range(10, 10 + size))
    found = list(permutations_by_remainder(numbers, count))
    assert sorted(found) == list(permutations(numbers, count))
    assert len(found) == perm(size, count)
    assert numbers == list(range(10, 10 + size))


def test_equal_cards_are_told_apart() -> None:
    assert sorted(permutations_by_remainder([1, 1, 2], 2)) == sorted(permutations([1, 1, 2], 2))


@rows(
    "formula, expected, expected2",
    [
        ([5], 5, 5),
        ([6, 100, "+"], 106, None),
        ([100, 6, "+"], 106, 106),
        ([4, 4, "-"], 0, 0),
        ([3, 10, "-"], -7, None),
        ([7, 2, "/"], None, None),
        ([2, 7, "/"], None, None),
        ([8, 2, "/"], 4, 4),
        ([3, 10, "-", 7, "/"], -1, None),
        # 0 / 5 is 0, but rpn_calc2 rejects it because 5 is larger than 0; 5 / 0 and 0 / 0 are undefined.
        ([1, 1, "-", 5, "/"], 0, None),
        ([5, 1, 1, "-", "/"], None, None),
        ([1, 1, "-", 2, 2, "-", "/"], None, None),
        ([5, 1, 1, "-", "*"], 0, 0),
        # These are not formulae: one operator too many, one number too many, no number, an unknown sign.
        ([1, "+"], None, None),
        (["+", 1, 2], None, None),
        ([1, 2], None, None),
        ([], None, None),
        ([3, 2, "^"], None, None),
    ],
)
def test_both_calculators(formula: Formula, expected: int | None, expected2: int | None) -> None:
    assert rpn_calc(formula) == expected
    assert rpn_calc2(formula) == expected2


@given(st.lists(st.integers(1, 12), min_size=1, max_size=6), st.data())
def test_calculators_against_exact_fractions(numbers: list[int], data: st.DataObject) -> None:
    subset = data.draw(st.sampled_from(rpn_subsets(len(numbers))))
    count = len(numbers) - 1
    ops = data.draw(st.lists(st.sampled_from("+-*/"), min_size=count, max_size=count))
    formula = rpn_fill(subset, numbers, ops)
    assert rpn_calc(formula) == by_fractions(formula)
    if rpn_calc2(formula) is not None:
        assert rpn_calc2(formula) == rpn_calc(formula)


def formulae(numbers: list[int]) -> list[Formula]:
    """Yield all formulae with one or more of the numbers."""
    return [
        rpn_fill(subset, drawn, ops)
        for k in range(1, len(numbers) + 1)
        for subset in rpn_subsets(k)
        for drawn in permutations(numbers, k)
        for ops in product("+-*/", repeat=k - 1)
    ]


@pytest.mark.parametrize("numbers", [[2, 3], [1, 1, 2], [3, 7, 25], [1, 2, 2, 3], [4, 6, 9, 10]])
def test_the_faster_calculator_hits_the_same_targets(numbers: list[int]) -> None:
    # The article argues that an equivalent formula replaces each omitted one.
    slow = {value for value in map(rpn_calc, formulae(numbers)) if value is not None and 0 < value <= 1_000}
    hits = [False] * 1_000
    for k in range(1, len(numbers) + 1):
        for subset in rpn_subsets(k):
            rpn_hits(hits, subset, numbers)
    assert {target for target, hit in enumerate(hits, 1) if hit} == slow


@pytest.mark.parametrize("calculate", [rpn_calc, rpn_calc2])
def test_a_search_finds_a_formula_that_hits_the_target_if_there_is_one(calculate: Calculator) -> None:
    numbers = [3, 7, 25]
    hits = [False] * 600
    for subset in rpn_subsets(3):
        rpn_hits(hits, subset, numbers)
    for target in range(1, 601):
        found = [rpn_search(target, subset, numbers, calculate=calculate) for subset in rpn_subsets(3)]
        assert any(found) == hits[target - 1]
        for formula in filter(None, found):
            assert calculate(formula) == by_fractions(formula) == target
            assert sorted(arg for arg in formula if not isinstance(arg, str)) == numbers


def test_a_search_may_leave_operators_out() -> None:
    assert rpn_search(10, "xxo", [2, 5]) == [2, 5, "*"]
    assert rpn_search(10, "xxo", [2, 5], "+-/") == []


def test_hits_are_kept() -> None:
    hits = [True, False, False]
    rpn_hits(hits, "x", [3, 2, 50])
    assert hits == [True, True, True]


def test_examples_give_what_they_say() -> None:
    assert not doctest.testmod(reference).failed
