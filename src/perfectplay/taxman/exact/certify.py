"""Turn the search's proof into a small certificate that `perfectplay.taxman.proof.check` accepts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.matching.cuts import Cut, CutPool, make_cut, sides
from perfectplay.matching.graph import Graph
from perfectplay.matching.proof.writing import Tell, write_proof
from perfectplay.matching.relaxation import Dual
from perfectplay.matching.search.state import Node, Proof
from perfectplay.taxman.exact.hasse import NamedCut, build_hasse
from perfectplay.taxman.proof.write import envelope

if TYPE_CHECKING:
    from perfectplay.matching.search.state import Outcome

__all__ = ["build_certificate", "shrink_certificate"]


def build_certificate(
    position: str,
    score: int,
    upper: int,
    moves: list[int],
    hasse: Graph,
    outcome: Outcome,
    gained: int,
    tell: Tell = lambda *_: None,
) -> dict[str, Any]:
    """Turn a search's proof into a certificate, made small by `perfectplay.matching.proof.writing.write_proof`.

    ``score`` and ``upper`` are claims about the whole game: they include ``gained``, the score at the position.
    ``moves`` start from the position. About 0.1 s for each leaf at N = 1000.
    """
    proof = write_proof(hasse, outcome.pool, outcome.proof, upper - gained, _Numbers(hasse), tell)
    return envelope(position, score, upper, {"kind": "tree", "moves": moves} | proof)


def shrink_certificate(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """Shorten a valid certificate of kind ``"tree"`` for a pot {1..N}, starting from its own multipliers.

    The result makes the same claim, but it may be longer. About 0.1 s for each leaf at N = 1000.
    """
    claim, proof = certificate["claim"], certificate["proof"]
    n = int(certificate["position"].removeprefix("taxman:"))
    hasse = build_hasse(range(1, n + 1))
    pool = CutPool()
    searched = _Reader(hasse, pool, proof["cuts"]).proof(proof["tree"])
    made = write_proof(hasse, pool, searched, claim["upper"], _Numbers(hasse))
    return {**certificate, "proof": {"kind": "tree", "moves": proof["moves"]} | made}


class _Numbers:
    """A `Writer` that names vertices by the numbers of a pot."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def vertex(self, vertex: int) -> int:
        return int(self.graph.weights[vertex])

    def cut(self, cut: Cut) -> dict[str, Any]:
        named = NamedCut.name(self.graph, cut)
        return {"kind": named.kind, "vectors": [list(group) for group in named.vectors]}


class _Reader:
    """A parser that turns the tree of a valid certificate into a proof of the search."""

    def __init__(self, hasse: Graph, pool: CutPool, cuts: Iterable[Mapping[str, Any]]) -> None:
        self.graph = hasse
        self.pool = pool
        self.inner = np.nonzero(np.diff(hasse.up_ptr))[0]
        both = dict(zip(("S", "T"), sides(hasse), strict=True))
        self.numbers = []
        for cut in cuts:
            named = sorted((m - 1, vector) for vector, *group in cut["vectors"] for m in group)
            members, vectors = np.ascontiguousarray(np.array(named, np.int64).T)
            self.numbers.append(pool.add(make_cut(both[cut["kind"]], members, vectors))[0])
        self.given: list[Dual] = []

    def proof(self, tree: Mapping[str, Any]) -> Proof:
        fixings = []
        while "fix" in tree:
            fixings.append(self._multipliers(tree["fix"]))
            tree = tree["then"]
        top = int(self.graph.weights.sum())
        root = Node((), top, float(top))
        stack = [(root, tree)]
        while stack:
            node, branch = stack.pop()
            if "leaf" in branch:
                node.dual = self._multipliers(branch["leaf"])
            else:
                picked, left = node.split(branch["branch"] - 1)
                # Push the picked child last, to read it first: multipliers are numbered as in the certificate.
                stack += [(left, branch["not"]), (picked, branch["picked"])]
        return Proof(root, fixings)

    def _multipliers(self, given: Mapping[str, Any]) -> Dual:
        scale = given["scale"]
        u = np.zeros(self.graph.size, np.int64)
        weights = np.zeros(len(self.pool), np.int64)
        if "like" in given:
            model = self.given[given["like"]]
            u += model.u * (scale // model.scale)
            weights[model.cuts] = model.weights * (scale // model.scale)
        if given["u"] and isinstance(given["u"][0], list):
            for number, change in given["u"]:
                u[number - 1] += change
        else:
            u[self.inner[: len(given["u"])]] += np.array(given["u"], np.int64)
        for number, (_, change) in zip(accumulate(step for step, _ in given["cuts"]), given["cuts"], strict=True):
            weights[self.numbers[number]] += change
        used = np.nonzero(weights)[0]
        self.given.append(Dual(scale, given.get("objective", 1), u, used, weights[used]))
        return self.given[-1]
