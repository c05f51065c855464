"""The values of a deal's parts with the numbers and sets of Python: nothing to import, to compile or to overflow.

This is how nearly every question about one deal is answered; `perfectplay.pursuit.search.values` says which ones are
left to compiled code, whose answers the tests compare with these.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from math import gcd
from typing import TypeVar

from perfectplay.pursuit.rules import OPERATORS, Number, Rules
from perfectplay.pursuit.search.parts import Parts

__all__ = ["PlainValues"]

Ratio = tuple[int, int]
"""Numerator and denominator, which is positive."""

Value = TypeVar("Value")


class PlainValues:
    """The values of the parts of a deal, each found when it is asked for: implements `values.Values`.

    Values that cannot come down to the highest target that matters, ``high``, are left out.
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
        """Return the values of a part; of the whole deal only those that are whole numbers."""
        if not self._rules.fractions:
            return self._whole_of(part)
        if part not in self._numbers:
            self._numbers[part] = frozenset(p if q == 1 else Fraction(p, q) for p, q in self._ratios_of(part))
        return self._numbers[part]

    def has(self, part: int, target: int) -> bool:
        """Whether a part makes a positive target."""
        return (target, 1) in self._ratios_of(part) if self._rules.fractions else target in self._whole_of(part)

    def between(self, part: int, low: int, high: int) -> set[int]:
        """Return a part's whole values from ``low`` to ``high``; of the whole deal those that are positive."""
        first = max(low, 1) if part == self.parts.whole else low
        if self._rules.fractions:
            return {p for p, q in self._ratios_of(part) if q == 1 and first <= p <= high}
        return {value for value in self._whole_of(part) if first <= value <= high}

    def _whole_of(self, part: int) -> frozenset[int]:
        if part not in self._whole:
            cap, found = self._caps[part], set[int]()
            for one, other in self.parts.splits[part]:
                few, many = _sorted_by_size(self._whole_of(one), self._whole_of(other))
                _add_results(found, few, many, cap, self._rules, signed=self._signed)
            if self.parts.bound(part) > cap:
                found = {value for value in found if -cap <= value <= cap}
            if not self._zero:
                found.discard(0)
            self._whole[part] = frozenset(found or {card.numerator for card in self._cards(part)})
        return self._whole[part]

    def _ratios_of(self, part: int) -> frozenset[Ratio]:
        if part not in self._ratios:
            found = set[Ratio]()
            for one, other in self.parts.splits[part]:
                few, many = _sorted_by_size(self._ratios_of(one), self._ratios_of(other))
                made = _ratio_results(few, many, self._rules, signed=self._signed)
                if part == self.parts.whole:
                    found.update((p // q, 1) for p, q in made if not p % q)
                else:
                    found.update((p // d, q // d) for p, q in made for d in (gcd(p, q),))
            if not self._zero:
                found.discard((0, 1))
            self._ratios[part] = frozenset(found or {(card.numerator, card.denominator) for card in self._cards(part)})
        return self._ratios[part]

    def _cards(self, part: int) -> tuple[Number, ...]:
        """Return the number of a part that is a single number."""
        return self.parts.cards(part) if self.parts.size[part] == 1 else ()


def _sorted_by_size(one: frozenset[Value], other: frozenset[Value]) -> tuple[frozenset[Value], frozenset[Value]]:
    return (one, other) if len(one) <= len(other) else (other, one)


def _add_results(
    found: set[int], few: Collection[int], many: Collection[int], cap: int, rules: Rules, *, signed: bool
) -> None:
    """Join whole numbers in all ways; products beyond the cap are left out.

    Instead of a negative difference its opposite is found, unless signs are kept.
    """
    plus, minus, times, over = (sign in rules.operators for sign in OPERATORS)
    for y in few:
        # Comprehensions, because they take half the time of a loop.
        if plus:
            found.update([x + y for x in many])
        if minus:
            found.update([abs(x - y) for x in many])
            if signed:
                found.update([-abs(x - y) for x in many])
        if times and y:
            most = cap // abs(y)
            found.update([x * y for x in many if -most <= x <= most])
        elif times:
            found.add(0)
        if over and y:
            found.update([x // y for x in many if not x % y])
        if over:
            found.update([y // x for x in many if x and not y % x])


def _ratio_results(few: Collection[Ratio], many: Collection[Ratio], rules: Rules, *, signed: bool) -> Iterator[Ratio]:
    """Join fractions in all ways; the results are not in lowest terms."""
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
