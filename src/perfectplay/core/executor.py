"""One seam for parallel work: a `concurrent.futures.Executor`, local or on a Dask cluster."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context

from perfectplay.core.errors import LimitExceededError, PerfectPlayError, quote
from perfectplay.core.extras import load_extra

__all__ = ["default_jobs", "open_executor"]

_MAX_JOBS = 1024
_CLUSTER_TIMEOUT = 10


def default_jobs() -> int:
    """Count the processors that this process may use: at least one."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return max(1, os.cpu_count() or 1)


@contextmanager
def open_executor(jobs: int | None = None, cluster: str | None = None) -> Iterator[Executor]:
    """Open an executor and close it again, dropping work that has not begun; an exception ends the workers at once.

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
        If the cluster does not answer.
    """
    if jobs is not None and not 1 <= jobs <= _MAX_JOBS:
        message = f"{jobs} jobs were asked for; a number from 1 to {_MAX_JOBS} is possible"
        raise LimitExceededError(message)
    if cluster is not None:
        distributed = load_extra("distributed", "cluster")
        try:
            client = distributed.Client(cluster, timeout=_CLUSTER_TIMEOUT)
        except (OSError, ValueError) as error:
            message = (
                f"the cluster {quote(cluster)} does not answer; a Dask scheduler's address looks like tcp://host:8786"
            )
            raise PerfectPlayError(message) from error
        with client:
            yield client.get_executor()
        return
    # "spawn" is the one start method that every platform has, and it never copies a solver's threads.
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs or default_jobs(), mp_context=get_context("spawn"), initializer=_ignore_interrupts)
    try:
        yield pool
    except BaseException:
        # Ctrl-C, an error, or a reader who has seen enough: what the workers are doing is wanted no more.
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(active_children()) - others:
            worker.terminate()
        raise
    pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    # Ctrl-C reaches every process of a terminal: the parent alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
