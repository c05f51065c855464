"""The parts of a deal and their splits, on which `perfectplay.pursuit.search.values` is based.

A part is a sub-multiset of the deal. Its number in mixed radix has a digit for each distinct number of the deal,
ascending: the number of copies in the part. Part 0 is empty, the last part is the whole deal, and every proper sub-part
has a smaller number than its part.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import comb, prod
from operator import mul
from typing import TYPE_CHECKING

from perfectplay.pursuit.rules import Number, Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Parts"]


@dataclass(frozen=True)
class _Shape:
    """The parts and splits shared by all deals whose distinct numbers have the same numbers of copies."""

    digits: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    sizes: tuple[int, ...]
    splits: tuple[tuple[tuple[int, int], ...], ...]

    @cached_property
    def arrays(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return two arrays for the kernels: all splits, and the index of each part's first split."""
        import numpy as np

        flat = [split for splits in self.splits for split in splits]
        return np.array(flat, dtype=np.int64).reshape(-1, 2), np.cumsum([0, *map(len, self.splits)], dtype=np.int64)


@lru_cache(maxsize=1024)
def _shape(copies: tuple[int, ...]) -> _Shape:
    # Number the parts so that the digit of the first number changes fastest.
    digits = tuple(counts[::-1] for counts in product(*(range(count + 1) for count in copies[::-1])))
    places = tuple(prod(count + 1 for count in copies[:i]) for i in range(len(copies)))
    splits = []
    for part, most in enumerate(digits):
        smaller = (sum(map(mul, inside, places)) for inside in product(*(range(digit + 1) for digit in most)))
        splits.append(tuple(sorted((a, part - a) for a in smaller if 0 < a <= part - a)))
    return _Shape(digits, places, tuple(map(sum, digits)), tuple(splits))


class Parts:
    """The parts of a deal, or of the numbers left on the table, and the ways to split each part into two.

    ``values`` are the distinct numbers, ascending; ``size`` has the number of cards of each part. For each part,
    ``splits`` has every pair of smaller parts that form it once, with the smaller part number first.
    """

    def __init__(self, numbers: tuple[Number, ...]) -> None:
        copies = Counter(numbers)
        self.values: tuple[Number, ...] = tuple(sorted(copies))
        self._shape = _shape(tuple(copies[value] for value in self.values))
        self.size: tuple[int, ...] = self._shape.sizes
        self.splits: tuple[tuple[tuple[int, int], ...], ...] = self._shape.splits

    def __len__(self) -> int:
        """Return the number of parts."""
        return len(self.size)

    @property
    def whole(self) -> int:
        """The number of the part that is the whole deal."""
        return len(self) - 1

    def cards(self, part: int) -> tuple[Number, ...]:
        """Return the numbers of a part, ascending."""
        return tuple(v for v, digit in zip(self.values, self._shape.digits[part], strict=True) for _ in range(digit))

    def copies(self, part: int) -> tuple[int, ...]:
        """Return how many copies of each distinct number a part has."""
        return self._shape.digits[part]

    def ways(self, part: int, inside: int) -> int:
        """Return the number of ways to choose the cards of a part from another part; equal cards count as different."""
        pairs = zip(self._shape.digits[inside], self._shape.digits[part], strict=True)
        return prod(comb(n, k) for n, k in pairs)

    @cached_property
    def arrays(self) -> tuple[npt.NDArray[np.int64], ...]:
        """Arrays for the kernels: numerators and denominators (0 unless a part is a single number), splits, bounds."""
        import numpy as np

        tops, bottoms = np.zeros((2, len(self)), dtype=np.int64)
        places = list(self._shape.places)
        tops[places] = [value.numerator for value in self.values]
        bottoms[places] = [value.denominator for value in self.values]
        return tops, bottoms, *self._shape.arrays

    def keeps(self, rules: Rules) -> tuple[bool, bool]:
        """Return two flags: whether zero and whether negative values are useful as intermediate results.

        With both + and -, negative results are not needed: the absolute value is kept instead, and the next sum becomes
        a difference, or vice versa. Zero only helps to use up numbers. (Proof: docs, "Theory of arithmetical
        pursuit", P2.)
        """
        signed = "-" in rules.operators and "+" not in rules.operators and not rules.positive
        signed |= self.values[0] < 0
        return signed or (rules.use_all and not rules.positive) or 0 in self.values, signed

    def bound(self, part: int) -> int:
        """Return an upper bound on a part's values without fractions: the product of max(n, 2) over its numbers n."""
        return prod(max(abs(value.numerator), 2) for value in self.cards(part))

    def caps(self, high: int) -> tuple[int, ...]:
        """Return, for each part, an upper bound on the integer values that can matter for targets up to ``high``.

        Let B bound the formulae of the other numbers, and let ``high`` be at least 2. Combine a value x > high * B with
        a formula of some of the others, whose bound is C >= 2. The result is at least min(x - C, x / C). This exceeds
        high * B / C, where B / C bounds the formulae of the rest: x - C > C * (high * B / C - 1), and z >= 2 implies C
        * (z - 1) >= z. By induction x never comes down to ``high``. The only exception is zero times x. But zero can be
        multiplied by the numbers of x one at a time, so this x is not needed. (Proof: docs, "Theory of
        arithmetical pursuit", P4.)
        """
        return tuple(max(high, 2) * self.bound(self.whole - part) for part in range(len(self)))
