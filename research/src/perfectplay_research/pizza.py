"""Pizzas as circles of coins: Alice takes any slice, then Bob and Alice take turns with a slice beside the gap.

P. Winkler's conjecture of 2008, that she always gets 4/9, was proven by J. Cibulka, J. Kynčl, V. Mészáros, R. Stolař
and P. Valtr ("Solution of Peter Winkler's pizza problem", arXiv:0812.4322) and by K. Knauer, P. Micek and T. Ueckerdt
("How to eat 4/9 of a pizza", arXiv:0812.2870).  The terms are Cibulka's: a player *shifts* by taking a slice beside the
last one that was taken, and *jumps* by taking the slice at the other edge of the gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from perfectplay.coins.rules import Coin, Component, to_coin
from perfectplay.coins.solve import solve
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote

__all__ = ["EXTREMAL", "MAX_PIZZAS", "MAX_SLICES", "Plan", "Turn", "best_share", "plan", "poorest_pizzas"]

EXTREMAL = (0, 0, 1, 0, 1, 0, 0, 1, 0, 2, 0, 0, 2, 0, 2)
"""A smallest pizza with slices 0, 1, 2 that guarantees the first player no more than 4/9."""

MAX_SLICES = 300
"""Largest number of slices for `plan`."""

MAX_PIZZAS = 5_000_000
"""Largest number of pizzas that `poorest_pizzas` searches, which takes some seconds."""

_MOST_LISTED = 1_000

Kind = Literal["first", "shift", "jump", "answer"]
"""The kind of a turn: Alice's first slice, one of her later shifts or jumps, or Bob's answer."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn in a line of play.

    Attributes
    ----------
    number
        Number of the slice, counted from 1.
    size
        Size of the slice.
    kind
        How the slice is taken.

    Examples
    --------
    >>> plan((1, 5, 2), 0).line[0]
    Turn(number=2, size=5, kind='first')
    """

    number: int
    size: Coin
    kind: Kind


@dataclass(frozen=True, slots=True)
class Plan:
    """The amount that Alice can be sure of when she jumps a limited number of times.

    Attributes
    ----------
    amount
        Her guaranteed total.
    share
        The amount as a fraction of the pizza.
    line
        A line of play: her plan against Bob's best answers.

    Examples
    --------
    >>> plan((0, 0, 1, 0, 0, 1, 0, 0, 1), 0).share
    Fraction(1, 3)
    """

    amount: Coin
    share: Fraction
    line: tuple[Turn, ...]


def best_share(slices: Sequence[Coin]) -> Fraction:
    """Return the first player's share of a pizza under best play by both; O(n^2).

    Parameters
    ----------
    slices
        Sizes round the pizza, exact and not negative; at least one is not 0.

    Raises
    ------
    InvalidPositionError
        If there is nothing to eat, or a size is negative or not exact.

    Examples
    --------
    >>> best_share(EXTREMAL)
    Fraction(4, 9)
    """
    sizes, total = _sizes(slices)
    return Fraction(total + solve([Component("circle", sizes)], line=False).margin, 2) / total


def plan(slices: Sequence[Coin], jumps: int) -> Plan:
    """Find Alice's best plan with at most ``jumps`` jumps; Bob plays without restrictions.

    Parameters
    ----------
    slices
        As for `best_share`, at most `MAX_SLICES`.
    jumps
        How many of her turns may be jumps; at least 0.  By the theorem of Cibulka and others, 2 jumps guarantee 4/9 of
        every pizza, 1 jump guarantees 7/16, and no jumps 1/3.

    Raises
    ------
    InvalidPositionError
        If there is nothing to eat, a size is negative or not exact, or ``jumps`` is negative.
    LimitExceededError
        If there are too many slices.

    Notes
    -----
    A table of Alice's amounts for each row and Bob's last edge takes O(n^2) time and memory for each number of jumps.

    Examples
    --------
    >>> [str(plan(EXTREMAL, jumps).share) for jumps in (0, 1, 2)]
    ['4/9', '4/9', '4/9']
    """
    sizes, total = _sizes(slices)
    n = len(sizes)
    if n > MAX_SLICES:
        raise LimitExceededError(
            f"a pizza of {n} slices is too large for a plan; at most {MAX_SLICES} slices are possible"
        )
    if jumps < 0:
        raise InvalidPositionError(f"{quote(jumps)} jumps are not possible; the number must not be negative")
    table = _Table(sizes, min(jumps, n))
    first = max(range(n), key=lambda i: sizes[i] + table.bob(i + 1, n - 1, table.jumps))
    line = table.line(first)
    amount = sum((turn.size for turn in line if turn.kind != "answer"), Fraction(0))
    return Plan(to_coin(amount), Fraction(amount) / total, line)


class _Table:
    """A table of Alice's amounts; the keys are the row of remaining slices and the number of remaining jumps."""

    def __init__(self, sizes: tuple[Coin, ...], jumps: int) -> None:
        self.sizes = sizes
        self.jumps = jumps
        n = len(sizes)
        # The indices are length, jumps and start.  Alice's turns have one amount for each edge of Bob's last slice.
        self._bob: dict[int, list[list[Coin]]] = {0: [[0] * n for _ in range(jumps + 1)]}
        self._alice: dict[int, list[list[tuple[Coin, Coin]]]] = {0: [[(0, 0)] * n for _ in range(jumps + 1)]}
        for length in range(1, n):
            if (n - length) % 2:
                self._bob[length] = [[self._least(i, length, j) for i in range(n)] for j in range(jumps + 1)]
            else:
                self._alice[length] = [[self._take(i, length, j) for i in range(n)] for j in range(jumps + 1)]

    def bob(self, start: int, length: int, jumps: int) -> Coin:
        """Return the amount that Alice gets from a row when Bob is to move."""
        return self._bob[length][jumps][start % len(self.sizes)]

    def alice(self, start: int, length: int, jumps: int, edge: int) -> Coin:
        """Return Alice's amount when she is to move and Bob's last slice was at the left (0) or right (1) edge."""
        return self._alice[length][jumps][start % len(self.sizes)][edge]

    def options(self, start: int, length: int, jumps: int, edge: int) -> list[tuple[Coin, int, int]]:
        """Return Alice's amount, the edge and the remaining jumps for each of her moves; the shift comes first."""
        found = []
        for taken in (edge, 1 - edge) if jumps and length > 1 else (edge,):
            place, rest = (start, start + 1) if taken == 0 else (start + length - 1, start)
            left = jumps - (taken != edge)
            value = self.sizes[place % len(self.sizes)] + self.bob(rest, length - 1, left)
            found.append((value, taken, left))
        return found

    def line(self, first: int) -> tuple[Turn, ...]:
        n = len(self.sizes)
        turns = [Turn(first + 1, self.sizes[first], "first")]
        start, length, jumps, edge = first + 1, n - 1, self.jumps, 0
        while length:
            kind: Kind = "answer"
            if (n - length) % 2:
                edge = self._answer(start, length, jumps)
                taken = edge
            else:
                _, taken, left = max(self.options(start, length, jumps, edge), key=lambda option: option[0])
                kind = "shift" if left == jumps else "jump"
                jumps = left
            place = start % n if taken == 0 else (start + length - 1) % n
            turns.append(Turn(place + 1, self.sizes[place], kind))
            start, length = (start + 1 if taken == 0 else start), length - 1
        return tuple(turns)

    def _answer(self, start: int, length: int, jumps: int) -> int:
        left, right = (self.alice(start + 1 - edge, length - 1, jumps, edge) for edge in (0, 1))
        return 0 if left <= right else 1

    def _least(self, start: int, length: int, jumps: int) -> Coin:
        return min(self.alice(start + 1 - edge, length - 1, jumps, edge) for edge in (0, 1))

    def _take(self, start: int, length: int, jumps: int) -> tuple[Coin, Coin]:
        left, right = (max(value for value, _, _ in self.options(start, length, jumps, edge)) for edge in (0, 1))
        return left, right


