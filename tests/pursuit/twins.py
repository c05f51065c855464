"""Plain Python twins of the kernels of arithmetical pursuit."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb

Row = tuple[int, ...]


def results(x: int, y: int, signs: str) -> Iterator[int]:
    """Yield x op y for each operator if the result is an integer."""
    if "+" in signs:
        yield x + y
    if "-" in signs:
        yield x - y
    if "*" in signs:
        yield x * y
    if "/" in signs and y and x % y == 0:
        yield x // y


def both_ways(f: Counter[int], g: Counter[int], signs: str, ways: int = 1) -> Counter[int]:
    """Count how often each value occurs as x op y or y op x, for x in ``f`` and y in ``g``."""
    found: Counter[int] = Counter()
    for x, m in f.items():
        for y, n in g.items():
            for value in (*results(x, y, signs), *results(y, x, signs)):
                found[value] += m * n * ways
    return found


def one_way(f: Counter[int], g: Counter[int], signs: str) -> Counter[int]:
    """Count how often each value occurs as x op y, for x in ``f`` and y in ``g``."""
    found: Counter[int] = Counter()
    for x, m in f.items():
        for y, n in g.items():
            for value in results(x, y, signs):
                found[value] += m * n
    return found


def dense(found: Counter[int], bound: int) -> list[int]:
    """Return the counts of the values -bound, ..., bound as a list."""
    return [found[value] for value in range(-bound, bound + 1)]


def multisets(copies: Sequence[int], n: int) -> list[Row]:
    """Return all ascending rows of n indices, none of which occurs more often than the deck has copies of its value."""
    rows = combinations_with_replacement(range(len(copies)), n)
    return [row for row in rows if all(row.count(value) <= copies[value] for value in row)]


def rank(row: Row) -> int:
    """Return the rank of an ascending row in the combinatorial number system."""
    return sum(comb(value + i, i + 1) for i, value in enumerate(row))


def splits(row: Row) -> set[tuple[Row, Row]]:
    """Return all ways to split a row into two parts."""
    places = range(len(row))
    return {
        (tuple(row[i] for i in some), tuple(row[i] for i in places if i not in some))
        for size in range(1, len(row))
        for some in combinations(places, size)
    }


def joined(x: int, y: int, signs: str) -> set[int]:
    """Return the results of two positive values, without products and quotients with 1; equal values give 0."""
    small, large = sorted((x, y))
    found = set(results(large, small, signs.replace("*", "").replace("/", "")))
    if small > 1:
        found.update(results(large, small, signs.replace("+", "").replace("-", "")))
    return found


def values_below(row: Row, cards: Sequence[int], lower: dict[Row, set[int]], cap: int, signs: str) -> set[int]:
    """Return the values up to ``cap`` that use all cards of a row, and 0 if two parts have a value in common."""
    if len(row) == 1:
        return {value for value in [cards[row[0]]] if value <= cap}
    pairs = ((x, y) for one, two in splits(row) for x in lower[one] - {0} for y in lower[two] - {0})
    return {value for x, y in pairs for value in joined(x, y, signs) if value <= cap}


def partners(x: int, y: int, z: int, signs: str) -> int:
    """Count the ways to make z >= 0 from x and y by * and /, except multiplication and division by 1."""
    if z == 0 or y <= 1:
        return 0
    found = ("/" in signs) * ((x == z * y) + (z < y and x * z == y))
    return found + ("*" in signs and z > y and x * y == z)


def sums(x: int, y: int, z: int, signs: str) -> int:
    """Count the ways to make z >= 0 from x and y by + and -."""
    return ("+" in signs and x + y == z) + ("-" in signs and abs(x - y) == z)
