"""The article's own programs, translated to Python: small, slow and readable.

Source: "Finally On An Arithmetical Pursuit", www.thusspakeak.com (2015), whose programs are in JavaScript, and the
earlier articles that it refers to.  Names and structure are unchanged, so that both can be read side by side. Tests
compare all faster code of this package with these functions.

An *arrangement* (the article's subset) is a text of ``x`` for a number and ``o`` for an operator, in reverse Polish
notation: ``xxxoo``.  A *formula* is a list of numbers and operators, such as ``[100, 6, "+", 9, "*"]``.  These programs
return ``None`` instead of NaN.  Numbers here are integers of any size; in JavaScript they are exact only up to 2^53,
which six cards never reach.
"""

from collections.abc import Callable, Iterator, Sequence
from math import perm

from perfectplay.pursuit.rules import OPERATORS

Formula = list[int | str]
"""Numbers and operators in reverse Polish notation."""

Calculator = Callable[[Sequence[int | str]], int | None]
"""The type of `rpn_calc` and `rpn_calc2`."""


def rpn_subsets(numbers: int) -> list[str]:
    """Return all arrangements of this many numbers with their operators (the article's deck 1).

    There is one operator fewer than there are numbers, and from left to right there are always more numbers than
    operators: 42 arrangements of six numbers, Catalan's number C(numbers - 1) in general.

    Parameters
    ----------
    numbers
        Number of ``x`` in every arrangement; at least 1.

    Examples
    --------
    >>> rpn_subsets(3)
    ['xxxoo', 'xxoxo']
    """
    found = []

    def extend(text: str, xs: int, os: int) -> None:
        if xs == numbers and os == numbers - 1:
            found.append(text)
            return
        if xs < numbers:
            extend(text + "x", xs + 1, os)
        if os + 1 < xs:
            extend(text + "o", xs, os + 1)

    extend("", 0, 0)
    return found


