"""The command that compiles everything beforehand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import perfectplay
from perfectplay.core.game import warm_ups

pytestmark = pytest.mark.full

SOURCE = Path(perfectplay.__file__).parents[1]

# A game whose solver is compiled in no time, so that the command can be seen at work from nothing.
MODULE = """
from perfectplay.core.game import WarmUp
from perfectplay.work.compiled import compiled

@compiled
def once(x):
    return x + 1

@compiled
def twice(x):
    return once(once(x))

def ask():
    assert twice(40) == 42

def fail():
    raise OSError(5, "Input/output error", "a file")

STEPS = (WarmUp("a small game", ask),)
BROKEN = (WarmUp("a broken game", fail),)
"""

SCRIPT = """
import sys

import small
from perfectplay.cli import warm_up
from perfectplay.cli.start import main

if __name__ == "__main__":
    steps = getattr(small, sys.argv.pop(1))
    warm_up.warm_ups = lambda: steps
    main()
"""


def warm_up(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perfectplay", "warm-up", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def small(folder: Path, steps: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "small.py").write_text(MODULE)
    (folder / "script.py").write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": f"{SOURCE}{os.pathsep}{folder}"}
    command = [sys.executable, str(folder / "script.py"), steps, "warm-up", "--jobs", "1", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def test_what_is_missing_is_compiled_and_kept(tmp_path: Path) -> None:
    first = small(tmp_path, "STEPS")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.startswith("compiled 2 functions in ")
    assert list(tmp_path.rglob("small.twice-*.nbc"))
    second = small(tmp_path, "STEPS", "--json")
    record = json.loads(second.stdout)
    assert (record["steps"], record["compiled"]) == (["a small game"], 0)


def test_a_step_that_fails_is_one_line(tmp_path: Path) -> None:
    done = small(tmp_path, "BROKEN")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: cannot use 'a file': Input/output error; ")
    assert done.stderr.count("\n") == 1


def test_the_solvers_of_all_games_are_made_ready() -> None:
    record = json.loads(warm_up("--json", "--jobs", "1").stdout)
    assert record["steps"] == [step.what for step in warm_ups()]
    # What has been compiled before is told apart from what has not.
    done = warm_up()
    assert (done.returncode, done.stdout, done.stderr) == (0, "all functions have been compiled before\n", "")
    kernels = (path for path in SOURCE.rglob("*.py") if "kernels" in {path.stem, path.parent.name})
    compiled = {path.relative_to(SOURCE).parts[1] for path in kernels}
    # The engine for matchings is made ready by the game that it works for.
    assert {step.run.__module__.split(".")[1] for step in warm_ups()} == compiled - {"matching"}
