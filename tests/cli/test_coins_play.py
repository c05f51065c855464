"""Greedy coins at the terminal, played by a script."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from perfectplay.cli import repl
from perfectplay.cli.coins.command import command
from perfectplay.cli.coins.play import CoinsPlay
from perfectplay.cli.coins.screen import layout, slots
from perfectplay.cli.repl import RichView, Said, Slot, run
from perfectplay.coins import CoinsPosition
from perfectplay.core.opponents import Greedy, Perfect
from tests.tables import rows


def play(*args: str, lines: str) -> Result:
    return CliRunner().invoke(command, ["play", *args], input=lines)


def events(*args: str, lines: str) -> list[dict[str, Any]]:
    result = play(*args, "--json", lines=lines)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_perfect_game_is_praised() -> None:
    # 3 2 1 2 is a win by 2, 5 to 3, beginning with L.
    found = events("3", "2", "1", "2", lines="l\nR\n" + "l\n" * 2)
    assert found[0]["legal"] == ["L", "R"]
    assert (found[1]["take"], found[1]["coin"], found[1]["cost"], found[1]["margin"]) == ("L", 3, 0, 2)
    end = found[2]
    assert (end["player"], end["opponent"], end["over"], end["legal"]) == (5, 3, True, [])
    assert (end["your_cost"], end["opponent_cost"]) == (0, 0)
    assert "The game is over: you win by 2, 5 to 3." in end["message"]
    assert "You played perfectly" in end["message"]
    assert [event["event"] for event in found[3:]] == ["error", "error", "quit"]


def test_a_mistake_is_priced() -> None:
    found = events("3", "2", "1", "2", lines="R\n")[1]
    assert (found["take"], found["cost"], found["margin"]) == ("R", 2, 0)
    assert found["message"].splitlines()[0] == "You took the 2 (R). A mistake: it cost you 2; L was better."
    assert found["message"].splitlines()[-1] == "With best play from here it is a tie, 4 to 4."


def test_an_opponents_mistake_comes_with_its_use() -> None:
    # Of 4 9 1 1 greedy takes the 4, a loss by 5, and lays the 9 open; the 1 on the right would be a win by 5.
    found = events("7", "4", "9", "1", "1", "--opponent", "greedy", lines="L\nL\nL\n")
    reply = found[1]["reply"]
    assert (reply["move"], reply["coin"], reply["cost"], reply["use"]) == ("L", 4, 10, ["L"])
    assert "A mistake: it gives you 10. To make use of it, take L." in found[1]["message"]
    assert found[1]["margin"] == 7 + 5
    assert (found[3]["margin"], found[3]["over"]) == (7 - 4 + 9 - 1 + 1, True)
    assert found[3]["opponent_cost"] - found[3]["your_cost"] == found[3]["margin"] - found[0]["margin"]


def test_whoever_moves_second_sees_the_first_move() -> None:
    found = events("3", "2", "1", "2", "--second", lines="h\n")
    assert (found[0]["position"], found[0]["opponent"], found[0]["player"]) == ("coins:3.2.1.2/L", 3, 0)
    assert "Your opponent took the 3 (L)." in found[0]["message"]
    assert found[0]["margin"] == -2
    again = events("--position", "coins:3.2.1.2/L", "--second", lines="u\n")
    assert again[0]["position"] == "coins:3.2.1.2/L"
    assert (again[1]["event"], again[1]["message"]) == ("error", "there is no move of yours to undo")


def test_undo_and_redo_walk_from_turn_to_turn() -> None:
    found = events("5", "1", "1", "5", "1", "2", lines="L\nL\nu\nu\nu\ny\ny\ny\n")
    names = [event["event"] for event in found[1:-1]]
    assert names == ["take", "take", "undo", "undo", "error", "redo", "redo", "error"]
    assert found[4]["position"] == "coins:5.1.1.5.1.2"
    assert found[6]["position"] == found[1]["position"]
    assert found[7]["position"] == found[2]["position"]
    assert found[6]["message"].startswith("Played again: L, ")


def test_the_hint_prefers_a_trap() -> None:
    # 1 2 4 3 is tied either way; against a random opponent R is worth 2 on average and L 1.
    hint = events("1", "2", "4", "3", lines="h\n")[1]
    assert (hint["take"], hint["best_moves"], hint["margin"]) == ("R", ["L", "R"], 0)
    assert "but here a random opponent loses 2 on average" in hint["message"]
    only = events("3", "2", "1", "2", lines="h\n")[1]
    assert only["message"] == "Take L, the 3: then you win by 2, 5 to 3, or better."


def test_moves_and_best_possible() -> None:
    found = events("2", "1", "2", "3", "3", "3", "--opponent", "random", "--seed", "1", lines="m\nb\n")
    assert found[1]["moves"] == [
        {"move": "L", "coin": 2, "margin": 0, "cost": 2},
        {"move": "R", "coin": 3, "margin": 2, "cost": 0},
    ]
    assert found[1]["message"] == "R takes 3: you win by 2 (best)\nL takes 2: it is a tie (costs 2)"
    assert (found[2]["best"], found[2]["margin"], found[2]["expected"]) == (8, 2, "5/2")
    assert found[2]["parity"] == {"move": "L", "margin": 0}
    assert "Against this opponent (random), at best, you win by 5/2 on average." in found[2]["message"]


def test_the_triangle_is_that_of_what_is_left() -> None:
    found = events("5", "1", "3", "4", "2", "5", lines="l\nt\nt s\nt m\nt x\n")
    drawn = found[2]["message"].splitlines()
    left = CoinsPosition.from_id(found[1]["position"]).components[0].coins
    assert drawn[0].startswith("Your points")
    assert drawn[1].startswith("you ")
    assert drawn[3].startswith("opp ")
    assert drawn[-1].split() == ["coins", *(f"({coin})" for coin in left)]
    assert (found[3]["of"], found[4]["of"]) == ("S", "M")
    assert found[4]["message"].startswith("The best move in each part")
    assert found[5]["message"].startswith("there is no triangle of 'x'; t A shows")
    assert "too wide" in events(*["1"] * 11, lines="t\n")[1]["message"]
    assert "single row" in events("--position", "coins:1.2~3", lines="t\n")[1]["message"]


def test_a_triangle_wider_than_the_terminal_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    coins = [str(10**30)] * 10
    monkeypatch.setenv("COLUMNS", "80")
    refused = events(*coins, lines="t\nt m\n")
    assert refused[1]["event"] == "error"
    assert "and here is room for 80; perfectplay coins table shows a part with --from I --to J" in refused[1]["message"]
    monkeypatch.setenv("COLUMNS", "200")
    assert events(*coins, lines="t\n")[1]["event"] == "triangle"
    assert "--from I --to J" in events(*["1"] * 11, lines="t\n")[1]["message"]


def test_an_average_too_long_to_be_written_is_told_in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.core.schema._MAX_BITS", 100)
    # Every move of the opponent adds 24 digits to the denominator.
    (_, best, _) = events(*"212333" * 2, "--opponent", f"noisy:{10**23 + 1}/{10**24 + 7}", lines="b\n")
    assert best["event"] == "best"
    assert "at best, you win by ~" in best["message"]
    assert "on average." in best["message"]
    assert "expected" not in best


def test_a_sum_is_played_by_numbered_moves() -> None:
    found = events("--position", "coins:l1.2~3.7.4~r9", lines="3l\n1L\nm\n")
    assert (found[1]["take"], found[1]["cost"], found[1]["margin"]) == ("3L", 0, 8)
    assert found[2]["event"] == "error"
    assert {move["move"] for move in found[3]["moves"]} == set(found[3]["legal"])
    circle = events("--position", "coins:o1.5.2.6", lines="k2\n")
    assert (circle[1]["take"], circle[1]["margin"]) == ("1K2", 8)


def test_saving_and_leaving_lose_nothing() -> None:
    result = play("1", "2", "4", "3", "--opponent", "greedy", lines="R\ns\n")
    line = "Resume with: perfectplay coins play --position coins:1.2.4.3/RR --opponent greedy\n"
    assert result.stdout.count(line) == 2
    second = events("3", "2", "--second", lines="")[-1]
    assert second["message"].endswith("--position coins:3.2/L --second")


def test_a_new_game_begins_again_or_with_other_coins() -> None:
    found = events("1", "2", "4", "3", lines="l\nn\nn 3/2 -1 5\nn x\nn 1.5\n")
    assert [event["event"] for event in found] == ["start", "take", "new", "new", "error", "error", "quit"]
    assert found[2]["position"] == "coins:1.2.4.3"
    assert found[3]["position"] == "coins:3_2.-1.5"
    assert found[-1]["position"] == "coins:3_2.-1.5"


@rows("line", ["foo", "0", "K1", "2R", "LR", "9" * 50, "\u0663", "[bold]", "take L"])
def test_nonsense_is_answered_and_changes_nothing(line: str) -> None:
    found = events("1", "2", "4", "3", lines=f"{line}\n")
    assert [event["event"] for event in found] == ["start", "error", "quit"]
    assert "\n" not in found[1]["message"]
    assert found[-1]["position"] == "coins:1.2.4.3"


def test_small_letters_are_moves_and_no_other_command() -> None:
    # r is the coin on the right here, and y redoes, as in the browser.
    found = events("1", "2", "4", "3", lines="r\nu\ny\n?\n")
    assert (found[1]["take"], found[3]["event"]) == ("R", "redo")
    assert found[2]["message"].startswith("Taken back: R, R; y plays them again.")
    assert "y, redo" in found[4]["message"]
    assert "r, y" not in found[4]["message"]
    assert max(map(len, found[4]["message"].splitlines())) < 80


def test_random_coins_follow_the_seed() -> None:
    first, again, other = (events("--length", "30", "--max", "5", "--seed", s, lines="")[0] for s in "112")
    assert first["position"] == again["position"] != other["position"]
    (row,) = CoinsPosition.from_id(first["position"]).start_components
    assert len(row.coins) == 30
    assert set(row.coins) <= {1, 2, 3, 4, 5}
    assert len(CoinsPosition.from_id(events(lines="")[0]["position"]).start_components[0].coins) == 8


def test_a_game_that_is_over_at_the_start() -> None:
    found = events("--position", "coins:3.2/LL", lines="h\nm\nb\nt\n")
    assert "The game is over: you win by 1, 3 to 2." in found[0]["message"]
    assert [event["event"] for event in found[1:5]] == ["error"] * 4


def test_plain_text_names_every_owner_without_colour() -> None:
    result = play("1", "2", "4", "3", lines="R\nq\n")
    assert "\x1b" not in result.stdout
    assert "  1    2    4    3\n  L    R   opp  you\n" in result.stdout
    assert "you 3   opponent (perfect) 4   on the table 3\n" in result.stdout
    assert "take> R\n" in result.stdout
    assert result.stderr == ""


def test_owners_agree_with_the_rules() -> None:
    position = CoinsPosition.from_id("coins:l1.2~3.7.4~o5.6.8/3K2.3R.1R.2L.3L")
    marked: dict[str, int] = {"you": 0, "opp": 0}
    for row in slots(position, 0):
        for slot in row:
            if slot.kind in marked:
                marked[slot.label] += int(slot.value)
    assert (marked["you"], marked["opp"]) == position.scores()
    labels = [slot.label for row in slots(position, 0) for slot in row if slot.kind == "end"]
    assert sorted(labels) == sorted(position.legal_moves())


def test_the_layout_fits_and_keeps_its_columns() -> None:
    position = CoinsPosition.new(range(100, 160))
    lines, size = layout(position, 0, 75, 4)
    assert [len(line) for line in lines] == [15] * 4
    assert size == 5
    for move in "LRLRLRLR":
        position = position.play(move)
    lines, _ = layout(position, 0, 75, 3)
    assert [[slot.value for slot in line] for line in lines] == [
        [*map(str, range(100, 115))],
        ["..."],
        [*map(str, range(145, 160))],
    ]
    # A line in which everything is gone is left out first.
    for _ in range(11):
        position = position.play("L")
    lines, _ = layout(position, 0, 75, 3)
    assert [line[0].value for line in lines] == ["115", "130", "145"]
    assert [lines[0][i].label for i in (0, 1)] == ["L", ""]
    many = layout(CoinsPosition.from_id("coins:" + "~".join("123456789")), 0, 75, 5)[0]
    assert len(many) == 5
    assert many[-1] == [Slot("...", "", "sign")]
    over = CoinsPosition.from_id("coins:1.2.3.4.5.6/LLLLLL")
    assert [slot.value for line in layout(over, 0, 15, 2)[0] for slot in line] == ["1", "2", "3", "4", "5", "6"]


def test_a_circle_keeps_its_columns_when_it_is_opened() -> None:
    start = CoinsPosition.from_id("coins:1.2~3.4~o5.1.2.5.1.2.5.1.2.5.1.2")
    assert layout(start, 0, 75, 9)[1] == layout(start.play("3K5"), 0, 75, 9)[1] == len("3K12") + 2


def test_interrupting_the_opponent_keeps_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(*_args: object) -> str:
        raise KeyboardInterrupt

    table = CoinsPlay(CoinsPosition.new([1, 2, 4, 3]), Perfect(), "perfect", 0, random.Random(0))
    with monkeypatch.context() as patch:
        patch.setattr("perfectplay.cli.coins.play.choose", choose)
        assert table.answer("L") == Said("error", "stopped thinking; nothing has changed")
    assert table.position.id == "coins:1.2.4.3"
    assert table.answer("L").event == "take"


def test_the_terminal_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(width=80, height=24, force_terminal=True, color_system=None, highlight=False)
    monkeypatch.setattr(repl, "console", lambda: console)
    typed = iter(["R", "[bold]", "t", "?"])

    def read(_prompt: str) -> str:
        line = next(typed, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr(console, "input", read)
    start = CoinsPosition.new([5, 1, 1, 5, 1, 2, 2, 1, 3, 4])
    with console.capture() as capture:
        run(CoinsPlay(start, Greedy(), "greedy", 0, random.Random(0)), RichView())
    screens = capture.get().split("\x1b[2J")[1:]
    assert len(screens) == 5
    assert "Greedy coins: 10 coins" in screens[0]
    assert f"opp   L{' ' * 34}R   you" in screens[1]
    assert "you 4   opponent (greedy) 5   on the table 16" in screens[1]
    assert "'[bold]' is not a move; legal moves are L, R" in screens[2]
    assert screens[3].removeprefix("\x1b[H").startswith("Your points from each part on")
    assert "perfectplay coins play --position coins:5.1.1.5.1.2.2.1.3.4/RL --opponent greedy" in screens[4]
    for screen in screens[:4]:
        lines = screen.removeprefix("\x1b[H").splitlines()
        assert len(lines) < 24
        assert max(map(len, lines)) <= 80
