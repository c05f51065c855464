"""The rules of arithmetical pursuit: combine numbers, two at a time, to come as close to a target as possible.

A step replaces two numbers on the table by their sum, difference, product or quotient; a player may stop at any time.
The answer is the integer closest to the target among the dealt numbers and the results.

Source: "Finally On An Arithmetical Pursuit", www.thusspakeak.com (2015), and the three articles before it; the optional
rules are those of similar games.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from operator import index
from typing import Any, ClassVar, Literal, Self

from perfectplay.core.drawable import Drawable
from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, quote
from perfectplay.core.game.ids import join_id, parse_numbers, short_repr, split_id
from perfectplay.core.text.texts import Text
from perfectplay.core.text.words import unknown

__all__ = [
    "MAX_CARD",
    "MAX_NUMBERS",
    "MAX_TARGET",
    "OPERATORS",
    "SIGNS",
    "STOP",
    "Move",
    "Number",
    "Operator",
    "PursuitPosition",
    "Rules",
    "Step",
    "calculate",
    "check_numbers",
    "check_target",
    "write_number",
]

Number = int | Fraction
"""A number on the table: an integer, unless fractions are allowed."""

Operator = Literal["+", "-", "*", "/"]
"""The sign of an operation."""

OPERATORS = "+-*/"
"""All operators, in their usual order."""

MAX_NUMBERS = 8
"""Maximum size of a deal."""

MAX_CARD = 1_000_000
"""Largest number in a deal."""

MAX_TARGET = 1_000_000
"""Largest target."""

SIGNS: Mapping[str, str] = dict(zip("+-*/×·xX÷:−–", "+-*/****//--", strict=True))  # noqa: RUF001  # as people type
"""Map each sign that users may type to the operator that it stands for."""

STOP: Literal["="] = "="
"""The move of a player who stops."""

_GAME = "pursuit"
_LETTERS = dict(zip(OPERATORS, "asmd", strict=True))
_OPERATOR_OF = {letter: operator for operator, letter in _LETTERS.items()}
_OPERAND = r"\(\s*-?[0-9]+(?:/[0-9]+)?\s*\)|-?[0-9]+"
_TYPED = re.compile(rf"({_OPERAND})\s*([-+*/])\s*({_OPERAND})")
_ID_OPERAND = r"0|-?[1-9][0-9]*(?:_[1-9][0-9]*)?"
_ID_STEP = re.compile(rf"({_ID_OPERAND})([asmd])({_ID_OPERAND})")
_MAX_MOVE = 200


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of calculation.

    Parameters
    ----------
    operators
        At least one of ``+-*/``.
    use_all
        Whether all numbers must be used. Until all are used, the answer is 0, even if results must be positive.
    fractions
        Whether a quotient may be a fraction; the final result must be whole.
    positive
        Whether every intermediate result must be positive, as on television.  This matters only if all numbers must be
        used, or if ``-`` is allowed without ``+``.

    Raises
    ------
    InvalidPositionError
        If there is no operator, or an unknown one.

    Examples
    --------
    >>> Rules.parse("all,fractions")
    Rules(operators='+-*/', use_all=True, fractions=True, positive=False)
    >>> str(Rules("*+", positive=True))
    'positive,operators=+*'

    >>> Rules(use_all=True).code, Rules.from_code("all").use_all, Rules.parse("all,fractions").fractions
    ('all', True, True)
    """

    operators: str = OPERATORS
    use_all: bool = False
    fractions: bool = False
    positive: bool = False

    def __post_init__(self) -> None:
        unknown = sorted(set(self.operators) - set(OPERATORS))
        if unknown or not self.operators:
            problem = (
                Text("{unknown} is not an operator", unknown=quote(unknown[0]))
                if unknown
                else Text("there is no operator")
            )
            raise InvalidPositionError("{what}; the operators are + - * /", what=problem)
        object.__setattr__(self, "operators", "".join(sign for sign in OPERATORS if sign in self.operators))

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Parse rules that are given as words joined by commas, as `str` writes them.

        The words are ``all``, ``fractions``, ``positive`` and ``operators=`` with some of ``+-*/``; an empty text means
        the rules of the article.

        Raises
        ------
        InvalidPositionError
            If a word is unknown or given twice.
        """
        options: dict[str, Any] = {}
        for word in filter(None, (part.strip() for part in text.split(","))):
            name, equals, signs = word.partition("=")
            key = {"all": "use_all"}.get(name, name)
            if key in options:
                raise InvalidPositionError(
                    "the rule {name} is given twice in {text}; give it once", name=quote(name), text=quote(text)
                )
            if name == "operators" and equals:
                options[key] = "".join(SIGNS.get(sign, sign) for sign in signs)
            elif name in {"all", "fractions", "positive"} and not equals:
                options[key] = True
            else:
                raise InvalidPositionError(
                    "there is no rule {word}; the rules are all, fractions, positive and operators=+-*/",
                    word=unknown(word, ("all", "fractions", "positive", "operators")),
                )
        return cls(**options)

    def __str__(self) -> str:
        """Return the rules as words that `parse` reads; empty for the rules of the article."""
        return ",".join(self._words(f"operators={self.operators}"))

    @property
    def code(self) -> str:
        """The rules as a position id writes them."""
        return ".".join(self._words("ops-" + "".join(_LETTERS[sign] for sign in self.operators)))

    @classmethod
    def from_code(cls, text: str) -> Rules:
        """Parse rules as `code` writes them; raise `InvalidPositionError` for anything else."""
        words = []
        for word in text.split("."):
            head, dash, letters = word.partition("-")
            if head == "ops" and dash and letters and set(letters) <= set(_OPERATOR_OF):
                words.append("operators=" + "".join(_OPERATOR_OF[letter] for letter in letters))
            elif word in {"all", "fractions", "positive"}:
                words.append(word)
            else:
                raise InvalidPositionError(
                    "there is no rule {word} in {text}; in an id the rules are all, fractions, positive and ops- with "
                    "some of the letters a, s, m, d",
                    word=quote(word),
                    text=quote(text),
                )
        return cls.parse(",".join(words))

    def _words(self, operators: str) -> Iterator[str]:
        if self.use_all:
            yield "all"
        if self.fractions:
            yield "fractions"
        if self.positive:
            yield "positive"
        if self.operators != OPERATORS:
            yield operators


def calculate(left: Number, operator: str, right: Number, rules: Rules) -> Number:
    """Return the result of a step; raise `IllegalMoveError` with the reason if the rules forbid the step.

    Examples
    --------
    >>> calculate(100, "+", 6, Rules())
    106
    >>> calculate(1, "/", 5, Rules(fractions=True))
    Fraction(1, 5)
    """
    # Use a set, because the string "+-*/" also contains "" and "+-".
    if operator not in set(rules.operators):
        raise IllegalMoveError(
            "the operator {operator} is not allowed here; use {operators}",
            operator=quote(operator),
            operators=" ".join(rules.operators),
        )
    result: Number
    match operator:
        case "+":
            result = left + right
        case "-":
            result = left - right
        case "*":
            result = left * right
        case _:
            if right == 0:
                raise IllegalMoveError("{shown} divides by zero", shown=_shown(left, operator, right))
            result = Fraction(left) / right
            if result.denominator != 1 and not rules.fractions:
                raise IllegalMoveError(
                    "{shown} is not a whole number, and fractions are not allowed", shown=_shown(left, operator, right)
                )
    result = result.numerator if isinstance(result, Fraction) and result.denominator == 1 else result
    if rules.positive and result <= 0:
        raise IllegalMoveError(
            "{shown} is {result}, and only positive results are allowed on the way",
            shown=_shown(left, operator, right),
            result=result,
        )
    return result


def _shown(left: Number, operator: str, right: Number) -> str:
    return f"{write_number(left)} {operator} {write_number(right)}"


def write_number(number: Number) -> str:
    """Format a number as an operand, with brackets around fractions and negative numbers.

    Examples
    --------
    >>> write_number(Fraction(8, 3))
    '(8/3)'
    """
    return f"({number})" if number < 0 or number.denominator != 1 else str(number)


@dataclass(frozen=True, slots=True)
class Step:
    """A calculation with two numbers on the table.

    Parameters
    ----------
    left, right
        The operands, in the order in which they are written.
    operator
        One of ``+-*/``.

    Examples
    --------
    >>> step = Step.parse("100+6")
    >>> step.left, step.operator, step.code
    (100, '+', '100a6')
    """

    left: Number
    operator: str
    right: Number

    def __str__(self) -> str:
        """Return the step as users type it."""
        return f"{write_number(self.left)}{self.operator}{write_number(self.right)}"

    @classmethod
    def parse(cls, text: str) -> Step:
        """Parse a step such as ``100+6``, ``3 x 4`` or ``(1/5)*3``; raise `IllegalMoveError` for anything else."""
        match = _TYPED.fullmatch("".join(SIGNS.get(sign, sign) for sign in text.strip()))
        if len(text) > _MAX_MOVE or not match:
            raise IllegalMoveError(
                "{text} is not a step; write two numbers with an operator between them, as in 100+6", text=quote(text)
            )
        with suppress(ZeroDivisionError):
            return cls(_operand(match[1]), match[2], _operand(match[3]))
        raise IllegalMoveError(
            "{text} has a number that divides by zero; a fraction looks like (1/5)", text=quote(text)
        )

    @property
    def code(self) -> str:
        """The step as a position id writes it."""
        left, right = (str(number).replace("/", "_") for number in (self.left, self.right))
        return f"{left}{_LETTERS[self.operator]}{right}"


def _operand(text: str) -> Number:
    number = Fraction(text.strip("() \t"))
    return number.numerator if number.denominator == 1 else number


Move = Step | Literal["="]
"""A step, or `STOP`."""


def check_numbers(numbers: Iterable[int]) -> tuple[int, ...]:
    """Check and return the numbers of a deal: up to `MAX_NUMBERS` integers from 1 to `MAX_CARD`.

    Examples
    --------
    >>> check_numbers([100, 3, 6])
    (100, 3, 6)
    """
    dealt = []
    for number in numbers:
        # Python counts True as an integer, but in a deal it is a mistake.
        if isinstance(number, bool) or not hasattr(number, "__index__") or index(number) < 1:
            raise InvalidPositionError(
                "{number} cannot be dealt; cards are whole numbers from 1 to {most:,}",
                number=quote(number),
                most=MAX_CARD,
            )
        if number > MAX_CARD:
            raise LimitExceededError(
                "{number} is too large a number for a deal; the largest possible is {most:,}",
                number=quote(number),
                most=MAX_CARD,
            )
        dealt.append(index(number))
    if not dealt:
        raise InvalidPositionError(
            "there is no number in the deal; give one to eight positive integers, as in 3 6 9 10 50 100"
        )
    if len(dealt) > MAX_NUMBERS:
        raise LimitExceededError(
            "{count} numbers are too many; a deal has one to {most}", count=len(dealt), most=MAX_NUMBERS
        )
    return tuple(dealt)


def check_target(target: int) -> int:
    """Check and return a target: an integer from 1 to `MAX_TARGET`.

    Examples
    --------
    >>> check_target(951)
    951
    """
    if isinstance(target, bool) or not hasattr(target, "__index__") or index(target) < 1:
        raise InvalidPositionError(
            "{target} cannot be a target; a target is an integer from 1 to {most:,}",
            target=quote(target),
            most=MAX_TARGET,
        )
    if target > MAX_TARGET:
        raise LimitExceededError(
            "the target {target} is too large; a target is an integer from 1 to {most:,}",
            target=quote(target),
            most=MAX_TARGET,
        )
    return index(target)


@dataclass(frozen=True)
class PursuitPosition(Drawable):
    """A position of arithmetical pursuit. Build one with `new` or `from_id`, and continue with `play`.

    Attributes
    ----------
    numbers
        The deal, in order.
    target
        The number to reach.
    rules
        The rules of calculation.
    moves
        The moves so far: steps, and possibly `STOP` at the end.
    table
        The numbers left on the table; results come last.

    Examples
    --------
    >>> position = PursuitPosition.new([3, 6, 9, 10, 50, 100], 951)
    >>> step = next(move for move in position.legal_moves() if str(move) == "100+6")
    >>> after = position.play(step)
    >>> after.id, after.is_over(), after.start() == position
    ('pursuit:3.6.9.10.50.100:951/100a6', False, True)
    >>> after.distance, after.scores(), after.answer
    (845, (-845,), 106)
    """

    game: ClassVar[str] = _GAME

    numbers: tuple[int, ...]
    target: int
    rules: Rules = field(default_factory=Rules)
    moves: tuple[Move, ...] = ()
    table: tuple[Number, ...] = field(default=(), compare=False)

    @classmethod
    def new(cls, numbers: Iterable[int], target: int, rules: Rules | None = None) -> PursuitPosition:
        """Start a game.

        Parameters
        ----------
        numbers
            One to eight integers from 1 to `MAX_CARD`.
        target
            The target, from 1 to `MAX_TARGET`.
        rules
            The rules; by default the article's rules.

        Raises
        ------
        InvalidPositionError, LimitExceededError
            If a number is out of range.

        Examples
        --------
        >>> game = PursuitPosition.new([3, 6, 9, 10, 50, 100], 951)
        >>> for step in (Step(100, "+", 6), Step(106, "*", 9), Step(954, "-", 3)):
        ...     game = game.play(step)
        >>> game.answer, game.scores()
        (951, (0,))
        """
        dealt = check_numbers(numbers)
        return cls(dealt, check_target(target), rules or Rules(), (), dealt)

    @classmethod
    def from_id(cls, text: str) -> Self:
        """Rebuild a position from its id, checking every move.

        The id is ``pursuit:``, the numbers joined by dots, ``:`` and the target. Rules other than the article's rules
        follow as ``:`` and words (see `Rules.code`). Then come ``/`` and the moves, joined by dots: the two numbers
        with ``a``, ``s``, ``m`` or ``d`` between them for ``+``, ``-``, ``*`` or ``/``, and ``e`` for `STOP`.

        Raises
        ------
        InvalidPositionError, LimitExceededError, IllegalMoveError
            If the id is invalid; the message quotes the faulty part.

        Examples
        --------
        >>> PursuitPosition.from_id("pursuit:3.6.9.10.50.100:951/100a6.106m9").table
        (3, 10, 50, 954)
        """
        _, start, moves = split_id(text, _GAME)
        numbers, *others = start.split(":")
        if len(others) not in {1, 2}:
            problem = Text("names no target") if not others else Text("has too many parts between colons")
            raise InvalidPositionError(
                "position id {text} {what}; it should look like pursuit:3.6.9.10.50.100:951",
                text=quote(text),
                what=problem,
            )
        targets = parse_numbers(others[0], text, Text("target"))
        if len(targets) != 1:
            raise InvalidPositionError(
                "position id {text} has {count} targets; it needs one", text=quote(text), count=len(targets)
            )
        if others[-1] == "":
            raise InvalidPositionError(
                "position id {text} ends a part with ':' and nothing after it; drop the ':'", text=quote(text)
            )
        rules = Rules.from_code(others[1]) if len(others) == 2 else Rules()
        position = cls.new(parse_numbers(numbers, text, Text("number")), targets[0], rules)
        for word in moves.split(".") if moves else ():
            position = position.play(_parse_code(word, text))
        return position  # type: ignore[return-value]  # no subclass overrides `new`

    @property
    def id(self) -> str:
        """The position as one line of text, which `from_id` reads."""
        parts = [".".join(map(str, self.numbers)), str(self.target), *filter(None, [self.rules.code])]
        moves = ("e" if move == STOP else move.code for move in self.moves)
        return join_id(_GAME, ":".join(parts), ".".join(moves))

    def start(self) -> Self:
        """Return the position before the first move."""
        return type(self)(self.numbers, self.target, self.rules, (), self.numbers)

    def _possible(self) -> Iterator[Step]:
        if self.moves and self.moves[-1] == STOP:
            return
        for i, left in enumerate(self.table):
            for j, right in enumerate(self.table):
                if i == j:
                    continue
                for operator in self.rules.operators:
                    if operator in "+*" and (left, -i) < (right, -j):
                        continue  # list a commutative step once, with the larger number first
                    with suppress(IllegalMoveError):
                        calculate(left, operator, right, self.rules)
                        yield Step(left, operator, right)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return `STOP` and all steps without duplicate calculations, or nothing if the game is over."""
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        steps = dict.fromkeys(self._possible())
        return (*steps, STOP) if steps else ()

    def play(self, move: Move) -> Self:
        """Return the position after a move; a sum or product may have its numbers in either order.

        Raises
        ------
        IllegalMoveError
            If the rules forbid the move, or a number is not on the table.
        """
        if self.is_over():
            raise IllegalMoveError("{move} cannot be played: the game is over", move=quote(move))
        if move == STOP:
            return self._after(move, self.table)
        if not isinstance(move, Step):
            raise IllegalMoveError("{move} is not a move; give a step such as 100+6, or = to stop", move=quote(move))
        left = list(self.table)
        for number in (move.left, move.right):
            # Refuse 6.0 and True: they equal numbers on the table, but their types would spread to results.
            if type(number) not in {int, Fraction}:
                raise IllegalMoveError(
                    "{number} is not on the table; there are {table_text}",
                    number=quote(number),
                    table_text=self._table_text,
                )
            if number not in left:
                raise IllegalMoveError(
                    "{move} needs a {number} that is not on the table; there are {table_text}",
                    move=quote(move),
                    number=number,
                    table_text=self._table_text,
                )
            left.remove(number)
        result = calculate(move.left, move.operator, move.right, self.rules)
        return self._after(move, (*left, result))

    def _after(self, move: Move, table: tuple[Number, ...]) -> Self:
        return type(self)(self.numbers, self.target, self.rules, (*self.moves, move), table)

    @property
    def _table_text(self) -> str:
        return " ".join(str(number) for number in self.table)

    def is_over(self) -> bool:
        """Return whether the player has stopped, or no step is possible."""
        return next(self._possible(), None) is None

    @cached_property
    def answer(self) -> int:
        """The integer closest to the target among the dealt numbers and the results so far; on ties, the smaller one.

        If all numbers must be used, the answer is the last number left if that is an integer, and 0 until then.
        """
        if self.rules.use_all:
            whole = [number.numerator for number in self.table if number.denominator == 1]
            return whole[0] if len(self.table) == 1 and whole else 0
        steps = (move for move in self.moves if isinstance(move, Step))
        made = (calculate(step.left, step.operator, step.right, self.rules) for step in steps)
        whole = [number.numerator for number in (*self.numbers, *made) if number.denominator == 1]
        return min(whole, key=lambda number: (abs(number - self.target), number))

    @property
    def distance(self) -> int:
        """Return the distance of `answer` from the target."""
        return abs(self.answer - self.target)

    def scores(self) -> tuple[int]:
        """Return the negative distance, so that a larger score is better; 0 is a hit."""
        return (-self.distance,)

    def __repr__(self) -> str:
        """Return Python code that builds the position."""
        return short_repr(self, self.id)

    def _repr_html_(self) -> str:
        """Return HTML with the target and the numbers, for notebooks."""
        cards = "".join(f"<td>{number}</td>" for number in self.table)
        caption = f"target {self.target}, {'over' if self.is_over() else f'{self.distance} away'}"
        return f"<table><caption>{caption}</caption><tr>{cards}</tr></table>"

    def __str__(self) -> str:
        """Return the numbers on the table and the target."""
        return f"{self._table_text} -> {self.target}"


def _parse_code(word: str, whole: str) -> Move:
    if word == "e":
        return STOP
    match = _ID_STEP.fullmatch(word)
    if len(word) > _MAX_MOVE or not match:
        raise IllegalMoveError(
            "position id {whole} has the move {word}; a move looks like 100a6, or is e for the end",
            whole=quote(whole),
            word=quote(word),
        )
    left, right = (_operand(match[i].replace("_", "/")) for i in (1, 3))
    return Step(left, _OPERATOR_OF[match[2]], right)


def parse_move(text: str, position: PursuitPosition) -> Move:  # noqa: ARG001  # a step reads the same in every position
    """Parse a step such as ``100+6``, or ``=`` to stop."""
    return STOP if text.strip() == STOP else Step.parse(text)
