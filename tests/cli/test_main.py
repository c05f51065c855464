"""The command itself: what it lists, how it fails, how little it loads."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from perfectplay import __version__
from perfectplay.cli.main import main

HEAVY = ("numpy", "numba", "highspy", "rich", "multiprocessing")


def test_help_lists_the_games_with_an_example() -> None:
    result = CliRunner().invoke(main, ["--help"])
    assert result.exit_code == 0
    assert "taxman   Taxman: take a number" in result.stdout
    assert "Example: perfectplay taxman solve 20" in result.stdout


@pytest.mark.parametrize("name", ["solve", "range", "bound", "check", "tournament", "play"])
def test_every_command_has_help_with_an_example_and_json(name: str) -> None:
    result = CliRunner().invoke(main, ["taxman", name, "--help"])
    assert result.exit_code == 0
    assert f"Example: perfectplay taxman {name} " in result.stdout
    assert "--json" in result.stdout


def test_version() -> None:
    result = CliRunner().invoke(main, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"perfectplay, version {__version__}\n")


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "perfectplay", "--version"], capture_output=True, text=True, check=True
    )
    assert __version__ in done.stdout


@pytest.mark.parametrize("args", [["--help"], ["taxman", "--help"], ["taxman", "solve", "0"], ["taxman", "play", "9"]])
def test_nothing_heavy_is_imported_where_no_solver_is_needed(args: list[str]) -> None:
    script = (
        "import sys\n"
        "from perfectplay.cli.main import main\n"
        "try:\n"
        f"    main({args!r})\n"
        "except SystemExit:\n"
        "    pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, input="q\n", check=True)
    assert done.stderr.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("args", "legal"),
    [
        (["chess"], "there is no command 'chess'; the commands are taxman"),
        (["taxman", "slove"], "there is no command 'slove'; the commands are approx, bound, check, play,"),
        (
            ["taxman", "solve", "20", "--jsno"],
            "there is no option '--jsno'; the options are --certificate, --cluster, --help, --jobs, --json",
        ),
    ],
)
def test_a_slip_is_answered_with_what_exists(args: list[str], legal: str) -> None:
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: ")
    assert legal in line
    assert result.stdout == ""


@pytest.mark.parametrize("args", [[], ["taxman"]])
def test_no_command_is_a_question_for_help(args: list[str]) -> None:
    result = CliRunner().invoke(main, args)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == CliRunner().invoke(main, [*args, "--help"]).stdout


def test_a_slip_before_the_game_is_one_line_too() -> None:
    result = CliRunner().invoke(main, ["--jsno"], prog_name="perfectplay")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: No such option '--jsno'; perfectplay --help tells what can be given\n"
