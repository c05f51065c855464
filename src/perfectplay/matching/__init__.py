"""Maximum-weight acyclic matchings of graded posets: vertices, levels and weights; no number, no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from perfectplay.core.progress import ProgressCallback, ignore_progress

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from perfectplay.matching.cuts import LabelledSet
    from perfectplay.matching.graph import Graph
    from perfectplay.matching.incumbent import Heuristic
    from perfectplay.matching.search.state import Outcome

__all__ = ["match", "peel", "solve"]


def solve(
    graph: Graph,
    *,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
    seed: int = 0,
    enough: int | None = None,
    offset: int = 0,
    picks: npt.NDArray[np.bool_] | None = None,
    sets: Iterable[LabelledSet] = (),
    heuristic: Heuristic | None = None,
    jobs: int = 1,
    cluster: str | None = None,
) -> Outcome:
    """Find an acyclic matching of maximum weight, and prove that there is no better one.

    ``time_limit``, in seconds, and Ctrl-C end the search with the best matching so far and a valid bound.  The same
    ``seed``, 0 or larger, machine and library versions give the same search; with ``jobs`` processes, or a Dask
    ``cluster`` (see `perfectplay.matching.search.parallel`), the result is as certain, but another run may find another
    matching of the same weight.

    ``enough`` is a value that is known to be an upper bound: reaching it ends the search, which starts from ``picks``,
    upper ends of a matching that may be good; they need not be possible together.  Of ``sets`` cuts may be useful.
    ``heuristic`` is asked for better matchings now and then.  ``offset`` is added to the values that ``progress`` and
    the log tell.

    ``value`` and ``upper`` of the result are equal if the proof is complete; `match` makes
    the matching of its ``picks``.  Raises `ValueError` if the weights add up to more than
    `perfectplay.matching.graph.MAX_TOTAL`.  Branch and cut with exact pruning; exponential in the worst case, since the
    problem is NP-hard.

    The boundary of a triangle, each edge above its two corners: two edges can be matched, and a third closes a cycle.

    >>> from perfectplay.matching.graph import build
    >>> triangle = build([1] * 6, [0, 1, 0, 2, 1, 2], [3, 3, 4, 4, 5, 5], [0, 0, 0, 1, 1, 1])
    >>> outcome = solve(triangle)
    >>> outcome.value, outcome.upper
    (2, 2)
    """
    from perfectplay.core.running.deadline import Deadline
    from perfectplay.matching.graph import MAX_TOTAL
    from perfectplay.matching.search.parallel import Helpers
    from perfectplay.matching.search.state import State
    from perfectplay.matching.search.tree import Search

    total = sum(graph.weights.tolist())
    if total > MAX_TOTAL:
        message = f"the weights add up to {total}; sums up to {MAX_TOTAL} are possible"
        raise ValueError(message)
    deadline = Deadline(time_limit)
    state = State(
        graph, seed=seed, deadline=deadline, progress=progress, enough=enough, offset=offset, heuristic=heuristic
    )
    if picks is not None:
        state.incumbent.warm_start(picks)
    state.separator.lift(sets)
    return Search(state, Helpers(jobs, cluster) if jobs > 1 else None).run()


# -- from picks to a matching and an order, in plain Python (docs, "Theory", T4) ------------------------------------


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
