"""Many N in a row, each proven: chained where the theory allows it, searched otherwise, resumable.

Chaining (docs, "Theory", T6): score(N) <= score(N-1) + N, and for a prime N > 2 the score is score(N-1) + N - P
with P the prime before N.  A search for N therefore starts from the game for N - 1 and stops when it reaches the sum.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
import time
import zlib
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Self

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError, quote, quote_path
from perfectplay.core.executor import open_executor
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
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
    store = _Store.open(resume) if resume is not None else None
    return _rows(first, last, jobs, cluster, store, certificates, time_limit, progress)


def _rows(
    first: int,
    last: int,
    jobs: int,
    cluster: str | None,
    store: _Store | None,
    certificates: str | Path | None,
    time_limit: float | None,
    progress: ProgressCallback,
) -> Iterator[SolvedRow]:
    wanted = certificates is not None or store is not None
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
    store: _Store | None,
    progress: ProgressCallback,
) -> Iterator[SolvedRow]:
    previous: SolvedRow | None = None
    cuts: Cuts = ()
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


def _latest(cuts: Cuts, row: SolvedRow) -> Cuts:
    """Add the cuts of a row's proof to those of the rows before it, the oldest of which are forgotten."""
    from perfectplay.taxman.exact.cuts import NamedCut  # noqa: PLC0415  # the solver's door

    proof: Mapping[str, Any] = row.certificate or {}
    new = [NamedCut(c["kind"], c["rank"], tuple(map(tuple, c["classes"]))) for c in proof.get("cuts", ())]
    # A dictionary keeps the order and each cut once.
    return tuple(dict.fromkeys((*new, *cuts)))[:_MOST_CUTS]


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
    store: _Store | None,
    progress: ProgressCallback,
) -> Iterator[SolvedRow]:
    """Solve blocks side by side and bring their rows into the order of N."""
    began = time.perf_counter()
    ready: dict[int, SolvedRow] = {}
    if store is not None:
        for n in range(first, last + 1):
            row = store.get(n, ready.get(n - 1))
            if row is not None:
                ready[n] = row if wanted else replace(row, certificate=None)
    following = first
    missing = [n for n in range(first, last + 1) if n not in ready]
    for row in _side_by_side(missing, jobs, cluster, time_limit):
        if store is not None:
            store.put(row)
        ready[row.n] = row if wanted else replace(row, certificate=None)
        progress(Progress("range", time.perf_counter() - began, done=len(ready), total=last - first + 1))
        while following in ready:
            yield ready[following]
            following += 1
    yield from (ready[n] for n in range(following, last + 1))


def _side_by_side(
    missing: list[int],
    jobs: int,
    cluster: str | None,
    time_limit: float | None,
) -> Iterator[SolvedRow]:
    """Yield rows as they are done: each block is a chain, and each N of it a task of its own."""
    waiting = list(_gaps(missing))[::-1]
    if not waiting:
        return
    with open_executor(jobs, cluster) as executor:
        ends: dict[Future[SolvedRow], tuple[int, Cuts]] = {}

        def submit(n: int, end: int, previous: SolvedRow | None, cuts: Cuts) -> None:
            light = replace(previous, certificate=None) if previous is not None else None
            ends[executor.submit(_solve_alone, n, light, cuts, time_limit)] = (end, cuts)

        # On a cluster, whose size is not ours to know, all blocks begin at once.
        for _ in range(len(waiting) if cluster is not None else min(len(waiting), 2 * jobs)):
            start, end = waiting.pop()
            submit(start, end, None, ())
        while ends:
            for future in wait(ends, return_when=FIRST_COMPLETED).done:
                row = future.result()
                end, cuts = ends.pop(future)
                if row.n < end:
                    submit(row.n + 1, end, row, _latest(cuts, row))
                elif waiting:
                    start, end = waiting.pop()
                    submit(start, end, None, ())
                yield row


def _gaps(missing: list[int]) -> Iterator[tuple[int, int]]:
    """Cut ascending numbers into runs of consecutive ones, each at most a block long."""
    start = 0
    for i in range(1, len(missing) + 1):
        if i == len(missing) or missing[i] != missing[i - 1] + 1 or i - start == _BLOCK:
            yield missing[start], missing[i - 1]
            start = i


# -- resuming --------------------------------------------------------------------------------------------------


