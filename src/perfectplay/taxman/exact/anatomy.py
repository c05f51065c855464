"""Show the search tree of a proof, node by node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.proof.writing import compact
from perfectplay.core.running.deadline import Deadline
from perfectplay.matching.cuts import Field
from perfectplay.matching.relaxation import Relaxation
from perfectplay.matching.search.state import State
from perfectplay.matching.search.tree import Search
from perfectplay.matching.separation import Point, Separator
from perfectplay.taxman.exact.certify import build_certificate
from perfectplay.taxman.exact.hasse import build_hasse, moves_of_picks
from perfectplay.taxman.large.bans import Bans
from perfectplay.taxman.proof.check import check_bytes

__all__ = ["Anatomy", "TreeNode", "lay_open"]

Fate = Literal["branch", "closed", "empty", "open"]


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a search tree.

    Attributes
    ----------
    parent
        Index of the parent in the list of all nodes; -1 at the root.
    decision
        Number decided between the parent and this node, or ``None`` at the root.
    taken
        Whether that number is taken.
    bound
        Proven bound on the score of every game that obeys all decisions of the node and is better than the best known
        game; -1 if there is no such game.
    fate
        ``"branch"`` if the node was split in two; ``"closed"`` if its bound is at most the score found; ``"empty"`` if
        its decisions alone rule out a better game; ``"open"`` if time ran out.
    branch
        Number on which the node was split, or ``None``.
    """

    parent: int
    decision: int | None
    taken: bool
    bound: int
    fate: Fate
    branch: int | None


@dataclass(frozen=True, slots=True)
class Anatomy:
    """The search tree of the pot {1..n} and its result: the best ``score`` found, and a bound, ``upper``.

    ``cuts`` counts the cuts that the proof uses. ``checked`` is true if `perfectplay.taxman.proof.check` accepts the
    certificate made from the tree. Each of the ``nodes`` precedes its children, and the child that takes the number
    precedes the child that does not.
    """

    n: int
    score: int
    upper: int
    cuts: int
    checked: bool
    nodes: tuple[TreeNode, ...]

    @property
    def leaves(self) -> int:
        """Number of leaves."""
        return sum(node.branch is None for node in self.nodes)


class _Sparing(Separator):
    """A separator that does not look for cuts; cuts that refute an illegal choice of numbers are made elsewhere.

    The methods have the arguments of the methods that they replace.
    """

    def simple(self, relaxation: Relaxation, steps: int = 60, *, thorough: bool = True) -> list[int]:  # noqa: ARG002
        return []

    def vectors(
        self,
        relaxation: Point,  # noqa: ARG002
        field: Field,  # noqa: ARG002
        most_rank: int,  # noqa: ARG002
        most: int,  # noqa: ARG002
        slack: float | None = None,  # noqa: ARG002
    ) -> list[int]:
        return []


def lay_open(
    n: int,
    *,
    time_limit: float | None = None,
    sparing: bool = False,
    progress: ProgressCallback = ignore_progress,
) -> Anatomy:
    """Search for the best game of the pot {1..n}, n >= 2, and return the search tree.

    Searches as `perfectplay.taxman.exact.solve` does with the seed 0; if ``sparing``, it looks for no cuts, so
    trees are larger. After ``time_limit`` seconds the unfinished tree is returned. Milliseconds up to n = 300, seconds
    up to 600; exponential in the worst case.

    >>> found = lay_open(21)
    >>> found.score, found.upper, found.leaves, found.checked
    (144, 144, 1, True)
    """
    hasse = build_hasse(range(1, n + 1))
    state = State(hasse, seed=0, deadline=Deadline(time_limit), progress=progress, heuristic=Bans.of(hasse))
    if sparing:
        state.separator = _Sparing(hasse, state.pool, state.incumbent.stuck, 0)
    outcome = Search(state).run()
    moves = moves_of_picks(hasse, outcome.picks)
    certificate = build_certificate(f"taxman:{n}", outcome.value, outcome.tree_upper, moves, hasse, outcome, 0)
    numbers: list[int] = hasse.weights.tolist()
    nodes: list[TreeNode] = []
    stack = [(outcome.proof.root, -1)]
    while stack:
        node, parent = stack.pop()
        vertex, taken = node.decisions[-1] if node.decisions else (None, False)
        if node.children is not None:
            fate: Fate = "branch"
        elif node.bound < 0:
            fate = "empty"
        else:
            fate = "closed" if node.bound <= outcome.value else "open"
        branch = None if node.children is None or node.branch is None else numbers[node.branch]
        decision = None if vertex is None else numbers[vertex]
        nodes.append(TreeNode(parent, decision, taken, node.bound, fate, branch))
        stack += [(child, len(nodes) - 1) for child in reversed(node.children or ())]
    return Anatomy(
        n,
        outcome.value,
        outcome.tree_upper,
        len(certificate["proof"]["cuts"]),
        check_bytes(compact(certificate).encode()).valid,
        tuple(nodes),
    )
