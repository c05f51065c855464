"""Run the questions of ``questions.txt``, and record the answers: ``python -m tests.contract.record [GROUP...]``.

``questions.txt`` has groups, such as ``[taxman solve]``.  A question is a command line, such as
``$ perfectplay taxman solve 20 --json``, or a request, such as ``GET /api/v1/taxman/solve?n=20``.  Indented lines
below it may be ``< LINE`` for each line of its standard input, ``without KEY`` to omit a key of its JSON, and
``without stderr``.  The command lines of a group run in order in one folder, which starts as a copy of ``files/`` and
keeps the files that they write.

``answers.txt`` has the answers: exit status or HTTP status, output, and written files.  JSON is reformatted with
sorted keys, because its layout is not part of the contract.  Lines of other text begin with ``|``, lines of standard
error with ``!``.  Pictures and long texts are replaced by length and SHA-256, and values that vary by ``...``.

After an intended change, or for a new question, record again from the repository's root; names of groups limit the run
to these groups.  Users see the difference, so list it in CHANGELOG.md.
"""

import argparse
import json
import math
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from starlette.testclient import TestClient

from perfectplay.cli.main import main
from perfectplay.web.app import create_app
from perfectplay.web.jobs import Limits

FOLDER = Path(__file__).parent

_PROGRAM = "perfectplay"
_WIDTH = 116
_LONG = 4_000
"""Largest number of characters of a text that is recorded in full; JSON of any length is recorded in full."""
_DIGITS = 12
"""Number of significant digits of a float; further digits depend on the processor."""
_CHANGING = frozenset({"seconds"})
"""Keys of figures that differ from run to run."""
_TIME = re.compile(r"\b[0-9]+\.[0-9]+ s\b")
_ENVIRONMENT = {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}


@dataclass(frozen=True, slots=True)
class Question:
    """A command line after a dollar sign, or a method and a path, with its standard input and its omitted keys."""

    text: str
    lines: tuple[str, ...]
    without: frozenset[str]


# -- files ---------------------------------------------------------------------------------------------------------


