"""From picks to a matching and an order, in plain Python (docs, "Theory", T4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from perfectplay.matching.graph import Graph

__all__ = ["match", "peel"]


def peel(picks: Sequence[int], covers: Callable[[int], Iterable[int]], level: Callable[[int], int]) -> dict[int, int]:
    """Match picks with lower covers of theirs, such that no cycle arises.

    Returns the lower end of each pick's pair, the picks by level and inside a level in the reverse of a peeling: each
    has a lower cover, its mate for instance, that is below no pick of its level before it and is no pick.  If no
    acyclic matching has all of them, those that block each other are missing.  The order of the picks decides among
    matchings that are equally good.  Linear in the pairs below picks, but for sorting.

    >>> covers = {12: [4, 6], 18: [6, 9], 4: [2], 6: [2, 3], 9: [3]}
    >>> peel([12, 18], covers.__getitem__, lambda _: 3)
    {12: 6, 18: 9}
    >>> peel([4, 6, 9], covers.__getitem__, lambda _: 2)
    {}
    """
    wanted = set(picks)
    users: dict[int, set[int]] = {}
    for p in picks:
        for q in covers(p):
            if q not in wanted:
                users.setdefault(q, set()).add(p)
    # A lower cover with one user is its own: that pick may come last.
    private = [q for q, who in users.items() if len(who) == 1]
    mates: dict[int, int] = {}
    peeled: dict[int, int] = {}
    while private:
        mate = private.pop()
        who = users[mate]
        if len(who) != 1:
            continue
        (p,) = who
        mates[p], peeled[p] = mate, len(peeled)
        for q in covers(p):
            if q in users:
                users[q].discard(p)
                if len(users[q]) == 1:
                    private.append(q)
    return {p: mates[p] for p in sorted(mates, key=lambda p: (level(p), -peeled[p]))}


def match(graph: Graph, picks: npt.NDArray[np.bool_]) -> dict[int, int]:
    """Return the acyclic matching that has some picks as its upper ends: their lower ends, in the order of `peel`.

    `ValueError` if there is none.

    >>> import numpy as np
    >>> from perfectplay.matching.graph import build
    >>> match(build([1, 1, 1], [0, 1], [2, 2], [0, 0, 1]), np.array([False, False, True]))
    {2: 1}
    """
    ptr, lower = graph.down_ptr.tolist(), graph.lower.tolist()
    picked = picks.nonzero()[0].tolist()
    pairs = peel(picked, lambda p: lower[ptr[p] : ptr[p + 1]], graph.level.__getitem__)
    if len(pairs) != len(picked):
        message = "no acyclic matching has these picks: some of them cannot be peeled"
        raise ValueError(message)
    return pairs
