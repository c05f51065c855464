"""The tie laboratory: counts, lists, rules and their counterexamples."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.coins import ties
from perfectplay.coins.fusion import margin
from perfectplay.coins.rules import CoinsPosition
from perfectplay.coins.ties import (
    MAX_LENGTH,
    RULES,
    TieRule,
    arises_from_rules,
    count_ties,
    is_joined,
    is_tied,
    is_wrapped,
    list_ties,
    load_rule,
    smallest_counterexample,
    tie_bfile,
    tie_counts,
)
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError
from tests.coins.twins import fractions, perfect

# Numbers of tied games over {1..k} of lengths 2, 4, 6, ...; found by trying all games with a quadratic table.
COUNTS = {
    2: (2, 6, 18, 56, 184, 632, 2230, 7980, 28766, 104176),
    3: (3, 17, 105, 697, 4931, 36573),
    4: (4, 36, 376, 4316, 53084),
}


def digits(text: str) -> tuple[int, ...]:
    return tuple(map(int, text))


def slow_margin(coins: Sequence[int]) -> int:
    """The textbook recursion on all segments, in quadratic time."""
    margins = list(coins)
    for size in range(2, len(coins) + 1):
        margins = [
            max(coins[i] - margins[i + 1], coins[i + size - 1] - margins[i]) for i in range(len(coins) - size + 1)
        ]
    return margins[0]


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


@pytest.mark.long
@pytest.mark.parametrize(("k", "length"), [(2, 16), (3, 10), (4, 8)])
def test_longer_games_one_by_one(k: int, length: int) -> None:
    found = sum(slow_margin(coins) == 0 for coins in product(range(1, k + 1), repeat=length))
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
        reduced = ties._push(reduced, value)  # type: ignore[assignment]  # integers stay integers
    assert margin(ties._push(reduced, coin)) == slow_margin([*coins, coin])


# -- the games that the series and the literature name -----------------------------------------------------------


@pytest.mark.parametrize("row", ["1243", "1342", "1331", "5115", "1221", "2112", "01233244156650"])
def test_ties_by_name(row: str) -> None:
    assert is_tied(digits(row))


def test_every_rotation_of_the_long_tie_is_tied() -> None:
    row = digits("01233244156650")
    assert all(is_tied(row[i:] + row[:i]) for i in range(len(row)))


@pytest.mark.parametrize("row", ["3212", "123432", "51151221", "21121221", "12212112", "212333", "212553"])
def test_games_that_somebody_wins(row: str) -> None:
    assert not is_tied(digits(row))


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
    # Before 1212121 comes 1 alone: one coin is its own left and right end.
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
    assert found.tested == sum(count for _, count in tie_counts(2, 12))


@pytest.mark.long
def test_over_one_and_two_all_ties_up_to_twenty_coins_arise() -> None:
    assert all(map(arises_from_rules, list_ties(2, 20, None)))
    assert smallest_counterexample(RULES["arise"], 2, 18).counterexample is None


@pytest.mark.parametrize(
    ("row", "built"), [("", True), ("11", True), ("12", False), ("1221", True), ("112211", True), ("121", False)]
)
def test_what_arises(row: str, built: bool) -> None:  # noqa: FBT001  # a table
    assert arises_from_rules(digits(row)) is built


# -- rules of one's own ------------------------------------------------------------------------------------------


def test_a_rule_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mirror.py"
    path.write_text(
        'def rule(coins):\n    """A row that reads the same backwards is tied."""\n    '
        "return len(coins) > 1 and coins == coins[::-1]\n"
    )
    rule = load_rule(str(path))
    assert rule.statement == "A row that reads the same backwards is tied."
    assert not rule.converse
    found = smallest_counterexample(rule, 3, 5)
    assert (found.counterexample, found.margin) == ((1, 1, 1), 1)


def test_a_file_can_claim_to_know_all_ties(tmp_path: Path) -> None:
    path = tmp_path / "halves.py"
    path.write_text("converse = True\ndef rule(coins):\n    return sum(coins[::2]) == sum(coins[1::2])\n")
    rule = load_rule(str(path))
    assert rule.converse
    assert rule.statement == "No description."
    found = smallest_counterexample(rule, 4, 8)
    assert (found.counterexample, found.margin) == ((1, 1, 2, 1, 1), 0)


def test_a_rule_that_says_nothing_is_not_put_to_the_test() -> None:
    assert smallest_counterexample(lambda _: False, 2, 5).tested == 0


def test_built_in_rules_have_names() -> None:
    assert {name: load_rule(name) for name in RULES} == RULES


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def rule(coins)\n", "cannot be executed: SyntaxError"),
        ("1 / 0\n", "cannot be executed: ZeroDivisionError in line 1: 'division by zero'"),
        ("raise SystemExit\n", "cannot be executed: SystemExit in line 1; correct"),
        ("def rules(coins):\n    return True\n", r"has no function rule\(coins\)"),
    ],
)
def test_bad_files_are_told_apart(tmp_path: Path, source: str, message: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(source)
    with pytest.raises(PerfectPlayError, match=message) as caught:
        load_rule(str(path))
    assert "\n" not in str(caught.value)


def test_missing_files_and_unknown_names(tmp_path: Path) -> None:
    with pytest.raises(PerfectPlayError, match="cannot be read: No such file or directory; give the path"):
        load_rule(str(tmp_path / "missing.py"))
    with pytest.raises(PerfectPlayError, match="there is no rule 'unknown'; the rules are wrap, join, arise"):
        load_rule("unknown")


_MUTE = "class Mute(Exception):\n    def __str__(self):\n        raise SystemExit\n"


@pytest.mark.parametrize(
    ("source", "name"), [(f"{_MUTE}raise Mute\n", "Mute"), ("raise GeneratorExit\n", "GeneratorExit")]
)
def test_whatever_a_file_raises_is_one_line(tmp_path: Path, source: str, name: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(source)
    with pytest.raises(PerfectPlayError, match=rf"cannot be executed: {name} in line \d; correct the file"):
        load_rule(str(path))
    path.write_text(f"{_MUTE}def rule(coins):\n    raise Mute\n")
    with pytest.raises(PerfectPlayError, match="failed on '1': Mute in line 5; correct it"):
        smallest_counterexample(load_rule(str(path)), 2, 3)


def test_what_a_file_prints_goes_to_standard_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "loud.py"
    path.write_text("print('load')\ndef rule(coins):\n    print('call')\n    return False\nrule.__doc__ = 5\n")
    rule = load_rule(str(path))
    assert rule.statement == "No description."
    assert smallest_counterexample(rule, 1, 2).tested == 0
    assert capsys.readouterr() == ("", "load\ncall\ncall\n")


def test_ctrl_c_in_a_rule_is_no_error_of_the_rule(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text("def rule(coins):\n    raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        smallest_counterexample(load_rule(str(path)), 2, 3)
    path.write_text("raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        load_rule(str(path))


@pytest.mark.parametrize("error", [ValueError, SystemExit, GeneratorExit])
def test_a_rule_that_fails_is_named_with_the_row(error: type[BaseException]) -> None:
    def rule(coins: tuple[int, ...]) -> bool:
        if len(coins) == 2:
            raise error
        return False

    with pytest.raises(PerfectPlayError, match=f"the rule 'mine' failed on '1 1': {error.__name__}; correct"):
        smallest_counterexample(TieRule("mine", "", rule), 2, 3)


def test_a_long_search_says_how_far_it_got(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ties, "MAX_TESTED", 20)
    with pytest.raises(LimitExceededError, match=r"of lengths up to 3; more than 20 rows .* up to 9, so ask for"):
        smallest_counterexample(lambda _: False, 2, 9)
    # A claim about all ties is shown the ties only: 0, 2, 1, 6 and 7 up to length 5.
    with pytest.raises(LimitExceededError, match=r"of lengths up to 5; more than 20 rows .* up to 9"):
        smallest_counterexample(TieRule("all", "", lambda _: True, converse=True), 2, 9)
    with pytest.raises(LimitExceededError, match=r"more than 20 rows .*; take a smaller alphabet"):
        smallest_counterexample(never_asked, 21, 2)


def never_asked(_: tuple[int, ...]) -> bool:
    pytest.fail("no row is to be shown to the rule")


@pytest.mark.parametrize("answer", ["maybe", 1, 0, None, [], "two\nlines"])
def test_a_rule_answers_with_true_or_false(answer: object) -> None:
    shown = " ".join(str(answer).split())
    with pytest.raises(PerfectPlayError) as caught:
        smallest_counterexample(TieRule("mine", "", lambda _: answer), 2, 3)  # type: ignore[arg-type, return-value]
    wanted = f"the rule 'mine' answered '{shown}' ({type(answer).__name__}) to '1'; it must return True or False"
    assert str(caught.value) == wanted


def test_a_file_says_true_or_false_about_the_converse(tmp_path: Path) -> None:
    path = tmp_path / "perhaps.py"
    path.write_text("converse = 'maybe'\ndef rule(coins):\n    return True\n")
    with pytest.raises(PerfectPlayError, match=r"sets converse = 'maybe' \(str\); set it to True or to False"):
        load_rule(str(path))


def test_an_answer_that_cannot_be_written_is_named_by_its_type() -> None:
    class Mute:
        def __str__(self) -> str:
            raise SystemExit

    with pytest.raises(PerfectPlayError, match=r"answered '' \(Mute\) to '1'"):
        smallest_counterexample(lambda _: Mute(), 2, 3)  # type: ignore[arg-type, return-value]


# -- work that is stopped, and work that is refused --------------------------------------------------------------


class Patience:
    """A tick that stops the work after so many calls, and keeps what it was told."""

    def __init__(self, calls: int) -> None:
        self.left = calls
        self.told: list[tuple[int, int, int]] = []

    def __call__(self, length: int, done: int, total: int) -> bool:
        self.told.append((length, done, total))
        self.left -= 1
        return self.left < 0


def test_counting_stops_when_told_and_keeps_what_is_known() -> None:
    # A tick for each value that a row can come to: 2 + 2 + 3 + 3 + 4 up to five coins.
    patience = Patience(14)
    assert list(tie_counts(2, 60, tick=patience)) == [(1, 0), (2, 2), (3, 1), (4, 6), (5, 7)]
    lengths, done, totals = zip(*patience.told, strict=True)
    assert sorted(set(lengths)) == [1, 2, 3, 4, 5, 6]
    assert list(done) == sorted(done)
    assert set(totals) == {ties.check_ties(2, 60)}
    assert len(ties.list_ties(2, 20, 100, tick=Patience(40))) < 100


def test_the_search_for_a_counterexample_stops_when_told() -> None:
    # There are 6 rows of up to 2 coins, and 14 of up to 3.
    assert smallest_counterexample(RULES["wrap"], 2, 9, tick=Patience(10)) == ties.TieTest(None, None, 2, 2)
    assert smallest_counterexample(RULES["arise"], 2, 9, tick=Patience(0)) == ties.TieTest(None, None, 0, 0)
    assert smallest_counterexample(RULES["arise"], 2, 9, tick=Patience(39)) == ties.TieTest(None, None, 5, 3)


@pytest.mark.parametrize(("k", "longest"), [(1, 8), (2, 12), (3, 8), (4, 6), (5, 6), (9, 4)])
def test_the_number_of_reduced_rows_is_known_beforehand(k: int, longest: int) -> None:
    rows: set[tuple[int, ...]] = {()}
    for length in range(longest + 1):
        assert ties._reduced_rows(k, length) == len(rows)
        rows = {ties._push(row, coin) for row in rows for coin in range(1, k + 1)}  # type: ignore[misc]


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
    monkeypatch.setattr("perfectplay.coins.census.tied_rows", lambda *_: pytest.fail("no work is to be done"))
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
    monkeypatch.setattr(ties, "_push", lambda *_: pytest.fail("no work is to be done"))
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
    with pytest.raises(InvalidPositionError, match=message):
        smallest_counterexample(lambda _: True, k, length)


def test_there_is_no_bfile_of_even_lengths_up_to_one() -> None:
    with pytest.raises(InvalidPositionError, match="no even length up to 1"):
        tie_bfile(2, 1)
    with pytest.raises(InvalidPositionError, match="at most '-1' games cannot be listed"):
        list_ties(2, 4, -1)


def test_what_is_too_long_is_refused_and_what_is_possible_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitExceededError, match=f"'{MAX_LENGTH + 1}' coins are too long .* at most {MAX_LENGTH}"):
        count_ties(2, MAX_LENGTH + 1)
    monkeypatch.setattr(ties, "MAX_STEPS", 1000)
    with pytest.raises(LimitExceededError, match="lengths up to 13 are within reach"):
        list_ties(2, 100)
    with pytest.raises(LimitExceededError, match="take a smaller alphabet"):
        list_ties(1001, 2)
