"""Let the time limit pass at moments all over some work: it must end with what is known by then, and with no error."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from perfectplay import review, solve
from perfectplay.core.question import Work
from perfectplay.core.result import Result
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.pursuit.deal.deals import SUIT
from perfectplay.pursuit.design import evaluate_decks
from perfectplay.pursuit.questions.odds import FindOdds
from perfectplay.taxman.large import strong
from perfectplay.taxman.large.largescale import approximate
from perfectplay.taxman.questions.large import PlayLargePot
from perfectplay.taxman.ranges import solve_range
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import solve as solve_taxman
from tests.judged import check_taxman
from tests.tables import rows

LIMIT = 100.0
"""Time limit of each work in seconds; none takes as long."""

MOMENTS = 25
"""Moments of each work at which time passes."""

SHARES = 0.5, 0.85, 1.0
"""Shares of the time limit that pass at such a moment, because the parts of some works end earlier."""


class Clock:
    """A performance counter that goes forward by some seconds at one of its readings."""

    def __init__(self, moment: int = 0, seconds: float = 0.0) -> None:
        self.readings, self._moment, self._seconds = 0, moment, seconds
        self._read, self._passed = time.perf_counter, 0.0

    def __call__(self) -> float:
        self.readings += 1
        if self.readings == self._moment:
            self._passed = self._seconds
        return self._read() + self._passed


def steps(limit: float) -> Result[int, int]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strong, "_SIMPLEX_N", 100)  # as if this pot were large
        return strong.strong_play(140, time_limit=limit, certificate=True)


def reviewed(limit: float) -> list[tuple[Any, Any]]:
    game = FactorPosition.new(16).play(13).play(9).play(16)
    return [(point.lower, point.upper) for point in review(game, time_limit=limit).points]


SEARCHES: dict[str, Callable[[float], Any]] = {
    "a search": lambda limit: solve_taxman(TaxmanPosition.new(110), time_limit=limit, records=False, certificate=True),
    "a search of the factor game": lambda limit: solve(FactorPosition.new(16), time_limit=limit),
    "a strong game": lambda limit: strong.strong_play(140, time_limit=limit, certificate=True),
    "a strong game by steps": steps,
    "a game for a large pot": lambda limit: approximate(140, time_limit=limit),
    "an answer about a large pot": lambda limit: PlayLargePot(n=90, records=False).answer(Work(time_limit=limit)),
    "odds": lambda limit: FindOdds(deck=SUIT, numbers=2, targets=(1, 60)).answer(Work(time_limit=limit)),
}

LISTS: dict[str, Callable[[float], list[tuple[Any, Any]]]] = {
    "rows": lambda limit: [(row.score, row.upper) for row in solve_range(40, 46, time_limit=limit)],
    "a review": reviewed,
}


def times_up(work: Callable[[float], Any]) -> list[Any]:
    """Return the answers of some work if its time passes at moments all over it."""

    def answer(clock: Clock) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "perf_counter", clock)
            return work(LIMIT)

    answer(whole := Clock())
    moments = Random(0).sample(range(1, whole.readings + 1), min(MOMENTS, whole.readings))
    return [answer(Clock(moment, share * LIMIT)) for moment in sorted(moments) for share in SHARES]


@rows("name", SEARCHES)
def test_a_search_whose_time_is_up_has_bounds_and_a_valid_certificate(name: str) -> None:
    search = SEARCHES[name]
    best, answers = search(LIMIT), times_up(search)
    assert {found.status for found in answers} == {"optimal", "bounded"}
    for found in answers:
        assert found.lower <= found.upper
        assert found.lower <= best.upper
        assert best.lower <= found.upper
        # The value of a line that best play does not follow is not the proven one.
        value = found.value if isinstance(found, Result) else found.lower
        assert (found.status == "optimal") == (value == found.lower == found.upper)
        if isinstance(found, Result) and found.certificate is not None:
            verdict = check_taxman(found.certificate)
            assert (verdict.valid, verdict.score, verdict.upper) == (True, found.lower, found.upper)


@rows("name", LISTS)
def test_a_list_whose_time_is_up_has_all_its_bounds(name: str) -> None:
    best, answers = LISTS[name](LIMIT), times_up(LISTS[name])
    assert {found == best for found in answers} == {False, True}
    for found in answers:
        for (lower, upper), (least, most) in zip(found, best, strict=True):
            assert lower <= least <= most <= upper


def test_decks_whose_time_is_up_are_left_out() -> None:
    def decks(limit: float) -> Any:
        return list(evaluate_decks(SUIT, {1: [2, 3, 14]}, 2, 1, 30, time_limit=limit))

    best = decks(LIMIT)
    found = times_up(decks)
    assert all(row in best for some in found for row in some)
    assert {len(some) for some in found} >= {0, len(best)}


@pytest.mark.parametrize("play", [approximate, strong.strong_play])
def test_a_run_that_ran_out_of_time_is_not_called_complete(play: Callable[..., Result[int, int]]) -> None:
    best = play(140, time_limit=LIMIT)
    found = times_up(lambda limit: play(140, time_limit=limit))
    complete = [result for result in found if result.provenance["complete"]]
    assert 0 < len(complete) < len(found)
    assert {(result.lower, result.upper) for result in complete} == {(best.lower, best.upper)}
