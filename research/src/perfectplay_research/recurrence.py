"""Test whether the terms of a sequence allow a linear recurrence with polynomial coefficients."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["recurrences"]

_PRIME = (1 << 31) - 1
"""A prime small enough that products of two remainders fit into machine integers."""


def recurrences(terms: Sequence[int]) -> list[tuple[int, int]]:
    """Look for polynomials p_0, ..., p_r, not all zero, with sum p_i(n) a(n + i) = 0 for all n that the terms allow.

    Returns the orders r >= 1 for which such polynomials may exist, with the largest degree d of the p_i that leaves at
    least as many equations as coefficients, (r + 1)(d + 1) <= terms - r.  Other orders have no such polynomials.

    Notes
    -----
    A rational solution of the linear system, scaled to integers without a common factor, is a non-zero solution modulo
    any prime.  So if there is no solution modulo the prime, there is no rational solution.

    Examples
    --------
    >>> recurrences([1, 1, 2, 3, 5, 8, 13, 21, 34, 55])
    [(2, 1), (3, 0), (4, 0)]
    >>> recurrences([2, 3, 5, 7, 11, 13, 17, 19, 23, 29])
    []
    """
    count = len(terms)
    rests = np.array([term % _PRIME for term in terms])
    found = []
    for order in range(1, (count + 1) // 2):
        degree = (count - order) // (order + 1) - 1
        places = np.arange(1, count - order + 1)
        columns, powers = [], np.ones_like(places)
        for _ in range(degree + 1):
            columns += [powers * rests[i : count - order + i] % _PRIME for i in range(order + 1)]
            powers = powers * places % _PRIME
        if not _independent(np.stack(columns, axis=1)):
            found.append((order, degree))
    return found


def _independent(matrix: npt.NDArray[np.int64]) -> bool:
    """Return whether the columns of a matrix are linearly independent modulo the prime; overwrite the matrix."""
    for column in range(matrix.shape[1]):
        others = np.flatnonzero(matrix[column:, column]) + column
        if not len(others):
            return False
        matrix[[column, others[0]]] = matrix[[others[0], column]]
        matrix[column] = matrix[column] * pow(int(matrix[column, column]), -1, _PRIME) % _PRIME
        below = matrix[column + 1 :]
        below -= below[:, column : column + 1] * matrix[column] % _PRIME
        below %= _PRIME
    return True
