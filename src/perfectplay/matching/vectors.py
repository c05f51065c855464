"""Vectors over the field with four elements, as integers with two bits for each coordinate.

Bits 2i and 2i + 1 of an integer are coordinate i: 0, 1, w and w + 1 are 0, 1, 2 and 3, with w * w = w + 1.  Addition is
exclusive or.  A vector with bits at even places only is a vector over the field with two elements, and what the others
span of it does not depend on which of the two fields it is taken in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["BINARY", "QUATERNARY", "Field", "is_binary", "rank_of"]

Ints = npt.NDArray[np.int64]

_LOW = 0x5555555555555555


def times_w(vector: int) -> int:
    """Multiply each coordinate by w."""
    low, high = vector & _LOW, vector >> 1 & _LOW
    return (low ^ high) << 1 | high


def rank_of(vectors: Iterable[int]) -> int:
    """Dimension of what vectors span; any number of coordinates."""
    rows: dict[int, int] = {}
    for vector in vectors:
        # Over two elements, where the span of v and w * v has two dimensions.
        for v in (vector, times_w(vector)):
            rest = v
            while rest:
                top = rest.bit_length()
                if top not in rows:
                    rows[top] = rest
                    break
                rest ^= rows[top]
    return len(rows) // 2


def is_binary(vectors: Ints) -> bool:
    """Whether vectors are over the field with two elements."""
    return not (vectors & (_LOW << 1 & 0x7FFFFFFFFFFFFFFF)).any()


def spread(vectors: Ints) -> Ints:
    """Put the bits of vectors over two elements, one for each coordinate, where they are over four."""
    wide = np.zeros_like(vectors)
    for i in range(BINARY.most_rank):
        wide |= (vectors >> i & 1) << (2 * i)
    return wide


@dataclass(frozen=True, eq=False)
class Field:
    """What the kernels know about a field; there a vector has ``width`` bits for each coordinate.

    Attributes
    ----------
    width
        1 or 2.
    most_rank
        Largest dimension: sets of vectors are words of 64 bits.
    twin
        w times each vector, or the vector itself where there is no w; int64, shape (64,).
    first
        The least nonzero multiple of each vector, which stands for all of them; int64, shape (64,).
    point_ptr, point
        ``point[point_ptr[K] : point_ptr[K + 1]]`` are 0 and such vectors of dimension K.
    """

    width: int
    most_rank: int
    twin: Ints
    first: Ints
    point_ptr: Ints
    point: Ints

    def packed(self, vectors: Ints) -> Ints:
        """Rewrite vectors over four elements, of which this field must have all."""
        if self.width == 2:
            return vectors
        narrow = np.zeros_like(vectors)
        for i in range(self.most_rank):
            narrow |= (vectors >> (2 * i) & 1) << i
        return narrow

    def unpacked(self, vectors: Ints) -> Ints:
        """Rewrite vectors of the kernels over four elements."""
        return vectors if self.width == 2 else spread(vectors)


def _field(width: int) -> Field:
    twin = np.array([v if width == 1 else times_w(v) for v in range(64)], np.int64)
    first = np.minimum(np.minimum(np.arange(64), twin), twin[twin])
    most = 6 // width
    points = [[v for v in range(1 << (width * rank)) if first[v] == v] for rank in range(1, most + 1)]
    # There is nothing of dimension 0.
    ptr = np.cumsum([0, 0, *map(len, points)])
    return Field(width, most, twin, first, ptr, np.array([v for few in points for v in few], np.int64))


BINARY = _field(1)
"""The field with two elements: dimensions up to 6."""
QUATERNARY = _field(2)
"""The field with four elements: dimensions up to 3."""
