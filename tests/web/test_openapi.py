"""The description of the API: it is legal, it is true of every answer, and a client that is made from it works."""

from __future__ import annotations

import inspect
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from starlette.testclient import TestClient

from perfectplay.core.game import game_parts
from perfectplay.web.app import ROOT as API
from perfectplay.web.app import endpoints
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from tests.contract.record import open_client, read_questions
from tests.tables import rows
from tests.web.serving import serving

ROOT = Path(__file__).parents[2]
BUILDER = ROOT / "web-ui" / "types" / "openapi.py"
KEPT = ROOT / "src" / "perfectplay" / "web" / "openapi.json"
LIMITS = ROOT / "web-ui" / "src" / "generated"


def strict(schema: Any) -> Any:
    """Forbid what a schema does not name: a later version may say more, but this one may not forget to tell."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    told = {key: strict(part) for key, part in schema.items()}
    return told | {"additionalProperties": False} if "properties" in told else told


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with open_client() as opened:
        yield opened


def test_it_is_what_the_sources_give(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(BUILDER), str(tmp_path / "openapi.json")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "openapi.json").read_text(encoding="utf-8") == KEPT.read_text(encoding="utf-8"), "make schema"
    limits = sorted(tmp_path.glob("*.ts"))
    assert limits
    for path in limits:
        assert path.read_text(encoding="utf-8") == (LIMITS / path.name).read_text(encoding="utf-8"), "make schema"


def test_it_is_legal(document: dict[str, Any]) -> None:
    validate(document, cls=OpenAPIV31SpecValidator)


def test_the_server_sends_it(document: dict[str, Any], client: TestClient) -> None:
    assert client.get("/api/v1/openapi.json").json() == document
    assert client.get("/api/v1").json()["paths"] == [path for path in document["paths"] if path != "/api/v1"]


def test_it_is_at_the_root_too_and_read_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = client.get("/api/v1/openapi.json").content
    monkeypatch.setattr("perfectplay.web.app._DESCRIPTION", Path("gone"))
    for path in ("/openapi.json", "/api/v1/openapi.json"):
        assert client.get(path).content == sent
    assert client.get("/openapi.json?n=1").status_code == 400


def addresses() -> list[str]:
    """Every address that the contract asks for."""
    questions = [question.text for group in read_questions().values() for question in group]
    return [shlex.split(text)[1] for text in questions if text.startswith("GET ")]


@pytest.mark.full
@pytest.mark.parametrize("address", addresses())
def test_every_answer_is_as_described(address: str, document: dict[str, Any], client: TestClient) -> None:
    response = client.get(address)
    operation = document["paths"].get(urlsplit(address).path, {}).get("get")
    if operation is None:
        assert response.status_code == 404 or not address.startswith("/api/v1")
        return
    known = {parameter["name"] for parameter in operation["parameters"]}
    given = [part.partition("=")[0] for part in urlsplit(address).query.split("&") if part]
    if response.status_code == 200:
        assert known.issuperset(given)
        (media, told), *_ = operation["responses"]["200"]["content"].items()
        assert response.headers["content-type"].startswith(media)
    else:
        media, told = next(iter(operation["responses"][str(response.status_code)]["content"].items()))
    if media == "application/json":
        schema = strict(told["schema"]) | {"components": strict(document["components"])}
        Draft202012Validator(schema).validate(response.json())


@rows("endpoint", endpoints(game_parts("web")), lambda endpoint: endpoint.path)
def test_long_work_says_that_there_may_be_no_room(endpoint: Endpoint, document: dict[str, Any]) -> None:
    function = endpoint.answer.func if isinstance(endpoint.answer, partial) else endpoint.answer
    waits = function is answer or "answer(request, " in inspect.getsource(function)
    quick = isinstance(endpoint.answer, partial) and getattr(endpoint.answer.keywords.get("picture"), "quick", False)
    responses = document["paths"][f"{API}{endpoint.path}"][endpoint.method.lower()]["responses"]
    assert ({"429", "503"} <= responses.keys()) == endpoint.long == (waits and not quick)
    streamed = "text/event-stream" in responses["200"]["content"]
    assert streamed == (endpoint.long and not isinstance(endpoint.returns, str))


def test_examples_are_legal(document: dict[str, Any], client: TestClient) -> None:
    """What must be given has an example, and they make a question that is answered."""
    quick = {path: one["get"] for path, one in document["paths"].items() if "503" not in one["get"]["responses"]}
    for path, operation in quick.items():
        shown = [one for one in operation["parameters"] if "example" in one and "default" not in one["schema"]]
        needed = [one for one in shown if one["required"]] or shown[:1]
        assert len([one for one in operation["parameters"] if one["required"]]) <= len(needed)
        response = client.get(path, params={one["name"]: one["example"] for one in needed})
        assert response.status_code == 200, (path, response.text)


@pytest.mark.full
def test_a_client_made_from_it_gets_right_answers(tmp_path: Path) -> None:
    made = tmp_path / "made"
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(KEPT), "--meta", "none"]
    done = subprocess.run(
        [*command, "--output-path", str(made / "client")], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    with serving() as server:
        asked = subprocess.run(
            [sys.executable, "-c", ASK, f"http://127.0.0.1:{server.port}"],
            cwd=made,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout.split() == ["124", "optimal", "5", "0", "taxman:20/19"]


ASK = """
import sys
from client import Client
from client.api.taxman import taxman_solve
from client.api.coins import coins_solve
from client.api.pursuit import pursuit_solve
from client.api.all_games import move

with Client(base_url=sys.argv[1], raise_on_unexpected_status=True) as client:
    solved = taxman_solve.sync(client=client, n=20)
    print(solved.score, solved.status)
    print(coins_solve.sync(client=client, coins="1.2.4.3").first)
    print(pursuit_solve.sync(client=client, position="pursuit:3.6.9.10.50.100:951").value)
    print(move.sync(client=client, position="taxman:20", move="19").id)
"""
