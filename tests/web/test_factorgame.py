"""Test the factor game over HTTP: the board, best play with the cost of moves, opponents, and errors."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from perfectplay.core.schema import to_json
from perfectplay.factorgame.questions import AskOpponent, SolveFactor
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.web.factorgame.board import describe
from tests.web.conftest import get, timeless


@given(n=st.integers(1, 40), passing=st.booleans(), data=st.data())
def test_a_board_tells_who_has_what(*, n: int, passing: bool, data: st.DataObject) -> None:
    position = FactorPosition.new(n, passing=passing)
    while not position.is_over() and data.draw(st.integers(0, 5)):
        position = position.play(data.draw(st.sampled_from(position.legal_moves())))
    shown = json.loads(to_json(describe(position)))

    assert [tile["number"] for tile in shown["tiles"]] == list(range(1, n + 1))
    for player in (0, 1):
        mine = [tile for tile in shown["tiles"] if tile["player"] == player and tile["fate"] != "wasted"]
        assert sum(tile["number"] for tile in mine) == position.points[player]
        gained = [turn["gains"][turn["player"] != player] for turn in shown["turns"]]
        assert sum(gained) == position.points[player]
    on_board = [tile for tile in shown["tiles"] if tile["fate"] in {"open", "alone"}]
    assert {tile["number"] for tile in on_board} == position.left
    assert all(tile["player"] is tile["move"] is None for tile in on_board)
    # At the end, no number on the board has a divisor or a multiple on the board.
    assert position.is_over() == all(tile["fate"] == "alone" for tile in on_board)
    if not passing:
        assert not [tile for tile in shown["tiles"] if tile["fate"] == "wasted"]
    for tile in shown["tiles"]:
        if tile["fate"] in {"taken", "wasted"}:
            assert position.moves[tile["move"] - 1] == tile["number"]
            assert tile["player"] == (tile["move"] - 1) % 2
    assert [option["number"] for option in shown["options"]] == list(position.legal_moves())
    assert [tuple(option["gains"]) for option in shown["options"]] == [
        position.gains(number) for number in position.legal_moves()
    ]


@pytest.mark.parametrize("start", ["12", "30~pass/25", "40/37"])
def test_best_play_comes_with_what_moves_cost(client: TestClient, start: str) -> None:
    position = FactorPosition.from_id(f"factorgame:{start}")
    told = get(client, "factorgame/solve", id=position.id, costs=1)
    assert timeless(told) == timeless(SolveFactor(position=position, costs=True).answer().to_dict())
    assert timeless(get(client, "factorgame/solve", id=position.id)) == {
        key: value for key, value in timeless(told).items() if key != "costs"
    }


@pytest.mark.parametrize("opponent", ["perfect", "greedy", "noisy:1/4", "random"])
def test_opponents_move(client: TestClient, opponent: str) -> None:
    for start in ("30~pass", "36/31"):
        position = FactorPosition.from_id(f"factorgame:{start}")
        told = get(client, "factorgame/reply", id=position.id, opponent=opponent, seed=5)
        assert told == AskOpponent(position=position, opponent=opponent, seed=5).answer().to_dict()


def test_a_large_board_says_what_is_not_proven(client: TestClient) -> None:
    # The search uses all its time, and then the opponent plays the best move found so far.
    told = get(client, "factorgame/reply", id="factorgame:131", time_limit=0.1)
    assert told["proven"] is False
    assert get(client, "factorgame/reply", id="factorgame:1000", opponent="greedy")["move"] == 997


def test_what_is_refused(client: TestClient) -> None:
    assert get(client, "factorgame/solve", 400, id="factorgame:140")["code"] == "limit-exceeded"
    assert get(client, "factorgame/solve", 400, id="factorgame:12~skip")["code"] == "invalid-position"
    assert get(client, "factorgame/solve", 400, id="coins:1.2")["code"] == "invalid-position"
    assert get(client, "factorgame/reply", 400, id="factorgame:12/11.7")["code"] == "illegal-move"
    assert get(client, "factorgame/reply", 400, id="factorgame:12", seed=-1)["code"] == "limit-exceeded"
