"""Find the fewest numbers that make each value, deal by deal, for rules and sizes that `levels` does not support.

Deals are taken in a random order, so that the finished ones are a fair sample. Therefore the time of the first deals
predicts the time of the others, and the share of finished deals is the share of finished work.
"""

from __future__ import annotations

import json
import random
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Self

from perfectplay.core.progress import Progress, ProgressCallback
from perfectplay.core.running.deadline import Deadline, StoppedError
from perfectplay.core.running.executor import default_jobs, open_executor, shared_out
from perfectplay.core.running.store import SealedRows
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.deal.deals import Deck
from perfectplay.pursuit.reach import TargetRange, fewest_numbers
from perfectplay.pursuit.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]
    Flags = npt.NDArray[np.bool_]

__all__ = ["Deals", "FinishedDeals", "sample_seconds", "slow_matrix"]

_SEED = 2015
# Seconds of work after which the time of the other deals is forecast.
_SAMPLE = 1.0
# Intended seconds for a piece of work. Keep pieces short, because Ctrl-C takes effect only after the current one.
_PIECE = 0.5
_MOST_IN_PIECE = 256

# Version of the file's layout. Other games have small versions, so a large one tells the files apart.
_SCHEMA = 5302


@dataclass(frozen=True, slots=True)
class Deals(TargetRange):
    """The task of finding, for each deal, the fewest numbers that reach each value from ``low`` to ``high``.

    ``low`` may be 0. There is at least one deal, and all deals have the same size.
    """

    deals: Sequence[tuple[int, ...]]
    rules: Rules

    def shuffled(self) -> list[int]:
        """Return the indices of all deals in a random order, which is the same in every run."""
        return random.Random(_SEED).sample(range(len(self.deals)), len(self.deals))  # noqa: S311  # not a secret

    def fewest(self, places: Sequence[int]) -> Bytes:
        """Compute the rows of some deals, as `slow_matrix` returns them."""
        return _deal_by_deal([self.deals[index] for index in places], self.low, self.high, self.rules)


def sample_seconds(work: Deals) -> float:
    """Estimate how long all deals would take one process, in seconds, from a sample that takes a second."""
    places = work.shuffled()
    # The first deal loads the kernels, so it is not timed.
    work.fewest(places[:1])
    began, done, seconds = time.perf_counter(), 0, 0.0
    while done < len(places) and seconds < _SAMPLE:
        work.fewest(places[done : done + 1])
        done, seconds = done + 1, time.perf_counter() - began
    return seconds / done * len(places)


def slow_matrix(
    work: Deals,
    store: FinishedDeals | None,
    jobs: int,
    cluster: str | None,
    deadline: Deadline,
    forecast: Callable[[float], None],
    progress: ProgressCallback,
) -> tuple[Bytes, Flags]:
    """Find the fewest numbers deal by deal, for any rules, until the deadline.

    Deals already in ``store`` are not computed again, and newly finished ones are added. ``forecast`` is called once
    with the estimated seconds for the rest, as soon as they are known, and ``progress`` after each piece.

    Returns the fewest numbers, uint8, shape (deals, high - low + 1), and a bool for each deal, true if it is finished.
    Rows of unfinished deals are zero, and 0 also means out of reach. Value 0 is marked only if it can be closest.
    """
    import numpy as np

    matrix: Bytes = np.zeros((len(work.deals), work.high - work.low + 1), dtype=np.uint8)
    done: Flags = np.zeros(len(work.deals), dtype=np.bool_)

    def report() -> None:
        progress(Progress("deals", deadline.seconds, done=int(done.sum()), total=len(done)))

    with suppress(StoppedError), _helpers(jobs, cluster) as executor:
        if store is not None:
            for index, row in store.rows():
                matrix[index], done[index] = row, True
        report()
        missing = [index for index in work.shuffled() if not done[index]]
        workers = min(jobs, default_jobs()) if cluster is None else 0
        for places, rows in _pieces(work, missing, executor, workers, deadline, forecast):
            matrix[places], done[places] = rows, True
            if store is not None:
                store.put(places, rows)
            report()
            deadline.check()
    return matrix, done


