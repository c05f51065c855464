"""The command `approx`, from the outside."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from perfectplay.cli.main import main
from perfectplay.core.running.interrupt import InterruptFlag
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.large.duals import verify_certificate
from perfectplay.taxman.proof.check import Verdict
from perfectplay.taxman.records import load_bounded, load_records
from tests.judged import word


def run(*args: str) -> Result:
    # By way of all commands: on its own, the command would keep other settings of its help for good.
    return CliRunner().invoke(main, ["taxman", "approx", *args])


def test_json_has_the_keys_of_the_contract(tmp_path: Path) -> None:
    moves, proof = tmp_path / "moves.txt", tmp_path / "proof.json"
    result = run("300", "--bound", "matching", "--json", "--moves", str(moves), "--certificate", str(proof))
    assert result.exit_code == 0, result.stderr
    (line,) = result.stdout.splitlines()
    found: dict[str, Any] = json.loads(line)
    assert {"n", "score", "upper", "gap", "seconds", "valid"} <= set(found)
    assert (found["n"], found["upper"], found["valid"], found["complete"]) == (300, 28716, True, True)
    assert found["gap"] == (28716 - found["score"]) / found["score"] < 0.01
    position = TaxmanPosition.new(300)
    for move in moves.read_text().split():
        position = position.play(int(move))
    assert position.is_over()
    assert position.player == found["score"] <= 28691
    assert len(position.moves) == found["picks"]
    certificate = json.loads(proof.read_text())
    assert (certificate["game"], certificate["proof"]["kind"]) == ("taxman", "dual")
    assert verify_certificate(certificate) == 28716
    verdict = word(proof)
    assert (verdict.valid, verdict.n, verdict.score, verdict.upper) == (True, 300, found["score"], 28716)


def test_the_text_says_how_far_from_perfect() -> None:
    result = run("1000", "--bound", "matching")
    assert result.exit_code == 0
    first, second, third = result.stdout.splitlines()
    assert first == "N = 1,000: a game of 315,339 in 435 moves, 63.005 % of the pot"
    assert second == "No game has more than 316,140, 63.165 % of the pot."
    assert third.startswith("So the game is at most 0.254 % from perfect.  (")


def test_a_pot_without_a_move_has_no_gap() -> None:
    found = json.loads(run("1", "--json").stdout)
    assert (found["score"], found["upper"], found["gap"], found["valid"]) == (0, 0, 0.0, True)


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


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    name = str(tmp_path / "same")
    outcome = run("50", "--moves", name, "--certificate", str(tmp_path / "." / "x" / ".." / "same"))
    assert outcome.exit_code == 2
    assert "--moves and --certificate both name" in outcome.stderr
    assert not (tmp_path / "same").exists()
    outcome = run("50", "--moves", "")
    assert outcome.exit_code == 2
    assert "--moves '' names no file" in outcome.stderr
