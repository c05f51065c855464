"""Hints in three steps: an idea, then the area where the move is, then the move."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from perfectplay.core.answers import Told
from perfectplay.core.errors import IllegalMoveError, PerfectPlayError, quote
from perfectplay.core.game import game_spec, load_game, parse_position
from perfectplay.core.game.parts import Clue, Hinter
from perfectplay.core.game.position import Position
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.result import Result

__all__ = [
    "HINT_STEPS",
    "HintStep",
    "Hints",
    "Step",
    "hint_steps",
    "number_area",
    "plain_area",
    "plain_idea",
]

Step = Literal["idea", "area", "move"]

HINT_STEPS: tuple[Step, ...] = ("idea", "area", "move")
"""The steps of a hint, in order."""

_AREAS = 5
"""Number of equal areas into which `number_area` divides the range of numbers."""

_AMONG = 3
"""Maximum number of moves in the area of a hint, for games that do not define areas."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HintStep(Clue):
    """One step of a hint.

    Attributes
    ----------
    step
        ``"idea"``, ``"area"`` or ``"move"``.
    code
        One word for the kind of hint, such as ``"largest-prime"``; the guide lists them.
    text
        The hint, in English.
    numbers
        The numbers in the text, in order.
    moves
        The legal moves in the area if the step shows one, or the move itself; otherwise empty.
    """

    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints(Told):
    """A hint in steps.

    Attributes
    ----------
    status
        ``"optimal"`` if the move is proven best; otherwise ``"bounded"``, and the move is the best known.
    steps
        All three steps in order, or the requested one.
    """

    steps: tuple[HintStep, ...]


def hint_steps(
    position: str | Position[Any],
    step: Step | None = None,
    *,
    result: Result[Any] | None = None,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Hints:
    """Give a hint in steps: an idea, the area where the move is, and the move.

    Parameters
    ----------
    position
        A position of any game, or its id.
    step
        The requested step; by default all three.
    result
        Best play from the position, if it is known already.
    time_limit
        Seconds for the solver; ``None`` means no limit.
    progress
        Called from time to time.

    Raises
    ------
    InvalidPositionError
        If no position has this id.
    IllegalMoveError
        If a move in the id is illegal, or the game is over.
    LimitExceededError
        If the position is too large for the solver.

    Examples
    --------
    >>> [(one.code, one.text) for one in hint_steps("taxman:20").steps][:2]
    [('largest-prime', 'A prime costs only the 1, and there is only one 1: which prime brings most?'), \
('between', 'It is a number from 17 to 20.')]
    """
    steps = HINT_STEPS if step is None else tuple(name for name in HINT_STEPS if name == step)
    if not steps:
        raise PerfectPlayError(
            "a hint has no step {step}; its steps are {all}", step=quote(step), all=", ".join(HINT_STEPS)
        )
    current = parse_position(position)
    if current.is_over():
        raise IllegalMoveError("there is no hint in {id}: the game is over", id=quote(current.id))
    began = time.monotonic()
    best = result or load_game(current.game).solve(current, time_limit=time_limit, progress=progress)
    hinter: Hinter = game_spec(current.game).part("hints") or _PLAIN
    shown = []
    for name in steps:
        clue: Clue = getattr(hinter, name)(current, best)
        moves = (str(best.moves[0]),) if name == "move" else clue.moves
        shown.append(HintStep(step=name, code=clue.code, numbers=clue.numbers, moves=moves, text=clue.text))
    return Hints(
        game=current.game,
        position=current.id,
        status=best.status,
        seconds=round(time.monotonic() - began, 3),
        steps=tuple(shown),
    )


def plain_idea(position: Position[Any], result: Result[Any]) -> Clue:  # noqa: ARG001  # every idea has this signature
    """Return a hint that fits every game: the number of legal moves.

    Examples
    --------
    >>> from perfectplay.core.front import solve
    >>> result = solve("taxman:10")
    >>> plain_idea(result.position, result).text
    'There are 9 legal moves; think of what each leaves.'
    """
    count = len(position.legal_moves())
    if count == 1:
        return Clue("only-move", "There is only one legal move.", (1,))
    return Clue("choices", f"There are {count} legal moves; think of what each leaves.", (count,))


def plain_area(position: Position[Any], result: Result[Any]) -> Clue:
    """Return the area of a hint: the best move and its neighbours in the list of legal moves.

    Examples
    --------
    >>> from perfectplay.core.front import solve
    >>> result = solve("taxman:10")
    >>> plain_area(result.position, result).moves
    ('5', '6', '7')
    """
    legal = [str(move) for move in position.legal_moves()]
    at = legal.index(str(result.moves[0]))
    first = max(0, min(at - at % _AMONG, len(legal) - _AMONG))
    shown = tuple(legal[first : first + _AMONG])
    return Clue("among", f"It is among these: {', '.join(shown)}.", (), shown)


def number_area(legal: Sequence[int], move: int, top: int) -> Clue:
    """Return the area of a hint: the fifth of the range from 1 to ``top`` that contains the move.

    Examples
    --------
    >>> number_area((4, 9, 10, 12), 9, 12).moves
    ('9',)
    """
    width = max(2, -(-top // _AREAS))
    high = top - (top - move) // width * width
    low = max(1, high - width + 1)
    moves = tuple(str(number) for number in legal if low <= number <= high)
    return Clue("between", f"It is a number from {low} to {high}.", (low, high), moves)


def _plain_move(position: Position[Any], result: Result[Any]) -> Clue:  # noqa: ARG001  # as above
    return Clue("play", f"Play {result.moves[0]}.")


_PLAIN = Hinter(plain_idea, plain_area, _plain_move)
