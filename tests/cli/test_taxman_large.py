"""The command `approx`, from the outside."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from perfectplay.cli.main import main
from perfectplay.core.running.interrupt import InterruptFlag
from perfectplay.taxman.proof.check import Verdict
from perfectplay.taxman.records import load_bounded, load_records
from tests.judged import word


def run(*args: str) -> Result:
    # By way of all commands: on its own, the command would keep other settings of its help for good.
    return CliRunner().invoke(main, ["taxman", "approx", *args])


def test_with_cuts_the_proof_is_one_for_the_checker(tmp_path: Path) -> None:
    proof, best = tmp_path / "proof.json.gz", load_records()[120].score
    result = run("120", "--json", "--certificate", str(proof))
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert (found["score"], found["upper"], found["gap"], found["valid"]) == (best, best, 0.0, True)
    assert (found["bound"], found["complete"]) == ("cuts", True)
    verdict = word(proof)
    assert (verdict.valid, verdict.n, verdict.score, verdict.upper) == (True, 120, best, best)


def test_with_cuts_little_time_keeps_a_valid_game_and_bound() -> None:
    listed, anew = (
        json.loads(run("1700", "--json", "--time-limit", "1e-9", *more).stdout) for more in ([], ["--no-records"])
    )
    assert listed["score"] >= load_bounded()[1700].score > anew["score"]
    found = json.loads(run("1500", "--json", "--time-limit", "1e-9", "--no-records").stdout)
    assert found["valid"]
    assert not found["complete"]
    assert 0 < found["score"] < found["upper"]


def test_a_proof_that_is_too_large_for_the_checker_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.taxman.proof.check.MAX_DUAL_N", 299)
    options = ("300", "--bound", "matching", "--json")
    assert json.loads(run(*options).stdout)["valid"]
    monkeypatch.setattr("perfectplay.taxman.large.duals.verify_certificate", lambda _: 0)
    assert run(*options).exit_code == 1


def test_a_failed_check_of_a_proof_with_cuts_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.taxman.proof.check.check_bytes", lambda _: Verdict(valid=False))
    result = run("120", "--json")
    assert result.exit_code == 1
    assert not json.loads(result.stdout)["valid"]


def test_a_time_limit_keeps_a_valid_game_and_bound() -> None:
    result = run("3000", "--bound", "matching", "--json", "--time-limit", "1e-9")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["valid"]
    assert not found["complete"]
    assert 0 < found["score"] < found["upper"]


def test_ctrl_c_prints_what_is_known_and_exits_with_130(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flag = InterruptFlag()
    flag.pressed = True
    monkeypatch.setattr("perfectplay.taxman.large.largescale.deferred_interrupt", lambda: nullcontext(flag))
    proof = tmp_path / "proof.json"
    result = run("3000", "--bound", "matching", "--certificate", str(proof))
    assert result.exit_code == 130
    assert result.stdout.endswith("The run was ended early; a longer one finds more.\n")
    assert "No certificate was written" in result.stderr
    assert not proof.exists()


def test_a_failed_check_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.taxman.large.largescale.replay", lambda *_: 0)
    result = run("100", "--bound", "matching", "--json")
    assert result.exit_code == 1
    assert not json.loads(result.stdout)["valid"]
    assert "failed its check" in result.stderr
