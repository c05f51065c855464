"""Seconds until the first answers of a fresh installation, without a cache of any kind.

    python benchmarks/first_answers.py [--quick] [--record FILE] [--against FILE]

`make bench` runs it, too.

Each question is asked five times in a process of its own, of a copy of the package; the median is shown, and beside it
how much longer the same answer takes by the solver for large questions, which loads numpy, HiGHS and the kernels.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from figures import Figures

import perfectplay

PACKAGE = Path(perfectplay.__file__).parent
RUNS = 5
DEAL = ("3", "6", "9", "10", "50", "100")
HINT = ("taxman", "play", "--position", "taxman:30/29")
TAXMAN = """
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact import solve
solve(TaxmanPosition.from_id("{}"))
"""

QUESTIONS: dict[str, tuple[tuple[str, ...], str, str]] = {
    # name: the command, its input, and a program that asks the solver for large questions the same
    "--help": (("--help",), "", ""),
    "taxman solve 8": (("taxman", "solve", "8", "--no-records"), "", TAXMAN.format("taxman:8")),
    "taxman solve 40": (("taxman", "solve", "40", "--no-records"), "", TAXMAN.format("taxman:40")),
    "a hint with 30 numbers": (HINT, "h\nq\n", TAXMAN.format("taxman:30/29")),
    "pursuit solve": (("pursuit", "solve", *DEAL, "--target", "951"), "", ""),
    "pursuit map": (("pursuit", "map", *DEAL), "", ""),
    "coins solve": (("coins", "solve", "5", "1", "1", "5"), "", ""),
}


def fresh(folder: Path) -> dict[str, str]:
    """Copy the package without its byte code, and return environment variables with which Python uses the copy."""
    shutil.copytree(PACKAGE, folder / "perfectplay", ignore=shutil.ignore_patterns("__pycache__"))
    return os.environ | {"PYTHONPATH": str(folder), "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}


def seconds(command: list[str], environment: dict[str, str], typed: str = "") -> float:
    """Run a process; return its wall-clock seconds."""
    began = time.perf_counter()
    subprocess.run(command, input=typed, text=True, capture_output=True, check=True, env=environment)  # noqa: S603  # ours
    return time.perf_counter() - began


def main() -> None:
    figures = Figures(__doc__, "compare with no other solver")
    for name, (arguments, typed, other) in QUESTIONS.items():
        with tempfile.TemporaryDirectory() as folder:
            environment = fresh(Path(folder))
            command = [sys.executable, "-m", "perfectplay", *arguments]
            # Compile byte code first, as an installation does.
            seconds([sys.executable, "-m", "compileall", "-q", folder], environment)
            taken = median(seconds(command, environment, typed) for _ in range(RUNS))
            note = ""
            if other and not figures.quick:
                slow = median(seconds([sys.executable, "-c", other], environment) for _ in range(RUNS))
                note = f"{slow / taken:.1f} times as long by the solver for large questions"
            figures.show(f"first answer: {name}", taken, note)
    figures.save()


if __name__ == "__main__":
    main()
