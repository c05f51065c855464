"""Test coins over HTTP: boards, replies, solved rows and pictures."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from perfectplay.coins.pictures import triangle as draw
from perfectplay.coins.questions.solve import MAX_SOLVED
from perfectplay.coins.rules import CoinsPosition
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.schema import to_json
from perfectplay.web.coins.board import MAX_BOARD, MAX_VALUE, describe
from tests.coins.twins import perfect, starts, walk
from tests.profiles import examples
from tests.web.conftest import ROOT, get

# -- boards --------------------------------------------------------------------------------------------------------


@given(starts(largest=3, single=9), st.randoms(use_true_random=False))
@settings(max_examples=examples(60))
def test_a_board_agrees_with_brute_force(start: CoinsPosition, source: Any) -> None:
    position = walk(start, source)
    shown = json.loads(to_json(describe(position)))

    # Each row lists the remaining coins, and their indices among the coins at the start.
    left = [[Fraction(coin) for coin in component.coins] for component in position.components]
    assert [[Fraction(coin) for coin in row] for row in shown["coins"]] == left
    assert [
        [Fraction(values[place]) for place in row["left"]]
        for row, values in zip(shown["rows"], shown["start_coins"], strict=True)
    ] == left

    # Each move takes the stated coin, and its value follows from the rest of the game.
    scores, mover = cast(tuple[Fraction, Fraction], position.scores()), position.to_move
    for item in shown["advice"]:
        assert item["place"] in shown["rows"][item["row"]]["left"]
        after = position.play(item["move"])
        assert Fraction(item["coin"]) == Fraction(shown["start_coins"][item["row"]][item["place"]])
        assert Fraction(item["coin"]) == after.scores()[mover] - scores[mover]
        assert Fraction(item["margin"]) == Fraction(item["coin"]) - perfect(after)
        assert Fraction(item["cost"]) == perfect(position) - Fraction(item["margin"])
        assert item["best"] == (item["cost"] == 0)
        lead = (scores[mover] - scores[1 - mover]) + Fraction(item["margin"])
        final = [Fraction(total) for total in item["final"]]
        assert final[mover] - final[1 - mover] == lead
        assert sum(final) == sum(Fraction(coin) for row in shown["start_coins"] for coin in row)

    # The costs of past moves lead from the margin at the start to the final margin.
    first, second = (Fraction(cost) for cost in shown["costs"])
    assert Fraction(shown["start_margin"]) == perfect(start)
    assert Fraction(shown["final_margin"]) == perfect(start) - first + second
    assert [move["move"] for move in shown["taken"]] == list(position.moves)
    for player in (0, 1):
        assert sum(Fraction(move["coin"]) for move in shown["taken"] if move["player"] == player) == scores[player]
    if position.moves:
        assert shown["review"]["cost"] == shown["taken"][-1]["cost"]
        assert bool(shown["review"]["better"]) == (shown["review"]["cost"] != 0)
    else:
        assert shown["review"] is None


def test_the_largest_boards_are_shown(client: TestClient) -> None:
    assert len(get(client, "position", id="coins:" + ".".join(["7"] * MAX_BOARD))["rows"][0]["left"]) == MAX_BOARD
    assert len(get(client, "position", id="coins:o" + ".".join(["7"] * MAX_BOARD))["advice"]) == MAX_BOARD
    assert len(get(client, "position", id="coins:" + "~".join(["7"] * MAX_BOARD))["advice"]) == MAX_BOARD
    assert get(client, "position", id="coins:" + "9" * MAX_VALUE)["final"] == [10**MAX_VALUE - 1, 0]


def test_a_circle_beside_others_is_allowed_while_it_is_small(client: TestClient) -> None:
    # The solver treats a circle of two coins as a row, even if there are other rows.
    assert len(get(client, "position", id="coins:o1.2~" + ".".join(["3"] * 40))["advice"]) == 4
    assert get(client, "position", id="coins:o1.2.3~l4.5.6")["final_margin"] == perfect(
        CoinsPosition.from_id("coins:o1.2.3~l4.5.6")
    )
    with pytest.raises(LimitExceededError):
        describe(CoinsPosition.from_id("coins:o1.2.3.4.5.6.7~o1.2.3.4.5.6.7"))


# -- rows ----------------------------------------------------------------------------------------------------------


def test_the_longest_row_is_solved(client: TestClient) -> None:
    row = ".".join("123456789"[i * i % 9] for i in range(MAX_SOLVED))
    solved = get(client, "coins/solve", coins=row)
    assert len(solved["line"]) == MAX_SOLVED
    assert solved["first"] - solved["second"] == solved["margin"]


# -- pictures ------------------------------------------------------------------------------------------------------


def picture(client: TestClient, path: str, **params: object) -> str:
    response = client.get(f"{ROOT}/{path}", params={name: str(value) for name, value in params.items()})
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].startswith("image/svg+xml")
    # The policy of a picture that is opened directly allows only its own style.
    assert "style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox" in response.headers["content-security-policy"]
    return response.text


def test_the_pictures_are_the_library_s(client: TestClient) -> None:
    assert picture(client, "coins/triangle.svg", coins="1.2.4.3") == draw.triangle((1, 2, 4, 3), "A")
    marked = picture(client, "coins/triangle.svg", coins="1.2.4.3", of="S", mark="1-3")
    assert marked == draw.triangle((1, 2, 4, 3), "S", marked=(0, 2))
    long = [1 + i % 7 for i in range(draw.MAX_DRAWN)]
    pooled = picture(client, "coins/triangle.svg", coins=".".join(map(str, long)), of="M", mark="2-40")
    assert pooled == draw.triangle(long, "M", marked=(1, 39))
    assert picture(client, "coins/tree.svg", coins="1.2.4.3") == draw.compact_tree((1, 2, 4, 3))
    assert picture(client, "coins/tree.svg", coins="1.2.4.3", form="full") == draw.game_tree((1, 2, 4, 3))
