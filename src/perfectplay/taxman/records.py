"""The shipped table of solved pots {1..N}: for each its score, its moves, and the kind of its proof.

Each score comes from a certificate of this project that `perfectplay.taxman.proof.check` has accepted, together with
all that it cites; ``benchmarks/build_records.py`` builds the table. The certificates are too large to ship.

A list of bounded results continues the table: most of its games are not proven best, but each has a proven bound. It is
a separate file, so that no unproven score gets into the table.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, NoReturn

from perfectplay.core.errors import InvalidPositionError, PerfectPlayError, quote_path
from perfectplay.core.result import Result, Status
from perfectplay.core.text.texts import Text
from perfectplay.matching import peel
from perfectplay.taxman.rules import MAX_N, TaxmanPosition

__all__ = [
    "MAGIC",
    "Proof",
    "Record",
    "Records",
    "at_least_known",
    "best_known",
    "game_nearby",
    "load_bounded",
    "load_records",
    "pack_records",
    "playing_order",
    "proven_row",
    "solve_from_table",
]

Proof = Literal["searched", "chained"]

# The files ``data/records.bin`` and ``data/bounded.bin`` are each a line of ASCII, `MAGIC`, then unsigned integers in
# LEB128 (seven bits to a byte, the lowest first; the top bit says that more follow), then the CRC-32 of all that, in
# four bytes, the highest first:
#
# * the number of rows;
# * for each row, in ascending order of N: N minus the N before it (0 before the first); the leaves of the search tree,
#   or 0 if the proof is chained; the bound minus the score (0 if the score is optimal); the number of changes; and the
#   numbers that are picked either in this row or in the previous row, but not in both, in descending order, each as
#   its distance from the previous number (the first from N).
#
# A score is the sum of the picks, so it is not stored. The order of the moves is not stored either: it follows by
# peeling (docs, "Theory", T4). Neighbouring games share most of their picks: the rows of N = 1..1000 take 7 kB.
MAGIC = b"perfectplay taxman records 1\n"
"""First line of a file of records."""

_TABLE, _BOUNDED = "data/records.bin", "data/bounded.bin"
_CHECKSUM = 4


@dataclass(frozen=True, slots=True)
class Record:
    """The shipped result for the pot {1..n}.

    Attributes
    ----------
    n, score, upper
        The N of the pot, the score that the moves reach, and the proven upper bound on the score of any game.
    proof
        ``"searched"`` if a search tree proves the bound, or ``"chained"`` if it follows from the bound for n - 1.
    leaves
        Number of leaves of that tree; 0 if there is no tree, 1 if no branching was needed.
    moves
        Numbers to take, in playing order.

    Examples
    --------
    >>> record = load_records()[20]
    >>> record.status, record.taxman, record.note
    ('optimal', 86, 'a search tree of 1 leaf')
    >>> record.result().moves == record.moves
    True
    """

    n: int
    score: int
    upper: int
    proof: Proof
    leaves: int
    moves: tuple[int, ...]

    @property
    def status(self) -> Status:
        """``"optimal"`` if score and bound are equal, otherwise ``"bounded"``."""
        return "optimal" if self.score == self.upper else "bounded"

    @property
    def taxman(self) -> int:
        """The taxman's final score."""
        return self.n * (self.n + 1) // 2 - self.score

    @property
    def note(self) -> str:
        """The kind of the proof of the bound, in words."""
        if self.proof == "searched":
            return f"a search tree of {self.leaves} lea{'f' if self.leaves == 1 else 'ves'}"
        cited = "score" if self.status == "optimal" else "bound"
        if _ranks(self.n)[self.n] == 1 and self.n > 2:
            return f"the {cited} for {self.n - 1}, and {self.n} is a prime"
        return f"the {cited} for {self.n - 1}, plus {self.n}"

    def result(self, seconds: float = 0.0) -> Result[int, int]:
        """Return the record as a result, with the seconds that the lookup took."""
        provenance = {"source": "records", "proof": self.proof, "leaves": self.leaves, "note": self.note}
        return Result(self.score, self.score, self.upper, self.status, self.moves, seconds, provenance)


