"""A line of best play through rows, stacks and circles, coin by coin."""

from __future__ import annotations

import heapq

from perfectplay.coins.row.fusion import Block, from_both_ends, fused_blocks
from perfectplay.coins.row.sums import Search, move_margins
from perfectplay.coins.rules import CoinsPosition, Component

__all__ = ["perfect_line"]


def perfect_line(position: CoinsPosition, search: Search | None = None) -> tuple[str, ...]:
    """One line of best play of both players, to the end of the game.

    ``search`` is what has been found about the same game, to be used and added to.  Raises `LimitExceededError` in a
    sum with a circle that is too large.

    O(n log n) for rows and stacks; a circle is opened first, by the values of all its moves.  Fusing the peaks of a row
    leaves blocks whose values fall and then rise; a block is played through coin by coin from the side where it was
    begun.  The largest block within reach is taken, and what a blocked end makes unattractive to open comes last.  The
    documentation proves this for a single row ("Theory of greedy coins", lines of play); for stacks and sums the tests
    compare every move of it with brute force.

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


def _blocks(component: Component) -> tuple[list[Block], list[Block]]:
    """Blocks of a row or stack in the order in which they are wanted, and those that neither player wants to open."""
    # Towards the blocked end, if there is one: its pairs are then on top of the stack.
    coins = component.coins[::-1] if component.kind == "left" else component.coins
    stack = list(zip(*fused_blocks(coins), strict=True))
    if component.kind == "row":
        return list(from_both_ends(stack)), []
    end = "R" if component.kind == "left" else "L"
    kept = len(stack)
    while kept >= 2 and stack[kept - 2][0] <= stack[kept - 1][0]:
        kept -= 2
    blocks = [(value, end, size) for value, size in stack]
    return blocks[:kept], blocks[kept:]
