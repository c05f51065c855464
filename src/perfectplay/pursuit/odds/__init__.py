"""Exact odds over all deals of a deck.

This answers the question on which the series of articles ends: with six cards of the pack and a target from 1 to 1000
the chance of a hit is 9417114451/10179260000.  Source: "Finally On An Arithmetical Pursuit", www.thusspakeak.com
(2015).
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import comb
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Status
from perfectplay.core.running.deadline import LONG, Deadline, StoppedError, about, open_deadline
from perfectplay.core.running.executor import open_executor
from perfectplay.core.running.notices import notify
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.deal.deals import CARDS, Deck
from perfectplay.pursuit.odds.deals import Deals, FinishedDeals, slow_matrix
from perfectplay.pursuit.odds.levels import estimate_seconds, fast_matrix, is_fast
from perfectplay.pursuit.reach import check_range
from perfectplay.pursuit.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]
    Flags = npt.NDArray[np.bool_]

__all__ = [
    "MAX_CELLS",
    "MAX_DEALS",
    "MAX_DISTANCE",
    "MAX_HOURS",
    "LargeRow",
    "Odds",
    "PursuitDealRow",
    "TargetRow",
    "check_hours",
    "check_odds",
    "odds",
]

MAX_DEALS = 1_000_000
"""Most distinct deals of a deck."""

MAX_CELLS = 1_000_000_000
"""Most pairs of a distinct deal and a target: each takes a byte or two of memory."""

MAX_DISTANCE = 20
"""Largest distance in `Odds.by_distance`."""

MAX_HOURS = 24
"""Most hours of processor time, estimated, unless there is a time limit; several processors share them."""

# Cells that are counted between two reports.
_PIECE = 50_000_000

_Game = tuple[Deck, int, int, int, Rules]


@dataclass(frozen=True, slots=True)
class LargeRow:
    """The deals with a certain number of large numbers.

    Attributes
    ----------
    large
        How many of the numbers are large ones.
    deals, distinct_deals
        How many deals: equal cards told apart, and not.
    probability
        Chance of a hit with such a deal.
    hits, pairs
        Pairs of a distinct deal and a target: those that are hits, and all.
    certain_deals
        Distinct deals that hit every target.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> odds(SUIT, 2, 1, 10).by_large[0].large
    0
    """

    large: int
    deals: int
    distinct_deals: int
    probability: Fraction
    hits: int
    pairs: int
    certain_deals: int


@dataclass(frozen=True, slots=True)
class TargetRow:
    """A target.

    Attributes
    ----------
    target
        The target.
    weight, distinct_deals
        How many deals hit it: equal cards told apart, and not.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> odds(SUIT, 2, 1, 10).hardest(1)[0].target
    9
    """

    target: int
    weight: int
    distinct_deals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitDealRow:
    """A deal.

    Attributes
    ----------
    deal
        Its numbers, ascending.
    targets
        How many targets it hits.
    weight
        In how many ways it can be dealt, equal cards told apart.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> odds(SUIT, 2, 1, 10).best(1)[0].targets
    5
    """

    deal: tuple[int, ...]
    targets: int
    weight: int


@dataclass(frozen=True)
class Odds:
    """The odds of a deck.  Chances are for a random deal, every set of cards equally likely, and a random target.

    Where the work was ended early, by a time limit or by Ctrl-C, some deals have not been looked at.  Nothing is known
    to be hit with them: all chances and counts of hits are then lower bounds, and `status` is ``"bounded"``.

    Attributes
    ----------
    deck, numbers, low, high, rules
        What was asked: a number of cards of the deck, and targets from ``low`` to ``high``, equally likely.
    deals, distinct_deals
        How many deals: equal cards told apart, and not.
    probability
        Chance that the target can be hit; see `upper`, too.
    hits, pairs
        Pairs of a distinct deal and a target: those that are hits, and all.
    certain_deals, certain_weight
        Deals that hit every target: distinct ones, and with equal cards told apart.
    by_large
        The odds by the number of large cards in the deal, as far as there are such deals.
    by_used
        Entry k - 1 is the chance that the target can be hit with at most k of the numbers.
    by_distance
        Entry d, from 0 to `MAX_DISTANCE`, is the chance that one can come within d of the target.
    by_target
        A row for each target, ascending.
    targets_by_deal
        How many targets each distinct deal hits, in the order of `Deck.deals`; -1 if it has not been looked at.
    done, done_weight
        How many deals have been looked at: distinct ones, and with equal cards told apart.
    interrupted
        Whether Ctrl-C ended the work.
    maps
        If they were asked for, the targets that each distinct deal hits, in the order of `Deck.deals`: the bit i from
        the right is for the target ``low + i``.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> found = odds(SUIT, 2, 1, 10)
    >>> found.status, found.upper == found.probability
    ('optimal', True)
    >>> len(found.best(3)), len(found.worst(3)), len(found.hardest(2)), len(found.easiest(2))
    (3, 3, 2, 2)
    """

    deck: Deck
    numbers: int
    low: int
    high: int
    rules: Rules
    deals: int
    distinct_deals: int
    probability: Fraction
    hits: int
    pairs: int
    certain_deals: int
    certain_weight: int
    by_large: tuple[LargeRow, ...]
    by_used: tuple[Fraction, ...]
    by_distance: tuple[Fraction, ...]
    by_target: tuple[TargetRow, ...] = field(repr=False)
    targets_by_deal: tuple[int, ...] = field(repr=False)
    done: int
    done_weight: int
    interrupted: bool = False
    maps: tuple[int, ...] | None = field(default=None, repr=False)

    @property
    def status(self) -> Status:
        """``"optimal"`` if all deals have been looked at, so that everything is exact; ``"bounded"`` otherwise."""
        return "optimal" if self.done == self.distinct_deals else "bounded"

    @property
    def upper(self) -> Fraction:
        """Upper bound on the chance that the target can be hit; `probability` is the lower bound."""
        return self.probability + Fraction(self.deals - self.done_weight, self.deals)

    def best(self, count: int) -> tuple[PursuitDealRow, ...]:
        """Return the deals that hit most targets, the best first; of equal ones the lexicographically first.

        Only deals that have been looked at are returned.
        """
        return self._pick(count, -1)

    def worst(self, count: int) -> tuple[PursuitDealRow, ...]:
        """Return the deals that hit fewest targets, the worst first; of equal ones the lexicographically first.

        Only deals that have been looked at are returned.
        """
        return self._pick(count, 1)

    def _pick(self, count: int, sign: int) -> tuple[PursuitDealRow, ...]:
        pairs: Iterable[tuple[int, tuple[int, ...]]] = (
            (sign * targets, deal)
            for targets, deal in zip(self.targets_by_deal, self.deck.deals(self.numbers), strict=True)
            if targets >= 0
        )
        return tuple(
            PursuitDealRow(deal=deal, targets=sign * key, weight=self.deck.weight(deal))
            for key, deal in heapq.nsmallest(count, pairs)
        )

    def hardest(self, count: int) -> tuple[TargetRow, ...]:
        """Return the targets that fewest deals hit, equal cards told apart, the hardest first."""
        return tuple(heapq.nsmallest(count, self.by_target, key=lambda row: (row.weight, row.target)))

    def easiest(self, count: int) -> tuple[TargetRow, ...]:
        """Return the targets that most deals hit, equal cards told apart, the easiest first."""
        return tuple(heapq.nsmallest(count, self.by_target, key=lambda row: (-row.weight, row.target)))


def check_odds(
    deck: Deck, numbers: int, low: int, high: int, rules: Rules | None = None, *, limited: bool = False
) -> float:
    """Refuse what is not a game, or one with too many deals.

    Parameters
    ----------
    deck, numbers, low, high, rules
        As for `odds`.
    limited
        Whether there is a time limit: then it may take any number of hours.

    Returns
    -------
    float
        Estimated processor time in seconds, for `check_hours`; right within a factor of five or so.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If the targets are no range, there are not enough cards, the deals or pairs of deal and target are too many,
        or all of it would take more than `MAX_HOURS` and there is no time limit.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> check_odds(SUIT, 2, 1, 10) < 60
    True
    """
    check_range(low, high)
    # Not numpy's integers, which overflow.
    numbers, low, high = deck.check_count(numbers), index(low), index(high)
    distinct = deck.distinct(numbers)
    shown = Text(
        "{numbers} numbers of the deck {name} can be dealt in {distinct:,} distinct ways",
        numbers=numbers,
        name=quote(deck.name),
        distinct=distinct,
    )
    if distinct > MAX_DEALS:
        message = Text(
            "{shown}; odds are possible up to {most:,}, so take fewer numbers or values", shown=shown, most=MAX_DEALS
        )
        raise LimitExceededError(message)
    pairs = distinct * (high - low + 1)
    if distinct * (high + MAX_DISTANCE) > MAX_CELLS:
        message = Text(
            "{shown}, which makes {pairs:,} pairs with the targets {low} to {high}; the deals times the largest "
            "target must stay below {most:,}",
            shown=shown,
            pairs=pairs,
            low=low,
            high=high,
            most=MAX_CELLS,
        )
        raise LimitExceededError(message)
    seconds = estimate_seconds(deck, numbers, high + MAX_DISTANCE, rules or Rules())
    if not limited:
        check_hours(seconds, shown)
    return seconds


def check_hours(seconds: float, shown: str) -> None:
    """Refuse work of more than `MAX_HOURS`.

    Parameters
    ----------
    seconds
        Estimated processor time.
    shown
        What is to be done; the message begins with it.

    Raises
    ------
    LimitExceededError
        If it is too much.

    Examples
    --------
    >>> check_hours(60, "a minute")
    """
    if seconds > 3600 * MAX_HOURS:
        message = Text(
            "{shown}, which would take some {hours:,} hours of processor time; up to {most} are possible, so "
            "take fewer numbers or values, or set a time limit",
            shown=shown,
            hours=round(seconds / 3600),
            most=MAX_HOURS,
        )
        raise LimitExceededError(message)


def odds(
    deck: Deck = CARDS,
    numbers: int = 6,
    low: int = 1,
    high: int = 1000,
    rules: Rules | None = None,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    time_limit: float | None = None,
    resume: str | Path | None = None,
    maps: bool = False,
    forecast: bool = True,
    progress: ProgressCallback = ignore_progress,
) -> Odds:
    """Find the exact odds over all deals and targets, or bounds on them if there is no time for all deals.

    Parameters
    ----------
    deck
        The pack.
    numbers
        How many cards are dealt, 1 to 8.
    low, high
        The targets, from 1 to `perfectplay.pursuit.rules.MAX_TARGET`, equally likely.
    rules
        Those of the article unless given.
    jobs
        Number of processes, where deals have to be looked at one by one: if all numbers must be used, fractions are
        allowed, there is ``-`` without ``+``, more than six numbers are dealt, or there are few deals and very high
        targets.  All else is fast without.
    cluster
        Address of a Dask scheduler that does this work instead.
    time_limit
        Seconds after which the work ends with what is known then; counting it still follows.  Where deals are not
        looked at one by one, nothing is known before the end.
    resume
        An SQLite file for one deck, number of cards, range of targets and set of rules: where deals are looked at one
        by one, finished ones are stored, and what the file holds is not done again.
    maps
        Whether to keep the targets that each deal hits, see `Odds.maps`: a bit for each pair of a deal and a target.
    forecast
        Whether to tell, as `perfectplay.core.running.notices` does, how long it takes where that is more than a minute.
    progress
        Called now and then; ``done`` of ``total`` is about the share of the work in this stage.

    Returns
    -------
    Odds
        Exact, unless the time limit or Ctrl-C ended the work: see `Odds.status`.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If something is out of range or too large, see `check_odds`.
    MissingExtraError, PerfectPlayError
        If the cluster or the resume file cannot be used.
    KeyboardInterrupt
        At the second Ctrl-C, and at the first one if no deal has been looked at.

    Notes
    -----
    Everything is counted in whole numbers, of any size.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> found = odds(SUIT, 3, 1, 100)
    >>> found.probability, found.deals, found.certain_deals
    (Fraction(5293, 28600), 286, 0)
    >>> [row.target for row in found.hardest(3)]
    [83, 87, 89]
    """
    rules = rules or Rules()
    check_odds(deck, numbers, low, high, rules, limited=time_limit is not None)
    game = deck, index(numbers), index(low), index(high), rules
    with (
        open_deadline(time_limit) as deadline,
        FinishedDeals.open(resume, *game) if resume is not None else nullcontext() as store,
    ):
        told = partial(_forecast, deadline.remaining, shared=cluster is not None, stored=store is not None)
        tell = told if forecast else _keep_silent
        matrix, base, done = _matrix(game, store, jobs, cluster, deadline, tell, progress)

        def report(counted: int) -> None:
            progress(Progress("counting", deadline.seconds, done=counted, total=2 * len(matrix)))

        if deadline.interrupted and not done.any():
            raise KeyboardInterrupt
        found = _count(game, matrix, base, done, deadline.interrupted and not done.all(), report)
        return replace(found, maps=_maps(matrix[:, low - base : high - base + 1], numbers)) if maps else found


def _maps(matrix: Bytes, numbers: int) -> tuple[int, ...]:
    """Put each row of fewest numbers into an integer with a bit for each target; 0 or more than ``numbers`` is none."""
    import numpy as np

    rows = np.packbits((matrix > 0) & (matrix <= numbers), axis=1, bitorder="little")
    return tuple(int.from_bytes(row.tobytes(), "little") for row in rows)


def _matrix(
    game: _Game,
    store: FinishedDeals | None,
    jobs: int,
    cluster: str | None,
    deadline: Deadline,
    tell: Callable[[float], None],
    progress: ProgressCallback,
) -> tuple[Bytes, int, Flags]:
    """Find the fewest numbers; returns the value of the first column, and which rows are done, too."""
    import numpy as np

    deck, numbers, low, high, rules = game
    if not is_fast(deck, numbers, high + MAX_DISTANCE, rules):
        base = max(0, low - MAX_DISTANCE)
        work = Deals(list(deck.deals(numbers)), base, high + MAX_DISTANCE, rules)
        matrix, done = slow_matrix(work, store, jobs, cluster, deadline, tell, progress)
        return matrix, base, done
    if jobs != 1 or cluster is not None:
        # They are not needed; whether they are right should not depend on the deck.
        with open_executor(jobs, cluster):
            pass

    def report(snapshot: Progress) -> None:
        progress(snapshot)
        deadline.check()

    with suppress(StoppedError):
        matrix = fast_matrix(deck, numbers, high + MAX_DISTANCE, rules, report)
        return matrix, 0, np.ones(len(matrix), dtype=np.bool_)
    deals = deck.distinct(numbers)
    return np.zeros((deals, high + MAX_DISTANCE + 1), dtype=np.uint8), 0, np.zeros(deals, dtype=np.bool_)


def _keep_silent(_: float) -> None:
    """Tell nothing."""


def _forecast(time_left: float | None, seconds: float, *, shared: bool, stored: bool) -> None:
    """Tell how long the work will take, if that is long; on a cluster, whose size is unknown, in processor time."""
    if seconds < LONG:
        return
    takes = Text("this takes {time}", time=about(seconds))
    if shared:
        takes = Text("{takes} of processor time", takes=takes)
    if time_left is not None and time_left < seconds and not shared:
        notify(Text("{takes}, which is more than the time limit: there will be bounds only", takes=takes))
        return
    kept = Text("the file keeps what is done") if stored else Text("a file to resume from would keep what is done")
    notify(Text("{takes}; Ctrl-C ends it early with bounds, and {kept}", takes=takes, kept=kept))


def _count(
    game: _Game,
    matrix: Bytes,
    base: int,
    looked_at: Flags,
    interrupted: bool,  # noqa: FBT001  # private, and always passed by position
    report: Callable[[int], None],
) -> Odds:
    """Count what a matrix of fewest numbers holds; its column 0 is for the value ``base``.  Each deal is met twice.

    Rows of deals that have not been looked at are empty.
    """
    import numpy as np

    from perfectplay.pursuit.kernels import odds as kernels

    deck, numbers, low, high, rules = game
    distinct, targets = len(matrix), high - low + 1
    columns = (low - base, high - base)
    used = np.zeros((distinct, numbers + 1), dtype=np.int64)
    within = np.zeros((distinct, MAX_DISTANCE + 1), dtype=np.int64)
    # Pieces of a second or less.
    size = _PIECE // matrix.shape[1] + 1
    for start in range(0, distinct, size):
        piece = slice(start, start + size)
        kernels.tally(matrix[piece], *columns, numbers, used[piece], within[piece])
        report(min(start + size, distinct))
    done = distinct
    by_deal = within[:, 0]
    # Deals with equal weight and equally many large numbers are added up in machine integers, which hold every number
    # of pairs; weights, of any size, come in afterwards.
    by_used, by_distance, weights, distincts = [0] * numbers, [0] * (MAX_DISTANCE + 1), [0] * targets, [0] * targets
    certain, certain_weight, done_weight = 0, 0, 0
    large: dict[int, Counter[str]] = {}
    for (count, weight), rows in _groups(deck, numbers):
        part = np.array(rows, dtype=np.int64)
        hits = np.zeros(targets, dtype=np.int64)
        for start in range(0, len(part), size):
            piece = slice(start, start + size)
            kernels.hits(matrix, part[piece], *columns, numbers, hits)
            report(done + min(start + size, len(part)))
        done += len(part)
        for i, hit in enumerate(hits.tolist()):
            weights[i] += weight * hit
            distincts[i] += hit
        for i, total in enumerate(accumulate(used[part].sum(axis=0)[1:].tolist())):
            by_used[i] += weight * total
        for i, total in enumerate(accumulate(within[part].sum(axis=0).tolist())):
            by_distance[i] += weight * total
        full = int((by_deal[part] == targets).sum())
        done_weight += weight * int(looked_at[part].sum())
        certain += full
        certain_weight += weight * full
        hit = int(by_deal[part].sum())
        row = large.setdefault(count, Counter())
        row.update(deals=weight * len(rows), distinct=len(rows), hits=hit, weighted=weight * hit, certain=full)
    deals = deck.total(numbers)
    return Odds(
        deck,
        numbers,
        low,
        high,
        rules,
        deals,
        distinct,
        Fraction(by_distance[0], deals * targets),
        sum(distincts),
        distinct * targets,
        certain,
        certain_weight,
        tuple(_large_row(count, row, targets) for count, row in sorted(large.items())),
        tuple(Fraction(total, deals * targets) for total in by_used),
        tuple(Fraction(total, deals * targets) for total in by_distance),
        tuple(map(TargetRow, range(low, high + 1), weights, distincts)),
        tuple(np.where(looked_at, by_deal, -1).tolist()),
        int(looked_at.sum()),
        done_weight,
        interrupted,
    )


def _groups(deck: Deck, numbers: int) -> Iterator[tuple[tuple[int, int], list[int]]]:
    """Yield the number of large cards and the weight that some deals have in common, and where these deals are."""
    groups: dict[tuple[int, int], list[int]] = {}
    beyond = [*accumulate(reversed(deck.copies), initial=0)][::-1]
    place = 0

    def extend(i: int, left: int, large: int, weight: int) -> None:
        # Lexicographic order: many cards of a small number come first.
        nonlocal place
        if not left:
            groups.setdefault((large, weight), []).append(place)
            place += 1
            return
        value, copies = deck.values[i], deck.copies[i]
        for count in range(min(left, copies), -1, -1):
            if left - count <= beyond[i + 1]:
                extend(i + 1, left - count, large + count * (value in deck.large), weight * comb(copies, count))

    extend(0, numbers, 0, 1)
    yield from groups.items()


def _large_row(count: int, row: Counter[str], targets: int) -> LargeRow:
    chance = Fraction(row["weighted"], row["deals"] * targets)
    return LargeRow(
        count, row["deals"], row["distinct"], chance, row["hits"], row["distinct"] * targets, row["certain"]
    )
