"""Redundant parts of a formula: what cancels, where the rest can do without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import compress, product
from math import prod

from perfectplay.pursuit.rules import Number, Rules

__all__ = ["has_redundant_part"]

Operands = tuple[Number, ...]


def has_redundant_part(kind: str, over: Operands, under: Operands, rules: Rules) -> bool:
    """Whether some operands cancel, but not all, and the rest can be written by the rules.

    ``kind`` is ``"+"`` for a sum, where terms cancel to 0, or ``"*"`` for a product, where factors cancel to 1;
    ``over`` are the values that are added or multiplied, ``under`` those that are subtracted or divide, none of them
    zero then.

    Notes
    -----
    Without + there is no way to write two terms that are both added, and without - none to subtract one; likewise for
    factors and divisors.  So what cancels may be what makes the formula possible: with - alone, 5-((3-3)-2) is 7.

    Examples
    --------
    >>> has_redundant_part("*", (10,), (5, 1), Rules("+-/"))
    True
    >>> has_redundant_part("+", (5, 3, 2), (3,), Rules("-")), has_redundant_part("+", (5, 3, 2), (3,), Rules("+-"))
    (False, True)
    """
    if not _cancels(kind, over, under):
        return False
    return any(_can_be_written(kind, *rest, rules) for rest in _rests(kind, over, under))


def _cancels(kind: str, over: Operands, under: Operands) -> bool:
    """Whether some operands, but not all, come to nothing: mostly they do not, and this is the quickest way to tell."""
    nothing = 0 if kind == "+" else 1
    operands = [*over, *(-value if kind == "+" else Fraction(1) / value for value in under)]
    # If all come to nothing, so does what some of them leave: look at those without the first.
    rest = operands[1:] if _value(kind, over, under) == nothing else operands
    reached: set[Number] = {nothing}
    for operand in rest:
        more = {value + operand if kind == "+" else value * operand for value in reached}
        if nothing in more:
            return True
        reached |= more
    return False


def _rests(kind: str, over: Operands, under: Operands) -> Iterator[tuple[Operands, Operands]]:
    """Yield what is left where some operands, but not all, come to nothing."""
    nothing = 0 if kind == "+" else 1
    for (more, less), (rest_over, rest_under) in _halves(over, under):
        if _value(kind, more, less) == nothing:
            yield rest_over, rest_under


def _halves(over: Operands, under: Operands) -> Iterator[tuple[tuple[Operands, Operands], tuple[Operands, Operands]]]:
    """Yield all ways to share operands out to two, with some for each."""
    for chosen in product((True, False), repeat=len(over) + len(under)):
        if any(chosen) and not all(chosen):
            others = [not one for one in chosen]
            yield _chosen(over, under, chosen), _chosen(over, under, others)


def _chosen(over: Operands, under: Operands, which: Sequence[bool]) -> tuple[Operands, Operands]:
    return tuple(compress(over, which)), tuple(compress(under, which[len(over) :]))


@lru_cache(maxsize=1 << 14)
def _can_be_written(kind: str, over: Operands, under: Operands, rules: Rules) -> bool:
    """Whether there is a formula by the rules that has these operands and no others."""
    if not over or (kind == "*" and 0 in under):
        return False
    if not under and len(over) == 1:
        return True
    minus = "-" if kind == "+" else "/"
    if kind in rules.operators:
        # First add, then subtract: no result is less than the last one.  First multiply, then divide: every result is
        # a multiple of the last one.
        return not under or minus in rules.operators
    value = _value(kind, over, under)
    if minus not in rules.operators or (rules.positive and value <= 0):
        return False
    if not rules.fractions and value.denominator != 1:
        return False
    # Whatever is added to what is subtracted is subtracted.
    return any(
        _can_be_written(kind, *left, rules)
        and _can_be_written(kind, less, more, rules)
        and not (kind == "*" and 0 in less)
        for left, (more, less) in _halves(over, under)
    )


def _value(kind: str, over: Operands, under: Operands) -> Number:
    return sum(over) - sum(under) if kind == "+" else Fraction(prod(over)) / prod(under)
