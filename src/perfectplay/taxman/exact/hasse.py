"""The cover graph (Hasse diagram) of a pot as flat arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.text.texts import Text

__all__ = ["Hasse", "build_hasse", "primes_up_to"]

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_SIEVE_LIMIT = 20_000_000
_PAIRWISE_LIMIT = 5_000
_MAX_NUMBER = 2**62


@dataclass(frozen=True, eq=False)
class Hasse:
    """Vertices and pairs of a pot.

    A pair (q, p) joins a lower end q and an upper end p with q | p, q < p.  In a *graded* pot every cover is a
    prime quotient, cycles stay inside one rank level (docs, "Theory"), and only the cover pairs are listed.  In
    any other pot all divisibility pairs are listed, because a cycle may use them; `cover` tells which may be in a
    matching.

    Attributes
    ----------
    numbers
        The pot, ascending; int64, shape (n,).  A vertex is an index into it.
    lower, upper
        Vertices of the pairs, sorted by (upper, lower); int64, shape (m,).
    cover
        Whether nothing of the pot lies strictly between the ends; bool, shape (m,).
    down_ptr
        Pairs ``down_ptr[v] .. down_ptr[v + 1] - 1`` have the upper end v; int64, shape (n + 1,).
    up_ptr, up_pair
        Pairs ``up_pair[up_ptr[v] : up_ptr[v + 1]]`` have the lower end v; int64, shapes (n + 1,) and (m,).
    level
        Number of prime factors with multiplicity in a graded pot, 0 everywhere otherwise; int64, shape (n,).
    graded
        Whether every cover is a prime quotient.
    """

    numbers: Ints
    lower: Ints
    upper: Ints
    cover: Bools
    down_ptr: Ints
    up_ptr: Ints
    up_pair: Ints
    level: Ints
    graded: bool

    @property
    def size(self) -> int:
        """Number of vertices n."""
        return len(self.numbers)

    @property
    def pairs(self) -> int:
        """Number of pairs m."""
        return len(self.lower)


def primes_up_to(n: int) -> Ints:
    """Return the primes up to ``n``, ascending; O(n log log n)."""
    flags = np.ones(max(n, 1) + 1, np.bool_)
    flags[:2] = False
    for i in range(2, int(n**0.5) + 1):
        if flags[i]:
            flags[i * i :: i] = False
    return np.nonzero(flags)[0].astype(np.int64)


def build_hasse(numbers: Sequence[int]) -> Hasse:
    """Build the cover graph of a pot.

    Parameters
    ----------
    numbers
        Distinct positive integers, ascending.

    Returns
    -------
    Hasse
        About ``N log log N`` pairs for {1..N}; O(size^2) work for a pot of no particular form.

    Raises
    ------
    LimitExceededError
        If a number exceeds 2^62, or an irregular pot has more than 5000 numbers.
    """
    if numbers and numbers[-1] > _MAX_NUMBER:
        message = Text("the pot contains {number}; numbers up to 2^62 are possible here", number=numbers[-1])
        raise LimitExceededError(message)
    pot = np.array(numbers, np.int64)
    if len(pot) == 0:
        return _assemble(pot, pot, pot, np.zeros(0, np.bool_), np.zeros(0, np.int64), graded=True)
    top = int(pot[-1])
    if top <= _SIEVE_LIMIT:
        index = np.full(top + 1, -1, np.int64)
        index[pot] = np.arange(len(pot))
        if _closed_under_multiples(pot, index):
            return _prime_quotients(pot, index)
    if len(pot) > _PAIRWISE_LIMIT:
        message = Text(
            "the pot has {count} numbers and is not closed under multiples; irregular pots of up to "
            "{pairwise_limit} numbers are possible here",
            count=len(pot),
            pairwise_limit=_PAIRWISE_LIMIT,
        )
        raise LimitExceededError(message)
    return _all_divisibilities(pot)


def _closed_under_multiples(pot: Ints, index: Ints) -> bool:
    # {1..N} and everything that can be left of it: then each cover is a prime quotient.
    top = len(index) - 1
    if len(pot) == top:
        return True
    present = index >= 0
    return all(
        bool(present[number::number].all()) for number in pot[: np.searchsorted(pot, top // 2, "right")].tolist()
    )


def _prime_quotients(pot: Ints, index: Ints) -> Hasse:
    top = len(index) - 1
    lower, upper = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    rank = np.zeros(top + 1, np.int64)
    for prime in primes_up_to(top).tolist():
        q = pot[: np.searchsorted(pot, top // prime, "right")]
        lower.append(index[q])
        upper.append(index[q * prime])
        power = prime
        while power <= top:
            rank[power::power] += 1
            power *= prime
    ends = np.concatenate(lower), np.concatenate(upper)
    return _assemble(pot, *ends, np.ones(len(ends[0]), np.bool_), rank[pot], graded=True)


def _all_divisibilities(pot: Ints) -> Hasse:
    lower, upper, cover = [], [], []
    graded = True
    small_primes = primes_up_to(1000)
    for p in range(len(pot)):
        divisors = np.nonzero(pot[p] % pot[:p] == 0)[0]
        values = pot[divisors]
        for q, value in zip(divisors.tolist(), values.tolist(), strict=True):
            is_cover = int((values % value == 0).sum()) == 1
            lower.append(q)
            upper.append(p)
            cover.append(is_cover)
            if is_cover and graded:
                graded = _is_prime(int(pot[p]) // value, small_primes)
    ends = np.array(lower, np.int64), np.array(upper, np.int64)
    covers = np.array(cover, np.bool_)
    if graded:
        ends, covers = (ends[0][covers], ends[1][covers]), covers[covers]
    level = np.zeros(len(pot), np.int64)
    if graded:
        # Any potential that rises by one along each cover serves as the rank: ends are sorted by upper end, so
        # a vertex's level is known before it is used; components that never meet need no common zero.
        level = _potential(len(pot), *ends)
    return _assemble(pot, *ends, covers, level, graded=graded)


def _is_prime(number: int, small_primes: Ints) -> bool:
    if number < 2:
        return False
    for prime in small_primes.tolist():
        if prime * prime > number:
            return True
        if number % prime == 0:
            return False
    # Beyond a million a quotient counts as composite: the pot is then treated as irregular, which is always valid.
    return False


def _potential(size: int, lower: Ints, upper: Ints) -> Ints:
    neighbours: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for q, p in zip(lower.tolist(), upper.tolist(), strict=True):
        neighbours[q].append((p, 1))
        neighbours[p].append((q, -1))
    level = [-1] * size
    for root in range(size):
        if level[root] >= 0:
            continue
        members, level[root] = [root], size
        for vertex in members:
            for other, step in neighbours[vertex]:
                if level[other] < 0:
                    level[other] = level[vertex] + step
                    members.append(other)
        lowest = min(level[v] for v in members)
        for vertex in members:
            level[vertex] -= lowest
    return np.array(level, np.int64)


def _assemble(pot: Ints, lower: Ints, upper: Ints, cover: Bools, level: Ints, *, graded: bool) -> Hasse:
    order = np.lexsort((lower, upper))
    lower, upper, cover = lower[order], upper[order], cover[order]
    size = len(pot)
    down_ptr = np.concatenate(([0], np.cumsum(np.bincount(upper, minlength=size)))).astype(np.int64)
    up_ptr = np.concatenate(([0], np.cumsum(np.bincount(lower, minlength=size)))).astype(np.int64)
    up_pair = np.lexsort((upper, lower)).astype(np.int64)
    return Hasse(pot, lower, upper, cover, down_ptr, up_ptr, up_pair, level, graded)
