"""Expressions with brackets: building, formatting, parsing, and checking by the rules.

Parsing, formatting and comparing use no recursion, because expressions may be nested as deeply as their text is long.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce

from perfectplay.core.errors import IllegalMoveError, LimitExceededError, quote
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.rules import (
    MAX_CARD,
    OPERATORS,
    SIGNS,
    Number,
    PursuitPosition,
    Rules,
    Step,
    calculate,
    check_numbers,
    write_number,
)

__all__ = [
    "MAX_TEXT",
    "Entry",
    "Expression",
    "ExpressionError",
    "check_expression",
    "check_on_table",
    "entries",
    "parse_expression",
]

MAX_TEXT = 1_000
"""Maximum number of characters of an expression's text."""

_PLAIN = {sign: sign for sign in OPERATORS}
_PRETTY = {"+": " + ", "-": " − ", "*": " × ", "/": " ÷ "}  # noqa: RUF001  # the signs of printed arithmetic
_CLOSING = {"(": ")", "[": "]"}
_TOKEN = re.compile(r"[0-9]+|\S")
_RANK = {"+": 1, "-": 1, "*": 2, "/": 2, "": 3}
_ADVICE = Text("an expression has whole numbers, the operators + - * / and brackets, as in (100+6)*9-3")


class ExpressionError(IllegalMoveError):
    """The error for an expression that cannot be parsed or that the rules forbid; it quotes where the fault is.

    Parameters
    ----------
    message, values
        One line for people, as in every `PerfectPlayError`; it says where the fault is in the text.
    text
        The parsed text.
    start, stop
        Range of the faulty part ``text[start:stop]``; if a part is missing, range of its neighbour.

    Examples
    --------
    >>> try:
    ...     parse_expression("3 * (6 + )")
    ... except ExpressionError as error:
    ...     print(error)
    ...     print(error.pointer())
    ')' at character 10 stands where a number is missing; put a number or an opening bracket before it
    3 * (6 + )
             ^
    """

    def __init__(self, message: str, text: str, start: int, stop: int, /, **values: object) -> None:
        # Pass all arguments on, so that the error can be pickled.
        super().__init__(message, text, start, stop, **values)
        self.text = text
        self.start = start
        self.stop = stop

    def __str__(self) -> str:
        """Return the message without the text and its range."""
        return str(self.args[0])

    def pointer(self) -> str:
        """Return two lines: the text, and carets below the faulty part; unprintable characters become spaces."""
        shown = "".join(character if character.isprintable() else " " for character in self.text)
        return f"{shown}\n{' ' * self.start}{'^' * max(1, self.stop - self.start)}"


