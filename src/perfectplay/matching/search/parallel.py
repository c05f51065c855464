"""Search one tree in several processes: each gets a node, searches below it for a while, and returns the subtree.

A task has the decisions of an open node and the knowledge of the search: settled pairs, the best matching, the cuts in
use. The reply has the subtree below the node, with multipliers and the cuts that they use. It is grafted onto the tree,
and its open leaves become further tasks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from perfectplay.matching.cuts import Cut
from perfectplay.matching.graph import Graph
from perfectplay.matching.incumbent import Heuristic
from perfectplay.matching.relaxation import Decisions, Domain
from perfectplay.matching.search.state import Node, State

__all__ = ["Helpers", "Reply", "Task", "graft", "make_reply", "make_task", "take_task"]

_MOST_CUTS = 2_000

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Task:
    """The decisions of a node to search below for ``seconds``, with settled pairs, the best ``picks``, and cuts.

    ``key`` identifies the search that the task belongs to.
    """

    key: str
    graph: Graph
    seed: int
    heuristic: Heuristic | None
    excluded: Bools
    forced: Bools
    picks: Bools
    cuts: tuple[Cut, ...]
    decisions: Decisions
    estimate: float
    seconds: float


@dataclass(frozen=True, eq=False)
class Reply:
    """The reply to a task: the nodes of the subtree, its root first, and the best picks that the process knows.

    ``twigs`` are these nodes without their children, and ``children`` has the indices of each node's children, because
    a deep tree of nested nodes could not be pickled. The multipliers refer to ``cuts`` by index. ``nodes``
    and ``solves`` count tree nodes and linear programs.
    """

    twigs: tuple[Node, ...]
    children: tuple[tuple[int, int] | None, ...]
    cuts: tuple[Cut, ...]
    picks: Bools
    nodes: int
    solves: int


@dataclass(frozen=True)
class Helpers:
    """Settings for a shared search: ``jobs`` processes, on this machine or of a Dask ``cluster``."""

    jobs: int
    cluster: str | None = None


def make_task(state: State, key: str, node: Node, seconds: float) -> Task:
    """Return a task for a node: its decisions, and the search's settled pairs, best matching and cuts."""
    rows = state.relaxation.rows
    latest = range(max(0, len(state.pool) - _MOST_CUTS), len(state.pool))
    numbers = sorted({*rows, *latest})
    return Task(
        key,
        state.graph,
        state.seed,
        state.incumbent.heuristic,
        state.root_domain.excluded,
        state.root_domain.forced,
        state.incumbent.picks,
        tuple(state.pool.cuts[number] for number in numbers),
        node.decisions,
        node.estimate,
        seconds,
    )


def take_task(state: State, task: Task) -> Node:
    """Apply a task's settled pairs, picks and cuts to the state; return the node to search below."""
    state.root_domain = Domain(task.excluded, task.forced)
    state.incumbent.adopt(task.picks)
    fresh = [state.pool.add(cut) for cut in task.cuts]
    if not state.relaxation.rows:
        state.relaxation.rebuild(state.root_domain)
        state.relaxation.add([number for number, _ in fresh])
    return Node(task.decisions, int(state.graph.weights.sum()), task.estimate)


def make_reply(state: State, root: Node, nodes: int, solves: int) -> Reply:
    """Return a reply with the subtree below a node, and the numbers of nodes and linear programs."""
    places: dict[int, int] = {}
    order = [root]
    twigs: list[Node] = []
    children: list[tuple[int, int] | None] = []
    for node in order:
        children.append(None if node.children is None else (len(order), len(order) + 1))
        order.extend(node.children or ())
        dual = node.dual
        if dual is not None:
            cuts = [places.setdefault(number, len(places)) for number in dual.cuts.tolist()]
            dual = replace(dual, cuts=np.array(cuts, np.int64))
        # Omit decisions, which grafting restores, and bases, because linear programs are solved again without them.
        twigs.append(replace(node, decisions=(), dual=dual, children=None, start=None))
    used = tuple(state.pool.cuts[number] for number in places)
    return Reply(tuple(twigs), tuple(children), used, state.incumbent.picks, nodes, solves)


def graft(state: State, node: Node, reply: Reply) -> Iterator[Node]:
    """Replace a node by a reply's subtree, and yield the leaves of the subtree."""
    state.incumbent.adopt(reply.picks)
    numbers = np.array([state.pool.add(cut)[0] for cut in reply.cuts], np.int64)
    below, above = node.dual, node.bound
    todo = [(node, 0)]
    while todo:
        current, index = todo.pop()
        twig, children = reply.twigs[index], reply.children[index]
        dual = None if twig.dual is None else replace(twig.dual, cuts=numbers[twig.dual.cuts])
        # A bound proven at the node also holds below it, so keep the better of the two.
        if dual is not None and (below is None or twig.bound < above):
            current.bound, current.dual = twig.bound, dual
        else:
            current.bound, current.dual = above, below
        current.estimate, current.closed = min(current.estimate, twig.estimate), twig.closed
        if children is None or twig.branch is None:
            yield current
            continue
        picked, left = current.split(twig.branch)
        todo += [(picked, children[0]), (left, children[1])]
