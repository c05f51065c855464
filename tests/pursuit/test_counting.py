"""Compare counts of formulae with the article's figures and, for small games, with two other ways to count."""

from __future__ import annotations

import signal
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import exp, isclose
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.progress import Progress
from perfectplay.core.question import Work
from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, SUIT, Deck
from perfectplay.pursuit.questions.decks import CountFormulas
from perfectplay.pursuit.search.counting import LIMIT, FormulaCounts, count_formulas, fit_power_law
from tests.profiles import examples
from tests.pursuit.reference import operators_by_remainder, permutations_by_remainder, rpn_calc, rpn_fill, rpn_subsets
from tests.tables import rows

full_game = cache(count_formulas)


def enumerated(deck: Deck, numbers: int, operators: str) -> list[tuple[int, Counter[int]]]:
    """Write out every formula; return the number of candidates, and of admissible formulae by value, for each size."""
    found = []
    for k in range(1, numbers + 1):
        candidates = 0
        values: Counter[int] = Counter()
        for subset in rpn_subsets(k):
            for drawn in permutations_by_remainder(deck.cards, k):
                for ops in operators_by_remainder(operators, k - 1):
                    candidates += 1
                    value = rpn_calc(rpn_fill(subset, drawn, ops))
                    if value is not None:
                        values[value] += 1
        found.append((candidates, values))
    return found


def twin(deck: Deck, numbers: int, operators: str) -> list[Counter[int]]:
    """Count the admissible formulae by value, for each number of cards, by joining two sets of cards at a time."""
    cards = deck.cards

    @cache
    def formulae(chosen: tuple[int, ...]) -> Counter[int]:
        if len(chosen) == 1:
            return Counter([cards[chosen[0]]])
        found: Counter[int] = Counter()
        for size in range(1, len(chosen)):
            for part in combinations(chosen, size):
                others = tuple(card for card in chosen if card not in part)
                for x, f in formulae(part).items():
                    for y, g in formulae(others).items():
                        for operator in operators:
                            value = rpn_calc([x, y, operator])
                            if value is not None:
                                found[value] += f * g
        return found

    return [
        sum((formulae(chosen) for chosen in combinations(range(len(cards)), k)), Counter())
        for k in range(1, numbers + 1)
    ]


def check(counts: FormulaCounts, values: list[Counter[int]]) -> None:
    assert counts.admissible == tuple(found.total() for found in values)
    together = sum(values, Counter[int]())
    assert counts.by_value == tuple(together[value] for value in range(-LIMIT, LIMIT + 1))


def test_candidates_of_the_article() -> None:
    counts = full_game()
    assert counts.candidates == (52, 10_608, 4_243_200, 2_079_168_000, 1_117_760_716_800, 630_417_044_275_200)
    assert counts.total_candidates == 631_536_888_413_860


def test_admissible_formulae_of_the_article() -> None:
    # The article says "Of the order of 210,000,000,000,000"; these figures come from an independent count in C++.
    counts = full_game()
    assert counts.admissible == (52, 8_608, 2_766_320, 1_083_237_808, 464_224_863_680, 208_419_293_109_024)
    assert counts.total_admissible == 208_884_603_985_492
    assert counts.between(1, 1_000) == 90_794_881_103_240


def test_without_division_every_candidate_is_admissible() -> None:
    counts = count_formulas(operators="*-+")
    assert counts.operators == "+-*"
    assert counts.candidates == counts.admissible
    assert counts.total_candidates == 149_955_465_707_008


def test_the_reduced_game() -> None:
    reduced = count_formulas(SUIT, 4)
    assert (reduced.total_candidates, reduced.total_admissible) == (5_546_749, 2_810_729)


def test_fewer_cards_are_counted_as_the_first_of_more() -> None:
    for numbers in range(1, 6):
        assert count_formulas(CARDS, numbers).admissible == full_game().admissible[:numbers]


@rows(
    "copies, numbers, operators",
    [
        ({1: 2, 2: 1, 3: 1, 10: 1}, 4, "+-*/"),
        ({1: 4}, 4, "+-*/"),
        ({2: 2, 4: 2}, 4, "-/"),
        ({5: 1, 25: 1, 100: 1}, 3, "+-*/"),
        ({1: 1, 7: 1, 999: 1, 1_001: 1}, 4, "+-*/"),
        ({6: 1}, 1, "+-*/"),
    ],
)
def test_against_writing_out_every_formula(copies: dict[int, int], numbers: int, operators: str) -> None:
    deck = Deck.of("small", copies)
    counts = count_formulas(deck, numbers, operators)
    expected = enumerated(deck, numbers, operators)
    assert counts.candidates == tuple(candidates for candidates, _ in expected)
    check(counts, [values for _, values in expected])
    assert twin(deck, numbers, operators) == [values for _, values in expected]


VALUES = st.sampled_from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 25, 100, 997, 1_000, 1_001, 2_000, 4_870])
OPERATOR_SETS = st.sets(st.sampled_from("+-*/"), min_size=1).map("".join)


