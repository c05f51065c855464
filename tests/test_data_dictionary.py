"""Compare the tables of docs/data-dictionary.md with the output of commands."""

from __future__ import annotations

import csv
import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from perfectplay.cli.main import main
from tests.tables import rows

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "data-dictionary.md"
SECTION = re.compile(r"<!-- data: ([^\n]*) -->\n(.*?)(?=\n###? |\Z)", re.DOTALL)
ROW = re.compile(r"^\| `([^`]+)` \| ([^|]+) \|([^|]*)\|([^|]*)\| ([^|]+) \|$", re.MULTILINE)
SHARED = re.compile(r"the keys of \[([^]]*)\]\(#")
SINGULAR = {"integers": "integer", "texts": "text", "fractions": "fraction"}
EMPTY = {"null": None, "empty": ""}


@dataclass(frozen=True)
class Row:
    """A row of a table on the page: a key and its description."""

    key: str
    kind: str
    unit: str
    range: str

    @property
    def may_lack(self) -> bool:
        return self.kind.endswith(" or nothing")

    def holds(self, value: Any) -> bool:
        kind, _, other = self.kind.removesuffix(" or nothing").partition(" or ")
        if (kind, other) == ("true", "false"):
            return isinstance(value, bool)
        if other in EMPTY and value == EMPTY[other]:
            return True
        return self._is(kind, value)

    def _is(self, kind: str, value: Any) -> bool:
        if kind.startswith("list of "):
            several = kind.removeprefix("list of ")
            each = SINGULAR.get(several) or several.replace("lists", "list", 1)
            return isinstance(value, list) and all(self._is(each, one) for one in value)
        if kind == "object":
            return isinstance(value, dict)
        if kind == "text":
            return isinstance(value, str) and self._is_word(value)
        if kind == "fraction" and isinstance(value, str):
            return bool(re.fullmatch(r"-?[0-9]+/[0-9]+", value)) and self._in_range(Fraction(value))
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        return (kind == "number" or isinstance(value, int)) and self._in_range(value)

    def _is_word(self, value: str) -> bool:
        words = re.findall("`([^`]*)`", self.range)
        return not words or value in words or (words == ["1 2"] and bool(re.fullmatch(r"\d+( \d+)*", value)))

    def _in_range(self, value: float | Fraction) -> bool:
        if found := re.fullmatch(r">= (-?\d+)", self.range):
            return value >= int(found[1])
        if found := re.fullmatch(r"(-?\d+) to (-?\d+)", self.range):
            return int(found[1]) <= value <= int(found[2])
        assert self.range in {"any", ""}, f"{self.key}: no test knows the range {self.range!r}"
        return True


def sections() -> list[tuple[str, list[Row]]]:
    text = PAGE.read_text(encoding="utf-8")
    return [
        (command, [Row(*map(str.strip, cells[:4])) for part in parts for cells in ROW.findall(part)])
        for command, body in SECTION.findall(text)
        for parts in [(*map(section, SHARED.findall(body)), body)]
    ]


def section(title: str) -> str:
    """Return the text of a section of the page, which has the rest of a table."""
    _, _, below = PAGE.read_text(encoding="utf-8").partition(f"\n### {title.capitalize()}\n")
    assert below, title
    return below.partition("\n### ")[0]


def leaves(value: Any, path: str, known: set[str]) -> Iterator[tuple[str, Any]]:
    """Yield each key of an answer in the page's notation, with its value."""
    if isinstance(value, dict):
        if path in known:
            yield path, value
        for key, part in value.items():
            below = f"{path}.{key}" if path else key
            yield from leaves(part, f"{path}.*" if f"{path}.*" in known else below, known)
    elif isinstance(value, list) and any(key.startswith(f"{path}[]") for key in known):
        for part in value:
            yield from leaves(part, f"{path}[]", known)
    else:
        yield path, value


def parsed(kind: str, cell: str) -> Any:
    word = kind.partition(" ")[0]
    return int(cell) if word == "integer" and cell else float(cell) if word == "number" and cell else cell


def printed(command: str, rows: list[Row]) -> list[tuple[str, Any]]:
    """Run a command or read a file of the documentation; return the keys in its text, with their values."""
    kinds = {row.key: row.kind for row in rows}
    if command.startswith("docs/"):
        text = (ROOT / command).read_text(encoding="utf-8")
    else:
        done = CliRunner().invoke(main, shlex.split(command))
        # The exit status is 1 if the answer to a question is no.
        assert done.exit_code in {0, 1}, done.stderr
        text = done.stdout
    if "--json" in command:
        return [pair for line in text.splitlines() for pair in leaves(json.loads(line), "", set(kinds))]
    table = list(csv.DictReader(text.splitlines()))
    assert table
    return [(key, parsed(kinds.get(key, ""), cell)) for line in table for key, cell in line.items()]


def test_the_page_has_data_of_every_kind() -> None:
    commands = [command for command, _ in sections()]
    assert len(commands) == PAGE.read_text(encoding="utf-8").count("\n### ")
    assert {command.partition(" ")[0] for command in commands} >= {"taxman", "coins", "pursuit", "sequences", "check"}
    assert any("--format csv" in command for command in commands)


@pytest.mark.parametrize(("command", "rows"), sections(), ids=[command for command, _ in sections()])
def test_what_is_printed_is_what_the_page_says(command: str, rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = [pair for one in command.split("; ") for pair in printed(one, rows)]
    by_key = {row.key: row for row in rows}
    assert len(by_key) == len(rows)
    assert {key for key, _ in found} - set(by_key) == set(), "the page does not have these"
    assert {row.key for row in rows if not row.may_lack} - {key for key, _ in found} == set(), "these are not printed"
    wrong = [(key, value) for key, value in found if not by_key[key].holds(value)]
    assert wrong == []


@rows(
    "kind, extent, value",
    [
        ("integer", ">= 1", 0),
        ("integer", ">= 0", 1.5),
        ("integer", ">= 0", True),
        ("integer", ">= 0", None),
        ("number", "0 to 1", 1.01),
        ("fraction", "any", "3/"),
        ("fraction", "0 to 1", "3/2"),
        ("text", "`optimal`, `bounded`", "proven"),
        ("list of integers", ">= 1", [1, 0]),
        ("list of lists of integers", "any", [1]),
        ("text", "`1 2`", "1,2"),
    ],
)
def test_what_does_not_fit_is_seen(kind: str, extent: str, value: Any) -> None:
    assert not Row("key", kind, "", extent).holds(value)
