"""Test the kernels with every supported compiler: they compile, and compute the same to the last bit."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.native.library import FOLDER, REQUIRED, STRICT, ZIG_CACHES, copy
from tests.tables import rows

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
TRACED = (
    "tests/coins/test_kernels.py",
    "tests/factorgame/test_solve.py",
    "tests/pursuit/test_kernels.py",
    "tests/taxman/test_exact_parts.py",
    "tests/taxman/test_large_kernels.py",
    "tests/taxman/test_plain_kernels.py",
    "tests/taxman/test_shrink.py",
)
"""Files whose tests together call every kernel; `SLOW` excludes slow tests by words in their names."""
SLOW = ("classroom", "costs", "larger", "nearly", "pool", "small", "table", "terminal", "thorough", "two_tight")
HIDDEN = {k: v for k, v in {**os.environ, **ZIG_CACHES, "PATH": "/nowhere"}.items() if k not in ("CC", "PYTHONPATH")}
"""The environment of a machine without a compiler."""
TARGETS = ("aarch64-linux-musl", "aarch64-macos", "x86_64-windows-gnu")


def fetched(*arguments: str) -> None:
    """Run pip with access to the package index; skip the test if it cannot be reached."""
    done = subprocess.run(
        [sys.executable, "-m", "pip", *arguments], env=HIDDEN, capture_output=True, text=True, check=False
    )
    if not REQUIRED and "No matching distribution found for" in done.stderr:
        pytest.skip("pip cannot reach a package index")
    assert done.returncode == 0, done.stdout + done.stderr


def build_without_a_compiler(folder: Path) -> Path:
    """Build a wheel from the source distribution with pip, but without a compiler; return the folder for PYTHONPATH."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    (sdist,) = folder.glob("*.tar.gz")
    fetched("wheel", "--no-deps", "--wheel-dir", str(folder), str(sdist))
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")  # safe, because this test has built the archive
    return folder / "installed"


def trace(folder: Path, *others: Path) -> dict[str, list[str]]:
    """Run tests with the package in a folder; return the kernels they call, and those of others that differ."""
    told = folder / "traced.json"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.native.traced"]
    selected = [*TRACED, "-k", " and ".join(f"not {word}" for word in SLOW), "--hypothesis-profile=day"]
    libraries = [other / "perfectplay" / "native" for other in others]
    for source in (path for library in libraries for path in library.glob("*.c")):
        source.unlink()  # only the package in `folder` can tell whether its own library has been compiled from these
    variables = {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "TRACED": str(told)}
    variables["OTHERS"] = os.pathsep.join(map(str, libraries))
    done = subprocess.run(
        [*command, *selected], cwd=ROOT, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-9_000:] + done.stderr[-9_000:]
    kernels = json.loads(told.read_text(encoding="ascii"))
    assert isinstance(kernels, dict)
    return kernels


def test_every_compiler_gives_the_same_results(tmp_path: Path) -> None:
    missing = {name for name in ("gcc", "clang") if shutil.which(name) is None}
    assert not (REQUIRED and missing), missing
    folders = [copy(tmp_path / name, compiled_by=[name]) for name in {"gcc", "clang"} - missing]
    # The last build uses the compiler of ziglang, which pip fetches.
    kernels = trace(*folders, build_without_a_compiler(tmp_path))
    text = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.c"))
    assert set(kernels["called"]) == set(re.findall(r"^KERNEL (\w+)", text, re.MULTILINE)), "a kernel no test calls"
    assert kernels["different"] == []


@pytest.fixture(scope="module")
def zig() -> Iterator[Path]:
    """Yield the folder of ziglang, a compiler for every platform: an installed one, or a download of 400 MB."""
    if (installed := find_spec("ziglang")) and installed.origin:
        yield Path(installed.origin).parents[1]
        return
    with tempfile.TemporaryDirectory() as folder:
        fetched("install", "--quiet", "--no-compile", "--target", folder, "ziglang")
        yield Path(folder)


@rows("target", TARGETS)
def test_kernels_compile_for_other_platforms_of_a_release(target: str, zig: Path, tmp_path: Path) -> None:
    # Only compile: to link, zig would first compile the C library of each platform.
    command = [sys.executable, "-m", "ziglang", "cc", "-target", target, "-std=c11", "-O1", *STRICT, '-DSOURCES=""']
    variables = {**os.environ, **ZIG_CACHES, "PYTHONPATH": str(zig)}
    for path in FOLDER.glob("*.c"):
        line = [*command, "-c", str(path), "-o", str(tmp_path / "object")]
        done = subprocess.run(line, env=variables, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
