"""Many N in a row, each proven: chained where the theory allows it, searched otherwise, resumable.

Chaining (docs, "Theory", T6): score(N) <= score(N-1) + N, and for a prime N > 2 the score is score(N-1) + N - P
with P the prime before N.  A search for N therefore starts from the game for N - 1 and stops when it reaches the sum.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
import time
import zlib
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Self

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError, quote, quote_path
from perfectplay.core.executor import open_executor
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.store import Store
from perfectplay.taxman.certificate import chain_certificate, write_certificate
from perfectplay.taxman.check import check_certificate
from perfectplay.taxman.rules import MAX_N, TaxmanPosition

if TYPE_CHECKING:
    from perfectplay.core.result import Status
    from perfectplay.taxman.exact.cuts import NamedCut

__all__ = ["SolvedRow", "certificate_path", "solve_range"]

Cuts = tuple["NamedCut", ...]

_BLOCK = 10
_MOST_CUTS = 2_000
"""Cuts of the latest proofs that a search starts from; more cost more than they help."""

_SCHEMA = 1
_TABLE = (
    "CREATE TABLE IF NOT EXISTS result (n INTEGER PRIMARY KEY, score INTEGER NOT NULL, upper INTEGER NOT NULL, "
    "moves TEXT NOT NULL, seconds REAL NOT NULL, certificate BLOB)"
)
_WHAT = "a range run"
_INSERT = """
    INSERT INTO result VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (n) DO UPDATE SET score = excluded.score, upper = excluded.upper, moves = excluded.moves,
        seconds = excluded.seconds, certificate = excluded.certificate
    WHERE excluded.score = excluded.upper OR result.certificate IS NULL
        OR excluded.upper - excluded.score < result.upper - result.score
"""


@dataclass(frozen=True, slots=True)
class SolvedRow:
    """One N of a range.

    Attributes
    ----------
    n, score, upper, status
        The pot {1..n}, the score reached, the proven bound, ``"optimal"`` if they are equal.
    moves
        Numbers to take, in playing order.
    seconds
        Time spent on this N.
    source
        ``"search"`` (also for chained results: each was found and proven here).
    certificate
        JSON-serialisable certificate, or ``None`` if none was asked for.
    """

    n: int
    score: int
    upper: int
    status: Status
    moves: tuple[int, ...]
    seconds: float
    source: str
    certificate: dict[str, Any] | None = None


def certificate_path(folder: str | Path, n: int) -> Path:
    """Where `solve_range` puts the certificate of an N: names sort in the order of N."""
    return Path(folder) / f"taxman-{n:06d}.json.gz"


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
        Number of processes; with more than one the range is cut into blocks of ten, each with a chain of its own,
        and each N is a task.
    cluster
        Address of a Dask scheduler that does the work instead.
    resume
        An SQLite file: each N is stored with its certificate as soon as it is done; what the file holds is checked
        again and not solved again.
    certificates
        A folder for one certificate for each N; made if missing.
    time_limit
        Seconds for each N; a row that runs into it is ``"bounded"``.
    progress
        Called for each N and during each search (only with one job).

    Yields
    ------
    SolvedRow
        In the order of N.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If the range is not one.
    PerfectPlayError
        If the resume file or the folder cannot be used.
    """
    if first < 1 or last < first:
        message = f"the range {first}..{last} is not one; it needs 1 <= first <= last"
        raise InvalidPositionError(message)
    if last > MAX_N:
        message = f"the range ends at {quote(last)}; the largest possible N is {MAX_N}"
        raise LimitExceededError(message)
    if certificates is not None:
        _make_folder(Path(certificates))
    if resume is not None:
        # A bad file is refused at once, but the generator may never be started.
        _Finished.open(resume).close()
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
    store = _Finished.open(resume) if resume is not None else None
    try:
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