@dataclass(frozen=True, slots=True, repr=False)
class Expression:
    """A number, or two expressions joined by an operator.

    Build one with ``Expression(number)``, `combine` or `parse_expression`.  Expressions are equal if they calculate the
    same numbers in the same way; their positions in a text do not matter.

    Attributes
    ----------
    value
        The result.
    operator
        One of ``+-*/``; empty for a number of the deal, or during a game for any number on the table.
    left, right
        The operands; ``None`` for a number of the deal.
    start, stop
        The range ``text[start:stop]`` in the parsed text, without brackets around it; 0 if it was not parsed.

    Examples
    --------
    >>> sum106 = Expression.combine(Expression(100), "+", Expression(6))
    >>> found = Expression.combine(Expression.combine(sum106, "*", Expression(9)), "-", Expression(3))
    >>> str(found), found.value, found.operations, found.largest
    ('(100+6)*9-3', 951, 3, 954)
    >>> found.step_lines
    ('100 + 6 = 106', '106 * 9 = 954', '954 - 3 = 951')
    >>> found.numbers, len(found.steps)
    ((100, 6, 9, 3), 3)
    >>> [part.value for part in found.walk()]
    [100, 6, 106, 9, 954, 3, 951]
    """

    value: Number
    operator: str = ""
    left: Expression | None = None
    right: Expression | None = None
    start: int = field(default=0, compare=False)
    stop: int = field(default=0, compare=False)

    @classmethod
    def combine(cls, left: Expression, operator: str, right: Expression) -> Expression:
        """Join two expressions; the arithmetic is exact, and no rule is checked.

        Raises `ZeroDivisionError` for a division by zero, `IllegalMoveError` for an unknown operator.
        """
        return cls(_apply(left.value, operator, right.value), operator, left, right)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Expression):
            return NotImplemented
        return self._code == other._code

    def __hash__(self) -> int:
        return hash(self._code)

    def __repr__(self) -> str:
        return f"<Expression {self}>"

    def __str__(self) -> str:
        """Return the expression without spaces and with as few brackets as the order of calculation needs.

        Its calculations, from left to right, are the `steps`. `parse_expression` restores the same expression,
        unless it contains fractions or negative numbers as operands.
        """
        return self._write(_PLAIN)

    def pretty(self) -> str:
        """Return the expression with printed signs such as × and −, and spaces around them.

        Examples
        --------
        >>> parse_expression("(100+6)*9-3").pretty()
        '(100 + 6) × 9 − 3'
        """  # noqa: RUF002  # the signs of printed arithmetic
        return self._write(_PRETTY)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the deal that the expression uses, from left to right."""
        return tuple(node.value.numerator for node in self.walk() if not node.operator)

    @property
    def operations(self) -> int:
        """Number of steps."""
        return sum(1 for node in self.walk() if node.operator)

    @property
    def largest(self) -> Number:
        """Largest absolute value of a step's result; if there are no steps, the absolute value of the number itself."""
        results = [node.value for node in self.walk() if node.operator]
        return max(value if value > 0 else -value for value in results or [self.value])

    @property
    def steps(self) -> tuple[tuple[Step, Number], ...]:
        """The steps and their results in the order of calculation: operands before results, left before right."""
        return tuple(
            (Step(node.left.value, node.operator, node.right.value), node.value)
            for node in self.walk()
            if node.left and node.right
        )

    @property
    def step_lines(self) -> tuple[str, ...]:
        """The steps as text, for example ``100 + 6 = 106``."""
        return tuple(
            f"{write_number(step.left)} {step.operator} {write_number(step.right)} = {result}"
            for step, result in self.steps
        )

    def left_to_right(self) -> Expression:
        """Return the expression without needless brackets around a sum in a sum, or a product in a product.

        Intermediate results must not grow, so brackets stay if they contain a subtraction or division, as in
        ``a+(b-c)``, negative terms, or factors that are zero, negative or fractions. The result still obeys the rules.

        Examples
        --------
        >>> parse_expression("3*(10*5)").step_lines, parse_expression("3*(10*5)").left_to_right().step_lines
        (('10 * 5 = 50', '3 * 50 = 150'), ('3 * 10 = 30', '30 * 5 = 150'))
        """
        done: list[Expression] = []
        for node in self.walk():
            if not node.operator:
                done.append(node)
                continue
            right, left = done.pop(), done.pop()
            done.append(_joined(left, node.operator, right))
        return done[0]

    def walk(self) -> Iterator[Expression]:
        """Yield all parts of the expression: operands before their results, left before right, the whole last."""
        todo = [(self, False)]
        while todo:
            node, is_ready = todo.pop()
            if is_ready or node.left is None or node.right is None:
                yield node
            else:
                todo += [(node, True), (node.right, False), (node.left, False)]

    @property
    def _code(self) -> tuple[Number | str, ...]:
        return tuple(node.operator or node.value for node in self.walk())

    def _write(self, signs: Mapping[str, str]) -> str:
        done: list[tuple[str, int]] = []
        for node in self.walk():
            rank = _RANK[node.operator]
            if not node.operator:
                done.append((write_number(node.value), rank))
                continue
            right, right_rank = done.pop()
            left, left_rank = done.pop()
            if left_rank < rank:
                left = f"({left})"
            if right_rank <= rank:
                right = f"({right})"
            done.append((f"{left}{signs[node.operator]}{right}", rank))
        return done[0][0]


