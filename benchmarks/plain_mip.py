"""The plain approach as a baseline: a matching MIP in HiGHS with cycle cuts added round by round.

This is how one would solve Taxman, or find a Morse matching, with a MIP solver and an afternoon.  It trusts the
solver's word: no proof.
"""

from __future__ import annotations

import time
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter

import highspy
import numpy as np

from perfectplay.matching.graph import Graph


def plain_mip(graph: Graph, time_limit: float, most: int | None = None) -> tuple[int | None, int, float]:
    """Find the heaviest acyclic matching of a graded poset; ``most`` is a known upper bound on its weight.

    Return its weight (``None`` if the time limit was reached), the number of rounds of cycle cuts, and the seconds.
    """
    began = time.perf_counter()
    pairs = list(zip(graph.lower.tolist(), graph.upper.tolist(), strict=True))
    index = {pair: i for i, pair in enumerate(pairs)}
    above = defaultdict(list)
    for q, p in pairs:
        above[q].append(p)
    h = _matching_problem(graph, most)
    rounds = 0
    while True:
        left = time_limit - (time.perf_counter() - began)
        if left <= 0:
            return None, rounds, time.perf_counter() - began
        h.setOptionValue("time_limit", h.getRunTime() + left)
        h.run()
        if h.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None, rounds, time.perf_counter() - began
        x = h.getSolution().col_value
        mate = {p: q for (q, p), value in zip(pairs, x, strict=True) if value > 0.5}
        cycles = _cycles(mate, above)
        if not cycles:
            return round(-h.getInfo().objective_function_value), rounds, time.perf_counter() - began
        rounds += 1
        for cycle in cycles:
            _add_row(h, [index[mate[p], p] for p in cycle], len(cycle) - 1)


def _matching_problem(graph: Graph, most: int | None) -> highspy.Highs:
    h = highspy.Highs()
    for option, value in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.99)):
        h.setOptionValue(option, value)
    count = graph.pairs
    columns = np.arange(count, dtype=np.int32)
    weights = graph.weights[graph.upper].astype(np.float64)
    h.addVars(count, np.zeros(count), np.ones(count))
    h.changeColsCost(count, columns, -weights)
    h.changeColsIntegrality(count, columns, np.ones(count, dtype=np.uint8))
    for vertex in range(graph.size):
        below = range(graph.down_ptr[vertex], graph.down_ptr[vertex + 1])
        above = graph.up_pair[graph.up_ptr[vertex] : graph.up_ptr[vertex + 1]]
        _add_row(h, [*below, *above.tolist()], 1)
    if most is not None:
        h.addRow(-highspy.kHighsInf, float(most), count, columns, weights)
    return h


def _add_row(h: highspy.Highs, columns: list[int], upper: int) -> None:
    h.addRow(-highspy.kHighsInf, float(upper), len(columns), np.array(columns, np.int32), np.ones(len(columns)))


def _cycles(mate: dict[int, int], above: dict[int, list[int]]) -> list[list[int]]:
    """Return disjoint cycles in the order in which picks must be played."""
    later = {p: [m for m in above[q] if m != p and m in mate] for p, q in mate.items()}
    found = []
    while True:
        try:
            TopologicalSorter(later).prepare()
        except CycleError as error:
            cycle = list(dict.fromkeys(error.args[1]))
            found.append(cycle)
            for p in cycle:
                later.pop(p, None)
            later = {p: [m for m in following if m in later] for p, following in later.items()}
        else:
            return found
