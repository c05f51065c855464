"""Test that plain Python, which is much slower, and compiled code find the same values and the same answers."""

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.progress import Progress
from perfectplay.core.question import Work
from perfectplay.pursuit.deal.deals import CARDS, CLASSIC
from perfectplay.pursuit.questions.solve import SolveDeal
from perfectplay.pursuit.reach import fewest_numbers, reach
from perfectplay.pursuit.rules import PursuitPosition, Rules
from perfectplay.pursuit.search import values
from perfectplay.pursuit.search.parts import Parts
from perfectplay.pursuit.search.solutions import closest, count_expressions, solutions, solve
from perfectplay.pursuit.search.values import CompiledValues, _PlainValues, find_values, pairs, seconds, shared_values
from tests.profiles import examples
from tests.pursuit.oracles import EVERY_RULE, values_of
from tests.tables import rows

TABLES: list[tuple[Any, ...]] = [
    (-3, 5),
    (0, 7),
    (0, 7, 5),
    (-2, -4, 9),
    (0, 0),
    (6, -1, 3, 3),
    (Fraction(1, 5), 5, 5),
    (Fraction(-7, 2), 4, 0),
]


def assert_same_values(numbers: tuple[Any, ...], high: int, rules: Rules) -> None:
    parts = Parts(numbers)
    plain, compiled = _PlainValues(parts, high, rules), CompiledValues(parts, high, rules)
    for part in range(1, len(parts)):
        if part != parts.whole:
            assert plain.numbers(part) == compiled.numbers(part), (numbers, rules)
        assert plain.between(part, 1, high) == compiled.between(part, 1, high), (numbers, rules)
        assert [plain.has(part, n) for n in range(1, 9)] == [compiled.has(part, n) for n in range(1, 9)]


@rows("divisor", [49, 98, 103, 107, 161])
def test_quotients_whose_reciprocal_is_rounded_down(divisor: int) -> None:
    # The product of 98 and the double nearest to 1/49 is just below 2.
    assert_same_values((divisor, 2 * divisor), 50, Rules())


@rows("rules", EVERY_RULE, lambda rules: str(rules) or "article")
def test_both_find_the_same_values(rules: Rules) -> None:
    source = random.Random(str(rules))
    for size in (1, 2, 3, 4, 4):
        assert_same_values(tuple(source.choices((1, 2, 3, 4, 6, 8, 9, 10, 25), k=size)), source.randint(10, 400), rules)
    for table in TABLES:
        if rules.fractions or all(number.denominator == 1 for number in table):
            assert_same_values(table, 50, rules)


@pytest.mark.parametrize("numbers", [(3, 6, 9, 10, 50, 100), (25, 50, 75, 100, 3, 6), (60, 72, 84, 90, 96, 120)])
def test_both_find_the_same_values_of_six_numbers(numbers: tuple[int, ...]) -> None:
    assert_same_values(numbers, 1000, Rules())
    assert_same_values(numbers, 100_000, Rules())
    assert_same_values(numbers, 100, Rules("-*/"))
    assert_same_values(numbers[1:], 1000, Rules(use_all=True, fractions=True))


@given(st.lists(st.integers(1, 12), min_size=1, max_size=4), st.integers(1, 60), st.sampled_from(EVERY_RULE))
@settings(max_examples=examples(60))
def test_plain_values_are_those_of_all_formulae(numbers: list[int], high: int, rules: Rules) -> None:
    parts = Parts(tuple(numbers))
    plain = _PlainValues(parts, high, rules)
    found: set[Any] = set()
    wanted: set[Any] = set()
    for part in [parts.whole] if rules.use_all else range(1, len(parts)):
        every = values_of(tuple(card.numerator for card in parts.cards(part)), rules)
        # The plain search omits only useless values: zero, other signs, and values beyond the bound.
        assert {abs(value) for value in plain.numbers(part)} <= {abs(value) for value in every}
        found |= plain.between(part, 1, high)
        wanted |= {value for value in every if value in range(1, high + 1)}
    assert found == wanted


@pytest.mark.full
def test_hundreds_of_deals_without_a_cap() -> None:
    source = random.Random(2015)
    for deck in (CARDS, CLASSIC):
        for _ in range(200):
            cards = tuple(sorted(source.sample(deck.cards, 6)))
            parts = Parts(cards)
            # The target is so high that the bound excludes no value.
            plain = _PlainValues(parts, 10**12, Rules())
            wanted = set().union(*(plain.between(part, 1, 1000) for part in range(1, len(parts))))
            assert set(reach(cards).targets) == wanted
            assert set((fewest_numbers(cards, 1, 1000, Rules()).nonzero()[0] + 1).tolist()) == wanted


