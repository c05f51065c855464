from __future__ import annotations

import ast
import pickle
import re
import warnings
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, PerfectPlayError, quote
from perfectplay.pursuit.expressions import MAX_TEXT, Expression, ExpressionError, check_expression, parse_expression
from perfectplay.pursuit.rules import OPERATORS, Number, PursuitPosition, Rules, Step
from tests.tables import rows

DEAL = (3, 6, 9, 10, 50, 100)

leaves = st.integers(1, 12).map(Expression)


@st.composite
def joined(draw: st.DrawFn, parts: st.SearchStrategy[Expression]) -> Expression:
    left, operator, right = draw(parts), draw(st.sampled_from(OPERATORS)), draw(parts)
    assume(operator != "/" or right.value)
    return Expression.combine(left, operator, right)


expressions = st.recursive(leaves, joined, max_leaves=8)


def in_full(node: Expression) -> str:
    """Return the expression with brackets round every step."""
    if node.left is None or node.right is None:
        return str(node.value)
    return f"({in_full(node.left)}{node.operator}{in_full(node.right)})"


def exact(text: str) -> Fraction:
    """Evaluate a text in Python, with each number as a fraction."""
    return Fraction(eval(re.sub(r"[0-9]+", r"Fraction(\g<0>)", text), {"Fraction": Fraction}))  # noqa: S307  # a text of this test


def python_tree(text: str) -> Expression | None:
    """Parse a text with Python's grammar; return `None` unless it consists of numbers and the four operators."""
    with warnings.catch_warnings(action="ignore", category=SyntaxWarning):
        try:
            return from_ast(ast.parse(text, mode="eval").body)
        except (SyntaxError, TypeError):
            return None


def from_ast(node: ast.expr) -> Expression:
    match node:
        case ast.Constant(value=int(number)):
            return Expression(number)
        case ast.BinOp(left=left, op=op, right=right):
            signs: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
            if type(op) in signs:
                return Expression.combine(from_ast(left), signs[type(op)], from_ast(right))
    raise TypeError


def operators(node: Expression) -> Counter[str]:
    return Counter(part.operator for part in node.walk())


def largest(node: Expression) -> Fraction:
    """Return the largest absolute value of an intermediate result."""
    return max((abs(Fraction(result)) for _, result in node.steps), default=Fraction(0))


def outcome(
    text: str, numbers: tuple[int, ...] | None = None, rules: Rules | None = None
) -> Expression | ExpressionError:
    """Return the result of parsing and checking a text: an expression or the error."""
    try:
        return check_expression(text, numbers, rules) if numbers else parse_expression(text)
    except ExpressionError as error:
        return error


def refused(text: str, numbers: tuple[int, ...] = DEAL, rules: Rules | None = None) -> ExpressionError:
    with pytest.raises(ExpressionError) as caught:
        check_expression(text, numbers, rules)
    return caught.value


@given(expressions)
def test_what_is_written_means_what_was_written(expression: Expression) -> None:
    text = str(expression)
    again = parse_expression(text)
    assert again == expression
    assert again.value == exact(text)
    assert again.steps == expression.steps
    assert parse_expression(expression.pretty()) == again
    assert parse_expression(in_full(expression)) == expression


@given(expressions)
def test_no_pair_of_brackets_is_idle(expression: Expression) -> None:
    text = str(expression)
    opened: list[int] = []
    for place, character in enumerate(text):
        if character == "(":
            opened.append(place)
        elif character == ")":
            start = opened.pop()
            without = text[:start] + text[start + 1 : place] + text[place + 1 :]
            # Without this pair of brackets, the text means something else, which may divide by zero.
            with suppress(ExpressionError):
                assert in_full(parse_expression(without)) != in_full(parse_expression(text))


def test_brackets_without_which_a_number_would_be_divided_by_zero_are_not_idle() -> None:
    expression = parse_expression("1/(1-(2+1))")
    assert str(expression) == "1/(1-(2+1))"
    with pytest.raises(ExpressionError, match="divides by zero"):
        parse_expression("1/(1-2+1)")


