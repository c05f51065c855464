"""Plain twins of the compiled kernels: slow, short, written from the definitions."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from perfectplay.taxman.hasse import Hasse

Ints = npt.NDArray[np.int64]


def stuck_picks(hasse: Hasse, picked: npt.NDArray[np.bool_]) -> set[int]:
    """Remove picks with a private factor until none is left; return who remains."""
    below = {
        p: {int(q) for q, r in zip(hasse.lower, hasse.upper, strict=True) if r == p and not picked[q]}
        for p in np.nonzero(picked)[0].tolist()
    }
    left = set(below)
    again = True
    while again:
        again = False
        for p in sorted(left):
            others = set().union(*(below[o] for o in left if o != p)) if len(left) > 1 else set()
            if below[p] - others:
                left.discard(p)
                again = True
    return left


def cut_pairs(hasse: Hasse, kind: str, label: Mapping[int, int], rank: int) -> list[int]:
    """Pairs of a matroid cut by the closure rule of the docs."""
    found = []
    for e, (q, p) in enumerate(zip(hasse.lower.tolist(), hasse.upper.tolist(), strict=True)):
        member, opposite = (q, p) if kind == "S" else (p, q)
        if member not in label:
            continue
        if kind == "S":
            neighbours = {int(a) for a, b in zip(hasse.lower, hasse.upper, strict=True) if b == opposite}
        else:
            neighbours = {int(b) for a, b in zip(hasse.lower, hasse.upper, strict=True) if a == opposite}
        others = (neighbours & set(label)) - {member}
        parallel = any(label[o] == label[member] for o in others)
        if parallel or len({label[o] for o in others}) >= rank:
            found.append(e)
    return found


def violation(hasse: Hasse, kind: str, label: Mapping[int, int], rank: int, x: npt.NDArray[np.float64]) -> float:
    """x(F) - |S| + K."""
    return float(sum(x[e] for e in cut_pairs(hasse, kind, label, rank))) - len(label) + rank
