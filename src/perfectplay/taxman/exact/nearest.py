"""Multipliers that close a subproblem and are as close to others as can be: a linear program in the multipliers."""

from __future__ import annotations

import highspy
import numpy as np
import numpy.typing as npt

from perfectplay.taxman.exact.shrink import Scaled, Subproblem

__all__ = ["nearest"]

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_INF = highspy.kHighsInf
_ZERO = 1e-7


def nearest(subproblem: Subproblem, model: Scaled, own: Scaled, price: Floats, slack: float) -> Floats | None:
    """Change as little of a model as closes a subproblem.

    Parameters
    ----------
    subproblem
        What is to be closed.
    model
        Multipliers to be close to; they need not close it.
    own
        Multipliers that do, by more than ``slack``.  Where they agree with the model, nothing is changed.
    price
        Of a change by one, for each of the subproblem's rows; float64.
    slack
        By how much the result should prove more than it must, in units of the score.

    Returns
    -------
    numpy.ndarray or None
        One multiplier for each row, in floating point, such that the sum of the prices of the changes is least; ``None``
        if HiGHS finds none.

    Notes
    -----
    The bound of the theory (T7) is the sum of the multipliers times the right-hand sides, plus what is left of each
    pair: for a top, the largest of its pairs.  So there is a variable for each change up and each change down, one for
    each top and each other free pair that is not below what is left of it, and one row for the bound.  A solution at a
    vertex has few changes.  About 0.1 s at N = 1000.
    """
    rows, state = subproblem.rows, subproblem.state
    before, target = subproblem.signed(model), subproblem.signed(own)
    start = before.value / before.scale
    moved = np.nonzero(np.abs(target.value / target.scale - start) > _ZERO)[0]
    rest = rows.hasse.numbers[rows.hasse.upper] - rows.covered(start)

    free = np.nonzero(state == 1)[0]
    forced = state == 2
    of_top = rows.first[free] >= 0
    # What is left of free pairs: one variable for each top, then one for each other pair.
    group = np.where(of_top, rows.hasse.upper[free], rows.hasse.size + free)
    groups, part = np.unique(group, return_inverse=True)
    lowest = np.zeros(len(groups))
    lowest[part[of_top & (subproblem.floor[free] < 0)]] = -_INF

    # Columns: changes up, changes down, what is left.  The row of a pair: what covers it is at least what is left.
    place = np.full(rows.hasse.pairs, -1)
    place[free] = np.arange(len(free))
    last = len(free)
    sizes = rows.ptr[moved + 1] - rows.ptr[moved]
    column = np.repeat(np.arange(len(moved)), sizes)
    pairs = np.concatenate([np.zeros(0, np.int64), *(rows.pair[rows.ptr[i] : rows.ptr[i + 1]] for i in moved.tolist())])
    slope = rows.rhs[moved] - np.bincount(column, weights=forced[pairs], minlength=len(moved))
    inside = place[pairs] >= 0
    column, pair = column[inside], place[pairs[inside]]
    many, every = np.arange(len(moved)), 2 * len(moved) + np.arange(len(groups))
    ones = np.ones(len(column))
    matrix = (
        np.concatenate((pair, np.full(len(moved), last), pair, np.full(len(moved), last), np.arange(last), every * 0 + last)),
        np.concatenate((column, many, column + len(moved), many + len(moved), 2 * len(moved) + part, every)),
        np.concatenate((ones, slope, -ones, -slope, np.ones(last), np.ones(len(groups)))),
    )
    down = np.where(subproblem.least[moved] < 0, _INF, start[moved])
    found = _least_cost(
        np.concatenate((price[moved], price[moved], np.zeros(len(groups)))),
        np.concatenate((np.zeros(2 * len(moved)), lowest)),
        np.concatenate((np.full(len(moved), _INF), down, np.full(len(groups), _INF))),
        np.append(rest[free], -_INF),
        np.append(np.full(last, _INF), subproblem.goal - slack - float(rows.rhs @ start) - float(rest[forced].sum())),
        matrix,
    )
    if found is None:
        return None
    change = found[: len(moved)] - found[len(moved) : 2 * len(moved)]
    start[moved] += np.where(np.abs(change) > _ZERO, change, 0.0)
    return start


def _least_cost(
    cost: Floats,
    lower: Floats,
    upper: Floats,
    row_lower: Floats,
    row_upper: Floats,
    matrix: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Floats],
) -> Floats | None:
    """Solve a linear program whose matrix is given by row, column and value of each entry."""
    row, column, value = matrix
    order = np.argsort(column, kind="stable")
    program = highspy.HighsLp()  # type: ignore[no-untyped-call]  # highspy is partly typed
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
