"""Enumerate every formula of a deal slowly and plainly, by the rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from perfectplay.core.errors import IllegalMoveError
from perfectplay.pursuit.rules import Number, PursuitPosition, Rules, calculate

Tree = int | tuple[Any, str, Any]

EVERY_RULE = [
    Rules(operators, use_all, fractions, positive)
    for operators in ("+-*/", "+*", "-*/", "-", "/", "+-", "*/", "-/")
    for use_all in (False, True)
    for fractions in (False, True)
    for positive in (False, True)
]


def positions_below(position: PursuitPosition) -> Iterator[PursuitPosition]:
    """Yield every position that play can reach, some of them more than once."""
    yield position
    for move in position.legal_moves():
        yield from positions_below(position.play(move))


def splits(cards: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield every way to split a deal into two parts; equal cards are told apart."""
    places = range(len(cards))
    for size in range(1, len(cards)):
        for chosen in combinations(places, size):
            yield tuple(cards[i] for i in chosen), tuple(cards[i] for i in places if i not in chosen)


@cache
def trees(cards: tuple[int, ...], rules: Rules) -> tuple[tuple[Number, Number, Tree], ...]:
    """Return the value, the largest result and the tree of each formula that uses all cards, in any order."""
    if len(cards) == 1:
        return ((cards[0], 0, cards[0]),)
    found = []
    for left, right in splits(cards):
        for x, a, f in trees(left, rules):
            for y, b, g in trees(right, rules):
                for operator in rules.operators:
                    with suppress(IllegalMoveError):
                        value = calculate(x, operator, y, rules)
                        found.append((value, max(value, -value, a, b), (f, operator, g)))
    return tuple(found)


def parts_of(cards: tuple[int, ...], rules: Rules) -> list[tuple[int, ...]]:
    """Return the sets of cards that a formula may use, each once, smaller sets first."""
    cards = tuple(sorted(cards))
    sizes = [len(cards)] if rules.use_all else range(1, len(cards) + 1)
    return [part for size in sizes for part in sorted(set(combinations(cards, size)))]


@cache
def values_of(cards: tuple[int, ...], rules: Rules) -> frozenset[Number]:
    """Return the values of all formulae that use all cards, however large they are."""
    if len(cards) == 1:
        return frozenset(cards)
    found = set()
    for left, right in set(splits(cards)):
        for x in values_of(left, rules):
            for y in values_of(right, rules):
                for operator in rules.operators:
                    with suppress(IllegalMoveError):
                        found.add(calculate(x, operator, y, rules))
    return frozenset(found)


def fewest_of(cards: tuple[int, ...], low: int, high: int, rules: Rules) -> list[int]:
    """Return the fewest numbers that reach each target from ``low`` to ``high``, or 0 for an unreachable target."""
    fewest = dict.fromkeys(range(low, high + 1), 0)
    for part in parts_of(cards, rules):
        for value in values_of(part, rules):
            if value in fewest and not fewest[int(value)]:
                fewest[int(value)] = len(part)
    return list(fewest.values())


def essence(tree: Tree) -> Any:
    """Return a form that two formulae share if only commutativity and associativity distinguish them."""
    if isinstance(tree, int):
        return tree
    left, operator, right = tree
    kind = "sum" if operator in "+-" else "product"
    over: list[Any] = []
    under: list[Any] = []
    for side, form in ((0, essence(left)), (1, essence(right))):
        turned = side == 1 and operator in "-/"
        if isinstance(form, tuple) and form[0] == kind:
            (under if turned else over).extend(form[1])
            (over if turned else under).extend(form[2])
        else:
            (under if turned else over).append(form)
    return kind, tuple(sorted(over, key=repr)), tuple(sorted(under, key=repr))


def value_of(form: Any) -> Fraction:
    """Return the common value of all formulae whose `essence` is this form."""
    if isinstance(form, int):
        return Fraction(form)
    kind, over, under = form
    result = Fraction(kind == "product")
    for one in over:
        result = result + value_of(one) if kind == "sum" else result * value_of(one)
    for one in under:
        result = result - value_of(one) if kind == "sum" else result / value_of(one)
    return result


def is_redundant(form: Any, rules: Rules) -> bool:
    """Return whether some terms of a sum cancel to 0, or some factors to 1, and the rules allow the remaining ones."""
    if isinstance(form, int):
        return False
    kind, over, under = form
    if any(is_redundant(one, rules) for one in (*over, *under)):
        return True
    operands = [*over, *under]
    places = range(len(operands))
    for size in range(1, len(operands)):
        for some in combinations(places, size):
            more = tuple(operands[i] for i in some if i < len(over))
            less = tuple(operands[i] for i in some if i >= len(over))
            if value_of((kind, more, less)) != (0 if kind == "sum" else 1):
                continue
            rest = [i for i in places if i not in some]
            turned = frozenset(place for place, i in enumerate(rest) if i >= len(over))
            if turned in arrangements(kind, tuple(value_of(operands[i]) for i in rest), rules):
                return True
    return False


@cache
def arrangements(kind: str, values: tuple[Fraction, ...], rules: Rules) -> frozenset[frozenset[int]]:
    """Return, for each allowed formula of these operands, the set of operands that it subtracts or divides by."""
    signs = [sign for sign in rules.operators if sign in ("+-" if kind == "sum" else "*/")]

    def formulae(places: tuple[int, ...]) -> set[tuple[Number, frozenset[int]]]:
        if len(places) == 1:
            return {(values[places[0]], frozenset())}
        found = set()
        for left, right in splits(places):
            for (x, a), (y, b), sign in product(formulae(left), formulae(right), signs):
                with suppress(IllegalMoveError):
                    found.add((calculate(x, sign, y, rules), a | (b if sign in "+*" else frozenset(right) - b)))
        return found

    return frozenset(turned for _, turned in formulae(tuple(range(len(values)))))