def answers(numbers: tuple[int, ...], target: int, rules: Rules) -> tuple[Any, ...]:
    listed = solutions(numbers, target, rules, limit=40)
    return (
        solve(numbers, target, rules),
        str(closest(numbers, target, rules)),
        [str(one) for one in listed],
        count_expressions(numbers, target, rules),
        reach(numbers, 1, 200, rules),
    )


@pytest.mark.parametrize("rules", EVERY_RULE, ids=lambda rules: str(rules) or "article")
def test_both_give_the_same_answers(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    source = random.Random(str(rules))
    questions = [(tuple(source.choices((1, 2, 3, 4, 6, 9, 10, 25), k=4)), source.randint(1, 150)) for _ in range(4)]
    plain = [answers(*question, rules) for question in questions]
    monkeypatch.setattr(values, "_MOST_PAIRS", -1)
    assert plain == [answers(*question, rules) for question in questions]


def test_both_give_the_same_answers_for_six_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    source = random.Random(6)
    questions = [(tuple(source.sample(CARDS.cards, 6)), source.randint(1, 1000)) for _ in range(5)]
    plain = [answers(*question, Rules()) for question in questions]
    monkeypatch.setattr(values, "_MOST_PAIRS", -1)
    assert plain == [answers(*question, Rules()) for question in questions]


@pytest.mark.parametrize("table", TABLES)
def test_both_give_the_same_answers_in_the_middle_of_a_game(
    table: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = [Rules(fractions=True), Rules(use_all=True, fractions=True)]
    plain = [str(closest(table, target, one)) for target in range(1, 30) for one in rules]
    monkeypatch.setattr(values, "_MOST_PAIRS", -1)
    assert plain == [str(closest(table, target, one)) for target in range(1, 30) for one in rules]


def test_the_same_values_are_found_once_for_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, Rules]] = []

    class Counted(_PlainValues):
        def __init__(self, parts: Parts, high: int, rules: Rules) -> None:
            asked.append((0 if rules.fractions else high, rules))
            super().__init__(parts, high, rules)

    monkeypatch.setattr(values, "_PlainValues", Counted)
    for rules in (Rules(), Rules(fractions=True)):
        game = PursuitPosition.new([3, 6, 9, 10, 50, 100], 951, rules)
        SolveDeal(position=game, everything=True, limit=3).answer()
        assert len(set(asked)) == len(asked) > 0
        asked.clear()
    with shared_values():
        assert find_values(Parts((1, 2)), 5, Rules()) is find_values(Parts((2, 1)), 5, Rules())
    assert find_values(Parts((1, 2)), 5, Rules()) is not find_values(Parts((2, 1)), 5, Rules())


def test_long_listing_tells_how_it_is_getting_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.pursuit.search.solutions._REPORT", 20)
    told: list[Progress] = []
    game = PursuitPosition.new([3, 6, 9, 10, 50, 100], 951)
    SolveDeal(position=game, everything=True).answer(Work(progress=told.append))
    stages = [one.stage for one in told]
    assert list(dict.fromkeys(stages)) == ["values of all parts", "all solutions", "all expressions", "difficulty"]
    listing = [one.nodes for one in told if one.stage == "all solutions"]
    assert listing == sorted(set(listing))


def test_the_forecast() -> None:
    assert seconds((3, 6, 9, 10, 50, 100), Rules()) < 0.2
    assert seconds((1, 2, 3, 4, 5, 6, 7, 8), Rules()) < 1
    assert 20 < seconds((1, 2, 3, 4, 5, 6, 7, 8), Rules(fractions=True)) < 200


def test_who_answers_depends_on_the_deal() -> None:
    def is_plain(numbers: tuple[int, ...], rules: str = "") -> bool:
        return isinstance(find_values(Parts(numbers), 1000, Rules.parse(rules)), _PlainValues)

    assert is_plain((3, 6, 9, 10, 50, 100))
    assert is_plain((3, 6, 9, 10, 50, 100, 7))
    assert is_plain((3, 6, 9, 10, 50, 100), "all,fractions")
    assert is_plain((1, 1, 2, 2, 3, 3, 4, 4))
    assert not is_plain((1, 2, 3, 4, 5, 6, 7, 8))
    assert not is_plain((1, 2, 3, 4, 5, 6, 7), "fractions")


@pytest.mark.parametrize(
    ("numbers", "rules"),
    [((3, 6, 9, 10, 50, 100), ""), ((5, 5, 7, 7, 9, 10), "fractions"), ((2, 3, 5, 7, 7, 10, 10), "")],
)
def test_the_estimate_is_close(numbers: tuple[int, ...], rules: str) -> None:
    parts = Parts(numbers)
    plain = _PlainValues(parts, 1000, Rules.parse(rules))
    size = [len(plain.numbers(part)) if part else 0 for part in range(len(parts))]
    joined = sum(size[a] * size[b] for splits in parts.splits for a, b in splits)
    assert joined / 3 < pairs(parts, Rules.parse(rules)) < joined * 3
