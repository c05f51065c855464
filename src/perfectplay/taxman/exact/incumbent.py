"""Games, good ones: greedy peeling guided by the relaxation, and the way from picks to moves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from perfectplay.matching.greedy import greedy_picks
from perfectplay.taxman.exact.hasse import Hasse
from perfectplay.taxman.exact.kernels import relaxation as kernels
from perfectplay.taxman.large.bans import BanSearch
from perfectplay.taxman.peeling import peeling_order

__all__ = ["Incumbent", "moves_of_picks"]

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_NOISES = (0.05, 0.1, 0.2)
_LEANINGS = (0.1, 0.3, 0.6)
_FRACTIONAL = 1e-6
_BANNED_FROM = 500
"""Pots {1..N} from here on are worth the time that bans take."""
_BANS_EVERY = 24
_BANS_WORK = 500_000
"""One in this number of games that follow the relaxation is improved by bans, if numbers times games do not exceed the
second."""


class Incumbent:
    """The best game found so far.

    Attributes
    ----------
    value
        Sum of the picks.
    picks
        Which vertices are picked; bool, shape (n,).
    """

    def __init__(self, hasse: Hasse, seed: int) -> None:
        self.hasse = hasse
        self.value = 0
        self.picks: Bools = np.zeros(hasse.size, np.bool_)
        self._rng = np.random.default_rng(seed)
        self._levels = int(hasse.level.max(initial=0)) + 1
        self._graph = (hasse.down_ptr, hasse.lower, hasse.up_ptr, hasse.up_pair, hasse.upper)
        top = float(hasse.numbers[-1]) if hasse.size else 1.0
        self._share = hasse.numbers / top
        if hasse.graded:
            # As the kernels of large pots want it: vertices from 1 on, lower covers largest first.
            by_size = np.lexsort((-hasse.lower, hasse.upper))
            self._ptr = np.concatenate(([0], hasse.down_ptr))
            self._lower = (hasse.lower[by_size] + 1).astype(np.int32)
        self._followed = 0
        self._seed = seed
        self._barred: list[Bools] = []
        self._banning = hasse.size >= _BANNED_FROM and int(hasse.numbers[-1]) == hasse.size
        if hasse.size:
            self.try_order(np.arange(hasse.size - 1, -1, -1))

    def try_order(self, order: npt.NDArray[np.int64]) -> int:
        """Pick greedily in an order of the vertices; keep the game if it is the best.  Return its value."""
        hasse = self.hasse
        if hasse.graded:
            # The same picks, without peeling a whole level for each of them.
            picks = greedy_picks(self._ptr, self._lower, (order + 1).astype(np.int32))[1:]
            value = int(hasse.numbers[picks].sum())
        else:
            value, picks = kernels.peel_greedy(order, hasse.numbers, hasse.level, self._levels, *self._graph)
        if value > self.value and not any(picks[barred].all() for barred in self._barred):
            self.value, self.picks = int(value), picks
        return int(value)

    def bar(self, sets: Sequence[Bools]) -> None:
        """Keep no game from now on but one as good as these best sets, and none of these.

        Until there is one the value is one less than theirs, and the picks, from which a search starts, are the first.
        """
        self._barred = list(sets)
        self.picks = sets[0]
        self.value = int(self.hasse.numbers[sets[0]].sum()) - 1

    def warm_start(self, numbers: Sequence[int]) -> None:
        """Try the picks of a game nearby, with and without what they lack."""
        wanted = np.isin(self.hasse.numbers, np.array(numbers, np.int64))
        if not wanted.any():
            return
        known = np.nonzero(wanted)[0]
        others = np.nonzero(~wanted)[0][::-1]
        self.try_order(np.concatenate((known, others)))
        self.try_order(np.concatenate((others[:1], known, others[1:])))

    def adopt(self, picks: Bools) -> None:
        """Take over a game that is known elsewhere, if it is better."""
        self.try_order(np.concatenate((np.nonzero(picks)[0], np.nonzero(~picks)[0][::-1])))

    def improve(self, y: Floats, tries: int) -> None:
        """Follow the relaxation: order by how much each vertex is picked, with noise where it is undecided."""
        undecided = (y > _FRACTIONAL) & (y < 1 - _FRACTIONAL)
        self._followed += 1
        if self._banning and self._followed % _BANS_EVERY == 1:
            self._ban(np.argsort(-y - 0.3 * self._share, kind="stable"))
        for i in range(tries):
            noise = 0.0 if i == 0 else float(self._rng.choice(_NOISES))
            leaning = float(self._rng.choice(_LEANINGS))
            score = y + leaning * self._share + self._rng.normal(0.0, noise, len(y)) * undecided
            self.try_order(np.argsort(-score, kind="stable"))
            if i and not undecided.any():
                return

    def _ban(self, order: npt.NDArray[np.int64]) -> None:
        """Improve the game that an order gives by bans, without accepting losses."""
        picked = greedy_picks(self._ptr, self._lower, (order + 1).astype(np.int32))
        search = BanSearch(self._ptr, self._lower, picked, seed=self._seed + self._followed)
        search.search(_BANS_WORK // self.hasse.size, 1.0)
        self.adopt(search.picks()[1:])

    def stuck(self, picks: Bools) -> Bools:
        """Which of the picks cannot be peeled; none if and only if they are a game."""
        core: Bools = kernels.peel_core(picks, self.hasse.level, self._levels, *self._graph)
        return core


def moves_of_picks(hasse: Hasse, picks: Bools) -> list[int]:
    """Order picks into a legal game: lower levels first, inside a level the reverse of a peeling.

    Parameters
    ----------
    hasse
        The cover graph.
    picks
        Which vertices are picked; they must be peelable.

    Returns
    -------
    list of int
        The numbers to take, in playing order.

    Raises
    ------
    ValueError
        If the picks are not a game.
    """
    ptr, lower = hasse.down_ptr.tolist(), hasse.lower.tolist()
    picked = np.nonzero(picks)[0].tolist()
    order = peeling_order(picked, lambda p: lower[ptr[p] : ptr[p + 1]], hasse.level.__getitem__)
    if len(order) != len(picked):
        message = "these picks are not a game: some of them cannot be peeled"
        raise ValueError(message)
    return [int(hasse.numbers[p]) for p in order]
