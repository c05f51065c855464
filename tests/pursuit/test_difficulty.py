from __future__ import annotations

import re
import time
from itertools import combinations, permutations, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.pursuit.deal import difficulty
from perfectplay.pursuit.deal.difficulty import GRADES, PursuitDifficulty, grade
from perfectplay.pursuit.expressions import check_expression
from perfectplay.pursuit.rules import Rules
from perfectplay.pursuit.search.solutions import solve
from tests.profiles import examples
from tests.tables import rows

PLENTY = "there are at least 20 essentially different solutions"
ONE = "there is only one solution (+15)"
DIVISION = "it cannot be done without division (+10)"
FRACTIONS = "it cannot be done without fractions (+20)"
SCHEME = "there is a simple scheme: at most one product, and numbers added or taken away (-10)"

rule_sets = st.builds(
    Rules,
    operators=st.sampled_from(["+-*/", "+*", "-*", "+-", "-", "*/", "+-*"]),
    use_all=st.booleans(),
    positive=st.booleans(),
)


@rows(
    "numbers, target, rules, expected",
    [
        ((7, 3), 7, "", ("very easy", 0, ("the target itself is dealt",))),
        ((7, 3), 10, "", ("easy", 15, ("it takes 1 step (+10)", ONE, SCHEME))),
        (
            (3, 6, 9, 10, 50, 100),
            951,
            "",
            ("medium", 25, ("it takes 3 steps (+30)", "there are 18 essentially different solutions (+5)", SCHEME)),
        ),
        (
            (25, 50, 75, 100, 3, 6),
            952,
            "",
            (
                "very hard",
                70,
                ("it takes 5 steps (+50)", "there are 2 essentially different solutions (+10)", DIVISION),
            ),
        ),
        (
            (8, 25, 10, 8, 2, 6),
            789,
            "",
            ("very hard", 80, ("it takes 5 steps (+50)", ONE, DIVISION, "a result on the way is beyond 1,000 (+5)")),
        ),
        (
            (100, 100, 2, 1),
            19_999,
            "",
            ("very hard", 55, ("it takes 3 steps (+30)", ONE, "a result on the way is beyond 10,000 (+10)")),
        ),
        ((1, 2, 3, 4, 5, 6), 60, "", ("very easy", 10, ("it takes 2 steps (+20)", PLENTY, SCHEME))),
        ((1, 3, 7, 10, 25, 50), 831, "", ("impossible", 100, ("831 cannot be hit; the closest is 830, in 4 steps",))),
        ((1, 5, 5, 5), 24, "", ("medium", 25, ("it takes 2 steps (+20)", ONE, SCHEME))),
        ((1, 5, 5, 5), 24, "all,fractions", ("very hard", 75, ("it takes 3 steps (+30)", ONE, DIVISION, FRACTIONS))),
        ((1, 5, 5, 5), 24, "all", ("impossible", 100, ("24 cannot be hit; the closest is 25, in 3 steps",))),
        ((6, 3), 2, "operators=/", ("medium", 35, ("it takes 1 step (+10)", ONE, DIVISION))),
        ((1,), 5, "", ("impossible", 100, ("5 cannot be hit; the closest is 1, which is dealt",))),
        (
            (2, 9),
            1,
            "all,operators=/",
            ("impossible", 100, ("1 cannot be hit; no result comes closer than 0, which counts if you make nothing",)),
        ),
    ],
)
def test_examples(
    numbers: tuple[int, ...], target: int, rules: str, expected: tuple[str, int, tuple[str, ...]]
) -> None:
    found = grade(numbers, target, Rules.parse(rules))
    assert (found.grade, found.points, found.reasons) == expected


@given(
    st.lists(st.integers(1, 12) | st.sampled_from([25, 50, 100]), min_size=1, max_size=4),
    st.integers(1, 300),
    rule_sets,
)
@settings(max_examples=examples(50))
def test_reasons_add_up(numbers: list[int], target: int, rules: Rules) -> None:
    found = grade(numbers, target, rules)
    best = solve(numbers, target, rules)
    assert found.grade == next(name for name, most in GRADES if found.points <= most)
    assert (found.grade == "impossible") == (not best.reachable)
    assert found.reasons
    if best.reachable:
        weights = [int(weight) for reason in found.reasons for weight in re.findall(r"\(([+-]\d+)\)$", reason)]
        assert found.points == max(0, sum(weights))
        assert found.reasons[0].startswith("it takes" if best.operations else "the target itself")
        # Reasons must not reveal a solution.
        assert not any(set("*/=") & set(reason) for reason in found.reasons)


@given(
    st.lists(st.integers(1, 12) | st.sampled_from([25, 50, 100]), min_size=1, max_size=4),
    st.integers(1, 12) | st.sampled_from([25, 50, 100]),
    st.integers(1, 400),
)
@settings(max_examples=examples(50))
def test_another_number_never_makes_it_harder(numbers: list[int], another: int, target: int) -> None:
    assert grade([*numbers, another], target).points <= grade(numbers, target).points


@given(st.lists(st.integers(1, 12), min_size=1, max_size=4), st.integers(1, 100))
@settings(max_examples=examples(25))
def test_order_of_the_deal_does_not_matter(numbers: list[int], target: int) -> None:
    assert grade(sorted(numbers), target) == grade(numbers, target) == grade(numbers[::-1], target)


