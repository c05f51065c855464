"""Turn a search's tree into the short text of a proof: few leaves, and few, small, integer multipliers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from perfectplay.matching.cuts import Cut, CutPool
from perfectplay.matching.graph import Graph
from perfectplay.matching.proof.shrink import Rows, Scaled, Subproblem, nearest
from perfectplay.matching.relaxation import Domain, Dual, half_dual
from perfectplay.matching.search.state import Node, Proof

__all__ = ["Tell", "write_proof"]

Tell = Callable[[int, int], None]
"""A callback that gets, before each leaf, the number of finished leaves and the number of all leaves."""

_SCALES = tuple(1 << i for i in range(21))
"""Scales in the order in which they are tried: small ones first, because they make certificates short.
"""

_LATEST = 40
"""Number of the latest written multipliers that are considered as a model for a leaf."""

_ROUNDING = 0.7
"""Share of a leaf's slack that is reserved for rounding multipliers derived from a model."""
_LISTED, _UNLISTED = 2.0, 8.0
"""Price of a cut that the model does not use, and of a cut that has not been used at all; other changes cost 1."""

_SPARE = 0.7
"""Share of each leaf's slack that coarser multipliers of a fixing must leave."""


class _Writer(Protocol):
    """An interface that gives vertices and cuts their names in a certificate."""

    def vertex(self, vertex: int) -> int:
        """Return the name that a vertex has in the certificate."""

    def cut(self, cut: Cut) -> dict[str, Any]:
        """Return the description of a cut for the certificate."""


def write_proof(
    graph: Graph, pool: CutPool, searched: Proof, upper: int, writer: _Writer, tell: Tell = lambda *_: None
) -> dict[str, Any]:
    """Write the proof that no matching is worth more than the bound of the search's tree.

    Returns the fields ``"cuts"`` and ``"tree"`` of a certificate, ready for JSON. To keep them short, branches are
    closed at an ancestor if possible, and multipliers are rounded to the coarsest scale that still proves enough. They
    are written as changes of earlier multipliers if that is shorter. ``writer`` names vertices and cuts. Takes about
    0.1 s for each leaf of a poset with 1000 vertices.
    """
    return _Builder(graph, pool, searched, upper, writer, tell).proof()


@dataclass(eq=False)
class _Leaf:
    """A leaf of the certificate's tree: its domain, multipliers that close it, and the search's multipliers."""

    subproblem: Subproblem
    scaled: Scaled
    dual: Dual


