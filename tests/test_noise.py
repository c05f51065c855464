"""Test that output stays intact if a library writes to file descriptor 1."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from perfectplay.matching.highs import new_highs
from tests.noise.sitecustomize import LINE
from tests.web.serving import serving

NOISE = {"PYTHONPATH": os.pathsep.join((str(Path(__file__).parent / "noise"), os.environ.get("PYTHONPATH", "")))}


def noisy(*arguments: str) -> str:
    """Run a command whose libraries print, and return its output; check that their lines go to standard error."""
    command = [sys.executable, "-m", "perfectplay", *arguments]
    done = subprocess.run(command, capture_output=True, check=True, env={**os.environ, **NOISE})
    assert LINE in done.stderr, "the library did not print"
    assert LINE not in done.stdout
    return done.stdout.decode()


def test_json_is_json() -> None:
    assert json.loads(noisy("taxman", "bound", "60", "--json"))["n"] == 60
    assert json.loads(noisy("taxman", "solve", "333", "--no-records", "--json"))["value"] == 35033


def test_rows_of_processes_are_csv() -> None:
    output = noisy("taxman", "range", "198", "201", "--no-records", "--format", "csv", "--jobs", "2")
    assert [row["n"] for row in csv.DictReader(output.splitlines())] == ["198", "199", "200", "201"]


def test_a_server_reads_its_workers() -> None:
    with serving(environment=NOISE) as server:
        answer = server.body("/api/v1/taxman/bound?n=120")
        assert json.loads(answer)["cuts"] == 4593


def test_highs_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    new_highs().run()
    assert capfd.readouterr() == ("", "")
