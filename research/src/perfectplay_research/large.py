"""Find and prove the best values for all large numbers of a deck at once, among all choices from a range.

The deals whose large values are exactly the set S are the same in every deck that has S.  Their hits are counted
once, as f(S), and the hits of a deck with the large values D are the sum of f(S) over all subsets S of D.  If f(S)
is not known, its deals hit at most every target, so each deck has an upper bound.  Decks whose bound is below that of
known decks can be skipped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Status
from perfectplay.core.running.deadline import StoppedError, open_deadline
from perfectplay.core.running.executor import default_jobs, open_executor, shared_out
from perfectplay.core.running.store import SealedRows
from perfectplay.pursuit.deal.deals import CLASSIC, MAX_VALUES, Deck, to_integers
from perfectplay.pursuit.odds.levels import is_fast, some_deals
from perfectplay.pursuit.reach import check_range
from perfectplay.pursuit.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Flags = npt.NDArray[np.bool_]
    Ints = npt.NDArray[np.int64]

__all__ = ["MAX_CHOICES", "LargeChoice", "LargeChoices", "best_large", "set_hits"]

MAX_CHOICES = 3_000_000
"""Largest number of decks to compare."""

# Number of deals in a piece of work.  Larger pieces save little time, and each deal takes a kilobyte of memory.
_PIECE = 40_000
# Number of most promising decks to finish first, because their results rule out most others.
_FIRST = 40
# Number of decks in a round; after each round, decks that are ruled out are dropped.
_BATCH = 20_000
# The number of deals times the number of targets must fit into a machine integer.
_LIMIT = 1 << 62
_RANKS = ("probability", "hits")
# Layout numbers of the other games' files are small, so this one cannot be mistaken for them.
_SCHEMA = 5303

_Game = tuple[int, int, int, Rules]
_Set = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LargeChoice:
    """A choice of large values.

    Attributes
    ----------
    values
        The values, ascending.
    probability
        Chance that the target can be hit with a random deal.
    hits
        Number of pairs of a distinct deal and a target that it hits.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import Deck
    >>> tiny = Deck.of("tiny", {1: 1, 2: 1, 3: 1, 9: 1}, [9])
    >>> best_large(tiny, range(4, 7), 3, 1, 20).rows[0].values
    (6,)
    """

    values: tuple[int, ...]
    probability: Fraction
    hits: int


@dataclass(frozen=True)
class LargeChoices:
    """The known facts about all choices of large values.

    Attributes
    ----------
    deck, values, numbers, low, high, rules
        The arguments of the search.
    rows
        The best of the choices that are known exactly, best first; ties are in lexicographic order.
    total, exact, possible
        How many choices there are, how many are known exactly, and how many others may be as good as the last row.
    bound
        Upper bound on the figures of these other choices, or a lower bound if the smallest figures come first.
        ``None`` if there are no other choices.
    pairs
        Number of pairs of a distinct deal and a target, the same for every choice.
    interrupted
        Whether Ctrl-C ended the work before the answer was complete.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import Deck
    >>> tiny = Deck.of("tiny", {1: 1, 2: 1, 3: 1, 9: 1}, [9])
    >>> found = best_large(tiny, range(4, 7), 3, 1, 20)
    >>> found.status, found.total, found.possible
    ('optimal', 3, 0)
    """

    deck: Deck
    values: tuple[int, ...]
    numbers: int
    low: int
    high: int
    rules: Rules
    rows: tuple[LargeChoice, ...]
    total: int
    exact: int
    possible: int
    bound: Fraction | None
    pairs: int
    interrupted: bool = False

    @property
    def status(self) -> Status:
        """``"optimal"`` if `rows` are proven to be the best of all choices, ``"bounded"`` otherwise."""
        return "bounded" if self.possible else "optimal"


class _Counts(NamedTuple):
    """The number of ways to deal exactly a set of large values, and the number of distinct deals with this set."""

    ways: int
    deals: int


def best_large(
    deck: Deck = CLASSIC,
    values: Iterable[int] = range(11, 101),
    numbers: int = 6,
    low: int = 101,
    high: int = 999,
    rules: Rules | None = None,
    *,
    rank: str = "probability",
    descending: bool = True,
    top: int = 10,
    every: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
    time_limit: float | None = None,
    resume: str | Path | None = None,
    progress: ProgressCallback = ignore_progress,
) -> LargeChoices:
    """Find the values for all large numbers of a deck that make the chance of a hit largest.

    Parameters
    ----------
    deck
        The pack, which must have each large number equally often; its large numbers are replaced.
    values
        Candidates for the large values, each used at most once; none of them is a small number of the deck.
    numbers
        How many cards are dealt, 2 to 6.
    low, high
        The targets, equally likely.
    rules
        By default the article's rules.  Rules with fractions, or that require all numbers, are not supported.
    rank
        ``"probability"`` of a hit, equal cards told apart; or ``"hits"``, pairs of a distinct deal and a target.
    descending
        Whether to look for the largest figure; the smallest takes longer, because few pairs are misses.
    top
        How many of the best choices to find and prove.
    every
        Whether to compute the figures of all choices exactly.
    jobs
        Number of processes that share the work.
    cluster
        Address of a Dask scheduler that does the work instead.
    time_limit
        Seconds after which the search ends with the results so far.
    resume
        An SQLite file that stores finished work, so that it is not repeated.
    progress
        Called after each piece of work; ``done`` and ``total`` count the sets of large values of this stage.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If an argument is out of range, the deck has no large numbers or unequal copies of them, or there is too much
        work.
    PerfectPlayError
        If the resume file or the cluster cannot be used.
    KeyboardInterrupt
        At the second Ctrl-C, and at the first one if no choice is known exactly.

    Notes
    -----
    The guide's page on this question proves the upper bound.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import Deck
    >>> tiny = Deck.of("tiny", {1: 1, 2: 1, 3: 1, 8: 1, 9: 1}, [8, 9])
    >>> found = best_large(tiny, range(4, 8), 3, 1, 20, top=1)
    >>> found.rows[0].values, found.rows[0].probability
    ((6, 7), Fraction(71, 100))
    """
    choices = _Choices(
        deck, values, (index(numbers), index(low), index(high), rules or Rules()), rank, top, descending=descending
    )
    with (
        open_deadline(time_limit) as deadline,
        nullcontext() if resume is None else _opened(resume) as store,
        nullcontext() if jobs == 1 and cluster is None else open_executor(jobs, cluster) as executor,
    ):
        if store is not None:
            choices.take(store)

        def work(sets: Ints) -> None:
            pieces = choices.pieces(sets)
            done, total = 0, sum(len(piece) for piece in pieces)
            tasks = ((piece, choices.task(piece)) for piece in pieces)
            stage = f"{len(sets[0])} large numbers" if len(sets) else ""
            ahead = len(pieces) if cluster is not None else 2 * min(jobs, default_jobs())
            results = (
                ((piece, set_hits(*arguments)) for piece, arguments in tasks)
                if executor is None
                else shared_out(executor, set_hits, tasks, ahead, deadline.check)
            )
            for piece, found in results:
                choices.put(piece, found)
                if store is not None:
                    hits = (json.dumps(one).encode() for one in found)
                    store.put(choices.question(), dict(zip(choices.places(piece).tolist(), hits, strict=True)))
                done += len(piece)
                progress(Progress(stage, deadline.seconds, done=done, total=total))
                deadline.check()

        with suppress(StoppedError):
            choices.search(work)
            if every:
                choices.finish(work)
        if deadline.interrupted and not choices.sums()[1].any():
            raise KeyboardInterrupt
        return choices.result(every=every, interrupted=deadline.interrupted)


def _opened(path: str | Path) -> SealedRows:
    return SealedRows.open(path, _SCHEMA, "hits", kind="large numbers")


def set_hits(small: Deck, copies: int, sets: Sequence[_Set], game: _Game) -> list[tuple[int, int]]:
    """Count the hits of deals whose large values are exactly a set, for several sets of the same size.

    Parameters
    ----------
    small
        The other cards.
    copies
        How often each large value is in the pack.
    sets
        Different sets of large values, each ascending.
    game
        Numbers dealt, lowest and highest target, and rules.

    Returns
    -------
    list
        Two counts of hits for each set: weighted by the ways to deal each deal, and of distinct deals.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import Deck
    >>> set_hits(Deck.of("1 to 3", {1: 2, 2: 1, 3: 1}), 1, [(4,), (5,)], (2, 1, 20, Rules()))
    [(17, 13), (18, 14)]
    """
    import numpy as np  # noqa: PLC0415  # numpy belongs to the solvers

    numbers, low, high, rules = game
    size = len(sets[0])
    if not _count(small, copies, size, numbers).deals:
        return [(0, 0)] * len(sets)
    deck = _together(small, copies, {value for some in sets for value in some})
    place = {value: i for i, value in enumerate(sorted(set(deck.values) - set(small.values)))}
    bit = np.array([1 << place[value] if value in place else 0 for value in deck.values])
    wanted = np.array([sum(1 << place[value] for value in some) for some in sets])
    # Bit masks of all subsets of the wanted sets; `missing` counts the large values that each subset lacks.
    parts = {sum(1 << place[value] for value in part) for some in sets for part in _subsets(some)}
    masks = np.array(sorted(parts))
    missing = np.array([size - mask.bit_count() for mask in masks.tolist()])

    def keep(members: Ints) -> Flags:
        own = np.bitwise_or.reduce(bit[members], axis=1)
        found = np.minimum(np.searchsorted(masks, own), len(masks) - 1)
        kept: Flags = (masks[found] == own) & (missing[found] <= numbers - members.shape[1])
        return kept

    deals, fewest = some_deals(deck, numbers, high, rules, ignore_progress, keep)
    targets = fewest[:, low : high + 1]
    hits = ((targets > 0) & (targets <= numbers)).sum(axis=1, dtype=np.int64)
    ways = np.ones(len(deals), dtype=np.int64)
    for column, count in enumerate(deck.copies):
        ways *= np.array([comb(count, cards) for cards in range(numbers + 1)])[(deals == column).sum(axis=1)]
    order = np.argsort(wanted)
    owner = order[np.searchsorted(wanted[order], np.bitwise_or.reduce(bit[deals], axis=1))]
    sums = np.zeros((len(sets), 2), dtype=np.int64)
    np.add.at(sums, owner, np.stack((ways * hits, hits), axis=1))
    return [(weighted, plain) for weighted, plain in sums.tolist()]


def _subsets(some: _Set) -> Iterator[_Set]:
    return (part for size in range(len(some) + 1) for part in combinations(some, size))


def _together(small: Deck, copies: int, large: Iterable[int]) -> Deck:
    return Deck.of(small.name, dict(zip(small.values, small.copies, strict=True)) | dict.fromkeys(large, copies))


def _count(small: Deck, copies: int, size: int, numbers: int) -> _Counts:
    """Count the deals with exactly a given number of large values."""
    ways = deals = 0
    for counts in product(range(1, min(copies, numbers) + 1), repeat=size):
        rest = numbers - sum(counts)
        if 0 <= rest <= small.size:
            chosen = 1
            for count in counts:
                chosen *= comb(copies, count)
            ways += chosen * comb(small.size, rest)
            deals += small.distinct(rest) if rest else 1
    return _Counts(ways, deals)


class _Choices:
    """The known figures f(S) of the sets of large values, and the decks that have these sets.

    Sets are rows of ascending indices into ``values``.  The index of f(S) is the rank of S among all sets of its size,
    in the combinatorial number system, after all smaller sets; -1 marks an unknown figure.
    """

    def __init__(
        self, deck: Deck, values: Iterable[int], game: _Game, rank: str, top: int, *, descending: bool
    ) -> None:
        import numpy as np  # noqa: PLC0415  # numpy belongs to the solvers

        self.np = np
        if rank not in _RANKS:
            raise InvalidPositionError(
                f"large numbers cannot be ranked by {quote(rank)}; the figures are {', '.join(_RANKS)}"
            )
        self.deck, self.game, self.top = deck, game, top
        self.column, self.ascending = _RANKS.index(rank), not descending
        self.values = tuple(sorted(set(to_integers(values, "the values for the large numbers"))))
        numbers, low, high, _ = game
        self.large = len(deck.large)
        self.small, self.copies = _split(deck, self.values)
        deck.check_count(numbers)
        check_range(low, high)
        total = comb(len(self.values), self.large)
        if not 1 <= total <= MAX_CHOICES:
            raise LimitExceededError(
                f"{self.large} of {len(self.values)} values can be chosen in {total:,} ways; there can be 1 to "
                f"{MAX_CHOICES:,}"
            )
        self.counts = [_count(self.small, self.copies, size, numbers) for size in range(self.large + 1)]
        self.targets = high - low + 1
        if deck.total(numbers) * self.targets >= _LIMIT:
            raise LimitExceededError(f"the deck {quote(deck.name)} can be dealt in too many ways; take fewer cards")
        if top < 1:
            raise LimitExceededError(f"{quote(top)} choices cannot be listed; at least one can be")
        self.start = [0]
        for size in range(self.large + 1):
            self.start.append(self.start[-1] + comb(len(self.values), size))
        self.binomials = np.array([[comb(n, k) for k in range(self.large + 1)] for n in range(len(self.values))])
        self.known: Ints = np.full((self.start[-1], 2), -1, dtype=np.int64)
        flat = np.fromiter(
            (place for some in combinations(range(len(self.values)), self.large) for place in some), dtype=np.int64
        )
        self.decks: Ints = flat.reshape(-1, self.large)
        self.group = [self._group(size) for size in range(self.large + 1)]

    def _group(self, size: int) -> int:
        """Return how many neighbouring values form a group; sets from the same groups are computed together."""
        numbers, _, high, rules = self.game
        group = max(1, int((_PIECE / max(1, self.counts[size].deals)) ** (1 / max(1, size))))
        while group:
            deck = _together(self.small, self.copies, self.values[-max(1, size) * group :])
            if len(deck.values) <= MAX_VALUES and is_fast(deck, numbers, high, rules):
                return group
            group -= 1
        raise LimitExceededError(
            f"the best large numbers can be found for up to 6 numbers, by the rules {quote(str(Rules()))}; "
            "not by rules with fractions, where all numbers must be used, or with so large numbers and "
            "targets"
        )

    def places(self, sets: Ints) -> Ints:
        """Return the index of f(S) for each set S, a row of ``sets``."""
        size = sets.shape[1]
        ranks = self.np.full(len(sets), self.start[size], dtype=self.np.int64)
        for i in range(size):
            ranks += self.binomials[sets[:, i], i + 1]
        return ranks

    def task(self, sets: Ints) -> tuple[Any, ...]:
        """Return the arguments for `set_hits` that count the hits of these sets."""
        return self.small, self.copies, [tuple(self.values[i] for i in row) for row in sets.tolist()], self.game

    def put(self, sets: Ints, found: Sequence[tuple[int, int]]) -> None:
        """Store the results of `set_hits` for these sets."""
        self.known[self.places(sets)] = found

    def question(self) -> str:
        """Return a key of the parameters that determine the hits of sets; the ranking is not one of them."""
        numbers, low, high, rules = self.game
        small = [self.small.values, self.small.copies, self.large, self.copies]
        return json.dumps([small, self.values, numbers, [low, high], str(rules)])

    def take(self, store: SealedRows) -> None:
        """Load the stored hits of a file."""
        for place, hits in store.read(self.question(), json.loads).items():
            self.known[place] = hits

    def pieces(self, sets: Ints) -> list[Ints]:
        """Cut missing sets into pieces with few different values, which share most of the work."""
        np = self.np
        if not len(sets):
            return []
        # Two sets belong to the same piece if their members lie in the same groups.
        groups = sets // self.group[sets.shape[1]]
        keys, owner = np.unique(groups, axis=0, return_inverse=True)
        order = np.argsort(owner.ravel(), kind="stable")
        bounds = np.searchsorted(owner.ravel()[order], np.arange(1, len(keys)))
        pieces: list[Ints] = np.split(sets[order], bounds)
        return pieces

    def missing(self, decks: Ints, size: int, most: int | None = None) -> Ints:
        """Return the unknown sets of a size in the first ``most`` decks that have any; by default, in all decks."""
        np = self.np
        columns = [list(some) for some in combinations(range(self.large), size)]
        unknown = np.array([self.known[self.places(decks[:, some]), 0] < 0 for some in columns])
        first = np.flatnonzero(unknown.any(axis=0))[:most]
        rows = [decks[first[found]][:, some] for some, found in zip(columns, unknown[:, first], strict=True)]
        found: Ints = np.unique(np.concatenate(rows), axis=0)
        return found

    def sums(self) -> tuple[Ints, Flags, Ints]:
        """Return an upper bound on each deck's score, whether it is exact, and the known hits (weighted, distinct).

        The score counts hits, or misses if the worst decks come first.  Unknown pairs count fully in the bound.
        """
        np = self.np
        upper = np.zeros(len(self.decks), dtype=np.int64)
        exact = np.ones(len(self.decks), dtype=np.bool_)
        hits = np.zeros((len(self.decks), 2), dtype=np.int64)
        for size in range(self.large + 1):
            most = self.counts[size][self.column] * self.targets
            for some in combinations(range(self.large), size):
                found = self.known[self.places(self.decks[:, some])]
                here = found[:, 0] >= 0
                own = found[:, self.column]
                upper += np.where(here, most - own if self.ascending else own, most)
                hits += found
                exact &= here
        return upper, exact, hits

    def candidates(self) -> tuple[Ints, Ints]:
        """Return the unknown decks that may be among the best, and their upper bounds; best first."""
        np = self.np
        upper, exact, _ = self.sums()
        best = np.sort(upper[exact])[-self.top :]
        # Include decks that may equal the last one of the list: they may come first in lexicographic order.
        bar = best[0] if len(best) == self.top else -1
        rows = np.flatnonzero(~exact & (upper >= bar))
        rows = rows[np.argsort(-upper[rows], kind="stable")]
        return self.decks[rows], upper[rows]

    def search(self, work: Callable[[Ints], None]) -> None:
        """Find the best decks: for decks that may be among the best, compute f(S) of small sets S first."""
        for size in range(self.large + 1):
            # Begin with the most promising decks: their results rule out others.
            while len(sets := self.missing(self.candidates()[0], size, _BATCH)):
                work(sets)
            # Finish the most promising decks, so that they rule out others; after smaller sets, bounds are too weak.
            if max(1, self.large - 2) <= size < self.large:
                decks = self.candidates()[0][: self.top + _FIRST]
                for more in range(size + 1, self.large + 1):
                    work(self.missing(decks, more))

    def finish(self, work: Callable[[Ints], None]) -> None:
        """Compute f(S) for all sets S for which it is not known yet."""
        for size in range(self.large + 1):
            work(self.missing(self.decks, size))

    def result(self, *, every: bool, interrupted: bool) -> LargeChoices:
        """Return the results that are known so far."""
        np = self.np
        numbers, low, high, rules = self.game
        upper, exact, hits = self.sums()
        _, bounds = self.candidates()
        totals = [total * self.targets for total in (self.deck.total(numbers), self.deck.distinct(numbers))]
        rows = np.flatnonzero(exact)

        def row(place: int) -> LargeChoice:
            values = tuple(self.values[i] for i in self.decks[place].tolist())
            ways, plain = hits[place].tolist()
            return LargeChoice(values, Fraction(ways, totals[0]), plain)

        bound = Fraction(int(bounds[0]), totals[self.column]) if len(bounds) else None
        if bound is not None and self.ascending:
            bound = 1 - bound
        return LargeChoices(
            self.deck,
            self.values,
            numbers,
            low,
            high,
            rules,
            tuple(map(row, rows[np.argsort(-upper[rows], kind="stable")][: self.top].tolist())),
            len(self.decks),
            len(rows),
            len(bounds),
            bound,
            totals[1],
            interrupted and bool(len(bounds) or (every and len(rows) < len(self.decks))),
        )


def _split(deck: Deck, values: tuple[int, ...]) -> tuple[Deck, int]:
    """Return the deck without its large numbers, and how many copies of each large number it has."""
    cards = dict(zip(deck.values, deck.copies, strict=True))
    copies = {cards.pop(value) for value in deck.large}
    if len(copies) != 1 or not cards:
        raise InvalidPositionError(
            f"the deck {quote(deck.name)} needs small numbers, and large ones of which it has equally many"
        )
    both = sorted(cards.keys() & set(values))
    if both:
        raise InvalidPositionError(
            f"{both[0]} is a small number of the deck {quote(deck.name)}; large numbers are others"
        )
    for value in values:
        # `Deck` refuses a value that no deck can have, with its own message.
        deck.replaced({deck.large[0]: value})
    return Deck.of(deck.name, cards), copies.pop()
