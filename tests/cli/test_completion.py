"""Test completion in real shells: press Tab in bash and zsh, and list the completions in fish."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import perfectplay
from perfectplay.cli.main import main
from perfectplay.taxman.strategies import strategy_names
from tests.cli.test_terminal import read_until
from tests.commands import commands
from tests.tables import rows

pytestmark = pytest.mark.full

pty = pytest.importorskip("pty", reason="pseudo-terminals are a Unix thing")

REQUIRED = os.environ.get("PERFECTPLAY_SHELLS") == "required"
HEAVY = ("numpy", "highspy", "rich", "multiprocessing", "perfectplay.web")
PROMPT = "ready> "
SHOW = b"\x18"  # Ctrl-X: each shell then prints the line that is being typed.

# Each typed line, with the line that a single Tab makes of it.
LINES = [
    ("tax", "taxman "),
    ("taxman so", "taxman solve "),
    ("taxman solve --cert", "taxman solve --certificate "),
    ("taxman solve --certificate pro", "taxman solve --certificate proof.json "),
    ("taxman solve --certificate=pro", "taxman solve --certificate=proof.json "),
    ("taxman solve --position tax", "taxman solve --position taxman:"),
    ("taxman solve --position taxman:2/", "taxman solve --position taxman:2/2 "),
    ("taxman range 1 5 --format bf", "taxman range 1 5 --format bfile "),
    ("taxman range 1 5 --format=bf", "taxman range 1 5 --format=bfile "),
    ("taxman range 1 5 --certificates fol", "taxman range 1 5 --certificates folder/"),
    ("sequences taxman-full", "sequences taxman-full-steps "),
    ("taxman tournament --versus trono-4 opt", "taxman tournament --versus trono-4 optimal "),
    ("taxman tournament --strategies trono-4,opt", "taxman tournament --strategies trono-4,optimal "),
    ("taxman tournament --strategies min", "taxman tournament --strategies mine.py "),
    ("check pro", "check proof.json "),
    ("coins play 1 2 --opponent gre", "coins play 1 2 --opponent greedy "),
    ("coins play --position coins:1.2/R", "coins play --position coins:1.2/RL "),
    ("pursuit play --deck cla", "pursuit play --deck classic "),
    ("pursuit solve --rules all,fr", "pursuit solve --rules all,fractions "),
    ("pursuit solve --rules all,op", "pursuit solve --rules all,operators="),
]


def find_shell(name: str) -> str:
    """Return the path of a shell; skip the test if there is none, unless shells are required."""
    path = shutil.which(name)
    if path is None and not REQUIRED:
        pytest.skip(f"no {name} found; install it to run these tests")
    assert path is not None, f"no {name} on the PATH"
    return path


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with some files, and put the command on the PATH."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "perfectplay"
    command = f'{shlex.quote(sys.executable)} -m perfectplay "$@"'
    program.write_text(f"#!/bin/sh\nexec {command}\n", encoding="utf-8")
    program.chmod(0o755)
    for name in ("proof.json", "mine.py"):
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "ZDOTDIR"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(Path(perfectplay.__file__).parents[1]))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("INPUTRC", "/dev/null")
    return tmp_path


def script(shell: str, place: Path) -> str:
    """Return the program's completion script for a shell."""
    environment = {**os.environ, "_PERFECTPLAY_COMPLETE": f"{shell}_source"}
    done = subprocess.run([place / "bin" / "perfectplay"], env=environment, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


@contextmanager
def typing(*command: str) -> Iterator[Callable[[str], str]]:
    """Start a shell at a terminal; yield a function that types a line and a Tab and returns the line after it."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)

    def tab(text: str) -> str:
        # Ctrl-U empties the line.
        os.write(ours, b"\x15" + text.encode() + b"\t" + SHOW)
        seen = read_until(ours, b"<END>")
        return seen.decode().rpartition("<LINE>")[2].partition("<END>")[0]

    try:
        read_until(ours, PROMPT.encode())
        yield tab
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def test_a_tab_in_bash(place: Path) -> None:
    bash = find_shell("bash")
    show = """bind -x '"\\C-x": echo "<LINE>$READLINE_LINE<END>"'"""
    settings = f"bind 'set enable-bracketed-paste off'\nbind 'set bell-style none'\n{show}\nPS1='{PROMPT}'\n"
    (place / "rc").write_text(script("bash", place) + settings, encoding="utf-8")
    with typing(bash, "--noprofile", "--rcfile", "rc", "-i") as tab:
        assert {text: tab(f"perfectplay {text}") for text, _ in LINES} == {
            text: f"perfectplay {line}" for text, line in LINES
        }


def test_a_tab_in_zsh(place: Path) -> None:
    zsh = find_shell("zsh")
    show = "show() { print -r -- \"<LINE>$BUFFER<END>\" }\nzle -N show\nbindkey '^X' show\nbindkey '^U' kill-whole-line"
    settings = f"unsetopt zle_bracketed_paste beep\n{show}\nPS1='{PROMPT}'\n"
    load = "autoload -U compinit\ncompinit -u -D\n"
    (place / ".zshrc").write_text(load + script("zsh", place) + settings, encoding="utf-8")
    with typing(zsh, "-d", "-i") as tab:
        assert {text: tab(f"perfectplay {text}") for text, _ in LINES} == {
            text: f"perfectplay {line}" for text, line in LINES
        }


def fish_lists(fish: str, line: str) -> list[str]:
    code = f"source complete.fish; complete -C {shlex.quote(line)}"
    done = subprocess.run([fish, "--no-config", "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return [item.partition("\t")[0] for item in done.stdout.splitlines()]


def test_what_fish_lists(place: Path) -> None:
    fish = find_shell("fish")
    (place / "complete.fish").write_text(script("fish", place), encoding="utf-8")
    # fish itself adds the space after a word, and lists completions of only the last word.
    assert {text: fish_lists(fish, f"perfectplay {text}") for text, _ in LINES} == {
        text: [line.split()[-1]] for text, line in LINES
    }
    assert fish_lists(fish, "perfectplay ") == sorted(main.list_commands(main.make_context("perfectplay", ["--"])))


def answers(monkeypatch: pytest.MonkeyPatch, line: str) -> list[str]:
    """Return the completions of a line that the program offers to bash."""
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("_PERFECTPLAY_COMPLETE", "bash_complete")
    result = CliRunner().invoke(main, prog_name="perfectplay")
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.split()


def test_all_of_a_kind_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = ["plain,taxman", "plain,coins", "plain,pursuit", "plain,factorgame"]
    assert answers(monkeypatch, "perfectplay ")[:4] == commands
    strategies = [f"plain,{name}" for name in strategy_names()]
    assert answers(monkeypatch, "perfectplay taxman tournament --strategies ") == strategies
    others = [f"plain,trono-4,{name}" for name in strategy_names() if name != "trono-4"]
    assert answers(monkeypatch, "perfectplay taxman tournament --strategies trono-4,") == others
    moves = [f"plain,taxman:9/7.{move}" for move in (4, 6, 8, 9)]
    assert answers(monkeypatch, "perfectplay taxman play --position taxman:9/7.") == moves
    assert answers(monkeypatch, "perfectplay coins table --of ") == ["plain,A", "plain,M", "plain,S"]


@pytest.mark.parametrize(
    "line",
    [
        "perfectplay taxman solve ",
        "perfectplay taxman solve --position taxman:",
        "perfectplay taxman solve --position taxman:0/",
        "perfectplay taxman solve --position taxman:1000/",
        "perfectplay taxman solve --position 'taxman:%",
        "perfectplay coins play --position taxman:",
        "perfectplay pursuit formulas --rules all --op",
        "perfectplay taxman solve --no-such-option",
    ],
)
def test_what_cannot_be_completed_is_not(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers(monkeypatch, line) == []


@rows(
    "line",
    [
        "perfectplay ",
        "perfectplay taxman solve --",
        "perfectplay taxman solve --position taxman:9/7.",
        "perfectplay taxman tournament --strategies ",
        "perfectplay coins play --opponent ",
        "perfectplay pursuit odds --deck ",
    ],
)
def test_a_completion_loads_nothing_heavy(line: str) -> None:
    environment = {**os.environ, "_PERFECTPLAY_COMPLETE": "bash_complete", "COMP_WORDS": line}
    command = [sys.executable, "-X", "importtime", "-m", "perfectplay"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    imported = [row.rpartition("|")[2].strip() for row in done.stderr.splitlines()]
    assert "perfectplay.cli.completion" in imported
    assert [name for name in imported if name in HEAVY] == []
    assert done.stdout.startswith("plain,")


def test_every_option_that_takes_a_file_completes_one() -> None:
    kinds = {
        (path, param.opts[0]): {item.type for item in param.shell_complete(click.Context(command), "")}
        for path, command in commands()
        for param in command.params
        if isinstance(param, click.Option) and param.metavar in {"FILE", "FOLDER"}
    }
    assert len(kinds) > 15
    assert [name for name, found in kinds.items() if not found or not found <= {"file", "dir"}] == []
