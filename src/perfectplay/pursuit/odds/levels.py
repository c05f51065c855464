"""Find the fewest numbers that reach each value, for all deals of a deck at once, as input of `odds`.

Values are found bottom-up and shared between deals. Consider a value x made from some cards of a deal, and targets up
to H. It matters only if x <= H * B, where B is the largest possible product of the other cards, with ones counted
as twos. For if x > H * B, joining x with a value y <= C of some other cards gives at least min(x - C, x / C). That
exceeds H * B / C, and so on until no card is left. One level below the top even fewer values matter: those above H are
dropped unless a single card can bring them to a target.

Two ideas speed up the top levels. First, the results of a multiset with a value y do not depend on the cards that make
y. So they are found once for every y, as a row of bits, and shared by all multisets that have the value y. Second,
quotients and products that hit a target are rare, so they are found backwards: a target and y determine x. A table
lists for every x its results with each y.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from math import comb, prod
from typing import TYPE_CHECKING, Any

from perfectplay.core.progress import Progress, ProgressCallback
from perfectplay.pursuit.deal.deals import Deck
from perfectplay.pursuit.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]
    Flags = npt.NDArray[np.bool_]
    Ints = npt.NDArray[np.int64]
    Numbers = npt.NDArray[np.int32]
    Words = npt.NDArray[np.uint64]

__all__ = ["estimate_seconds", "fast_matrix", "is_fast", "some_deals"]

_LIMIT = 1 << 62
_MOST_NUMBERS = 6
# Number of rows of bits that are converted to lists at a time; the lists must fit into the processor's cache.
_BATCH = 256
# Typical number of values of a multiset of 0, 1, 2, 3 cards.
_VALUES = (0, 1, 4, 14)
# Limits of the fast method. A slot takes up to 128 bytes of the hash table. A pair of a slot and a value of the other
# part takes one bit of memory and about 50 nanoseconds.
_MOST_SLOTS = 1 << 21
_MOST_PAIRS = 1 << 28
# Seconds for a deal of 0, 1, 2, ... numbers, without and with fractions, measured for deals such as 2 3 5 6 7 25 50 75.
_WHOLE = (0.0, 4e-5, 7e-5, 1.5e-4, 2e-4, 5e-4, 2.5e-3, 0.03, 0.4)
_FRACTIONS = (0.0, 4e-5, 7e-5, 1.5e-4, 2e-4, 9e-4, 0.018, 1.0, 120.0)
_CELL = 2e-8
_PAIR = 5e-8
_TARGET = 3e-6


@dataclass(frozen=True, slots=True)
class _Level:
    """All multisets of one size, with their values."""

    members: Ints
    index: Any
    starts: Ints
    items: Any
    universe: Ints
    table: Ints


class _Lower:
    """All multisets up to the size reached so far, numbered consecutively, from which `grow` makes the next size."""

    def __init__(self) -> None:
        import numpy as np

        self.index, self.index_at = np.empty(0, dtype=np.int32), np.zeros(2, dtype=np.int64)
        self.values, self.starts = np.empty(0, dtype=np.int64), np.zeros(1, dtype=np.int64)

    def grow(
        self, members: Ints, places: Numbers, cards: Ints, cap: int, binomials: Ints, use: Flags, reach: int
    ) -> tuple[_Level, Words]:
        """List the values of all multisets of the next size; also return the bits of the values below ``reach``."""
        import numpy as np

        from perfectplay.pursuit.kernels import odds as kernels

        own = np.zeros(len(members) + 1, dtype=np.int64)
        bits = np.zeros((len(members), reach // 64), dtype=np.uint64)
        lower = self.values, self.index, self.index_at, self.starts
        items, universe, table = kernels.grow(members, cards, cap, *lower, binomials, use, own, bits)
        # The shift also changes the -1 of ranks without a multiset, which is harmless: these entries are never read.
        self.index = np.concatenate((self.index, places + np.int32(len(self.starts) - 1)))
        self.index_at = np.append(self.index_at, self.index_at[-1] + len(places))
        self.starts = np.concatenate((self.starts, own[1:] + self.starts[-1]))
        self.values = np.concatenate((self.values, universe[items]))
        return _Level(members, places, own, items, universe, table.reshape(-1, 2)), bits


def is_fast(deck: Deck, numbers: int, high: int, rules: Rules) -> bool:
    """Return whether `fast_matrix` is applicable: it ignores zero, negative numbers and fractions, and uses 62 bits.

    With ``+`` and ``-``, negative results reach no new targets, and without ``-`` there are none. Without ``/``,
    allowing fractions changes nothing. A few deals with very high targets are computed faster one by one.
    """
    if rules.use_all or (rules.fractions and "/" in rules.operators) or numbers > _MOST_NUMBERS:
        return False
    if "-" in rules.operators and "+" not in rules.operators and not rules.positive:
        return False
    largest = _bounds(deck, numbers)
    if max(largest[max(1, numbers - 2)], (high + 64) * largest[1] * largest[numbers // 2]) >= _LIMIT:
        return False
    slots, pairs = _work(deck, numbers, high)
    return slots <= _MOST_SLOTS and pairs <= _MOST_PAIRS


def _work(deck: Deck, numbers: int, high: int) -> tuple[int, int]:
    """Estimate how many slots one level below the top has, and how many pairs of a slot and another part's value."""
    reach = high + 64
    if numbers < 2:
        return reach, reach
    # Estimate the length of the list that `_slots` builds: small values, then sums, differences and products.
    slots = reach + sum(reach + min(card, reach) + min(max(card - reach, 0), reach) for card in deck.values)
    most = [deck.distinct(b) * _VALUES[b] for b in range(1, numbers // 2 + 1)]
    if numbers == 2:
        return reach, most[0] * reach
    return slots, max(most[(numbers - 1) // 2 - 1] * slots, most[-1] * reach)


def estimate_seconds(deck: Deck, numbers: int, high: int, rules: Rules) -> float:
    """Estimate the processor time of the odds up to a value in seconds; the error is at most about a factor of five."""
    deals = deck.distinct(numbers)
    seconds = _CELL * deals * (high + 64) + _TARGET * high
    if is_fast(deck, numbers, high, rules):
        return seconds + _PAIR * _work(deck, numbers, high)[1]
    return seconds + deals * (_FRACTIONS if rules.fractions else _WHOLE)[numbers]


def _bounds(deck: Deck, numbers: int) -> list[int]:
    """Return upper bounds on the values of 0, 1, 2, ... cards: their largest products, with ones counted as twos."""
    cards = [max(card, 2) for card in deck.cards[: -numbers - 1 : -1]]
    return [prod(cards[:n]) for n in range(numbers + 1)]


def fast_matrix(deck: Deck, numbers: int, high: int, rules: Rules, progress: ProgressCallback) -> Bytes:
    """Find the fewest numbers for every deal and every value from 0 to at least ``high``; requires `is_fast`.

    Returns uint8, shape (distinct deals, values), in the order of `Deck.deals`; column v is for the value v, and 255
    means out of reach. Progress is reported after each piece of work. Takes half a second for the 18,395 deals of six
    cards and values up to 1020.
    """
    return some_deals(deck, numbers, high, rules, progress, None)[1]


def some_deals(
    deck: Deck, numbers: int, high: int, rules: Rules, progress: ProgressCallback, keep: Callable[[Ints], Flags] | None
) -> tuple[Ints, Bytes]:
    """Do the work of `fast_matrix` for only some of the deals.

    ``keep`` receives multisets, as rows of indices into `Deck.values`, and returns for each one whether it is a wanted
    deal or part of one. If it keeps a multiset, it must keep all its parts. ``None`` keeps all. Returns the kept deals,
    as indices into `Deck.values`, int64, shape (deals, numbers), and a row for each deal, as in `fast_matrix`.
    """
    import numpy as np

    from perfectplay.pursuit.kernels import odds as kernels

    began = time.perf_counter()
    reach = (high // 64 + 1) * 64
    near = 2 * reach
    use = np.array([sign in rules.operators for sign in "+-*/"])
    cards = np.array(deck.values, dtype=np.int64)
    copies = np.array(deck.copies, dtype=np.int64)
    binomials = np.array(
        [[comb(n, k) for k in range(numbers + 1)] for n in range(len(cards) + numbers)], dtype=np.int64
    )
    bounds = _bounds(deck, numbers)
    listed = max(1, numbers - 2)
    levels: list[_Level] = []
    lower = _Lower()
    fewest: Bytes = np.empty((0, 0), dtype=np.uint8)
    before = np.empty(0, dtype=np.int32)

    deals = [0, *accumulate(deck.distinct(n) for n in range(1, numbers + 1))]

    def report(n: int, share: float, way: int = 0, ways: int = 1) -> None:
        done = deals[n - 1] + int((way + share) / ways * (deals[n] - deals[n - 1]))
        progress(Progress(f"{n} numbers", time.perf_counter() - began, done=done, total=deals[-1]))

    for n in range(1, numbers + 1):
        places = np.empty(comb(len(cards) + n - 1, n), dtype=np.int32)
        members = _multisets(copies, np.empty((deck.distinct(n), n), dtype=np.int64), places, binomials, keep)
        if n <= listed:
            cap = min(bounds[n], reach * bounds[numbers - n])
            level, bits = lower.grow(members, places, cards, cap, binomials, use, reach)
            levels.append(level)
        else:
            slots = np.arange(reach, dtype=np.int64)
            if n < numbers:
                slots = _slots(cards, reach)
            bits = np.zeros((len(members), (len(slots) + 63) // 64), dtype=np.uint64)
            for b in range(1, n // 2 + 1):
                common = (reach, near, use, binomials)
                joined = partial(report, n, way=b - 1, ways=n // 2)
                _join(levels[n - b - 1], levels[b - 1], slots, common, places, bits, joined)
            if n < numbers:
                table = np.zeros((1 << (4 * len(slots)).bit_length(), 2), dtype=np.int64)
                kernels.hash_values(slots, table)
                nothing = np.empty(0, dtype=np.int64)
                levels.append(_Level(members, places, nothing, bits, slots, table))
        now = np.empty((len(members), reach), dtype=np.uint8)
        kernels.settle(members, bits, fewest, before, binomials, now)
        fewest, before = now, places
        report(n, 1.0)
    if rules.positive:
        fewest[:, 0] = 255
    return members, fewest


def _multisets(
    copies: Ints, members: Ints, places: Numbers, binomials: Ints, keep: Callable[[Ints], Flags] | None
) -> Ints:
    """Return the multisets that ``keep`` keeps; ``places`` receives the row of each rank, or -1."""
    import numpy as np

    from perfectplay.pursuit.kernels import odds as kernels

    kernels.multisets(copies, binomials, members, places)
    if keep is None:
        return members
    wanted = keep(members)
    rows = np.where(wanted, np.cumsum(wanted) - 1, -1).astype(np.int32)
    present = places >= 0
    places[present] = rows[places[present]]
    return members[wanted]


def _slots(cards: Ints, reach: int) -> Ints:
    """List the values that matter one level below the top: small ones, and larger ones that a card makes small."""
    import numpy as np

    small = np.arange(reach, dtype=np.int64)
    card = cards[:, None]
    quotients, rests = np.divmod(card, small[1:])
    far = (small + card, small * card, card - small, quotients[rests == 0])
    sparse = np.concatenate([values[values >= reach] for values in far])
    # Sort and drop duplicates directly, which takes a twentieth of the time of `np.unique`.
    sparse.sort()
    return np.concatenate((small, sparse[np.diff(sparse, prepend=-1) > 0]))


def _join(
    large: _Level,
    small: _Level,
    slots: Ints,
    common: tuple[int, int, Flags, Ints],
    places: Numbers,
    bits: Any,
    report: Callable[[float], None],
) -> None:
    """Join each multiset of one level with each of another, and set the bits of the joined multisets.

    ``report`` receives the finished share of this work.
    """
    import numpy as np

    from perfectplay.pursuit.kernels import odds as kernels

    reach, near, use, binomials = common
    ends = np.empty(len(large.universe) + 1, dtype=np.int64)
    rows, made = kernels.entries(slots, small.universe, large.table, reach, near, use, ends)
    report(0.0)
    for start in range(0, len(large.members), _BATCH):
        part = slice(start, start + _BATCH)
        if len(large.starts):
            starts, items = large.starts[start : start + _BATCH + 1], large.items
        else:
            starts = np.empty(len(large.members[part]) + 1, dtype=np.int64)
            items = kernels.list_bits(large.items[part], starts)
        kernels.cross(
            large.members[part], starts, items, large.universe,
            small.members, small.starts, small.items, small.universe,
            ends, rows, made, reach, near, use, start if large is small else -1,
            binomials, places, bits,
        )  # fmt: skip
        report(min(1.0, (start + _BATCH) / len(large.members)))
