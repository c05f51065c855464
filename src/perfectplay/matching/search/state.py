"""The state, including the nodes of the tree, that all parts of a search read and update."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from perfectplay.core.progress import Progress, ProgressCallback, log_stage
from perfectplay.core.running.deadline import Deadline
from perfectplay.matching.cuts import CutPool
from perfectplay.matching.graph import Graph
from perfectplay.matching.incumbent import Bools, Heuristic, Incumbent
from perfectplay.matching.relaxation import Decisions, Domain, Dual, Relaxation, Start, exact_sum, half_dual
from perfectplay.matching.separation import Separator

__all__ = ["REPORT_EVERY", "Node", "Outcome", "Proof", "State"]

REPORT_EVERY = 0.1
"""Seconds between two reports of progress."""


@dataclass(eq=False, slots=True)
class Node:
    """A subproblem: the matchings in which some vertices are picked and some are not.

    Attributes
    ----------
    decisions
        Decisions on the path from the root.
    bound
        Proven upper bound on the value of every matching in the node that is better than the incumbent. It need not
        hold for other matchings, because reduced costs at the root may have excluded them.
    estimate
        The bound in floating point, which only determines the order of the search.
    dual
        Multipliers that prove ``bound`` in the node or an ancestor; ``None`` before the root is solved.
    closed
        Whether ``bound`` proves that the node has no matching better than the incumbent.
    branch
        Vertex branched on, or ``None`` at a leaf.
    children
        The node in which that vertex is picked, and the node in which it is not picked.
    start
        The basis from which the linear program of a waiting node starts; it comes from the parent.
    """

    decisions: Decisions
    bound: int
    estimate: float
    dual: Dual | None = None
    closed: bool = False
    branch: int | None = None
    children: tuple[Node, Node] | None = None
    start: Start | None = None

    def domain(self, graph: Graph, root: Domain) -> Domain:
        """Return the pairs that are settled in the node, given those that are settled at the root."""
        return root.below(graph, self.decisions)

    def leaves(self) -> Iterator[Node]:
        """Yield the leaves of the subtree, without recursion."""
        stack = [self]
        while stack:
            node = stack.pop()
            if node.children is None:
                yield node
            else:
                stack.extend(node.children)

    def split(self, vertex: int) -> tuple[Node, Node]:
        """Branch on a vertex; return the child in which it is picked, then the child in which it is not."""
        children = (
            Node((*self.decisions, (vertex, True)), self.bound, self.estimate, self.dual),
            Node((*self.decisions, (vertex, False)), self.bound, self.estimate, self.dual),
        )
        self.branch = vertex
        self.children = children
        return children


@dataclass(eq=False)
class Proof:
    """The tree of a search, given by its ``root``, and the ``fixings``; a certificate needs these and the cuts.

    Fixings are multipliers of the root that settled pairs, in the order in which they were applied.
    """

    root: Node
    fixings: list[Dual] = field(default_factory=list)


@dataclass(frozen=True)
class Outcome:
    """The result of a search: the best ``picks``, bool, shape (n,), their ``value``, and a bound, ``upper``.

    If both are equal, the matching is proven best. The tree ``proof``, with cuts of the ``pool``, proves the bound
    ``tree_upper`` without using ``enough``. ``nodes`` and ``solves`` count tree nodes and linear programs; the root has
    ``root_bound``. ``interrupted`` is true after Ctrl-C, and ``trouble`` says why helpers were lost.
    """

    value: int
    upper: int
    picks: Bools
    proof: Proof
    pool: CutPool
    nodes: int
    solves: int
    root_bound: int
    interrupted: bool
    tree_upper: int
    trouble: str


class State:
    """The state of a search on one cover graph.

    A search depends only on the ``seed``, the machine and the version of numpy. It stops at the deadline, or when it
    has a matching of the value ``enough``, which the caller knows to be best. Progress is reported about ten times a
    second; ``offset`` is added to values in reports and logs.

    Attributes
    ----------
    pool, relaxation, separator
        The cuts found so far, the linear program, and the search for more cuts.
    incumbent
        The best matching so far.
    root_domain, root_duals
        Pairs settled in the whole tree, and multipliers of the root that may settle more pairs.
    root, proof
        The root of the tree, and the proof so far: the tree with its fixings.
    open
        Heap of the waiting nodes, the best bound first; among equals, the oldest node comes first.
    nodes
        Tree nodes processed.
    rng
        Random generator for dives; the incumbent and the separator have their own generators.
    stage
        The current stage, for ``progress``.
    """

    def __init__(
        self,
        graph: Graph,
        *,
        seed: int,
        deadline: Deadline,
        progress: ProgressCallback,
        enough: int | None = None,
        offset: int = 0,
        heuristic: Heuristic | None = None,
    ) -> None:
        self.graph = graph
        self.seed = seed
        self.deadline = deadline
        self.enough = enough
        self.offset = offset
        self.pool: CutPool = CutPool()
        self.incumbent: Incumbent = Incumbent(graph, seed, heuristic)
        self.root_domain: Domain = Domain(np.zeros(graph.pairs, np.bool_), np.zeros(graph.pairs, np.bool_))
        self.root_duals: list[Dual] = []
        self.relaxation: Relaxation = Relaxation(graph, self.pool, self.root_domain, self.check_time)
        self.separator: Separator = Separator(graph, self.pool, self.incumbent.stuck, seed)
        self.rng: np.random.Generator = np.random.default_rng(seed + 1)
        bound = exact_sum(half_dual(graph).u) // 2
        self.root: Node = Node((), bound, float(bound))
        self.proof: Proof = Proof(self.root)
        self.open: list[tuple[float, int, Node]] = []
        self.nodes = 0
        self.stage = "root"
        self._pushed = 0
        self._progress = progress
        self._next_report = 0.0

    def domain_of(self, decisions: Decisions) -> Domain:
        """Return the pairs that are settled after some decisions."""
        return self.root_domain.below(self.graph, decisions)

    def push(self, node: Node) -> None:
        """Add a node to the heap of waiting nodes."""
        self._pushed += 1
        heapq.heappush(self.open, (-node.estimate, self._pushed, node))

    def pop(self) -> Node:
        """Remove the waiting node with the best bound, and return it."""
        return heapq.heappop(self.open)[2]

    def global_bound(self) -> int:
        """Return a proven bound on the value of every matching, in time linear in the size of the tree."""
        return max((leaf.bound for leaf in self.root.leaves() if not leaf.closed), default=self.incumbent.value)

    def finished(self) -> bool:
        """Return whether the root or the caller proves that there is no better matching."""
        if self.enough is not None and self.incumbent.value >= self.enough:
            return True
        return self.root.bound <= self.incumbent.value

    def check_time(self) -> None:
        """Report progress, and raise `StoppedError` if the deadline has passed or Ctrl-C was pressed."""
        seconds = self.deadline.seconds
        if seconds >= self._next_report and not self.deadline.interrupted:
            self._next_report = seconds + REPORT_EVERY
            self._report(seconds)
        self.deadline.check()

    def _report(self, seconds: float) -> None:
        best = self.incumbent.value
        upper = max(best, self.root.bound if self.root.children is None else self.global_bound())
        figures = best + self.offset, upper + self.offset, self.nodes, len(self.open)
        self._progress(Progress(self.stage, seconds, *figures))

    def log(self, text: str, bound: int | None = None) -> None:
        """Log a step with the best value and a bound, by default the root's bound; ``--verbose`` shows the log."""
        best, upper = self.incumbent.value, self.root.bound if bound is None else bound
        figures = f"value {best + self.offset}, bound {max(best, upper) + self.offset}, gap {max(0, upper - best)}"
        log_stage(f"{text}; {figures}")
