"""Test the description of the API: it is valid, every answer follows it, and a client generated from it works."""

import ast
import inspect
import json
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from starlette.testclient import TestClient

import perfectplay
from perfectplay.cli.main import main
from perfectplay.coins.rules import CoinsPosition
from perfectplay.coins.solve import solve as solve_coins
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.game import game_parts
from perfectplay.core.game.position import Position
from perfectplay.core.proof.proofs import find
from perfectplay.core.result import Result
from perfectplay.core.schema import Exact, exact
from perfectplay.core.session import Session
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import solve as solve_factorgame
from perfectplay.pursuit.rules import Move, PursuitPosition
from perfectplay.pursuit.solve import solve as solve_pursuit
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import solve as solve_taxman
from perfectplay.web.app import ROOT as API
from perfectplay.web.app import endpoints
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from tests.contract.record import open_client, read_questions
from tests.tables import rows
from tests.test_layers import MODULES, SHELLS, imports, module_name
from tests.web.conftest import get, timeless
from tests.web.serving import serving

ROOT = Path(__file__).parents[2]
BUILDER = ROOT / "web-ui" / "types" / "openapi.py"
KEPT = ROOT / "src" / "perfectplay" / "web" / "openapi.json"
LIMITS = ROOT / "web-ui" / "src" / "generated"


def strict(schema: Any) -> Any:
    """Forbid fields that a schema does not name, which it allows only because later versions may add fields."""
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


def test_the_documentation_has_all_of_it(document: dict[str, Any]) -> None:
    pages = runpy.run_path(str(ROOT / "docs" / "addresses.py"))
    addresses, answers = pages["addresses"](), pages["answers"]()
    sections = {part.partition("\n")[0]: part for part in addresses.split("### ")[1:]}
    asked = {
        f"{method.upper()} {path.removeprefix(API) or '/'}": operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method != "parameters"
    }
    assert sections.keys() == asked.keys()
    for title, operation in asked.items():
        present = [one["name"] for one in operation["parameters"] if "name" in one and not one.get("deprecated")]
        assert re.findall(r"^\| `(.*?)` \|", sections[title], re.MULTILINE) == present
        assert operation["summary"] in sections[title]
    fields = {part.partition("\n")[0]: part for part in answers.split("## ")[1:]}
    for name, schema in document["components"]["schemas"].items():
        assert re.findall(r"^\* `(.*?)` \(", fields[name], re.MULTILINE) == list(schema.get("properties", ()))
    links = set(re.findall(r"http-answers\.md#(\w+)", addresses + answers))
    assert links <= {name.lower() for name in fields}
    assert "taxmansolved" in links


@pytest.mark.full
def test_examples_of_the_documentation_are_legal(client: TestClient) -> None:
    page = runpy.run_path(str(ROOT / "docs" / "addresses.py"))["addresses"]()
    examples = re.findall(r"^\$ curl '.*?(/api/v1.*?)'$", page, re.MULTILINE)
    assert "/api/v1/taxman/solve?n=20" in examples
    for example in examples:
        assert client.get(example).status_code == 200, example


def addresses() -> list[str]:
    """Return every address for which the contract has an answer."""
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
    """Check that required parameters have examples, and that a request with these examples is answered."""
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


# -- the same answer from Python, commands and HTTP --------------------------------------------------------------------


def printed(*args: str) -> Any:
    """Return the output of a command, which may also exit with 1 for the answer "no"."""
    result = CliRunner().invoke(main, [*args, "--json"])
    assert result.exit_code in {0, 1}, result.stderr
    return json.loads(result.stdout)


@rows(
    "text, kind, figure",
    [
        ("taxman:20", "score", 124),
        ("taxman:20/19.9", "score", 123),
        ("taxman:20/19.9.15", "score", 123),
        ("taxman:10/7.9.6.8.10", "score", 40),
        ("taxman:pot.2.3.6.12", "score", 12),
        ("coins:1.2.4.3", "score", 5),
        ("coins:1.2.4.3/R", "score", 5),
        ("coins:5", "score", 5),
        ("coins:l1.2~3.7.4~r9/2L", "score", 12),
        ("coins:o5.1.2.8", "score", 10),
        ("coins:3~o1.5.2/1L", "score", 5),
        ("coins:3_2.1_3.5", "score", Fraction(16, 3)),
        ("pursuit:3.6.9.10.50.100:951", "distance", 0),
        ("pursuit:3.6.9.10.50.100:951/100a6", "distance", 0),
        ("pursuit:3.6.9.10.50.100:951/100a6.e", "distance", 845),
        ("pursuit:1.1.1.1.2.2:100", "distance", 82),
        ("pursuit:3.3.6:36/3a3", "distance", 0),
        # The only number counts as the result, even though having no number at all would be closer to the target.
        ("pursuit:25:2:all", "distance", 23),
        ("pursuit:1.3.7.10.25.50:831", "distance", 1),
        ("pursuit:2.3:4:all.ops-d", "distance", 4),
        ("factorgame:12", "lead", 5),
        ("factorgame:12/4", "lead", -4),
    ],
)
def test_every_door_tells_the_same_figures(client: TestClient, text: str, kind: str, figure: Exact) -> None:
    game = text.partition(":")[0]
    here = [text] if game == "factorgame" else ["--position", text]
    shown, found = printed(game, "solve", *here), perfectplay.solve(text)
    asked = [get(client, "hint", id=text)]
    if game != "factorgame":
        asked.append(get(client, f"{game}/solve", position=text))
    assert (found.kind, found.value, found.lower, found.upper) == (kind, figure, figure, figure)
    for told in (found.to_dict(), shown, *asked):
        assert [told[key] for key in ("kind", "value", "lower", "upper")] == [kind, *[exact(figure)] * 3]
    assert asked[0]["moves"] == [str(move) for move in Session.from_id(text).hint().moves]
    assert asked[0]["moves"] == [str(move) for move in found.moves]
    assert {one["name"]: one["value"] for one in get(client, "games")}[game] == kind
    assert timeless(found.to_dict()) == timeless(shown)


