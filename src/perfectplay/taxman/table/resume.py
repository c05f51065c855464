"""Finished rows of a range run, in an SQLite file that one run locks; rows are checked, and a damaged file repaired."""

from __future__ import annotations

import gzip
import io
import json
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Self

from perfectplay.core.errors import quote_path
from perfectplay.core.progress import notify
from perfectplay.core.proof.certificates import parse_certificate
from perfectplay.core.proof.reading import content
from perfectplay.core.result import Result, Status
from perfectplay.core.running.locks import FileLock
from perfectplay.core.running.store import Store, hold
from perfectplay.core.text.texts import Text
from perfectplay.taxman.proof.check import FORMAT, VERSION, check_bytes
from perfectplay.taxman.proof.write import is_chained

__all__ = ["FinishedRows", "SolvedRow"]

_SCHEMA = 2
_TABLE = (
    "CREATE TABLE IF NOT EXISTS result (n INTEGER PRIMARY KEY, score INTEGER NOT NULL, upper INTEGER NOT NULL, "
    "moves TEXT NOT NULL, seconds REAL NOT NULL, certificate BLOB)"
)
_WHAT = Text("a range run")
# Numbers of a wrong type become NULL. Texts are read as bytes, so the JSON reader reports text that is not UTF-8.
_SELECT = """
    SELECT CASE typeof(score) WHEN 'integer' THEN score END, CASE typeof(upper) WHEN 'integer' THEN upper END,
        CAST(moves AS BLOB), CASE typeof(seconds) WHEN 'real' THEN seconds END, CAST(certificate AS BLOB)
    FROM result WHERE n = ?
"""
_INSERT = """
    INSERT INTO result VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (n) DO UPDATE SET score = excluded.score, upper = excluded.upper, moves = excluded.moves,
        seconds = excluded.seconds, certificate = excluded.certificate
    WHERE excluded.score = excluded.upper OR result.certificate IS NULL
        OR excluded.upper - excluded.score < result.upper - result.score
"""

_GARBLED = (ValueError, TypeError, RecursionError)
"""Errors that readers of JSON and certificates raise."""


@dataclass(frozen=True, slots=True)
class SolvedRow:
    """The result for one N of a range: the score that ``moves`` reach in playing order, and the proven bound ``upper``.

    The ``source`` is ``"search"``, also for chained results, because the run itself proved them. ``certificate`` is
    ``None`` if no certificate was requested.
    """

    n: int
    score: int
    upper: int
    status: Status
    moves: tuple[int, ...]
    seconds: float
    source: str
    certificate: dict[str, Any] | None = None

    def result(self) -> Result[int, int]:
        """Return the row as a solver's result."""
        provenance = {"source": self.source}
        return Result(self.score, self.score, self.upper, self.status, self.moves, self.seconds, provenance)


