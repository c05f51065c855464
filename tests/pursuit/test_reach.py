from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.pursuit.deal.deals import CARDS
from perfectplay.pursuit.reach import fewest_numbers, reach
from perfectplay.pursuit.rules import PursuitPosition, Rules
from perfectplay.pursuit.search.parts import Parts
from perfectplay.pursuit.search.values import _PlainValues
from tests.profiles import examples
from tests.pursuit.oracles import EVERY_RULE, fewest_of, positions_below, values_of
from tests.tables import rows


@rows("rules", EVERY_RULE, lambda rules: str(rules) or "article")
def test_every_switch_agrees_with_plain_sets(rules: Rules) -> None:
    source = random.Random(str(rules))
    for size in (1, 2, 3, 4, 4):
        cards = tuple(source.choices((1, 2, 3, 4, 5, 6, 8, 9, 10, 25), k=size))
        low, high = sorted(source.sample(range(1, 400), 2))
        assert list(reach(cards, low, high, rules).fewest) == fewest_of(cards, low, high, rules), cards


@given(st.lists(st.integers(1, 12), min_size=1, max_size=4), st.integers(1, 60), st.sampled_from(EVERY_RULE))
@settings(max_examples=examples(60))
def test_random_deals_agree_with_plain_sets(numbers: list[int], high: int, rules: Rules) -> None:
    cards = tuple(numbers)
    assert list(reach(cards, 1, high, rules).fewest) == fewest_of(cards, 1, high, rules)


@pytest.mark.parametrize("rules", [Rules(), Rules(use_all=True), Rules("-*", positive=True), Rules("-/")])
def test_reaching_is_what_playing_reaches(rules: Rules) -> None:
    for numbers in ((2, 3, 7), (4, 4, 6), (1, 1, 2)):
        best = {target: -target for target in range(1, 60)}
        for target in best:
            start = PursuitPosition.new(numbers, target, rules)
            best[target] = max(position.scores()[0] for position in positions_below(start))
        hits = tuple(target for target, score in best.items() if score == 0)
        assert reach(numbers, 1, 59, rules).targets == hits


def test_five_and_six_numbers_without_a_cap() -> None:
    source = random.Random(1)
    for _ in range(6):
        cards = tuple(sorted(source.sample(CARDS.cards, 5)))
        assert list(reach(cards).fewest) == fewest_of(cards, 1, 1000, Rules())


def test_published_figures() -> None:
    assert reach([3, 6, 9, 10, 50, 100]).count == 1000  # the article's lucky deal
    assert reach([1, 1, 1, 1, 2, 2]).count == 17
    assert reach([1, 1, 1, 2, 2, 2]).count == reach([1, 1, 1, 1, 2, 3]).count == 23
    assert 831 in reach([1, 3, 7, 10, 25, 50]).missing  # G. Hutton, The countdown problem (2002)
    assert reach([1, 5, 5, 5], 24, 24, Rules(use_all=True, fractions=True)).count == 1
    assert reach([1, 5, 5, 5], 24, 24, Rules(use_all=True)).count == 0


def test_larger_games() -> None:
    seven = reach([3, 6, 9, 10, 50, 100, 7])
    assert seven.count == 1000
    assert all(a <= b for a, b in zip(seven.fewest, reach([3, 6, 9, 10, 50, 100]).fewest, strict=True))
    eight = reach([1, 1, 1, 1, 1, 1, 1, 1])
    assert list(eight.fewest) == fewest_of((1,) * 8, 1, 1000, Rules())


def test_caps_never_cut_a_target_off() -> None:
    parts = Parts((2, 3, 50, 100))
    values = _PlainValues(parts, 10, Rules())
    for part in range(1, parts.whole):
        cap = parts.caps(10)[part]
        cards = tuple(int(card) for card in parts.cards(part))
        expected = {value for value in values_of(cards, Rules(positive=True)) if value <= cap}
        assert values.numbers(part) == expected


def test_parts() -> None:
    parts = Parts((5, 2, 5))
    assert len(parts) == 6
    assert parts.cards(parts.whole) == (2, 5, 5)
    assert [parts.cards(part) for part in range(6)] == [(), (2,), (5,), (2, 5), (5, 5), (2, 5, 5)]
    assert parts.splits[parts.whole] == ((1, 4), (2, 3))
    assert parts.ways(2, parts.whole) == 2
    assert parts.size == (0, 1, 1, 2, 2, 3)


def test_the_fewest_numbers_of_small_deals() -> None:
    assert reach([7], 5, 8).fewest == (0, 0, 1, 0)
    assert reach([2, 3], 1, 6).fewest == (2, 1, 1, 0, 2, 2)
    assert reach([2, 3], 1, 6, Rules(use_all=True)).fewest == (2, 0, 0, 0, 2, 2)
    assert fewest_numbers((2, 3), 1, 6, Rules()).dtype == np.uint8


def test_zero_times_a_number_above_every_bound() -> None:
    rules = Rules("-*", use_all=True)
    for cards in ((25, 25, 100, 2), (1, 11, 11, 13)):
        assert list(reach(cards, 1, 3, rules).fewest) == fewest_of(cards, 1, 3, rules)


def test_high_targets_and_large_denominators() -> None:
    rules = Rules(fractions=True)
    deal = (400, 400, 10**6, 10**6, 1, 1)
    every = reach(deal, 1, 10**6, rules).fewest
    for low in (500_000, 900_000, 10**6):
        assert reach(deal, low, 10**6, rules).fewest == every[low - 1 :]


def test_bad_input() -> None:
    with pytest.raises(InvalidPositionError, match="0' cannot be dealt"):
        reach([0, 1])
    with pytest.raises(InvalidPositionError, match="first must not exceed the last"):
        reach([1], 5, 4)
    with pytest.raises(LimitExceededError, match="'1000001' is too large"):
        reach([1], 5, 1_000_001)
    with pytest.raises(LimitExceededError, match="9 numbers are too many"):
        reach([1] * 9)
    with pytest.raises(LimitExceededError, match="too large together"):
        reach(range(999_990, 999_998), 1, 1000)


def test_plain_python_has_no_largest_number() -> None:
    deal = (999_996, 999_997, 999_998, 999_999)
    assert list(reach(deal, 1, 10).fewest) == fewest_of(deal, 1, 10, Rules())
