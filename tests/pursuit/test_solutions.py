from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.pursuit.expressions import Expression, check_expression, parse_expression
from perfectplay.pursuit.rules import Rules
from perfectplay.pursuit.search.solutions import closest, count_expressions, solutions, solve
from tests.profiles import examples
from tests.pursuit.oracles import Tree, essence, is_redundant, parts_of, trees, value_of
from tests.tables import rows

SOME_RULES = [
    Rules(),
    Rules(positive=True),
    Rules(use_all=True, positive=True),
    Rules(fractions=True),
    Rules("+*"),
    Rules("-*/", positive=True),
    Rules("-*"),
    Rules(use_all=True),
    Rules(use_all=True, fractions=True),
    Rules("-/", fractions=True),
]


def as_tree(expression: Expression) -> Tree:
    if expression.left is None or expression.right is None:
        return int(expression.value)
    return as_tree(expression.left), expression.operator, as_tree(expression.right)


def ways_to(cards: tuple[int, ...], target: int, rules: Rules) -> Iterable[tuple[int, Any, Tree]]:
    """Return the number of cards, the largest result and the tree of each formula that makes the target."""
    return [
        (len(part), largest, tree)
        for part in parts_of(cards, rules)
        for value, largest, tree in trees(part, rules)
        if value == target
    ]


@pytest.mark.full
@rows("rules", SOME_RULES, lambda rules: str(rules) or "article")
def test_the_simplest_is_the_simplest_of_all(rules: Rules) -> None:
    source = random.Random(str(rules))
    for _ in range(6):
        cards = tuple(source.choices((1, 2, 3, 4, 5, 7, 10), k=4))
        values = {v for part in parts_of(cards, rules) for v, _, _ in trees(part, rules)}
        whole = sorted(int(v) for v in values if v.denominator == 1)
        for target in source.sample(range(1, 80), 8):
            found = solve(cards, target, rules)
            distance = min(abs(int(v) - target) for v in whole)
            if rules.use_all and distance >= target:
                assert found.distance == target
                continue
            assert found.distance == distance
            assert found.expression is not None
            assert check_expression(str(found.expression), cards, rules).value == found.value
            near = [way for d in {-distance, distance} for way in ways_to(cards, target + d, rules)]
            assert found.operations + 1 == min(size for size, _, _ in near)
            same: list[Any] = [
                largest for size, largest, _ in ways_to(cards, found.value, rules) if size == found.operations + 1
            ]
            results: list[Any] = [result for _, result in found.expression.steps]
            assert max(map(abs, results), default=0) == min(same)


@rows("rules", [r for r in SOME_RULES if r.positive or not r.use_all], str)
def test_all_solutions_are_all_classes_of_formulae(rules: Rules) -> None:
    source = random.Random(str(rules))
    looked_at = 0
    # If addition is allowed, no solution needs negative results, so solutions that have them are not listed.
    without_detours = replace(rules, positive=rules.positive or "+" in rules.operators)
    for _ in range(4):
        cards = tuple(source.choices((1, 2, 3, 4, 5, 7, 10), k=4))
        for target in source.sample(range(1, 60), 6):
            wanted = {essence(tree) for _, _, tree in ways_to(cards, target, without_detours)}
            if not rules.use_all:
                wanted = {form for form in wanted if not is_redundant(form, rules)}
            found = solutions(cards, target, rules)
            forms = [essence(as_tree(expression)) for expression in found]
            assert len(set(forms)) == len(forms)
            assert set(forms) == wanted, (cards, target)
            looked_at += len(forms)
            for expression in found:
                assert check_expression(str(expression), cards, rules).value == target
    assert looked_at > 10


EVERY_OPERATORS = ["".join(signs) for size in range(1, 5) for signs in combinations("+-*/", size)]


@pytest.mark.full
@rows("operators", EVERY_OPERATORS)
def test_what_is_redundant_depends_on_the_operators(operators: str) -> None:
    for fractions, positive in product((False, True), repeat=2):
        rules = Rules(operators, fractions=fractions, positive=positive)
        without_detours = replace(rules, positive=positive or "+" in operators)
        # Use small numbers and repeat some, because then terms and factors often cancel.
        size = 5 if len(operators) == 1 else 4
        for cards in ((1, 2, 2, 4, 6)[-size:], (1, 1, 2, 3, 5)[:size], (10, 5, 1, 2, 2)[:size]):
            for target in (1, 2, 3, 5, 7, 12):
                wanted = {essence(tree) for _, _, tree in ways_to(cards, target, without_detours)}
                wanted = {form for form in wanted if not is_redundant(form, rules)}
                found = {essence(as_tree(expression)) for expression in solutions(cards, target, rules)}
                assert found == wanted, (cards, target, rules)


