"""Cuts by the numbers of their sets: they mean the same in every pot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Self

from perfectplay.matching.cuts import Cut, Kind, LabelledSet
from perfectplay.matching.graph import Graph

__all__ = ["NamedCut", "labelled"]


class NamedCut(NamedTuple):
    """A cut by numbers, as a certificate has it: for each vector in use, it and then the numbers that have it."""

    kind: Kind
    vectors: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, cut: Mapping[str, Any]) -> Self:
        """Read a cut of a certificate of any origin; `ValueError` if it is not one that the search can use."""
        try:
            kind, vectors = cut["kind"], tuple(map(tuple, cut["vectors"]))
            members = [member for _, *group in vectors for member in group]
        except (LookupError, TypeError, ValueError) as error:
            message = "a cut has a kind and vectors"
            raise ValueError(message) from error
        whole = all(type(number) is int for vector in vectors for number in vector)
        if kind not in {"S", "T"} or not members or not whole or len(set(members)) != len(members):
            message = "a cut is a set of numbers, S or T, with a vector for each"
            raise ValueError(message)
        return cls(kind, vectors)

    @classmethod
    def name(cls, graph: Graph, cut: Cut) -> Self:
        """Name a cut by the numbers that its vertices stand for."""
        groups: dict[int, list[int]] = {}
        for member, vector in zip(cut.members.tolist(), cut.vectors.tolist(), strict=True):
            groups.setdefault(vector, [vector]).append(int(graph.weights[member]))
        return cls(cut.kind, tuple(tuple(groups[vector]) for vector in sorted(groups)))


def labelled(graph: Graph, cuts: Iterable[NamedCut]) -> Iterator[LabelledSet]:
    """Find the sets of cuts in the cover graph of a pot; members that are not in the pot are left out."""
    vertex = {number: i for i, number in enumerate(graph.weights.tolist())}
    for kind, vectors in cuts:
        yield LabelledSet(kind, tuple((vertex[m], vector) for vector, *group in vectors for m in group if m in vertex))
