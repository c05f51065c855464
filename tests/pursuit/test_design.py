"""Test the ranking of the deck designer, and interrupted work."""

from __future__ import annotations

import signal
import sqlite3
from dataclasses import replace
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.progress import Progress
from perfectplay.core.running.deadline import Deadline
from perfectplay.pursuit.deal.deals import CARDS, SUIT, Deck
from perfectplay.pursuit.design import DesignRow, check_rank, design, evaluate_decks
from perfectplay.pursuit.odds import odds
from perfectplay.pursuit.rules import Rules
from tests.tables import rows

VARY = {25: [25, 15], 50: [50, 20, 15]}
GAME = (3, 1, 100)


def test_every_figure_is_that_of_the_odds() -> None:
    rows = list(evaluate_decks(SUIT, VARY, *GAME))
    assert [dict(row.changes) for row in rows] == [{25: a, 50: b} for a in (25, 15) for b in (50, 20, 15)]
    for row in rows:
        deck = SUIT.replaced(dict(row.changes))
        found = odds(deck, *GAME)
        (hardest,) = found.hardest(1)
        assert row == DesignRow(
            deck,
            row.changes,
            found.probability,
            Fraction(found.certain_weight, found.deals),
            Fraction(hardest.weight, found.deals),
            found.by_used,
            found.by_distance,
            found.certain_deals,
            found.hits,
            found.pairs,
        )


@rows("rank", ["probability", "certain", "hardest", "within-0", "within-10", "within-20", "by-1", "by-2", "by-3"])
def test_ranking(rank: str) -> None:
    down = design(SUIT, VARY, *GAME, rank=rank)
    figures = [row.figure(rank) for row in down]
    assert figures == sorted(figures, reverse=True)
    up = design(SUIT, VARY, *GAME, rank=rank, descending=False)
    assert [row.figure(rank) for row in up] == figures[::-1]
    assert {row.deck for row in up} == {row.deck for row in down}


def test_figures_by_name() -> None:
    (row,) = design(SUIT, {100: [100]}, *GAME)
    assert row.figure("within-0") == row.figure("by-3") == row.figure("probability") == row.probability
    assert row.figure("within-7") == row.by_distance[7]
    assert row.figure("by-1") == row.by_used[0]
    assert row.figure("certain") == row.certain
    assert row.figure("hardest") == row.hardest


def test_combinations_that_make_the_same_deck_count_once() -> None:
    seen: list[Progress] = []
    rows = list(evaluate_decks(SUIT, {50: [20, 30], 100: [20, 30]}, *GAME, progress=seen.append))
    assert [dict(row.changes) for row in rows] == [{50: 20, 100: 20}, {50: 20, 100: 30}, {50: 30, 100: 30}]
    assert dict(zip(rows[0].deck.values, rows[0].deck.copies, strict=True))[20] == 2
    deals = [row.deck.distinct(3) for row in rows]
    done = [snapshot.done for snapshot in seen]
    assert done == sorted(done)
    assert set(done) == {0, deals[0], sum(deals[:2]), sum(deals)}
    assert {snapshot.total for snapshot in seen} == {sum(deals)}


def test_two_processes_give_the_same(tmp_path: Path) -> None:
    rules = Rules(use_all=True)
    alone = design(SUIT, VARY, 2, 1, 50, rules)
    assert design(SUIT, VARY, 2, 1, 50, rules, jobs=2, resume=tmp_path / "decks.sqlite") == alone
    assert design(SUIT, VARY, 2, 1, 50, rules, resume=tmp_path / "decks.sqlite") == alone


# -- resuming --------------------------------------------------------------------------------------------------


def test_nothing_is_evaluated_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "decks.sqlite"
    rows = list(evaluate_decks(SUIT, VARY, *GAME, resume=store))
    monkeypatch.setattr("perfectplay.pursuit.design.odds", None)
    assert list(evaluate_decks(SUIT, VARY, *GAME, resume=store)) == rows
    # A deck with the same cards and another name finds the stored results.
    other = Deck("other", SUIT.values, SUIT.copies)
    assert [row.probability for row in evaluate_decks(other, VARY, *GAME, resume=store)] == [
        row.probability for row in rows
    ]
    with pytest.raises(TypeError):
        list(evaluate_decks(SUIT, VARY, 2, 1, 100, resume=store))


def test_what_is_done_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "decks.sqlite"
    calls: list[Deck] = []

    def interrupted(deck: Deck, *game: Any, **options: Any) -> Any:
        calls.append(deck)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return odds(deck, *game, **options)

    monkeypatch.setattr("perfectplay.pursuit.design.odds", interrupted)
    with pytest.raises(KeyboardInterrupt):
        design(SUIT, VARY, *GAME, resume=store)
    assert len(design(SUIT, VARY, *GAME, resume=store)) == 6
    assert len(calls) == 4 + 3


