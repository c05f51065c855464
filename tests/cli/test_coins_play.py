"""Test greedy coins at the terminal, with scripted input."""

from __future__ import annotations

import random

import pytest

from perfectplay.cli.coins.play import CoinsPlay, layout, slots
from perfectplay.cli.games.repl import Said, Slot
from perfectplay.coins import CoinsPosition
from perfectplay.core.game.opponents import Greedy, Perfect
from tests.cli.asked import Command
from tests.cli.test_repl import screens

COINS = Command("coins")
play = COINS.play
events = COINS.events


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
    # The layout omits the first lines once their coins are gone.
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
    start = CoinsPosition.new([5, 1, 1, 5, 1, 2, 2, 1, 3, 4])
    game = CoinsPlay(start, Greedy(), "greedy", 0, random.Random(0))
    shown = screens(game, ["R", "[bold]", "t", "?"], monkeypatch)
    assert len(shown) == 5
    assert "Greedy coins: 10 coins" in shown[0]
    assert f"opp   L{' ' * 34}R   you" in shown[1]
    assert "you 4   opponent (greedy) 5   on the table 16" in shown[1]
    assert "'[bold]' is not a move; legal moves are L, R" in shown[2]
    assert shown[3].startswith("Your points from each part on")
    assert "perfectplay coins play --position coins:5.1.1.5.1.2.2.1.3.4/RL --opponent greedy" in shown[4]
    for screen in shown[:4]:
        lines = screen.splitlines()
        assert len(lines) < 24
        assert max(map(len, lines)) <= 80
