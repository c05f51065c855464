import math
import signal
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perfectplay
from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError
from perfectplay.core.progress import Progress
from perfectplay.core.question import Work
from perfectplay.core.result import Result
from perfectplay.taxman import TaxmanPosition, bounds
from perfectplay.taxman.bounds import asymptotic, half_pot, matching, prime_corrected
from perfectplay.taxman.exact import solve
from perfectplay.taxman.exact.hasse import build_hasse
from perfectplay.taxman.large import strong
from perfectplay.taxman.large.largescale import replay
from perfectplay.taxman.large.strong import strong_play
from perfectplay.taxman.questions.solve import BoundPot, TaxmanBounds
from perfectplay.taxman.records import load_bounded, load_records
from perfectplay.taxman.rules import MAX_N, Pot
from tests.judged import check_taxman
from tests.tables import rows
from tests.taxman.oracles import brute_force, cp_sat_matchings

# In a subset of these divisors, a cover may skip ranks, which makes odd cycles possible.
DIVISORS = [d for d in range(1, 5041) if 5040 % d == 0]


def is_prime(number: int) -> bool:
    return number > 1 and all(number % d for d in range(2, math.isqrt(number) + 1))


@pytest.fixture(scope="module")
def best() -> dict[int, int]:
    return {n: brute_force(range(1, n + 1)) for n in range(1, 29)}


