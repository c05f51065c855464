"""Press Ctrl-C all over some work that has several parts: it must not be lost, nor turn into a wrong answer."""

import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from perfectplay import gather
from perfectplay.core.progress import Progress
from perfectplay.core.running.interrupt import all_or_nothing, deferred_interrupt, stopping
from perfectplay.factorgame.pictures import charts
from perfectplay.factorgame.proof.write import certify, prove
from perfectplay.factorgame.questions import ExplainFactor
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.sequences import ENTRIES
from perfectplay.factorgame.teaching import LESSONS as FACTOR_LESSONS
from perfectplay.factorgame.teaching.exercises import exercises
from perfectplay.pursuit.deal.deals import SUIT
from perfectplay.pursuit.design import evaluate_decks
from perfectplay.pursuit.questions.odds import TargetChances
from perfectplay.taxman.best_sets import best_sets
from perfectplay.taxman.exact import solver
from perfectplay.taxman.plain import search
from perfectplay.taxman.questions.explain import ExplainPot
from perfectplay.taxman.ranges import solve_range
from perfectplay.taxman.records import load_records
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import solve
from perfectplay.taxman.strategies.playing import play_game
from perfectplay.taxman.table.resume import FinishedRows
from perfectplay.taxman.teaching import LESSONS as TAXMAN_LESSONS
from tests.tables import rows

MOMENTS = 40
"""Moments of each work at which Ctrl-C is pressed."""


def press() -> None:
    signal.raise_signal(signal.SIGINT)


class Presser:
    """Counts the calls of Python functions during some work, and presses Ctrl-C at one of them."""

    def __init__(self, work: Callable[[], Any], moment: int = 0) -> None:
        self.calls = 0

        def look(_: FrameType, event: str, __: object) -> None:
            if event == "call":
                self.calls += 1
                if self.calls == moment:
                    press()

        def ignored(_: object) -> None:
            # Python ignores exceptions in ``__del__`` and while it closes a generator: press at the next call.
            nonlocal moment
            moment = self.calls + 1
            sys.setprofile(look)  # the exception has ended the profile

        before = sys.getprofile()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "unraisablehook", ignored)
            sys.setprofile(look)
            try:
                self.answer = work()
            finally:
                sys.setprofile(before)