def _chain(
    first: int,
    last: int,
    wanted: bool,  # noqa: FBT001  # private, and always passed by position
    time_limit: float | None,
    store: _Finished | None,
    progress: ProgressCallback,
) -> Iterator[SolvedRow]:
    previous: SolvedRow | None = None
    cuts = _cuts_before(first, store.before(first)) if store is not None else ()
    began = time.perf_counter()
    for n in range(first, last + 1):
        row = store.get(n, previous) if store is not None else None
        if row is None:
            done = n - first

            def report(snapshot: Progress, done: int = done, n: int = n) -> None:
                progress(
                    replace(
                        snapshot,
                        stage=f"N = {n}: {snapshot.stage}",
                        seconds=time.perf_counter() - began,
                        done=done,
                        total=last - first + 1,
                    )
                )

            row = _solve_next(n, previous, cuts, time_limit, report)
            if store is not None:
                store.put(row)
        cuts = _latest(cuts, row)
        progress(
            Progress(
                f"N = {n}",
                time.perf_counter() - began,
                row.score,
                row.upper,
                done=n - first + 1,
                total=last - first + 1,
            )
        )
        previous = replace(row, certificate=None)
        yield row if wanted else previous


def _cuts_of(row: SolvedRow) -> Cuts:
    from perfectplay.taxman.exact.cuts import NamedCut  # noqa: PLC0415  # the solver's door

    proof: Mapping[str, Any] = row.certificate or {}
    return tuple(NamedCut(c["kind"], c["rank"], tuple(map(tuple, c["classes"]))) for c in proof.get("cuts", ()))


def _latest(cuts: Cuts, row: SolvedRow) -> Cuts:
    """Add the cuts of a row's proof to those of the rows before it, the oldest of which are forgotten."""
    # A dictionary keeps the order and each cut once.
    return tuple(dict.fromkeys((*_cuts_of(row), *cuts)))[:_MOST_CUTS]


def _cuts_before(n: int, rows: Mapping[int, SolvedRow]) -> Cuts:
    """Collect the cuts of the latest proofs before an N."""
    cuts: dict[NamedCut, None] = {}
    for number in sorted((number for number in rows if number < n), reverse=True):
        cuts.update(dict.fromkeys(_cuts_of(rows[number])))
        if len(cuts) >= _MOST_CUTS:
            break
    return tuple(cuts)[:_MOST_CUTS]


def _solve_next(
    n: int,
    previous: SolvedRow | None,
    cuts: Cuts,
    time_limit: float | None,
    progress: ProgressCallback,
) -> SolvedRow:
    """Solve one N, by the chain if N - 1 is known to be optimal; the row comes with its certificate."""
    # The solver's dependencies are loaded when the first N has to be searched.
    from perfectplay.taxman.exact import solve  # noqa: PLC0415

    began = time.perf_counter()
    chained = previous is not None and previous.status == "optimal" and previous.n == n - 1
    before = previous.score if previous is not None and chained else 0
    if previous is not None and chained and n > 2 and _is_prime(n):
        last_prime = max(p for p in previous.moves if _is_prime(p))
        moves = tuple(n if p == last_prime else p for p in previous.moves)
        position = TaxmanPosition.new(n)
        for move in moves:
            position = position.play(move)
        score = position.player
        certificate = chain_certificate(n, score, list(moves), "prime", before)
        return SolvedRow(n, score, score, "optimal", moves, time.perf_counter() - began, "search", certificate)
    result = solve(
        TaxmanPosition.new(n),
        time_limit=time_limit,
        progress=progress,
        certificate=True,
        enough=before + n if chained else None,
        warm=previous.moves if previous is not None and previous.n == n - 1 else (),
        cuts=cuts,
    )
    if result.provenance["interrupted"]:
        raise KeyboardInterrupt
    proof = dict(result.certificate) if result.certificate is not None else None
    if proof is None:
        # The search stopped at score(N-1) + N, so that its tree proves nothing.
        proof = chain_certificate(n, int(result.value), list(result.moves), "increment", before)
    return SolvedRow(
        n,
        int(result.value),
        int(result.upper),
        result.status,
        result.moves,
        time.perf_counter() - began,
        "search",
        proof,
    )


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


# -- several processes -----------------------------------------------------------------------------------------


def _solve_alone(n: int, previous: SolvedRow | None, cuts: Cuts, time_limit: float | None) -> SolvedRow:
    return _solve_next(n, previous, cuts, time_limit, ignore_progress)


