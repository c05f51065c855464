"""What a range run has finished, in an SQLite file: held by one run at a time, checked row by row, saved if damaged."""

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
# Whatever has the wrong type is NULL, and text that is not UTF-8 is for the reader of JSON to complain about.
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
"""What readers of JSON and certificates raise."""


@dataclass(frozen=True, slots=True)
class SolvedRow:
    """One N of a range: the score that ``moves``, in playing order, reach, and a proven bound, ``upper``.

    The ``source`` is ``"search"``, also for chained results: each was found and proven here.  ``certificate`` is
    ``None`` if none was asked for.
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
        """Return this as the answer of a solver."""
        told = {"source": self.source}
        return Result(self.score, self.score, self.upper, self.status, self.moves, self.seconds, told)


class FinishedRows:
    """Finished rows in an SQLite file, held for one run; each is on disk before the next begins.

    A second run is refused until this one is closed or dies; readers are not.
    """

    def __init__(self, store: Store, lock: FileLock) -> None:
        self._store = store
        self._lock = lock

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open or create the file and keep other runs out.

        A damaged file is kept under another name, and what can be read of it put in its place.  `PerfectPlayError` if
        it cannot be created or written, is something else, or is held by another run.
        """
        with ExitStack() as undone:
            lock = hold(path)
            undone.callback(lock.release)
            store = undone.enter_context(Store.open(path, _SCHEMA, _TABLE, what=_WHAT, is_row=_is_certified))
            # An hour's search is in vain if the file cannot be written.
            store.execute("BEGIN IMMEDIATE")
            store.commit()
            undone.pop_all()
        return cls(store, lock)

    def get(self, n: int, previous: SolvedRow | None, time_limit: float | None = None) -> SolvedRow | None:
        """Return the stored row of an N, with its certificate, if it is proven, and optimal or worth no more time.

        A row that is not optimal is worth no more time if it took ``time_limit`` already, or follows from N - 1 and is
        as close to its bound as ``previous``, the row of N - 1.  A row whose certificate cites N - 1 is passed over
        unless ``previous`` is that row: its proof would not be complete.  No row is believed: each certificate is
        checked again, and a row that fails is taken out of the file, which a notice tells.
        """
        found = self._store.execute(_SELECT, (n,))
        if not found:
            return None
        try:
            row = _proven_row(n, previous, *found[0])
        except _GARBLED as error:
            self._store.execute("DELETE FROM result WHERE n = ?", (n,))
            self._store.commit()
            notice = Text(
                "{path} held a damaged row for N = {n}, which was taken out: {error}",
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
        """Return each N that is stored, whatever its row is worth."""
        return frozenset(n for (n,) in self._store.execute("SELECT n FROM result"))

    def unchecked(self, n: int) -> object:
        """Return the certificate that is stored for an N, or ``None``; nothing about it has been checked."""
        with suppress(*_GARBLED):
            for (packed,) in self._store.execute("SELECT CAST(certificate AS BLOB) FROM result WHERE n = ?", (n,)):
                return parse_certificate(packed)
        return None

    def put(self, row: SolvedRow) -> None:
        """Store a row for good, unless a better one is there: an optimal one, or one with a smaller gap.

        A row that cites a better bound for N - 1 than is stored there now is not better: it proves nothing any more.
        """
        packed = None
        if row.certificate is not None:
            packed = gzip.compress(json.dumps(row.certificate, separators=(",", ":")).encode(), mtime=0)
        if self._lost_what_it_cites(row.n):
            self._store.execute("DELETE FROM result WHERE n = ?", (row.n,))
        self._store.execute(_INSERT, (row.n, row.score, row.upper, json.dumps(row.moves), row.seconds, packed))
        self._store.commit()

    def _lost_what_it_cites(self, n: int) -> bool:
        """Whether the stored row of an N cites a smaller bound for N - 1 than the stored row of N - 1 proves.

        A game of more for N - 1 may have come with a weaker bound, and a smaller gap.
        """
        found = self._store.execute(
            "SELECT link.certificate, cited.upper FROM result link JOIN result cited ON cited.n = link.n - 1 "
            "WHERE link.n = ?",
            (n,),
        )
        for packed, upper in found:
            with suppress(*_GARBLED):
                proof = parse_certificate(packed)
                return is_chained(proof) and upper > proof["proof"].get("score", proof["proof"].get("upper"))
        return False

    def close(self) -> None:
        """Close the file and let others in."""
        self._store.close()
        self._lock.release()


def _proven_row(
    n: int, previous: SolvedRow | None, score: int | None, upper: int | None, moves: Any, seconds: Any, packed: Any
) -> SolvedRow | None:
    """Return a row if it is proven, ``None`` if it is not yet; raise one of `_GARBLED` if it is damaged."""
    text = b"" if packed is None else content(io.BytesIO(packed))
    if score is None or upper is None or seconds is None or not (isfinite(seconds) and seconds >= 0):
        raise ValueError("its score, bound and seconds are not numbers that they can be")
    taken = json.loads(moves)
    # 19.0 is not a move, though it is equal to one.
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
    """Tell whether the certificate of a row can be read, whatever it says."""
    with suppress(*_GARBLED):
        proof = None if row[-1] is None else parse_certificate(row[-1])
        return isinstance(proof, dict) and (proof.get("format"), proof.get("version")) == (FORMAT, VERSION)
    return False
