"""Questions about Taxman, each with its answer for ``--json`` and HTTP.

Solvers are loaded when they are needed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from perfectplay.core.answers import Solved, common
from perfectplay.core.errors import LimitExceededError, PerfectPlayError
from perfectplay.core.progress import Progress
from perfectplay.core.question import UNLIMITED, Excludes, Needs, Question, Work
from perfectplay.core.result import Result
from perfectplay.core.schema import Exact, optional
from perfectplay.core.text.texts import Text
from perfectplay.taxman.best_sets import best_sets, check_numbers
from perfectplay.taxman.plain import solve_worst
from perfectplay.taxman.records import proven_row
from perfectplay.taxman.rules import MAX_N, Pot, TaxmanPosition
from perfectplay.taxman.solve import solve

if TYPE_CHECKING:
    from perfectplay.taxman.records import Record
    from perfectplay.taxman.table.resume import SolvedRow

__all__ = [
    "LARGEST_SUM",
    "MAX_BOARD",
    "BoundPot",
    "SolvePot",
    "TaxmanAllBest",
    "TaxmanBounds",
    "TaxmanSolved",
    "TaxmanStep",
    "check_board",
    "check_n",
    "check_pot",
    "check_provable",
    "steps",
]

_LEAST_ASYMPTOTIC = 10
"""Least N for the approximate formula (13): it is negative at N = 3, and half of the approximated bound at N = 5."""


MAX_BOARD = 2_000
"""Most numbers on a board."""

LARGEST_SUM = 2**53 - 1
"""Largest sum of a pot that every browser computes exactly."""


def check_n(n: int, done: str, advice: str = "") -> None:
    """Check that n is the N of a pot {1..N}, from 1 to `MAX_N`; the message is the same for every question.

    ``done`` completes the message: the pot cannot be "solved", ... ``advice`` says what to do if N is too large.

    Examples
    --------
    >>> check_n(20, "solved")
    """
    if n > MAX_N:
        raise LimitExceededError(
            "N = {n} is too large to be {done}; the largest possible N is {most}{advice}",
            n=n,
            done=done,
            most=MAX_N,
            advice=advice,
        )
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
        The taxman's numbers, ascending.
    """

    take: int
    tax: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanSolved(Solved):
    """A best game from a position, with the state of its proof.

    Attributes
    ----------
    value, score, lower
        The player's final score in the best game found, past moves included.
    upper
        Proven bound on the player's final score.
    n
        The N of the pot {1..N} in which the game began, or ``None`` if it was another pot.
    taxman
        The taxman's final score: everything that the player does not take.
    moves
        The moves from the position on, in playing order.
    margin
        The player's final score minus the taxman's.
    share
        The player's share of the pot.
    lowest
        The smallest number taken, past moves included; ``None`` if none was.
    remainder
        The numbers that are neither taken nor paid as tax, ascending; they are useless, and go to the taxman.
    proof
        For a row of the table of records: ``"searched"``, or ``"chained"`` if the score for N - 1 proves the bound.
    leaves
        For such a row: leaves of the search tree, 0 if there is none.
    worst
        Set if the worst game was requested: the game ends with the least score, and all bounds are that score.

    Examples
    --------
    >>> result = Result(15, 15, 15, "optimal", (5, 4, 6), 0.0, {})
    >>> answer = TaxmanSolved.of(TaxmanPosition.new(6), result)
    >>> answer.margin, answer.share, answer.lowest, answer.remainder
    (9, Fraction(5, 7), 4, ())
    >>> from perfectplay.taxman.records import load_records
    >>> TaxmanSolved.of_row(load_records()[20]).score, TaxmanSolved.of_record(load_records()[20]).proof
    (124, 'searched')
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
    worst: bool | None = optional()

    @classmethod
    def of(cls, position: TaxmanPosition, result: Result[int, int]) -> Self:
        """Build the answer from a solver's result, with more figures of the whole game.

        Raises
        ------
        IllegalMoveError
            If a move of the result is not legal.
        """
        start, score = position.start(), result.value
        pot, played = start.start_pot, steps(start, (*position.moves, *result.moves))
        used = {number for step in played for number in (step.take, *step.tax)}
        return cls(
            **common(position, result),
            n=pot.n,
            score=score,
            taxman=pot.total - score,
            moves=played[len(position.moves) :],
            margin=2 * score - pot.total,
            share=Fraction(score, pot.total),
            lowest=min((step.take for step in played), default=None),
            remainder=tuple(number for number in pot.numbers if number not in used),
        )

    @classmethod
    def of_row(cls, row: SolvedRow | Record) -> Self:
        """Build the answer from a solved pot {1..N}."""
        return cls.of(TaxmanPosition.new(row.n), row.result())

    @classmethod
    def of_record(cls, record: Record) -> Self:
        """Build the answer from a row of the table of records, with its proof."""
        return replace(cls.of_row(record), proof=record.proof, leaves=record.leaves)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanAllBest(TaxmanSolved):
    """A best game from a position, and the number of best games.

    Attributes
    ----------
    best_sets
        Every set of numbers that a best game takes from the position on, ascending.
    best_games
        Number of best games, where other orders of the same numbers count as other games; ``None`` if too many.
    """

    best_sets: tuple[tuple[int, ...], ...]
    best_games: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvePot(Question[TaxmanSolved]):
    """A question: a best game from a position, with the state of its proof.

    Parameters
    ----------
    n, position, pot
        One of them: the pot {1..n}; a position; or a pot of distinct positive integers.
    records
        Whether proven results may be looked up in the table of records instead.
    all_best
        Whether to find all best games, which needs a proven score; then the answer is a `TaxmanAllBest`.
    certificate
        Whether `find` always searches for a proof.
    worst
        Whether to find a game with the least score instead, in which the player continues while there is a legal move.

    Raises
    ------
    LimitExceededError
        If the sum of the pot is too large for the solver, or the pot for finding all best games.
    PerfectPlayError
        If the table of records is damaged; or if all best games are wanted, and the best score was not proven in time.

    Notes
    -----
    A few milliseconds from the table; a search is exponential in the worst case.

    Examples
    --------
    >>> question = SolvePot(n=20)
    >>> question.is_proven, question.start.id
    (True, 'taxman:20')
    >>> question.tell(question.find()).score, question.answer().source
    (124, 'records')
    >>> SolvePot(pot=(1, 2, 4, 7, 11, 22), all_best=True).answer().best_sets
    ((4, 7, 22), (11, 22))
    >>> SolvePot(n=20, worst=True).answer().score
    40
    """

    n: int | None = None
    position: TaxmanPosition | None = None
    pot: tuple[int, ...] | None = None
    records: bool = True
    all_best: bool = False
    certificate: bool = False
    worst: bool = False

    names: ClassVar[Mapping[str, str]] = {"all_best": "all-best"}
    rules: ClassVar[tuple[Excludes | Needs, ...]] = (
        Excludes("n", ("position", "pot")),
        Excludes("position", ("pot",)),
        Needs("n", ("position", "pot")),
        Excludes("worst", ("all_best", "certificate")),
    )

    def __post_init__(self) -> None:
        """Check the rules and the size of the pot."""
        # Avoid super() without arguments: a dataclass with slots replaces the class, so super() would fail.
        Question.__post_init__(self)
        if self.n is not None:
            check_n(self.n, Text("solved"), Text(", and `perfectplay taxman approx` plays larger pots well"))
        if self.all_best:
            check_numbers(self.start)

    @property
    def start(self) -> TaxmanPosition:
        """Return the position from which the game is played."""
        return self.position or TaxmanPosition.new(self.n or self.pot or ())

    @property
    def is_proven(self) -> bool:
        """Return whether the answer is in the table of records."""
        start = self.start
        n = None if start.moves else start.start_pot.n
        return self.records and not self.certificate and not self.worst and n is not None and proven_row(n) is not None

    def find(self, work: Work = UNLIMITED) -> Result[int, int]:
        """Find a best game, or a worst one."""
        if self.worst:
            return solve_worst(self.start)
        return solve(
            self.start,
            time_limit=work.time_limit,
            progress=work.progress,
            records=self.records,
            certificate=self.certificate,
            jobs=work.jobs,
            cluster=work.cluster,
        )

    def tell(self, result: Result[int, int], work: Work = UNLIMITED) -> TaxmanSolved:
        """Build the answer for a best game; also find all others if requested."""
        start = self.start
        answer = TaxmanSolved.of(start, result)
        if not self.all_best:
            return replace(answer, worst=True) if self.worst else answer
        if answer.status != "optimal":
            raise PerfectPlayError(
                "the search ended before the best score was proven, so which games are best is not known"
            )
        found = best_sets(start, progress=work.progress)
        told = {field.name: getattr(answer, field.name) for field in fields(answer)}
        return TaxmanAllBest(**told, best_sets=found.sets, best_games=found.games)

    def answer(self, work: Work = UNLIMITED) -> TaxmanSolved:
        """Find the answer."""
        return self.tell(self.find(work), work)


def steps(position: TaxmanPosition, moves: Iterable[int]) -> tuple[TaxmanStep, ...]:
    """Return legal moves from a position in playing order, with the tax on each by the rules.

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
        Their approximation (13), which is not a bound; ``None`` below N = 10, where it is useless.
    cuts
        Bound (2), lowered by the cuts found in time; ``None`` above `perfectplay.taxman.bounds.MAX_CUTS_N`.
    """

    n: int
    half: int
    primes: int
    asymptotic: float | None
    matching: int
    cuts: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundPot(Question[TaxmanBounds]):
    """A question: bounds on the best score of the pot {1..N}, without a search.

    Parameters
    ----------
    n
        From 1 to `perfectplay.taxman.rules.MAX_N`.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If ``n`` is out of range.

    Notes
    -----
    Takes milliseconds, except for the last two: ``matching`` takes 0.05 s at N = 2000, ``cuts`` up to half a minute at
    3000. With a time limit, ``cuts`` is the bound proven by then.

    Examples
    --------
    >>> found = BoundPot(n=20).answer()
    >>> found.half, found.primes, found.matching, found.cuts
    (155, 124, 124, 124)
    >>> dict(BoundPot(n=20).each())["half"]
    155
    """

    n: int

    def __post_init__(self) -> None:
        """Check that there is such a pot."""
        check_n(self.n, Text("bounded"))

    def each(self, work: Work = UNLIMITED) -> Iterator[tuple[str, int | float | None]]:
        """Yield the name and the value of each bound as soon as it is known, the fast ones first.

        The progress has the number of known bounds, and in ``upper`` the current value of the last one.
        """
        from perfectplay.taxman import bounds
        from perfectplay.taxman.exact import root_bound

        n, began = self.n, time.perf_counter()

        def cuts() -> int | None:
            if n > bounds.MAX_CUTS_N:
                return None
            limit = work.time_limit
            left = None if limit is None else max(0.0, began + limit - time.perf_counter())
            return root_bound(TaxmanPosition.new(n), time_limit=left, progress=work.progress)

        # The order is that of the paper, and of the time they take.
        ways = {
            "half": lambda: bounds.half_pot(n),
            "primes": lambda: bounds.prime_corrected(n),
            "asymptotic": lambda: bounds.asymptotic(n) if n >= _LEAST_ASYMPTOTIC else None,
            "matching": lambda: bounds.matching(n),
            "cuts": cuts,
        }
        for done, (name, way) in enumerate(ways.items()):
            work.progress(Progress("bounds", time.perf_counter() - began, done=done, total=len(ways)))
            yield name, way()
        work.progress(Progress("bounds", time.perf_counter() - began, done=len(ways), total=len(ways)))

    def answer(self, work: Work = UNLIMITED) -> TaxmanBounds:
        """Find the answer."""
        return TaxmanBounds(n=self.n, **dict(self.each(work)))  # type: ignore[arg-type]  # fields have different types


# -- limits of the web app -----------------------------------------------------------------------------------------


def check_board(position: TaxmanPosition) -> None:
    """Raise an error if a pot is too large for a board.

    Raises
    ------
    LimitExceededError
        If it has more than `MAX_BOARD` numbers, or their sum is not exact in every browser.
    """
    check_pot(position.start_pot)


def check_provable(position: TaxmanPosition) -> None:
    """Raise an error if a position is too large for a proof; whole pots {1..N} may be larger, with installed proofs.

    Raises
    ------
    LimitExceededError
        If it is another position, and too large for a board.
    """
    if position.start_pot.n is None or position.moves:
        check_board(position)


def check_pot(pot: Pot, most: int = MAX_BOARD) -> None:
    """Raise an error if a pot has too many numbers, or a sum that some browsers cannot compute exactly."""
    if len(pot.numbers) > most:
        raise LimitExceededError(
            "the pot has {count} numbers; at most {most} are possible here", count=len(pot.numbers), most=most
        )
    if pot.total > LARGEST_SUM:
        raise LimitExceededError(
            "the numbers of the pot add up to {total}; here they may add up to {largest_sum} at most",
            total=pot.total,
            largest_sum=LARGEST_SUM,
        )
