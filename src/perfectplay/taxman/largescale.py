"""Large pots: a legal game, and a certified bound that says how far from perfect it can be.

The bound is the heaviest matching of the cover graph, by an auction; its proof is one integer for each number, which
`verify_dual` checks.  The game is built greedily, large numbers first, while the picks can be peeled.  Method,
proofs and measurements: docs, "Large pots".

Sources: A. F. Franklín and R. K. Moniot, "Polynomial-time upper bound to the Taxman score" (2022), bound (2);
D. P. Bertsekas, D. A. Castañon, "A forward/reverse auction algorithm for asymmetric assignment problems",
*Computational Optimization and Applications* 1 (1992), 277-297.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, PerfectPlayError, quote
from perfectplay.core.interrupt import InterruptFlag, deferred_interrupt
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result
from perfectplay.taxman import largescale_kernels as kernels
from perfectplay.taxman.bounds import prime_corrected

__all__ = ["CERTIFICATE_FORMAT", "MAX_LARGE_N", "approximate", "replay", "verify_dual"]

MAX_LARGE_N = 10_000_000
"""Largest N for which `approximate` looks for a game."""

CERTIFICATE_FORMAT = "perfectplay-taxman-dual"
"""What the certificate of a bound calls itself."""

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_EXACT_N = 200_000
"""Up to here the auction goes on until the matching is the heaviest; above, see `_TOLERANCE`."""
_TOLERANCE = 1_000_000
"""Above `_EXACT_N`, a matching that reaches all but one part in so many of its bound is heavy enough."""
_FINER = 5
"""By this factor the auction's increment shrinks from phase to phase."""
_SHIFTS = 8
"""Ways of rounding the prices that are tried."""
_LIMIT = 30_000
"""Picks that are peeled again for one number at most, while the upper half of the pot is tried."""
_SLICES = 64
"""Parts of the upper half between which clock and keyboard are looked at."""
_BATCHES = 2_000
_BATCH_WORK = 500_000_000
"""The lower half is tried in `_BATCHES` batches, or in fewer so that numbers times batches do not exceed this."""


