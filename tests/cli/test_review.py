"""The command ``review`` of every game, and hints in steps at the terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import perfectplay
from perfectplay.cli.main import main
from perfectplay.core.schema import encode


def run(*args: str, lines: str | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=lines)


def test_a_game_for_one_is_told_in_rows() -> None:
    told = run("review", "taxman:10/7.10.8")
    assert told.exit_code == 0
    assert told.stdout.splitlines() == [
        " move      still possible  cost  better",
        "start                  40",
        "    1  7               40",
        "    2  10              34     6       9",
        "    3  8               34",
        "1 move of 3 gave something away: 6 in all.",
    ]


def test_a_game_for_two_names_the_players() -> None:
    lines = run("review", "coins:5.1.1.5.1.2.2.1/RLRLRLR").stdout.splitlines()
    assert lines[2].split() == ["1", "R", "(first)", "0", "8", "L"]
    assert lines[5].split() == ["4", "L", "(second)", "2", "2", "R"]
    assert lines[-1] == "3 moves of 7 gave something away: 16 by the first player, 2 by the second."


@pytest.mark.parametrize("text", ["taxman:10/7.10.8", "coins:3.2.1.2/R", "pursuit:1.2.3:7/1a2.3a3", "factorgame:6/6"])
def test_json_is_what_the_library_tells(text: str, tmp_path: Path) -> None:
    picture = tmp_path / "curve.svg"
    told = run("review", text, "--json", "--svg", str(picture))
    assert told.exit_code == 0, told.stderr
    found, expected = json.loads(told.stdout), encode(perfectplay.review(text))
    assert {**found, "seconds": 0} == {**expected, "seconds": 0}
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_a_game_without_moves_and_a_perfect_one() -> None:
    assert run("review", "taxman:10").stdout.endswith("No move has been made.\n")
    assert run("review", "taxman:10/7.9").stdout.endswith("No move gave anything away.\n")


def test_bad_input_is_one_line() -> None:
    for args in (["taxman:10/11"], ["taxman:10", "--svg", ""], ["10/7.10.8"]):
        told = run("review", *args)
        assert told.exit_code == 2
        assert told.stderr.startswith("Error: ") or "Error: " in told.stderr
        assert "Traceback" not in told.stderr


def test_ctrl_c_ends_with_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(position: Any, **_: object) -> perfectplay.Result[int]:
        top = position.scores()[0] + sum(position.pot)
        return perfectplay.Result(0, 0, top, "bounded", (), 0.0, {"interrupted": True})

    monkeypatch.setattr("perfectplay.taxman.solve.solve", stopped)
    told = run("review", "taxman:10/7.10.8")
    assert told.exit_code == 130
    assert "0 to 55" in told.stdout
    assert told.stdout.endswith("No move is known to be a mistake.\n")


def events(*args: str, lines: str) -> list[dict[str, Any]]:
    result = run(*args, "--json", lines=lines)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_hint_at_the_terminal_has_steps() -> None:
    _, idea, area, move, _ = events("taxman", "play", "20", lines="h idea\nh area\nh\n")
    assert [one["event"] for one in (idea, area, move)] == ["hint"] * 3
    assert idea["message"] == "A prime costs only the 1, and there is only one 1: which prime brings most?"
    assert idea["idea"]["code"] == "largest-prime"
    assert area["area"]["numbers"] == [17, 20]
    assert move["take"] == 19
    assert "idea" not in move
    _, idea, area, _ = events("coins", "play", "1", "2", "7", "1", "3", lines="h idea\nhint AREA\n")
    assert (idea["idea"]["code"], area["area"]["code"]) == ("larger", "worth")
    _, area, _ = events("pursuit", "play", "3", "6", "9", "10", "50", "100", "--target", "951", lines="h area\n")
    assert area["message"] == "Use these two numbers: 100 and 6."


def test_there_are_no_steps_when_the_game_is_over() -> None:
    _, _, over, _ = events("taxman", "play", "2", lines="2\nh idea\n")
    assert over["event"] == "error"
    assert "the game is over" in over["message"]


def test_in_every_game_a_person_gets_steps_a_word_on_mistakes_and_what_to_do_at_the_end() -> None:
    factors = run("factorgame", "play", "factorgame:4", "--opponent", "person", lines="h\nh\nh\n3\n")
    assert "Look for a number after which no other can be taken. (h again tells where to look)" in factors.stdout
    assert "It is a number from 1 to 2. (h again names the move)\n" in factors.stdout
    assert "Take 2: with best play, player 1 wins by 1." in factors.stdout
    assert "A mistake: it cost 1; 2 was better.\n" in factors.stdout
    deal = ("pursuit", "play", "3", "6", "9", "10", "50", "100", "--target", "951")
    told = run(*deal, lines="h\nh\nh\n100*50\n=\n").stdout
    assert "with a subtraction" not in told
    assert "Use these two numbers: 100 and 6. (h again names the move)\n" in told
    assert "A mistake: it cost 31; u undoes.\n" in told
    assert "1 game with help" in run(*deal, lines="h\n100+6\n=\n").stdout
    assert "perfectplay review pursuit:3.6.9.10.50.100:951/100m50.e tells what" in told
    assert "A mistake" not in run(*deal, "--clock", "30", lines="100*50\n").stdout
    coins = run("coins", "play", "1", "2", lines="R\n").stdout
    assert "perfectplay review coins:1.2/RL tells what each move gave away; n begins again.\n" in coins