def _helpers(jobs: int, cluster: str | None) -> AbstractContextManager[Executor | None]:
    return nullcontext() if jobs == 1 and cluster is None else open_executor(jobs, cluster)


def _pieces(
    work: Deals,
    missing: Sequence[int],
    executor: Executor | None,
    workers: int,
    deadline: Deadline,
    forecast: Callable[[float], None],
) -> Iterator[tuple[Sequence[int], Bytes]]:
    """Compute the missing deals in the given order, and yield indices and rows piece by piece.

    This process works alone until it can estimate how long the other deals will take.
    """
    first, size, timed, seconds = 0, 1, 0, 0.0
    while first < len(missing):
        began = time.perf_counter()
        piece = missing[first : first + size]
        rows = work.fewest(piece)
        took = time.perf_counter() - began
        first += len(piece)
        yield piece, rows
        if first == 1:
            # The first deal loads the kernels, so it is not timed.
            continue
        size = min(2 * size, _MOST_IN_PIECE) if took < _PIECE / 2 else max(1, size // 2) if took > _PIECE else size
        before = seconds
        timed, seconds = timed + len(piece), seconds + took
        if before < _SAMPLE <= seconds:
            rest = (len(missing) - first) * seconds / timed
            forecast(rest / workers if workers else rest)
        if executor is not None and seconds >= _SAMPLE:
            # Submit two pieces for each process at a time, but everything to a cluster, because its size is unknown.
            ahead = 2 * workers or len(missing)
            pieces = (missing[start : start + size] for start in range(first, len(missing), size))
            tasks = ((piece, ([work.deals[at] for at in piece], work.low, work.high, work.rules)) for piece in pieces)
            yield from shared_out(executor, _deal_by_deal, tasks, ahead, deadline.check)
            return


def _deal_by_deal(deals: Sequence[tuple[int, ...]], low: int, high: int, rules: Rules) -> Bytes:
    import numpy as np

    matrix = np.zeros((len(deals), high - low + 1), dtype=np.uint8)
    first = max(low, 1)
    for row, deal in zip(matrix, deals, strict=True):
        row[first - low :] = fewest_numbers(deal, first, high, rules)
        if low == 0:
            row[0] = not row[1] and _has_zero(deal, rules)
    return matrix


def _has_zero(deal: tuple[int, ...], rules: Rules) -> bool:
    """Return whether 0 is a possible answer; it may be the closest one if 1 cannot be made."""
    if rules.use_all:
        # With several numbers, the answer of a player who stops before the last step is 0.
        return len(deal) > 1
    if rules.positive or "-" not in rules.operators or "/" in rules.operators:
        return False
    parts = {part for size in range(2, len(deal) + 1) for part in combinations(deal, size)}
    return any(fewest_numbers(part, 0, 1, rules)[0] for part in parts)


# -- resuming ------------------------------------------------------------------------------------------------------


class FinishedDeals:
    """An SQLite file that stores the rows of a deck's finished deals; a ``with`` block closes it."""

    def __init__(self, rows: SealedRows, question: str) -> None:
        self._rows = rows
        self._question = question

    @classmethod
    def open(cls, path: str | Path, deck: Deck, numbers: int, low: int, high: int, rules: Rules) -> Self:
        """Open or create a file; if it cannot be used, raise `PerfectPlayError` and leave it unchanged."""
        question = json.dumps([[deck.values, deck.copies], numbers, [low, high], str(rules)])
        return cls(SealedRows.open(path, _SCHEMA, "fewest", kind=Text("odds")), question)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._rows.close()

    def rows(self) -> Iterator[tuple[int, Bytes]]:
        """Yield the index and the row of each stored deal."""
        import numpy as np

        for index, row in self._rows.read(self._question, zlib.decompress).items():
            yield index, np.frombuffer(row, dtype=np.uint8)

    def put(self, places: Sequence[int], rows: Bytes) -> None:
        """Store rows of deals in the file."""
        packed = (zlib.compress(row.tobytes()) for row in rows)
        self._rows.put(self._question, dict(zip(places, packed, strict=True)))