def _joined(left: Expression, operator: str, right: Expression) -> Expression:
    """Join two expressions; remove brackets around a sum in a sum, or a product in a product, if this is harmless."""
    operands = [right]
    while operands[0].operator == operator and operands[0].left and operands[0].right:
        operands[:1] = [operands[0].left, operands[0].right]
    values = [operand.value for operand in operands]
    if operator == "+":
        opens = left.value >= 0 and min(values) >= 0
    else:
        opens = operator == "*" and all(value >= 1 and value.denominator == 1 for value in values)
    # Keep the brackets if their content begins with a subtraction or division, which cannot be moved outside.
    opens &= _RANK[operands[0].operator] != _RANK[operator]
    return reduce(
        lambda left_side, right_side: Expression.combine(left_side, operator, right_side),
        operands if opens else [right],
        left,
    )


def _apply(left: Number, operator: str, right: Number) -> Number:
    match operator:
        case "+":
            result = left + right
        case "-":
            result = left - right
        case "*":
            result = left * right
        case "/":
            result = Fraction(left) / right
        case _:
            raise IllegalMoveError("{operator} is not an operator; the operators are + - * /", operator=quote(operator))
    return result.numerator if result.denominator == 1 else result


def parse_expression(text: str) -> Expression:
    """Parse an expression.

    Parameters
    ----------
    text
        Whole numbers up to `MAX_CARD`, the operators ``+ - * /``, brackets and spaces, at most `MAX_TEXT` characters.
        ``×``, ``·`` and ``x`` stand for ``*``, ``÷`` and ``:`` for ``/``, a minus sign or a dash for ``-``, and ``[ ]``
        for ``( )``.  ``*`` and ``/`` bind more tightly; operators of equal precedence are applied from left to right.

    Raises
    ------
    ExpressionError
        If the text is not a valid expression, or divides by zero.
    LimitExceededError
        If the text is too long.

    Notes
    -----
    Takes time linear in the length of the text, not counting arithmetic on very long numbers.

    Examples
    --------
    >>> parse_expression("[100 + 6] x 9 - 3").value
    951
    """  # noqa: RUF002  # the signs are what is described
    if len(text) > MAX_TEXT:
        raise LimitExceededError(
            "{text} has {count:,} characters; an expression has at most {most:,}",
            text=quote(text),
            count=len(text),
            most=MAX_TEXT,
        )
    return _Reader(text).read()


class _Reader:
    """A parser that reads the text once, with a stack of operands and a stack of operators and open brackets."""

    def __init__(self, text: str) -> None:
        self._text = text
        # The ranges of expressions exclude brackets around them; start and stop of an operand include such brackets.
        self._operands: list[tuple[Expression, int, int]] = []
        self._pending: list[tuple[str, int]] = []
        self._wants_number = True

    def read(self) -> Expression:
        for match in _TOKEN.finditer(self._text):
            token, start = match[0], match.start()
            if token[0] in "0123456789":
                self._number(token, start)
            elif token in _CLOSING:
                self._open(token, start)
            elif token in _CLOSING.values():
                self._close(token, start)
            elif token in SIGNS:
                self._operator(token, start)
            else:
                raise self._error(token, start, Text("is not part of an expression; {advice}", advice=_ADVICE))
        return self._end()

    def _number(self, token: str, start: int) -> None:
        if not self._wants_number:
            raise self._error(
                token, start, Text("follows another number; put one of the operators + - * / between them")
            )
        if int(token) > MAX_CARD:
            raise self._error(
                token, start, Text("is too large; the largest possible number is {most:,}", most=MAX_CARD)
            )
        end = start + len(token)
        self._operands.append((Expression(int(token), start=start, stop=end), start, end))
        self._wants_number = False

    def _open(self, token: str, start: int) -> None:
        if not self._wants_number:
            raise self._error(
                token, start, Text("follows a number; put one of the operators + - * / before the bracket")
            )
        self._pending.append((token, start))

    def _close(self, token: str, start: int) -> None:
        if self._wants_number and self._pending:
            problem = Text("stands where a number is missing; put a number or an opening bracket before it")
            raise self._error(token, start, problem)
        self._join(0)
        if not self._pending:
            raise self._error(
                token, start, Text("closes a bracket that was never opened; leave it out, or open it earlier")
            )
        opening, opened = self._pending.pop()
        if _CLOSING[opening] != token:
            problem = Text(
                "cannot close {opening!r} at character {place}; write {closing!r}",
                opening=opening,
                place=opened + 1,
                closing=_CLOSING[opening],
            )
            raise self._error(token, start, problem)
        expression, *_ = self._operands.pop()
        self._operands.append((expression, opened, start + 1))

    def _operator(self, token: str, start: int) -> None:
        sign = SIGNS[token]
        if self._wants_number:
            problem = Text("has no number before it; put one there")
            if sign == "-":
                problem = Text("has no number before it; there are no negative numbers, but differences such as 9-3")
            raise self._error(token, start, problem)
        self._join(_RANK[sign])
        self._pending.append((token, start))
        self._wants_number = True

    def _end(self) -> Expression:
        if not self._operands and not self._pending:
            raise ExpressionError(
                "{text} is not an expression; {advice}",
                self._text,
                0,
                len(self._text),
                text=quote(self._text),
                advice=_ADVICE,
            )
        if self._wants_number:
            token, start = self._pending[-1]
            raise self._error(token, start, Text("has nothing after it; put a number there"))
        self._join(0)
        if self._pending:
            token, start = self._pending[-1]
            raise self._error(
                token, start, Text("is never closed; put {closing!r} where it should end", closing=_CLOSING[token])
            )
        return self._operands[0][0]

    def _join(self, rank: int) -> None:
        """Apply all pending operators of at least this precedence that follow the last open bracket."""
        while self._pending and self._pending[-1][0] in SIGNS and _RANK[SIGNS[self._pending[-1][0]]] >= rank:
            sign = SIGNS[self._pending.pop()[0]]
            right, _, stop = self._operands.pop()
            left, start, _ = self._operands.pop()
            try:
                value = _apply(left.value, sign, right.value)
            except ZeroDivisionError:
                divisor = self._text[right.start : right.stop]
                problem = Text("divides by zero")
                if right.operator:
                    problem = Text("divides by zero; {divisor} is 0", divisor=quote(divisor))
                raise self._error(self._text[start:stop], start, problem) from None
            self._operands.append((Expression(value, sign, left, right, start, stop), start, stop))

    def _error(self, part: str, start: int, problem: str) -> ExpressionError:
        return ExpressionError(_at(part, start, problem), self._text, start, start + len(part))


