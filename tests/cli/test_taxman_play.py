"""The game at the terminal, played by a script."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

import perfectplay
from perfectplay.cli import repl
from perfectplay.cli.main import main
from perfectplay.cli.numbers import grid
from perfectplay.cli.repl import RichView, Said, run
from perfectplay.cli.taxman.play import TaxmanPlay
from perfectplay.cli.taxman.screen import cells
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.strategies import play_game
from tests.tables import rows


def play(*args: str, lines: str) -> Result:
    return CliRunner().invoke(main, ["taxman", "play", *args], input=lines)


def events(*args: str, lines: str) -> list[dict[str, Any]]:
    result = play(*args, "--json", lines=lines)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_perfect_game_is_praised() -> None:
    found = events("10", lines="7\n9\n6\n8\n10\n")
    assert [event["event"] for event in found] == ["start", *["take"] * 5, "quit"]
    assert found[1]["tax"] == [1]
    end = found[5]
    assert (end["player"], end["taxman"], end["over"], end["legal"]) == (40, 15, True, [])
    assert (end["short"], end["best"], end["status"]) == (0, 40, "optimal")
    assert "A perfect game" in end["message"]


def test_an_imperfect_game_is_told_by_how_much() -> None:
    found = events("6", lines="6\nq\n")
    assert found[1]["position"] == "taxman:6/6"
    assert (found[1]["short"], found[1]["lost"]) == (9, [4, 5])
    assert "The taxman wins: you 6, taxman 15.\nYou were 9 short of the best, 15." in found[1]["message"]


def test_an_unproven_best_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(*_args: object, **_options: object) -> perfectplay.Result[int]:
        return perfectplay.Result(15, 15, 17, "bounded", (5, 4, 6), 1.0, {"source": "search"})

    monkeypatch.setattr("perfectplay.taxman.solve.solve", solve)
    hint, best, end = events("6", lines="h\nb\n6\n")[1:4]
    assert hint["message"] == "Take 5: 15 is then in reach; whether more is, was not settled in time."
    assert "at least 15, at most 17" in best["message"]
    assert end["message"].endswith("You were at most 11 short of the best.")


def test_undo_and_redo_walk_along_the_game() -> None:
    found = events("10", lines="7\n9\nu\nu\nu\nr\nr\nr\n")
    assert [event["event"] for event in found[1:-1]] == [
        "take",
        "take",
        "undo",
        "undo",
        "error",
        "redo",
        "redo",
        "error",
    ]
    assert found[4]["position"] == "taxman:10"
    assert found[-1]["position"] == "taxman:10/7.9"


def test_a_price_is_told_before_it_is_paid() -> None:
    first, second, asked = events("20", lines="? 12\n?12\n")[1:4]
    assert first == second
    assert (first["tax"], first["position"]) == ([1, 2, 3, 4, 6], "taxman:20")
    position = TaxmanPosition.new(20)
    assert first["net"] == position.preview(12).net
    assert asked["event"] == "quit"


def test_the_hint_keeps_the_best_in_reach() -> None:
    found = events("20", lines="h\nb\n")
    assert found[1]["best"] == found[2]["best"] == 124
    after = TaxmanPosition.new(20).play(found[1]["take"])
    best = events("--position", after.id, lines="b\n")[1]
    assert (best["best"], best["message"]) == (124, "Best still possible from here: 124 (proven).")


def test_moves_lists_every_legal_move_the_cheapest_first() -> None:
    listed = events("10", lines="m\n")[1]
    assert [move["take"] for move in listed["moves"]] == [7, 5, 3, 2, 4, 9, 6, 8, 10]
    title, moves = listed["message"].splitlines()
    assert title == "Legal moves, cheapest first, as move(tax) or move(tax+stranded):"
    assert moves.split()[:3] == ["7(1)", "5(1+7)", "3(1+16)"]
    many = events("100", lines="m\n")[1]
    assert len(many["moves"]) == 99
    assert many["message"].startswith("The 60 cheapest of 99 legal moves, as move(tax) or move(tax+stranded):\n97(1+")


def test_a_price_names_tax_and_stranded_numbers_apart() -> None:
    small, large, free = events("20", lines="? 12\nn 300\n? 293\n19\n? 4\n")[1:6:2]
    assert small["message"] == "12 costs 16 (1 + 2 + 3 + 4 + 6) and strands 60 (11 + 13 + 17 + 19)."
    position = TaxmanPosition.new(300)
    lost = position.preview(293).lost
    assert large["message"] == f"293 costs 1 and strands {sum(lost)} ({len(lost)} numbers)."
    assert free["message"] == "4 costs 2."


def test_a_long_list_of_numbers_is_shortened() -> None:
    taken = events("300", lines="293\n")[1]
    assert taken["message"].startswith("You took 293; the taxman took 1, and 151, 157, 163, ")
    assert f", ... ({len(taken['lost'])} numbers), now of no use to you." in taken["message"]


def test_the_price_of_a_mistake_is_told_with_the_hint() -> None:
    right, wrong, best = (events("20", lines=lines)[-2] for lines in ("h\n", "20\nh\n", "20\nb\n"))
    assert "already" not in right["message"]
    assert wrong["message"].endswith("95, in reach. You are already 29 below the best (124).")
    assert best["message"].endswith("95 (proven). You are already 29 below the best (124).")
    assert (wrong["below"], best["below"]) == (29, 29)
    perfect = events("20", lines="19\nh\n")[2]
    assert "below" not in perfect


def test_the_price_of_a_mistake_is_told_as_far_as_it_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(position: TaxmanPosition, **_options: object) -> perfectplay.Result[int]:
        if not position.moves:
            return perfectplay.Result(124, 124, 130, "bounded", (19,), 1.0, {"source": "search"})
        return perfectplay.Result(95, 95, 100, "bounded", (14,), 1.0, {"source": "search"})

    monkeypatch.setattr("perfectplay.taxman.solve.solve", solve)
    hint = events("20", lines="20\nh\n")[2]
    assert hint["message"].endswith(" You are already at least 24 below the best.")
    assert hint["below"] == 24


def test_a_pot_too_large_to_compare_with_leaves_the_hint_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(position: TaxmanPosition, **_options: object) -> perfectplay.Result[int]:
        if not position.moves:
            message = "too large"
            raise perfectplay.PerfectPlayError(message)
        return perfectplay.Result(95, 95, 95, "optimal", (14,), 1.0, {"source": "search"})

    monkeypatch.setattr("perfectplay.taxman.solve.solve", solve)
    assert events("20", lines="20\nh\n")[2]["message"] == (
        "Take 14: it keeps the best score still possible, 95, in reach."
    )


def test_saving_and_leaving_lose_nothing() -> None:
    result = play("20", lines="19\n9\ns\n")
    assert result.exit_code == 0
    assert result.stdout.count("perfectplay taxman play --position taxman:20/19.9\n") == 2
    again = events("--position", "taxman:20/19.9", lines="u\n")
    assert again[0]["position"] == "taxman:20/19.9"
    assert again[1]["position"] == "taxman:20/19"


def test_a_new_game_begins_again_or_with_another_pot() -> None:
    found = events("--pot", "2,3,6", lines="6\nn\nn 7\nn 0\nn x\n")
    assert [event["position"] for event in found] == [
        "taxman:pot.2.3.6",
        "taxman:pot.2.3.6/6",
        "taxman:pot.2.3.6",
        "taxman:7",
        "taxman:7",
        "taxman:7",
        "taxman:7",
    ]
    assert [event["event"] for event in found] == ["start", "take", "new", "new", "error", "error", "quit"]


@rows("line", ["foo", "0", "-3", "21", "1", "1e9", "9" * 40, "? x", "?1", "\u0663", "[bold]"])
def test_nonsense_is_answered_and_changes_nothing(line: str) -> None:
    found = events("20", lines=f"{line}\n")
    assert [event["event"] for event in found] == ["start", "error", "quit"]
    assert found[-1]["position"] == "taxman:20"
    assert "\n" not in found[1]["message"]


def test_a_question_mark_explains_every_command_in_a_line() -> None:
    shown, again = events("20", lines="?\nhelp\n")[1:3]
    assert shown["event"] == "help"
    assert shown == again
    lines = shown["message"].splitlines()
    assert [line.split(",")[0].split("  ")[0] for line in lines] == ["12", "? 12", *"hmbursn?q"]
    assert "n, new         begin again; n 30: a new game with N = 30" in lines
    assert max(map(len, lines)) < 80


def test_a_game_that_is_over_at_the_start() -> None:
    found = events("1", lines="h\nm\n")
    assert found[0]["message"].startswith("The game is over. The taxman wins: you 0, taxman 1.")
    assert [event["event"] for event in found[1:3]] == ["error", "moves"]


def test_plain_text_marks_every_number_without_colour() -> None:
    result = play("10", lines="7\n9\nq\n")
    assert "\x1b" not in result.stdout
    assert "   x1   .2   x3    4   .5    6   +7    8   +9   10\n" in result.stdout
    last = result.stdout.rpartition("Taxman, N = 10\n")[2].splitlines()
    assert last[1:4] == ["you 16   taxman 4   in the pot 35", "You took 9; the taxman took 3.", "take> q"]
    assert "take> 9\n" in result.stdout
    assert result.stderr == ""


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
    assert [row for row in rows if isinstance(row, str)] == [
        "1-30 gone",
        "91-105 gone",
        "121-135 gone",
        "181-200 gone",
    ]
    shown = [cell.number for row in rows if not isinstance(row, str) for cell in row]
    assert shown == [*range(31, 91), *range(106, 121), *range(136, 181)]
    assert size * 15 <= 79
    # With enough room every number keeps its place.
    assert sum(map(len, grid(cells(position), 79, 20)[0])) == 200


def near_the_end() -> TaxmanPosition:
    """Build a game with N = 200 in which four moves are left."""
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

    monkeypatch.setattr("perfectplay.taxman.solve.solve", solve)
    game = TaxmanPlay(TaxmanPosition.from_id("taxman:10/7.9.6.8"), 1.0)
    # The last move brings the verdict, for which the solver thinks: it is not made, either.
    for line in ("h", "10"):
        assert game.answer(line) == Said("error", "stopped thinking; nothing has changed")
    assert game.position.id == "taxman:10/7.9.6.8"
    assert game.answer("u").event == "undo"


def test_the_terminal_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(width=80, height=24, force_terminal=True, color_system=None, highlight=False)
    monkeypatch.setattr(repl, "console", lambda: console)
    typed = iter(["7", "[bold]", "? 6"])

    def read(_prompt: str) -> str:
        line = next(typed, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr(console, "input", read)
    with console.capture() as capture:
        run(TaxmanPlay(TaxmanPosition.new(10), 1.0), RichView())
    screens = capture.get().split("\x1b[2J")[1:]
    assert len(screens) == 4
    assert "Taxman, N = 10" in screens[0]
    assert "x1   .2   .3    4   .5    6   +7    8    9   10" in screens[1]
    assert "'[bold]' is not a number from the pot" in screens[2]
    assert "6 costs 5 (2 + 3) and strands 9." in screens[3]
    assert "perfectplay taxman play --position taxman:10/7" in screens[3]
    for screen in screens[:3]:
        lines = screen.removeprefix("\x1b[H").splitlines()
        assert len(lines) < 24
        assert max(map(len, lines)) <= 80


def test_the_columns_stay_from_the_first_move_to_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(width=80, height=24, force_terminal=True, color_system=None, highlight=False)
    monkeypatch.setattr(repl, "console", lambda: console)
    moves = list(map(str, play_game("moniot-one-tax", 100).moves))
    typed = iter([line for move in moves for line in (move, "?", "m", "foo")])
    monkeypatch.setattr(console, "input", lambda _prompt: next(typed, "q"))
    monkeypatch.setattr("perfectplay.taxman.solve.solve", solve_nothing)
    with console.capture() as capture:
        run(TaxmanPlay(TaxmanPosition.new(100), 1.0), RichView())
    screens = capture.get().split("\x1b[2J\x1b[H")[1:]
    assert len(screens) == 1 + 4 * len(moves)
    rows = [line for screen in screens for line in screen.splitlines() if line.startswith("│") and "100" in line]
    tens = [row.rindex("100") for row in rows]
    assert len(set(tens)) == 1
    assert len(tens) >= 1 + 2 * len(moves)
    assert all(len(screen.splitlines()) <= 24 for screen in screens)


def solve_nothing(_position: object, **_options: object) -> perfectplay.Result[int]:
    return perfectplay.Result(0, 0, 5050, "bounded", (), 1.0, {"source": "search"})


def test_a_person_gets_a_hint_in_the_steps_of_the_library() -> None:
    idea, area, _ = (step.text for step in perfectplay.hint_steps("taxman:20").steps)
    told = play("20", lines="h\nh\nh\nh\n19\nu\nh\n").stdout
    assert [
        line
        for line in told.splitlines()
        if line in {f"{idea} (h again tells where to look)", f"{area} (h again names the move)"}
    ] == [
        f"{idea} (h again tells where to look)",
        f"{area} (h again names the move)",
    ]
    assert told.count("Take 19: it keeps the best score still possible, 124, in reach.") == 3
    other = play("20", lines="h\n19\nh\nh move\n").stdout
    assert other.count("(h again tells where to look)") == 2, "elsewhere, the steps begin anew"
    assert "Take 10: it keeps" in other


def test_a_person_is_told_of_a_mistake_and_a_program_asks() -> None:
    told = play("20", lines="20\nu\n19\n").stdout
    assert told.count("A mistake") == 1
    assert "now of no use to you.\nA mistake: it cost 29; 19 was better.\n" in told
    assert "mistake" not in events("20", lines="20\n")[1]["message"]


@rows(
    "answers, told",
    [
        (((100, 110), (80, 90)), "A mistake: it cost at least 10; u undoes."),
        (((100, 100), (80, 90)), "A mistake: it cost at least 10; 3 was better."),
        (((100, 110), (80, 105)), ""),
    ],
)
def test_a_mistake_is_told_as_far_as_it_is_proven(answers: Any, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(position: TaxmanPosition, **_options: object) -> perfectplay.Result[int]:
        low, high = answers[len(position.moves)]
        return perfectplay.Result(low, low, high, "optimal" if low == high else "bounded", (3,), 1.0, {})

    monkeypatch.setattr("perfectplay.taxman.solve.solve", solve)
    game = TaxmanPlay(TaxmanPosition.new(20), 5.0)
    game.coaching = True
    said = game.answer("20").message
    assert said.partition("no use to you.")[2].strip() == told


def test_ctrl_c_ends_the_judgement_and_not_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("perfectplay.taxman.solve.solve", stopped)
    game = TaxmanPlay(TaxmanPosition.new(20), 5.0)
    game.coaching = True
    assert game.answer("20").event == "take"
    assert game.position.id == "taxman:20/20"


def test_the_end_of_a_game_tells_how_to_go_on() -> None:
    told = play("6", lines="6\n").stdout
    line = "perfectplay review taxman:6/6 tells what each move gave away; n begins again."
    assert line in told.splitlines()
    assert "review" not in events("6", lines="6\n")[1]["message"]