@given(
    expressions,
    st.builds(Rules, operators=st.sampled_from([OPERATORS, "+-*"]), fractions=st.booleans(), positive=st.booleans()),
)
def test_what_is_written_obeys_the_rules_that_were_obeyed(expression: Expression, rules: Rules) -> None:
    deal = expression.numbers
    assume(isinstance(outcome(in_full(expression), deal, rules), Expression))
    assert check_expression(str(expression), deal, rules).value == expression.value
    assert check_expression(expression.pretty(), deal, replace(rules, use_all=True)).value == expression.value


@rows(
    "text, written",
    [
        ("((3))", "3"),
        ("((100+6)*9)-3", "(100+6)*9-3"),
        ("3+(6+9)", "3+(6+9)"),
        ("(3+6)+9", "3+6+9"),
        ("3+(6-9)", "3+(6-9)"),
        ("3+(6+(9-(10-50)))", "3+(6+(9-(10-50)))"),
        ("3-(6-9)", "3-(6-9)"),
        ("3-(6+9)", "3-(6+9)"),
        ("(3-6)+9", "3-6+9"),
        ("3+(6*9)", "3+6*9"),
        ("3*(6+9)", "3*(6+9)"),
        ("3*(10*9)", "3*(10*9)"),
        ("8*(6/3)", "8*(6/3)"),
        ("8*(1/3)", "8*(1/3)"),
        ("1/5*(6/3)", "1/5*(6/3)"),
        ("8*(3*(1/3))", "8*(3*(1/3))"),
        ("8/(6/3)", "8/(6/3)"),
        ("8/(2*4)", "8/(2*4)"),
        ("(8/2)*4", "8/2*4"),
        ("(8/2)/4", "8/2/4"),
        ("5-(1/5)", "5-1/5"),
        ("(3*6)/(9-6)", "3*6/(9-6)"),
    ],
)
def test_writing(text: str, written: str) -> None:
    assert str(parse_expression(text)) == written


@given(
    expressions,
    st.builds(Rules, operators=st.sampled_from([OPERATORS, "+-*"]), fractions=st.booleans(), positive=st.booleans()),
)
@example(parse_expression("5*(4*(1/4+1/4))"), Rules(fractions=True))
@example(parse_expression("5*(4*(3-3))"), Rules())
@example(parse_expression("(2-9)+(1+1)"), Rules())
def test_from_left_to_right_no_result_grows_and_no_rule_is_broken(expression: Expression, rules: Rules) -> None:
    found = expression.left_to_right()
    assert (found.value, found.numbers, operators(found)) == (
        expression.value,
        expression.numbers,
        operators(expression),
    )
    assert found.left_to_right() == found
    assert largest(found) <= largest(expression)
    if isinstance(outcome(str(expression), expression.numbers, rules), Expression):
        assert isinstance(outcome(str(found), expression.numbers, rules), Expression)


@rows(
    "text, written",
    [
        ("3+(6+9)", "3+6+9"),
        ("3*(10*(9*2))", "3*10*9*2"),
        ("(3*10)*(9*2)-(1+(2+3))", "3*10*9*2-(1+2+3)"),
        ("3+(6+(9-(10-50)))", "3+6+(9-(10-50))"),
        ("3+((9-6)+1)", "3+(9-6+1)"),
        ("3+(6-9)", "3+(6-9)"),
        ("8*(6/3)", "8*(6/3)"),
        ("8*(3*(1/3))", "8*(3*(1/3))"),
        ("5*(4*(1/4+1/4))", "5*(4*(1/4+1/4))"),
        ("5*(4*(3-3))", "5*(4*(3-3))"),
    ],
)
def test_from_left_to_right(text: str, written: str) -> None:
    assert str(parse_expression(text).left_to_right()) == written


def test_printed_signs() -> None:
    expression = parse_expression("(100+6)*9/3-(10-50)")
    signs = {"x": "\N{MULTIPLICATION SIGN}", ":": "\N{DIVISION SIGN}", "-": "\N{MINUS SIGN}"}
    assert expression.pretty() == "".join(signs.get(sign, sign) for sign in "(100 + 6) x 9 : 3 - (10 - 50)")
    assert repr(expression) == "<Expression (100+6)*9/3-(10-50)>"


