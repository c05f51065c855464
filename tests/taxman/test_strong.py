"""Strong games in a given time: legal, never above what is proven, and with a proof that a checker accepts."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

import perfectplay
from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError
from perfectplay.core.result import Result
from perfectplay.core.running.interrupt import InterruptFlag
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact import solve
from perfectplay.taxman.large import strong
from perfectplay.taxman.large.largescale import replay
from perfectplay.taxman.large.strong import strong_play
from perfectplay.taxman.records import load_bounded, load_records
from tests.judged import check_taxman
from tests.tables import rows

RECORDS = load_records()


def check(n: int, result: Result[int]) -> None:
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


@pytest.mark.full
@pytest.mark.parametrize("limit", [1e-9, 0.3, 2.0])
def test_whatever_the_time_there_is_a_game_and_a_bound(limit: float) -> None:
    check(1000, strong_play(1000, time_limit=limit, certificate=True))


@pytest.mark.full
def test_a_game_that_is_improved_after_the_proof_is_the_one_that_the_certificate_claims(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The solver's game is replaced by a poor one, so that the last bans have something to do.
    def worse(position: TaxmanPosition, **options: Any) -> Result[int]:
        return replace(solve(position, **options), value=997, lower=997, status="bounded", moves=(997,))

    monkeypatch.setattr("perfectplay.taxman.exact.solve", worse)
    result = strong_play(1000, time_limit=4.0, certificate=True)
    assert result.provenance["second"] == 997 < result.lower
    check(1000, result)


def test_ctrl_c_keeps_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    flag = InterruptFlag()
    flag.pressed = True
    monkeypatch.setattr("perfectplay.taxman.large.largescale.deferred_interrupt", lambda: nullcontext(flag))
    result = strong_play(900)
    assert result.provenance["interrupted"]
    assert 0 < replay(900, result.moves) == result.lower <= RECORDS[900].score


def test_the_search_goes_on_from_a_better_game() -> None:
    known = load_bounded()[1700]
    for warm in (known.moves, load_bounded()[1699].moves):
        result = strong_play(1700, time_limit=1e-9, warm=warm)
        assert result.value >= sum(warm) > strong_play(1700, time_limit=1e-9).value
        assert replay(1700, result.moves) == result.value
    # A poor one is of no use.
    assert strong_play(1700, time_limit=1e-9, warm=(1699,)).value > 1699
    with pytest.raises(IllegalMoveError):
        strong_play(1700, time_limit=1e-9, warm=(1699, 1699))


def test_the_door_searches_from_the_list() -> None:
    known = next(row for row in load_bounded().values() if row.status == "bounded")
    result = perfectplay.solve(f"taxman:{known.n}", time_limit=0.0)
    assert (result.provenance["source"], result.value >= known.score) == ("search", True)


def test_what_is_out_of_range_is_refused() -> None:
    with pytest.raises(InvalidPositionError, match="N = 0 is not a pot"):
        strong_play(0)
    with pytest.raises(LimitExceededError, match="N = 20001 is too large for cuts; the largest possible N is 20000"):
        strong_play(strong.MAX_CUTS_N + 1)
    with pytest.raises(LimitExceededError, match="the seed -1 is negative"):
        strong_play(10, seed=-1)
