"""What a process does that helps with a tree: a search of its own, kept from one task to the next."""

from __future__ import annotations

import threading

from perfectplay.core.progress import ignore_progress
from perfectplay.core.running.deadline import Deadline
from perfectplay.matching.search.parallel import Reply, Task, make_reply, take_task
from perfectplay.matching.search.state import State
from perfectplay.matching.search.tree import Search

__all__ = ["explore"]


class _Kept(threading.local):
    """The search that this thread worked on last, by its key: the linear program is worth keeping.

    Workers of a cluster may have several threads, and HiGHS belongs to one.
    """

    def __init__(self) -> None:
        self.searches: dict[str, Search] = {}


_KEPT = _Kept()


def explore(task: Task) -> Reply:
    """Search below a node; runs in a process of its own."""
    search = _KEPT.searches.get(task.key)
    if search is None:
        _KEPT.searches.clear()
        state = State(
            task.graph, seed=task.seed, deadline=Deadline(), progress=ignore_progress, heuristic=task.heuristic
        )
        search = _KEPT.searches[task.key] = Search(state)
    node = take_task(search.state, task)
    nodes, solves = search.explore(node, task.seconds)
    return make_reply(search.state, node, nodes, solves)
