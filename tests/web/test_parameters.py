"""Test how parameters of every kind are read, and how errors in them are reported."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

import perfectplay
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.game import game_parts
from perfectplay.core.question import ParameterError
from perfectplay.web.app import endpoints
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import BusyError
from perfectplay.web.parameters import Query, listing
from perfectplay.web.replies import CODES, Code, Problem, code_of
from tests.tables import rows


def query(**params: str) -> Query:
    return Query(params.items())


READERS: dict[str, Callable[[Query], Any]] = {
    "text": lambda q: q.text("x", limit=20),
    "optional": lambda q: q.optional("x", 20),
    "integer": lambda q: q.integer("x", low=1, high=100),
    "optional_integer": lambda q: q.optional_integer("x", low=1, high=100),
    "number": lambda q: q.number("x", 2.0, low=0.5, high=8.0),
    "flag": lambda q: q.flag("x"),
    "choice": lambda q: q.choice("x", ("a", "b")),
    "numbers": lambda q: q.numbers("x", most=3, example="1.2"),
    "interval": lambda q: q.interval("x", (1, 10), low=1, high=100),
    "optional_interval": lambda q: q.optional_interval("x", low=1, high=100),
}


DESCRIBED: dict[str, Callable[[Query], Any]] = {
    "numbers": lambda q: q.numbers("x", most=99, example="1.2"),
    "interval": lambda q: q.interval("x", (1, 10), low=0, high=10**18),
    "optional_interval": lambda q: q.optional_interval("x", low=0, high=10**18),
    "words": lambda q: q.words("x", ("1", "2-3"), "1"),
}


@pytest.mark.parametrize("reader", DESCRIBED)
@given(st.text("012-., \nx", max_size=9))
def test_whatever_is_read_is_as_described(reader: str, text: str) -> None:
    q = query(x=text)
    refused = False
    try:
        DESCRIBED[reader](q)
    except PerfectPlayError:
        refused = True
    described = re.search(q.parameters["x"].schema["pattern"], text) is not None
    assert described or refused
    # Intervals may be refused for their order, and both intervals and words for a final newline, which `$` ignores.
    assert not (described and refused) or "interval" in reader or "words" in reader


def test_a_position_is_described_by_its_form() -> None:
    for text, form in (("taxman:20/19", True), ("20", False), ("", False), ("taxman:", False)):
        q = query(position=text)
        assert q.optional("position") == text
        assert (re.search(q.parameters["position"].schema["pattern"], text) is not None) == form


def test_exclusions_are_described() -> None:
    known = {endpoint.path: endpoint.described.dependencies for endpoint in endpoints(game_parts("web"))}
    assert known["/taxman/solve"] == ["OnlyOne(n, position, pot);"]
    assert known["/pursuit/map"] == ["OnlyOne(numbers, position);", "ZeroOrOne(position, rules);"]


@rows(
    "reader, given_, wanted",
    [
        ("text", " a b ", " a b "),
        ("integer", "100", 100),
        ("integer", "007", 7),
        ("optional_integer", "1", 1),
        ("number", "0.5", 0.5),
        ("number", "0.60000000000000004", 0.6),
        ("number", "2.", 2.0),
        ("flag", "1", True),
        ("flag", "0", False),
        ("choice", "b", "b"),
        ("numbers", "1.2,3", (1, 2, 3)),
        ("numbers", " -1 2 ", (-1, 2)),
        ("interval", "5-5", (5, 5)),
        ("optional_interval", "1-100", (1, 100)),
    ],
)
def test_what_is_read(reader: str, given_: str, wanted: Any) -> None:
    q = query(x=given_)
    assert READERS[reader](q) == wanted
    q.done()


@pytest.mark.parametrize(
    ("reader", "wanted"),
    [("optional", None), ("optional_integer", None), ("number", 2.0), ("flag", False), ("optional_interval", None)],
)
def test_what_need_not_be_given(reader: str, wanted: Any) -> None:
    q = query()
    assert READERS[reader](q) == wanted
    q.done()


@rows(
    "reader, given_, message",
    [
        ("text", "a" * 21, "the parameter x has 21 characters; at most 20 are read"),
        ("integer", "0", "x=0 is out of range; it must be from 1 to 100"),
        ("integer", "1e3", "x='1e3' is not a whole number; it must be from 1 to 100"),
        ("integer", "²", "x='²' is not a whole number"),
        ("integer", "9" * 19, "x=9999999999999999999 is out of range; it must be from 1 to 100"),
        ("number", "inf", "x='inf' is not possible; it must be a number from 0.5 to 8"),
        ("number", "1_0", "x='1_0' is not possible"),
        ("number", "٢", "x='٢' is not possible"),
        ("number", "", "x='' is not possible"),
        ("flag", "yes", "x='yes' does not exist; it must be 0 or 1"),
        ("choice", "c", "x='c' does not exist; it must be a or b"),
        ("numbers", "1.2.3.4", "x has 4 numbers; at most 3 are possible"),
        ("numbers", "1..x", "'x' in x='1..x' is not a whole number; write numbers separated by dots, as in x=1.2"),
        ("numbers", "", "'' in x='' is not a whole number"),
        ("interval", "9-8", "x='9-8' is not a range; give two numbers as in 1-100"),
        ("interval", "1-101", "is not a range"),
        ("interval", "7", "is not a range"),
        ("optional_interval", "0-1", "x='0-1' is not a range; give two numbers as in 1-100"),
    ],
)
def test_what_is_refused(reader: str, given_: str, message: str) -> None:
    with pytest.raises(PerfectPlayError) as caught:
        READERS[reader](query(x=given_))
    assert message in str(caught.value)


@pytest.mark.parametrize("reader", READERS)
@given(text=st.text())
def test_anything_at_all_is_read_or_refused_in_one_line(reader: str, text: str) -> None:
    try:
        READERS[reader](query(x=text))
    except PerfectPlayError as error:
        assert "\n" not in str(error)  # noqa: PT017  # both outcomes are fine


def test_listing() -> None:
    assert listing(["a"]) == "a"
    assert listing("abc") == "a, b or c"
    assert listing("abcdefghijklmnop").endswith("l, ...")


# -- error codes -------------------------------------------------------------------------------------------------------

DOCS = Path(__file__).parents[2] / "docs" / "http.md"
PUBLIC = Path(perfectplay.__file__).parent / "web" / "openapi.json"


def kinds(base: type[PerfectPlayError] = PerfectPlayError) -> Iterator[type[PerfectPlayError]]:
    yield base
    for kind in base.__subclasses__():
        if kind.__module__.startswith("perfectplay."):
            yield from kinds(kind)


def test_every_class_of_error_has_a_code() -> None:
    assert {kind.code for kind in kinds()} <= CODES.keys()
    assert ParameterError.code == "invalid-parameter"
    # `BusyError` keeps the code that it gets when it is raised.
    assert BusyError("wait", 429, "too-many-questions").failure.code == "too-many-questions"


def test_every_code_is_described() -> None:
    assert get_args(Code) == tuple(CODES)
    schema = json.loads(PUBLIC.read_text(encoding="utf-8"))["components"]["schemas"]["Problem"]
    assert schema["required"] == ["error", "code"]
    assert schema["properties"]["code"]["enum"] == list(CODES)
    assert schema["properties"]["code"]["x-enum-descriptions"] == list(CODES.values())
    docs = DOCS.read_text(encoding="utf-8")
    for code, text in CODES.items():
        # The table in the documentation has a row with the code and its meaning.
        assert f"| `{code}` | {text[0].lower()}{text[1:]} |" in docs, code


@rows("endpoint", endpoints(game_parts("web")), lambda endpoint: endpoint.path)
def test_a_parameter_that_is_not_there_is_named_before_what_is_missing(client: TestClient, endpoint: Endpoint) -> None:
    known = [one.name for one in endpoint.described.parameters.values() if not one.now]
    name = known[0].upper() if known else "N"
    asked = client.request(endpoint.method, f"/api/v1{endpoint.path}", params={name: "10"}, content=b"x")
    problem = asked.json()
    assert (asked.status_code, problem["code"]) == (400, "unknown-parameter")
    meant = f" (did you mean {known[0]}?)" if known else ""
    assert problem["error"].startswith(f"there is no parameter '{name}'{meant} here; the parameters are ")
    # Known parameters are never called unknown.
    for one in known:
        asked = client.request(endpoint.method, f"/api/v1{endpoint.path}", params={one: ""}, content=b"x")
        assert asked.headers["content-type"] != "application/json" or asked.json().get("code") != "unknown-parameter"


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
    """Check that an error during the work ends the stream; here, no deal of one small card is very hard."""
    target = "/api/v1/pursuit/deal?deck=suit&numbers=1&targets=1-1&difficulty=very-hard&seed=1"
    last = client.get(target, headers={"Accept": "text/event-stream"}).text.strip().rpartition("\n\n")[2]
    name, data = last.splitlines()
    assert name == "event: failure"
    told = json.loads(data.removeprefix("data: "))
    assert told["code"] == "none-found"
    assert told["status"] == 404
    assert told["error"].startswith("none of 2,000 games was 'very hard'")
