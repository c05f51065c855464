"""Test the search of one tree by several processes, which pickled tasks simulate; test_faults.py has real ones."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

import pytest

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.running.deadline import Deadline
from perfectplay.matching.search import state, tree
from perfectplay.matching.search.parallel import Task, make_task
from perfectplay.matching.search.state import Node, State
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact import solve
from tests.judged import check_taxman

pytestmark = pytest.mark.full


class Courier(Executor):
    """An executor that runs each task immediately on a pickled copy, and can lose tasks."""

    def __init__(self, tasks: int | None = None) -> None:
        self.done = 0
        self._tasks = tasks

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        if self.done == self._tasks:
            raise PerfectPlayError("the courier was lost; send another")
        future: Future[Any] = Future()
        future.set_result(pickle.loads(pickle.dumps(fn(*pickle.loads(pickle.dumps(arguments))))))  # noqa: S301  # pickled here
        self.done += 1
        return future


@pytest.fixture
def courier(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Courier:
    found = Courier(request.param)

    @contextmanager
    def opened(*_: Any) -> Iterator[Courier]:
        yield found

    monkeypatch.setattr("perfectplay.core.running.executor.open_executor", opened)
    monkeypatch.setattr(tree, "_ALONE", 1)
    monkeypatch.setattr(tree, "_SLICE", 0.3)
    return found


@pytest.mark.parametrize("courier", [None], indirect=True, ids=["everything arrives"])
def test_subtrees_come_back_with_their_proofs(courier: Courier, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr(state, "log_stage", lines.append)
    result = solve(TaxmanPosition.new(600), jobs=2, certificate=True)
    assert courier.done > 1
    assert sum(line.startswith("hands out a node of bound 112") for line in lines) == courier.done
    assert sum("nodes came back" in line for line in lines) <= courier.done
    assert (result.value, result.status) == (112_623, "optimal")
    verdict = check_taxman(result.certificate)
    assert verdict.optimal, verdict.reason


@pytest.mark.parametrize("courier", [0, 1], indirect=True, ids=["lost at once", "lost later"])
def test_lost_helpers_do_not_end_a_search(courier: Courier) -> None:
    result = solve(TaxmanPosition.new(600), jobs=2, certificate=True)
    assert (result.value, result.status) == (112_623, "optimal")
    assert result.provenance["went_on_alone"] == "the courier was lost; send another"
    assert courier.done <= 1
    verdict = check_taxman(result.certificate)
    assert verdict.optimal, verdict.reason


@pytest.mark.parametrize("courier", [None], indirect=True, ids=["everything arrives"])
def test_a_time_limit_leaves_a_valid_bound(courier: Courier, monkeypatch: pytest.MonkeyPatch) -> None:
    def task_and_the_end(known: State, key: str, node: Node, seconds: float) -> Task:
        # The time runs out after the second task is submitted, before any worker has made much progress.
        if courier.done:
            known.deadline = Deadline(0.0)
        return make_task(known, key, node, min(seconds, 0.0))

    monkeypatch.setattr(tree, "make_task", task_and_the_end)
    result = solve(TaxmanPosition.new(600), jobs=2, certificate=True, time_limit=3600)
    assert courier.done > 1
    assert result.status == "bounded"
    assert result.value <= 112_623 <= result.upper
    verdict = check_taxman(result.certificate)
    assert (verdict.valid, verdict.optimal) == (True, False), verdict.reason
