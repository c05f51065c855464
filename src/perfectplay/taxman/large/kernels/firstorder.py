"""Kernels of `perfectplay.taxman.large.firstorder`, in C: native/firstorder.c. Plain twins live in the tests.

Conventions.  Vertices and pairs are as in `perfectplay.matching.graph.Graph`.  Row i of the cuts has the pairs
``row_pair[row_ptr[i] : row_ptr[i + 1]]``, at least one; pair e is in the cuts
``in_cut[in_ptr[e] : in_ptr[e + 1]]``.  Whole weights and multipliers are below 2^62.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from perfectplay.native import Floats, Ints, Written, kernel


@kernel(
    gain="pairs", room="cuts", low="pairs", high="pairs", degree="vertices", row_ptr="cuts + 1", row_pair="members",
    in_ptr="pairs + 1", in_cut="members", x="pairs", u="vertices", y="cuts",
)  # fmt: skip
def descend(
    steps: int, balance: float, gain: Floats, room: Floats, low: Ints, high: Ints, degree: Ints, row_ptr: Ints,
    row_pair: Ints, in_ptr: Ints, in_cut: Ints, x: Written[Floats], u: Written[Floats], y: Written[Floats],
) -> None:  # fmt: skip
    """Take at least one primal-dual step from ``x`` (pairs), ``u`` (vertices), ``y`` (cuts); store the averages there.

    ``gain`` is the gain of each pair. A vertex has room for one pair, and a cut for ``room`` pairs. ``degree`` counts
    the pairs of each vertex. A larger ``balance`` lengthens the steps of ``u`` and ``y``, and shortens those of ``x``.
    """


@kernel(
    weight="pairs", low="pairs", high="pairs", level="vertices", down_ptr="vertices + 1", up_ptr="vertices + 1",
    up_pair="pairs", u="vertices",
)  # fmt: skip
def cover(
    sweeps: int, weight: Ints, low: Ints, high: Ints, level: Ints, down_ptr: Ints, up_ptr: Ints, up_pair: Ints,
    u: Written[Ints],
) -> None:  # fmt: skip
    """Adjust multipliers of odd and even levels in turn, so that ``u`` covers the ``weight`` of each pair.

    The first sweep, over the odd levels, covers every pair; later sweeps never increase the sum of ``u``.
    """
