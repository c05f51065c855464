"""Exact counts of formulae: how many exist, and how many of them have the value 1, 2, 3, ...

A *formula* is an arrangement of numbers and operators in reverse Polish notation; its numbers are different cards of a
deck, in any order.  Cards are told apart, even if their numbers are equal.  A formula is *admissible* if every division
is exact; zero and negative intermediate results are allowed.  Source: "Further On An Arithmetical Pursuit" and
"Further Still On An Arithmetical Pursuit", www.thusspakeak.com (2015). The articles estimate the number of
admissible formulae and a power law of their results; this module counts the formulae.

The idea. A formula is a tree. For every deal of up to four cards, a table holds how often each value occurs. With more
cards, split formulae at the root: a formula of six cards combines four with two cards, three with three, or five with
one. In the last case, one level down, it combines four or three cards with the rest. So there is always a large part of
three or four cards, and a rest of at most three. For each rest, add up the tables of all large parts that the remaining
cards allow, value by value. In the article's game these are at most 13,278 values instead of 311,030 table entries, and
each of them is combined once with the rest's few values. Totals are products of totals; only quotients, and results
within `LIMIT`, are computed one by one.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate, combinations
from math import comb, fsum, log, perm
from typing import TYPE_CHECKING

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Status
from perfectplay.core.running.deadline import Deadline, StoppedError, open_deadline
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.deal.deals import CARDS, Deck, to_integer
from perfectplay.pursuit.rules import OPERATORS, Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

__all__ = ["MAX_COUNTED", "FormulaCounts", "PursuitPowerLaw", "count_formulas", "fit_power_law"]

LIMIT = 1_000
"""Largest absolute value for which formulae are counted by value."""

MAX_COUNTED = 6
"""Maximum number of cards in a formula."""

MAX_TABLES = 25_000
"""Maximum number of distinct deals of four cards for which tables are built.

Formulae of up to four cards need no such tables. For six cards this many tables take about 40 seconds and 650 MB.
"""

_LARGE = 4
# Upper bound on values of the large part. The kernels require values below 2^50, even after a card is added.
_VALUES = 1 << 49
_COUNTS = 1 << 63
# Number of deals between two progress reports while tables are built.
_CHUNK = 100
# Relative time for a deal or a rest if formulae have 0, 1, 2, ... cards, measured for decks like the article's.
_WORK = (0, 1, 1, 2, 4, 12, 20)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaSize:
    """The sizes and operators of the formulae that were counted.

    Attributes
    ----------
    numbers, operators
        Size of the largest formulae that were counted, and their operators, some of ``+-*/``.
    wanted
        Size of the largest formulae requested; it exceeds ``numbers`` if the work ended early.
    limit
        Largest absolute value for which formulae are counted by value.
    """

    numbers: int
    operators: str
    wanted: int
    limit: int


@dataclass(frozen=True, kw_only=True)
class FormulaCounts(FormulaSize):
    """Counts of formulae, by the number of cards and by value.

    Attributes
    ----------
    deck
        The cards of the formulae.
    candidates, admissible
        Numbers of all formulae and of admissible ones (no fraction or division by zero) with 1 to ``numbers`` cards.
    by_value
        For each value from -``limit`` to ``limit``, the number of admissible formulae with up to ``numbers`` cards.
    interrupted
        Whether Ctrl-C ended the work.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> counts = count_formulas(SUIT, 2)
    >>> counts.status, counts.total_candidates, counts.total_admissible
    ('optimal', 637, 512)
    >>> counts.count(10) <= counts.between(1, 10)
    True
    """

    deck: Deck
    candidates: tuple[int, ...]
    admissible: tuple[int, ...]
    by_value: tuple[int, ...] = field(repr=False)
    interrupted: bool = False

    @property
    def status(self) -> Status:
        """``"optimal"`` if all requested formulae were counted, otherwise ``"bounded"``."""
        return "optimal" if self.numbers == self.wanted else "bounded"

    @property
    def total_candidates(self) -> int:
        """Number of all formulae: 631,536,888,413,860 in the article's game."""
        return sum(self.candidates)

    @property
    def total_admissible(self) -> int:
        """Number of all admissible formulae: 208,884,603,985,492 in the article's game."""
        return sum(self.admissible)

    def count(self, value: int) -> int:
        """Return the number of admissible formulae with this value, which must be from -``limit`` to ``limit``."""
        whole = to_integer(value)
        if whole is None or not -self.limit <= whole <= self.limit:
            message = Text(
                "formulae for {value} were not counted; give a value from -{limit} to {limit}",
                value=quote(value),
                limit=self.limit,
            )
            raise InvalidPositionError(message) if whole is None else LimitExceededError(message)
        return self.by_value[whole + self.limit]

    def between(self, low: int, high: int) -> int:
        """Return the number of admissible formulae with a value from ``low`` to ``high``, both within ``limit``."""
        self.count(low)
        self.count(high)
        return sum(self.by_value[low + self.limit : high + self.limit + 1])


