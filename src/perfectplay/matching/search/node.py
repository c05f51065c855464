"""Nodes of the search tree, which is also the skeleton of the certificate, and what a search leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from perfectplay.matching.cuts import CutPool
from perfectplay.matching.graph import Graph
from perfectplay.matching.incumbent import Bools
from perfectplay.matching.relaxation import Decisions, Domain, Dual, Start

__all__ = ["Node", "Outcome", "Proof"]


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
    """What a search found and proved.

    Attributes
    ----------
    value
        Value of the best picks found.
    upper
        Proven bound.
    picks
        The best picks; bool, shape (n,).
    proof
        The tree; complete if ``value == upper``.
    pool
        The cuts that the proof refers to.
    nodes, solves
        Tree nodes processed, linear programs solved.
    root_bound
        Proven bound at the root.
    interrupted
        Whether Ctrl-C ended the search.
    tree_upper
        The bound that the tree alone proves, without what the caller knew.
    trouble
        Why the helpers were lost; empty if they were not.
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