class Records(Mapping[int, Record]):
    """Map each N to its record. The moves of a record are computed when N is looked up.

    Parameters
    ----------
    data
        Content of a file that `pack_records` made.
    name
        Name of the file for error messages.

    Raises
    ------
    PerfectPlayError
        If the data are damaged.

    Examples
    --------
    >>> records = load_records()
    >>> records.lookup(20).score, records.lookup(10**9)
    (124, None)
    >>> records.scores()[20], records.largest_without_hole >= 1000
    (124, True)
    """

    def __init__(self, data: bytes, name: str = "records.bin") -> None:
        self._name = name
        self._rows: dict[int, tuple[int, int, int, tuple[int, ...]]] = {}  # n -> score, upper, leaves, changes
        body, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
        if not body.startswith(MAGIC):
            self._damaged(Text("it does not begin like one"))
        if zlib.crc32(body).to_bytes(_CHECKSUM, "big") != checksum:
            self._damaged(Text("its checksum is wrong"))
        numbers = _numbers(body[len(MAGIC) :])
        try:
            self._read(numbers)
        except StopIteration:
            self._damaged(Text("it ends too early"))
        if next(numbers, None) is not None:
            self._damaged(Text("it goes on after its last row"))

    def _read(self, numbers: Iterator[int]) -> None:
        picks: set[int] = set()
        n = score = 0
        for _ in range(next(numbers)):
            step, leaves, gap, count = next(numbers), next(numbers), next(numbers), next(numbers)
            n += step
            changed = n
            changes = []
            for _ in range(count):
                changed -= next(numbers)
                changes.append(changed)
            score += sum(-p if p in picks else p for p in changes)
            picks.symmetric_difference_update(changes)
            good = step > 0 and changed > 0 and len(set(changes)) == count and n <= MAX_N
            if not good:
                self._damaged(Text("it makes no sense after N = {n}", n=n - step))
            self._rows[n] = (score, score + gap, leaves, tuple(changes))

    def _damaged(self, reason: str) -> NoReturn:
        raise PerfectPlayError(
            "the table of records {name} is damaged: {reason}; install perfectplay again",
            name=quote_path(self._name),
            reason=reason,
        )

    def lookup(self, n: int) -> Record | None:
        """Return the record of {1..n}, or ``None`` if there is none; O(N) for the moves.

        Raises `PerfectPlayError` if the table is so damaged that the moves are not a game.
        """
        stored = self._rows.get(n)
        if stored is None:
            return None
        score, upper, leaves, _ = stored
        picks: set[int] = set()
        for row, (_, _, _, changes) in self._rows.items():
            picks.symmetric_difference_update(changes)
            if row == n:
                break
        try:
            moves = playing_order(n, picks)
        except InvalidPositionError as error:
            self._damaged(str(error))
        return Record(n, score, upper, "searched" if leaves else "chained", leaves, moves)

    def __getitem__(self, n: int) -> Record:
        record = self.lookup(n)
        if record is None:
            raise KeyError(n)
        return record

    def __contains__(self, n: object) -> bool:
        return n in self._rows

    def __iter__(self) -> Iterator[int]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def leaves(self) -> dict[int, int]:
        """Map each N to the number of leaves of its search tree, or to 0 if its proof is chained."""
        return {n: leaves for n, (_, _, leaves, _) in self._rows.items()}

    def bounds(self) -> dict[int, tuple[int, int]]:
        """Map each N to its score and its upper bound, in ascending order of N, without computing moves."""
        return {n: (score, upper) for n, (score, upper, _, _) in self._rows.items()}

    def scores(self) -> dict[int, int]:
        """Map each N with a proven best score to this score, in ascending order of N, without computing moves."""
        return {n: score for n, (score, upper, _, _) in self._rows.items() if score == upper}

    @cached_property
    def largest_without_hole(self) -> int:
        """The largest N such that 1, 2, ..., N are all proven optimal; 0 if 1 is not."""
        proven = self.scores()
        n = 0
        while n + 1 in proven:
            n += 1
        return n


@lru_cache(maxsize=2)
def _shipped(name: str) -> Records:
    source = files("perfectplay.taxman").joinpath(name)
    try:
        data = source.read_bytes()
    except OSError as error:
        problem = Text(
            "the table of records {source} cannot be read: {reason}",
            source=quote_path(source),
            reason=error.strerror or error,
        )
        raise PerfectPlayError("{problem}; install perfectplay again", problem=problem) from error
    return Records(data, str(source))


def load_records(path: str | Path | None = None) -> Records:
    """Load the shipped records, which are read once, or the records of another file.

    Raises
    ------
    PerfectPlayError
        If the file cannot be read or is damaged.

    Examples
    --------
    >>> records = load_records()
    >>> records[20].score, records[20].status
    (124, 'optimal')
    """
    if path is None:
        return _shipped(_TABLE)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        problem = Text(
            "the table of records {path} cannot be read: {reason}",
            path=quote_path(path),
            reason=error.strerror or error,
        )
        raise PerfectPlayError("{problem}; name a file that `pack_records` made", problem=problem) from error
    return Records(data, str(path))


def load_bounded() -> Records:
    """Load the list of bounded results, which begins after the table of records; the file is read only once.

    Examples
    --------
    >>> record = load_bounded()[2500]
    >>> record.score <= record.upper
    True
    """
    return _shipped(_BOUNDED)


def best_known(n: int) -> Record | None:
    """Return the shipped result for {1..n}, from the table or the list; ``None`` if there is none.

    Examples
    --------
    >>> best_known(2500).upper == load_bounded()[2500].upper
    True
    """
    return load_records().lookup(n) or load_bounded().lookup(n)


