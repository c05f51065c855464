"""The deck designer, which tries other values for some cards, and computes the odds of each deck."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from operator import index
from pathlib import Path

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress, notify
from perfectplay.core.running.deadline import LONG, Deadline, StoppedError, about, check_time_limit
from perfectplay.core.running.executor import default_jobs, open_executor, shared_out
from perfectplay.core.running.interrupt import deferred_interrupt
from perfectplay.core.running.store import SealedRows
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.deal.deals import Deck, to_integers
from perfectplay.pursuit.odds import MAX_DISTANCE, Odds, check_hours, check_odds, odds
from perfectplay.pursuit.odds.deals import Deals, sample_seconds
from perfectplay.pursuit.odds.levels import is_fast
from perfectplay.pursuit.rules import Rules

__all__ = ["DesignRow", "check_rank", "design", "evaluate_decks", "parse_vary", "ranked", "variants"]

MAX_DECKS = 10_000
"""Maximum number of decks that are compared, and of values in one range."""

_MAX_DIGITS = 18

# Version of the file's layout. Other games have small versions, so a large one tells the files apart.
_SCHEMA = 5301
_FIGURES = ("probability", "certain", "hardest")
_COUNTS = ("certain_deals", "hits", "pairs")
_VALUE = re.compile(r"\s*([0-9]{1,18})\s*(?:(?:-|\.\.)\s*([0-9]{1,18})\s*)?")

Variant = tuple[Deck, tuple[tuple[int, int], ...]]
"""A deck, and the old and the new value of each changed card."""

_Game = tuple[int, int, int, Rules]
_Figures = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class DesignRow:
    """A deck and its figures.

    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> row = next(iter(evaluate_decks(SUIT, {25: [20, 30]}, 2, 1, 10)))
    >>> row.figure("probability") == row.probability
    True

    Attributes
    ----------
    deck
        The deck with its new values.
    changes
        Old and new value of each changed card; if several combinations make this deck, the first one is given.
    probability
        Chance that the target can be hit.
    certain
        Chance that the deal hits every target.
    hardest
        Chance that the hardest target can be hit.
    by_used, by_distance
        See `perfectplay.pursuit.odds.Odds`.
    certain_deals, hits, pairs
        Number of distinct deals that hit every target, number of hits, and number of pairs of a deal and a target.
    """

    deck: Deck
    changes: tuple[tuple[int, int], ...]
    probability: Fraction
    certain: Fraction
    hardest: Fraction
    by_used: tuple[Fraction, ...]
    by_distance: tuple[Fraction, ...]
    certain_deals: int
    hits: int
    pairs: int

    def figure(self, rank: str) -> Fraction:
        """Return the figure that has this name; `check_rank` must accept the name."""
        if rank in _FIGURES:
            value: Fraction = getattr(self, rank)
            return value
        name, _, number = rank.partition("-")
        return self.by_distance[int(number)] if name == "within" else self.by_used[int(number) - 1]


def check_rank(rank: str, numbers: int) -> str:
    """Check and return the name of a figure; the `InvalidPositionError` for an unknown name lists all names.

    The names are ``probability``, ``certain``, ``hardest``, ``within-0`` to ``within-20`` (the answer is at most that
    far from the target) and ``by-1`` to ``by-N`` for deals of N ``numbers`` (at most that many numbers hit the target).

    >>> check_rank("hardest", 6)
    'hardest'
    """
    names = {*_FIGURES, *(f"within-{d}" for d in range(MAX_DISTANCE + 1)), *(f"by-{k}" for k in range(1, numbers + 1))}
    if not isinstance(rank, str) or rank not in names:
        figures = Text(
            "{figures}, within-0 to within-{most} and by-1 to by-{numbers}",
            figures=", ".join(_FIGURES),
            most=MAX_DISTANCE,
            numbers=numbers,
        )
        raise InvalidPositionError(
            "decks cannot be ranked by {rank}; the figures are {figures}", rank=quote(rank), figures=figures
        )
    return rank


def design(
    deck: Deck,
    vary: Mapping[int, Sequence[int]],
    numbers: int = 6,
    low: int = 1,
    high: int = 1000,
    rules: Rules | None = None,
    *,
    rank: str = "probability",
    descending: bool = True,
    jobs: int = 1,
    cluster: str | None = None,
    time_limit: float | None = None,
    resume: str | Path | None = None,
    progress: ProgressCallback = ignore_progress,
) -> list[DesignRow]:
    """Rank the decks in which some cards have other values; decks not evaluated in time are missing.

    ``rank`` is a name that `check_rank` accepts; `evaluate_decks` describes the other arguments. On ties, the deck
    with smaller values comes first.

    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> rows = design(SUIT, {25: [25, 15], 50: [50, 20]}, 3, 1, 100)
    >>> [(dict(row.changes), str(row.probability)) for row in rows[:2]]
    [({25: 15, 50: 20}, '223/1144'), ({25: 15, 50: 50}, '136/715')]
    """
    check_rank(rank, deck.check_count(numbers))
    rows = evaluate_decks(
        deck,
        vary,
        numbers,
        low,
        high,
        rules,
        jobs=jobs,
        cluster=cluster,
        time_limit=time_limit,
        resume=resume,
        progress=progress,
    )
    return ranked(rows, rank, descending=descending)


def ranked(rows: Iterable[DesignRow], rank: str, *, descending: bool = True) -> list[DesignRow]:
    """Sort decks by a figure whose name `check_rank` accepts; on ties, the deck with the smaller values is first.

    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> len(ranked(evaluate_decks(SUIT, {25: [20, 30]}, 2, 1, 10), "probability"))
    2
    """
    sign = -1 if descending else 1
    return sorted(rows, key=lambda row: (sign * row.figure(rank), row.deck.values, row.deck.copies))


def evaluate_decks(
    deck: Deck,
    vary: Mapping[int, Sequence[int]],
    numbers: int = 6,
    low: int = 1,
    high: int = 1000,
    rules: Rules | None = None,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    time_limit: float | None = None,
    resume: str | Path | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Iterator[DesignRow]:
    """Yield the odds of each deck in which some cards have other values, as soon as they are known.

    ``vary`` maps some values of the deck to the values to try. The old value is tried only if it is listed, and
    combinations that make the same deck count once. The other arguments are those of `perfectplay.pursuit.odds.odds`,
    except that a process or cluster worker takes one deck at a time. After ``time_limit`` seconds no more decks are
    evaluated; without a limit, all decks together may take `perfectplay.pursuit.odds.MAX_HOURS`.

    ``resume`` is an SQLite file that may hold figures for any decks and rules. Stored figures come first, and are not
    computed again; the rest comes in the order of the combinations, or with several processes in the order of
    completion. Progress counts the deals of all decks. A notice, see `perfectplay.core.progress`, announces long work.

    Raises `InvalidPositionError` or `LimitExceededError` if the deck has no such value, there is nothing to vary, or
    something is out of range; `PerfectPlayError` if the file or cluster cannot be used; `KeyboardInterrupt` at Ctrl-C.

    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> len(list(evaluate_decks(SUIT, {25: [20, 30]}, 2, 1, 10)))
    2
    """
    rules = rules or Rules()
    decks = variants(deck, vary)
    check_time_limit(time_limit)
    deadline, limited = Deadline(time_limit), time_limit is not None
    seconds = sum(check_odds(variant, numbers, low, high, rules, limited=limited) for variant, _ in decks)
    if not limited:
        check_hours(seconds, Text("there are {count:,} decks", count=len(decks)))
    if resume is not None:
        # Open the file now to report a bad one at once, because the generator opens it only when it starts.
        _open(resume).close()
    game = (deck.check_count(numbers), index(low), index(high), rules)
    return _rows(decks, game, jobs, cluster, deadline, resume, progress)


def parse_vary(texts: Iterable[str]) -> Mapping[int, tuple[int, ...]]:
    """Parse replacements of a deck's values, such as ``25=20-30`` or ``50=40,45,50``.

    Raises `InvalidPositionError` if a text is malformed or a number is varied twice, and `LimitExceededError` if a
    range is too long. `variants` checks whether the numbers are allowed.

    >>> parse_vary(["25=20-22,30", "50=40"])
    {25: (20, 21, 22, 30), 50: (40,)}
    """
    choices: dict[int, tuple[int, ...]] = {}
    for text in texts:
        old, _, values = text.partition("=")
        if not old.strip().isdecimal() or len(old.strip()) > _MAX_DIGITS or not values.strip():
            raise InvalidPositionError(
                "{text} does not say what to vary; write a number of the deck and values, as in 25=20-30",
                text=quote(text),
            )
        number = int(old)
        if number in choices:
            raise InvalidPositionError(
                "the number {number} is varied twice; give all its values at once, as in {number}=20,25,30",
                number=number,
            )
        choices[number] = tuple(dict.fromkeys(value for part in values.split(",") for value in _values(part, text)))
    return choices


def _values(part: str, text: str) -> range:
    matched = _VALUE.fullmatch(part)
    if not matched:
        raise InvalidPositionError(
            "{part} in {text} is not a number or a range; write values as in 25=20-30 or 50=40,45",
            part=quote(part),
            text=quote(text),
        )
    low, high = int(matched[1]), int(matched[2] or matched[1])
    if low > high:
        raise InvalidPositionError(
            "the range {part} in {text} is empty; the first number must not exceed the last",
            part=quote(part),
            text=quote(text),
        )
    if high - low >= MAX_DECKS:
        raise LimitExceededError(
            "the range {part} in {text} is too long; at most {most:,} values are possible",
            part=quote(part),
            text=quote(text),
            most=MAX_DECKS,
        )
    return range(low, high + 1)


def variants(deck: Deck, vary: Mapping[int, Sequence[int]]) -> list[Variant]:
    """Return the decks in which some cards have other values, each once, with the first combination that makes it.

    Raises the errors of `evaluate_decks`.

    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> len(variants(SUIT, {25: [20, 30]}))
    2
    """
    advice = Text(
        "give values to try for some of {values}, as in {{{largest}: [20, 30]}}",
        values=" ".join(map(str, deck.values)),
        largest=deck.values[-1],
    )
    if not isinstance(vary, Mapping):
        raise InvalidPositionError("{vary} cannot be varied; {advice}", vary=quote(vary), advice=advice)
    try:
        sizes = [len(values) for values in vary.values()]
    except (TypeError, OverflowError) as error:
        raise InvalidPositionError(
            "the values to try are not lists in {vary}; {advice}", vary=quote(vary), advice=advice
        ) from error
    if not sizes or not all(sizes):
        raise InvalidPositionError("there is nothing to vary; {advice}", advice=advice)
    total = prod(sizes)
    if total > MAX_DECKS:
        raise LimitExceededError(
            "there are {total:,} combinations of values to try; at most {most:,} are possible",
            total=total,
            most=MAX_DECKS,
        )
    olds = to_integers(vary, Text("the numbers to vary"))
    choices = [
        to_integers(values, Text("the values to try for {old}", old=old))
        for old, values in zip(olds, vary.values(), strict=True)
    ]
    decks: dict[tuple[tuple[int, ...], tuple[int, ...]], Variant] = {}
    for values in product(*choices):
        changes = tuple(zip(olds, values, strict=True))
        changed = deck.replaced(dict(changes))
        decks.setdefault((changed.values, changed.copies), (changed, changes))
    return list(decks.values())


def _rows(
    decks: list[Variant],
    game: _Game,
    jobs: int,
    cluster: str | None,
    deadline: Deadline,
    resume: str | Path | None,
    progress: ProgressCallback,
) -> Iterator[DesignRow]:
    numbers = game[0]
    sizes = [deck.distinct(numbers) for deck, _ in decks]
    done, total = 0, sum(sizes)

    with _open(resume) if resume is not None else nullcontext() as store, suppress(StoppedError):

        def report(number: int, within: int) -> None:
            progress(Progress(decks[number][0].name, deadline.seconds, done=done + within, total=total))

        missing = []
        for number, (deck, changes) in enumerate(decks):
            figures = _get(store, deck, game) if store is not None else None
            if figures is None:
                missing.append(number)
                continue
            report(number, sizes[number])
            done += sizes[number]
            yield _row(deck, changes, figures)
        if missing:
            _forecast(decks, missing, game, jobs, cluster, deadline, stored=store is not None)
        alone = jobs == 1 and cluster is None
        odds = (
            _one_by_one(decks, missing, game, deadline, report)
            if alone
            else _side_by_side(decks, missing, game, jobs, cluster, deadline)
        )
        for number, figures in odds:
            deck, changes = decks[number]
            if store is not None:
                _put(store, deck, game, figures)
            report(number, sizes[number])
            done += sizes[number]
            yield _row(deck, changes, figures)


def _forecast(
    decks: list[Variant],
    missing: list[int],
    game: _Game,
    jobs: int,
    cluster: str | None,
    deadline: Deadline,
    *,
    stored: bool,
) -> None:
    """Log how long the missing decks will take, unless it is short; for a cluster, log the processor time."""
    numbers, low, high, rules = game
    seconds = sum(check_odds(decks[number][0], *game, limited=True) for number in missing)
    deck, _ = decks[missing[0]]
    if seconds < LONG:
        return
    if not is_fast(deck, numbers, high + MAX_DISTANCE, rules):
        # No formula predicts how long deals take, so time a sample of the first deck's deals.
        deals = list(deck.deals(numbers))
        work = Deals(deals, rules, low=max(0, low - MAX_DISTANCE), high=high + MAX_DISTANCE)
        seconds = sample_seconds(work) / len(deals) * sum(decks[number][0].distinct(numbers) for number in missing)
    if cluster is None:
        seconds /= min(jobs, default_jobs())
    if seconds < LONG:
        return
    takes = Text("{count:,} decks take {time}", count=len(missing), time=about(seconds))
    if cluster is not None:
        takes = Text("{takes} of processor time", takes=takes)
    if deadline.remaining is not None and deadline.remaining < seconds and cluster is None:
        notify(Text("{takes}, which is more than the time limit: only some of them will be ranked", takes=takes))
        return
    kept = Text("a file to resume from would keep finished decks")
    if stored:
        kept = Text("the file keeps finished decks")
    notify(Text("{takes}; Ctrl-C ranks those that are done, and {kept}", takes=takes, kept=kept))


def _one_by_one(
    decks: list[Variant], missing: list[int], game: _Game, deadline: Deadline, report: Callable[[int, int], None]
) -> Iterator[tuple[int, _Figures]]:
    """Evaluate decks in this process, and yield the figures of each one."""
    for number in missing:
        deck, _ = decks[number]

        def within(snapshot: Progress, number: int = number) -> None:
            # Only in this stage is ``done`` a number of deals, so do not report other stages.
            if snapshot.stage == "deals":
                report(number, snapshot.done)

        report(number, 0)
        left = deadline.remaining
        if left == 0:
            raise StoppedError
        with deferred_interrupt() as interrupt:
            result = odds(deck, *game, time_limit=left, forecast=False, progress=within)
        if result.status == "optimal":
            yield number, _figures(result)
        if interrupt.pressed:
            # Raise an exception; otherwise the caller would believe that all decks were evaluated.
            raise KeyboardInterrupt
        if result.status == "bounded":
            raise StoppedError


def _side_by_side(
    decks: list[Variant], missing: list[int], game: _Game, jobs: int, cluster: str | None, deadline: Deadline
) -> Iterator[tuple[int, _Figures]]:
    """Evaluate decks in worker processes, and yield each row as soon as it is finished."""
    if not missing:
        return
    tasks = ((number, (decks[number][0], *game)) for number in missing)
    with open_executor(jobs, cluster) as executor:
        # The size of a cluster is unknown, so submit all decks at once.
        ahead = len(missing) if cluster is not None else 2 * jobs
        yield from shared_out(executor, _evaluate, tasks, ahead, deadline.check)


def _evaluate(deck: Deck, numbers: int, low: int, high: int, rules: Rules) -> _Figures:
    """Evaluate a deck in a worker process; workers ignore Ctrl-C."""
    return _figures(odds(deck, numbers, low, high, rules, forecast=False))


def _figures(result: Odds) -> _Figures:
    """Return the figures of a deck as text, ready to be stored."""
    (hardest,) = result.hardest(1)
    return {
        "probability": [str(result.probability)],
        "certain": [str(Fraction(result.certain_weight, result.deals))],
        "hardest": [str(Fraction(hardest.weight, result.deals))],
        "by_used": [str(chance) for chance in result.by_used],
        "by_distance": [str(chance) for chance in result.by_distance],
        "certain_deals": [str(result.certain_deals)],
        "hits": [str(result.hits)],
        "pairs": [str(result.pairs)],
    }


def _row(deck: Deck, changes: tuple[tuple[int, int], ...], figures: _Figures) -> DesignRow:
    probability, certain, hardest = (Fraction(*figures[name]) for name in _FIGURES)
    by_used, by_distance = (tuple(map(Fraction, figures[name])) for name in ("by_used", "by_distance"))
    certain_deals, hits, pairs = (int(*figures[name]) for name in _COUNTS)
    return DesignRow(deck, changes, probability, certain, hardest, by_used, by_distance, certain_deals, hits, pairs)


# -- resuming --------------------------------------------------------------------------------------------------


def _open(path: str | Path) -> SealedRows:
    return SealedRows.open(path, _SCHEMA, "deck", kind=Text("the deck designer"))


def _get(store: SealedRows, deck: Deck, game: _Game) -> _Figures | None:
    """Return the stored figures of a deck, or ``None``."""
    return store.read(_key(deck, game), json.loads).get(0)


def _put(store: SealedRows, deck: Deck, game: _Game, figures: _Figures) -> None:
    """Store a deck's figures in the file."""
    store.put(_key(deck, game), {0: json.dumps(figures).encode()})


def _key(deck: Deck, game: _Game) -> str:
    """Return the key of a deck's figures: its cards, numbers, targets and rules, but not its name."""
    numbers, low, high, rules = game
    return json.dumps([list(deck.values), list(deck.copies), numbers, low, high, str(rules)])
