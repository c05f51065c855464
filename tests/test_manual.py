"""Test that the reference of the command line is complete and up to date."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "docs"))
manual = pytest.importorskip("manual", reason="the documentation's tools are missing")
MACROS = {".TH", ".SH", ".TP", ".PP", ".B", ".BR", ".nf", ".fi"}


def help_of(name: str) -> str:
    from click.testing import CliRunner

    from perfectplay.cli.main import main

    return CliRunner().invoke(main, [*name.split()[1:], "--help"]).output


def test_every_command_is_there_with_all_that_its_help_says() -> None:
    entries = list(manual.entries())
    names = [entry.name for entry in entries]
    assert len(names) == len(set(names)) > 25
    text, pages = manual.markdown(), manual.man_pages()
    for entry in entries:
        told = " ".join(help_of(entry.name).split())
        for part in (entry.usage, *entry.about, *(meaning for _, meaning in entry.options), entry.example):
            assert " ".join(part.split()).replace("- ", "-") in told.replace("- ", "-"), (entry.name, part)
        options = {match[1] for forms, _ in entry.options if (match := re.search(r"(--[a-z-]+)", forms))}
        assert options == set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", help_of(entry.name), re.MULTILINE)), entry.name
        assert entry.example.startswith("perfectplay "), entry.name
        assert f"{entry.name} {entry.usage}" in text
        page = pages[f"{entry.name.replace(' ', '-')}.1"].replace("\\-", "-")
        assert all(f".B {forms}\n" in page for forms, _ in entry.options)


def test_the_man_pages_that_are_shipped_are_those_of_the_commands() -> None:
    shipped = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "man").iterdir()}
    assert shipped == manual.man_pages(), "a command or an option has changed: run `make manual`"


def test_the_man_pages_are_plain_roff() -> None:
    for name, page in manual.man_pages().items():
        lines = page.splitlines()
        assert lines[0].startswith(".TH "), name
        sections = [line[4:] for line in lines if line.startswith(".SH ")]
        assert sections[:2] == ["NAME", "SYNOPSIS"]
        assert sections[-1] == "SEE ALSO"
        assert {line.split()[0] for line in lines if line.startswith((".", "'"))} <= MACROS, name
        assert all("\\" not in re.sub(r"\\(?:-|e|&|\(ga)", "", line) for line in lines), name


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_reads_the_man_pages_without_a_warning() -> None:
    pages = sorted(str(path) for path in (ROOT / "man").iterdir())
    command = [str(shutil.which("groff")), "-man", "-Tutf8", "-ww", "-z", *pages]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
