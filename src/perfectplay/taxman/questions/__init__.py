"""Questions about Taxman, each with its answer for ``--json`` and HTTP."""

from perfectplay.taxman.questions.solve import BoundPot, SolvePot

__all__ = ["BoundPot", "SolvePot"]
