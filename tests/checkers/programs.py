"""The checkers in C: how tests compile and run them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

__all__ = ["ROOT", "STRICT", "WATCHED", "compiled", "run"]

ROOT = Path(__file__).parents[2]
REQUIRED = os.environ.get("PERFECTPLAY_COMPILER") == "required"
STRICT = ("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
WATCHED = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
"""Everything is watched that C lets pass: the program ends when it reads or writes what is not its own."""


def compiled(game: str, folder: Path, *flags: str) -> Path:
    """Compile a game's checker; the test is skipped where there is no compiler, unless one is required."""
    compiler = shutil.which("cc")
    if compiler is None:
        if not REQUIRED:
            pytest.skip("no C compiler found; install gcc to run these tests")
        pytest.fail("a C compiler is required, and none was found")
    program = folder / f"{game}-check"
    source = ROOT / "checkers" / f"{game}_check.c"
    subprocess.run([compiler, *STRICT, *flags, "-o", str(program), str(source)], check=True)
    return program


def run(program: Path, *arguments: str | Path, lines: Sequence[bytes] = ()) -> subprocess.CompletedProcess[str]:
    """Run a checker with lines on its standard input."""
    typed = b"".join(line + b"\n" for line in lines)
    result = subprocess.run([program, *arguments], input=typed, capture_output=True, check=False)
    return subprocess.CompletedProcess(result.args, result.returncode, result.stdout.decode(), result.stderr.decode())
