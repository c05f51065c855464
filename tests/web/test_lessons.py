"""Guided positions over HTTP."""

import pytest
from starlette.testclient import TestClient

from perfectplay.core.game import game_parts
from perfectplay.core.schema import encode
from perfectplay.core.teaching.lessons import lessons


@pytest.mark.parametrize("game", game_parts("lessons"))
def test_what_is_sent_is_what_the_library_finds(client: TestClient, game: str) -> None:
    assert client.get("/api/v1/lessons", params={"game": game}).json() == [encode(one) for one in lessons(game)]


def test_games_say_whether_they_have_some(client: TestClient) -> None:
    told = {game["name"]: game["lessons"] for game in client.get("/api/v1/games").json()}
    assert {name for name, has in told.items() if has} == set(game_parts("lessons"))


@pytest.mark.parametrize("path", ["/learn", "/teach"])
def test_their_pages_are_there(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 200


def test_the_words_of_a_sheet_of_triangles(client: TestClient) -> None:
    params: dict[str, str | int] = {"game": "coins", "level": "easy", "count": 2, "seed": 1, "kind": "triangle"}
    sheet = client.get("/api/v1/lab/worksheet", params=params).json()
    assert sheet["kind"] == "triangle"
    for one in sheet["exercises"]:
        assert one["triangle"][-1] == [one["first"]]
        table = client.get("/api/v1/coins/table", params={"coins": ".".join(map(str, one["coins"])), "of": "A"}).json()
        assert one["triangle"] == [
            [table["table"][i][length] for i in range(len(one["coins"]) - length)]
            for length in range(len(one["coins"]))
        ]
