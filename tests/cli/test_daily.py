"""The command that tells the puzzles of a day."""

from __future__ import annotations

import json
import shlex
from datetime import datetime

from click.testing import CliRunner

from perfectplay.cli.main import main
from perfectplay.core.teaching.daily import puzzles, read_day


def run(*args: str, typed: str | None = None) -> str:
    result = CliRunner().invoke(main, args, input=typed)
    assert result.exit_code == 0, result.output
    return result.output


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
