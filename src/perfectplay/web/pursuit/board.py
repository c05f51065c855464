"""The content of the pursuit board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import cast

from perfectplay.core.schema import Exact
from perfectplay.core.text.texts import say
from perfectplay.pictures.preview import Preview
from perfectplay.pursuit.expressions import Expression, entries
from perfectplay.pursuit.rules import STOP, Operator, PursuitPosition, Rules, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitRules(Rules):
    """The rules of calculation.

    Attributes
    ----------
    operators
        Some of ``+-*/``.
    use_all
        Whether all numbers must be used.
    fractions
        Whether intermediate results may be fractions.
    positive
        Whether intermediate results must be positive.
    text
        The rules as the command line writes them, ``""`` for the article's.
    """

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitCard:
    """A number on the table.

    Attributes
    ----------
    key
        Index of the number among all numbers of the game, which are the dealt numbers and then the results.
    value
        The number.
    text
        The number as text, for programs that cannot represent integers from 2^53 on exactly.
    expression
        The expression that makes the number.
    """

    key: int
    value: Exact
    text: str
    expression: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitStep(Step):
    """A calculation that the player made.

    Attributes
    ----------
    left, operator, right, result
        The two operands, the operator between them, and the result.
    keys
        The keys of the two numbers and the result; see `PursuitCard`.
    texts
        The two numbers and the result as text, for programs that cannot represent integers from 2^53 on exactly.
    """

    operator: Operator
    result: Exact
    keys: tuple[int, int, int]
    texts: tuple[str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitBoard:
    """The content of the board.

    Attributes
    ----------
    numbers, target
        The deal and its target.
    rules
        The rules.
    table
        The numbers left on the table.
    steps
        The calculations so far.
    answer
        The current answer.
    distance
        Distance of the answer from the target.
    answer_text, distance_text
        The answer and the distance as text, for programs that cannot represent integers from 2^53 on exactly.
    answer_expression
        Expression of the answer, or ``None`` if there is no answer so far.
    stopped
        Whether the player has stopped.
    """

    numbers: tuple[int, ...]
    target: int
    rules: PursuitRules
    table: tuple[PursuitCard, ...]
    steps: tuple[PursuitStep, ...]
    answer: int
    answer_text: str
    answer_expression: str | None
    distance: int
    distance_text: str
    stopped: bool


def describe(position: PursuitPosition) -> PursuitBoard:
    """Return the content of the board for a position; this takes less than a millisecond."""
    played = entries(position)
    keys = {id(entry.expression): key for key, entry in enumerate(played)}
    made = [entry.expression for entry in played[len(position.numbers) :]]
    counts = not position.rules.use_all or len(position.table) == 1
    left = [entry for entry in played if not entry.used] if position.rules.use_all else played
    best = next((entry.expression for entry in left if entry.expression.value == position.answer), None)
    rules = position.rules
    return PursuitBoard(
        numbers=position.numbers,
        target=position.target,
        rules=PursuitRules(**asdict(rules), text=str(rules)),
        table=tuple(
            PursuitCard(
                key=key,
                value=entry.expression.value,
                text=str(entry.expression.value),
                expression=str(entry.expression),
            )
            for key, entry in enumerate(played)
            if not entry.used
        ),
        steps=tuple(_step(entry, entry.left, entry.right, keys) for entry in made if entry.left and entry.right),
        answer=position.answer,
        answer_text=str(position.answer),
        answer_expression=str(best) if counts and best else None,
        distance=position.distance,
        distance_text=str(position.distance),
        stopped=STOP in position.moves,
    )


def preview(position: PursuitPosition) -> Preview:
    """Return the link preview, which shows the table and the target."""
    table = [(str(number), "open") for number in position.table]
    return Preview(
        title=str(position.target),
        line=say("{distance} away", distance=position.distance) if position.moves else "",
        tiles=[*table, ("→", ""), (str(position.target), "goal")],
        columns=len(table) + 2,
    )


def _step(made: Expression, left: Expression, right: Expression, keys: Mapping[int, int]) -> PursuitStep:
    return PursuitStep(
        left=left.value,
        operator=cast("Operator", made.operator),
        right=right.value,
        result=made.value,
        keys=(keys[id(left)], keys[id(right)], keys[id(made)]),
        texts=(str(left.value), str(right.value), str(made.value)),
    )