def poorest_pizzas(size: int, largest: int) -> tuple[Fraction, tuple[tuple[int, ...], ...]]:
    """Search all pizzas with slices 0, 1, ..., ``largest`` for those that give the first player the least share.

    Parameters
    ----------
    size
        Number of slices; at least 1.
    largest
        At least 1.

    Returns
    -------
    tuple
        The share under best play, and the pizzas with that share; if there are many, some of them.  Each is written
        in the lexicographically first of all ways to read it.

    Raises
    ------
    InvalidPositionError
        If a number is too small.
    LimitExceededError
        If more than `MAX_PIZZAS` pizzas begin with a 0 or have one slice.

    Notes
    -----
    O(k^n n^2) for k sizes and n slices, compiled.

    Examples
    --------
    >>> poorest_pizzas(3, 2)
    (Fraction(1, 2), ((0, 1, 1), (0, 2, 2)))
    """
    if size < 1 or largest < 1:
        raise InvalidPositionError(
            f"there are no pizzas of {quote(size)} slices up to {quote(largest)}; both numbers must be at least 1"
        )
    if (largest + 1) ** max(size - 1, 1) > MAX_PIZZAS:
        raise LimitExceededError(
            f"pizzas of {quote(size)} slices up to {quote(largest)} are too many; at most {MAX_PIZZAS:,} can "
            "be looked at"
        )
    import numpy as np  # noqa: PLC0415  # for this question only

    from perfectplay_research.kernels import poorest  # noqa: PLC0415  # likewise

    found = np.empty((_MOST_LISTED, size), dtype=np.int64)
    share, total, count = map(int, poorest(largest, found))
    rows = {min(_readings(tuple(row))) for row in found[: min(count, _MOST_LISTED)].tolist()}
    return Fraction(share, total), tuple(sorted(rows))


def _readings(pizza: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return all ways to read a pizza: from each slice, in both directions."""
    return [way[i:] + way[:i] for way in (pizza, pizza[::-1]) for i in range(len(pizza))]


def _sizes(slices: Sequence[Coin]) -> tuple[tuple[Coin, ...], Coin]:
    sizes = tuple(to_coin(size) for size in slices)
    total = sum(sizes, Fraction(0))
    if total <= 0 or min(sizes) < 0:
        raise InvalidPositionError(
            f"{quote(' '.join(map(str, sizes)))} is not a pizza; slices must not be negative, and there must "
            "be something to eat"
        )
    return sizes, to_coin(total)
