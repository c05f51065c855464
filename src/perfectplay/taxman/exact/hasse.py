"""The cover graph (Hasse diagram) of a pot, the moves for picked vertices, and cuts in terms of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from perfectplay.core.errors import LimitExceededError
from perfectplay.matching import match
from perfectplay.matching.cuts import Cut, Kind, LabelledSet
from perfectplay.matching.graph import Graph, build
from perfectplay.taxman.rules import primes_up_to

__all__ = ["NamedCut", "build_hasse", "labelled", "moves_of_picks"]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
_SIEVE_LIMIT = 20_000_000
_PAIRWISE_LIMIT = 5_000
_MAX_NUMBER = 2**62


class NamedCut(NamedTuple):
    """A cut in the format of certificates: each group is a vector, followed by the numbers that have it."""

    kind: Kind
    vectors: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, cut: Mapping[str, Any]) -> Self:
        """Parse a cut of a certificate, which may be malformed; raise `ValueError` if the search cannot use it."""
        try:
            kind, vectors = cut["kind"], tuple(map(tuple, cut["vectors"]))
            members = [member for _, *group in vectors for member in group]
        except (LookupError, TypeError, ValueError) as error:
            raise ValueError("a cut has a kind and vectors") from error
        whole = all(type(number) is int for vector in vectors for number in vector)
        if kind not in {"S", "T"} or not members or not whole or len(set(members)) != len(members):
            raise ValueError("a cut is a set of numbers, S or T, with a vector for each")
        return cls(kind, vectors)

    @classmethod
    def name(cls, graph: Graph, cut: Cut) -> Self:
        """Convert a cut of vertices to a cut of numbers."""
        groups: dict[int, list[int]] = {}
        for member, vector in zip(cut.members.tolist(), cut.vectors.tolist(), strict=True):
            groups.setdefault(vector, [vector]).append(int(graph.weights[member]))
        return cls(cut.kind, tuple(tuple(groups[vector]) for vector in sorted(groups)))


def labelled(graph: Graph, cuts: Iterable[NamedCut]) -> Iterator[LabelledSet]:
    """Convert cuts of numbers to cuts of vertices in a graph, leaving out numbers that are not in its pot."""
    vertex = {number: i for i, number in enumerate(graph.weights.tolist())}
    for kind, vectors in cuts:
        yield LabelledSet(kind, tuple((vertex[m], vector) for vector, *group in vectors for m in group if m in vertex))


def build_hasse(numbers: Sequence[int]) -> Graph:
    """Build the cover graph of an ascending pot: an edge for each cover q | p, and each number as its vertex's weight.

    In a *graded* pot every cover is a prime quotient, and the level of a number is its number of prime factors, counted
    with multiplicity. About ``N log log N`` pairs for {1..N}; O(size^2) work for arbitrary pots. Raises
    `LimitExceededError` if a number exceeds 2^62, or an irregular pot has more than 5000 numbers.
    """
    if numbers and numbers[-1] > _MAX_NUMBER:
        raise LimitExceededError("the pot contains {number}; the largest possible number is 2^62", number=numbers[-1])
    pot = np.array(numbers, np.int64)
    if len(pot) == 0:
        return build(pot, pot, pot, levels=pot)
    top = int(pot[-1])
    if top <= _SIEVE_LIMIT:
        index = np.full(top + 1, -1, np.int64)
        index[pot] = np.arange(len(pot))
        if _closed_under_multiples(pot, index):
            return _prime_quotients(pot, index)
    if len(pot) > _PAIRWISE_LIMIT:
        raise LimitExceededError(
            "the pot has {count} numbers and is not closed under multiples; irregular pots of up to "
            "{pairwise_limit} numbers are possible here",
            count=len(pot),
            pairwise_limit=_PAIRWISE_LIMIT,
        )
    return _all_divisibilities(pot)


def _closed_under_multiples(pot: Ints, index: Ints) -> bool:
    # In {1..N} and its subsets during a game, each cover is a prime quotient.
    top = len(index) - 1
    if len(pot) == top:
        return True
    present = index >= 0
    return all(
        bool(present[number::number].all()) for number in pot[: np.searchsorted(pot, top // 2, "right")].tolist()
    )


def _prime_quotients(pot: Ints, index: Ints) -> Graph:
    top = len(index) - 1
    lower, upper = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    rank = np.zeros(top + 1, np.int64)
    for prime in primes_up_to(top):
        q = pot[: np.searchsorted(pot, top // prime, "right")]
        lower.append(index[q])
        upper.append(index[q * prime])
        power = prime
        while power <= top:
            rank[power::power] += 1
            power *= prime
    return build(pot, np.concatenate(lower), np.concatenate(upper), levels=rank[pot])


def _all_divisibilities(pot: Ints) -> Graph:
    lower, upper, cover = [], [], []
    graded = True
    small_primes = primes_up_to(1000)
    for p in range(len(pot)):
        divisors = np.nonzero(pot[p] % pot[:p] == 0)[0]
        values = pot[divisors]
        for q, value in zip(divisors.tolist(), values.tolist(), strict=True):
            is_cover = int((values % value == 0).sum()) == 1
            lower.append(q)
            upper.append(p)
            cover.append(is_cover)
            if is_cover and graded:
                graded = _is_prime(int(pot[p]) // value, small_primes)
    ends = np.array(lower, np.int64), np.array(upper, np.int64)
    covers = np.array(cover, np.bool_)
    if not graded:
        return build(pot, *ends, cover=covers)
    # Any potential that rises by one along each cover serves as the level. Ends are sorted by upper end, so a vertex's
    # level is known before it is used. Each component may start at any level.
    ends = ends[0][covers], ends[1][covers]
    return build(pot, *ends, levels=_potential(len(pot), *ends))


def _is_prime(number: int, small_primes: list[int]) -> bool:
    if number < 2:
        return False
    for prime in small_primes:
        if prime * prime > number:
            return True
        if number % prime == 0:
            return False
    # Treat a large quotient as composite: then the pot counts as irregular, which is always valid.
    return False


def _potential(size: int, lower: Ints, upper: Ints) -> Ints:
    neighbours: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for q, p in zip(lower.tolist(), upper.tolist(), strict=True):
        neighbours[q].append((p, 1))
        neighbours[p].append((q, -1))
    level = [-1] * size
    for root in range(size):
        if level[root] >= 0:
            continue
        members, level[root] = [root], size
        for vertex in members:
            for neighbour, step in neighbours[vertex]:
                if level[neighbour] < 0:
                    level[neighbour] = level[vertex] + step
                    members.append(neighbour)
        lowest = min(level[v] for v in members)
        for vertex in members:
            level[vertex] -= lowest
    return np.array(level, np.int64)


def moves_of_picks(graph: Graph, picks: Bools) -> list[int]:
    """Order picks into a legal game: lower levels first, and within a level in the reverse order of a peeling.

    Raises `ValueError` if no order of the picks is a legal game.
    """
    return [int(graph.weights[p]) for p in match(graph, picks)]
