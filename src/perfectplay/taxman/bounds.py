"""Upper bounds on the player's score.

Source: A. F. Franklín and R. K. Moniot, "Polynomial-time upper bound to the Taxman score" (2022); numbers in
parentheses are that paper's.  Every bound but `asymptotic` is an exact integer that no game exceeds.

Our figures differ from the paper's observations (section 4) in two cases.  Bound (2) equals the best score for 46
values of N up to 701. The largest are 121 and 122, but the paper has none above 90.  Bound (8) equals (2) for 28
values of N up to 1000 (27 without N = 1). The largest is 37, but the paper has 36.  The other observations agree: the
best score is 97.1 % of (2) at N = 51, 98.7 % at N = 54 and more than 99 % at every other N up to 701. For
37 <= N <= 1000, (8) is on average 5.76 % above (2).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.matching.graph import Graph
from perfectplay.taxman.rules import MAX_N, Pot, TaxmanPosition, primes_up_to

__all__ = ["MAX_CUTS_N", "asymptotic", "half_pot", "matching", "prime_corrected"]

MAX_CUTS_N = 3_000
"""Largest N for which `perfectplay.taxman.questions.BoundPot` computes the bound with cuts, in half a minute."""

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

_MAX_PRIME_N = 10_000_000
# With multipliers up to 2^38, 16 fractional bits and 400 odd sets, all sums in `_Program._proven` fit into 64 bits.
_MAX_SUM = 1 << 38
_SCALE = 1 << 16
_MAX_SETS = 400
_MAX_NODES = 1_000
_IPM_PAIRS = 20_000
_FRACTIONAL = 1e-6


def half_pot(n: int) -> int:
    """Return bound (3): the player gets the larger half of the pot {1..n}, n >= 1 of any size.

    The taxman gets at least one number for each pick, so there are at most floor(n/2) picks.  The sum of the floor(n/2)
    largest numbers is n(3n + 2)/8 for even n, as in the paper, and 3(n - 1)(n + 1)/8 for odd n.  O(1).

    >>> half_pot(20), half_pot(21)
    (155, 165)
    """
    _check(n)
    return 3 * (n * n - 1) // 8 if n % 2 else n * (3 * n + 2) // 8


def prime_corrected(n: int) -> int:
    """Return bound (8): the player gets the larger half of {1..n} without the useless primes; never above (3).

    The player can take at most one prime above n/2, at best the largest, because their only proper divisor is 1. At
    most half of the other numbers, rounded down, are picks. Accepts n from 1 to 10,000,000; the formula in print needs
    n > 1.

    Notes
    -----
    The picks are the floor(N'/2) largest of the N' usable numbers (5). The ceil(N'/2) smallest of them are
    1..ceil(N'/2), as in (6): if ceil(N'/2) exceeded n/2, then N' = n would be odd and only one prime, which is usable,
    would exceed n/2. O(n log log n) time, n bytes.

    Examples
    --------
    >>> prime_corrected(20), prime_corrected(36)
    (124, 442)
    """
    _check(n, _MAX_PRIME_N)
    if n == 1:
        return 0
    primes = [prime for prime in primes_up_to(n) if prime > n // 2]
    usable = n - len(primes) + 1
    given = (usable + 1) // 2
    return n * (n + 1) // 2 - given * (given + 1) // 2 - sum(primes) + primes[-1]


def asymptotic(n: int) -> float:
    """Return approximation (13) of bound (8), which is not a bound: at n = 100, it is below the best score.

    The prime counts and sums of (8) are replaced by pi(x) = x/log x and sigma(x) = x^2/(2 log x), for n >= 3, because
    the formula divides by log(n/2).  Within 0.3 % of (8) at n = 1000, 0.21 % at 10,000 and 0.15 % at 100,000; 5 % too
    small at 100.  O(1).

    >>> round(asymptotic(100), 1)
    3155.8
    """
    if n < 3:
        raise InvalidPositionError("N = {n} has no asymptotic value; the formula needs N >= 3", n=n)
    log, log_half = math.log(n), math.log(n / 2)
    usable = n - n / log + (n / 2) / log_half + 1
    given = math.ceil(usable / 2)
    return n * (n + 1) / 2 - given * (given + 1) / 2 - n * n / 2 * (1 / log - 1 / (4 * log_half))


def matching(pot: int | Pot | TaxmanPosition | Iterable[int]) -> int:
    """Return bound (2): the largest weight of a matching in the cover graph, where a pair weighs its upper end.

    Accepts N up to `MAX_N` for {1..N}, any other pot, or a position, whose score so far is added. Raises
    `InvalidPositionError` or `LimitExceededError` if the pot is invalid or too large, or the proof fails.

    Notes
    -----
    The cover graph of {1..N} and of its subsets in a game is bipartite by the parity of the rank, so the linear program
    over the matching inequalities is integral. Other pots, such as {1, 2, 3, 4, 12}, can have odd cycles. Then odd-set
    inequalities (J. Edmonds, 1965) are added where the solution is fractional.

    For any nonnegative multipliers u (of numbers) and t (of odd sets), no matching weighs more than the sum of u, of t
    times each set's right-hand side, and of the excess of each pair's weight over its multipliers.  Rounded to
    multiples of 2^-16 this is integer arithmetic.  About 0.05 s at N = 2000, 1 s at 10,000, half a minute at 100,000.

    Examples
    --------
    >>> matching(20), matching(60), matching([1, 2, 3, 4, 12])
    (124, 1138, 16)
    """
    from perfectplay.taxman.exact.hasse import build_hasse

    score, numbers = _remaining(pot)
    if sum(numbers) > _MAX_SUM:
        raise LimitExceededError(
            "the pot adds up to {sum}; the matching bound handles sums up to {most}", sum=sum(numbers), most=_MAX_SUM
        )
    return score + _Program(build_hasse(numbers)).maximum()


def _check(n: int, limit: int | None = None) -> None:
    if n < 1:
        raise InvalidPositionError("N = {n} is not a pot; N must be a positive integer", n=n)
    if limit is not None and n > limit:
        raise LimitExceededError(
            "N = {n} is too large for this bound; the largest possible N is {limit}", n=n, limit=limit
        )


def _remaining(pot: int | Pot | TaxmanPosition | Iterable[int]) -> tuple[int, Sequence[int]]:
    """Return the score so far and the numbers still in the pot, ascending."""
    if isinstance(pot, TaxmanPosition):
        return pot.player, sorted(pot.pot)
    if isinstance(pot, int):
        _check(pot, MAX_N)
        return 0, range(1, pot + 1)
    return 0, (pot if isinstance(pot, Pot) else Pot.of(pot)).numbers


@dataclass(frozen=True)
class _OddSet:
    """An odd-set inequality: at most ``rhs`` = (size - 1)/2 pairs of a matching lie inside a set of odd size."""

    pairs: Ints
    rhs: int


class _Program:
    """The linear program over the matchings of a cover graph, with cuts that make it integral."""

    def __init__(self, hasse: Graph) -> None:
        pairs = np.nonzero(hasse.cover)[0]
        self.size = hasse.size
        self.lower = hasse.lower[pairs]
        self.upper = hasse.upper[pairs]
        self.weight = hasse.weights[self.upper]
        self.odd_sets: list[_OddSet] = []

    def maximum(self) -> int:
        """Return the largest weight of a matching, proven in integers."""
        best = 0
        waiting = [np.ones(len(self.weight), np.bool_)]
        for _ in range(_MAX_NODES):
            if not waiting:
                return best
            allowed = waiting.pop()
            if not allowed.any():
                continue
            x, bound = self._cut(allowed, best)
            reached = self._reached(x)
            best = max(best, reached)
            if bound > best:
                # Without odd cycles the program is integral, so if the bound is not reached, some vertex is both an
                # upper and a lower end.
                split = self._torn(x)
                waiting += [allowed & (self.lower != split), allowed & (self.upper != split)]
        raise LimitExceededError(
            "the matching bound of this pot of {size} numbers could not be proven in {most} steps; it always can "
            "for {{1..N}} and for what is left of it",
            size=self.size,
            most=_MAX_NODES,
        )

    def _cut(self, allowed: Bools, best: int) -> tuple[Floats, int]:
        """Solve over the allowed pairs; add odd sets while the bound is too high and a violated odd set is found."""
        while True:
            x, multipliers = self._solve(allowed)
            bound = self._proven(multipliers, allowed)
            if bound <= max(best, self._reached(x)) or len(self.odd_sets) == _MAX_SETS:
                return x, bound
            odd_sets = self._violated(x)
            if not odd_sets:
                return x, bound
            self.odd_sets += odd_sets[: _MAX_SETS - len(self.odd_sets)]

    def _solve(self, allowed: Bools) -> tuple[Floats, Floats]:
        """Solve in floating point; return the values of the pairs, and the multipliers of vertices, then odd sets."""
        import highspy

        from perfectplay.matching.highs import new_highs

        count = len(self.weight)
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = count, self.size
        program.sense_ = highspy.ObjSense.kMaximize
        program.col_cost_ = self.weight.astype(np.float64)
        program.col_lower_, program.col_upper_ = np.zeros(count), np.where(allowed, highspy.kHighsInf, 0.0)
        program.row_lower_, program.row_upper_ = np.full(self.size, -highspy.kHighsInf), np.ones(self.size)
        matrix = program.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kColwise
        matrix.start_ = np.arange(0, 2 * count + 1, 2, dtype=np.int32)
        matrix.index_ = np.stack((self.lower, self.upper), 1).ravel().astype(np.int32)
        matrix.value_ = np.ones(2 * count)
        highs = new_highs(solver="ipm" if count >= _IPM_PAIRS else "simplex")
        highs.passModel(program)
        for odd in self.odd_sets:
            members = odd.pairs.astype(np.int32)
            highs.addRow(-highspy.kHighsInf, odd.rhs, len(members), members, np.ones(len(members)))
        highs.run()
        solution = highs.getSolution()
        return np.array(solution.col_value), np.array(solution.row_dual)

    def _reached(self, x: Floats) -> int:
        """Return the weight of the matching that a solution describes, or -1 if it is not a matching."""
        chosen = np.nonzero(x > 0.5)[0]
        ends = np.concatenate((self.lower[chosen], self.upper[chosen]))
        return int(self.weight[chosen].sum()) if len(np.unique(ends)) == len(ends) else -1

    def _proven(self, multipliers: Floats, allowed: Bools) -> int:
        """Round the multipliers to integers, and return the bound that they prove; any multipliers prove some bound."""
        most = float(self.weight.max())
        scaled = np.rint(np.clip(multipliers, 0.0, most) * _SCALE).astype(np.int64)
        of_vertex, of_set = scaled[: self.size], scaled[self.size :].tolist()
        excess = self.weight * _SCALE - of_vertex[self.lower] - of_vertex[self.upper]
        for odd, multiplier in zip(self.odd_sets, of_set, strict=True):
            excess[odd.pairs] -= multiplier
        total: int = sum(of_vertex.tolist()) + sum(np.maximum(excess[allowed], 0).tolist())
        total += sum(odd.rhs * multiplier for odd, multiplier in zip(self.odd_sets, of_set, strict=True))
        return total // _SCALE

    def _violated(self, x: Floats) -> list[_OddSet]:
        """Return odd-set inequalities that a solution violates, at most one per component of its fractional pairs."""
        component = np.arange(self.size)
        fractional = np.nonzero((x > _FRACTIONAL) & (x < 1 - _FRACTIONAL))[0]
        for pair in fractional.tolist():
            first, second = component[self.lower[pair]], component[self.upper[pair]]
            component[component == first] = second
        odd_sets = []
        for label in np.unique(component[self.lower[fractional]]).tolist():
            inside = component == label
            pairs = np.nonzero(inside[self.lower] & inside[self.upper])[0]
            rhs = (int(inside.sum()) - 1) // 2
            if inside.sum() % 2 == 1 and x[pairs].sum() > rhs + _FRACTIONAL:
                odd_sets.append(_OddSet(pairs, rhs))
        return odd_sets

    def _torn(self, x: Floats) -> int:
        """Return the vertex that a solution splits most evenly between the roles of upper and lower end."""
        as_lower = np.bincount(self.lower, x, self.size)
        as_upper = np.bincount(self.upper, x, self.size)
        return int(np.argmax(np.minimum(as_lower, as_upper)))
