import asyncio
import gc
import json
import logging
import operator
import os
import re
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from perfectplay.cli.main import main
from perfectplay.core.errors import LimitExceededError, MissingExtraError, PerfectPlayError
from perfectplay.core.running.executor import check_executor, default_jobs, open_executor, shared_out
from tests.tables import rows
from tests.waiting import next_line


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
    # The only process was still starting when the pool was closed, so it cannot have started all tasks.
    with pytest.raises(CancelledError):
        futures[-1].result()


def test_a_killed_process_ends_the_work_with_one_line() -> None:
    def work() -> None:
        with open_executor(2) as executor:
            os.kill(executor.submit(os.getpid).result(), signal.SIGKILL)
            executor.submit(time.sleep, 60).result()

    with pytest.raises(PerfectPlayError, match="one of the processes that shared the work ended early"):
        work()


PARENT = """
import time
from perfectplay.core.running.executor import open_executor
if __name__ == "__main__":
    with open_executor(2) as executor:
        for _ in range(2):
            executor.submit(print, "begun", flush=True)
            executor.submit(time.sleep, 600)
        time.sleep(600)
"""


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps the number of a parent that has ended")
def test_a_killed_parent_takes_its_workers_along(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as parent:
        assert [next_line(parent) for _ in range(2)] == [b"begun\n"] * 2
        parent.kill()
        # The pipe stays open until every process that could write to it has ended, so this waits for the workers.
        assert parent.communicate(timeout=300)[0] == b""


@pytest.mark.parametrize("jobs", [0, -1, 1025])
def test_jobs_out_of_range(jobs: int) -> None:
    with (
        pytest.raises(LimitExceededError, match=f"cannot use {jobs} jobs; give a number from 1 to 1024"),
        open_executor(jobs),
    ):
        pass


def test_default_jobs() -> None:
    assert 1 <= default_jobs() <= (os.cpu_count() or 1)


def test_windows_has_at_most_61_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(128)), raising=False)
    # Python on Windows allows at most 61 processes.
    with pytest.raises(ValueError, match="max_workers must be <= 61"):
        ProcessPoolExecutor(62)
    there = runpy.run_path(check_executor.__code__.co_filename)
    assert there["default_jobs"]() == 61
    there["check_executor"](61)
    with pytest.raises(LimitExceededError, match="cannot use 62 jobs; give a number from 1 to 61"):
        there["check_executor"](62)


# -- Dask ------------------------------------------------------------------------------------------------------


def test_a_cluster_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(MissingExtraError, match=r"pip install 'perfectplay\[cluster\]'"),
        open_executor(cluster="tcp://localhost:8786"),
    ):
        pass


@contextmanager
def small_cluster(workers: int = 1) -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    ) as cluster:
        yield cluster


def test_a_cluster_works_like_the_local_processes() -> None:
    with small_cluster() as cluster:
        with open_executor(cluster=cluster.scheduler_address) as executor:
            assert list(executor.map(operator.add, range(5), range(5))) == [0, 2, 4, 6, 8]
            assert executor.submit(os.getpid).result() != os.getpid()
            with pytest.raises(ZeroDivisionError):
                executor.submit(operator.truediv, 1, 0).result()
        # Imitate a notebook, whose thread runs an event loop; use another thread, since a browser may use this one.
        with ThreadPoolExecutor(1) as thread:
            assert thread.submit(asyncio.run, inside_a_loop(cluster.scheduler_address)).result() == 7
        worker = next(iter(cluster.scheduler_info["workers"]))
        with (
            pytest.raises(PerfectPlayError, match=f"a Dask worker answers at '{worker}'; give the address of the sch"),
            open_executor(cluster=worker),
        ):
            pass


async def inside_a_loop(address: str) -> int:
    with open_executor(cluster=address) as executor:
        seven: int = executor.submit(operator.add, 3, 4).result()
        return seven


def test_a_cluster_that_is_lost() -> None:
    def work() -> None:
        with small_cluster() as cluster, open_executor(cluster=cluster.scheduler_address) as executor:
            future = executor.submit(time.sleep, 60)
            cluster.close()
            future.result()

    with pytest.raises(PerfectPlayError, match=r"the cluster 'tcp://127.0.0.1:[0-9]+' was lost; start its scheduler"):
        work()