class FinishedRows:
    """Finished rows in an SQLite file, locked for one run; each row is on disk before the search for the next begins.

    A second run is refused until the first closes the file or ends; other programs may read it.
    """

    def __init__(self, store: Store, lock: FileLock) -> None:
        self._store = store
        self._lock = lock

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open or create the file and lock it against other runs.

        A damaged file is kept under another name, and replaced by its readable rows. Raises `PerfectPlayError` if the
        file cannot be created or written, is another kind of file, or is locked by another run.
        """
        with ExitStack() as undone:
            lock = hold(path)
            undone.callback(lock.release)
            store = undone.enter_context(Store.open(path, _SCHEMA, _TABLE, kind=_WHAT, is_row=_is_certified))
            # Test now whether the file can be written: a failure after the first search could lose an hour's work.
            store.execute("BEGIN IMMEDIATE")
            store.commit()
            undone.pop_all()
        return cls(store, lock)

    def get(self, n: int, previous: SolvedRow | None, time_limit: float | None = None) -> SolvedRow | None:
        """Return the stored row of an N with its certificate, if the row is proven and needs no more time.

        An optimal row needs no more time. Any other row needs none if it already took ``time_limit``, or if it follows
        from N - 1 and is as close to its bound as ``previous``, the row of N - 1. A row whose certificate cites N - 1
        is skipped unless ``previous`` is given, because its proof would be incomplete. No row is trusted: each
        certificate is checked again, and a row that fails is deleted, with a notice.
        """
        stored = self._store.execute(_SELECT, (n,))
        if not stored:
            return None
        try:
            row = _proven_row(n, previous, *stored[0])
        except _GARBLED as error:
            self._store.execute("DELETE FROM result WHERE n = ?", (n,))
            self._store.commit()
            notice = Text(
                "{path} held a damaged row for N = {n}, which was removed: {error}",
                path=quote_path(self._store.path),
                n=n,
                error=error,
            )
            notify(notice)
            return None
        if row is None or row.status == "optimal":
            return row
        gap_before = previous.upper - previous.score if previous is not None and is_chained(row.certificate) else -1
        had_its_time = time_limit is not None and row.seconds >= time_limit
        return row if had_its_time or row.upper - row.score <= gap_before else None

    def numbers(self) -> frozenset[int]:
        """Return each N that is stored, valid or not."""
        return frozenset(n for (n,) in self._store.execute("SELECT n FROM result"))

    def unchecked(self, n: int) -> object:
        """Return the stored certificate of an N, unchecked, or ``None``."""
        with suppress(*_GARBLED):
            for (packed,) in self._store.execute("SELECT CAST(certificate AS BLOB) FROM result WHERE n = ?", (n,)):
                return parse_certificate(packed)
        return None

    def put(self, row: SolvedRow) -> None:
        """Store a row permanently, unless a better one is stored: an optimal one, or one with a smaller gap.

        A stored row whose certificate cites a better bound for N - 1 than is stored now is always replaced, because it
        no longer proves anything.
        """
        packed = None
        if row.certificate is not None:
            packed = gzip.compress(json.dumps(row.certificate, separators=(",", ":")).encode(), mtime=0)
        if self._lost_what_it_cites(row.n):
            self._store.execute("DELETE FROM result WHERE n = ?", (row.n,))
        self._store.execute(_INSERT, (row.n, row.score, row.upper, json.dumps(row.moves), row.seconds, packed))
        self._store.commit()

    def _lost_what_it_cites(self, n: int) -> bool:
        """Return whether the stored row of an N cites a smaller bound for N - 1 than the stored row of N - 1 proves.

        This happens if the row of N - 1 was replaced by a row with a smaller gap but a weaker bound.
        """
        rows = self._store.execute(
            "SELECT link.certificate, cited.upper FROM result link JOIN result cited ON cited.n = link.n - 1 "
            "WHERE link.n = ?",
            (n,),
        )
        for packed, upper in rows:
            with suppress(*_GARBLED):
                proof = parse_certificate(packed)
                return is_chained(proof) and upper > proof["proof"].get("score", proof["proof"].get("upper"))
        return False

    def close(self) -> None:
        """Close the file and release the lock."""
        self._store.close()
        self._lock.release()


def _proven_row(
    n: int, previous: SolvedRow | None, score: int | None, upper: int | None, moves: Any, seconds: Any, packed: Any
) -> SolvedRow | None:
    """Return a row if it is proven, or ``None`` if not; raise one of `_GARBLED` if it is damaged."""
    text = b"" if packed is None else content(io.BytesIO(packed))
    if score is None or upper is None or seconds is None or not (isfinite(seconds) and seconds >= 0):
        raise ValueError("its score, bound and seconds are not numbers that they can be")
    taken = json.loads(moves)
    # Refuse 19.0, which equals a move but is not an integer.
    if not isinstance(taken, list) or not all(type(move) is int for move in taken):
        raise ValueError("its moves are not a list of integers")
    if packed is None:
        return None
    known: dict[int, int | None] = {}
    if previous is not None and previous.n == n - 1:
        known[n - 1] = previous.upper
    verdict = check_bytes(text, known)
    if verdict.cites is not None and verdict.position == f"taxman:{n}":
        return None
    if not verdict.valid or (verdict.position, verdict.score, verdict.upper) != (f"taxman:{n}", score, upper):
        raise ValueError(verdict.reason or "its certificate is about something else")
    proof = json.loads(text)
    if proof["proof"]["moves"] != taken:
        raise ValueError("its moves are not those of its certificate")
    status: Status = "optimal" if score == upper else "bounded"
    return SolvedRow(n, score, upper, status, tuple(taken), seconds, "search", proof)


def _is_certified(row: tuple[Any, ...]) -> bool:
    """Return whether the certificate of a row is readable; its claim does not matter."""
    with suppress(*_GARBLED):
        proof = None if row[-1] is None else parse_certificate(row[-1])
        return isinstance(proof, dict) and (proof.get("format"), proof.get("version")) == (FORMAT, VERSION)
    return False
