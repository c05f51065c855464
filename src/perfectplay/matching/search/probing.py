"""Strong-branching probes: a few simplex iterations below a node, on a copy of its linear program.

A run with steepest edges has to compute their weights first, which at N = 1430 takes as long as a hundred iterations.
So the probes have an instance of HiGHS of their own, with devex prices, which begin at once; and the program itself
keeps its basis, its weights and its point.
"""

from __future__ import annotations

import highspy

from perfectplay.matching.relaxation import Domain, Relaxation, new_highs

__all__ = ["Prober"]

_ITERATIONS = 100
_DEVEX = 1


class Prober:
    """Probes below one node after another: `load` copies the program."""

    def __init__(self, relaxation: Relaxation) -> None:
        self._relaxation = relaxation
        self._highs = new_highs()
        self._highs.setOptionValue("simplex_dual_edge_weight_strategy", _DEVEX)
        self._highs.setOptionValue("simplex_iteration_limit", _ITERATIONS)
        self._basis = highspy.HighsBasis()

    def load(self) -> None:
        """Copy the program, which must be solved."""
        program, self._basis = self._relaxation.copy()
        self._highs.passModel(program)

    def value(self, domain: Domain) -> float | None:
        """Value of the program in a domain below its own after some iterations; ``None`` if it is empty.

        A guide, which proves nothing.
        """
        relaxation, highs = self._relaxation, self._highs
        bounds = relaxation.bounds_in(domain)
        bounds.apply(highs, relaxation.bounds)
        highs.setBasis(self._basis)
        highs.run()
        empty = highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible
        value = -highs.getInfo().objective_function_value * relaxation.unit
        # Only now: HiGHS forgets what it has found when the program changes.
        relaxation.bounds.apply(highs, bounds)
        relaxation.solves += 1
        return None if empty else value
