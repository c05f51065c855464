"""The lab and the worksheets over HTTP: pictures, their figures, and what is refused."""

import csv
import io
import json
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from starlette.testclient import TestClient

from perfectplay.coins.pictures.charts import tie_chart
from perfectplay.core.answers import Drawn, Figures
from perfectplay.core.schema import encode
from perfectplay.factorgame.pictures.charts import lead_chart
from perfectplay.pursuit.deal.deals import SUIT
from perfectplay.pursuit.questions.decks import CountFormulas
from perfectplay.taxman.pictures.charts import scores, strategies
from perfectplay.taxman.pictures.cover import cover
from perfectplay.taxman.pictures.tree import tree
from tests.tables import rows

ROOT = "/api/v1/lab"
SVG = "{http://www.w3.org/2000/svg}"

PICTURES: dict[str, tuple[dict[str, Any], Drawn[Figures]]] = {
    "scores": (
        {"from": 20, "to": 24, "measure": "gap", "bounds": "matching,half"},
        scores(20, 24, "gap", ("half", "matching")),
    ),
    "strategies": ({"from": 10, "to": 14}, strategies(10, 14)),
    "cover": ({"n": 24}, cover(24)),
    "tree": ({"n": 21}, tree(21)),
    "leads": ({"most": 12}, lead_chart(12)),
    "ties": ({"largest": 3, "length": 6, "measure": "share", "lengths": "all"}, tie_chart(3, 6, "share", "all")),
}


def csv_rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_its_figures_and_its_table_agree(client: TestClient, name: str) -> None:
    params, expected = PICTURES[name]
    figures = client.get(f"{ROOT}/{name}", params=params)
    assert figures.headers["content-type"] == "application/json"
    assert figures.json() == encode(expected.figures)
    picture = client.get(f"{ROOT}/{name}.svg", params=params)
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text == expected.svg
    table = client.get(f"{ROOT}/{name}.csv", params=params)
    assert table.headers["content-type"].startswith("text/csv")
    written = [["" if cell is None else str(cell) for cell in row] for row in expected.figures.rows]
    assert csv_rows(table.text) == [list(expected.figures.columns), *written]


@pytest.mark.full
@pytest.mark.parametrize("name", ["cover", "tree", "scores", "ties", "leads"])
def test_without_parameters_there_is_something_to_see(client: TestClient, name: str) -> None:
    root = ET.fromstring(client.get(f"{ROOT}/{name}.svg").text)  # noqa: S314  # our own picture
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")


def test_work_is_streamed(client: TestClient) -> None:
    params = {"from": 30, "to": 60}
    answer = client.get(f"{ROOT}/strategies", params=params, headers={"Accept": "text/event-stream"}).text
    events = [event.partition("\ndata: ")[::2] for event in answer.split("\n\n") if event.startswith("event: ")]
    assert [name for name, _ in events][-1] == "event: result"
    assert {name for name, _ in events[:-1]} <= {"event: progress"}
    result = json.loads(events[-1][1])
    assert (result["rows"][0][0], result["rows"][-1][0], "svg" in result) == (30, 60, False)


def test_formulae_by_value(client: TestClient) -> None:
    table = csv_rows(client.get(f"{ROOT}/formulas.csv", params={"deck": "suit"}).text)
    counts = CountFormulas(deck=SUIT, by_value=True).answer()
    assert table[0] == ["value", "formulae"]
    assert [[int(value), int(count)] for value, count in table[1:]] == [
        [value, count] for value, count in enumerate(counts.by_value or (), -counts.limit)
    ]


def test_limits_are_those_that_are_enforced(client: TestClient) -> None:
    limits = client.get(f"{ROOT}/limits").json()
    assert client.get(f"{ROOT}/cover", params={"n": limits["cover"]}).status_code == 200
    over = {
        "cover": {"n": limits["cover"] + 1},
        "tree": {"n": limits["tree"] + 1},
        "strategies": {"to": limits["strategies"] + 1},
        "scores": {"to": limits["scores"] + 1},
        "ties": {"largest": 4, "length": limits["ties"]["4"] + 1},
        "leads": {"most": limits["leads"] + 1},
    }
    for name, params in over.items():
        assert client.get(f"{ROOT}/{name}", params=params).status_code == 400, name
    assert client.get(f"{ROOT}/scores", params={"to": limits["cuts"] + 1, "bounds": "cuts"}).status_code == 400
    for game, most in limits["exercises"].items():
        assert client.get(f"{ROOT}/worksheet", params={"game": game, "count": most + 1}).status_code == 400


@rows(
    "path, message",
    [
        ("scores?from=30&to=20", "the range 30-20 cannot be drawn; N must be from 2 to"),
        ("scores?from=x", "from='x' is not a whole number"),
        ("scores?bounds=half,thirds", "'thirds' in bounds='half,thirds' does not exist; the words are half, primes"),
        ("scores?measure=gap&bounds=", "there is nothing to compare with the best score; name one of the bounds"),
        ("scores?measure=weight", "measure='weight' does not exist; it must be share, points or gap"),
        ("strategies?from=9&to=8", "the range 9-8 cannot be played"),
        ("cover?n=1", "n=1 is out of range; it must be from 2 to 72"),
        ("tree?n=2000", "n=2000 is out of range; it must be from 2 to 800"),
        ("tree?time-limit=1e9", "time-limit='1e9' is not possible; it must be a number from 1 to 60"),
        ("tree?cuts=some", "cuts='some' does not exist; it must be all or few"),
        ("ties?largest=9", "largest=9 is out of range; it must be from 2 to 6"),
        ("ties?largest=5&length=30", "with these, a row can have 4 to 16 coins"),
        ("leads?most=5", "most=5 is out of range; it must be from 6 to 49"),
        ("formulas.csv?deck=mine.json", "deck='mine.json' does not exist"),
        ("limits?a=1", "there is no parameter 'a' here"),
        ("cover?n=6&m=6", "there is no parameter 'm' here; the parameters are n"),
        ("cover?n=6&n=7", "the parameter 'n' is given twice"),
        ("worksheet", "the parameter game is missing"),
        ("worksheet?game=chess", "game='chess' does not exist; it must be taxman, coins, pursuit or factorgame"),
        ("worksheet?game=coins&level=mean", "level='mean' does not exist; it must be easy, medium or hard"),
        ("worksheet?game=coins&deck=cards", "there is no parameter 'deck' here"),
        ("worksheet?game=taxman&seed=-1", "seed=-1 is out of range"),
    ],
)
def test_bad_parameters_are_quoted(client: TestClient, path: str, message: str) -> None:
    response = client.get(f"{ROOT}/{path}")
    assert response.status_code == 400
    assert message in response.json()["error"]
    assert "\n" not in response.json()["error"]


@pytest.mark.parametrize("game", ["taxman", "coins", "pursuit", "factorgame"])
def test_the_same_number_gives_the_same_sheet(client: TestClient, game: str) -> None:
    params: dict[str, str | int] = {"game": game, "level": "easy", "count": 3, "seed": 12}
    first, second = (client.get(f"{ROOT}/worksheet", params=params).json() for _ in range(2))
    assert first == second
    assert {key: first[key] for key in params} == params
    assert len(first["exercises"]) == 3
    other = client.get(f"{ROOT}/worksheet", params=params | {"seed": 13}).json()
    assert other["exercises"] != first["exercises"]
