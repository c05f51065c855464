"""Proven bounds on the limit of the best score as a share of the pot (docs, "What share of the pot").

A finite set of primes cuts {1..N} into classes of numbers that differ only by these primes.  A class is m times the
smooth numbers up to N/m, where m has none of the primes.  Games in all classes combine to a game in the pot, so they
bound the share from below; `perfectplay_research.prices` bounds it from above.  Arithmetic is exact: integers,
fractions, and terms rounded to the safe side.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from math import isqrt, prod

import numpy as np
import numpy.typing as npt

from perfectplay.matching.incumbent import greedy_picks
from perfectplay.taxman.records import load_bounded, load_records

__all__ = [
    "Level",
    "class_games",
    "guaranteed",
    "known_games",
    "peeled",
    "primes_to",
    "rough_share",
    "share_of",
    "smooth_numbers",
]

_UNITS = 1 << 100
"""Terms of a bound are rounded to multiples of the reciprocal of this number."""
_SMALL = 200
"""Up to this many smooth numbers, every pot is searched separately."""
_STEPS = 5
"""Number of steps between two full searches for a game; each step makes a quicker search."""

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Vertices = npt.NDArray[np.int32]


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
    """The known facts about the pots of smooth numbers up to a bound.

    Attributes
    ----------
    primes
        The primes of these numbers, ascending.
    most
        Largest x for which the pot of the smooth numbers up to x is known.
    gains
        Map a smooth number to the rise of the score when x reaches it; other numbers leave the score unchanged.

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
        With more than 200 smooth numbers, a pot is played from its largest number down once x has grown by this share
        since the last such game.  Five times in between, the new numbers are taken first, and then the old picks.
        Otherwise, a new number is only added as a pick if one of its factors is still free.

    Notes
    -----
    All games are checked by peeling, independently of the search.

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
    best = score = whole = last = known = 0
    picked, busy = np.zeros(len(value), np.bool_), np.zeros(len(value), np.bool_)
    for size, number in enumerate(numbers, 1):
        anew = size <= _SMALL or number >= whole * (1 + ratio)
        if anew or number >= last * (1 + ratio / _STEPS):
            order = np.arange(size, 0, -1, dtype=np.int32)
            if anew:
                whole = number
            else:
                order = order[picked[order] | (order > known)]
            picks = np.flatnonzero(greedy_picks(ptr[: size + 2], flat[: ptr[size + 1]], order))
            last, known = number, size
            picked[:] = False
            picked[picks] = True
            busy = peeled(picked, ptr, flat)
            score = int(value[picks].sum())
        elif not busy[lower[size - 1]].all():
            # The number has a factor that is not taken and divides no other pick, so it can be taken after all others.
            score += number
            picked[size] = busy[size] = True
            busy[lower[size - 1]] = True
        if score > best:
            gains[number], best = score - best, score
    return Level(tuple(primes), most, gains)


def known_games(most: int) -> Level:
    """Return the best known games, from the table of records and, beyond its end, from the list of bounded results.

    Examples
    --------
    >>> level = known_games(20)
    >>> level.primes, sum(level.gains.values())
    ((2, 3, 5, 7, 11, 13, 17, 19), 124)
    """
    bounds = load_records().bounds() | load_bounded().bounds()
    # Every game is also a game in each larger pot, so scores never fall.
    scores = accumulate((bounds[n][0] for n in range(1, most + 1)), max)
    gains = {n: after - before for n, (before, after) in enumerate(pairwise([0, *scores]), 1) if after > before}
    return Level(primes_to(most), most, gains)


def peeled(picked: Bools, ptr: Ints, flat: Vertices) -> Bools:
    """Peel the picks of a game; return which vertices are picks or factors of picks.

    Parameters
    ----------
    picked
        Bool, shape (n + 1,): whether each vertex 1, 2, ..., n is a pick; entry 0 is unused.
    ptr, flat
        The factors of the vertices, as in `perfectplay.matching.incumbent.greedy_picks`.

    Raises
    ------
    ValueError
        If some picks cannot be peeled, so that the picks are not a game.

    Examples
    --------
    >>> ptr, flat = np.array([0, 0, 0, 1, 2, 4]), np.array([1, 1, 2, 3])  # a square over the vertex 1
    >>> peeled(np.array([False, False, True, False, True]), ptr, flat).nonzero()[0].tolist()
    [1, 2, 3, 4]
    """
    upper = np.repeat(np.arange(len(picked)), np.diff(ptr))
    some = picked[upper]
    upper, lower = upper[some], flat[some]
    busy, left = picked.copy(), picked.copy()
    busy[lower] = True
    some = ~picked[lower]
    while some.any():
        upper, lower = upper[some], lower[some]
        # A pick can be peeled if it has a factor that is not a pick and that no other remaining pick has.
        gone = np.bincount(lower)[lower] == 1
        if not gone.any():
            break
        left[upper[gone]] = False
        some = left[upper]
    if left.any():
        raise ValueError("these picks are not a game: some of them cannot be peeled")
    return busy


def guaranteed(levels: Sequence[Level]) -> Fraction:
    """Return a lower bound on the limit inferior of the best share of the pot.

    Parameters
    ----------
    levels
        Levels whose sets of primes grow, each a subset of the next, while `Level.most` never rises.  A class is played
        by the last level that reaches far enough, or not at all if it exceeds the first level.

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
    return share_of(levels)


def share_of(levels: Sequence[Level], side: int = -1) -> Fraction:
    """Return the sum of the values of classes as a share of the pot, by theorem 4; round down, or up if ``side`` is 1.

    Examples
    --------
    >>> levels = [Level((2,), 10, {2: 2}), Level((2, 3), 4, {3: 3})]
    >>> share_of(levels) < Fraction(25, 144) < share_of(levels, 1)
    True
    """
    first = levels[0]
    total = rough_share(first.primes) * _weighted(first.gains, None, side)
    for few, many in pairwise(levels):
        gains = dict(many.gains)
        # Subtract the values of the previous level for the same pots, which that level splits into other classes.
        between = [prime for prime in many.primes if prime not in few.primes]
        points = sorted(few.gains)
        for rest in smooth_numbers(between, many.most):
            for number in points[: bisect_right(points, many.most // rest)]:
                gains[number * rest] = gains.get(number * rest, 0) - few.gains[number] * rest
        # Add the sum even if it is negative: this level's values may be below those of the previous level.
        total += rough_share(many.primes) * _weighted(gains, many.most, side)
    return total


def _weighted(gains: Mapping[int, int], most: int | None, side: int) -> Fraction:
    """Add up the terms gain (1/number^2 - 1/most^2), and round each term up if ``side`` is 1, or down if it is -1."""
    total = 0
    for number, gain in gains.items():
        square = number * number
        above, below = (gain, square) if most is None else (gain * (most * most - square), square * most * most)
        total -= side * (-side * above * _UNITS // below)
    return Fraction(total, _UNITS)
