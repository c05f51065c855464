"""Test that every snippet in README.md and docs/*.md runs, and prints the text that it shows.

Fences marked ``python`` are executed, and ``pycon`` are doctests.  ``console`` has commands after ``$``, their output,
and input after ``take>``; ``http`` has requests and answers.  The snippets of a document share a namespace and a
folder.  ``...`` matches any text.  A snippet that cannot run here has the comment ``<!-- skip: reason -->`` on the line
above.  A picture that the snippets write must equal, byte for byte, the picture of the same name in docs/images.  To
draw such pictures again, run the page's calls in that folder.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click import Command
from click.testing import CliRunner
from starlette.testclient import TestClient

from perfectplay.cli.main import main
from perfectplay.core.game import registry
from perfectplay.web.app import create_app
from perfectplay_research.__main__ import main as runners
from tests.tables import rows

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
DOCUMENTS = sorted(
    [README, ROOT / "research" / "README.md", *(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)]
)
IMAGES = DOCS / "images"
PYTHON, DOCTEST, CONSOLE, HTTP = {"python"}, {"pycon", "{doctest}"}, {"console"}, {"http"}
SHOWN = {"html", "json", "text"}
RESEARCH = ["python", "-m", "perfectplay_research"]
FLAGS = doctest.ELLIPSIS
TYPED = re.compile(r"^take> (.*)$", re.MULTILINE)
"""The pattern of lines that the reader types in a dialogue."""
FENCE = re.compile(r"^ *(`{3,})(\S*)(.*)$")
SKIP = re.compile(r"<!-- skip:(.*)-->\Z")
IMAGE = re.compile(r"^```\{image\} \S*images/(\S+)$", re.MULTILINE)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"")


@dataclass(frozen=True)
class Snippet:
    document: Path
    line: int
    language: str
    text: str
    skip: str | None

    @property
    def place(self) -> str:
        return f"{self.document.name}:{self.line}"


def snippets(document: Path) -> Iterator[Snippet]:
    lines = document.read_text(encoding="utf-8").splitlines()
    i = 0
    while i < len(lines):
        opening = FENCE.match(lines[i])
        if not opening:
            i += 1
            continue
        end = next(j for j in range(i + 1, len(lines)) if lines[j].strip() == opening[1])
        reason = SKIP.match(lines[i - 1].strip()) if i else None
        text = "".join(f"{line}\n" for line in lines[i + 1 : end])
        yield Snippet(document, i + 1, opening[2], text, reason[1].strip() if reason else None)
        i = end + 1


def run_doctest(snippet: Snippet, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(snippet.text, names, snippet.place, str(snippet.document), snippet.line)
    assert test.examples, f"{snippet.place} has no >>> in it"
    report: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append, clear_globs=False)
    assert not report, "".join(report)
    names.update(test.globs)


def run_console(snippet: Snippet, folder: Path) -> None:
    commands: list[tuple[str, str]] = []
    for line in snippet.text.splitlines(keepends=True):
        if line.startswith("$ "):
            commands.append((line[2:].strip(), ""))
        else:
            assert commands, f"{snippet.place} shows output before any command"
            commands[-1] = commands[-1][0], commands[-1][1] + line
    assert commands, f"{snippet.place} has no command; a command starts with '$ '"
    for command, shown in commands:
        words, typed = shlex.split(command), TYPED.findall(shown)
        # Allow any output at the end, because a game continues after the last line that its dialogue shows.
        wanted = f"{shown}...\n" if typed else shown
        if words[:3] == RESEARCH:
            status, output, trouble = said_by(words[3:], runners)
        elif words[0] == "python":
            ran = subprocess.run([sys.executable, *words[1:]], cwd=ROOT, capture_output=True, check=False, text=True)
            status, output, trouble = ran.returncode, ran.stdout, ran.stderr
        elif typed:
            status, output, trouble = said_by(words[1:], typed="".join(f"{line}\n" for line in typed))
        else:
            assert words[0] == "perfectplay", f"{snippet.place}: only perfectplay itself is run here, not {words[0]!r}"
            status, output, trouble = answer_of(words[1:], folder) if snippet.document == README else said_by(words[1:])
        assert status == 0, f"{snippet.place}: {command} failed: {trouble}"
        if wanted:
            checker = doctest.OutputChecker()
            difference = checker.output_difference(doctest.Example(command, wanted), output, FLAGS)
            assert checker.check_output(wanted, output, FLAGS), f"{snippet.place}: {command}\n{difference}"


def answer_of(words: list[str], folder: Path) -> tuple[int, str, str]:
    """Run a command as a reader does, as a separate program, which takes half a second to start."""
    # Imitate a pipe: libraries that other tests import may have set the width of the terminal.
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"} | {"NO_COLOR": "1"}
    ran = subprocess.run(
        [sys.executable, "-m", "perfectplay", *words],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        text=True,
        timeout=300,
    )
    return ran.returncode, ran.stdout, ran.stderr


def said_by(words: list[str], program: Command = main, typed: str = "") -> tuple[int, str, str]:
    """Run a command within this process, in the current folder."""
    runner = CliRunner(env={"COLUMNS": None, "NO_COLOR": "1"})
    ran = runner.invoke(program, words, input=typed, prog_name="perfectplay")
    trouble = repr(ran.exception) if ran.exception is not None else ""
    return ran.exit_code, ran.stdout, ran.stderr + trouble


def run_http(snippet: Snippet) -> None:
    head, blank, wanted = snippet.text.partition("\n\n")
    first, *headers = head.splitlines()
    method, target, version = first.split()
    assert (method, version) == ("GET", "HTTP/1.1"), f"{snippet.place}: everything is read with GET"
    assert blank, f"{snippet.place} shows no answer"
    fields = dict(line.split(": ", 1) for line in headers)
    with TestClient(create_app(), base_url="http://127.0.0.1:8017") as client:
        got = client.get(target, headers=fields).text.rstrip("\n") + "\n"
    checker, flags = doctest.OutputChecker(), FLAGS | doctest.NORMALIZE_WHITESPACE
    difference = checker.output_difference(doctest.Example(target, wanted), got, flags)
    assert checker.check_output(wanted, got, flags), f"{snippet.place}: {target}\n{difference}"


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize(
    "document", [pytest.param(one, marks=() if one == README else pytest.mark.full, id=named(one)) for one in DOCUMENTS]
)
def test_snippets_run(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_GAMES", dict(registry._GAMES))  # forget the games that the page registers
    names: dict[str, Any] = {"__name__": "snippet"}
    for snippet in snippets(document):
        if snippet.skip is not None:
            continue
        if snippet.language in DOCTEST:
            run_doctest(snippet, names)
        elif snippet.language in PYTHON:
            exec(compile(snippet.text, snippet.place, "exec"), names)  # noqa: S102  # running the snippets is the purpose
        elif snippet.language in CONSOLE:
            run_console(snippet, tmp_path)
        elif snippet.language in HTTP:
            run_http(snippet)
    drawn = {path.name for path in tmp_path.glob("*.svg")}
    for name in drawn & {path.name for path in IMAGES.iterdir()}:
        assert (tmp_path / name).read_bytes() == (IMAGES / name).read_bytes(), f"{document.name} draws another {name}"
    if document.parent != DOCS or document.stem == "gallery":
        shown = set(IMAGE.findall(document.read_text(encoding="utf-8")))
        assert shown <= drawn, f"{document.name} shows pictures that its calls do not draw: {shown - drawn}"


@rows("document", DOCUMENTS, named)
def test_no_snippet_escapes(document: Path) -> None:
    for snippet in snippets(document):
        known = PYTHON | DOCTEST | CONSOLE | HTTP | SHOWN
        assert snippet.language in known or snippet.language.startswith("{"), f"{snippet.place}: {snippet.language!r}"
        assert snippet.skip is None or len(snippet.skip.split()) >= 2, f"{snippet.place} is skipped without a reason"


@rows("document", DOCUMENTS, named)
def test_links_into_the_repository_lead_somewhere(document: Path) -> None:
    for match in LINK.finditer(document.read_text(encoding="utf-8")):
        target = (match[1] or match[2]).partition("#")[0]
        if target and not target.startswith(("http://", "https://", "mailto:")):
            assert (document.parent / target).exists(), f"{document.name} links to {target}, which does not exist"


def test_a_wrong_snippet_is_noticed(tmp_path: Path) -> None:
    document = tmp_path / "wrong.md"
    dialogue = "```console\n$ perfectplay taxman play 10\n...\ntake> 7\n...\nYou took 8\n```\n"
    document.write_text(
        "```pycon\n>>> 1 + 1\n3\n```\n\n```console\n$ perfectplay --version\nperfectplay 9\n```\n\n" + dialogue
    )
    wrong_doctest, wrong_console, wrong_dialogue = snippets(document)
    with pytest.raises(AssertionError, match="Expected"):
        run_doctest(wrong_doctest, {})
    for wrong in (wrong_console, wrong_dialogue):
        with pytest.raises(AssertionError, match="Expected"):
            run_console(wrong, tmp_path)


def test_the_picture_in_the_readme_is_what_the_example_draws(tmp_path: Path) -> None:
    script, picture = ROOT / "examples" / "draw_solved_game.py", tmp_path / "picture.svg"
    subprocess.run([sys.executable, str(script), str(picture)], check=True, capture_output=True)
    assert picture.read_text(encoding="utf-8") == (ROOT / "docs/images/taxman-30.svg").read_text(encoding="utf-8")
