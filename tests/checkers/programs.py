"""Build and run the checkers in C and the checker that is proven in Rocq."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
REQUIRED = os.environ.get("PERFECTPLAY_COMPILER") == "required"
ROCQ = ("coqc", "ocamlopt", "make")
"""Programs that are needed to build the proven checker."""
STRICT = ("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
WATCHED = ("-O1", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
"""Compiler flags for sanitizers, which stop the program at undefined behaviour or an invalid memory access."""


def compiled(game: str, folder: Path, *flags: str) -> Path:
    """Compile a game's checker; skip the test if there is no compiler, unless one is required."""
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
    """Run a checker, and pass it the lines on standard input."""
    typed = b"".join(line + b"\n" for line in lines)
    result = subprocess.run([program, *arguments], input=typed, capture_output=True, check=False)
    return subprocess.CompletedProcess(result.args, result.returncode, result.stdout.decode(), result.stderr.decode())


# -- the proven checker ------------------------------------------------------------------------------------------------


def loaded(name: str) -> ModuleType:
    """Load a Python program from the proof's folder under its own name, because these programs import each other."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "formal" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[name] = found
    spec.loader.exec_module(found)
    return found


FLATTEN, CLAIMS = loaded("flatten"), loaded("claims")
"""Modules that convert certificates for the proven checker, and compare its verdicts with the claims."""


def lacking(*programs: str) -> str | None:
    """Return the first missing program, or ``None``; fail the test if one is missing although it is required."""
    missing = next((program for program in programs if shutil.which(program) is None), None)
    if missing is not None and os.environ.get("PERFECTPLAY_ROCQ") == "required":
        pytest.fail(f"{missing} is required, and was not found")
    return missing


def make(*targets: str) -> str:
    """Build in build/formal, like `make formal`; a lock ensures that only one process builds at a time."""
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


def proven_words(texts: Sequence[bytes], *options: str) -> list[str]:
    """Return the proven checker's verdict on each certificate as a word."""
    lines = "".join(FLATTEN.flatten(text) + "\n" for text in texts)
    program = ROOT / "build" / "taxman-proven"
    result = subprocess.run([program, "--lines", *options], input=lines, capture_output=True, text=True, check=False)
    *found, _ = result.stdout.splitlines()
    assert len(found) == len(texts), result
    said = [line.split(": ") for line in found]
    for text, (_, word, *claim) in zip(texts, said, strict=True):
        assert word != "valid" or claim == [CLAIMS.claimed(text)], (claim, text)
    return [word for _, word, *_ in said]


def examined(text: bytes) -> bool:
    """Return whether the proven checker examines a certificate: its pot is small, and its numbers fit into 63 bits."""
    return not (re.search(rb"\d{18}", text) or FLATTEN.flatten(text).startswith("unexamined"))
