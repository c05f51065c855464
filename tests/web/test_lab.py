"""Test the lab and the worksheets over HTTP: pictures and their figures."""

import csv
import io
from typing import Any

import pytest
from starlette.testclient import TestClient

from perfectplay.coins.pictures.charts import tie_chart
from perfectplay.core.answers import Drawn, Figures
from perfectplay.core.schema import encode
from perfectplay.factorgame.pictures.charts import lead_chart
from perfectplay.taxman.pictures.charts import scores, strategies
from perfectplay.taxman.pictures.cover import cover
from perfectplay.taxman.pictures.tree import tree

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
    assert list(csv.reader(io.StringIO(table.text))) == [list(expected.figures.columns), *written]


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
