"""Large pots: the compiled parts against plain ones, the bound against bound (2), the game against the rules."""

from __future__ import annotations

import csv
import itertools
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.core.progress import Progress
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman import largescale_kernels as kernels
from perfectplay.taxman.bounds import matching, prime_corrected
from perfectplay.taxman.hasse import build_hasse
from perfectplay.taxman.largescale import MAX_LARGE_N, approximate, replay, verify_dual

ROOT = Path(__file__).parents[2]

# Best scores, from OEIS A019312 and our own proofs.
BEST = {1: 0, 2: 2, 3: 3, 4: 7, 5: 9, 10: 40, 20: 124, 100: 3164, 200: 12648, 300: 28691, 500: 78934, 1000: 315426}


def divisors(p: int) -> list[int]:
    return [d for d in range(1, p) if p % d == 0]


def levels(n: int) -> tuple[Any, Any, Any, Any]:
    ptr, lower, rank = kernels.cover_graph(n)
    by_rank = (np.argsort(rank[1:], kind="stable") + 1).astype(np.int32)
    return by_rank, np.concatenate(([0], np.cumsum(np.bincount(rank[1:])))).astype(np.int64), ptr, lower


def peelable(n: int, picks: set[int]) -> bool:
    """T4, as plainly as it can be said: take out whoever has a private factor, until nobody is left."""
    left = set(picks)
    covers = {p: [p // r for r in range(2, p + 1) if p % r == 0 and not divisors(r)[1:]] for p in range(1, n + 1)}
    while left:
        for p in left:
            others = {q for other in left - {p} for q in covers[other]}
            if any(q not in picks and q not in others for q in covers[p]):
                left.remove(p)
                break
        else:
            return False
    return True


@pytest.mark.parametrize("n", [1, 2, 3, 10, 97, 360])
def test_the_cover_graph_is_the_other_one(n: int) -> None:
    ptr, lower, rank = kernels.cover_graph(n)
    hasse = build_hasse(range(1, n + 1))
    pairs = {(int(lower[e]), v) for v in range(1, n + 1) for e in range(ptr[v], ptr[v + 1])}
    assert pairs == set(zip((hasse.lower + 1).tolist(), (hasse.upper + 1).tolist(), strict=True))
    assert rank[1:].tolist() == hasse.level.tolist()
    start, near, weight = kernels.neighbours(n, ptr, lower)
    for v in range(1, n + 1):
        around = near[start[v] : start[v + 1]].tolist()
        assert sorted(around) == sorted([q for q, p in pairs if p == v] + [p for q, p in pairs if q == v])
        assert weight[start[v] : start[v + 1]].tolist() == [max(v, other) for other in around]


def test_divisors_are_divisors() -> None:
    first, found = kernels.proper_divisors(200)
    assert all(found[first[v] : first[v + 1]].tolist() == divisors(v) for v in range(1, 201))


@pytest.mark.parametrize("n", [*range(1, 41), 60, 100, 150, 701, 2000])
def test_the_bound_is_bound_2_and_proven(n: int) -> None:
    result = approximate(n)
    assert result.certificate is not None
    assert verify_dual(n, result.certificate["u"]) == result.upper == result.provenance["matching"] == matching(n)


@pytest.mark.parametrize("n", [*range(1, 41), *BEST, 701])
def test_the_game_is_legal_finished_and_no_better_than_perfect(n: int) -> None:
    result = approximate(n)
    position = TaxmanPosition.new(n)
    for move in result.moves:
        position = position.play(move)
    assert position.is_over()
    assert position.player == result.value == result.lower == replay(n, result.moves)
    assert result.value <= BEST.get(n, result.upper)
    assert result.provenance["picks"] == len(result.moves)
    assert (result.status == "optimal") == (result.lower == result.upper)


@pytest.mark.parametrize("n", [100, 1000])
def test_one_by_one_the_game_is_within_a_thousandth_of_the_best(n: int) -> None:
    assert approximate(n).value > 0.999 * BEST[n]


def test_the_gap_is_small_at_ten_thousand_and_fewer_batches_are_never_wrong() -> None:
    result = approximate(10_000)
    assert result.upper == 31_501_138
    assert result.upper - result.value < result.value // 200
    coarse = approximate(10_000, batches=20)
    assert coarse.upper == result.upper
    assert coarse.value == replay(10_000, coarse.moves) < result.value


@pytest.mark.long
def test_a_hundred_thousand() -> None:
    result = approximate(100_000)
    assert result.upper == 3_152_221_281
    assert result.upper - result.value < result.value // 200
    assert result.certificate is not None
    assert verify_dual(100_000, result.certificate["u"]) == result.upper
    assert replay(100_000, result.moves) == result.value


@given(st.integers(2, 60), st.data())
def test_what_is_added_can_be_peeled(n: int, data: st.DataObject) -> None:
    by_rank, rank_ptr, ptr, lower = levels(n)
    picked = np.zeros(n + 1, np.bool_)
    for _ in range(3):
        wanted = data.draw(st.sets(st.integers(2, n)))
        before = {int(p) for p in np.nonzero(picked)[0]}
        candidate = np.zeros(n + 1, np.bool_)
        candidate[sorted(wanted - before)] = True
        gain = kernels.extend(by_rank, rank_ptr, ptr, lower, picked, candidate)
        after = {int(p) for p in np.nonzero(picked)[0]}
        assert before <= after <= before | wanted
        assert gain == sum(after - before)
        assert not candidate.any()
        assert peelable(n, after)


@given(st.integers(2, 60), st.data())
def test_a_single_candidate_is_added_exactly_if_it_fits(n: int, data: st.DataObject) -> None:
    by_rank, rank_ptr, ptr, lower = levels(n)
    picked = np.zeros(n + 1, np.bool_)
    picks: set[int] = set()
    for p in data.draw(st.permutations(range(2, n + 1))):
        candidate = np.zeros(n + 1, np.bool_)
        candidate[p] = True
        gain = kernels.extend(by_rank, rank_ptr, ptr, lower, picked, candidate)
        assert gain in {0, p}
        assert (gain == p) == peelable(n, picks | {p})
        picks |= {p} if gain else set()


@pytest.mark.parametrize("n", [2, 7, 30, 61, 100])
def test_the_upper_half_is_added_exactly_if_it_fits(n: int) -> None:
    _, _, ptr, lower = levels(n)
    picked = np.zeros(n + 1, np.bool_)
    tax, taker, usage = (np.zeros(n + 1, np.int32) for _ in range(3))
    gain = kernels.grow(n, n // 2 + 1, 1000, ptr, lower, picked, tax, taker, usage)
    picks: set[int] = set()
    for p in range(n, n // 2, -1):
        if peelable(n, picks | {p}):
            picks.add(p)
    assert {int(p) for p in np.nonzero(picked)[0]} == picks
    assert gain == sum(picks)
    assert all(tax[p] in lower[ptr[p] : ptr[p + 1]] and taker[tax[p]] == p for p in picks)
    assert usage.tolist() == [sum(v in lower[ptr[p] : ptr[p + 1]] for p in picks) for v in range(n + 1)]


def test_a_limit_on_peeling_again_only_loses_numbers() -> None:
    _, _, ptr, lower = levels(400)
    gains = []
    for limit in (1, 5, 1000):
        picked = np.zeros(401, np.bool_)
        tax, taker, usage = (np.zeros(401, np.int32) for _ in range(3))
        gains.append(kernels.grow(400, 201, limit, ptr, lower, picked, tax, taker, usage))
        assert peelable(400, {int(p) for p in np.nonzero(picked)[0]})
    assert gains[0] < gains[2]


@given(st.integers(2, 40), st.data())
def test_the_playing_order_is_a_game_exactly_if_the_picks_are_one(n: int, data: st.DataObject) -> None:
    by_rank, rank_ptr, ptr, lower = levels(n)
    picks = data.draw(st.sets(st.integers(2, n)))
    picked = np.zeros(n + 1, np.bool_)
    picked[sorted(picks)] = True
    moves, stuck = kernels.playing_order(by_rank, rank_ptr, ptr, lower, picked)
    assert (stuck == 0) == peelable(n, picks)
    if stuck == 0:
        assert sorted(moves.tolist()) == sorted(picks)
        assert replay(n, moves.tolist()) == sum(picks)


@given(st.integers(1, 40), st.data())
def test_replay_says_what_the_rules_say(n: int, data: st.DataObject) -> None:
    moves = data.draw(st.lists(st.integers(-1, n + 1), max_size=12))
    position = TaxmanPosition.new(n)
    for place, move in enumerate(moves, 1):
        try:
            position = position.play(move)
        except IllegalMoveError:
            with pytest.raises(IllegalMoveError, match=f"^move {place} of the game on 1..{n} takes {move}, "):
                replay(n, moves)
            return
    assert replay(n, moves) == position.player


@given(st.integers(2, 60), st.data())
def test_leftovers_finish_any_game(n: int, data: st.DataObject) -> None:
    position = TaxmanPosition.new(n, "end")
    for p in data.draw(st.permutations(range(2, n + 1)))[: data.draw(st.integers(0, 6))]:
        if position.is_legal(p):
            position = position.play(p)
    pot = np.zeros(n + 1, np.bool_)
    pot[sorted(position.pot)] = True
    first, found = kernels.proper_divisors(n)
    for p in kernels.leftovers(n, first, found, pot).tolist():
        position = position.play(p)
    assert position.is_over()


@given(st.integers(1, 30), st.data())
def test_multipliers_are_accepted_exactly_if_they_cover_every_pair(n: int, data: st.DataObject) -> None:
    u = data.draw(st.lists(st.integers(0, n), min_size=n, max_size=n))
    hasse = build_hasse(range(1, n + 1))
    if all(u[q] + u[p] >= p + 1 for q, p in zip(hasse.lower.tolist(), hasse.upper.tolist(), strict=True)):
        assert verify_dual(n, u) == sum(u)
    else:
        with pytest.raises(PerfectPlayError, match="they must reach"):
            verify_dual(n, u)


def test_a_proof_that_is_tampered_with_proves_nothing() -> None:
    certificate = approximate(200).certificate
    assert certificate is not None
    u = certificate["u"]
    # The sum is the least possible, so taking from any positive multiplier leaves a pair uncovered.
    for v in range(200):
        if u[v]:
            with pytest.raises(PerfectPlayError):
                verify_dual(200, [*u[:v], u[v] - 1, *u[v + 1 :]])


@pytest.mark.parametrize(
    ("u", "message"),
    [
        ([1, 2], "there are 2 multipliers; N = 3 needs one for each of 1..3"),
        ([3, -1, 0], "the multiplier -1 of 2 proves nothing; it must be an integer, 0 or larger"),
        ([3, 0.5, 0], r"the multiplier 0.5 of 2 proves nothing"),
        ([3, True, 0], "the multiplier True of 2 proves nothing"),
        ([2, 0, 0], "the multipliers 2 of 1 and 0 of 3 add up to less than 3; they must reach 3, because 3 covers 1"),
    ],
    ids=["short", "negative", "fraction", "truth value", "uncovered"],
)
def test_what_proves_nothing_is_refused(u: list[Any], message: str) -> None:
    with pytest.raises(PerfectPlayError, match=message):
        verify_dual(3, u)


def test_a_run_that_ends_at_once_still_has_a_game_and_a_bound() -> None:
    result = approximate(5000, time_limit=1e-9)
    assert not result.provenance["complete"]
    assert not result.provenance["interrupted"]
    assert result.certificate is None
    assert result.upper == prime_corrected(5000)
    assert 0 < result.value == replay(5000, result.moves) <= result.upper


def test_progress_rises_and_bounds_fall() -> None:
    seen: list[Progress] = []
    result = approximate(2000, progress=seen.append)
    assert {snapshot.stage for snapshot in seen} == {"cover graph", "matching bound", "game"}
    for one, other in itertools.pairwise(seen):
        assert one.lower is not None
        assert other.lower is not None
        assert one.upper is not None
        assert other.upper is not None
        assert one.lower <= other.lower
        assert one.upper >= other.upper
        assert one.done <= other.done
    assert (seen[-1].lower, seen[-1].upper, seen[-1].done) == (result.lower, result.upper, seen[-1].total)


def test_runs_repeat() -> None:
    one, other = approximate(700), approximate(700)
    assert (one.moves, one.certificate) == (other.moves, other.certificate)


@pytest.mark.parametrize("n", [0, -3])
def test_no_pot(n: int) -> None:
    for function in (approximate, lambda n: replay(n, [])):
        with pytest.raises(InvalidPositionError, match=f"N = {n} is not a pot"):
            function(n)


def test_too_much() -> None:
    with pytest.raises(LimitExceededError, match="the largest possible N is 10000000"):
        approximate(MAX_LARGE_N + 1)
    with pytest.raises(InvalidPositionError, match="0 batches are too few"):
        approximate(10, batches=0)


def recorded() -> list[dict[str, int]]:
    with (ROOT / "docs/data/taxman-large.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return [{key: int(value) for key, value in row.items() if value and key != "seconds"} for row in rows]


def test_recorded_games_and_bounds_are_those_of_this_version() -> None:
    rows = recorded()
    assert rows[-1]["n"] >= 1_000_000
    for row in rows:
        assert row["score"] <= row["upper"] <= row["primes"] <= row["half"]
        assert row["upper"] - row["score"] < row["score"] / 100
        if row["n"] <= 5_000:
            result = approximate(row["n"])
            assert (result.lower, result.upper, len(result.moves)) == (row["score"], row["upper"], row["picks"])


def test_the_table_in_the_docs_is_the_recorded_one() -> None:
    text = (ROOT / "docs/large.md").read_text(encoding="utf-8")
    for row in recorded():
        if row["n"] >= 1_000:
            gap = 100 * (row["upper"] - row["score"]) / row["score"]
            assert f"| {row['n']:,} | {row['score']:,} | {row['upper']:,} | {gap:.3f} % |" in text


def test_the_picture_is_what_the_example_draws(tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    subprocess.run(
        [sys.executable, str(ROOT / "examples/draw_large.py"), str(picture)], check=True, capture_output=True
    )
    drawn = (ROOT / "docs/images/taxman-large.svg").read_text(encoding="utf-8")
    assert picture.read_text(encoding="utf-8") == drawn
