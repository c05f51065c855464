"""Prices of numbers that bound the share of the pot from above (docs, "What share of the pot", theorem 6).

The numbers of a pot are cut into classes as in `perfectplay_research.limit`: long classes by few primes, short ones by
more.  Floating-point arithmetic chooses the prices of tax across classes, and compiled code finds the prices of the
numbers.  Integer arithmetic checks the prices of every pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from perfectplay_research import kernels
from perfectplay_research.limit import Level, primes_to, rough_share, share_of, smooth_numbers

__all__ = ["PARTS", "Interval", "Prices", "priced", "priced_share"]

PARTS = 64
"""All prices are multiples of the reciprocal of this number."""
_COARSE = 0.03
"""Growth of x from one interval to the next while prices of tax across classes are chosen."""

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Interval:
    """Prices that hold for the pots of smooth numbers up to x, where first <= x < last.

    Attributes
    ----------
    first, last
        The interval of x: ``first`` is included, ``last`` is not.
    size
        Number of smooth numbers up to ``first``.
    prices
        Price of each number below ``last``; int64, in units of 1/`PARTS`.  The next interval overwrites the array.
    """

    first: int
    last: int
    size: int
    prices: Ints


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices of one level, for the pot of the smooth numbers up to each x from 1 to ``most``.

    Attributes
    ----------
    primes
        The primes of these numbers, ascending.
    next_prime
        The smallest prime above ``primes``.
    most
        The largest x.
    numbers
        The smooth numbers up to ``most``, ascending; int64.
    across
        The price of each number as tax across classes, in units of N/`PARTS`; int64, 1 to `PARTS`.
    least
        For each number, the minimum of ``across`` at this level and all levels before.
    ratio
        Minimum growth of x from one interval to the next.
    gains
        Map a number to the rise of the sum of all prices when x reaches it, in units of 1/`PARTS`.

    Examples
    --------
    >>> (level,) = priced([(3, 1000)])
    >>> level.next_prime, level.across[:6].tolist(), level.gains[8]
    (5, [64, 32, 42, 24, 32, 16], 448)
    """

    primes: tuple[int, ...]
    next_prime: int
    most: int
    numbers: Ints
    across: Ints
    least: Ints
    ratio: float
    gains: dict[int, int] = field(default_factory=dict)

    def walk(self) -> Iterator[Interval]:
        """Check the prices of each interval, and yield them in ascending order.

        Raises
        ------
        ArithmeticError
            If a pair or a number is priced too low, which means that the search has a bug.
        """
        yield from _walk(self, checked=True)


def priced(sizes: Sequence[tuple[int, int]], ratio: float = 0.005) -> list[Prices]:
    """Price the classes of several levels.

    Parameters
    ----------
    sizes
        For each level, the upper bound of its primes and the largest x.  Levels go from few primes to many, and from
        long classes to short ones.
    ratio
        The share by which x grows until prices are computed again.

    Notes
    -----
    Shortest paths extend the heaviest matching of each pot to a heaviest matching of the next pot.

    Examples
    --------
    >>> levels = priced([(3, 10**5), (7, 1000), (30, 30)])
    >>> f"{float(priced_share(levels)):.4f}"
    '0.6663'
    """
    found: list[Prices] = []
    for (top, most), following in zip(sizes, [*sizes[1:], None], strict=True):
        primes = primes_to(top)
        next_prime = next(prime for prime in primes_to(2 * top) if prime > top)
        numbers = np.array(smooth_numbers(primes, most), np.int64)
        inherited = np.full(len(numbers), PARTS, np.int64)
        for level in found:
            places = np.searchsorted(level.numbers, _smooth_parts(numbers, level.primes))
            inherited = np.minimum(inherited, level.across[places])
        # The draft has no prices across classes yet: zeros mean that they set no lower bound on the prices of numbers.
        none = np.zeros(len(numbers), np.int64)
        draft = Prices(primes, next_prime, most, numbers, none, inherited, max(ratio, _COARSE))
        across = _choose(draft, following)
        level = Prices(primes, next_prime, most, numbers, across, np.minimum(inherited, across), ratio)
        level.gains.update(_gains(level))
        found.append(level)
    return found


def priced_share(levels: Sequence[Prices]) -> Fraction:
    """Return an upper bound on the limit superior of the best share of the pot.

    Notes
    -----
    The proof is in the docs, "What share of the pot", theorem 6.
    """
    first = levels[0]
    inside = share_of([Level(level.primes, level.most, level.gains) for level in levels], 1)
    rough = rough_share(first.primes)
    numbers = first.numbers.tolist()
    # Classes longer than all priced ones pay tax across classes, and their larger numbers have full value.
    beyond = 1 - rough * sum((Fraction(1, number) for number in numbers), Fraction(0))
    return inside / PARTS + rough * Fraction(2 * int(first.across.sum()), PARTS * first.most) + beyond


# -- one level ---------------------------------------------------------------------------------------------------------