def count_formulas(
    deck: Deck = CARDS,
    numbers: int = 6,
    operators: str = OPERATORS,
    *,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
) -> FormulaCounts:
    """Count exactly the candidates and the admissible formulae with up to ``numbers`` cards, 1 to `MAX_COUNTED`.

    After ``time_limit`` seconds or Ctrl-C the counts cover only the sizes finished by then, see `FormulaCounts.wanted`;
    formulae of a single card are always counted. ``progress`` is called after every piece of work, about every second
    (two seconds near `MAX_TABLES`): ``stage`` is the number of cards, and ``done`` of ``total`` the share of work.

    Let the deck have v distinct numbers, and the tables of all deals of four cards T entries (311,030 in the article's
    game). Six cards take at most O(T) memory and O(v^2 T) time, and less if values coincide.

    Raises `InvalidPositionError` if there is no operator, or one that is not in ``+-*/``.  Raises `LimitExceededError`
    if the deck has fewer cards, or for 2^63 formulae and more. Four cards allow numbers up to 82,570; five and six
    cards allow numbers up to 4,870 and at most `MAX_TABLES` distinct deals of four cards, which a deck with four copies
    of each number exceeds from 27 numbers on.

    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> counts = count_formulas(SUIT, 2)
    >>> counts.candidates, counts.admissible, counts.count(5)
    ((13, 624), (13, 499), 16)
    """
    used = Rules(operators).operators
    count = to_integer(numbers)
    if count is not None and not 1 <= count <= MAX_COUNTED:
        raise LimitExceededError(
            "formulae of {numbers} numbers cannot be counted; give 1 to {most} numbers",
            numbers=quote(numbers),
            most=MAX_COUNTED,
        )
    numbers = deck.check_count(numbers)
    sizes = range(1, numbers + 1)
    candidates = tuple(perm(deck.size, k) * _arrangements(k) * len(used) ** (k - 1) for k in sizes)
    large = max(1, min(numbers - 1, _LARGE))
    _check_size(deck, numbers, large, sum(candidates))
    with open_deadline(time_limit) as deadline:
        work = _Count(deck, numbers, large, used, deadline, progress)
        with suppress(StoppedError):
            work.run()
        known = len(work.found)
        early = known < numbers and deadline.interrupted
        by_value = tuple(work.by_value.tolist())
        return FormulaCounts(
            numbers=known,
            operators=used,
            wanted=numbers,
            limit=LIMIT,
            deck=deck,
            candidates=candidates[:known],
            admissible=tuple(work.found),
            by_value=by_value,
            interrupted=early,
        )


def _arrangements(numbers: int) -> int:
    """Return the number of arrangements of this many numbers in reverse Polish notation, a Catalan number."""
    return comb(2 * numbers - 2, numbers - 1) // numbers


