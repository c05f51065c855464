"""The tie laboratory: count and list tied rows of coins worth 1 to k.

A row is tied if both players get the same under best play, so its margin is 0. Counting does not list the rows. Fusing
all peaks of a row leaves a valley, whose coins determine whether the row is tied. The number of rows that leave a given
valley is a product with one factor for each of its coins. The number of rows that leave a single coin follows from
shorter rows. So the ties of 200 coins are counted within a second or two. docs/coins-theory.md, "Counting ties", proves
every formula of `Census`, with the same letters.

Listing is fast because of fusing (docs, "Linear time"): a row may be reduced from the left while it grows, and only the
reduced row matters for later coins. Reduced rows are few: the 1,048,576 rows of 20 coins worth 1 or 2 leave only 509.

Source: T. Idziaszek, "An optimal algorithm for calculating the profit in the coins in a row game", for the fusion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice

from perfectplay.coins.row.fusion import put, reduce_row, valley_margin
from perfectplay.coins.rules import Coin
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.text.texts import Text

Tick = Callable[[int, int, int], bool]
"""A callback that gets the current length, the finished units and all units of work, and returns whether to stop."""

_Layer = dict[int, dict[int, int]]
"""Map each lower bound t on the coins of a valley to counts of rows of one length, by alternating sum."""
MAX_WORK = 200_000_000
"""Maximum number of units of `work` for counting ties; so many take about 5 seconds and 600 MB."""

MAX_STEPS = 10_000_000
"""Maximum number of steps for listing ties, about 20 seconds; a step appends one coin to one reduced row."""

MAX_LENGTH = 200
"""Maximum number of coins in a row whose ties are counted or listed."""

_Reduced = tuple[Coin, ...]
_EACH = 1 << 12
"""Reduced rows between two checks of the deadline; each takes a few microseconds."""


def go_on(_length: int, _done: int, _total: int) -> bool:
    """Never stop: the default `Tick`."""
    return False


def _least_coins(k: int, value: int) -> int:
    """Return the least number of coins worth 1 to k that fusing can reduce to a single coin of this value; k >= 2.

    >>> [_least_coins(2, value) for value in (2, 1, 0, -1)], _least_coins(10, -8)
    ([1, 1, 3, 5], 3)
    """
    # Fusing around a coin k lowers the value by up to k - 1.
    return 1 if value >= 1 else 1 + 2 * -(-(1 - value) // (k - 1))


def work(k: int, length: int) -> int:
    """Return the units of work, each about 20 nanoseconds, for rows of one length once the shorter ones are counted.

    Each pair of values takes at most one product for each coin, and memory, which counts as 16 products.

    >>> work(2, 200)
    2203416
    """
    return (length + 16) * len(values_left(k, length)) ** 2


def values_left(k: int, length: int) -> range:
    """Return, largest first, the values of single coins to which rows of up to ``length`` coins can be fused.

    >>> values_left(2, 5)
    range(2, -2, -1)
    """
    return range(k, -((length - 1) // 2) * (k - 1), -1)


def _tied_rows(k: int, max_length: int, tick: Tick = go_on) -> Iterator[int]:
    """Count the tied rows of 1, 2, ..., ``max_length`` coins worth 1, 2, ..., k, where k >= 2.

    ``tick`` is called before each value, with units of `work`; if it returns true, counting ends. With n coins, there
    are about v = n (k - 1) / 2 values. All lengths up to n take O(v^2 n^2) operations on integers of O(n)
    digits, with a small constant, and O(v^2 n) memory.

    >>> list(_tied_rows(2, 8))
    [0, 2, 1, 6, 7, 18, 36, 56]
    """
    census = Census(k, max_length)
    total = sum(work(k, length) for length in range(1, max_length + 1))
    done = 0
    for length in range(1, max_length + 1):
        each = work(k, length) // len(values_left(k, length))
        for _ in census.grow(length):
            if tick(length, done, total):
                return
            done += each
        yield census.ties(length)


class Census:
    """Counts of the rows of up to n coins by the coins that fusing leaves; `grow` increases n by one.

    >>> census = Census(2, 4)
    >>> [census.ties(n) for n in (1, 2, 3, 4) if len(list(census.grow(n)))]
    [0, 2, 1, 6]

    All attributes map a coin v to counts by length; the proof uses other names. ``single``, X, counts the rows that
    leave one coin v. ``outer``, Y, is the factor for a coin v that is not at the bottom of a valley. ``square``, Y Y,
    is the factor for two such coins, one on either side. ``double``, X Y, is the factor for two coins v at the bottom.
    ``pairs``, M, counts the rows that leave nothing, or two equal coins of at least v.
    """

    def __init__(self, k: int, max_length: int) -> None:
        self.k = k
        self.takes: dict[int, int] = {v: _least_coins(k, v) for v in values_left(k, max_length)}
        self.single: dict[int, list[int]] = {v: [0] * (max_length + 1) for v in self.takes}
        self.outer: dict[int, list[int]] = {v: [0] * (max_length + 1) for v in self.takes}
        self.square: dict[int, list[int]] = {v: [0] * (max_length + 1) for v in self.takes}
        self.double: dict[int, list[int]] = {v: [0] * (max_length + 1) for v in self.takes}
        self.pairs: dict[int, list[int]] = {v: [1] + [0] * max_length for v in (k + 1, *self.takes)}
        # Tails: coins of at least t that are fused one after the other when they follow a row. They are counted by the
        # coin that they become (H, for odd lengths), or by how much they lower the previous coin (K, for even lengths).
        self._tails: list[_Layer] = [{k + 1: {}}]
        # Coins of at least t that are not at the bottom of a valley (F), counted by their alternating sum by size.
        self._outside: list[_Layer] = [{k + 1: {0: 1}}]

    def grow(self, n: int) -> Iterator[None]:
        """Count the rows of n coins, where n is one more than in the last call; yield before each value."""
        if n % 2:
            self._leave_one(n)
        else:
            self._leave_two(n)
        tails: _Layer = {self.k + 1: dict.fromkeys(range(1, self.k + 1), 1) if n == 1 else {}}
        outside: _Layer = {self.k + 1: {}}
        self._tails.append(tails)
        self._outside.append(outside)
        for t in values_left(self.k, n):
            yield
            tails[t] = self._longer_tails(t, n)
            outside[t] = self._more_outside(t, n)

    def ties(self, n: int) -> int:
        """Return how many rows of n coins are tied."""
        count = 0
        for t in values_left(self.k, n):
            for i in range(self.takes[t], n + 1, 2):
                if n % 2:
                    count += self.single[t][i] * self._at(self._outside[n - i], t + 1).get(-t, 0)
                if i < n:
                    count += self.double[t][i + 1] * self._at(self._outside[n - i - 1], t + 1).get(0, 0)
        return count

    def _leave_one(self, n: int) -> None:
        if n == 1:
            for v in range(1, self.k + 1):
                self.single[v][1] = 1
        for u in values_left(self.k, n - 2) if n > 1 else ():
            for i in range(self.takes[u], n - 1, 2):
                for fall, number in self._at(self._tails[n - i], u).items():
                    self.single[u + fall][n] += self.single[u][i] * number
        for v in values_left(self.k, n):
            outer, pairs = self.outer[v], self.pairs[v]
            outer[n] = self.single[v][n] - sum(outer[i] * pairs[n - i] for i in range(self.takes[v], n, 2))

    def _leave_two(self, n: int) -> None:
        for v in self.takes:
            outer = self.outer[v]
            parts = range(self.takes[v], n, 2)
            self.square[v][n] = sum(outer[i] * outer[n - i] for i in parts)
            self.double[v][n] = sum(self.single[v][i] * outer[n - i] for i in parts)
            self.pairs[v][n] = self.pairs[v + 1][n] + self.double[v][n]

    def _longer_tails(self, t: int, n: int) -> dict[int, int]:
        more: dict[int, int] = {}
        for i in range(self.takes[t], n, 2):
            factor = self.outer[t][i]
            for end, number in self._at(self._tails[n - i], t + 1).items():
                if n % 2:
                    more[t + end] = more.get(t + end, 0) + factor * number
                elif end <= t:
                    more[end - t] = more.get(end - t, 0) + factor * number
        return _sum(self._tails[n][t + 1], more)

    def _more_outside(self, t: int, n: int) -> dict[int, int]:
        more: dict[int, int] = {}
        for i in range(self.takes[t], n + 1, 2):
            # The coin may be on either side of the valley; its sign follows from the number of larger coins.
            factor, signed = 2 * self.outer[t][i], -t if (n - i) % 2 else t
            for total, number in self._at(self._outside[n - i], t + 1).items():
                more[total + signed] = more.get(total + signed, 0) + factor * number
            if i < n and (factor := self.square[t][i + 1]):
                for total, number in self._at(self._outside[n - i - 1], t + 1).items():
                    more[total] = more.get(total, 0) + factor * number
        return _sum(self._outside[n][t + 1], more)

    def _at(self, layer: _Layer, t: int) -> Mapping[int, int]:
        """Return a layer's entry for a bound; below its lowest bound, entries would be the same as at that bound."""
        return layer[max(t, self.k + 2 - len(layer))]


