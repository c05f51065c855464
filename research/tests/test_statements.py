"""Test written rules: their meaning, errors, and conditions."""

from collections.abc import Callable
from contextlib import suppress
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import PerfectPlayError
from perfectplay_research.conditions import CONDITIONS
from perfectplay_research.conjectures import RULES, named_rule, smallest_counterexample
from perfectplay_research.primitive import is_primitive
from perfectplay_research.statements import MAX_CHARACTERS, is_statement, read_statement
from tests.coins.twins import digits, slow_margin
from tests.tables import rows

Row = tuple[int, ...]
ROWS = [row for length in range(1, 7) for row in product((1, 2, 3), repeat=length)]

# A rule as a tree: a condition, or an operator with its operands.
trees = st.recursive(
    st.sampled_from(["even", "palindrome", "ends-equal", "pair"]),
    lambda parts: (
        st.tuples(st.just("not"), parts)
        | st.tuples(parts, st.just("and"), parts)
        | st.tuples(parts, st.just("or"), parts)
        | st.tuples(parts, st.just("=>"), parts)
    ),
    max_leaves=6,
)


def written(tree: object) -> str:
    """Write a tree as a rule with all brackets."""
    return tree if isinstance(tree, str) else f"({' '.join(map(written, tree))})"  # type: ignore[call-overload]


def twin(tree: object, row: Row) -> bool:
    """Evaluate a tree directly."""
    match tree:
        case str():
            return CONDITIONS[tree].holds(row)
        case ("not", part):
            return not twin(part, row)
        case (one, "and", other):
            return twin(one, row) and twin(other, row)
        case (one, "or", other):
            return twin(one, row) or twin(other, row)
        case (one, _, other):
            return not twin(one, row) or twin(other, row)
    raise AssertionError


@given(trees, st.lists(st.integers(1, 3), min_size=1, max_size=6).map(tuple))
def test_a_rule_means_what_its_tree_means(tree: object, row: Row) -> None:
    rule = read_statement(written(tree))
    assert rule.judge(row) is twin(tree, row)


@rows(
    "rule, same",
    [
        ("not even and pair", "(not even) and pair"),
        ("even and pair or palindrome", "(even and pair) or palindrome"),
        ("even or pair and palindrome", "even or (pair and palindrome)"),
        ("even or pair => palindrome and tied", "(even or pair) => (palindrome and tied)"),
        ("even => pair => tied", "even => (pair => tied)"),
        ("EVEN Implies not\tnot TIED", "even => tied"),
        ("even=>tied", "even => tied"),
        ("not(even)and(pair)", "not even and pair"),
    ],
)
def test_what_binds_closest(rule: str, same: str) -> None:
    one, other = read_statement(rule), read_statement(same)
    assert [one.judge(row) for row in ROWS] == [other.judge(row) for row in ROWS]


@rows(
    "rule, ties_only",
    [
        ("tied => even", True),
        ("even and (tied) and pair => palindrome", True),
        ("tied or even => pair", False),
        ("not tied => pair", False),
        ("tied", False),
        ("even => tied", False),
    ],
)
def test_only_ties_are_shown_to_a_rule_about_ties(rule: str, ties_only: bool) -> None:  # noqa: FBT001  # a table
    statement = read_statement(rule)
    assert statement.ties_only is ties_only
    wanted = [row for row in ROWS if statement.judge(row) is not None]
    refuting = [row for row in wanted if statement.judge(row) is False]
    found = smallest_counterexample(statement, 3, 6)
    assert found.counterexample == (refuting[0] if refuting else None)
    if refuting:
        assert found.tested == wanted.index(refuting[0]) + 1
        assert found.margin == slow_margin(refuting[0])
    else:
        assert found.tested == len(wanted)


def test_the_conjectures_of_the_series_can_be_written_out() -> None:
    for name, rule in (("wrap", "wrapped => tied"), ("join", "joined => tied"), ("arise", "tied and even => arises")):
        one, other = (smallest_counterexample(named_rule(asked), 3, 6) for asked in (name, rule))
        assert (one.counterexample, one.margin) == (other.counterexample, other.margin)
    assert named_rule("wrap") is RULES["wrap"]


