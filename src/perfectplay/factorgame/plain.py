"""A search in plain Python for small boards of the factor game; it takes no longer than loading compiled code.

It uses the algorithm that `perfectplay.factorgame.kernels.search` explains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from perfectplay.factorgame.rules import proper_divisors

__all__ = ["PlainSearch"]

_FAR = 1 << 20
"""A value larger than any lead."""
_NODES = 1 << 11
"""Number of positions between two checks of the deadline."""


class PlainSearch:
    """A search of all boards that consist of given numbers, with a table of its results.

    Parameters
    ----------
    numbers
        The numbers; bit i + 1 of a board stands for ``numbers[i]``. Bit 0 is the odd number, as in the kernels.
    passing
        Whether the classroom's rule holds.
    tick
        Called from time to time with ``nodes``; may raise `StoppedError` to end a search.

    Attributes
    ----------
    nodes
        Number of positions searched.

    Examples
    --------
    >>> search = PlainSearch((2, 3, 4, 6, 8), passing=False)
    >>> search.margin(0b111110, -9, 9)
    -1
    """

    def __init__(self, numbers: Sequence[int], *, passing: bool, tick: Callable[[int], None] = lambda _: None) -> None:
        bits = {number: 2 << i for i, number in enumerate(numbers)}
        self._numbers = (0, *numbers)
        self._below = [0, *(sum(bits.get(d, 0) for d in proper_divisors(number)) for number in numbers)]
        self._passing = passing
        self._tick = tick
        self._gains: list[dict[int, int]] = [{} for _ in self._numbers]
        self._live: dict[int, int] = {}
        self._known: dict[int, tuple[int, int, int]] = {}
        self.nodes: int = 0

    def live(self, board: int) -> int:
        """Return a board without the numbers that have no divisors or multiples on it; 0 if the game is over."""
        left = 0
        for i, bit in _places(board):
            divisors = self._below[i] & board
            if divisors:
                left |= divisors | bit
        if self._passing and left:
            left |= (board ^ left).bit_count() & 1
        return left

    def margin(self, board: int, low: int, high: int) -> int:
        """Return the margin of the player to move: exact if it is between ``low`` and ``high``, otherwise a bound."""
        live = self._live.get(board)
        if live is None:
            live = self._live[board] = self.live(board)
        if not live:
            return 0
        least, most, first = self._known.get(live, (-_FAR, _FAR, -1))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        self.nodes += 1
        if self.nodes % _NODES == 0:
            self._tick(self.nodes)
        low, high = max(low, least), min(high, most)
        value, best = -_FAR, -1
        # Try the best move of an earlier search first, then the moves with the largest gains.
        for gain, i, left in sorted(self.moves(live), key=lambda move: (move[1] != first, -move[0])):
            worth = gain - self.margin(left, gain - high, gain - max(low, value))
            if worth > value:
                value, best = worth, i
            if value >= high:
                break
        self._known[live] = (value if value > low else least, value if value < high else most, best)
        return value

    def moves(self, board: int) -> Iterator[tuple[int, int, int]]:
        """Yield each move as its immediate gain, the index of the number, and the board that remains."""
        for i, bit in _places(board):
            divisors = self._below[i] & board
            if divisors:
                gain = self._gains[i].get(divisors)
                if gain is None:
                    gain = self._numbers[i] - sum(self._numbers[j] for j, _ in _places(divisors))
                    self._gains[i][divisors] = gain
                yield gain, i, board & ~(divisors | bit)
            elif self._passing:
                yield 0, i, board ^ bit
        if board & 1:
            yield 0, 0, board ^ 1


def _places(board: int) -> Iterator[tuple[int, int]]:
    """Yield the index and the bit of each number on a board, the largest index first."""
    rest = board & ~1
    while rest:
        i = rest.bit_length() - 1
        bit = 1 << i
        rest ^= bit
        yield i, bit
