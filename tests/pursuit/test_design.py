"""The deck designer: its ranking, and what happens when it is stopped in the middle."""

from __future__ import annotations

import sqlite3
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.core.progress import Progress
from perfectplay.pursuit.deals import SUIT, Deck
from perfectplay.pursuit.design import DesignRow, check_rank, design, evaluate_decks
from perfectplay.pursuit.odds import odds
from perfectplay.pursuit.rules import Rules

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


@pytest.mark.parametrize(
    "rank", ["probability", "certain", "hardest", "within-0", "within-10", "within-20", "by-1", "by-2", "by-3"]
)
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
    assert [snapshot.done for snapshot in seen] == [1, 2, 3]
    assert {snapshot.total for snapshot in seen} == {3}


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
    # What the deck is called does not matter: its cards do.
    other = Deck("other", SUIT.values, SUIT.copies)
    assert [row.probability for row in evaluate_decks(other, VARY, *GAME, resume=store)] == [
        row.probability for row in rows
    ]
    with pytest.raises(TypeError):
        list(evaluate_decks(SUIT, VARY, 2, 1, 100, resume=store))


def test_what_is_done_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "decks.sqlite"
    calls: list[Deck] = []

    def interrupted(deck: Deck, *game: Any) -> Any:
        calls.append(deck)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return odds(deck, *game)

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


def test_other_files_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database", encoding="utf-8")
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE result (n INTEGER)")
    connection.close()
    folder = tmp_path / "missing" / "decks.sqlite"
    for path, problem in ((text, "it is no database"), (other, "database of something else"), (folder, "unable to")):
        with pytest.raises(PerfectPlayError, match=problem) as caught:
            design(SUIT, VARY, *GAME, resume=path)
        assert str(path) in str(caught.value)
        assert "name a new file" in str(caught.value)
        assert "\n" not in str(caught.value)
    assert text.read_text(encoding="utf-8") == "not a database"


@pytest.mark.parametrize("figures", ["nonsense", "[]", '{"probability": ["1/0"]}', '{"probability": ["1/2"]}'])
def test_damaged_rows_are_refused(tmp_path: Path, figures: str) -> None:
    store = tmp_path / "decks.sqlite"
    list(evaluate_decks(SUIT, {25: [15]}, *GAME, resume=store))
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE deck SET figures = ?", (figures,))
    connection.close()
    with pytest.raises(PerfectPlayError, match="damaged row for 'suit with 25 -> 15'; delete the file"):
        list(evaluate_decks(SUIT, {25: [15]}, *GAME, resume=store))


# -- what is refused -------------------------------------------------------------------------------------------


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
    with pytest.raises(LimitExceededError, match="27,000 combinations of values to try; at most 10,000"):
        design(SUIT, {25: range(1, 31), 50: range(1, 31), 100: range(1, 31)}, *GAME)
    with pytest.raises(LimitExceededError, match="numbers go from 1"):
        design(SUIT, {25: [0]}, *GAME)
    with pytest.raises(LimitExceededError, match=r"14'? numbers cannot be dealt"):
        design(SUIT, VARY, 14)