def at_least_known(n: int, result: Result[int, int]) -> Result[int, int]:
    """Improve a search's result for {1..n} by the shipped result, if the shipped result is better.

    The certificate still claims only what the search proved. The source is ``"records"`` if the bound is shipped.

    Examples
    --------
    >>> at_least_known(20, Result(119, 119, 130, "bounded", (19, 9, 20), 2.0, {})).upper
    124
    """
    known = best_known(n)
    if known is None:
        return result
    upper = min(result.upper, known.upper)
    score, moves = max((result.value, result.moves), (known.score, known.moves), key=lambda game: game[0])
    status: Status = "optimal" if score == upper else "bounded"
    provenance = result.provenance if upper == result.upper else {**result.provenance, "source": "records"}
    return replace(result, value=score, lower=score, upper=upper, status=status, moves=moves, provenance=provenance)


def proven_row(n: int) -> Record | None:
    """Return the proven best score of {1..n}, from the table or the list; ``None`` if there is none.

    Examples
    --------
    >>> proven_row(20).score
    124
    """
    record = best_known(n)
    return record if record is not None and record.status == "optimal" else None


def game_nearby(n: int) -> tuple[int, ...]:
    """Return the moves of the best known game of {1..n} or {1..n-1}, to start a search from; empty if there is none.

    Examples
    --------
    >>> sum(game_nearby(20))
    124
    """
    record = best_known(n) or best_known(n - 1)
    return record.moves if record is not None else ()


def solve_from_table(position: TaxmanPosition) -> Result[int, int] | None:
    """Return the best play from the start of a pot {1..N} with a shipped proven score; ``None`` otherwise.

    The table's moves are not trusted: they are replayed by the rules. The source is ``"records"``.

    Examples
    --------
    >>> solve_from_table(TaxmanPosition.new(20)).value
    124
    """
    began = time.perf_counter()
    n = position.start_pot.n
    record = proven_row(n) if n is not None and not position.moves else None
    if record is None:
        return None
    end = position
    for move in record.moves:
        end = end.play(move)
    if end.scores() != (record.score, record.taxman):
        raise PerfectPlayError(
            "the record of N = {n} is damaged: its moves reach {player}; install perfectplay again",
            n=n,
            player=end.player,
        )
    return record.result(time.perf_counter() - began)


def pack_records(rows: Iterable[Record]) -> bytes:
    """Return the content of a file of records, in ascending order of N; it is the same on every machine.

    The order of a row's moves is not stored.

    Examples
    --------
    >>> pack_records([load_records()[20]]).startswith(MAGIC)
    True
    """
    rows = list(rows)
    numbers = [len(rows)]
    before, last = set[int](), 0
    for row in rows:
        picks = set(row.moves)
        changes = sorted(picks ^ before, reverse=True)
        numbers += (row.n - last, row.leaves, row.upper - row.score, len(changes))
        numbers += (a - b for a, b in zip([row.n, *changes], changes, strict=False))
        before, last = picks, row.n
    body = bytearray(MAGIC)
    for number in numbers:
        rest = number
        while rest >= 0x80:
            body.append(rest & 0x7F | 0x80)
            rest >>= 7
        body.append(rest)
    return bytes(body) + zlib.crc32(body).to_bytes(_CHECKSUM, "big")


def _numbers(data: bytes) -> Iterator[int]:
    value = shift = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        if byte & 0x80:
            shift += 7
        else:
            yield value
            value = shift = 0
    if shift:
        # Yield a truncated last number as well, so that the reader finds one number too many and reports damage.
        yield value


def playing_order(n: int, picks: Iterable[int]) -> tuple[int, ...]:
    """Order picks into a legal game of the pot {1..n}.

    Raises `InvalidPositionError` if a pick is not in the pot, or no order of the picks is a game. O(N log log N) the
    first time, then O(size of the picks).

    Examples
    --------
    >>> playing_order(10, {10, 9, 8, 7, 6})
    (7, 9, 6, 10, 8)
    """
    wanted = frozenset(picks)
    strangers = sorted(p for p in wanted if not 1 <= p <= n)
    if strangers:
        raise InvalidPositionError(
            "{stranger} cannot be taken; the numbers of the pot are 1 to {n}", stranger=strangers[0], n=n
        )
    ranks, covers = _ranks(n), _covers(n)
    moves = list(peel(sorted(wanted), covers.__getitem__, ranks.__getitem__))
    if len(moves) != len(wanted):
        stuck = min(wanted.difference(moves))
        raise InvalidPositionError(
            "no order of these {count} numbers is a game of N = {n}: {stuck} and others block each other",
            count=len(wanted),
            n=n,
            stuck=stuck,
        )
    return tuple(moves)


def _ranks(n: int) -> list[int]:
    return _factors(_room(n))[0]


def _covers(n: int) -> list[tuple[int, ...]]:
    return _factors(_room(n))[1]


def _room(n: int) -> int:
    """Return a power of two above n, as the size of tables, so that few tables serve all N."""
    return 1 << max(n, 1).bit_length()


@lru_cache(maxsize=4)
def _factors(size: int) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return two lists indexed by p below ``size``: the rank of p, and its quotients by its prime divisors."""
    ranks = [0] * size
    covers: list[tuple[int, ...]] = [()] * size
    for p in range(2, size):
        if not covers[p]:
            for multiple in range(p, size, p):
                covers[multiple] += (multiple // p,)
        ranks[p] = ranks[covers[p][0]] + 1
    return ranks, covers