def _blocks(
    first: int,
    last: int,
    jobs: int,
    cluster: str | None,
    wanted: bool,  # noqa: FBT001  # private, and always passed by position
    time_limit: float | None,
    store: _Finished | None,
    progress: ProgressCallback,
) -> Iterator[SolvedRow]:
    """Solve blocks side by side and bring their rows into the order of N."""
    began = time.perf_counter()
    ready: dict[int, SolvedRow] = {}
    earlier = store.before(first) if store is not None else {}
    if store is not None:
        for n in range(first, last + 1):
            row = store.get(n, ready.get(n - 1))
            if row is not None:
                ready[n] = row
    following = first
    while following in ready:
        yield ready[following]
        following += 1
    for row in _side_by_side(list(range(following, last + 1)), ready, earlier, jobs, cluster, time_limit):
        if store is not None:
            store.put(row)
        ready[row.n] = row if wanted else replace(row, certificate=None)
        progress(Progress("range", time.perf_counter() - began, done=len(ready), total=last - first + 1))
        while following in ready:
            yield ready[following]
            following += 1
    yield from (ready[n] for n in range(following, last + 1))


def _side_by_side(
    wanted: list[int],
    ready: Mapping[int, SolvedRow],
    earlier: Mapping[int, SolvedRow],
    jobs: int,
    cluster: str | None,
    time_limit: float | None,
) -> Iterator[SolvedRow]:
    """Yield the rows that are not ready as they are done: each block is a chain, and each N of it a task of its own.

    A block starts from what is ready when its turn comes: from the row before it, and from the cuts of others.
    """
    waiting = list(_gaps([n for n in wanted if n not in ready]))[::-1]
    if not waiting:
        return
    with open_executor(jobs, cluster) as executor:
        ends: dict[Future[SolvedRow], tuple[int, Cuts]] = {}

        def submit(n: int, end: int, previous: SolvedRow | None, cuts: Cuts) -> None:
            light = replace(previous, certificate=None) if previous is not None else None
            ends[executor.submit(_solve_alone, n, light, cuts, time_limit)] = (end, cuts)

        def begin() -> None:
            start, end = waiting.pop()
            submit(start, end, ready.get(start - 1), _cuts_before(start, {**earlier, **ready}))

        # On a cluster, whose size is not ours to know, all blocks begin at once.
        for _ in range(len(waiting) if cluster is not None else min(len(waiting), 2 * jobs)):
            begin()
        while ends:
            for future in wait(ends, return_when=FIRST_COMPLETED).done:
                row = future.result()
                end, cuts = ends.pop(future)
                if row.n < end:
                    submit(row.n + 1, end, row, _latest(cuts, row))
                elif waiting:
                    begin()
                yield row


def _gaps(missing: list[int]) -> Iterator[tuple[int, int]]:
    """Cut ascending numbers into runs of consecutive ones, each at most a block long."""
    start = 0
    for i in range(1, len(missing) + 1):
        if i == len(missing) or missing[i] != missing[i - 1] + 1 or i - start == _BLOCK:
            yield missing[start], missing[i - 1]
            start = i


# -- resuming --------------------------------------------------------------------------------------------------


