from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from random import Random

import numpy as np
import pytest

from perfectplay.matching import peel
from perfectplay.taxman.large.largescale import replay
from perfectplay.taxman.records import load_bounded, load_records
from perfectplay.taxman.strategies.playing import play_game
from perfectplay_research import limit
from perfectplay_research.limit import (
    Level,
    class_games,
    guaranteed,
    known_games,
    primes_to,
    rough_share,
    smooth_numbers,
)
from perfectplay_research.odds_evens import FAMILIES, sure_from, sure_numbers, sure_share, sure_sum
from tests.taxman.oracles import brute_force

ODDS_EVENS = ("trono-7-worded", "trono-8", "moniot-odds-evens")


def split(number: int, primes: Sequence[int]) -> tuple[int, int]:
    """Return the smooth and the rough part of a number."""
    smooth = 1
    for prime in primes:
        while number % prime == 0:
            number, smooth = number // prime, smooth * prime
    return smooth, number


def rough_numbers(n: int, primes: Sequence[int]) -> list[int]:
    return [number for number in range(1, n + 1) if all(number % prime for prime in primes)]


def rank(number: int) -> int:
    return sum(number % prime**power == 0 for prime in primes_to(number) for power in range(1, 8))


def greedy_game(numbers: Sequence[int], primes: Sequence[int]) -> list[int]:
    """Pick smooth numbers greedily from the largest down; peel all picks again after each new pick."""
    picks: list[int] = []
    for number in reversed(numbers):
        tried = [*picks, number]
        if len(peel(tried, lambda p: [p // prime for prime in primes if p % prime == 0], rank)) == len(tried):
            picks = tried
    return picks


def test_smooth_numbers_are_those_without_a_rough_part() -> None:
    for primes in ((2,), (3, 5), (2, 3, 5, 7)):
        assert smooth_numbers(primes, 500) == [n for n in range(1, 501) if split(n, primes)[1] == 1]
        period = 2 * 3 * 5 * 7
        assert rough_share(primes) == Fraction(len(rough_numbers(period, primes)), period)


@pytest.mark.parametrize("primes", [(2,), (2, 3), (2, 3, 5)])
def test_the_best_score_is_that_of_the_classes_but_for_steps_by_large_primes(primes: tuple[int, ...]) -> None:
    """Test lemma 1: the best score exceeds the sum over all classes by at most n (n // next prime)."""
    next_prime = next(prime for prime in primes_to(20) if prime > max(primes))
    best = {x: brute_force(smooth_numbers(primes, x)) for x in range(1, 27)}
    for n in range(1, 27):
        classes = sum(m * best[n // m] for m in rough_numbers(n, primes))
        assert classes <= brute_force(range(1, n + 1)) <= classes + n * (n // next_prime)


def test_games_of_classes_of_several_levels_are_one_game() -> None:
    """Test lemma 3, in which few primes cut long classes and more primes cut short ones."""
    levels = (((2,), 10**6), ((2, 3), 14), ((2, 3, 5, 7), 8))
    for n in (*range(2, 30), 47, 64, 89):
        classes: dict[tuple[tuple[int, ...], int], list[int]] = {}
        for number in range(1, n + 1):
            for primes, most in reversed(levels):
                smooth, rough = split(number, primes)
                if n // rough <= most:
                    classes.setdefault((primes, rough), []).append(smooth)
                    break
        picks = [m * p for (primes, m), numbers in classes.items() for p in greedy_game(numbers, primes)]
        moves = list(peel(picks, lambda p: [p // prime for prime in primes_to(p) if p % prime == 0], rank))
        assert sorted(moves) == sorted(picks)
        assert replay(n, moves) == sum(picks)
        if n >= 30:
            assert len({primes for primes, _ in classes}) == len(levels)


def test_games_of_the_smooth_pots_are_possible_and_good() -> None:
    level = class_games([2, 3, 5], 30)
    reached = dict(zip(level.gains, accumulate(level.gains.values()), strict=True))
    best = 0
    for x in range(1, 31):
        best = reached.get(x, best)
        most = brute_force(smooth_numbers(level.primes, x))
        assert 0.9 * most <= best <= most


def test_a_known_game_is_one_in_every_larger_pot() -> None:
    """Test that the last score is the largest one in the list, because a game is also a game in every larger pot."""
    records, bounded = load_records(), load_bounded()
    first = records.largest_without_hole + 1
    scores = bounded.bounds()
    assert sum(known_games(3000).gains.values()) == max(scores[n][0] for n in range(first, 3001))


def test_games_between_those_that_are_searched_are_close_to_them() -> None:
    every, some = class_games(primes_to(7), 3000), class_games(primes_to(7), 3000, 0.1)
    assert sum(some.gains.values()) <= sum(every.gains.values())
    assert 0.98 * guaranteed([every]) <= guaranteed([some]) <= guaranteed([every])


def test_what_cannot_be_peeled_is_no_game() -> None:
    numbers, primes = smooth_numbers([2, 3, 5], 60), (2, 3, 5)
    covers = {n: [n // prime for prime in primes if n % prime == 0] for n in numbers}
    vertex = {n: at for at, n in enumerate(numbers, 1)}
    ptr = np.array([0, 0, *accumulate(len(covers[n]) for n in numbers)])
    flat = np.array([vertex[q] for n in numbers for q in covers[n]], np.int32)
    rng, games = Random(1), 0
    for _ in range(500):
        picks = sorted(rng.sample(numbers, rng.randint(1, 14)))
        picked = np.isin([0, *numbers], picks)
        if len(peel(picks, covers.__getitem__, rank)) == len(picks):
            games += 1
            busy = {*picks, *(q for pick in picks for q in covers[pick])}
            assert {n for n in numbers if limit.peeled(picked, ptr, flat)[vertex[n]]} == busy
        else:
            with pytest.raises(ValueError, match="some of them cannot be peeled"):
                limit.peeled(picked, ptr, flat)
    assert 50 < games < 450


def test_a_level_without_games_promises_nothing() -> None:
    first, last = class_games([2, 3], 1000), class_games([2, 3, 5, 7], 100)
    none = Level((2, 3, 5), 100, {})
    assert guaranteed([first, none, last]) < guaranteed([first, last])
    assert guaranteed([first, none]) < guaranteed([first])


def test_the_guaranteed_share_is_what_classes_give_in_a_large_pot() -> None:
    """Compare the limit with the sum over the classes of one N; the next test compares such sums with the table."""
    two, four = class_games([2], 1 << 20), class_games([2, 3, 5, 7], 40)
    assert abs(guaranteed([two]) - Fraction(2, 5)) < Fraction(1, 1 << 20)
    n, total = 30_000, 0

    def value(level: Level, x: int) -> int:
        return sum(gain for number, gain in level.gains.items() if number <= x)

    for m in rough_numbers(n, four.primes):
        if n // m <= four.most:
            total += m * value(four, n // m)
        else:
            between = smooth_numbers([3, 5, 7], n // m)
            total += sum(m * rest * value(two, n // (m * rest)) for rest in between)
    assert abs(Fraction(2 * total, n * (n + 1)) - guaranteed([two, four])) < Fraction(1, 1000)


def test_the_shipped_table_is_above_the_lower_bound() -> None:
    """Test the bound for each N of the table by sums over the classes of N, without limits or rounding."""
    scores = load_records().scores()
    level = class_games(primes_to(5), max(scores))
    values = dict(zip(level.gains, accumulate(level.gains.values()), strict=True))
    reached, best = [0], 0
    for x in range(1, max(scores) + 1):
        best = values.get(x, best)
        reached.append(best)
    rough = rough_numbers(max(scores), level.primes)
    for n, score in scores.items():
        assert sum(m * reached[n // m] for m in rough if m <= n) <= score


def test_bounds_of_the_limit() -> None:
    levels = [class_games(primes_to(3), 10**5), class_games(primes_to(19), 5000, 0.03), known_games(1200)]
    assert Fraction(605, 1000) < guaranteed(levels) < Fraction(63, 100)


# -- odds, then evens ----------------------------------------------------------------------------------------------


def test_odds_then_evens_takes_the_families_whole() -> None:
    for n in range(2, 200):
        sure = sure_numbers(n)
        assert len(set(sure)) == len(sure)
        assert sure_sum(n) == sum(sure)
        for name in ODDS_EVENS:
            assert set(sure) <= set(play_game(name, n).moves)


def test_odds_then_evens_never_loses() -> None:
    """Test the games up to N = 403, and then the sums of the families, until the proof's estimate covers the rest."""
    last = max(n for n in range(1, sure_from() + 1) if 4 * sure_sum(n) <= n * (n + 1))
    assert last == 403
    for n in range(2, last + 1):
        game = play_game("trono-7-worded", n)
        assert game.score > game.taxman or (n == 3 and game.score == game.taxman)
    assert sure_share() == sum(family.share for family in FAMILIES)
    for n in (sure_from(), 10**5, 10**6):
        assert abs(Fraction(2 * sure_sum(n), n * (n + 1)) - sure_share()) < Fraction(1, 100)
