"""Cuts of cycles: what a matching of a large pot has too much, and multipliers that make it cheaper.

A set T of numbers has at most |T| - 1 pairs in any game of those whose lower end is a lower cover of another member of
T, too (theory, T5).  The heaviest matching has a cycle wherever it is not a game; the cycle's numbers are such a set.
The multipliers come from a subgradient method: J. E. Beasley, "Lagrangean relaxation", in C. R. Reeves (ed.), *Modern
Heuristic Techniques for Combinatorial Problems* (1993), chapter 6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from perfectplay.taxman.large.kernels import cycles as kernels

__all__ = ["CycleCuts", "WrittenCut"]

Numbers = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]

WrittenCut = tuple[int, list[int]]
"""A multiplier, and the numbers of the cut in ascending order."""

_LONGEST = 20
"""Numbers of a cycle; long ones make weak cuts."""


def shared_pairs(members: Sequence[int], covers: Mapping[int, Sequence[int]]) -> list[tuple[int, int]]:
    """List the pairs of a cut: (q, p) with p a member and q a lower cover of p and of another member."""
    above: dict[int, list[int]] = {}
    for p in members:
        for q in covers[p]:
            above.setdefault(q, []).append(p)
    return [(q, p) for q, found in above.items() if len(found) > 1 for p in found]


class CycleCuts:
    """Cuts of cycles in the pot {1..n}, with multipliers.

    ``less``, int64, in units of 1/``scale``, says by how much each pair weighs less, for both its places among the
    neighbours; ``total`` is the sum of multipliers times right-hand sides.  For the other arguments see
    `perfectplay.taxman.large.kernels.largescale`.
    """

    def __init__(self, ptr: Ints, lower: Numbers, start: Ints, near: Numbers, scale: int) -> None:
        self.less: Ints = np.zeros(len(near), np.int64)
        self.total: int = 0
        self._ptr, self._lower, self._start, self._near = ptr, lower, start, near
        self._scale = scale
        self._known: dict[tuple[int, ...], None] = {}
        self._ends: Ints = np.zeros(1, np.int64)
        self._low: Numbers = np.zeros(0, np.int32)
        self._high: Numbers = np.zeros(0, np.int32)
        self._here: Ints = np.zeros(0, np.int64)
        self._there: Ints = np.zeros(0, np.int64)
        self._room: Ints = np.zeros(0, np.int64)
        self._multiplier: Ints = np.zeros(0, np.int64)

    def __len__(self) -> int:
        return len(self._known)

    def known(self) -> list[tuple[int, ...]]:
        """Return the numbers of each cut, in ascending order."""
        return list(self._known)

    def find(self, mate: Numbers) -> int:
        """Add the cuts of a matching's cycles, with multiplier 0, and return how many are new."""
        members, ends = kernels.cycles(len(self._ptr) - 2, self._ptr, self._lower, mate, _LONGEST)
        pairs: list[tuple[int, int]] = []
        sizes, room = [], []
        for first, last in pairwise(ends.tolist()):
            cycle = tuple(sorted(members[first:last].tolist()))
            if cycle in self._known:
                continue
            self._known[cycle] = None
            covers = {p: self._lower[self._ptr[p] : self._ptr[p + 1]].tolist() for p in cycle}
            here = shared_pairs(cycle, covers)
            pairs += here
            sizes.append(len(here))
            room.append(len(cycle) - 1)
        if sizes:
            low, high = np.array(pairs, np.int32).T
            self._low, self._high = np.concatenate((self._low, low)), np.concatenate((self._high, high))
            self._here = np.concatenate((self._here, self._places(high, low)))
            self._there = np.concatenate((self._there, self._places(low, high)))
            self._ends = np.concatenate((self._ends, self._ends[-1] + np.cumsum(sizes)))
            self._room = np.concatenate((self._room, np.array(room, np.int64)))
            self._multiplier = np.concatenate((self._multiplier, np.zeros(len(room), np.int64)))
        return len(sizes)

    def _places(self, of: Numbers, other: Numbers) -> Ints:
        return np.array(
            [
                first + int(np.flatnonzero(self._near[first:last] == q)[0])
                for first, last, q in zip(
                    self._start[of].tolist(), self._start[of + 1].tolist(), other.tolist(), strict=True
                )
            ],
            np.int64,
        )

    def change(self, step: int, mate: Numbers) -> None:
        """Raise the multipliers of the cuts that a matching violates, and lower those of the others."""
        arrays = (self._ends, self._room, self._low, self._high, self._here, self._there)
        self.total = int(kernels.change(step, *arrays, self._scale, mate, self._multiplier, self.less))

    def written(self, parts: int) -> list[WrittenCut]:
        """Return the cuts that count, for a certificate, with the numerators of their multipliers."""
        pairs = zip(self._multiplier.tolist(), self._known, strict=True)
        return [(multiplier * parts, list(cycle)) for multiplier, cycle in pairs if multiplier]