def _sum(numbers: dict[int, int], more: dict[int, int]) -> dict[int, int]:
    """Add counts key by key; to save memory, return ``numbers`` itself if ``more`` is empty."""
    return {key: numbers.get(key, 0) + more.get(key, 0) for key in numbers.keys() | more.keys()} if more else numbers


def _push(reduced: _Reduced, coin: Coin) -> _Reduced:
    """Return a reduced row after appending a coin and fusing."""
    longer = [*reduced]
    put(longer, coin)
    return tuple(longer)


def is_tied(coins: Sequence[Coin]) -> bool:
    """Return whether both players get the same under best play, in O(n) for n coins of any exact value.

    An empty row is a tie.

    >>> is_tied((1, 2, 4, 3)), is_tied((3, 2, 1, 2))
    (True, False)
    """
    return valley_margin(reduce_row(coins)) == 0


# -- counting and listing --------------------------------------------------------------------------------------


def tie_counts(k: int, max_length: int, *, tick: Tick = go_on) -> Iterator[tuple[int, int]]:
    """Count the tied games of each length up to ``max_length``, of coins worth 1, 2, ..., k.

    Yields each length with the number of tied rows among all ``k**length``, as soon as it is known. ``tick`` is called
    about a hundred times a second, with units of `work`; if it returns true, counting ends.  All lengths up to n take
    O(k^2 n^4) operations on integers of O(n) digits, with a small constant.

    Raises `InvalidPositionError` if ``k`` or ``max_length`` is below 1, and `LimitExceededError` if ``max_length`` is
    above `MAX_LENGTH`, or more than `MAX_WORK` units are needed. The call itself raises errors, not the iteration.

    >>> list(tie_counts(2, 6))
    [(1, 0), (2, 2), (3, 1), (4, 6), (5, 7), (6, 18)]
    >>> dict(tie_counts(2, 100))[100]
    18971648228907491499736818860
    """
    check_ties(k, max_length)
    # A row of equal coins is tied if its length is even.
    counts = _tied_rows(k, max_length, tick) if k > 1 else (1 - n % 2 for n in range(1, max_length + 1))
    return enumerate(counts, start=1)


