"""Test the public types with a program that needs no cast, and with errors that a type checker must find."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
USER = HERE / "user.py"
REQUIRED = os.environ.get("PERFECTPLAY_NODE") == "required"

REFUSED = (
    'n: int = solve("taxman:30").value',
    "n: str = solve(TaxmanPosition.new(30)).moves[0]",
    "n: int = solve(CoinsPosition.new([1, 2])).value",
    "play(TaxmanPosition.new(30)).play(2.5)",
    "play(TaxmanPosition.new(30)).position.coins",
    "solve(30)",
    "play(30)",
    "position: Position[str, int] = TaxmanPosition.new(30)",
    "position: Position[str, int] = CoinsPosition.new([1, 2])",
)


def mypy(folder: Path, program: Path) -> str:
    """Run mypy as a user who has only installed the package."""
    options = ("--strict", "--config-file=", "--follow-imports=silent", f"--cache-dir={folder / 'cache'}")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, program],
        env={**os.environ, "MYPYPATH": str(ROOT / "src")},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_mypy_takes_a_users_program(tmp_path: Path) -> None:
    assert mypy(tmp_path, USER) == "Success: no issues found in 1 source file\n"


def test_mypy_refuses_what_is_not_so(tmp_path: Path) -> None:
    program = tmp_path / "wrong.py"
    head = (
        "from perfectplay import Position, play, solve",
        "from perfectplay.coins.rules import CoinsPosition",
        "from perfectplay.taxman.rules import TaxmanPosition",
    )
    functions = (f"def wrong_{i}() -> None: {line}" for i, line in enumerate(REFUSED))
    program.write_text("\n".join((*head, *functions)) + "\n", encoding="utf-8")
    told = mypy(tmp_path, program).splitlines()
    assert {int(line.split(":")[1]) for line in told if ": error: " in line} == {
        *range(len(head) + 1, len(head) + len(REFUSED) + 1)
    }, told


def test_the_program_says_the_truth() -> None:
    """Run the typed program, and test that it prints the right answers."""
    said = run(HERE, sys.executable, "-c", "import user; print(user.main())")
    assert said == "[301, (5, 'L'), 5, 21, 2, 0, 301, 3]\n"


@pytest.mark.full
@pytest.mark.skipif(
    shutil.which("npm") is None and not REQUIRED, reason="no npm found; install Node.js to ask pyright, too"
)
def test_pyright_takes_it_too_and_finds_a_type_for_every_name(tmp_path: Path) -> None:
    for name in ("package.json", "package-lock.json", USER.name):
        shutil.copy(HERE / name, tmp_path)
    (tmp_path / "pyrightconfig.json").write_text('{"include": ["user.py"], "typeCheckingMode": "strict"}', "utf-8")
    run(tmp_path, shutil.which("npm") or "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
    pyright = tmp_path / "node_modules" / ".bin" / "pyright"
    run(tmp_path, pyright, "--pythonpath", sys.executable)
    told = run(tmp_path, pyright, "--pythonpath", sys.executable, "--verifytypes", "perfectplay", "--ignoreexternal")
    assert f'Package directory: "{ROOT / "src" / "perfectplay"}"' in told
    assert "Type completeness score: 100%" in told


def run(folder: Path, *command: str | Path) -> str:
    """Return the output of a program that must succeed; it imports this checkout, not the installed version."""
    # When pyright verifies types in an environment, it skips most packages unless their folder is named.
    folders = (str(ROOT / "src"), sysconfig.get_path("purelib"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
