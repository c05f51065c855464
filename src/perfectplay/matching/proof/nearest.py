"""Multipliers that close a subproblem and are as close to others as can be: a linear program in the multipliers."""

from __future__ import annotations

from typing import Any

import highspy
import numpy as np
import numpy.typing as npt

from perfectplay.matching.proof.shrink import Scaled, Subproblem

__all__ = ["nearest"]

Floats = npt.NDArray[np.float64]

_INF = highspy.kHighsInf
_ZERO = 1e-7


def nearest(subproblem: Subproblem, model: Scaled, own: Scaled, price: Floats, slack: float) -> Floats | None:
    """Change as little of a model as closes a subproblem; one multiplier for each row, in floating point.

    The ``model`` need not close it; ``own`` does, by more than ``slack``, by which the result, too, should prove more
    than it must, in units of the weights.  Where both agree, nothing is changed.  ``price`` is that of a change by one,
    for each row.  ``None`` if HiGHS finds nothing.

    The bound of the theory (T7) is the sum of the multipliers times the right-hand sides, plus what is left of each
    pair: for a top, the largest of its pairs.  So there is a variable for each change up and each change down, one for
    each top and each other free pair that is not below what is left of it, and one row for the bound.  A solution at a
    vertex has few changes.  About 0.1 s with 1000 vertices.
    """
    rows, state = subproblem.rows, subproblem.state
    before, target = subproblem.signed(model), subproblem.signed(own)
    start = before.value / before.scale
    moved = np.nonzero(np.abs(target.value / target.scale - start) > _ZERO)[0]
    if len(moved) == 0:
        return start
    rest = rows.graph.weights[rows.graph.upper] - rows.covered(start)

    free = np.nonzero(state == 1)[0]
    forced = state == 2
    of_top = rows.first[free] >= 0
    # What is left of free pairs: one variable for each top, then one for each other pair.
    group = np.where(of_top, rows.graph.upper[free], rows.graph.size + free)
    groups, part = np.unique(group, return_inverse=True)
    lowest = np.zeros(len(groups))
    lowest[part[of_top & (subproblem.floor[free] < 0)]] = -_INF

    # Columns: changes up, changes down, what is left.  Rows: what covers a free pair is at least its rest; the bound.
    place = np.full(rows.graph.pairs, -1)
    place[free] = np.arange(len(free))
    count, bound = len(moved), len(free)
    pairs = [rows.pair[rows.ptr[i] : rows.ptr[i + 1]] for i in moved.tolist()]
    slope = rows.rhs[moved] - np.array([np.count_nonzero(forced[row]) for row in pairs], np.int64)
    inside = [place[row][place[row] >= 0] for row in pairs]
    lengths = np.array([len(row) for row in inside], np.int64)
    change = np.concatenate((np.repeat(np.arange(count), lengths), np.arange(count)))
    by_change = np.concatenate((*inside, np.full(count, bound)))
    value = np.concatenate((np.ones(len(change) - count), slope))
    left = np.concatenate((part, np.arange(len(groups))))
    by_left = np.concatenate((np.arange(bound), np.full(len(groups), bound)))
    matrix = (
        np.concatenate((by_change, by_change, by_left)),
        np.concatenate((change, change + count, left + 2 * count)),
        np.concatenate((value, -value, np.ones(len(left)))),
    )
    down = np.where(subproblem.least[moved] < 0, _INF, start[moved])
    found = _least_cost(
        np.concatenate((price[moved], price[moved], np.zeros(len(groups)))),
        np.concatenate((np.zeros(2 * count), lowest)),
        np.concatenate((np.full(count, _INF), down, np.full(len(groups), _INF))),
        np.append(rest[free], -_INF),
        np.append(np.full(bound, _INF), subproblem.goal - slack - float(rows.rhs @ start) - float(rest[forced].sum())),
        matrix,
    )
    if found is None:
        return None
    change_of = found[:count] - found[count : 2 * count]
    start[moved] += np.where(np.abs(change_of) > _ZERO, change_of, 0.0)
    return start


def _least_cost(
    cost: Floats,
    lower: Floats,
    upper: Floats,
    row_lower: Floats,
    row_upper: Floats,
    matrix: tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]],
) -> Floats | None:
    """Solve a linear program whose matrix is given by row, column and value of each entry."""
    row, column, value = matrix
    order = np.argsort(column, kind="stable")
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(cost), len(row_lower)
    program.col_cost_, program.col_lower_, program.col_upper_ = cost, lower, upper
    program.row_lower_, program.row_upper_ = row_lower, row_upper
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = np.searchsorted(column[order], np.arange(len(cost) + 1)).astype(np.int32)
    program.a_matrix_.index_ = row[order].astype(np.int32)
    program.a_matrix_.value_ = value[order]
    highs = highspy.Highs()  # type: ignore[no-untyped-call]  # highspy is partly typed
    highs.setOptionValue("output_flag", False)  # noqa: FBT003  # highspy's own signature
    highs.setOptionValue("threads", 1)
    highs.passModel(program)
    highs.run()
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return np.array(highs.getSolution().col_value)
