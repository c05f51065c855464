"""A command of its own process with a standard stream that is closed, full, or has lost its reader."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["KINDS", "check_streams"]

KINDS = (">&-", ">/dev/full", "| closed", "2>&-", "2>/dev/full", "<&-", ">&- 2>&- <&-")
"""What is wrong with a stream, as shells write it; "| closed" is a pipe whose reader has gone."""


def run(arguments: Sequence[str], kind: str, folder: Path) -> subprocess.CompletedProcess[str]:
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


def check_streams(arguments: Sequence[str], folder: Path, kinds: Sequence[str] = KINDS) -> None:
    """Run a command that answers as it should, and then with each kind of trouble."""
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
            # Neither errors nor questions are what was asked for.
            assert done.returncode == usual.returncode, (kind, done)
            assert bool(output) == (answers and ">&-" not in kind.split()), (kind, done)
            assert done.stderr.splitlines()[-1:] == ([] if "2>" in kind else usual.stderr.splitlines()[-1:]), (
                kind,
                done,
            )
