"""Solve a row of coins in linear time: margin, best first moves, cost of a mistake, an optimal line, all prefixes.

*Fusion*: three neighbours a <= b >= c may be replaced by a coin a - b + c without changing the margin. A row without
such peaks is a *valley* (it falls, then rises), and in a valley taking the larger end is optimal.  docs/coins-theory.md
proves both; T. Idziaszek, "An optimal algorithm for calculating the profit in the coins in a row game", FUN 2012, is
the source.

The plain loops of this file handle short rows and values too large for 64 bits; their compiled twins handle long rows.
Both are exact and give the same answers. NumPy and the kernels are loaded only for long rows.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from perfectplay.coins.rules import Coin
from perfectplay.coins.values import (
    EMPTY,
    SUM_LIMIT,
    Coins,
    Packed,
    as_values,
    divided,
    exact_coins,
    half,
    listed,
    pack,
)
from perfectplay.core.errors import InvalidPositionError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

__all__ = [
    "Block",
    "Move",
    "RowStream",
    "Winnings",
    "from_both_ends",
    "fuse",
    "fused_blocks",
    "is_short",
    "margin",
    "optimal_line",
    "prefix_margins",
    "put",
    "reduce_row",
    "solve",
    "valley_margin",
]

Move = Literal["L", "R", "LR"]
"""Best moves: left, right, or both equally good."""

Block = tuple[Coin, str, int]
"""A block of coins that are taken one after the other: its fused coin, the end taken from, and its size."""

# For shorter rows, the plain loops take at most 0.2 seconds, about as long as loading NumPy.
_COMPILE_FROM = 200_000


@dataclass(frozen=True, kw_only=True, repr=False)
class Winnings:
    """The result of best play: the margin, both totals, and the best moves.

    Attributes
    ----------
    margin
        Margin of the player to move in the rest of the game, negative for a loss; coins already taken do not count.
    first, second
        Totals of the player to move and of the other player in the rest of the game.
    best_moves
        The best moves, if they are known.
    mistake_cost
        The loss from taking the worse end of a single row with two open ends, 0 if both are best; otherwise ``None``.
    """

    margin: Coin
    first: Coin
    second: Coin
    best_moves: str | tuple[str, ...] | None
    mistake_cost: Coin | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution(Winnings):
    """The solution of a row: the margin and totals, the best first moves and, if requested, a line of best play.

    Attributes
    ----------
    best_moves
        ``"L"``, ``"R"``, or ``"LR"`` if both are best; ``"LR"`` for a single coin.
    line
        An optimal line, a letter for each coin in the order of play (``"L"`` for the last); ``None`` unless requested.
    """

    mistake_cost: Coin
    best_moves: Move
    line: str | None


def margin(coins: Coins) -> Coin:
    """Return the exact margin of the player to move in a row, under best play.

    ``coins`` are at least one ``int`` or ``Fraction`` of any size and sign, or a NumPy array of integers. Raises
    `InvalidPositionError` if a coin is not exact, such as a float. Takes O(n) time and memory for at most a copy of the
    coins. An int64 array is read in place, so only its valley takes memory.

    >>> margin([3, 2, 1, 2]), margin([1, 2, 4, 3])
    (2, 0)
    """
    return solve(coins, line=False).margin


def solve(coins: Coins, *, line: bool = True) -> Solution:
    """Solve a row: return its margin, best first moves, the cost of the worse one and, if ``line``, an optimal line.

    O(n). The best moves come from the margins of the two rows that they can leave. The larger end of the valley gives
    only one best move: 2 1 2 2 reduces to 2 1, but both its first moves are best.

    >>> solve([1, 2, 3, 4, 3, 2])
    Solution(margin=1, first=8, second=7, best_moves='R', mistake_cost=2, line='RLLLLL')
    """
    values, denominator = exact_coins(coins)
    packed = _long(values)
    stream = RowStream()
    if packed is not None:
        stream._take(packed)  # noqa: SLF001  # coins were checked
    else:
        stream.push(listed(values))
    solution = stream.solution()
    return Solution(
        margin=divided(solution.margin, denominator),
        first=divided(solution.first, denominator),
        second=divided(solution.second, denominator),
        mistake_cost=divided(solution.mistake_cost, denominator),
        best_moves=solution.best_moves,
        line=_line(values, packed) if line else None,
    )


def optimal_line(coins: Coins) -> str:
    """Return one optimal line of a row: ``"L"`` or ``"R"`` for each coin, in the order of play.

    Whenever both ends of the valley are equal, the left one is taken.  O(n).

    >>> optimal_line([5, 3, 7, 10])
    'RRLL'
    """
    values, _ = exact_coins(coins)
    return _line(values, _long(values))


def prefix_margins(coins: Coins) -> list[Coin]:
    """Return the margin of each row that consists of the first 1, 2, ..., n coins.  O(n log n).

    >>> prefix_margins([1, 2, 4, 3])
    [1, 1, 3, 0]
    """
    values, denominator = exact_coins(coins)
    packed = _long(values)
    prefix_values = _plain_prefixes(listed(values)) if packed is None else _compiled_prefixes(packed.array)
    return [divided(value, denominator) for value in prefix_values] if denominator != 1 else prefix_values


def reduce_row(coins: Iterable[Coin]) -> list[Coin]:
    """Fuse every peak of a row of exact coins; return the resulting valley (empty for no coins). O(n).

    >>> reduce_row([5, 3, 4, 1, 2])
    [5, 0, 2]
    """
    stack: list[Coin] = []
    fuse(stack, coins)
    return stack


def valley_margin(valley: Iterable[Coin]) -> Coin:
    """Return the alternating sum of coins in descending order: the margin if the largest coin can always be taken.

    >>> valley_margin([5, 0, 2])
    3
    """
    ordered = sorted(valley, reverse=True)
    return sum(ordered[::2]) - sum(ordered[1::2])


class RowStream:
    """A row that arrives piece by piece; only its valley is kept in memory.

    Push the coins from left to right; call `solution` at any time.

    >>> stream = RowStream()
    >>> stream.push([1, 2, 3])
    >>> stream.push([4, 3, 2])
    >>> stream.solution().best_moves
    'R'

    Attributes
    ----------
    count
        Number of coins so far.
    total
        Sum of the coins so far.

    Examples
    --------
    >>> stream = RowStream()
    >>> stream.push([1, 2, 3])
    >>> stream.push([4, 3, 2])
    >>> stream.solution().best_moves
    'R'

    >>> stream = RowStream()
    >>> for coin in (3, 9, 1, 2):
    ...     stream.push([coin])
    >>> stream.solution().margin
    7
    """

    def __init__(self) -> None:
        self.count: int = 0
        self.total: Coin = 0
        self._absolute: Coin = 0
        self._first: Coin = 0
        self._last: Coin | None = None
        # The valley between the first and the last coin: a list, or entries 1 .. size-1 of an array.
        self._plain: list[Coin] = []
        self._stack: Ints | None = None
        self._size = 1

    def push(self, coins: Coins) -> None:
        """Add coins, as in `margin`, at the right end; after an error the stream is unchanged."""
        values = as_values(coins)
        if len(values) == 0:
            return
        packed = pack(values) if self._stack is not None or not is_short(values) else None
        if packed is None or not self._take(packed):
            if self._stack is not None:
                self._plain = self._stack[1 : self._size].tolist()
                self._stack = None
            self._push_list(listed(values))

    def solution(self) -> Solution:
        """Return the solution of the row so far, without a line; raise an error if it is empty. O(size of valley)."""
        if self.count == 0:
            raise InvalidPositionError(EMPTY)
        if self._last is None:
            return _solution(self.total, self._first, self._first)
        if self._stack is None:
            left = self._first - valley_margin(reduce_row([*self._plain, self._last]))
            right = self._last - valley_margin(reduce_row([self._first, *self._plain]))
        else:
            from perfectplay.coins.kernels import finish

            left, right = finish(self._stack, self._size, int(self._first), int(self._last))
        return _solution(self.total, left, right)

    def _push_list(self, values: list[Coin]) -> None:
        self.total += sum(values)
        self._absolute += sum(max(value, -value) for value in values)
        start = 0
        if self.count == 0:
            self._first, start = values[0], 1
        self.count += len(values)
        inner = values[start:] if self._last is None else [self._last, *values]
        if inner:
            fuse(self._plain, inner[:-1])
            self._last = inner[-1]

    def _take(self, packed: Packed) -> bool:
        """Push coins with the kernel; return ``False`` if sums are too large, or earlier coins were fractions."""
        if self._absolute + packed.absolute >= SUM_LIMIT:
            return False
        if self._stack is None and not set(map(type, (self._first, self._last, *self._plain))) <= {int, type(None)}:
            return False
        import numpy as np

        from perfectplay.coins.kernels import push

        stack = self._room(len(packed.array) + 2)
        inner = packed.array
        if self.count == 0:
            self._first, inner = int(inner[0]), inner[1:]
        elif self._last is not None:
            self._size = push(stack, self._size, np.array([self._last], dtype=np.int64))
        if len(inner):
            self._size = push(stack, self._size, inner[:-1])
            self._last = int(inner[-1])
        self.count += len(packed.array)
        self.total += packed.total
        self._absolute += packed.absolute
        return True

    def _room(self, more: int) -> Ints:
        """Return the valley as an array with room for ``more`` coins; unused pages of it cost no memory."""
        import numpy as np

        old = self._stack
        if old is None:
            old = np.array([0, *self._plain], dtype=np.int64)
            self._plain, self._size = [], len(old)
        if self._stack is None or self._size + more > len(old):
            self._stack = np.empty(max(self._size + more, 2 * len(old)), dtype=np.int64)
            self._stack[: self._size] = old[: self._size]
        return self._stack


def is_short(coins: Coins) -> bool:
    """Return whether a row is solved by the plain loops, without NumPy.

    >>> is_short([1, 2, 4, 3])
    True
    """
    return len(coins) < _COMPILE_FROM


def _long(values: list[Coin] | Ints) -> Packed | None:
    return None if is_short(values) else pack(values)


def _solution(total: Coin, left: Coin, right: Coin) -> Solution:
    cost: Coin = max(left - right, right - left)
    margin = max(left, right)
    best: Move = "LR" if left == right else "L" if left > right else "R"
    first, second = half(total + margin), half(total - margin)
    return Solution(margin=margin, first=first, second=second, mistake_cost=cost, best_moves=best, line=None)


def put(stack: list[Coin], coin: Coin) -> int:
    """Push a coin onto a reduced row and fuse each peak that arises; return the number of fusions.

    All plain code fuses with this function, and tests compare the kernels with it.

    >>> row = [5, 1, 3]
    >>> put(row, 2), row
    (1, [5, 0])
    """
    top = coin
    count = 0
    while len(stack) >= 2 and stack[-2] <= stack[-1] >= top:
        top += stack[-2] - stack[-1]
        del stack[-2:]
        count += 1
    stack.append(top)
    return count


def fuse(stack: list[Coin], coins: Iterable[Coin]) -> list[int]:
    """Push coins onto a stack by `put`; return the number of fusions after each.

    >>> stack = []
    >>> fuse(stack, [1, 5, 2]), stack
    ([0, 0, 1], [-2])
    """
    return [put(stack, coin) for coin in coins]


def fused_blocks(coins: Sequence[Coin]) -> tuple[list[Coin], list[int]]:
    """Fuse every peak of a row; return the resulting valley, and the number of coins fused into each coin. O(n).

    >>> fused_blocks([5, 3, 4, 1, 2])
    ([5, 0, 2], [1, 3, 1])
    """
    values: list[Coin] = []
    starts: list[int] = []
    for i, coin in enumerate(coins):
        put(values, coin)
        # A fused block begins where the first of the blocks fused into it began.
        del starts[len(values) :]
        if len(starts) < len(values):
            starts.append(i)
    return values, [end - start for start, end in zip(starts, [*starts[1:], len(coins)], strict=False)]


def _line(values: list[Coin] | Ints, packed: Packed | None) -> str:
    return _plain_line(listed(values)) if packed is None else _compiled_line(packed.array)


def _plain_line(coins: Sequence[Coin]) -> str:
    blocks = zip(*fused_blocks(coins), strict=True)
    return "".join(end * size for _, end, size in from_both_ends(list(blocks)))


def from_both_ends(valley: Sequence[tuple[Coin, int]]) -> Iterator[Block]:
    """Yield the blocks of a valley in descending order, by always taking the larger end, the left one on ties.

    >>> list(from_both_ends([(5, 1), (0, 3), (2, 1)]))
    [(5, 'L', 1), (2, 'R', 1), (0, 'L', 3)]
    """
    lo, hi = 0, len(valley) - 1
    while lo <= hi:
        if valley[lo][0] >= valley[hi][0]:
            yield (valley[lo][0], "L", valley[lo][1])
            lo += 1
        else:
            yield (valley[hi][0], "R", valley[hi][1])
            hi -= 1


def _compiled_line(array: Ints) -> str:
    import numpy as np

    from perfectplay.coins.kernels import line

    letters = np.empty(len(array), dtype=np.uint8)
    line(array, np.empty(len(array), dtype=np.int64), np.empty(len(array), dtype=np.int64), letters)
    return letters.tobytes().decode("ascii")


def _plain_prefixes(coins: Sequence[Coin]) -> list[Coin]:
    """Return the margins of all prefixes: the plain twin of `kernels.prefixes`, which explains the method."""
    values: list[Coin] = []
    kept: list[Coin] = []
    above: list[int] = []
    fall = 0
    margins: list[Coin] = []
    for coin in coins:
        put(values, coin)
        top = values.pop()
        size = len(values)
        del kept[size:], above[size:]
        if size == 0 or (size <= fall and top < values[-1]):
            kept.append(top if size == 0 else kept[-1] + (-top if size % 2 else top))
            above.append(0)
            fall = size + 1
            margins.append(kept[-1])
        else:
            fall = min(fall, size)
            lower, below = (above[-1], kept[-1]) if size > fall else (fall, 0)
            count = bisect_left(values, -top, 0, lower, key=lambda value: -value)
            before = kept[count - 1] if count else 0
            between = (kept[lower - 1] if lower else 0) - before
            rest = (-between if count % 2 else between) + (-below if (lower - count) % 2 else below)
            kept.append(top - rest)
            above.append(count)
            margins.append(before + (-kept[-1] if count % 2 else kept[-1]))
        values.append(top)
    return margins


def _compiled_prefixes(array: Ints) -> list[Coin]:
    import numpy as np

    from perfectplay.coins.kernels import prefixes

    values, kept, above, margins = (np.empty(len(array), dtype=np.int64) for _ in range(4))
    prefixes(array, values, kept, above, margins)
    return cast("list[Coin]", margins.tolist())
