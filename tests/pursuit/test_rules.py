from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.pursuit.rules import (
    MAX_CARD,
    MAX_NUMBERS,
    MAX_TARGET,
    OPERATORS,
    STOP,
    Move,
    Number,
    PursuitPosition,
    Rules,
    Step,
    calculate,
    check_numbers,
    check_target,
    write_number,
)
from tests.tables import rows

SUBSETS = ["".join(signs) for size in range(1, 5) for signs in combinations(OPERATORS, size)]

rule_sets = st.builds(
    Rules, operators=st.sampled_from(SUBSETS), use_all=st.booleans(), fractions=st.booleans(), positive=st.booleans()
)
values = st.integers(-30, 30) | st.fractions(-9, 9, max_denominator=6)
deals = st.lists(st.integers(1, 12) | st.sampled_from([25, 50, 100, MAX_CARD]), min_size=1, max_size=4)


def expected(left: Number, operator: str, right: Number, rules: Rules) -> Fraction | None:
    """Return the result of a step, with fractions throughout, or `None` if the rules forbid it."""
    x, y = Fraction(left), Fraction(right)
    if operator not in list(rules.operators) or (operator == "/" and y == 0):
        return None
    result = {"+": x + y, "-": x - y, "*": x * y}[operator] if operator != "/" else x / y
    is_inexact = operator == "/" and not rules.fractions and result.denominator > 1
    return None if is_inexact or (rules.positive and result <= 0) else result


@given(values, st.sampled_from(OPERATORS), values, rule_sets)
def test_calculate(left: Number, operator: str, right: Number, rules: Rules) -> None:
    result = expected(left, operator, right, rules)
    if result is None:
        with pytest.raises(IllegalMoveError) as caught:
            calculate(left, operator, right, rules)
        assert str(caught.value).isprintable()
    else:
        found = calculate(left, operator, right, rules)
        assert found == result
        assert type(found) is (int if result.denominator == 1 else Fraction)


@rows(
    "left, operator, right, rules, message",
    [
        (6, "/", 0, Rules(), "6 / 0 divides by zero"),
        (6, "/", 4, Rules(), "6 / 4 is not a whole number, and fractions are not allowed"),
        (3, "-", 9, Rules(positive=True), "3 - 9 is -6, and only positive results are allowed on the way"),
        (3, "-", 3, Rules(positive=True), "3 - 3 is 0, and"),
        (6, "/", 3, Rules("+-"), r"the operator '/' is not allowed here; use \+ -"),
        (6, "^", 3, Rules(), r"the operator '\^' is not allowed here; use \+ - \* /"),
        # Both texts occur in "+-*/", but neither is an operator.
        (6, "", 3, Rules(), "the operator '' is not allowed"),
        (6, "+-", 3, Rules(), r"the operator '\+-' is not allowed"),
        (Fraction(1, 5), "/", Fraction(-2, 3), Rules(), r"\(1/5\) / \(-2/3\) is not a whole number"),
    ],
)
def test_calculations_that_are_refused(left: Number, operator: str, right: Number, rules: Rules, message: str) -> None:
    with pytest.raises(IllegalMoveError, match=message):
        calculate(left, operator, right, rules)


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (7, "7"), (-7, "(-7)"), (Fraction(1, 5), "(1/5)"), (Fraction(-1, 5), "(-1/5)")]
)
def test_numbers_in_writing(number: Number, text: str) -> None:
    assert write_number(number) == text
    assert Step.parse(f"{text}+1").left == number


