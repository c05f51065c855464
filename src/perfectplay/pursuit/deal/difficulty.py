"""The difficulty of a deal for human players, with reasons in words.

The reasons reveal no solution, so they can be shown before the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from perfectplay.core.errors import LimitExceededError
from perfectplay.pursuit.reach import reach
from perfectplay.pursuit.rules import Rules, check_numbers, check_target
from perfectplay.pursuit.search.solutions import Solution, solutions, solve
from perfectplay.pursuit.search.values import shared_values

__all__ = ["GRADES", "PursuitDifficulty", "grade"]

Grade = Literal["very easy", "easy", "medium", "hard", "very hard", "impossible"]
"""A grade of difficulty, in words."""

GRADES: tuple[tuple[Grade, int], ...] = (
    ("very easy", 10),
    ("easy", 20),
    ("medium", 35),
    ("hard", 50),
    ("very hard", 99),
    ("impossible", 100),
)
"""The grades, each with its maximum number of points."""
_STEP = 10
_COUNTED = 20
_FEW = ((1, 15), (4, 10), (_COUNTED - 1, 5), (_COUNTED, 0))
_DIVISION = 10
_FRACTIONS = 20
_SIZES = ((10_000, 10), (1_000, 5))
_SCHEME = 10
_IMPOSSIBLE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitDifficulty:
    """The difficulty of a deal.

    Attributes
    ----------
    grade
        One of the words of `GRADES`.
    points
        From 0 to 99; 100 if the target cannot be hit.
    reasons
        At least one reason for the grade, one line each, with its points in brackets if it has any.
    """

    grade: Grade
    points: int
    reasons: tuple[str, ...]


def grade(numbers: Iterable[int], target: int, rules: Rules | None = None) -> PursuitDifficulty:
    """Grade how hard it is for people to hit a target.

    Raises `InvalidPositionError` or `LimitExceededError` if a number or the target is out of range, or if together they
    are too large for the solver.

    Notes
    -----
    A target that is one of the dealt numbers has the fewest points. Otherwise the points are the sum of

    * 10 for each step of the shortest solution;
    * 15 if there is essentially one solution, 10 if there are 2 to 4, 5 if there are 5 to 19; nothing if there are
      more, or too many formulae to examine;
    * 10 if every solution needs a division;
    * 20 if every solution needs a fraction as an intermediate result;
    * 5 if an intermediate result of the simplest solution exceeds the target and 1,000; 10 if it also exceeds 10,000;
    * -10 if a simple scheme works: at most one product of a number and another number (or a sum or difference of two
      numbers), to which single numbers are added or from which they are subtracted;

    but at least 0 and at most 99.  The weights are judgements, not measurements. They were chosen so that a
    further number in the deal never makes a target harder, unless all numbers must be used.

    Takes about ten milliseconds for six numbers.

    Examples
    --------
    >>> grade([3, 6, 9, 10, 50, 100], 951).grade
    'medium'
    >>> print(*grade([1, 3, 7, 10, 25, 50], 831).reasons)
    831 cannot be hit; the closest is 830, in 4 steps
    """
    dealt, rules = check_numbers(numbers), rules or Rules()
    with shared_values():
        return _judged(solve(dealt, check_target(target), rules))


def _judged(best: Solution) -> PursuitDifficulty:
    if not best.reachable:
        return PursuitDifficulty(grade=GRADES[-1][0], points=_IMPOSSIBLE, reasons=(_miss(best),))
    if not best.operations:
        return PursuitDifficulty(grade=GRADES[0][0], points=0, reasons=("the target itself is dealt",))
    judged = _reasons(best)
    points = max(0, min(_IMPOSSIBLE - 1, sum(weight for weight, _ in judged)))
    word = next(name for name, most in GRADES if points <= most)
    reasons = tuple(f"{words} ({weight:+})" if weight else words for weight, words in judged)
    return PursuitDifficulty(grade=word, points=points, reasons=reasons)


def _miss(best: Solution) -> str:
    if best.expression is None or best.expression.value != best.value:
        return f"{best.target} cannot be hit; no result comes closer than 0, which counts if you make nothing"
    way = f"in {_count(best.operations, 'step')}" if best.operations else "which is dealt"
    return f"{best.target} cannot be hit; the closest is {best.value}, {way}"


def _reasons(best: Solution) -> list[tuple[int, str]]:
    steps = _count(best.operations, "step")
    reasons = [(_STEP * best.operations, f"it takes {steps}")]
    reasons.append(_variety(best))
    if not _without_division(best):
        reasons.append((_DIVISION, "it cannot be done without division"))
    if best.rules.fractions and not _reaches(best, replace(best.rules, fractions=False)):
        reasons.append((_FRACTIONS, "it cannot be done without fractions"))
    largest = best.largest
    # Do not count results up to the size of the target, because every solution has results of that size.
    if largest > best.target:
        reasons += [(weight, f"a result on the way is beyond {size:,}") for size, weight in _SIZES if largest > size][
            :1
        ]
    if _has_scheme(best.numbers, best.target, best.rules):
        reasons.append((-_SCHEME, "there is a simple scheme: at most one product, and numbers added or taken away"))
    return reasons


def _variety(best: Solution) -> tuple[int, str]:
    try:
        # Callers have already checked that there is a solution.
        count = max(1, len(solutions(best.numbers, best.target, best.rules, limit=_COUNTED)))
    except LimitExceededError:
        return 0, "there are more formulae than can be looked at"
    weight = next(weight for most, weight in _FEW if count <= most)
    if count == 1:
        return weight, "there is only one solution"
    least = "at least " if count == _COUNTED else ""
    return weight, f"there are {least}{count} essentially different solutions"


def _without_division(best: Solution) -> bool:
    others = best.rules.operators.replace("/", "")
    if others == best.rules.operators:
        return True
    # Without division all results are integers, so forbid fractions: that makes the search much faster.
    return bool(others) and _reaches(best, replace(best.rules, operators=others, fractions=False))


def _reaches(best: Solution, rules: Rules) -> bool:
    # Test only whether the target is reachable: finding the closest number might exceed the solver's limits.
    return bool(reach(best.numbers, best.target, best.target, rules).targets)


def _has_scheme(numbers: tuple[int, ...], target: int, rules: Rules) -> bool:
    """Return whether the target can be hit by adding and subtracting numbers, with at most one simple product."""
    if (target, True) in _sums(numbers, rules):
        return True
    for i, number in enumerate(numbers if "*" in rules.operators else ()):
        others = numbers[:i] + numbers[i + 1 :]
        for chosen in (*combinations(range(len(others)), 1), *combinations(range(len(others)), 2)):
            sums = _sums(tuple(term for j, term in enumerate(others) if j not in chosen), rules)
            for factor in _factors([others[j] for j in chosen], rules):
                product = number * factor
                # Without +, either the other terms are subtracted from the product, or the product from them.
                added = {False} if "+" not in rules.operators else {False, True}
                if any((target - product, has) in sums for has in added):
                    return True
                if "-" in rules.operators and (target + product, True) in sums:
                    return True
    return False


def _factors(numbers: list[int], rules: Rules) -> set[int]:
    """Return the factors that can be made of one number, or of two numbers by addition or subtraction.

    A negative difference is useful only without +, because subtracting its product increases the result.
    """
    if len(numbers) == 1:
        return set(numbers)
    low, high = sorted(numbers)
    factors = {low + high} if "+" in rules.operators else set()
    if "-" not in rules.operators:
        return factors
    if "+" not in rules.operators and not rules.positive:
        factors.add(low - high)
    # Zero is a valid difference unless the rules require positive results.
    return factors | ({high - low} if high > low or not rules.positive else set())


def _sums(numbers: tuple[int, ...], rules: Rules) -> set[tuple[int, bool]]:
    """Return the results of adding and subtracting numbers; each result comes with a flag, set if a number is added.

    Without +, at most one number is added.
    """
    sums = {(0, False)}
    for number in numbers:
        more = {(total + number, True) for total, has in sums if not has or "+" in rules.operators}
        less = {(total - number, has) for total, has in sums if "-" in rules.operators}
        sums = more | less | (set() if rules.use_all else sums)
    return sums


def _count(number: int, label: str) -> str:
    return f"{number} {label}" if number == 1 else f"{number} {label}s"
