"""Test large pots: compare the bound with bound (2), and replay the game by the rules."""

from __future__ import annotations

import csv
import itertools
import subprocess
import sys
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.core.progress import Progress
from perfectplay.core.running.interrupt import InterruptFlag
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.bounds import matching, prime_corrected
from perfectplay.taxman.exact.hasse import build_hasse
from perfectplay.taxman.large import duals, largescale
from perfectplay.taxman.large.duals import verify_certificate, verify_dual
from perfectplay.taxman.large.largescale import MAX_LARGE_N, approximate, replay
from tests.tables import rows
from tests.taxman.test_large_kernels import divisors, peelable, rank

ROOT = Path(__file__).parents[2]

# Best scores from OEIS A019312 and this project's proofs.
BEST = {1: 0, 2: 2, 3: 3, 4: 7, 5: 9, 10: 40, 20: 124, 100: 3164, 200: 12648, 300: 28691, 500: 78934, 1000: 315426}


@pytest.mark.full
@rows("n", [*range(1, 41), 60, 100, 150, 701, 2000])
def test_the_bound_is_proven_and_no_more_than_bound_2(n: int) -> None:
    result = approximate(n)
    assert result.certificate is not None
    assert verify_certificate(result.certificate) == result.upper
    assert BEST.get(n, result.value) <= result.upper <= result.provenance["matching"] == matching(n)
    assert result.provenance["bound"] == ("cuts" if result.upper < matching(n) else "matching")


@pytest.mark.full
@rows("n", [*range(1, 41), *BEST, 701])
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


@pytest.mark.full
def test_the_gap_is_small_at_ten_thousand_and_fewer_batches_are_never_wrong() -> None:
    result = approximate(10_000)
    assert result.provenance["matching"] == 31_501_138
    assert result.upper - result.value < result.value // 500
    coarse = approximate(10_000, batches=20)
    assert coarse.upper == result.upper
    assert coarse.value == replay(10_000, coarse.moves) < result.value


@pytest.mark.full
def test_a_hundred_thousand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Test N = 100,000 with few rounds of cuts, and in 1,000 batches; otherwise the test would take half a minute."""
    monkeypatch.setattr(largescale, "_ROUNDS", 4)
    result = approximate(100_000, batches=1_000)
    assert (result.provenance["matching"], result.provenance["bound"]) == (3_152_221_281, "cuts")
    assert result.upper - result.value < result.value // 250
    assert result.certificate is not None
    assert verify_certificate(result.certificate) == result.upper
    assert replay(100_000, result.moves) == result.value


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
    u, parts, cuts = (certificate["proof"][name] for name in ("u", "parts", "cuts"))
    assert len(cuts) >= 3
    assert verify_dual(200, u, parts=parts, cuts=cuts) == certificate["claim"]["upper"]
    # The multiplier of an upper end is just enough for its most expensive pair, so one less leaves a pair uncovered.
    refused = 0
    for v in range(200):
        if u[v]:
            with suppress(PerfectPlayError):
                verify_dual(200, [*u[:v], u[v] - 1, *u[v + 1 :]], parts=parts, cuts=cuts)
                continue
            refused += 1
    assert refused > 50
    # Each cut pays for some pairs that no other multiplier covers.
    for i, (multiplier, members) in enumerate(cuts):
        for tampered in ([], [(0, members)], [(multiplier, members[1:])]):
            with pytest.raises(PerfectPlayError, match="they must reach"):
                verify_dual(200, u, parts=parts, cuts=[*cuts[:i], *tampered, *cuts[i + 1 :]])


@rows(
    "parts, cuts, message",
    [
        (0, [], "multipliers in 0 parts of one prove nothing; there may be 1 to 1000"),
        (1001, [], "multipliers in 1001 parts of one prove nothing"),
        (True, [], "multipliers in True parts of one prove nothing"),
        (1, [(1, [6])], r"the cut \(1, \[6\]\) proves nothing; it is a multiplier, and two or more numbers"),
        (1, [(1, [6, 6])], "proves nothing"),
        (1, [(1, [6, 1])], r"two or more numbers of 2\.\.10"),
        (1, [(1, [6, 11])], "proves nothing"),
        (1, [(-1, [6, 10])], "proves nothing"),
        (1, [(0.5, [6, 10])], "proves nothing"),
        (1, [(1, [6, True])], "proves nothing"),
        (1, [(1, 6)], "proves nothing"),
        (1, [7], "the cut 7 proves nothing"),
    ],
)
def test_cuts_that_are_none_are_refused(parts: Any, cuts: Any, message: str) -> None:
    with pytest.raises(PerfectPlayError, match=message):
        verify_dual(10, [10] * 10, parts=parts, cuts=cuts)


@given(st.integers(4, 24), st.data())
def test_no_game_has_more_of_a_cut_than_it_says(n: int, data: st.DataObject) -> None:
    members = data.draw(st.lists(st.integers(2, n), min_size=2, max_size=6, unique=True))
    pairs = set(duals._paid(n, [(1, members)], np.array([2, 3, 5])))
    assert all(p in members for _, p in pairs)
    picks = data.draw(st.lists(st.sampled_from(members), unique=True).filter(lambda chosen: peelable(n, set(chosen))))
    # Peel the picks: pair each pick with a lower cover of no other remaining pick, and prefer pairs of the cut.
    left, paired = set(picks), 0
    while left:
        for p in sorted(left):
            private = [
                q for q in divisors(p) if rank(q) == rank(p) - 1 and not any(q in divisors(x) for x in left - {p})
            ]
            if private:
                paired += any((q, p) in pairs for q in private)
                left.discard(p)
                break
        else:
            break
    assert paired <= len(members) - 1


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


class Clock:
    """A clock that advances by one second whenever it is read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0
        monkeypatch.setattr(largescale, "time", self)

    def perf_counter(self) -> float:
        self.now += 1
        return float(self.now)


