"""Solve ranges of N with proofs: by chaining if the theory allows it, otherwise by a search; runs can be resumed.

Chaining (docs, "Theory", T6): score(N) <= score(N-1) + N, and for a prime N > 2 the score is score(N-1) + N - P with P
the prime before N.  So a bound for N - 1 gives a bound for N. If the game for N - 1 can be changed to reach this bound,
no search is needed.  Otherwise a search for N starts from that game and stops when it reaches the bound.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress, notify
from perfectplay.core.proof.writing import write_certificate
from perfectplay.core.running.deadline import LONG, about
from perfectplay.core.running.executor import open_executor
from perfectplay.core.running.files import make_folder
from perfectplay.core.running.interrupt import deferred_interrupt
from perfectplay.core.text.texts import Text
from perfectplay.taxman.large.strong import improve_by_bans
from perfectplay.taxman.proof.write import chain_certificate, with_game
from perfectplay.taxman.records import game_nearby, load_records, playing_order
from perfectplay.taxman.rules import MAX_N, TaxmanPosition
from perfectplay.taxman.strategies.model import is_prime
from perfectplay.taxman.table.neighbours import Cuts, cuts_near, cuts_of
from perfectplay.taxman.table.resume import FinishedRows, SolvedRow

if TYPE_CHECKING:
    from perfectplay.core.result import Status

__all__ = ["SolvedRow", "certificate_path", "forecast", "solve_range"]

_PROOFS_AT_HAND = 128
"""Number of recent N whose cuts stay in memory, for the searches of neighbouring pots."""
_BLOCK = 10
_BANS_SHARE = 0.2
"""Share of the time limit for each N that is reserved for bans."""
_ROOT, _LEAF = 0.8, 0.15
"""Seconds that a search at N = 1000 takes for the root and for each leaf of its tree; both grow like N^3."""


def certificate_path(folder: str | Path, n: int) -> Path:
    """Return the file to which `solve_range` writes the certificate for ``n``.

    Examples
    --------
    >>> certificate_path("proofs", 20).name
    'taxman-000020.json.gz'
    """
    return Path(folder) / f"taxman-{n:06d}.json.gz"


def forecast(numbers: Iterable[int], time_limit: float | None = None) -> float:
    """Estimate the processor seconds to solve the pots {1..N} for some N; ``time_limit`` is in seconds for each N.

    The estimate uses the sizes of the trees in the shipped table and, beyond it, the average of its last hundred trees.
    It was within a third of the actual time for 1 to 1000 and 1001 to 1084.

    Examples
    --------
    >>> forecast(range(1, 50)) < 60
    True
    """
    most = float("inf") if time_limit is None else time_limit
    leaves = load_records().leaves()
    usual = sum(list(leaves.values())[-100:]) / 100
    times = ((n / 1000) ** 3 * (_ROOT * (leaves.get(n) != 0) + _LEAF * leaves.get(n, usual)) for n in numbers)
    return sum(min(seconds, most) for seconds in times)


def solve_range(
    first: int,
    last: int,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    resume: str | Path | None = None,
    certificates: str | Path | None = None,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Iterator[SolvedRow]:
    """Solve every pot {1..N} of a range.

    Parameters
    ----------
    first, last
        The range, inclusive; 1 <= first <= last.
    jobs
        Number of processes. With several, the range is split into blocks of ten, each with a separate chain.
    cluster
        Address or scheduler file of a Dask cluster that does the work instead.
    resume
        An SQLite file for this run alone, which stores each N with its certificate. Stored rows are checked and not
        solved again, unless they are not optimal and ``time_limit`` now allows more time.  A damaged row is solved
        again; a damaged file is kept under another name, and its readable rows are used.
    certificates
        A folder for a certificate of each N; created if missing.
    time_limit
        Seconds for each N; a row whose search takes longer is ``"bounded"``. The last fifth is spent on better games.
    progress
        Called for each N, and with one job during each search.

    Yields
    ------
    SolvedRow
        In the order of N.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If the range is invalid.
    PerfectPlayError
        If the resume file or the folder cannot be used, or workers are lost; the same call then continues the work.

    Examples
    --------
    >>> [row.score for row in solve_range(8, 10)]
    [21, 30, 40]
    """
    if first < 1 or last < first:
        raise InvalidPositionError(
            "{first}..{last} is not a range; 1 <= first <= last must hold", first=first, last=last
        )
    if last > MAX_N:
        raise LimitExceededError(
            "the range ends at {last}; the largest possible N is {most}", last=quote(last), most=MAX_N
        )
    if certificates is not None:
        make_folder(Path(certificates))
    if resume is not None:
        # Open the file now to report a bad file at once, because the generator may never be started.
        FinishedRows.open(resume).close()
    return _rows(first, last, jobs, cluster, resume, certificates, time_limit, progress)


def _rows(
    first: int,
    last: int,
    jobs: int,
    cluster: str | None,
    resume: str | Path | None,
    certificates: str | Path | None,
    time_limit: float | None,
    progress: ProgressCallback,
) -> Iterator[SolvedRow]:
    wanted = certificates is not None or resume is not None
    store = FinishedRows.open(resume) if resume is not None else None
    try:
        _announce(
            set(range(first, last + 1)) - (store.numbers() if store is not None else frozenset()), store, time_limit
        )
        if jobs == 1 and cluster is None:
            rows = _chain(first, last, wanted, time_limit, store, progress)
        else:
            rows = _blocks(first, last, jobs, cluster, wanted, time_limit, store, progress)
        for row in rows:
            if certificates is not None and row.certificate is not None:
                write_certificate(certificate_path(certificates, row.n), row.certificate)
            yield row
    finally:
        if store is not None:
            store.close()


def _announce(numbers: Iterable[int], store: FinishedRows | None, time_limit: float | None) -> None:
    """Log an estimate if searches will take long."""
    seconds = forecast(numbers, time_limit)
    if seconds >= LONG:
        kept = Text("a file to resume from would keep what is done")
        if store is not None:
            kept = Text("the file keeps each N that is done")
        notice = Text(
            "these searches take {time} of processor time, by what the table took; {kept}",
            time=about(seconds),
            kept=kept,
        )
        notify(notice)


def _chain(
    first: int,
    last: int,
    wanted: bool,  # noqa: FBT001  # private, always positional
    time_limit: float | None,
    store: FinishedRows | None,
    progress: ProgressCallback,
) -> Iterator[SolvedRow]:
    previous: SolvedRow | None = None
    proofs = _Proofs(store)
    began, total = time.perf_counter(), last - first + 1
    for done, n in enumerate(range(first, last + 1)):

        def report(snapshot: Progress, done: int = done, n: int = n) -> None:
            stage, seconds = f"N = {n}: {snapshot.stage}", time.perf_counter() - began
            progress(replace(snapshot, stage=stage, seconds=seconds, done=done, total=total))

        with deferred_interrupt() as interrupt:
            row = store.get(n, previous, time_limit) if store is not None else None
            if row is None:
                row = _solve_next(n, previous, proofs.near, time_limit, report)
                if interrupt.pressed and row.status != "optimal":
                    # Ctrl-C has cut the search short: a row with its bound would stay in the file.
                    raise KeyboardInterrupt
                if store is not None:
                    store.put(row)
            proofs.add(row)
            seconds = time.perf_counter() - began
            progress(Progress(f"N = {n}", seconds, row.score, row.upper, done=done + 1, total=total))
        previous = replace(row, certificate=None)
        yield row if wanted else previous
        if interrupt.pressed:
            raise KeyboardInterrupt


class _Proofs:
    """The cuts of a run's proofs, both new and stored; memory holds only the cuts of recently used N."""

    def __init__(self, store: FinishedRows | None) -> None:
        self._store = store
        self._cuts: OrderedDict[int, Cuts] = OrderedDict()

    def add(self, row: SolvedRow) -> None:
        self._keep(row.n, cuts_of(row.certificate))

    def near(self, n: int) -> Cuts:
        """Return the cuts that a search for an N starts from."""
        return cuts_near(n, self._of)

    def _of(self, n: int) -> Cuts:
        if n not in self._cuts:
            self._keep(n, cuts_of(self._store.unchecked(n)) if self._store is not None else ())
        return self._cuts[n]

    def _keep(self, n: int, cuts: Cuts) -> None:
        self._cuts[n] = cuts
        if len(self._cuts) > _PROOFS_AT_HAND:
            self._cuts.popitem(last=False)