def operators_by_remainder(symbols: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """Yield every way to place ``count`` operators, by the remainders of successive divisions (the article's deck 2).

    An integer is divided by the number of symbols: the remainder picks the first symbol, the remainder of the
    quotient picks the second, and so on.  There are ``len(symbols) ** count`` ways in all.

    Examples
    --------
    >>> list(operators_by_remainder("+-", 2))
    [('+', '+'), ('-', '+'), ('+', '-'), ('-', '-')]
    """
    ops = [""] * count
    for oi in range(len(symbols) ** count):
        o = oi
        for i in range(count):
            o, j = divmod(o, len(symbols))
            ops[i] = symbols[j]
        yield tuple(ops)


def permutations_by_remainder(numbers: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to draw ``count`` of the numbers in order (the article's deck 3).

    Numbers are drawn like operators, but the divisor is how many numbers remain, and each remainder picks the number
    to swap into the next position; afterwards the swaps are undone in reverse.  Equal numbers are told apart,
    so there are ``perm(len(numbers), count)`` ways in all.

    Examples
    --------
    >>> list(permutations_by_remainder([1, 2, 3], 2))
    [(1, 2), (2, 1), (3, 2), (1, 3), (2, 3), (3, 1)]
    """
    numbers = list(numbers)
    swaps = [0] * count
    for xi in range(perm(len(numbers), count)):
        x = xi
        for i in range(count):
            x, j = divmod(x, len(numbers) - i)
            swaps[i] = i + j
        for i in range(count):
            numbers[i], numbers[swaps[i]] = numbers[swaps[i]], numbers[i]
        yield tuple(numbers[:count])
        for i in reversed(range(count)):
            numbers[i], numbers[swaps[i]] = numbers[swaps[i]], numbers[i]


def rpn_fill(subset: str, numbers: Sequence[int], operators: Sequence[str]) -> Formula:
    """Fill an arrangement: numbers replace each ``x`` and operators each ``o``, in their order.

    Examples
    --------
    >>> rpn_fill("xxoxo", [100, 6, 9], ["+", "*"])
    [100, 6, '+', 9, '*']
    """
    xs, os = iter(numbers), iter(operators)
    return [next(xs) if symbol == "x" else next(os) for symbol in subset]


def rpn_calc(formula: Sequence[int | str], *, ordered: bool = False) -> int | None:
    """Return the value of a formula, or ``None`` if it is not admissible.

    Negative numbers and zero are allowed as intermediate results, unless arguments are `ordered`. A division is allowed
    if it is exact and the divisor is not zero. The value of a list that is not a formula is ``None``, too.

    Examples
    --------
    >>> rpn_calc([3, 10, "-", 7, "/"]), rpn_calc([7, 2, "/"]), rpn_calc([7, 1, 1, "-", "/"])
    (-1, None, None)
    """
    stack: list[int] = []
    for arg in formula:
        if isinstance(arg, str):
            if len(stack) < 2:
                # From an empty stack, JavaScript pops `undefined`, and then calculates with NaN until the end.
                return None
            x2 = stack.pop()
            x1 = stack.pop()
            if ordered and x1 < x2:
                return None
            match arg:
                case "+":
                    stack.append(x1 + x2)
                case "-":
                    stack.append(x1 - x2)
                case "*":
                    stack.append(x1 * x2)
                case "/" if x2 != 0 and x1 % x2 == 0:
                    stack.append(x1 // x2)
                case _:
                    return None
        else:
            stack.append(arg)
    return stack[0] if len(stack) == 1 else None


def rpn_calc2(formula: Sequence[int | str]) -> int | None:
    """Return the value of a formula, or ``None`` for many that are equivalent to others (the article's listing 2).

    The result is ``None`` if a second argument is larger than the first. A sum or product has the same value with
    its arguments swapped, a quotient would be a fraction or zero, and a difference can change its sign later. So no
    intermediate result is negative.  A division by zero gives ``None``, too, because its remainder is NaN in
    JavaScript, which is not equal to zero.

    Examples
    --------
    >>> rpn_calc2([100, 6, "+"]), rpn_calc2([6, 100, "+"]), rpn_calc2([7, 1, 1, "-", "/"])
    (106, None, None)
    """
    return rpn_calc(formula, ordered=True)


def rpn_search(
    target: int,
    subset: str,
    numbers: Sequence[int],
    symbols: Sequence[str] = OPERATORS,
    calculate: Calculator = rpn_calc,
) -> Formula:
    """Return the first formula of an arrangement that hits the target, or an empty list (the article's listing 1).

    Numbers are drawn from the deal; the article's faster ``rpnSearch2`` calculates by `rpn_calc2`. There are ``perm(n,
    k) * len(symbols) ** (k - 1)`` formulae for k of n numbers: 737,280 for an arrangement of six.

    Examples
    --------
    >>> rpn_search(951, "xxoxoxo", [3, 6, 9, 100])
    [100, 6, '+', 9, '*', 3, '-']
    """
    xn = (len(subset) + 1) // 2
    for drawn in permutations_by_remainder(numbers, xn):
        for ops in operators_by_remainder(symbols, xn - 1):
            formula = rpn_fill(subset, drawn, ops)
            if calculate(formula) == target:
                return formula
    return []


def rpn_hits(hits: list[bool], subset: str, numbers: Sequence[int], symbols: Sequence[str] = OPERATORS) -> None:
    """Mark every target that an arrangement can hit (the article's listing 3).

    ``hits`` says whether the targets 1, 2, ... can be hit. It is changed in place, but only to ``True``.

    Examples
    --------
    >>> hits = [False] * 6
    >>> rpn_hits(hits, "xxo", [2, 3])
    >>> hits
    [True, False, False, False, True, True]
    """
    xn = (len(subset) + 1) // 2
    for drawn in permutations_by_remainder(numbers, xn):
        for ops in operators_by_remainder(symbols, xn - 1):
            n = rpn_calc2(rpn_fill(subset, drawn, ops))
            if n is not None and 0 < n <= len(hits):
                hits[n - 1] = True