def test_games_do_not_mix(tmp_path: Path) -> None:
    store = tmp_path / "decks.sqlite"
    games = [(3, 1, 100, Rules()), (3, 1, 90, Rules()), (2, 1, 100, Rules()), (3, 1, 100, Rules("+*"))]
    for _ in range(2):
        found = [next(evaluate_decks(SUIT, {25: [15]}, *game, resume=store)).probability for game in games]
        assert found == [odds(SUIT.replaced({25: 15}), *game).probability for game in games]


def test_every_file_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def keep(*args: Any, **options: Any) -> sqlite3.Connection:
        made.append(connect(*args, **options))
        return made[-1]

    def failing(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(sqlite3, "connect", keep)
    store = tmp_path / "decks.sqlite"
    never_started = evaluate_decks(SUIT, VARY, *GAME, resume=store)
    left_early = evaluate_decks(SUIT, VARY, *GAME, resume=store)
    next(left_early)
    left_early.close()  # type: ignore[attr-defined]  # it is a generator
    monkeypatch.setattr("perfectplay.pursuit.design.odds", failing)
    with pytest.raises(KeyboardInterrupt):
        design(SUIT, VARY, *GAME, resume=store)
    assert len(made) >= 3
    for connection in made:
        with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
            connection.execute("SELECT 1")
    assert never_started is not None


# -- ending early ----------------------------------------------------------------------------------------------


def test_progress_goes_on_within_a_deck_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.pursuit.odds.deals._MOST_IN_PIECE", 10)
    seen: list[Progress] = []
    list(evaluate_decks(SUIT, {25: [15, 20]}, 2, 1, 50, Rules(use_all=True), progress=seen.append))
    done = [snapshot.done for snapshot in seen]
    assert done == sorted(done)
    assert done[-1] == seen[-1].total == 2 * 78
    assert len({number for number in done if 0 < number < 78}) > 3


def test_after_the_time_limit_the_finished_decks_are_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    class TwoDecks(Deadline):
        remaining = property(lambda self: 60.0 if next(self.looks) < 2 else 0.0)
        looks = count()

    rows = design(SUIT, VARY, *GAME)
    monkeypatch.setattr("perfectplay.pursuit.design.Deadline", TwoDecks)
    some = design(SUIT, VARY, *GAME, time_limit=60)
    assert {row.changes for row in some} == {((25, 25), (50, 50)), ((25, 25), (50, 20))}
    assert some == [row for row in rows if row in some]


def test_a_deck_that_is_not_finished_is_not_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(*game: Any, **_: Any) -> Any:
        return replace(odds(*game), done=1)

    monkeypatch.setattr("perfectplay.pursuit.design.odds", ended)
    assert design(SUIT, VARY, *GAME, time_limit=60) == []

    def pressed(*game: Any, **_: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return ended(*game)

    monkeypatch.setattr("perfectplay.pursuit.design.odds", pressed)
    with pytest.raises(KeyboardInterrupt):
        design(SUIT, VARY, *GAME)


def test_a_deck_that_is_finished_when_ctrl_c_comes_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*game: Any, **_: Any) -> Any:
        known = odds(*game)
        signal.raise_signal(signal.SIGINT)
        return known

    whole = design(SUIT, VARY, *GAME)
    monkeypatch.setattr("perfectplay.pursuit.design.odds", pressed)
    rows = evaluate_decks(SUIT, VARY, *GAME)
    assert next(rows) in whole
    with pytest.raises(KeyboardInterrupt):
        next(rows)


def test_a_time_limit_ends_work_that_is_shared() -> None:
    # No deck is done when the time is over, because the workers have to start first.
    assert design(SUIT, VARY, *GAME, jobs=2, time_limit=1e-9) == []


def test_bad_time_limits_are_refused_at_once() -> None:
    for limit in (0, -1, float("nan")):
        with pytest.raises(InvalidPositionError, match="is not a time limit; it must be a positive number of seconds"):
            evaluate_decks(SUIT, VARY, *GAME, time_limit=limit)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "2 decks take about 3 hours; Ctrl-C ranks those that are done, and a file to resume from would keep"),
        ({"resume": "decks.db"}, "2 decks take about 3 hours; Ctrl-C ranks those that are done, and the file keeps"),
        ({"time_limit": 100.0}, "2 decks take about 3 hours, which is more than the time limit: only some of them"),
    ],
)
def test_long_work_is_told_beforehand(
    options: dict[str, Any],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("perfectplay.pursuit.design.check_odds", lambda *_, **__: 4000.0)
    monkeypatch.setattr("perfectplay.pursuit.design.sample_seconds", lambda _: 5400.0)
    rows = list(evaluate_decks(SUIT, {25: [15, 20]}, 2, 1, 50, Rules(use_all=True), **options))
    assert len(rows) == 2
    (record,) = caplog.records
    assert record.getMessage().startswith(told)


def test_short_work_is_not_forecast(caplog: pytest.LogCaptureFixture) -> None:
    list(evaluate_decks(SUIT, VARY, *GAME))
    assert not caplog.records


# -- refused input ---------------------------------------------------------------------------------------------


def test_bad_input_is_quoted() -> None:
    with pytest.raises(InvalidPositionError, match=r"ranked by 'luck'; .* within-20 and by-1 to by-3$"):
        design(SUIT, VARY, *GAME, rank="luck")
    for rank in ("by-0", "by-4", "within-21", "within--1", "by-"):
        with pytest.raises(InvalidPositionError, match=f"'{rank}'"):
            check_rank(rank, 3)
    with pytest.raises(InvalidPositionError, match="nothing to vary"):
        design(SUIT, {}, *GAME)
    with pytest.raises(InvalidPositionError, match="nothing to vary"):
        design(SUIT, {25: [], 50: [20]}, *GAME)
    with pytest.raises(InvalidPositionError, match="has no 26"):
        design(SUIT, {26: [15]}, *GAME)
    for tried in (7, None):
        with pytest.raises(InvalidPositionError, match=r"the values to try are not lists in .*; give values to try"):
            design(SUIT, {25: tried}, *GAME)  # type: ignore[dict-item]
    for vary in ([25], "25=30", 7, None):
        with pytest.raises(InvalidPositionError, match=r"cannot be varied; give values .* as in \{100: \[20, 30\]\}"):
            design(SUIT, vary, *GAME)  # type: ignore[arg-type]
    for values, no, kind in (("30", 30, "a list of integers"), ([30.0], 30.0, "integers"), ([True], True, "integers")):
        with pytest.raises(InvalidPositionError, match=f"the values to try for 25 must be {kind}, not '{no}'"):
            design(SUIT, {25: values}, *GAME)  # type: ignore[dict-item]
    with pytest.raises(InvalidPositionError, match="the numbers to vary must be integers, not '25'"):
        design(SUIT, {"25": [30]}, *GAME)  # type: ignore[dict-item]
    with pytest.raises(InvalidPositionError, match="are not lists"):
        design(SUIT, {25: range(10**20)}, *GAME)
    with pytest.raises(LimitExceededError, match="27,000 combinations of values to try; at most 10,000"):
        design(SUIT, {25: range(1, 31), 50: range(1, 31), 100: range(1, 31)}, *GAME)
    with pytest.raises(LimitExceededError, match="numbers go from 1"):
        design(SUIT, {25: [0]}, *GAME)
    with pytest.raises(LimitExceededError, match=r"cannot deal '?14'? numbers"):
        design(SUIT, VARY, 14)


@pytest.mark.parametrize("rank", [["probability"], None, 5, {}])
def test_names_of_figures_are_text(rank: Any) -> None:
    with pytest.raises(InvalidPositionError, match="decks cannot be ranked by"):
        check_rank(rank, 3)


def test_integers_of_any_kind() -> None:
    import numpy as np

    vary: Any = {np.int64(25): np.array([15, 20]), 50: {np.uint8(40)}}
    rows = list(evaluate_decks(SUIT, vary, *GAME))
    assert rows == list(evaluate_decks(SUIT, {25: [15, 20], 50: [40]}, *GAME))
    assert {type(number) for row in rows for change in row.changes for number in change} == {int}
    assert rows[0].deck.name == "suit with 25 -> 15, 50 -> 40"


def test_what_would_take_days_is_refused(tmp_path: Path) -> None:
    # Each deck is within the limit, but all of them together are not.
    store = tmp_path / "decks.sqlite"
    with pytest.raises(LimitExceededError, match=r"^there are 30 decks, which would take some .* hours .*up to 24"):
        evaluate_decks(CARDS, {25: range(20, 50)}, 8, resume=store)
    assert not store.exists()
    # With a time limit, the work is allowed, and the results so far are returned.
    never_started = evaluate_decks(CARDS, {25: range(20, 50)}, 8, time_limit=60)
    assert never_started is not None
