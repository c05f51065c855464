"""Test every command with standard streams that are closed, full, or unread."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.streams import KINDS, check_streams, forking
from tests.commands import leaves

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a shell, and a device that is always full")

PACK = Path(__file__).parents[2] / "certificates" / "taxman-0001-0100.jsonl.xz"
CHEAP = {
    "taxman approx": "100",
    "taxman bound": "20",
    "taxman range": "1 10",
    "taxman records": "1 10",
    "taxman tournament": "--to 8 --strategies trono-2",
    "coins solve": "--file -",
    "pursuit design": "--deck suit --numbers 2 --targets 1-10 --vary 25=20-21",
    "pursuit formulas": "--deck suit --numbers 2",
    "pursuit odds": "--deck suit --numbers 2 --targets 1-10",
    "check": str(PACK),
    "sequences": "",
    "serve": "--port 99999",
    "site": ".",
}
"""Arguments for commands whose help gives an example that takes long or needs a file that does not exist."""

OF_EACH_KIND = {"taxman range", "taxman solve", "coins play", "check", "worksheet"}
"""Commands that are tested with every fault: they print lines, JSON, a game or verdicts, or write into a file."""
WORST = (">/dev/full", ">&- 2>&- <&-")
"""Faults with which all other commands are tested: output that fails only when it is flushed, and closed streams."""


@pytest.mark.full
def test_no_command_stumbles_over_a_stream(subtests: pytest.Subtests, tmp_path: Path) -> None:
    with forking(tmp_path) as run:
        for path, command in leaves():
            example = (command.epilog or "").removeprefix(f"Example: perfectplay {path}")
            # Each command needs arguments with which it can run.
            arguments = shlex.split(f"{path} {CHEAP.get(path, example)}")
            with subtests.test(shlex.join(arguments)):
                each = any(shlex.join(arguments).startswith(one) for one in OF_EACH_KIND)
                check_streams(arguments, tmp_path, run, KINDS if each else WORST)