@pytest.mark.parametrize("operators", ["-*", "-/", "*/", "+/", "+-"])
def test_what_is_redundant_of_five_numbers(operators: str) -> None:
    rules = Rules(operators)
    without_detours = replace(rules, positive="+" in operators)
    for cards, target in (((2, 2, 3, 5, 5), 7), ((1, 3, 4, 4, 12), 3)):
        wanted = {essence(tree) for _, _, tree in ways_to(cards, target, without_detours)}
        wanted = {form for form in wanted if not is_redundant(form, rules) and not has_nothing(form)}
        found = {essence(as_tree(expression)) for expression in solutions(cards, target, rules)}
        assert {form for form in found if not has_nothing(form)} == wanted


def has_nothing(form: Any) -> bool:
    """Return whether a formula contains a product that is zero; only the simplest such solution is listed."""
    if isinstance(form, int):
        return False
    kind, over, under = form
    return (kind == "product" and value_of(form) == 0) or any(map(has_nothing, (*over, *under)))


def test_redundant_is_what_the_rest_can_do_without() -> None:
    rules = Rules("+-/")
    assert [str(found) for found in solutions([10, 5, 1], 2, rules)] == ["10/5"]
    # Terms that cancel are needed if the rest cannot be written alone, because no formula can begin with a minus.
    assert [str(found) for found in solutions([5, 3, 3, 2], 7, Rules("-"))] == ["5-(3-3-2)"]
    # The factors 2 of 2/3/2 cancel, but they are needed, because 1/3 cannot be made of 3 alone.
    found = {str(one) for one in solutions([2, 2, 3, 3, 5], 14, Rules(fractions=True))}
    assert {one for one in found if one.startswith("(5-2/3/2)")} == {"(5-2/3/2)*3"}


def test_the_first_solution_is_as_simple_as_the_simplest() -> None:
    source = random.Random(3)
    for _ in range(20):
        cards = tuple(source.choices((1, 2, 3, 4, 5, 7, 10, 25, 50), k=6))
        target = source.randint(1, 1000)
        one, found = solve(cards, target), solutions(cards, target, limit=3)
        assert one.reachable == bool(found)
        if found:
            assert (one.operations, one.largest) == (found[0].operations, found[0].largest)
            assert [e.operations for e in found] == sorted(e.operations for e in found)


def test_huttons_counts() -> None:
    # G. Hutton, The countdown problem (2002): 780 solutions for 765, none for 831.
    numbers = [1, 3, 7, 10, 25, 50]
    assert count_expressions(numbers, 765) == 780
    assert count_expressions(numbers, 831) == 0
    assert solve(numbers, 765).reachable
    found = solve(numbers, 831)
    assert (found.reachable, found.value, found.distance) == (False, 830, 1)
    assert len(solutions(numbers, 765)) == 12
    assert solutions(numbers, 831) == []


@given(st.lists(st.integers(1, 9), min_size=1, max_size=4), st.integers(1, 30), st.booleans())
@settings(max_examples=examples(50))
def test_counting_is_listing(numbers: list[int], target: int, fractions: bool) -> None:  # noqa: FBT001
    rules = Rules(fractions=fractions, positive=True)
    cards = tuple(numbers)
    # The oracle's trees tell equal cards apart within a subset, so count every way to choose the subset, too.
    chosen = sum(1 for subset in subsets(cards) for value, _, _ in trees(subset, rules) if value == target)
    assert count_expressions(cards, target, rules) == chosen


