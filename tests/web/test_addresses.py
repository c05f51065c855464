"""Test that the position parameter's older name still works, and that HTTP gives the same answers as commands."""

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.game import game_parts
from perfectplay.pursuit.design import parse_vary
from perfectplay.taxman.strategies.tournament import CompareStrategies, head_to_head, tournament
from perfectplay.web.app import ROOT, endpoints
from tests.tables import rows
from tests.web.conftest import get

# -- one name for a position ---------------------------------------------------------------------------------------

POSITIONS = {
    "taxman": "taxman:20/19.9",
    "coins": "coins:5.1.1.5/L",
    "pursuit": "pursuit:3.6.9.10.50.100:951",
    "factorgame": "factorgame:6/5",
}
REST = {"move": "15", "take": "15", "expression": "100-6", "strategy": "best", "opponent": "perfect"}
OLD = [
    endpoint
    for endpoint in endpoints(game_parts("web"))
    if "id" in endpoint.described.parameters and not endpoint.path.startswith(("/proof", "/review"))
]


def test_many_addresses_know_the_older_name() -> None:
    assert {"/position", "/move", "/hint", "/board", "/taxman/preview", "/coins/reply"} <= {one.path for one in OLD}


@rows("endpoint", OLD, lambda endpoint: endpoint.path)
def test_the_older_name_gets_the_same_answer(client: TestClient, endpoint: Any) -> None:
    game = endpoint.path.split("/")[1]
    needed = [one.name for one in endpoint.described.parameters.values() if one.required and one.name != "position"]
    rest = {name: REST[name] for name in needed}
    if endpoint.path == "/pursuit/opponent":
        rest["opponent"] = "keen"
    position = POSITIONS.get(game, POSITIONS["taxman"])
    new, old = (client.get(f"{ROOT}{endpoint.path}", params={name: position, **rest}) for name in ("position", "id"))
    assert (new.status_code, old.status_code) == (200, 200), new.text
    texts = [re.sub(r'"seconds": [0-9.e-]+', "", answer.text) for answer in (new, old)]
    assert (texts[0], new.headers["content-type"]) == (texts[1], old.headers["content-type"])


def test_no_address_calls_a_position_by_an_old_name_alone() -> None:
    for endpoint in endpoints(game_parts("web")):
        names = endpoint.described.parameters
        assert "id" not in names or (names["id"].now == "position" and "position" in names), endpoint.path


# -- tournaments and decks --------------------------------------------------------------------------------------------


def test_a_tournament_in_this_process_is_one() -> None:
    names = ("trono-4", "random")
    rows = CompareStrategies(strategies=names, first=5, last=30, seed=3).answer()
    assert rows == [row.answer for row in tournament(names, 5, 30, seed=3, jobs=1)]
    pair = CompareStrategies(strategies=names, first=5, last=30, versus=True, seed=3).answer()
    assert pair == head_to_head(*names, 5, 30, seed=3, jobs=1)


@rows(
    "text, message",
    [
        ("25", "'25' does not say what to vary"),
        ("=20", "does not say what to vary"),
        ("25=", "does not say what to vary"),
        ("x=20", "does not say what to vary"),
        ("25=x", "'x' in '25=x' is not a number or a range"),
        ("25=1e5", "is not a number or a range"),
        ("25=30-20", "the range '30-20' in '25=30-20' is empty"),
        ("25=1-20000", "is too long; at most 10,000 values are possible"),
        ("9999999999999999999999=1", "does not say what to vary"),
    ],
)
def test_what_is_varied_must_be_said_clearly(text: str, message: str) -> None:
    with pytest.raises(PerfectPlayError) as caught:
        parse_vary([text])
    assert message in str(caught.value)


def test_a_number_is_varied_once() -> None:
    assert parse_vary(["25=20..22, 30,20", " 50 = 40 "]) == {25: (20, 21, 22, 30), 50: (40,)}
    with pytest.raises(PerfectPlayError, match="the number 25 is varied twice"):
        parse_vary(["25=20", "25=30"])


def test_an_illegal_move_is_refused(client: TestClient) -> None:
    for move in ("1", "x"):
        assert get(client, "move", 400, position="taxman:20", move=move)["code"] == "illegal-move"
    assert get(client, "move", 400, position="taxman:20", move="19", changes=1)["code"] == "unknown-parameter"
