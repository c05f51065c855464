"""Count, over all deals, the targets that people can reach if they avoid large results or calculate in a line."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.pursuit.deal.deals import CARDS, Deck
from perfectplay.pursuit.reach import check_range
from perfectplay.pursuit.search.parts import Parts
from perfectplay_research.person import MAX_LARGEST, next_results

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Flags = npt.NDArray[np.bool_]
    Bytes = npt.NDArray[np.uint8]

__all__ = ["MAX_DEALS", "habit_chances"]

MAX_DEALS = 100_000
"""Largest number of distinct deals."""

_MOST_NUMBERS = 6
_MOST_CELLS = 200_000_000
_NEVER = 255
_EVERY = 500
"""Number of deals between two progress reports."""


def habit_chances(
    deck: Deck = CARDS,
    numbers: int = 6,
    low: int = 1,
    high: int = 1000,
    *,
    largest: int = 1000,
    line: bool = True,
    progress: ProgressCallback = ignore_progress,
) -> tuple[Fraction, ...]:
    """Return the chances that people with certain habits but no time limit can hit a random target.

    Parameters
    ----------
    deck, numbers, low, high
        As for `perfectplay.pursuit.odds.odds`, with the article's rules and at most six numbers.
    largest
        Upper bound on every result, the last one included; numbers of the deal may be larger.
    line
        Whether each calculation takes the last result and one more number of the deal; otherwise formulae have any
        shape.
    progress
        Called from time to time; ``done`` and ``total`` count distinct deals.

    Returns
    -------
    tuple of Fraction
        Entry k - 1 is the chance with at most k of the numbers.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If an argument is out of range or too large.

    Notes
    -----
    The 18,395 deals of six cards take some seconds in a line, and a minute in any shape.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> habit_chances(SUIT, 3, 1, 100, largest=100)
    (Fraction(3, 100), Fraction(703, 7150), Fraction(527, 2860))
    """
    numbers = deck.check_count(numbers)
    check_range(low, high)
    if not 1 <= largest <= MAX_LARGEST:
        raise LimitExceededError(f"the largest result cannot be {largest:,}; it is from 1 to {MAX_LARGEST:,}")
    distinct = deck.distinct(numbers)
    if numbers > _MOST_NUMBERS or distinct > MAX_DEALS or distinct * (max(high, largest) + 1) > _MOST_CELLS:
        raise LimitExceededError(
            f"{numbers} numbers of the deck {quote(deck.name)} with results up to {max(high, largest):,} are "
            "too many to look at; take fewer numbers, or smaller results"
        )
    import numpy as np  # noqa: PLC0415  # numpy belongs to the solvers

    began = time.monotonic()
    totals = np.zeros(numbers + 1, dtype=object)
    found = (_lines if line else _formulae)(deck, numbers, high, largest)
    for done, (deal, fewest) in enumerate(found, 1):
        counts = np.bincount(fewest[low : high + 1], minlength=_NEVER + 1)[: numbers + 1]
        totals += deck.weight(deal) * counts.astype(object)
        if done % _EVERY == 0 or done == distinct:
            progress(Progress("habits", time.monotonic() - began, done=done, total=distinct))
    pairs = deck.total(numbers) * (high - low + 1)
    return tuple(Fraction(int(sum(totals[1 : k + 1])), pairs) for k in range(1, numbers + 1))


def _lines(deck: Deck, numbers: int, high: int, largest: int) -> Iterator[tuple[tuple[int, ...], Bytes]]:
    """Yield each deal with an array that maps each value (the index) to the fewest numbers that make it in a line.

    To find the values of a deal in a line, combine each card with the values that the other cards make in a line.
    """
    import numpy as np  # noqa: PLC0415  # numpy belongs to the solvers

    size = max(high, largest) + 1
    before: dict[tuple[int, ...], tuple[Flags, Bytes]] = {}
    for n in range(1, numbers + 1):
        now: dict[tuple[int, ...], tuple[Flags, Bytes]] = {}
        for deal in deck.deals(n):
            values = np.zeros(size, dtype=np.bool_)
            fewest = np.full(size, _NEVER, dtype=np.uint8)
            if n == 1 and deal[0] < size:
                values[deal[0]] = True
            for i, card in enumerate(deal if n > 1 else ()):
                if i and card == deal[i - 1]:
                    continue
                others, few = before[deal[:i] + deal[i + 1 :]]
                # A dealt number may exceed the largest allowed result, but it can still be divided.
                made = np.array([deal[1 - i]]) if n == 2 else others.nonzero()[0]
                for results in next_results(made, card):
                    values[results[results <= largest]] = True
                # `next_results` returns 0 for an operation that is not possible.
                values[0] = False
                np.minimum(fewest, few, out=fewest)
            fewest[values & (fewest > n)] = n
            now[deal] = values, fewest
            if n == numbers:
                yield deal, now.pop(deal)[1]
        before = now


def _formulae(deck: Deck, numbers: int, high: int, largest: int) -> Iterator[tuple[tuple[int, ...], Bytes]]:
    """Yield each deal with an array that maps each value (the index) to the fewest numbers in a formula for it."""
    import numpy as np  # noqa: PLC0415  # numpy belongs to the solvers

    from perfectplay.pursuit.kernels import reach as kernels  # noqa: PLC0415  # numpy belongs to the solvers

    flags = kernels.PLUS | kernels.MINUS | kernels.TIMES | kernels.OVER
    top = min(high, largest)
    for deal in deck.deals(numbers):
        parts = Parts(deal)
        cards, singles, splits, bounds = parts.arrays
        caps = np.full(len(parts), largest, dtype=np.int64)
        pool, start = kernels.whole_values(cards, singles, splits, bounds, caps, flags, largest + 1)
        fewest = np.full(max(high, largest) + 1, _NEVER, dtype=np.uint8)
        whole = parts.whole
        if numbers > 1:
            hit = np.zeros(top, dtype=np.bool_)
            kernels.mark_whole(pool, start, splits, bounds[whole], bounds[whole + 1], flags, 1, hit)
            fewest[1 : top + 1][hit] = numbers
        for part in sorted(range(1, whole), key=parts.size.__getitem__, reverse=True):
            values = pool[start[part] : start[part + 1]]
            fewest[values[values < len(fewest)]] = parts.size[part]
        if numbers == 1 and deal[0] < len(fewest):
            fewest[deal[0]] = 1
        yield deal, fewest