@given(rule_sets)
def test_rules_come_back_from_their_texts(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert Rules.parse(" , ".join(str(rules).split(","))) == rules
    if rules.code:
        assert Rules.from_code(rules.code) == rules
    else:
        assert rules == Rules()
    assert hash(Rules.parse(str(rules))) == hash(rules)


@rows(
    "text, rules",
    [
        ("", Rules()),
        (" , ", Rules()),
        ("all", Rules(use_all=True)),
        ("positive,all,fractions", Rules(use_all=True, fractions=True, positive=True)),
        ("operators=*+", Rules("+*")),
        ("operators=++", Rules("+")),
        ("operators=x\N{DIVISION SIGN}\N{MINUS SIGN}", Rules("-*/")),
        ("operators=+-*/", Rules()),
    ],
)
def test_rules_in_words(text: str, rules: Rules) -> None:
    assert Rules.parse(text) == rules


@rows(
    "text, hint",
    [
        ("al", r"there is no rule 'al' \(did you mean all\?\); the rules are all"),
        ("all,all", "'all' is given twice"),
        ("use_all", "no rule 'use_all'"),
        ("operators=+,operators=-", "'operators' is given twice"),
        ("operators", "no rule 'operators'"),
        ("operators=", "there is no operator"),
        ("operators=+^", r"'\^' is not an operator"),
        ("operators=+ -", "' ' is not an operator"),
        ("all=1", "no rule 'all=1'"),
        ("ALL", "no rule 'ALL'"),
    ],
)
def test_words_that_are_no_rules(text: str, hint: str) -> None:
    with pytest.raises(InvalidPositionError, match=hint):
        Rules.parse(text)


@rows(
    "text, hint",
    [
        ("", "no rule ''"),
        ("ops-", "no rule 'ops-'"),
        ("ops-x", "no rule 'ops-x'"),
        ("ops", "no rule 'ops'"),
        ("all.all", "given twice"),
        ("all,positive", "no rule 'all,positive'"),
        ("ops-a.ops-s", "given twice"),
        ("all.", "no rule ''"),
    ],
)
def test_codes_that_are_no_rules(text: str, hint: str) -> None:
    with pytest.raises(InvalidPositionError, match=hint):
        Rules.from_code(text)


def test_rules_without_operators() -> None:
    with pytest.raises(InvalidPositionError, match=r"no operator; the operators are \+ - \* /"):
        Rules("")


@given(values, st.sampled_from(OPERATORS), values)
def test_steps_come_back_from_their_texts(left: Number, operator: str, right: Number) -> None:
    step = Step(left, operator, right)
    assert Step.parse(str(step)) == step
    assert Step.parse(f" {write_number(left)} {operator}\t{write_number(right)} ") == step


@rows(
    "text, step",
    [
        ("100+6", Step(100, "+", 6)),
        ("3 x 4", Step(3, "*", 4)),
        ("3X4", Step(3, "*", 4)),
        ("3\N{MULTIPLICATION SIGN}4", Step(3, "*", 4)),
        ("6:3", Step(6, "/", 3)),
        ("6\N{EN DASH}3", Step(6, "-", 3)),
        ("3--9", Step(3, "-", -9)),
        ("-3*(-9)", Step(-3, "*", -9)),
        ("( 2/4 )*4", Step(Fraction(1, 2), "*", 4)),
        ("(4/2)+1", Step(2, "+", 1)),
        ("007+1", Step(7, "+", 1)),
    ],
)
def test_ways_to_type_a_step(text: str, step: Step) -> None:
    found = Step.parse(text)
    assert found == step
    assert type(found.left) is type(step.left)


@rows(
    "text",
    [
        "",
        "3",
        "3+",
        "+3",
        "3+4+5",
        "1/5*3",
        "3 4",
        "3^4",
        "2.5*4",
        "\u0663+1",
        "(3+4",
        "3,4",
        "e",
        "1" * 199 + "+1",
        "+" * 9,
        "(1/5+1",
        "(1/-5)+1",
    ],
)
def test_texts_that_are_no_steps(text: str) -> None:
    with pytest.raises(IllegalMoveError, match="is not a step; write two numbers with an operator between them"):
        Step.parse(text)


def test_a_fraction_that_divides_by_zero() -> None:
    with pytest.raises(IllegalMoveError, match=r"'\(1/0\)\+3' has a number that divides by zero"):
        Step.parse("(1/0)+3")


@given(st.text(max_size=20) | st.text("0123456789+-*/()x: ", max_size=20))
def test_every_text_gives_a_step_or_one_line(text: str) -> None:
    try:
        step = Step.parse(text)
    except IllegalMoveError as error:
        message = str(error)
        assert message.isprintable()
    else:
        assert Step.parse(str(step)) == step


def every_step(position: PursuitPosition) -> set[tuple[Number, str, Number]]:
    """Return all legal steps by a second version of the rules; sums and products begin with the larger number."""
    table, rules = position.table, position.rules
    found = set()
    for i, left in enumerate(table):
        for right in chain(table[:i], table[i + 1 :]):
            for operator in OPERATORS:
                if expected(left, operator, right, rules) is not None and (operator in "-/" or left >= right):
                    found.add((left, operator, right))
    return found


@given(deals, st.integers(1, MAX_TARGET), rule_sets, st.data())
def test_games(numbers: list[int], target: int, rules: Rules, data: st.DataObject) -> None:
    position = start = PursuitPosition.new(numbers, target, rules)
    while True:
        for again in (PursuitPosition.from_id(position.id), pickle.loads(pickle.dumps(position))):  # noqa: S301  # a text of this package
            assert again == position
            assert hash(again) == hash(position)
            assert (again.id, again.table, again.scores()) == (position.id, position.table, position.scores())
        assert position.start() == start
        assert position.start().table == start.table
        legal = position.legal_moves()
        assert len(set(legal)) == len(legal)
        assert position.is_over() == (not legal)
        check_answer(position)
        if position.is_over():
            break
        steps = [move for move in legal if isinstance(move, Step)]
        assert {(move.left, move.operator, move.right) for move in steps} == every_step(position)
        assert legal[-1] == STOP
        move = data.draw(st.sampled_from(legal))
        before, position = position, position.play(move)
        assert position.moves == (*before.moves, move)
        if isinstance(move, Step):
            rest = Counter(before.table) - Counter([move.left, move.right])
            assert Counter(position.table[:-1]) == rest
            assert position.table[-1] == expected(move.left, move.operator, move.right, rules)
    if STOP not in position.moves:
        assert not every_step(position)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        position.play(STOP)


def check_answer(position: PursuitPosition) -> None:
    seen = position.table
    if not position.rules.use_all:
        # Every number that was on the table at some time may be the answer.
        past = [PursuitPosition.from_id(position.start().id)]
        for move in position.moves:
            past.append(past[-1].play(move))
        seen = tuple(number for moment in past for number in moment.table)
    elif len(position.table) > 1:
        seen = ()
    whole = [int(number) for number in seen if Fraction(number).denominator == 1]
    assert position.answer in (whole or [0])
    assert position.distance == min((abs(number - position.target) for number in whole), default=position.target)
    assert position.scores() == (-position.distance,)


@given(st.permutations([3, 6, 9]), st.sampled_from("+*"))
def test_sums_and_products_may_be_written_in_either_order(numbers: list[int], operator: str) -> None:
    game = PursuitPosition.new(numbers, 10)
    assert game.play(Step(3, operator, 9)).table == game.play(Step(9, operator, 3)).table


@rows(
    "text, answer, distance",
    [
        ("pursuit:3.6.9.10.50.100:951/100a6.106m9.954s3", 951, 0),
        ("pursuit:3.6.9.10.50.100:951/100a6.106m9.954s3.951a10", 951, 0),
        ("pursuit:3.6.9.10.50.100:951/100a6.106m9.e", 954, 3),
        ("pursuit:8.12:10", 8, 2),
        ("pursuit:12.8:10", 8, 2),
        ("pursuit:8.12:10:all", 0, 10),
        ("pursuit:8.12:10:all/12a8", 20, 10),
        ("pursuit:1.5:10:all.fractions/1d5", 0, 10),
        ("pursuit:1.5.5.5:24:all.fractions/1d5.5s1_5.24_5m5", 24, 0),
        ("pursuit:1.5.5:24:all.fractions/1d5.5s1_5", 0, 24),
        ("pursuit:3.9:1/3s9", 3, 2),
        ("pursuit:3.9:1:all/3s9", -6, 7),
        ("pursuit:3.9.1:1:all/3s9.1m-6", -6, 7),
        ("pursuit:3.3.1:1:all/3s3.0m1", 0, 1),
        ("pursuit:3.3.4:1/3s3.0m4", 0, 1),
        ("pursuit:100.3:1:fractions/100d3", 3, 2),
        ("pursuit:6.4:2:ops-as", 4, 2),
    ],
)
def test_ids(text: str, answer: int, distance: int) -> None:
    position = PursuitPosition.from_id(text)
    assert (position.id, position.answer, position.distance) == (text, answer, distance)


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("pursuit:3.9:1:positive.all", "pursuit:3.9:1:all.positive"),
        ("pursuit:3.9:1:ops-dmsa", "pursuit:3.9:1"),
        ("pursuit:3.9:1:ops-sa", "pursuit:3.9:1:ops-as"),
        ("pursuit:1.5.5:1:fractions/1d5.2_10m5", "pursuit:1.5.5:1:fractions/1d5.1_5m5"),
    ],
)
def test_ids_have_one_form(text: str, normal: str) -> None:
    assert PursuitPosition.from_id(text).id == normal


