"""Kernels of the search, in C: native/relaxation.c. Plain twins live in the tests; the docs explain the ideas.

Conventions.  A graph is given by the flat arrays of `perfectplay.matching.graph.Graph`.  The two separation
kernels see it from one side: *own* vertices are candidates for the set of a cut, *opposite* vertices are the
other ends of their pairs.  For S-cuts own vertices are lower ends, for T-cuts upper ends.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from perfectplay.native import Bools, Bytes, Floats, Ints, Numbers, Words, Written, kernel


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


@kernel(
    row_ptr="rows + 1", row_col="entries", cost="columns", low="columns", high="columns", rhs="rows", slack="rows",
    status="columns + rows", weight="columns + rows", x="columns", y="rows",
)  # fmt: skip
def dual_simplex(
    row_ptr: Ints, row_col: Numbers, cost: Floats, low: Floats, high: Floats, rhs: Floats, slack: Floats,
    status: Written[Bytes], weight: Written[Floats], limit: int, cutoff: float, x: Written[Floats], y: Written[Floats],
) -> tuple[int, int, float]:  # fmt: skip
    """Find the least ``cost`` x subject to A x + s = ``rhs``, ``low`` <= x <= ``high`` and 0 <= s <= ``slack``.

    Row i of A has ones in the columns ``row_col[row_ptr[i] : row_ptr[i + 1]]``.  The run continues from a basis:
    ``status`` says whether each column, and then the slack of each row, is at its lower bound (0), in the basis (1) or
    at its upper bound (2).  Slacks complete what is not a basis.  ``weight`` has the weight of steepest edges of
    each variable in the basis: the squared norm of its row of the inverse, or 0 if that must be calculated.

    Returns how the run ended, the number of iterations and the objective.  The run ended with an optimum (0), with a
    proof that there is no x (1), above ``cutoff`` (2), after ``limit`` iterations (3), or in numerical trouble (4).
    ``x`` is the point; it is optimal only if the run is.  ``y`` has the multipliers of the rows, which prove the
    objective, or those of the proof that there is no x, with either sign.  An iteration takes about 0.05 ms for 1,000
    rows.
    """
