"""Draw requests from the API's description: the server answers legal ones as described, and refuses all others."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from tests.contract.record import open_client
from tests.web.test_openapi import KEPT, strict

pytestmark = pytest.mark.full

DOCUMENT = json.loads(KEPT.read_text(encoding="utf-8"))
OPERATIONS = {path: methods["get"] for path, methods in DOCUMENT["paths"].items() if "get" in methods}
EACH = 4
"""Number of requests that are drawn for each address."""
RELATIONS = re.compile(
    r"is missing; give|there is nothing to |has \d+ rows; at most"  # a parameter is missing, or a range is too wide
    r"|must not be above the second|the smaller number first"
    r"|there is no (case|part) \d|cannot be taken: |has moves, and strategies play whole games"  # not in that position
    r"|take some \d+ minutes|take more than \d+ steps|would take too long"  # too much work together
    r"|cannot be large; |with these, a row can have "
    r"|count=\d+ is out of range|there is no parameter '(deck|kind|rule|task)' here"  # a worksheet of another game
    r"|target=\d+ is out of range; it must be from 101 to 999|needs .*; give both, or neither"
)
"""Matches refusals for reasons that JSON Schema cannot express, since they depend on combinations of values."""


def named(operation: Any) -> list[Any]:
    """Return the parameters of an address, without deprecated names."""
    return [one for one in operation["parameters"] if "name" in one and not one.get("deprecated")]


def excluded(parameter: Any) -> set[str]:
    """Return the names of the parameters that, according to its description, cannot be combined with this parameter."""
    text = parameter.get("description", "")
    return set(re.findall(r"`(.*?)`", text)) if text.startswith("Not together with") else set()


def value(parameter: Any, random: Random) -> str | None:
    """Draw a legal value, usually a small one, so that the work is short."""
    schema = parameter["schema"]
    if "enum" in schema:
        return str(random.choice(schema["enum"]))
    if parameter["name"] == "time-limit":
        return str(schema["minimum"])
    if schema["type"] in {"integer", "number"}:
        low, high = schema["minimum"], schema["maximum"]
        most = high if random.random() < 0.1 else min(high, low + 20)
        return str(random.choice((low, most, random.randint(int(low), int(most)))))
    given: str | None = parameter.get("example") or schema.get("default")
    assert given is None or re.search(schema.get("pattern", ""), given), parameter
    return given


def drawn(operation: Any, random: Random) -> dict[str, str]:
    """Draw parameters of a request that the description allows."""
    request: dict[str, str] = {}
    known = named(operation)
    for parameter in random.sample(known, len(known)):
        wanted = parameter["required"] or parameter["name"] == "time-limit" or random.random() < 0.5
        if wanted and not excluded(parameter) & request.keys() and (text := value(parameter, random)) is not None:
            request[parameter["name"]] = text
    return request


def wrong(schema: Any) -> Iterator[str]:
    """Yield values that a schema forbids."""
    if "enum" in schema:
        yield "no-such-word"
    if "maximum" in schema:
        yield from (str(schema["maximum"] + 1), str(schema["minimum"] - 1), "x", "")
    if "maxLength" in schema:
        yield "1" * (schema["maxLength"] + 1)
    if "pattern" in schema:
        yield "!"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with open_client() as opened:
        yield opened


def test_what_the_description_allows_is_answered_as_described(client: TestClient) -> None:
    random, refused, answered = Random(1), [], 0
    for path, operation in OPERATIONS.items():
        for _ in range(EACH):
            response = client.get(path, params=drawn(operation, random))
            assert response.status_code in {200, 400}, (response.url, response.text)
            content = operation["responses"][str(response.status_code)]["content"]
            media, described = next(iter(content.items()))
            assert response.headers["content-type"].startswith(media), response.url
            if media == "application/json":
                schema = strict(described["schema"]) | {"components": strict(DOCUMENT["components"])}
                Draft202012Validator(schema).validate(response.json())
            answered += response.status_code == 200
            if response.status_code == 400 and not RELATIONS.search(response.json()["error"]):
                refused.append((str(response.url), response.json()["error"]))
    assert refused == []
    assert answered > EACH * len(OPERATIONS) * 3 // 4


def test_what_the_description_forbids_is_refused(client: TestClient) -> None:
    for path, operation in OPERATIONS.items():
        needed = {one["name"]: value(one, Random(1)) for one in named(operation) if one["required"]}
        for parameter in named(operation):
            for text in wrong(parameter["schema"]):
                response = client.get(path, params=needed | {parameter["name"]: text})
                assert response.status_code == 400, (response.url, response.text[:200])
                assert "\n" not in response.json()["error"]
