"""Rules about ties: the conjectures of the series, rules of one's own, and their counterexamples."""

from itertools import product
from pathlib import Path

import pytest

from perfectplay.coins import conjectures
from perfectplay.coins.conditions import arises_from_rules, is_joined, is_wrapped
from perfectplay.coins.conjectures import (
    RULES,
    TieRule,
    TieTest,
    load_rule,
    smallest_counterexample,
)
from perfectplay.coins.fusion import margin
from perfectplay.coins.ties import is_tied, list_ties, tie_counts
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError
from tests.coins.twins import Patience, digits
from tests.tables import rows

pytestmark = pytest.mark.full

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
    # Of a tie with an odd number of coins the rule says nothing.
    assert found.tested == sum(count for length, count in tie_counts(2, 12) if length % 2 == 0) == 898
    assert (RULES["arise"].judge(digits("121")), RULES["arise"].judge(digits("12"))) == (None, None)


def test_over_one_and_two_all_ties_up_to_twenty_coins_arise() -> None:
    assert all(map(arises_from_rules, list_ties(2, 20, None)))
    assert smallest_counterexample(RULES["arise"], 2, 18).counterexample is None


@rows("row, built", [("", True), ("11", True), ("12", False), ("1221", True), ("112211", True), ("121", False)])
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
    assert isinstance(rule, TieRule)
    assert rule.statement == "A row that reads the same backwards is tied."
    assert not rule.converse
    found = smallest_counterexample(rule, 3, 5)
    assert (found.counterexample, found.margin) == ((1, 1, 1), 1)


def test_a_file_can_claim_to_know_all_ties(tmp_path: Path) -> None:
    path = tmp_path / "halves.py"
    path.write_text("converse = True\ndef rule(coins):\n    return sum(coins[::2]) == sum(coins[1::2])\n")
    rule = load_rule(str(path))
    assert isinstance(rule, TieRule)
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
    monkeypatch.setattr(conjectures, "MAX_TESTED", 20)
    with pytest.raises(LimitExceededError, match=r"of lengths up to 3; more than 20 rows .* up to 9, so ask for"):
        smallest_counterexample(lambda _: False, 2, 9)
    # A claim about all ties is shown the ties only: 0, 2, 1, 6 and 7 up to length 5.
    with pytest.raises(LimitExceededError, match=r"of lengths up to 5; more than 20 rows .* up to 9"):
        smallest_counterexample(TieRule("all", "", lambda _: True, converse=True), 2, 9)
    with pytest.raises(LimitExceededError, match=r"more than 20 rows .*; take a smaller alphabet"):
        smallest_counterexample(never_asked, 21, 2)


def never_asked(_: tuple[int, ...]) -> bool:
    pytest.fail("no row is to be shown to the rule")


@rows("answer", ["maybe", 1, 0, None, [], "two\nlines"])
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


def test_the_search_for_a_counterexample_stops_when_told() -> None:
    # There are 6 rows of up to 2 coins, and 14 of up to 3.
    assert smallest_counterexample(RULES["wrap"], 2, 9, tick=Patience(10)) == TieTest(None, None, 2, 2)
    assert smallest_counterexample(RULES["arise"], 2, 9, tick=Patience(0)) == TieTest(None, None, 0, 0)
    assert smallest_counterexample(RULES["arise"], 2, 9, tick=Patience(39)) == TieTest(None, None, 4, 3)


def test_alphabets_and_lengths_are_positive() -> None:
    with pytest.raises(InvalidPositionError, match="no coins worth 1 to '0'; the largest coin must be at least 1"):
        smallest_counterexample(lambda _: True, 0, 4)
    with pytest.raises(InvalidPositionError, match="no rows of '0' coins to look at; the length must be at least 1"):
        smallest_counterexample(lambda _: True, 2, 0)
