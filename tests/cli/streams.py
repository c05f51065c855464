"""Run commands in their own processes with a standard stream that is closed or full, or has no reader.

``python -m tests.cli.streams`` imports all modules once. Then it reads a command from each line of its input, and runs
it in a fork of itself.
"""

import gc
import importlib
import json
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

KINDS = (">&-", ">/dev/full", "| closed", "2>&-", "2>/dev/full", "<&-", ">&- 2>&- <&-")
"""Faults of the standard streams, in the syntax of shells; "| closed" is a pipe without a reader."""

Run = Callable[[Sequence[str], str, Path], "subprocess.CompletedProcess[str]"]
"""Runs a command in a folder while one of the faults affects its standard streams."""


def run(arguments: Sequence[str], kind: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a new process while one of the faults affects its standard streams."""
    shell = f'exec "$0" -m perfectplay "$@" {kind.removeprefix("| closed")}'
    output = subprocess.PIPE
    if kind == "| closed":
        reader, output = os.pipe()
        os.close(reader)
    try:
        return subprocess.run(
            ["/bin/sh", "-c", shell, sys.executable, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            check=False,
        )
    finally:
        if output != subprocess.PIPE:
            os.close(output)


@contextmanager
def forking(folder: Path) -> Iterator[Run]:
    """Yield a runner that forks a process for each command, which is faster than starting Python each time."""
    output, errors = folder / "output", folder / "errors"

    def run_forked(arguments: Sequence[str], kind: str, here: Path) -> subprocess.CompletedProcess[str]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps([[*arguments], kind, str(here), str(output), str(errors)]) + "\n")
        process.stdin.flush()
        status = int(process.stdout.readline())
        return subprocess.CompletedProcess([*arguments], status, output.read_text(), errors.read_text())

    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-m", "tests.cli.streams"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root
    ) as process:
        yield run_forked


def serve() -> None:
    """Run each requested command in a fork, and report its exit status; in the fork, return after the command."""
    package = importlib.import_module("perfectplay")
    for module in pkgutil.walk_packages(package.__path__, "perfectplay."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    gc.freeze()
    for line in sys.stdin:
        arguments, kind, folder, output, errors = json.loads(line)
        child = os.fork()
        if child == 0:
            os.chdir(folder)
            become(kind, output, errors)
            sys.argv = ["perfectplay", *arguments]
            importlib.import_module("perfectplay.cli.start").main()
            return
        _, ended = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(ended)}\n")
        sys.stdout.flush()


def become(kind: str, output: str, errors: str) -> None:
    """Connect the standard streams of this process as a shell would."""
    reader, unread = os.pipe()
    os.close(reader)
    full = os.open("/dev/full", os.O_WRONLY)
    for stream, name in ((1, output), (2, errors)):
        file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, stream)
        os.close(file)
    for trouble in kind.split():
        if trouble == "|":
            os.dup2(unread, 1)
        elif trouble.endswith("/dev/full"):
            os.dup2(full, 2 if trouble.startswith("2") else 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    for spare in (nothing, full, unread):
        os.close(spare)
    streams = {"<&-": (0, "stdin"), ">&-": (1, "stdout"), "2>&-": (2, "stderr")}
    closed = {streams[trouble] for trouble in kind.split() if trouble in streams}
    for number, name in streams.values():
        if (number, name) in closed:
            os.close(number)
        # Python sets a standard stream to None if it is closed at the start.
        opened = None if (number, name) in closed else os.fdopen(number, "w" if number else "r", closefd=False)
        setattr(sys, name, opened)
        setattr(sys, f"__{name}__", opened)


def check_streams(arguments: Sequence[str], folder: Path, run: Run = run, kinds: Sequence[str] = KINDS) -> None:
    """Run a command without faults, then check how it ends with each fault of the standard streams."""
    usual = run(arguments, "", folder)
    assert usual.returncode in {0, 1, 2}, usual.stderr
    answers = bool(usual.stdout)
    for kind in kinds:
        done = run(arguments, kind, folder)
        told = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
        output = done.stdout or ""
        assert "Traceback" not in output + done.stderr, (kind, done.stderr)
        assert "Error: " not in output, (kind, done.stdout)
        if kind == "| closed" and answers:
            assert (done.returncode, told) == (141, []), (kind, done)
        elif ">&-" in kind.split() and answers:
            assert done.returncode == 2, (kind, done)
            lost = ["Error: cannot write the output: it is closed; send it where it can be written"]
            assert told == (lost if kind == ">&-" else []), (kind, done)
        elif kind == ">/dev/full" and answers:
            assert done.returncode == 2, (kind, done)
            assert len(told) == 1, (kind, done)
            assert told[0].startswith("Error: cannot write the output: "), told
        else:
            # Standard output is only for answers, so errors and prompts must not go there.
            assert done.returncode == usual.returncode, (kind, done)
            assert bool(output) == (answers and ">&-" not in kind.split()), (kind, done)
            assert done.stderr.splitlines()[-1:] == ([] if "2>" in kind else usual.stderr.splitlines()[-1:]), (
                kind,
                done,
            )


if __name__ == "__main__":
    serve()
