"""The files that other checkers can be tested with: this one's verdicts, and that the good ones tell the truth."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from perfectplay.coins.rules import CoinsPosition
from tests.coins.oracles import brute_claim
from tests.coins.second_checker import accepts
from tests.conformance.coins.make import FOLDER, write_files
from tests.judged import word
from tests.tables import rows

VERDICTS: dict[str, dict[str, Any]] = json.loads((FOLDER / "verdicts.json").read_text(encoding="utf-8"))
LARGE = 10
READ_DIFFERENTLY = {"bad/member-twice.json", "bad/behind-the-end.json.gz"}
"""True certificates in files that are wrong."""


def content(path: Path) -> bytes:
    """What is in a file; how it is compressed is up to the machine on which it was made."""
    data = path.read_bytes()
    try:
        return gzip.decompress(data) if path.suffix == ".gz" else data
    except EOFError:
        # Its end is missing on purpose.
        return b""


@rows("name", VERDICTS)
def test_every_file_gets_its_verdict(name: str) -> None:
    verdict = word(FOLDER / name, "coins")
    assert {"valid": verdict.valid, "examined": verdict.examined, "reason": verdict.reason} == VERDICTS[name]
    assert verdict.valid == name.startswith("good/")


@rows("name", [name for name in VERDICTS if VERDICTS[name]["examined"]])
def test_a_second_checker_agrees(name: str) -> None:
    try:
        certificate = json.loads(content(FOLDER / name).decode("utf-8"))
    except ValueError:
        # How a file is to be read is not what it looks at.
        return
    assert accepts(certificate) == VERDICTS[name]["valid"] or name in READ_DIFFERENTLY


@rows("name", [name for name in VERDICTS if name.startswith("good/")])
def test_good_files_tell_the_truth(name: str) -> None:
    verdict = word(FOLDER / name, "coins")
    if verdict.coins is None or verdict.coins > LARGE:
        return
    truth = brute_claim(CoinsPosition.from_id(str(verdict.position)))
    assert Fraction(str(verdict.margin)) == truth["margin"]
    assert verdict.best_moves == truth["best_moves"]
    assert verdict.mistake_cost is None or Fraction(str(verdict.mistake_cost)) == truth["mistake_cost"]


def test_the_files_are_those_that_are_made_today(tmp_path: Path) -> None:
    write_files(tmp_path)
    names = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*") if path.suffix in {".json", ".gz"}}
    assert names == set(VERDICTS)
    for name in [*names, "verdicts.json"]:
        assert content(tmp_path / name) == content(FOLDER / name), name
