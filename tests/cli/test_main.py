"""Test the main command: its list of commands, its errors, and how few modules it loads."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import perfectplay
from perfectplay import __version__
from perfectplay.cli.main import main
from perfectplay.core.game import game_names, load_game
from tests.tables import rows


def test_version() -> None:
    result = CliRunner().invoke(main, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"perfectplay, version {__version__}\n")


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "perfectplay", "--version"], capture_output=True, text=True, check=True
    )
    assert __version__ in done.stdout


# Commands that tests/contract cannot cover, for example because their output changes with every new proof.
@rows(
    "args, message",
    [
        (["taxman", "solve", "9" * 5000], "has more than 18 digits"),
        (["coins", "solve", "9" * 5000], "at most 1000 digits"),
        (["coins", "table", *["1"] * 2001, "--json"], "at most 2,000 coins are possible, and --from I --to J choose"),
        (["coins", "solve", *["1"] * 100, "--svg", "row.svg"], "one picture"),
        (["taxman", "records", "99998"], "there is no record of N = 99998; the table has "),
        (["taxman", "records", "99998", "99999"], "there is no record of any N from 99998 to 99999; the table has "),
    ],
    lambda row: " ".join(row[0])[:40],
)
def test_what_is_long_or_beyond_the_table_is_refused_in_one_line(args: list[str], message: str) -> None:
    result = CliRunner().invoke(main, args)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert message in line


@rows(
    "args, digits",
    [
        (["taxman", "solve", "1,000"], "1000"),
        (["taxman", "solve", "1 000"], "1000"),
        (["taxman", "play", "12.000"], "12000"),
        (["taxman", "bound", "1'000'000"], "1000000"),
        (["taxman", "range", "1", "1_000"], "1000"),
        (["coins", "solve", "1,000", "2"], "1000"),
        (["pursuit", "solve", "2", "1,050", "--target", "9"], "1050"),
        (["pursuit", "solve", "2", "3", "--target", "1\u202f000"], "1000"),
    ],
)
def test_separators_of_thousands_are_called_what_they_are(args: list[str], digits: str) -> None:
    result = CliRunner().invoke(main, args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith(f" is not a whole number; write it in digits, as in {digits}\n")


def test_what_may_be_a_pot_is_one() -> None:
    result = CliRunner().invoke(main, ["taxman", "solve", "1,234"])
    assert "Pot of 2 numbers: best score 234" in result.stdout


@rows("game", game_names())
@rows("name", ["solve", "play"])
def test_every_game_takes_a_position_by_its_id(game: str, name: str) -> None:
    start = load_game(game).example().id
    result = CliRunner().invoke(main, [game, name, "--position", start, "--json"], input="")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout.splitlines()[0])["position"].startswith(start)


@rows(
    "args, message",
    [
        (["solve", "12", "--position", "12/11"], "POSITION and --position exclude each other; give one of them"),
        (["play", "--position", "12", "30"], "POSITION and --position exclude each other; give one of them"),
        (["solve"], "a position is missing; give POSITION, as in factorgame:12, or --position ID"),
        (["play", "--position", ""], "position id 'factorgame:' has nothing after"),
    ],
)
def test_a_game_has_one_position(args: list[str], message: str) -> None:
    result = CliRunner().invoke(main, ["factorgame", *args], input="")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize("args", [[], ["taxman"]])
def test_no_command_is_a_question_for_help(args: list[str]) -> None:
    result = CliRunner().invoke(main, args)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == CliRunner().invoke(main, [*args, "--help"]).stdout


def test_a_slip_before_the_game_is_one_line_too() -> None:
    result = CliRunner().invoke(main, ["--jsno"], prog_name="perfectplay")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: there is no option '--jsno'; perfectplay --help tells what can be given\n"


def test_the_list_of_commands_says_what_they_say_themselves() -> None:
    context = main.make_context("perfectplay", ["--"])
    for name in main.list_commands(context):
        listed = main.get_command(context, name)
        assert listed is not None
        itself = main.resolve_command(context, [name])[1]
        assert itself is not None
        assert itself.get_short_help_str(100) == listed.get_short_help_str(100)


def test_help_imports_no_more_of_a_game_than_its_declaration() -> None:
    code = "import sys, perfectplay.cli.main as at\nat.main(['-h'], standalone_mode=False)\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = done.stdout.splitlines()[-1].split()
    games = {name for name in names if name.startswith(("perfectplay.taxman", "perfectplay.cli.taxman"))}
    assert games == {"perfectplay.taxman", "perfectplay.taxman.game"}


def test_a_module_is_called_by_the_name_of_the_command() -> None:
    command = [sys.executable, "-m", "perfectplay", "taxman", "solve", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: perfectplay taxman solve [OPTIONS] [N]\n")


# Python runs this code before any other code; it presses Ctrl-C when a given module is imported.
CUSTOMIZE = """\
import os
import signal
import sys


class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["CTRL_C_AT"]:
            signal.raise_signal(signal.SIGINT)


sys.meta_path.insert(0, Finder())
"""

MOMENTS = [
    "perfectplay.cli.main",
    "click",
    "click.types",
    "perfectplay.cli.base",
    "perfectplay.cli.taxman.command",
    "perfectplay.taxman.rules",
    "perfectplay.taxman.exact",
    "numpy",
    "numpy.linalg",
    "highspy",
    "ctypes",
    "perfectplay.native",
    "perfectplay.matching.kernels.vector",
    "perfectplay.matching.search.tree",
]


def interrupted_at(moment: str, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    (folder / "sitecustomize.py").write_text(CUSTOMIZE, encoding="utf-8")
    path = os.pathsep.join([str(folder), str(Path(perfectplay.__file__).parents[1])])
    environment = {**os.environ, "CTRL_C_AT": moment, "PYTHONPATH": path}
    command = [sys.executable, "-m", "perfectplay", *args]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.full
@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_while_the_program_is_loaded_is_one_line(moment: str, tmp_path: Path) -> None:
    args = ("explain", "30") if moment == "highspy" else ("solve", "301", "--no-records")  # a search needs no HiGHS
    done = interrupted_at(moment, tmp_path, "taxman", *args)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "interrupted")


def test_without_ctrl_c_the_same_program_answers(tmp_path: Path) -> None:
    done = interrupted_at("never", tmp_path, "taxman", "solve", "301", "--no-records")
    assert (done.returncode, "interrupted" in done.stderr) == (0, False)
    assert "best score 28787, proven optimal" in done.stdout


def test_ctrl_c_in_a_callback_is_not_lost() -> None:
    code = """\
import signal, sys, weakref
import perfectplay.taxman.bounds
from perfectplay.cli.start import main

class Thing:
    pass

def work(n):
    thing = Thing()
    watch = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
    del thing
    while True:
        pass

perfectplay.taxman.bounds.matching = work
sys.argv[:] = ["perfectplay", "taxman", "bound", "50", "--json"]
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "interrupted")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_where_ctrl_c_is_ignored_it_stays_ignored(tmp_path: Path) -> None:
    # A child process inherits ignored signals from its parent.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        done = interrupted_at("click", tmp_path, "--version")
    finally:
        signal.signal(signal.SIGINT, before)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"perfectplay, version {__version__}\n", "")


def test_long_numbers_are_read_and_written_whatever_the_environment_says() -> None:
    coin = "9" * 1000
    command = [sys.executable, "-m", "perfectplay", "coins", "solve", coin, "1", "--json"]
    environment = {**os.environ, "PYTHONINTMAXSTRDIGITS": "640"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["first"] == int(coin)