class _Finished:
    """Finished rows in an SQLite file, held for one run; each is on disk before the next begins.

    The run keeps a write transaction open all the time: a second run is refused, whoever only reads is not, and a
    kill ends the hold.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._store.execute("BEGIN IMMEDIATE")

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open or create the file and keep other runs out.

        Raises
        ------
        PerfectPlayError
            If it cannot be created, is something else, or is held by another run; if it is damaged, after what can be
            read of it has been saved.
        """
        store = None
        try:
            store = Store.open(path, _SCHEMA, _TABLE, what=_WHAT)
            finished = cls(store)
            state = store.execute("PRAGMA quick_check(1)")
        except BaseException as error:
            if store is not None:
                store.close()
            if _is_corrupt(error):
                _salvage(Path(path))
            raise
        if state != [("ok",)]:
            store.close()
            _salvage(Path(path))
        return finished

    def get(self, n: int, previous: SolvedRow | None) -> SolvedRow | None:
        """Return the stored row of an N, with its certificate, if it is optimal and proven.

        A row whose certificate cites N - 1 is passed over unless ``previous`` is that row and optimal: its proof would
        not be complete.  No row is believed: each certificate is checked again.

        Raises
        ------
        PerfectPlayError
            If the row is damaged; it is taken out of the file.
        """
        found = self._store.execute("SELECT score, upper, moves, seconds, certificate FROM result WHERE n = ?", (n,))
        if not found:
            return None
        ((score, upper, moves, seconds, packed),) = found
        try:
            proof = json.loads(gzip.decompress(packed)) if packed is not None else None
            row = SolvedRow(n, score, upper, "optimal", tuple(json.loads(moves)), float(seconds), "search", proof)
        except (ValueError, TypeError, OSError, EOFError, zlib.error) as error:
            self._drop(n, str(error))
        if score != upper or proof is None:
            return None
        known = {}
        if previous is not None and previous.n == n - 1 and previous.status == "optimal":
            known[n - 1] = previous.score
        if isinstance(proof, dict) and "chain" in proof and not known:
            return None
        verdict = check_certificate(proof, known)
        if not verdict.optimal or (verdict.position, verdict.score) != (f"taxman:{n}", score):
            self._drop(n, verdict.reason or "its certificate is about something else")
        if proof.get("moves") != list(row.moves):
            self._drop(n, "its moves are not those of its certificate")
        return row

    def before(self, first: int) -> dict[int, SolvedRow]:
        """Return what is proven just before a range: its cuts hold in the range, too.

        The first row of the range is not chained to it, so that the certificates of the range can be checked alone.
        """
        rows: dict[int, SolvedRow] = {}
        for n in range(max(1, first - _BLOCK), first):
            row = self.get(n, rows.get(n - 1))
            if row is not None:
                rows[n] = row
        return rows

    def _drop(self, n: int, reason: str) -> NoReturn:
        self._store.execute("DELETE FROM result WHERE n = ?", (n,))
        self._store.commit()
        problem = f"{quote_path(self._store.path)} held a damaged row for N = {n}, which was taken out: {reason}"
        message = f"{problem}; run the same command again to solve N = {n} again"
        raise PerfectPlayError(message)

    def put(self, row: SolvedRow) -> None:
        """Store a row for good, unless a better one is there: an optimal one, or one with a smaller gap."""
        packed = None
        if row.certificate is not None:
            packed = gzip.compress(json.dumps(row.certificate, separators=(",", ":")).encode(), mtime=0)
        self._store.execute(_INSERT, (row.n, row.score, row.upper, json.dumps(row.moves), row.seconds, packed))
        self._store.commit()
        self._store.execute("BEGIN IMMEDIATE")

    def close(self) -> None:
        """Close the file and let others in."""
        self._store.close()


def _is_corrupt(error: BaseException) -> bool:
    """Whether an error came of a database that does not hang together."""
    cause = error.__context__
    return isinstance(cause, sqlite3.DatabaseError) and cause.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CORRUPT


def _salvage(path: Path) -> NoReturn:
    """Put a file in a damaged one's place that holds the rows that can still be read, and say so.

    Nothing is believed: like all others, these rows are checked when they are used.
    """
    kept, fresh = (path.with_name(f"{path.name}{end}") for end in (".damaged", ".salvaged"))
    try:
        if kept.exists():
            problem = f"{quote_path(path)} is damaged, and so was {quote_path(kept)} before it"
            message = f"{problem}; move both away, or name a new file to resume from"
            raise PerfectPlayError(message)
        fresh.unlink(missing_ok=True)
        with (
            closing(sqlite3.connect(path)) as damaged,
            Store.open(fresh, _SCHEMA, _TABLE, what=_WHAT) as store,
        ):
            # Without this SQLite reads nothing at all of a file that has lost its end.
            damaged.execute("PRAGMA writable_schema = ON")
            saved = 0
            # One by one: a list of them would end at the first page that is damaged.
            for n in range(1, MAX_N + 1):
                with suppress(sqlite3.DatabaseError):
                    for row in damaged.execute("SELECT * FROM result WHERE n = ?", (n,)).fetchall():
                        store.execute(_INSERT, row)
                        saved += 1
            store.commit()
        shutil.copyfile(path, kept)
        fresh.replace(path)
    except OSError as error:
        message = f"{quote_path(path)} is damaged, and nothing can be saved of it here: {error.strerror or error}; "
        raise PerfectPlayError(message + "move it to a disk with more room") from error
    problem = f"{quote_path(path)} is damaged; it is kept as {quote_path(kept)}, and a new one holds the {saved} rows"
    message = f"{problem} that could be read of it; run the same command again to go on from there"
    raise PerfectPlayError(message)


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"cannot make the folder {quote_path(path)}: {error.strerror or error}; name one that can be written"
        raise PerfectPlayError(message) from error