def _at(part: str, start: int, problem: str) -> str:
    return Text("{part} at character {place} {what}", part=quote(part), place=start + 1, what=problem)


def check_expression(
    text: str, numbers: Iterable[int], rules: Rules | None = None, *, foreign: bool = False
) -> Expression:
    """Parse an expression and check that the rules allow it.

    Parameters
    ----------
    text
        An expression in the syntax of `parse_expression`.
    numbers
        The deal: one to eight integers from 1 to `MAX_CARD`.
    rules
        The rules; by default the article's rules.
    foreign
        Whether numbers outside the deal may be used. Dealt numbers may be used only as often as they were dealt.

    Returns
    -------
    Expression
        The expression; its value is an integer, not necessarily close to the target.

    Raises
    ------
    ExpressionError
        If the text is not an expression or breaks the rules.
    InvalidPositionError, LimitExceededError
        If the deal is invalid, or the text is too long.

    Examples
    --------
    >>> check_expression("(100+6)*9-3", [3, 6, 9, 10, 50, 100]).value
    951
    """
    return _checked(text, numbers, rules or Rules(), foreign=foreign, table=False)


def _checked(text: str, numbers: Iterable[int], rules: Rules, *, foreign: bool, table: bool) -> Expression:
    """Parse and check an expression in ``numbers``, which messages call the deal or, after moves, the table."""
    dealt = check_numbers(numbers)
    expression = parse_expression(text)
    _check_numbers_used(text, expression, dealt, foreign=foreign, table=table)
    for node in expression.walk():
        _check_step(text, node, rules)
    if expression.value.denominator != 1:
        problem = Text(
            "ends at {value}; fractions are allowed only on the way to a whole number", value=expression.value
        )
        raise _part_error(text, expression, problem)
    unused = Counter(dealt) - Counter(expression.numbers)
    if rules.use_all and unused:
        left_over = " ".join(map(str, sorted(unused.elements())))
        problem = Text(
            "leaves {unused} unused; all numbers of the deal {deal} must be used",
            unused=left_over,
            deal=_deal_text(dealt),
        )
        raise _part_error(text, expression, problem)
    return expression