@rows(
    "text, error, hint",
    [
        ("pursuit:", InvalidPositionError, "starting position is missing"),
        ("taxman:20", InvalidPositionError, "'taxman'"),
        ("pursuit:3.6", InvalidPositionError, "names no target"),
        ("pursuit:3.6:5:all:x", InvalidPositionError, "too many parts"),
        ("pursuit:3.6:", InvalidPositionError, "has 0 targets"),
        ("pursuit:3.6:5.6", InvalidPositionError, "has 2 targets"),
        ("pursuit::5", InvalidPositionError, "no number in the deal"),
        ("pursuit:3..6:5", InvalidPositionError, "the number ''"),
        ("pursuit:0.6:5", InvalidPositionError, "the number '0'"),
        ("pursuit:03.6:5", InvalidPositionError, "the number '03'"),
        ("pursuit:-3.6:5", InvalidPositionError, "the number '-3'"),
        ("pursuit:3.6:0", InvalidPositionError, "the target '0'"),
        ("pursuit:3.6:5:", InvalidPositionError, "nothing after it"),
        ("pursuit:3.6:5:any", InvalidPositionError, "no rule 'any'"),
        ("pursuit:3.6:5/", InvalidPositionError, "ends after '/'"),
        ("pursuit:3.6:5/3+6", InvalidPositionError, r"contains '\+'"),
        ("pursuit:1000001:5", LimitExceededError, "too large a number"),
        ("pursuit:3:1000001", LimitExceededError, "too large"),
        ("pursuit:1.1.1.1.1.1.1.1.1:5", LimitExceededError, "9 numbers are too many"),
        ("pursuit:3.6:5/3x6", IllegalMoveError, "the move '3x6'"),
        ("pursuit:3.6:5/3a6.", IllegalMoveError, "the move ''"),
        ("pursuit:3.6:5/03a6", IllegalMoveError, "the move '03a6'"),
        ("pursuit:3.6:5/-0a6", IllegalMoveError, "the move '-0a6'"),
        ("pursuit:3.6:5/3_0a6", IllegalMoveError, "the move '3_0a6'"),
        ("pursuit:3.6:5/3a" + "6" * 200, IllegalMoveError, "a move looks like"),
        ("pursuit:3.6:5/3a7", IllegalMoveError, "needs a 7 that is not on the table; there are 3 6"),
        ("pursuit:3.6:5/3a3", IllegalMoveError, "needs a 3 that is not on the table"),
        ("pursuit:3.6:5/3d6", IllegalMoveError, "not a whole number"),
        ("pursuit:3.6:5:ops-a/3m6", IllegalMoveError, "not allowed here"),
        ("pursuit:3.6:5:positive/3s6", IllegalMoveError, "only positive results"),
        ("pursuit:3.6:5/3a6.e", IllegalMoveError, "the game is over"),
        ("pursuit:3.6:5/e.3a6", IllegalMoveError, "the game is over"),
        ("pursuit:3:5/e", IllegalMoveError, "the game is over"),
    ],
)
def test_ids_that_are_none(text: str, error: type[PerfectPlayError], hint: str) -> None:
    with pytest.raises(error, match=hint) as caught:
        PursuitPosition.from_id(text)
    assert str(caught.value).isprintable()


