"""Compiled inner loops of `perfectplay.taxman.large.firstorder`.  Plain twins live in the tests.

Conventions.  Vertices and pairs are those of a `perfectplay.matching.graph.Graph`.  Row i of the cuts has the pairs
``row_pair[row_ptr[i] : row_ptr[i + 1]]``, and pair e is in the cuts ``in_cut[in_ptr[e] : in_ptr[e + 1]]``.  Everything
is C-contiguous, int64 or float64.
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.core.running.interrupt import undisturbed
from perfectplay.work.compiled import compiled


@undisturbed
@compiled
def descend(steps, balance, gain, room, low, high, degree, row_ptr, row_pair, in_ptr, in_cut, x, u, y):
    """Take primal-dual steps from ``x`` (of pairs), ``u`` (of vertices) and ``y`` (of cuts), which become their means.

    A pair gains ``gain``, a vertex has room for one pair, a cut for ``room``.  ``degree`` counts the pairs of each
    vertex; larger values of ``balance`` make longer steps of ``u`` and ``y``, and shorter ones of ``x``.
    """
    load = np.zeros(len(u))
    ahead = np.zeros(len(x))
    sum_x, sum_u, sum_y = np.zeros(len(x)), np.zeros(len(u)), np.zeros(len(y))
    for _ in range(steps):
        load[:] = -1.0
        for e in range(len(x)):
            slope = gain[e] - u[low[e]] - u[high[e]]
            for k in range(in_ptr[e], in_ptr[e + 1]):
                slope -= y[in_cut[k]]
            new = max(0.0, x[e] + slope / (balance * (2 + in_ptr[e + 1] - in_ptr[e])))
            ahead[e] = 2 * new - x[e]
            x[e] = new
            sum_x[e] += new
            load[low[e]] += ahead[e]
            load[high[e]] += ahead[e]
        for v in range(len(u)):
            u[v] = max(0.0, u[v] + balance * load[v] / max(degree[v], 1))
            sum_u[v] += u[v]
        for i in range(len(y)):
            over = -room[i]
            for k in range(row_ptr[i], row_ptr[i + 1]):
                over += ahead[row_pair[k]]
            y[i] = max(0.0, y[i] + balance * over / (row_ptr[i + 1] - row_ptr[i]))
            sum_y[i] += y[i]
    for e in range(len(x)):
        x[e] = sum_x[e] / steps
    for v in range(len(u)):
        u[v] = sum_u[v] / steps
    for i in range(len(y)):
        y[i] = sum_y[i] / steps


@undisturbed
@compiled
def cover(sweeps, weight, low, high, level, down_ptr, up_ptr, up_pair, u):
    """Make multipliers ``u`` (int64) cover the ``weight`` (int64) of each pair, of odd and even levels in turn.

    After the first sweep, over the odd levels, no pair is left uncovered; each other one makes the sum of ``u`` smaller
    or leaves it.
    """
    for sweep in range(sweeps):
        for v in range(len(u)):
            if (level[v] + sweep) & 1:
                most = np.int64(0)
                for e in range(down_ptr[v], down_ptr[v + 1]):
                    most = max(most, weight[e] - u[low[e]])
                for k in range(up_ptr[v], up_ptr[v + 1]):
                    most = max(most, weight[up_pair[k]] - u[high[up_pair[k]]])
                u[v] = most
