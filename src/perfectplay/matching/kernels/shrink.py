"""Kernels that change integer multipliers, one at a time, in C: native/shrink.c.

Conventions.  The rows of the relaxation with multipliers are one list: first rows of vertices that have an upper cover,
then rows of cuts.  ``row_pair[row_ptr[i] : row_ptr[i + 1]]`` are the pairs of row i, ascending, and ``rhs[i]`` is its
right-hand side.  A *top* is a vertex without an upper cover. If a pair e has a top, ``first[e] .. last[e] - 1`` are all
pairs of the top; otherwise ``first[e]`` is -1.  The multiplier of a top is not stored, because the best is computed.

``state`` says whether each pair is excluded (0), free (1) or forced (2); a top with a forced pair has no free
pair.  ``value`` is the multiplier of each row, at least ``least``; ``rest`` is the profit of each pair minus the
multipliers of its rows; ``floor`` is 0 for the pairs of a top, or `FAR` below it if the top is picked.  The bound
(docs, "Theory", T7) is

    sum of rhs * value + sum over forced pairs of rest + sum over free pairs without a top of max(0, rest)
    + sum over tops without a forced pair of the largest of floor and rest of the free pairs.

Sums beyond 64 bits wrap.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from perfectplay.native import Ints, Written, kernel

FAR = 1 << 61


@kernel(row_ptr="rows + 1", row_pair="entries", value="rows", rest="0..")
def uncovered(row_ptr: Ints, row_pair: Ints, value: Ints, rest: Written[Ints]) -> None:
    """Subtract the multipliers of each pair's rows from its profit in ``rest``."""


@kernel(rhs="rows", value="rows", state="pairs", rest="pairs", first="pairs", last="pairs", floor="pairs")
def bound(rhs: Ints, value: Ints, state: Ints, rest: Ints, first: Ints, last: Ints, floor: Ints) -> int:
    """Return the bound that the multipliers prove."""


@kernel(state="pairs", rest="pairs", first="pairs", last="pairs", floor="pairs", found="pairs")
def residuals(state: Ints, rest: Ints, first: Ints, last: Ints, floor: Ints, found: Written[Ints]) -> None:
    """Write to ``found`` by how much the rest of each free pair exceeds the best alternative to choosing the pair."""


@kernel(
    row_ptr="rows + 1", row_pair="entries", rhs="rows", state="pairs", value="rows", least="rows", rest="pairs",
    first="pairs", last="pairs", floor="pairs", near="rows",
)  # fmt: skip
def descend(
    row_ptr: Ints, row_pair: Ints, rhs: Ints, state: Ints, value: Written[Ints], least: Ints, rest: Written[Ints],
    first: Ints, last: Ints, floor: Ints, near: Ints, inner: int, sweeps: int,
) -> None:  # fmt: skip
    """Lower the bound, row by row; among equally good multipliers take the one closest to ``near``.

    Rows of cuts, from ``inner`` on, are skipped if their multiplier is 0, because they are many. Ends when a sweep
    through all rows changes nothing, or after ``sweeps`` of them. Changes ``value`` and ``rest``.
    """


@kernel(
    row_ptr="rows + 1", row_pair="entries", rhs="rows", state="pairs", value="rows", rest="pairs", first="pairs",
    last="pairs", floor="pairs", near="rows",
)  # fmt: skip
def pull(
    row_ptr: Ints, row_pair: Ints, rhs: Ints, state: Ints, value: Written[Ints], rest: Written[Ints], first: Ints,
    last: Ints, floor: Ints, near: Ints, slack: int,
) -> int:  # fmt: skip
    """Set multipliers to values in ``near`` as long as the bound grows by at most ``slack``; the cheapest come first.

    Changes ``value`` and ``rest``. Returns the remaining slack.
    """
