"""Kernels of the search, in C: native/relaxation.c. Plain twins live in the tests; the docs explain the ideas.

Conventions.  A graph is given by the flat arrays of `perfectplay.matching.graph.Graph`.  The two separation
kernels see it from one side: *own* vertices are candidates for the set of a cut, *opposite* vertices are the
other ends of their pairs.  For S-cuts own vertices are lower ends, for T-cuts upper ends.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from perfectplay.native import Bools, Floats, Ints, Words, Written, kernel


@kernel(
    picked="n", stuck="n", level="n", down_ptr="n + 1", lower="pairs", up_ptr="n + 1", up_pair="pairs", upper="pairs"
)
def peel_core(
    picked: Bools, stuck: Written[Bools], level: Ints, level_count: int, down_ptr: Ints, lower: Ints, up_ptr: Ints,
    up_pair: Ints, upper: Ints,
) -> None:  # fmt: skip
    """Mark in ``stuck`` the picks that cannot be peeled; an acyclic matching has all picks if there are none.

    The entries of all other picks become false; entries of other vertices do not change. O(pairs) for each level.
    """


@kernel(
    order="tried", weights="n", picked="n", level="n", down_ptr="n + 1", lower="pairs", up_ptr="n + 1",
    up_pair="pairs", upper="pairs",
)  # fmt: skip
def peel_greedy(
    order: Ints, weights: Ints, picked: Written[Bools], level: Ints, level_count: int, down_ptr: Ints, lower: Ints,
    up_ptr: Ints, up_pair: Ints, upper: Ints,
) -> int:  # fmt: skip
    """Pick each vertex in the given order if the picks remain the upper ends of an acyclic matching.

    The order must not repeat a vertex. ``picked`` must be all false, and gets the picks; returns their weight.
    """


@kernel(
    starts="runs", x="pairs", nb_ptr="ends", nb_pair="near", ob_ptr="ends", ob_pair="pairs", own="pairs", opp="pairs",
    state="1",
)  # fmt: skip
def set_search(
    starts: Ints, x: Floats, nb_ptr: Ints, nb_pair: Ints, ob_ptr: Ints, ob_pair: Ints, own: Ints, opp: Ints,
    steps: int, noise: float, least: float, give_up: int, state: Written[Words],
) -> tuple[Ints, Ints, Floats]:  # fmt: skip
    """Look for violated S- or T-cuts by tabu search over sets, one run from each of the ``starts``.

    A run maximises x(F) - |S| + 1 by taking one vertex into the set or out of it, with incremental gains, in O(deg^2)
    for each step.  It takes at most ``steps`` steps, breaks ties by ``noise``, and ends when its best set has not
    improved for ``give_up`` steps.  ``state`` is the seed.

    Returns ``members``, ``ptr``, ``value``: the best set of each run that violates a cut by ``least``, ``members[ptr[i]
    : ptr[i + 1]]``, and its violation ``value[i]``.
    """
