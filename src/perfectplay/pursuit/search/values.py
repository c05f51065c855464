"""All values of the parts of a deal, found by plain Python, or by kernels in C if Python would take long.

Plain Python answers nearly every question about a single deal. It needs no imports, and its integers cannot overflow.
The tests compare it with the kernels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from math import factorial, gcd, prod
from typing import TYPE_CHECKING, Protocol, TypeVar

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import notify
from perfectplay.core.running.deadline import about
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.rules import OPERATORS, Number, Rules
from perfectplay.pursuit.search.parts import Parts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["CompiledValues", "find_values", "forecast", "pairs", "shared_values"]

Ratio = tuple[int, int]
"""A fraction as its numerator and its positive denominator."""

Value = TypeVar("Value")
_LONG = 3.0
"""Minimum estimated time, in seconds, of work that a notice announces."""

_LIMIT = 1 << 62
_SMALL = 1 << 20
"""Mark values below this in a byte each, which is faster than a hash table if they fit into the processor's cache."""

_WHOLE = (0, 1, 4, 25, 200, 2_000, 20_000, 200_000)
_WITH_FRACTIONS = (0, 1, 5, 50, 700, 12_000, 250_000, 6_000_000)
"""Approximate number of values of 0, 1, 2, ... distinct numbers, first for integers and then with fractions; measured
with cards, tiles and targets up to 10^6."""

_MOST_PAIRS = 1_000_000
"""Maximum number of pairs of values that plain Python joins, at up to a microsecond for each.

No deal of seven integers, or of six with fractions, exceeds this. Such a deal takes at most 0.2 s; loading numpy and
the kernels would take half of that. Eight distinct numbers would take 3 s, and seven with fractions 9 s.
"""

_PLAIN_PAIR, _WHOLE_PAIR, _FRACTIONS_PAIR = 1e-6, 1e-8, 1.5e-7
"""Seconds for joining a pair of values in plain Python, in C for integers, and in C for fractions."""


