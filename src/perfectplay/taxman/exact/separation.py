"""Finding violated cuts: the pool first, then S- and T-cuts, then matroid cuts of higher rank."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt

from perfectplay.taxman.exact import kernels
from perfectplay.taxman.exact.cuts import Cut, CutPool, Ints, NamedCut, Side, make_cut, sides
from perfectplay.taxman.exact.relaxation import Relaxation
from perfectplay.taxman.hasse import Hasse

__all__ = ["Separator"]

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_LEAST_VIOLATION = 2e-3
_LEAST_MATROID_VIOLATION = 0.02
_FRACTIONAL = 1e-5
_MOST_FROM_POOL = 100
_ENOUGH_FROM_POOL = 8
_MOST_SIMPLE = 200
_MOST_MATROID = 80
_BATCH = 40


class Separator:
    """Separation for one cover graph.

    Parameters
    ----------
    hasse
        The cover graph.
    pool
        Where new cuts go.
    stuck
        Tells which of a set of picks cannot be peeled.
    seed
        Any integer; a run depends on it alone.
    """

    def __init__(self, hasse: Hasse, pool: CutPool, stuck: Callable[[Bools], Bools], seed: int) -> None:
        self.hasse = hasse
        self.pool = pool
        self._stuck = stuck
        self._sides = sides(hasse)
        self._rng = np.random.default_rng(seed)
        self._state = np.array([2 * seed + 88172645463325252], np.uint64)

    def lift(self, cuts: Iterable[NamedCut]) -> list[int]:
        """Store cuts of another pot, whose labelled sets mean something here too, and return their numbers.

        Members that are not in this pot are left out; the pairs and the right-hand side are derived anew, so that the
        result is valid whatever the cuts were.
        """
        vertex = {number: i for i, number in enumerate(self.hasse.numbers.tolist())}
        found = []
        for cut in cuts:
            side = self._sides[0 if cut.kind == "S" else 1]
            here = sorted((vertex[m], k) for k, group in enumerate(cut.classes) for m in group if m in vertex)
            # A matroid with fewer classes than its rank would have a smaller rank; and all cuts here are of one level.
            one_level = len({int(self.hasse.level[v]) for v, _ in here}) == 1
            if one_level and len(here) > cut.rank and len({k for _, k in here}) >= cut.rank:
                members, labels = np.array(here, np.int64).T
                lifted = make_cut(side, np.ascontiguousarray(members), _renumbered(labels), cut.rank)
                if len(lifted.pairs):
                    found.append(self.pool.add(lifted)[0])
        return found

    def from_pool(self, relaxation: Relaxation) -> list[int]:
        """Numbers of known cuts that the current point violates, worst first."""
        violation = self.pool.violations(relaxation.x)
        order = np.argsort(-violation)[:_MOST_FROM_POOL].tolist()
        return [i for i in order if violation[i] > _LEAST_VIOLATION and not relaxation.has(i)]

    def simple(self, relaxation: Relaxation, steps: int = 60, *, thorough: bool = True) -> list[int]:
        """S- and T-cuts (rank 1, one class), and pool cuts where there are enough of them.

        Parameters
        ----------
        relaxation
            Its current point is separated.
        steps
            Length of a quick tabu run.
        thorough
            Whether to run longer where the quick runs find little.
        """
        known = self.from_pool(relaxation)
        if len(known) >= _ENOUGH_FROM_POOL:
            return known
        x = relaxation.x
        # Where the point is fractional, and where it is integral and goes round in a circle.
        core = self._stuck(relaxation.y() > 1 - _FRACTIONAL)
        suspect = np.nonzero((x > _FRACTIONAL) & ((x < 1 - _FRACTIONAL) | core[self.hasse.upper]))[0]
        found: list[tuple[float, Cut]] = []
        for side in self._sides:
            starts = np.unique(side.own[suspect])
            if len(starts) == 0:
                continue
            here = self._runs(side, starts, np.ones(len(starts), np.int64), np.arange(len(starts) + 1), x, 1, 1, steps)
            if thorough and len(here) < 10:
                long = self._runs(
                    side, starts, np.ones(len(starts), np.int64), np.arange(len(starts) + 1), x, 1, 1, 3 * steps
                )
                here = here + long
            found += here
        return self._keep(found, x, _MOST_SIMPLE) + known

    def matroid(
        self,
        relaxation: Relaxation,
        rank: int,
        classes: int,
        *,
        starts_each: int = 3,
        enough: int = 40,
        most_starts: int | None = None,
    ) -> list[int]:
        """Cuts from uniform matroids of a given rank on a given number of parallel classes.

        A run starts from ``rank + 1`` own neighbours of an opposite vertex with fractional pairs, each perhaps
        widened to a tight S- or T-cut through it: classes of a good set tend to be tight sets themselves.

        Parameters
        ----------
        relaxation
            Its current point is separated.
        rank, classes
            Of the matroid; ``rank < classes``.
        starts_each
            Runs for each opposite vertex.
        enough
            Opposite vertices are tried in random order until so many cuts have been found for each kind.
        most_starts
            Opposite vertices tried at most for each kind; ``None`` means all.
        """
        x = relaxation.x
        fractional = np.nonzero((x > 1e-4) & (x < 1 - 1e-4))[0]
        found: list[tuple[float, Cut]] = []
        for side in self._sides:
            tight = self._tight_sets(relaxation, side)
            opposites = self._rng.permutation(np.unique(side.opp[fractional]))[:most_starts].tolist()
            here: list[tuple[float, Cut]] = []
            for batch in range(0, len(opposites), _BATCH):
                starts = self._matroid_starts(side, x, tight, opposites[batch : batch + _BATCH], rank, starts_each)
                if len(starts[2]) > 1:
                    here += self._runs(side, *starts, x, rank, classes, 120, least=_LEAST_MATROID_VIOLATION)
                if len(here) >= enough:
                    break
            found += here
        return self._keep(found, x, _MOST_MATROID)

    def _matroid_starts(
        self,
        side: Side,
        x: Floats,
        tight: dict[int, list[tuple[int, ...]]],
        opposites: list[int],
        rank: int,
        starts_each: int,
    ) -> tuple[Ints, Ints, Ints]:
        """Labelled sets to start from: members, labels (from 1) and where each set begins."""
        members: list[int] = []
        labels: list[int] = []
        ptr = [0]
        for o in opposites:
            pairs = side.opp_pair[side.opp_ptr[o] : side.opp_ptr[o + 1]]
            if len(pairs) < rank + 1:
                continue
            neighbours = side.own[pairs].tolist()
            # Sampling without replacement by exponential keys.
            keys = self._rng.exponential(size=(starts_each, len(neighbours))) / (x[pairs] + 0.15)
            for chosen in np.argsort(keys, axis=1)[:, : rank + 1].tolist():
                used: set[int] = set()
                for label, i in enumerate(chosen, start=1):
                    sets = tight.get(neighbours[i])
                    wide = sets is not None and self._rng.random() < 0.7
                    group = sets[int(self._rng.integers(len(sets)))] if wide and sets else (neighbours[i],)
                    fresh = [member for member in group if member not in used]
                    used.update(fresh)
                    members += fresh
                    labels += [label] * len(fresh)
                ptr.append(len(members))
        return np.array(members, np.int64), np.array(labels, np.int64), np.array(ptr, np.int64)

    def stuck_core(self, core: Bools) -> list[int]:
        """T-cuts of a set of picks that cannot be peeled, one for each level: violated where all of it is picked."""
        numbers = []
        for level in np.unique(self.hasse.level[core]).tolist():
            members = np.nonzero(core & (self.hasse.level == level))[0].astype(np.int64)
            number, _ = self.pool.add(make_cut(self._sides[1], members, np.zeros(len(members), np.int64), 1))
            numbers.append(number)
        return numbers

    def _runs(
        self,
        side: Side,
        starts: Ints,
        labels: Ints,
        ptr: Ints,
        x: Floats,
        rank: int,
        classes: int,
        steps: int,
        least: float = _LEAST_VIOLATION,
    ) -> list[tuple[float, Cut]]:
        members, classes_of, bounds, violation = kernels.tabu_search(
            starts,
            labels,
            ptr,
            x,
            *side.arrays,
            classes,
            rank,
            steps,
            0.03,
            least,
            max(20, steps // 3),
            self._state,
        )
        found = []
        seen: set[bytes] = set()
        for i in range(len(violation)):
            chosen = slice(bounds[i], bounds[i + 1])
            name = members[chosen].tobytes() + classes_of[chosen].tobytes()
            if name in seen:
                continue
            seen.add(name)
            order = np.argsort(members[chosen])
            labels_here = _renumbered(classes_of[chosen][order])
            found.append((float(violation[i]), make_cut(side, members[chosen][order], labels_here, rank)))
        return found

    def _keep(self, found: list[tuple[float, Cut]], x: Floats, most: int) -> list[int]:
        """Store the most violated cuts, relative to their length, and return the numbers of the new ones."""
        found.sort(key=lambda item: -item[0] / len(item[1].pairs) ** 0.5)
        numbers: list[int] = []
        for _, cut in found:
            if len(numbers) >= most:
                break
            if x[cut.pairs].sum() - cut.rhs <= _LEAST_VIOLATION:
                continue  # floating-point drift of the incremental sums
            number, new = self.pool.add(cut)
            if new:
                numbers.append(number)
        return numbers

    def _tight_sets(self, relaxation: Relaxation, side: Side) -> dict[int, list[tuple[int, ...]]]:
        tight: dict[int, list[tuple[int, ...]]] = {}
        for number in relaxation.rows:
            cut = self.pool.cuts[number]
            if cut.kind == side.kind and cut.rank == 1 and relaxation.x[cut.pairs].sum() > cut.rhs - 1e-6:
                members = tuple(cut.members.tolist())
                for member in members:
                    tight.setdefault(member, []).append(members)
        return tight


def _renumbered(labels: Ints) -> Ints:
    """Renumber the classes 0, 1, ... in order of appearance."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    rank_of = np.empty(len(first), np.int64)
    rank_of[np.argsort(first)] = np.arange(len(first))
    return rank_of[inverse].astype(np.int64)
