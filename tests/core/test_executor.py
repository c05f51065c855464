from __future__ import annotations

import operator
import os
import sys
from concurrent.futures import CancelledError, ThreadPoolExecutor
from types import SimpleNamespace
from typing import Self

import pytest

from perfectplay.core.errors import LimitExceededError, MissingExtraError, PerfectPlayError
from perfectplay.core.executor import default_jobs, open_executor


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    with open_executor(jobs) as executor:
        assert list(executor.map(operator.mul, range(10), range(10))) == [n * n for n in range(10)]


def test_work_is_done_in_other_processes() -> None:
    with open_executor(1) as executor:
        assert executor.submit(os.getpid).result() != os.getpid()


def test_an_exception_comes_back() -> None:
    with open_executor(1) as executor:
        future = executor.submit(operator.truediv, 1, 0)
        with pytest.raises(ZeroDivisionError):
            future.result()


def test_leaving_drops_what_has_not_begun() -> None:
    with open_executor(1) as executor:
        futures = [executor.submit(operator.add, n, n) for n in range(2000)]
    # One process cannot have begun them all: it was still starting when the pool was closed.
    with pytest.raises(CancelledError):
        futures[-1].result()


@pytest.mark.parametrize("jobs", [0, -1, 1025])
def test_jobs_out_of_range(jobs: int) -> None:
    with (
        pytest.raises(LimitExceededError, match=f"{jobs} jobs were asked for; a number from 1 to 1024"),
        open_executor(jobs),
    ):
        pass


def test_default_jobs() -> None:
    assert 1 <= default_jobs() <= (os.cpu_count() or 1)


def test_a_cluster_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(MissingExtraError, match=r"pip install 'perfectplay\[cluster\]'"),
        open_executor(cluster="tcp://localhost:8786"),
    ):
        pass


class Client:
    """Stands for Dask's: it has two threads, and knows one address."""

    def __init__(self, address: str, timeout: float) -> None:
        if address != "tcp://here:8786":
            message = f"Timed out trying to connect to {address} after {timeout} s"
            raise OSError(message)
        self.pool = ThreadPoolExecutor(2)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown()

    def get_executor(self) -> ThreadPoolExecutor:
        return self.pool


@pytest.fixture
def dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Client))


def test_a_cluster_works_like_the_local_processes(dask: None) -> None:
    with open_executor(cluster="tcp://here:8786") as executor:
        assert list(executor.map(operator.add, range(5), range(5))) == [0, 2, 4, 6, 8]
    with pytest.raises(RuntimeError):
        executor.submit(operator.add, 1, 1)


def test_a_cluster_that_does_not_answer(dask: None) -> None:
    with (
        pytest.raises(PerfectPlayError, match="the cluster 'tcp://gone:1' does not answer; a Dask scheduler's address"),
        open_executor(cluster="tcp://gone:1"),
    ):
        pass
