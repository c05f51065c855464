"""Plain twins of the compiled kernels: slow, short, and written from the definitions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from perfectplay.matching.graph import Graph

Ints = npt.NDArray[np.int64]


def stuck_picks(hasse: Graph, picked: npt.NDArray[np.bool_]) -> set[int]:
    """Remove picks with a private factor, one by one, until no pick has one; return the remaining picks."""
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


def times(scalar: int, vector: int) -> int:
    """Multiply a vector over GF(4), with two bits for each coordinate, by 0, 1, w (2) or w + 1 (3)."""
    table = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
    return sum(table[scalar][vector >> 2 * i & 3] << 2 * i for i in range(32))


def span(vectors: Iterable[int]) -> set[int]:
    """Return all linear combinations of vectors over GF(4)."""
    found = {0}
    for vector in vectors:
        if vector not in found:
            found = {a ^ times(s, vector) for a in found for s in range(4)}
    return found


def rank(vectors: Iterable[int]) -> int:
    """Return the rank of vectors over GF(4): the logarithm to base 4 of the number of their linear combinations."""
    return (len(span(vectors)).bit_length() - 1) // 2


def cut_pairs(hasse: Graph, kind: str, vector: Mapping[int, int]) -> list[int]:
    """Return the indices of the pairs of a vector cut, by the closure rule of the docs."""
    found = []
    for e, (q, p) in enumerate(zip(hasse.lower.tolist(), hasse.upper.tolist(), strict=True)):
        member, opposite = (q, p) if kind == "S" else (p, q)
        if member not in vector:
            continue
        if kind == "S":
            neighbours = {int(a) for a, b in zip(hasse.lower, hasse.upper, strict=True) if b == opposite}
        else:
            neighbours = {int(b) for a, b in zip(hasse.lower, hasse.upper, strict=True) if a == opposite}
        others = (neighbours & set(vector)) - {member}
        if vector[member] in span(vector[o] for o in others):
            found.append(e)
    return found


def violation(hasse: Graph, kind: str, vector: Mapping[int, int], x: npt.NDArray[np.float64]) -> float:
    """Return x(F) - |S| + K; if this is positive, the point x violates the vector cut."""
    return float(sum(x[e] for e in cut_pairs(hasse, kind, vector))) - len(vector) + rank(vector.values())


def is_acyclic(matching: Iterable[tuple[int, int]]) -> bool:
    """Return whether pairs can be played (docs, Theory, T2): repeatedly remove a pair whose q divides no other p."""
    left = set(matching)
    while left:
        last = {(q, p) for q, p in left if all(other % q for _, other in left if other != p)}
        if not last:
            return False
        left -= last
    return True


def peelable(covers: list[list[int]], picks: set[int]) -> bool:
    """Return whether picks can be peeled by the definition of T4: remove picks with a private factor, one by one."""
    left = set(picks)
    while left:
        for p in left:
            others = {q for other in left - {p} for q in covers[other]}
            if any(q not in picks and q not in others for q in covers[p]):
                left.remove(p)
                break
        else:
            return False
    return True
