"""The conformance suite: the shipped checkers give each file the verdict that is due, for the reason that is due."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance import make

SUITE = Path(make.__file__).parent
VERDICTS: dict[str, dict[str, Any]] = json.loads((SUITE / "verdicts.json").read_text(encoding="utf-8"))
MOST_BYTES = 1_500_000


@pytest.mark.parametrize("name", VERDICTS)
def test_the_shipped_checker_says_what_is_due(name: str) -> None:
    assert make.judged(SUITE / name) == VERDICTS[name]


def test_the_folder_is_the_verdict() -> None:
    for name, word in VERDICTS.items():
        grade = name.split("/")[1]
        assert (word["valid"], word["reason"] == "") == (grade == "good", grade == "good"), name


def test_every_file_has_a_verdict() -> None:
    found = {
        path.relative_to(SUITE).as_posix() for grade in ("good", "bad") for path in SUITE.glob(f"taxman/{grade}/*")
    }
    assert found == set(VERDICTS)
    assert sum(path.stat().st_size for path in SUITE.rglob("*") if path.is_file()) < MOST_BYTES


def test_the_files_are_what_is_made_of_the_bases() -> None:
    base = make.bases()
    for grade, files in (("good", make.good_taxman(base)), ("bad", make.bad_taxman(base))):
        for name, content in files:
            path = SUITE / "taxman" / grade / name
            if isinstance(content, dict):
                assert {inner.name: inner.read_bytes() for inner in path.iterdir()} == content, name
            elif path.suffix == ".json" and name != "pack-for-a-file.json":
                # How well a library compresses depends on its version.
                assert path.read_bytes() == content, name
