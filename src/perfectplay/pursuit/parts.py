"""The parts of a deal, their splits, and all their values: what `reach` and `solutions` build on.

A part is a sub-multiset of the deal, numbered in mixed radix: the different numbers of the deal, ascending, are the
places, and the digit says how many copies belong to the part.  Part 0 is empty, the last part is the whole deal, and
the parts of a part have smaller numbers than it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import comb, prod
from operator import mul
from typing import TYPE_CHECKING, Any

from perfectplay.core.errors import LimitExceededError
from perfectplay.pursuit.rules import Number, Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Parts", "Values", "find_values", "mark"]

_LIMIT = 1 << 62
_SMALL = 1 << 20
"""Values below have a byte each, which is faster than a hash table while it fits the processor's cache."""


@dataclass(frozen=True)
class _Shape:
    """What the parts of all deals with the same numbers of equal cards have in common."""

    digits: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    sizes: tuple[int, ...]
    splits: tuple[tuple[tuple[int, int], ...], ...]

    @cached_property
    def arrays(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """All splits, and where those of each part begin, as the kernels want them."""
        # numpy belongs to the solvers: rules and help do without it.
        import numpy as np  # noqa: PLC0415

        flat = [split for splits in self.splits for split in splits]
        return np.array(flat, dtype=np.int64).reshape(-1, 2), np.cumsum([0, *map(len, self.splits)], dtype=np.int64)


@lru_cache(maxsize=1024)
def _shape(copies: tuple[int, ...]) -> _Shape:
    # The first number is the fastest place.
    digits = tuple(found[::-1] for found in product(*(range(count + 1) for count in copies[::-1])))
    places = tuple(prod(count + 1 for count in copies[:i]) for i in range(len(copies)))
    splits = []
    for part, most in enumerate(digits):
        smaller = (sum(map(mul, inside, places)) for inside in product(*(range(digit + 1) for digit in most)))
        splits.append(tuple(sorted((a, part - a) for a in smaller if 0 < a <= part - a)))
    return _Shape(digits, places, tuple(map(sum, digits)), tuple(splits))


class Parts:
    """The parts of a deal and the ways to split each of them into two.

    Parameters
    ----------
    numbers
        The deal, or what is left of it: numbers of any kind.

    Attributes
    ----------
    values
        The different numbers, ascending.
    size
        Numbers of cards in each part.
    splits
        For each part the pairs of smaller parts that make it up, each pair once, the smaller part number first.
    """

    def __init__(self, numbers: tuple[Number, ...]) -> None:
        copies = Counter(numbers)
        self.values = tuple(sorted(copies))
        self._shape = _shape(tuple(copies[value] for value in self.values))
        self.size = self._shape.sizes
        self.splits = self._shape.splits

    def __len__(self) -> int:
        """Return how many parts there are."""
        return len(self.size)

    @property
    def whole(self) -> int:
        """The part that is the whole deal."""
        return len(self) - 1

    def cards(self, part: int) -> tuple[Number, ...]:
        """Return a part's numbers, ascending."""
        return tuple(v for v, digit in zip(self.values, self._shape.digits[part], strict=True) for _ in range(digit))

    def ways(self, part: int, inside: int) -> int:
        """Count the ways to choose the cards of a part from those of another, equal cards told apart."""
        pairs = zip(self._shape.digits[inside], self._shape.digits[part], strict=True)
        return prod(comb(n, k) for n, k in pairs)

    @cached_property
    def arrays(self) -> tuple[npt.NDArray[np.int64], ...]:
        """Numerators and denominators of single numbers (0 / 0 elsewhere), splits and their bounds, for the kernels."""
        # numpy belongs to the solvers: rules and help do without it.
        import numpy as np  # noqa: PLC0415

        tops, bottoms = np.zeros((2, len(self)), dtype=np.int64)
        places = list(self._shape.places)
        tops[places] = [value.numerator for value in self.values]
        bottoms[places] = [value.denominator for value in self.values]
        return tops, bottoms, *self._shape.arrays

    def bound(self, part: int) -> int:
        """Bound the values of a part that are whole and made of whole numbers: their product, 0 and 1 counted as 2."""
        return prod(max(abs(value.numerator), 2) for value in self.cards(part))

    def caps(self, high: int) -> tuple[int, ...]:
        """Bound the whole values of each part that can matter for targets up to ``high``.

        Let B bound the formulae of the other numbers, and let ``high`` be 2 at least.  From a value x > high * B,
        combining it with a formula of some of the others, whose bound is C >= 2, leaves at least min(x - C, x / C),
        which exceeds high * B / C, where B / C bounds the formulae of the rest: x - C > C * (high * B / C - 1), and
        z >= 2 implies C * (z - 1) >= z.  By induction x never comes down to ``high``.  The one exception is zero
        times x; but zero can be multiplied by the numbers of x one at a time, so that no x of two numbers or more is
        needed for it.  (The documentation has it in full: "Theory of arithmetical pursuit", P4.)
        """
        return tuple(max(high, 2) * self.bound(self.whole - part) for part in range(len(self)))


@dataclass(frozen=True)
class Values:
    """The values of all parts of a deal but the last.

    Attributes
    ----------
    parts
        The parts.
    rules
        What is allowed.
    start
        Where the values of each part begin in the kernels' arrays.
    pools
        The values, or their numerators and denominators.
    """

    parts: Parts
    rules: Rules
    start: npt.NDArray[np.int64]
    pools: tuple[npt.NDArray[np.int64], ...]

    def array(self, part: int) -> npt.NDArray[np.int64]:
        """Return a part's whole values."""
        place = slice(self.start[part], self.start[part + 1])
        found: npt.NDArray[np.int64] = self.pools[0][place]
        return found if len(self.pools) == 1 else found[self.pools[1][place] == 1]

    def numbers(self, part: int) -> frozenset[Number]:
        """Return a part's values as exact numbers."""
        place = slice(self.start[part], self.start[part + 1])
        tops = self.pools[0][place].tolist()
        if len(self.pools) == 1:
            return frozenset(tops)
        pairs = zip(tops, self.pools[1][place].tolist(), strict=True)
        return frozenset(p if q == 1 else Fraction(p, q) for p, q in pairs)


def _flags(parts: Parts, rules: Rules) -> int:
    from perfectplay.pursuit import reach_kernels as kernels  # noqa: PLC0415  # numba belongs to the solvers

    bits = {"+": kernels.PLUS, "-": kernels.MINUS, "*": kernels.TIMES, "/": kernels.OVER}
    flags = sum(bits[sign] for sign in rules.operators)
    # With + and - both allowed, negative results lead to nothing new: instead of a negative number its opposite is
    # kept, and the next sum becomes a difference or the other way round.
    signed = "-" in rules.operators and "+" not in rules.operators and not rules.positive
    if signed or parts.values[0] < 0:
        flags |= kernels.SIGNED | kernels.ZERO
    # Zero is good only for getting rid of numbers.
    if (rules.use_all and not rules.positive) or 0 in parts.values:
        flags |= kernels.ZERO
    return flags


def find_values(parts: Parts, high: int, rules: Rules) -> Values:
    """Find the values of all parts but the whole deal that can matter for targets up to ``high``.

    Raises
    ------
    LimitExceededError
        If they could exceed what 63 bits hold.

    Notes
    -----
    Proportional to the number of pairs of values: some 10^5 for six numbers, 10^8 for eight; with fractions 10^6 and
    10^9, and then up to a gigabyte for eight.
    """
    from perfectplay.pursuit import reach_kernels as kernels  # noqa: PLC0415  # numba belongs to the solvers

    tops, bottoms, splits, bounds = parts.arrays
    caps = parts.caps(high)
    # Fractions grow with the product alone; whole values are cut off at the caps before they can grow beyond.
    size = prod(abs(v.numerator) + v.denominator for v in parts.cards(parts.whole)) if rules.fractions else max(caps)
    if 2 * size >= _LIMIT:
        shown = " ".join(map(str, parts.cards(parts.whole)))
        problem = f"the numbers {shown} and the target {high} are too large together: values could reach 2^61"
        message = f"{problem}; use smaller ones"
        raise LimitExceededError(message)
    flags = _flags(parts, rules)
    if rules.fractions:
        tops, bottoms, start = kernels.fraction_values(tops, bottoms, splits, bounds, flags)
        return Values(parts, rules, start, (tops, bottoms))
    import numpy as np  # noqa: PLC0415  # numpy belongs to the solvers

    # A cap beyond the largest value that the part can have would only cost a larger table.
    most = [min(cap, parts.bound(part)) for part, cap in enumerate(caps)]
    wide = max((cap for cap in most[:-1] if cap < _SMALL), default=0) + 1
    pool, start = kernels.whole_values(tops, bottoms, splits, bounds, np.array(most, dtype=np.int64), flags, wide)
    return Values(parts, rules, start, (pool,))


def mark(values: Values, low: int, high: int) -> Any:
    """Tell which targets the whole deal reaches with all its numbers.

    Returns
    -------
    array
        bool, shape (high - low + 1,).
    """
    from perfectplay.pursuit import reach_kernels as kernels  # noqa: PLC0415  # numba belongs to the solvers

    _, _, splits, bounds = values.parts.arrays
    whole = values.parts.whole
    place = (splits, bounds[whole], bounds[whole + 1], _flags(values.parts, values.rules), low, high)
    if len(values.pools) == 2:
        return kernels.mark_fractions(*values.pools, values.start, *place)
    return kernels.mark_whole(values.pools[0], values.start, *place)
