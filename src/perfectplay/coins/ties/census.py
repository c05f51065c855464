"""How many rows over {1..k} are tied, for every length, from what fusing leaves of them: no row is ever looked at.

Fusing all peaks of a row leaves a valley, and its coins tell whether the row is tied.  How many rows leave a valley is
a product with one factor for each of its coins, and how many leave a single coin follows from shorter rows.  So the
ties of 200 coins are counted within a second or two.  docs/coins-theory.md, "Counting ties", proves every formula of
this file; the letters are those of the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

__all__ = ["Census", "Tick", "go_on", "least_coins", "tied_rows", "values_left", "work"]

Tick = Callable[[int, int, int], bool]
"""Called again and again by long work, with the length that it is at and the done and the total units of all its work;
returns whether to stop."""

_Layer = dict[int, dict[int, int]]
"""What there is of one length: for each bound t on the coins of a valley, numbers of rows by what they come to."""


def go_on(_length: int, _done: int, _total: int) -> bool:
    """Never stop: the default `Tick`."""
    return False


def least_coins(k: int, value: int) -> int:
    """Return how many coins worth 1 to k, k >= 2, it takes at least to leave a single coin of some value, k at most.

    >>> [least_coins(2, value) for value in (2, 1, 0, -1)], least_coins(10, -8)
    ([1, 1, 3, 5], 3)
    """
    # Fusing round a k takes away up to k - 1.
    return 1 if value >= 1 else 1 + 2 * -(-(1 - value) // (k - 1))


def work(k: int, length: int) -> int:
    """Return the units of work on the rows of one length, once the shorter ones are counted: 20 nanoseconds or so.

    Each pair of values takes at most as many products as there are coins, and room in memory, which counts as 16 of
    them.

    >>> work(2, 200)
    2203416
    """
    return (length + 16) * len(values_left(k, length)) ** 2


def values_left(k: int, length: int) -> range:
    """Return what single coins can be left of rows of at most a given length, the largest first."""
    return range(k, -((length - 1) // 2) * (k - 1), -1)


def tied_rows(k: int, max_length: int, tick: Tick = go_on) -> Iterator[int]:
    """Count the tied rows of 1, 2, ..., ``max_length`` coins worth 1, 2, ..., k, where k >= 2.

    ``tick`` is called between any two values, with units of `work`; once it returns true, no more lengths follow.  With
    n coins there are v = n (k - 1) / 2 values; all lengths up to n take O(v^2 n^2) operations on integers of O(n)
    digits, with a small constant, and O(v^2 n) memory.

    >>> list(tied_rows(2, 8))
    [0, 2, 1, 6, 7, 18, 36, 56]
    """
    census = Census(k, max_length)
    total = sum(work(k, length) for length in range(1, max_length + 1))
    done = 0
    for length in range(1, max_length + 1):
        each = work(k, length) // len(values_left(k, length))
        for _ in census.grow(length):
            if tick(length, done, total):
                return
            done += each
        yield census.ties(length)


class Census:
    """The rows of up to n coins, by what is left of them; n grows by one at a time.

    Attributes
    ----------
    single
        X: for each v, the rows of which one coin v is left.
    outer
        Y: the factor of a coin v of a valley that is not at its bottom.
    square, double
        Y Y, the factor of two such coins, one on either side; and X Y, that of a bottom of two coins v.
    pairs
        M: the rows of which nothing is left, or two coins that are equal and at least v.
    """

    def __init__(self, k: int, max_length: int) -> None:
        self.k = k
        self.takes = {v: least_coins(k, v) for v in values_left(k, max_length)}
        self.single, self.outer, self.square, self.double = (
            {v: [0] * (max_length + 1) for v in self.takes} for _ in range(4)
        )
        self.pairs = {v: [1] + [0] * max_length for v in (k + 1, *self.takes)}
        # What is put at the end of a row and is fused while it lasts, its other coins at least t: by what it comes to
        # (H, of odd length), or by how much it lets the coin fall that it is fused with (K, of even length).
        self._tails: list[_Layer] = [{k + 1: {}}]
        # What is at least t and not at the bottom of a valley (F), by its alternating sum in descending order.
        self._outside: list[_Layer] = [{k + 1: {0: 1}}]

    def grow(self, n: int) -> Iterator[None]:
        """Count the rows of n coins, one more than before; pause before each value."""
        if n % 2:
            self._leave_one(n)
        else:
            self._leave_two(n)
        tails: _Layer = {self.k + 1: dict.fromkeys(range(1, self.k + 1), 1) if n == 1 else {}}
        outside: _Layer = {self.k + 1: {}}
        self._tails.append(tails)
        self._outside.append(outside)
        for t in values_left(self.k, n):
            yield
            tails[t] = self._longer_tails(t, n)
            outside[t] = self._more_outside(t, n)

    def ties(self, n: int) -> int:
        """Return how many rows of n coins are tied."""
        found = 0
        for t in values_left(self.k, n):
            for i in range(self.takes[t], n + 1, 2):
                if n % 2:
                    found += self.single[t][i] * self._at(self._outside[n - i], t + 1).get(-t, 0)
                if i < n:
                    found += self.double[t][i + 1] * self._at(self._outside[n - i - 1], t + 1).get(0, 0)
        return found

    def _leave_one(self, n: int) -> None:
        if n == 1:
            for v in range(1, self.k + 1):
                self.single[v][1] = 1
        for u in values_left(self.k, n - 2) if n > 1 else ():
            for i in range(self.takes[u], n - 1, 2):
                for fall, number in self._at(self._tails[n - i], u).items():
                    self.single[u + fall][n] += self.single[u][i] * number
        for v in values_left(self.k, n):
            outer, pairs = self.outer[v], self.pairs[v]
            outer[n] = self.single[v][n] - sum(outer[i] * pairs[n - i] for i in range(self.takes[v], n, 2))

    def _leave_two(self, n: int) -> None:
        for v in self.takes:
            outer = self.outer[v]
            parts = range(self.takes[v], n, 2)
            self.square[v][n] = sum(outer[i] * outer[n - i] for i in parts)
            self.double[v][n] = sum(self.single[v][i] * outer[n - i] for i in parts)
            self.pairs[v][n] = self.pairs[v + 1][n] + self.double[v][n]

    def _longer_tails(self, t: int, n: int) -> dict[int, int]:
        more: dict[int, int] = {}
        for i in range(self.takes[t], n, 2):
            factor = self.outer[t][i]
            for end, number in self._at(self._tails[n - i], t + 1).items():
                if n % 2:
                    more[t + end] = more.get(t + end, 0) + factor * number
                elif end <= t:
                    more[end - t] = more.get(end - t, 0) + factor * number
        return _sum(self._tails[n][t + 1], more)

    def _more_outside(self, t: int, n: int) -> dict[int, int]:
        more: dict[int, int] = {}
        for i in range(self.takes[t], n + 1, 2):
            # Left or right; its sign is that of its place.
            factor, signed = 2 * self.outer[t][i], -t if (n - i) % 2 else t
            for total, number in self._at(self._outside[n - i], t + 1).items():
                more[total + signed] = more.get(total + signed, 0) + factor * number
            if i < n and (factor := self.square[t][i + 1]):
                for total, number in self._at(self._outside[n - i - 1], t + 1).items():
                    more[total] = more.get(total, 0) + factor * number
        return _sum(self._outside[n][t + 1], more)

    def _at(self, layer: _Layer, t: int) -> Mapping[int, int]:
        """Return a layer's entry for a bound: lower bounds than it has change nothing, for such coins take too many."""
        return layer[max(t, self.k + 2 - len(layer))]


def _sum(numbers: dict[int, int], more: dict[int, int]) -> dict[int, int]:
    """Add up by keys; the first itself if there is nothing to add, for it is kept for every bound."""
    return {key: numbers.get(key, 0) + more.get(key, 0) for key in numbers.keys() | more.keys()} if more else numbers