def _check_numbers_used(
    text: str, expression: Expression, dealt: tuple[int, ...], *, foreign: bool, table: bool
) -> None:
    copies, used = Counter(dealt), Counter[int]()
    for leaf in expression.walk():
        if leaf.operator:
            continue
        number = leaf.value.numerator
        where = {"number": number, "place": leaf.start + 1, "deal": _deal_text(dealt)}
        used[number] += 1
        message = ""
        if number == 0:
            message = Text("{number} at character {place} cannot be in a deal; all numbers are positive", **where)
        elif number not in copies and not foreign:
            message = Text(
                "{number} at character {place} is not in the deal {deal}; each number of the deal may be used once",
                **where,
            )
            if table:
                message = Text(
                    "{number} at character {place} is not on the table {deal}; "
                    "each number of the table may be used once",
                    **where,
                )
        elif number in copies and used[number] > copies[number]:
            has = Text("once") if copies[number] == 1 else Text("{copies} times", copies=copies[number])
            message = Text(
                "{number} at character {place} is used too often; the deal {deal} has {number} only {has}",
                has=has,
                **where,
            )
            if table:
                message = Text(
                    "{number} at character {place} is used too often; the table {deal} has {number} only {has}",
                    has=has,
                    **where,
                )
        if message:
            raise ExpressionError(message, text, leaf.start, leaf.stop)


def _check_step(text: str, node: Expression, rules: Rules) -> None:
    if node.left is None or node.right is None:
        return
    try:
        calculate(node.left.value, node.operator, node.right.value, rules)
    except IllegalMoveError as error:
        start, stop = node.start, node.stop
        if node.operator not in rules.operators:
            # Between operands there are only brackets, spaces and an operator, so the first of `SIGNS` is the operator.
            gap = range(node.left.stop, node.right.start)
            start = next(index for index in gap if text[index] in SIGNS)
            stop = start + 1
        raise ExpressionError(
            "{text} at character {start}: {error}",
            text,
            start,
            stop,
            text=quote(text[start:stop]),
            start=start + 1,
            error=error,
        ) from None


def _part_error(text: str, part: Expression, problem: str) -> ExpressionError:
    return ExpressionError(_at(text[part.start : part.stop], part.start, problem), text, part.start, part.stop)


def _deal_text(dealt: tuple[int, ...]) -> str:
    return " ".join(map(str, dealt))


@dataclass(frozen=True, slots=True)
class Entry:
    """A number of a game, either dealt or the result of a step.

    Attributes
    ----------
    expression
        The expression in numbers of the deal that makes the number.
    used
        Whether a later step has used the number.
    """

    expression: Expression
    used: bool


def check_on_table(
    text: str, numbers: Iterable[int], position: PursuitPosition, *, foreign: bool = False
) -> Expression:
    """Parse and check an expression in ``numbers`` of the table; after a move, messages say "table" instead of "deal".

    Examples
    --------
    >>> from perfectplay.pursuit.rules import PursuitPosition
    >>> check_on_table("9*6-3", (3, 6, 9), PursuitPosition.new([3, 6, 9], 51)).value
    51
    """
    # Even if the answer must use all numbers, an expression during the game may use only some of them.
    rules = replace(position.rules, use_all=False)
    return _checked(text, numbers, rules, foreign=foreign, table=bool(position.moves))


def entries(position: PursuitPosition) -> list[Entry]:
    """Return an entry for every number of a game; the unused entries are the numbers on the table, in the same order.

    Examples
    --------
    >>> from perfectplay.pursuit.rules import PursuitPosition
    >>> [str(entry.expression) for entry in entries(PursuitPosition.new([3, 6, 9], 51))]
    ['3', '6', '9']
    """
    made = [Expression(number) for number in position.numbers]
    used = [False] * len(made)

    def use(number: Number) -> Expression:
        index = next(i for i, entry in enumerate(made) if not used[i] and entry.value == number)
        used[index] = True
        return made[index]

    for move in position.moves:
        if isinstance(move, Step):
            left = use(move.left)
            made.append(Expression.combine(left, move.operator, use(move.right)))
            used.append(False)
    return [Entry(expression, gone) for expression, gone in zip(made, used, strict=True)]
