"""The registry, and what every registered game must do."""

from __future__ import annotations

import random
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from perfectplay.core import game as registry
from perfectplay.core.errors import IllegalMoveError, InvalidPositionError
from perfectplay.core.game import game_names, game_spec, load_game, parse_position, register
from perfectplay.core.game.conformance import check_game
from perfectplay.core.game.position import Game, Position


@pytest.fixture(params=game_names())
def entry(request: pytest.FixtureRequest) -> Game[Any, Any]:
    return load_game(request.param)


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> object:
    """A game that has been added to the registry, for one test."""
    monkeypatch.setattr(registry, "_GAMES", dict(registry._GAMES))
    game = SimpleNamespace(name="stranger")
    register("stranger", lambda: game)
    return game


def test_the_contract_is_kept(entry: Game[Any, Any]) -> None:
    assert isinstance(entry, Game)
    assert isinstance(entry.example(), Position)
    assert entry.title
    assert len(entry.summary.splitlines()) == 1
    check_game(entry, playouts=20)


@pytest.mark.parametrize("text", ["", "?", "one", "-", "²", "1" * 400, "\n"])
def test_what_is_no_move_is_refused_in_one_line(entry: Game[Any, Any], text: str) -> None:
    position = entry.example()
    with pytest.raises(IllegalMoveError) as caught:
        position.play(entry.parse_move(text, position))
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 300


def test_a_solution_is_no_worse_than_any_playout(entry: Game[Any, Any]) -> None:
    if entry.players > 1:
        return  # an opponent who errs gives more than best play does: see test_conformance_two_players.py
    spec, source = game_spec(entry.name), random.Random(entry.name)
    best = entry.solve(entry.example()).value
    for _ in range(20):
        position: Any = entry.example()
        while not position.is_over():
            position = position.play(source.choice(position.legal_moves()))
        reached = spec.outcome(position.scores())
        assert reached >= best if spec.value == "distance" else reached <= best


def test_names(stranger: object) -> None:
    assert game_names()[0] == "taxman"
    assert game_names()[-1] == "stranger"
    assert load_game("stranger") is stranger


def test_a_name_is_given_once(stranger: object) -> None:
    for name in ("taxman", "stranger"):
        with pytest.raises(ValueError, match=f"a game named '{name}' is already registered"):
            register(name, lambda: None)  # type: ignore[arg-type, return-value]  # it is not asked


def test_an_unknown_game() -> None:
    with pytest.raises(InvalidPositionError, match="there is no game 'chess'; the games are taxman"):
        load_game("chess")
    with pytest.raises(InvalidPositionError, match="there is no game 'chess'"):
        parse_position("chess:8")


def test_games_are_imported_on_demand() -> None:
    code = "import sys, perfectplay; perfectplay.game_names(); print([m for m in sys.modules if 'taxman' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_game_is_no_position(entry: Game[Any, Any]) -> None:
    assert not isinstance(object(), Position)
    assert not isinstance(entry, Position)
