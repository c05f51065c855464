"""From picks to moves, in plain Python: the order in which numbers can be taken (docs, "Theory", T4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

__all__ = ["peeling_order"]


def peeling_order(
    picks: Sequence[int], covers: Callable[[int], Iterable[int]], rank: Callable[[int], int]
) -> list[int]:
    """Order picks into a legal game: lower ranks first, inside a rank the reverse of a peeling.

    Parameters
    ----------
    picks
        Numbers or vertices; their order decides among games that are equally good.
    covers
        Those just below one: it divided by each of its primes.
    rank
        The number of prime factors; a lower rank never needs anything from a higher one.

    Returns
    -------
    list of int
        Not all of the picks, if they are not a game: those that block each other are missing.

    Notes
    -----
    Linear in the pairs below picks, but for sorting.
    """
    wanted = set(picks)
    users: dict[int, set[int]] = {}
    for p in picks:
        for q in covers(p):
            if q not in wanted:
                users.setdefault(q, set()).add(p)
    # A factor with one user is its own: that pick may come last.
    private = [q for q, who in users.items() if len(who) == 1]
    peeled: dict[int, int] = {}
    while private:
        who = users[private.pop()]
        if len(who) != 1:
            continue
        (p,) = who
        peeled[p] = len(peeled)
        for q in covers(p):
            if q in users:
                users[q].discard(p)
                if len(users[q]) == 1:
                    private.append(q)
    return sorted(peeled, key=lambda p: (rank(p), -peeled[p]))
