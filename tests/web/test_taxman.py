"""Test Taxman over HTTP: the board, progress of long work, and bad requests."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from perfectplay.core.schema import encode
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.questions.solve import BoundPot
from perfectplay.taxman.rules import Variant
from perfectplay.taxman.strategies import play_game
from perfectplay.web.taxman.board import MAX_BOARD, MAX_PREVIEWED, describe
from perfectplay.web.taxman.questions import bounded
from tests.profiles import examples
from tests.web.conftest import ROOT, get

EVENTS = {"Accept": "text/event-stream"}

# -- the board -----------------------------------------------------------------------------------------------------


pots = st.integers(1, 60) | st.lists(st.integers(1, 200), min_size=1, max_size=25, unique=True)


@given(pots, st.sampled_from(["immediate", "end"]), st.data())
def test_the_board_agrees_with_the_rules(pot: int | list[int], variant: Variant, data: st.DataObject) -> None:
    position = TaxmanPosition.new(pot, variant)
    for _ in range(data.draw(st.integers(0, 12))):
        if legal := position.legal_moves():
            position = position.play(data.draw(st.sampled_from(legal)))
    shown = encode(describe(position))
    tiles = {tile["number"]: tile for tile in shown["tiles"]}
    assert list(tiles) == shown["pot"] == list(position.start_pot.numbers)
    assert {number for number, tile in tiles.items() if tile["fate"] == "open"} == position.pot
    taken = [tile for tile in tiles.values() if tile["fate"] == "take"]
    assert [tile["number"] for tile in sorted(taken, key=lambda tile: tile["move"])] == list(position.moves)
    assert sum(number for number, tile in tiles.items() if tile["fate"] in {"tax", "left"}) == position.taxman
    assert [preview["take"] for preview in shown["previews"]] == list(position.legal_moves())
    for shown_preview in shown["previews"]:
        preview = position.preview(shown_preview["take"])
        found = shown_preview["take"], tuple(shown_preview["tax"]), tuple(shown_preview["lost"]), shown_preview["net"]
        assert found == (preview.take, preview.tax, preview.lost, preview.net)
    # Each tile names the move by which the rules remove its number from the pot.
    for k, (before, after) in enumerate(zip(line(position), line(position)[1:], strict=False), 1):
        assert {number for number, tile in tiles.items() if tile["move"] == k} == before.pot - after.pot


def line(position: TaxmanPosition) -> list[TaxmanPosition]:
    found = [position.start()]
    for move in position.moves:
        found.append(found[-1].play(move))
    return found


def test_large_boards_show_what_one_move_would_do(client: TestClient) -> None:
    assert get(client, "position", id=f"taxman:{MAX_PREVIEWED}")["previews"] is not None
    large = f"taxman:{MAX_PREVIEWED + 1}/401"
    assert get(client, "position", id=large)["previews"] is None
    preview = TaxmanPosition.from_id(large).preview(400)
    assert get(client, "taxman/preview", id=large, take=400) == {
        "take": 400,
        "tax": list(preview.tax),
        "lost": list(preview.lost),
        "net": preview.net,
    }


def test_how_large_a_board_can_be(client: TestClient) -> None:
    assert len(get(client, "position", id=f"taxman:{MAX_BOARD}")["tiles"]) == MAX_BOARD
    error = get(client, "position", 400, id=f"taxman:{MAX_BOARD + 1}")["error"]
    assert error == "the pot has 2001 numbers; at most 2000 are possible here"
    # In a browser, larger sums would not be exact.
    error = get(client, "position", 400, id=f"taxman:pot.{2**53 - 1}.1")["error"]
    assert error == f"the numbers of the pot add up to {2**53}; here they may add up to {2**53 - 1} at most"
    assert get(client, "position", id=f"taxman:pot.{2**53 - 2}.1")["total"] == 2**53 - 1


# -- long work -----------------------------------------------------------------------------------------------------


def test_a_time_limit_ends_a_search_with_bounds(client: TestClient) -> None:
    found = get(client, "taxman/solve", n=3000, time_limit=1)
    assert found["status"] == "bounded"
    assert found["score"] < found["upper"]


def test_what_there_was_no_time_for_is_not_remembered() -> None:
    assert bounded(BoundPot(n=300), 0.0).status == "bounded"


# -- replays and comparisons ---------------------------------------------------------------------------------------


def test_every_strategy_can_be_replayed(client: TestClient) -> None:
    for strategy in get(client, "taxman/strategies"):
        name = strategy["name"]
        replay = get(client, "taxman/replay", n=24, strategy=name)
        end = TaxmanPosition.from_id(replay["id"])
        assert end.is_over()
        assert (replay["score"], replay["taxman"]) == end.scores()
        assert replay["upper"] == 182
        assert (replay["status"] == "optimal") == (replay["score"] == 182)
        if name != "optimal":
            assert tuple(turn["take"] for turn in replay["moves"]) == play_game(name, 24).moves
    advice = get(client, "taxman/replay", 400, strategy="best")["error"]
    assert get(client, "taxman/replay", strategy="best", position=advice.split("position=")[1].split(",")[0])


# -- bad requests --------------------------------------------------------------------------------------------------


@settings(max_examples=examples(60))
@given(
    st.sampled_from(["solve", "bound", "records", "range", "replay", "compare", "preview", "game.svg", "strategies"]),
    st.dictionaries(
        st.sampled_from(["n", "pot", "position", "id", "take", "from", "to", "strategy", "seed"]),
        st.sampled_from(["", "0", "7", "-1", "taxman:7", "taxman:7/5.1", "2.3.6", "\u0661", "random", "x", "1" * 30]),
        max_size=4,
    ),
)
def test_nothing_that_is_asked_breaks_it(client: TestClient, path: str, params: dict[str, str]) -> None:
    response = client.get(f"{ROOT}/taxman/{path}", params=params)
    assert response.status_code in {200, 400}
    if response.status_code == 400:
        assert "\n" not in response.json()["error"]


@pytest.mark.parametrize(
    ("path", "params"),
    [
        ("records", {"from": "1340", "to": "1343"}),
        ("range", {"from": "1340", "to": "1343"}),
        ("replay", {"n": "501", "strategy": "trono-5"}),
        ("compare", {"id": "taxman:501/499", "strategy": "trono-5"}),
    ],
)
def test_what_takes_long_is_done_elsewhere(client: TestClient, path: str, params: dict[str, str]) -> None:
    """Check that long work can be streamed; it runs in a separate process, because it would block other clients."""
    target = f"{ROOT}/taxman/{path}"
    streamed = client.get(target, params=params, headers=EVENTS)
    assert streamed.headers["content-type"].startswith("text/event-stream")
    last = streamed.text.rstrip("\n").rpartition("\n")[2]
    assert json.loads(last.removeprefix("data: ")) == client.get(target, params=params).json()