@given(st.text(".:/0123456789asmde_-lfp", max_size=30).map("pursuit:".__add__))
@example("pursuit:1.2:3/2d1.e")
def test_every_text_gives_a_position_or_one_line(text: str) -> None:
    try:
        position = PursuitPosition.from_id(text)
    except PerfectPlayError as error:
        message = str(error)
        assert message.isprintable()
    else:
        assert PursuitPosition.from_id(position.id) == position


@rows(
    "move, hint",
    [
        ("3+6", "'3[+]6' is not a move; give a step such as 100[+]6, or = to stop"),
        (None, "'None' is not a move"),
        (7, "'7' is not a move"),
        (Step(3, "", 6), "the operator '' is not allowed"),
        (Step(6, "+-", 3), "the operator '[+]-' is not allowed"),
        # The float 3.0 equals a number on the table, but has the wrong type.
        (Step(3.0, "+", 6), "'3.0' is not on the table; there are 1 3 6"),  # type: ignore[arg-type]
        (Step(True, "+", 6), "'True' is not on the table; there are 1 3 6"),  # noqa: FBT003  # the test is about this mistake
    ],
)
def test_moves_that_are_none(move: Any, hint: str) -> None:
    with pytest.raises(IllegalMoveError, match=hint):
        PursuitPosition.new([1, 3, 6], 5).play(move)


