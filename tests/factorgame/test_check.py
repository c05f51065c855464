"""Test that the checker accepts true certificates, and only the true ones among thousands of mutants."""

from __future__ import annotations

import copy
import gzip
import json
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.proof.certificates import check_files
from perfectplay.core.proof.proofs import check_proof
from perfectplay.factorgame.proof import check as module
from perfectplay.factorgame.proof.check import Verdict, _check_file, check_bytes
from perfectplay.factorgame.proof.write import certify
from perfectplay.factorgame.rules import FactorPosition
from tests.conformance.factorgame.make import FOLDER, write_files
from tests.factorgame import twins
from tests.factorgame.mutants import certificates, mutant
from tests.tables import rows

VERDICTS: dict[str, dict[str, Any]] = json.loads((FOLDER / "verdicts.json").read_text(encoding="utf-8"))


def check(certificate: object) -> Verdict:
    return check_bytes(json.dumps(certificate).encode())


@lru_cache(maxsize=10_000)
def truth(text: str) -> dict[str, Any]:
    """Return the true claim about a position, computed from the rules only."""
    position = FactorPosition.from_id(text)
    lead, sign = position.points[0] - position.points[1], (-1 if position.to_move else 1)
    after = {}
    for x, given in twins.moves(position.left, passing=position.passing).items():
        margin = twins.margin(position.left - given - {x}, passing=position.passing)
        after[x] = (x if given else 0) - sum(given) - margin
    most = max(after.values())
    return {"lead": lead + sign * most, "best_moves": sorted(x for x, value in after.items() if value == most)}


def attack(seed: int, mutants: int) -> tuple[int, int]:
    """Check mutants; count the accepted ones, which must be true, and the refused ones."""
    random = Random(seed)
    pool = certificates(random, 60)
    for certificate in pool:
        assert check(certificate).valid
        assert certificate["claim"] == truth(certificate["position"])
    accepted = 0
    for _ in range(mutants):
        changed = mutant(random, pool)
        verdict = check(changed)
        if verdict.valid:
            assert changed["claim"] == truth(changed["position"]), changed
            accepted += 1
        else:
            assert verdict.reason
            assert (verdict.lead, verdict.best_moves) == (None, None)
    return accepted, mutants - accepted


def test_of_changed_certificates_only_true_ones_are_accepted() -> None:
    accepted, refused = attack(1, 1_500)
    assert accepted > 20
    assert refused > 1_000


@pytest.mark.full
def test_of_many_changed_certificates_only_true_ones_are_accepted() -> None:
    assert attack(2, 50_000)[1] > 40_000


@pytest.mark.parametrize("start", ["12", "20~pass", "24", "30", "30~pass", "30/25", "30~pass/29.25.27"])
def test_certificates_are_valid_and_small(start: str) -> None:
    certificate = certify(FactorPosition.from_id(f"factorgame:{start}"))
    verdict = check(certificate)
    assert verdict == Verdict(
        valid=True,
        position=f"factorgame:{start}",
        lead=certificate["claim"]["lead"],
        best_moves=tuple(certificate["claim"]["best_moves"]),
    )
    assert len(json.dumps(certificate)) < 10_000


def test_a_claim_that_is_off_by_one_is_refused() -> None:
    true = certify(FactorPosition.new(12))
    for lead in (4, 6):
        assert not check({**true, "claim": {"lead": lead, "best_moves": [11]}}).valid
    for best in ([], [7], [7, 11], [11, 11], [11, 7]):
        assert not check({**true, "claim": {"lead": 5, "best_moves": best}}).valid


def test_a_certificate_of_a_game_that_is_over_or_too_large_is_not_made() -> None:
    with pytest.raises(InvalidPositionError, match="'factorgame:4/4' is over"):
        certify(FactorPosition.from_id("factorgame:4/4"))
    with pytest.raises(LimitExceededError, match="N = 51 is too large for a certificate; the largest possible N is 50"):
        certify(FactorPosition.new(51))


def test_what_is_beyond_the_limits_is_not_examined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    true = certify(FactorPosition.new(5))
    large = copy.deepcopy(true) | {"position": "factorgame:201"}
    assert check(large) == Verdict(valid=False, reason="N = 201 is more than 200", examined=False)
    monkeypatch.setattr(module, "MAX_BYTES", 100)
    assert not check(true).examined
    (tmp_path / "spaces.json.gz").write_bytes(gzip.compress(b" " * 1000))
    assert not _check_file(tmp_path / "spaces.json.gz").examined


def test_the_command_and_the_file_by_itself_check_certificates(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(certify(FactorPosition.new(12))))
    bad.write_text("{}")
    report = check_files([good])
    assert (report.valid, report.checked[0].game) == (True, "factorgame")
    told = "valid: factorgame:12: with best play the first player leads by 5; best move: 11"
    for paths, status in (([good], 0), ([good, bad], 1), ([], 1)):
        command = [sys.executable, "-I", str(module.__file__), *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == status
        assert (f"{good}: {told}\n" in done.stdout) == bool(paths)
    assert check_proof("factorgame:12").log == (f"factorgame-12.json: {told}",)


# -- the files for testing other checkers ------------------------------------------------------------------------------


@rows("name", VERDICTS)
def test_every_file_gets_its_verdict(name: str) -> None:
    verdict = _check_file(FOLDER / name)
    assert {"valid": verdict.valid, "examined": verdict.examined, "reason": verdict.reason} == VERDICTS[name]
    assert verdict.valid == name.startswith("good/")
    if verdict.valid and len(str(verdict.position)) < 20:
        assert {"lead": verdict.lead, "best_moves": [*(verdict.best_moves or ())]} == truth(str(verdict.position))


def test_the_files_are_what_their_program_makes(tmp_path: Path) -> None:
    write_files(tmp_path)
    names = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.json*")}
    assert names == {path.relative_to(FOLDER) for path in FOLDER.rglob("*.json*")}
    for name in names:
        if name.suffix == ".json":
            assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()
