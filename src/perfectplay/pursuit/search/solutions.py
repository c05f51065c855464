"""Solutions of a deal: the simplest one, the closest one, and all essentially different ones, listed or counted.

Two formulae are essentially the same if commutativity and associativity turn one into the other. A formula is a sum of
terms, some of them subtracted, or a product of factors, some of them divisors; order and brackets within it do not
matter. ``a-(b-c)``, ``a-b+c`` and ``c+a-b`` are one solution, and so are ``a*(b/c)`` and ``a*b/c``. Formulae with
redundant parts are left out unless all numbers must be used. A part is redundant if some but not all terms cancel to 0,
or some but not all factors to 1, and the rest can be written by the rules.

Zero and negative intermediate results are left out if they are not needed. They may be needed if all numbers must be
used or there is no plus. If zero is multiplied by a part, only the simplest formula of that part is listed.

Source of the count of ordered expressions: G. Hutton, "The countdown problem", Journal of Functional Programming 12
(2002).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import NamedTuple

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.pursuit.expressions import Expression
from perfectplay.pursuit.rules import Number, Rules, check_numbers, check_target
from perfectplay.pursuit.search.parts import Parts
from perfectplay.pursuit.search.redundancy import has_redundant_part
from perfectplay.pursuit.search.values import find_values, shared_values

__all__ = ["Solution", "closest", "count_expressions", "solutions", "solve"]

MAX_FORMS = 100_000
"""Maximum number of essentially different formulae that are inspected, including formulae of parts of the deal."""
_REPORT = 500
"""Number of formulae or values between two reports of progress, which takes a few hundredths of a second."""


@dataclass(frozen=True)
class Solution:
    """The simplest way to come as close to the target as possible.

    Attributes
    ----------
    numbers, target, rules
        The deal, the target and the rules.
    expression
        The formula; ``None`` if all numbers must be used and they cannot make an integer.
    value
        The formula's value. If all of several numbers must be used, stopping early gives the answer 0; the value is 0
        if that is closer.

    Examples
    --------
    >>> found = solve([3, 6, 9], 51)
    >>> found.reachable, found.distance, found.used, found.operations, found.largest
    (True, 0, (3, 6, 9), 2, 54)
    >>> [str(step) for step in found.steps]
    ['9 * 6 = 54', '54 - 3 = 51']
    """

    numbers: tuple[int, ...]
    target: int
    rules: Rules
    expression: Expression | None
    value: int

    @property
    def distance(self) -> int:
        """Return the distance of the value from the target."""
        return abs(self.value - self.target)

    @property
    def reachable(self) -> bool:
        """Return whether the target is hit."""
        return self.distance == 0

    @property
    def operations(self) -> int:
        """Return the number of calculations."""
        return self.expression.operations if self.expression else 0

    @property
    def largest(self) -> Number:
        """Return the largest intermediate result, or the number itself if nothing is calculated."""
        return self.expression.largest if self.expression else 0

    @property
    def used(self) -> tuple[int, ...]:
        """Return the numbers of the deal that are used, ascending."""
        return tuple(sorted(self.expression.numbers)) if self.expression else ()

    @property
    def steps(self) -> tuple[str, ...]:
        """Return the calculations as people write them, such as ``"100 + 6 = 106"``."""
        return self.expression.step_lines if self.expression else ()


def solve(numbers: Iterable[int], target: int, rules: Rules | None = None) -> Solution:
    """Find the simplest formula that is as close to the target as possible.

    A formula is simpler if it has fewer calculations, then if its largest intermediate result is smaller. On ties, a
    formula with small results throughout is taken, though their sum is not always the smallest. Of two equally close
    values, the one with fewer calculations is taken, then the smaller one; zero only if no other value is as close.

    Takes one to eight positive integers and a target up to `perfectplay.pursuit.rules.MAX_TARGET`. Raises
    `InvalidPositionError` or `LimitExceededError` otherwise, or if together they are too large for compiled code.

    Notes
    -----
    Takes about ten milliseconds for six numbers, and a minute or more for eight with fractions.  The values of all
    parts of the deal are found bottom-up, and the formula top-down: to split a value, look up the missing operand.

    Examples
    --------
    >>> print(solve([3, 6, 9, 10, 50, 100], 951).expression)
    (100+6)*9-3
    >>> solve([1, 1, 1, 1, 2, 2], 100).value
    18
    """
    dealt, rules = check_numbers(numbers), rules or Rules()
    formula = closest(dealt, check_target(target), rules)
    value = 0 if formula is None else int(formula.value)
    return Solution(
        dealt, target, rules, formula, 0 if rules.use_all and len(dealt) > 1 and value > 2 * target else value
    )


@shared_values()
def closest(numbers: tuple[Number, ...], target: int, rules: Rules) -> Expression | None:
    """Find the simplest formula that is as close to the target as possible; unlike `solve`, accept a game under way.

    Returns ``None`` if no nonnegative integer can be made. If all numbers must be used, only results of all count.

    >>> closest((3, 6, 9), 52, Rules()).value
    51
    """
    search = _Search(numbers, target, rules)
    formula = search.simplest(target)
    if formula is not None:
        return formula
    whole = [number.numerator for number in numbers if number.denominator == 1]
    near = 0 if rules.use_all else min(whole, key=lambda number: abs(number - target), default=0)
    within = max(abs(near - target), target)
    # A result's numerator plus its denominator is at most the product of these sums for the two operands.
    most = prod(abs(number.numerator) + number.denominator for number in numbers) if rules.use_all else within
    while True:
        search = _Search(numbers, target + within, rules)
        ways = [way for way in map(search.simplest, search.nearest(target, within)) if way is not None]
        formula = min(ways, key=lambda expression: (expression.value == 0, expression.operations), default=None)
        if formula is None or _size(formula.value - target) > target:
            formula = search.simplest(0) or formula
        if formula is not None or within >= most:
            return formula
        # No result of all numbers is this close. Widen the range step by step, because wide ranges take longer.
        within = min(16 * within, most)


def solutions(
    numbers: Iterable[int],
    target: int,
    rules: Rules | None = None,
    limit: int | None = None,
    *,
    progress: ProgressCallback = ignore_progress,
) -> list[Expression]:
    """Return up to ``limit`` essentially different formulae for a target, or for 0, the simplest first.

    Each formula is arranged for small intermediate results. ``nodes`` of the progress counts the inspected formulae.
    Takes time proportional to the number of formulae of all parts that are needed: from about ten milliseconds to
    seconds for six numbers. Raises the errors of `solve`, and `LimitExceededError` if there are more than
    `MAX_FORMS` formulae to inspect.

    >>> [str(found) for found in solutions([1, 2, 3, 4], 24)]
    ['3*2*4', '(2+1+3)*4', '(4+2)*(3+1)']
    """
    dealt, rules = check_numbers(numbers), rules or Rules()
    check_target(1 if target == 0 else target)
    if limit is not None and (not hasattr(limit, "__index__") or limit < 1):
        raise InvalidPositionError(
            "cannot list {limit} solutions; a limit is a whole number of at least 1", limit=quote(limit)
        )
    search = _Search(dealt, target, rules)
    forms = _Forms(search, _Teller("all solutions", progress))
    formulas: list[Expression] = []
    for parts in search.levels:
        ways = [way for part in parts if search.has(part, target) for way in forms.of(part, target).values()]
        written = [(way.rank, way.expression.left_to_right()) for way in ways]
        formulas += [formula for _, formula in sorted(written, key=lambda row: (row[0], str(row[1])))]
        if limit is not None and len(formulas) >= limit:
            return formulas[:limit]
    return formulas


def count_expressions(
    numbers: Iterable[int], target: int, rules: Rules | None = None, *, progress: ProgressCallback = ignore_progress
) -> int:
    """Count the ordered expressions for a target, or for 0, with positive results and equal cards told apart.

    This is Hutton's definition: ``3+4`` and ``4+3`` are two expressions, and so are ``(1+2)+3`` and ``1+(2+3)``.
    ``nodes`` of the progress counts the finished values of parts. Raises the errors of `solve`.

    >>> count_expressions([1, 3, 7, 10, 25, 50], 765), count_expressions([1, 3, 7, 10, 25, 50], 831)
    (780, 0)
    """
    dealt, rules = check_numbers(numbers), rules or Rules()
    check_target(1 if target == 0 else target)
    positive = Rules(rules.operators, rules.use_all, rules.fractions, positive=True)
    search = _Search(dealt, target, positive)
    memo: dict[tuple[int, Number], int] = {}
    tell = _Teller("all expressions", progress)

    def count(part: int, value: Number) -> int:
        if search.parts.size[part] == 1:
            return int(search.parts.cards(part)[0] == value)
        key = (part, value)
        if key not in memo:
            memo[key] = sum(
                search.parts.ways(a, part) * count(a, x) * count(b, y) for a, x, _, b, y in search.ordered(part, value)
            )
            tell(1)
        return memo[key]

    whole = search.parts.whole
    return sum(
        search.parts.ways(part, whole) * count(part, target)
        for parts in search.levels
        for part in parts
        if search.has(part, target)
    )


class _Teller:
    """A counter of finished work that reports progress from time to time."""

    def __init__(self, stage: str, progress: ProgressCallback) -> None:
        self.done = 0
        self._stage = stage
        self._progress = progress
        self._begin = time.perf_counter()
        self._next = _REPORT

    def __call__(self, more: int) -> None:
        """Add finished work, and report it if a report is due."""
        self.done += more
        if self.done >= self._next:
            self._next = self.done + _REPORT
            self._progress(Progress(self._stage, time.perf_counter() - self._begin, nodes=self.done))


class _Split(NamedTuple):
    """A calculation ``left_value operator right_value``, with values of the parts ``left`` and ``right``."""

    left: int
    left_value: Number
    operator: str
    right: int
    right_value: Number


class _Way(NamedTuple):
    """A formula with its largest intermediate result and their sum; the smaller they are, the simpler it is."""

    largest: Number
    total: Number
    expression: Expression

    @property
    def rank(self) -> tuple[Number, Number]:
        """The formula's rank; a simpler formula has a smaller rank."""
        return self.largest, self.total


