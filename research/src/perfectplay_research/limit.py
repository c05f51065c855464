"""Proven bounds of the share of the pot that the best score tends to (docs, "What share of the pot").

A finite set of primes cuts {1..N} into classes: numbers that differ by these primes only.  A class is m times the
smooth numbers up to N/m, where m has none of the primes.  Games of the classes together are a game, which bounds the
share from below; prices in the classes, and one for tax across classes, bound it from above.  Everything here is exact:
whole numbers, fractions, and in the upper bound terms that are rounded up.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import accumulate, pairwise
from math import isqrt, lcm, prod

import numpy as np

from perfectplay.matching import peel
from perfectplay.matching.incumbent import greedy_picks
from perfectplay.taxman.records import load_bounded, load_records

__all__ = [
    "Level",
    "Prices",
    "class_games",
    "class_prices",
    "guaranteed",
    "known_games",
    "primes_to",
    "rough_share",
    "smooth_numbers",
]

_PARTS = 64
"""Prices of tax across classes are multiples of N over this."""
_UNITS = 1 << 100
"""Terms of the upper bound are rounded up to multiples of one over this."""
_SMALL = 200
"""Up to so many smooth numbers, every pot has a game of its own."""


def primes_to(top: int) -> tuple[int, ...]:
    """Return the primes up to ``top``, ascending.

    Examples
    --------
    >>> primes_to(13)
    (2, 3, 5, 7, 11, 13)
    """
    return tuple(n for n in range(2, top + 1) if all(n % divisor for divisor in range(2, isqrt(n) + 1)))


def smooth_numbers(primes: Iterable[int], most: int) -> list[int]:
    """Return the numbers up to ``most`` that have no other prime factors, ascending.

    Examples
    --------
    >>> smooth_numbers([2, 3], 20)
    [1, 2, 3, 4, 6, 8, 9, 12, 16, 18]
    """
    found = [1]
    for prime in primes:
        multiples = found
        while multiples := [number * prime for number in multiples if number * prime <= most]:
            found = found + multiples
    return sorted(found)


def rough_share(primes: Iterable[int]) -> Fraction:
    """Return the share of all numbers that have none of these prime factors.

    Examples
    --------
    >>> rough_share([2, 3, 5])
    Fraction(4, 15)
    """
    return prod((Fraction(prime - 1, prime) for prime in primes), start=Fraction(1))


# -- from below: games ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Level:
    """What is known of the pots of smooth numbers up to a bound.

    Attributes
    ----------
    primes
        The primes of these numbers, ascending.
    most
        The pots are those of the smooth numbers up to x, for all x up to this.
    gains
        Where x passes one of these numbers, there is a game that has so much more.

    Examples
    --------
    >>> sum(class_games([2, 3], 9).gains.values())
    23
    """

    primes: tuple[int, ...]
    most: int
    gains: Mapping[int, int]


def class_games(primes: Sequence[int], most: int, ratio: float = 0.0) -> Level:
    """Play the pots of the smooth numbers up to x, for all x up to ``most``.

    Parameters
    ----------
    primes
        Ascending.
    most
        At least 1.
    ratio
        Among more than 200 smooth numbers, a pot is played from its largest number down if its x is by this share
        above that of the last one played so; in between, a number is added where it has a factor to itself.

    Notes
    -----
    All games are peeled once more in plain Python, which the search has no part in.

    Examples
    --------
    >>> dict(class_games([2, 3], 9).gains)
    {2: 2, 3: 1, 4: 4, 6: 3, 8: 7, 9: 6}
    """
    numbers = smooth_numbers(primes, most)
    vertex = {number: at for at, number in enumerate(numbers, 1)}
    lower = [[vertex[number // prime] for prime in primes if number % prime == 0] for number in numbers]
    ptr = np.array([0, 0, *accumulate(map(len, lower))], np.int64)
    flat = np.array([q for covers in lower for q in covers], np.int32)
    value = np.array([0, *numbers])
    gains: dict[int, int] = {}
    best = score = last = 0
    picked: set[int] = set()
    used: set[int] = set()
    for size, number in enumerate(numbers, 1):
        if size <= _SMALL or number >= last * (1 + ratio):
            order = np.arange(size, 0, -1, dtype=np.int32)
            picks = np.flatnonzero(greedy_picks(ptr[: size + 2], flat[: ptr[size + 1]], order))
            score, last, picked = int(value[picks].sum()), number, set(picks.tolist())
            _check(picked, lower, numbers, primes)
            used = {q for pick in picked for q in lower[pick - 1]}
        elif not (picked | used).issuperset(lower[size - 1]):
            # A factor that is neither taken nor of use to another pick: the number can be taken after all others.
            score += number
            picked.add(size)
            used.update(lower[size - 1])
        if score > best:
            gains[number], best = score - best, score
    return Level(tuple(primes), most, gains)


def known_games(most: int) -> Level:
    """Take the games of the table of records, and beyond it those of the list of bounded results.

    Examples
    --------
    >>> level = known_games(20)
    >>> level.primes, sum(level.gains.values())
    ((2, 3, 5, 7, 11, 13, 17, 19), 124)
    """
    records, bounded = load_records(), load_bounded()
    table = records.largest_without_hole
    # A game is one in every larger pot, too.
    scores = accumulate(((records if n <= table else bounded)[n].score for n in range(1, most + 1)), max)
    gains = {n: after - before for n, (before, after) in enumerate(pairwise([0, *scores]), 1) if after > before}
    return Level(primes_to(most), most, gains)


def _check(picked: set[int], lower: Sequence[Sequence[int]], numbers: Sequence[int], primes: Sequence[int]) -> None:
    def rank(vertex: int) -> int:
        number, count = numbers[vertex - 1], 0
        for prime in primes:
            while number % prime == 0:
                number, count = number // prime, count + 1
        return count

    order = list(peel(sorted(picked), lambda pick: lower[pick - 1], rank))
    if len(order) != len(picked):
        message = "these picks are not a game: some of them cannot be peeled"
        raise ValueError(message)


def guaranteed(levels: Sequence[Level]) -> Fraction:
    """Return a share of the pot that no lower limit of the best shares is below.

    Parameters
    ----------
    levels
        From few primes to many, each set within the next; `Level.most` never rises.  A class is played by the last
        level that reaches so far, and beyond the first one not at all.

    Notes
    -----
    The proof is in the docs, "What share of the pot", theorem 4.

    Examples
    --------
    >>> f"{float(guaranteed([class_games([2], 1 << 20)])):.5f}"  # 2/5, but for less than one part in 2^20
    '0.40000'
    >>> f"{float(guaranteed([class_games([2, 3], 1000), class_games([2, 3, 5, 7], 100)])):.4f}"
    '0.5571'
    """
    first = levels[0]
    total = rough_share(first.primes) * _weighted(first.gains)
    for few, many in pairwise(levels):
        gains = dict(many.gains)
        # The same pots as the level before plays them: classes of its own, each a multiple of its pots.
        between = [prime for prime in many.primes if prime not in few.primes]
        for rest in smooth_numbers(between, many.most):
            for number, gain in few.gains.items():
                if number * rest <= many.most:
                    gains[number * rest] = gains.get(number * rest, 0) - gain * rest
        share = _weighted(gains) - Fraction(sum(gains.values()), many.most**2)
        # Less than nothing if these games are worse than those of the level before, and then it has to count.
        total += rough_share(many.primes) * share
    return total


def _weighted(gains: Mapping[int, int]) -> Fraction:
    """Add up gain/number^2."""
    common = lcm(*gains)
    return Fraction(sum(gain * (common // number) ** 2 for number, gain in gains.items()), common**2)


# -- from above: prices --------------------------------------------------------------------------------------------


class Prices:
    """Multipliers that bound the matchings in the pots of smooth numbers, for all these pots at once.

    Attributes
    ----------
    primes
        The primes of the smooth numbers, ascending.
    next_prime
        The smallest prime above them.
    numbers
        The smooth numbers, ascending.
    gains
        What the heaviest matching of a pot gains by each of them.
    across
        For each smooth number the price of tax across classes, in 64ths of N.

    Examples
    --------
    >>> prices = class_prices([2, 3], 1000, 1000)
    >>> prices.multipliers(6), f"{float(prices.share()):.3f}"
    ([306, 192, 192, 124, 14, 228], '0.705')
    """

    def __init__(self, primes: Sequence[int], matched: int, most: int) -> None:
        self.primes, self.matched = tuple(primes), matched
        top = 2 * max(primes)
        self.next_prime = next(prime for prime in primes_to(top) if prime > max(primes))
        self.numbers = smooth_numbers(primes, most)
        self._since = [array("l") for _ in self.numbers]
        self._price = [array("q") for _ in self.numbers]
        self.gains = _Matching(self).gains
        self.across = [self._choose(at) for at in range(len(self.numbers))]

    def book(self, at: int, size: int, price: int) -> None:
        """Note the price of a smooth number from the pot of the first ``size`` + 1 numbers on."""
        self._since[at].append(size)
        self._price[at].append(price)

    def share(self) -> Fraction:
        """Return a share of the pot that no upper limit of the best shares is above.

        Notes
        -----
        The proof is in the docs, "What share of the pot", theorem 6.
        """
        rough = rough_share(self.primes)
        inside = _weighted(dict(zip(self.numbers, self.gains, strict=True)))
        beyond = 1 / rough - Fraction(sum(self._common // number for number in self.numbers), self._common)
        across = sum(self._surcharge(at, self.across[at]) for at in range(len(self.numbers)))
        return rough * (inside + beyond + Fraction(across, _UNITS))

    def multipliers(self, n: int) -> list[int]:
        """Return multipliers for 1, ..., n, in 64ths: a bound for this pot, in the way in which `share` is one for all.

        For any two numbers up to n whose quotient is a prime, they add up to the larger one at least.
        """
        found = []
        place = {number: at for at, number in enumerate(self.numbers)}
        for number in range(1, n + 1):
            smooth, rough = 1, number
            for prime in self.primes:
                while rough % prime == 0:
                    smooth, rough = smooth * prime, rough // prime
            at = place.get(smooth)
            if at is None:
                found.append(_PARTS * number)
                continue
            size = bisect_right(self.numbers, n // rough) - 1
            price = _PARTS * rough * self._price[at][bisect_right(self._since[at], size) - 1]
            across = self.across[at] * n
            needed = max(_PARTS * number - across, across if number * self.next_prime <= n else 0)
            found.append(max(price, needed))
        return found

    @property
    def _common(self) -> int:
        return lcm(*self.numbers)

    def _choose(self, at: int) -> int:
        """Choose the price of tax across classes that costs least, in floating point: any price would do."""
        number = self.numbers[at]
        first = np.array([self.numbers[size] for size in self._since[at]], np.float64)
        last = np.append(first[1:], np.inf)
        price = np.array(self._price[at], np.float64)

        def cost(parts: int) -> float:
            a = parts / _PARTS
            with np.errstate(divide="ignore", invalid="ignore"):
                end = np.fmax(first, np.fmin(last, (number - price) / a))
                begin = np.fmin(last, np.maximum(np.fmax(first, self.next_prime * number), price / a))
            short = np.where(end > first, (number - price) * (first**-2 - end**-2) - 2 * a * (1 / first - 1 / end), 0)
            over = np.where(begin < last, 2 * a * (1 / begin - 1 / last) - price * (begin**-2 - last**-2), 0)
            return float(short.sum() + over.sum())

        # The cost is convex: the first price that a higher one does not undercut.
        return bisect_left(range(1, _PARTS), True, key=lambda parts: cost(parts + 1) >= cost(parts)) + 1  # noqa: FBT003

    def _surcharge(self, at: int, parts: int) -> int:
        """Return what a smooth number pays on top, in units, over all classes: the integral of the proof."""
        number = self.numbers[at]
        total = 0
        ends = [self.numbers[size] for size in self._since[at]]
        for first, last, price in zip(ends, [*ends[1:], None], self._price[at], strict=True):
            # Sold alone: where the number exceeds its price by more than the tax costs.
            spare = number - price
            if _PARTS * spare > parts * first:
                gone = Fraction(_PARTS * spare, parts)
                gone = gone if last is None else min(gone, Fraction(last))
                total += _round_up(_integral(Fraction(-parts, _PARTS), spare, Fraction(first), gone))
            # Sold as tax: where the price is below what another class pays.
            if last is None or (last > self.next_prime * number and parts * last > _PARTS * price):
                begin = max(Fraction(_PARTS * price, parts), Fraction(max(first, self.next_prime * number)))
                end = None if last is None else Fraction(last)
                total += _round_up(_integral(Fraction(parts, _PARTS), -price, begin, end))
        return total


def class_prices(primes: Sequence[int], matched: int, most: int) -> Prices:
    """Price the pots of the smooth numbers up to x, for all x.

    Parameters
    ----------
    primes
        Ascending, at least one.
    matched
        The pots up to here have the multipliers of a heaviest matching.
    most
        Up to here, a number more is given the least multiplier that its pairs allow, and the others keep theirs;
        beyond, it is given its own worth.

    Notes
    -----
    The heaviest matching grows by one number at a time, each by one shortest path; time grows a little faster than
    with the square of how many smooth numbers there are: 1 s for the primes up to 13 and ``most`` = 100,000.

    Examples
    --------
    >>> prices = class_prices([2, 3], 1000, 1000)
    >>> prices.gains[:8]
    [0, 2, 1, 4, 3, 7, 6, 8]
    >>> f"{float(prices.share()):.3f}"
    '0.705'
    """
    return Prices(primes, matched, most)


def _integral(slope: Fraction, constant: int, first: Fraction, last: Fraction | None) -> Fraction:
    """Integrate (slope x + constant) 2/x^3 from first to last, or without an end."""
    inverse = Fraction(0) if last is None else 1 / last
    return 2 * slope * (1 / first - inverse) + constant * (1 / first**2 - inverse**2)


def _round_up(value: Fraction) -> int:
    return -(-value.numerator * _UNITS // value.denominator)


class _Matching:
    """The heaviest matching of the smooth numbers up to x, as x grows, with its multipliers.

    A new number is the largest, and all its pairs weigh as much as itself.  Its multiplier is first the least that its
    pairs allow; then a shortest path of alternating pairs either matches it, or frees another number, or takes its
    multiplier down to zero, which keeps matching and multipliers equal (J. Munkres 1957).
    """

    def __init__(self, prices: Prices) -> None:
        numbers, count = prices.numbers, len(prices.numbers)
        self.prices = prices
        self.gains: list[int] = []
        self._price = [0] * count
        self._mate = [-1] * count
        self._pairs: list[list[tuple[int, int]]] = [[] for _ in numbers]
        place = {number: at for at, number in enumerate(numbers)}
        for at, number in enumerate(numbers):
            lower = [place[number // prime] for prime in prices.primes if number % prime == 0]
            self._pairs[at] = [(q, number) for q in lower]
            for q in lower:
                self._pairs[q].append((at, number))
            self._price[at] = max((number - self._price[q] for q in lower), default=0)
            if self._price[at] > 0 and number <= prices.matched:
                self.gains.append(self._add(at))
            else:
                prices.book(at, at, self._price[at])
                self.gains.append(self._price[at])

    def _add(self, new: int) -> int:
        """Match a new number, or leave it; return what the matching gains."""
        path = self._search(new)
        gain = self._price[new] - path.length
        for sign, side in ((-1, path.near), (1, path.far)):
            for v, distance in side.items():
                # The new number is booked in any case: this is its first price.
                if distance < path.length or v == new:
                    self._price[v] += sign * (path.length - distance)
                    self.prices.book(v, new, self._price[v])
        self._exchange(path)
        return gain

    def _search(self, new: int) -> _Path:
        """Find the shortest way from a new number to one that is free, or that may be free."""
        price, mate, pairs = self._price, self._mate, self._pairs
        path = _Path({new: 0}, {}, {}, price[new], new)
        near, far = path.near, path.far
        heap = [(0, new)]
        while heap:
            distance, v = heappop(heap)
            if distance >= path.length:
                break
            if distance > near[v]:
                continue
            reach, partner = distance + price[v], mate[v]
            if reach < path.length:
                path.length, path.end, path.free = reach, v, False
            for w, weight in pairs[v]:
                step = reach + price[w] - weight
                if step >= path.length or w == partner or far.get(w, path.length) <= step:
                    continue
                far[w], path.before[w] = step, v
                if mate[w] < 0:
                    path.length, path.end, path.free = step, w, True
                elif step < near.get(mate[w], path.length):
                    near[mate[w]] = step
                    heappush(heap, (step, mate[w]))
        return path

    def _exchange(self, path: _Path) -> None:
        """Match along the path what was not matched, back to the new number."""
        mate = self._mate
        w = path.end
        if not path.free:
            w, mate[path.end] = mate[path.end], -1
        while w >= 0:
            v = path.before[w]
            mate[v], mate[w], w = w, v, mate[v]


@dataclass(slots=True)
class _Path:
    """Distances of numbers on the new one's side and on the other side, from whom these were reached, and the end."""

    near: dict[int, int]
    far: dict[int, int]
    before: dict[int, int]
    length: int
    end: int
    free: bool = False
