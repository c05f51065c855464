"""Primitive ties: even ties that are neither an even tie between equal coins nor two even ties side by side.

Two values have no primitive ties.  For three values a < b < c, only the ratio of p = b - a to q = c - b matters, and up
to any length only finitely many ratios are special.  docs/answers/three-values.md has the proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, pairwise
from math import gcd

from perfectplay.coins.row.fusion import put
from perfectplay.coins.rules import Coin
from perfectplay.coins.ties import Tick, check_limit, go_on, is_tied
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote

__all__ = [
    "MAX_ROWS",
    "MAX_STATES",
    "Ratio",
    "check_list",
    "check_values",
    "is_balanced",
    "is_primitive",
    "primitive_counts",
    "primitive_ties",
    "ratios",
    "shortest_unbalanced",
]

MAX_STATES = 1_000_000
"""Largest number of states to count for one length; with all shorter lengths, it takes about 20 seconds and 500 MB."""

MAX_ROWS = 3**14
"""Largest number of rows to search for primitive ties: 14 coins of three values, which takes about 10 seconds."""

_Stack = tuple[Coin, ...]
_EACH = 1 << 12
"""Number of states between two calls of ``tick``."""


def _even_tie(coins: Sequence[Coin]) -> bool:
    return len(coins) % 2 == 0 and is_tied(coins)


def is_primitive(coins: Sequence[Coin]) -> bool:
    """Return whether a row is a primitive tie; O(n^2) for n coins.

    A primitive tie is a non-empty even tie that is neither c G c with an even tie G nor two non-empty even ties side
    by side.

    Examples
    --------
    >>> is_primitive((1, 2, 3, 2)), is_primitive((1, 2, 2, 1)), is_primitive((1, 1, 2, 2))
    (True, False, False)
    """
    if not coins or not _even_tie(coins) or (coins[0] == coins[-1] and is_tied(coins[1:-1])):
        return False
    return not any(is_tied(coins[:i]) and is_tied(coins[i:]) for i in range(2, len(coins), 2))


def is_balanced(coins: Sequence[Coin]) -> bool:
    """Return whether each value occurs equally often at odd and at even positions.

    Examples
    --------
    >>> is_balanced((1, 4, 2, 1, 4, 2)), is_balanced((1, 2, 3, 2))
    (True, False)
    """
    return sorted(coins[::2]) == sorted(coins[1::2])


def check_values(values: Sequence[int]) -> None:
    """Check that there are values of coins, and that they are in ascending order.

    Raises
    ------
    InvalidPositionError
        If there are no values, or they are not in ascending order.

    Examples
    --------
    >>> check_values((1, 2, 4))
    """
    if not values or any(a >= b for a, b in pairwise(values)):
        raise InvalidPositionError(
            f"{quote(' '.join(map(str, values)))} are not values of coins to make rows of; give at least "
            "one, each larger than the one before"
        )


# -- counting --------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Valleys:
    """The valleys found so far, with numbers from 0 on; number 0 is the empty valley.

    Attributes
    ----------
    values
        The coins that rows are made of.
    rows
        The valleys; the index is the number of the valley.
    after
        For each valley (row) and index of a value (column), the number of the valley with one more coin of it.
    mirrors
        For each valley, whether it is the valley of an even tie.
    """

    values: Sequence[int]
    rows: list[_Stack] = field(default_factory=lambda: [()])
    mirrors: list[bool] = field(default_factory=lambda: [True])
    after: list[tuple[int, ...]] = field(default_factory=list)
    _numbers: dict[_Stack, int] = field(default_factory=lambda: {(): 0})

    def grow(self) -> None:
        """Extend the valleys that have no entry in ``after`` yet by a coin of each value."""
        for row in self.rows[len(self.after) :]:
            self.after.append(tuple(self._number(row, value) for value in self.values))

    def _number(self, row: _Stack, coin: int) -> int:
        longer = [*row]
        put(longer, coin)
        valley = tuple(longer)
        if valley not in self._numbers:
            self._numbers[valley] = len(self.rows)
            self.rows.append(valley)
            self.mirrors.append(len(valley) % 2 == 0 and valley == valley[::-1])
        return self._numbers[valley]


_State = tuple[int, int, int, tuple[int, ...]]
"""A class of rows: the index of the first value, the valley, the valley without the first coin, and the valleys behind
each even tie at the beginning."""


def primitive_counts(values: Sequence[int], max_length: int, *, tick: Tick = go_on) -> Iterator[tuple[int, int, int]]:
    """Count all even ties, and the primitive ones among them, for each even length.

    Parameters
    ----------
    values
        The values of coins, in ascending order.
    max_length
        Largest number of coins; at least 1.
    tick
        Called regularly with the number of finished states and of all states of the current length.  Once it
        returns true, no more lengths are counted.

    Yields
    ------
    tuple of int
        Length, number of even ties and number of primitive ties, for each even length as soon as they are known.

    Raises
    ------
    InvalidPositionError
        As `check_values` does, and if ``max_length`` is below 1.
    LimitExceededError
        If a length has more than `MAX_STATES` states; the shorter lengths have been yielded by then.

    Notes
    -----
    Rows are read from the left, and rows with the same continuations share a state with a count.  A state has the
    valley of the row, which decides whether it becomes a tie.  For joins, it has the valleys of the rests behind each
    even tie at the beginning; for wraps, the first coin and the valley of the other coins.  For coins worth 1, 2 or 3,
    the 3,486,784,401 rows of 20 coins have only 159,002 states.

    Examples
    --------
    >>> list(primitive_counts((1, 2, 3), 8))
    [(2, 3, 0), (4, 17, 2), (6, 105, 12), (8, 697, 78)]
    """
    check_values(values)
    if max_length < 1:
        raise InvalidPositionError(
            f"there are no rows of {quote(max_length)} coins to look at; the length must be at least 1"
        )
    return _count(_Valleys(values), max_length, tick)


def _count(valleys: _Valleys, max_length: int, tick: Tick) -> Iterator[tuple[int, int, int]]:
    layer: dict[_State, int] = {(-1, 0, 0, ()): 1}
    for length in range(1, max_length + 1):
        valleys.grow()
        longer: dict[_State, int] = {}
        ties = primitive = 0
        for done, (state, rows) in enumerate(layer.items()):
            if done % _EACH == 0 and tick(length, done, len(layer)):
                return
            for place in range(len(valleys.values)):
                following, tied, is_new = _put(valleys, state, place)
                ties += rows * tied
                primitive += rows * is_new
                longer[following] = longer.get(following, 0) + rows
        if length % 2 == 0:
            yield length, ties, primitive
        if len(longer) > MAX_STATES and length < max_length:
            raise LimitExceededError(
                f"primitive ties of more than {length - length % 2} coins take more than {MAX_STATES:,} states; "
                f"ask for {length - length % 2} coins at most"
            )
        layer = longer


def _put(valleys: _Valleys, state: _State, place: int) -> tuple[_State, bool, bool]:
    """Append a coin to a state; return the new state, whether it is an even tie, and whether it is primitive."""
    first, whole, inner, behind = state
    mirrors, after = valleys.mirrors, valleys.after
    whole = after[whole][place]
    rests = {after[rest][place] for rest in behind}
    tied = mirrors[whole]
    # The tie is primitive unless this coin and the first one wrap an even tie, or two even ties are joined.
    is_new = tied and not (first == place and mirrors[inner]) and not any(mirrors[rest] for rest in rests)
    if tied:
        rests.add(0)
    inner = 0 if first < 0 else after[inner][place]
    return (place if first < 0 else first, whole, inner, tuple(sorted(rests))), tied, is_new


def check_list(values: Sequence[int], length: int, limit: int | None = None) -> None:
    """Check in advance whether primitive ties can be listed; raise the same errors as `primitive_ties`.

    Examples
    --------
    >>> check_list((1, 2, 3), 14)
    """
    primitive_counts(values, length)
    check_limit(limit)
    if len(values) ** length > MAX_ROWS:
        raise LimitExceededError(
            f"primitive ties among more than {MAX_ROWS:,} rows are not listed; take fewer values, or fewer "
            f"coins than {quote(length)}"
        )


def primitive_ties(
    values: Sequence[int], length: int, limit: int | None = 1000, *, stopped: Callable[[], bool] = lambda: False
) -> list[tuple[int, ...]]:
    """List the primitive ties of one length in lexicographic order.

    Parameters
    ----------
    values, length
        As for `primitive_counts`.
    limit
        Largest number of ties to list, from the first on; ``None`` for all.
    stopped
        Called regularly; the list ends once it returns true.

    Raises
    ------
    InvalidPositionError
        As `primitive_counts` does, and if the limit is negative.
    LimitExceededError
        If there are more than `MAX_ROWS` rows of this length.

    Examples
    --------
    >>> primitive_ties((1, 2, 3), 4), primitive_ties((1, 2, 9), 6)
    ([(1, 2, 3, 2), (2, 3, 2, 1)], [(1, 9, 2, 1, 9, 2), (2, 9, 1, 2, 9, 1)])
    """
    check_list(values, length, limit)
    valleys = _Valleys(values)
    for _ in range(length):
        valleys.grow()

    @cache
    def can_tie(valley: int, left: int) -> bool:
        if not left:
            return valleys.mirrors[valley]
        return any(can_tie(longer, left - 1) for longer in valleys.after[valley])

    def search(coins: tuple[int, ...], valley: int) -> Iterator[tuple[int, ...]]:
        left = length - len(coins)
        if stopped() or not can_tie(valley, left):
            return
        if not left:
            if is_primitive(coins):
                yield coins
            return
        for value, longer in zip(values, valleys.after[valley], strict=True):
            yield from search((*coins, value), longer)

    return list(islice(search((), 0), limit)) if length % 2 == 0 else []


# -- three values: the ratios that matter ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio of p = b - a to q = c - b, or an open interval of ratios between two special ones.

    Attributes
    ----------
    p, q
        The ratio in lowest terms; for an interval, its fraction with the smallest terms.
    alone
        Whether this is a single ratio; if not, it represents all ratios of its interval.

    Examples
    --------
    >>> Ratio(1, 2, alone=True).values
    (0, 1, 3)
    """

    p: int
    q: int
    alone: bool

    @property
    def values(self) -> tuple[int, int, int]:
        """Three values with this ratio: 0, p, p + q."""
        return (0, self.p, self.p + self.q)


