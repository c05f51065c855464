"""Sums: several rows, stacks and circles on one table; each turn takes one coin from any of them.

In rows and stacks, every peak is fused. Then the last two coins u, x before a blocked end are removed as long as
u <= x, and the differences x - u are collected. The remaining coins can be taken in descending order. If their number
is odd, the collected sum goes to the player to move, otherwise to the other player.  docs/coins-theory.md proves this;
the source is T. Idziaszek, "An optimal algorithm for calculating the profit in the coins in a row game", FUN 2012.

A single circle is solved by trying each first coin. Sums with a circle and other components are searched state by
state, which is possible only for small sums; peaks of rows are fused in this search, too.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import Any, NamedTuple, cast

from perfectplay.coins.row.fusion import Block, from_both_ends, fused_blocks, reduce_row, valley_margin
from perfectplay.coins.rules import Coin, CoinsPosition, Component, Stretch, ends, take
from perfectplay.coins.values import divided, exact_coins, listed, packed_coins
from perfectplay.core.errors import LimitExceededError

__all__ = ["Search", "best_moves", "is_round", "move_margins", "perfect_line", "searched_states", "sum_margin", "taken"]

MAX_CIRCLE = 20_000
"""Maximum number of coins in a circle on its own: the time is quadratic."""

MAX_PLAIN = 2_000
"""Maximum number of coins in a circle on its own whose absolute values add up to 2^62 or more."""

MAX_STATES = 200_000
"""Maximum number of states of a sum with a circle and other components."""

_MAX_DEPTH = 400
# For smaller circles, the plain loops take at most 0.2 seconds, about as long as loading NumPy.
_COMPILE_FROM = 1_000

Sum = Iterable[Any]
"""Components: objects with ``kind`` and ``coins``, such as `Component`, or pairs ``(kind, coins)``."""


def sum_margin(components: Sum) -> Coin:
    """Return the margin of the player to move in a sum, under best play.

    A component is a row, stack or circle, given as a `Component`, another object with ``kind`` and ``coins``, or a pair
    ``(kind, coins)``. Empty components are allowed, and a sum without coins has the margin 0. O(n log n) for rows and
    stacks, O(n^2) for a single circle. Raises `LimitExceededError` if a single circle has more than `MAX_CIRCLE` coins,
    or another sum with a circle of three or more coins has more than `MAX_STATES` states.

    >>> sum_margin([("left", (1, 2)), ("row", (3, 7, 4)), ("right", (9,))])
    8
    >>> sum_margin([("circle", (1, 5, 2, 5))])
    7
    """
    parts = [_component(component) for component in components]
    if any(part.kind == "circle" for part in parts):
        return _with_circles([part for part in parts if part.coins], Search())
    return _combined([_reduced(part) for part in parts])


def move_margins(components: Sum, *, numbered: bool | None = None, search: Search | None = None) -> dict[str, Coin]:
    """Map each legal move to the margin of the player who makes it, under best play afterwards.

    Moves are named and ordered as in `CoinsPosition.legal_moves`. If ``numbered``, their names begin with the number of
    a component, as in ``"2L"``; this is the default for several components or a circle.  ``search`` has earlier results
    for the same game, which are used and extended. Raises the errors of `sum_margin`.

    O(n log n) for each move in rows and stacks, O(n^2) for a single circle.  A circle beside other
    components takes time proportional to the states, times the legal moves, times the coins.

    >>> move_margins([("row", (1, 2, 2)), ("left", (3, 1))])
    {'1L': 3, '1R': 3, '2R': -1}
    """
    parts = [_component(component) for component in components]
    if numbered is None:
        numbered = len(parts) > 1 or any(part.kind == "circle" for part in parts)
    circles = any(part.kind == "circle" for part in parts)
    search = search or Search()
    total = sum(len(ends(Stretch(part.kind, 0, len(part.coins)))) for part in parts)
    reduced = [] if circles else [_reduced(part) for part in parts]
    if circles:
        search.total = max(search.total, _checked_states(parts))
    by_move: dict[str, Coin] = {}
    for number, part in enumerate(parts):
        if part.kind == "circle" and part.coins and len(part.coins) == sum(len(neighbour.coins) for neighbour in parts):
            margins = _circle_margins(part.coins)
            return {f"{number + 1}K{i}" if numbered else f"K{i}": value for i, value in enumerate(margins, 1)}
        others_reduced = [*reduced[:number], *reduced[number + 1 :]]
        for end in ends(Stretch(part.kind, 0, len(part.coins))):
            coin, left = taken(part, end)
            if not circles:
                search.tick(len(by_move), total)
            rest = (
                _with_circles([p for p in (*parts[:number], left, *parts[number + 1 :]) if p.coins], search)
                if circles
                else _combined([*others_reduced, _reduced(left)])
            )
            by_move[f"{number + 1}{end}" if numbered else end] = coin - rest
    return by_move


def best_moves(components: Sum, *, numbered: bool | None = None) -> tuple[str, ...]:
    """Return the best moves of a sum, named and ordered as in `move_margins`.

    >>> best_moves([("row", (1, 2, 2)), ("left", (3, 1))])
    ('1L', '1R')
    >>> best_moves([("row", (1, 2, 4, 3))])
    ('L', 'R')
    """
    margins = move_margins(components, numbered=numbered)
    best = max(margins.values(), default=0)
    return tuple(move for move, margin in margins.items() if margin == best)


class _Reduced(NamedTuple):
    """A component after fusing and removing pairs: coins to be taken in descending order, and the collected sum."""

    coins: list[Coin]
    pairs: Coin


class Search:
    """A state-by-state search of sums with circles; it keeps its results for later calls.

    ``tick`` is called for each new state, with the number of known states and ``total``, an upper bound on that number.
    For sums without circles, it is called for each move, with the numbers of finished moves and of all moves.

    >>> Search().margin((Component("row", (1, 2, 4, 3)), Component("row", (1, 2))))
    1
    """

    def __init__(self, tick: Callable[[int, int], object] = lambda _done, _total: None) -> None:
        self.tick = tick
        self.total = 0
        self._known: dict[tuple[Component, ...], Coin] = {}
        self._reduced: dict[Component, _Reduced] = {}

    def margin(self, parts: tuple[Component, ...]) -> Coin:
        """Return the margin of the player to move in a sum of nonempty components."""
        if all(part.kind != "circle" for part in parts):
            return _combined([self._reduce(part) for part in parts])
        # Fuse the peaks of rows, which is valid beside any components: see docs/answers/where-fusion-breaks.md.
        parts = tuple(Component("row", tuple(self._reduce(p).coins)) if p.kind == "row" else p for p in parts)
        if parts not in self._known:
            options: list[Coin] = []
            for number, part in enumerate(parts):
                for end in ends(Stretch(part.kind, 0, len(part.coins))):
                    coin, left = taken(part, end)
                    rest = (left,) if left.coins else ()
                    options.append(coin - self.margin((*parts[:number], *rest, *parts[number + 1 :])))
            self._known[parts] = max(options)
            self.tick(len(self._known), self.total)
        return self._known[parts]

    def _reduce(self, part: Component) -> _Reduced:
        if part not in self._reduced:
            self._reduced[part] = _reduced(part)
        return self._reduced[part]


def _component(item: Any) -> Component:
    if isinstance(item, Component):
        return item
    kind, coins = (item.kind, item.coins) if hasattr(item, "kind") else item
    return Component(kind, tuple(coins))


def _reduced(part: Component) -> _Reduced:
    # Read a stack so that its blocked end comes last.
    coins = reduce_row(reversed(part.coins) if part.kind == "left" else part.coins)
    pairs: Coin = 0
    if part.kind != "row":
        while len(coins) >= 2 and coins[-2] <= coins[-1]:
            pairs += coins[-1] - coins[-2]
            del coins[-2:]
    return _Reduced(coins, pairs)


def _combined(parts: Sequence[_Reduced]) -> Coin:
    coins = [coin for part in parts for coin in part.coins]
    pairs: Coin = sum(part.pairs for part in parts)
    return valley_margin(coins) + (pairs if len(coins) % 2 else -pairs)


def taken(part: Component, end: str) -> tuple[Coin, Component]:
    """Return the coin at an end, named as in `perfectplay.coins.rules.ends`, and the component that taking it leaves.

    >>> taken(Component("row", (1, 2, 4, 3)), "R")[0]
    3
    """
    index, left = take(Stretch(part.kind, 0, len(part.coins)), end)
    # The coins of a circle wrap around: the row that is left begins after the coin taken.
    coins = part.coins if left.hi <= len(part.coins) else part.coins + part.coins
    return part.coins[index], Component(left.kind, coins[left.lo : left.hi])


def _with_circles(parts: list[Component], search: Search) -> Coin:
    parts = [Component("row", part.coins) if part.kind == "circle" and not is_round(part) else part for part in parts]
    if all(part.kind != "circle" for part in parts):
        return _combined([_reduced(part) for part in parts])
    if len(parts) == 1:
        return max(_circle_margins(parts[0].coins))
    search.total = max(search.total, _checked_states(parts))
    return search.margin(tuple(parts))


def searched_states(components: Sum) -> int:
    """Return an upper bound on the states searched in a sum; 0 unless the sum has a circle and other coins.

    >>> searched_states([Component("circle", (1, 2, 4)), Component("row", (1, 2))])
    4
    """
    parts = [part for part in map(_component, components) if part.coins]
    if len(parts) <= 1 or not any(is_round(part) for part in parts):
        return 0
    # The search ends when the last circle is opened, so count only states with an unopened circle.
    whole = prod(_states(part) for part in parts if is_round(part))
    opened = prod(_states(part) - 1 for part in parts if is_round(part))
    return (whole - opened) * prod(_states(part) for part in parts if not is_round(part))


def _checked_states(parts: Sequence[Component]) -> int:
    states = searched_states(parts)
    depth = sum(len(part.coins) for part in parts)
    if states > MAX_STATES or (states and depth > _MAX_DEPTH):
        raise LimitExceededError(
            "a sum with a circle, {depth} coins and up to {states} states is too large to search; the limits are "
            "{max_depth} coins and {max_states} states, and rows and stacks alone have none",
            depth=depth,
            states=states,
            max_depth=_MAX_DEPTH,
            max_states=MAX_STATES,
        )
    return states


def is_round(part: Component) -> bool:
    """Return whether a component is a circle of at least three coins; a smaller circle is like a row.

    >>> is_round(Component("circle", (1, 2, 4))), is_round(Component("row", (1, 2, 4)))
    (True, False)
    """
    return part.kind == "circle" and len(part.coins) > 2


def _circle_margins(coins: tuple[Coin, ...]) -> list[Coin]:
    """Return the margin of taking each coin of a circle first, which leaves the row that begins after it."""
    values, denominator = exact_coins(coins)
    size = len(coins)
    array = packed_coins(values) if size >= _COMPILE_FROM else None
    limit = MAX_PLAIN if size >= _COMPILE_FROM and array is None else MAX_CIRCLE
    if size > limit:
        raise LimitExceededError(
            "a circle of {size} coins is too large; one of this kind has at most {limit} coins", size=size, limit=limit
        )
    if array is None:
        twice = listed(values) * 2
        by_coin = [twice[i] - valley_margin(reduce_row(twice[i + 1 : i + size])) for i in range(size)]
    else:
        import numpy as np

        from perfectplay.coins.kernels import circle

        margins = np.empty(size, dtype=np.int64)
        circle(np.concatenate((array, array)), np.empty(size + 1, dtype=np.int64), margins)
        by_coin = cast("list[Coin]", margins.tolist())
    return [divided(value, denominator) for value in by_coin]


def _states(part: Component) -> int:
    size = len(part.coins)
    if is_round(part):
        return size * (size - 1) + 2
    return size + 1 if part.kind in {"left", "right"} else size * (size + 1) // 2 + 1


def perfect_line(position: CoinsPosition, search: Search | None = None) -> tuple[str, ...]:
    """Return a line of best play by both players, to the end of the game.

    ``search`` has earlier results for the same game, which are used and extended. Raises `LimitExceededError` in a sum
    with a circle that is too large.

    O(n log n) for rows and stacks; circles are opened first, by comparing all moves. Fusing the peaks of a row leaves
    blocks whose values fall and then rise. The largest available block is always taken next, coin by coin from one end.
    Pairs of blocks at a blocked end, which no player wants to open, come last. The documentation proves this for a
    single row ("Theory of greedy coins", lines of play); for stacks and sums, tests compare lines with brute force.

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
            # Use the name that the position gives to the move: the last coin of a row is always taken by L.
            position = position.play(move)
            moves.append(position.moves[-1])
    return tuple(moves)


def _blocks(component: Component) -> tuple[list[Block], list[Block]]:
    """Return the blocks of a row or stack in the order of taking them, then the blocks that no player wants to open."""
    # Read towards the blocked end, if there is one, so that the pairs at this end are on top of the stack.
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
