"""Questions about Taxman, each with its answer for ``--json`` and HTTP.

Solvers are imported only when they are needed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from perfectplay.core.errors import LimitExceededError, PerfectPlayError
from perfectplay.core.progress import Progress
from perfectplay.core.question import UNLIMITED, AnswerT_co, Excludes, Needs, Question, Work
from perfectplay.core.text.texts import Text
from perfectplay.taxman.best_sets import best_sets, check_numbers
from perfectplay.taxman.plain import solve_worst
from perfectplay.taxman.records import proven_row
from perfectplay.taxman.rules import MAX_N, Pot, TaxmanPosition
from perfectplay.taxman.solve import TaxmanResult, solve

__all__ = [
    "AboutPot",
    "BoundPot",
    "SolvePot",
    "TaxmanBounds",
    "check_n",
]

_LEAST_ASYMPTOTIC = 10
"""Least N for the approximate formula (13): it is negative at N = 3, and half of the approximated bound at N = 5."""


def check_n(n: int, done: str, advice: str = "") -> None:
    """Check that n is from 1 to `MAX_N`; the error message is the same for every question.

    ``done`` completes "the pot cannot be ...", for example "solved". ``advice`` says what to do if N is too large.

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
class AboutPot(Question[AnswerT_co]):
    """A question about one pot or one position.

    Parameters
    ----------
    n, position, pot
        Exactly one of: n for the pot {1..n}, a position, or a pot of distinct positive integers.
    """

    n: int | None = None
    position: TaxmanPosition | None = None
    pot: tuple[int, ...] | None = None

    rules: ClassVar[tuple[Excludes | Needs, ...]] = (
        Excludes("n", ("position", "pot")),
        Excludes("position", ("pot",)),
        Needs("n", ("position", "pot")),
    )

    @property
    def start(self) -> TaxmanPosition:
        """Return the position that the question is about."""
        return self.position or TaxmanPosition.new(self.n or self.pot or ())


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvePot(AboutPot[TaxmanResult]):
    """A question: a best game from a position, with the state of its proof.

    Parameters
    ----------
    n, position, pot
        Exactly one of: n for the pot {1..n}, a position, or a pot of distinct positive integers.
    records
        Whether proven results may be looked up in the table of records, without a search.
    all_best
        Whether to find all best games, which needs a proven score; the JSON is then a `TaxmanAllBest`.
    certificate
        Whether to search for a proof in any case.
    worst
        Whether to find a game with the least score instead, in which the player continues while there is a legal move.

    Raises
    ------
    LimitExceededError
        If the sum of the pot is too large for the solver, or the pot is too large to find all best games.
    PerfectPlayError
        If the table of records is damaged, or if all best games are wanted and the best score is not proven in time.

    Notes
    -----
    The table takes a few milliseconds; a search is exponential in the worst case.

    Examples
    --------
    >>> question = SolvePot(n=20)
    >>> question.is_proven, question.start.id
    (True, 'taxman:20')
    >>> question.answer().value, question.answer().as_answer().source
    (124, 'records')
    >>> SolvePot(pot=(1, 2, 4, 7, 11, 22), all_best=True).answer().best.sets
    ((4, 7, 22), (11, 22))
    >>> SolvePot(n=20, worst=True).answer().value
    40
    """

    records: bool = True
    all_best: bool = False
    certificate: bool = False
    worst: bool = False

    names: ClassVar[Mapping[str, str]] = {"all_best": "all-best"}
    rules: ClassVar[tuple[Excludes | Needs, ...]] = (*AboutPot.rules, Excludes("worst", ("all_best", "certificate")))

    def __post_init__(self) -> None:
        """Check that the arguments fit together, and the size of the pot."""
        # Avoid super() without arguments: a dataclass with slots replaces the class, so super() would fail.
        Question.__post_init__(self)
        if self.n is not None:
            check_n(self.n, Text("solved"), Text(", and `perfectplay taxman approx` plays larger pots well"))
        if self.all_best:
            check_numbers(self.start)

    @property
    def is_proven(self) -> bool:
        """Return whether the answer is in the table of records."""
        start = self.start
        n = None if start.moves else start.start_pot.n
        return self.records and not self.certificate and not self.worst and n is not None and proven_row(n) is not None

    def answer(self, work: Work = UNLIMITED) -> TaxmanResult:
        """Find a worst game, or a best game and, if requested and unless Ctrl-C ended the search, all best games."""
        if self.worst:
            return TaxmanResult.of(self.start, solve_worst(self.start), worst=True)
        result = solve(
            self.start,
            time_limit=work.time_limit,
            progress=work.progress,
            records=self.records,
            certificate=self.certificate,
            jobs=work.jobs,
            cluster=work.cluster,
        )
        if not self.all_best or result.provenance.get("interrupted"):
            return result
        if result.status != "optimal":
            raise PerfectPlayError(
                "the search ended before the best score was proven, so which games are best is not known"
            )
        return replace(result, best=best_sets(self.start, progress=work.progress))


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
    Takes milliseconds, except that ``matching`` takes 0.05 s at N = 2000, and ``cuts`` up to half a minute at N = 3000.
    With a time limit, ``cuts`` is the bound proven by then.

    Examples
    --------
    >>> found = BoundPot(n=20).answer()
    >>> found.half, found.primes, found.matching, found.cuts
    (155, 124, 124, 124)
    >>> dict(BoundPot(n=20).stream())["half"]
    155
    """

    n: int

    def __post_init__(self) -> None:
        """Check that n is in the range."""
        check_n(self.n, Text("bounded"))

    def stream(self, work: Work = UNLIMITED) -> Iterator[tuple[str, int | float | None]]:
        """Yield the name and the value of each bound as soon as it is known, the fast ones first.

        The progress has the number of known bounds, and in ``upper`` the value of ``cuts`` so far.
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

        # Yield the fast bounds first; this is also the order of the paper.
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
        return TaxmanBounds(n=self.n, **dict(self.stream(work)))  # type: ignore[arg-type]  # fields have different types
