"""A model of a person with limited time for a deal, to compute the chance of a hit from stated assumptions.

No people were measured: each number in `Person` is an assumption that can be changed, and "Why we fail" in the
documentation says how much each of them matters.  The chance for a deal is calculated, not simulated; only the mean
over deals is estimated from a sample.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor, isfinite, nan, sqrt
from typing import TYPE_CHECKING

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.pursuit.rules import MAX_NUMBERS, PursuitPosition

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = [
    "MAX_CALCULATIONS",
    "MAX_LARGEST",
    "Attempts",
    "Estimate",
    "Person",
    "attempts",
    "estimate",
    "next_results",
    "rank_correlation",
]

MAX_LARGEST = 100_000
"""Upper bound on `Person.largest`."""

MAX_CALCULATIONS = 100_000
"""Largest number of calculations that a person makes in all attempts together."""

_MAX_FOCUS = 20
_MOST_NUMBERS = 6
"""Largest size of a deal: n numbers have 2^n subsets of used numbers."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who does mental arithmetic in a line: each calculation takes the last result and one more number.

    An attempt begins with a number of the deal, drawn in proportion to its size.  Each calculation takes the result so
    far and a remaining number, in either order.  Its result must be a positive whole number of at most ``largest``; it
    is drawn in proportion to ``(smaller / larger) ** focus`` of result and target.  The person hits if the result is
    the target or, with a ``glance``, if one more addition or subtraction makes the target.  After ``numbers`` numbers,
    or if no calculation is possible, the next attempt begins with the deal; failures are not remembered.  Before the
    first attempt, the person sees a target that is dealt or, with a glance, the sum or difference of two numbers.

    Parameters
    ----------
    pace
        Seconds for a calculation; an attempt that fails at once takes the same time.
    numbers
        Largest number of dealt numbers in a formula.
    largest
        Largest result that the person can keep in mind.
    focus
        How strongly the person prefers results near the target; 0 means that all results are equally likely.
    glance
        Whether the person sees the last addition or subtraction at a glance, so that it takes no time.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If one of the parameters is out of range.

    Examples
    --------
    >>> Person(pace=1.5).calculations(30)
    20
    """

    pace: float = 2.0
    numbers: int = 5
    largest: int = 1000
    focus: int = 1
    glance: bool = True

    def __post_init__(self) -> None:
        if not (isfinite(self.pace) and self.pace > 0):
            raise InvalidPositionError(f"a calculation cannot take {self.pace} seconds; it takes more than 0")
        for name, value, least, most in (
            ("most numbers", self.numbers, 1, MAX_NUMBERS),
            ("largest result", self.largest, 1, MAX_LARGEST),
            ("focus", self.focus, 0, _MAX_FOCUS),
        ):
            if not least <= value <= most:
                raise LimitExceededError(f"the {name} of a person cannot be {value:,}; it is from {least} to {most:,}")

    def calculations(self, seconds: float) -> int:
        """Return how many calculations the person makes in this time.

        Raises
        ------
        InvalidPositionError, LimitExceededError
            If the seconds are negative or too many.
        """
        if not (isfinite(seconds) and seconds >= 0):
            raise InvalidPositionError(f"nobody has {seconds} seconds; give a number from 0 on")
        # 0.3 seconds at a pace of 0.1 are 3 calculations, despite rounding errors.
        count = seconds / self.pace + 1e-9
        if count >= MAX_CALCULATIONS + 1:
            raise LimitExceededError(
                f"{seconds} seconds would be more than {MAX_CALCULATIONS:,} calculations of {self.pace} seconds"
            )
        return floor(count)


@dataclass(frozen=True)
class Attempts:
    """The chances of a person's attempts at a deal.

    Attributes
    ----------
    at_once
        Whether the person sees the target before the first calculation.
    hits
        Entry k is the chance that an attempt first hits at its calculation k; entry 0 is 0.
    failures
        Entry k is the chance that an attempt fails after k calculations.

    Examples
    --------
    >>> found = attempts(Person(), (2, 3, 7), 42)
    >>> found.chance(0), round(found.chance(1), 3), round(found.chance(15), 3)
    (0.0, 0.0, 0.924)
    >>> found.possible
    True
    """

    at_once: bool
    hits: tuple[float, ...]
    failures: tuple[float, ...]

    @property
    def possible(self) -> bool:
        """Return whether the person can find a hit, given enough time."""
        return self.at_once or any(self.hits)

    @cached_property
    def _known(self) -> list[float]:
        return [1.0 if self.at_once else 0.0]

    def chance(self, calculations: int) -> float:
        """Return the chance of a hit with at most this many calculations, over all attempts.

        An attempt hits at one of its calculations, or it fails and the next attempt has the remaining calculations.
        """
        known = self._known
        if self.at_once:
            return 1.0
        for n in range(len(known), calculations + 1):
            now = sum(self.hits[1 : n + 1])
            later = sum(self.failures[k] * known[n - k] for k in range(1, min(n + 1, len(self.failures))))
            known.append(min(1.0, now + later))
        return known[calculations]


def attempts(person: Person, numbers: Sequence[int], target: int) -> Attempts:
    """Return the chances of an attempt at a deal.

    Parameters
    ----------
    person
        The person who attempts the deal.
    numbers
        The deal: one to six positive integers.
    target
        The target to hit, by the article's rules.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If a number or the target is out of range, or there are more than six numbers.

    Notes
    -----
    After each calculation, the chances of all results are kept for every set of used numbers.  This takes five
    milliseconds for six numbers and results up to 1,000; time is proportional to ``largest``.

    Examples
    --------
    >>> attempts(Person(), (3, 6, 9, 10, 50, 100), 951).possible
    True
    >>> attempts(Person(), (1, 3, 7, 10, 25, 50), 831).possible
    False
    """
    game = PursuitPosition.new(numbers, target)
    dealt = game.numbers
    if len(dealt) > _MOST_NUMBERS:
        raise LimitExceededError(
            f"{len(dealt)} numbers are too many for the model of a person; {_MOST_NUMBERS} are possible"
        )
    if _seen(person, dealt, target):
        return Attempts(at_once=True, hits=(0.0,), failures=(0.0,))
    import numpy as np  # noqa: PLC0415  # numpy belongs to the solvers

    steps = min(person.numbers, len(dealt)) - 1
    hits, failures = [0.0] * (steps + 1), [0.0] * (max(steps, 1) + 1)
    results = np.arange(person.largest + 1, dtype=np.float64)
    results[0] = 1
    weights = (np.minimum(results, target) / np.maximum(results, target)) ** person.focus
    weights[0] = 0  # 0 marks impossible results
    table = {1 << i: _start(person, number, sum(dealt)) for i, number in enumerate(dealt)}
    # An attempt that begins with a number too large to remember fails.
    failures[1] += 1 - sum(float(row.sum()) for row in table.values())
    for step in range(1, steps + 1):
        after: dict[int, Floats] = {}
        for used, row in table.items():
            failures[max(1, step - 1)] += _carry(row, used, dealt, weights, after)
        glance = person.glance and step + 1 < person.numbers
        hits[step] = sum(_take_hits(row, used, dealt, target, glance=glance) for used, row in after.items())
        table = after
    failures[max(1, steps)] += sum(float(row.sum()) for row in table.values())
    return Attempts(at_once=False, hits=tuple(hits), failures=tuple(failures))


def _seen(person: Person, numbers: tuple[int, ...], target: int) -> bool:
    """Return whether the person sees the target at once, before a calculation takes any time."""
    if target in numbers:
        return True
    pairs = ((x, y) for i, x in enumerate(numbers) for y in numbers[:i])
    return person.glance and person.numbers > 1 and any(target in {x + y, abs(x - y)} for x, y in pairs)


def _start(person: Person, number: int, total: int) -> Floats:
    import numpy as np  # noqa: PLC0415  # numpy belongs to the solvers

    row = np.zeros(person.largest + 1)
    if number <= person.largest:
        row[number] = number / total
    return row


def _carry(row: Floats, used: int, numbers: tuple[int, ...], weights: Floats, after: dict[int, Floats]) -> float:
    """Add the chances of each next result to ``after``, and return the chance that no calculation is possible."""
    import numpy as np  # noqa: PLC0415  # numpy belongs to the solvers

    (results,) = row.nonzero()
    chances = row[results]
    ways = []
    total = np.zeros(len(results))
    for i, number in enumerate(numbers):
        if used >> i & 1:
            continue
        for found in next_results(results, number):
            kept = np.where(found < len(weights), found, 0)
            weight = weights[kept]
            total += weight
            ways.append((used | 1 << i, kept, weight))
    stuck = total == 0
    shares = np.where(stuck, 0, chances / np.where(stuck, 1, total))
    for now, kept, weight in ways:
        made: Floats = np.bincount(kept, weights=shares * weight, minlength=len(row)).astype(np.float64)
        after[now] = after[now] + made if now in after else made
    return float(chances[stuck].sum())


def next_results(results: npt.NDArray[np.int64], number: int) -> tuple[npt.NDArray[np.int64], ...]:
    """Return the sums, differences, products and quotients of results and a number; 0 marks an impossible one.

    Examples
    --------
    >>> import numpy
    >>> [found.tolist() for found in next_results(numpy.array([2, 6]), 6)]
    [[8, 12], [4, 0], [12, 36], [3, 1]]
    """
    import numpy as np  # noqa: PLC0415  # numpy belongs to the solvers

    large, small = np.maximum(results, number), np.minimum(results, number)
    quotient = np.where(large % small == 0, large // small, 0)
    return results + number, large - small, results * number, quotient


def _take_hits(row: Floats, used: int, numbers: tuple[int, ...], target: int, *, glance: bool) -> float:
    """Set to 0 the chances of results that hit the target, and return the sum of these chances."""
    left = {number for i, number in enumerate(numbers) if not used >> i & 1} if glance else set()
    hitting = {target} | {target - number for number in left} | {target + number for number in left}
    places = sorted(place for place in hitting if 0 < place < len(row))
    taken = float(row[places].sum())
    row[places] = 0
    return taken


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """The mean of a sample, and its standard error.

    Attributes
    ----------
    mean, error
        The mean, and its standard error.

    Examples
    --------
    >>> estimate([0.0, 1.0])
    Estimate(mean=0.5, error=0.5)
    """

    mean: float
    error: float


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of two values or more, and its standard error.

    Raises
    ------
    InvalidPositionError
        If there are fewer than two values.

    Examples
    --------
    >>> estimate([1, 1, 4, 4]).mean
    2.5
    """
    if len(values) < 2:
        raise InvalidPositionError(f"{len(values)} deals have no standard error; take 2 or more")
    mean = sum(values) / len(values)
    return Estimate(
        mean=mean, error=sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    )


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation, in which equal values share the mean of their ranks.

    The result is not a number (NaN) if all values of one of the two lists are equal.

    Examples
    --------
    >>> round(rank_correlation([1, 2, 3], [10, 20, 15]), 9), round(rank_correlation([1, 2, 2], [7, 5, 5]), 9)
    (0.5, -1.0)
    """
    (ours, our), (theirs, their) = _centred(one), _centred(other)
    if not our or not their:
        return nan
    return sum(x * y for x, y in zip(ours, theirs, strict=True)) / sqrt(our * their)


def _centred(values: Sequence[float]) -> tuple[list[float], float]:
    """Return the ranks minus their mean, and the sum of the squares of these differences."""
    ordered = sorted(values)
    middle = (len(values) - 1) / 2
    ranks = [(bisect_left(ordered, value) + bisect_right(ordered, value) - 1) / 2 - middle for value in values]
    return ranks, sum(rank * rank for rank in ranks)
