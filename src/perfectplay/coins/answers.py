"""Greedy coins' answers: the same for the command line and for HTTP.

Every function here takes plain arguments and returns what ``--json`` prints.  Solvers are loaded when they are needed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate, product
from typing import Literal

from perfectplay.coins.row.table import MOVES, SegmentTable, diagonals
from perfectplay.coins.rules import MAX_COINS, Coin, CoinsPosition, Player
from perfectplay.coins.solve import CoinsResult, Table, laid_out, solve
from perfectplay.coins.ties.enumeration import check_limit, check_list, list_ties, tie_counts
from perfectplay.coins.values import as_values, divided, exact_coins, half, listed
from perfectplay.coins.watch import watched
from perfectplay.core.answers import Solved, common
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.schema import Exact, named, optional
from perfectplay.core.text.texts import Text

__all__ = [
    "MAX_LISTED",
    "MAX_TABLE",
    "CoinsNode",
    "CoinsSolved",
    "CoinsTable",
    "CoinsTies",
    "CoinsTree",
    "check_part",
    "solved",
    "solved_record",
    "table",
    "ties",
    "tree",
]

MAX_TABLE = 2_000
"""Longest part of a row whose whole table is put into a record: two million cells."""

MAX_LISTED = 1_000_000
"""Most tied games that are listed: 15 seconds for those of 24 coins."""


# -- solving -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsSolved(Solved):
    """Who wins by how much under best play, and how.

    Where there are too many coins to be played move by move, ``position`` and ``moves`` are ``None``, and ``line`` has
    the moves.  The ``value`` is the first player's total in the end.

    Attributes
    ----------
    coins
        All coins on the table, in the order in which they were given.
    to_move
        Who moves, 0 or 1; only of a position.
    scores
        Totals of the first and of the second player so far; only of a position.
    components
        What the coins lie in, each as it stands in a position id, such as ``"1.2.4"`` or ``"l3.1"``; not of a single
        row with two open ends.
    margin
        What the player to move wins by from here on, negative for a loss.
    first, second
        What the player to move and the other one get from here on.
    best_moves
        ``"L"``, ``"R"`` or ``"LR"`` for a row; for components moves with blanks between them, such as ``"2L 3R"``, or
        ``None`` if there are more than 1,000 components.
    mistake_cost
        By how much the margin falls with the worse move, 0 if both are best; ``None`` for components.
    line
        A line of best play as it stands in a position id, or ``None`` if there is none or it was not asked for.
    moves
        The moves of that line one by one, or ``None`` if it was not asked for.

    Examples
    --------
    >>> solved_record([3, 9, 1, 2], solve([3, 9, 1, 2])).margin
    7
    """

    coins: tuple[Exact, ...]
    to_move: Player | None = optional()
    scores: tuple[Exact, Exact] | None = optional()
    components: tuple[str, ...] | None = optional()
    margin: Exact
    first: Exact
    second: Exact
    best_moves: str | None
    mistake_cost: Exact | None
    line: str | None
    moves: tuple[str, ...] | None


def solved(position: Table, *, line: bool = True, progress: ProgressCallback = ignore_progress) -> CoinsSolved:
    """Tell who wins by how much under best play, and how, as ``perfectplay coins solve`` does.

    Parameters and errors as of `perfectplay.coins.solve.solve`.

    Examples
    --------
    >>> answer = solved([5, 1, 1, 5, 1, 2, 2, 1])
    >>> answer.margin, answer.best_moves, answer.line
    (8, 'L', 'LLRLLLLL')
    """
    return solved_record(position, solve(position, line=line, progress=progress))


def solved_record(position: Table, result: CoinsResult) -> CoinsSolved:
    """Tell what a solver found.

    Parameters
    ----------
    position, result
        What was solved, and the answer.

    Examples
    --------
    >>> solved_record([3, 9, 1, 2], solve([3, 9, 1, 2])).best_moves
    'R'
    """
    coins, components = laid_out(position)
    best, moves = result.best_moves, result.moves
    here = position if isinstance(position, CoinsPosition) else None
    place = _as_position(position, len(coins))
    if len(coins) == 1 and not components:
        # A last coin is at both ends.
        best = ("L", "R")
    return CoinsSolved(
        **common(place or "coins", result),
        coins=tuple(coins),
        to_move=None if here is None else here.to_move,
        scores=None if here is None else here.scores(),
        components=tuple(map(str, components)) or None,
        margin=result.margin,
        first=result.first,
        second=result.second,
        best_moves=None if best is None else (" " if components else "").join(best),
        mistake_cost=result.mistake_cost,
        # Moves without a number are letters.
        line=("" if moves[0].isalpha() else ".").join(moves) if moves else None,
        # Only where all coins are gone has best play no moves.
        moves=moves if place and (moves or not coins) else None,
    )


def _as_position(table: Table, size: int) -> CoinsPosition | None:
    """Return the position that a table is, or ``None`` if there are too many coins for one."""
    if isinstance(table, CoinsPosition):
        return table
    if size <= MAX_COINS:
        with suppress(PerfectPlayError):
            return CoinsPosition.new(table)
    return None


# -- tables --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsTable:
    """The value of every segment of a row, or of a part of it.

    Attributes
    ----------
    coins
        The whole row.
    of
        ``"A"``: points of the first player of the whole row, from there on; ``"S"``: margin of the player to move;
        ``"M"``: best moves.
    first, to
        First and last coin of the part, counted from 1.
    table
        Rows of the upper triangle: ``table[i][j - i]`` belongs to the coins i to j of the part, counted from 0: a
        number, or ``"L"``, ``"R"`` or ``"LR"``.

    Examples
    --------
    >>> table((1, 2, 4, 3), "A", 0, 4).table[0][-1]
    5
    """

    coins: tuple[Exact, ...]
    of: Literal["A", "M", "S"]
    first: int = named("from")
    to: int
    table: tuple[tuple[Exact | str, ...], ...]


def check_part(size: int, start: int, stop: int, advice: str = Text("coins are counted from 1")) -> None:
    """Complain about what is not part of a row, counting from 1 as people do.

    Parameters
    ----------
    size
        Number of coins in the row.
    start, stop
        First coin of the part, and the one behind its last; from 0.
    advice
        What counts from 1, for the message.

    Raises
    ------
    InvalidPositionError
        Unless 0 <= start < stop <= size.

    Examples
    --------
    >>> check_part(8, 0, 4)
    """
    if not 0 <= start < stop <= size:
        if start >= stop:
            advice = Text("a part goes from left to right, as in 1 to {size}", size=size)
        message = Text(
            "there is no part {start} to {stop} of {size:,} coins; {advice}",
            start=start + 1,
            stop=stop,
            size=size,
            advice=advice,
        )
        raise InvalidPositionError(message)


def table(
    coins: Sequence[Coin],
    of: Literal["A", "M", "S"] = "A",
    start: int = 0,
    stop: int | None = None,
    *,
    advice: str = Text("so choose a part"),
    progress: ProgressCallback = ignore_progress,
) -> CoinsTable:
    """Tell the value of every segment of a row, or of a part of it, as ``perfectplay coins table`` does.

    Parameters
    ----------
    coins
        The whole row: at least one coin, exact numbers of any size and sign.
    of
        What is told; see `CoinsTable`.
    start, stop
        First coin of the part, and the one behind its last, counted from 0; by default the whole row.
    advice
        What to do about a part that is too long, for the message.
    progress
        Called for the segments of each length; ``done`` and ``total`` count the lengths.

    Raises
    ------
    InvalidPositionError
        If there is no such part, or a coin is not exact.
    LimitExceededError
        If the part has more than `MAX_TABLE` coins.

    Notes
    -----
    O(n^2) for a part of n coins, some seconds for `MAX_TABLE` of them.

    Examples
    --------
    >>> table([1, 2, 4, 3], "S").table
    ((1, 1, 3, 0), (2, 2, 1), (4, 1), (3,))
    """
    stop = len(coins) if stop is None else stop
    check_part(len(coins), start, stop)
    if stop - start > MAX_TABLE:
        message = Text(
            "the table of {stop:,} coins has too many cells to be printed; at most {most:,} coins are possible, "
            "{advice}",
            stop=stop - start,
            most=MAX_TABLE,
            advice=advice,
        )
        raise LimitExceededError(message)

    began = time.perf_counter()
    # What comes of a segment depends on nothing outside the part, but for who moves in it.
    row = listed(as_values(coins))
    values, denominator = exact_coins(row[start:stop])
    part = listed(values)
    sums = list(accumulate(part, initial=0))
    rows: list[list[Coin | str]] = [[] for _ in part]
    for length, (margins, codes) in enumerate(diagonals(part), 1):
        progress(Progress("table", time.perf_counter() - began, done=length, total=len(part)))
        if of == "M":
            cells: Iterable[Coin | str] = [MOVES[code] for code in codes]
        elif of == "S":
            cells = [divided(margin, denominator) for margin in margins]
        else:
            sign = -1 if (len(coins) - length) % 2 else 1
            totals = (after - before for before, after in zip(sums, sums[length:], strict=False))
            cells = [
                half(divided(total + sign * margin, denominator)) for total, margin in zip(totals, margins, strict=True)
            ]
        for found, cell in zip(rows, cells, strict=False):
            found.append(cell)
    return CoinsTable(coins=tuple(row), of=of, first=start + 1, to=stop, table=tuple(map(tuple, rows)))


# -- trees ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsNode:
    """A segment of a row, perhaps as it is reached in one line of play.

    Attributes
    ----------
    moves
        How it is reached, such as ``"LR"``; only of lines of play.
    first, to
        Its first and its last coin, counted from 1.
    mover
        Who moves, 0 for Alice, who begins, and 1 for Bob.
    alice, margin
        What Alice gets, and the margin of the player to move, from there on.
    best_moves
        ``"L"``, ``"R"`` or ``"LR"``.

    Examples
    --------
    >>> tree((1, 2)).nodes[0].best_moves
    'R'
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
        From the longest segment to the shortest.

    Examples
    --------
    >>> len(tree((1, 2, 4, 3)).nodes)
    15
    """

    coins: tuple[Exact, ...]
    nodes: tuple[CoinsNode, ...]


def tree(coins: Sequence[Coin], *, compact: bool = False) -> CoinsTree:
    """Tell every line of play of a small game, or every segment, as ``perfectplay coins tree`` does.

    Parameters
    ----------
    coins
        At most `perfectplay.coins.pictures.tree.MAX_TREE` coins, or `perfectplay.coins.pictures.tree.MAX_COMPACT`.
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
    >>> [node.moves for node in tree([1, 3, 2]).nodes]
    ['', 'L', 'R', 'LL', 'LR', 'RL', 'RR']
    """
    from perfectplay.coins.pictures.tree import checked_row

    row = checked_row(coins, compact=compact)
    cells = SegmentTable(row)
    nodes = []
    for gone in range(len(row)):
        # Where a segment of that length begins follows from how many coins were taken on the left.
        reached: Iterable[tuple[str, ...]] = product("LR", repeat=gone)
        ways = [(None, left) for left in range(gone + 1)] if compact else [("".join(w), w.count("L")) for w in reached]
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


# -- ties ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsTies:
    """How many games are tied: both players get the same under best play.

    Attributes
    ----------
    alphabet, length
        As asked for: coins are worth 1 to ``alphabet``, and a game has ``length`` of them.
    count
        How many of the ``alphabet ** length`` games are tied, or ``None`` if the work was stopped before.
    games
        The games, each its coins; only if they were to be listed.  Some are missing if the work was stopped.
    counts
        The counts of length 1, 2, ... that are known; only if the work was stopped.
    stopped
        Why it was; only then.

    Examples
    --------
    >>> ties(2, 4).count
    6
    """

    alphabet: int
    length: int
    count: int | None
    games: tuple[tuple[int, ...], ...] | None = optional()
    counts: tuple[int, ...] | None = optional()
    stopped: Literal["interrupted", "time limit"] | None = optional()


def ties(
    alphabet: int,
    length: int,
    *,
    listed: bool = False,
    limit: int | None = 1000,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
) -> CoinsTies:
    """Count the games in which both players get the same under best play, as ``perfectplay coins ties`` does.

    Parameters
    ----------
    alphabet
        Coins are worth 1, 2, ..., ``alphabet``; at least 1.
    length
        Number of coins; from 1 to `perfectplay.coins.ties.enumeration.MAX_LENGTH`.
    listed
        Whether to list the games, too.
    limit
        Most games that are listed, the first ones in lexicographic order; ``None`` for all.
    time_limit
        Seconds after which it stops, with what is known.
    progress
        Called some times a second; ``done`` and ``total`` count the lengths from 1, or the games of the list.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `perfectplay.coins.ties.enumeration.tie_counts` and `perfectplay.coins.ties.enumeration.list_ties` do; also
        if more than `MAX_LISTED` games would be listed.

    Notes
    -----
    See `perfectplay.coins.ties.enumeration.tie_counts`: up to some 5 seconds, and 20 more for a list.

    Examples
    --------
    >>> found = ties(2, 3, listed=True)
    >>> found.count, found.games
    (1, ((1, 2, 1),))
    """
    check_limit(limit)
    if listed:
        check_list(alphabet, length)
    count, games = None, None
    with watched("lengths", length, time_limit, progress) as watch:
        counts = tuple(tied for _, tied in tie_counts(alphabet, length, tick=watch))
        if len(counts) == length:
            count = counts[-1]
            if listed:
                most = count if limit is None else min(limit, count)
                if most > MAX_LISTED:
                    message = Text(
                        "{most:,} games are too many to be listed; at most {max_listed:,} are possible",
                        most=most,
                        max_listed=MAX_LISTED,
                    )
                    raise LimitExceededError(message)
                watch.begin("games")
                games = tuple(list_ties(alphabet, length, most, tick=watch))
    return CoinsTies(
        alphabet=alphabet,
        length=length,
        count=count,
        games=games,
        counts=counts if watch.reason else None,
        stopped=watch.reason,
    )
