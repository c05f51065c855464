"""Test the HTTP API with a game from another package."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from perfectplay.core.game import game_names
from perfectplay.web.app import create_app
from tests.outside import install_euclid
from tests.web.conftest import LIMITS, ROOT, get, timeless

HERE = "euclid:100.7/13"


@pytest.fixture(scope="module")
def euclid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Yield a client of an application that finds the template game."""
    folder = tmp_path_factory.mktemp("installed")
    install_euclid(folder)
    sys.path.insert(0, str(folder))
    try:
        with TestClient(create_app(LIMITS), base_url="http://127.0.0.1:8017") as client:
            yield client
    finally:
        sys.path.remove(str(folder))


def test_it_is_listed_with_its_package(euclid: TestClient) -> None:
    assert game_names()[-1] == "euclid"
    assert get(euclid, "games")[-1] == {
        "name": "euclid",
        "title": "Euclid's game",
        "summary": "subtract a multiple of the smaller number from the larger one, and reach 0 first",
        "players": 2,
        "value": "score",
        "example": "euclid:21.13",
        "exercises": False,
        "lessons": False,
        "proofs": False,
        "limits": {},
        "package": "perfectplay-euclid",
    }
    assert {game["package"] for game in get(euclid, "games")[:-1]} == {"perfectplay"}
    assert "euclid" not in get(euclid, "lab/limits")["exercises"]


def test_positions_and_moves(euclid: TestClient) -> None:
    shown = get(euclid, "position", id=HERE)
    assert shown == {
        "id": HERE,
        "game": "euclid",
        "start": "euclid:100.7",
        "moves": ["13"],
        "legal": ["1"],
        "over": False,
        "scores": [0, 0],
    }
    assert get(euclid, "move", id="euclid:100.7", move="13") == shown


def test_a_hint_comes_from_a_process_that_finds_the_game_too(euclid: TestClient) -> None:
    found = timeless(get(euclid, "hint", id=HERE))
    assert found == {
        "game": "euclid",
        "position": HERE,
        "kind": "score",
        "value": 1,
        "lower": 1,
        "upper": 1,
        "status": "optimal",
        "moves": ["1", "2", "1", "2"],
        "source": "search",
    }


def test_the_board_is_a_text_and_a_picture(euclid: TestClient) -> None:
    assert get(euclid, "board", id=HERE) == {"position": HERE, "text": "9 and 7", "picture": True, "to_move": 1}
    picture = euclid.get(f"{ROOT}/board.svg", params={"id": HERE})
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "<title>9 and 7</title>" in picture.text


def test_a_game_without_a_picture_says_so(euclid: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = sys.modules["perfectplay_euclid.rules"]
    monkeypatch.delattr(rules.EuclidPosition, "_repr_svg_")
    monkeypatch.delattr(rules.EuclidPosition, "__str__")
    assert get(euclid, "board", id=HERE) == {"position": HERE, "text": HERE, "picture": False, "to_move": 1}
    error = get(euclid, "board.svg", 400, id=HERE)["error"]
    assert error.startswith(f"there is no picture of '{HERE}'; draw a position of a game that has pictures")


@pytest.mark.parametrize("path", ["board", "board.svg"])
def test_what_is_too_large_for_a_board_is_refused(client: TestClient, path: str) -> None:
    assert "at most 2000 are possible here" in get(client, path, 400, id="taxman:5000")["error"]
    assert "the parameter position is missing" in get(client, path, 400)["error"]


@pytest.mark.parametrize("path", ["/euclid", f"/{HERE}"])
def test_its_pages_are_there(euclid: TestClient, path: str) -> None:
    assert euclid.get(path).status_code == 200
    assert euclid.get(path.replace("euclid", "euclide")).status_code == 404


def test_bad_input(euclid: TestClient) -> None:
    assert "1 to 1" in get(euclid, "move", 400, id=HERE, move="2")["error"]
    assert "is not a move" in get(euclid, "move", 400, id=HERE, move="x")["error"]
    assert "should have two numbers" in get(euclid, "position", 400, id="euclid:1")["error"]