@given(st.lists(VALUES, min_size=1, max_size=6), OPERATOR_SETS)
@example([1, 1, 2, 2, 3, 3], "+-*/")
@example([2, 3, 25, 50, 100, 100], "+-*/")
@example([1, 2, 4, 1_000, 2_000, 4_870], "+-*/")
@example([1, 1, 2, 3, 5, 6], "-/")
@example([2, 2, 4, 8, 16, 64], "/")
@settings(max_examples=examples(25))
def test_kernels_against_dictionaries(cards: list[int], operators: str) -> None:
    deck = Deck.of("random", Counter(cards))
    numbers = len(cards) if len(cards) < 6 or len(operators) < 4 else 5
    check(count_formulas(deck, numbers, operators), twin(deck, numbers, operators))


@pytest.mark.parametrize(
    "copies",
    [
        {1: 2, 2: 1, 3: 1, 5: 2},
        {1: 3, 4: 3},
        {2: 1, 3: 1, 6: 1, 10: 1, 25: 1, 100: 1},
        {1: 2, 2: 1, 1_000: 1, 2_000: 1, 4_870: 1},
    ],
)
def test_six_cards_against_dictionaries(copies: dict[int, int]) -> None:
    deck = Deck.of("six", copies)
    check(count_formulas(deck, 6), twin(deck, 6, "+-*/"))


def test_more_cards_than_are_in_a_formula() -> None:
    deck = Deck.of("eight", {1: 2, 2: 3, 6: 2, 50: 1})
    check(count_formulas(deck, 6, "-/"), twin(deck, 6, "-/"))
    check(count_formulas(deck, 4), twin(deck, 4, "+-*/"))


def test_a_difference_and_its_negative_are_equally_frequent() -> None:
    counts = count_formulas(SUIT, 2, "-")
    assert counts.by_value[:LIMIT] == tuple(
        reversed([n - (v in SUIT.values) for v, n in enumerate(counts.by_value[LIMIT + 1 :], 1)])
    )


def test_counts_of_values() -> None:
    counts = count_formulas(CLASSIC, 2)
    # The ways to 5: two tiles, sums 1+4 and 2+3, differences 6-1 to 10-5, 5*1, and quotients 5/1, 10/2, 25/5, 50/10.
    assert counts.count(5) == 2 + 4 * 2 * 2 + 4 * 5 + 4 * 2 + 4 + 4 + 2 + 2
    assert counts.count(-999) == 0
    assert counts.between(-LIMIT, LIMIT) == sum(counts.by_value)
    assert counts.between(7, 6) == 0
    for value in (-LIMIT - 1, LIMIT + 1):
        with pytest.raises(LimitExceededError, match=f"'{value}'.*give a value from -1000 to 1000"):
            counts.count(value)
        with pytest.raises(LimitExceededError, match=f"'{value}'.*give a value from -1000 to 1000"):
            counts.between(*sorted((value, 1)))


@pytest.mark.parametrize("value", [1.5, 1.0, "1", True, None])
def test_values_that_are_no_integers(value: Any) -> None:
    counts = synthetic([1, 2, 3, 4])
    with pytest.raises(InvalidPositionError, match=f"formulae for '{value}' were not counted"):
        counts.count(value)
    with pytest.raises(InvalidPositionError, match=f"formulae for '{value}' were not counted"):
        counts.between(value, 3)
    for low, high in ((value, 3), (1, value)):
        with pytest.raises(InvalidPositionError, match=r"no line can be fitted .* give a range of integers within 1"):
            fit_power_law(counts, low, high)
    with pytest.raises(InvalidPositionError, match=f"cannot deal '{value}' numbers"):
        count_formulas(CARDS, value)


def test_progress_and_interruption() -> None:
    seen: list[Progress] = []
    count_formulas(SUIT, 6, progress=seen.append)
    assert list(dict.fromkeys(report.stage for report in seen)) == [f"formulae of {k} cards" for k in range(1, 7)]
    # The work is counted in deals of up to four cards, and in rests (parts) of five and six cards, weighted by effort.
    assert {report.total for report in seen} == {13 + 78 + 2 * 286 + 4 * 715 + 12 * (13 + 78) + 20 * (78 + 286)}
    done = [report.done for report in seen]
    assert (done, done[-1]) == (sorted(done), seen[-1].total)
    assert all(report.seconds >= 0 for report in seen)

    def stop(report: Progress) -> None:
        if report.stage == "formulae of 6 cards":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_formulas(SUIT, 6, progress=stop)


def test_an_early_end_leaves_exact_counts_of_fewer_cards() -> None:
    def press(report: Progress) -> None:
        if report.stage == "formulae of 3 cards":
            signal.raise_signal(signal.SIGINT)

    found, two = count_formulas(SUIT, 4, progress=press), count_formulas(SUIT, 2)
    assert (found.status, found.wanted, found.interrupted) == ("bounded", 4, True)
    assert replace(found, wanted=2, interrupted=False) == two
    assert two.status == "optimal"
    at_once = count_formulas(SUIT, 4, time_limit=1e-9)
    assert (at_once.numbers, at_once.admissible, at_once.interrupted) == (1, (13,), False)
    assert CountFormulas(deck=SUIT, numbers=4).counts(Work(time_limit=1e-9)) == at_once


