"""Better games by bans: the greedy choice, with some numbers held back until all others have been tried.

The greedy choice takes the largest number that it can, although that number would often be worth more as the tax of
its double. So a number is held back, the smaller numbers are chosen again, and the new game is kept if it is better. A
worse game is also kept, with a probability that falls during the search. Method and measurements: docs, "Large pots".

Source of the idea: B. Chess, https://github.com/bvchess/taxman, who found that nearly all losses of the greedy choice
are of this kind, and bans one number after another. Accepting losses for a while is simulated annealing: S.
Kirkpatrick, C. D. Gelatt, M. P. Vecchi, "Optimization by simulated annealing", *Science* 220 (1983), 671-680.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from perfectplay.matching.graph import Graph
from perfectplay.matching.incumbent import greedy_picks, lower_covers, nothing_picked, scratch
from perfectplay.matching.kernels.greedy import grow_in_order
from perfectplay.taxman.large.kernels import largescale as kernels

__all__ = ["SETUP", "Bans", "better_picks"]

Numbers = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

SETUP = 1e-9
"""Seconds needed before the first game is tried, divided by N^2; the search does not begin if less time is left."""
_LOWEST = 8
"""Numbers up to N / `_LOWEST` are tried only after the search: good games take hardly any of them."""
_PAIRS = 0.3
"""Share of the games tried that ban or free two numbers at once."""
_WARMTH = 0.03
_LARGE = 10_000
"""At the beginning, a loss of `_WARMTH` times N is accepted with probability 1/e. Above N = `_LARGE` there is no time
for detours, so this loss is divided by the square of N / `_LARGE`."""
_RUN = 4_000
"""Number of games tried in a run, or N if that is larger: several short runs find better games than one long run."""
_REHEATED = 0.6
"""Share of the cooling that every second run skips; such a run starts from the best game."""
_SLICE = 500_000
"""Product of N and the number of games tried between two checks of the time limit."""
_WIDEST = 256
_TABLE = 5_000_000
"""A set of picks that rules a number out is stored unless it has more than `_WIDEST` or about `_TABLE` / N picks."""
_FROM = 500
"""Smallest N for which bans are worth their time."""

_WORK = 250_000
"""Product of N and the number of games that one call of `Bans` tries."""

_LEANING = 0.3


class _BanSearch:
    """Simulated annealing over the numbers that the greedy choice holds back, in the lower half of a pot {1..n}.

    It starts from a game, ``picked``, bool, shape (n + 1,), and keeps its upper half; ``ptr`` and ``lower`` come from
    `kernels.cover_graph`. The same seed and tries give the same games. ``score`` is the sum of the best picks so far,
    without numbers up to n/8, and ``tries`` counts games.
    """

    def __init__(self, ptr: Ints, lower: Numbers, picked: Bools, *, seed: int = 0) -> None:
        n = len(picked) - 1
        self.n = n
        self.tries = 0
        self._first, self._last = n // 2, n // _LOWEST + 1
        self._graph = ptr, lower
        self._rng = np.random.default_rng(seed)
        self._scratch = scratch(n)
        self._game = nothing_picked(n)
        self._delayed = np.zeros(n + 1, np.bool_)
        upper_half = (np.flatnonzero(picked[self._first + 1 :]) + self._first + 1).astype(np.int32)
        arrays = (*self._graph, *self._game, *self._scratch)
        grow_in_order(upper_half[::-1].copy(), *arrays)
        kernels.hold_back(picked, self._first, self._last, self._delayed, *arrays)
        picks, tax, taker, usage = self._game
        self._kept = picks.copy(), tax.copy(), taker.copy(), usage.copy()
        self._best = self._game[0].copy()
        self._scores = np.full(2, self._best.nonzero()[0].sum(), np.int64)
        width = max(1, min(_WIDEST, _TABLE // (n + 1)))
        cores = np.zeros((self._first + 1, 1 + width), np.int32)
        self._cores = cores, cores.copy()
        upper_ends = np.repeat(np.arange(n + 1, dtype=np.int32), np.diff(ptr))
        up_ptr = np.concatenate(([0], np.cumsum(np.bincount(lower, minlength=n + 1)))).astype(np.int64)
        self._covers = up_ptr, upper_ends[np.argsort(lower, kind="stable")]
        # Find once which picks rule out each of the other numbers; later tries keep this up to date.
        self._anneal(1, 1.0, -1.0)

    @property
    def score(self) -> int:
        """Sum of the best picks so far."""
        return int(self._scores[1])

    def search(self, tries: int, cold: float) -> int:
        """Try games, and return how many were tried. If ``cold`` is close to 1, hardly any worse games are accepted."""
        warmth = max(_WARMTH * self.n * (1 - cold) / max(1.0, self.n / _LARGE) ** 2, np.finfo(np.float64).tiny)
        done = self._anneal(tries, warmth, _PAIRS)
        self.tries += done
        return done

    def picks(self) -> Bools:
        """Return the best game so far, completed by all numbers that can still be picked; bool, shape (n + 1,)."""
        best = np.flatnonzero(self._best)[::-1]
        others = np.flatnonzero(~self._best[1:])[::-1] + 1
        return greedy_picks(*self._graph, np.concatenate((best, others)).astype(np.int32))

    def _anneal(self, tries: int, warmth: float, pairs: float) -> int:
        game = (self._scores, self._delayed, *self._game, *self._kept, self._best)
        arrays = (*game, *self._cores, *self._covers, *self._graph, *self._scratch)
        return kernels.anneal(self._rng.random((tries, 3)), warmth, pairs, self._first, self._last, *arrays)


def better_picks(
    ptr: Ints, lower: Numbers, picked: Bools, share: Callable[[int, int], float], *, seed: int = 0, good: bool = False
) -> Bools:
    """Improve a game by bans until ``share`` returns 1; the result is never worse than the given game.

    ``share`` computes the share of the search that is over from the number of games tried and the best score. Games are
    bool, shape (n + 1,); ``ptr`` and ``lower`` come from `kernels.cover_graph`. The same seed and shares give the same
    game. With ``good``, the first run skips a share of the cooling, as every second run does, to keep a good game.
    """
    n = len(picked) - 1
    slice_, length = max(1, _SLICE // (n + 1)), max(_RUN, n)
    best, score, tries = picked, int(np.flatnonzero(picked).sum()), 0
    again = good
    while (over := share(tries, score)) < 1:
        run = _BanSearch(ptr, lower, best if again else picked, seed=seed)
        least = _REHEATED if again else 0.0
        seed, again = seed + 1, not again
        while over < 1 and run.tries < length:
            if not run.search(slice_, max(over, least + (1 - least) * run.tries / length)):
                return best
            over = share(tries + run.tries, max(score, run.score))
        tries += run.tries
        picks = run.picks()
        value = int(np.flatnonzero(picks).sum())
        if value > score:
            best, score = picks, value
    return best


@dataclass(frozen=True, eq=False)
class Bans:
    """A `Heuristic` that builds a greedy game from a point and improves it by bans, without accepting worse games."""

    ptr: npt.NDArray[np.int64]
    lower: npt.NDArray[np.int32]

    @classmethod
    def of(cls, graph: Graph) -> Self | None:
        """Return the heuristic for a pot, or ``None`` if bans are not worth their time."""
        whole = graph.size >= _FROM and int(graph.weights[-1]) == graph.size
        return cls(*lower_covers(graph)) if whole else None

    def __call__(self, y: npt.NDArray[np.float64], seed: int) -> npt.NDArray[np.bool_]:
        """Return the picks of an improved game, as a bool array of shape (n,)."""
        n = len(y)
        order = np.argsort(-y - _LEANING * (np.arange(1, n + 1) / n), kind="stable")
        picked = greedy_picks(self.ptr, self.lower, (order + 1).astype(np.int32))
        search = _BanSearch(self.ptr, self.lower, picked, seed=seed)
        search.search(_WORK // n, 1.0)
        return search.picks()[1:]
