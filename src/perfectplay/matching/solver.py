"""Find an acyclic matching of maximum weight, with a proof; turn picks into a matching and an order."""

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

    Parameters
    ----------
    graph
        The result of `perfectplay.matching.graph.build`.
    time_limit
        Seconds, 0 or more, after which the search returns the best matching so far and a bound; ``None`` means no
        limit. Ctrl-C has the same effect.
    progress
        Called about ten times a second with value and bound; ``offset`` is added to both, here and in the log.
    seed
        0 or larger.  The same seed, machine and library versions give the same search, except with ``jobs``.
    enough
        A value that no matching exceeds, by the caller's own proof: the search ends when it reaches this value, and
        ``upper`` is at most ``enough``.
    picks
        Upper ends of a matching to start from, bool, shape (n,); impossible picks are dropped.
    sets
        Sets whose cuts may be useful, perhaps from other graphs.
    heuristic
        Called from time to time to look for better matchings.
    jobs, cluster
        Processes that share the tree, or a Dask cluster; see `perfectplay.matching.search.parallel`.

    Returns
    -------
    Outcome
        ``value`` and ``upper`` are equal if the proof is complete; `match` builds the matching of the ``picks``.

    Raises
    ------
    ValueError
        If the weights add up to more than `perfectplay.matching.graph.MAX_TOTAL`, ``picks`` has a wrong length, or a
        matching heavier than ``enough`` is found.

    Notes
    -----
    The method is branch and cut. Each pruning is repeated in integers, but no certificate is written. `match` peels the
    picks, which proves that their matching is acyclic; the bound relies on this search, or on ``enough``. The time is
    exponential in the worst case, because the problem is NP-hard: M. Joswig and M. E. Pfetsch, Computing optimal Morse
    matchings, SIAM Journal on Discrete Mathematics 20 (2006), 11-25.

    Examples
    --------
    In the boundary of a triangle, each edge is above its two corners. Two edges can be matched; a third closes a cycle.

    >>> from perfectplay.matching.graph import build
    >>> triangle = build([1] * 6, [0, 1, 0, 2, 1, 2], [3, 3, 4, 4, 5, 5], levels=[0, 0, 0, 1, 1, 1])
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
        raise ValueError(f"the weights add up to {total}; sums up to {MAX_TOTAL} are possible")
    if picks is not None and len(picks) != graph.size:
        raise ValueError(f"there are {len(picks)} picks for {graph.size} vertices; give one for each")
    deadline = Deadline(time_limit)
    state = State(
        graph, seed=seed, deadline=deadline, progress=progress, enough=enough, offset=offset, heuristic=heuristic
    )
    if picks is not None:
        state.incumbent.warm_start(picks)
    state.separator.lift(sets)
    outcome = Search(state, Helpers(jobs, cluster) if jobs > 1 else None).run()
    if enough is not None and outcome.value > enough:
        raise ValueError(f"enough is {enough}, but there is a matching of weight {outcome.value}; give a proven bound")
    return outcome


# -- from picks to a matching and an order, in plain Python (docs, "Theory", T4) ------------------------------------


def peel(picks: Sequence[int], covers: Callable[[int], Iterable[int]], level: Callable[[int], int]) -> dict[int, int]:
    """Match picks with lower covers without creating a cycle.

    Returns a map of each pick to its mate, the lower end. The picks are sorted by level, and within a level in the
    reverse order of a peeling. So each pick has a lower cover, such as its mate, that is not a pick and is not below
    any earlier pick of its level. If no acyclic matching has all picks, picks that block each other are missing. The
    order of ``picks`` decides between equally good matchings. Linear in the pairs below picks, except for sorting.

    >>> covers = {12: [4, 6], 18: [6, 9], 4: [2], 6: [2, 3], 9: [3]}
    >>> peel([12, 18], covers.__getitem__, lambda _: 3)
    {12: 6, 18: 9}
    >>> peel([4, 6, 9], covers.__getitem__, lambda _: 2)
    {}
    """
    wanted = set(picks)
    # Map each lower cover to the number and to the sum of the remaining picks above it. If one remains, it is the sum.
    number: dict[int, int] = {}
    total: dict[int, int] = {}
    for p in picks:
        for q in covers(p):
            if q not in wanted:
                number[q] = number.get(q, 0) + 1
                total[q] = total.get(q, 0) + p
    # A pick may come last if it has a private lower cover, which is not below any other remaining pick.
    private = [q for q, count in number.items() if count == 1]
    mates: dict[int, int] = {}
    while private:
        mate = private.pop()
        if number[mate] != 1:
            continue
        p = total[mate]
        mates[p] = mate
        for q in covers(p):
            if q in number:
                number[q] -= 1
                total[q] -= p
                if number[q] == 1:
                    private.append(q)
    backwards = list(mates)[::-1]
    return {p: mates[p] for p in sorted(backwards, key=level)}


def match(graph: Graph, picks: npt.NDArray[np.bool_]) -> dict[int, int]:
    """Return the acyclic matching with the given picks as upper ends: a map to lower ends, in the order of `peel`.

    Raises `ValueError` if there is no such matching.

    >>> import numpy as np
    >>> from perfectplay.matching.graph import build
    >>> match(build([1, 1, 1], [0, 1], [2, 2], levels=[0, 0, 1]), np.array([False, False, True]))
    {2: 1}
    """
    ptr, lower = graph.down_ptr.tolist(), graph.lower.tolist()
    picked = picks.nonzero()[0].tolist()
    pairs = peel(picked, lambda p: lower[ptr[p] : ptr[p + 1]], graph.level.__getitem__)
    if len(pairs) != len(picked):
        raise ValueError("no acyclic matching has these picks: some of them cannot be peeled")
    if not graph.graded:
        # Only covers can be matched. If a pick's mate is not a cover, there is a cover of the pick above the mate. That
        # cover is free as well: if it were below another pick, the mate would be, too.
        cover, below = graph.cover.tolist(), set[int]()
        for p in pairs:
            ends = range(ptr[p], ptr[p + 1])
            pairs[p] = next(lower[i] for i in ends if cover[i] and not (picks[lower[i]] or lower[i] in below))
            below.update(lower[ptr[p] : ptr[p + 1]])
    return pairs
