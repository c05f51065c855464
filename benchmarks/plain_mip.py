"""The plain approach as a baseline: a matching MIP in HiGHS with cycle cuts added round by round.

This is how one would solve Taxman with a MIP solver and an afternoon.  It trusts the solver's word: no proof.
"""

from __future__ import annotations

import time
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter

import highspy
import numpy as np

from perfectplay.taxman.exact.hasse import build_hasse


def plain_mip(n: int, time_limit: float) -> tuple[int | None, int, float]:
    """Solve {1..n}; return score (``None`` when out of time), rounds of cycle cuts and seconds."""
    began = time.perf_counter()
    hasse = build_hasse(range(1, n + 1))
    pairs = list(zip(hasse.weights[hasse.lower].tolist(), hasse.weights[hasse.upper].tolist(), strict=True))
    index = {pair: i for i, pair in enumerate(pairs)}
    rows = defaultdict(list)
    for i, (q, p) in enumerate(pairs):
        rows[q].append(i)
        rows[p].append(i)
    h = highspy.Highs()
    for option, value in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.99)):
        h.setOptionValue(option, value)
    count = len(pairs)
    h.addVars(count, np.zeros(count), np.ones(count))
    h.changeColsCost(count, np.arange(count, dtype=np.int32), np.array([-float(p) for _, p in pairs]))
    h.changeColsIntegrality(count, np.arange(count, dtype=np.int32), np.ones(count, dtype=np.uint8))

    def add_row(columns: list[int], upper: int) -> None:
        h.addRow(-highspy.kHighsInf, float(upper), len(columns), np.array(columns, np.int32), np.ones(len(columns)))

    for columns in rows.values():
        add_row(columns, 1)
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
        factor = {p: q for (q, p), value in zip(pairs, x, strict=True) if value > 0.5}
        cycles = _cycles(factor, n)
        if not cycles:
            return round(-h.getInfo().objective_function_value), rounds, time.perf_counter() - began
        rounds += 1
        for cycle in cycles:
            add_row([index[factor[p], p] for p in cycle], len(cycle) - 1)


def _cycles(factor: dict[int, int], n: int) -> list[list[int]]:
    """Disjoint cycles of the order in which picks must be played."""
    later = {p: [m for m in range(2 * q, n + 1, q) if m != p and m in factor] for p, q in factor.items()}
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