def test_a_primitive_tie_can_be_raised() -> None:
    assert smallest_counterexample(read_statement("primitive => raised-tied"), 3, 10).counterexample is None
    found = smallest_counterexample(read_statement("tied and even => raised-tied"), 3, 8)
    assert found.counterexample == (1, 1, 2, 2)


def _between(row: Row) -> bool:
    return len(row) in {4, 6} and row[0] == row[-1] and slow_margin(row[1:-1]) == 0


def _built(row: Row) -> bool:
    if not row:
        return True
    around = len(row) > 1 and row[0] == row[-1] and _built(row[1:-1])
    return around or any(_built(row[:i]) and _built(row[i:]) for i in range(1, len(row)))


MEANINGS: dict[str, Callable[[Row], bool]] = {
    "tied": lambda row: slow_margin(row) == 0,
    "even": lambda row: len(row) in {2, 4, 6},
    "ends-equal": lambda row: row[0] == row[-1],
    "middle-equal": lambda row: len(row) in {2, 4, 6} and row[len(row) // 2 - 1] == row[len(row) // 2],
    "pair": lambda row: any(row[i] == row[i + 1] for i in range(len(row) - 1)),
    "two-values": lambda row: len(set(row)) < 3,
    "palindrome": lambda row: list(reversed(row)) == list(row),
    "equal-sums": lambda row: sum(c if i % 2 else -c for i, c in enumerate(row)) == 0,
    "balanced": lambda row: all(row[::2].count(c) == row[1::2].count(c) for c in row),
    "inner-tied": lambda row: len(row) < 3 or slow_margin(row[1:-1]) == 0,
    "raised-tied": lambda row: slow_margin([c + (i in {0, len(row) - 1}) for i, c in enumerate(row)]) == 0,
    "wrapped": lambda row: len(row) == 2 < 2 + (row[0] == row[-1]) or _between(row),
    "joined": lambda row: any(slow_margin(row[:i]) == slow_margin(row[i:]) == 0 for i in range(1, len(row))),
    "arises": _built,
    "primitive": is_primitive,
}


def test_conditions_mean_what_they_say() -> None:
    assert MEANINGS.keys() == CONDITIONS.keys()
    for name, meaning in MEANINGS.items():
        assert [row for row in ROWS if CONDITIONS[name].holds(row)] == [row for row in ROWS if meaning(row)], name


# -- bad input -----------------------------------------------------------------------------------------------------


@rows(
    "rule, problem",
    [
        ("", "'' is not a rule: a condition is missing at its end; write one such as 'even and palindrome => tied'"),
        ("even and", "a condition is missing at its end"),
        ("even => ", "a condition is missing at its end"),
        ("and even", "a condition is missing before 'and'"),
        ("(even", "a bracket is not closed"),
        ("even)", r"'\)' stands where and, or, => or the end is due"),
        ("()", r"a condition is missing before '\)'"),
        ("even tied", "'tied' stands where and, or, => or the end is due"),
        ("even = tied", "'=' stands where and, or, => or the end is due"),
        ("even and lucky", "'lucky' is not a condition; the conditions are tied, even, ends-equal, "),
        ("__import__('os').system('ls')", r"\"__import__\" is not a condition|'__import__' is not a condition"),
        ("not " * 21 + "even", "more than 20 brackets, not and => stand within each other"),
        ("(" * 21 + "even" + ")" * 21, "more than 20 brackets"),
        ("even => " * 25 + "even", "more than 20 brackets"),
        ("even or " * 60 + "even", "a rule of 484 characters is too long; at most 300 are read"),
    ],
)
def test_what_is_not_a_rule_is_refused_in_one_line(rule: str, problem: str) -> None:
    with pytest.raises(PerfectPlayError, match=problem) as caught:
        read_statement(rule)
    assert "\n" not in str(caught.value)


@given(
    st.text(max_size=MAX_CHARACTERS + 5) | st.lists(st.sampled_from([*"()", "not", "and", "=>", "even"])).map(" ".join)
)
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    with suppress(PerfectPlayError):
        rule = read_statement(text)
        assert rule.judge(digits("1221")) in {True, False, None}
        assert read_statement(rule.statement).statement == rule.statement


def test_one_word_is_a_rule_if_it_is_a_condition() -> None:
    assert is_statement("tied")
    assert not is_statement("luck")
    with pytest.raises(PerfectPlayError, match="no rule 'luck'; the rules are wrap, join, arise, or write one"):
        named_rule("luck")
