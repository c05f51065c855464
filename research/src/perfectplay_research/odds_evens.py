"""Prove why "odds, then evens" beats the taxman in every pot {1..N} with N >= 4.

The strategy takes odd numbers above N/2 downwards, then even ones upwards (Trono's #7 as worded).  A number is taken if
it has a *witness*: a divisor that divides no number taken before.  For some families of numbers, the same witness and
proof work for all N: docs, "Which strategies lose to the taxman".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import prod

__all__ = ["FAMILIES", "sure_from", "sure_share"]


@dataclass(frozen=True, slots=True)
class Family:
    """The numbers ``step`` times j, with j in (low N, high N] and coprime to some primes.

    Attributes
    ----------
    step
        The factor that j is multiplied by.
    low, high
        Bounds of j/N.
    without
        The primes that do not divide j.

    Examples
    --------
    >>> family = Family(3, Fraction(1, 5), Fraction(1, 3), (2,))
    >>> list(family.numbers(30)), family.share, family.signed_divisors()
    ([21, 27], Fraction(8, 75), [1, -2])
    """

    step: int
    low: Fraction
    high: Fraction
    without: tuple[int, ...] = ()

    def numbers(self, n: int) -> Iterator[int]:
        """Yield the numbers of the family in the pot {1..n}, ascending."""
        for j in range(int(self.low * n) + 1, int(self.high * n) + 1):
            if all(j % prime for prime in self.without):
                yield self.step * j

    @property
    def share(self) -> Fraction:
        """Return the limit of the family's sum as a share of the pot."""
        density = prod((Fraction(prime - 1, prime) for prime in self.without), start=Fraction(1))
        return self.step * density * (self.high**2 - self.low**2)

    def signed_divisors(self) -> list[int]:
        """Return the divisors of the product of ``without``; a divisor is negative if its number of primes is odd."""
        found = [1]
        for prime in self.without:
            found += [-prime * divisor for divisor in found]
        return found


FAMILIES = (
    Family(2, Fraction(1, 3), Fraction(1, 2)),
    Family(4, Fraction(1, 8), Fraction(1, 6)),
    Family(6, Fraction(1, 12), Fraction(1, 9), (2,)),
    Family(10, Fraction(1, 20), Fraction(1, 16), (2, 3)),
    Family(3, Fraction(1, 5), Fraction(1, 3), (2,)),
    Family(5, Fraction(1, 7), Fraction(1, 5), (2, 3)),
    Family(7, Fraction(1, 9), Fraction(1, 7), (2, 3, 5)),
    Family(11, Fraction(1, 13), Fraction(1, 11), (2, 3, 5, 7)),
)
"""Disjoint families whose numbers the strategy always takes."""


def sure_numbers(n: int) -> list[int]:
    """Return the numbers of all families in the pot {1..n}, ascending."""
    return sorted(number for family in FAMILIES for number in family.numbers(n))


def sure_sum(n: int) -> int:
    """Add up the numbers of all families in the pot {1..n}, without listing them."""
    total = 0
    for family in FAMILIES:
        for divisor in family.signed_divisors():
            most, least = int(family.high * n) // abs(divisor), int(family.low * n) // abs(divisor)
            total += family.step * divisor * (most * (most + 1) - least * (least + 1)) // 2
    return total


def sure_share() -> Fraction:
    """Return the limit of the sum of all families as a share of the pot.

    Examples
    --------
    >>> f"{float(sure_share()):.4f}"
    '0.5076'
    """
    return sum((family.share for family in FAMILIES), Fraction(0))


def sure_from() -> int:
    """Return an N from which the proof's estimate guarantees that the families are more than half of the pot.

    Examples
    --------
    >>> sure_from()
    8...
    """
    # The sum of the multiples of d up to y differs from y^2/(2d) by at most y/2 + d/8; a family has two bounds y.
    linear, constant = Fraction(1, 4), Fraction(0)
    for family in FAMILIES:
        divisors = list(map(abs, family.signed_divisors()))
        linear += family.step * len(divisors) * (family.low + family.high) / 2
        constant += Fraction(family.step * sum(divisors), 4)
    spare = (sure_share() - Fraction(1, 2)) / 2
    n = int(linear / spare)
    while spare * n * n <= linear * n + constant:
        n += 1
    return n
