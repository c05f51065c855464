"""Expressions that users type; they are checked during typing, and can be played if they are valid."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from perfectplay.core.errors import PerfectPlayError, quote
from perfectplay.core.schema import Exact, named
from perfectplay.core.text.texts import Text, translate
from perfectplay.pursuit.expressions import Expression, ExpressionError, check_on_table, entries, parse_expression
from perfectplay.pursuit.rules import MAX_CARD, SIGNS, PursuitPosition, Step

__all__ = ["PursuitMistake", "PursuitTyped", "evaluate"]

Problem = Literal[
    "unfinished", "unreadable", "absent", "gone", "twice", "operator", "zero", "fraction", "negative", "claim"
]

_CLOSING = {"(": ")", "[": "]"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitTyped:
    """An expression that can be played.

    Attributes
    ----------
    valid
        Always true.
    expression
        The expression in this program's notation.
    value
        The value of the expression.
    distance
        Distance of the value from the target, or ``None`` if the value is not an integer.
    value_text, distance_text
        The value and the distance as text, for programs that cannot represent integers from 2^53 on exactly.
    used
        The numbers of the deal that the expression uses, ascending.
    steps
        The calculations, such as ``"100 + 6 = 106"``.
    origin
        Id of the position from which the expression is played. This is the start if it uses numbers not on the table.
    moves
        The moves that play it.
    position
        Id of the position after these moves.
    """

    valid: Literal[True]
    expression: str
    value: Exact
    value_text: str
    distance: int | None
    distance_text: str | None
    used: tuple[int, ...]
    steps: tuple[str, ...]
    origin: str = named("from")
    moves: tuple[str, ...]
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitMistake:
    """An expression that cannot be played.

    Attributes
    ----------
    valid
        Always false.
    error
        One line with the reason.
    problem
        The kind of mistake: ``unfinished`` (more text could complete it), ``unreadable``, ``absent`` (a number that was
        not dealt), ``gone`` (a dealt number that has been used up), ``twice`` (a number used too often), ``operator``,
        ``zero`` (a division by zero), ``fraction``, ``negative`` (also zero, if results must be positive) or ``claim``
        (a wrong value after the equals sign).
    start, stop
        The range of the faulty part of the text.
    """

    valid: Literal[False]
    error: str
    problem: Problem
    start: int
    stop: int


def evaluate(position: PursuitPosition, text: str) -> PursuitTyped | PursuitMistake:
    """Parse an expression that a user types; its numbers are on the table or, failing that, in the deal.

    Parameters
    ----------
    position
        The current position.
    text
        An expression for `perfectplay.pursuit.expressions.parse_expression`, or a step such as ``(1/2)*6``. An equals
        sign and the value may follow.

    Raises
    ------
    LimitExceededError
        If the text is too long.

    Notes
    -----
    Takes about a millisecond, linear in the length of the text.
    """
    words, _, claim = text.partition("=")
    refusals = []
    # Also try the numbers of the deal, because users may type a complete solution after some calculations.
    for state in (position.start(),) if position.is_over() else (position, position.start()):
        try:
            expression, steps = _read(words, state)
        except ExpressionError as error:
            refusals.append(_refusal(error.translated(), _problem(words, error, state), error.start, error.stop))
            continue
        value = expression.value
        if claim.strip() not in {"", str(value)}:
            message = Text(
                "{words} is {value}, not {claim}; leave it out, or correct it",
                words=quote(words.strip()),
                value=value,
                claim=quote(claim.strip()),
            )
            start = len(text) - len(claim.lstrip())
            return _refusal(translate(message), "claim", start, len(text.rstrip()))
        end = state
        for step in steps:
            end = end.play(step)
        distance = abs(value.numerator - position.target) if value.denominator == 1 else None
        return PursuitTyped(
            valid=True,
            expression=str(expression),
            value=value,
            value_text=str(value),
            distance=distance,
            distance_text=None if distance is None else str(distance),
            used=tuple(sorted(expression.numbers)),
            steps=expression.step_lines,
            origin=state.id,
            moves=tuple(map(str, steps)),
            position=end.id,
        )
    # Report the error furthest to the right, because the user more likely meant the interpretation that got further.
    return max(refusals, key=lambda refusal: refusal.start)


def _read(text: str, position: PursuitPosition) -> tuple[Expression, list[Step]]:
    """Parse a step or an expression in numbers of the table; return it in numbers of the deal, and its steps."""
    table = {entry.expression.value: entry.expression for entry in entries(position) if not entry.used}
    with suppress(PerfectPlayError):
        step = Step.parse(text)
        position.play(step)
        made = Expression.combine(table[step.left], step.operator, table[step.right])
        return made, [step]
    numbers = [int(value) for value in position.table if value.denominator == 1 and 0 < value <= MAX_CARD]
    if not numbers:
        raise ExpressionError(
            "{text} has no number of the table; write fractions and the like as in (1/2)*(-6)",
            text,
            0,
            len(text),
            text=quote(text),
        )
    typed = check_on_table(text, numbers, position)
    steps = [step for step, _ in typed.steps]
    end = position
    for step in steps:
        end = end.play(step)
    # The entry of the last result has the typed expression in numbers of the deal.
    return (entries(end)[-1].expression if steps else table[typed.value]), steps


def _refusal(error: str, problem: Problem, start: int, stop: int) -> PursuitMistake:
    return PursuitMistake(valid=False, error=error, problem=problem, start=start, stop=stop)


def _problem(text: str, error: ExpressionError, position: PursuitPosition) -> Problem:
    """Return the code of a mistake, so that interfaces can describe it in their own words."""
    if isinstance(error.__context__, ZeroDivisionError) or isinstance(error.__cause__, ZeroDivisionError):
        return "zero"
    try:
        parse_expression(text)
    except ExpressionError:
        return "unfinished" if _could_go_on(text) else "unreadable"
    part = text[error.start : error.stop]
    if part in SIGNS:
        return "operator"
    if part.isdecimal():
        used = int(part)
        return "twice" if used in position.table else "gone" if used in position.numbers else "absent"
    return "fraction" if parse_expression(part).value.denominator != 1 else "negative"


def _could_go_on(text: str) -> bool:
    """Return whether more text could complete the expression."""
    still_open: list[str] = []
    for sign in text:
        if sign in _CLOSING:
            still_open.append(_CLOSING[sign])
        elif still_open and sign == still_open[-1]:
            still_open.pop()
    end = "".join(reversed(still_open))
    for more in ("", "1"):
        with suppress(PerfectPlayError):
            parse_expression(text + more + end)
            return True
    return False
