"""Taxman's answers as JSON-serialisable records: the same for the command line and for HTTP.

Every function here takes plain arguments and returns what ``--json`` prints.  Solvers are loaded when they are needed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from statistics import median
from typing import TYPE_CHECKING, Any

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result
from perfectplay.core.schema import exact
from perfectplay.taxman.formats import Row
from perfectplay.taxman.rules import MAX_N, Pot, TaxmanPosition

if TYPE_CHECKING:
    from perfectplay.taxman.records import Records

__all__ = [
    "bounded_summary",
    "bounds",
    "check_n",
    "each_bound",
    "figures",
    "row_record",
    "solved",
    "solved_record",
    "steps",
    "summary",
    "taxman_score",
]

_LEAST_ASYMPTOTIC = 10
"""Below, the approximate formula (13) says nothing: at N = 3 it is negative, at N = 5 half of what it approximates."""

_BOUNDS = 5


def check_n(n: int, done: str, advice: str = "") -> None:
    """Complain about what is no N of a pot {1..N}, in the same words for every question.

    Parameters
    ----------
    n
        What was given.
    done
        What was to be done with the pot: "solved", ...
    advice
        What to do about an N that is too large.

    Raises
    ------
    InvalidPositionError
        If it is below 1.
    LimitExceededError
        If it is above `perfectplay.taxman.rules.MAX_N`.
    """
    if n > MAX_N:
        message = f"N = {n} is too large to be {done}; the largest possible N is {MAX_N}{advice}"
        raise LimitExceededError(message)
    Pot.up_to(n)


# -- solving -------------------------------------------------------------------------------------------------------


def solved(
    position: TaxmanPosition,
    *,
    time_limit: float | None = None,
    records: bool = True,
    progress: ProgressCallback = ignore_progress,
) -> dict[str, Any]:
    """Find a best game from a position on, with its proof state, as ``perfectplay taxman solve`` does.

    Parameters
    ----------
    position
        Any position.
    time_limit
        Seconds after which the best game so far and a valid bound are returned; ``None`` means no limit.
    records
        Whether what was proven before may be looked up in the table of records instead.
    progress
        Called about ten times a second while there is a search, with the score found and the bound proven so far.

    Returns
    -------
    dict
        See `solved_record`.

    Raises
    ------
    LimitExceededError
        If the sum of the pot is too large for the solver.
    PerfectPlayError
        If the table of records is damaged.

    Notes
    -----
    A few milliseconds from the table; a search is exponential in the worst case.

    Examples
    --------
    >>> answer = solved(TaxmanPosition.new(20))
    >>> answer["score"], answer["status"], answer["source"]
    (124, 'optimal', 'records')
    """
    # Imported on demand, so that the commands that need neither table nor search start faster.
    from perfectplay.taxman.solve import solve  # noqa: PLC0415

    return solved_record(position, solve(position, time_limit=time_limit, progress=progress, records=records))


def solved_record(position: TaxmanPosition, result: Result[int]) -> dict[str, Any]:
    """Put a solver's result into a record.

    Returns
    -------
    dict
        ``n``: the N of the pot {1..N} in which the game began, or ``None`` if it was another pot;
        ``position``: id of the position that was solved;
        ``score``: the player's final score in the best game found, past moves included;
        ``taxman``: the taxman's final score in it;
        ``upper``: proven bound on the player's final score;
        ``status``: ``"optimal"`` if ``score`` is proven to be the best possible one, otherwise ``"bounded"``;
        ``moves``: the game from the position on, see `steps`;
        ``margin``, ``share``, ``lowest``, ``remainder``: see `figures`;
        ``seconds``: wall-clock time, to the millisecond;
        ``source``: ``"search"``, or ``"records"`` if it was proven earlier.
    """
    score = int(result.value)
    return {
        "n": position.start_pot.n,
        "position": position.id,
        "score": score,
        "taxman": position.start_pot.total - score,
        "upper": int(result.upper),
        "status": result.status,
        "moves": steps(position, result.moves),
        **figures(position, result.moves),
        "seconds": round(result.seconds, 3),
        "source": str(result.provenance["source"]),
    }


def figures(position: TaxmanPosition, moves: Iterable[int]) -> dict[str, Any]:
    """Tell more of a game: from the start to the end, the moves that led to a position and those from there on.

    Parameters
    ----------
    position
        Where the moves begin.
    moves
        Until the game is over.

    Returns
    -------
    dict
        ``margin``: the player's final score minus the taxman's; ``share``: the player's share of the pot, exact, such
        as ``"62/105"``; ``lowest``: the smallest number taken, ``None`` if none was; ``remainder``: the numbers that
        are neither taken nor paid as tax, ascending: nobody could use them, and they fall to the taxman.

    Raises
    ------
    IllegalMoveError
        If a move is not legal.

    Examples
    --------
    >>> figures(TaxmanPosition.new(6), (5, 4, 6))
    {'margin': 9, 'share': '5/7', 'lowest': 4, 'remainder': []}
    """
    start = position.start()
    taken = (*position.moves, *moves)
    used = {number for step in steps(start, taken) for number in (step["take"], *step["tax"])}
    score, pot = sum(taken), start.start_pot
    return {
        "margin": 2 * score - pot.total,
        "share": exact(Fraction(score, pot.total)),
        "lowest": min(taken, default=None),
        "remainder": [number for number in pot.numbers if number not in used],
    }


def steps(position: TaxmanPosition, moves: Iterable[int]) -> list[dict[str, Any]]:
    """List moves from a position on, with the tax on each by the rules.

    Returns
    -------
    list of dict
        In playing order; ``take``: the number taken; ``tax``: what the taxman gets for it, ascending.

    Raises
    ------
    IllegalMoveError
        If a move is not legal.

    Examples
    --------
    >>> steps(TaxmanPosition.new(5), (5, 4))
    [{'take': 5, 'tax': [1]}, {'take': 4, 'tax': [2]}]
    """
    found: list[dict[str, Any]] = []
    for move in moves:
        found.append({"take": move, "tax": list(position.tax(move))})
        position = position.play(move)
    return found


# -- many pots -----------------------------------------------------------------------------------------------------


def row_record(row: Row, more: Sequence[str] = ()) -> dict[str, Any]:
    """Put a solved pot {1..N} into a record, as ``perfectplay taxman range`` and ``records`` do.

    Parameters
    ----------
    row
        A row of the table of records, or of a range that was solved.
    more
        Its attributes that come last: ``("proof", "leaves")`` for the table, ``("seconds", "source")`` for a range.

    Returns
    -------
    dict
        ``n``, ``position``, ``score``, ``taxman``, ``upper``, ``status`` and ``moves`` as in `solved_record`, and
        ``more``: ``proof`` is ``"searched"``, or ``"chained"`` where the score for N - 1 proves the bound; ``leaves``
        are those of the search tree, 0 if there is none; ``seconds`` and ``source`` are as in `solved_record`.
    """
    start = TaxmanPosition.new(row.n)
    values = {name: getattr(row, name) for name in more}
    return {
        "n": row.n,
        "position": start.id,
        "score": row.score,
        "taxman": taxman_score(row),
        "upper": row.upper,
        "status": row.status,
        "moves": steps(start, row.moves),
    } | {name: round(value, 3) if isinstance(value, float) else value for name, value in values.items()}


def taxman_score(row: Row) -> int:
    """Return the taxman's final score in a solved pot {1..N}: everything that the player does not get."""
    return row.n * (row.n + 1) // 2 - row.score


