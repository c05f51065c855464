"""Run work in parallel: a `concurrent.futures.Executor`, local or on a Dask cluster."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    InvalidStateError,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, Self, TypeVar

from perfectplay.core.errors import LimitExceededError, PerfectPlayError, quote
from perfectplay.core.progress import notify
from perfectplay.core.running.extras import load_extra
from perfectplay.core.running.interrupt import follow
from perfectplay.core.text.texts import Text

__all__ = ["check_executor", "default_jobs", "open_executor", "shared_out"]

_Key = TypeVar("_Key")
_Result = TypeVar("_Result")

_MAX_JOBS = 61 if sys.platform == "win32" else 1024
"""Maximum number of processes; Python starts at most 61 on Windows, which waits for at most 63 handles at once."""
_CLUSTER_TIMEOUT = 8.0
"""Seconds to wait for a scheduler's answer, so that a mistyped address is reported within ten seconds."""
_NOTICE_AFTER = 2.0
"""Seconds without a worker after which a line says that work is waiting."""
_SAY_EVERY = 60.0
"""Seconds between two lines that say that work is waiting."""
_GIVE_UP_AFTER = 60.0
"""Seconds without a worker after which the work is given up, unless Dask's settings say otherwise."""
_POLL = 0.2
"""Seconds between two checks for Ctrl-C and the deadline while workers compute."""
_LAST_WORDS = 5.0
"""Seconds to wait for a pool's threads after its workers have ended."""
_LOOK_EVERY = 0.5
"""Seconds between two checks of the cluster's workers."""
_COMPARED = ("perfectplay", "numpy", "highspy")
"""Packages that need the same version on all workers, like Python: other versions may fail or search differently."""


def default_jobs() -> int:
    """Return how many processors this process may use, from 1 to the maximum number of jobs.

    Examples
    --------
    >>> default_jobs() >= 1
    True
    """
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(processors, _MAX_JOBS)


@contextmanager
def open_executor(jobs: int | None = None, cluster: str | None = None) -> Iterator[Executor]:
    """Open an executor; at the end, drop tasks that have not begun. An exception kills local workers at once.

    Tasks must be functions that give the same answer each time: a cluster starts a task again elsewhere when the
    machine that worked on it is lost.

    Parameters
    ----------
    jobs
        Number of local processes, 1 to 1024, or to 61 on Windows; ``None`` means one for each processor.
    cluster
        Address of a Dask scheduler (``"tcp://host:8786"``), or the file ``"NAME.json"`` that ``dask scheduler
        --scheduler-file NAME.json`` writes; the file may appear later. Needs the extra ``cluster``.

    Raises
    ------
    LimitExceededError
        If ``jobs`` is out of range.
    MissingExtraError
        If ``cluster`` is given and Dask is not installed.
    PerfectPlayError
        If no Dask scheduler answers at the address within ten seconds.  The ``with`` block raises it if a local process
        dies, the scheduler is lost, too many workers die at the same task, or the cluster has no worker for a minute
        (or as long as Dask's setting ``perfectplay.cluster-wait``).  After two seconds without a worker,
        and then every minute, a line says that work is waiting; another line names workers with other versions.
    """
    _check_jobs(jobs)
    with _open_pool(jobs or default_jobs()) if cluster is None else _open_cluster(cluster) as executor:
        yield executor


def check_executor(jobs: int | None = None, cluster: str | None = None) -> None:
    """Raise the errors of `open_executor` early, for work that may not need an executor.

    Examples
    --------
    >>> check_executor(2)
    """
    _check_jobs(jobs)
    if cluster is not None:
        distributed = load_extra("distributed", "cluster")
        with _quiet("asyncio", "distributed", "tornado"):
            _find_scheduler(distributed, cluster, _longest_wait())


def shared_out(
    executor: Executor,
    function: Callable[..., _Result],
    tasks: Iterable[tuple[_Key, tuple[Any, ...]]],
    ahead: int,
    check: Callable[[], object],
) -> Iterator[tuple[_Key, _Result]]:
    """Run tasks on an executor, and yield results as they finish.

    Each task is a key and the arguments of ``function``. At most ``ahead`` tasks are begun but unfinished at any time.
    ``check`` is called a few times a second, and at each result; it raises an exception to end the work.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(1) as executor:
    ...     sorted(shared_out(executor, abs, [("a", (-1,)), ("b", (2,))], 2, lambda: None))
    [('a', 1), ('b', 2)]
    """
    waiting, futures = iter(tasks), dict[Future[_Result], _Key]()

    def submit(count: int) -> None:
        for key, arguments in islice(waiting, count):
            futures[executor.submit(function, *arguments)] = key

    submit(ahead)
    while futures:
        finished = wait(futures, timeout=_POLL, return_when=FIRST_COMPLETED).done
        check()
        for future in finished:
            key, result = futures.pop(future), future.result()
            submit(1)
            yield key, result


