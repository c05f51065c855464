"""Kernels for vector cuts, in C: native/vector.c. Plain twins live in the tests.

A cut has a set of vertices with a vector for each.  A vector is an integer, with ``width`` bits for each coordinate: 1
over the field of two elements, 2 over the field of four (`perfectplay.matching.cuts`). If only multiples of a vector
matter, the least represents all.  A linear subspace, or any set of vectors, is a word of 64 bits: bit v says whether v
is in it.  So a few shifts of words add a vector to a span, or find whether two subspaces have vectors that differ by v.

The graph is given as for `perfectplay.matching.kernels.relaxation`: *own* vertices are candidates for the set,
*opposite* ones are the other ends of their pairs.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from perfectplay.native import Bools, Floats, Ints, Written, kernel


@kernel(
    members="size", vectors="size", twin="64", nb_ptr="n + 1", nb_pair="near", ob_ptr="n + 1", ob_pair="pairs",
    own="pairs", opp="pairs", mark="n", seen="n",
)  # fmt: skip
def closed_pairs(
    members: Ints, vectors: Ints, twin: Ints, nb_ptr: Ints, nb_pair: Ints, ob_ptr: Ints, ob_pair: Ints, own: Ints,
    opp: Ints, mark: Written[Ints], seen: Written[Bools],
) -> Ints:  # fmt: skip
    """Return the pairs of the vector cut of a set, in no particular order.

    ``mark`` and ``seen`` must be zero and are left zero.
    """


@kernel(
    members="all", vectors="all", ptr="sets + 1", ranks="sets", twin="64", x="pairs", nb_ptr="n + 1", nb_pair="near",
    ob_ptr="n + 1", ob_pair="pairs", own="pairs", opp="pairs", mark="n", seen="n",
)  # fmt: skip
def combine(
    members: Ints, vectors: Ints, ptr: Ints, ranks: Ints, width: int, twin: Ints, most_rank: int, least: float,
    most: int, x: Floats, nb_ptr: Ints, nb_pair: Ints, ob_ptr: Ints, ob_pair: Ints, own: Ints, opp: Ints,
    mark: Written[Ints], seen: Written[Bools],
) -> tuple[Ints, Ints, Ints, Ints]:  # fmt: skip
    """Combine pairs of sets that share members, and keep the nearly violated combinations.

    A vertex in both sets gets both vectors, concatenated. Ranks add up; pairs with a rank above ``most_rank`` are
    skipped. Set i is ``members[ptr[i] : ptr[i + 1]]``, with a vector for each member, and its rank is ``ranks[i]``.  If
    there are more than ``most`` pairs, only every n-th is tried. A combination is kept if its violation x(F) - |S| + K
    is at least ``least``, which is usually negative.  ``mark`` and ``seen`` are as in `closed_pairs`.  Returns the
    combinations in the same form.
    """


@kernel(
    starts="given", start_vectors="given", start_ptr="runs + 1", ranks="runs", twin="64", point_ptr="ranges",
    point="points", x="pairs", nb_ptr="ends", nb_pair="near", ob_ptr="ends", ob_pair="pairs", own="pairs", opp="pairs",
)  # fmt: skip
def vector_search(
    starts: Ints, start_vectors: Ints, start_ptr: Ints, ranks: Ints, width: int, twin: Ints, point_ptr: Ints,
    point: Ints, x: Floats, nb_ptr: Ints, nb_pair: Ints, ob_ptr: Ints, ob_pair: Ints, own: Ints, opp: Ints, steps: int,
    least: float,
) -> tuple[Ints, Ints, Ints, Ints, Floats]:  # fmt: skip
    """Look for violated vector cuts by tabu search, one run of ``steps`` from each set; sets are given as in `combine`.

    A run maximises x(F) - |S| + K by adding, dropping and changing the vector of one vertex at a time.  ``inside`` has,
    for each candidate and each possible vector, the sum of x at its opposite vertices; a move changes it only for
    candidates that share an opposite vertex.  Returns the best set of each run that violates a cut by ``least``:
    ``members``, ``vectors``, ``ptr``, ``ranks``, ``value``.
    """
