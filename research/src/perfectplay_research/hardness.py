"""Compare the number of leaves of each stored proof with figures that are known before the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from perfectplay.matching.incumbent import greedy_picks
from perfectplay.taxman.records import load_bounded, load_records
from perfectplay_research.limit import primes_to
from perfectplay_research.prices import PARTS, priced

__all__ = ["Proof", "proofs", "rank_correlation"]


@dataclass(frozen=True, slots=True)
class Proof:
    """A best score whose proof needed a search, and figures for the same N that are cheap to compute.

    Attributes
    ----------
    n
        The numbers 1 to n.
    leaves
        Number of leaves of the search tree in its certificate.
    score
        The best score.
    matching
        Bound (2) of Franklín and Moniot, which is the weight of the heaviest matching.
    greedy
        The score of the greedy game: its picks are chosen from the largest number down.

    Examples
    --------
    >>> proofs(2, 60)[-1]
    Proof(n=60, leaves=1, score=1137, matching=1138, greedy=1137)
    """

    n: int
    leaves: int
    score: int
    matching: int
    greedy: int


def proofs(first: int, last: int) -> list[Proof]:
    """Return the proofs from ``first`` to ``last`` that are searches; skip links to the proof of a neighbouring N.

    Examples
    --------
    >>> len(proofs(2, 100))
    56
    """
    records, bounded = load_records(), load_bounded()
    leaves, scores = bounded.leaves() | records.leaves(), bounded.scores() | records.scores()
    (level,) = priced([(last, last)], 0.0)
    bounds = {one.first: int(one.prices[: one.size].sum()) // PARTS for one in level.walk()}
    primes = primes_to(last)
    lower = [[number // prime for prime in primes if number % prime == 0] for number in range(1, last + 1)]
    ptr = np.concatenate(([0, 0], np.cumsum([len(covers) for covers in lower])))
    flat = np.array([q for covers in lower for q in covers], np.int32)
    found = []
    for n in range(first, last + 1):
        if leaves[n] and n in scores:
            downwards = np.arange(n, 0, -1, dtype=np.int32)
            picks = np.flatnonzero(greedy_picks(ptr[: n + 2], flat[: ptr[n + 1]], downwards))
            found.append(Proof(n, leaves[n], scores[n], bounds[n], int(picks.sum())))
    return found


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Spearman's rank correlation; equal values share the mean of their ranks.

    Examples
    --------
    >>> round(rank_correlation([1, 2, 3, 4], [10, 30, 20, 40]), 2)
    0.8
    """
    return float(np.corrcoef(_ranks(first), _ranks(second))[0, 1])


def _ranks(values: Sequence[float]) -> npt.NDArray[np.float64]:
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: npt.NDArray[np.float64] = (np.cumsum(counts) - (counts - 1) / 2)[places]
    return ranks
