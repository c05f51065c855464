"""Test that the shipped checkers judge each file of the conformance suite as expected, for the expected reason."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import perfectplay
from perfectplay.taxman.proof import check
from tests.conformance import make
from tests.tables import rows

SUITE = Path(make.__file__).parent
VERDICTS: dict[str, dict[str, Any]] = json.loads((SUITE / "verdicts.json").read_text(encoding="utf-8"))
MOST_BYTES = 1_500_000
GRADES = ("good", "bad", "beyond")


@rows("name", VERDICTS)
def test_the_shipped_checker_says_what_is_due(name: str) -> None:
    assert make.judged(SUITE / name) == VERDICTS[name]


@rows("name", VERDICTS)
def test_the_command_for_all_games_agrees(name: str) -> None:
    report = perfectplay.check(SUITE / name)
    assert report.valid == VERDICTS[name]["valid"]
    if not report.valid and report.failures[0].game == name.split("/", maxsplit=1)[0]:
        assert report.failures[0].verdict.reason == VERDICTS[name]["reason"]


def test_the_folder_is_the_verdict() -> None:
    for name, word in VERDICTS.items():
        grade = name.split("/")[1]
        assert (word["valid"], word["reason"] == "") == (grade == "good", grade == "good"), name
        # A certificate beyond the checker's limits may be true, so the checker calls it not examined instead of wrong.
        assert grade != "beyond" or not word["examined"], name


@rows("name", [name for name in VERDICTS if name.startswith("taxman/beyond/")])
def test_what_is_beyond_the_limits_is_true(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Test that certificates beyond the checker's limits on numbers are valid without these limits."""
    digits = sys.get_int_max_str_digits()
    monkeypatch.setattr(check, "MAX_BITS", 20_000)
    monkeypatch.setattr(check, "_HUGE", 1 << 20_000)
    monkeypatch.setattr(check, "_LOWEST", -1 << 40_000)
    sys.set_int_max_str_digits(0)
    try:
        verdict = check.check_bytes((SUITE / name).read_bytes())
    finally:
        sys.set_int_max_str_digits(digits)
    assert (verdict.valid, verdict.score) == (True, 144)


def test_every_file_has_a_verdict() -> None:
    found = {path.relative_to(SUITE).as_posix() for grade in GRADES for path in SUITE.glob(f"taxman/{grade}/*")}
    assert found == set(VERDICTS)
    assert sum(path.stat().st_size for path in SUITE.rglob("*") if path.is_file()) < MOST_BYTES


# Files with defects that a schema detects; it cannot check the rules about the pot or the proof, for example.
SEEN_BY_A_SCHEMA = re.compile(
    r"(chain-|dual-)?(lacks|more)-|format-|version-(?!with)|game-|kind-that|.*-is-(null|text|true)\.json"
)