@rows(
    "text",
    [
        "(100+6)*9-3",
        " ( 100 + 6 )\t* 9 - 3\n",
        "[100+6]*9-3",
        "([100+(6)]*9)-(3)",
        "(100+6)x9-3",
        "(100+6)X9-3",
        "(100+6)\N{MULTIPLICATION SIGN}9\N{MINUS SIGN}3",
        "(100+6)\N{MIDDLE DOT}9\N{EN DASH}3",
        "(0100+06)*9-3",
    ],
)
def test_ways_to_type_it(text: str) -> None:
    assert parse_expression(text) == parse_expression("(100+6)*9-3")


def test_ways_to_type_a_quotient() -> None:
    for sign in "/:\N{DIVISION SIGN}":
        assert parse_expression(f"9{sign}3").steps == ((Step(9, "/", 3), 3),)


@given(st.text("12+-*/()", max_size=12))
@example("1-1*1/1+1-1")
@example("1-(2-(1-2))*(2-1)/2")
@example("1(2)")
@example("(1)2")
@example("()")
@example("1**2")
@example("1//2")
@example("+1")
@example("1--1")
def test_grammar_is_that_of_python(text: str) -> None:
    try:
        expected = python_tree(text)
    except ZeroDivisionError:
        with pytest.raises(ExpressionError, match="divides by zero"):
            parse_expression(text)
        return
    if expected is None:
        with pytest.raises(ExpressionError):
            parse_expression(text)
    else:
        assert parse_expression(text) == expected


@given(st.text("0123456789+-*/()[] x:\N{DIVISION SIGN}\n.a\u0663\ud800", max_size=30) | st.text(max_size=30))
@example("")
@example("1000001")
@example("3/(6-6)")
def test_every_text_gives_an_expression_or_an_error_with_its_place(text: str) -> None:
    found = outcome(text)
    if isinstance(found, Expression):
        assert str(parse_expression(text[found.start : found.stop])) == str(found)
        return
    assert found.text == text
    assert 0 <= found.start <= found.stop <= len(text)
    assert str(found).isprintable()
    above, below = found.pointer().split("\n")
    assert len(above) == len(text)
    assert below == " " * found.start + "^" * max(1, found.stop - found.start)
    part = text[found.start : found.stop]
    if part != text:
        assert str(found).startswith(quote(part) + f" at character {found.start + 1} ")


@given(expressions)
def test_places(expression: Expression) -> None:
    text = in_full(expression)
    for part in parse_expression(text).walk():
        again = parse_expression(text[part.start : part.stop])
        assert again == part
        assert (again.start, again.stop) == (0, part.stop - part.start)
        assert part.operator or text[part.start : part.stop] == str(part.value)


def test_place_of_a_step_has_the_brackets_of_its_operands_and_not_its_own() -> None:
    expression = parse_expression(" ((3)+(6) ) * 9")
    assert (expression.start, expression.stop) == (1, 15)
    assert expression.left is not None
    assert (expression.left.start, expression.left.stop) == (2, 9)
    # The positions of parts in the text do not affect equality.
    assert expression == parse_expression("(3+6)*9")
    assert hash(expression) == hash(parse_expression("(3+6)*9"))
    assert expression != parse_expression("9*(3+6)")
    assert expression != "(3+6)*9"