@rows(
    "deck, numbers, operators, error, words",
    [
        (CARDS, 7, "+-*/", LimitExceededError, "'7' numbers cannot be counted; give 1 to 6"),
        (CARDS, 0, "+-*/", LimitExceededError, "'0' numbers cannot be counted; give 1 to 6"),
        (CARDS, 9, "+-*/", LimitExceededError, "'9' numbers cannot be counted; give 1 to 6"),
        (Deck.of("three", {1: 3}), 4, "+-*/", LimitExceededError, "1 to 3"),
        (CARDS, 6, "+^", InvalidPositionError, "is not an operator"),
        (CARDS, 6, "", InvalidPositionError, "no operator"),
        (Deck.of("huge", {1: 1_000, 2: 1_000}), 6, "+-*/", LimitExceededError, "2000 cards and thus .*fewer than 9.2e"),
        (Deck.of("high", {1: 4, 4_871: 4}), 6, "+-*/", LimitExceededError, "4,871; .* up to 4,870"),
        (Deck.of("high", {1: 4, 82_571: 4}), 4, "+-*/", LimitExceededError, "82,571; .* up to 82,570"),
        (
            Deck.of("wide", dict.fromkeys(range(1, 28), 4)),
            5,
            "+-*/",
            LimitExceededError,
            "27,405 .*the limit is 25,000",
        ),
        (
            Deck.of("wide", dict.fromkeys(range(1, 65), 1)),
            6,
            "+-*/",
            LimitExceededError,
            "635,376 .*the limit is 25,000",
        ),
    ],
)
def test_what_cannot_be_counted(deck: Deck, numbers: int, operators: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        count_formulas(deck, numbers, operators)
    assert "\n" not in str(caught.value)


def test_the_largest_numbers_that_can_be_counted() -> None:
    deck = Deck.of("high", {4_869: 1, 4_870: 2})
    check(count_formulas(deck, 3), twin(deck, 3, "+-*/"))
    million = Deck.of("million", {999_999: 1, 1_000_000: 2})
    check(count_formulas(million, 3), twin(million, 3, "+-*/"))
    five = Deck.of("five", {4_869: 2, 4_870: 3})
    check(count_formulas(five, 5), twin(five, 5, "+-*/"))


def test_many_different_numbers_in_formulae_of_three() -> None:
    deck = Deck.of("wide", dict.fromkeys(range(1, 65), 1))
    counts = count_formulas(deck, 3, "+")
    assert counts.admissible == counts.candidates == (64, 64 * 63, 64 * 63 * 62 * 2)


def synthetic(by_value: list[int]) -> FormulaCounts:
    """Return formula counts in which the values 1, 2, 3, ... have the given counts, and other values have none."""
    values = tuple([0] * (LIMIT + 1) + by_value + [0] * (LIMIT - len(by_value)))
    return FormulaCounts(
        numbers=1, operators="+", wanted=1, limit=LIMIT, deck=SUIT, candidates=(1,), admissible=(1,), by_value=values
    )


def test_the_power_law_of_the_article() -> None:
    whole = fit_power_law(full_game())
    assert (round(whole.slope, 2), round(whole.r_squared, 2), whole.low, whole.high) == (-1.04, 0.80, 1, 1_000)
    upper = fit_power_law(full_game(), 100, 1_000)
    assert (round(upper.slope, 2), round(upper.r_squared, 2), upper.low, upper.high) == (-1.26, 0.70, 100, 1_000)


def test_a_power_law_is_found_where_there_is_one() -> None:
    law = fit_power_law(synthetic([7 * value**3 for value in range(1, 101)]), 1, 100)
    assert isclose(law.slope, 3)
    assert isclose(exp(law.intercept), 7)
    assert isclose(law.r_squared, 1)
    # The fit ignores values without a formula.
    law = fit_power_law(synthetic([7 * value**3 if value % 2 else 0 for value in range(1, 101)]))
    assert isclose(law.slope, 3)
    flat = fit_power_law(synthetic([5] * 10), 2, 9)
    assert (flat.slope, flat.r_squared) == (0, 1)


def test_what_no_line_can_be_fitted_to() -> None:
    counts = synthetic([1, 0, 0, 2])
    for low, high in ((0, 10), (5, 5), (9, 2), (1, LIMIT + 1)):
        with pytest.raises(
            LimitExceededError, match=f"from '{low}' to '{high}'; give a range of integers within 1 and 1000"
        ):
            fit_power_law(counts, low, high)
    with pytest.raises(InvalidPositionError, match="1 of the values from 2 to 9 can be made"):
        fit_power_law(counts, 2, 9)
