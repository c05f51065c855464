"""Test Taxman at the terminal, with scripted input."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console

import perfectplay
from perfectplay.cli.games import repl
from perfectplay.cli.games.numbers import grid
from perfectplay.cli.games.repl import RichView, Said
from perfectplay.cli.taxman.play import TaxmanPlay, cells
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.strategies import play_game
from tests.cli.asked import Command
from tests.cli.test_repl import screens
from tests.tables import rows

TAXMAN = Command("taxman")
play = TAXMAN.play
events = TAXMAN.events


def test_an_unproven_best_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(*_args: object, **_options: object) -> perfectplay.Result[int, int]:
        return perfectplay.Result(15, 15, 17, "bounded", (5, 4, 6), 1.0, {"source": "search"})

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", solve)
    hint, best, end = events("6", lines="h\nb\n6\n")[1:4]
    assert hint["message"] == "Take 5: it leads to 15, the best found in time."
    assert "at least 15, at most 17" in best["message"]
    assert end["message"].endswith("You were at most 11 short of the best.")


def test_the_price_of_a_mistake_is_told_as_far_as_it_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(position: TaxmanPosition, **_options: object) -> perfectplay.Result[int, int]:
        if not position.moves:
            return perfectplay.Result(124, 124, 130, "bounded", (19,), 1.0, {"source": "search"})
        return perfectplay.Result(95, 95, 100, "bounded", (14,), 1.0, {"source": "search"})

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", solve)
    hint, best = events("20", lines="20\nh\nb\n")[2:4]
    assert best["message"].endswith(" You are already at least 24 below the best.")
    assert hint["below"] == best["below"] == 24


def test_a_pot_too_large_to_compare_with_leaves_the_hint_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(position: TaxmanPosition, **_options: object) -> perfectplay.Result[int, int]:
        if not position.moves:
            raise perfectplay.PerfectPlayError("too large")
        return perfectplay.Result(95, 95, 95, "optimal", (14,), 1.0, {"source": "search"})

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", solve)
    assert events("20", lines="20\nh\n")[2]["message"] == "Take 14: it keeps 95."


def test_marks_agree_with_the_rules() -> None:
    position = TaxmanPosition.from_id("taxman:20/19.9.15")
    marks = {cell.number: cell.mark for cell in cells(position)}
    assert {number for number, mark in marks.items() if mark == "+"} == {19, 9, 15}
    assert tuple(number for number, mark in marks.items() if not mark) == position.legal_moves()
    assert {number for number, mark in marks.items() if mark in {"", "."}} == position.pot
    assert len(marks) == 20


def test_the_grid_fits_or_collapses_rows_in_which_everything_is_gone() -> None:
    rows, size = grid(cells(TaxmanPosition.new(100)), 74, 12)
    assert [len(row) for row in rows] == [10] * 10
    assert size == 6
    position = near_the_end()
    rows, size = grid(cells(position), 79, 12)
    assert [row for row in rows if isinstance(row, str)] == ["1-30 gone", "91-105 gone", "121-135 gone", "181-200 gone"]
    shown = [cell.number for row in rows if not isinstance(row, str) for cell in row]
    assert shown == [*range(31, 91), *range(106, 121), *range(136, 181)]
    assert size * 15 <= 79
    # If there is enough room, the board shows every number.
    assert sum(map(len, grid(cells(position), 79, 20)[0])) == 200


def near_the_end() -> TaxmanPosition:
    """Return a position of N = 200 in which four moves are left."""
    return TaxmanPosition.from_id(play_game("moniot-one-tax", 200).id.rsplit(".", 4)[0])


def test_both_views_tell_what_is_collapsed(monkeypatch: pytest.MonkeyPatch) -> None:
    position = near_the_end()
    monkeypatch.setattr(repl, "_PLAIN_HEIGHT", 12)
    assert "\n  181-200 gone\nyou " in play("--position", position.id, lines="u\nr\n").stdout
    console = Console(width=80, height=20, force_terminal=True, color_system=None, highlight=False)
    monkeypatch.setattr(repl, "console", lambda: console)
    with console.capture() as capture:
        RichView().show(TaxmanPlay(position, 1.0), Said("take", "You took something.", board=True))
    screen = capture.get()
    assert "  1-30 gone" in screen
    assert len(screen.splitlines()) < 20
    assert screen.splitlines()[-1] == "You took something."
    assert screen.splitlines()[-2].startswith(f"you {position.player}   taxman {position.taxman}   in the pot ")


def test_interrupting_the_solver_keeps_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", solve)
    game = TaxmanPlay(TaxmanPosition.from_id("taxman:10/7.9.6.8"), 1.0)
    # After the last move, the solver computes a verdict; if it is interrupted, the move is not made.
    for line in ("h", "10"):
        assert game.answer(line) == Said("error", "stopped thinking; nothing has changed")
    assert game.position.id == "taxman:10/7.9.6.8"
    assert game.answer("u").event == "undo"


def test_the_terminal_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = screens(TaxmanPlay(TaxmanPosition.new(10), 1.0), ["7", "[bold]", "? 6"], monkeypatch)
    assert len(shown) == 4
    assert "Taxman, N = 10" in shown[0]
    assert "x1   .2   .3    4   .5    6   +7    8    9   10" in shown[1]
    assert "'[bold]' is not a number from the pot" in shown[2]
    assert "6 costs 5 (2 + 3) and strands 9." in shown[3]
    assert "perfectplay taxman play --position taxman:10/7" in shown[3]
    for screen in shown[:3]:
        lines = screen.splitlines()
        assert len(lines) < 24
        assert max(map(len, lines)) <= 80


def test_the_columns_stay_from_the_first_move_to_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = list(map(str, play_game("moniot-one-tax", 100).moves))
    nothing: perfectplay.Result[int, int] = perfectplay.Result(0, 0, 5050, "bounded", (), 1.0, {"source": "search"})
    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", lambda *_, **_options: nothing)
    typed = [line for move in moves for line in (move, "?", "m", "foo")]
    shown = screens(TaxmanPlay(TaxmanPosition.new(100), 1.0), [*typed, "q"], monkeypatch)
    assert len(shown) == 1 + 4 * len(moves)
    rows = [line for screen in shown for line in screen.splitlines() if line.startswith("│") and "100" in line]
    tens = [row.rindex("100") for row in rows]
    assert len(set(tens)) == 1
    assert len(tens) >= 1 + 2 * len(moves)
    assert all(len(screen.splitlines()) <= 24 for screen in shown)


@rows(
    "answers, told",
    [
        (((100, 110), (80, 90)), "A mistake: it cost at least 10; u undoes."),
        (((100, 100), (80, 90)), "A mistake: it cost at least 10; 3 was better."),
        (((100, 110), (80, 105)), ""),
    ],
)
def test_a_mistake_is_told_as_far_as_it_is_proven(answers: Any, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(position: TaxmanPosition, **_options: object) -> perfectplay.Result[int, int]:
        low, high = answers[len(position.moves)]
        return perfectplay.Result(low, low, high, "optimal" if low == high else "bounded", (3,), 1.0, {})

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", solve)
    game = TaxmanPlay(TaxmanPosition.new(20), 5.0)
    game.coaching = True
    said = game.answer("20").message
    assert said.partition("no use to you.")[2].strip() == told


def test_ctrl_c_ends_the_judgement_and_not_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", stopped)
    game = TaxmanPlay(TaxmanPosition.new(20), 5.0)
    game.coaching = True
    assert game.answer("20").event == "take"
    assert game.position.id == "taxman:20/20"