def _size(value: Number) -> Number:
    return -value if value < 0 else value


def _join(value: Number, a: _Way, operator: str, b: _Way, than: _Way | None) -> _Way:
    """Join two formulae; return ``than`` instead if that formula is at least as simple."""
    size = _size(value)
    largest, total = max(size, a.largest, b.largest), size + a.total + b.total
    if than is not None and (largest, total) >= than.rank:
        return than
    return _Way(largest, total, Expression.combine(a.expression, operator, b.expression))


class _Search:
    """A search for formulae: the values of a deal's parts, and the calculations that give them."""

    def __init__(self, numbers: tuple[Number, ...], high: int, rules: Rules) -> None:
        self.rules = rules
        self.parts = Parts(numbers)
        self._values = find_values(self.parts, high, rules)
        self._sets: dict[int, frozenset[Number]] = {}
        self._ascending: dict[int, tuple[Number, ...]] = {}
        self._best: dict[tuple[int, Number], _Way | None] = {}

    @cached_property
    def levels(self) -> list[list[int]]:
        """Return the parts that a solution may use, grouped by number of cards, ascending."""
        parts, whole = range(1, len(self.parts)), self.parts.whole
        if self.rules.use_all:
            return [[whole]]
        return [[p for p in parts if self.parts.size[p] == size] for size in range(1, self.parts.size[whole] + 1)]

    def values(self, part: int) -> frozenset[Number]:
        """Return the values of a part that is not the whole deal."""
        if part not in self._sets:
            self._sets[part] = self._values.numbers(part)
        return self._sets[part]

    def ascending(self, part: int) -> tuple[Number, ...]:
        """Return the values sorted, so that the choice among equally simple formulae is the same in every run."""
        if part not in self._ascending:
            self._ascending[part] = tuple(sorted(self.values(part)))
        return self._ascending[part]

    def has(self, part: int, target: int) -> bool:
        """Return whether a part reaches a target; for 0, which the values may lack, return whether to search for it."""
        if target == 0 and self.parts.size[part] > 1:
            return not self.rules.positive
        return (target > 0 or part != self.parts.whole) and self._values.has(part, target)

    def nearest(self, target: int, within: int) -> tuple[int, ...]:
        """Return the one or two values closest to a target, ascending; empty if none is within reach."""
        reached: set[int] = set()
        for part in (part for parts in self.levels for part in parts):
            reached |= self._values.between(part, target - within, target + within)
        least = min((abs(value - target) for value in reached), default=0)
        return tuple(sorted(value for value in reached if abs(value - target) == least))

    def simplest(self, target: int) -> Expression | None:
        """Find the simplest formula for a target."""
        for parts in self.levels:
            ways = [way for part in parts if self.has(part, target) if (way := self.best(part, target))]
            if ways:
                return min(ways, key=lambda way: way.rank).expression.left_to_right()
        return None

    def best(self, part: int, value: Number) -> _Way | None:
        """Find the simplest formula for a value that uses all numbers of a part, or ``None``."""
        if self.parts.size[part] == 1:
            return _Way(0, 0, Expression(self.parts.cards(part)[0]))
        key = (part, value)
        if key in self._best:
            return self._best[key]
        way: _Way | None = None
        for left, x, operator, right, y in self.splits(part, value):
            # The operands are also results, so skip the pair if one of them exceeds the best formula's largest result.
            if way is not None and any(
                self.parts.size[p] > 1 and _size(v) > way.largest for p, v in ((left, x), (right, y))
            ):
                continue
            a, b = self.best(left, x), self.best(right, y)
            if a is not None and b is not None:
                way = _join(value, a, operator, b, way)
        self._best[key] = way
        return way

    def splits(self, part: int, value: Number) -> Iterator[_Split]:
        """Yield the calculations that give a value of a part; sums and products have their larger operand first."""
        for first, second in self.parts.splits[part]:
            small, large = (first, second) if len(self.values(first)) <= len(self.values(second)) else (second, first)
            for y in self.ascending(small):
                for x, operator, swapped in self._operands(value, y):
                    if x in self.values(large):
                        if swapped or (operator in "+*" and y > x):
                            yield _Split(small, y, operator, large, x)
                        else:
                            yield _Split(large, x, operator, small, y)
            if value == 0:
                yield from self._nothing(first, second)
                yield from self._nothing(second, first)

    def _nothing(self, zero: int, rest: int) -> Iterator[_Split]:
        """Yield a product or quotient of zero and the simplest value of the other part; any value gives zero."""
        if 0 not in self.values(zero):
            return
        if "*" in self.rules.operators:
            if (any_value := self._cheapest(rest)) is not None:
                yield _Split(rest, any_value, "*", zero, 0)
        elif "/" in self.rules.operators and (any_value := self._cheapest(rest, divides=True)) is not None:
            yield _Split(zero, 0, "/", rest, any_value)

    def _cheapest(self, part: int, *, divides: bool = False) -> Number | None:
        """Find the value of a part that can be made with the smallest results, measured by the largest of them."""
        cheapest: Number | None = None
        least: Number = 0
        for value in sorted(self.ascending(part), key=_size):
            if cheapest is not None and _size(value) > least:
                break
            way = None if divides and value == 0 else self.best(part, value)
            if way is not None and (cheapest is None or way.largest < least):
                cheapest, least = value, way.largest
        return cheapest

    def _operands(self, value: Number, y: Number) -> Iterator[tuple[Number, str, bool]]:
        """Yield (x, operator, swapped) with ``x operator y`` equal to the value, or ``y operator x`` if swapped."""
        operators = self.rules.operators
        if "+" in operators:
            yield value - y, "+", False
        if "-" in operators:
            yield value + y, "-", False
            yield y - value, "-", True
        if "*" in operators and y and value:
            x = self._over(value, y)
            if x is not None:
                yield x, "*", False
        if "/" in operators and y:
            yield value * y, "/", False
            if value:
                x = self._over(y, value)
                if x is not None:
                    yield x, "/", True

    def _over(self, p: Number, q: Number) -> Number | None:
        if self.rules.fractions:
            return Fraction(p) / q
        quotient, rest = divmod(p, q)
        return None if rest else quotient

    def ordered(self, part: int, value: Number) -> Iterator[_Split]:
        """Yield the calculations that give a value of a part, with the operands in both orders."""
        for first, second in self.parts.splits[part]:
            for left, right in ((first, second), (second, first)) if first != second else ((first, second),):
                for y in self.ascending(right):
                    for x, operator, swapped in self._operands(value, y):
                        if not swapped and x in self.values(left):
                            yield _Split(left, x, operator, right, y)


