"""Check multipliers that bound the score of a pot, with integers and a sieve.

This module shares nothing with the search for multipliers (`perfectplay.taxman.large.largescale`). The docs prove the
bound: "Theory", T5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from perfectplay.core.errors import PerfectPlayError, quote
from perfectplay.core.text.texts import Text

__all__ = ["WrittenCut", "verify_certificate", "verify_dual"]

Ints = npt.NDArray[np.int64]

WrittenCut = tuple[int, list[int]]
"""A multiplier, and the numbers of a T-cut in ascending order."""

_MOST_PARTS = 1_000
"""Largest denominator of multipliers."""


def verify_dual(n: int, u: Sequence[int], *, parts: int = 1, cuts: Sequence[WrittenCut] = ()) -> int:
    """Check multipliers that bound the score for {1..n}, in integers, and return the bound.

    If no multiplier is negative and u[q] + u[p] >= p whenever p/q is a prime, then no matching of the cover graph, and
    so no game, exceeds the sum of u: each pair of a matching is paid for by the multipliers of its two numbers. A cut
    also pays for pairs: every game has fewer pairs of the cut than the cut has numbers (docs, "Theory", T5).

    ``u`` are multipliers of 1..n as numerators over ``parts``, 1 to 1,000. A cut has a multiplier, in the same parts,
    and at least two numbers of 2..n. It pays for each pair of one of these numbers and a lower cover that another one
    shares. The bound is the sum of the multipliers, rounded down, where a cut of k numbers counts k - 1 times.
    Raises `PerfectPlayError`, which quotes the first pair or number at fault, if the multipliers prove nothing.

    Uses only integers and a sieve, and shares nothing with the search for multipliers. O(n log log n): about a tenth of
    a second for n = 1,000,000.

    >>> verify_dual(4, [1, 2, 2, 2])
    7
    >>> verify_dual(4, [1, 2, 2, 1])
    Traceback (most recent call last):
    ...
    perfectplay.core.errors.PerfectPlayError: the multipliers 2 of 2 and 1 of 4 add up to less than 4; ...
    """
    if len(u) != n:
        raise PerfectPlayError("there are {count} multipliers; N = {n} needs one for each of 1..{n}", count=len(u), n=n)
    if type(parts) is not int or not 1 <= parts <= _MOST_PARTS:
        raise PerfectPlayError(
            "multipliers in {part} parts of one prove nothing; there may be 1 to {most_parts}",
            part=quote(parts)[1:-1],
            most_parts=_MOST_PARTS,
        )
    for v, multiplier in enumerate(u, 1):
        # Accept only integers, and not bool, which is a subtype of int.
        if type(multiplier) is not int or multiplier < 0:
            raise PerfectPlayError(
                "the multiplier {multiplier} of {v} proves nothing; it must be an integer, 0 or larger",
                multiplier=quote(multiplier)[1:-1],
                v=v,
            )
    # No pair needs more than n, so larger multipliers are reduced to n. Then the sum of two fits in 64 bits.
    known = np.zeros(n + 1, np.int64)
    known[1:] = [min(multiplier, n * parts) for multiplier in u] if max(u, default=0) > n * parts else u
    primes = _primes(n)
    paid = _paid(n, cuts, primes)
    root = int(np.searchsorted(primes, isqrt(n), side="right"))
    # Each quotient p/q is a prime up to the root of n, with any q, or a larger prime, with q below the root.
    for prime in primes[:root].tolist():
        _check_pairs(known, np.arange(1, n // prime + 1), prime, parts, paid)
    large = primes[root:]
    for q in range(1, isqrt(n) + 1):
        _check_pairs(known, q, large[: np.searchsorted(large, n // q, side="right")], parts, paid)
    return (sum(u) + sum(multiplier * (len(members) - 1) for multiplier, members in cuts)) // parts


def verify_certificate(certificate: Mapping[str, Any]) -> int:
    """Check the bound of a certificate of `perfectplay.taxman.large.largescale.approximate`; return the proven bound.

    Works for any N, as `verify_dual` does; `perfectplay.taxman.large.largescale.replay` checks the game.
    `perfectplay.taxman.proof.check` checks both without numpy, up to N = 1,000,000.
    """
    n, proof = int(certificate["position"].removeprefix("taxman:")), certificate["proof"]
    return verify_dual(n, proof["u"], parts=proof["parts"], cuts=proof["cuts"])


Paid = Mapping[tuple[int, int], int]


def _paid(n: int, cuts: Sequence[WrittenCut], primes: Ints) -> Paid:
    """Map each pair (q, p) for which cuts pay to the amount that they pay together."""
    paid: dict[tuple[int, int], int] = {}
    root = primes[: int(np.searchsorted(primes, isqrt(n), side="right"))].tolist()
    for cut in cuts:
        if not _is_cut(n, cut):
            raise PerfectPlayError(
                "the cut {cut} proves nothing; it is a multiplier, and two or more numbers of 2..{n}",
                cut=quote(cut)[1:-1],
                n=n,
            )
        multiplier, members = cut
        # Compute the covers independently of the search.
        covers = {p: _covers(p, root) for p in members}
        uses = Counter(q for several in covers.values() for q in several)
        for p, several in covers.items():
            for q in several:
                if uses[q] > 1:
                    paid[q, p] = paid.get((q, p), 0) + multiplier
    return paid


def _is_cut(n: int, cut: object) -> TypeGuard[tuple[int, list[int]]]:
    if not isinstance(cut, Sequence) or len(cut) != 2:
        return False
    multiplier, members = cut
    if type(multiplier) is not int or multiplier < 0 or not isinstance(members, Sequence):
        return False
    right = all(type(p) is int and 2 <= p <= n for p in members)
    return right and len(set(members)) == len(members) >= 2


def _covers(p: int, primes: Sequence[int]) -> list[int]:
    """Return the lower covers of a number: its quotients by its prime factors. ``primes`` go up to the root of n."""
    covers, rest = [], p
    for prime in primes:
        if prime * prime > rest:
            break
        if rest % prime == 0:
            covers.append(p // prime)
            while rest % prime == 0:
                rest //= prime
    return [*covers, p // rest] if rest > 1 else covers


def _primes(n: int) -> Ints:
    prime = np.ones(n + 1, np.bool_)
    prime[:2] = False
    for p in range(2, isqrt(n) + 1):
        if prime[p]:
            prime[p * p :: p] = False
    return np.flatnonzero(prime)


def _check_pairs(u: Ints, q: Any, prime: Any, parts: int, paid: Paid) -> None:
    """Raise an error if multipliers of 0..n do not cover the pairs (q, q times prime); q or prime is an array."""
    p = q * prime
    for at in np.flatnonzero(u[q] + u[p] < parts * p).tolist():
        high = int(p[at])
        low = int(q if np.ndim(q) == 0 else q[at])
        by_cuts = paid.get((low, high), 0)
        if u[low] + u[high] + by_cuts < parts * high:
            others = Text(" and {by_cuts} of cuts", by_cuts=by_cuts) if by_cuts else ""
            raise PerfectPlayError(
                "the multipliers {under} of {low} and {over} of {high}{others} add up to less than {parts}; they must "
                "reach {parts}, because {high} covers {low}",
                under=u[low],
                low=low,
                over=u[high],
                high=high,
                others=others,
                parts=parts * high,
            )
