"""From the search's proof to a certificate that `perfectplay.taxman.check` accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.taxman.certificate import envelope
from perfectplay.taxman.exact.relaxation import Domain, Dual, half_pot, rescaled
from perfectplay.taxman.exact.vectors import uniform_vectors

if TYPE_CHECKING:
    from perfectplay.taxman.exact.node import Node
    from perfectplay.taxman.exact.tree import Outcome
    from perfectplay.taxman.hasse import Hasse

__all__ = ["build_certificate"]

_SCALES = (1, 2, 3, 4, 6, 12, 60, 420, 1 << 12, 1 << 16)
"""Tried in this order: vertices of the relaxation mostly have small denominators, and small numbers make short
certificates."""


def build_certificate(
    position: str, score: int, upper: int, moves: list[int], hasse: Hasse, outcome: Outcome, gained: int
) -> dict[str, Any]:
    """Turn a search's proof into a certificate.

    Parameters
    ----------
    position
        Id of the position that was solved.
    score, upper
        The claim, for the whole game.
    moves
        From the position on.
    hasse, outcome
        The cover graph of the position's pot and what the search left.
    gained
        The part of ``score`` that was made before the position.

    Returns
    -------
    dict
        JSON-serialisable.  Leaves have the coarsest multipliers that still prove them.
    """
    proof = _Builder(hasse, outcome, upper - gained).proof()
    return envelope(position, score, upper, {"kind": "tree", "moves": moves} | proof)


class _Builder:
    def __init__(self, hasse: Hasse, outcome: Outcome, bound: int) -> None:
        self.hasse = hasse
        self.outcome = outcome
        self.goal = bound + 1
        self.numbers: dict[int, int] = {}

    def proof(self) -> dict[str, Any]:
        domain = Domain(np.zeros(self.hasse.pairs, np.bool_), np.zeros(self.hasse.pairs, np.bool_))
        fixings = []
        for dual in self.outcome.proof.fixings:
            # The same arithmetic as the checker's, so that the domain here is the one that it will see.
            settled = dual.settled(self.hasse, self.outcome.pool, domain, self.goal)
            if settled is not None:
                domain = settled
                fixings.append(self._multipliers(dual))
        tree = self._tree(domain)
        for multipliers in reversed(fixings):
            tree = {"fix": multipliers, "then": tree}
        cuts = [self._cut(number) for number in self.numbers]
        return {"cuts": cuts, "tree": tree}

    def _tree(self, root: Domain) -> dict[str, Any]:
        # Children before parents: a reversed preorder is a postorder.
        order: list[Node] = []
        stack = [self.outcome.proof.root]
        while stack:
            node = stack.pop()
            order.append(node)
            stack.extend(node.children or ())
        done: dict[int, dict[str, Any]] = {}
        for node in reversed(order):
            if node.children is None:
                done[id(node)] = {"leaf": self._leaf(node, root)}
            else:
                picked, left = (done.pop(id(child)) for child in node.children)
                number = int(self.hasse.numbers[node.branch or 0])
                done[id(node)] = {"branch": number, "picked": picked, "not": left}
        return done[id(self.outcome.proof.root)]

    def _leaf(self, node: Node, root: Domain) -> dict[str, Any]:
        # Without multipliers of its own the search was stopped in its first linear program.
        dual = half_pot(self.hasse) if node.dual is None else node.dual
        domain = node.domain(self.hasse, root)
        for scale in _SCALES:
            coarse = rescaled(dual, scale, domain.picked)
            value = coarse.bound(coarse.residual(self.hasse, self.outcome.pool), domain, self.outcome.pool)
            if value < (scale * self.goal if coarse.objective else 0):
                return self._multipliers(coarse)
        return self._multipliers(dual)

    def _multipliers(self, dual: Dual) -> dict[str, Any]:
        cuts = [
            [self.numbers.setdefault(cut, len(self.numbers)), weight]
            for cut, weight in zip(dual.cuts.tolist(), dual.weights.tolist(), strict=True)
        ]
        given: dict[str, Any] = {"scale": dual.scale, "u": dual.u.tolist(), "cuts": cuts}
        if dual.objective == 0:
            given["objective"] = 0
        return given

    def _cut(self, number: int) -> dict[str, Any]:
        cut = self.outcome.pool.cuts[number].named(self.hasse.numbers)
        groups: dict[int, list[int]] = {}
        for vector, members in zip(uniform_vectors(cut.rank, len(cut.classes)), cut.classes, strict=True):
            groups.setdefault(vector, []).extend(members)
        return {"kind": cut.kind, "vectors": [[vector, *sorted(groups[vector])] for vector in sorted(groups)]}