def test_half_pot_is_the_larger_half() -> None:
    for n in range(1, 200):
        assert half_pot(n) == sum(sorted(range(1, n + 1), reverse=True)[: n // 2])


def test_half_pot_is_exact_for_huge_pots() -> None:
    # Test an even pot beyond the range of a float, and the next pot, whose larger half starts one number later.
    assert half_pot(10**30) == 10**30 * (3 * 10**30 + 2) // 8
    assert half_pot(10**30 + 1) == half_pot(10**30) + 10**30 // 2


def test_prime_corrected_from_its_definition() -> None:
    # Remove the useless primes, and add up the larger half of the rest (rounded down if the rest is odd).
    for n in range(1, 400):
        primes = [p for p in range(1, n + 1) if is_prime(p) and 2 * p > n]
        usable = [number for number in range(1, n + 1) if number not in primes[:-1]]
        assert prime_corrected(n) == sum(usable[len(usable) - len(usable) // 2 :])


def test_prime_corrected_is_the_printed_formula() -> None:
    # Formulas (5) and (8) of Franklín and Moniot, with pi and sigma computed by counting; the paper excludes N = 1.
    for n in range(2, 400):
        primes = [p for p in range(n + 1) if is_prime(p)]
        half = [p for p in primes if 2 * p <= n]
        usable = n - (len(primes) - len(half)) + 1
        given_away = math.ceil(Fraction(usable, 2))
        printed = Fraction(n * (n + 1), 2) - Fraction(given_away * (given_away + 1), 2)
        assert prime_corrected(n) == printed - (sum(primes) - sum(half)) + primes[-1]


def test_bounds_hold(best: dict[int, int]) -> None:
    assert all(score <= matching(n) for n, score in best.items())


@rows("n, expected", [(60, 1138), (100, 3173), (150, 7144), (200, 12664), (1300, 534304), (2000, 1263276)])
def test_matching(n: int, expected: int) -> None:
    assert matching(n) == expected


def test_matching_by_the_interior_point_method() -> None:
    # HiGHS solves a pot this large by the interior-point method; the simplex method must give the same result.
    n = 8400
    program = bounds._Program(build_hasse(range(1, n + 1)))
    assert len(program.weight) > bounds._IPM_PAIRS
    by_interior_point = program.maximum()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounds, "_IPM_PAIRS", 10**9)
        assert program.maximum() == by_interior_point


def test_matching_agrees_with_cp_sat() -> None:
    pots = [range(1, n + 1) for n in range(1, 121)]
    assert [matching(max(pot)) for pot in pots] == cp_sat_matchings(pots)


def test_matching_of_a_position_counts_past_moves() -> None:
    position = TaxmanPosition.from_id("taxman:20/19.9.15")
    assert matching(position) == 43 + matching(sorted(position.pot))
    assert matching(TaxmanPosition.new(20)) == matching(20) == matching(Pot.up_to(20))
    assert matching(TaxmanPosition.from_id("taxman:20~end/19.9.15")) == matching(position)


@given(st.data())
def test_matching_never_rises_along_a_game(data: st.DataObject) -> None:
    position = TaxmanPosition.new(data.draw(st.integers(1, 40)))
    bound = matching(position)
    while not position.is_over():
        position = position.play(data.draw(st.sampled_from(position.legal_moves())))
        bound, previous = matching(position), bound
        assert position.player <= bound <= previous
    assert bound == position.player


def test_a_pot_with_an_odd_cycle() -> None:
    # 1 - 2 - 4 - 12 - 3 - 1 is a cycle of five covers; choosing half of each would give 16 1/2.
    program = bounds._Program(build_hasse([1, 2, 3, 4, 12]))
    assert program.maximum() == 16
    assert len(program.odd_sets) == 1
    assert matching({12, 1, 4, 3, 2}) == 16


def test_many_odd_cycles() -> None:
    # The bounds of disjoint copies of {1, 2, 3, 4, 12} add up; here, each copy is multiplied by another prime.
    pot = sorted(p * d for p in (101, 103, 107, 109) for d in (1, 2, 3, 4, 12))
    assert matching(pot) == 16 * (101 + 103 + 107 + 109)


@settings(max_examples=3, deadline=None)
@given(st.lists(st.sets(st.sampled_from(DIVISORS), min_size=1) | st.sets(st.integers(1, 120), min_size=1), max_size=60))
def test_matching_of_arbitrary_pots(pots: list[set[int]]) -> None:
    assert [matching(pot) for pot in pots] == cp_sat_matchings(pots)


# A random search found these pots, for which the odd sets that the solver finds do not suffice.
STUBBORN = [
    [d for d in DIVISORS if d not in (36, 45, 144, 210, 360, 420)],
    [2, 12, 18, 20, 21, 33, 77, 80, 112, 126, 168, 308, 336, 420, 495, 693, 720, 880, 990, 2640, 6930, 27720],
]


def test_pots_that_need_branching() -> None:
    assert [matching(pot) for pot in STUBBORN] == cp_sat_matchings(STUBBORN)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounds, "_MAX_NODES", 1)
        with pytest.raises(LimitExceededError, match="could not be proven in 1 steps"):
            matching(STUBBORN[1])


def test_branching_alone_suffices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "_MAX_SETS", 0)
    assert matching([1, 2, 3, 4, 12]) == 16


def test_large_numbers() -> None:
    # Test almost the largest accepted sum; beyond it, some quantities would not fit into 64 bits.
    big = (1 << 38) // 31
    assert matching([big, 3 * big, 9 * big, 18 * big]) == 21 * big
    with pytest.raises(LimitExceededError, match="adds up to"):
        matching([1 << 38, 1 << 39])


def test_pots_without_pairs() -> None:
    assert matching(1) == matching([5, 7]) == 0


def test_no_float_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    # Wrong multipliers of any kind prove a weaker bound, never a false one.
    program = bounds._Program(build_hasse(range(1, 61)))
    x, multipliers = program._solve(program.weight > 0)
    allowed = program.weight > 0
    assert program._proven(multipliers, allowed) == program._reached(x) == 1138
    for wrong in (multipliers * 0, multipliers + 0.4, multipliers - 1.0, multipliers * 1e9, multipliers[::-1]):
        assert program._proven(wrong, allowed) >= 1138
    assert program._reached(x * 0 + 1) == -1


@pytest.mark.parametrize(("function", "top"), [(half_pot, None), (prime_corrected, 10**7), (matching, MAX_N)])
def test_out_of_range(function: Callable[[int], int], top: int | None) -> None:
    with pytest.raises(InvalidPositionError, match="N = 0 is not a pot"):
        function(0)
    if top is not None:
        with pytest.raises(LimitExceededError, match=f"N = {top + 1} is too large .* is {top}"):
            function(top + 1)


def test_asymptotic_is_no_bound() -> None:
    # The best score is 124 at N = 20 and 3,164 at N = 100.
    assert asymptotic(20) < 124
    assert asymptotic(100) < 3164
    assert [round(asymptotic(n) / prime_corrected(n), 4) for n in (100, 1000, 10_000, 100_000)] == [
        *(0.9465, 0.9970, 1.0020, 1.0014)
    ]
    with pytest.raises(InvalidPositionError, match="N = 2 has no asymptotic value"):
        asymptotic(2)


def test_all_bounds() -> None:
    found = BoundPot(n=100).answer()
    assert (found.n, found.half, found.primes, found.matching) == (100, 3775, 3334, 3173)
    assert found.cuts is not None
    assert 3164 <= found.cuts <= 3173
    assert found.asymptotic == asymptotic(100)


def test_the_bound_by_cuts_is_what_is_proven_in_time() -> None:
    at_once, whole = BoundPot(n=300).answer(Work(time_limit=0.0)), BoundPot(n=300).answer()
    assert at_once.cuts is not None
    assert whole.cuts is not None
    assert whole.matching >= at_once.cuts > whole.cuts


def test_all_bounds_at_the_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    assert BoundPot(n=1).answer() == TaxmanBounds(n=1, half=0, primes=0, asymptotic=None, matching=0, cuts=0)
    monkeypatch.setattr("perfectplay.taxman.bounds.MAX_CUTS_N", 50)
    assert BoundPot(n=50).answer().cuts is not None
    assert BoundPot(n=51).answer().cuts is None
    with pytest.raises(InvalidPositionError, match="N = -1 is not a pot"):
        BoundPot(n=-1).answer()
    with pytest.raises(LimitExceededError, match="N = 100001"):
        BoundPot(n=MAX_N + 1).answer()


# -- the strong bound --------------------------------------------------------------------------------------------------

RECORDS = load_records()


def check(n: int, result: Result[int, int]) -> None:
    assert result.value == result.lower == replay(n, result.moves) <= result.upper
    assert (result.status == "optimal") == (result.lower == result.upper) == result.provenance["complete"]
    if n in RECORDS:
        assert result.lower <= RECORDS[n].score <= result.upper
    proof = result.certificate
    if proof is None:
        return
    verdict = check_taxman(proof)
    assert (verdict.valid, verdict.n, verdict.score, verdict.upper) == (True, n, result.lower, result.upper)


@rows("n", [1, 2, 3, 10, 60, 130, 200, 301])
def test_small_pots_are_solved(n: int) -> None:
    result = strong_play(n, certificate=True)
    check(n, result)
    assert (result.status, result.certificate is None) == ("optimal", False)


def test_bans_that_have_no_time_for_a_first_try_are_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("perfectplay.taxman.large.bans._BanSearch")
    assert strong.improve_by_bans(3000, 2999, 3_000_000, (2999,), seconds=0.005) == (2999, (2999,))
    with pytest.raises(NameError):
        strong.improve_by_bans(3000, 2999, 3_000_000, (2999,), seconds=5.0)


@pytest.mark.full
@pytest.mark.parametrize("limit", [1e-9, 0.3, 2.0])
def test_whatever_the_time_there_is_a_game_and_a_bound(limit: float) -> None:
    check(1000, strong_play(1000, time_limit=limit, certificate=True))


@pytest.mark.full
def test_a_game_that_is_improved_after_the_proof_is_the_one_that_the_certificate_claims(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Replace the solver's game by a poor one, so that the last bans have something to improve.
    def worse(position: TaxmanPosition, **options: Any) -> Result[int, int]:
        return replace(solve(position, **options), value=997, lower=997, status="bounded", moves=(997,))

    monkeypatch.setattr("perfectplay.taxman.exact.solve", worse)
    for limit in (12.0, 60.0, 300.0):  # on a busy machine, the proof may leave no time to improve the game
        if (result := strong_play(1000, time_limit=limit, certificate=True)).lower > 997:
            break
    assert result.provenance["second"] == 997 < result.lower
    check(1000, result)


@pytest.mark.parametrize("stage", ["first game", "root", "last bans"])
def test_ctrl_c_keeps_what_is_known(stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def press(progress: Progress) -> None:
        nonlocal stage
        if progress.stage == stage:
            stage = "pressed"
            signal.raise_signal(signal.SIGINT)

    def worse(*_: Any, progress: Any, **__: Any) -> Result[int, int]:
        # A poor game leaves something to improve, and without a search the last bans have time.
        nonlocal stage
        stage = "bans"
        counts = {"nodes": 1, "linear_programs": 1, "interrupted": False}
        return Result(887, 887, 255_000, "bounded", (887,), 0.0, counts)

    if stage == "last bans":
        monkeypatch.setattr("perfectplay.taxman.exact.solve", worse)
    result = strong_play(900, time_limit=60.0, progress=press)
    assert stage == "pressed"
    assert result.provenance["interrupted"]
    assert 0 < replay(900, result.moves) == result.lower <= RECORDS[900].score


def test_the_search_goes_on_from_a_better_game() -> None:
    known = load_bounded()[2700]
    for warm in (known.moves, load_bounded()[2699].moves):
        result = strong_play(2700, time_limit=1e-9, warm=warm)
        assert result.value >= sum(warm) > strong_play(2700, time_limit=1e-9).value
        assert replay(2700, result.moves) == result.value
    # A poor game to start from does not make the result as poor.
    assert strong_play(2700, time_limit=1e-9, warm=(2699,)).value > 2699
    with pytest.raises(IllegalMoveError):
        strong_play(2700, time_limit=1e-9, warm=(2699, 2699))


def test_the_door_searches_from_the_list() -> None:
    known = next(row for row in load_bounded().values() if row.status == "bounded")
    result = perfectplay.solve(f"taxman:{known.n}", time_limit=0.0)
    assert (result.provenance["source"], result.value >= known.score) == ("search", True)


def test_what_is_out_of_range_is_refused() -> None:
    with pytest.raises(InvalidPositionError, match="N = 0 is not a pot"):
        strong_play(0)
    with pytest.raises(LimitExceededError, match="N = 100001 is too large for cuts; the largest possible N is 100000"):
        strong_play(strong.MAX_CUTS_N + 1)
    with pytest.raises(LimitExceededError, match="the seed -1 is negative"):
        strong_play(10, seed=-1)
