"""The quadratic tables of all segments of a row: margin S, first player's points A and best moves M.

S[i,j] is the winning margin of the player to move when coins i..j are left: S[i,j] = max(c_i - S[i+1,j], c_j -
S[i,j-1]).  The number of coins already taken determines the player to move. A[i,j] is the number of points
that the first player of the whole game gets from these coins.  Source: B. Yorgey, "Computing optimal play for the
greedy coins game, part 4", The Math Less Traveled (2017), for A and M; E. Burgess's comment on that article for S.

Indices count from 0, and both ends of a segment belong to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from perfectplay.coins.row.fusion import Move
from perfectplay.coins.rules import Coin
from perfectplay.coins.values import Coins, divided, exact_coins, half, listed, packed_coins
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.text.texts import Text

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]
    Ints = npt.NDArray[np.int64]

__all__ = ["MOVES", "SegmentTable", "all_lines", "diagonals", "rolling_margin"]

MAX_TABLE = 30_000
"""Maximum number of coins in a table, which then takes 170 MB."""

MAX_PLAIN = 2_000
"""Maximum number of coins in a table of fractions, or of numbers whose absolute values add up to 2^62 or more."""

# For shorter rows, the plain code takes at most 0.2 seconds, about as long as loading NumPy.
_COMPILE_FROM = 1_000
# Store the margins of every 64th diagonal only; all other margins follow from the best moves.
_STEP = 64

MOVES: dict[int, Move] = {1: "L", 2: "R", 3: "LR"}
"""Map each code of best moves to its letters."""


def diagonals(coins: Sequence[Coin]) -> Iterator[tuple[list[Coin], bytearray]]:
    """Yield the margins and the best moves of all segments, for each length from 1 to n; see `kernels.diagonals`.

    Each item has two sequences, indexed by a segment's first coin: the margins of the player to move, and the best
    moves as keys of `MOVES`. The list of margins is reused for the next item.

    >>> [(list(margins), [MOVES[code] for code in codes]) for margins, codes in diagonals([3, 1, 2])]
    [([3, 1, 2], ['LR', 'LR', 'LR']), ([2, 1], ['L', 'R']), ([2], ['L'])]
    """
    margins = list(coins)
    for length in range(1, len(margins) + 1):
        codes = bytearray(b"\x03") * (len(coins) - length + 1)
        if length > 1:
            for i in range(len(codes)):
                left, right = coins[i] - margins[i + 1], coins[i + length - 1] - margins[i]
                margins[i] = max(left, right)
                codes[i] = (left >= right) | (right >= left) << 1
            del margins[len(codes) :]
        yield margins, codes


def rolling_margin(coins: Coins) -> Coin:
    """Return the margin of a row by the quadratic table, keeping only one diagonal: O(n^2) time, O(n) memory.

    `perfectplay.coins.row.fusion.margin` gives the same answer in linear time; this method exists for comparison.

    >>> rolling_margin([5, 1, 1, 5, 1, 2, 2, 1])
    8
    """
    values, denominator = exact_coins(coins)
    array = _array(values)
    if array is None:
        for margins, _ in diagonals(listed(values)):
            total = margins[0]
        return divided(total, denominator)
    from perfectplay.coins.kernels import quadratic

    return divided(int(quadratic(array, array.copy())), denominator)


class SegmentTable:
    """A compact table of the margin, points and best moves of all segments of a row, which has ``size`` coins.

    Coins are as in `perfectplay.coins.row.fusion.margin`. Raises `LimitExceededError` for more than `MAX_TABLE` coins,
    or `MAX_PLAIN` if 64 bits are too few. The methods raise `InvalidPositionError` for a segment outside the row.

    O(n^2) time.  Memory: two bits for each segment's best moves, and the margins of every 64th diagonal. Any other
    margin is found by playing at most 63 best moves. For 10,000 coins this takes 19 MB.

    >>> table = SegmentTable([1, 2, 4, 3])
    >>> table.margin(0, 3), table.best(0, 3), table.alice(0, 2), table.best(0, 2)
    (0, 'LR', 2, 'R')

    >>> table = SegmentTable([1, 2, 4, 3])
    >>> table.margin(0, 2), table.alice(0, 2), table.best(0, 2), table.nbytes > 0
    (3, 2, 'R', True)
    >>> list(table.lines())
    ['LLLL', 'LRRL', 'RRRL']
    """

    def __init__(self, coins: Coins) -> None:
        values, self._denominator = exact_coins(coins)
        self.size: int = len(values)
        array = _array(values)
        limit = MAX_PLAIN if array is None else MAX_TABLE
        if self.size > limit:
            why = Text(" of values that 64 bits cannot hold") if array is None else ""
            raise LimitExceededError(
                "a table for {size} coins{why} is too large; the limit is {limit} coins",
                size=self.size,
                why=why,
                limit=limit,
            )
        self._coins: list[Coin] = listed(values)
        self._sums: list[Coin] = [0]
        for coin in self._coins:
            self._sums.append(self._sums[-1] + coin)
        if array is None:
            self._fill()
        else:
            self._fill_compiled(array)

    def _fill(self) -> None:
        self._packed: list[bytes | Bytes] = []
        self._kept: list[list[Coin] | Ints] = []
        for length, (margins, codes) in enumerate(diagonals(self._coins)):
            self._packed.append(_pack(codes))
            if length % _STEP == 0:
                self._kept.append(list(margins))

    def _fill_compiled(self, array: Ints) -> None:
        import numpy as np

        from perfectplay.coins.kernels import diagonals

        counts = np.arange(self.size, 0, -1, dtype=np.int64)
        offsets = np.concatenate(([0], np.cumsum((counts + 3) // 4)))
        steps = np.concatenate(([0], np.cumsum(counts[::_STEP])))
        packed = np.empty(offsets[-1], dtype=np.uint8)
        kept = np.empty(steps[-1], dtype=np.int64)
        diagonals(array, np.empty(self.size + 1, dtype=np.int64), packed, kept, _STEP)
        self._packed = [packed[a:b] for a, b in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)]
        self._kept = [kept[a:b] for a, b in zip(steps[:-1].tolist(), steps[1:].tolist(), strict=True)]

    @property
    def nbytes(self) -> int:
        """Bytes that the moves and the margins take; Python integers in lists count as 8 bytes each."""
        return sum(map(len, self._packed)) + 8 * sum(map(len, self._kept))

    def _code(self, i: int, length: int) -> int:
        return int(self._packed[length - 1][i // 4]) >> i % 4 * 2 & 3

    def _check(self, i: int, j: int) -> None:
        if not 0 <= i <= j < self.size:
            raise InvalidPositionError(
                "there is no segment {i}..{j}; segments i..j have 0 <= i <= j <= {size}", i=i, j=j, size=self.size - 1
            )

    def _margin(self, i: int, j: int) -> Coin:
        length = j - i + 1
        margin: Coin = 0
        sign = 1
        while (length - 1) % _STEP:
            if self._code(i, length) & 1:
                margin += sign * self._coins[i]
                i += 1
            else:
                margin += sign * self._coins[i + length - 1]
            length -= 1
            sign = -sign
        kept = self._kept[(length - 1) // _STEP][i]
        return margin + sign * (kept if not hasattr(kept, "item") else int(kept))

    def margin(self, i: int, j: int) -> Coin:
        """Return S: the margin of the player to move when coins i..j are left."""
        self._check(i, j)
        return divided(self._margin(i, j), self._denominator)

    def alice(self, i: int, j: int) -> Coin:
        """Return A: the points that the first player of the whole game gets from coins i..j."""
        self._check(i, j)
        gone = self.size - (j - i + 1)
        total, margin = self._sums[j + 1] - self._sums[i], self._margin(i, j)
        return half(divided(total - margin if gone % 2 else total + margin, self._denominator))

    def best(self, i: int, j: int) -> Move:
        """Return M: the best moves of the player to move when coins i..j are left; ``"LR"`` for a single coin."""
        self._check(i, j)
        return MOVES[self._code(i, j - i + 1)]

    def count_lines(self, i: int = 0, j: int | None = None) -> int:
        """Count the optimal lines of a segment or of the whole row: sequences of moves in which every move is best.

        Taking the last coin counts as one move. Adds two long integers for each best move of a segment on these lines.

        >>> SegmentTable([1, 2, 2, 1, 2, 1, 1, 2][::-1]).count_lines(), SegmentTable([1, 2, 4, 3]).count_lines()
        (16, 3)
        """
        j = self.size - 1 if j is None else j
        self._check(i, j)
        lines = {i: 1}
        for length in range(j - i + 1, 1, -1):
            shorter: dict[int, int] = {}
            for start, count in lines.items():
                code = self._code(start, length)
                if code & 1:
                    shorter[start + 1] = shorter.get(start + 1, 0) + count
                if code & 2:
                    shorter[start] = shorter.get(start, 0) + count
            lines = shorter
        return sum(lines.values())

    def lines(self, i: int = 0, j: int | None = None) -> Iterator[str]:
        """Yield the optimal lines of a segment, written as in `fusion.optimal_line`, in alphabetical order."""
        j = self.size - 1 if j is None else j
        self._check(i, j)
        return self._walk(i, j)

    def _walk(self, i: int, j: int) -> Iterator[str]:
        letters: list[str] = []
        # Untried branches: the first coin of the segment, the number of moves that lead to it, and the last move.
        waiting = [(i, 0, "")]
        while waiting:
            start, depth, letter = waiting.pop()
            del letters[max(depth - 1, 0) :]
            if letter:
                letters.append(letter)
            for length in range(j - i + 1 - depth, 1, -1):
                code = self._code(start, length)
                if code == 3:
                    waiting.append((start, len(letters) + 1, "R"))
                letters.append("L" if code & 1 else "R")
                start += code & 1
            yield "".join(letters) + "L"


def all_lines(coins: Coins, limit: int = 1_000) -> tuple[str, ...]:
    """List the optimal lines of a row in alphabetical order, at most ``limit`` of them.

    `SegmentTable.count_lines` returns their number.  Each line has a letter for each coin, in the order of play; the
    last coin is always called ``"L"``.

    >>> all_lines([1, 2, 4, 3])
    ('LLLL', 'LRRL', 'RRRL')
    """
    if limit < 1:
        raise LimitExceededError("a limit of {limit} lists no line; it must be at least 1", limit=limit)
    return tuple(islice(SegmentTable(coins).lines(), limit))


def _array(values: list[Coin] | Ints) -> Ints | None:
    """Convert coins to an array for the kernels, or return ``None`` if the row is short or 64 bits are too few."""
    return None if len(values) < _COMPILE_FROM else packed_coins(values)


def _pack(codes: bytearray) -> bytes:
    """Pack codes of two bits, four to a byte; the first of the four is in the lowest bits."""
    codes.extend(b"\0" * (-len(codes) % 4))
    return bytes(
        a | b << 2 | c << 4 | d << 6
        for a, b, c, d in zip(codes[::4], codes[1::4], codes[2::4], codes[3::4], strict=True)
    )
