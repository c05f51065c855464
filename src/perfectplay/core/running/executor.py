"""One seam for parallel work: a `concurrent.futures.Executor`, local or on a Dask cluster."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
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
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Any, Self, TypeVar

from perfectplay.core.errors import LimitExceededError, PerfectPlayError, quote
from perfectplay.core.progress import notify
from perfectplay.core.running.extras import load_extra
from perfectplay.core.running.interrupt import follow
from perfectplay.core.text.texts import Text

__all__ = ["check_executor", "default_jobs", "open_executor", "shared_out"]

_Key = TypeVar("_Key")
_Result = TypeVar("_Result")

_MAX_JOBS = 1024
_CLUSTER_TIMEOUT = 8.0
"""Seconds for a scheduler to say what it is: a mistyped address should be noticed within ten."""
_NOTICE_AFTER = 2.0
"""Seconds without a worker after which a line says that work waits for one."""
_GIVE_UP_AFTER = 60.0
"""Seconds without a worker after which the work is given up."""
_POLL = 0.2
"""Seconds between two looks at Ctrl-C and the clock while others work."""
_LAST_WORDS = 5.0
"""Seconds that a pool without workers has to end."""
_LOOK_EVERY = 0.5
"""Seconds between two looks at the cluster's workers."""


def default_jobs() -> int:
    """Count the processors that this process may use: at least one.

    Examples
    --------
    >>> default_jobs() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return max(1, os.cpu_count() or 1)


@contextmanager
def open_executor(jobs: int | None = None, cluster: str | None = None) -> Iterator[Executor]:
    """Open an executor and close it again, dropping work that has not begun; an exception ends local workers at once.

    Tasks must be functions that give the same answer each time: a cluster starts a task again elsewhere when the
    machine that worked on it is lost.

    Parameters
    ----------
    jobs
        Number of local processes, 1 to 1024; ``None`` means one for each processor.
    cluster
        Address of a Dask scheduler (``"tcp://host:8786"``); needs the extra ``cluster``.

    Raises
    ------
    LimitExceededError
        If ``jobs`` is out of range.
    MissingExtraError
        If ``cluster`` is given and Dask is not installed.
    PerfectPlayError
        If no Dask scheduler answers at the address within ten seconds; out of the ``with`` block, if a local process
        dies, if the scheduler is lost, if one task after the other costs the cluster a worker, or if it has no worker
        for a minute.  After two seconds without one a line says that work waits for it.
    """
    _check_jobs(jobs)
    with _open_pool(jobs or default_jobs()) if cluster is None else _open_cluster(cluster) as executor:
        yield executor


def check_executor(jobs: int | None = None, cluster: str | None = None) -> None:
    """Complain now about what `open_executor` would refuse, for work that may turn out not to need an executor.

    Examples
    --------
    >>> check_executor(2)
    """
    _check_jobs(jobs)
    if cluster is not None:
        distributed = load_extra("distributed", "cluster")
        with _quiet("asyncio", "distributed", "tornado"):
            _find_scheduler(distributed, cluster)


def shared_out(
    executor: Executor,
    function: Callable[..., _Result],
    tasks: Iterable[tuple[_Key, tuple[Any, ...]]],
    ahead: int,
    check: Callable[[], object],
) -> Iterator[tuple[_Key, _Result]]:
    """Have tasks done by others, and yield them as they are done.

    Each task is a key and the arguments of ``function``; ``ahead`` of them are begun ahead of what is done.  Some
    times a second, and with each result, ``check`` is called; it raises what ends the work.

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
            key, found = futures.pop(future), future.result()
            submit(1)
            yield key, found


def _check_jobs(jobs: int | None) -> None:
    if jobs is not None and not 1 <= jobs <= _MAX_JOBS:
        message = Text("{jobs} jobs were asked for; a number from 1 to {most} is possible", jobs=jobs, most=_MAX_JOBS)
        raise LimitExceededError(message)


@contextmanager
def _open_pool(jobs: int) -> Iterator[Executor]:
    # "spawn" is the one start method that every platform has, and it never copies a solver's threads.
    others, threads = set(active_children()), set(threading.enumerate())
    if hasattr(signal, "pthread_sigmask"):
        # Only here: a browser's Python, which has no processes, lacks what it is made of.
        from multiprocessing import resource_tracker

        # Python's own helper beside the workers would die of a terminal that is closed, and be mourned at length.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=follow, initargs=(os.getpid(),))
    try:
        yield pool
    except BaseException as error:
        # Ctrl-C, an error, or a reader who has seen enough: what the workers are doing is wanted no more.
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
            message = Text(
                "{problem}; run it again {fewer}, and start it below 'if __name__ == \"__main__\":' in a script",
                problem=problem,
                fewer=fewer,
            )
            raise PerfectPlayError(message) from error
        raise
    pool.shutdown(wait=True, cancel_futures=True)


