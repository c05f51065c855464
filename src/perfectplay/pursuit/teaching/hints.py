"""The first hints in pursuit, before a step is named: how the best solution ends, and its first two numbers."""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.core.game.parts import Clue, Hinter
from perfectplay.core.result import Result
from perfectplay.core.text.words import counted
from perfectplay.pursuit.rules import Move, PursuitPosition, Step

__all__ = ["HINTS"]

_LAST = {"+": "an addition", "-": "a subtraction", "*": "a multiplication", "/": "a division"}
_CODES = {"+": "last-sum", "-": "last-difference", "*": "last-product", "/": "last-quotient"}


def _steps(result: Result[Move, int]) -> Sequence[Step]:
    return [move for move in result.moves if isinstance(move, Step)]


def _stop(position: PursuitPosition) -> Clue:
    if position.distance == 0:
        return Clue("hit", "You have hit the target: stop here.", (0,))
    text = f"Nothing that is left comes closer than {position.answer}: stop here, or undo."
    return Clue("nothing-closer", text, (position.distance,))


def _idea(position: PursuitPosition, result: Result[Move, int]) -> Clue:
    steps, distance = _steps(result), result.value
    if not steps:
        return _stop(position)
    reached = "to the target" if distance == 0 else f"within {distance} of the target"
    near = "-near" if distance else ""
    if len(steps) == 1:
        return Clue(f"one-step{near}", f"One step leads {reached}.", (1, distance))
    last = steps[-1].operator
    text = f"{counted(len(steps), 'step')} lead {reached}, and the last one is {_LAST[last]}."
    return Clue(f"{_CODES[last]}{near}", text, (len(steps), distance))


def _area(position: PursuitPosition, result: Result[Move, int]) -> Clue:
    steps = _steps(result)
    if not steps:
        return _stop(position)
    # Name the larger number first, so that the order does not reveal the operator.
    pair = sorted((steps[0].left, steps[0].right), reverse=True)
    legal = [move for move in position.legal_moves() if isinstance(move, Step)]
    moves = tuple(str(step) for step in legal if sorted((step.left, step.right), reverse=True) == pair)
    return Clue("use-two", f"Use these two numbers: {pair[0]} and {pair[1]}.", tuple(pair), moves)


def _move(position: PursuitPosition, result: Result[Move, int]) -> Clue:
    steps, distance = _steps(result), result.value
    if not steps:
        return _stop(position)
    then = "the target can be hit" if distance == 0 else f"one can come within {distance}"
    return Clue("best", f"Calculate {steps[0]}: then {then}.", (len(steps), distance))


HINTS = Hinter(_idea, _area, _move)
"""The hints, which describe the solver's solution; other solutions may exist."""
