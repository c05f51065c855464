"""Formats for many solved pots {1..N}: CSV, OEIS b-files, D. Hoey's lines, and the JSON array of B. Chess's program.

* ``csv``: a header, then one line for each N with the moves in the last column.
* ``bfile``: ``n score``, as in the b-file of OEIS A019312.
* ``hoey``: ``a(9)=30: 7,9,6,8``, broken at column 70, as in D. Hoey's notes on OEIS A019312 (2006), but with a line for
  every N, whereas he leaves out the primes.
* ``bvchess``: a JSON array of objects with ``n``, ``score`` and ``moves``, as in the file ``optimal.json`` of
  https://github.com/bvchess/taxman.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Literal, Protocol, get_args

__all__ = ["FORMATS", "RowWriter", "SolvedPot"]

Format = Literal["csv", "bfile", "hoey", "bvchess"]

FORMATS: tuple[Format, ...] = get_args(Format)
"""Names of the formats."""

_HOEY_WIDTH = 70


class SolvedPot(Protocol):
    """A solved pot {1..n}: the score reached by the moves, and a proven bound."""

    @property
    def n(self) -> int: ...  # noqa: D102  # the class explains it
    @property
    def score(self) -> int: ...  # noqa: D102  # as above
    @property
    def upper(self) -> int: ...  # noqa: D102  # as above
    @property
    def status(self) -> str: ...  # noqa: D102  # as above
    @property
    def moves(self) -> Sequence[int]: ...  # noqa: D102  # as above


class RowWriter:
    r"""Format rows one at a time, so that the output of a long run can be read while it continues.

    In ``csv``, each attribute of the rows that ``more`` names gets a column.

    >>> from perfectplay.taxman.records import load_records
    >>> writer = RowWriter("bvchess")
    >>> for n in (1, 9):
    ...     print(*writer.row(load_records()[n]), sep="\n")
    [
      {"n": 1, "score": 0, "moves": []}
      ,{"n": 9, "score": 30, "moves": [7, 9, 6, 8]}
    >>> print(*writer.end())
    ]
    """

    def __init__(self, form: Format, more: Sequence[str] = ()) -> None:
        self._form = form
        self._more = tuple(more)
        self._rows = 0
        self._headed = False

    def row(self, row: SolvedPot) -> Iterator[str]:
        """Yield the lines of a row, preceded by the header for the first row.

        Unproven scores become a comment in ``bfile`` and ``hoey``; ``bvchess`` cannot mark them, so it omits them.
        """
        yield from self._head()
        proven = row.status == "optimal"
        if self._form == "csv":
            yield self._csv(row)
        elif self._form == "bvchess":
            if proven:
                text = json.dumps({"n": row.n, "score": row.score, "moves": list(row.moves)})
                yield f"  {',' if self._rows else ''}{text}"
                self._rows += 1
        elif not proven:
            yield f"# {row.n}: between {row.score} and {row.upper}, not proven"
        else:
            yield f"{row.n} {row.score}" if self._form == "bfile" else _hoey(row)

    def end(self) -> Iterator[str]:
        """Yield the lines after the last row, and the header if there were no rows."""
        yield from self._head()
        if self._form == "bvchess":
            yield "]"

    def _head(self) -> Iterator[str]:
        if not self._headed:
            self._headed = True
            if self._form == "csv":
                yield ",".join(("n", "score", "taxman", "upper", "status", *self._more, "moves"))
            elif self._form == "bvchess":
                yield "["

    def _csv(self, row: SolvedPot) -> str:
        more = (getattr(row, name) for name in self._more)
        cells = (f"{value:.2f}" if isinstance(value, float) else value for value in more)
        taxman = row.n * (row.n + 1) // 2 - row.score
        line = io.StringIO()
        values = (row.n, row.score, taxman, row.upper, row.status, *cells, " ".join(map(str, row.moves)))
        csv.writer(line, lineterminator="").writerow(values)
        return line.getvalue()


def _hoey(row: SolvedPot) -> str:
    head = f"a({row.n})={row.score}:"
    if not row.moves:
        return head
    room = _HOEY_WIDTH - len(head) - 1
    lines = [""]
    for i, move in enumerate(row.moves, 1):
        word = f"{move}," if i < len(row.moves) else str(move)
        if len(lines[-1]) + len(word) > room:
            lines.append("")
        lines[-1] += word
    return f"{head} " + ("\n" + " " * (len(head) + 1)).join(lines)
