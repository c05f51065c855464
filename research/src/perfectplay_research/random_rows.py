"""Compute exact means for short random rows, and estimates for long ones; coins are uniform on 1, ..., k.

docs/answers/random-rows.md proves how the mean margin grows, and has the tables.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from perfectplay.coins.row.fusion import put, reduce_row, valley_margin
from perfectplay.coins.rules import Coin
from perfectplay.coins.ties import Census, check_ties, values_left
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress

__all__ = [
    "MAX_SAMPLED",
    "MAX_VALLEYS",
    "Estimate",
    "Estimates",
    "Means",
    "exact_means",
    "mean_margins",
    "row_moments",
    "sampled_means",
]

MAX_VALLEYS = 1_000_000
"""Maximum number of combinations of a valley and the coins at its ends; exact means then take about 10 s."""

MAX_SAMPLED = 2_000_000_000
"""Largest number of coins to draw for an estimate, which then takes about a minute."""

# Sums stay far below 2^62, even when many coins are fused into one.
_MAX_COIN = 1_000_000_000
_MAX_LENGTH = 100_000_000


@dataclass(frozen=True, slots=True)
class Means:
    """Exact means over all rows of a length.

    Attributes
    ----------
    margin
        Mean margin of the player to move under best play.
    larger
        Share of the rows with different ends in which the larger end is a best move; ``None`` without such rows.
    survivors
        Mean number of coins in the valley that fusing leaves.

    Examples
    --------
    >>> exact_means(3, 4).larger
    Fraction(26, 27)
    """

    margin: Fraction
    larger: Fraction | None
    survivors: Fraction


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over random rows, and its standard error.

    Examples
    --------
    >>> Estimate(2.5, 0.25).error
    0.25
    """

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Estimates:
    """The fields of `Means`, estimated from random rows; ``larger`` is ``None`` if all rows had equal ends.

    Examples
    --------
    >>> sampled_means(2, 5, 100).larger
    Estimate(mean=1.0, error=0.0)
    """

    margin: Estimate
    larger: Estimate | None
    survivors: Estimate


def exact_means(k: int, length: int) -> Means:
    """Return the exact means over all rows of a length.

    Parameters
    ----------
    k
        Coins are worth 1, 2, ..., k, with equal chances; at least 1.
    length
        Number of coins; at least 1.

    Raises
    ------
    InvalidPositionError
        If ``k`` or ``length`` is below 1.
    LimitExceededError
        If there are more than `MAX_VALLEYS` valleys, with one more coin at either end.

    Notes
    -----
    Only the valley of the coins between the ends matters, so each valley is solved once and weighted by its rows.

    Examples
    --------
    >>> exact_means(2, 4)
    Means(margin=Fraction(3, 4), larger=Fraction(1, 1), survivors=Fraction(17, 8))
    """
    _check(k, length, _MAX_LENGTH)
    if length == 1:
        return Means(Fraction(k + 1, 2), None, Fraction(1))
    valleys: Counter[tuple[Coin, ...]] = Counter({(): 1})
    for _ in range(length - 2):
        longer: Counter[tuple[Coin, ...]] = Counter()
        _check_valleys(k, length, len(valleys) * k)
        for valley, number in valleys.items():
            for coin in range(1, k + 1):
                stack = [*valley]
                put(stack, coin)
                longer[tuple(stack)] += number
        valleys = longer
    _check_valleys(k, length, len(valleys) * k * k)
    margin = survivors = different = larger = 0
    for valley, number in valleys.items():
        for first in range(1, k + 1):
            start = reduce_row([first, *valley])
            right = valley_margin(start)
            for last in range(1, k + 1):
                by_left = first - valley_margin(reduce_row([*valley, last]))
                by_right = last - right
                margin += number * max(by_left, by_right)  # type: ignore[assignment]  # integers stay integers
                survivors += number * len(reduce_row([*start, last]))
                if first != last:
                    different += number
                    larger += number * ((by_left >= by_right) if first > last else (by_right >= by_left))
    rows = k**length
    return Means(Fraction(margin, rows), Fraction(larger, different) if different else None, Fraction(survivors, rows))


def mean_margins(k: int, max_length: int) -> list[tuple[Fraction, Fraction]]:
    """Return the exact mean margin, and the mean number of coins that fusing leaves, of rows of 1, 2, ... coins.

    Parameters
    ----------
    k
        Coins are worth 1, 2, ..., k, with equal chances; at least 2.
    max_length
        Largest number of coins; at least 1.

    Raises
    ------
    InvalidPositionError
        If ``k`` is below 2 or ``max_length`` below 1.
    LimitExceededError
        If ties of this length cannot be counted, see `perfectplay.coins.ties.check_ties`.

    Notes
    -----
    Rows are counted, not listed: this takes about as long as `perfectplay.coins.ties.tie_counts`.

    Examples
    --------
    >>> [str(margin) for margin, _ in mean_margins(2, 4)]
    ['3/2', '1/2', '5/4', '3/4']
    >>> float(mean_margins(2, 100)[-1][0])
    5.016993590260573
    """
    if k < 2:
        raise InvalidPositionError(f"means over coins worth 1 to {quote(k)} are not counted; k must be at least 2")
    check_ties(k, max_length)
    return [(Fraction(total, rows), Fraction(sizes, rows)) for rows, total, sizes in row_moments(k, max_length)]


