"""The plain search: small boards of the factor game, without compiled code, as fast as that takes to load.

It is `perfectplay.factorgame.kernels.search` in plain Python, which has the words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from perfectplay.factorgame.rules import proper_divisors

__all__ = ["PlainSearch"]

_FIRST = 1 << 20


class PlainSearch:
    """What is known of boards of some numbers.

    Parameters
    ----------
    numbers
        In ascending order; bit i of a board stands for number i.

    Attributes
    ----------
    nodes
        Positions looked at.

    Examples
    --------
    >>> search = PlainSearch((2, 3, 4, 6, 8))
    >>> search.tidy(0b10111), search.margin(0b10101, 1, 3)
    (21, 2)
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        bits = {number: 1 << i for i, number in enumerate(numbers)}
        self._numbers = numbers
        self._below = [sum(bits.get(d, 0) for d in proper_divisors(number)) for number in numbers]
        self._above = [sum(bit for y, bit in bits.items() if x in proper_divisors(y)) for x in numbers]
        self._known: dict[int, tuple[int, int, int]] = {}
        self.nodes = 0

    def tidy(self, board: int) -> int:
        """Return a board without what cannot matter."""
        left = board
        tops: dict[int, int] = {}
        for i in _places(board):
            divisors = self._below[i] & board
            if self._above[i] & board:
                continue
            if not divisors:
                left ^= 1 << i
                continue
            left &= ~tops.get(divisors, 0)
            tops[divisors] = 1 << i
        return left

    def margin(self, board: int, low: int, high: int) -> int:
        """Tell by how much the player to move wins from a tidy board on, as far as a window asks for it."""
        if not board:
            return 0
        least, most, first = self._known.get(board, (-_FIRST, _FIRST, -1))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        self.nodes += 1
        value, reached, best = -_FIRST, max(low, least), -1
        high = min(high, most)
        for gain, i in sorted(self._moves(board), key=lambda move: -move[0] - _FIRST * (move[1] == first)):
            left = self.tidy(board & ~(self._below[i] | 1 << i))
            found = gain - self.margin(left, gain - high, gain - reached)
            if found > value:
                value, best = found, i
            reached = max(reached, value)
            if reached >= high:
                break
        self._known[board] = (
            value if value > max(low, least) else least,
            value if value < high else most,
            best,
        )
        return value

    def _moves(self, board: int) -> Iterator[tuple[int, int]]:
        """Yield what can be taken, after what is won by it at once; of pairs on their own the best alone."""
        pairs = []
        for i in _places(board):
            divisors = self._below[i] & board
            if not divisors:
                continue
            move = self._numbers[i] - sum(self._numbers[j] for j in _places(divisors)), i
            single = not divisors & (divisors - 1) and not self._above[i] & board
            if single and self._above[divisors.bit_length() - 1] & board == 1 << i:
                pairs.append(move)
            else:
                yield move
        if pairs:
            yield max(pairs)


def _places(board: int) -> Iterator[int]:
    while board:
        bit = board & -board
        yield bit.bit_length() - 1
        board ^= bit
