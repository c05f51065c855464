"""All targets that a deal can reach."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from perfectplay.core.errors import InvalidPositionError
from perfectplay.core.schema import Answer
from perfectplay.pursuit.rules import Rules, check_numbers, check_target
from perfectplay.pursuit.search.parts import Parts
from perfectplay.pursuit.search.values import CompiledValues, find_values

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["PursuitMap", "Reach", "TargetMap", "TargetRange", "check_range", "fewest_numbers", "reach"]


@dataclass(frozen=True, kw_only=True)
class TargetRange:
    """A range of targets.

    Attributes
    ----------
    low, high
        The first and the last target.
    """

    low: int
    high: int


@dataclass(frozen=True, kw_only=True)
class TargetMap(TargetRange):
    """A range of targets, and how many numbers of a deal each target needs.

    Attributes
    ----------
    numbers
        The deal.
    fewest
        For each target from ``low`` to ``high``, the fewest numbers that hit it, or 0 if it cannot be hit.
    """

    numbers: tuple[int, ...]
    fewest: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitMap(TargetMap):
    """All targets that a deal can hit.

    Attributes
    ----------
    rules
        The rules as text, ``""`` for the article's.
    reachable, missing
        The targets that can be hit, and the targets that cannot, ascending.
    count
        Number of targets that can be hit.

    Examples
    --------
    >>> reach([3, 6, 9]).as_answer().count
    22
    """

    rules: str
    reachable: tuple[int, ...]
    count: int
    missing: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Reach(TargetMap, Answer):
    """The targets that a deal reaches.

    Attributes
    ----------
    rules
        The rules.

    Examples
    --------
    >>> found = reach([1, 1, 1, 1, 2, 2])
    >>> found.count, found.targets[-1], found.missing[:3]
    (17, 18, (17, 19, 20))
    """

    rules: Rules

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The targets that can be reached, ascending."""
        return tuple(target for target, fewest in enumerate(self.fewest, self.low) if fewest)

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """The targets that cannot be reached, ascending."""
        return tuple(target for target, fewest in enumerate(self.fewest, self.low) if not fewest)

    @property
    def count(self) -> int:
        """Number of targets that can be reached."""
        return len(self.targets)

    def as_answer(self) -> PursuitMap:
        """Return the answer that ``--json`` prints and HTTP sends."""
        return PursuitMap(
            numbers=self.numbers,
            rules=str(self.rules),
            low=self.low,
            high=self.high,
            reachable=self.targets,
            count=self.count,
            missing=self.missing,
            fewest=self.fewest,
        )


def check_range(low: int, high: int) -> None:
    """Check that two numbers are a range of targets.

    Examples
    --------
    >>> check_range(1, 1000)
    """
    check_target(low)
    check_target(high)
    if low > high:
        raise InvalidPositionError(
            "there is no target from {low} to {high}; the first must not exceed the last", low=low, high=high
        )


def reach(numbers: Iterable[int], low: int = 1, high: int = 1000, rules: Rules | None = None) -> Reach:
    """Find all targets that a deal can reach.

    Parameters
    ----------
    numbers
        One to eight positive integers.
    low, high
        The first and the last target, from 1 to `perfectplay.pursuit.rules.MAX_TARGET`.
    rules
        The rules; by default the article's rules.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If a number or target is out of range, or all together they are too large for compiled code.

    Notes
    -----
    Takes ten milliseconds for six numbers and one or two seconds for eight; with fractions, 0.3 s and a minute.

    Examples
    --------
    >>> reach([3, 6, 9, 10, 50, 100]).count
    1000
    >>> reach([1, 1, 1, 1, 2, 2]).count
    17
    """
    dealt = check_numbers(numbers)
    check_range(low, high)
    rules = rules or Rules()
    values = find_values(Parts(dealt), high, rules)
    fewest = [0] * (high - low + 1)
    for part in _parts_used(values.parts, rules):
        for value in values.between(part, low, high):
            fewest[value - low] = values.parts.size[part]
    return Reach(numbers=dealt, rules=rules, low=low, high=high, fewest=tuple(fewest))


def fewest_numbers(numbers: tuple[int, ...], low: int, high: int, rules: Rules) -> npt.NDArray[np.uint8]:
    """Find the fewest numbers that reach each target, without checking arguments; use this for thousands of deals.

    Returns uint8, shape (high - low + 1,); 0 for targets that cannot be reached. Raises `LimitExceededError` if the
    numbers are together too large.

    Examples
    --------
    >>> fewest_numbers((3, 6, 9), 50, 52, Rules()).tolist()
    [0, 3, 0]
    """
    import numpy as np

    values = CompiledValues(Parts(numbers), high, rules)
    fewest = np.zeros(high - low + 1, dtype=np.uint8)
    for part in _parts_used(values.parts, rules):
        if part == values.parts.whole:
            fewest[values.mark(low, high)] = values.parts.size[part]
        else:
            integers = values.array(part)
            fewest[integers[(low <= integers) & (integers <= high)] - low] = values.parts.size[part]
    return fewest


def _parts_used(parts: Parts, rules: Rules) -> list[int]:
    """Return the parts of the deal that a solution may use, largest parts first."""
    return [parts.whole] if rules.use_all else sorted(range(1, len(parts)), key=parts.size.__getitem__, reverse=True)
