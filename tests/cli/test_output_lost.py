"""Test commands whose output is not read, whose disk is full, or that get a signal during a computation."""

import errno
import json
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
from tests.cli.streams import check_streams
from tests.judged import check_taxman
from tests.tables import rows
from tests.waiting import next_line

COMMAND = [sys.executable, "-m", "perfectplay"]


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
def test_a_reader_who_has_seen_enough() -> None:
    with subprocess.Popen(
        [*COMMAND, "pursuit", "deal", "--count", "5000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert next_line(running)
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait(300) == 141


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no device that is always full")
def test_a_full_disk_behind_standard_output() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*COMMAND, "taxman", "bound", "50"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: cannot write the output: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="a shell, and a device that is always full")
@rows("arguments", [["--version"], ["taxman", "play", "12"], ["coins", "solve", "--file", "-"]])
def test_a_stream_that_is_closed_full_or_not_read(arguments: list[str], tmp_path: Path) -> None:
    check_streams(arguments, tmp_path)


@pytest.mark.full
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX")
@rows("number, ignored", [(signal.SIGTERM, "INT"), (signal.SIGHUP, "")])
def test_a_search_that_is_told_to_end_keeps_what_it_has(number: int, ignored: str, tmp_path: Path) -> None:
    # A shell makes background commands ignore Ctrl-C.
    shell = f'trap "" {ignored or "USR1"}; exec "$0" -m perfectplay "$@"'
    command = ["taxman", "solve", "1000", "--no-records", "--verbose", "--certificate", "proof.json"]
    with subprocess.Popen(
        ["/bin/sh", "-c", shell, sys.executable, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    ) as running:
        assert running.stderr is not None
        assert any("root, round 2" in line for line in running.stderr)
        # Send signals as `timeout` does: to the process and to its group.
        running.send_signal(number)
        running.send_signal(number)
        output, errors = running.communicate(timeout=300)
    assert running.returncode == 128 + number
    assert "Traceback" not in errors
    assert "N = 1000: best score found " in output
    assert check_taxman(json.loads((tmp_path / "proof.json").read_text(encoding="utf-8"))).valid


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX")
@rows("number, ignored, status", [(signal.SIGTERM, "", 143), (signal.SIGHUP, "", 129), (signal.SIGHUP, "HUP", 0)])
def test_a_game_that_is_told_to_end_says_how_to_go_on(number: int, ignored: str, status: int) -> None:
    shell = f'trap "" {ignored or "USR1"}; exec "$0" -m perfectplay taxman play 12 --json'
    with subprocess.Popen(
        ["/bin/sh", "-c", shell, sys.executable], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert "taxman:12" in next_line(running)
        running.send_signal(number)
        # If the command ignores the signal, as under `nohup`, the game continues until its input ends.
        output = running.communicate("7\n" if ignored else None, timeout=300)[0]
    said = [json.loads(line) for line in output.splitlines()]
    assert said[-1]["message"] == f"Resume with: perfectplay taxman play --position {said[-1]['position']}"
    assert said[-1]["position"] == ("taxman:12/7" if ignored else "taxman:12")
    assert running.returncode == status


@pytest.mark.full
@pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
def test_ctrl_c_inside_a_kernel() -> None:
    # Print "ready" from inside the command, when its handler for Ctrl-C is installed.
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
        assert next_line(running) == "ready\n"
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=300)
    assert running.returncode == 130
    assert errors.split() == ["interrupted"]


def failing(error: Exception) -> Callable[[int], None]:
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
        (MemoryError(), "there is not enough memory for this; ask for something smaller"),
    ],
)
def test_what_is_not_the_output_is_not_called_so(
    error: Exception, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perfectplay.taxman.bounds.matching", failing(error))
    result = CliRunner().invoke(main, ["taxman", "bound", "20", "--json"])
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: {message}")
