"""Draw requests from the API's description: the server answers legal ones as described, and refuses all others."""

import json
import operator
import re
from collections.abc import Iterator, Mapping
from itertools import count, islice
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
COMPARED = {"==": operator.eq, "<=": operator.le, "<": operator.lt, ">": operator.gt}


def named(operation: Any) -> list[Any]:
    """Return the parameters of an address, without deprecated names."""
    return [one for one in operation["parameters"] if "name" in one and not one.get("deprecated")]


def is_true(predicate: str, request: Mapping[str, str]) -> bool:
    """Return whether a predicate of IDL is true: a parameter is given, or is given and has a value as stated."""
    name, sign, text = re.fullmatch(r"(\w+)(?:(==|<=|<|>)(.*))?", predicate).groups()  # type: ignore[union-attr]
    if name not in request or sign is None:
        return name in request
    if text.startswith("'"):
        return request[name] in re.findall("'(.*?)'", text)
    return bool(COMPARED[sign](int(request[name]), int(text)))


def holds(dependency: str, request: Mapping[str, str]) -> bool:
    """Return whether a request fulfils one of the ``x-dependencies``, which are written in IDL."""
    if listed := re.fullmatch(r"(OnlyOne|ZeroOrOne)\((.*)\);", dependency):
        number = sum(is_true(predicate, request) for predicate in listed[2].split(", "))
        return number == 1 or (number == 0 and listed[1] == "ZeroOrOne")
    if implied := re.fullmatch("IF (.*) THEN (.*);", dependency):
        return not all(is_true(one, request) for one in implied[1].split(" AND ")) or is_true(implied[2], request)
    assert re.fullmatch(r"\w+( - \w+)? <= \w+;", dependency)
    if not request.keys() >= set(re.findall("[a-z]+", dependency)):
        return True  # a comparison of two parameters does not apply to requests without one of them
    first, *rest = (int(request.get(word, word)) for word in re.findall(r"\w+", dependency))
    return first <= sum(rest)


def value(parameter: Any, random: Random) -> str | None:
    """Draw a legal value, usually a small one, so that the work is short."""
    schema = parameter["schema"]
    if parameter.get("description", "").startswith("The legal values depend on"):
        return str(parameter["example"])
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
    """Draw parameters of a request, each of which the description allows."""
    request: dict[str, str] = {}
    for parameter in named(operation):
        wanted = parameter["required"] or parameter["name"] == "time-limit" or random.random() < 0.5
        if wanted and (text := value(parameter, random)) is not None:
            request[parameter["name"]] = text
    return request


def draws(operation: Any, random: Random, *, legal: bool) -> Iterator[dict[str, str]]:
    """Draw some requests whose values the description allows together, or some whose values it does not."""
    dependencies = operation.get("x-dependencies", ())
    requests = (drawn(operation, random) for _ in count())
    return islice((one for one in requests if all(holds(text, one) for text in dependencies) == legal), EACH)


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
    random, answered = Random(1), 0
    for path, operation in OPERATIONS.items():
        for request in draws(operation, random, legal=True):
            response = client.get(path, params=request)
            assert response.status_code in {200, 404}, (response.url, response.text)
            content = operation["responses"][str(response.status_code)]["content"]
            media, described = next(iter(content.items()))
            assert response.headers["content-type"].startswith(media), response.url
            if media == "application/json":
                schema = strict(described["schema"]) | {"components": strict(DOCUMENT["components"])}
                Draft202012Validator(schema).validate(response.json())
            answered += response.status_code == 200
    assert answered > EACH * len(OPERATIONS) * 9 // 10


def test_values_that_the_description_forbids_together_are_refused(client: TestClient) -> None:
    random = Random(2)
    dependent = {path: operation for path, operation in OPERATIONS.items() if "x-dependencies" in operation}
    for path, operation in dependent.items():
        for request in draws(operation, random, legal=False):
            response = client.get(path, params=request)
            assert response.status_code == 400, (response.url, operation["x-dependencies"])


def test_what_the_description_forbids_is_refused(client: TestClient) -> None:
    for path, operation in OPERATIONS.items():
        needed = {one["name"]: value(one, Random(1)) for one in named(operation) if one["required"]}
        for parameter in named(operation):
            for text in wrong(parameter["schema"]):
                response = client.get(path, params=needed | {parameter["name"]: text})
                assert response.status_code == 400, (response.url, response.text[:200])
                assert "\n" not in response.json()["error"]
