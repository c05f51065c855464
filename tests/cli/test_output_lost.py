"""What becomes of the command line when nobody reads it, the disk is full, or Ctrl-C comes while it computes."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from perfectplay.cli.main import main

COMMAND = [sys.executable, "-m", "perfectplay"]


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
def test_a_reader_who_has_seen_enough() -> None:
    with subprocess.Popen(
        [*COMMAND, "pursuit", "deal", "--count", "5000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait(60) == 141


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no device that is always full")
def test_a_full_disk_behind_standard_output() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*COMMAND, "taxman", "bound", "50"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: cannot write the output: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
def test_ctrl_c_inside_compiled_code() -> None:
    # "ready" comes from inside the command: before it, Ctrl-C would meet no compiled code, or nobody who handles it.
    code = (
        "import sys\n"
        "from perfectplay.pursuit import reach\n"
        "reach.reach([3, 6, 9])\n"
        "find = reach.find_values\n"
        "def told(*arguments):\n"
        "    print('ready', flush=True)\n"
        "    return find(*arguments)\n"
        "reach.find_values = told\n"
        "sys.argv = 'perfectplay pursuit map 25 50 75 100 3 6 7 8 --targets 1-1000000'.split()\n"
        "from perfectplay.cli.start import main\n"
        "main()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "ready\n"
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=300)
    assert running.returncode == 130
    # On a machine on which nothing is compiled yet, a notice comes first.
    said = [line for line in errors.splitlines() if line and not line.startswith("compiling, this once, what")]
    assert said == ["interrupted"]


def failing(error: OSError) -> Callable[[int], None]:
    def bounds(_n: int) -> None:
        raise error

    return bounds


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (
            OSError(errno.ENOSPC, "No space left on device", "/c/x"),
            "cannot use '/c/x': No space left on device; see th",
        ),
        (OSError(errno.ENOSPC, "No space left on device"), "the system refused something that is not the output: No s"),
        (
            OSError("a timer"),
            "the system refused something that is not the output: a timer; see that disks and devices",
        ),
    ],
)
def test_what_is_not_the_output_is_not_called_so(error: OSError, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.taxman.bounds.matching", failing(error))
    result = CliRunner().invoke(main, ["taxman", "bound", "20", "--json"])
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: {message}")
