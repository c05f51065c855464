"""What the kernels of arithmetical pursuit do, in plain Python."""

from collections import Counter
from collections.abc import Iterator


def results(x: int, y: int, signs: str) -> Iterator[int]:
    """Yield x op y for each operator, if that is a whole number."""
    if "+" in signs:
        yield x + y
    if "-" in signs:
        yield x - y
    if "*" in signs:
        yield x * y
    if "/" in signs and y and x % y == 0:
        yield x // y


def both_ways(f: Counter[int], g: Counter[int], signs: str, ways: int = 1) -> Counter[int]:
    """Return how often each value comes up as x op y or y op x."""
    found: Counter[int] = Counter()
    for x, m in f.items():
        for y, n in g.items():
            for value in (*results(x, y, signs), *results(y, x, signs)):
                found[value] += m * n * ways
    return found


def one_way(f: Counter[int], g: Counter[int], signs: str) -> Counter[int]:
    """Return how often each value comes up as x op y."""
    found: Counter[int] = Counter()
    for x, m in f.items():
        for y, n in g.items():
            for value in results(x, y, signs):
                found[value] += m * n
    return found


def dense(found: Counter[int], bound: int) -> list[int]:
    """Return the counts of -bound, ..., bound."""
    return [found[value] for value in range(-bound, bound + 1)]
