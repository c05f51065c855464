"""The games of a tournament: worker processes play them, one strategy after another, and a file stores them."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, as_completed
from contextlib import nullcontext
from importlib.metadata import version
from pathlib import Path

from perfectplay.core.errors import StrategyError
from perfectplay.core.progress import Progress, ProgressCallback, notify
from perfectplay.core.running.deadline import LONG, about
from perfectplay.core.running.executor import check_executor, open_executor
from perfectplay.core.running.store import SealedRows
from perfectplay.core.text.texts import Text
from perfectplay.taxman.strategies import Formula, load_entry, load_strategy, play_game
from perfectplay.taxman.strategies.loading import is_built_in

__all__ = ["finished_strategies"]

Scores = dict[int, int]

_CHUNK = 8

_SCHEMA = 2


def finished_strategies(
    names: Sequence[str],
    numbers: range,
    *,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    resume: str | Path | None,
    progress: ProgressCallback,
    time_limit: float | None = None,
) -> Iterator[tuple[str, Scores]]:
    """Let strategies play every pot {1..N}; when one has played all of them, yield its name and its scores by N.

    Arguments and errors are as in `perfectplay.taxman.strategies.tournament.score_table`; names must be valid and
    not repeated. Raises `TimeoutError` when time is up.
    """
    check_executor(jobs, cluster)
    if resume is not None:
        # Open the file now to report a bad file at once, because the generator may never be started.
        _open(resume).close()
    return _played(names, numbers, seed, jobs, cluster, time_limit, resume, progress)


def _played(
    names: Sequence[str],
    numbers: range,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    time_limit: float | None,
    resume: str | Path | None,
    progress: ProgressCallback,
) -> Iterator[tuple[str, Scores]]:
    began = time.monotonic()
    with nullcontext() if resume is None else _open(resume) as kept:
        keys = {name: f"{_key(name)}, seed {seed}" for name in names} if kept else {}
        known = {name: kept.read(keys[name], int) if kept else {} for name in names}
        scores = {name: {n: score for n, score in by_n.items() if n in numbers} for name, by_n in known.items()}
        tasks = _tasks(scores, numbers)
        for name, by_n in scores.items():
            if len(by_n) == len(numbers):
                yield name, by_n
        if not tasks:
            return
        total, done = len(names) * len(numbers), sum(map(len, scores.values()))
        forecast = _Forecast(tasks)
        with open_executor(jobs, cluster) as executor:
            futures: dict[Future[Scores], str] = {}
            try:
                for name, chunk in tasks:
                    futures[executor.submit(play_chunk, name, chunk, seed)] = name
                for future in as_completed(futures, time_limit):
                    name, results = futures[future], future.result()
                    scores[name].update(results)
                    if kept is not None:
                        kept.put(keys[name], results)
                    done += len(results)
                    progress(Progress("games", time.monotonic() - began, done=done, total=total))
                    forecast.finished(name, results, time.monotonic() - began)
                    if len(scores[name]) == len(numbers):
                        yield name, {n: scores[name][n] for n in numbers}
            except StrategyError:
                for future in futures:
                    future.cancel()
                # Processes report failures in random order, and large N come first. Find the smallest N that fails.
                suspects = [name for name in names if not is_built_in(name)]
                executor.submit(_play_until_failure, suspects, numbers, seed).result()
                raise


def _tasks(scores: Mapping[str, Scores], numbers: range) -> list[tuple[str, tuple[int, ...]]]:
    """Split missing games into tasks: first a sample of every strategy, for the forecast, then strategy by strategy.

    Large N come first. Otherwise one process could be left alone with the slowest games at the end.
    """
    samples, others = [], []
    for name, by_n in scores.items():
        missing = [n for n in reversed(numbers) if n not in by_n]
        chunks = [(name, tuple(missing[i : i + _CHUNK][::-1])) for i in range(0, len(missing), _CHUNK)]
        samples += chunks[:1]
        others += chunks[1:]
    return samples + others


class _Forecast:
    """A forecast of the remaining time, logged once, when a sample of each strategy's games has been played.

    The time of a game is assumed to grow like N^2, because most strategies inspect tables that grow in both directions.
    """

    def __init__(self, tasks: Sequence[tuple[str, Sequence[int]]]) -> None:
        self._all = sum(n * n for _, chunk in tasks for n in chunk)
        self._done = 0
        self._waiting = {name for name, _ in tasks}

    def finished(self, name: str, numbers: Iterable[int], seconds: float) -> None:
        """Count finished games, ``seconds`` after the start."""
        self._done += sum(n * n for n in numbers)
        if name not in self._waiting:
            return
        self._waiting.remove(name)
        left = seconds * self._all / self._done - seconds
        if not self._waiting and left > LONG:
            notice = Text(
                "these games will take {time}; Ctrl-C shows the strategies that are finished by then", time=about(left)
            )
            notify(notice)


def _open(path: str | Path) -> SealedRows:
    """Open or create a file of games."""
    return SealedRows.open(path, _SCHEMA, "game", kind=Text("a tournament"))


def _key(name: str) -> str:
    """Return a key for stored games that changes when the strategy changes, so its games are played again."""
    if name.endswith(".py"):
        return hashlib.sha256(Path(name).read_bytes()).hexdigest()
    return f"{name} {version('perfectplay')}"


# -- in a process of its own -------------------------------------------------------------------------------------------


def play_chunk(name: str, chunk: Sequence[int], seed: int) -> Scores:
    """Play the pots of a chunk in a worker process. It gets the strategy's name: the strategy may not be picklable."""
    entry = load_entry(name)
    if isinstance(entry, Formula):
        return {n: entry.score(n) for n in chunk}
    return {n: play_game(entry, n, seed).score for n in chunk}


def _play_until_failure(names: Sequence[str], numbers: range, seed: int) -> None:
    """Play every N in ascending order in a worker process, and raise the error of the first strategy that fails."""
    strategies = [load_strategy(name) for name in names]
    for n in numbers:
        for strategy in strategies:
            play_game(strategy, n, seed)