def _let_end(threads: Iterable[threading.Thread]) -> None:
    """Wait for a pool's own threads: one that ends while the interpreter does is woken through a closed pipe."""
    for thread in threads:
        if type(thread).__module__ == "concurrent.futures.process":
            thread.join(_LAST_WORDS)


def _ignore_cancelled_work() -> None:
    """Keep the pool's own thread silent: up to Python 3.11 it stumbles over cancelled work when its workers die."""
    report = threading.excepthook

    def hook(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_type is not InvalidStateError:
            report(arguments)

    threading.excepthook = hook


# -- Dask ------------------------------------------------------------------------------------------------------


@contextmanager
def _open_cluster(address: str) -> Iterator[Executor]:
    distributed = load_extra("distributed", "cluster")
    with _quiet("asyncio", "distributed", "tornado"):
        _find_scheduler(distributed, address)
        with (
            distributed.Client(address, timeout=_CLUSTER_TIMEOUT, set_as_default=False) as client,
            _Watch(client, address) as watch,
        ):
            try:
                yield client.get_executor(pure=False)
            except distributed.KilledWorker as error:
                problem = Text(
                    "the cluster {address} gave up: too many of its workers died at the same task",
                    address=quote(address),
                )
                message = Text("{problem}; give them more memory, and start the same command again", problem=problem)
                raise PerfectPlayError(message) from error
            except Exception as error:
                if watch.given_up:
                    problem = Text(
                        "the cluster {address} has had no worker for {seconds:.0f} s",
                        address=quote(address),
                        seconds=_GIVE_UP_AFTER,
                    )
                    message = Text(
                        "{problem}; start one with dask worker {address}, and then the same command",
                        problem=problem,
                        address=address,
                    )
                    raise PerfectPlayError(message) from error
                # Without its scheduler Dask cancels what is being waited for, or stumbles over it in other ways.
                if client.status == "running" and not isinstance(error, CancelledError):
                    raise
                message = Text(
                    "the cluster {address} was lost; start its scheduler again, and then the same command",
                    address=quote(address),
                )
                raise PerfectPlayError(message) from error


class _Watch:
    """Looks after a cluster's workers while their results are waited for.

    Dask itself would wait for ever, without a word.  A thread of its own looks, so that the caller can still be
    interrupted; when it gives up it closes the client, which cancels all work.
    """

    def __init__(self, client: Any, address: str) -> None:
        self.given_up = False
        self._client = client
        self._address = address
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        seen, said = time.monotonic(), False
        while not self._over.wait(_LOOK_EVERY):
            try:
                workers = len(self._client.nthreads())
            except Exception:  # noqa: BLE001  # the scheduler is lost: the wait for the work ends with an error
                return
            missed = time.monotonic() - seen
            if workers:
                seen, said = time.monotonic(), False
            elif missed >= _GIVE_UP_AFTER:
                self.given_up = True
                self._client.close()
                return
            elif missed >= _NOTICE_AFTER and not said:
                said = True
                notice = Text(
                    "the cluster {address} has no worker; waiting {seconds:.0f} s for one",
                    address=quote(self._address),
                    seconds=_GIVE_UP_AFTER,
                )
                notify(notice)


def _find_scheduler(distributed: Any, address: str) -> None:
    """Complain if there is no scheduler.

    A client would find out as well, but one that was refused lives on and complains at the end of the program.
    """
    # In a thread, because this one may run an event loop already, as a notebook does.
    with ThreadPoolExecutor(1) as thread:
        try:
            kind = thread.submit(asyncio.run, _ask_kind(distributed, address)).result()
        except Exception as error:  # whatever answers there may answer anything
            problem = Text("the cluster {address} does not answer", address=quote(address))
            message = Text("{problem}; a Dask scheduler's address looks like tcp://host:8786", problem=problem)
            raise PerfectPlayError(message) from error
    if kind != "Scheduler":
        message = Text(
            "a Dask {kind} answers at {address}; give the address of the scheduler",
            kind=kind.lower(),
            address=quote(address),
        )
        raise PerfectPlayError(message)


async def _ask_kind(distributed: Any, address: str) -> str:
    security = distributed.Security().get_connection_args("client")
    async with distributed.rpc(address, connection_args=security) as remote:
        identity = await asyncio.wait_for(remote.identity(), _CLUSTER_TIMEOUT)
    return str(identity["type"])


@contextmanager
def _quiet(*packages: str) -> Iterator[None]:
    """Keep packages' loggers silent: Dask reports each lost connection with a traceback, and we say it in a line."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in packages]
    before = {logger: logger.level for logger in map(logging.getLogger, names)}
    for logger in before:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in before.items():
            logger.setLevel(level)
