"""`--certificate` of the commands of arithmetical pursuit, from the outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.pursuit.proof import check
from tests.cli.asked import Command

DEAL = ("3", "6", "9", "10", "50", "100")
ODDS = ("odds", "--deck", "suit", "--numbers", "3", "--targets", "1-100")


run = Command("pursuit").run


@pytest.mark.parametrize("args", [("solve", *DEAL, "--target", "997"), ("map", *DEAL)])
def test_what_the_checker_could_not_follow_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    monkeypatch.setattr(check, "MAX_WORK", 10)
    # A hit needs no closure.
    target = ("--rules", "operators=+-") if args[0] == "solve" else ()
    done = run(*args, *target, "--certificate", str(tmp_path / "proof.json"))
    assert (done.exit_code, done.stdout) == (2, "")
    assert "the proof is too large for the checker: finding all values would join more than 10 pairs" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_odds_are_printed_even_if_they_are_not_proven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "proof.json"
    done = run(*ODDS, "--rules", "all", "--time-limit", "0.000000001", "--certificate", str(path))
    assert done.exit_code == 0
    assert f"No certificate was written to {path}: the chances are not known yet." in done.stderr
    monkeypatch.setattr(check, "MAX_WORK", 10)
    done = run(*ODDS, "--certificate", str(path))
    assert done.exit_code == 0
    assert "chance to hit the target: 5293/28600" in done.stdout
    assert f"No certificate was written to {path}: the proof is too large for the checker: " in done.stderr
    assert not path.exists()
