"""Test arithmetical pursuit at the terminal, with scripted input."""

from __future__ import annotations

import random
from itertools import repeat
from typing import Any

import pytest

from perfectplay.cli.games.repl import Said, Slot
from perfectplay.cli.pursuit.play import PursuitPlay, Score, layout, slots
from perfectplay.pursuit import STOP, PursuitPosition, Rules
from perfectplay.pursuit.expressions import entries
from tests.cli.asked import Command
from tests.cli.test_repl import screens

DEAL = ("3", "6", "9", "10", "50", "100")
START = "pursuit:3.6.9.10.50.100:951"


PURSUIT = Command("pursuit")
play = PURSUIT.play
events = PURSUIT.events


def game(*, lines: str, rules: str = "") -> list[dict[str, Any]]:
    return events(*DEAL, "--target", "951", "--rules", rules, lines=lines)


def one_game(text: str = START, **options: Any) -> PursuitPlay:
    position = PursuitPosition.from_id(text)
    return PursuitPlay(position, repeat(position.start()), **options)


# -- bad input -------------------------------------------------------------------------------------------------


def test_the_clock_is_written_without_an_exponent() -> None:
    result = play("--position", START, "--clock", "1e9", lines="")
    assert "You have 1,000,000,000 seconds." in result.stdout
    assert "clock 0 of 1,000,000,000 s" in result.stdout
    assert result.stdout.endswith("--clock 1000000000\n")


@pytest.mark.parametrize("line", ["(" * 500, "3+" * 400, "1" * 900, "(3+" * 5000, "[bold]"])
def test_nonsense_is_answered_briefly(line: str) -> None:
    found = game(lines=f"{line}\n")
    assert found[1]["event"] == "error"
    assert max(map(len, found[1]["message"].split("\n")[1:]), default=0) <= 80
    assert found[-1]["position"] == START


def test_a_long_text_is_shown_around_its_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = f"{'(' * 100}3{')' * 100}&6"
    _, shown, carets = game(lines=f"{text}\n")[1]["message"].split("\n")
    assert len(shown) <= 39
    assert shown[carets.index("^")] == "&"


# -- questions -------------------------------------------------------------------------------------------------


def test_following_the_hints_leads_to_a_hit() -> None:
    table = one_game()
    for _ in range(3):
        hint = table.answer("h")
        assert hint.data["best_distance"] == 0
        table.answer(hint.data["step"])
    assert table.position.distance == 0
    assert table.answer("h").message == "You have hit the target. = stops, n deals again."
    assert table.total == Score(helped=1)


# -- games, clock and score ------------------------------------------------------------------------------------


def test_saving_and_leaving_lose_nothing() -> None:
    args = ("--clock", "30", "--deck", "classic", "--foreign")
    result = play("--position", START, *args, lines="100+6\ns\n")
    options = "--deck classic --clock 30 --foreign"
    line = f"Resume with: perfectplay pursuit play --position {START}/100a6 {options}\n"
    assert result.stdout.count(line) == 2
    assert result.stdout.count(f"{START}/100a6\n") == 2
    other = events("--numbers", "4", "--targets", "24-24", "--rules", "all", lines="")[-1]
    assert other["message"].endswith(":24:all --numbers 4 --targets 24-24")


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(), "no game so far"),
        (Score(2, 1, 5), "1 hit in 2 games, 5 away in all"),
        (Score(1, 1, 0, 2), "1 hit in 1 game, 2 games with help"),
        (Score(helped=1), "1 game with help"),
    ],
)
def test_the_score_in_words(score: Score, text: str) -> None:
    assert str(score) == text