def _blocks(name: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield for each question its group, its text, and the indented lines below it."""
    group = ""
    block: tuple[str, str, list[str]] | None = None
    for line in (FOLDER / name).read_text(encoding="utf-8").split("\n"):
        if line.startswith("  ") and block:
            block[2].append(line[2:])
        elif line and line[0] not in "# ":
            if block:
                yield block
            block = None if line.startswith("[") else (group, line, [])
            group = line[1:-1] if line.startswith("[") else group
    if block:
        yield block


def read_questions() -> dict[str, list[Question]]:
    """Read the questions of every group."""
    groups: dict[str, list[Question]] = {}
    for group, text, more in _blocks("questions.txt"):
        typed = tuple(line[1:].removeprefix(" ") for line in more if line.startswith("<"))
        without = frozenset(line.removeprefix("without ") for line in more if line.startswith("without "))
        groups.setdefault(group, []).append(Question(text, typed, without))
    return groups


def read_answers() -> dict[str, list[tuple[str, list[str]]]]:
    """Read the recorded answers of every group, each with its question."""
    groups: dict[str, list[tuple[str, list[str]]]] = {}
    for group, text, lines in _blocks("answers.txt"):
        groups.setdefault(group, []).append((text, lines))
    return groups


def _write(groups: Mapping[str, Iterable[tuple[str, Iterable[str]]]]) -> None:
    lines = ["# Written by `python -m tests.contract.record`, whose text says what is what."]
    for group, answers in groups.items():
        lines += ["", f"[{group}]"]
        for question, answer in answers:
            lines += [question, *(f"  {line}" for line in answer)]
    (FOLDER / "answers.txt").write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")


# -- asking --------------------------------------------------------------------------------------------------------


@contextmanager
def open_client() -> Iterator[TestClient]:
    """Yield a client of the application in this process; a second process does the long work."""
    limits = Limits(workers=1, waiting=4, each=5, seconds=300.0)
    with TestClient(create_app(limits), base_url="http://127.0.0.1:8017", raise_server_exceptions=False) as client:
        yield client


def ask(questions: Sequence[Question], client: TestClient) -> list[list[str]]:
    """Run the questions of one group, and return the lines of each answer."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(FOLDER / "files", folder, dirs_exist_ok=True)
        answers = []
        for question in questions:
            if question.text.startswith("$"):
                # Run only commands inside the folder: the worker process for requests outlives it.
                with chdir(folder):
                    answers.append(list(_command(question)))
            else:
                answers.append(list(_request(question, client)))
        return answers


def _command(question: Question) -> Iterator[str]:
    dollar, program, *words = shlex.split(question.text)
    if (dollar, program) != ("$", _PROGRAM):
        raise ValueError(f"{question.text!r} should begin with $ {_PROGRAM}")
    before = _files()
    typed = "".join(f"{line}\n" for line in question.lines)
    found = CliRunner(env=_ENVIRONMENT).invoke(main, words, typed, catch_exceptions=False, prog_name=_PROGRAM)
    yield f"exit {found.exit_code}"
    yield from lines_of(found.stdout, question.without)
    if "stderr" not in question.without:
        # Ignore the message of the first run after an installation, which compiles the kernels.
        said = (line for line in found.stderr.splitlines() if line.startswith("Error: ") or "compil" not in line)
        yield from (f"! {_TIME.sub('... s', line)}" for line in said)
    yield from map(_written, sorted(_files() - before))


def _files() -> set[Path]:
    return {path for path in Path().rglob("*") if path.is_file()}


def _written(path: Path) -> str:
    # Other files, databases and compressed files, contain times, so they are tested by later commands that read them.
    kept = path.suffix in {".svg", ".txt"}
    return f"wrote {path.as_posix()}" + (f": {_summary(path.read_text(encoding='utf-8'))}" if kept else "")


def _request(question: Question, client: TestClient) -> Iterator[str]:
    answer = client.request(*question.text.split(maxsplit=1))
    media = answer.headers.get("content-type", "")
    yield f"{answer.status_code} {media}".rstrip()
    if media.startswith("image/") or (len(answer.text) > _LONG and media != "application/json"):
        yield _summary(answer.text)
    else:
        yield from lines_of(answer.text, question.without)


# -- writing answers -----------------------------------------------------------------------------------------------


def _summary(text: str) -> str:
    return f"{len(text)} characters, SHA-256 {sha256(text.encode()).hexdigest()}"


def lines_of(text: str, without: frozenset[str]) -> Iterator[str]:
    """Yield formatted JSON if all lines are JSON; otherwise yield the lines behind a ``|``."""
    # Avoid `splitlines`: a text in JSON may contain other line separators.
    lines = text.removesuffix("\n").split("\n") if text else []
    try:
        values = [json.loads(line, parse_constant=_refuse) for line in lines]
    except ValueError:
        yield from (f"| {_TIME.sub('... s', line)}".rstrip() for line in lines)
        return
    for value in values:
        yield from layout(_settled(value, without | _CHANGING))


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _settled(value: Any, without: frozenset[str]) -> Any:
    """Replace values that change from run to run by "...", and round floats, which differ between machines."""
    match value:
        case dict():
            return {
                key: "..." if key in without and part is not None else _settled(part, without)
                for key, part in value.items()
            }
        case list():
            return [_settled(part, without) for part in value]
        case float() if math.isfinite(value):
            return float(f"{value:.{_DIGITS}g}")
        case _:
            return value


def layout(value: Any, before: str = "", after: str = "", indent: int = 0) -> list[str]:
    """Format JSON with sorted keys in lines of limited length: numbers side by side, records below each other."""
    line = f"{' ' * indent}{before}{json.dumps(value, ensure_ascii=False, sort_keys=True)}{after}"
    if len(line) <= _WIDTH or not isinstance(value, dict | list):
        return [line]
    items = sorted(value.items()) if isinstance(value, dict) else [(None, part) for part in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    lines = [f"{' ' * indent}{before}{opening}"]
    room = False
    for k, (key, part) in enumerate(items):
        comma = "," if k < len(items) - 1 else ""
        new = layout(part, "" if key is None else f"{json.dumps(key)}: ", comma, indent + 1)
        scalar = key is None and not isinstance(part, dict | list)
        if scalar and room and len(lines[-1]) + len(new[0]) - indent <= _WIDTH:
            lines[-1] += f" {new[0].lstrip()}"
        else:
            lines += new
        room = scalar
    return [*lines, f"{' ' * indent}{closing}{after}"]


def _main() -> None:
    questions = read_questions()
    parser = argparse.ArgumentParser(description="Record what --json and HTTP answer.")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help="only these; by default all")
    wanted = parser.parse_args().groups or list(questions)
    if unknown := set(wanted) - set(questions):
        parser.error(f"there is no group {min(unknown)!r}; the groups are {', '.join(questions)}")
    kept = read_answers() if (FOLDER / "answers.txt").exists() else {}
    with open_client() as client:
        for group in wanted:
            began = os.times()
            answers = ask(questions[group], client)
            kept[group] = [(question.text, answer) for question, answer in zip(questions[group], answers, strict=True)]
            ended = os.times()
            print(f"{group}: {ended.user - began.user + ended.system - began.system:.1f} s of processor time here")  # noqa: T201  # a script
    _write({group: kept[group] for group in questions if group in kept})


if __name__ == "__main__":
    _main()
