"""The checker that is proven in Rocq: nothing is assumed, and it says what the others say."""

from __future__ import annotations

import importlib.util
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from perfectplay.taxman.proof import check
from perfectplay.taxman.records import load_records
from tests.checkers.mutants import mutants
from tests.checkers.programs import ROOT

pytestmark = pytest.mark.full

REQUIRED = os.environ.get("PERFECTPLAY_ROCQ") == "required"
SUITE = ROOT / "tests" / "conformance"
VERDICTS = json.loads((SUITE / "verdicts.json").read_text(encoding="utf-8"))
CITED = range(1, 61)


def needs(*programs: str) -> None:
    missing = [program for program in programs if shutil.which(program) is None]
    if missing and REQUIRED:
        pytest.fail(f"{missing[0]} is required, and was not found")
    if missing:
        pytest.skip(f"no {missing[0]} found; install Debian's coq, ocaml-nox and cadical to run these tests")


def module(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / "formal" / path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


FLATTEN = module("flatten.py")


def make(*targets: str) -> str:
    """Build in build/formal, as `make formal` does; of several processes one after the other."""
    fcntl = pytest.importorskip("fcntl", reason="locks of POSIX")
    program = shutil.which("make") or "make"
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "formal.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(
            [program, "--no-print-directory", "-C", ROOT / "formal", *targets],
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder() -> Path:
    """Where the proof is built: the make file tests what it assumes."""
    needs("coqc", "ocamlopt", "make")
    make("all")
    return ROOT


def verdicts(folder: Path, texts: list[bytes], *options: str) -> list[str]:
    lines = "".join(FLATTEN.flatten(text) + "\n" for text in texts)
    program = folder / "build" / "taxman-proven"
    result = subprocess.run([program, "--lines", *options], input=lines, capture_output=True, text=True, check=False)
    *found, _ = result.stdout.splitlines()
    assert len(found) == len(texts), result
    return [line.split(": ")[1] for line in found]


def examined(text: bytes) -> bool:
    """Whether it is about a whole pot, by a tree or a chain, with numbers that fit into 63 bits."""
    return not (re.search(rb"\d{18}", text) or FLATTEN.flatten(text).startswith("unexamined"))


def shipped(count: int) -> list[bytes]:
    found: list[bytes] = []
    for pack in sorted((ROOT / "certificates").glob("taxman-*.jsonl.xz")):
        if len(found) < count:
            found += lzma.decompress(pack.read_bytes()).splitlines()
    return found[:count]


def test_nothing_is_assumed(folder: Path) -> None:
    assumptions = (folder / "build" / "formal" / "assumptions.txt").read_text(encoding="utf-8").splitlines()
    assert set(assumptions) == {"Closed under the global context"}
    assert len(assumptions) > 10


def test_every_shipped_certificate(folder: Path) -> None:
    shipped_rows = json.loads((folder / "certificates" / "manifest.json").read_text(encoding="utf-8"))["certificates"]
    assert make("check").splitlines()[-1] == f"{len(shipped_rows)} certificates, all valid"


def test_the_conformance_suite(folder: Path) -> None:
    """What is beyond this checker is not examined; of all else it says what is due."""
    names = [name for name in VERDICTS if name.startswith("taxman/") and name.endswith(".json")]
    texts = [(SUITE / name).read_bytes() for name in names]
    words = verdicts(folder, texts, "0")
    for name, text, word in zip(names, texts, words, strict=True):
        assert (word == "valid") == (VERDICTS[name]["valid"] and examined(text)), (name, word)
    assert words.count("valid") > 20


def agree(folder: Path, seed: int, count: int) -> int:
    """Mutants are valid for both checkers or for none; returns how many are."""
    first = shipped(416)
    originals = [first[n - 1].decode() for n in (*CITED, 225, 228, 399, 416)]
    changed = [text.replace(b"\n", b" ") for _, text in mutants(originals, seed, count)]
    words = verdicts(folder, [*first[: len(CITED)], *changed], str(len(CITED)))[len(CITED) :]
    known: dict[int, int | None] = {n: load_records()[n].score for n in CITED}
    for text, word in zip(changed, words, strict=True):
        expected = check.check_bytes(text, known).valid
        assert (word == "valid") == (expected and examined(text)), (text, word)
    return words.count("valid")


def test_mutants(folder: Path) -> None:
    assert agree(folder, seed=3, count=1_000) > 50


@pytest.mark.parametrize("seed", range(30, 40))
def test_many_mutants(folder: Path, seed: int) -> None:
    agree(folder, seed, count=10_000)


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
