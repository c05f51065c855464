"""Questions about all segments of a row, and their answers for ``--json`` and HTTP."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from typing import ClassVar, Literal

from perfectplay.coins.row.table import MOVES, SegmentTable, diagonals
from perfectplay.coins.rules import Coin
from perfectplay.coins.values import as_values, divided, exact_coins, half, listed
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.progress import Progress
from perfectplay.core.question import UNLIMITED, Name, Needs, Question, Work
from perfectplay.core.schema import Exact, named, optional
from perfectplay.core.text.texts import Text

__all__ = ["MAX_TABLE", "CoinsNode", "CoinsTable", "CoinsTree", "GrowTree", "TabulateRow"]

MAX_TABLE = 2_000
"""Maximum length of a part whose table fits into an answer; the table then has two million cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsTable:
    """The value of every segment of a row, or of a part of it.

    Attributes
    ----------
    coins
        The whole row.
    of
        The value of a segment. ``"A"``: points that the first player of the whole row gets from it; ``"S"``: margin of
        the player to move; ``"M"``: best moves.
    first, to
        First and last coin of the part, counted from 1.
    table
        Rows of the upper triangle: ``table[i][j - i]`` is the value of the segment from coin i to coin j of the part,
        counted from 0. For ``"M"`` it is ``"L"``, ``"R"`` or ``"LR"``, otherwise a number.
    """

    coins: tuple[Exact, ...]
    of: Literal["A", "M", "S"]
    first: int = named("from")
    to: int
    table: tuple[tuple[Exact | str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TabulateRow(Question[CoinsTable]):
    """A question: the value of every segment of a row, or of a part of it.

    Parameters
    ----------
    coins
        The whole row: at least one coin, exact numbers of any size and sign.
    of
        The quantity; see `CoinsTable`.
    first, to
        First and last coin of the part, counted from 1; by default ``to`` is the row's last coin.

    Raises
    ------
    InvalidPositionError
        If there is no such part, or a coin is not exact.

    Notes
    -----
    O(n^2) for a part of n coins: a few seconds for `MAX_TABLE` coins. Raises `LimitExceededError` for more.

    Examples
    --------
    >>> TabulateRow(coins=[1, 2, 4, 3], of="S").answer().table
    ((1, 1, 3, 0), (2, 2, 1), (4, 1), (3,))
    >>> part = TabulateRow(coins=[1, 2, 4, 3], first=2)
    >>> part.last, part.length
    (4, 3)
    """

    coins: Sequence[Coin] = ()
    of: Literal["A", "M", "S"] = "A"
    first: int = 1
    to: int | None = None

    rules: ClassVar[tuple[Needs, ...]] = (Needs("coins", ()),)

    def __post_init__(self) -> None:
        """Check that the part is in the row."""
        # Avoid super() without arguments: a dataclass with slots replaces the class, so super() would fail.
        Question.__post_init__(self)
        size = len(self.coins)
        if 1 <= self.first <= self.last <= size:
            return
        if self.first > self.last:
            advice = Text("give a part from left to right, as in 1 to {size}", size=size)
        else:
            advice = Text("coins are counted from 1")
        raise InvalidPositionError(
            "there is no part {start} to {stop} of {size:,} coins; {advice}",
            start=self.first,
            stop=self.last,
            size=size,
            advice=advice,
        )

    @property
    def last(self) -> int:
        """Return the last coin of the part, counted from 1."""
        return len(self.coins) if self.to is None else self.to

    @property
    def length(self) -> int:
        """Return the number of coins in the part."""
        return self.last - self.first + 1

    def check_length(self, most: int = MAX_TABLE) -> None:
        """Raise an error if the part has too many coins."""
        if self.length > most:
            raise LimitExceededError(
                "the table of {stop:,} coins has too many cells; at most {most:,} coins are possible, and {first} {to} "
                "choose a part",
                stop=self.length,
                most=most,
                first=Name("from", "I"),
                to=Name("to", "J"),
            )

    def answer(self, work: Work = UNLIMITED) -> CoinsTable:
        """Find the answer; the progress counts the lengths of segments."""
        self.check_length()
        began = time.perf_counter()
        # The values of a segment depend only on its coins and on the player to move, so other coins do not matter.
        row = listed(as_values(self.coins))
        values, denominator = exact_coins(row[self.first - 1 : self.last])
        part = listed(values)
        sums = list(accumulate(part, initial=0))
        rows: list[list[Coin | str]] = [[] for _ in part]
        for length, (margins, codes) in enumerate(diagonals(part), 1):
            work.progress(Progress("table", time.perf_counter() - began, done=length, total=len(part)))
            if self.of == "M":
                cells: Iterable[Coin | str] = [MOVES[code] for code in codes]
            elif self.of == "S":
                cells = [divided(margin, denominator) for margin in margins]
            else:
                sign = -1 if (len(row) - length) % 2 else 1
                totals = (after - before for before, after in zip(sums, sums[length:], strict=False))
                cells = [
                    half(divided(total + sign * margin, denominator))
                    for total, margin in zip(totals, margins, strict=True)
                ]
            for line, cell in zip(rows, cells, strict=False):
                line.append(cell)
        return CoinsTable(coins=tuple(row), of=self.of, first=self.first, to=self.last, table=tuple(map(tuple, rows)))


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsNode:
    """A segment of a row, perhaps at the end of a line of play.

    Attributes
    ----------
    moves
        The moves that lead to the segment, such as ``"LR"``; only for lines of play.
    first, to
        The first and the last coin of the segment, counted from 1.
    mover
        The player to move, 0 for Alice, who begins, and 1 for Bob.
    alice, margin
        Alice's points and the margin of the player to move, counting only the coins of the segment.
    best_moves
        ``"L"``, ``"R"`` or ``"LR"``.
    """

    moves: str | None = optional()
    first: int = named("from")
    to: int
    mover: int
    alice: Exact
    margin: Exact
    best_moves: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsTree:
    """Every line of play of a small game, or every segment.

    Attributes
    ----------
    coins
        The row.
    nodes
        The nodes, from the longest segment to the shortest.
    """

    coins: tuple[Exact, ...]
    nodes: tuple[CoinsNode, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowTree(Question[CoinsTree]):
    """A question: all lines of play of a small game, or all segments.

    Parameters
    ----------
    coins
        At most `perfectplay.coins.pictures.tree.MAX_TREE` coins, or `MAX_COMPACT` of that module if ``compact``.
    compact
        One node for each segment instead of one for each line of play.

    Raises
    ------
    InvalidPositionError
        If there is no coin or a value is not exact.
    LimitExceededError
        If there are too many coins.

    Examples
    --------
    >>> [node.moves for node in GrowTree(coins=[1, 3, 2]).answer().nodes]
    ['', 'L', 'R', 'LL', 'LR', 'RL', 'RR']
    """

    coins: Sequence[Coin] = ()
    compact: bool = False

    rules: ClassVar[tuple[Needs, ...]] = (Needs("coins", ()),)

    def answer(self, work: Work = UNLIMITED) -> CoinsTree:  # noqa: ARG002  # milliseconds: no progress to report
        """Find the answer."""
        from perfectplay.coins.pictures.tree import checked_row

        row = checked_row(self.coins, compact=self.compact)
        cells = SegmentTable(row)
        nodes = []
        for gone in range(len(row)):
            # A segment's length and the number of coins taken on the left determine the segment.
            reached = ("".join(moves) for moves in product("LR", repeat=gone))
            ways = [(None, left) for left in range(gone + 1)] if self.compact else [(w, w.count("L")) for w in reached]
            for moves, i in ways:
                j = i + len(row) - gone - 1
                node = CoinsNode(
                    moves=moves,
                    first=i + 1,
                    to=j + 1,
                    mover=gone % 2,
                    alice=cells.alice(i, j),
                    margin=cells.margin(i, j),
                    best_moves=cells.best(i, j),
                )
                nodes.append(node)
        return CoinsTree(coins=tuple(row), nodes=tuple(nodes))