def check_ties(k: int, max_length: int) -> int:
    """Return how many units of `work` counting takes; raise the same errors as `tie_counts`.

    >>> check_ties(2, 20)
    31055
    """
    check_rows(k, max_length)
    return _within(k, max_length, MAX_WORK, lambda length: work(k, length))


def check_list(k: int, length: int) -> None:
    """Raise the errors of `list_ties` before any work is done.

    >>> check_list(2, 73)
    """
    check_rows(k, length)
    _within(k, length, MAX_STEPS, lambda n: k * _reduced_rows(k, n - 1))


def longest_count(k: int, max_length: int) -> int:
    """Return the largest length, at most ``max_length``, up to which ties can be counted.

    >>> longest_count(3, 200)
    161
    """
    longest, _ = _reach(max_length, MAX_WORK, lambda length: work(k, length))
    return longest


def longest_list(k: int, max_length: int) -> int:
    """Return the largest length, at most ``max_length``, up to which all ties can be listed; 0 if there is none.

    >>> longest_list(2, 200)
    73
    """
    longest, _ = _reach(max_length, MAX_STEPS, lambda length: k * _reduced_rows(k, length - 1))
    return longest


def _within(k: int, max_length: int, most: int, cost: Callable[[int], int]) -> int:
    """Return the total cost of all lengths up to ``max_length``; raise an error if it is more than ``most``."""
    longest, total = _reach(max_length, most, cost)
    if longest < max_length:
        within = (
            Text("lengths up to {longest} are within reach", longest=longest)
            if longest
            else Text("take a smaller alphabet")
        )
        problem = Text(
            "ties of length {most} over 1 to {k} take more than {max_steps} steps",
            most=max_length,
            k=quote(k),
            max_steps=most,
        )
        raise LimitExceededError("{problem}; {within}", problem=problem, within=within)
    return total


def _reach(max_length: int, most: int, cost: Callable[[int], int]) -> tuple[int, int]:
    """Return the largest length up to ``max_length`` for which the total cost is at most ``most``, and that cost."""
    total = 0
    for length in range(1, max_length + 1):
        more = cost(length)
        if total + more > most:
            return length - 1, total
        total += more
    return max_length, total


