"""Questions about pots: their answers are what ``--json`` prints."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from click.testing import CliRunner

from perfectplay.cli.main import main
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.progress import Progress
from perfectplay.core.question import Work, ask
from perfectplay.core.result import Result
from perfectplay.core.schema import encode
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.large.questions import TaxmanApprox
from perfectplay.taxman.questions import BoundPot, SolvePot, TaxmanSolved
from perfectplay.taxman.ranges import SolvedRow
from perfectplay.taxman.records import load_records
from perfectplay.taxman.rules import MAX_N
from perfectplay.taxman.table.questions import SumUpRecords


def printed(*args: str) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["taxman", *args, "--json"])
    assert result.exit_code == 0
    record: dict[str, Any] = json.loads(result.stdout)
    return record


@pytest.mark.parametrize(
    ("args", "position"),
    [
        (["20"], "taxman:20"),
        (["20", "--no-records"], "taxman:20"),
        (["--position", "taxman:20/19.9"], "taxman:20/19.9"),
        (["--pot", "2,3,6,12"], "taxman:pot.2.3.6.12"),
    ],
)
def test_an_answer_is_what_the_command_prints(args: list[str], position: str) -> None:
    question = SolvePot(position=TaxmanPosition.from_id(position), records="--no-records" not in args)
    record = encode(question.answer())
    shown = printed("solve", *args)
    assert record.pop("seconds") >= 0 <= shown.pop("seconds")
    assert record == shown
    assert list(record) == list(shown)


def test_a_search_reports_and_keeps_to_its_time() -> None:
    seen: list[Progress] = []
    found = SolvePot(n=600, records=False).answer(Work(time_limit=0.3, progress=seen.append))
    assert found.source == "search"
    assert found.score == found.value == found.lower <= found.upper
    assert (found.status == "optimal") == (found.score == found.upper)
    assert found.taxman == 600 * 601 // 2 - found.score
    assert seen


def test_bounds_are_those_of_the_command_and_report_one_by_one() -> None:
    seen: list[Progress] = []
    told = dict(BoundPot(n=50).each(Work(progress=seen.append)))
    assert encode(BoundPot(n=50).answer()) == printed("bound", "50") == {"n": 50, **told}
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


def test_a_row_has_its_moves_with_their_tax() -> None:
    row = SolvedRow(5, 9, 9, "optimal", (5, 4), 0.12345, "search")
    assert encode(TaxmanSolved.of_row(row)) == {
        "game": "taxman",
        "position": "taxman:5",
        "kind": "score",
        "value": 9,
        "lower": 9,
        "upper": 9,
        "status": "optimal",
        "seconds": 0.123,
        "source": "search",
        "n": 5,
        "score": 9,
        "taxman": 6,
        "moves": [{"take": 5, "tax": [1]}, {"take": 4, "tax": [2]}],
        "margin": 3,
        "share": "3/5",
        "lowest": 4,
        "remainder": [3],
    }


def test_a_row_of_the_table_has_its_proof() -> None:
    record = load_records()[20]
    found = TaxmanSolved.of_record(record)
    assert encode(found) == printed("records", "20")
    assert (found.proof, found.leaves) == (record.proof, record.leaves)
    assert printed("range", "20", "20").keys() == printed("records", "20").keys() - {"proof", "leaves"}


@pytest.mark.full
def test_the_summary_counts_what_the_table_holds() -> None:
    table = load_records()
    found = SumUpRecords().answer()
    assert encode(found) == printed("records")
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


def test_what_is_no_pot_is_refused_before_any_work() -> None:
    with pytest.raises(InvalidPositionError, match="N = 0 is not a pot"):
        BoundPot(n=0)
    with pytest.raises(LimitExceededError, match="N = 99999999 is too large to be bounded; the largest possible N is"):
        BoundPot(n=99_999_999)


def test_another_process_can_answer() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(ask, BoundPot(n=20)).result() == BoundPot(n=20).answer()
        solved = pool.submit(ask, SolvePot(n=20, records=False)).result()
        assert (solved.score, solved.source) == (124, "search")


def test_what_is_on_record_needs_no_solver() -> None:
    code = (
        "import sys\n"
        "from perfectplay.taxman.questions import SolvePot\n"
        "assert SolvePot(n=20).answer().score == 124\n"
        "assert {'numpy', 'numba', 'highspy'}.isdisjoint(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