def signed(numbers: tuple[int, ...]) -> set[str]:
    """Return the texts of all ways to put a plus or minus before each number, such as ``+3-4``."""
    return {
        "".join(sign + str(number) for sign, number in zip(signs, numbers, strict=True))
        for signs in product("+-", repeat=len(numbers))
    }


def schemes(numbers: tuple[int, ...]) -> set[str]:
    """Return all texts that follow a simple scheme, with the numbers in this order; each begins with a sign."""
    texts = signed(numbers)
    if len(numbers) > 1:
        a, b, *rest = numbers
        texts |= {f"{sign}{a}*{b}{more}" for sign in "+-" for more in signed(tuple(rest))}
    if len(numbers) > 2:
        a, b, c, *rest = numbers
        texts |= {
            f"{sign}{a}*({b}{inner}{c}){more}"
            for sign, inner in product("+-", repeat=2)
            for more in signed(tuple(rest))
        }
    return texts


def has_scheme(numbers: tuple[int, ...], target: int, rules: Rules) -> bool:
    """Return whether a simple scheme reaches the target, by trying all texts with the numbers in every order."""
    sizes = [len(numbers)] if rules.use_all else range(1, len(numbers) + 1)
    texts = {
        text
        for size in sizes
        for part in set(combinations(sorted(numbers), size))
        for p in set(permutations(part))
        for text in schemes(p)
    }
    for text in texts:
        # Move the added terms to the front, and skip a text that still begins with a minus.
        terms = re.findall(r"[+-][^+(-]+(?:\([^)]*\))?", text)
        arranged = "".join(sorted(terms, key=lambda term: term[0] == "-"))
        if not arranged.startswith("+"):
            continue
        try:
            if check_expression(arranged[1:], numbers, rules).value == target:
                return True
        except ValueError:
            continue
    return False


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=3) | st.lists(st.integers(1, 4), min_size=4, max_size=4),
    st.integers(1, 60) | st.integers(1, 9),
    rule_sets,
)
# The scheme 2 * (3 - 3) + 8 is not allowed if every result must be positive.
@example([2, 3, 3, 8], 8, Rules(use_all=True, positive=True))
@example([2, 3, 3, 8], 8, Rules(use_all=True))
@example([2, 3, 3, 8], 8, Rules(operators="-*", use_all=True, positive=True))
# In 4 - 1 * (1 - 3) = 6, a negative factor replaces the missing +.
@example([1, 1, 3, 4], 6, Rules(operators="-*"))
@settings(max_examples=examples(100))
def test_simple_schemes_are_found(numbers: list[int], target: int, rules: Rules) -> None:
    deal = tuple(numbers)
    assert difficulty._has_scheme(deal, target, rules) == has_scheme(deal, target, rules)


@pytest.mark.parametrize("target", [4 * (10 - 7) + 2, 10 * 7 - 4 - 2, 10 - 2 * 4, (10 + 7) * 2 - 4, 2 + 4 + 7 + 10])
def test_simple_schemes_of_four(target: int) -> None:
    assert difficulty._has_scheme((2, 4, 7, 10), target, Rules())


@pytest.mark.parametrize("target", [10 * 7 * 4, 10 * 7 * 2, 10 * (7 + 4 + 2)])
def test_no_simple_schemes(target: int) -> None:
    assert not difficulty._has_scheme((2, 4, 7, 10), target, Rules())


def test_needless_divisors_are_no_other_solutions() -> None:
    assert ONE in grade([10, 5, 1], 2, Rules("+-/")).reasons


def test_bad_deals() -> None:
    with pytest.raises(InvalidPositionError):
        grade([], 5)
    with pytest.raises(InvalidPositionError):
        grade([1], 0)
    with pytest.raises(LimitExceededError):
        grade([1] * 9, 5)


def test_more_formulae_than_can_be_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_options: object) -> list[object]:
        raise LimitExceededError("too many")

    monkeypatch.setattr(difficulty, "solutions", refuse)
    found = grade([3, 6, 9, 10, 50, 100], 951)
    reasons = ("it takes 3 steps (+30)", "there are more formulae than can be looked at", SCHEME)
    assert found == PursuitDifficulty(grade="easy", points=20, reasons=reasons)


def test_what_is_reached_has_a_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difficulty, "solutions", lambda *_, **__: [])
    assert ONE in grade([3, 6, 9, 10, 50, 100], 951).reasons


def test_no_simple_scheme_without_a_positive_way() -> None:
    reasons = grade([2, 3, 3, 8], 8, Rules.parse("all,positive")).reasons
    assert SCHEME not in reasons
    assert SCHEME in grade([2, 3, 3, 8], 8, Rules.parse("all")).reasons


def test_it_is_quick() -> None:
    # Measure the processor's time, because other programs may be running.
    start = time.process_time()
    for target in (7, 60, 777, 933, 947):
        grade([1, 2, 3, 4, 5, 6], target)
    assert time.process_time() - start < 2


def test_a_large_target_is_no_large_result_on_the_way() -> None:
    # The result 100 * 50 is the target itself, but 100 * 100 is larger than the target 9,999.
    assert not any("beyond" in reason for reason in grade([100, 50], 5_000).reasons)
    assert "a result on the way is beyond 1,000 (+5)" in grade([100, 100, 1], 9_999).reasons


def test_the_grade_asks_no_larger_question_than_the_answer() -> None:
    # Without division, 2 is out of reach, and the closest number is beyond the solver's limits.
    found = grade([1_000_000] * 3, 2)
    assert "it cannot be done without division (+10)" in found.reasons
