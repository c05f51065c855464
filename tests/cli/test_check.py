"""Test ``perfectplay check`` with certificates of several games, ranges of N, and manifests."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from perfectplay.cli.main import main
from perfectplay.taxman.proof.write import write_manifest

PACK = Path(__file__).parents[2] / "certificates" / "taxman-0001-0100.jsonl.xz"


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def lines(*args: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*args, "--json").stdout.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with certificates of two games, and a manifest that lists the certificates of only one game."""
    path = tmp_path / "proofs"
    path.mkdir()
    shutil.copy(PACK, path)
    write_manifest(path)
    assert run("coins", "solve", "1", "2", "4", "3", "--certificate", str(path / "row.json")).exit_code == 0
    return path


def test_several_sources_together_are_what_is_expected(folder: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.json"
    assert run("taxman", "solve", "101", "--certificate", str(more)).exit_code == 0
    assert run("check", str(folder), str(more), "--expect", "1-101").exit_code == 0


def test_a_manifest_is_compared(folder: Path, tmp_path: Path) -> None:
    manifest = tmp_path / "known.json"
    shutil.move(folder / "manifest.json", manifest)
    result = run("check", str(folder), "--manifest", str(manifest))
    assert result.exit_code == 0
    head = json.loads(manifest.read_text())["head"]
    assert result.stdout.splitlines()[0] == f"{folder}: all that {manifest} names, and no more; head {head}"
    more = str(folder / "101.json")
    assert run("taxman", "solve", "101", "--no-records", "--certificate", more).exit_code == 0
    result = run("check", str(folder), "--manifest", str(manifest))
    assert result.exit_code == 1
    fault, folded = result.stdout.splitlines()
    assert fault == f"{manifest}: NOT valid: the manifest does not know '101.json'"
    assert folded.startswith(
        f"{folder}: 102 certificates, all valid; the manifest does not fit; every N from 1 to 101 "
    )
    (found,) = lines("check", str(folder), "--manifest", str(manifest))
    assert (found["valid"], found["checked"], len(found["failures"])) == (False, 102, 1)


def test_nothing_is_not_the_name_of_a_file(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Check that an empty name, as from an unset shell variable, does not check all files of the current folder."""
    monkeypatch.chdir(folder)
    for arguments, word in (
        (("check", ""), "is not a file"),
        (("check", "--manifest", "", "."), "--manifest '' names no file; give a file name"),
    ):
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert word in result.stderr


def test_names_of_files_do_not_spoil_the_output(tmp_path: Path) -> None:
    path = tmp_path / "a\nb.json"
    path.write_text("{}")
    assert len(run("check", str(path)).stdout.splitlines()) == 1
