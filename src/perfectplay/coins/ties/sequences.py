"""Integer sequences about rows of coins: the values of all rows in a fixed order, and the numbers of ties.

Source: P. Kagey, A276165 to A276167 in the OEIS (2016), for rows in the order of A066099.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from perfectplay.coins.row.fusion import reduce_row, valley_margin
from perfectplay.coins.ties import tie_counts
from perfectplay.core.game.parts import Entry

__all__ = ["ENTRIES"]

_ROWS = 1 << 15
"""Number of rows whose values are listed: all rows with a sum of at most 15."""
_LENGTHS = {2: 40, 3: 20}
"""Map the largest coin k to the greatest length whose ties are counted, in a few tenths of a second for each k."""


def composition(n: int) -> list[int]:
    """Return row n of A066099, which lists the compositions of all numbers in the order of their binary codes."""
    row: list[int] = []
    # Each 1 begins a new part, and each 0 makes the last part one larger.
    for digit in f"{n:b}" if n else "":
        if digit == "1":
            row.append(1)
        else:
            row[-1] += 1
    return row


def _worth(value: Callable[[int, int], int]) -> Iterator[int]:
    for n in range(_ROWS):
        row = composition(n)
        yield value(sum(row), int(valley_margin(reduce_row(row))))


def _margin(_total: int, margin: int) -> int:
    return margin


def _first(total: int, margin: int) -> int:
    return (total + margin) // 2


def _second(total: int, margin: int) -> int:
    return (total - margin) // 2


def _tied(k: int, step: int) -> Iterator[int]:
    return (count for length, count in tie_counts(k, _LENGTHS[k]) if length % step == 0)


_GAME = (
    "Two players take turns; each takes a coin from one of the two ends of a row, and both want the larger sum. Under "
    "best play by both, a row is tied if both get the same."
)
_WINKLER = "P. Winkler, Mathematical Puzzles: A Connoisseur's Collection, A K Peters/CRC Press, 2003, pages 1-2."
_IDZIASZEK = "T. Idziaszek, An optimal algorithm for calculating the profit in the coins in a row game."
_YORGEY = "B. Yorgey, The greedy coins game, The Math Less Traveled, 2017."
_KNOWN = 10_000


def _of_compositions(definition: str, number: str, value: Callable[[int, int], int], *more: str) -> Entry:
    formula, example, *keywords = more
    return Entry(
        definition=f"a(n) is {definition} under best play by both in the row of coins that is row n of A066099.",
        terms=partial(_worth, value),
        offset=0,
        number=number,
        known=_KNOWN,
        comments=(_GAME,),
        formulas=(formula,),
        examples=(example,),
        references=(_WINKLER, _IDZIASZEK),
        related=tuple(name for name in ("A066099", "A276165", "A276166", "A276167") if name != number),
        keywords=keywords,
    )


def _of_ties(k: int, step: int, example: str) -> Entry:
    coins = " or ".join([", ".join(map(str, range(1, k))), str(k)])
    length = "2n" if step == 2 else "n"
    return Entry(
        definition=f"a(n) is the number of rows of {length} coins worth {coins} that are tied under best play by both.",
        terms=partial(_tied, k, step),
        comments=(
            _GAME,
            f"Of {length} such coins there are {k}^({length}) rows.",
        ),
        examples=(example,),
        references=(_YORGEY, _IDZIASZEK),
        related=("A276165",),
    )


ENTRIES = {
    "margins": _of_compositions(
        "what the first player wins by",
        "A276165",
        _margin,
        "a(n) = A276166(n) - A276167(n).",
        "a(25) = -1: the row is 1, 3, 1, and the first move uncovers the 3.",
        "sign",
    ),
    "first": _of_compositions(
        "what the first player gets",
        "A276166",
        _first,
        "a(n) = A276165(n) + A276167(n).",
        "a(88) = 5: the row is 2, 1, 4, and the first player takes 4 and 1, say.",
        "nonn",
    ),
    "second": _of_compositions(
        "what the second player gets",
        "A276167",
        _second,
        "a(n) = A276166(n) - A276165(n).",
        "a(25) = 3: the row is 1, 3, 1, and the second player takes the 3.",
        "nonn",
    ),
    "ties-2": _of_ties(2, 1, "a(3) = 1: 1 2 1, in which the first player gets two coins worth 1, and the other one 2."),
    "ties-2-even": _of_ties(2, 2, "a(1) = 2: 1 1 and 2 2."),
    "ties-3": _of_ties(3, 1, "a(2) = 3: 1 1, 2 2 and 3 3."),
    "ties-3-even": _of_ties(3, 2, "a(1) = 3: 1 1, 2 2 and 3 3."),
}
"""The OEIS sequences of this game, by name."""
