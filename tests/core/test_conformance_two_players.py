"""Test that the value of every registered game for two is the first player's result under best play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from perfectplay.core.game import game_names, game_spec, load_game
from perfectplay.core.game.position import Game
from perfectplay.core.schema import Exact

# Positions of these games have the number of the player to move: 0 for the first player, 1 for the second.
ENTRIES = [entry for entry in map(load_game, game_names()) if entry.players == 2]


@pytest.fixture(params=ENTRIES, ids=lambda entry: entry.name)
def entry(request: pytest.FixtureRequest) -> Game[Any, Any]:
    found: Game[Any, Any] = request.param
    return found


def playouts(entry: Game[Any, Any], count: int = 20) -> Iterator[list[Any]]:
    """Play random games from the example, which are the same in every run; yield the positions of each game."""
    source = random.Random(entry.name)
    for _ in range(count):
        line: list[Any] = [entry.example()]
        while not line[-1].is_over():
            line.append(line[-1].play(source.choice(line[-1].legal_moves())))
        yield line


def outcome(entry: Game[Any, Any], position: Any) -> Exact:
    return game_spec(entry.name).outcome(position.scores())


def test_no_move_takes_points_from_anybody(entry: Game[Any, Any]) -> None:
    for line in playouts(entry):
        for before, after in pairwise(line):
            assert all(less <= more for less, more in zip(before.scores(), after.scores(), strict=True))


def test_the_value_is_that_of_the_best_move(entry: Game[Any, Any]) -> None:
    for line in playouts(entry):
        for position in line:
            after = [entry.solve(position.play(move)).value for move in position.legal_moves()]
            best = (min if position.to_move else max)(after, default=outcome(entry, position))
            assert entry.solve(position).value == best


@pytest.mark.parametrize("side", [0, 1])
def test_whoever_follows_the_hints_gets_the_value_or_more(entry: Game[Any, Any], side: int) -> None:
    source = random.Random(entry.name)
    value = entry.solve(entry.example()).value
    for _ in range(20):
        position: Any = entry.example()
        while not position.is_over():
            hint = position.to_move == side
            move = entry.solve(position).moves[0] if hint else source.choice(position.legal_moves())
            position = position.play(move)
        assert outcome(entry, position) <= value if side else outcome(entry, position) >= value
