"""Test teaching material over HTTP: guided positions, levels, daily puzzles and their cards, and reviews."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

import perfectplay
from perfectplay.core.game import game_parts, parse_position
from perfectplay.core.game.opponents import load_opponent
from perfectplay.core.schema import encode
from perfectplay.core.teaching.lessons import lessons
from tests.tables import rows
from tests.web.conftest import ROOT, get

PAGES = Path(__file__).parents[2] / "web-ui" / "src" / "pages"


# -- guided positions, and sheets ----------------------------------------------------------------------------------


@rows("game", game_parts("lessons"))
def test_what_is_sent_is_what_the_library_finds(client: TestClient, game: str) -> None:
    assert get(client, "lessons", game=game) == [encode(one) for one in lessons(game)]


def test_games_say_whether_they_have_some(client: TestClient) -> None:
    told = {game["name"]: game["lessons"] for game in get(client, "games")}
    assert {name for name, has in told.items() if has} == set(game_parts("lessons"))


@rows(
    "path",
    [
        "/learn",
        "/taxman/prices",
        *(path for game in game_parts("lessons") for path in (f"/{game}/levels", f"/teach/{game}")),
    ],
)
def test_their_pages_are_there(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 200


def test_the_words_of_a_sheet_of_triangles(client: TestClient) -> None:
    sheet = get(client, "lab/worksheet", game="coins", level="easy", count=2, seed=1, kind="triangle")
    assert sheet["kind"] == "triangle"
    for one in sheet["exercises"]:
        assert one["triangle"][-1] == [one["first"]]
        table = get(client, "coins/table", coins=".".join(map(str, one["coins"])), of="A")["table"]
        assert one["triangle"] == [
            [table[i][length] for i in range(len(one["coins"]) - length)] for length in range(len(one["coins"]))
        ]


# -- levels: each can be won, and they get harder ------------------------------------------------------------------


def levels(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((PAGES / game / "levels.json").read_text(encoding="utf-8"))
    return found


@rows("game, start", [("coins", "row"), ("factorgame", "n")])
def test_games_for_two_can_be_won_by_whoever_moves_first(game: str, start: str) -> None:
    found = levels(game)
    for level in found:
        assert load_opponent(level["opponent"]) is not None
        value = perfectplay.solve(f"{game}:{level[start]}").value
        rest = sum(map(int, level[start].split("."))) - value if game == "coins" else 0
        assert value > rest, level
    order = [["random", "greedy", "perfect"].index(level["opponent"]) for level in found]
    assert order == sorted(order)
    assert len({level[start] for level in found}) == len(found)


def test_targets_can_be_hit_in_one_step_first_and_in_five_last() -> None:
    deals = levels("pursuit")
    steps = []
    for level in deals:
        start = f"pursuit:{level['numbers']}:{level['target']}"
        # The profile stores a level by its id, so this id must equal the id that the game itself writes.
        assert parse_position(start).id == start
        result = perfectplay.solve(start)
        assert result.value == 0, level
        steps.append(len([move for move in result.moves if move != "="]))
    sizes = [len(level["numbers"].split(".")) for level in deals]
    assert sizes == sorted(sizes)
    assert (steps[0], steps[-1]) == (1, 5)


# -- the puzzles of a day ------------------------------------------------------------------------------------------


def test_a_puzzle_is_a_position(client: TestClient) -> None:
    for one in get(client, "daily", date="2026-11-22"):
        shown = get(client, "position", id=one["id"])
        assert (shown["id"], shown["start"], shown["game"]) == (one["id"], one["id"], one["game"])
        assert shown["legal"]


def card(client: TestClient, **params: str) -> ET.Element:
    answer = client.get(f"{ROOT}/daily.svg", params={"date": "2026-11-22", **params})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    return ET.fromstring(answer.text)  # noqa: S314  # a text of this package


@rows("last", ["day 326", "jour\u00a0326\u202f: difficile"])
def test_a_card_says_what_it_is_given(client: TestClient, last: str) -> None:
    lines = ["Taxman 46", "<b>531/531</b> & proven ✓", last]
    drawn = card(client, text="\n".join(lines), good="1")
    assert [text.text for text in drawn.findall(".//{*}text")] == lines
    assert drawn.findtext("{*}title") == lines[0]


def test_a_card_shows_the_day_of_the_week_and_success(client: TestClient) -> None:
    gold = "#a57c14"
    plain, good = card(client, text="a"), card(client, text="a", good="1")
    marked = [[bar.get("fill") == gold for bar in drawn.findall(".//{*}rect")[2:]] for drawn in (plain, good)]
    assert marked == [[False] * 6 + [True]] * 2
    assert [bar.get("stroke") == gold for bar in good.findall(".//{*}rect")[1:2]] == [True]
    assert [bar.get("stroke") == gold for bar in plain.findall(".//{*}rect")[1:2]] == [False]


def test_a_long_line_stays_on_the_card(client: TestClient) -> None:
    sizes = [float(text.get("font-size", 0)) for text in card(client, text=f"{'W' * 60}\nshort").findall(".//{*}text")]
    assert 10 < sizes[0] < 30
    assert sizes[1] == 52


# -- reviews of games, and hints in steps --------------------------------------------------------------------------


@rows("address", ["review", "hint/steps"])
def test_progress_is_streamed(client: TestClient, address: str) -> None:
    headers = {"accept": "text/event-stream"}
    with client.stream("GET", f"{ROOT}/{address}", params={"id": "taxman:40/37.25"}, headers=headers) as reply:
        events = "".join(reply.iter_text()).split("\n\n")
    last = next(event for event in events if event.startswith("event: result"))
    assert json.loads(last.partition("data: ")[2])["position"] == "taxman:40/37.25"