@rows(
    "text, start, stop, hint",
    [
        ("", 0, 0, "as in (100+6)*9-3"),
        ("  ", 0, 2, "as in (100+6)*9-3"),
        ("-3", 0, 1, "no negative numbers"),
        ("3*(\N{MINUS SIGN}6)", 3, 4, "no negative numbers"),
        ("3**6", 2, 3, "no number before it"),
        ("3+", 1, 2, "nothing after it"),
        ("3+(", 2, 3, "nothing after it"),
        ("3*(6+ )", 6, 7, "where a number is missing"),
        ("()", 1, 2, "where a number is missing"),
        (")", 0, 1, "never opened"),
        ("(3+6))", 5, 6, "never opened"),
        ("((3+6)", 0, 1, "never closed; put ')'"),
        ("3*[6+9", 2, 3, "never closed; put ']'"),
        ("(3+6]", 4, 5, "cannot close '(' at character 1; write ')'"),
        ("[(3+6])", 5, 6, "cannot close '(' at character 2; write ')'"),
        ("3 6", 2, 3, "follows another number"),
        ("(3)6", 3, 4, "follows another number"),
        ("3(6)", 1, 2, "follows a number"),
        ("2.5*4", 1, 2, "whole numbers"),
        ("3^6", 1, 2, "the operators + - * /"),
        ("3+\u0663", 2, 3, "whole numbers"),
        ("3+1000001", 2, 9, "1,000,000"),
        ("3+(6/(9-9))*3", 3, 10, "divides by zero; '9-9' is 0"),
    ],
)
def test_texts_that_are_none(text: str, start: int, stop: int, hint: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_expression(text)
    error = caught.value
    assert (error.text, error.start, error.stop) == (text, start, stop)
    assert hint in str(error)


def test_too_long_a_text() -> None:
    text = "1+" * (MAX_TEXT // 2)
    with pytest.raises(LimitExceededError, match=r"1,001 characters; .* at most 1,000"):
        parse_expression(text + "1")
    assert parse_expression(text[:-2] + " 1").operations == MAX_TEXT // 2 - 1


@rows(
    "text, value",
    [
        ("(" * 499 + "1" + ")" * 499, 1),
        ("[" * 499 + "1" + "]" * 499, 1),
        ("1" + "-(1" * 249 + ")" * 249, 0),
        ("1" + "-1" * 499, -498),
        ("(" * 249 + "1" + "-1)" * 249, -248),
        ("9" + "*9" * 499, 9**500),
    ],
)
def test_depth_is_no_trouble(text: str, value: int) -> None:
    expression = parse_expression(text)
    assert expression.value == value
    assert parse_expression(str(expression)) == expression
    assert len({expression, parse_expression(text)}) == 1
    assert len(expression.steps) == expression.operations == len(expression.numbers) - 1


def test_thousand_brackets_that_never_close() -> None:
    with pytest.raises(ExpressionError, match="'\\(' at character 1000 has nothing after it"):
        parse_expression("(" * 1000)


def test_figures_of_an_expression() -> None:
    expression = parse_expression("(100+6)*9-3")
    assert expression.numbers == (100, 6, 9, 3)
    assert expression.operations == 3
    assert expression.largest == 954
    assert expression.steps == ((Step(100, "+", 6), 106), (Step(106, "*", 9), 954), (Step(954, "-", 3), 951))
    alone = parse_expression("100")
    assert (alone.numbers, alone.operations, alone.largest, alone.steps, alone.step_lines) == ((100,), 0, 100, (), ())
    assert parse_expression("3-50").largest == 47
    assert parse_expression("100/10").largest == 10


def test_step_lines_have_brackets_where_they_are_needed() -> None:
    assert parse_expression("(5-1/5)*(3-8)").step_lines == (
        "1 / 5 = 1/5",
        "5 - (1/5) = 24/5",
        "3 - 8 = -5",
        "(24/5) * (-5) = -24",
    )


@given(expressions, st.integers(1, 1000))
def test_steps_can_be_played(expression: Expression, target: int) -> None:
    position = PursuitPosition.new(expression.numbers, target, Rules(fractions=True))
    for step, result in expression.steps:
        position = position.play(step)
        assert position.table[-1] == result
    assert position.table == (expression.value,)


def test_combining() -> None:
    with pytest.raises(ZeroDivisionError):
        Expression.combine(Expression(3), "/", parse_expression("6-6"))
    for bad in ("^", "", "+-"):
        with pytest.raises(IllegalMoveError, match=rf"'{re.escape(bad)}' is not an operator"):
            Expression.combine(Expression(3), bad, Expression(6))
    third = Expression.combine(Expression(1), "/", Expression(3))
    assert third.value == Fraction(1, 3)
    whole: Number = Expression.combine(third, "*", Expression(3)).value
    assert type(whole) is int


def test_errors_and_expressions_can_be_pickled() -> None:
    error = refused("3+7")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  # a text of this package
    assert (str(again), again.pointer()) == (str(error), error.pointer())
    expression = parse_expression("(100+6)*9-3")
    assert pickle.loads(pickle.dumps(expression)) == expression  # noqa: S301  # a text of this package


@rows(
    "text, rules, message, part",
    [
        ("3*(7+6)", "", "7 at character 4 is not in the deal 3 6 9 10 50 100; each number", "7"),
        ("3+6*3", "", "3 at character 5 is used too often; the deal 3 6 9 10 50 100 has 3 only once", "3"),
        ("3*0", "", "0 at character 3 cannot be in a deal", "0"),
        ("100 - (9/6)", "", "'9/6' at character 8: 9 / 6 is not a whole number, and fractions are not allowed", "9/6"),
        ("9/(9-6-3)", "", "'9/(9-6-3)' at character 1 divides by zero; '9-6-3' is 0", "9/(9-6-3)"),
        ("(3 - 9) * 6", "positive", "'3 - 9' at character 2: 3 - 9 is -6, and only positive results", "3 - 9"),
        ("9-6-3", "positive", "'9-6-3' at character 1: 3 - 3 is 0", "9-6-3"),
        ("(100- 3) / 10", "", "'(100- 3) / 10' at character 1: 97 / 10 is not a whole number", "(100- 3) / 10"),
        ("((3)+6):(9)", "operators=+-", "':' at character 8: the operator '/' is not allowed here; use + -", ":"),
        ("3x6+9", "operators=+-", "'x' at character 2: the operator '*' is not allowed here; use + -", "x"),
        ("3+6 ", "all", "'3+6' at character 1 leaves 9 10 50 100 unused; all numbers of the deal", "3+6"),
        ("3/6+9", "fractions", "'3/6+9' at character 1 ends at 19/2", "3/6+9"),
    ],
)
def test_rules_that_are_broken(text: str, rules: str, message: str, part: str) -> None:
    error = refused(text, rules=Rules.parse(rules))
    assert str(error).startswith(message)
    assert text[error.start : error.stop] == part
    assert error.pointer() == f"{text}\n{' ' * error.start}{'^' * len(part)}"


def test_what_the_rules_allow() -> None:
    assert check_expression("3-9+10", DEAL).value == 4
    assert check_expression("3-3+6/(6-5)", (3, 3, 6, 6, 5)).value == 6
    assert check_expression("(5-1/5)*5", (1, 5, 5, 5), Rules(fractions=True)).value == 24
    assert check_expression("(5-1/5)*5+5-5", (1, 5, 5, 5, 5, 5), Rules(use_all=True, fractions=True)).value == 24
    assert check_expression("100", DEAL, Rules("+", positive=True)).value == 100


def test_a_number_dealt_twice_may_be_used_twice() -> None:
    assert check_expression("3*3", (3, 3, 6)).value == 9
    assert str(refused("3*3*3", (3, 3, 6))).startswith(
        "3 at character 5 is used too often; the deal 3 3 6 has 3 only 2 times"
    )


def test_foreign_numbers_on_request() -> None:
    assert check_expression("7*7*7+3", DEAL, foreign=True).value == 346
    for text, rules in (("7*3*3", Rules()), ("7*0", Rules()), ("7/3", Rules()), ("7+3", Rules(use_all=True))):
        with pytest.raises(ExpressionError):
            check_expression(text, DEAL, rules, foreign=True)


def test_deals_that_are_none() -> None:
    with pytest.raises(InvalidPositionError):
        check_expression("3", ())
    with pytest.raises(LimitExceededError):
        check_expression("3", (3,) * 9)


def test_errors_are_caught_as_bad_moves() -> None:
    assert isinstance(refused("3+7"), IllegalMoveError)
    assert isinstance(refused("3+7"), PerfectPlayError)


def test_pointer_keeps_its_place_below_what_cannot_be_printed() -> None:
    error = refused("3\t+\n7")
    assert error.pointer() == "3 + 7\n    ^"
