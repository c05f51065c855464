"""Redundant parts of a formula: operands that cancel each other, so the formula has the same value without them."""

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
    """Return whether some operands, but not all, cancel, and the rules allow a formula of the rest.

    ``kind`` is ``"+"`` for a sum, in which terms cancel to 0, or ``"*"`` for a product, in which factors cancel to 1.
    ``over`` are the added terms or the factors, ``under`` the subtracted terms or the divisors; no factor is
    zero.

    Notes
    -----
    Without + no formula adds two terms, and without - none subtracts one; the same holds for factors and divisors. So a
    part that cancels may be needed to write the formula: with - alone, 7 can be written as 5-((3-3)-2).

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
    """Return whether some operands, but not all, cancel; usually they do not, so the slow test is rarely needed."""
    nothing = 0 if kind == "+" else 1
    operands = [*over, *(-value if kind == "+" else Fraction(1) / value for value in under)]
    # If all operands cancel, the complement of a cancelling set also cancels, so try only sets without the first.
    rest = operands[1:] if _value(kind, over, under) == nothing else operands
    reached: set[Number] = {nothing}
    for operand in rest:
        more = {value + operand if kind == "+" else value * operand for value in reached}
        if nothing in more:
            return True
        reached |= more
    return False


def _rests(kind: str, over: Operands, under: Operands) -> Iterator[tuple[Operands, Operands]]:
    """Yield the remaining operands after some, but not all, have cancelled."""
    nothing = 0 if kind == "+" else 1
    for (more, less), (rest_over, rest_under) in _halves(over, under):
        if _value(kind, more, less) == nothing:
            yield rest_over, rest_under


def _halves(over: Operands, under: Operands) -> Iterator[tuple[tuple[Operands, Operands], tuple[Operands, Operands]]]:
    """Yield all ways to divide the operands between two sides, neither of them empty."""
    for chosen in product((True, False), repeat=len(over) + len(under)):
        if any(chosen) and not all(chosen):
            others = [not side for side in chosen]
            yield _chosen(over, under, chosen), _chosen(over, under, others)


def _chosen(over: Operands, under: Operands, which: Sequence[bool]) -> tuple[Operands, Operands]:
    return tuple(compress(over, which)), tuple(compress(under, which[len(over) :]))


@lru_cache(maxsize=1 << 14)
def _can_be_written(kind: str, over: Operands, under: Operands, rules: Rules) -> bool:
    """Return whether the rules allow a formula with exactly these operands."""
    if not over or (kind == "*" and 0 in under):
        return False
    if not under and len(over) == 1:
        return True
    minus = "-" if kind == "+" else "/"
    if kind in rules.operators:
        # Add first and subtract last, and every result is at least the final one. Multiply first and divide last, and
        # every result is a multiple of the final one.
        return not under or minus in rules.operators
    value = _value(kind, over, under)
    if minus not in rules.operators or (rules.positive and value <= 0):
        return False
    if not rules.fractions and value.denominator != 1:
        return False
    # Inside a subtracted operand, added terms count as subtracted, and subtracted terms as added.
    return any(
        _can_be_written(kind, *left, rules)
        and _can_be_written(kind, less, more, rules)
        and not (kind == "*" and 0 in less)
        for left, (more, less) in _halves(over, under)
    )


def _value(kind: str, over: Operands, under: Operands) -> Number:
    return sum(over) - sum(under) if kind == "+" else Fraction(prod(over)) / prod(under)
