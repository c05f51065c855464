"""Test games found by bans: compare them with a plain search, replay them, and compare scores with proven bounds."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import LimitExceededError
from perfectplay.matching.incumbent import Incumbent, greedy_picks
from perfectplay.matching.kernels import relaxation as exact_kernels
from perfectplay.taxman.exact.hasse import build_hasse, moves_of_picks
from perfectplay.taxman.large import bans
from perfectplay.taxman.large.bans import _BanSearch, better_picks
from perfectplay.taxman.large.kernels import largescale as kernels
from perfectplay.taxman.large.largescale import approximate, replay
from perfectplay.taxman.records import load_records
from tests.tables import rows
from tests.taxman.twins import peelable

RECORDS = load_records()


def downwards(first: int, last: int = 1) -> Any:
    return np.arange(first, last - 1, -1, dtype=np.int32)


def chosen(covers: list[list[int]], order: list[int]) -> set[int]:
    """Choose picks greedily in the given order; this is the plain twin of `greedy_picks`."""
    picks: set[int] = set()
    for p in order:
        if peelable(covers, picks | {p}):
            picks.add(p)
    return picks


def numbers(picked: Any) -> list[int]:
    return np.flatnonzero(picked).tolist()


def score(picked: Any) -> int:
    return sum(numbers(picked))


def graph(n: int) -> tuple[Any, Any, list[list[int]]]:
    ptr, lower, _ = kernels.cover_graph(n)
    return ptr, lower, [lower[ptr[v] : ptr[v + 1]].tolist() for v in range(n + 1)]


def played(n: int, picked: Any) -> int:
    """Return the score of the game with these picks, replayed by the rules."""
    return replay(n, moves_of_picks(build_hasse(range(1, n + 1)), picked[1:]))


@given(st.integers(1, 36), st.randoms())
def test_in_any_order_picks_are_those_of_the_twin(n: int, random: Any) -> None:
    ptr, lower, covers = graph(n)
    order = list(range(1, n + 1))
    random.shuffle(order)
    assert set(numbers(greedy_picks(ptr, lower, np.array(order, np.int32)))) == chosen(covers, order)


@pytest.mark.parametrize("n", [2, 30, 300, 1000])
def test_the_exact_solver_picks_in_order_as_its_own_kernel_does(n: int) -> None:
    hasse = build_hasse(range(1, n + 1))
    incumbent = Incumbent(hasse, 0)
    graph = hasse.down_ptr, hasse.lower, hasse.up_ptr, hasse.up_pair, hasse.upper
    rng = np.random.default_rng(n)
    for _ in range(3):
        order = np.argsort(-hasse.weights / n + rng.normal(0.0, 0.2, n), kind="stable")
        incumbent.value = -1
        value = incumbent.try_order(order)
        picks = np.zeros(n, np.bool_)
        levels = int(hasse.level.max()) + 1
        known = exact_kernels.peel_greedy(order, hasse.weights, picks, hasse.level, levels, *graph)
        assert (value, incumbent.picks.tolist()) == (known, picks.tolist())


@pytest.mark.parametrize("n", [40, 90, 200, 500])
def test_what_is_decided_anew_is_what_would_differ(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Test after each try that the game equals a new greedy game with the same numbers held back."""
    # Such a high temperature accepts nearly every game, however much it loses.
    monkeypatch.setattr(bans, "_WARMTH", 10.0)
    ptr, lower, covers = graph(n)
    search = _BanSearch(ptr, lower, greedy_picks(ptr, lower, downwards(n)), seed=n)
    last = n // bans._LOWEST + 1
    ever = np.zeros(n + 1, np.bool_)
    for turn in range(60):
        search.search(1, 0.5)
        late = search._delayed
        ever |= late
        order = [x for x in range(n, last - 1, -1) if not late[x]] + [x for x in range(n, last - 1, -1) if late[x]]
        picks = greedy_picks(ptr, lower, np.array(order, np.int32))
        assert numbers(search._game[0]) == numbers(picks)
        assert search._scores[0] == score(picks)
        if n == 40 and turn % 20 == 0:
            assert set(numbers(picks)) == chosen(covers, order)
    assert ever.sum() >= min(3, n // 40)
    assert search.score >= search._scores[0]


@pytest.mark.parametrize("n", [60, 200, 300])
def test_the_search_begins_with_the_game_that_it_is_given(n: int) -> None:
    ptr, lower, _ = graph(n)
    best = np.zeros(n + 1, np.bool_)
    best[list(RECORDS[n].moves)] = True
    search = _BanSearch(ptr, lower, best)
    assert numbers(search._game[0]) == [p for p in numbers(best) if p > n // bans._LOWEST]
    assert score(search.picks()) == RECORDS[n].score


@rows("n", [2, 7, 30, 100, 200, 367, 1000])
def test_games_are_legal_and_never_better_than_perfect(n: int) -> None:
    ptr, lower, _ = graph(n)
    greedy = greedy_picks(ptr, lower, downwards(n))
    picked = better_picks(ptr, lower, greedy, lambda tries, _: tries / 1500)
    assert score(greedy) <= score(picked) == played(n, picked) <= RECORDS[n].score


def test_bans_find_the_best_game_for_200() -> None:
    # The greedy game has 12,541 points; holding back 81, 88 and 90 gives the best score.
    ptr, lower, _ = graph(200)
    greedy = greedy_picks(ptr, lower, downwards(200))
    assert score(greedy) == 12_541
    picked = better_picks(ptr, lower, greedy, lambda tries, _: tries / 4000)
    assert score(picked) == RECORDS[200].score == 12_648


@pytest.mark.full
def test_runs_begin_anew_and_repeat() -> None:
    ptr, lower, _ = graph(1000)
    greedy = greedy_picks(ptr, lower, downwards(1000))
    seen: list[list[tuple[int, int]]] = []
    for seed in (1, 1, 2):
        steps: list[tuple[int, int]] = []

        def share(tries: int, best: int, steps: list[tuple[int, int]] = steps) -> float:
            steps.append((tries, best))
            return tries / 6000

        found = better_picks(ptr, lower, greedy, share, seed=seed)
        assert [best for _, best in steps] == sorted(best for _, best in steps)
        assert score(found) >= steps[-1][1]
        seen.append(steps)
    assert seen[0] == seen[1] != seen[2]


def test_too_large_sets_are_taken_to_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bans, "_WIDEST", 2)
    ptr, lower, _ = graph(500)
    search = _BanSearch(ptr, lower, greedy_picks(ptr, lower, downwards(500)))
    assert (search._cores[0][:, 0] == -1).any()
    search.search(2000, 0.5)
    picked = search.picks()
    assert 78_000 < score(picked) == played(500, picked) <= 78_934


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(LimitExceededError, match="the seed -1 is negative"):
        approximate(10, seed=-1)
