"""Test sequences that satisfy a recurrence, and the counts of ties, which satisfy no small one."""

from __future__ import annotations

from math import comb, factorial
from random import Random

import pytest

from perfectplay.coins.ties import tie_counts
from perfectplay_research.recurrence import recurrences


@pytest.mark.parametrize(
    ("terms", "order", "degree"),
    [
        ([3**n - n for n in range(40)], 2, 1),
        ([comb(2 * n, n) // (n + 1) for n in range(40)], 1, 1),
        ([factorial(n) for n in range(40)], 1, 1),
        ([sum(comb(n, k) ** 2 * comb(n + k, k) ** 2 for k in range(n + 1)) for n in range(60)], 2, 3),
    ],
)
def test_a_recurrence_is_found_from_its_order_on(terms: list[int], order: int, degree: int) -> None:
    """Test known recurrences: Catalan numbers, factorials, the numbers of R. Apéry (1979), and others."""
    found = recurrences(terms)
    assert next(most for r, most in found if r == order) >= degree
    assert all(r >= order for r, _ in found)


def test_numbers_at_random_have_none() -> None:
    rng = Random(1)
    assert recurrences([rng.getrandbits(50) for _ in range(60)]) == []


def test_ties_have_no_small_recurrence() -> None:
    counts = [1, *(count for _, count in tie_counts(2, 100))]
    assert recurrences(counts) == recurrences(counts[::2]) == recurrences(counts[1::2]) == []
