"""Error codes: every refusal has one, and every one that exists is described."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from starlette.testclient import TestClient

import perfectplay
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.question import ParameterError
from perfectplay.web.jobs import BusyError
from perfectplay.web.replies import CODES, Code, Problem, code_of

DOCS = Path(__file__).parents[2] / "docs" / "web.md"
PUBLIC = Path(perfectplay.__file__).parent / "web" / "openapi.json"


def kinds(base: type[PerfectPlayError] = PerfectPlayError) -> Iterator[type[PerfectPlayError]]:
    yield base
    for kind in base.__subclasses__():
        if kind.__module__.startswith("perfectplay."):
            yield from kinds(kind)


def test_every_class_of_error_has_a_code() -> None:
    assert {kind.code for kind in kinds()} <= CODES.keys()
    assert ParameterError.code == "invalid-parameter"
    # A failure of the queue has one for its situation.
    assert BusyError("wait", 429, "too-many-questions").failure.code == "too-many-questions"


def test_every_code_is_described() -> None:
    assert get_args(Code) == tuple(CODES)
    schema = json.loads(PUBLIC.read_text(encoding="utf-8"))["components"]["schemas"]["Problem"]
    assert schema["required"] == ["error", "code"]
    assert schema["properties"]["code"]["enum"] == list(CODES)
    assert schema["properties"]["code"]["x-enum-descriptions"] == list(CODES.values())
    docs = DOCS.read_text(encoding="utf-8")
    for code, text in CODES.items():
        # In a row of a table, with what it means.
        assert f"| `{code}` | {text[0].lower()}{text[1:]} |" in docs, code


def test_a_kind_of_error_that_a_stranger_made_up_is_invalid_input() -> None:
    class StrangeError(PerfectPlayError):
        code = "strange"

    assert code_of(StrangeError("no")) == "invalid-input"
    assert Problem(error="no", code=code_of(StrangeError("no"))).code == "invalid-input"


def test_refusals_of_the_gate_have_one_too(client: TestClient) -> None:
    path = "/api/v1/games"
    assert client.get(path, headers={"Host": "example.com"}).json()["code"] == "unknown-host"
    assert client.get(path, headers={"Origin": "https://example.com"}).json()["code"] == "foreign-site"
    assert client.get(path, headers={"Sec-Fetch-Site": "cross-site"}).json()["code"] == "foreign-site"
    assert client.post(path).json()["code"] == "method-not-allowed"


def test_a_stream_tells_it_at_its_end(client: TestClient) -> None:
    """What is found out during the work: no deal of one small card can be so hard."""
    target = "/api/v1/pursuit/deal?deck=suit&numbers=1&targets=1-1&difficulty=very-hard&seed=1"
    last = client.get(target, headers={"Accept": "text/event-stream"}).text.strip().rpartition("\n\n")[2]
    name, data = last.splitlines()
    assert name == "event: failure"
    told = json.loads(data.removeprefix("data: "))
    assert told["code"] == "limit-exceeded"
    assert told["status"] == 400
    assert told["error"].startswith("none of 2,000 games was 'very hard'")
