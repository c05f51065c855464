"""The command that compiles everything beforehand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from perfectplay.core.game import warm_ups


def warm_up(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perfectplay", "warm-up", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment})


def test_a_second_run_finds_nothing_to_do() -> None:
    assert warm_up().returncode == 0
    done = warm_up()
    assert done.stdout == "all functions have been compiled before\n"
    assert done.stderr == ""


def test_json_names_the_steps() -> None:
    done = warm_up("--json", "--jobs", "1")
    record = json.loads(done.stdout)
    assert record["steps"] == [step.what for step in warm_ups()]
    assert record["compiled"] == 0


def test_an_impossible_number_of_jobs_is_refused() -> None:
    done = warm_up("--jobs", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: 0 jobs were asked for; a number from 1 to 1024 is possible\n"


def test_every_game_of_this_package_that_compiles_is_warmed_up() -> None:
    folder = Path(sys.modules["perfectplay"].__file__ or "").parent
    compiled = {path.relative_to(folder).parts[0] for path in folder.rglob("*kernels.py")}
    assert {step.run.__module__.split(".")[1] for step in warm_ups()} == compiled