def _solve_next(
    n: int,
    previous: SolvedRow | None,
    cuts_near: Callable[[int], Cuts],
    time_limit: float | None,
    progress: ProgressCallback,
) -> SolvedRow:
    """Solve one N, by the chain if a result for N - 1 exists; return the row with its certificate."""
    from perfectplay.taxman.exact import solve

    began = time.perf_counter()
    if previous is not None and previous.n != n - 1:
        previous = None
    row = _linked(n, previous, began)
    if row is not None:
        return row
    bound = previous.upper + n if previous is not None else None
    result = solve(
        TaxmanPosition.new(n),
        time_limit=None if time_limit is None else (1 - _BANS_SHARE) * time_limit,
        progress=progress,
        certificate=True,
        enough=bound,
        warm=max(previous.moves if previous is not None else (), game_nearby(n), key=sum),
        cuts=cuts_near(n),
    )
    score, upper, moves = result.value, result.upper, result.moves
    if time_limit is not None and score < upper:
        seconds = time_limit - (time.perf_counter() - began)
        score, moves = improve_by_bans(n, score, upper, moves, seconds=seconds, progress=progress)
    proof = result.certificate
    if proof is None or proof["claim"]["upper"] > upper:
        # The search stopped at or above the bound that follows from N - 1, so its tree proves less than the chain.
        proof = chain_certificate(n, score, moves, "increment", upper - n, upper=upper)
    elif score > result.value:
        proof = with_game(proof, score, moves)
    return _row(n, score, upper, moves, began, dict(proof))