def row_moments(k: int, max_length: int) -> list[tuple[int, int, int]]:
    """Add up the margins of all rows of each length, and the numbers of coins in their valleys.

    Parameters
    ----------
    k
        Coins are worth 1, 2, ..., k; at least 2.
    max_length
        Largest number of coins; at least 1.

    Returns
    -------
    list of tuple of int
        For each length from 1 on: how many rows there are, the sum of their margins, and the sum of the numbers of
        coins in their valleys.

    Notes
    -----
    The method follows `tied_rows`.  A valley is built from the largest value down: each value is missing, or lies on
    the left, on the right, or on both sides; the smallest is at the bottom, once or twice side by side.

    Examples
    --------
    >>> row_moments(2, 3)
    [(2, 3, 2), (4, 2, 8), (8, 10, 14)]
    """
    census = Census(k, max_length)
    for length in range(1, max_length + 1):
        for _ in census.grow(length):
            pass
    # For choices of an even and of an odd number of coins, `above` has three lists, indexed by length: the number of
    # choices, the sum of their alternating sums, and the sum of their numbers of coins.
    above = [[[0] * (max_length + 1) for _ in range(3)] for _ in range(2)]
    above[0][0][0] = 1
    found = [[0] * (max_length + 1) for _ in range(3)]
    for v in values_left(k, max_length):
        longer = [[[*numbers] for numbers in side] for side in above]
        for odd in (0, 1):
            signed = -v if odd else v
            one, two = _added(above[odd], signed, 1), _added(above[odd], 0, 2)
            _multiply(found, one, census.single[v])
            _multiply(found, two, census.double[v])
            _multiply(longer[1 - odd], one, [2 * number for number in census.outer[v]])
            _multiply(longer[odd], two, census.square[v])
        above = longer
    return list(zip(*(numbers[1:] for numbers in found), strict=True))


def _added(moments: list[list[int]], value: int, coins: int) -> list[list[int]]:
    """Return the moments after more coins are added to each choice and change its alternating sum by a value."""
    numbers, totals, sizes = moments
    return [
        numbers,
        [total + value * number for total, number in zip(totals, numbers, strict=True)],
        [size + coins * number for size, number in zip(sizes, numbers, strict=True)],
    ]


def _multiply(into: list[list[int]], moments: list[list[int]], factor: list[int]) -> None:
    """Multiply each series of ``moments`` by a factor, and add the product to the same series of ``into``."""
    parts = [(i, number) for i, number in enumerate(factor) if number]
    for target, series in zip(into, moments, strict=True):
        for j, value in enumerate(series):
            if value:
                for i, number in parts:
                    if i + j >= len(target):
                        break
                    target[i + j] += number * value


def sampled_means(
    k: int, length: int, rows: int, seed: int = 0, *, progress: ProgressCallback = ignore_progress
) -> Estimates:
    """Estimate the means from random rows, each of which is solved exactly.

    Parameters
    ----------
    k
        Coins are worth 1, 2, ..., k, with equal chances; from 1 to 10^9.
    length
        Number of coins, from 2 to 10^8.
    rows
        How many rows are drawn; at least 2, and together at most `MAX_SAMPLED` coins.
    seed
        The same seed gives the same rows.
    progress
        Called after each row.

    Raises
    ------
    InvalidPositionError
        If a number is too small.
    LimitExceededError
        If a number is too large.

    Notes
    -----
    O(rows length) time, and memory for two rows.

    Examples
    --------
    >>> found = sampled_means(10, 1000, 200, seed=1).margin
    >>> 70 < found.mean < 130, 2 < found.error < 6
    (True, True)
    """
    import numpy as np  # noqa: PLC0415  # for long rows only

    from perfectplay.coins.kernels import finish, push  # noqa: PLC0415  # likewise

    _check(k, length, _MAX_LENGTH)
    if length < 2 or rows < 2:
        raise InvalidPositionError(
            f"{quote(rows)} rows of {quote(length)} coins are too few for an estimate; there must be at "
            "least 2 rows of 2 coins"
        )
    if k > _MAX_COIN or rows * length > MAX_SAMPLED:
        raise LimitExceededError(
            f"{quote(rows)} rows of {quote(length)} coins worth 1 to {quote(k)} are too much for an "
            f"estimate; at most {MAX_SAMPLED:,} coins worth up to {_MAX_COIN:,} are drawn"
        )
    chance = np.random.default_rng(seed)
    stack = np.empty(length + 1, dtype=np.int64)
    margins: list[float] = []
    larger: list[float] = []
    survivors: list[float] = []
    began = time.monotonic()
    for number in range(1, rows + 1):
        coins = chance.integers(1, k + 1, length)
        first, last = int(coins[0]), int(coins[-1])
        size = push(stack, 1, coins[1:-1])
        by_left, by_right = map(int, finish(stack, size, first, last))
        margins.append(max(by_left, by_right))
        survivors.append(len(reduce_row([first, *stack[1:size].tolist(), last])))
        if first != last:
            larger.append((by_left >= by_right) if first > last else (by_right >= by_left))
        progress(Progress("rows", time.monotonic() - began, done=number, total=rows))
    return Estimates(_estimate(margins), _estimate(larger) if larger else None, _estimate(survivors))


def _estimate(values: list[float]) -> Estimate:
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return Estimate(mean, sqrt(variance / len(values)))


def _check(k: int, length: int, most: int) -> None:
    if k < 1 or length < 1:
        raise InvalidPositionError(
            f"there are no rows of {quote(length)} coins worth 1 to {quote(k)}; both numbers must be at least 1"
        )
    if length > most:
        raise LimitExceededError(
            f"rows of {quote(length)} coins are too long for this; the length may be at most {most}"
        )


def _check_valleys(k: int, length: int, steps: int) -> None:
    if steps > MAX_VALLEYS:
        raise LimitExceededError(
            f"exact means over rows of {quote(length)} coins worth 1 to {quote(k)} take more than "
            f"{MAX_VALLEYS:,} steps; take fewer coins, or estimate them with sampled_means"
        )