@pytest.fixture(scope="module")
def validator() -> Any:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    schema = json.loads((SUITE.parents[1] / "docs" / "data" / "certificate.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_the_schema_accepts_what_is_good(validator: Any) -> None:
    good = [path for path in (SUITE / "taxman" / "good").rglob("*.json") if path.is_file()]
    assert len(good) > 50
    for path in good:
        lines = path.read_bytes().removesuffix(b"\n").split(b"}\n{")
        texts = [path.read_bytes()] if len(lines) == 1 else path.read_bytes().splitlines()
        assert all(validator.is_valid(json.loads(text)) for text in texts), path.name


def test_the_schema_refuses_what_it_can_see(validator: Any) -> None:
    files = [path for path in (SUITE / "taxman" / "bad").glob("*.json") if SEEN_BY_A_SCHEMA.match(path.name)]
    assert len(files) > 50
    for path in files:
        assert not validator.is_valid(json.loads(path.read_bytes())), path.name


def test_the_files_are_what_is_made_of_the_bases() -> None:
    base = make.bases()
    for grade in GRADES:
        for name, content in make.taxman(grade, base):
            path = SUITE / "taxman" / grade / name
            if isinstance(content, dict):
                assert {inner.name: inner.read_bytes() for inner in path.iterdir()} == content, name
            elif path.suffix == ".json":
                # Compressed files are not compared, because their bytes depend on the version of the library.
                assert path.read_bytes() == content, name


# -- files that are too large for the repository -------------------------------------------------------------------

MEGABYTE = 1 << 20
SECONDS, MEGABYTES = 60, 512
BASE = make.bases()
N21 = BASE["21-tree"]


def certificate(position: str = "taxman:21", **proof: Any) -> bytes:
    """Return a certificate with a weak claim and a proof that may have long fields."""
    claim = {"score": 0, "upper": 10**30}
    tree = {"kind": "tree", "moves": [], "cuts": [], "tree": {"leaf": {"scale": 1, "u": [], "cuts": []}}}
    return make.text(N21 | {"position": position, "claim": claim, "proof": tree | proof})


def dual(n: int, cuts: list[Any]) -> bytes:
    """Return a dual certificate with simple multipliers, in which each number pays for itself."""
    proof = {"kind": "dual", "moves": [], "parts": 1, "u": list(range(1, n + 1)), "cuts": cuts}
    return make.text(N21 | {"position": f"taxman:{n}", "claim": {"score": 0, "upper": 10**30}, "proof": proof})


def leaf(**multipliers: Any) -> dict[str, Any]:
    return {"leaf": {"scale": 1, "u": [], "cuts": []} | multipliers}


def nested(depth: int) -> bytes:
    text = certificate(tree={"leaf": 7}).decode()
    return text.replace('{"leaf":7}', depth * '{"branch":2,"picked":' + "7" + depth * "}").encode()


def huge_pot(count: int) -> str:
    return "taxman:pot." + ".".join(str(10**17 + n) for n in range(count))


def bomb(byte: bytes, size: int, compress: Callable[[bytes], bytes]) -> bytes:
    return compress(byte * size)


LARGE: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "a number of 30 million digits": ("a.json", lambda: b"[" + b"7" * 30_000_000 + b"]", "larger than"),
    "a number of 16 million digits": ("a.json", lambda: b"[" + b"7" * 16_000_000 + b"]", "a number of 200 digits"),
    "a number of 30 million digits, compressed": (
        "a.json.gz",
        lambda: gzip.compress(b"[" + b"7" * 30_000_000 + b"]"),
        "larger than",
    ),
    "lists in lists": ("a.json", lambda: b"[" * 16_000_000, "bytes of memory"),
    "many lists in lists": ("a.json", lambda: b"[" * 2_000_000, "nested too deeply"),
    "nodes in nodes": ("a.json", lambda: nested(200_000), "nested too deeply"),
    "small objects": ("a.json", lambda: b"[" + b"{}," * 5_000_000 + b"{}]", "bytes of memory"),
    "a bomb of blanks": ("a.json.gz", lambda: bomb(b" ", 256 * MEGABYTE, gzip.compress), "larger than"),
    "a bomb of lists": ("a.json.gz", lambda: bomb(b"[],", 4 * MEGABYTE, gzip.compress), "bytes of memory"),
    "a pack that is one long line": (
        "a.jsonl.xz",
        lambda: bomb(b" ", 40 * MEGABYTE, lzma.compress),
        "line 1 of the pack",
    ),
    "a pack of many lines": ("a.jsonl.xz", lambda: bomb(b"{}\n", 1_000_000, lzma.compress), "more than 10000 lines"),
    "huge numbers in a pot": ("a.json", lambda: certificate(huge_pot(2_000)), ""),
    "more of them": ("a.json", lambda: certificate(huge_pot(3_000)), "the pot has 3000 numbers"),
    "moves of huge numbers": (
        "a.json",
        lambda: certificate(huge_pot(2_000) + "/" + ".".join(str(10**17 + n) for n in range(0, 2_000, 2))),
        "pays no tax",
    ),
    "a large pot": ("a.json", lambda: certificate("taxman:100000"), ""),
    "cuts that are cited often": (
        "a.json",
        lambda: certificate(
            cuts=[{"kind": "S", "vectors": [[1, 2, 3]]}], tree=leaf(cuts=[[0, 0]] * 1_000_000, u=[10**6] * 10)
        ),
        "",
    ),
    "many cuts": (
        "a.json",
        lambda: certificate("taxman:5000", cuts=[{"kind": "S", "vectors": [[1, 1, 2]]}] * 200_000),
        "",
    ),
    "multipliers that are named often": (
        "a.json",
        lambda: certificate(tree=leaf(u=[[2, 0]] * 1_000_000 + [[1, 10**6]])),
        "",
    ),
    "the largest dual": ("a.json", lambda: dual(1_000_000, []), ""),
    "a dual with many cuts": ("a.json", lambda: dual(20_000, [[0, [2, 3]]] * 500_000), ""),
    "a dual with a large cut": ("a.json", lambda: dual(20_000, [[0, list(range(2, 20_000))]]), "a cut has more than"),
    "a dual with many large cuts": (
        "a.json",
        lambda: dual(300_000, [[0, list(range(a, a + 9_000))] for a in range(2, 290_000, 9_000)]),
        "",
    ),
    "a dual with many moves": (
        "a.json",
        lambda: dual(200_000, []).replace(b'"moves":[]', b'"moves":[' + b"199999," * 500_000 + b"199999]"),
        "not in the pot",
    ),
    "a position of many numbers": ("a.json", lambda: certificate("taxman:pot." + "1." * 3_000_000 + "1"), "more than"),
}


def checked_alone(folder: Path, name: str) -> tuple[int, str]:
    """Run the checker's file by itself, with limited time and memory."""
    limits = f"import resource as r; r.setrlimit(r.RLIMIT_CPU, ({SECONDS},) * 2); "
    limits += f"r.setrlimit(r.RLIMIT_AS, ({MEGABYTES * MEGABYTE},) * 2); "
    run = f"runpy.run_path({check.__file__!r}, run_name='__main__')"
    code = f"{limits}import runpy, sys; sys.argv = ['check.py', {name!r}]; {run}"
    command = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="memory is not limited in this way elsewhere")
@pytest.mark.parametrize("name", LARGE)
def test_whatever_is_large_gets_a_verdict_in_time_and_memory(name: str, tmp_path: Path) -> None:
    file, make_content, reason = LARGE[name]
    (tmp_path / file).write_bytes(make_content())
    status, text = checked_alone(tmp_path, file)
    *_, line = text.splitlines()
    assert line.startswith(file), text[-2_000:]
    if not reason:
        # Valid, too many steps to check, or a leaf's bound is too weak: all are correct verdicts here.
        assert ": valid: " in line or ": not examined: checking would take" in line or "proves only" in line, line
    else:
        assert status == 1
        assert reason in line, line


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_what_is_not_a_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "zero.json").symlink_to("/dev/zero")
    (tmp_path / "line\nbreak.json").write_bytes(b"")
    for name in ("pipe.json", "zero.json"):
        assert checked_alone(tmp_path, name) == (1, f"{name}: not examined: it is not a regular file\n")
    assert checked_alone(tmp_path, "line\nbreak.json")[1].count("\n") == 1
