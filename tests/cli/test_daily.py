"""The command that tells the puzzles of a day."""

from __future__ import annotations

import json
import shlex
from datetime import datetime

import pytest
from click.testing import CliRunner

from perfectplay.cli.main import main
from perfectplay.core.daily import puzzles, read_day


def run(*args: str, typed: str | None = None) -> str:
    result = CliRunner().invoke(main, args, input=typed)
    assert result.exit_code == 0, result.output
    return result.output


def test_the_puzzles_of_a_day() -> None:
    assert run("daily", "--date", "2026-11-22").splitlines() == [
        "2026-11-22, day 326: hard",
        "",
        "taxman:46",
        "  perfectplay taxman play --position taxman:46",
        "",
        "coins:7.6.5.2.11.14.7.2.12.15.19.13",
        "  perfectplay coins play --position coins:7.6.5.2.11.14.7.2.12.15.19.13 --opponent perfect",
        "",
        "pursuit:1.2.3.4.5.25:487",
        "  perfectplay pursuit play --position pursuit:1.2.3.4.5.25:487",
        "",
        "factorgame:46",
        "  perfectplay factorgame play factorgame:46",
        "",
        "in a browser: perfectplay serve, and there /daily",
    ]


def test_one_game() -> None:
    assert run("daily", "coins", "--date", "2026-11-23").splitlines()[:3] == [
        "2026-11-23, day 327: easy",
        "",
        "coins:2.5.3.6.3.3",
    ]


def test_json_has_a_line_for_each_game() -> None:
    lines = [json.loads(line) for line in run("daily", "--date", "2026-11-22", "--json").splitlines()]
    assert [line["game"] for line in lines] == ["taxman", "coins", "pursuit", "factorgame"]
    assert lines[0] == {
        "game": "taxman",
        "date": "2026-11-22",
        "day": 326,
        "id": "taxman:46",
        "grade": "hard",
        "version": 1,
        "play": "perfectplay taxman play --position taxman:46",
    }


def test_the_command_that_it_tells_plays_the_puzzle() -> None:
    for one in puzzles(read_day("2026-11-23")):
        program, *args = shlex.split(one.play)
        assert program == "perfectplay"
        first = json.loads(run(*args, "--json", typed="").splitlines()[0])
        assert one.id in json.dumps(first)


def test_today_is_the_day_of_this_computer() -> None:
    before = datetime.now().astimezone().date()
    shown = json.loads(run("daily", "taxman", "--json"))["date"]
    assert shown in {str(before), str(datetime.now().astimezone().date())}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["chess"], "there is no game 'chess'; the games are taxman, coins, pursuit, factorgame"),
        (["--date", "22.11.2026"], "'22.11.2026' is not a date; write year, month and day as in 2026-01-01"),
        (["--date", "2026-11-31"], "the calendar has no day '2026-11-31'; write year, month and day as in 2026-01-01"),
        (["--date", "2025-12-31"], "there is no puzzle of 2025-12-31; the first day that has one is 2026-01-01"),
    ],
)
def test_what_is_refused(args: list[str], message: str) -> None:
    result = CliRunner().invoke(main, ["daily", *args])
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"Error: {message}\n")
