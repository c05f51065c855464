"""Test the conjectures of the series and a user's own rules about ties, and find their counterexamples."""

from itertools import product

import pytest

from perfectplay.coins.row.fusion import margin
from perfectplay.coins.ties import is_tied, list_ties, tie_counts
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay_research import conjectures
from perfectplay_research.conditions import arises_from_rules, is_joined, is_wrapped
from perfectplay_research.conjectures import (
    RULES,
    TieRule,
    TieTest,
    named_rule,
    smallest_counterexample,
)
from tests.coins.twins import Patience, digits
from tests.tables import rows

# -- the conjectures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("k", "length"), [(2, 12), (3, 8), (5, 6)])
def test_equal_coins_round_a_tie_make_a_tie(k: int, length: int) -> None:
    found = smallest_counterexample(RULES["wrap"], k, length)
    assert found.counterexample is None
    assert found.margin is None
    assert found.tested > 50
    assert found.max_length == length


def test_an_odd_number_of_coins_must_not_be_wrapped() -> None:
    found = smallest_counterexample(lambda coins: coins[0] == coins[-1] and is_tied(coins[1:-1]), 2, 8)
    # The smallest counterexample is a single coin, because it is both the left and the right end.
    assert found.counterexample == (1,)
    odd = smallest_counterexample(lambda coins: len(coins) > 1 and coins[0] == coins[-1] and is_tied(coins[1:-1]), 2, 8)
    assert (odd.counterexample, odd.margin) == (digits("1212121"), -2)
    assert is_tied(digits("21212"))


@pytest.mark.parametrize("k", [2, 3, 4])
def test_ties_side_by_side_need_not_be_a_tie(k: int) -> None:
    found = smallest_counterexample(RULES["join"], k, 8)
    assert (found.counterexample, found.margin) == (digits("112112"), 2)


def test_both_smallest_counterexamples_to_joining() -> None:
    refuted = [row for row in product((1, 2), repeat=6) if is_joined(row) and not is_tied(row)]
    assert refuted == [digits("112112"), digits("211211")]
    assert not any(is_joined(row) and not is_tied(row) for n in range(1, 6) for row in product((1, 2), repeat=n))


def test_the_counterexample_of_the_series() -> None:
    # "12212112, which is a counterexample to one of my original conjectures about tied games" (part 4).
    row = digits("12212112")
    assert is_tied(row[:4])
    assert is_tied(row[4:])
    assert is_joined(row)
    assert margin(row) == 2


def test_a_tie_that_arises_from_neither_rule() -> None:
    row = digits("1243")
    assert is_tied(row)
    assert not is_wrapped(row)
    assert not is_joined(row)
    assert not arises_from_rules(row)


@pytest.mark.parametrize("k", [3, 4])
def test_the_smallest_tie_that_arises_from_neither_rule(k: int) -> None:
    found = smallest_counterexample(RULES["arise"], k, 6)
    assert (found.counterexample, found.margin) == (digits("1232"), 0)


def test_over_one_and_two_all_ties_up_to_twelve_coins_arise() -> None:
    found = smallest_counterexample(RULES["arise"], 2, 12)
    assert found.counterexample is None
    # The rule does not apply to a tie with an odd number of coins.
    assert found.tested == sum(count for length, count in tie_counts(2, 12) if length % 2 == 0) == 898
    assert (RULES["arise"].judge(digits("121")), RULES["arise"].judge(digits("12"))) == (None, None)


def test_over_one_and_two_all_ties_up_to_twenty_coins_arise() -> None:
    assert all(map(arises_from_rules, list_ties(2, 20, None)))
    assert smallest_counterexample(RULES["arise"], 2, 18).counterexample is None


@pytest.mark.parametrize("values", [(1, 2), (0, 1), (-3, 4)])
def test_equal_alternate_sums_over_two_values_arise_from_the_rules(values: tuple[int, int]) -> None:
    for n in range(0, 15, 2):
        for row in product(values, repeat=n):
            assert arises_from_rules(row) == (sum(row[::2]) == sum(row[1::2]))


@rows("row, built", [("", True), ("11", True), ("12", False), ("1221", True), ("112211", True), ("121", False)])
def test_what_arises(row: str, built: bool) -> None:  # noqa: FBT001  # a table
    assert arises_from_rules(digits(row)) is built


# -- users' own rules --------------------------------------------------------------------------------------------


def test_the_converse_is_about_ties() -> None:
    rule = TieRule("halves", "", lambda coins: sum(coins[::2]) == sum(coins[1::2]), converse=True)
    found = smallest_counterexample(rule, 4, 8)
    assert (found.counterexample, found.margin) == ((1, 1, 2, 1, 1), 0)


def test_a_rule_that_is_not_there_is_told() -> None:
    with pytest.raises(PerfectPlayError, match="there is no rule 'luck'; the rules are wrap, join, arise, or write"):
        named_rule("luck")
    assert {name: named_rule(name) for name in RULES} == RULES


def test_a_rule_that_says_nothing_is_not_put_to_the_test() -> None:
    assert smallest_counterexample(lambda _: False, 2, 5).tested == 0


def test_a_long_search_says_how_far_it_got(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conjectures, "MAX_TESTED", 20)
    with pytest.raises(LimitExceededError, match=r"of lengths up to 3; more than 20 rows .* up to 9, so ask for"):
        smallest_counterexample(lambda _: False, 2, 9)
    # A claim about all ties is tested on ties only; there are 0, 2, 1, 6 and 7 ties of lengths 1 to 5.
    with pytest.raises(LimitExceededError, match=r"of lengths up to 5; more than 20 rows .* up to 9"):
        smallest_counterexample(TieRule("all", "", lambda _: True, converse=True), 2, 9)
    with pytest.raises(LimitExceededError, match=r"more than 20 rows .*; take a smaller alphabet"):
        smallest_counterexample(never_asked, 21, 2)


def never_asked(_: tuple[int, ...]) -> bool:
    pytest.fail("no row is to be shown to the rule")


def test_the_search_for_a_counterexample_stops_when_told() -> None:
    # With two values, there are 6 rows of up to 2 coins, and 14 rows of up to 3 coins.
    assert smallest_counterexample(RULES["wrap"], 2, 9, tick=Patience(10)) == TieTest(None, None, 2, 2)
    assert smallest_counterexample(RULES["arise"], 2, 9, tick=Patience(0)) == TieTest(None, None, 0, 0)
    assert smallest_counterexample(RULES["arise"], 2, 9, tick=Patience(39)) == TieTest(None, None, 4, 3)


def test_alphabets_and_lengths_are_positive() -> None:
    with pytest.raises(InvalidPositionError, match="no coins worth 1 to '0'; the largest coin must be at least 1"):
        smallest_counterexample(lambda _: True, 0, 4)
    with pytest.raises(InvalidPositionError, match="no rows of '0' coins to look at; the length must be at least 1"):
        smallest_counterexample(lambda _: True, 2, 0)