def ratios(length: int) -> list[Ratio]:
    """Return ratios that represent all a < b < c for rows of at most ``length`` coins.

    Two ratios of the same interval have the same even ties of up to that many coins, written with the letters a, b
    and c.

    Parameters
    ----------
    length
        At least 1.

    Returns
    -------
    list of Ratio
        In ascending order: an interval, the ratio at its end, the next interval, and so on.

    Examples
    --------
    >>> [(ratio.p, ratio.q) for ratio in ratios(6)]
    [(1, 3), (1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (3, 1)]
    """

    def between(low: tuple[int, int], high: tuple[int, int]) -> Iterator[Ratio]:
        p, q = low[0] + high[0], low[1] + high[1]
        if p + q > length // 2:
            yield Ratio(p, q, alone=False)
            return
        yield from between(low, (p, q))
        yield Ratio(p, q, alone=True)
        yield from between((p, q), high)

    return list(between((0, 1), (1, 0)))


def shortest_unbalanced(p: int, q: int) -> Iterator[tuple[int, ...]]:
    """Yield the shortest even ties over 0, p and p + q that are not balanced, without a search of other rows.

    They have 2 (p + q) coins for p and q in lowest terms, and all are primitive.  Every other coin has the middle
    value.  The remaining coins are the steps of a path, p up for the smallest value and q down for the largest, which
    returns to 0 only at its end.  There are C(p + q, p) / (p + q) such rows, and just as many in reverse.

    Parameters
    ----------
    p, q
        At least 1.

    Raises
    ------
    InvalidPositionError
        If p or q is below 1.

    Examples
    --------
    >>> list(shortest_unbalanced(1, 1)), len(list(shortest_unbalanced(3, 4)))
    ([(0, 1, 2, 1), (1, 2, 1, 0)], 10)
    """
    if p < 1 or q < 1:
        raise InvalidPositionError(
            f"{quote(p)} and {quote(q)} are not steps between three values; both must be at least 1"
        )
    up, down = p // gcd(p, q), q // gcd(p, q)

    def paths(left: int, height: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield ()
            return
        if height >= 0 and height + up <= left * down:
            yield from ((0, *path) for path in paths(left - 1, height + up))
        if height > down or (height == down and left == 1):
            yield from ((p + q, *path) for path in paths(left - 1, height - down))

    for path in paths(up + down, 0):
        row = tuple(coin for step in path for coin in (step, p))
        yield row
        yield row[::-1]
