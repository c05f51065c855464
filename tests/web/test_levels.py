"""Levels of the pages: each can be won, and they grow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import perfectplay
from perfectplay.core.game import game_names, parse_position
from perfectplay.core.opponents import load_opponent

PAGES = Path(__file__).parents[2] / "web-ui" / "src" / "pages"


def levels(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((PAGES / game / "levels.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("game", game_names()[:3])
def test_every_game_has_a_page_of_levels(client: TestClient, game: str) -> None:
    assert client.get(f"/{game}/levels").status_code == 200


def test_rows_can_be_won_by_whoever_moves_first() -> None:
    rows = levels("coins")
    for level in rows:
        assert load_opponent(level["opponent"]) is not None
        result = perfectplay.solve(f"coins:{level['row']}")
        assert result.value > sum(map(int, level["row"].split("."))) - result.value, level
    strength = ["random", "greedy", "perfect"]
    order = [strength.index(level["opponent"]) for level in rows]
    assert order == sorted(order)
    assert len({level["row"] for level in rows}) == len(rows)


def test_targets_can_be_hit_in_one_step_first_and_in_five_last() -> None:
    deals = levels("pursuit")
    steps = []
    for level in deals:
        start = f"pursuit:{level['numbers']}:{level['target']}"
        # The profile knows a level by the id as the game writes it.
        assert parse_position(start).id == start
        result = perfectplay.solve(start)
        assert result.value == 0, level
        steps.append(len([move for move in result.moves if move != "="]))
    sizes = [len(level["numbers"].split(".")) for level in deals]
    assert sizes == sorted(sizes)
    assert (steps[0], steps[-1]) == (1, 5)