@pytest.mark.parametrize("n", [1, 2, 30, 3000])
def test_whenever_the_clock_ends_a_run_it_has_a_game_and_a_bound(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    # Use small steps, so that there are many points at which the search can stop.
    monkeypatch.setattr(largescale, "_WORK", 5_000)
    gaps = []
    for limit in (1, 2, 5, 10, 20, 50, 100, 200, 1000):
        began = clock.now
        result = approximate(n, time_limit=limit)
        assert result.value == replay(n, result.moves) <= result.upper
        if result.certificate is None:
            assert result.upper == prime_corrected(n)
        else:
            assert verify_certificate(result.certificate) == result.upper
        if result.value:
            gaps.append((result.upper - result.value) / result.value)
        # After the limit, the search reads the clock a few more times: after its last step, and for the total time.
        assert clock.now - began <= max(limit, 10) + 10
    if n == 3000:
        assert not result.provenance["complete"]
        assert gaps == sorted(gaps, reverse=True)
        assert gaps[4] < 0.11
        assert gaps[5] < 0.07
        assert gaps[6] < 0.03
        assert gaps[-1] < 0.005


@pytest.mark.full
def test_a_generous_time_limit_changes_nothing() -> None:
    one, other = approximate(2000), approximate(2000, time_limit=1e9)
    assert other.provenance["complete"]
    assert (one.moves, one.certificate) == (other.moves, other.certificate)


@pytest.mark.parametrize("looks", [0, 3, 6, 10, 20, 40])
def test_ctrl_c_keeps_what_is_known(looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(largescale, "_WORK", 5_000)
    flag = InterruptFlag()
    monkeypatch.setattr(largescale, "deferred_interrupt", lambda: nullcontext(flag))
    seen: list[Progress] = []

    def press(progress: Progress) -> None:
        seen.append(progress)
        flag.pressed = len(seen) > looks

    result = approximate(3000, progress=press)
    assert result.provenance["interrupted"]
    assert not result.provenance["complete"]
    assert replay(3000, result.moves) == result.value == seen[-1].lower
    assert result.certificate is None or verify_certificate(result.certificate) == result.upper
    # The first game takes eight steps, so an interruption after ten steps leaves a good game.
    assert looks < 10 or result.value > 0.98 * 2_834_862


@pytest.mark.full
def test_progress_rises_and_bounds_fall() -> None:
    seen: list[Progress] = []
    result = approximate(2000, progress=seen.append)
    assert {snapshot.stage for snapshot in seen} == {
        *("cover graph", "first game", "matching bound", "cuts", "game", "bans")
    }
    for one, other in itertools.pairwise(seen):
        assert one.lower is not None
        assert other.lower is not None
        assert one.upper is not None
        assert other.upper is not None
        assert one.lower <= other.lower
        assert one.upper >= other.upper
        assert one.done <= other.done
    assert (seen[-1].lower, seen[-1].upper, seen[-1].done) == (result.lower, result.upper, seen[-1].total)


@pytest.mark.full
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


@pytest.mark.full
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