class _Store:
    """Finished rows in an SQLite file; each is on disk before the next begins."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open or create the file.

        Raises
        ------
        PerfectPlayError
            If it cannot be created, or is something else.
        """
        target = Path(path)
        try:
            # SQLite takes a file of a few bytes for an empty database and would write over it.
            foreign = target.is_file() and target.stat().st_size > 0 and not _is_sqlite(target)
        except OSError as error:
            message = f"cannot read {quote_path(target)}: {error.strerror or error}; name a file that can be read"
            raise PerfectPlayError(message) from error
        if foreign:
            problem = f"cannot use {quote_path(target)} to resume: it is not a file of a range run"
            message = f"{problem}; name a new file or one of a range run"
            raise PerfectPlayError(message)
        try:
            connection = sqlite3.connect(target)
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if version not in {0, _SCHEMA} or (version == 0 and tables):
                connection.close()
                message = f"{quote_path(target)} is a database of something else; name a new file or one of a range run"
                raise PerfectPlayError(message)
            # One transaction: a kill between the two statements must not leave a table without its version.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS result (n INTEGER PRIMARY KEY, score INTEGER NOT NULL, "
                "upper INTEGER NOT NULL, moves TEXT NOT NULL, seconds REAL NOT NULL, certificate BLOB)"
            )
            connection.execute(f"PRAGMA user_version = {_SCHEMA}")
            connection.commit()
        except sqlite3.Error as error:
            problem = f"cannot use {quote_path(target)} to resume: {error}"
            message = f"{problem}; name a new file or one of a range run"
            raise PerfectPlayError(message) from error
        return cls(target, connection)

    def get(self, n: int, previous: SolvedRow | None) -> SolvedRow | None:
        """Return the stored row of an N, with its certificate, if it is optimal and proven.

        A row whose certificate cites N - 1 is passed over unless ``previous`` is that row: its proof would not be
        complete.  No row is believed: each certificate is checked again.

        Raises
        ------
        PerfectPlayError
            If the row is damaged.
        """
        with closing(self._execute("SELECT * FROM result WHERE n = ?", (n,))) as cursor:
            found = cursor.fetchone()
        if found is None:
            return None
        try:
            _, score, upper, moves, seconds, packed = found
            proof = json.loads(gzip.decompress(packed)) if packed is not None else None
            row = SolvedRow(n, score, upper, "optimal", tuple(json.loads(moves)), float(seconds), "search", proof)
        except (ValueError, TypeError, OSError, EOFError, zlib.error) as error:
            self._damaged(n, str(error))
        if score != upper or proof is None:
            return None
        if isinstance(proof, dict) and "chain" in proof and (previous is None or previous.n != n - 1):
            return None
        verdict = check_certificate(proof, {previous.n: previous.score} if previous is not None else {})
        if not verdict.optimal or (verdict.position, verdict.score) != (f"taxman:{n}", score):
            self._damaged(n, verdict.reason or "its certificate is about something else")
        if proof.get("moves") != list(row.moves):
            self._damaged(n, "its moves are not those of its certificate")
        return row

    def _damaged(self, n: int, reason: str) -> NoReturn:
        message = f"{quote_path(self._path)} holds a damaged row for N = {n}: {reason}; delete the file to start afresh"
        raise PerfectPlayError(message)

    def put(self, row: SolvedRow) -> None:
        """Store a row for good."""
        packed = None
        if row.certificate is not None:
            packed = gzip.compress(json.dumps(row.certificate, separators=(",", ":")).encode(), mtime=0)
        values = (row.n, row.score, row.upper, json.dumps(row.moves), row.seconds, packed)
        self._execute("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?)", values).close()
        try:
            self._connection.commit()
        except sqlite3.Error as error:
            self._fail(error)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _execute(self, statement: str, values: tuple[object, ...]) -> sqlite3.Cursor:
        try:
            return self._connection.execute(statement, values)
        except sqlite3.Error as error:
            self._fail(error)

    def _fail(self, error: sqlite3.Error) -> NoReturn:
        message = f"cannot use {quote_path(self._path)} to resume: {error}; what it already holds is safe"
        raise PerfectPlayError(message) from error


def _is_sqlite(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(16) == b"SQLite format 3\0"


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"cannot make the folder {quote_path(path)}: {error.strerror or error}; name one that can be written"
        raise PerfectPlayError(message) from error
