"""Compare the answers of the command line and the HTTP API with the recorded ones.

Record an intended difference by ``python -m tests.contract.record``, and list it in CHANGELOG.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mashumaro.jsonschema import build_json_schema
from starlette.testclient import TestClient

from perfectplay.core.schema import Answer, encode, to_json
from tests.commands import leaves
from tests.contract.record import ask, layout, lines_of, open_client, read_answers, read_questions
from tests.tables import rows

QUESTIONS = read_questions()
ANSWERS = read_answers()


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with open_client() as client:
        yield client


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list to which all later JSON output of commands is appended."""
    told: list[object] = []

    def remember(record: object) -> str:
        told.append(record.as_answer() if isinstance(record, Answer) else record)
        return to_json(record)

    monkeypatch.setattr("perfectplay.core.schema.to_json", remember)
    return told


@cache
def schema_of(kind: type) -> Draft202012Validator:
    """Return a validator for a type of answer, which also checks the form of fractions."""
    schema = build_json_schema(kind).to_dict()
    shown = json.dumps(schema).replace(
        '{"type": "string", "format": "fraction"}', '{"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"}'
    )
    return Draft202012Validator(json.loads(shown))


@pytest.mark.parametrize("group", QUESTIONS)
def test_everything_is_answered_as_before(group: str, client: TestClient, said: list[object]) -> None:
    recorded = ANSWERS.get(group, [])
    if [text for text, _ in recorded] != [question.text for question in QUESTIONS[group]]:
        message = f"the questions of [{group}] are not those recorded: python -m tests.contract.record '{group}'"
        pytest.fail(message, pytrace=False)
    answers = ask(QUESTIONS[group], client)
    changed = [
        "\n".join([text, *list(unified_diff(before, now, "recorded", "answered now", n=4, lineterm=""))])
        for (text, before), now in zip(recorded, answers, strict=True)
        if before != now
    ]
    if changed:
        head = f"{len(changed)} of {len(answers)} answers of [{group}] changed:"
        pytest.fail("\n\n".join([head, *changed]), pytrace=False)
    for record in said:
        if isinstance(record, Mapping):
            # Only lines of games in the terminal and verdicts are mappings, because each game chooses their fields.
            assert record.keys() & {"event", "file"}, record
        else:
            schema_of(type(record)).validate(encode(record))  # type: ignore[arg-type]  # a class can be hashed


def test_no_answer_is_kept_without_its_question() -> None:
    assert list(ANSWERS) == list(QUESTIONS)


def test_what_is_refused_is_one_line() -> None:
    answers = [(text, lines) for group in ANSWERS.values() for text, lines in group]
    for text, (status, *told) in answers:
        if status == "exit 2":
            *before, problem = told
            assert problem.startswith("! Error: "), text
            # `check` prints verdicts on the files that it can check before the error about the other files.
            assert not before or text.startswith("$ perfectplay check "), text
        elif status.startswith("4"):
            refused = json.loads("".join(told))
            assert status.endswith(" application/json"), text
            assert refused.keys() == {"code", "error"}, text
            assert "\n" not in refused["error"], text


def test_every_address_is_asked(client: TestClient) -> None:
    asked = {question.text.split()[1].partition("?")[0] for group in QUESTIONS.values() for question in group}
    assert set(client.get("/api/v1").json()["paths"]) <= asked


def test_every_command_has_an_example_and_json() -> None:
    helped = {text: "\n".join(lines) for text, lines in ANSWERS["help"]}
    for path, _ in leaves():
        told = helped[f"$ perfectplay {path} --help"]
        assert f"Example: perfectplay {path}" in told, path
        assert ("--json" in told) == (path != "serve"), path


def test_every_option_is_given() -> None:
    # `serve` opens a browser, `site` builds a whole site, and answers with --bounded change with every new proof.
    unasked = {"serve": {"--open"}, "site": {"--documentation", "--json"}, "taxman records": {"--bounded"}}
    asked = [question.text for group in QUESTIONS.values() for question in group]
    for path, command in leaves():
        given = {word for text in asked if text.startswith(f"$ perfectplay {path} ") for word in text.split()}
        options = {option for param in command.params for option in param.opts if option.startswith("--")}
        assert options - given == unasked.get(path, set()), path


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ({"b": 1, "a": [1, "2"]}, ['{"a": [1, "2"], "b": 1}']),
        (["x" * 60, "y" * 60], ["[", f' "{"x" * 60}",', f' "{"y" * 60}"', "]"]),
        ({"k": [10**50] * 4}, ["{", ' "k": [', f"  {10**50}, {10**50},", f"  {10**50}, {10**50}", " ]", "}"]),
    ],
)
def test_long_json_is_broken_into_lines(value: Any, lines: list[str]) -> None:
    assert layout(value) == lines


@rows(
    "text, lines",
    [
        (
            '{"seconds": 1.5, "n": 0.1000000000000001}\n{"seconds": null}\n',
            ['{"n": 0.1, "seconds": "..."}', '{"seconds": null}'],
        ),
        ('{"rows": [{"seed": 7}]}\n', ['{"rows": [{"seed": "..."}]}']),
        ('{"n": 1}\nready\n', ['| {"n": 1}', "| ready"]),
        ('{"n": NaN}\n', ['| {"n": NaN}']),
        ("found in 0.25 s, source: search\n\n", ["| found in ... s, source: search", "|"]),
        ("", []),
    ],
)
def test_only_what_lasts_is_recorded(text: str, lines: list[str]) -> None:
    assert list(lines_of(text, frozenset({"seed"}))) == lines