class _PlainValues:
    """The values of the parts of a deal, computed on request in plain Python; this implements `Values`.

    Values that are too large to lead to a target up to ``high`` are left out.
    """

    def __init__(self, parts: Parts, high: int, rules: Rules) -> None:
        self.parts = parts
        self._rules = rules
        self._zero, self._signed = parts.keeps(rules)
        self._caps = parts.caps(high)
        self._whole: dict[int, frozenset[int]] = {}
        self._ratios: dict[int, frozenset[Ratio]] = {}
        self._numbers: dict[int, frozenset[Number]] = {}

    def numbers(self, part: int) -> frozenset[Number]:
        """Return the values of a part; for the whole deal, only the integers."""
        if not self._rules.fractions:
            return self._whole_of(part)
        if part not in self._numbers:
            self._numbers[part] = frozenset(p if q == 1 else Fraction(p, q) for p, q in self._ratios_of(part))
        return self._numbers[part]

    def has(self, part: int, target: int) -> bool:
        """Return whether a part makes a positive target."""
        return (target, 1) in self._ratios_of(part) if self._rules.fractions else target in self._whole_of(part)

    def between(self, part: int, low: int, high: int) -> set[int]:
        """Return a part's integer values from ``low`` to ``high``; for the whole deal, only the positive ones."""
        first = max(low, 1) if part == self.parts.whole else low
        if self._rules.fractions:
            return {p for p, q in self._ratios_of(part) if q == 1 and first <= p <= high}
        return {value for value in self._whole_of(part) if first <= value <= high}

    def _whole_of(self, part: int) -> frozenset[int]:
        if part not in self._whole:
            cap, results = self._caps[part], set[int]()
            for first, second in self.parts.splits[part]:
                few, many = _sorted_by_size(self._whole_of(first), self._whole_of(second))
                _add_results(results, few, many, cap, self._rules, signed=self._signed)
            if self.parts.bound(part) > cap:
                results = {value for value in results if -cap <= value <= cap}
            if not self._zero:
                results.discard(0)
            self._whole[part] = frozenset(results or {card.numerator for card in self._cards(part)})
        return self._whole[part]

    def _ratios_of(self, part: int) -> frozenset[Ratio]:
        if part not in self._ratios:
            results = set[Ratio]()
            for first, second in self.parts.splits[part]:
                few, many = _sorted_by_size(self._ratios_of(first), self._ratios_of(second))
                made = _ratio_results(few, many, self._rules, signed=self._signed)
                if part == self.parts.whole:
                    results.update((p // q, 1) for p, q in made if not p % q)
                else:
                    results.update((p // d, q // d) for p, q in made for d in (gcd(p, q),))
            if not self._zero:
                results.discard((0, 1))
            self._ratios[part] = frozenset(
                results or {(card.numerator, card.denominator) for card in self._cards(part)}
            )
        return self._ratios[part]

    def _cards(self, part: int) -> tuple[Number, ...]:
        """Return the number of a part that has a single number; for other parts, return an empty tuple."""
        return self.parts.cards(part) if self.parts.size[part] == 1 else ()


def _sorted_by_size(first: frozenset[Value], second: frozenset[Value]) -> tuple[frozenset[Value], frozenset[Value]]:
    return (first, second) if len(first) <= len(second) else (second, first)


def _add_results(
    results: set[int], few: Collection[int], many: Collection[int], cap: int, rules: Rules, *, signed: bool
) -> None:
    """Add all results of joining integers, except products above the cap.

    Differences are replaced by their absolute values unless ``signed``.
    """
    plus, minus, times, over = (sign in rules.operators for sign in OPERATORS)
    for y in few:
        # Use comprehensions, because they take half the time of loops.
        if plus:
            results.update([x + y for x in many])
        if minus:
            results.update([abs(x - y) for x in many])
            if signed:
                results.update([-abs(x - y) for x in many])
        if times and y:
            most = cap // abs(y)
            results.update([x * y for x in many if -most <= x <= most])
        elif times:
            results.add(0)
        if over and y:
            results.update([x // y for x in many if not x % y])
        if over:
            results.update([y // x for x in many if x and not y % x])


def _ratio_results(few: Collection[Ratio], many: Collection[Ratio], rules: Rules, *, signed: bool) -> Iterator[Ratio]:
    """Yield all results of joining fractions, not reduced to lowest terms."""
    plus, minus, times, over = (sign in rules.operators for sign in OPERATORS)
    for p, q in few:
        for u, v in many:
            left, right, below = p * v, u * q, q * v
            if plus:
                yield left + right, below
            if minus:
                yield abs(left - right), below
                if signed:
                    yield -abs(left - right), below
            if times:
                yield p * u, below
            if over and right:
                yield (left, right) if right > 0 else (-left, -right)
            if over and left:
                yield (right, left) if left > 0 else (-right, -left)


_SHARED: ContextVar[dict[tuple[tuple[Number, ...], int, Rules], Values] | None] = ContextVar("shared", default=None)


class Values(Protocol):
    """The values of the parts of a deal that can matter for targets up to a limit."""

    parts: Parts

    def numbers(self, part: int) -> frozenset[Number]:
        """Return the values of a part that is not the whole deal."""
        ...

    def has(self, part: int, target: int) -> bool:
        """Return whether a part makes a positive target."""
        ...

    def between(self, part: int, low: int, high: int) -> set[int]:
        """Return a part's integer values from ``low`` to ``high``; for the whole deal, only the positive ones."""
        ...


class CompiledValues:
    """The values of all parts of a deal, computed at once by kernels in C; this implements `Values`.

    Values that are too large to lead to a target up to ``high`` are left out. Takes time proportional to the number of
    pairs of values: about 10^5 for six numbers and 10^8 for eight; with fractions, 10^6 and 10^9, and up to a gigabyte
    of memory for eight. Raises `LimitExceededError` if values could exceed 63 bits.
    """

    def __init__(self, parts: Parts, high: int, rules: Rules) -> None:
        from perfectplay.pursuit.kernels import reach as kernels

        self.parts = parts
        tops, bottoms, splits, bounds = parts.arrays
        caps = parts.caps(high)
        # Fractions can grow to this product of all numbers, but integers are dropped as soon as they exceed their caps.
        size = (
            prod(abs(v.numerator) + v.denominator for v in parts.cards(parts.whole)) if rules.fractions else max(caps)
        )
        if 2 * size >= _LIMIT:
            shown = " ".join(map(str, parts.cards(parts.whole)))
            problem = Text(
                "the numbers {shown} and the target {high} are too large together: values could reach 2^61",
                shown=shown,
                high=high,
            )
            raise LimitExceededError("{problem}; use smaller ones", problem=problem)
        self._flags = _flags(parts, rules)
        self._pools: tuple[npt.NDArray[np.int64], ...]
        if rules.fractions:
            p, q, self._start = kernels.fraction_values(tops, bottoms, splits, bounds, self._flags)
            self._pools = p, q
            return
        import numpy as np

        # Lower each cap to the part's largest possible value, which keeps the table small.
        most = [min(cap, parts.bound(part)) for part, cap in enumerate(caps)]
        wide = max((cap for cap in most[:-1] if cap < _SMALL), default=0) + 1
        caps_array = np.array(most, dtype=np.int64)
        pool, self._start = kernels.whole_values(tops, bottoms, splits, bounds, caps_array, self._flags, wide)
        self._pools = (pool,)

    def array(self, part: int) -> npt.NDArray[np.int64]:
        """Return the integer values of a part that is not the whole deal."""
        part_slice = slice(self._start[part], self._start[part + 1])
        integers: npt.NDArray[np.int64] = self._pools[0][part_slice]
        return integers if len(self._pools) == 1 else integers[self._pools[1][part_slice] == 1]

    def mark(self, low: int, high: int) -> npt.NDArray[np.bool_]:
        """Return which targets the whole deal reaches with all its numbers: shape (high - low + 1,)."""
        import numpy as np

        from perfectplay.pursuit.kernels import reach as kernels

        _, _, splits, bounds = self.parts.arrays
        whole = self.parts.whole
        hits = np.zeros(high - low + 1, dtype=np.bool_)
        arguments = (self._start, splits, bounds[whole], bounds[whole + 1], self._flags, low, hits)
        if len(self._pools) == 2:
            kernels.mark_fractions(self._pools[0], self._pools[1], *arguments)
        else:
            kernels.mark_whole(self._pools[0], *arguments)
        card = self.parts.cards(whole)[0]
        if self.parts.size[whole] == 1 and low <= card <= high and card.denominator == 1:
            hits[card.numerator - low] = True
        return hits

    def numbers(self, part: int) -> frozenset[Number]:
        """Return the values of a part that is not the whole deal, as exact numbers."""
        part_slice = slice(self._start[part], self._start[part + 1])
        tops = self._pools[0][part_slice].tolist()
        if len(self._pools) == 1:
            return frozenset(tops)
        pairs = zip(tops, self._pools[1][part_slice].tolist(), strict=True)
        return frozenset(p if q == 1 else Fraction(p, q) for p, q in pairs)

    def has(self, part: int, target: int) -> bool:
        """Return whether a part makes a positive target."""
        if part == self.parts.whole:
            return bool(self.mark(target, target)[0])
        return bool((self.array(part) == target).any())

    def between(self, part: int, low: int, high: int) -> set[int]:
        """Return a part's integer values from ``low`` to ``high``; for the whole deal, only the positive ones."""
        if part == self.parts.whole:
            first = max(low, 1)
            return set((self.mark(first, high).nonzero()[0] + first).tolist())
        values = self.array(part)
        return set(values[(low <= values) & (values <= high)].tolist())


def _flags(parts: Parts, rules: Rules) -> int:
    from perfectplay.pursuit.kernels import reach as kernels

    bits = {"+": kernels.PLUS, "-": kernels.MINUS, "*": kernels.TIMES, "/": kernels.OVER}
    zero, signed = parts.keeps(rules)
    return sum(bits[sign] for sign in rules.operators) + zero * kernels.ZERO + signed * kernels.SIGNED


def pairs(parts: Parts, rules: Rules) -> int:
    """Estimate how many pairs of values are joined to find all values of a deal.

    Permuting k equal numbers makes no new value, so the number of values is divided by k!.
    """
    typical = _WITH_FRACTIONS if rules.fractions else _WHOLE
    sizes = [typical[parts.size[part]] / prod(map(factorial, parts.copies(part))) for part in range(parts.whole)]
    return round(sum(sizes[a] * sizes[b] for splits in parts.splits for a, b in splits))


def seconds(numbers: Iterable[Number], rules: Rules) -> float:
    """Estimate the seconds for finding all values of a deal, not counting the time to load the kernels."""
    parts = Parts(tuple(numbers))
    count = pairs(parts, rules)
    if count <= _MOST_PAIRS:
        return count * _PLAIN_PAIR
    return count * (_FRACTIONS_PAIR if rules.fractions else _WHOLE_PAIR)


def forecast(numbers: Iterable[Number], rules: Rules) -> None:
    """Log an estimate of the time for finding all values of a deal if it is long."""
    numbers = tuple(numbers)
    expected = seconds(numbers, rules)
    if expected >= _LONG:
        task = Text("finding all values of {count} numbers", count=len(numbers))
        if rules.fractions:
            task = Text("{what} with fractions", what=task)
        notify(Text("{what}: this takes {time}", what=task, time=about(expected)))


def find_values(parts: Parts, high: int, rules: Rules) -> Values:
    """Find the values of the parts of a deal that can matter for targets up to ``high``.

    The method depends only on the deal and the rules, so the same question is always answered in the same way. Raises
    `LimitExceededError` if the kernels are needed and values could exceed 63 bits.
    """
    shared = _SHARED.get()
    # With fractions no values are left out, so the result does not depend on ``high``.
    key = (parts.cards(parts.whole), 0 if rules.fractions else high, rules)
    if shared is not None and key in shared:
        return shared[key]
    # Products and quotients without sums have few values, but large ones that could overflow in C.
    is_short = pairs(parts, rules) <= _MOST_PAIRS or set(rules.operators) <= {"*", "/"}
    find = _PlainValues if is_short else CompiledValues
    values: Values = find(parts, high, rules)
    if shared is not None:
        shared[key] = values
    return values


@contextmanager
def shared_values() -> Iterator[None]:
    """Cache values within a ``with`` block, because solving, listing solutions and grading need the same values."""
    if _SHARED.get() is not None:
        yield
        return
    token = _SHARED.set({})
    try:
        yield
    finally:
        _SHARED.reset(token)