def _grid(level: Prices) -> list[int]:
    """Return the numbers at which prices are computed again."""
    found = [1]
    for number in level.numbers.tolist():
        if number > found[-1] and number >= found[-1] * (1 + level.ratio):
            found.append(number)
    return found


def _pairs(level: Prices) -> tuple[Ints, Ints]:
    """Return the lower and upper ends of all pairs, as indices into the numbers."""
    lower, upper = [], []
    for prime in level.primes:
        ends = np.flatnonzero(level.numbers * prime <= level.most)
        lower.append(ends)
        upper.append(np.searchsorted(level.numbers, level.numbers[ends] * prime))
    return np.concatenate(lower), np.concatenate(upper)


def _floors(level: Prices, first: int, last: int, count: int) -> Ints:
    """Return the lowest prices of numbers that pairs across classes allow, for x from ``first`` to ``last``."""
    numbers = level.numbers[:count]
    floors = np.maximum(0, PARTS * numbers - level.least[:count] * np.maximum(first, numbers))
    tax = np.where(numbers * level.next_prime <= last, level.across[:count] * last, 0)
    both: Ints = np.maximum(floors, tax)
    return both


def _walk(level: Prices, *, checked: bool) -> Iterator[Interval]:
    numbers, count = level.numbers, len(level.numbers)
    lower, upper = _pairs(level)
    order = np.lexsort((np.concatenate((upper, lower)), np.concatenate((lower, upper))))
    pairs = np.concatenate((upper, lower))[order].astype(np.int32)
    ptr = np.concatenate(([0], np.cumsum(np.bincount(np.concatenate((lower, upper)), minlength=count))))
    worth, price, floor = PARTS * numbers, np.zeros(count, np.int64), np.zeros(count, np.int64)
    mate, before = np.full(count, -1, np.int32), np.zeros(count, np.int64)
    near, far = np.full(count, kernels.FAR), np.full(count, kernels.FAR)
    by_upper = np.argsort(upper, kind="stable")
    lower, upper = lower[by_upper], upper[by_upper]
    grid = _grid(level)
    old = 0
    for first, last in zip(grid, [*grid[1:], level.most], strict=True):
        size = int(np.searchsorted(numbers, first, "right"))
        every = int(np.searchsorted(numbers, last, "left" if last < level.most else "right"))
        floor[:every] = _floors(level, first, last, every)
        kernels.reprice(old, size, every, worth, ptr, pairs, price, floor, mate, near, far, before)
        old = size
        if checked:
            some = slice(0, int(np.searchsorted(upper, every)))
            short = price[lower[some]] + price[upper[some]] < worth[upper[some]]
            if short.any() or (price[:every] < floor[:every]).any():
                raise ArithmeticError(f"prices from {first} to {last} are too low")
        yield Interval(first, last, size, price[:every])


def _gains(level: Prices) -> dict[int, int]:
    gains: dict[int, int] = {}
    before = 0
    for interval in level.walk():
        now = int(interval.prices[: interval.size].sum())
        gains[interval.first] = now - before
        new = interval.prices[interval.size :].tolist()
        gains.update(zip(level.numbers[interval.size : interval.size + len(new)].tolist(), new, strict=True))
        before = now + sum(new)
    return gains


def _choose(draft: Prices, following: tuple[int, int] | None) -> Ints:
    """Choose prices of tax across classes in floating-point arithmetic: any choice gives a valid bound.

    A low price makes multiples of the number dearer, at this level and at all later ones.  A high price makes the
    number itself dearer, at this level only.
    """
    numbers = draft.numbers
    share = float(rough_share(draft.primes))
    parts = np.arange(1, PARTS + 1)
    cost = np.zeros((len(numbers), PARTS))
    rest, sums = np.array([1]), np.array([0.0, 0.0])
    if following is not None:
        between = [prime for prime in primes_to(following[0]) if prime > draft.primes[-1]]
        rest = np.array(smooth_numbers(between, following[1]))
        sums = float(rough_share(primes_to(following[0]))) * np.concatenate(([0], np.cumsum(1 / rest)))
    for interval in _walk(draft, checked=False):
        first, count = interval.first, interval.size
        weight = first**-2 - interval.last**-2 if interval.last > first else 0.0
        longer = share if following is None else share - sums[np.searchsorted(rest, following[1] / first, "right")]
        price = interval.prices[:count, None]
        tax = int(np.searchsorted(numbers, first / draft.next_prime, "right"))
        cost[:tax] += longer * weight * np.maximum(0, parts * first - price[:tax])
        cost[:count] += share * weight * np.maximum(0, PARTS * numbers[:count, None] - parts * first - price)
    # Take the highest of equally good prices: then a number that is never tax does not make its multiples dearer.
    best: Ints = PARTS - cost[:, ::-1].argmin(axis=1)
    return best


def _smooth_parts(numbers: Ints, primes: Sequence[int]) -> Ints:
    """Return the largest divisor of each number that has only these prime factors."""
    rough = numbers.copy()
    for prime in primes:
        while (divisible := rough % prime == 0).any():
            rough[divisible] //= prime
    return numbers // rough