def test_a_game_without_a_step_is_over_at_once() -> None:
    for text in ("pursuit:5:7", "pursuit:2.3:7:ops-d", "pursuit:1.1:7:positive.ops-s"):
        position = PursuitPosition.from_id(text)
        assert position.is_over()
        assert position.legal_moves() == ()


def test_perft() -> None:
    def count(position: PursuitPosition, depth: int) -> int:
        moves: tuple[Move, ...] = position.legal_moves()
        if not depth or not moves:
            return 1 if not depth else 0
        return sum(count(position.play(move), depth - 1) for move in moves)

    def twin(table: tuple[Number, ...], rules: Rules, depth: int, *, stopped: bool = False) -> int:
        steps = set() if stopped else every_step(PursuitPosition((), 1, rules, (), table))
        if not depth or not steps:
            return 1 if not depth else 0
        total = twin(table, rules, depth - 1, stopped=True)
        for left, operator, right in steps:
            rest = list(table)
            rest.remove(left)
            rest.remove(right)
            result = expected(left, operator, right, rules)
            assert result is not None
            total += twin((*rest, result), rules, depth - 1)
        return total

    for numbers, rules in (((1, 2, 4), Rules()), ((2, 3, 6), Rules(fractions=True)), ((1, 1, 3), Rules(positive=True))):
        start = PursuitPosition.new(numbers, 7, rules)
        for depth in range(4):
            assert count(start, depth) == twin(numbers, rules, depth)


@pytest.mark.parametrize("numbers", [[1], [1] * MAX_NUMBERS, [MAX_CARD], (number for number in (3, 6)), {6: 1, 3: 2}])
def test_numbers_that_can_be_dealt(numbers: Any) -> None:
    found = check_numbers(numbers)
    assert found
    assert all(type(number) is int for number in found)


@rows(
    "numbers, error, hint",
    [
        ([], InvalidPositionError, "no number in the deal"),
        ([0], InvalidPositionError, "'0' cannot be dealt"),
        ([3, -1], InvalidPositionError, "'-1' cannot be dealt"),
        ([True], InvalidPositionError, "'True' cannot be dealt"),
        ([2.0], InvalidPositionError, "'2.0' cannot be dealt"),
        (["3"], InvalidPositionError, "'3' cannot be dealt"),
        ("36", InvalidPositionError, "'3' cannot be dealt"),
        ([Fraction(2)], InvalidPositionError, "'2' cannot be dealt"),
        ([MAX_CARD + 1], LimitExceededError, "the largest possible is 1,000,000"),
        ([1] * (MAX_NUMBERS + 1), LimitExceededError, "9 numbers are too many; a deal has one to 8"),
    ],
)
def test_numbers_that_cannot_be_dealt(numbers: Any, error: type[PerfectPlayError], hint: str) -> None:
    with pytest.raises(error, match=hint):
        check_numbers(numbers)
    with pytest.raises(error, match=hint):
        PursuitPosition.new(numbers, 7)


@pytest.mark.parametrize(
    ("target", "error", "hint"),
    [
        (0, InvalidPositionError, "'0' cannot be a target"),
        (True, InvalidPositionError, "'True' cannot be a target"),
        (5.0, InvalidPositionError, "'5.0' cannot be a target"),
        ("5", InvalidPositionError, "'5' cannot be a target"),
        (MAX_TARGET + 1, LimitExceededError, "from 1 to 1,000,000"),
    ],
)
def test_targets_that_are_none(target: Any, error: type[PerfectPlayError], hint: str) -> None:
    with pytest.raises(error, match=hint):
        check_target(target)
    with pytest.raises(error, match=hint):
        PursuitPosition.new([7], target)


def test_limits_can_be_reached() -> None:
    game = PursuitPosition.new([MAX_CARD] * MAX_NUMBERS, MAX_TARGET)
    for _ in range(MAX_NUMBERS - 1):
        game = game.play(Step(game.table[-1], "*", game.table[0]))
    assert game.table == (MAX_CARD**MAX_NUMBERS,)
    assert PursuitPosition.from_id(game.id) == game


def test_text_of_a_position() -> None:
    assert str(PursuitPosition.from_id("pursuit:1.5.5.5:24:fractions/1d5")) == "5 5 1/5 -> 24"


@given(deals, rule_sets)
def test_zero_and_negative_numbers_appear_only_where_they_may(numbers: list[int], rules: Rules) -> None:
    assume(rules.positive)
    position = PursuitPosition.new(numbers, 5, rules)
    while not position.is_over():
        position = position.play(position.legal_moves()[0])
        assert all(number > 0 for number in position.table)