def summary(table: Records) -> dict[str, Any]:
    """Sum up the table of records, as ``perfectplay taxman records`` does.

    Returns
    -------
    dict
        ``records``: how many pots {1..N} there are; ``first``, ``last``: the smallest and the largest N, ``None`` if
        there is none; ``optimal``: how many scores are proven to be the best; ``without_hole_up_to``: the largest N
        such that 1, ..., N all are; ``searched``: how many proofs are search trees; ``chained``: how many follow from
        the score for N - 1; ``unbranched``: how many trees are a single leaf.

    Notes
    -----
    The moves of every row are worked out: O(rows * N), half a second for some 1,400 rows.
    """
    rows = list(table.values())
    proven = [row for row in rows if row.status == "optimal"]
    return {
        "records": len(rows),
        "first": rows[0].n if rows else None,
        "last": rows[-1].n if rows else None,
        "optimal": len(proven),
        "without_hole_up_to": table.largest_without_hole,
        "searched": sum(row.proof == "searched" for row in proven),
        "chained": sum(row.proof == "chained" for row in proven),
        "unbranched": sum(row.leaves == 1 for row in proven),
    }


def bounded_summary(table: Records) -> dict[str, Any]:
    """Sum up the list of bounded results, as ``perfectplay taxman records --bounded`` does.

    Returns
    -------
    dict
        ``records``, ``first``, ``last`` and ``optimal`` as in `summary`; ``largest_gap`` and ``median_gap``: how far
        from the best possible the scores are at most, as shares of them, 0 if there is none.
    """
    gaps = sorted((row.upper - row.score) / row.score for row in table.values())
    return {
        "records": len(table),
        "first": min(table, default=None),
        "last": max(table, default=None),
        "optimal": len(table.scores()),
        "largest_gap": gaps[-1] if gaps else 0.0,
        "median_gap": median(gaps) if gaps else 0.0,
    }


