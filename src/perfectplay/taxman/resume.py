"""What a range run has finished, in an SQLite file: held by one run at a time, checked row by row, saved if damaged."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
import zlib
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Self

from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.store import Store
from perfectplay.taxman.check import check_certificate
from perfectplay.taxman.rules import MAX_N

if TYPE_CHECKING:
    from perfectplay.core.result import Status

__all__ = ["FinishedRows", "SolvedRow"]

_SCHEMA = 1
_TABLE = (
    "CREATE TABLE IF NOT EXISTS result (n INTEGER PRIMARY KEY, score INTEGER NOT NULL, upper INTEGER NOT NULL, "
    "moves TEXT NOT NULL, seconds REAL NOT NULL, certificate BLOB)"
)
_WHAT = "a range run"
_LOOK_BACK = 10
"""Rows before a range whose proofs may help: they are checked before, which takes up to a second each."""
# Text that is no UTF-8 is for the reader of JSON to complain about.
_SELECT = "SELECT score, upper, CAST(moves AS BLOB), seconds, certificate FROM result WHERE n = ?"
_INSERT = """
    INSERT INTO result VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (n) DO UPDATE SET score = excluded.score, upper = excluded.upper, moves = excluded.moves,
        seconds = excluded.seconds, certificate = excluded.certificate
    WHERE excluded.score = excluded.upper OR result.certificate IS NULL
        OR excluded.upper - excluded.score < result.upper - result.score
"""

_GARBLED = (ValueError, TypeError, OSError, EOFError, RecursionError, zlib.error)
"""What readers of JSON and gzip raise."""


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


class FinishedRows:
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
                _salvage(Path(path).resolve())
            raise
        if state != [("ok",)]:
            store.close()
            _salvage(Path(path).resolve())
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
        found = self._store.execute(_SELECT, (n,))
        if not found:
            return None
        ((score, upper, moves, seconds, packed),) = found
        try:
            proof = _unpack(packed)
            row = SolvedRow(n, score, upper, "optimal", tuple(json.loads(moves)), float(seconds), "search", proof)
        except _GARBLED as error:
            self._drop(n, str(error))
        if score != upper or proof is None:
            return None
        known: dict[int, int | None] = {}
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
        for n in range(max(1, first - _LOOK_BACK), first):
            row = self.get(n, rows.get(n - 1))
            if row is not None:
                rows[n] = row
        return rows

    def _drop(self, n: int, reason: str) -> NoReturn:
        self._store.execute("DELETE FROM result WHERE n = ?", (n,))
        self._store.commit()
        problem = f"{quote_path(self._store.path)} held a damaged row for N = {n}, which was taken out: {reason}"
        message = f"{problem}; run the same command again to go on without it"
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


def _unpack(packed: Any) -> Any:
    return json.loads(gzip.decompress(packed)) if packed is not None else None


def _is_whole(packed: Any) -> bool:
    """Whether a certificate can be read, whatever it says."""
    try:
        return _unpack(packed) is not None
    except _GARBLED:
        return False


def _is_corrupt(error: BaseException) -> bool:
    """Whether an error came of a database that does not hang together."""
    # The low byte is the kind of error, the others say more about it.
    return getattr(error.__context__, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT


def _salvage(path: Path) -> NoReturn:
    """Put a file that holds the rows that can still be read in a damaged one's place, keep that one, and say so.

    Nothing is believed: like all others, these rows are checked when they are used.
    """
    kept, fresh = (path.with_name(f"{path.name}{end}") for end in (".damaged", ".salvaged"))
    if kept.exists():
        problem = f"{quote_path(path)} is damaged, as {quote_path(kept)} was before"
        message = f"{problem}; move both away, or name a new file to resume from"
        raise PerfectPlayError(message)
    try:
        saved = _copy_rows(path, fresh)
        shutil.copyfile(path, kept)
        fresh.replace(path)
    except (OSError, sqlite3.OperationalError) as error:
        problem = f"{quote_path(path)} is damaged, and what can be read of it cannot be saved: {error}"
        message = f"{problem}; move it to where there is room, or name a new file to resume from"
        raise PerfectPlayError(message) from error
    finally:
        fresh.unlink(missing_ok=True)
    problem = f"{quote_path(path)} was damaged: that file is now {quote_path(kept)}"
    message = f"{problem}, and {saved} rows could be saved; run the same command again to go on with them"
    raise PerfectPlayError(message)


def _copy_rows(path: Path, fresh: Path) -> int:
    """Copy what can be read of a damaged file into a new one; return how many rows that is."""
    fresh.unlink(missing_ok=True)
    saved = 0
    with closing(sqlite3.connect(path)) as damaged, Store.open(fresh, _SCHEMA, _TABLE, what=_WHAT) as store:
        # Without this SQLite reads nothing at all of a file that has lost its end.
        damaged.execute("PRAGMA writable_schema = ON")
        # Another run may be writing to it, and may be better off.
        damaged.execute("BEGIN IMMEDIATE")
        # One by one: a list of them would end at the first page that is damaged.
        for n in range(1, MAX_N + 1):
            row = None
            with suppress(sqlite3.DatabaseError):
                row = damaged.execute("SELECT * FROM result WHERE n = ?", (n,)).fetchone()
            if row is not None and _is_whole(row[-1]):
                store.execute(_INSERT, row)
                saved += 1
        store.commit()
    return saved