def _reduced_rows(k: int, length: int) -> int:
    """Count the reduced rows of a given number of coins worth 1 to k.

    Reduced rows are the valleys whose coins can be made from this number of coins, or from fewer with the same parity.
    A coin v is made from at least 1 + 2 t coins. Here t is 0 if v >= 1, and otherwise the least number with
    v >= 1 - t (k - 1), because fusing around a coin k lowers the value by up to k - 1. In a valley, the least coin
    occurs once, or twice side by side, and every larger coin at most once on either side. docs/coins-theory.md, "How
    many reduced rows there are", proves this.
    O(length^2 (k + length k)) for ``length`` above 2.
    """
    if length <= 2 or k == 1:  # a row this short has no peak
        return int(k**length)
    # For each number of coins, the number of ways to choose larger coins of a valley that are made from that many.
    ways = [1] + [0] * length
    count = 0
    least = k
    while (takes := _least_coins(k, least)) <= length:
        for bottom in (takes, 2 * takes):
            count += sum(ways[length - bottom :: -2]) if bottom <= length else 0
        for _ in range(2):
            for size in range(length, takes - 1, -1):
                ways[size] += ways[size - takes]
        least -= 1
    return count


def check_rows(k: int, length: int) -> None:
    """Raise an error unless ``k`` is at least 1 and ``length`` is from 1 to `MAX_LENGTH`.

    >>> check_rows(2, 200)
    """
    if k < 1:
        raise InvalidPositionError("there are no coins worth 1 to {k}; the largest coin must be at least 1", k=quote(k))
    if length < 1:
        raise InvalidPositionError(
            "there are no rows of {length} coins to look at; the length must be at least 1", length=quote(length)
        )
    if length > MAX_LENGTH:
        raise LimitExceededError(
            "rows of {length} coins are too long for this; the length may be at most {most}",
            length=quote(length),
            most=MAX_LENGTH,
        )


def count_ties(k: int, length: int) -> int:
    """Count the tied games of one length, as `tie_counts` does.

    >>> count_ties(2, 20)
    104176
    """
    return next(count for n, count in tie_counts(k, length) if n == length)


def list_ties(k: int, length: int, limit: int | None = 1000, *, tick: Tick = go_on) -> list[tuple[int, ...]]:
    """List the tied games of one length in lexicographic order, at most ``limit`` of them.

    ``tick`` is called regularly, with the number of games found and ``limit`` (or 0) as units; if it returns true, the
    list ends. Raises the errors of `check_rows`, and `LimitExceededError` if more than `MAX_STEPS` steps are needed.

    >>> list_ties(2, 4)
    [(1, 1, 1, 1), (1, 1, 2, 2), (1, 2, 2, 1), (2, 1, 1, 2), (2, 2, 1, 1), (2, 2, 2, 2)]
    """
    check_limit(limit)
    games: list[tuple[int, ...]] = []
    games.extend(islice(each_tie(k, length, lambda: tick(length, len(games), limit or 0)), limit))
    return games


def check_limit(limit: int | None) -> None:
    """Raise an error if the limit on listed games is negative.

    >>> check_limit(10)
    """
    if limit is not None and limit < 0:
        raise InvalidPositionError("the limit of games is {limit}; it must not be negative", limit=quote(limit))


def each_tie(k: int, length: int, stopped: Callable[[], bool] = lambda: False) -> Iterator[tuple[int, ...]]:
    """Yield the tied games of one length in lexicographic order, until ``stopped``, called often, returns true.

    >>> next(each_tie(2, 3))
    (1, 2, 1)
    """
    check_list(k, length)

    @cache
    def can_tie(reduced: _Reduced, left: int) -> bool:
        if not left:
            return valley_margin(reduced) == 0
        return any(can_tie(_push(reduced, coin), left - 1) for coin in range(1, k + 1))

    def search(coins: tuple[int, ...], reduced: _Reduced) -> Iterator[tuple[int, ...]]:
        left = length - len(coins)
        if stopped() or not can_tie(reduced, left):
            return
        if not left:
            yield coins
            return
        for coin in range(1, k + 1):
            yield from search((*coins, coin), _push(reduced, coin))

    return search((), ())


def bfile_lines(k: int, max_length: int, *, even: bool = True, tick: Tick = go_on) -> Iterator[str]:
    """Yield the lines ``n a(n)``, from n = 1, of a b-file for the On-Line Encyclopedia of Integer Sequences.

    If ``even``, a(n) is the number of ties of length 2n, otherwise of length n. Each line comes as soon as its count is
    known. Takes the arguments of `tie_counts`, and raises its errors.

    >>> list(bfile_lines(2, 6))
    ['1 2', '2 6', '3 18']
    """
    if even and max_length == 1:
        raise InvalidPositionError("there is no even length up to 1; the largest length must be at least 2")
    step = 2 if even else 1
    for n, count in tie_counts(k, max_length, tick=tick):
        if n % step == 0:
            yield f"{n // step} {count}"


def tie_bfile(k: int, max_length: int, *, even: bool = True) -> str:
    """Return all lines of `bfile_lines` as one text."""
    return "".join(f"{line}\n" for line in bfile_lines(k, max_length, even=even))
