"""Kernels for large pots, in C: native/largescale.c. Plain twins live in the tests; the docs explain the ideas.

Conventions.  A vertex is the number itself, 1..n, with n below 2^31; entry 0 of every array of length n + 1 is unused.
``ptr`` and ``lower`` list the lower covers of v as ``lower[ptr[v] : ptr[v + 1]]``, largest first.  ``rank`` counts
prime factors with multiplicity.

A *game* is ``picked``, ``tax``, ``taker`` and ``usage``: which numbers are picks, the private factor of each, the pick
that a private factor belongs to, and how many picks have a number as lower cover.  The scratch arrays are ``users``,
``marks``, ``fresh``, ``nodes`` and ``queue``; ``users`` and ``marks`` are zero before and after a call.  Games and
scratch arrays are as in `perfectplay.matching.kernels.greedy`.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from perfectplay.native import Bools, Floats, Ints, Numbers, Written, kernel

Ranks = npt.NDArray[np.int8]

PHASE_ENDED = 3
"""Value of ``state[0]`` after the last call of `auction` in a phase."""


@kernel()
def cover_graph(n: int) -> tuple[Ints, Numbers, Ranks]:
    """Return ``ptr``, ``lower`` and ``rank`` of the pot {1..n}.  O(n log log n)."""


@kernel(ptr="n + 2", lower="pairs")
def neighbours(n: int, ptr: Ints, lower: Numbers) -> tuple[Ints, Numbers]:
    """Return the neighbours of each vertex as ``start`` and ``near``, laid out like ``ptr`` and ``lower``. O(pairs)."""


@kernel(start="n + 2", near="ends", rank="n + 1", price="n + 1", profit="n + 1", mate="n + 1", stack="n + 1", state="2")
def auction(
    n: int, start: Ints, near: Numbers, rank: Ranks, scale: int, epsilon: int, price: Written[Ints],
    profit: Written[Ints], mate: Written[Numbers], stack: Written[Numbers], state: Written[Ints], work: int,
) -> None:  # fmt: skip
    """Run a phase: numbers of odd rank bid for numbers of even rank until none gains more than epsilon by a new bid.

    ``price`` (of even rank), ``profit`` (of odd rank; in units of 1/scale) and ``mate`` (0 for none) continue from
    phase to phase. A phase takes several calls, each of which inspects little more than ``work`` neighbours: ``state``
    is zero before the first call, and ``state[0]`` is `PHASE_ENDED` after the last. ``stack`` is kept between the calls
    of a phase. The scale is at most 2^30, and epsilon at most 2^61.

    Afterwards profit + price >= scale * weight - epsilon for every pair, with equality up to epsilon for matched ones,
    and a number without a mate has price or profit 0. So the weight of the matching is at most epsilon per pair below
    the largest weight.
    """


@kernel(start="n + 2", near="ends", rank="n + 1", price="n + 1", u="n + 1")
def dual(n: int, start: Ints, near: Numbers, rank: Ranks, scale: int, shift: int, price: Ints, u: Written[Ints]) -> int:
    """Round prices (below 2^62) to integers, and complete them to a dual solution ``u``; return its sum.

    ``shift`` in [0, scale) is added before prices are rounded down. Then u[q] + u[p] >= p for every pair.
    """


@kernel(
    ptr="size + 1", lower="pairs", picked="size", tax="size", taker="size", usage="size", users="size, 2",
    marks="2, size", fresh="size", nodes="size", queue="size", later="room",
)  # fmt: skip
def grow(
    first: int, last: int, limit: int, ptr: Ints, lower: Numbers, picked: Written[Bools], tax: Written[Numbers],
    taker: Written[Numbers], usage: Written[Numbers], users: Written[Numbers], marks: Written[Bools],
    fresh: Written[Numbers], nodes: Written[Numbers], queue: Written[Numbers], later: Written[Numbers],
) -> tuple[int, int]:  # fmt: skip
    """Pick each number from ``first`` down to ``last`` if the picks remain a game; postpone it if the check is slow.

    A number is postponed, and listed in ``later``, if more than ``limit`` picks must be peeled again for it, and
    neither the level above it nor its own level rules it out. Returns the sum of the picks and how many were postponed.
    """


@kernel(
    wanted="size", delayed="size", ptr="size + 1", lower="pairs", picked="size", tax="size", taker="size", usage="size",
    users="size, 2", marks="2, size", fresh="size", nodes="size", queue="size",
)  # fmt: skip
def hold_back(
    wanted: Bools, first: int, last: int, delayed: Written[Bools], ptr: Ints, lower: Numbers, picked: Written[Bools],
    tax: Written[Numbers], taker: Written[Numbers], usage: Written[Numbers], users: Written[Numbers],
    marks: Written[Bools], fresh: Written[Numbers], nodes: Written[Numbers], queue: Written[Numbers],
) -> None:  # fmt: skip
    """Pick the ``wanted`` numbers from ``first`` down to ``last``, and mark others that would fit as ``delayed``."""


@kernel()
def exponential(x: float) -> float:
    """Return e to the power of x <= 0 as `anneal` computes it: the same on every machine, and 0 below -708."""


@kernel(
    draws="tries, 3", scores="2", delayed="size", picked="size", tax="size", taker="size", usage="size",
    kept_picked="size", kept_tax="size", kept_taker="size", kept_usage="size", best="size", core="first + 1, columns",
    new_core="first + 1, columns", up_ptr="size + 1", up="pairs", ptr="size + 1", lower="pairs", users="size, 2",
    marks="2, size", fresh="size", nodes="size", queue="size",
)  # fmt: skip
def anneal(
    draws: Floats, warmth: float, share: float, first: int, last: int, scores: Written[Ints], delayed: Written[Bools],
    picked: Written[Bools], tax: Written[Numbers], taker: Written[Numbers], usage: Written[Numbers],
    kept_picked: Written[Bools], kept_tax: Written[Numbers], kept_taker: Written[Numbers], kept_usage: Written[Numbers],
    best: Written[Bools], core: Written[Numbers], new_core: Written[Numbers], up_ptr: Ints, up: Numbers, ptr: Ints,
    lower: Numbers, users: Written[Numbers], marks: Written[Bools], fresh: Written[Numbers], nodes: Written[Numbers],
    queue: Written[Numbers],
) -> int:  # fmt: skip
    """Try greedy games that hold back different numbers. Keep a better game, and a worse game with some probability.

    The greedy choice goes from ``first`` down to ``last``, skips the ``delayed`` numbers, and then tries them in the
    same order. One game is tried for each row of ``draws``, in [0, 1): one number becomes delayed or is freed, and in
    a ``share`` of the games a second number too. A worse game is kept with probability exp(change / ``warmth``). With a
    share below 0, no number is delayed or freed, but all numbers are tried again.

    The game comes with a copy, whose parts are ``kept``; ``scores`` are its sum and the sum of ``best``, the best game.
    Row v of ``core`` has the size of a set of picks that rules v out, and then the set. The size is 0 if v is not ruled
    out, and -1 if the set was too large. ``new_core`` is scratch. ``up_ptr`` and ``up`` list the upper covers of each
    number. Returns how many games were tried: fewer than there are draws only if no number can be delayed.

    Only decisions that may differ from the previous game are made again. A number remains ruled out as long as all
    of its set is picked and has no new factor; if the set was too large, until the number has been a pick.
    """


@kernel(
    candidates="count", rank="size", ptr="size + 1", lower="pairs", picked="size", tax="size", taker="size",
    usage="size", users="size, 2", marks="2, size", fresh="size", nodes="size", queue="size",
)  # fmt: skip
def extend(
    candidates: Numbers, rank: Ranks, ptr: Ints, lower: Numbers, picked: Written[Bools], tax: Written[Numbers],
    taker: Written[Numbers], usage: Written[Numbers], users: Written[Numbers], marks: Written[Bools],
    fresh: Written[Numbers], nodes: Written[Numbers], queue: Written[Numbers],
) -> int:  # fmt: skip
    """Add candidates to a game, preferring large ones, level by level. Return the sum of the added numbers.

    ``candidates`` are distinct numbers that are not picked, ascending. Takes time proportional to the pairs of the
    picks that are peeled again. These are the candidates, the picks on the level above that lose their tax to a
    candidate, and all picks that are peeled after any of them.
    """


@kernel(by_rank="n", rank_ptr="ends", ptr="n + 2", lower="pairs", picked="n + 1")
def playing_order(by_rank: Numbers, rank_ptr: Ints, ptr: Ints, lower: Numbers, picked: Bools) -> tuple[Numbers, int]:
    """Order the picks into a game: low ranks first, and within a rank in the reverse order of a peeling.

    The numbers of rank r are ``by_rank[rank_ptr[r] : rank_ptr[r + 1]]``.  Returns the moves and how many picks could
    not be peeled: 0 if the picks are a game.
    """


@kernel()
def smallest_primes(n: int) -> Numbers:
    """Return the smallest prime factor of each number up to n; 0 and 1 map to themselves.  O(n log log n)."""


@kernel(moves="count", prime="n + 1", pot="n + 1")
def replay(n: int, moves: Numbers, prime: Numbers, pot: Written[Bools]) -> tuple[int, int]:
    """Play the moves by the rules, starting from ``pot``, which is changed into the final pot.

    ``prime`` is the result of `smallest_primes`. Returns the sum of the numbers taken and the index of the first
    illegal move, or -1 if all are legal. O(divisors of the moves).
    """


@kernel(prime="n + 1", pot="n + 1")
def leftovers(n: int, prime: Numbers, pot: Written[Bools]) -> Numbers:
    """Take the numbers that can still be taken, large ones first; update ``pot`` and return the moves."""
