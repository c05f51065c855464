"""Large pots: a legal game, and a certified bound on how far it is from perfect.

The bound is the weight of the heaviest matching of the cover graph, found by an auction, and is lowered by T-cuts
(`perfectplay.taxman.large.firstorder`). The proof consists of an integer for each number and each cut, which
`perfectplay.taxman.large.duals` checks. The game is built greedily, large numbers first, as long as the picks can be
peeled, and improved by bans (`perfectplay.taxman.large.bans`). Method, proofs and measurements: docs, "Large pots".

Sources: A. F. Franklín and R. K. Moniot, "Polynomial-time upper bound to the Taxman score" (2022), bound (2); D. P.
Bertsekas, D. A. Castañon, "A forward/reverse auction algorithm for asymmetric assignment problems", *Computational
Optimization and Applications* 1 (1992), 277-297.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result
from perfectplay.core.running.interrupt import InterruptFlag, deferred_interrupt
from perfectplay.taxman.bounds import prime_corrected
from perfectplay.taxman.large.bans import SETUP, better_picks
from perfectplay.taxman.large.duals import WrittenCut
from perfectplay.taxman.large.kernels import largescale as kernels
from perfectplay.taxman.proof.write import envelope

__all__ = ["approximate", "replay"]

MAX_LARGE_N = 10_000_000
"""Largest N for which `approximate` finds a game."""

Numbers = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_EXACT_N = 200_000
"""Up to this N the auction continues until the matching is the heaviest, and numbers are tried one by one."""
_TOLERANCE = 1_000_000
"""Above `_EXACT_N`, the auction ends once a matching is within a fraction 1/`_TOLERANCE` of the bound."""
_ROUGH_INCREMENT, _FIRST_INCREMENT = 20, 200
"""The first two increments of the auction are N divided by these numbers. The first gives a quick bound, a few per cent
above the matching. For a bound that is only a few thousandths above, the auction then restarts with the second, since
continuing with the prices of the first would take longer."""
_FINER = 5
"""Factor by which the auction's increment shrinks from phase to phase."""
_SHIFTS = 8
"""Number of ways in which prices are rounded; the lowest resulting bound is kept."""
_WORK = 2_000_000
"""Number of neighbours that the auction inspects between two checks of the deadline: a few hundredths of a second."""
_QUICK_LIMIT = 100
_LIMIT = 30_000
"""Maximum number of picks that are peeled again to try one number; a number that needs more is tried in a batch."""
_FIRST_SLICES = 4
_QUICK_SLICES = 8
_SLICES = 64
"""Number of slices into which the upper half of the pot is split; the deadline is checked after each slice."""
_BATCHES = 2_000
_BATCH_WORK = 2_000_000_000
"""The lower half is tried in `_BATCHES` batches, or in fewer if N times the number of batches exceeds `_BATCH_WORK`."""
_BANS_N = 20_000
_MOST_BANS_N = 100_000
"""Up to N = `_BANS_N`, bans pay even if time is short; above N = `_MOST_BANS_N`, too few can be tried to help."""
_TRIES = 4_000
_TRIES_WORK = 5_000_000
"""Maximum number of games that bans try, and the maximum of this number times N."""
_FULL_GAME = 100
"""A second game is built without shortcuts if the time left is at least this multiple of the first game's time."""
_FIRST_PHASE_SHARE = 0.9
_DUAL_SHARE = 0.3
_BANS_SHARE = 0.5
"""Shares of the time left: for the auction's first phase, for its later phases before the game is improved, and for
bans if the auction has not ended by then. The auction also gets the time that the game does not use."""
_MOMENT = 1e-3
"""Minimum number of seconds, to avoid a division by zero."""
_MOST_CUT_N = 2_000_000
_ROUNDS = 40
_ROUNDS_WORK = 15_000_000
"""Maximum number of rounds of cuts, and of rounds times N. Above N = `_MOST_CUT_N`, cuts take too much memory."""
_LAST_STEPS = 2.0
"""The last steps (ordering, replay and checks) take less than this multiple of the time to build the cover graph."""