def _linked(n: int, previous: SolvedRow | None, began: float) -> SolvedRow | None:
    """Change the game for N - 1 into a game for N that is equally close to its bound; return ``None`` if this fails."""
    if previous is None:
        return None
    picks = {*previous.moves, n}
    rule, gain = "increment", n
    if n > 2 and is_prime(n):
        last_prime = next(p for p in range(n - 1, 1, -1) if is_prime(p))
        picks.discard(last_prime)
        rule, gain = "prime", n - last_prime
    try:
        moves = playing_order(n, picks)
    except InvalidPositionError:
        return None
    score, upper = previous.score + gain, previous.upper + gain
    # If the previous game did not take the last prime, the sum is not the score, and N needs a search.
    if sum(moves) != score:
        return None
    proof = chain_certificate(n, score, moves, rule, previous.upper, upper=upper)
    return _row(n, score, upper, moves, began, proof)


def _row(n: int, score: int, upper: int, moves: Sequence[int], began: float, proof: dict[str, Any]) -> SolvedRow:
    status: Status = "optimal" if score == upper else "bounded"
    return SolvedRow(n, score, upper, status, tuple(moves), time.perf_counter() - began, "search", proof)


# -- several processes -----------------------------------------------------------------------------------------


def _solve_alone(n: int, previous: SolvedRow | None, cuts: Cuts, time_limit: float | None) -> SolvedRow:
    return _solve_next(n, previous, lambda _: cuts, time_limit, ignore_progress)


def _blocks(
    first: int,
    last: int,
    jobs: int,
    cluster: str | None,
    wanted: bool,  # noqa: FBT001  # private, always positional
    time_limit: float | None,
    store: FinishedRows | None,
    progress: ProgressCallback,
) -> Iterator[SolvedRow]:
    """Solve blocks in parallel and yield their rows in the order of N."""
    began = time.perf_counter()
    ready: dict[int, SolvedRow] = {}
    if store is not None:
        for n in range(first, last + 1):
            row = store.get(n, ready.get(n - 1), time_limit)
            if row is not None:
                ready[n] = row
    following = first
    while following in ready:
        yield ready[following]
        following += 1
    missing = [n for n in range(following, last + 1) if n not in ready]
    for row in _side_by_side(missing, ready, store, jobs, cluster, time_limit):
        ready[row.n] = row if wanted else replace(row, certificate=None)
        progress(Progress("range", time.perf_counter() - began, done=len(ready), total=last - first + 1))
        while following in ready:
            yield ready[following]
            following += 1
    yield from (ready[n] for n in range(following, last + 1))


def _side_by_side(
    missing: list[int],
    ready: Mapping[int, SolvedRow],
    store: FinishedRows | None,
    jobs: int,
    cluster: str | None,
    time_limit: float | None,
) -> Iterator[SolvedRow]:
    """Store and yield rows as they are done: each block is a chain, and each of its N is a separate task.

    Each N starts from the row of N - 1, if it is ready, and from the cuts of other rows that are ready.
    """
    waiting = list(_gaps(missing))[::-1]
    if not waiting:
        return
    proofs = _Proofs(store)
    with open_executor(jobs, cluster) as executor:
        ends: dict[Future[SolvedRow], int] = {}

        def submit(n: int, end: int, previous: SolvedRow | None) -> None:
            light = replace(previous, certificate=None) if previous is not None else None
            ends[executor.submit(_solve_alone, n, light, proofs.near(n), time_limit)] = end

        def begin() -> None:
            start, end = waiting.pop()
            submit(start, end, ready.get(start - 1))

        # The size of a cluster is unknown, so begin all blocks at once.
        for _ in range(len(waiting) if cluster is not None else min(len(waiting), 2 * jobs)):
            begin()
        while ends:
            for future in wait(ends, return_when=FIRST_COMPLETED).done:
                row = future.result()
                end = ends.pop(future)
                done = _put(row, end, store, time_limit)
                for row in done:
                    proofs.add(row)
                if row.n < end:
                    submit(row.n + 1, end, row)
                elif waiting:
                    begin()
                yield from done


def _put(row: SolvedRow, end: int, store: FinishedRows | None, time_limit: float | None) -> list[SolvedRow]:
    """Store a row; return it, followed by the stored rows of its block that are valid now that this row is stored."""
    rows = [row]
    if store is None:
        return rows
    store.put(row)
    while rows[-1].n < end:
        stored = store.get(rows[-1].n + 1, rows[-1], time_limit)
        if stored is None:
            break
        rows.append(stored)
    return rows


def _gaps(missing: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of each run of consecutive numbers; split runs longer than `_BLOCK`."""
    start = 0
    for i in range(1, len(missing) + 1):
        if i == len(missing) or missing[i] != missing[i - 1] + 1 or i - start == _BLOCK:
            yield missing[start], missing[i - 1]
            start = i