def _splits(deal: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """List the splits of a deal into two parts, each with its number of ways if equal cards are told apart."""
    k = len(deal)
    # Split indices instead of cards to tell equal cards apart. Of two parts of equal size, the first has card 0.
    splits = Counter(
        tuple(deal[i] for i in some)
        for size in range(1, k // 2 + 1)
        for some in combinations(range(k), size)
        if 2 * size < k or some[0] == 0
    )
    return [(part, tuple(sorted((Counter(deal) - Counter(part)).elements())), ways) for part, ways in splits.items()]


def _check_size(deck: Deck, numbers: int, large: int, candidates: int) -> None:
    name = quote(deck.name)
    if candidates >= _COUNTS:
        raise LimitExceededError(
            "the deck {name} has {size} cards and thus {candidates:.1e} formulae of up to {numbers} numbers; "
            "fewer than {counts:.1e} can be counted",
            name=name,
            size=deck.size,
            candidates=candidates,
            numbers=numbers,
            counts=_COUNTS,
        )
    # No value of k cards exceeds the k-th power of the largest card, or of 2 if all cards are 1 (1 + 1 > 1 * 1).
    if max(2, deck.values[-1]) ** large >= _VALUES:
        most = int(_VALUES ** (1 / large))
        raise LimitExceededError(
            "the deck {name} has the number {value:,}; formulae of {numbers} numbers can be counted for numbers "
            "up to {most:,}",
            name=name,
            value=deck.values[-1],
            numbers=numbers,
            most=most,
        )
    if large == _LARGE and deck.distinct(large) > MAX_TABLES:
        raise LimitExceededError(
            "the deck {name} has {distinct:,} different deals of {large} numbers, from which formulae of {numbers} "
            "numbers are built; the limit is {most:,}",
            name=name,
            distinct=deck.distinct(large),
            large=large,
            numbers=numbers,
            most=MAX_TABLES,
        )


@dataclass(frozen=True)
class _Level:
    """The values of all deals of one size, and their counts. Deal p has the entries starts[p] to starts[p + 1]."""

    deals: dict[tuple[int, ...], int]  # the number p of each deal
    kinds: Ints  # shape (deals, values of the deck): copies of each value in a deal
    starts: Ints
    entries: Ints
    counts: Ints
    values: Ints  # distinct values of all deals, ascending
    floats: Floats
    places: Ints  # index of each entry in `values`

    def table(self, deal: tuple[int, ...]) -> tuple[Ints, Ints]:
        p = self.deals[deal]
        part = slice(self.starts[p], self.starts[p + 1])
        return self.entries[part], self.counts[part]


class _Count:
    """A count in progress, with its tables and results so far."""

    def __init__(
        self, deck: Deck, numbers: int, large: int, operators: str, deadline: Deadline, progress: ProgressCallback
    ) -> None:
        import numpy as np

        from perfectplay.pursuit.kernels import counting as counting_kernels

        self.np = np
        self.kernels = counting_kernels
        self.deck = deck
        self.numbers = numbers
        self.large = large
        self.use = np.array([sign in operators for sign in OPERATORS])
        self.deadline = deadline
        self.progress = progress
        # For reports of progress: the total work for formulae of up to 0, 1, 2, ... cards.
        self.work = [0, *accumulate(self._units(k) * _WORK[k] for k in range(1, numbers + 1))]
        # Results to return if the work ends early: the numbers of formulae of 1, 2, ... cards, and numbers by value.
        self.found: list[int] = []
        self.levels: dict[int, _Level] = {}
        self.dense = self.by_value = self._zeros(2 * LIMIT + 1)

    def run(self) -> None:
        """Count the admissible formulae by number of cards, and by value from -LIMIT to LIMIT."""
        for k in range(1, self.large + 1):
            self.levels[k] = level = self._level(k)
            sums = self._together(level, ())
            lo, hi = self.np.searchsorted(level.values, (-LIMIT, LIMIT + 1))
            self.dense[level.values[lo:hi] + LIMIT] += sums[lo:hi]
            self._finish(int(sums.sum()))
        for k in range(self.large + 1, self.numbers + 1):
            self._finish(self._larger(k))

    def _finish(self, count: int) -> None:
        """Store the count for one more size of formulae, and keep the counts by value up to it."""
        self.found.append(count)
        self.by_value = self.dense.copy()

    def _units(self, k: int) -> int:
        """Return the number of deals or, above ``large`` cards, of rests that are processed for formulae of k cards."""
        sizes = (k,) if k <= self.large else range(k - self.large, k // 2 + 1)
        return sum(self.deck.distinct(size) for size in sizes)

    def _zeros(self, size: int) -> Ints:
        return self.np.zeros(size, dtype=self.np.int64)

    def _report(self, k: int, units: int) -> None:
        done = self.work[k - 1] + units * _WORK[k]
        self.progress(Progress(f"formulae of {k} cards", self.deadline.seconds, done=done, total=self.work[-1]))
        if self.found:
            self.deadline.check()

    def _level(self, k: int) -> _Level:
        """Build the tables of all deals of k cards from the tables of smaller deals."""
        np = self.np
        deals = {deal: p for p, deal in enumerate(self.deck.deals(k))}
        dealt = list(deals)
        parts = {deal: p for p, deal in enumerate(deal for size in range(1, k) for deal in self.levels[size].deals)}
        lower = self._lower(k)
        lengths = np.ones(len(deals), dtype=np.int64)
        tables = []
        for start in range(0, len(deals), _CHUNK):
            piece = slice(start, start + _CHUNK)
            if k == 1:
                tables.append((np.array(dealt[piece], dtype=np.int64)[:, 0], lengths[piece]))
            else:
                splits = [_splits(deal) for deal in dealt[piece]]
                pairs = [(parts[first], parts[second], ways) for some in splits for first, second, ways in some]
                bounds = np.cumsum([0, *map(len, splits)], dtype=np.int64)
                pairs_array = np.array(pairs, dtype=np.int64)
                tables.append(self.kernels.tables(*lower, pairs_array, bounds, self.use, lengths[piece]))
            self._report(k, min(start + _CHUNK, len(deals)))
        starts = self._zeros(len(deals) + 1)
        np.cumsum(lengths, out=starts[1:])
        entries = np.concatenate([values for values, _ in tables])
        counts = np.concatenate([counts for _, counts in tables])
        values, places = np.unique(entries, return_inverse=True)
        kinds = (np.array(list(deals))[:, :, None] == np.array(self.deck.values)).sum(axis=1)
        return _Level(deals, kinds, starts, entries, counts, values, values.astype(np.float64), places)

    def _lower(self, k: int) -> tuple[Ints, Ints, Ints]:
        """Return the tables of all deals of fewer than k cards as three arrays: starts, entries and counts."""
        np = self.np
        levels = [self.levels[size] for size in range(1, k)]
        lengths = [0, *(length for level in levels for length in np.diff(level.starts).tolist())]
        entries = [self._zeros(0), *(level.entries for level in levels)]
        counts = [self._zeros(0), *(level.counts for level in levels)]
        return np.cumsum(lengths, dtype=np.int64), np.concatenate(entries), np.concatenate(counts)

    def _together(self, level: _Level, rest: tuple[int, ...]) -> Ints:
        """Add up the tables of all deals of a level that can be dealt together with the rest.

        The counts include the number of ways to deal the rest itself.
        """
        np = self.np
        taken = Counter(rest)
        weights = np.full(len(level.deals), self.deck.weight(rest), dtype=np.int64)
        most = int(level.kinds.max())
        for column, (value, copies) in enumerate(zip(self.deck.values, self.deck.copies, strict=True)):
            ways = np.array([comb(copies - taken[value], cards) for cards in range(most + 1)])
            weights *= ways[level.kinds[:, column]]
        sums = self._zeros(len(level.values))
        self.kernels.add_deals(level.starts, level.places, level.counts, weights, sums)
        return sums

    def _larger(self, k: int) -> int:
        """Count the formulae of k cards, which have no tables, by splitting them into a large part and a rest."""
        parts = [(self.levels[k - small], self.levels[small]) for small in range(k - self.large, k // 2 + 1)]
        done = total = 0
        for level, rests in parts:
            for rest in rests.deals:
                sums = self._together(level, rest)
                present = self.np.flatnonzero(sums)
                large = level.values[present], level.floats[present], sums[present]
                # Two parts of equal size already meet twice, once as each rest, so count only one order each time.
                both = 2 * len(rest) < k
                total += self.kernels.root(*large, *rests.table(rest), both, self.use, LIMIT, self.dense)
                if k > self.large + 1:
                    total += self._below(large, rest)
                done += 1
                self._report(k, done)
        return int(total)

    def _below(self, large: tuple[Ints, Floats, Ints], rest: tuple[int, ...]) -> int:
        """Count the formulae whose root combines a card of the rest with the large part and the other cards."""
        total = 0
        for card, ways in Counter(rest).items():
            others = list(rest)
            others.remove(card)
            ys, cs = self.levels[len(others)].table(tuple(others))
            small, multiples = self._zeros(2 * (LIMIT + card) + 1), self._zeros(2 * LIMIT + 1)
            total += self.kernels.nested(*large, ys, cs, card, ways, self.use, LIMIT, self.dense, small, multiples)
        return total


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitPowerLaw:
    """A power law: count ~ e^intercept * value^slope, which is a straight line through the logarithms.

    Attributes
    ----------
    slope, intercept
        Slope and intercept of the line, with natural logarithms.
    r_squared
        The share of the logarithms' variance that the line explains, from 0 to 1.
    low, high
        The first and the last value of the fit.
    """

    slope: float
    intercept: float
    r_squared: float
    low: int
    high: int


def fit_power_law(counts: FormulaCounts, low: int = 1, high: int = LIMIT) -> PursuitPowerLaw:
    """Fit a power law to the counts of results, by least squares of log count on log value.

    The method is crude, and so is the law. Every value has the same weight, though small ones have far more formulae.
    Values without a formula are left out, which improves the fit. The counts are not a smooth function at all: 960,
    with its many divisors, has eight times as many formulae as 961. In the article's game the slope also depends on the
    range: -1.04 (R^2 0.80) on 1..1000, but -1.26 (R^2 0.70) on 100..1000. The fit does not test the law.

    Raises `LimitExceededError` unless 1 <= low < high <= ``counts.limit``, and `InvalidPositionError` if fewer than two
    values in this range have a formula.

    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> fit_power_law(count_formulas(SUIT, 2), 1, 100).slope < 0
    True
    """
    first, last = to_integer(low), to_integer(high)
    if first is None or last is None or not 1 <= first < last <= counts.limit:
        shown = Text("{low} to {high}", low=quote(low), high=quote(high))
        message = Text(
            "no line can be fitted to values from {shown}; give a range of integers within 1 and {limit}",
            shown=shown,
            limit=counts.limit,
        )
        raise InvalidPositionError(message) if None in {first, last} else LimitExceededError(message)
    low, high = first, last
    points = [(log(value), log(counts.count(value))) for value in range(low, high + 1) if counts.count(value)]
    if len(points) < 2:
        raise InvalidPositionError(
            "{count} of the values from {low} to {high} can be made; a line needs two of them",
            count=len(points),
            low=low,
            high=high,
        )
    middle_x = fsum(x for x, _ in points) / len(points)
    middle_y = fsum(y for _, y in points) / len(points)
    xx = fsum((x - middle_x) ** 2 for x, _ in points)
    xy = fsum((x - middle_x) * (y - middle_y) for x, y in points)
    yy = fsum((y - middle_y) ** 2 for _, y in points)
    # Equal counts lie exactly on a line; for them, the usual formula for R^2 would divide zero by zero.
    return PursuitPowerLaw(
        slope=xy / xx,
        intercept=middle_y - xy / xx * middle_x,
        r_squared=xy * xy / (xx * yy) if yy else 1.0,
        low=low,
        high=high,
    )