def _check_jobs(jobs: int | None) -> None:
    if jobs is not None and not 1 <= jobs <= _MAX_JOBS:
        raise LimitExceededError("cannot use {jobs} jobs; give a number from 1 to {most}", jobs=jobs, most=_MAX_JOBS)


@contextmanager
def _open_pool(jobs: int) -> Iterator[Executor]:
    # Every platform has the start method "spawn", and it never copies a solver's threads.
    others, threads = set(active_children()), set(threading.enumerate())
    if hasattr(signal, "pthread_sigmask"):
        # Import this module late, because a browser's Python has no processes and lacks parts of it.
        from multiprocessing import resource_tracker

        # Block the signal: Python's resource tracker would die with a closed terminal, and long warnings would follow.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=follow, initargs=(os.getpid(),))
    try:
        yield pool
    except BaseException as error:
        # The results are no longer needed after Ctrl-C or an error, or if the caller stopped reading.
        _ignore_cancelled_work()
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(active_children()) - others:
            worker.terminate()
        _let_end(set(threading.enumerate()) - threads)
        if isinstance(error, BrokenExecutor):
            problem = Text("one of the processes that shared the work ended early")
            fewer = (
                Text("with fewer than {jobs} jobs if memory ran out", jobs=jobs)
                if jobs > 1
                else Text("with more memory")
            )
            raise PerfectPlayError(
                "{problem}; run it again {fewer}, and start it below 'if __name__ == \"__main__\":' in a script",
                problem=problem,
                fewer=fewer,
            ) from error
        raise
    pool.shutdown(wait=True, cancel_futures=True)


def _let_end(threads: Iterable[threading.Thread]) -> None:
    """Wait for a pool's threads: a thread that ends during Python's exit would fail on a closed pipe."""
    for thread in threads:
        if type(thread).__module__ == "concurrent.futures.process":
            thread.join(_LAST_WORDS)


