"""Check prices of classes by the certificate checker, by another way to add them up, and by linear programs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any

import highspy
import numpy as np
import pytest

from perfectplay.core.errors import PerfectPlayError
from perfectplay.taxman.bounds import matching
from perfectplay.taxman.large.duals import verify_dual
from perfectplay.taxman.records import load_records
from perfectplay_research import kernels
from perfectplay_research.limit import primes_to
from perfectplay_research.prices import PARTS, Prices, priced, priced_share


def smooth_part(number: int, primes: Sequence[int]) -> int:
    return prod(prime**power for prime in primes for power in [_power(number, prime)])


def _power(number: int, prime: int) -> int:
    return 0 if number % prime else 1 + _power(number // prime, prime)


@pytest.fixture(scope="module")
def levels() -> list[Prices]:
    """Return three levels so short that small pots have classes of each level, and classes too long for all levels."""
    return priced([(3, 600), (7, 90), (30, 30)], 0.1)


@pytest.fixture(scope="module")
def steps(levels: list[Prices]) -> list[list[tuple[int, int, list[int]]]]:
    return [[(one.first, one.last, one.prices.tolist()) for one in level.walk()] for level in levels]


def multipliers(n: int, levels: list[Prices], steps: list[list[tuple[int, int, list[int]]]]) -> list[int]:
    """Return U of theorem 6 for each number, computed by its definition."""
    found = []
    for number in range(1, n + 1):
        smooth = [smooth_part(number, level.primes) for level in levels]
        reach = [Fraction(n * s, number) for s in smooth]
        at = max(j for j, level in enumerate(levels) if j == 0 or reach[j] <= level.most)
        x, s, level = reach[at], smooth[at], levels[at]
        if s > level.most:
            found.append(PARTS * number)
            continue
        place = level.numbers.tolist().index(s)
        price = next(p for first, last, p in reversed(steps[at]) if first <= x)[place]
        found.append(price * (number // s) + (int(level.across[place]) * n if x > level.most else 0))
    return found


def test_prices_are_multipliers_of_every_pot(
    levels: list[Prices], steps: list[list[tuple[int, int, list[int]]]]
) -> None:
    """Test the first half of theorem 6: the certificate checker accepts U as a dual, which bounds the score."""
    scores = load_records().scores()
    for n in (*range(1, 130), 599, 600, 601, 700, 1500, 4620):
        assert verify_dual(n, multipliers(n, levels, steps), parts=PARTS) >= scores.get(n, 0)
    # Lowering a multiplier in a tight pair by one part makes the multipliers invalid.
    found = multipliers(100, levels, steps)
    tight = next(
        q
        for q in range(2, 51)
        for p in (2 * q, 3 * q)
        if p <= 100 and found[q - 1] > 0 and found[q - 1] + found[p - 1] == PARTS * p
    )
    found[tight - 1] -= 1
    with pytest.raises(PerfectPlayError, match="add up to less than"):
        verify_dual(100, found, parts=PARTS)


def test_the_share_is_the_sum_over_all_intervals(
    levels: list[Prices], steps: list[list[tuple[int, int, list[int]]]]
) -> None:
    """Test the second half of theorem 6 by adding up, for each level, the prices of the numbers in its classes."""
    total = Fraction(0)
    for j, level in enumerate(levels):
        share = prod((Fraction(p - 1, p) for p in level.primes), start=Fraction(1))
        cuts, taken = [Fraction(level.most)], [Fraction(0)]
        if j + 1 < len(levels):
            following = levels[j + 1]
            rest = [
                w
                for w in range(1, following.most + 1)
                if smooth_part(w, [p for p in following.primes if p not in level.primes]) == w
            ]
            after = prod((Fraction(p - 1, p) for p in following.primes), start=Fraction(1))
            cuts = sorted({Fraction(following.most, w) for w in rest} | {Fraction(level.most)})
            # Between two cuts, the share `taken` of the classes belongs to the next level.
            taken = [after * sum(Fraction(1, w) for w in rest if w * cut < following.most) for cut in cuts]
            first = after * sum(Fraction(1, w) for w in rest)
            cuts, taken = [Fraction(0), *cuts], [first, *taken]
        else:
            cuts, taken = [Fraction(0), *cuts], [Fraction(0), *taken]
        for first_x, last_x, prices in steps[j]:
            for number, price in zip(level.numbers.tolist(), prices, strict=False):
                for begin, end, gone in zip(cuts, [*cuts[1:], cuts[-1]], taken, strict=True):
                    low, high = max(begin, Fraction(max(first_x, number))), min(end, Fraction(last_x))
                    if low < high:
                        total += (share - gone) * price * (1 / low**2 - 1 / high**2)
    longest = levels[0]
    total /= PARTS
    # For classes longer than all priced ones, prices stay the same, tax grows, and larger numbers have full value.
    share = prod((Fraction(p - 1, p) for p in longest.primes), start=Fraction(1))
    ends = zip(longest.numbers.tolist(), steps[0][-1][2], longest.across.tolist(), strict=True)
    for number, price, across in ends:
        total += share * (Fraction(price, PARTS * longest.most**2) + Fraction(2 * across, PARTS * longest.most))
        total -= share * Fraction(1, number)
    total += 1
    assert 0 <= priced_share(levels) - total < Fraction(1, 1 << 80)


def test_the_share_is_what_prices_give_in_a_large_pot(
    levels: list[Prices], steps: list[list[tuple[int, int, list[int]]]]
) -> None:
    n = 6000
    found = Fraction(sum(multipliers(n, levels, steps)), PARTS * n * (n + 1) // 2)
    assert abs(found - priced_share(levels)) < Fraction(1, 100)


def test_without_tax_across_classes_prices_add_up_to_the_heaviest_matchings() -> None:
    (level,) = priced([(100, 100)], 0.0)
    for interval in level.walk():
        assert interval.prices[: interval.size].sum() == PARTS * matching(level.numbers[: interval.size].tolist())


def test_prices_with_floors_are_those_of_the_linear_program() -> None:
    """Test floors that fall and rise from step to step, as they do for levels."""
    n = 60
    rng = np.random.default_rng(1)
    covers = [[v // p for p in primes_to(v) if v % p == 0] for v in range(1, n + 1)]
    around = [sorted({*covers[v - 1]} | {v * p for p in primes_to(n) if v * p <= n}) for v in range(1, n + 1)]
    ptr = np.concatenate(([0], np.cumsum([len(one) for one in around])))
    pairs = np.array([w - 1 for one in around for w in one], np.int32)
    worth, price, mate = 10 * np.arange(1, n + 1), np.zeros(n, np.int64), np.full(n, -1, np.int32)
    near, far, before = np.full(n, kernels.FAR), np.full(n, kernels.FAR), np.zeros(n, np.int64)
    old = 0
    for count in (5, 20, 21, 40, 60, 60):
        floor = rng.integers(0, 8, n) * np.arange(1, n + 1) * (rng.random(n) < 0.5)
        kernels.reprice(old, count, count, worth, ptr, pairs, price, floor, mate, near, far, before)
        old = count
        program = highspy.Highs()  # type: ignore[no-untyped-call]  # highspy is partly typed
        program.silent()
        u = [program.addVariable(lb=float(floor[v]), obj=1.0) for v in range(count)]
        for p in range(1, count + 1):
            for q in covers[p - 1]:
                program.addConstr(u[q - 1] + u[p - 1] >= 10.0 * p)
        program.minimize()
        assert price[:count].sum() == round(program.getObjectiveValue())
        assert (price[:count] >= floor[:count]).all()


def test_faulty_prices_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = kernels.reprice

    def wrong(*arrays: Any) -> None:
        right(*arrays)
        prices = arrays[6]
        prices[:1] -= 1

    monkeypatch.setattr(kernels, "reprice", wrong)
    with pytest.raises(ArithmeticError, match="are too low"):
        priced([(5, 100)])


def test_bounds_of_the_limit_from_above() -> None:
    few = priced_share(priced([(7, 10**5), (97, 1000)], 0.02))
    many = priced_share(priced([(7, 10**5), (23, 10**4), (97, 1000)], 0.02))
    assert Fraction(63, 100) < many < few < Fraction(68, 100)