def test_a_review_and_a_hint_are_told_as_json_has_them(client: TestClient) -> None:
    for text in ("taxman:10/10.8", "coins:3.9.1.2/LL", "pursuit:3.6.9:831/9m6", "factorgame:12/10.9"):
        told = timeless(perfectplay.review(text).to_dict())
        assert told == timeless(printed("review", text))
        assert told == timeless(get(client, "review", id=text))
        hints = perfectplay.hint_steps(text).to_dict()
        assert timeless(hints) == timeless(get(client, "hint/steps", id=text))


def test_checked_certificates_are_told_as_json_has_them(tmp_path: Path) -> None:
    for text in ("taxman:10", "pursuit:3.6.9:51"):
        (tmp_path / f"{text.partition(':')[0]}.json").write_text(find(text).text)
    assert timeless(perfectplay.check(tmp_path).to_dict()) == timeless(printed("check", str(tmp_path)))
    for path in tmp_path.iterdir():
        (one,) = perfectplay.check(path).checked
        assert one.to_dict() == printed("check", str(path))
    (tmp_path / "bad.json").write_text("nothing")
    told = perfectplay.check(tmp_path).to_dict()
    assert timeless(told) == timeless(printed("check", str(tmp_path)))
    assert (told["valid"], told["failures"][0]["file"]) == (False, "bad.json")


def test_results_of_the_solvers_themselves_are_told_as_json_has_them() -> None:
    assert timeless(solve_coins([1, 2]).to_dict()) == timeless(printed("coins", "solve", "1", "2"))
    results = (solve_taxman(TaxmanPosition.new(10)), solve_factorgame(FactorPosition.new(12)))
    for result in (*results, solve_coins(CoinsPosition.new([1, 2])), solve_pursuit(PursuitPosition.new([3, 6], 9))):
        assert timeless(result.to_dict()) == timeless(perfectplay.solve(result.position.id).to_dict())
    with pytest.raises(PerfectPlayError, match=r"has no position; perfectplay\.solve"):
        Result(1, 1, 1, "optimal", (), 0.0, {}).to_dict()


def test_positions_and_results_are_typed_by_their_moves() -> None:
    # This function also tests the types: it has to pass the type checker without a cast or a value of type Any.
    taxman: Position[int] = TaxmanPosition.new(6)
    coins: Position[str] = CoinsPosition.new([1, 2, 4, 3])
    pursuit: Position[Move] = PursuitPosition.new([3, 6], 9)
    session = Session(TaxmanPosition.new(6))
    here: TaxmanPosition = session.play(5)
    numbers: Result[int, int] = solve_taxman(here)
    ends: Result[str] = solve_coins(CoinsPosition.new([1, 2, 4, 3]))
    steps: Result[Move] = solve_pursuit(PursuitPosition.new([3, 6], 9))
    assert taxman.play(5).play(numbers.moves[0]).moves == (5, 4)
    assert coins.play(ends.moves[0]).moves == ends.moves[:1]
    assert pursuit.play(steps.moves[0]).moves == steps.moves[:1]


ROOMS = {
    "perfectplay.taxman.exact.solve",
    "perfectplay.taxman.plain.solve_plainly",
    "perfectplay.taxman.records.solve_from_table",
    "perfectplay.coins.row.fusion.solve",
    "perfectplay.coins.row.sums.perfect_line",
    "perfectplay.coins.row.sums.best_moves",
    "perfectplay.pursuit.search.solutions.closest",
    "perfectplay.pursuit.search.solutions.solve",
}
"""Internal modules and functions that compute answers, and that the public modules use."""


def rooms(source: str) -> set[str]:
    """Return the internal modules that a source imports."""
    named = set(imports(source, ""))
    # If a source imports a whole package, it uses the modules of the package as attributes.
    used = {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}
    return {
        room for room in ROOMS if room in named or (room.rpartition(".")[0] in named and room.split(".")[-1] in used)
    }


@rows("path", [path for path in MODULES if path.parent.name in SHELLS], module_name)
def test_screens_ask_at_the_doors(path: Path) -> None:
    assert rooms(path.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    from perfectplay.taxman.exact import solve",
        "from perfectplay.pursuit.search import solutions\nfound = solutions.solve([1, 2], 3)",
        "import perfectplay.coins.row.fusion\nfound = perfectplay.coins.row.fusion.solve([1, 2])",
    ],
)
def test_a_way_around_a_door_is_seen(source: str) -> None:
    assert len(rooms(source)) == 1
