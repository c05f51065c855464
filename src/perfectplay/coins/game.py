"""Greedy coins' entry in the registry."""

from __future__ import annotations

import heapq
import re
import time
from collections.abc import Iterator, Sequence
from typing import Any, cast

from perfectplay.coins.coach import Coach
from perfectplay.coins.fusion import fused_blocks
from perfectplay.coins.rules import Coin, CoinsPosition, Component
from perfectplay.coins.sums import Search, move_margins
from perfectplay.core.errors import IllegalMoveError, quote
from perfectplay.core.game import Position, load_game
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result

__all__ = ["GAME", "parse_move", "perfect_line", "solve"]

_TYPED = re.compile(r"([1-9][0-9]{0,8})?[ .]*(L|R|K[ ]*[1-9][0-9]{0,8})")


def parse_move(text: str, position: Position) -> str:
    """Read a move: ``L`` or ``R``, in a sum with the row's number, ``K3`` for the third coin of a circle.

    Small letters, the words left and right and blanks will do, and so will no number where there is only one
    row or circle; whether the coin may be taken is for the position to say.

    Raises
    ------
    IllegalMoveError
        If the text is not of that form.
    """
    here = cast(CoinsPosition, position)
    short = text.strip().upper().replace("LEFT", "L").replace("RIGHT", "R")
    matched = _TYPED.fullmatch(short)
    only = len(here.start_components) == 1
    if not matched or not (matched[1] or only) or (here.is_single and matched[1] not in {None, "1"}):
        legal = position.legal_moves()
        shown = ", ".join(legal[:8]) + (", ..." if len(legal) > 8 else "")
        message = f"{quote(text)} is not a move; legal moves are {shown or 'none: the game is over'}"
        raise IllegalMoveError(message)
    end = matched[2].replace(" ", "")
    return end if here.is_single else f"{matched[1] or 1}{end}"


def solve(
    position: Position,
    *,
    time_limit: float | None = None,  # noqa: ARG001  # an answer takes a fraction of a second
    progress: ProgressCallback = ignore_progress,
) -> Result:
    """Best play of both players from a position on.

    Returns
    -------
    Result
        ``value`` is the first player's final total, past moves included; ``moves`` is one line of best play;
        ``provenance`` has the first player's final ``margin`` and the ``best_moves`` now.

    Raises
    ------
    LimitExceededError
        In a sum with a circle that is too large.
    """
    begin = time.perf_counter()
    coach = Coach(cast(CoinsPosition, position))
    value, _ = coach.final_scores
    moves: tuple[Any, ...] = perfect_line(coach.position)
    seconds = time.perf_counter() - begin
    progress(Progress("line", seconds, done=len(moves), total=len(moves)))
    provenance = {
        "source": "search",
        "method": "fusion",
        "margin": coach.final_margin,
        "best_moves": coach.best_moves,
    }
    return Result(value, value, value, "optimal", moves, seconds, provenance)


def perfect_line(position: CoinsPosition, search: Search | None = None) -> tuple[str, ...]:
    """One line of best play of both players, to the end of the game.

    Parameters
    ----------
    position
        Any position.
    search
        What has been found about the same game, to be used and added to.

    Returns
    -------
    tuple of str
        Moves that `CoinsPosition.play` takes.

    Raises
    ------
    LimitExceededError
        In a sum with a circle that is too large.

    Notes
    -----
    O(n log n) for rows and stacks; a circle is opened first, by the values of all its moves.  Fusing the peaks of a
    row leaves blocks whose values fall and then rise; a block is played through coin by coin from the side where it
    was begun.  The largest block within reach is taken, and what a blocked end makes nobody want to open comes last.
    The documentation proves this for a single row ("Theory of greedy coins", lines of play); for stacks and sums the
    tests compare every move of it with brute force.

    Examples
    --------
    >>> perfect_line(CoinsPosition.from_id("coins:l1.2~3.7.4~r9"))
    ('3L', '1R', '1R', '2L', '2L', '2L')
    """
    moves: list[str] = []
    search = search or Search()
    while any(component.kind == "circle" for component in position.components):
        margins = move_margins(position.components, numbered=True, search=search)
        best = max(margins, key=margins.__getitem__)
        moves.append(best)
        position = position.play(best)
    wanted, shunned = [], []
    for number, component in enumerate(position.components, 1):
        name = "" if position.is_single else str(number)
        taken = _blocks(component)
        wanted.append([(value, f"{name}{end}", size) for value, end, size in taken[0]])
        shunned.append([(value, f"{name}{end}", size) for value, end, size in taken[1]])
    order = [*heapq.merge(*wanted, key=lambda block: block[0], reverse=True), *(b for pairs in shunned for b in pairs)]
    for _, move, size in order:
        for _ in range(size):
            # Played for its name: a row's last coin has only one.
            position = position.play(move)
            moves.append(position.moves[-1])
    return tuple(moves)


Block = tuple[Coin, str, int]


def _blocks(component: Component) -> tuple[list[Block], list[Block]]:
    """Blocks of a row or stack in the order in which they are wanted, and those that nobody wants to open."""
    # Towards the blocked end, if there is one: its pairs are then on top of the stack.
    coins = component.coins[::-1] if component.kind == "left" else component.coins
    stack = list(zip(*fused_blocks(coins), strict=True))
    if component.kind == "row":
        return list(_from_both_ends(stack)), []
    end = "R" if component.kind == "left" else "L"
    kept = len(stack)
    while kept >= 2 and stack[kept - 2][0] <= stack[kept - 1][0]:
        kept -= 2
    blocks = [(value, end, size) for value, size in stack]
    return blocks[:kept], blocks[kept:]


def _from_both_ends(valley: Sequence[tuple[Coin, int]]) -> Iterator[Block]:
    """Take the larger end of a valley, again and again: values fall."""
    lo, hi = 0, len(valley) - 1
    while lo <= hi:
        if valley[lo][0] >= valley[hi][0]:
            yield (valley[lo][0], "L", valley[lo][1])
            lo += 1
        else:
            yield (valley[hi][0], "R", valley[hi][1])
            hi -= 1


GAME = load_game("coins")
