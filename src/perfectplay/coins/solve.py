"""The entry point for best play in greedy coins: rows are solved by fusion, other tables as sums."""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from perfectplay.coins.row.fusion import Winnings, is_short
from perfectplay.coins.row.fusion import solve as fuse
from perfectplay.coins.row.sums import Search, move_margins, perfect_line, sum_margin
from perfectplay.coins.rules import MAX_COINS, Coin, CoinsPosition, Component, Player, to_coin
from perfectplay.coins.values import half
from perfectplay.coins.watch import Watch
from perfectplay.core.errors import LimitExceededError, PerfectPlayError
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result, Solved, common
from perfectplay.core.running.deadline import Deadline
from perfectplay.core.schema import Exact, optional
from perfectplay.core.text.texts import Text

__all__ = ["CoinsResult", "CoinsSolved", "Table", "as_array", "laid_out", "solve"]

Table: TypeAlias = CoinsPosition | Sequence[Coin] | Sequence[Component]
"""A position, or any number of coins without past moves: a row with two open ends, or a list of components."""

_MAX_COMPARED = 1_000
"""Maximum number of components of a sum for which best moves are computed."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CoinsResult(Winnings, Result[str]):
    """Best play by both players.

    ``value`` is the first player's final total, past moves included; ``moves`` are a line of best play, empty if the
    game is over or no line was requested.

    Attributes
    ----------
    best_moves
        The best moves, named as in `CoinsPosition.legal_moves`; ``None`` if there are too many to compare.
    table
        The table that was solved.
    """

    best_moves: tuple[str, ...] | None
    table: Table = field(default=(), compare=False)

    def as_answer(self) -> CoinsSolved:
        """Return the answer that ``--json`` prints and HTTP sends."""
        coins, components = laid_out(self.table)
        best, moves = self.best_moves, self.moves
        position = self.position
        whole = _as_position(self.table, len(coins))
        if len(coins) == 1 and not components:
            # The last coin of a row is at both ends, so name both.
            best = ("L", "R")
        return CoinsSolved(
            **common(whole or "coins", self),
            coins=tuple(coins),
            to_move=None if position is None else position.to_move,
            scores=None if position is None else position.scores(),
            components=tuple(map(str, components)) or None,
            margin=self.margin,
            first=self.first,
            second=self.second,
            best_moves=None if best is None else (" " if components else "").join(best),
            mistake_cost=self.mistake_cost,
            # Moves without a component's number are single letters, so they need no separator.
            line=("" if moves[0].isalpha() else ".").join(moves) if moves else None,
            # A line of best play is empty only if all coins have been taken.
            moves=moves if whole and (moves or not coins) else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsSolved(Winnings, Solved):
    """The margin under best play, and how to reach it.

    If there are too many coins to play move by move, ``position`` and ``moves`` are ``None``, and ``line`` has the
    moves. The ``value`` is the first player's final total.

    Attributes
    ----------
    coins
        All coins on the table, in the order given.
    to_move
        The player to move, 0 or 1; only for a position.
    scores
        Totals of the first and of the second player so far; only for a position.
    components
        The components, in the notation of ids, such as ``"1.2.4"`` or ``"l3.1"``; not for a single row with two open
        ends.
    best_moves
        ``"L"``, ``"R"`` or ``"LR"`` for a row; for components, moves separated by spaces, such as ``"2L 3R"``, or
        ``None`` if there are more than 1,000 components.
    line
        A line of best play in the notation of ids, or ``None`` if there is none or it was not requested.
    moves
        The moves of that line one by one, or ``None`` if it was not requested.

    >>> solve([3, 9, 1, 2]).as_answer().best_moves
    'R'
    """

    coins: tuple[Exact, ...]
    to_move: Player | None = optional()
    scores: tuple[Exact, Exact] | None = optional()
    components: tuple[str, ...] | None = optional()
    best_moves: str | None
    line: str | None
    moves: tuple[str, ...] | None


def _as_position(table: Table, size: int) -> CoinsPosition | None:
    """Return the position of a table, or ``None`` if there are too many coins to play move by move."""
    if isinstance(table, CoinsPosition):
        return table
    if size <= MAX_COINS:
        with suppress(PerfectPlayError):
            return CoinsPosition.new(table)
    return None


def solve(
    position: Table,
    *,
    time_limit: float | None = None,  # noqa: ARG001  # an answer takes a fraction of a second
    progress: ProgressCallback = ignore_progress,
    line: bool = True,
) -> CoinsResult:
    """Find the best play by both players.

    Parameters
    ----------
    position
        A position, components, or a row of exact numbers of any size and sign; an ``array("q")`` is read in place.
    time_limit
        Ignored: every answer is complete.
    progress
        Called a few times a second for sums.
    line
        Whether to find a line of best play; components then have at most `perfectplay.coins.rules.MAX_COINS` coins.

    Raises
    ------
    InvalidPositionError
        If the row is empty or a coin is not exact.
    LimitExceededError
        If a requested line would be too long, or a circle is too large; see `perfectplay.coins.row.sums`.

    Notes
    -----
    O(n) for a row of n coins; for components see `perfectplay.coins.row.sums`.

    Examples
    --------
    >>> result = solve([5, 1, 1, 5, 1, 2, 2, 1])
    >>> result.value, result.margin, result.best_moves, result.mistake_cost
    (13, 8, ('L',), 8)
    >>> solve(CoinsPosition.from_id("coins:l1.2~3.7.4~r9/2L")).moves
    ('3L', '2L', '2L', '1R', '1R')
    """
    begin = time.perf_counter()
    progress(Progress("solving", 0.0))
    coins, components = laid_out(position)
    past: tuple[Coin, int] = (0, 0)
    if isinstance(position, CoinsPosition):
        past = position.scores()[0], position.to_move
    moves: Sequence[str] | None
    if components:
        margin, best, moves = _solve_sum(position, components, progress, line=line)

        total = sum(coins)
        first, second, cost = half(total + margin), half(total - margin), None
    else:
        solution = fuse(as_array(coins), line=line)
        margin, first, second, cost, moves = (
            solution.margin,
            solution.first,
            solution.second,
            solution.mistake_cost,
            solution.line,
        )
        best = ("L",) if len(coins) == 1 else tuple(solution.best_moves)
    value = to_coin(past[0] + (second if past[1] else first))
    return CoinsResult(
        value,
        value,
        value,
        "optimal",
        tuple(moves or ()),
        time.perf_counter() - begin,
        {"source": "search", "method": "fusion"},
        margin=margin,
        first=first,
        second=second,
        best_moves=best,
        mistake_cost=cost,
        position=position if isinstance(position, CoinsPosition) else None,
        table=position,
    )


def _solve_sum(
    position: Table, components: tuple[Component, ...], progress: ProgressCallback, *, line: bool
) -> tuple[Coin, tuple[str, ...] | None, tuple[str, ...]]:
    """Find the margin and the best moves of a sum and, if ``line``, a line of best play."""
    start = position if isinstance(position, CoinsPosition) else None
    if line and start is None and sum(len(component.coins) for component in components) > MAX_COINS:
        raise LimitExceededError(
            "a line of best play of several rows has at most {most:,} coins; leave the line out (--no-line)",
            most=MAX_COINS,
        )
    watch = Watch(Deadline(), progress, Text("Ctrl-C ends it"))
    watch.begin("sum")
    search = Search(lambda done, total: watch(0, done, total))
    best = None
    # Comparing moves means solving a sum for each of them, so with very many rows only the margin is computed.
    if len(components) <= _MAX_COMPARED:
        margins = move_margins(components, numbered=None if start is None else not start.is_single, search=search)
        margin = max(margins.values(), default=0)
        best = tuple(move for move, value in margins.items() if value == margin)
    else:
        margin = sum_margin(components)
    return margin, best, perfect_line(start or CoinsPosition.new(components), search) if line else ()


def laid_out(position: Table) -> tuple[Sequence[Coin], tuple[Component, ...]]:
    """Return all coins on the table, and its components, which are empty for a single row with two open ends.

    Examples
    --------
    >>> from perfectplay.coins.rules import CoinsPosition
    >>> laid_out(CoinsPosition.new([1, 2, 4, 3]))[0]
    (1, 2, 4, 3)
    """
    if isinstance(position, CoinsPosition):
        components = position.components
        if position.is_single and components[0].kind == "row" and components[0].coins:
            return components[0].coins, ()
    elif isinstance(position, (list, tuple)) and position and isinstance(position[0], Component):
        components = tuple(position)
    else:
        return position, ()  # type: ignore[return-value]  # components are lists and tuples
    return [coin for component in components for coin in component.coins], components


def as_array(row: Sequence[Coin]) -> Any:
    """Wrap a long ``array("q")`` for a solver without making an object for each coin.

    Returns an int64 array that shares memory with ``row``, or ``row`` itself if it is short or of another type.

    Examples
    --------
    >>> list(as_array([1, 2, 4, 3]))
    [1, 2, 4, 3]
    """
    if not isinstance(row, array) or is_short(row):
        return row
    import numpy as np

    return np.frombuffer(row, dtype=np.int64)
