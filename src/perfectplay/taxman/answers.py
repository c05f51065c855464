"""Taxman's answers: the same for the command line and for HTTP.

The functions take plain arguments and return what ``--json`` prints.  Solvers are loaded when they are needed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from statistics import median
from typing import TYPE_CHECKING, Literal, TypeVar

from perfectplay.core.answers import Solved, common
from perfectplay.core.errors import LimitExceededError, PerfectPlayError
from perfectplay.core.game import game_spec
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result
from perfectplay.core.schema import Exact, optional
from perfectplay.core.text.texts import Text
from perfectplay.taxman.large import strong
from perfectplay.taxman.records import at_least_known, game_nearby
from perfectplay.taxman.rules import MAX_N, Pot, TaxmanPosition
from perfectplay.taxman.table.formats import SolvedPot

if TYPE_CHECKING:
    from perfectplay.taxman.records import Record, Records
    from perfectplay.taxman.table.resume import SolvedRow

__all__ = [
    "TaxmanAllBest",
    "TaxmanApprox",
    "TaxmanBoundedSummary",
    "TaxmanBounds",
    "TaxmanSequence",
    "TaxmanSolved",
    "TaxmanStep",
    "TaxmanSummary",
    "TaxmanTerms",
    "all_best",
    "approximate",
    "approximated",
    "bounded_summary",
    "bounds",
    "check_n",
    "on_record",
    "row_solved",
    "solved",
    "solved_record",
    "steps",
    "summary",
    "taxman_score",
]

_LEAST_ASYMPTOTIC = 10
"""Below, the approximate formula (13) says nothing: at N = 3 it is negative, at N = 5 half of what it approximates."""

_BOUNDS = 5

_Value = TypeVar("_Value", bound=float | None)


def check_n(n: int, done: str, advice: str = "") -> None:
    """Complain about what is not an N of a pot {1..N}, in the same words for every question.

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

    Examples
    --------
    >>> check_n(20, "solved")
    """
    if n > MAX_N:
        message = Text(
            "N = {n} is too large to be {done}; the largest possible N is {most}{advice}",
            n=n,
            done=done,
            most=MAX_N,
            advice=advice,
        )
        raise LimitExceededError(message)
    Pot.up_to(n)


# -- solving -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanStep:
    """A move with its price.

    Attributes
    ----------
    take
        The number taken.
    tax
        What the taxman gets for it, ascending.

    Examples
    --------
    >>> from perfectplay.taxman.records import load_records
    >>> on_record(load_records()[6]).moves[0]
    TaxmanStep(take=5, tax=(1,))
    """

    take: int
    tax: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanSolved(Solved):
    """A best game from a position on, with its proof state.

    Attributes
    ----------
    value, score, lower
        The player's final score in the best game found, past moves included.
    upper
        Proven bound on the player's final score.
    n
        The N of the pot {1..N} in which the game began, or ``None`` if it was another pot.
    taxman
        The taxman's final score: everything that the player does not get.
    moves
        The game from the position on, in playing order.
    margin
        The player's final score minus the taxman's.
    share
        The player's share of the pot.
    lowest
        The smallest number taken, past moves included; ``None`` if none was.
    remainder
        The numbers that are neither taken nor paid as tax, ascending: they were of no use, and they fall to the
        taxman.
    proof
        Of a row of the table of records: ``"searched"``, or ``"chained"`` where the score for N - 1 proves the bound.
    leaves
        Likewise: leaves of the search tree, 0 if there is none.

    Examples
    --------
    >>> from perfectplay.taxman.records import load_records
    >>> found = on_record(load_records()[20])
    >>> found.share, found.lowest
    (Fraction(62, 105), 10)
    """

    value: int
    lower: int
    upper: int
    n: int | None
    score: int
    taxman: int
    moves: tuple[TaxmanStep, ...]
    margin: int
    share: Exact
    lowest: int | None
    remainder: tuple[int, ...]
    proof: Literal["searched", "chained"] | None = optional()
    leaves: int | None = optional()


def solved(
    position: TaxmanPosition,
    *,
    time_limit: float | None = None,
    records: bool = True,
    progress: ProgressCallback = ignore_progress,
) -> TaxmanSolved:
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
    >>> answer.score, answer.status, answer.source
    (124, 'optimal', 'records')
    """
    from perfectplay.taxman.solve import solve

    return solved_record(position, solve(position, time_limit=time_limit, progress=progress, records=records))