def press_in(work: Callable[[], Any], moment: int) -> None:
    """Press Ctrl-C at a call of some work, or at an earlier one if the work ends before it."""
    done = Presser(work, moment)
    # If progress is reported less often than before, there may be fewer calls.
    assert done.calls < moment
    Presser(work, done.calls // 2)


def lead_chart() -> Any:
    charts._solved.cache_clear()
    return charts.lead_chart(10).figures.rows


def searched(work: Callable[[TaxmanPosition], Any]) -> Any:
    """Do some work on a pot that is not in the table of records, by branch and cut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "MAX_NUMBERS", 0)  # the plain search then takes no pot
        return work(TaxmanPosition.new(range(2, 15)))


WORKS: dict[str, Callable[[], Any]] = {
    "the sets of best games": lambda: searched(best_sets),
    "why nobody can score more": ExplainPot(n=30).answer,
    "a game of the strategy 'optimal'": lambda: searched(lambda start: play_game("optimal", start.start_pot).moves),
    "the costs of moves": lambda: searched(TAXMAN_LESSONS.costs),
    "a chart of leads": lead_chart,
    "a sequence of leads": lambda: tuple(islice(ENTRIES["leads"].terms(), 13)),
    "the costs of moves in the factor game": lambda: FACTOR_LESSONS.costs(FactorPosition.new(12)),
    "a certificate of the factor game": lambda: certify(FactorPosition.new(9)),
    "a proof of the factor game": lambda: prove(FactorPosition.new(9)),
    "a worksheet of the factor game": lambda: exercises("easy", 2, 0),
    "an explanation of the factor game": ExplainFactor(position=FactorPosition.new(8)).answer,
    "the chances of targets": TargetChances(deck=SUIT, numbers=3, targets=(1, 50)).answer,
    "the odds of several decks": lambda: [*evaluate_decks(SUIT, {1: [2, 3, 14]}, 2, 1, 30)],
}


@rows("name", WORKS)
def test_ctrl_c_is_neither_lost_nor_gives_a_wrong_answer(name: str) -> None:
    work = WORKS[name]
    work()  # fill the caches
    calls = Presser(work).calls
    for moment in sorted(Random(0).sample(range(1, calls), MOMENTS)):
        with pytest.raises(KeyboardInterrupt):
            press_in(work, moment)


def test_the_result_of_a_search_says_that_ctrl_c_came_even_if_the_search_is_complete() -> None:
    complete = 0
    calls = Presser(lambda: searched(solve)).calls
    for moment in range(1, calls, max(1, calls // 400)):
        try:
            done = Presser(lambda: searched(solve), moment)
        except KeyboardInterrupt:
            continue
        # If progress is reported less often than before, there may be fewer calls.
        assert done.answer.provenance["interrupted"] or done.calls < moment
        complete += done.answer.status == "optimal" and done.calls >= moment
    assert complete > 10


def test_a_range_keeps_each_row_that_is_done_when_ctrl_c_comes() -> None:
    def work() -> Any:
        return gather(solve_range, 20, 26)

    work()
    whole, kept = Presser(work), set[int]()
    true = [row.score for row in whole.answer]
    assert true == [load_records()[n].score for n in range(20, 27)]
    # The last calls put the rows together; Ctrl-C in them ends the program as usual.
    for moment in sorted(Random(0).sample(range(1, whole.calls - 100), 2 * MOMENTS)):
        pressed = Presser(work, moment)
        scores = [row.score for row in pressed.answer]
        assert pressed.answer.stopped == "interrupted: the rows that were done are kept", (moment, scores)
        assert scores == true[: len(scores)]
        kept.add(len(scores))
    assert len(kept) > 3


def test_a_range_keeps_a_row_that_is_proven_when_ctrl_c_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*arguments: Any, **options: Any) -> Any:
        known = solver.solve(*arguments, **options)
        press()
        return known

    monkeypatch.setattr("perfectplay.taxman.exact.solve", pressed)
    rows = gather(solve_range, 20, 26)
    assert ([row.score for row in rows], rows.stopped != "") == ([124], True)


def test_a_range_does_not_keep_a_row_whose_search_is_cut_short(tmp_path: Path) -> None:
    def at_first(progress: Progress) -> None:
        if not pressed:
            pressed.append(progress.stage)
            press()

    pressed: list[str] = []
    rows = gather(solve_range, 1000, 1001, resume=tmp_path / "rows.db", progress=at_first)
    assert (len(rows), rows.stopped != "", len(pressed)) == (0, True, 1)
    with closing(FinishedRows.open(tmp_path / "rows.db")) as store:
        assert store.unchecked(1000) is None


# -- blocks ------------------------------------------------------------------------------------------------------------


def test_ctrl_c_sets_the_flags_of_all_open_blocks() -> None:
    with deferred_interrupt() as outer:
        with deferred_interrupt() as inner:
            assert not stopping()
            press()
            assert (outer.pressed, inner.pressed, stopping()) == (True, True, True)
        # Later parts stop at once, and a second Ctrl-C does not wait.
        with deferred_interrupt() as late:
            assert late.pressed
            with pytest.raises(KeyboardInterrupt):
                press()
        with pytest.raises(KeyboardInterrupt):
            press()
    assert not stopping()
    with deferred_interrupt() as later:
        assert not later.pressed
    with pytest.raises(KeyboardInterrupt):
        press()


def test_work_that_begins_when_the_program_was_told_to_end_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.core.running.interrupt.RECEIVED", [signal.SIGTERM])
    with pytest.raises(KeyboardInterrupt):
        certify(FactorPosition.new(9))
    # Other threads receive no signal, but their searches stop, too.
    with ThreadPoolExecutor(1) as threads, pytest.raises(KeyboardInterrupt):
        threads.submit(lambda: FACTOR_LESSONS.costs(FactorPosition.new(12))).result()


def test_a_part_that_has_ended_does_not_keep_ctrl_c_from_the_whole() -> None:
    with deferred_interrupt() as outer:
        with deferred_interrupt():
            pass
        press()
        assert outer.pressed


def test_all_or_nothing_ends_at_once_or_when_a_part_ends() -> None:
    done = []

    @all_or_nothing()
    def outside() -> None:
        with deferred_interrupt():
            done.append("a part")
        press()
        done.append("too much")

    @all_or_nothing()
    def inside() -> None:
        with deferred_interrupt() as outer:
            with deferred_interrupt():
                press()
            done.append("another part")
            assert outer.pressed
        done.append("too much")

    for work in (outside, inside):
        with pytest.raises(KeyboardInterrupt):
            work()
    assert done == ["a part", "another part"]
    assert not stopping()


def test_all_or_nothing_ends_by_ctrl_c_even_if_the_work_ends_in_an_error() -> None:
    @all_or_nothing()
    def work(*, pressed: bool, wrong: bool) -> int:
        with deferred_interrupt():
            if pressed:
                press()
            return 1 // (not wrong)

    assert work(pressed=False, wrong=False) == 1
    for wrong in (False, True):
        with pytest.raises(KeyboardInterrupt):
            work(pressed=True, wrong=wrong)
    with pytest.raises(ZeroDivisionError):
        work(pressed=False, wrong=True)
