"""Greedy coins' answers as JSON-serialisable records: the same for the command line and for HTTP.

Every function here takes plain arguments and returns what ``--json`` prints.  Solvers are loaded when they are needed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import accumulate, product
from typing import TYPE_CHECKING, Any, Literal

from perfectplay.coins.rules import Coin, CoinsPosition
from perfectplay.coins.solve import CoinsResult, Table, laid_out, solve
from perfectplay.coins.watch import watched
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress

if TYPE_CHECKING:
    from perfectplay.coins.ties import TieRule

__all__ = [
    "MAX_LISTED",
    "MAX_TABLE",
    "check_part",
    "conjecture",
    "number",
    "put_to_test",
    "solved",
    "solved_record",
    "table",
    "ties",
    "tree",
]

MAX_TABLE = 2_000
"""Longest part of a row whose whole table is put into a record: two million cells."""

_MAX_BITS = 14_000
"""Longest number that is written in decimal; Python refuses more than 4300 digits."""

MAX_LISTED = 1_000_000
"""Most tied games that are listed: 15 seconds for those of 24 coins."""


def number(coin: Coin) -> int | str:
    """Put a coin or a sum of coins into JSON: an integer, or a text such as ``"3/2"``.

    Raises
    ------
    LimitExceededError
        If its numerator or denominator has more than 14,000 bits.
    """
    bits = max(coin.numerator.bit_length(), coin.denominator.bit_length())
    if bits > _MAX_BITS:
        message = f"a result has {bits:,} bits; at most {_MAX_BITS:,} are written, so give shorter numbers"
        raise LimitExceededError(message)
    return coin.numerator if coin.denominator == 1 else str(coin)


def _numbers(coins: Sequence[Coin]) -> list[int | str]:
    # Coins of a row that was read are short enough to be written.
    return [coin if type(coin) is int else number(coin) for coin in coins]


# -- solving -------------------------------------------------------------------------------------------------------


def solved(position: Table, *, line: bool = True, progress: ProgressCallback = ignore_progress) -> dict[str, Any]:
    """Tell who wins by how much under best play, and how, as ``perfectplay coins solve`` does.

    Parameters
    ----------
    position, line, progress
        As for `perfectplay.coins.solve.solve`.

    Returns
    -------
    dict
        See `solved_record`.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `perfectplay.coins.solve.solve` does; also if a result has more than 14,000 bits.

    Examples
    --------
    >>> answer = solved([5, 1, 1, 5, 1, 2, 2, 1])
    >>> answer["margin"], answer["best_moves"], answer["line"]
    (8, 'L', 'LLRLLLLL')
    """
    return solved_record(position, solve(position, line=line, progress=progress))


def solved_record(position: Table, result: CoinsResult) -> dict[str, Any]:
    """Put a solver's result into a record.

    Returns
    -------
    dict
        Numbers of coins are integers, or texts such as ``"3/2"``.

        ``coins``: all coins, in the order in which they were given;
        ``position``, ``to_move``, ``scores``: only of a position: its id, who moves (0 or 1), and both totals so far;
        ``components``: only if there were any, each as it stands in a position id: ``"1.2.4"``, ``"l3.1"``;
        ``margin``: what the player to move wins by, negative for a loss;
        ``first``, ``second``: what the player to move and the other one get;
        ``best_moves``: ``"L"``, ``"R"`` or ``"LR"`` for a row; for components moves with blanks between them, such
        as ``"2L 3R"``, or ``None`` if there are more than 1,000 components;
        ``mistake_cost``: by how much the margin falls with the worse move, 0 if both are best; ``None`` for
        components;
        ``line``: a line of best play as it stands in a position id, or ``None`` if it was not asked for;
        ``seconds``: wall-clock time, to the millisecond.
    """
    coins, components = laid_out(position)
    best, moves = result.best_moves, result.moves
    found: dict[str, Any] = {"coins": _numbers(coins)}
    if isinstance(position, CoinsPosition):
        scores = [number(score) for score in position.scores()]
        found |= {"position": position.id, "to_move": position.to_move, "scores": scores}
    if components:
        found["components"] = [str(component) for component in components]
    elif len(coins) == 1:
        # A last coin is at both ends.
        best = ("L", "R")
    return found | {
        "margin": number(result.margin),
        "first": number(result.first),
        "second": number(result.second),
        "best_moves": None if best is None else (" " if components else "").join(best),
        "mistake_cost": None if result.mistake_cost is None else number(result.mistake_cost),
        # Moves without a number are letters.
        "line": ("" if moves[0].isalpha() else ".").join(moves) if moves else None,
        "seconds": round(result.seconds, 3),
    }


# -- tables --------------------------------------------------------------------------------------------------------


def check_part(size: int, start: int, stop: int, advice: str = "coins are counted from 1") -> None:
    """Complain about what is no part of a row, counting from 1 as people do.

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
    """
    if not 0 <= start < stop <= size:
        message = f"there is no part {start + 1} to {stop} of {size:,} coins; {advice}"
        raise InvalidPositionError(message)


def table(
    coins: Sequence[Coin],
    of: Literal["A", "M", "S"] = "A",
    start: int = 0,
    stop: int | None = None,
    *,
    advice: str = "so choose a part",
    progress: ProgressCallback = ignore_progress,
) -> dict[str, Any]:
    """Tell the value of every segment of a row, or of a part of it, as ``perfectplay coins table`` does.

    Parameters
    ----------
    coins
        The whole row: at least one coin, exact numbers of any size and sign.
    of
        ``"A"``: points of the first player of the whole row, from there on; ``"S"``: margin of whoever moves;
        ``"M"``: best moves.
    start, stop
        First coin of the part, and the one behind its last, counted from 0; by default the whole row.
    advice
        What to do about a part that is too long, for the message.
    progress
        Called for the segments of each length; ``done`` and ``total`` count the lengths.

    Returns
    -------
    dict
        ``coins``: the whole row, integers or texts such as ``"3/2"``;
        ``of``: as given;
        ``from``, ``to``: first and last coin of the part, counted from 1;
        ``table``: rows of the upper triangle: ``table[i][j - i]`` belongs to the coins i to j of the part, counted
        from 0: an integer, a text such as ``"3/2"``, or ``"L"``, ``"R"`` or ``"LR"``.

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
    >>> table([1, 2, 4, 3], "S")["table"]
    [[1, 1, 3, 0], [2, 2, 1], [4, 1], [3]]
    """
    stop = len(coins) if stop is None else stop
    check_part(len(coins), start, stop)
    if stop - start > MAX_TABLE:
        message = (
            f"the table of {stop - start:,} coins has too many cells to be printed; at most {MAX_TABLE:,} coins are "
            f"possible, {advice}"
        )
        raise LimitExceededError(message)
    # Imported on demand, so that what only shows answers starts faster.
    from perfectplay.coins.table import MOVES, diagonals  # noqa: PLC0415
    from perfectplay.coins.values import as_values, divided, exact_coins, half, listed  # noqa: PLC0415

    began = time.perf_counter()
    # What comes of a segment depends on nothing outside the part, but for who moves in it.
    row = listed(as_values(coins))
    values, denominator = exact_coins(row[start:stop])
    part = listed(values)
    sums = list(accumulate(part, initial=0))
    rows: list[list[int | str]] = [[] for _ in part]
    for length, (margins, codes) in enumerate(diagonals(part), 1):
        progress(Progress("table", time.perf_counter() - began, done=length, total=len(part)))
        if of == "M":
            cells: Iterable[int | str] = [MOVES[code] for code in codes]
        elif of == "S":
            cells = [number(divided(margin, denominator)) for margin in margins]
        else:
            sign = -1 if (len(coins) - length) % 2 else 1
            totals = (after - before for before, after in zip(sums, sums[length:], strict=False))
            cells = [
                number(half(divided(total + sign * margin, denominator)))
                for total, margin in zip(totals, margins, strict=True)
            ]
        for found, cell in zip(rows, cells, strict=False):
            found.append(cell)
    return {"coins": _numbers(row), "of": of, "from": start + 1, "to": stop, "table": rows}


# -- trees ---------------------------------------------------------------------------------------------------------


def tree(coins: Sequence[Coin], *, compact: bool = False) -> dict[str, Any]:
    """Tell every line of play of a small game, or every segment, as ``perfectplay coins tree`` does.

    Parameters
    ----------
    coins
        At most `perfectplay.coins.draw_tree.MAX_TREE` coins, or `perfectplay.coins.draw_tree.MAX_COMPACT`.
    compact
        One node for each segment instead of one for each line of play.

    Returns
    -------
    dict
        ``coins``: the row; ``nodes``: from the longest segment to the shortest, each a dictionary with

        ``moves``: how it is reached, such as ``"LR"``; only for lines of play;
        ``from``, ``to``: its first and its last coin, counted from 1;
        ``mover``: who moves, 0 for Alice, who begins, and 1 for Bob;
        ``alice``, ``margin``: what Alice gets, and what whoever moves wins by, from there on;
        ``best_moves``: ``"L"``, ``"R"`` or ``"LR"``.

    Raises
    ------
    InvalidPositionError
        If there is no coin or a value is not exact.
    LimitExceededError
        If there are too many coins.

    Examples
    --------
    >>> [node["moves"] for node in tree([1, 3, 2])["nodes"]]
    ['', 'L', 'R', 'LL', 'LR', 'RL', 'RR']
    """
    # Imported on demand, so that the other questions are answered faster.
    from perfectplay.coins.draw_tree import checked_row  # noqa: PLC0415
    from perfectplay.coins.table import SegmentTable  # noqa: PLC0415

    row = checked_row(coins, compact=compact)
    cells = SegmentTable(row)
    nodes = []
    for gone in range(len(row)):
        # Where a segment of that length begins follows from how many coins were taken on the left.
        reached: Iterable[tuple[str, ...]] = product("LR", repeat=gone)
        ways = [(None, left) for left in range(gone + 1)] if compact else [("".join(w), w.count("L")) for w in reached]
        for moves, i in ways:
            j = i + len(row) - gone - 1
            told: dict[str, Any] = {"from": i + 1, "to": j + 1, "mover": gone % 2, "alice": number(cells.alice(i, j))}
            told |= {"margin": number(cells.margin(i, j)), "best_moves": cells.best(i, j)}
            nodes.append(told if moves is None else {"moves": moves} | told)
    return {"coins": _numbers(row), "nodes": nodes}


# -- ties ----------------------------------------------------------------------------------------------------------


def ties(
    alphabet: int,
    length: int,
    *,
    listed: bool = False,
    limit: int | None = 1000,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
) -> dict[str, Any]:
    """Count the games in which both players get the same under best play, as ``perfectplay coins ties`` does.

    Parameters
    ----------
    alphabet
        Coins are worth 1, 2, ..., ``alphabet``; at least 1.
    length
        Number of coins; from 1 to `perfectplay.coins.ties.MAX_LENGTH`.
    listed
        Whether to list the games, too.
    limit
        Most games that are listed, the first ones in lexicographic order; ``None`` for all.
    time_limit
        Stop after so many seconds, with what is known.
    progress
        Called some times a second; ``done`` and ``total`` count the lengths from 1, or the games of the list.

    Returns
    -------
    dict
        ``alphabet``, ``length``: as given; ``count``: how many of the ``alphabet ** length`` games are tied;
        ``games``: only if they were to be listed, each a list of integers.

        If the time was up or Ctrl-C was pressed, ``stopped`` says so, ``"time limit"`` or ``"interrupted"``, and
        ``counts`` has the counts of length 1, 2, ... that are known.  ``count`` is ``None`` if that of the length asked
        for is not among them; otherwise some of the games are missing.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `perfectplay.coins.ties.tie_counts` and `perfectplay.coins.ties.list_ties` do; also if more than
        `MAX_LISTED` games would be listed.

    Notes
    -----
    See `perfectplay.coins.ties.tie_counts`: up to some 20 seconds.

    Examples
    --------
    >>> ties(2, 3, listed=True)
    {'alphabet': 2, 'length': 3, 'count': 1, 'games': [[1, 2, 1]]}
    """
    # Imported on demand, so that the other questions are answered faster.
    from perfectplay.coins.ties import check_limit, list_ties, tie_counts  # noqa: PLC0415

    check_limit(limit)
    found: dict[str, Any] = {"alphabet": alphabet, "length": length, "count": None}
    with watched("lengths", length, time_limit, progress) as watch:
        counts = [count for _, count in tie_counts(alphabet, length, tick=watch)]
        if len(counts) == length:
            found["count"] = count = counts[-1]
            if listed:
                most = count if limit is None else min(limit, count)
                if most > MAX_LISTED:
                    message = f"{most:,} games are too many to be listed; at most {MAX_LISTED:,} are possible"
                    raise LimitExceededError(message)
                watch.begin("games")
                found["games"] = [list(game) for game in list_ties(alphabet, length, most, tick=watch)]
    if watch.reason is not None:
        found |= {"counts": counts, "stopped": watch.reason}
    return found


def conjecture(
    rule: str,
    alphabet: int,
    length: int,
    *,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
) -> dict[str, Any]:
    """Put a conjecture about ties to the test, as ``perfectplay coins ties --rule`` does.

    Parameters
    ----------
    rule
        One of the names in `perfectplay.coins.ties.RULES`; unlike the command, this reads no file.
    alphabet
        Coins are worth 1, 2, ..., ``alphabet``; at least 1.
    length
        Most coins of a game; from 1 to `perfectplay.coins.ties.MAX_LENGTH`.
    time_limit, progress
        As for `ties`.

    Returns
    -------
    dict
        See `put_to_test`.

    Raises
    ------
    PerfectPlayError
        If there is no such rule.
    InvalidPositionError, LimitExceededError
        As `perfectplay.coins.ties.smallest_counterexample` does.

    Examples
    --------
    >>> answer = conjecture("join", 2, 8)
    >>> answer["holds"], answer["counterexample"], answer["margin"]
    (False, [1, 1, 2, 1, 1, 2], 2)
    """
    # Imported on demand, so that the other questions are answered faster.
    from perfectplay.coins.ties import RULES  # noqa: PLC0415

    if rule not in RULES:
        message = f"there is no rule {quote(rule)}; the rules are {', '.join(RULES)}"
        raise PerfectPlayError(message)
    return put_to_test(RULES[rule], alphabet, length, time_limit=time_limit, progress=progress)


def put_to_test(
    claim: TieRule,
    alphabet: int,
    length: int,
    *,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
) -> dict[str, Any]:
    """Put any rule about ties to the test.

    Parameters
    ----------
    claim
        The rule.
    alphabet, length, time_limit, progress
        As for `conjecture`.

    Returns
    -------
    dict
        ``alphabet``, ``length``: games to be looked at: of up to so many coins worth 1 to ``alphabet``;
        ``rule``, ``statement``: the claim's name, and the claim in a sentence;
        ``holds``: whether no counterexample was found, or ``None`` if the search was stopped before;
        ``counterexample``: the first game that refutes the claim, a list of coins, or ``None``;
        ``margin``: its margin, or ``None``;
        ``tested``: how many games the claim was put to the test by;
        ``max_length``: length up to which all games were looked at if there is no counterexample; otherwise as
        ``length``;
        ``stopped``: only if the search was stopped: ``"time limit"`` or ``"interrupted"``.

    Raises
    ------
    PerfectPlayError
        If the rule fails.
    InvalidPositionError, LimitExceededError
        As `perfectplay.coins.ties.smallest_counterexample` does.
    """
    # Imported on demand, so that the other questions are answered faster.
    from perfectplay.coins.ties import smallest_counterexample  # noqa: PLC0415

    with watched("counterexample, lengths", length, time_limit, progress) as watch:
        test = smallest_counterexample(claim, alphabet, length, tick=watch)
    found: dict[str, Any] = {"alphabet": alphabet, "length": length, "rule": claim.name, "statement": claim.statement}
    game = None if test.counterexample is None else list(test.counterexample)
    stopped = {} if watch.reason is None else {"stopped": watch.reason}
    holds = None if stopped else game is None
    return found | {"holds": holds} | asdict(test) | {"counterexample": game} | stopped
