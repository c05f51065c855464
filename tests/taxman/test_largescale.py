"""Large pots: the compiled parts against plain ones, the bound against bound (2), the game against the rules."""

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
from perfectplay.taxman.large.kernels import largescale as kernels
from perfectplay.taxman.large.largescale import MAX_LARGE_N, approximate, replay
from tests.tables import rows
from tests.taxman import twins

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
    covers = [[p // r for r in range(2, p + 1) if p % r == 0 and not divisors(r)[1:]] for p in range(n + 1)]
    return twins.peelable(covers, picks)


@rows("n", [1, 2, 3, 10, 97, 360])
def test_the_cover_graph_is_the_other_one(n: int) -> None:
    ptr, lower, rank = kernels.cover_graph(n)
    hasse = build_hasse(range(1, n + 1))
    pairs = {(int(lower[e]), v) for v in range(1, n + 1) for e in range(ptr[v], ptr[v + 1])}
    assert pairs == set(zip((hasse.lower + 1).tolist(), (hasse.upper + 1).tolist(), strict=True))
    assert rank[1:].tolist() == hasse.level.tolist()
    start, near = kernels.neighbours(n, ptr, lower)
    for v in range(1, n + 1):
        around = near[start[v] : start[v + 1]].tolist()
        assert sorted(around) == sorted([q for q, p in pairs if p == v] + [p for q, p in pairs if q == v])


def test_smallest_primes_are_smallest_divisors() -> None:
    prime = kernels.smallest_primes(400).tolist()
    assert prime[2:] == [[*divisors(v), v][1] for v in range(2, 401)]


def test_a_move_takes_all_its_divisors_and_nothing_else() -> None:
    prime = kernels.smallest_primes(1000)
    for p in range(2, 1001):
        pot = np.ones(1001, np.bool_)
        pot[0] = False
        assert kernels.replay(1000, np.array([p]), prime, pot) == (p, -1)
        assert np.flatnonzero(~pot).tolist() == [0, *divisors(p), p]


class Picks:
    """What the kernels carry along, and steps on it; each step is checked."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.ptr, self.lower, self.rank = kernels.cover_graph(n)
        self.picked = np.zeros(n + 1, np.bool_)
        self.tax, self.taker, self.usage = (np.zeros(n + 1, np.int32) for _ in range(3))
        self.users, self.marks = np.zeros((n + 1, 2), np.int32), np.zeros((2, n + 1), np.bool_)
        self.fresh, self.nodes, self.queue = (np.zeros(n + 1, np.int32) for _ in range(3))

    def picks(self) -> set[int]:
        return set(np.flatnonzero(self.picked).tolist())

    def extend(self, candidates: set[int]) -> int:
        before = self.picks()
        gain = kernels.extend(
            np.array(sorted(candidates), np.int32), self.rank, self.ptr, self.lower, self.picked, self.tax, self.taker,
            self.usage, self.users, self.marks, self.fresh, self.nodes, self.queue,
        )  # fmt: skip
        self.check(before, gain)
        return int(gain)

    def grow(self, first: int, last: int, limit: int) -> tuple[int, set[int]]:
        before = self.picks()
        later = np.zeros(self.n + 1, np.int32)
        gain, count = kernels.grow(
            first, last, limit, self.ptr, self.lower, self.picked, self.tax, self.taker,
            self.usage, self.users, self.marks, self.fresh, self.nodes, self.queue, later,
        )  # fmt: skip
        self.check(before, gain)
        return int(gain), set(later[:count].tolist())

    def check(self, before: set[int], gain: int) -> None:
        after = self.picks()
        assert before <= after
        assert gain == sum(after) - sum(before)
        assert not self.users.any()
        assert not self.marks.any()
        below = [self.lower[self.ptr[v] : self.ptr[v + 1]].tolist() for v in range(self.n + 1)]
        assert all(self.tax[p] in below[p] and self.tax[p] not in after for p in after)
        assert {p: int(self.tax[p]) for p in after} == {int(self.taker[q]): q for q in np.flatnonzero(self.taker)}
        assert self.usage.tolist() == [sum(v in below[p] for p in after) for v in range(self.n + 1)]
        # Inside a level the arcs from who takes a number to whoever else it divides have no cycle.
        held_up = {p: {int(self.taker[q]) for q in below[p]} - {0, p} for p in after}
        while free := [p for p, others in held_up.items() if not others]:
            for p in free:
                del held_up[p]
            for others in held_up.values():
                others.difference_update(free)
        assert not held_up


def rank(v: int) -> int:
    """Prime factors with multiplicity."""
    return 0 if v == 1 else 1 + rank(v // [*divisors(v), v][1])


def stuck(members: set[int], barred: set[int]) -> set[int]:
    """Peel a level in which some factors are barred; who is left."""
    left = set(members)
    below = {p: {d for d in divisors(p) if rank(d) == rank(p) - 1} - barred for p in left}
    while free := [p for p in left if any(all(q not in below[o] for o in left - {p}) for q in below[p])]:
        left.difference_update(free[:1])
    return left


def batch_twin(n: int, picks: set[int], candidates: set[int]) -> set[int]:
    """Decide a batch plainly, peeling whole levels from the start again and again."""
    result = set(picks)
    for r in range(n.bit_length(), 0, -1):
        wanted = {c for c in candidates if rank(c) == r}
        while core := stuck({p for p in result if rank(p) == r} | wanted, result):
            wanted.remove(min(core & wanted))
        while core := stuck({p for p in result if rank(p) == r + 1}, result | wanted):
            wanted.remove(min(c for c in wanted if any(p % c == 0 for p in core)))
        result |= wanted
    return result


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
    """Few rounds of cuts, and a game in batches: all rounds, and one by one, take half a minute, and less at 10,000."""
    monkeypatch.setattr(largescale, "_ROUNDS", 4)
    result = approximate(100_000, batches=1_000)
    assert (result.provenance["matching"], result.provenance["bound"]) == (3_152_221_281, "cuts")
    assert result.upper - result.value < result.value // 250
    assert result.certificate is not None
    assert verify_certificate(result.certificate) == result.upper
    assert replay(100_000, result.moves) == result.value


@given(st.integers(2, 60), st.data())
def test_a_batch_is_decided_as_its_twin_decides_it(n: int, data: st.DataObject) -> None:
    picks = Picks(n)
    for _ in range(3):
        before = picks.picks()
        candidates = data.draw(st.sets(st.integers(2, n))) - before
        picks.extend(candidates)
        assert picks.picks() == batch_twin(n, before, candidates)
        assert peelable(n, picks.picks())


@given(st.integers(2, 60), st.data())
def test_a_single_candidate_is_added_exactly_if_it_fits(n: int, data: st.DataObject) -> None:
    one, other = Picks(n), Picks(n)
    picks: set[int] = set()
    for p in data.draw(st.permutations(range(2, n + 1))):
        gain = one.extend({p})
        assert gain in {0, p}
        assert (gain == p) == peelable(n, picks | {p})
        assert other.grow(p, p, n) == (gain, set())
        picks |= {p} if gain else set()


@pytest.mark.full
@given(st.integers(2, 80), st.integers(1, 20), st.data())
def test_what_is_put_off_is_all_that_is_not_decided_rightly(n: int, limit: int, data: st.DataObject) -> None:
    grown = Picks(n)
    for p in data.draw(st.permutations(range(2, n + 1))):
        before = grown.picks()
        gain, later = grown.grow(p, p, limit)
        assert later <= {p}
        assert gain == (0 if later or not peelable(n, before | {p}) else p)


@pytest.mark.parametrize("n", [2, 7, 30, 61, 100])
def test_numbers_are_added_one_by_one_exactly_if_they_fit(n: int) -> None:
    grown = Picks(n)
    assert grown.grow(n, 2, n)[1] == set()
    picks: set[int] = set()
    for p in range(n, 1, -1):
        if peelable(n, picks | {p}):
            picks.add(p)
    assert grown.picks() == picks


def test_a_low_limit_puts_numbers_off_and_a_batch_adds_them() -> None:
    for limit in (1, 5):
        grown = Picks(400)
        _, later = grown.grow(400, 201, limit)
        assert later
        assert peelable(400, grown.picks())
        assert grown.extend(later) > 0
        assert peelable(400, grown.picks())


def auction(n: int, increment: int, work: int) -> tuple[list[int], list[int], list[int], int]:
    """One phase from nothing: prices, profits, mates and how many calls it took."""
    ptr, lower, levels = kernels.cover_graph(n)
    start, near = kernels.neighbours(n, ptr, lower)
    price, profit = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    mate, stack, state = np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32), np.zeros(2, np.int64)
    calls = 0
    while state[0] != kernels.PHASE_ENDED:
        kernels.auction(n, start, near, levels, 10, increment, price, profit, mate, stack, state, work)
        calls += 1
    return price.tolist(), profit.tolist(), mate.tolist(), calls


@given(st.integers(1, 60), st.integers(1, 100))
def test_an_auction_keeps_its_promise_however_often_it_is_interrupted(n: int, increment: int) -> None:
    price, profit, mate, calls = auction(n, increment, 1)
    assert (price, profit, mate) == auction(n, increment, 10**9)[:3]
    assert calls > 1 or n < 3
    value = [price[v] + profit[v] for v in range(n + 1)]
    for p in range(2, n + 1):
        for q in divisors(p):
            if rank(q) == rank(p) - 1:
                assert value[q] + value[p] >= 10 * p - increment
                assert (mate[q] == p) == (mate[p] == q)
                assert mate[q] != p or value[q] + value[p] <= 10 * p + increment
    assert all(value[v] <= 0 for v in range(1, n + 1) if mate[v] == 0)


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
    for p in kernels.leftovers(n, kernels.smallest_primes(n), pot).tolist():
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
    u, parts, cuts = (certificate["proof"][name] for name in ("u", "parts", "cuts"))
    assert len(cuts) >= 3
    assert verify_dual(200, u, parts=parts, cuts=cuts) == certificate["claim"]["upper"]
    # An upper end's multiplier is what its dearest pair asks for, so that one less leaves a pair uncovered.
    refused = 0
    for v in range(200):
        if u[v]:
            with suppress(PerfectPlayError):
                verify_dual(200, [*u[:v], u[v] - 1, *u[v + 1 :]], parts=parts, cuts=cuts)
                continue
            refused += 1
    assert refused > 50
    # Nothing else pays for what a cut paid for.
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
    # Peeled one after the other, each gets a lower cover that no other pick needs, one of the cut if there is one.
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
    """A clock that goes on by one second whenever somebody looks at it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0
        monkeypatch.setattr(largescale, "time", self)

    def perf_counter(self) -> float:
        self.now += 1
        return float(self.now)


@pytest.mark.parametrize("n", [1, 2, 30, 3000])
def test_whenever_the_clock_ends_a_run_it_has_a_game_and_a_bound(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    # Small steps, so that there are many moments to stop at.
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
        # It looks at the clock some times more: for the step in hand, and for how long everything took.
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
    # Eight steps make the first game.
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
