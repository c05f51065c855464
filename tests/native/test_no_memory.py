"""Test that checkers in C, like kernels, neither crash nor give a false answer if any single allocation fails."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import count, islice
from pathlib import Path

import pytest

from perfectplay.core.proof.reading import best_lines
from tests.checkers.programs import ROOT, WATCHED, compiled

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only its linkers can wrap functions"),
]

SOURCE = Path(__file__).with_name("no_memory.c")
WRAPPED = (*(f"-Wl,--wrap={name}" for name in ("malloc", "calloc", "realloc")), str(SOURCE))
SUITE = ROOT / "tests" / "conformance"
PACK = ROOT / "certificates" / "taxman-0001-0100.jsonl.xz"
MOST_BYTES = 20_000
"""Size in bytes above which certificates are left out: larger ones cause the same allocations as smaller ones."""


def failing(program: Path, number: int, *arguments: str, typed: bytes = b"") -> tuple[bool, int, list[str]]:
    """Let an allocation of a checker fail; return whether it failed, the exit status, and the verdicts."""
    env = os.environ | {"FAIL_ALLOCATION": str(number)}
    done = subprocess.run([program, *arguments], input=typed, env=env, capture_output=True, check=False)
    errors = done.stderr.decode().splitlines()
    assert set(errors) <= {"out of memory", f"{program.name}: there is not enough memory"}, errors
    assert (len(errors) == 2) == (done.returncode == 2)
    return errors != [], done.returncode, done.stdout.decode().splitlines()


@pytest.mark.parametrize("game", ["taxman", "pursuit"])
def test_every_allocation_of_a_checker(game: str, tmp_path: Path) -> None:
    program = compiled(game, tmp_path, *WATCHED, *WRAPPED)
    files = sorted(path for path in (SUITE / game).glob("*/*.json") if path.stat().st_size < MOST_BYTES)
    failures = 0
    for path in files[:: len(files) // 8]:
        for number in count():
            failed, status, lines = failing(program, number, str(path))
            if not failed:
                assert (status == 0) == (path.parent.name == "good"), lines
                break
            failures += 1
            if status != 2:
                assert (status, lines) == (1, [f"{path}: not examined: there is not enough memory"])
    assert failures > 100


def test_memory_that_is_missing_once_costs_one_verdict(tmp_path: Path) -> None:
    program = compiled("taxman", tmp_path, "-O2", *WRAPPED)
    lines = list(islice((line for _, line in best_lines([PACK])), 12))
    typed = b"".join(line + b"\n" for line in lines)
    failures = 0
    for number in count(2):
        failed, status, (*found, _, _) = failing(program, number, "--lines", "-", typed=typed)
        words = [line.split(": ")[1] for line in found]
        if not failed:
            assert (status, words) == (0, ["valid"] * len(lines))
            break
        failures += 1
        at = words.index("not examined")
        others = [line for line in found if not re.search(": valid|: NOT valid: it cites", line)]
        assert others == [f"-:{at + 1}: not examined: there is not enough memory"]
        # A certificate that cites the unexamined one cannot be valid, and the checker says so.
        assert words.count("NOT valid") <= (words[at + 1 : at + 2] == ["NOT valid"])
    assert failures > 200