def subsets(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the cards of each non-empty subset of positions, so equal cards are told apart."""
    return [tuple(sorted(card for i, card in enumerate(cards) if mask >> i & 1)) for mask in range(1, 1 << len(cards))]


def test_what_cancels_to_a_number_that_is_needed() -> None:
    assert [str(found) for found in solutions([3, 3], 1)] == ["3/3"]
    assert [str(found) for found in solutions([3, 3, 100], 99)] == ["100-3/3"]
    assert [str(found) for found in solutions([2, 2, 2], 3)] == ["2+2/2"]
    assert [str(found) for found in solutions([1, 3, 2], 6, Rules("-/", fractions=True))] == ["2/(1/3)"]
    assert len(solutions([3, 6, 9, 10, 50, 100], 951)) == 18


def test_zero_where_nothing_is_closer() -> None:
    found = solve([7, 7], 1, Rules("+-"))
    assert (found.value, str(found.expression)) == (0, "7-7")
    assert solve([7, 7], 1, Rules("+-", positive=True)).value == 7
    assert solve([7, 7], 4, Rules("+-")).value == 7
    # Both 9 - 7 = 2 and 7 - 7 = 0 are one away from the target, and 0 is the last choice.
    assert solve([7, 7, 9], 1, Rules("-")).value == 2


def test_zero_divided_gets_rid_of_numbers() -> None:
    rules = Rules("-/", use_all=True)
    assert str(closest((0, 7, 5), 5, rules)) == "5-0/7"
    assert str(closest((0, 7, 9, 5), 5, rules)) == "5-0/9/7"


def test_steps_follow_the_formula() -> None:
    source = random.Random(20)
    for rules in (Rules(), Rules(use_all=True), Rules(fractions=True), Rules("-*/")):
        for _ in range(15):
            cards = tuple(source.choices((1, 2, 3, 4, 5, 7, 10, 25, 50), k=5))
            found = solve(cards, source.randint(100, 1000), rules)
            for one in (found.expression, *solutions(cards, found.value or 1, rules, limit=20)):
                if one is not None:
                    assert parse_expression(str(one)).step_lines == one.step_lines
    found = solve([2, 3, 7, 10], 420)
    assert str(found.expression) == "7*3*10*2"
    assert found.steps == ("7 * 3 = 21", "21 * 10 = 210", "210 * 2 = 420")


def test_zero_times_a_number_above_every_bound() -> None:
    assert solve([25, 25, 100, 2], 2, Rules("-*", use_all=True)).reachable
    assert solve([1, 11, 11, 13], 1, Rules("-*", use_all=True)).reachable


def test_famous_deals() -> None:
    rules = Rules(use_all=True, fractions=True)
    assert str(solve([1, 5, 5, 5], 24, rules).expression) == "5*(5-1/5)"
    assert str(solve([3, 3, 8, 8], 24, rules).expression) == "8/(3-8/3)"
    found = solve([3, 6, 9, 10, 50, 100], 951)
    assert found.steps == ("100 + 6 = 106", "106 * 9 = 954", "954 - 3 = 951")
    assert (found.used, found.operations, found.largest) == ((3, 6, 9, 100), 3, 954)


def test_what_needs_zero_or_negative_numbers() -> None:
    rules = Rules(use_all=True)
    assert solve([5, 5, 7], 7, rules).reachable
    assert solve([5, 5, 7, 9], 9, rules).reachable
    # Without plus and division, every way to 5 needs zero or a negative number, as 5-(2-2) does.
    assert solve([2, 2, 5], 5, Rules("-*", use_all=True)).reachable
    assert not solve([2, 2, 5], 5, Rules("-*", use_all=True, positive=True)).reachable
    # Without a plus, every way to 9 needs a negative number, as 6 - (2 - 5) does.
    assert str(solve([6, 2, 5], 9, Rules("-")).expression) == "6-(2-5)"
    assert not solve([6, 2, 5], 9, Rules("-", positive=True)).reachable


def test_the_closest() -> None:
    assert solve([100], 3).value == 100
    assert solve([100], 3, Rules(use_all=True)).value == 100
    assert solve([1, 1], 5).value == 2
    # 24 and 26 are equally close to 25, and a number alone is simpler than a calculation.
    assert solve([26, 12], 25, Rules("*")).value == 26
    assert solve([26, 8, 3], 25, Rules("*")).value == 26
    assert solve([24, 13, 2], 25, Rules("*")).value == 24
    assert solve([5, 4, 7, 2], 11, Rules("*")).value == 10


@rows("table", [(-3, 5), (0, 7), (Fraction(1, 5), 5, 5), (-2, -4, 9), (0, 0), (Fraction(7, 2),)])
def test_the_middle_of_a_game(table: tuple[Any, ...]) -> None:
    rules = Rules(fractions=True) if any(number.denominator != 1 for number in table) else Rules()
    values: dict[int, set[Any]] = {1 << i: {number} for i, number in enumerate(table)}
    for mask in range(1, 1 << len(table)):
        for left in range(1, mask):
            if left & mask == left:
                for x in values[left]:
                    for y in values[mask ^ left]:
                        found = {x + y, x - y, x * y} | ({Fraction(x) / y} if y else set())
                        fit = {v for v in found if rules.fractions or Fraction(v).denominator == 1}
                        values.setdefault(mask, set()).update(fit)
    everything = {v for found in values.values() for v in found if Fraction(v).denominator == 1}
    for target in range(1, 60):
        best = closest(table, target, rules)
        expected = min((abs(int(v) - target) for v in everything), default=target)
        # Stopping counts as zero, so `closest` may return None only if no number is closer to the target than zero.
        assert best is not None or expected >= target
        if best is not None:
            assert abs(best.value - target) == expected


def test_limits_and_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidPositionError, match="cannot list '0' solutions"):
        solutions([1, 2], 3, limit=0)
    with pytest.raises(InvalidPositionError, match="cannot be a target"):
        solve([1, 2], 0)
    monkeypatch.setattr("perfectplay.pursuit.search.solutions.MAX_FORMS", 1_000)
    with pytest.raises(LimitExceededError, match="more than 1,000 formulae to look at"):
        solutions([1, 2, 3, 4, 5, 6, 7, 8], 24)
    assert len(solutions([1, 2, 3, 4, 5, 6, 7, 8], 24, limit=5)) == 5
