"""The command ``review`` of every game, and hints in steps at the terminal."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner, Result

import perfectplay
from perfectplay.cli.main import main


def run(*args: str, lines: str | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=lines)


def test_ctrl_c_ends_with_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(position: Any, **_: object) -> perfectplay.Result[int]:
        top = position.scores()[0] + sum(position.pot)
        return perfectplay.Result(0, 0, top, "bounded", (), 0.0, {"interrupted": True})

    monkeypatch.setattr("perfectplay.taxman.solve.solve", stopped)
    told = run("review", "taxman:10/7.10.8")
    assert told.exit_code == 130
    assert "0 to 55" in told.stdout
    assert told.stdout.endswith("No move is known to be a mistake.\n")


def test_against_the_clock_nobody_is_told_of_mistakes() -> None:
    deal = ("pursuit", "play", "3", "6", "9", "10", "50", "100", "--target", "951", "--clock", "30")
    assert "A mistake" not in run(*deal, lines="100*50\n").stdout
