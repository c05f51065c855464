"""Better games by bans, near a point of the relaxation: what the engine for matchings takes from large pots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from perfectplay.matching.graph import Graph
from perfectplay.matching.greedy import greedy_picks, lower_covers
from perfectplay.taxman.large.bans import BanSearch

__all__ = ["Bans"]

_FROM = 500
"""Pots {1..N} from here on are worth the time that bans take."""
_WORK = 500_000
"""Tries are this number divided by N."""
_LEANING = 0.3


@dataclass(frozen=True, eq=False)
class Bans:
    """Improves the greedy choice that follows a point, without accepting losses; a `Heuristic`."""

    ptr: npt.NDArray[np.int64]
    lower: npt.NDArray[np.int32]

    @classmethod
    def of(cls, graph: Graph) -> Self | None:
        """Make ready for a pot; ``None`` where bans do not pay."""
        whole = graph.size >= _FROM and int(graph.weights[-1]) == graph.size
        return cls(*lower_covers(graph)) if whole else None

    def __call__(self, y: npt.NDArray[np.float64], seed: int) -> npt.NDArray[np.bool_]:
        """Return the picks of a game."""
        n = len(y)
        order = np.argsort(-y - _LEANING * (np.arange(1, n + 1) / n), kind="stable")
        picked = greedy_picks(self.ptr, self.lower, (order + 1).astype(np.int32))
        search = BanSearch(self.ptr, self.lower, picked, seed=seed)
        search.search(_WORK // n, 1.0)
        return search.picks()[1:]
