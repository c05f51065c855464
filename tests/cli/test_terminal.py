"""Test commands with real terminals and real signals, on systems that have them."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

pty = pytest.importorskip("pty", reason="pseudo-terminals are a Unix thing")

COMMAND = [sys.executable, "-m", "perfectplay", "taxman"]
PATIENCE = 120


def read_until(terminal: int, text: bytes) -> bytes:
    """Read from a terminal until a text has appeared."""
    seen = b""
    deadline = time.monotonic() + PATIENCE
    while text not in seen:
        assert time.monotonic() < deadline, seen
        if select.select([terminal], [], [], 1)[0]:
            seen += os.read(terminal, 65536)
    return seen


@contextmanager
def terminal_pair() -> Iterator[tuple[int, int]]:
    ours, theirs = pty.openpty()
    try:
        yield ours, theirs
    finally:
        os.close(ours)
        os.close(theirs)


def environment(**extra: str) -> dict[str, str]:
    return {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"} | extra


@pytest.mark.full
def test_progress_goes_to_the_terminal_and_ctrl_c_keeps_what_was_proven() -> None:
    # A first small search compiles the kernels, so that the second one soon reports a bound.
    subprocess.run([*COMMAND, "solve", "60", "--no-records"], check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
    with terminal_pair() as (ours, theirs):
        args = [*COMMAND, "solve", "1000", "--no-records", "--json"]
        with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=theirs, env=environment(), text=True) as process:
            read_until(ours, b"bound 31")
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    solved = json.loads(out)
    assert solved["status"] == "bounded"
    assert solved["score"] <= 315_426 <= solved["upper"] < 316_594


@pytest.mark.full
def test_rows_go_to_standard_output_while_progress_goes_to_the_terminal() -> None:
    with terminal_pair() as (ours, theirs):
        args = [*COMMAND, "range", "1", "40", "--no-records", "--format", "bfile"]
        with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=theirs, env=environment(), text=True) as process:
            seen = read_until(ours, b"N = ")
            out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert len(out.splitlines()) == 40
    assert out.endswith("\n40 525\n")
    assert b"40 525" not in seen


def test_stages_stand_above_the_line_of_progress() -> None:
    code = """\
import sys
import perfectplay.taxman.solve
from perfectplay import Progress, Result
from perfectplay.cli.start import main
from perfectplay.core.progress import log_stage

def search(start, *, progress, **options):
    for done in range(4):
        progress(Progress("half-way house", 0.1, done=done, total=6))
        log_stage(f"stage [{done}]")
    result = Result(15, 15, 15, "optimal", (5, 4, 6), 1.0, {"source": "search"})
    return perfectplay.taxman.solve.TaxmanResult.of(start, result)

perfectplay.taxman.solve.solve = search
sys.argv[:] = "perfectplay taxman solve 6 --no-records --verbose --json".split()
main()
"""
    with terminal_pair() as (ours, theirs):
        args = [sys.executable, "-c", code]
        with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=theirs, env=environment(), text=True) as process:
            out, _ = process.communicate(timeout=PATIENCE)
        seen = read_until(ours, b"stage [3]")
    assert (process.returncode, json.loads(out)["score"]) == (0, 15)
    lines = seen.decode().splitlines()
    # Each notice has its own line: the line of progress is cleared first, and drawn again below.
    for done in range(4):
        (line,) = [line for line in lines if f"stage [{done}]" in line]
        assert "half-way house" not in line.rpartition("\x1b[2K")[2]
    assert "half-way house   3 of 6   50 %" in seen.decode()


@pytest.mark.parametrize("colour", [True, False])
def test_a_game_at_a_terminal_ends_politely_at_ctrl_c(*, colour: bool) -> None:
    with terminal_pair() as (ours, theirs):
        env = environment() if colour else environment(NO_COLOR="1")
        process = subprocess.Popen(
            [*COMMAND, "play", "10"], stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True
        )
        try:
            seen = read_until(ours, b"take>")
            os.write(ours, b"7\n")
            # The prompt may or may not have arrived with the answer; Ctrl-C has the same effect before and after it.
            seen += read_until(ours, b"the taxman took 1.")
            process.send_signal(signal.SIGINT)
            # readline checks for signals only before it waits for keys, so Ctrl-C may have to be sent again.
            while b"perfectplay taxman play --position taxman:10/7" not in seen:
                if select.select([ours], [], [], 10)[0]:
                    seen += os.read(ours, 65536)
                else:
                    process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
            process.wait()
    assert b"Traceback" not in seen
    assert (b"\x1b[1;32m" in seen) is colour
