"""Exact odds over all deals of a deck.

With six cards of the pack and a target from 1 to 1000, the chance of a hit is 9417114451/10179260000. A series of
articles ends by asking for this chance: "Finally On An Arithmetical Pursuit", www.thusspakeak.com (2015).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import comb
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress, notify
from perfectplay.core.running.deadline import LONG, Deadline, StoppedError, about, open_deadline
from perfectplay.core.running.executor import open_executor
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.deal.deals import CARDS, Deck
from perfectplay.pursuit.odds.deals import Deals, FinishedDeals, slow_matrix
from perfectplay.pursuit.odds.levels import estimate_seconds, fast_matrix, is_fast
from perfectplay.pursuit.odds.result import MAX_DISTANCE, Odds, PursuitByLarge, PursuitTarget, chance_of
from perfectplay.pursuit.reach import check_range
from perfectplay.pursuit.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]
    Flags = npt.NDArray[np.bool_]

MAX_DEALS = 1_000_000
"""Maximum number of distinct deals of a deck."""

MAX_CELLS = 1_000_000_000
"""Maximum number of pairs of a distinct deal and a target; each takes a byte or two of memory."""

MAX_HOURS = 24
"""Maximum estimated hours of processor time, summed over all processors, if there is no time limit."""

# Number of cells of the matrix that are counted between two progress reports.
_PIECE = 50_000_000

_Game = tuple[Deck, int, int, int, Rules]


def check_odds(
    deck: Deck, numbers: int, low: int, high: int, rules: Rules | None = None, *, limited: bool = False
) -> float:
    """Check that a game is valid and not too large; return an estimate of the processor time in seconds.

    It takes the arguments of `odds`. If ``limited`` by a time limit, the work may take any number of hours, otherwise
    up to `MAX_HOURS`. The estimate, which `check_hours` needs, is right within a factor of about five.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> check_odds(SUIT, 2, 1, 10) < 60
    True
    """
    check_range(low, high)
    # Convert numpy's integers, because their arithmetic can overflow.
    numbers, low, high = deck.check_count(numbers), index(low), index(high)
    distinct = deck.distinct(numbers)
    shown = Text(
        "{numbers} numbers of the deck {name} can be dealt in {distinct:,} distinct ways",
        numbers=numbers,
        name=quote(deck.name),
        distinct=distinct,
    )
    if distinct > MAX_DEALS:
        raise LimitExceededError(
            "{shown}; odds are possible up to {most:,}, so take fewer numbers or values", shown=shown, most=MAX_DEALS
        )
    pairs = distinct * (high - low + 1)
    if distinct * (high + MAX_DISTANCE) > MAX_CELLS:
        raise LimitExceededError(
            "{shown}, which makes {pairs:,} pairs with the targets {low} to {high}; the deals times the largest "
            "target must stay below {most:,}",
            shown=shown,
            pairs=pairs,
            low=low,
            high=high,
            most=MAX_CELLS,
        )
    seconds = estimate_seconds(deck, numbers, high + MAX_DISTANCE, rules or Rules())
    if not limited:
        check_hours(seconds, shown)
    return seconds


def check_hours(seconds: float, shown: str) -> None:
    """Refuse work of more than `MAX_HOURS` of processor time; ``shown`` describes the work in the message.

    Examples
    --------
    >>> check_hours(60, "a minute")
    """
    if seconds > 3600 * MAX_HOURS:
        raise LimitExceededError(
            "{shown}, which would take some {hours:,} hours of processor time; up to {most} are possible, so "
            "take fewer numbers or values, or set a time limit",
            shown=shown,
            hours=round(seconds / 3600),
            most=MAX_HOURS,
        )


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
    """Find the exact odds over all deals and targets, or bounds on them.

    Parameters
    ----------
    deck
        The deck.
    numbers
        Number of cards dealt, 1 to 8.
    low, high
        The smallest and the largest target, from 1 to `perfectplay.pursuit.rules.MAX_TARGET`; all are equally likely.
    rules
        The rules; by default the article's rules.
    jobs
        Number of processes. They help only if deals are computed one by one: if all numbers must be used, fractions are
        allowed, ``-`` is allowed without ``+``, more than six numbers are dealt, or few deals have very high targets.
    cluster
        Address or scheduler file of a Dask cluster, used instead of processes.
    time_limit
        Seconds after which the work ends. It has partial results only if deals are computed one by one.
    resume
        An SQLite file that stores finished deals, which are not computed again; used if deals are computed one by one.
    maps
        Whether to record in `Odds.maps` which targets each deal hits.
    forecast
        Whether a notice announces work of more than a minute.
    progress
        Called from time to time.

    Returns
    -------
    Odds
        The odds; they are exact unless the time limit or Ctrl-C ended the work.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If something is out of range, or there are too many deals.
    MissingExtraError, PerfectPlayError
        If the cluster or the resume file cannot be used.
    KeyboardInterrupt
        At the second Ctrl-C, or at the first one if no deal is finished.

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
        announce = partial(_forecast, deadline.remaining, shared=cluster is not None, stored=store is not None)
        tell = announce if forecast else _keep_silent
        matrix, base, done = _matrix(game, store, jobs, cluster, deadline, tell, progress)

        def report(counted: int) -> None:
            progress(Progress("counting", deadline.seconds, done=counted, total=2 * len(matrix)))

        if deadline.interrupted and not done.any():
            raise KeyboardInterrupt
        answer = _count(game, matrix, base, done, deadline.interrupted and not done.all(), report)
        return replace(answer, maps=_maps(matrix[:, low - base : high - base + 1], numbers)) if maps else answer


