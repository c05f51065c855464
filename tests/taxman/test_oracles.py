from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.taxman.oracles import OracleError, brute_force, cp_sat, cp_sat_all, cp_sat_matchings

TRONO = (
    # J. A. Trono, "Taxman revisited" (1994), appendix: optimal scores for N = 2..32.
    *(2, 3, 7, 9, 15, 17, 21, 30, 40, 44, 50, 52, 66),
    *(81, 89, 93, 111, 113, 124, 144, 166, 170),
    *(182, 198, 224, 251, 279, 285, 301, 303, 319),
)


def test_brute_force_agrees_with_trono() -> None:
    assert [brute_force(range(1, n + 1)) for n in range(2, 33)] == list(TRONO)


def test_cp_sat_agrees_with_trono() -> None:
    assert cp_sat_all(range(1, n + 1) for n in range(2, 33)) == list(TRONO)


@pytest.mark.full
@pytest.mark.parametrize(
    ("n", "score"),
    [
        # A019312 in the On-Line Encyclopedia of Integer Sequences
        (100, 3164),
        (150, 7137),
    ],
)
def test_cp_sat_on_larger_pots(n: int, score: int) -> None:
    assert cp_sat(range(1, n + 1)) == score


@pytest.mark.full
@settings(max_examples=4, deadline=None)
@given(st.lists(st.sets(st.integers(1, 60) | st.sampled_from([72, 120, 144, 360, 720]), max_size=13), max_size=40))
def test_oracles_agree_on_arbitrary_pots(pots: list[set[int]]) -> None:
    scores = cp_sat_all(pots)
    assert scores == [brute_force(pot) for pot in pots]
    assert all(score <= bound for score, bound in zip(scores, cp_sat_matchings(pots), strict=True))


def test_oracles_on_pots_counted_by_hand() -> None:
    # 6 costs both others; 8 costs 4 and 2, and 4 for 2 leaves 8 without tax; 4 for {1, 2}, then 12 for 3.
    pots = [(), (7,), (2, 3, 6), (2, 4, 8), (1, 2, 3, 4, 12)]
    scores = [0, 0, 6, 8, 16]
    assert cp_sat_all(pots) == scores
    assert [brute_force(pot) for pot in pots] == scores
    assert cp_sat_matchings(pots) == [0, 0, 6, 8, 16]


def test_cp_sat_says_when_it_runs_out_of_time() -> None:
    with pytest.raises(OracleError, match="not solved within"):
        cp_sat(range(1, 151), time_limit=0.0)


def test_a_request_that_fails_shows_its_error() -> None:
    with pytest.raises(OracleError, match="ZeroDivisionError"):
        cp_sat([0, 1])