def test_the_clock_ends_a_game_when_a_line_comes_too_late() -> None:
    table = one_game(limit=30.0)
    assert "You have 30 seconds." in table.opened("start").message
    table.answer("100+6", 10.0)
    assert (table.spent, table.finished) == (10.0, False)
    assert table.clock == "clock 10 of 30 s"
    late = table.answer("106*9-3", 20.5)
    assert (late.event, late.data["late"], late.data["counted"]) == ("step", True, 845)
    assert late.message.startswith("Time is up: 30.5 of 30 seconds. What counts is 106, 845 away; you may play on.\n")
    assert table.total == Score(1, 0, 845)
    assert table.clock == "clock stopped"
    # Once the clock has stopped, lines are not reported as late. The next game starts its own clock.
    assert "late" not in table.answer("u", 50.0).data
    table.answer("n")
    assert (table.spent, table.finished) == (0.0, False)
    hit = table.answer("(100+6)*9-3", 12.3)
    assert "a hit in 12.3 seconds!" in hit.message
    assert table.total == Score(2, 1, 845)


def test_interrupting_a_thought_keeps_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_args: object) -> None:
        raise KeyboardInterrupt

    table = one_game()
    with monkeypatch.context() as patch:
        patch.setattr("perfectplay.cli.pursuit.play.solve", stop)
        for line in ("=", "b"):
            assert table.answer(line) == Said("error", "stopped thinking; nothing has changed")
    assert table.position.id == START
    assert table.total == Score()


# -- the display -----------------------------------------------------------------------------------------------


def test_the_numbers_shown_agree_with_the_rules() -> None:
    source = random.Random(3)
    for _ in range(30):
        position = PursuitPosition.new((2, 2, 3, 5, 5, 10), 77, Rules(fractions=True))
        while not position.is_over():
            position = position.play(source.choice(position.legal_moves()))
            made = entries(position)
            assert [one.expression.value for one in made if not one.used] == list(position.table)
            assert len(slots(position)) == 6 + sum(not one.used for one in made[6:])
    assert [slot.kind for slot in slots(PursuitPosition.from_id("pursuit:2.2.3:7/2a2"))] == [
        "used",
        "used",
        "card",
        "made",
    ]


def test_the_layout_fits() -> None:
    row = [Slot("100", "used", "used"), Slot("7", "", "card"), Slot("123", "100+20+3", "made")]
    # Results begin a new line, so that the deal keeps its columns.
    assert layout(row, 30) == layout(row, 12) == [[(row[0], 4), (row[1], 4)], [(row[2], 8)]]
    assert layout(row, 10) == [[(row[0], 4)], [(row[1], 4)], [(row[2], 8)]]
    long = PursuitPosition.from_id("pursuit:" + ".".join(["1000000"] * 8) + ":9")
    for _ in range(7):
        long = long.play(next(move for move in long.legal_moves() if move != STOP and "*" in str(move)))
    assert all(len(text) <= 30 for slot in slots(long) for text in (slot.value, slot.label))


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 40)])
def test_the_terminal_screen(width: int, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    game = one_game(START.replace(":951", ":951:fractions"))
    shown = screens(game, ["100+6", "[bold]", "a", "?", "106*9-3"], monkeypatch, width, height)
    assert len(shown) == 6
    assert "Arithmetical pursuit: reach 951" in shown[0]
    assert "target 951   now 100, 851 away   rules" in shown[0]
    assert "used" not in shown[0]
    assert "100+6" in shown[1]
    assert "target 951   now 106, 845 away" in shown[1]
    assert "[bold]\n" in shown[2]
    assert "^" in shown[2]
    assert "954 − 3 = 951" in shown[3]  # noqa: RUF001  # signs that the command prints
    assert "951: a hit!" in shown[5]
    assert "Resume with:" in shown[5]
    assert " undo  r redo" in " ".join(shown[0].split("\n"))
    assert "perfectplay pursuit play --position pursuit:3.6.9.10.50.100:951:fractions/100a6.106m9.954s3" in shown[5]
    for screen in shown[:5]:
        lines = screen.splitlines()
        assert len(lines) < height
        assert max(map(len, lines)) <= width
