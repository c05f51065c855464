"""Cuts as certificates have them: each member of the set with a vector over GF(4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from perfectplay.taxman.check import rank_of_vectors
from perfectplay.taxman.exact.cuts import NamedCut

__all__ = ["cut_of_vectors", "uniform_vectors"]

_LINE = (1, 4, 5, 9, 13)
"""Pairwise independent: the points (1, 0), (0, 1), (1, 1), (1, w), (1, w^2) of the projective line."""

_ARC = (1, 4, 16, 21, 57, 45)
"""Any three are independent: the unit vectors, (1, 1, 1), (1, w, w^2) and (1, w^2, w), a hyperoval of the plane."""


def uniform_vectors(rank: int, classes: int) -> tuple[int, ...]:
    """Represent a uniform matroid over GF(4): any ``rank`` of the vectors are a basis of the span of all.

    Parameters
    ----------
    rank
        From 1 to ``classes``, and to 12.
    classes
        Number of parallel classes.  With rank 1 they all have the same vector.

    Returns
    -------
    tuple of int
        One vector for each class: two bits for each coordinate, the first coordinate in the lowest.

    Raises
    ------
    ValueError
        If there are no such vectors: of rank 2 there are 5, of rank 3 there are 6, of another rank K there are K + 1.

    Examples
    --------
    >>> uniform_vectors(2, 3)
    (1, 4, 5)
    """
    if rank == 1:
        return (1,) * classes
    units = tuple(1 << 2 * i for i in range(rank))
    known = {2: _LINE, 3: _ARC}.get(rank, (*units, sum(units)))
    if classes > len(known):
        message = f"there are no {classes} vectors over GF(4) of which any {rank} are a basis"
        raise ValueError(message)
    return known[:classes]


def cut_of_vectors(cut: Mapping[str, Any]) -> NamedCut:
    """Read a cut of a certificate as one of a uniform matroid of its rank, with a class for each vector."""
    groups: Sequence[Sequence[int]] = cut["vectors"]
    return NamedCut(cut["kind"], rank_of_vectors([v for v, *_ in groups]), tuple(tuple(m) for _, *m in groups))
