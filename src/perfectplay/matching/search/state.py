"""What a search knows, the nodes of its tree among it: its rooms take it from here and put down here what they find."""

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
    """One subproblem: the matchings in which some vertices are picked and some are not.

    Attributes
    ----------
    decisions
        Made on the way from the root.
    bound
        Proven upper bound on the value of every matching in the node that is better than the incumbent: what is settled
        at the root by reduced costs holds for these alone.
    estimate
        The bound in floating point, for the order of the search only.
    dual
        Multipliers that prove ``bound`` in the node or in one above it; ``None`` before the root is solved.
    closed
        Whether ``bound`` is below the incumbent plus one.
    branch
        Vertex branched on, or ``None`` at a leaf.
    children
        The nodes in which the vertex is picked and in which it is not.
    start
        Where the linear program of a node that waits begins: where that of its parent ended.
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
        """Everything that is settled here, given what is settled at the root."""
        return root.below(graph, self.decisions)

    def leaves(self) -> Iterator[Node]:
        """Yield the leaves below, without recursion."""
        stack = [self]
        while stack:
            node = stack.pop()
            if node.children is None:
                yield node
            else:
                stack.extend(node.children)

    def split(self, vertex: int) -> tuple[Node, Node]:
        """Branch on a vertex: the children in which it is picked and is not."""
        children = (
            Node((*self.decisions, (vertex, True)), self.bound, self.estimate, self.dual),
            Node((*self.decisions, (vertex, False)), self.bound, self.estimate, self.dual),
        )
        self.branch = vertex
        self.children = children
        return children


@dataclass(eq=False)
class Proof:
    """All that a certificate needs besides the cover graph and the cuts: the tree's ``root``, and the ``fixings``.

    These are root multipliers by which pairs were settled, in the order of their application.
    """

    root: Node
    fixings: list[Dual] = field(default_factory=list)


@dataclass(frozen=True)
class Outcome:
    """What a search found and proved: the best ``picks``, bool, shape (n,), their ``value``, and a bound, ``upper``.

    The tree, ``proof``, is complete if both are equal; it refers to the cuts of the ``pool``, and proves ``tree_upper``
    alone, without what the caller knew.  ``nodes`` and ``solves`` count tree nodes and linear programs; ``root_bound``
    was proven at the root.  ``interrupted`` tells of Ctrl-C, and ``trouble`` why helpers were lost, if they were.
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
    """What a search on one cover graph knows.

    It depends on the ``seed`` alone (and on the versions of HiGHS and numpy).  It stops at the deadline, or when a
    matching of the value ``enough`` has been found, because the caller knows that there is no better one.  Progress is
    told about ten times a second; ``offset`` is added to the values that are reported and logged.

    Attributes
    ----------
    pool, relaxation, separator
        The cuts found, the linear program and what finds more of them.
    incumbent
        The best matching found.
    root_domain, root_duals
        What is settled everywhere, and multipliers of the root that may settle more.
    root, proof
        The tree.
    open
        Heap of the nodes that wait: the best bound first, then the one that came first.
    nodes
        Tree nodes processed.
    rng
        For the dives; the incumbent and the separation have their own.
    stage
        What is being done, for ``progress``.
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
        """Everything that is settled below some decisions."""
        return self.root_domain.below(self.graph, decisions)

    def push(self, node: Node) -> None:
        """Let a node wait for its turn."""
        self._pushed += 1
        heapq.heappush(self.open, (-node.estimate, self._pushed, node))

    def pop(self) -> Node:
        """Take the first of the nodes that wait."""
        return heapq.heappop(self.open)[2]

    def global_bound(self) -> int:
        """Proven bound on the value of every matching; linear in the size of the tree."""
        return max((leaf.bound for leaf in self.root.leaves() if not leaf.closed), default=self.incumbent.value)

    def finished(self) -> bool:
        """Whether the root or the caller knows that there is no better matching."""
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
        """Tell ``--verbose`` what was done, with the value found and the bound, by default that of the root."""
        best, upper = self.incumbent.value, self.root.bound if bound is None else bound
        figures = f"value {best + self.offset}, bound {max(best, upper) + self.offset}, gap {max(0, upper - best)}"
        log_stage(f"{text}; {figures}")
