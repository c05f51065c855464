"""Questions about pots: how their work is told, and answers that no recorded question has."""

from __future__ import annotations

import subprocess
import sys

import pytest

from perfectplay.core.progress import Progress
from perfectplay.core.question import Work
from perfectplay.core.result import Result
from perfectplay.core.schema import encode
from perfectplay.taxman.large.questions import TaxmanApprox
from perfectplay.taxman.questions import BoundPot, SolvePot
from perfectplay.taxman.records import load_records
from perfectplay.taxman.rules import MAX_N
from perfectplay.taxman.table.questions import SumUpRecords


def test_a_search_reports_and_keeps_to_its_time() -> None:
    seen: list[Progress] = []
    found = SolvePot(n=600, records=False).answer(Work(time_limit=0.3, progress=seen.append))
    assert found.source == "search"
    assert found.score == found.value == found.lower <= found.upper
    assert (found.status == "optimal") == (found.score == found.upper)
    assert found.taxman == 600 * 601 // 2 - found.score
    assert seen


def test_bounds_report_one_by_one() -> None:
    seen: list[Progress] = []
    told = dict(BoundPot(n=50).each(Work(progress=seen.append)))
    assert encode(BoundPot(n=50).answer()) == {"n": 50, **told}
    assert [(one.done, one.total) for one in seen if one.total] == [(done, 5) for done in range(6)]
    assert BoundPot(n=5).answer().asymptotic is None


def test_the_bound_that_takes_seconds_tells_how_far_it_has_come_down() -> None:
    seen: list[Progress] = []
    found = BoundPot(n=300).answer(Work(progress=seen.append))
    falling = [one.upper for one in seen if one.stage == "root" and one.upper is not None]
    assert falling == sorted(falling, reverse=True)
    assert found.cuts is not None
    assert all(found.cuts <= upper <= found.matching for upper in falling)
    assert falling


@pytest.mark.full
def test_the_summary_counts_what_the_table_holds() -> None:
    table = load_records()
    found = SumUpRecords().answer()
    assert (found.records, found.last) == (len(table), max(table))
    assert found.searched + found.chained == found.optimal == len(table.scores())


def test_a_game_too_large_for_an_id_has_none() -> None:
    told = {"picks": 1, "matching": 3, "bound": "matching", "batches": 2, "tries": 0, "complete": True}
    result = Result(4, 4, 5, "bounded", (4,), 0.5, told)
    found = [TaxmanApprox.of(n, result, valid=True) for n in (MAX_N, MAX_N + 1)]
    assert [one.position for one in found] == [f"taxman:{MAX_N}", None]
    assert (found[1].n, found[1].score, found[1].upper, found[1].gap) == (MAX_N + 1, 4, 5, 0.25)
    nothing: Result[int] = Result(0, 0, 1, "bounded", (), 0.5, told)
    assert TaxmanApprox.of(2, nothing, valid=True).gap is None


def test_what_is_on_record_needs_no_solver() -> None:
    code = (
        "import sys\n"
        "from perfectplay.taxman.questions import SolvePot\n"
        "assert SolvePot(n=20).answer().score == 124\n"
        "assert {'numpy', 'numba', 'highspy'}.isdisjoint(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
