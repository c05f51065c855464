"""Questions about the table of records, and their answers for ``--json`` and HTTP."""

from __future__ import annotations

import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Self

from perfectplay.core.progress import Progress
from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.taxman.records import load_records
from perfectplay.taxman.solve import TaxmanSolved
from perfectplay.taxman.table.formats import SolvedPot

if TYPE_CHECKING:
    from perfectplay.taxman.records import Records

__all__ = ["ShowRecords", "SumUpRecords", "TaxmanBoundedSummary", "TaxmanSummary", "taxman_score"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanSummary:
    """Figures of the table of records.

    Attributes
    ----------
    records
        Number of rows, one for each pot {1..N}.
    first, last
        The smallest and the largest N; ``None`` if the table is empty.
    optimal
        Number of scores proven best.
    without_hole_up_to
        The largest N such that 1, ..., N are all proven best.
    searched, chained
        Number of proofs by search trees, and of proofs from the score for N - 1.
    unbranched
        Number of search trees that have only one leaf.
    """

    records: int
    first: int | None
    last: int | None
    optimal: int
    without_hole_up_to: int
    searched: int
    chained: int
    unbranched: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanBoundedSummary:
    """Figures of the list of bounded results.

    Attributes
    ----------
    records, first, last, optimal
        As in `TaxmanSummary`.
    largest_gap, median_gap
        The largest and the median gap between score and bound, as a share of the score; 0 for an empty list.
    """

    records: int
    first: int | None
    last: int | None
    optimal: int
    largest_gap: float
    median_gap: float

    @classmethod
    def of(cls, table: Records) -> Self:
        """Compute the figures of a list of bounded results."""
        gaps = sorted((upper - score) / score for score, upper in table.bounds().values())
        return cls(
            records=len(table),
            first=min(table, default=None),
            last=max(table, default=None),
            optimal=len(table.scores()),
            largest_gap=gaps[-1] if gaps else 0.0,
            median_gap=median(gaps) if gaps else 0.0,
        )


def taxman_score(row: SolvedPot) -> int:
    """Return the taxman's final score in a solved pot {1..N}: everything that the player does not get.

    Examples
    --------
    >>> from perfectplay.taxman.records import load_records
    >>> taxman_score(load_records()[20])
    86
    """
    return row.n * (row.n + 1) // 2 - row.score


@dataclass(frozen=True, slots=True, kw_only=True)
class SumUpRecords(Question[TaxmanSummary]):
    """A question: figures of the table of records.

    Examples
    --------
    >>> SumUpRecords().answer().without_hole_up_to >= 1000
    True
    """

    def answer(self, work: Work = UNLIMITED) -> TaxmanSummary:  # noqa: ARG002  # it takes a millisecond
        """Find the answer."""
        table = load_records()
        leaves = table.leaves()
        proven = [leaves[n] for n in table.scores()]
        return TaxmanSummary(
            records=len(table),
            first=min(table, default=None),
            last=max(table, default=None),
            optimal=len(proven),
            without_hole_up_to=table.largest_without_hole,
            searched=sum(count > 0 for count in proven),
            chained=proven.count(0),
            unbranched=proven.count(1),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowRecords(Question[list[TaxmanSolved]]):
    """A question: the table's rows for pots {1..N}.

    Parameters
    ----------
    first, last
        The range of N, both ends included; the table must cover it.
    proofs
        Whether to include the proofs.

    Notes
    -----
    Every game is replayed, which takes 15 milliseconds at N = 1300.

    Examples
    --------
    >>> [row.score for row in ShowRecords(first=5, last=7).answer()]
    [9, 15, 17]
    """

    first: int
    last: int
    proofs: bool = True

    def answer(self, work: Work = UNLIMITED) -> list[TaxmanSolved]:
        """Find the answer; the progress counts the rows."""
        table, describe = load_records(), TaxmanSolved.of_record if self.proofs else TaxmanSolved.of_row
        began = time.perf_counter()
        rows = []
        for done, n in enumerate(range(self.first, self.last + 1)):
            work.progress(Progress("rows", time.perf_counter() - began, done=done))
            rows.append(describe(table[n]))
        return rows
