"""Several processes on one tree: subtrees travel out, and come back searched a little further.

A task holds an open node's decisions and what the search knows: settled pairs, the best game, the cuts in use.  The
reply holds the subtree below the node, with multipliers and the cuts that they refer to, and is grafted onto the tree;
leaves that are still open become tasks in their turn.  A process keeps its linear program between tasks of one search.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from perfectplay.core.progress import ignore_progress
from perfectplay.taxman.exact.cuts import Cut
from perfectplay.taxman.exact.node import Node
from perfectplay.taxman.exact.relaxation import Domain, Dual
from perfectplay.taxman.hasse import build_hasse

if TYPE_CHECKING:
    from perfectplay.taxman.exact.tree import Search

__all__ = ["Reply", "Task", "explore", "graft", "make_task"]

_MOST_CUTS = 2_000

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Task:
    """A node to search below.

    Attributes
    ----------
    key
        Tells searches apart.
    numbers
        The pot, ascending.
    seed
        For the separation and the heuristics.
    excluded, forced
        What is settled at the root of the whole tree.
    picks
        The best game so far.
    cuts
        To start from.
    decisions, estimate
        Of the node.
    seconds
        How long to search.
    """

    key: str
    numbers: tuple[int, ...]
    seed: int
    excluded: Bools
    forced: Bools
    picks: Bools
    cuts: tuple[Cut, ...]
    decisions: tuple[tuple[int, bool], ...]
    estimate: float
    seconds: float


@dataclass(frozen=True, eq=False)
class Twig:
    """A node of a reply: its state, where it branches, and where its two children stand in the reply."""

    bound: int
    estimate: float
    dual: Dual | None
    closed: bool
    branch: int | None
    children: tuple[int, int] | None


@dataclass(frozen=True, eq=False)
class Reply:
    """What came of a task.

    Attributes
    ----------
    twigs
        The subtree, its root first.
    cuts
        The cuts that the multipliers refer to by their place here.
    picks
        The best game that the process knows.
    nodes, solves
        Nodes and linear programs done.
    """

    twigs: tuple[Twig, ...]
    cuts: tuple[Cut, ...]
    picks: Bools
    nodes: int
    solves: int


def make_task(search: Search, key: str, node: Node, seconds: float) -> Task:
    """Pack a node and what the search knows."""
    rows = search.relaxation.rows
    latest = range(max(0, len(search.pool) - _MOST_CUTS), len(search.pool))
    numbers = sorted({*rows, *latest})
    return Task(
        key,
        tuple(search.hasse.numbers.tolist()),
        search.seed,
        search.root_domain.excluded,
        search.root_domain.forced,
        search.incumbent.picks,
        tuple(search.pool.cuts[number] for number in numbers),
        node.decisions,
        node.estimate,
        seconds,
    )


class _Kept(threading.local):
    """The search that this thread worked on last, by its key: the linear program is worth keeping.

    Workers of a cluster may have several threads, and HiGHS belongs to one.
    """

    def __init__(self) -> None:
        self.searches: dict[str, Search] = {}


_KEPT = _Kept()


def explore(task: Task) -> Reply:
    """Search below a node; runs in a process of its own."""
    # The tree imports this module.
    from perfectplay.taxman.exact.tree import Search  # noqa: PLC0415

    search = _KEPT.searches.get(task.key)
    if search is None:
        _KEPT.searches.clear()
        hasse = build_hasse(task.numbers)
        search = _KEPT.searches[task.key] = Search(hasse, seed=task.seed, deadline=None, progress=ignore_progress)
    search.root_domain = Domain(task.excluded, task.forced)
    search.incumbent.adopt(task.picks)
    fresh = [search.pool.add(cut) for cut in task.cuts]
    if not search.relaxation.rows:
        search.relaxation.rebuild(search.root_domain)
        search.relaxation.add([number for number, _ in fresh])
    root = Node(task.decisions, int(search.hasse.numbers.sum()), task.estimate)
    nodes, solves = search.explore(root, task.seconds)
    return _pack(search, root, nodes, solves)


def _pack(search: Search, root: Node, nodes: int, solves: int) -> Reply:
    places: dict[int, int] = {}
    order = [root]
    twigs = []
    for node in order:
        children = None
        if node.children is not None:
            children = (len(order), len(order) + 1)
            order.extend(node.children)
        dual = node.dual
        if dual is not None:
            cuts = [places.setdefault(number, len(places)) for number in dual.cuts.tolist()]
            dual = replace(dual, cuts=np.array(cuts, np.int64))
        twigs.append(Twig(node.bound, node.estimate, dual, node.closed, node.branch, children))
    used = tuple(search.pool.cuts[number] for number in places)
    return Reply(tuple(twigs), used, search.incumbent.picks, nodes, solves)


def graft(search: Search, node: Node, reply: Reply) -> Iterator[Node]:
    """Put a reply's subtree in a node's place, and yield its leaves."""
    search.incumbent.adopt(reply.picks)
    numbers = np.array([search.pool.add(cut)[0] for cut in reply.cuts], np.int64)
    below, above = node.dual, node.bound
    todo = [(node, 0)]
    while todo:
        here, place = todo.pop()
        twig = reply.twigs[place]
        dual = None if twig.dual is None else replace(twig.dual, cuts=numbers[twig.dual.cuts])
        # What was proven at the node holds below it, too: the better of the two bounds stays.
        if dual is not None and (below is None or twig.bound < above):
            here.bound, here.dual = twig.bound, dual
        else:
            here.bound, here.dual = above, below
        here.estimate, here.closed = min(here.estimate, twig.estimate), twig.closed
        if twig.children is None or twig.branch is None:
            yield here
            continue
        picked, left = here.split(twig.branch)
        todo += [(picked, twig.children[0]), (left, twig.children[1])]