def test_a_cluster_whose_workers_die_of_a_task() -> None:
    dask = pytest.importorskip("dask")
    # The package adds its settings when it is imported, so import it before this test temporarily changes a setting.
    pytest.importorskip("distributed")
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        small_cluster() as cluster,
        pytest.raises(PerfectPlayError, match="gave up: too many of its workers died at the same task"),
        open_executor(cluster=cluster.scheduler_address) as executor,
    ):
        executor.submit(os._exit, 1).result()


def test_a_cluster_without_workers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    said = quick_watch(monkeypatch)
    with small_cluster(workers=0) as cluster:
        with (
            pytest.raises(PerfectPlayError, match=r"has had no worker for 0 s; start one with dask worker tcp://127"),
            open_executor(cluster=cluster.scheduler_address) as executor,
        ):
            executor.submit(operator.add, 1, 2).result()
        assert said == [f"the cluster '{cluster.scheduler_address}' has no worker; waiting 0 s for one"]


def test_a_scheduler_and_a_worker_that_come_late_are_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = quick_watch(monkeypatch, 3600.0)
    monkeypatch.setattr("perfectplay.core.running.executor._SAY_EVERY", 0.05)
    file = tmp_path / "scheduler.json"
    with small_cluster(workers=0) as cluster:
        # Write the file in two steps, and start the worker only after a message has appeared.
        waited = threading.Event()

        def notified(line: str) -> None:
            said.append(line)
            if not file.exists():
                file.write_text('{"type": ', encoding="utf-8")
            elif len(said) == 2:
                file.write_text(json.dumps({"address": cluster.scheduler_address}), encoding="utf-8")
            else:
                waited.set()

        monkeypatch.setattr("perfectplay.core.running.executor.notify", notified)
        with open_executor(cluster=str(file)) as executor:
            future = executor.submit(operator.add, 1, 2)
            assert waited.wait(300)
            cluster.scale(1)
            assert future.result() == 3
    assert list(dict.fromkeys(line.partition("; waiting 3")[0] for line in said)) == [
        f"no scheduler has written {file} yet",
        f"the cluster '{cluster.scheduler_address}' has no worker",
    ]


