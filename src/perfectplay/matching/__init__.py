"""Maximum-weight acyclic matchings of graded posets: vertices, levels and weights; no number, no game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from perfectplay.core.progress import ProgressCallback, ignore_progress

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from perfectplay.matching.cuts import LabelledSet
    from perfectplay.matching.graph import Graph
    from perfectplay.matching.incumbent import Heuristic
    from perfectplay.matching.search.node import Outcome

__all__ = ["solve"]


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

    ``value`` and ``upper`` of the result are equal if the proof is complete; `perfectplay.matching.peeling.match` makes
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