def approximate(
    n: int,
    *,
    batches: int | None = None,
    tries: int | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Result[int, int]:
    """Find a good game for a large pot {1..n}, n up to `MAX_LARGE_N`, and bound the best score.

    The lower half of the pot is tried in ``batches``: more batches take longer, but nearly always give a better game.
    By default numbers are tried one by one up to n = 200,000, and in 2,000 batches above that; above n = 1,000,000, the
    time grows with n, so there are fewer batches. Up to n = 100,000 and without ``batches``, bans then try up to
    ``tries`` games to improve the game; the default is 4,000, and less above n = 1,250.  The same arguments, with a
    ``seed`` of 0 or more, give the same game, unless the time limit or Ctrl-C cuts something short.

    The run should end within ``time_limit`` seconds. A first game and a first bound come first. The remaining time is
    divided between improving the game and the bound, and determines the size of batches. If the time is too short even
    for the first steps, the run ends after the current step, and the game is still checked. After each step, the run
    reports that ``done`` of ``total`` numbers were tried for the last game.

    ``lower`` of the result is the score of the game, ``upper`` the proven bound, ``moves`` the game, checked by
    `replay`.  The certificate is of the kind "dual", for `perfectplay.taxman.proof.check` and
    `perfectplay.taxman.large.duals`; it is ``None`` if the run ended before there were multipliers, and ``upper`` is
    then bound (8).  ``provenance`` has ``bound`` (``"cuts"``, ``"matching"`` or ``"primes"``), ``matching`` (weight of
    the matching found, at most bound (2)), ``picks``, ``batches`` (of the lower half, in the last game), ``tries`` (by
    bans), ``complete`` (whether neither Ctrl-C nor the time limit cut anything short) and ``interrupted`` (by Ctrl-C).

    The run takes about 45 bytes of memory per pair and number, or 200 with cuts, and at worst O(pairs) time for each
    batch. The docs have measured times and gaps.

    >>> from perfectplay.taxman.large.duals import verify_certificate
    >>> result = approximate(1000)
    >>> result.value, result.upper, verify_certificate(result.certificate)
    (315339, 315820, 315820)
    """
    _check(n)
    if seed < 0:
        raise LimitExceededError("the seed {seed} is negative; a seed is 0 or larger", seed=seed)
    if batches is not None and batches < 1:
        raise InvalidPositionError("{batches} batches are too few; at least 1 is needed", batches=batches)
    began = time.perf_counter()
    run = _Run(n, began, None if time_limit is None else began + time_limit, progress)
    with deferred_interrupt() as run.interrupt:
        run.report("cover graph")
        graph = _Graph(n, *kernels.cover_graph(n))
        run.keep_back(_LAST_STEPS * (time.perf_counter() - began))
        first, seconds = _first_game(run, graph)
        dual = _Dual(graph)
        dual.improve(run, _DUAL_SHARE)
        picked = _better_game(run, graph, first, seconds, batches).picked
        if batches is None and not run.ended and n <= (_BANS_N if run.shortened else _MOST_BANS_N):
            picked = _by_bans(run, graph, picked, tries, seed, _BANS_SHARE)
        moves = _moves(run, graph, picked)
        # Let the auction use the time that the game did not use.
        dual.improve(run, 1.0)
        if dual.done and not run.ended and n <= _MOST_CUT_N:
            dual.cut(run, min(_ROUNDS, _ROUNDS_WORK // n))
        run.report("game")
    proof = dual.proof
    return Result(
        value=run.score,
        lower=run.score,
        upper=run.upper,
        status="optimal" if run.score == run.upper else "bounded",
        moves=tuple(moves.tolist()),
        seconds=time.perf_counter() - began,
        provenance={
            "source": "greedy",
            "bound": "primes" if proof is None else "cuts" if proof.cuts else "matching",
            "matching": dual.matching,
            "picks": len(moves),
            "batches": run.batches,
            "tries": run.tries,
            # If the game is proven best, the omitted steps could not have improved the game.
            "complete": run.score == run.upper or (dual.done and not run.shortened and not run.ended),
            "interrupted": run.interrupt.pressed,
        },
        certificate=None if proof is None else proof.written(n, run.score, run.upper, moves.tolist()),
    )


def replay(n: int, moves: Sequence[int]) -> int:
    """Play a game on {1..n}, n up to `MAX_LARGE_N`, by the rules, and return the player's score.

    Unlike `perfectplay.taxman.rules.TaxmanPosition` it keeps no history, so it can handle pots of millions.  It takes
    the time of a sieve plus O(divisors of the moves).  The game need not be finished.  Raises
    `IllegalMoveError` if a number, or all of its proper divisors, have left the pot before its turn.

    >>> replay(20, [19, 9, 15])
    43
    """
    _check(n)
    numbers = np.fromiter((move if 1 <= move <= n else 0 for move in moves), np.int32, len(moves))
    score, _ = _played(n, numbers, moves, kernels.smallest_primes(n))
    return score


def _check(n: int) -> None:
    if n < 1:
        raise InvalidPositionError("N = {n} is not a pot; N must be a positive integer", n=n)
    if n > MAX_LARGE_N:
        raise LimitExceededError("N = {n} is too large; the largest possible N is {most}", n=n, most=MAX_LARGE_N)


@dataclass(eq=False)
class _Run:
    """The results of a run so far, and whether it should continue."""

    n: int
    began: float
    deadline: float | None
    progress: ProgressCallback
    interrupt: InterruptFlag = field(default_factory=InterruptFlag)
    ended: bool = False
    shortened: bool = False
    score: int = 0
    done: int = 0
    batches: int = 0
    tries: int = 0
    upper: int = field(init=False)

    def __post_init__(self) -> None:
        self.upper = prime_corrected(self.n)

    def keep_back(self, seconds: float) -> None:
        """Reserve time for the steps after the search, but at most half of the time left."""
        if self.deadline is not None:
            self.deadline -= min(seconds, max(0.0, self.left() / 2))

    def left(self) -> float:
        """Return the seconds left for the search; negative once the deadline has passed."""
        return inf if self.deadline is None else self.deadline - time.perf_counter()

    def when(self, share: float) -> float:
        """Return the time (of the performance counter) at which a share of the time left will have passed."""
        return inf if self.deadline is None else self.deadline - (1 - share) * self.left()

    def reached(self, score: int) -> None:
        self.score = max(self.score, score)

    def report(self, stage: str) -> None:
        seconds = time.perf_counter() - self.began
        self.progress(Progress(stage, seconds, self.score, self.upper, done=self.done, total=self.n))

    def goes_on(self, stage: str, seconds: float = 0.0) -> bool:
        """Report a stage, and return whether the run should continue: no Ctrl-C came, and ``seconds`` are left."""
        self.report(stage)
        self.ended = self.ended or self.interrupt.pressed or self.left() < seconds
        return not self.ended


@dataclass(frozen=True, eq=False)
class _Graph:
    """The cover graph of {1..n} in the arrays that the kernels take."""

    n: int
    ptr: Ints
    lower: Numbers
    rank: npt.NDArray[np.int8]


def _three(n: int) -> tuple[Numbers, Numbers, Numbers]:
    return np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32)


class _Picks:
    """The numbers picked so far, which always form a game, and the private factor of each pick."""

    def __init__(self, graph: _Graph) -> None:
        n = graph.n
        self.graph = graph
        self.score = 0
        self.picked: Bools = np.zeros(n + 1, np.bool_)
        # Keep a game's private factors, their picks and usage; arrays that are zero between steps; and scratch arrays.
        self._carried = _three(n)
        self._clean = np.zeros((n + 1, 2), np.int32), np.zeros((2, n + 1), np.bool_)
        self._scratch = _three(n)

    def add(self, first: int, last: int, limit: int) -> None:
        """Try the numbers from ``first`` to ``last``; try those that need more than ``limit`` peelings in one batch."""
        graph = self.graph
        arrays = (graph.ptr, graph.lower, self.picked, *self._carried, *self._clean, *self._scratch)
        if limit:
            later = np.empty(first - last + 1, np.int32)
            gain, count = kernels.grow(first, last, limit, *arrays, later)
            self.score += gain
            later = later[:count][::-1].copy()
        else:
            later = np.arange(last, first + 1, dtype=np.int32)
        if len(later):
            self.score += kernels.extend(later, graph.rank, *arrays)


@dataclass(frozen=True, eq=False)
class _Proof:
    """Multipliers of 0..n and of cuts, as numerators over ``parts``, which prove a bound."""

    u: Ints
    parts: int
    cuts: list[WrittenCut]

    def written(self, n: int, score: int, upper: int, moves: list[int]) -> Mapping[str, Any]:
        """Return a certificate of the bound."""
        cuts = [[multiplier, members] for multiplier, members in self.cuts]
        proof = {"kind": "dual", "moves": moves, "parts": self.parts, "u": self.u[1:].tolist(), "cuts": cuts}
        return envelope(f"taxman:{n}", score, upper, proof)


class _Dual:
    """The auction: a proof of bound (2), or of a lower bound with cuts, and the weight of the best matching found."""

    def __init__(self, graph: _Graph) -> None:
        n = graph.n
        self.proof: _Proof | None = None
        self.matching = 0
        self.done = False
        self._graph = graph
        self._near: tuple[Ints, Numbers] = kernels.neighbours(n, graph.ptr, graph.lower)
        # With increments of 1/scale, a matching of at most n/2 pairs is less than 1 below the largest weight.
        self._scale = n // 2 + 1
        self._first = max(n * self._scale // _FIRST_INCREMENT, 1)
        self._epsilon = max(n * self._scale // _ROUGH_INCREMENT, self._first)
        self._price, self._profit = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
        self._mate, self._stack = np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32)
        self._state = np.zeros(2, np.int64)

    def improve(self, run: _Run, share: float) -> None:
        """Continue the auction: during the first phase for nearly all the time left, afterwards for a share of it."""
        until = run.when(share if self._epsilon < self._first else max(share, _FIRST_PHASE_SHARE))
        while not self.done and time.perf_counter() < until and run.goes_on("matching bound"):
            if self._bid(self._epsilon):
                if self._epsilon == self._first:
                    until = run.when(share)
                self._end_phase(run)
        if self._state[0]:
            # The phase was cut short, but its prices still give a bound.
            self._bound(run, 1)

    def cut(self, run: _Run, rounds: int) -> None:
        """Lower the bound by cuts, for up to ``rounds`` rounds, as long as there is time."""
        from perfectplay.taxman.large.firstorder import FirstOrder

        program, longest = FirstOrder(self._graph.n, kinds="T"), 0.0
        while program.rounds < rounds and run.upper > run.score and run.goes_on("cuts", longest):
            began = time.perf_counter()
            program.round()
            longest = max(longest, time.perf_counter() - began)
            run.upper = min(run.upper, program.upper)
        if program.upper == run.upper:
            self.proof = _Proof(*program.multipliers())

    def _bid(self, epsilon: int) -> bool:
        """Continue a phase of the auction for a few hundredths of a second; return whether it has ended."""
        (start, near), rank, scale = self._near, self._graph.rank, self._scale
        prices = (self._price, self._profit, self._mate, self._stack, self._state)
        kernels.auction(self._graph.n, start, near, rank, scale, epsilon, *prices, _WORK)
        return bool(self._state[0] == kernels.PHASE_ENDED)

    def _end_phase(self, run: _Run) -> None:
        n, self._state[:] = self._graph.n, 0
        upper_ends = np.arange(n + 1)
        matched = upper_ends[(self._mate > 0) & (self._mate < upper_ends)]
        self.matching = max(self.matching, int(matched.sum()))
        # Rounding matters only if increments are small, so try several shifts only then.
        self._bound(run, _SHIFTS if self._epsilon < 4 * self._scale else 1)
        enough = 0 if n <= _EXACT_N else run.upper // _TOLERANCE
        self.done = self._epsilon == 1 or (self.proof is not None and run.upper - self.matching <= enough)
        if self._epsilon > self._first:
            self._epsilon = self._first
            self._price[:], self._profit[:], self._mate[:] = 0, 0, 0
        else:
            self._epsilon = max(self._epsilon // _FINER, 1)

    def _bound(self, run: _Run, shifts: int) -> None:
        graph, scale = self._graph, self._scale
        for i in range(shifts):
            u = np.zeros(graph.n + 1, np.int64)
            bound = kernels.dual(graph.n, *self._near, graph.rank, scale, i * scale // shifts, self._price, u)
            # A bound no better than the initial one still needs a certificate.
            if bound < run.upper or (bound == run.upper and self.proof is None):
                run.upper = bound
                self.proof = _Proof(u, 1, [])


def _first_game(run: _Run, graph: _Graph) -> tuple[_Picks, float]:
    """Build a game with few large batches; also return the seconds it took."""
    began = time.perf_counter()
    picks = _Picks(graph)
    half = graph.n // 2
    for first, last in (*_slices(graph.n, half + 1, _FIRST_SLICES), *_lower_half(half, _FIRST_SLICES)):
        picks.add(first, last, 0)
        run.reached(picks.score)
        if not run.goes_on("first game"):
            break
    return picks, time.perf_counter() - began


def _better_game(run: _Run, graph: _Graph, game: _Picks, seconds: float, batches: int | None) -> _Picks:
    """Build a game with as many batches as time allows; ``seconds`` is the time that the first game took."""
    run.shortened = run.left() < _FULL_GAME * seconds
    if (run.shortened and run.left() < seconds) or not run.goes_on("game"):
        return game
    # Reserve time for a last batch with all untried numbers: it takes at most half as long as the first game.
    run.keep_back(seconds / 2)
    picks = _Picks(graph)
    half = graph.n // 2
    for first, last, limit in _short_steps(run, half) if run.shortened else _all_steps(graph.n, batches):
        picks.add(first, last, limit)
        run.reached(picks.score)
        run.done = graph.n - last + 1
        run.batches += first <= half
        if not run.goes_on("game"):
            if last > 1 and not run.interrupt.pressed:
                picks.add(last - 1, 1, 0)
            break
    return max(picks, game, key=lambda either: either.score)


def _by_bans(run: _Run, graph: _Graph, picked: Bools, tries: int | None, seed: int, time_share: float) -> Bools:
    """Improve a game by bans until ``tries`` games are tried or a share of the time left has passed."""
    n = graph.n
    enough = min(_TRIES, _TRIES_WORK // n) if tries is None else tries
    began, until = time.perf_counter(), run.when(time_share)

    def over(done: int, score: int) -> float:
        run.reached(score)
        run.tries = done
        if done >= enough or run.score == run.upper or not run.goes_on("bans"):
            return 1.0
        now = time.perf_counter() + (0.0 if done else SETUP * n**2)
        run.shortened |= now >= until
        return max(done / enough, 1.0 if now >= until else (now - began) / (until - began))

    return better_picks(graph.ptr, graph.lower, picked, over, seed=seed)


def _slices(first: int, last: int, count: int) -> Iterator[tuple[int, int]]:
    """Split the numbers from ``first`` down to ``last`` into equal slices; yield the first and last number of each."""
    return _cut(first + (last - 1 - first) * np.linspace(0, 1, count + 1))


def _lower_half(half: int, count: int) -> Iterator[tuple[int, int]]:
    """Split the lower half into batches: small ones near N/2, where most of the picks are, and larger ones below."""
    return _cut(half * (1 - np.linspace(0, 1, count + 1) ** 2))


def _cut(edges: npt.NDArray[np.float64]) -> Iterator[tuple[int, int]]:
    for first, last in pairwise(edges.round().astype(np.int64).tolist()):
        if last < first:
            yield first, last + 1


def _all_steps(n: int, batches: int | None) -> Iterator[tuple[int, int, int]]:
    """Yield the steps of a game without shortcuts: first number, last number, maximum number of picks to peel again."""
    for first, last in _slices(n, n // 2 + 1, _SLICES):
        yield first, last, _LIMIT
    limit = _LIMIT if batches is None and n <= _EXACT_N else 0
    for first, last in _lower_half(n // 2, batches or max(1, min(_BATCHES, n // 2, _BATCH_WORK // n))):
        yield first, last, limit


def _short_steps(run: _Run, half: int) -> Iterator[tuple[int, int, int]]:
    """Yield the steps of a game with a deadline, like `_all_steps`; a batch is larger if the last one took longer."""
    for first, last in _slices(run.n, half + 1, _QUICK_SLICES):
        yield first, last, _QUICK_LIMIT
    done, width, first = 0.0, 1 / _SLICES, half
    while first > 0:
        began = time.perf_counter()
        done = min(1.0, done + width)
        last = 1 + round(half * (1 - done * done))
        if last <= first:
            yield first, last, 0
            first = last - 1
        needed = (1 - done) * (time.perf_counter() - began)
        width = min(max(needed / max(run.left(), _MOMENT), 1 / _BATCHES), 1 / _QUICK_SLICES)


def _moves(run: _Run, graph: _Graph, picked: Bools) -> Numbers:
    """Order the picks into a game, and append all numbers that can still be taken."""
    n, rank = graph.n, graph.rank
    by_rank = (np.argsort(rank[1:], kind="stable") + 1).astype(np.int32)
    rank_ptr = np.concatenate(([0], np.cumsum(np.bincount(rank[1:])))).astype(np.int64)
    moves, stuck = kernels.playing_order(by_rank, rank_ptr, graph.ptr, graph.lower, picked)
    if stuck:
        raise AssertionError(f"internal error: {stuck} of the picks found for N = {n} cannot be peeled")
    score, moves = _finished(n, moves)
    if score < run.score:
        raise AssertionError(f"internal error: the moves found for N = {n} reach {score}, not {run.score}")
    run.score = score
    return moves


def _finished(n: int, moves: Numbers) -> tuple[int, Numbers]:
    """Replay a game, take all numbers that can still be taken, and return the new score and all moves."""
    prime = kernels.smallest_primes(n)
    score, pot = _played(n, moves, moves, prime)
    more = kernels.leftovers(n, prime, pot)
    return score + int(more.sum(dtype=np.int64)), np.concatenate((moves, more))


def _played(n: int, numbers: Numbers, moves: Sequence[int] | Numbers, prime: Numbers) -> tuple[int, Bools]:
    """Return the score of a game and the pot at its end."""
    pot: Bools = np.ones(n + 1, np.bool_)
    pot[0] = False
    score, illegal = kernels.replay(n, numbers, prime, pot)
    if illegal >= 0:
        raise IllegalMoveError(
            "move {place} of the game on 1..{n} takes {move}, which is not in the pot then or has no proper "
            "divisor there; only a number with a proper divisor in the pot may be taken",
            place=illegal + 1,
            n=n,
            move=quote(moves[illegal])[1:-1],
        )
    return score, pot
