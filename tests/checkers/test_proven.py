"""The checker that is proven in Rocq: nothing is assumed, and it says what the others say.

Of many mutants, `tests.checkers.test_taxman_check_c` asks all three checkers.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from perfectplay.taxman.records import load_records
from tests.checkers.programs import FLATTEN, ROCQ, ROOT, examined, lacking, make, proven_words

SUITE = ROOT / "tests" / "conformance"
VERDICTS = json.loads((SUITE / "verdicts.json").read_text(encoding="utf-8"))
pytestmark = pytest.mark.full


def needs(*programs: str) -> None:
    if missing := lacking(*programs):
        pytest.skip(f"no {missing} found; install Debian's coq, ocaml-nox and cadical to run these tests")


@pytest.fixture(scope="module")
def folder() -> Path:
    """Where the proof is built: the make file tests what it assumes."""
    needs(*ROCQ)
    make("all")
    return ROOT


def test_nothing_is_assumed(folder: Path) -> None:
    assumptions = (folder / "build" / "formal" / "assumptions.txt").read_text(encoding="utf-8").splitlines()
    assert set(assumptions) == {"Closed under the global context"}
    assert len(assumptions) > 10


def test_every_shipped_certificate(folder: Path) -> None:
    shipped_rows = json.loads((folder / "certificates" / "manifest.json").read_text(encoding="utf-8"))["certificates"]
    assert make("check").splitlines()[-1] == f"{len(shipped_rows)} certificates, all valid"


def test_the_conformance_suite(folder: Path) -> None:
    """What is beyond this checker is not examined; of all else it says what is due."""
    names = {name for name in VERDICTS if name.startswith("taxman/") and name.endswith(".json")}
    files = {name: list(FLATTEN._lines(str(SUITE / name))) for name in names}
    single = {name: lines[0] for name, lines in files.items() if len(lines) == 1}
    words = proven_words([*single.values()], "0")
    for (name, text), word in zip(single.items(), words, strict=True):
        assert (word == "valid") == (VERDICTS[name]["valid"] and examined(text)), (name, word)
    assert words.count("valid") > 20
    packs = names - single.keys()
    assert len(packs) > 3
    for name in packs:
        assert (set(proven_words(files[name])) == {"valid"}) == VERDICTS[name]["valid"], name


def test_scores_from_the_rules_alone(tmp_path: Path) -> None:
    needs("cadical", "cc", "make")
    found = re.findall(r"^N = (\d+): best score (\d+);", make("scores"), re.MULTILINE)
    assert [(int(n), int(s)) for n, s in found] == [(n, load_records()[n].score) for n in range(2, 41)]
    sat = ROOT / "formal" / "sat"
    # What can be reached has no proof that it cannot; and a proof that is cut off proves nothing.
    problem, proof = tmp_path / "game.cnf", tmp_path / "game.drat"
    for n, goal, text in ((12, 50, "0\n"), (12, 51, "")):
        with problem.open("w") as cnf:
            subprocess.run([sys.executable, sat / "game.py", str(n), str(goal)], stdout=cnf, check=True)
        proof.write_text(text)
        checked = subprocess.run([ROOT / "build" / "rup", problem, proof], capture_output=True, text=True, check=False)
        assert (checked.returncode, checked.stdout[:12]) == (1, "NOT verified")
