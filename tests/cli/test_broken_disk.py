"""Test commands on a disk that fails or loses its power: they never leave a wrong row or half a file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from perfectplay.native.build import compiler
from tests.core.test_full_disk import folder as folder  # noqa: PLC0414  # a fixture

PROGRAM = Path(__file__).with_name("broken_disk.py")
SHIM = Path(__file__).parents[1] / "core" / "full_disk.c"
GROUPS = (
    "range",
    "tournament",
    "odds design",
    "all-best certificates explain approx coins pursuit worksheet printed sequences packs site",
)

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or compiler() is None, reason="needs Linux and a C compiler"
)


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("shim") / "full_disk.so"
    subprocess.run([*(compiler() or []), "-shared", "-fPIC", "-o", library, SHIM, "-ldl"], check=True)
    return library


def tries(shim: Path, folder: Path, how: str, step: int, names: str) -> int:
    """Run `broken_disk.py`; return how many runs of commands it has checked."""
    command: list[str | Path] = [sys.executable, PROGRAM, how, str(step), folder, *names.split()]
    environment = os.environ | {"LD_PRELOAD": str(shim)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return sum(int(number) for line in done.stdout.splitlines() for number in line.split()[2:])


@pytest.mark.parametrize("how", ["call", "power"])
def test_some_failures_of_some_commands(shim: Path, folder: Path, how: str) -> None:
    assert tries(shim, folder, how, 31, "range odds certificates site") > 20


@pytest.mark.full
@pytest.mark.parametrize("names", GROUPS)
@pytest.mark.parametrize(("how", "step"), [("call", 1), ("calls", 4), ("power", 4)])
def test_every_failure_of_every_command(shim: Path, folder: Path, how: str, step: int, names: str) -> None:
    assert tries(shim, folder, how, step, names) > 200 // step