class _Forms:
    """Formulae up to commutativity and associativity.

    A form is an integer that identifies a card, a sum (terms, subtracted terms) or a product (factors, divisors).
    """

    def __init__(self, search: _Search, tell: _Teller) -> None:
        self._search = search
        self._tell = tell
        self._memo: dict[tuple[int, Number], dict[int, _Way]] = {}
        self._numbers: dict[tuple[str, tuple[int, ...], tuple[int, ...]], int] = {}
        self._shapes: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = []
        self._value: list[Number] = []

    def of(self, part: int, value: Number) -> dict[int, _Way]:
        """Return the forms that make a value from all numbers of a part, each with its best arrangement."""
        parts = self._search.parts
        if parts.size[part] == 1:
            card = parts.cards(part)[0]
            return {self._number(("", (parts.values.index(card),), ()), card): _Way(0, 0, Expression(card))}
        key = (part, value)
        if key not in self._memo:
            forms: dict[int, _Way] = {}
            for left, x, operator, right, y in self._search.splits(part, value):
                for (f, a), (g, b) in product(self.of(left, x).items(), self.of(right, y).items()):
                    form = self._combine(f, operator, g, value)
                    if form is not None:
                        forms[form] = _join(value, a, operator, b, forms.get(form))
            self._tell(len(forms))
            if self._tell.done > MAX_FORMS:
                shown = " ".join(map(str, parts.cards(parts.whole)))
                raise LimitExceededError(
                    "there are more than {most:,} formulae to look at for {shown}; ask for fewer solutions",
                    most=MAX_FORMS,
                    shown=shown,
                )
            self._memo[key] = forms
        return self._memo[key]

    def _number(self, shape: tuple[str, tuple[int, ...], tuple[int, ...]], value: Number) -> int:
        number = self._numbers.setdefault(shape, len(self._shapes))
        if number == len(self._shapes):
            self._shapes.append(shape)
            self._value.append(value)
        return number

    def _combine(self, f: int, operator: str, g: int, value: Number) -> int | None:
        """Return the form of ``f operator g``; ``None`` if it has a redundant part."""
        kind = "+" if operator in "+-" else "*"
        over, under = self._flat(f, kind)
        more, less = self._flat(g, kind)
        if operator in "-/":
            more, less = less, more
        shape = (kind, tuple(sorted((*over, *more))), tuple(sorted((*under, *less))))
        rules = self._search.rules
        if shape not in self._numbers and not rules.use_all:
            terms, subtracted = (tuple(self._value[form] for form in forms) for forms in shape[1:])
            if has_redundant_part(kind, terms, subtracted, rules):
                return None
        return self._number(shape, value)

    def _flat(self, form: int, kind: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        own, over, under = self._shapes[form]
        return (over, under) if own == kind else ((form,), ())
