"""Test that a resume file never loses a result if the disk is full or a call fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from perfectplay.core.running.store import SealedRows

PROGRAM = Path(__file__).with_name("full_disk.py")
GCC = shutil.which("gcc") or ""
BEGINNINGS = ["nothing", "half", "damaged"]

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the tests look into /proc")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder in memory if possible, because thousands of changes would be slow on a real disk."""
    memory = Path("/dev/shm")  # noqa: S108  # the folder in memory only saves time
    if not os.access(memory, os.W_OK):
        yield tmp_path / "disk"
        return
    with tempfile.TemporaryDirectory(dir=memory) as name:
        yield Path(name) / "disk"


def tries(how: str, step: int, folder: Path, **environment: str) -> dict[str, tuple[int, int]]:
    """Run `full_disk.py`; for each initial file, return how many attempts succeeded and how many were refused."""
    command: list[str | Path] = [sys.executable, PROGRAM, how, str(step), folder]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return {name: (int(well), int(refused)) for name, well, refused in map(str.split, done.stdout.splitlines())}


@pytest.mark.parametrize("step", [6000, pytest.param(300, marks=pytest.mark.full)])
def test_a_disk_that_is_full(folder: Path, step: int) -> None:
    found = tries("size", step, folder)
    assert list(found) == BEGINNINGS
    assert min(refused for _, refused in found.values()) > 20_000 // step


@pytest.mark.full
@pytest.mark.skipif(not GCC, reason="needs a C compiler")
@pytest.mark.parametrize("how", ["call", "calls"])
def test_a_disk_that_fails(folder: Path, tmp_path: Path, how: str) -> None:
    library = tmp_path / "full_disk.so"
    subprocess.run([GCC, "-shared", "-fPIC", "-o", library, PROGRAM.with_suffix(".c"), "-ldl"], check=True)
    found = tries(how, 1, folder, LD_PRELOAD=str(library))
    assert list(found) == BEGINNINGS
    assert min(refused for _, refused in found.values()) > 50


def test_a_file_that_is_removed_while_it_is_written_to_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with SealedRows.open(path, 7, "square", kind="squares") as rows:
        rows.put("squares", {1: 1})
        path.unlink()
        with pytest.raises(Exception, match=r"removed or replaced while this run wrote to it; run the same command"):
            rows.put("squares", {2: 4})
    assert list(tmp_path.iterdir()) == []


def test_rows_beside_a_damaged_one_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with SealedRows.open(path, 7, "square", kind="squares") as rows:
        rows.put("squares", dict.fromkeys(range(20), 1))
    content = bytearray(path.read_bytes())
    content[4096 + 18 : 4096 + 20] = b"\xff\xff"  # the place of the sixth row in the page of all rows
    path.write_bytes(content)
    with SealedRows.open(path, 7, "square", kind="squares") as rows:
        assert len(rows.read("squares", int)) == 19