def approximate(
    n: int,
    *,
    batches: int | None = None,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Result:
    """Find a good game for a large pot {1..n}, and bound the best score.

    Parameters
    ----------
    n
        1 to `MAX_LARGE_N`.
    batches
        Batches in which the lower half of the pot is tried, at least 1: more of them take longer, and nearly always
        give a better game.  By default 2,000, and fewer above n = 250,000, where the time grows with n.
    time_limit
        Seconds after which the search ends with what it has; the last step and the check of the game still follow.
    progress
        Called after each step; ``done`` of ``total`` batches.

    Returns
    -------
    Result
        ``lower`` is the score of the game, ``upper`` the proven bound, ``moves`` the game, checked by `replay`.
        The ``certificate`` holds the multipliers ``u`` that prove the bound: a list of n integers for 1..n, for
        `verify_dual`; it is ``None`` if the run was ended before there were any, and ``upper`` is then bound (8).
        ``provenance`` has ``matching`` (weight of the matching found, a lower bound on bound (2)), ``picks``,
        ``complete`` (whether neither Ctrl-C nor the time limit ended the run) and ``interrupted`` (by Ctrl-C).

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If ``n`` or ``batches`` is out of range.

    Notes
    -----
    About 60 bytes of memory per pair and number; O(pairs) for each batch.  Measured times and gaps stand in the docs.
    The same arguments give the same game, unless the time limit or Ctrl-C ends the run.

    Examples
    --------
    >>> result = approximate(1000)
    >>> result.value, result.upper, verify_dual(1000, result.certificate["u"])
    (315219, 316594, 316594)
    """
    _check(n)
    if batches is None:
        batches = max(1, min(_BATCHES, n // 2, _BATCH_WORK // n))
    elif batches < 1:
        message = f"{batches} batches are too few; at least 1 is needed"
        raise InvalidPositionError(message)
    began = time.perf_counter()
    run = _Run(n, batches, began, None if time_limit is None else began + time_limit, progress)
    with deferred_interrupt() as run.interrupt:
        run.report("cover graph")
        ptr, lower, rank = kernels.cover_graph(n)
        u, matching = _dual(run, ptr, lower, rank)
        moves = _game(run, ptr, lower, rank)
    return Result(
        value=run.score,
        lower=run.score,
        upper=run.upper,
        status="optimal" if run.score == run.upper else "bounded",
        moves=tuple(moves.tolist()),
        seconds=time.perf_counter() - began,
        provenance={
            "source": "greedy",
            "bound": "primes" if u is None else "matching",
            "matching": matching,
            "picks": len(moves),
            "batches": run.done,
            "complete": not run.ended,
            "interrupted": run.interrupt.pressed,
        },
        certificate=None if u is None else _certificate(n, run.upper, u),
    )


def verify_dual(n: int, u: Sequence[int]) -> int:
    """Check multipliers that bound the score for {1..n}, in whole numbers, and return the bound.

    If no multiplier is negative and u[q] + u[p] >= p whenever p/q is a prime, then no matching of the cover graph,
    and so no game, has more than the sum of u: each pair of a matching is paid for by its own two multipliers.

    Parameters
    ----------
    n
        At least 1.
    u
        Multipliers of 1..n, in this order.

    Returns
    -------
    int
        Their sum, an upper bound on the player's score.

    Raises
    ------
    PerfectPlayError
        If they prove nothing: quoting the first pair or number at fault.

    Notes
    -----
    Plain integers and a sieve; nothing is shared with what finds the multipliers.  O(n log log n): about a second for
    n = 1,000,000.

    Examples
    --------
    >>> verify_dual(4, [1, 2, 2, 2])
    7
    >>> verify_dual(4, [1, 2, 2, 1])
    Traceback (most recent call last):
    ...
    perfectplay.core.errors.PerfectPlayError: the multipliers 2 of 2 and 1 of 4 add up to less than 4; ...
    """
    if len(u) != n:
        message = f"there are {len(u)} multipliers; N = {n} needs one for each of 1..{n}"
        raise PerfectPlayError(message)
    for v, multiplier in enumerate(u, 1):
        if isinstance(multiplier, bool) or not isinstance(multiplier, int) or multiplier < 0:
            message = (
                f"the multiplier {quote(multiplier)[1:-1]} of {v} proves nothing; it must be an integer, 0 or larger"
            )
            raise PerfectPlayError(message)
    composite = bytearray(n + 1)
    for prime in range(2, n + 1):
        if composite[prime]:
            continue
        for p in range(prime, n + 1, prime):
            composite[p] = 1
            q = p // prime
            if u[q - 1] + u[p - 1] < p:
                message = (
                    f"the multipliers {u[q - 1]} of {q} and {u[p - 1]} of {p} add up to less than {p}; "
                    f"they must reach {p}, because {p} covers {q}"
                )
                raise PerfectPlayError(message)
    return sum(u)


def replay(n: int, moves: Sequence[int]) -> int:
    """Play a game on {1..n} by the rules, and return the player's score.

    Unlike `perfectplay.taxman.rules.TaxmanPosition` it keeps no history, and so takes pots of millions.

    Parameters
    ----------
    n
        1 to `MAX_LARGE_N`.
    moves
        Numbers to take, in order; the game need not be finished.

    Returns
    -------
    int
        Sum of the numbers taken.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If ``n`` is out of range.
    IllegalMoveError
        If a number is not in the pot when its turn comes, or none of its proper divisors is.

    Notes
    -----
    O(n log n) time and memory, for the divisors.

    Examples
    --------
    >>> replay(20, [19, 9, 15])
    43
    """
    _check(n)
    numbers = np.fromiter((move if 1 <= move <= n else 0 for move in moves), np.int64)
    score, _ = _played(n, numbers, moves, *kernels.proper_divisors(n))
    return score


def _check(n: int) -> None:
    if n < 1:
        message = f"N = {n} is not a pot; N must be a positive integer"
        raise InvalidPositionError(message)
    if n > MAX_LARGE_N:
        message = f"N = {n} is too large; the largest possible N is {MAX_LARGE_N}"
        raise LimitExceededError(message)


@dataclass(eq=False)
class _Run:
    """What a run has reached, and whether it should go on."""

    n: int
    total: int
    began: float
    deadline: float | None
    progress: ProgressCallback
    interrupt: InterruptFlag = field(default_factory=InterruptFlag)
    ended: bool = False
    score: int = 0
    done: int = 0
    upper: int = field(init=False)

    def __post_init__(self) -> None:
        self.upper = prime_corrected(self.n)

    def report(self, stage: str) -> None:
        seconds = time.perf_counter() - self.began
        self.progress(Progress(stage, seconds, self.score, self.upper, done=self.done, total=self.total))

    def goes_on(self, stage: str) -> bool:
        """Report; whether neither Ctrl-C nor the clock ends the run."""
        self.report(stage)
        late = self.deadline is not None and time.perf_counter() > self.deadline
        self.ended = self.ended or self.interrupt.pressed or late
        return not self.ended


def _certificate(n: int, upper: int, u: Ints) -> Mapping[str, Any]:
    return {"format": CERTIFICATE_FORMAT, "version": 1, "n": n, "upper": upper, "u": u[1:].tolist()}


def _dual(run: _Run, ptr: Ints, lower: Ints, rank: Ints) -> tuple[Ints | None, int]:
    """Bound (2) or a little more: multipliers of 0..n, and the weight of the matching found."""
    n = run.n
    start, near, weight = kernels.neighbours(n, ptr, lower)
    # With increments of one unit, a matching of at most n/2 pairs is less than one whole number from the heaviest.
    scale = n // 2 + 1
    price, profit, mate = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int32)
    best: Ints | None = None
    reached = 0
    epsilon = n * scale // 4
    while run.goes_on("matching bound"):
        epsilon = max(epsilon // _FINER, 1)
        found = kernels.auction(n, start, near, weight, rank, scale, epsilon, price, profit, mate)
        reached = max(reached, int(found))
        for i in range(_SHIFTS):
            u = np.zeros(n + 1, np.int64)
            bound = int(kernels.dual(n, start, near, weight, rank, scale, i * scale // _SHIFTS, price, u))
            # The simple bound that a run begins with is seldom better; a certificate is worth more.
            if best is None or bound < run.upper:
                best, run.upper = u, bound
        if epsilon == 1 or run.upper - reached <= (0 if n <= _EXACT_N else run.upper // _TOLERANCE):
            break
    return best, reached


def _game(run: _Run, ptr: Ints, lower: Ints, rank: Ints) -> npt.NDArray[np.int32]:
    """Pick greedily from the largest number down, and order the picks into a game."""
    n = run.n
    picked: Bools = np.zeros(n + 1, np.bool_)
    by_rank = (np.argsort(rank[1:], kind="stable") + 1).astype(np.int32)
    rank_ptr = np.concatenate(([0], np.cumsum(np.bincount(rank[1:])))).astype(np.int64)
    for add in _additions(run, picked, ptr, lower, by_rank, rank_ptr):
        run.score += int(add())
        if not run.goes_on("game"):
            break
    moves, stuck = kernels.playing_order(by_rank, rank_ptr, ptr, lower, picked)
    if stuck:
        message = f"internal error: {stuck} of the picks found for N = {n} cannot be peeled"
        raise AssertionError(message)
    score, moves = _finished(n, moves)
    if score < run.score:
        message = f"internal error: the moves found for N = {n} reach {score}, not {run.score}"
        raise AssertionError(message)
    run.score = score
    run.report("game")
    return moves


def _additions(
    run: _Run, picked: Bools, ptr: Ints, lower: Ints, by_rank: npt.NDArray[np.int32], rank_ptr: Ints
) -> Iterator[Callable[[], int]]:
    """Yield steps that each add picks and return their sum."""
    n, half = run.n, run.n // 2
    # Above n/2 numbers can be tried one by one: none of them is a factor of another pick.
    tax, taker, usage = (np.zeros(n + 1, np.int32) for _ in range(3))
    edges = np.linspace(n, half, min(_SLICES, n - half) + 1).astype(np.int64).tolist()
    for first, last in pairwise(edges):
        yield partial(kernels.grow, first, last + 1, _LIMIT, ptr, lower, picked, tax, taker, usage)
    edges = np.linspace(half, 1, run.total + 1).astype(np.int64).tolist()
    for first, last in pairwise(edges):
        run.done += 1
        candidate = np.zeros(n + 1, np.bool_)
        candidate[last + 1 : first + 1] = True
        yield partial(kernels.extend, by_rank, rank_ptr, ptr, lower, picked, candidate)


def _finished(n: int, moves: npt.NDArray[np.int32]) -> tuple[int, npt.NDArray[np.int32]]:
    """Replay a game, take whatever can still be taken, and return score and moves."""
    first, divisors = kernels.proper_divisors(n)
    score, pot = _played(n, moves, moves, first, divisors)
    more = kernels.leftovers(n, first, divisors, pot)
    return score + int(more.sum(dtype=np.int64)), np.concatenate((moves, more))


def _played(
    n: int, numbers: npt.NDArray[Any], moves: Sequence[int] | npt.NDArray[Any], first: Ints, divisors: Ints
) -> tuple[int, Bools]:
    """Score of a game and the pot it leaves."""
    pot: Bools = np.ones(n + 1, np.bool_)
    pot[0] = False
    score, place = kernels.replay(n, numbers, first, divisors, pot)
    if place >= 0:
        message = (
            f"move {place + 1} of the game on 1..{n} takes {quote(moves[place])[1:-1]}, which is not in the pot "
            "then or has no proper divisor there; only a number with a proper divisor in the pot may be taken"
        )
        raise IllegalMoveError(message)
    return int(score), pot