# -- bounds --------------------------------------------------------------------------------------------------------


def bounds(n: int, *, progress: ProgressCallback = ignore_progress) -> dict[str, float | None]:
    """Bound the best score of the pot {1..N} without searching, as ``perfectplay taxman bound`` does.

    Parameters
    ----------
    n
        From 1 to `perfectplay.taxman.rules.MAX_N`.
    progress
        Called before the first bound and after each; ``done`` and ``total`` count them.

    Returns
    -------
    dict
        ``n``, and what `each_bound` yields.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If ``n`` is out of range.

    Examples
    --------
    >>> found = bounds(20)
    >>> found["half"], found["primes"], found["matching"], found["cuts"]
    (155, 124, 124, 124)
    """
    check_n(n, "bounded")
    began = time.perf_counter()
    found: dict[str, float | None] = {"n": n}
    progress(Progress("bounds", 0.0, total=_BOUNDS))
    for done, (key, value) in enumerate(each_bound(n), 1):
        found[key] = value
        progress(Progress("bounds", time.perf_counter() - began, done=done, total=_BOUNDS))
    return found


def each_bound(n: int) -> Iterator[tuple[str, float | None]]:
    """Compute the bounds of `bounds` one by one, quick ones first.

    Parameters
    ----------
    n
        As for `bounds`; `check_n` has seen it.

    Yields
    ------
    tuple
        ``half``, ``primes``, ``matching``: bounds (3), (8) and (2) of A. F. Franklín and R. K. Moniot (2022);
        ``asymptotic``: their approximation (13), the one float and no bound, ``None`` below N = 10, where it says
        nothing; ``cuts``: (2) with cuts, ``None`` above `perfectplay.taxman.bounds.MAX_CUTS_N`.  The order is that
        of the paper.

    Notes
    -----
    Milliseconds but for the last two: ``matching`` takes 0.05 s at N = 2000, ``cuts`` up to half a minute at 3000.
    """
    # The bounds bring numpy and HiGHS along: loaded at their door.
    from perfectplay.taxman import bounds as formulas  # noqa: PLC0415

    yield "half", formulas.half_pot(n)
    yield "primes", formulas.prime_corrected(n)
    yield "asymptotic", formulas.asymptotic(n) if n >= _LEAST_ASYMPTOTIC else None
    yield "matching", formulas.matching(n)
    cuts = None
    if n <= formulas.MAX_CUTS_N:
        # The solver, likewise.
        from perfectplay.taxman.exact import root_bound  # noqa: PLC0415

        cuts = root_bound(TaxmanPosition.new(n))
    yield "cuts", cuts