class _Builder:
    def __init__(self, graph: Graph, pool: CutPool, searched: Proof, bound: int, writer: _Writer, tell: Tell) -> None:
        self.graph = graph
        self.pool = pool
        self.searched = searched
        self.goal = bound + 1
        self.writer = writer
        self.tell = tell
        self.rows = Rows.build(graph, pool.cuts)
        self.numbers: dict[int, int] = {}
        self.given: list[Scaled | None] = []

    def proof(self) -> dict[str, Any]:
        nothing = np.zeros(self.graph.pairs, np.bool_)
        root, fixings = self._fixings(Domain(nothing, nothing))
        leaves = self._leaves(root)
        # Write in the order of the text, because multipliers and cuts are numbered in this order.
        written = [{"fix": self._written(fixing)} for fixing in fixings]
        tree = self._tree(leaves)
        for node in reversed(written):
            tree = node | {"then": tree}
        return {"cuts": [self.writer.cut(self.pool.cuts[number]) for number in self.numbers], "tree": tree}

    # -- fixings ---------------------------------------------------------------------------------------------------

    def _fixings(self, nothing: Domain) -> tuple[Domain, list[Scaled]]:
        """Return the root's domain, and the fixings that the leaves need, with multipliers as coarse as possible."""
        duals = [self.rows.of_dual(dual) for dual in self.searched.fixings]
        enough = [_SPARE * slack for slack in self._slacks(self._settled(nothing, duals))]
        chosen: list[Scaled] = []
        for i, dual in enumerate(duals):
            later = duals[i + 1 :]
            if self._suffice(self._settled(nothing, [*chosen, *later]), enough):
                continue
            subproblem = Subproblem(self.rows, self._settled(nothing, chosen), self.goal)
            coarser = (subproblem.improved(dual.rounded(scale)) for scale in _SCALES if scale < dual.scale)
            chosen.append(
                next(
                    (
                        coarse
                        for coarse in coarser
                        if self._suffice(self._settled(nothing, [*chosen, coarse, *later]), enough)
                    ),
                    subproblem.signed(dual),
                )
            )
        return self._settled(nothing, chosen), chosen

    def _settled(self, domain: Domain, fixings: list[Scaled]) -> Domain:
        for fixing in fixings:
            subproblem = Subproblem(self.rows, domain, self.goal)
            domain = subproblem.settled(subproblem.signed(fixing), domain)
        return domain

    def _slacks(self, root: Domain) -> list[float]:
        """Return the slack of each leaf: by how much the bound of its multipliers is below the goal."""
        slacks = []
        for leaf in self.searched.root.leaves():
            subproblem = Subproblem(self.rows, leaf.domain(self.graph, root), self.goal)
            slacks.append(subproblem.slack(subproblem.signed(self.rows.of_dual(self._dual(leaf)))))
        return slacks

    def _suffice(self, root: Domain, enough: list[float]) -> bool:
        return all(slack >= least for slack, least in zip(self._slacks(root), enough, strict=True))

    def _dual(self, node: Node) -> Dual:
        # A node without multipliers was stopped in its first linear program.
        return half_dual(self.graph) if node.dual is None else node.dual

    # -- the tree --------------------------------------------------------------------------------------------------

    def _leaves(self, root: Domain) -> dict[int, _Leaf]:
        """Map the ids of nodes to leaves: leaves of the search, and ancestors that multipliers below them close."""
        leaves: dict[int, _Leaf] = {}
        below: dict[int, list[Dual]] = {}
        for node in self._children_first():
            duals = [dual for child in node.children or () for dual in below.pop(id(child))]
            subproblem = Subproblem(self.rows, node.domain(self.graph, root), self.goal)
            if node.children is None:
                dual = self._dual(node)
                leaves[id(node)] = _Leaf(subproblem, self.rows.of_dual(dual), dual)
                duals = [dual]
            else:
                closing = self._closing(subproblem, duals if node.dual is None else [node.dual, *duals])
                if closing is not None:
                    leaves[id(node)] = closing
                    duals = [closing.dual]
            below[id(node)] = duals
        return leaves

    def _closing(self, subproblem: Subproblem, duals: list[Dual]) -> _Leaf | None:
        """Return a leaf if the best of some multipliers, improved if necessary, closes a subproblem."""
        candidates = [subproblem.signed(self.rows.of_dual(dual)) for dual in duals]
        slack, best = max((subproblem.slack(scaled), i) for i, scaled in enumerate(candidates))
        scaled = candidates[best] if slack > 0 else subproblem.improved(candidates[best])
        return _Leaf(subproblem, scaled, duals[best]) if subproblem.closes(scaled) else None

    def _children_first(self) -> Iterator[Node]:
        # Reverse a preorder, so that children come before their parents.
        order: list[Node] = []
        stack = [self.searched.root]
        while stack:
            node = stack.pop()
            order.append(node)
            stack.extend(node.children or ())
        return reversed(order)

    def _tree(self, leaves: dict[int, _Leaf]) -> dict[str, Any]:
        tree: dict[str, Any] = {}
        stack = [(self.searched.root, tree)]
        written: list[tuple[dict[str, Any], _Leaf]] = []
        while stack:
            node, branch = stack.pop()
            if id(node) in leaves:
                written.append((branch, leaves[id(node)]))
            elif node.children is not None:
                branch |= {"branch": self.writer.vertex(node.branch or 0), "picked": {}, "not": {}}
                stack += [(node.children[1], branch["not"]), (node.children[0], branch["picked"])]
        for done, (branch, leaf) in enumerate(written):
            self.tell(done, len(written))
            branch["leaf"] = self._leaf(leaf)
        return tree

    def _leaf(self, leaf: _Leaf) -> dict[str, Any]:
        """Return the shortest multipliers found that close a leaf, as written in certificates."""
        subproblem = leaf.subproblem
        forms: list[tuple[Scaled, int | None]] = []
        own = self._coarsest(subproblem, leaf.scaled)
        if own is not None:
            forms.append((own, None))
        number, model = self._model(subproblem) if leaf.scaled.objective else (None, None)
        if model is not None:
            if subproblem.closes(subproblem.signed(model)):
                return self._written(subproblem.signed(model), number)
            like = self._like(leaf, model)
            if like is not None:
                forms.append((like, number))
        if forms:
            return self._written(*min(forms, key=lambda form: self._length(*form)))
        return self._whole(leaf.dual)

    def _coarsest(self, subproblem: Subproblem, scaled: Scaled) -> Scaled | None:
        """Return multipliers rounded to the coarsest scale at which they still close a subproblem, or ``None``."""
        coarser = (subproblem.improved(scaled.rounded(scale)) for scale in _SCALES)
        return next(filter(subproblem.closes, coarser), None)

    def _model(self, subproblem: Subproblem) -> tuple[int | None, Scaled | None]:
        """Return the number of the earlier multipliers that prove most in a subproblem, and these multipliers."""
        latest = range(max(0, len(self.given) - _LATEST), len(self.given))
        models = [(number, given) for number in latest if (given := self.given[number]) is not None and given.objective]
        if not models:
            return None, None
        return max(models, key=lambda model: subproblem.slack(subproblem.signed(model[1])))

    def _like(self, leaf: _Leaf, model: Scaled) -> Scaled | None:
        """Return multipliers that close a leaf and differ little from a model, at the coarsest scale that works."""
        subproblem = leaf.subproblem
        own = max(subproblem.signed(leaf.scaled), subproblem.improved(leaf.scaled), key=subproblem.slack)
        price = np.ones(len(self.rows.rhs))
        inner = len(self.rows.inner)
        price[inner:][model.value[inner:] == 0] = _UNLISTED
        listed = inner + np.array(list(self.numbers), np.int64)
        price[listed] = np.minimum(price[listed], _LISTED)
        value = nearest(subproblem, model, own, price, _ROUNDING * subproblem.slack(own))
        if value is None:
            return None
        for scale in _SCALES:
            if scale % model.scale == 0:
                rounded = subproblem.signed(Scaled(scale, 1, np.rint(value * scale).astype(np.int64)))
                for like in (rounded, subproblem.improved(rounded)):
                    if subproblem.closes(like):
                        return subproblem.pulled(like, model.rounded(scale).value)
        return None

    # -- writing ---------------------------------------------------------------------------------------------------

    def _changes(self, scaled: Scaled, like: int | None) -> tuple[list[Any], list[tuple[int, int]]]:
        """Return the changes of multipliers, for vertices in the shorter of two notations, and for each used cut."""
        changes = scaled.value
        model = self.given[like] if like is not None else None
        if model is not None:
            changes = changes - model.rounded(scaled.scale).value
        inner = self.rows.inner
        every = changes[: len(inner)].tolist()
        some = [[self.writer.vertex(v), change] for v, change in zip(inner.tolist(), every, strict=True) if change]
        cuts = [(number, change) for number, change in enumerate(changes[len(inner) :].tolist()) if change]
        return (some if _size(some) < _size(every) else every), cuts

    def _length(self, scaled: Scaled, like: int | None) -> float:
        return sum(map(_size, self._changes(scaled, like)))

    def _written(self, scaled: Scaled, like: int | None = None) -> dict[str, Any]:
        u, cuts = self._changes(scaled, like)
        written: dict[str, Any] = {"scale": scaled.scale}
        if scaled.objective == 0:
            written["objective"] = 0
        if like is not None:
            written["like"] = like
        self.given.append(scaled)
        return written | {"u": u, "cuts": self._numbered(cuts)}

    def _whole(self, dual: Dual) -> dict[str, Any]:
        """Return all multipliers unchanged, even for tops; used for empty subproblems and huge weights."""
        self.given.append(None)
        u = [[self.writer.vertex(v), int(dual.u[v])] for v in np.nonzero(dual.u)[0].tolist()]
        cuts = zip(dual.cuts.tolist(), dual.weights.tolist(), strict=True)
        return {"scale": dual.scale, "objective": dual.objective, "u": u, "cuts": self._numbered(cuts)}

    def _numbered(self, cuts: Iterable[tuple[int, int]]) -> list[list[int]]:
        """Renumber cuts in the order of first use, and write each number as the difference from the number before."""
        own = sorted((self.numbers.setdefault(number, len(self.numbers)), change) for number, change in cuts)
        before = [0, *(number for number, _ in own)]
        return [[number - last, change] for last, (number, change) in zip(before, own, strict=False)]


def _size(given: Sequence[Any]) -> float:
    """Estimate how many bytes a list takes after compression, where zeros take almost none."""
    return sum(
        _size(item) if isinstance(item, Sequence) else 0.4 * len(str(item)) + 0.6 * (item != 0) for item in given
    )