def solved_record(position: TaxmanPosition, result: Result[int]) -> TaxmanSolved:
    """Tell what a solver found, and more of the game from its start to its end.

    Parameters
    ----------
    position, result
        What was solved, and the answer.

    Raises
    ------
    IllegalMoveError
        If a move of the result is not legal.

    Examples
    --------
    >>> answer = solved_record(TaxmanPosition.new(6), Result(15, 15, 15, "optimal", (5, 4, 6), 0.0, {}))
    >>> answer.margin, answer.share, answer.lowest, answer.remainder
    (9, Fraction(5, 7), 4, ())
    """
    start, score = position.start(), int(result.value)
    pot, played = start.start_pot, steps(start, (*position.moves, *result.moves))
    used = {number for step in played for number in (step.take, *step.tax)}
    return TaxmanSolved(
        **common(position, result),  # type: ignore[arg-type]  # scores are integers
        n=pot.n,
        score=score,
        taxman=pot.total - score,
        moves=played[len(position.moves) :],
        margin=2 * score - pot.total,
        share=Fraction(score, pot.total),
        lowest=min((step.take for step in played), default=None),
        remainder=tuple(number for number in pot.numbers if number not in used),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanAllBest(TaxmanSolved):
    """A best game from a position on, and how many there are.

    Attributes
    ----------
    best_sets
        Every set of numbers that a best game takes from the position on, ascending.
    best_games
        How many best games there are, other orders of the same numbers being other games; ``None`` if they are too many
        to be counted.

    Examples
    --------
    >>> found = all_best(solved(TaxmanPosition.new(10)))
    >>> found.best_sets, found.best_games
    (((6, 7, 8, 9, 10),), 2)
    """

    best_sets: tuple[tuple[int, ...], ...]
    best_games: int | None


def all_best(answer: TaxmanSolved, *, progress: ProgressCallback = ignore_progress) -> TaxmanAllBest:
    """Find all best games, as ``perfectplay taxman solve --all-best`` does.

    Parameters
    ----------
    answer
        One of them, proven.
    progress
        Called about ten times a second while there is a long search.

    Raises
    ------
    PerfectPlayError
        If the answer is not proven: which games are best is not known then.
    LimitExceededError
        As `perfectplay.taxman.best_sets.best_sets` does.

    Examples
    --------
    >>> all_best(solved(TaxmanPosition.new([1, 2, 4, 7, 11, 22]))).best_sets
    ((4, 7, 22), (11, 22))
    """
    from perfectplay.taxman.best_sets import best_sets

    if answer.status != "optimal" or answer.position is None:
        message = Text("the search ended before the best score was proven, so which games are best is not known")
        raise PerfectPlayError(message)
    found = best_sets(TaxmanPosition.from_id(answer.position), progress=progress)
    told = {field.name: getattr(answer, field.name) for field in fields(answer)}
    return TaxmanAllBest(**told, best_sets=found.sets, best_games=found.games)


def steps(position: TaxmanPosition, moves: Iterable[int]) -> tuple[TaxmanStep, ...]:
    """List moves from a position on in playing order, with the tax on each by the rules.

    Raises
    ------
    IllegalMoveError
        If a move is not legal.

    Examples
    --------
    >>> steps(TaxmanPosition.new(5), (5, 4))
    (TaxmanStep(take=5, tax=(1,)), TaxmanStep(take=4, tax=(2,)))
    """
    found = []
    for move in moves:
        found.append(TaxmanStep(take=move, tax=position.tax(move)))
        position = position.play(move)
    return tuple(found)


# -- many pots -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanSummary:
    """The table of records in figures.

    Attributes
    ----------
    records
        How many pots {1..N} there are.
    first, last
        The smallest and the largest N; ``None`` if there is none.
    optimal
        How many scores are proven to be the best.
    without_hole_up_to
        The largest N such that 1, ..., N all are.
    searched, chained
        How many proofs are search trees, and how many follow from the score for N - 1.
    unbranched
        How many trees are a single leaf.
    """

    records: int
    first: int | None
    last: int | None
    optimal: int
    without_hole_up_to: int
    searched: int
    chained: int
    unbranched: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanBoundedSummary:
    """The list of bounded results in figures.

    Attributes
    ----------
    records, first, last, optimal
        As in `TaxmanSummary`.
    largest_gap, median_gap
        How far from the best possible the scores are at most, as shares of them; 0 if there is none.
    """

    records: int
    first: int | None
    last: int | None
    optimal: int
    largest_gap: float
    median_gap: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanSequence:
    """A sequence of integers that falls out of the records.

    Attributes
    ----------
    name
        For ``--sequence``.
    definition
        What its terms are.
    """

    name: str
    definition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanTerms(TaxmanSequence):
    """Terms of a sequence.

    Attributes
    ----------
    first
        Index of the first one.
    terms
        As far as they are known.
    """

    first: int
    terms: tuple[int, ...]


def row_solved(row: SolvedRow | Record) -> TaxmanSolved:
    """Tell of a solved pot {1..N}, as ``perfectplay taxman range`` does.

    Examples
    --------
    >>> from perfectplay.taxman.records import load_records
    >>> row_solved(load_records()[20]).score
    124
    """
    return solved_record(TaxmanPosition.new(row.n), row.result())


def on_record(record: Record) -> TaxmanSolved:
    """Tell of a row of the table of records, as ``perfectplay taxman records`` does: its proof, too.

    Examples
    --------
    >>> from perfectplay.taxman.records import load_records
    >>> on_record(load_records()[20]).proof
    'searched'
    """
    return replace(row_solved(record), proof=record.proof, leaves=record.leaves)


def taxman_score(row: SolvedPot) -> int:
    """Return the taxman's final score in a solved pot {1..N}: everything that the player does not get.

    Examples
    --------
    >>> from perfectplay.taxman.records import load_records
    >>> taxman_score(load_records()[20])
    86
    """
    return row.n * (row.n + 1) // 2 - row.score


def summary(table: Records) -> TaxmanSummary:
    """Sum up the table of records, as ``perfectplay taxman records`` does.

    Notes
    -----
    The moves of every row are worked out: O(rows * N), half a second for some 1,400 rows.

    Examples
    --------
    >>> from perfectplay.taxman.records import load_records
    >>> summary(load_records()).without_hole_up_to >= 1000
    True
    """
    rows = list(table.values())
    proven = [row for row in rows if row.status == "optimal"]
    return TaxmanSummary(
        records=len(rows),
        first=rows[0].n if rows else None,
        last=rows[-1].n if rows else None,
        optimal=len(proven),
        without_hole_up_to=table.largest_without_hole,
        searched=sum(row.proof == "searched" for row in proven),
        chained=sum(row.proof == "chained" for row in proven),
        unbranched=sum(row.leaves == 1 for row in proven),
    )


def bounded_summary(table: Records) -> TaxmanBoundedSummary:
    """Sum up the list of bounded results, as ``perfectplay taxman records --bounded`` does."""
    gaps = sorted((row.upper - row.score) / row.score for row in table.values())
    return TaxmanBoundedSummary(
        records=len(table),
        first=min(table, default=None),
        last=max(table, default=None),
        optimal=len(table.scores()),
        largest_gap=gaps[-1] if gaps else 0.0,
        median_gap=median(gaps) if gaps else 0.0,
    )


# -- bounds --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanBounds:
    """Bounds on the best score of a pot {1..N}, found without searching.

    Attributes
    ----------
    n
        The pot.
    half, primes, matching
        Bounds (3), (8) and (2) of A. F. Franklín and R. K. Moniot (2022).
    asymptotic
        Their approximation (13), which is not a bound; ``None`` below N = 10, where it says nothing.
    cuts
        Bound (2) with the cuts that were found in time; ``None`` above `perfectplay.taxman.bounds.MAX_CUTS_N`.

    Examples
    --------
    >>> bounds(100).matching
    3173
    """

    n: int
    half: int
    primes: int
    asymptotic: float | None
    matching: int
    cuts: int | None


def bounds(
    n: int,
    *,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
    tell: Callable[[str, float | None], object] = lambda _, __: None,
) -> TaxmanBounds:
    """Bound the best score of the pot {1..N} without searching, as ``perfectplay taxman bound`` does.

    Parameters
    ----------
    n
        From 1 to `perfectplay.taxman.rules.MAX_N`.
    time_limit
        Seconds, about: ``cuts`` is what is proven by then.
    progress
        Called before the first bound and after each, where ``done`` and ``total`` count them; and while the last one
        comes down, where ``upper`` tells how far.
    tell
        Called with the name and the value of each bound as soon as it is known, the quick ones first.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If ``n`` is out of range.

    Notes
    -----
    Milliseconds but for the last two: ``matching`` takes 0.05 s at N = 2000, ``cuts`` up to half a minute at 3000.

    Examples
    --------
    >>> found = bounds(20)
    >>> found.half, found.primes, found.matching, found.cuts
    (155, 124, 124, 124)
    """
    check_n(n, Text("bounded"))
    from perfectplay.taxman import bounds as formulas

    began, known = time.perf_counter(), 0

    def told(name: str, value: _Value) -> _Value:
        nonlocal known
        known += 1
        tell(name, value)
        progress(Progress("bounds", time.perf_counter() - began, done=known, total=_BOUNDS))
        return value

    progress(Progress("bounds", 0.0, total=_BOUNDS))
    # In the order of the paper, which is that of the time they take.
    return TaxmanBounds(
        n=n,
        half=told("half", formulas.half_pot(n)),
        primes=told("primes", formulas.prime_corrected(n)),
        asymptotic=told("asymptotic", formulas.asymptotic(n) if n >= _LEAST_ASYMPTOTIC else None),
        matching=told("matching", formulas.matching(n)),
        cuts=told("cuts", _root_bound(n, began, time_limit, progress) if n <= formulas.MAX_CUTS_N else None),
    )


def _root_bound(n: int, began: float, time_limit: float | None, progress: ProgressCallback) -> int:
    from perfectplay.taxman.exact import root_bound

    left = None if time_limit is None else max(0.0, began + time_limit - time.perf_counter())
    return root_bound(TaxmanPosition.new(n), time_limit=left, progress=progress)


# -- large pots ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanApprox(Solved):
    """A strong game for a large pot {1..N}, and how far from the best one it is at most.

    Attributes
    ----------
    position
        Id of the start; ``None`` above `perfectplay.taxman.rules.MAX_N`, where no id can be read.
    value, score, lower
        Score of the game.
    upper
        Proven bound on any score.
    n
        The pot.
    gap
        How far the bound is above the score, as a share of the score; ``None`` if the score is 0 and the bound is not.
    valid
        Whether the game, replayed by the rules, and the proof of the bound passed their checks.
    picks
        How many numbers are taken.
    matching
        Weight of the matching found, at most bound (2).
    bound
        What the bound comes from: ``"cuts"``, ``"cycles"``, ``"matching"`` or ``"primes"``.
    batches
        Batches in which the lower half of the pot was tried for the last game.
    tries
        Games that were tried by bans.
    complete
        Whether neither Ctrl-C nor the time limit cut anything short; with cuts, whether the game is proven best.
    moves
        The numbers taken, in playing order, where they were asked for.

    Examples
    --------
    >>> found, _certificate = approximate(100, bound="matching")
    >>> found.lower <= 3164 <= found.upper
    True
    """

    value: int
    lower: int
    upper: int
    n: int
    score: int
    gap: float | None
    valid: bool
    picks: int
    matching: int
    bound: Literal["cuts", "cycles", "matching", "primes"]
    batches: int
    tries: int
    complete: bool
    moves: tuple[int, ...] | None = optional()  # it declares a field


def approximate(
    n: int,
    *,
    bound: Literal["cuts", "matching"] | None = None,
    batches: int | None = None,
    time_limit: float | None = None,
    records: bool = True,
    progress: ProgressCallback = ignore_progress,
) -> tuple[TaxmanApprox, Result[int]]:
    """Find a strong game for a large pot and a bound, and check both, as ``perfectplay taxman approx`` does.

    Parameters
    ----------
    n
        At least 1; as `perfectplay.taxman.large.strong.strong_play` or
        `perfectplay.taxman.large.largescale.approximate` takes it.
    bound
        Where the bound comes from, and so which of these plays; by default cuts, where they are possible.
    batches
        As of the latter, which it implies.
    time_limit
        Seconds; with cuts 60 by default, otherwise there is no limit.
    records
        Whether to begin from a game for n or n - 1 that this program has, and to tell a bound that it knows, where that
        is lower; with cuts alone.
    progress
        Called now and then.

    Returns
    -------
    tuple
        What is told of it, and the game with a proof, whose bound may be above one that was known.

    Examples
    --------
    >>> found, result = approximate(50, bound="matching")
    >>> found.valid, found.lower <= 808 <= found.upper
    (True, True)
    """
    if bound == "cuts" or (bound is None and batches is None and n <= strong.MAX_CUTS_N):
        seconds = strong.TIME_LIMIT if time_limit is None else time_limit
        warm = game_nearby(n) if records else ()
        result = strong.strong_play(n, time_limit=seconds, warm=warm, certificate=True, progress=progress)
    else:
        from perfectplay.taxman.large.largescale import approximate as play

        result, records = play(n, batches=batches, time_limit=time_limit, progress=progress), False
    found = at_least_known(n, result) if records else result
    return approximated(n, found, valid=_is_valid(n, result)), found


def _is_valid(n: int, result: Result[int]) -> bool:
    """Whether the game reaches its score by the rules, and the proof, if there is one, its bound."""
    from perfectplay.taxman.large.duals import verify_certificate
    from perfectplay.taxman.large.largescale import replay
    from perfectplay.taxman.proof.check import check_bytes
    from perfectplay.taxman.proof.write import compact

    score, upper, proof = int(result.value), int(result.upper), result.certificate
    if replay(n, result.moves) != score:
        return False
    if proof is None:
        return True
    verdict = check_bytes(compact(proof).encode())
    if not verdict.examined:
        # It is too large for the checker.
        return (proof["claim"], verify_certificate(proof)) == ({"score": score, "upper": upper}, upper)
    return (verdict.valid, verdict.n, verdict.score, verdict.upper) == (True, n, score, upper)


def approximated(n: int, result: Result[int], *, valid: bool) -> TaxmanApprox:
    """Tell what was found for a large pot, by `strong_play` or by `approximate`.

    Parameters
    ----------
    n, result
        The pot, and the answer.
    valid
        Whether it passed its checks.
    """
    score, upper, told = int(result.value), int(result.upper), result.provenance
    return TaxmanApprox(
        game="taxman",
        position=f"taxman:{n}" if n <= MAX_N else None,
        kind=game_spec("taxman").value,
        value=score,
        lower=score,
        upper=upper,
        status=result.status,
        seconds=round(result.seconds, 3),
        source="records" if told.get("source") == "records" else "search",
        n=n,
        score=score,
        gap=(upper - score) / score if score else None if upper else 0.0,
        valid=valid,
        picks=told["picks"],
        matching=told["matching"],
        bound=told["bound"],
        batches=told["batches"],
        tries=told["tries"],
        complete=told["complete"] or result.status == "optimal",
    )
