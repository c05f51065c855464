"""`--certificate` of the commands of arithmetical pursuit, from the outside."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from perfectplay.cli.pursuit.command import command
from perfectplay.pursuit.proof import check
from tests.judged import word

DEAL = ("3", "6", "9", "10", "50", "100")
ODDS = ("odds", "--deck", "suit", "--numbers", "3", "--targets", "1-100")


def run(*args: str) -> Result:
    return CliRunner().invoke(command, list(args))


@pytest.mark.parametrize("end", ["", ".gz", ".xz"])
def test_what_is_printed_is_what_is_proven(tmp_path: Path, end: str) -> None:
    path = str(tmp_path / f"proof.json{end}")
    assert run("solve", *DEAL, "--target", "951", "--certificate", path).exit_code == 0
    assert word(Path(path), "pursuit").claim == {"value": 951, "distance": 0}

    done = run("solve", "1", "3", "7", "10", "25", "50", "--target", "831", "--certificate", path, "--json")
    solved, verdict = json.loads(done.stdout), word(Path(path), "pursuit")
    assert done.exit_code == 1
    assert verdict.position == solved["position"]
    assert verdict.claim == {"value": solved["reached"], "distance": solved["value"]}

    done = run("map", "1", "1", "2", "--targets", "1-9", "--rules", "fractions", "--certificate", path, "--json")
    mapped, verdict = json.loads(done.stdout), word(Path(path), "pursuit")
    assert verdict.position == "pursuit:1.1.2:1-9:fractions"
    assert verdict.claim == {"count": mapped["count"], "fewest": "".join(map(str, mapped["fewest"]))}

    done = run(*ODDS, "--certificate", path, "--json")
    answer, verdict = json.loads(done.stdout), word(Path(path), "pursuit")
    assert verdict.claim is not None
    assert verdict.claim == {name: answer[name] for name in verdict.claim}
    assert Fraction(answer["numerator"], answer["denominator"]) == Fraction(5293, 28600)


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