def _ignore_cancelled_work() -> None:
    """Silence the pool's thread: up to Python 3.11 it fails on cancelled work when its workers die."""
    report = threading.excepthook

    def hook(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_type is not InvalidStateError:
            report(arguments)

    threading.excepthook = hook


# -- Dask ------------------------------------------------------------------------------------------------------


@contextmanager
def _open_cluster(cluster: str) -> Iterator[Executor]:
    distributed = load_extra("distributed", "cluster")
    with _quiet("asyncio", "distributed", "tornado"):
        most = _longest_wait()
        address = _find_scheduler(distributed, cluster, most)
        with (
            distributed.Client(address, timeout=_CLUSTER_TIMEOUT, set_as_default=False) as client,
            _Watch(client, address, most) as watch,
        ):
            try:
                yield client.get_executor(pure=False)
            except distributed.KilledWorker as error:
                problem = Text(
                    "the cluster {address} gave up: too many of its workers died at the same task",
                    address=quote(address),
                )
                raise PerfectPlayError(
                    "{problem}; give them more memory, and start the same command again", problem=problem
                ) from error
            except Exception as error:
                if watch.given_up:
                    problem = Text(
                        "the cluster {address} has had no worker for {seconds:.0f} s",
                        address=quote(address),
                        seconds=most,
                    )
                    raise PerfectPlayError(
                        "{problem}; start one with dask worker {address}, and then the same command",
                        problem=problem,
                        address=address,
                    ) from error
                # When its scheduler is lost, Dask cancels pending work or raises one of several errors.
                if client.status == "running" and not isinstance(error, CancelledError):
                    raise
                raise PerfectPlayError(
                    "the cluster {address} was lost; start its scheduler again, and then the same command",
                    address=quote(address),
                ) from error


def _patience(most: float, notice: Callable[[float], Text]) -> Iterator[None]:
    """Limit a wait to ``most`` seconds; report from time to time what is awaited and the seconds left."""
    began, following = time.monotonic(), _NOTICE_AFTER
    while (waited := time.monotonic() - began) < most:
        if waited >= following:
            following += _SAY_EVERY
            notify(notice(most - waited))
        yield


class _Watch:
    """A watch over a cluster's workers while their results are awaited.

    Dask itself would wait forever and silently. The watch runs in a thread, so that the caller can still be
    interrupted. To give up, it closes the client, which cancels all work.
    """

    def __init__(self, client: Any, address: str, most: float) -> None:
        self.given_up = False
        self._client = client
        self._address = address
        self._most = most
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        known, patience = set[str](), self._patience()
        # Without a scheduler the watch ends silently; waiting for the results raises the error.
        with suppress(Exception):
            while not self.given_up:
                workers = set(self._client.nthreads())
                if workers:
                    patience = self._patience()
                elif next(patience, self) is self:
                    self.given_up = True
                    self._client.close()
                if not workers <= known:
                    self._compare(workers - known)
                    known |= workers
                if self._over.wait(_LOOK_EVERY):
                    return

    def _patience(self) -> Iterator[None]:
        def notice(seconds: float) -> Text:
            return Text(
                "the cluster {address} has no worker; waiting {seconds:.0f} s for one",
                address=quote(self._address),
                seconds=seconds,
            )

        return _patience(self._most, notice)

    def _compare(self, workers: set[str]) -> None:
        """Report workers whose versions differ from ours, one line per set of versions."""
        answer = self._client.get_versions(packages=list(_COMPARED))
        ours, others = _versions(answer["client"]), dict[tuple[str, str], list[str]]()
        for worker in sorted(workers & answer["workers"].keys()):
            theirs = _versions(answer["workers"][worker])
            if theirs != ours:
                different = [name for name in ours if theirs[name] != ours[name]]
                texts = [", ".join(f"{name} {versions[name]}" for name in different) for versions in (theirs, ours)]
                others.setdefault((texts[0], texts[1]), []).append(worker)
        for (theirs_told, ours_told), alike in others.items():
            notice = Text.counted(
                len(alike),
                "the worker {worker} has {theirs}, and this program {ours}; install the same everywhere",
                "{count:,} workers, as {worker}, have {theirs}, and this program {ours}; install the same everywhere",
                worker=alike[0],
                theirs=theirs_told,
                ours=ours_told,
            )
            notify(notice)


def _versions(answer: Mapping[str, Any]) -> dict[str, str]:
    """Read the versions of a process from Dask's answer; Python's patch version is ignored, as it changes nothing."""
    python = ".".join(answer["host"]["python"].split(".")[:2])
    return {"Python": python} | {name: answer["packages"].get(name) or "?" for name in _COMPARED}


def _longest_wait() -> float:
    config, utils = (load_extra(f"dask.{name}", "cluster") for name in ("config", "utils"))
    value = config.get("perfectplay.cluster-wait", _GIVE_UP_AFTER)
    try:
        return float(utils.parse_timedelta(value))
    except (KeyError, TypeError, ValueError) as error:
        raise PerfectPlayError(
            "Dask's setting perfectplay.cluster-wait is {value}; give a time, as in 600 or '2 hours'",
            value=quote(str(value)),
        ) from error


def _read_address(file: str, most: float) -> str:
    """Read a scheduler's address from the file that it writes when it starts; wait for the file."""

    def notice(seconds: float) -> Text:
        return Text("no scheduler has written {file} yet; waiting {seconds:.0f} s for one", file=file, seconds=seconds)

    for _ in _patience(most, notice):
        with suppress(OSError, ValueError, TypeError, KeyError):  # missing or incomplete so far
            return str(json.loads(Path(file).read_text(encoding="utf-8"))["address"])
        time.sleep(_LOOK_EVERY)
    raise PerfectPlayError(
        "no scheduler has written {file}; start dask scheduler --scheduler-file {file}, and then the same command",
        file=file,
    )


def _find_scheduler(distributed: Any, cluster: str, most: float) -> str:
    """Return the scheduler's address; raise an error if no scheduler answers.

    A client would fail, too, but a failed client stays alive and prints errors at the end of the program.
    """
    address = _read_address(cluster, most) if cluster.endswith(".json") else cluster
    # Use a thread, because this one may already run an event loop, as in a notebook.
    with ThreadPoolExecutor(1) as thread:
        try:
            kind = thread.submit(_ask_kind, distributed, address).result()
        except Exception as error:  # an unknown server may answer anything
            problem = Text("the cluster {address} does not answer", address=quote(address))
            raise PerfectPlayError(
                "{problem}; a Dask scheduler's address looks like tcp://host:8786", problem=problem
            ) from error
    if kind != "Scheduler":
        raise PerfectPlayError(
            "a Dask {kind} answers at {address}; give the address of the scheduler",
            kind=kind.lower(),
            address=quote(address),
        )
    return address


def _ask_kind(distributed: Any, address: str) -> str:
    # Import asyncio only for clusters: it takes 15 ms, as much as a small search.
    import asyncio

    async def ask() -> str:
        security = distributed.Security().get_connection_args("client")
        async with distributed.rpc(address, connection_args=security) as remote:
            identity = await asyncio.wait_for(remote.identity(), _CLUSTER_TIMEOUT)
        return str(identity["type"])

    return asyncio.run(ask())


@contextmanager
def _quiet(*packages: str) -> Iterator[None]:
    """Silence Dask's loggers: they print a traceback for each lost connection, which we report in one line."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in packages]
    before = {logger: logger.level for logger in map(logging.getLogger, names)}
    for logger in before:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in before.items():
            logger.setLevel(level)