def _maps(matrix: Bytes, numbers: int) -> tuple[int, ...]:
    """Convert each row to an integer with a bit for each target; 0 numbers, or more than ``numbers``, mean a miss."""
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
    """Return the fewest numbers for each deal (row) and value (column), the first value, and flags of finished rows."""
    import numpy as np

    deck, numbers, low, high, rules = game
    if not is_fast(deck, numbers, high + MAX_DISTANCE, rules):
        base = max(0, low - MAX_DISTANCE)
        work = Deals(list(deck.deals(numbers)), rules, low=base, high=high + MAX_DISTANCE)
        matrix, done = slow_matrix(work, store, jobs, cluster, deadline, tell, progress)
        return matrix, base, done
    if jobs != 1 or cluster is not None:
        # Open the executor even if it is not needed, so that wrong arguments raise the same errors for every deck.
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
    """Ignore the forecast, because none was requested."""


def _forecast(time_left: float | None, seconds: float, *, shared: bool, stored: bool) -> None:
    """Log how long the work will take, unless it is short; for a cluster of unknown size, log the processor time."""
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
    interrupted: bool,  # noqa: FBT001  # private, always positional
    report: Callable[[int], None],
) -> Odds:
    """Compute the odds from a matrix of fewest numbers, the first column of which stands for the value ``base``.

    Rows of unfinished deals contain only zeros.
    """
    import numpy as np

    from perfectplay.pursuit.kernels import odds as kernels

    deck, numbers, low, high, rules = game
    distinct, targets = len(matrix), high - low + 1
    columns = (low - base, high - base)
    used = np.zeros((distinct, numbers + 1), dtype=np.int64)
    within = np.zeros((distinct, MAX_DISTANCE + 1), dtype=np.int64)
    # Count in pieces that take a second or less, so that progress is reported often.
    size = _PIECE // matrix.shape[1] + 1
    for start in range(0, distinct, size):
        piece = slice(start, start + size)
        kernels.tally(matrix[piece], *columns, numbers, used[piece], within[piece])
        report(min(start + size, distinct))
    done = distinct
    by_deal = within[:, 0]
    # Add up deals with equal weight and equally many large numbers in machine integers, which hold every number of
    # pairs. Multiply by the weights afterwards, because they may be huge.
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
        deck=deck,
        numbers=numbers,
        low=low,
        high=high,
        rules=rules,
        deals=deals,
        distinct_deals=distinct,
        probability=Fraction(by_distance[0], deals * targets),
        hits=sum(distincts),
        pairs=distinct * targets,
        certain_deals=certain,
        certain_weight=certain_weight,
        by_large=tuple(_large_row(count, row, targets) for count, row in sorted(large.items())),
        by_used=tuple(Fraction(total, deals * targets) for total in by_used),
        by_distance=tuple(Fraction(total, deals * targets) for total in by_distance),
        by_target=tuple(map(partial(_target, deals), range(low, high + 1), weights, distincts)),
        targets_by_deal=tuple(np.where(looked_at, by_deal, -1).tolist()),
        done=int(looked_at.sum()),
        done_weight=done_weight,
        interrupted=interrupted,
    )


def _groups(deck: Deck, numbers: int) -> Iterator[tuple[tuple[int, int], list[int]]]:
    """Group deals by number of large cards and weight; yield both with the indices of the deals in each group."""
    groups: dict[tuple[int, int], list[int]] = {}
    beyond = [*accumulate(reversed(deck.copies), initial=0)][::-1]
    deal_index = 0

    def extend(i: int, left: int, large: int, weight: int) -> None:
        # Try the largest number of copies first, because in lexicographic order deals with more copies come first.
        nonlocal deal_index
        if not left:
            groups.setdefault((large, weight), []).append(deal_index)
            deal_index += 1
            return
        value, copies = deck.values[i], deck.copies[i]
        for count in range(min(left, copies), -1, -1):
            if left - count <= beyond[i + 1]:
                extend(i + 1, left - count, large + count * (value in deck.large), weight * comb(copies, count))

    extend(0, numbers, 0, 1)
    yield from groups.items()


def _target(deals: int, target: int, weight: int, distinct: int) -> PursuitTarget:
    return PursuitTarget(**chance_of(Fraction(weight, deals)), target=target, weight=weight, distinct_deals=distinct)


def _large_row(count: int, row: Counter[str], targets: int) -> PursuitByLarge:
    return PursuitByLarge(
        **chance_of(Fraction(row["weighted"], row["deals"] * targets)),
        large=count,
        deals=row["deals"],
        distinct_deals=row["distinct"],
        hits=row["hits"],
        pairs=row["distinct"] * targets,
        certain_deals=row["certain"],
    )