def test_workers_of_other_versions_are_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Client

    def grow_old(dask_worker: Any) -> None:
        def versions(packages: list[str]) -> Any:
            found = dask_worker.versions(packages)
            return {"host": {"python": "3.9.1.final.0"}, "packages": found["packages"] | {"highspy": "1.14.0"}}

        dask_worker.handlers["versions"] = versions

    said = quick_watch(monkeypatch)
    with small_cluster(workers=2) as cluster:
        with open_executor(cluster=cluster.scheduler_address) as executor:
            assert executor.submit(operator.add, 1, 2).result() == 3
        assert said == []
        for workers in list(cluster.scheduler_info["workers"])[:1], None:
            with Client(cluster.scheduler_address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
                client.run(grow_old, workers=workers)
            with open_executor(cluster=cluster.scheduler_address) as executor:
                assert executor.submit(operator.add, 1, 2).result() == 3
    versions = (
        f"Python 3.9, highspy 1.14.0, and this program Python 3.{sys.version_info[1]}, highspy {version('highspy')}"
    )
    one, two = said
    assert re.fullmatch(rf"the worker tcp://\S+ has {versions}; install the same everywhere", one)
    assert re.fullmatch(rf"2 workers, as tcp://\S+, have {versions}; install the same everywhere", two)


@pytest.mark.full
def test_a_scheduler_file_from_the_command_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Start the scheduler and its worker as programs at the same time, as a batch system does."""
    file = str(tmp_path / "scheduler.json")
    dask = [sys.executable, "-m", "dask"]
    monkeypatch.setenv("DASK_DISTRIBUTED__LOGGING__DISTRIBUTED", "critical")
    scheduler = [*dask, "scheduler", "--scheduler-file", file, "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    worker = [*dask, "worker", "--scheduler-file", file, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    with ExitStack() as programs:
        for command in scheduler, [*worker, "--local-directory", str(tmp_path)]:
            program = programs.enter_context(subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=tmp_path))
            programs.callback(program.terminate)
        result = CliRunner().invoke(
            main, ["taxman", "range", "8", "9", "--no-records", "--cluster", file, "--cluster-wait", "3600", "--json"]
        )
    assert [json.loads(line)["score"] for line in result.stdout.splitlines()] == [21, 30]


def test_a_wait_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    config = pytest.importorskip("dask.config")
    message = r"Dask's setting perfectplay.cluster-wait is 'soon'; give a time, as in 600 or '2 hours'"
    with config.set({"perfectplay.cluster-wait": "soon"}), pytest.raises(PerfectPlayError, match=message):
        check_executor(2, "tcp://127.0.0.1:1")
    quick_watch(monkeypatch, 0.0)
    with pytest.raises(PerfectPlayError, match=r"no scheduler has written none.json; start dask scheduler --sch"):
        check_executor(2, "none.json")


def quick_watch(monkeypatch: pytest.MonkeyPatch, give_up_after: float = 0.3) -> list[str]:
    """Shorten the waiting times; return a list that will receive all messages."""
    said: list[str] = []
    monkeypatch.setattr("perfectplay.core.running.executor.notify", said.append)
    monkeypatch.setattr("perfectplay.core.running.executor._LOOK_EVERY", 0.05)
    monkeypatch.setattr("perfectplay.core.running.executor._NOTICE_AFTER", 0.1)
    monkeypatch.setattr("perfectplay.core.running.executor._GIVE_UP_AFTER", give_up_after)
    return said


def test_an_address_is_checked_without_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    with small_cluster(workers=0) as cluster:
        check_executor(2, cluster.scheduler_address)
    monkeypatch.setattr("perfectplay.core.running.executor._CLUSTER_TIMEOUT", 1.0)
    with pytest.raises(PerfectPlayError, match="does not answer"):
        check_executor(2, cluster.scheduler_address)
    with pytest.raises(LimitExceededError, match="cannot use 0 jobs"):
        check_executor(0, "tcp://127.0.0.1:1")


@pytest.fixture
def talkative() -> Iterator[str]:
    """Yield the address of a server whose greeting does not follow Dask's protocol."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 3)

        thread = threading.Thread(target=serve)
        thread.start()
        yield "tcp://{}:{}".format(*server.getsockname())
        thread.join()


@pytest.fixture
def silent() -> Iterator[str]:
    """Yield the address of a server that never sends anything."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield "tcp://{}:{}".format(*server.getsockname())


@pytest.fixture
def closed() -> str:
    """Return an address where no server listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return "tcp://{}:{}".format(*server.getsockname())


@pytest.mark.full
@pytest.mark.parametrize("name", ["talkative", "silent", "closed"])
def test_a_cluster_that_does_not_answer(
    name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name != "closed":
        # Only one case waits for the full time limit; shorten it for the others.
        monkeypatch.setattr("perfectplay.core.running.executor._CLUSTER_TIMEOUT", 1.0)
    check_no_answer(request.getfixturevalue(name))


@pytest.mark.full
@rows("address", ["nonsense", "", "tcp://", "http://127.0.0.1:8786", "tls://127.0.0.1:1", "x:y:z"])
def test_addresses_that_are_none(address: str) -> None:
    check_no_answer(address)


def check_no_answer(address: str) -> None:
    pytest.importorskip("distributed")
    with (
        pytest.raises(PerfectPlayError, match=f"the cluster '{address}' does not answer; a Dask scheduler's address"),
        open_executor(cluster=address),
    ):
        pass
    # The objects of the failed attempt must be destroyed silently.
    gc.collect()


def test_tasks_are_shared_out_so_many_ahead_and_end_with_the_check() -> None:
    begun: list[int] = []

    def tasks() -> Iterator[tuple[int, tuple[int]]]:
        for number in range(6):
            begun.append(number)
            yield number, (-number,)

    def stop() -> None:
        if len(begun) > 2:
            raise TimeoutError

    with ThreadPoolExecutor(2) as executor:
        assert dict(shared_out(executor, abs, tasks(), 2, int)) == {number: number for number in range(6)}
        begun.clear()
        with pytest.raises(TimeoutError):
            list(shared_out(executor, abs, tasks(), 2, stop))
    # Two tasks have started immediately, and then another one for each task that was done at the first check.
    assert 3 <= len(begun) <= 4


def pool_threads() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if type(one).__module__ == "concurrent.futures.process"]


def test_a_pool_that_is_broken_off_leaves_no_thread_behind() -> None:
    # The interpreter, when it exits, would wake a remaining thread by a closed pipe and print an ignored exception.
    def broken_off() -> None:
        with open_executor(1) as executor:
            executor.submit(time.sleep, 60)
            assert pool_threads()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert not pool_threads()
