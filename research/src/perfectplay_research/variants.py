"""Variants of greedy coins, and a search for the smallest position whose margin changes when a peak is fused.

Plain recursion over all positions suffices for small games only.  docs/answers/where-fusion-breaks.md has the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from perfectplay.coins.rules import Coin, Component
from perfectplay.coins.solve import solve
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote

__all__ = ["MAX_SHOWN", "VARIANTS", "Break", "Variant", "first_break", "tree_margin"]

MAX_SHOWN = 20_000_000
"""Largest number of positions for a search, which then takes some minutes."""

Coins = tuple[Coin, ...]
Shape = tuple[int, ...]
"""The arrangement of coins. For a circle beside a row, the size of the circle; for a tree, the parent of each coin
except the first, where parents precede their children; for all other variants, empty."""

Fused = tuple[Shape, Coins]


@dataclass(frozen=True, slots=True)
class Variant:
    """A game, and how peaks are fused in it.

    Attributes
    ----------
    rules
        The rules in one sentence.
    shapes
        All arrangements of a given number of coins.
    margin
        The margin of the player to move under best play.
    peaks
        The positions after each fusion of three neighbours a <= b >= c.

    Examples
    --------
    >>> VARIANTS["circle"].margin((), (0, 0, 1))
    1
    """

    rules: str
    shapes: Callable[[int], Iterator[Shape]]
    margin: Callable[[Shape, Coins], Coin]
    peaks: Callable[[Shape, Coins], Iterator[Fused]]


@dataclass(frozen=True, slots=True)
class Break:
    """A position whose margin changes when a peak is fused.

    Attributes
    ----------
    shape, coins
        The position.
    fused_shape, fused
        The position after fusing.
    margin, fused_margin
        The two margins.

    Examples
    --------
    >>> first_break("circle", 3, 1).fused
    (-1,)
    """

    shape: Shape
    coins: Coins
    fused_shape: Shape
    fused: Coins
    margin: Coin
    fused_margin: Coin


def first_break(variant: str, size: int, largest: int) -> Break | None:
    """Search all positions of ``size`` coins 0, 1, ..., ``largest`` for one whose margin changes by fusing.

    Parameters
    ----------
    variant
        One of `VARIANTS`.
    size
        Number of coins; at least 1.
    largest
        At least 0.

    Returns
    -------
    Break or None
        The first such position, ordered by largest coin, then shape, then coins; ``None`` if there is none.

    Raises
    ------
    InvalidPositionError
        If there is no such variant, or a number is too small.
    LimitExceededError
        If there are more than `MAX_SHOWN` positions.

    Examples
    --------
    >>> found = first_break("two", 4, 3)
    >>> found.coins, found.fused, found.margin, found.fused_margin
    ((0, 0, 1, 1), (0, 0), 2, 0)
    """
    if variant not in VARIANTS or size < 1 or largest < 0:
        raise InvalidPositionError(
            f"there are no positions of {quote(size)} coins from 0 to {quote(largest)} in {quote(variant)}; "
            f"the variants are {', '.join(VARIANTS)}"
        )
    game = VARIANTS[variant]
    # Stop counting shapes at the limit, because there are (size - 1)! trees.
    if (largest + 1) ** size * sum(1 for _, _ in zip(range(MAX_SHOWN), game.shapes(size), strict=False)) > MAX_SHOWN:
        raise LimitExceededError(
            f"{quote(size)} coins from 0 to {quote(largest)} in {quote(variant)} make more than "
            f"{MAX_SHOWN:,} positions; take fewer"
        )
    for top in range(largest + 1):
        for shape in game.shapes(size):
            for coins in product(range(top + 1), repeat=size):
                if max(coins) == top and (found := _broken(game, shape, coins)):
                    return found
    return None


def _broken(game: Variant, shape: Shape, coins: Coins) -> Break | None:
    before: Coin | None = None
    for fused_shape, fused in game.peaks(shape, coins):
        before = game.margin(shape, coins) if before is None else before
        if (after := game.margin(fused_shape, fused)) != before:
            return Break(shape, coins, fused_shape, fused, before, after)
    return None


# -- rows ------------------------------------------------------------------------------------------------------


def _no_shape(_size: int) -> Iterator[Shape]:
    yield ()


def _triples(coins: Sequence[Coin], *, peak: bool = True) -> Iterator[Coins]:
    for i in range(len(coins) - 2):
        a, b, c = coins[i : i + 3]
        if (a <= b >= c) == peak:
            yield (*coins[:i], a - b + c, *coins[i + 3 :])


def _row_peaks(_shape: Shape, coins: Coins) -> Iterator[Fused]:
    return (((), fused) for fused in _triples(coins))


def _row_others(_shape: Shape, coins: Coins) -> Iterator[Fused]:
    return (((), fused) for fused in _triples(coins, peak=False))


def _row_margin(_shape: Shape, coins: Coins) -> Coin:
    return solve([Component("row", coins)], line=False).margin


def _several(most: int, *, mixed: bool) -> Callable[[Shape, Coins], Coin]:
    """Return a margin function of rows; a turn takes up to ``most`` coins from one end, or if ``mixed`` from both."""

    @cache
    def margin(coins: Coins) -> Coin:
        found = []
        for count in range(1, min(most, len(coins)) + 1):
            for left in range(count + 1) if mixed else (0, count):
                rest = coins[left : len(coins) - count + left]
                found.append(sum(coins) - sum(rest) - margin(rest))
        return max(found, default=0)

    return lambda _shape, coins: margin(coins)


# -- circles ---------------------------------------------------------------------------------------------------


def _circle_peaks(_shape: Shape, coins: Coins) -> Iterator[Fused]:
    for i in range(len(coins) if len(coins) >= 3 else 0):
        a, b, c, *rest = coins[i:] + coins[:i]
        if a <= b >= c:
            yield (), (a - b + c, *rest)


def _circle_margin(_shape: Shape, coins: Coins) -> Coin:
    return solve([Component("circle", coins)], line=False).margin


def _beside_circle(kind: str) -> Variant:
    def margin(shape: Shape, coins: Coins) -> Coin:
        return sum_plain((("circle", coins[: shape[0]]), (kind, coins[shape[0] :])))

    def peaks(shape: Shape, coins: Coins) -> Iterator[Fused]:
        return ((shape, coins[: shape[0]] + fused) for fused in _triples(coins[shape[0] :]))

    name = "a row" if kind == "row" else "a stack, whose right end is blocked,"
    return Variant(
        f"a circle and {name} on one table; fused is in the latter",
        lambda size: ((circle,) for circle in range(3, size - 2)),
        margin,
        peaks,
    )


@cache
def sum_plain(parts: tuple[tuple[str, Coins], ...]) -> Coin:
    """Return the margin of circles, rows and stacks side by side, by plain recursion without fusion.

    Examples
    --------
    >>> sum_plain((("circle", (1, 2, 3)), ("row", (1, 5, 1))))
    5
    """
    found = []
    for number, (kind, coins) in enumerate(parts):
        ways = []
        if kind == "circle":
            ways = [(coin, ("row", coins[i + 1 :] + coins[:i])) for i, coin in enumerate(coins)]
        elif coins:
            ways = [(coins[0], (kind, coins[1:]))] + ([(coins[-1], (kind, coins[:-1]))] if kind == "row" else [])
        found += [coin - sum_plain((*parts[:number], rest, *parts[number + 1 :])) for coin, rest in ways]
    return max(found, default=0)


# -- trees -----------------------------------------------------------------------------------------------------


def _parents(size: int) -> Iterator[Shape]:
    return product(*(range(i) for i in range(1, size)))


def tree_margin(parents: Shape, coins: Coins) -> Coin:
    """Return the margin of a tree from which each turn takes a leaf; O(2^n n^2).

    Parameters
    ----------
    parents
        For each coin except the first, the index of an earlier coin that it is joined to.
    coins
        The values of the coins.

    Examples
    --------
    >>> tree_margin((0, 0, 0), (5, 1, 2, 3))
    5
    """
    size = len(coins)
    beside = [0] * size
    for child, parent in enumerate(parents, 1):
        beside[child] |= 1 << parent
        beside[parent] |= 1 << child
    margins: list[Coin] = [0]
    for left in range(1, 1 << size):
        best: Coin | None = None
        for i in range(size):
            joined = beside[i] & left
            if left >> i & 1 and not joined & (joined - 1):
                value = coins[i] - margins[left ^ 1 << i]
                best = value if best is None or value > best else best
        # Coins may fall into several trees, but each tree has a leaf, so every position with coins has a move.
        margins.append(0 if best is None else best)
    return margins[-1]


def _tree_peaks(parents: Shape, coins: Coins) -> Iterator[Fused]:
    edges = list(enumerate(parents, 1))
    for b in range(len(coins)):
        ends = [v if u == b else u for u, v in edges if b in (u, v)]
        if len(ends) == 2 and coins[ends[0]] <= coins[b] >= coins[ends[1]]:
            yield _merged(edges, coins, ends[0], ends[1], b)


def _merged(edges: list[tuple[int, int]], coins: Coins, a: int, c: int, b: int) -> Fused:
    """Fuse three coins; renumber the tree from the fused coin, so that each coin is joined to an earlier one."""
    beside: dict[int, list[int]] = {a: []}
    for u, v in edges:
        if b not in (u, v):
            u, v = (a if u == c else u), (a if v == c else v)  # noqa: PLW2901  # c goes by the name of a
            beside.setdefault(u, []).append(v)
            beside.setdefault(v, []).append(u)
    order, parents = [a], []
    for at, u in enumerate(order):
        for v in beside[u]:
            if v not in order:
                order.append(v)
                parents.append(at)
    values = [coins[a] - coins[b] + coins[c] if u == a else coins[u] for u in order]
    return tuple(parents), tuple(values)


VARIANTS: dict[str, Variant] = {
    "row": Variant("one coin in a turn, from either end of a row", _no_shape, _row_margin, _row_peaks),
    "elsewhere": Variant("the same; fused is where there is no peak", _no_shape, _row_margin, _row_others),
    "circle": Variant("any coin of a circle first; the rest is a row", _no_shape, _circle_margin, _circle_peaks),
    "circle-row": _beside_circle("row"),
    "circle-stack": _beside_circle("right"),
    "two": Variant("one or two coins in a turn, from one end", _no_shape, _several(2, mixed=False), _row_peaks),
    "two-mixed": Variant("one or two coins in a turn, from any end", _no_shape, _several(2, mixed=True), _row_peaks),
    "three": Variant("one to three coins in a turn, from one end", _no_shape, _several(3, mixed=False), _row_peaks),
    "tree": Variant("a leaf of a tree; the middle of a peak has two neighbours", _parents, tree_margin, _tree_peaks),
}
"""All variants that can be searched; the key is the name."""
