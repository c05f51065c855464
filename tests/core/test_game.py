"""Test the registry, and the duties of every registered game."""

import random
import string
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.core.game import game_names, game_spec, load_game, parse_position, register, registry
from perfectplay.core.game.conformance import check_game
from perfectplay.core.game.ids import MAX_ID_LENGTH, join_id, parse_numbers, split_id
from perfectplay.core.game.position import Game, Position
from tests.tables import rows


@pytest.fixture(params=game_names())
def entry(request: pytest.FixtureRequest) -> Game[Any, Any]:
    return load_game(request.param)


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> object:
    """Register a game for the duration of one test, and return it."""
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
        return  # an opponent's mistakes may give more than best play does: see test_conformance_two_players.py
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
            register(name, lambda: None)  # type: ignore[arg-type, return-value]  # it is never called


def test_an_unknown_game() -> None:
    with pytest.raises(InvalidPositionError, match="there is no game 'chess'; the games are taxman"):
        load_game("chess")
    with pytest.raises(InvalidPositionError, match="there is no game 'chess'"):
        parse_position("chess:8")


def test_a_game_is_no_position(entry: Game[Any, Any]) -> None:
    assert not isinstance(object(), Position)
    assert not isinstance(entry, Position)


# -- ids ---------------------------------------------------------------------------------------------------------------

SAFE = string.ascii_letters + string.digits + "._~-"

names = st.text(SAFE, min_size=1)
starts = st.text(SAFE + ":", min_size=1)
moves = st.text(SAFE + ":/")


@given(names, starts, moves)
def test_round_trip(name: str, start: str, line: str) -> None:
    text = join_id(name, start, line)
    assert split_id(text) == (name, start, line)
    assert split_id(text, name) == (name, start, line)
    assert "\n" not in text


@given(st.lists(st.integers(1, 10**18 - 1)))
def test_numbers_round_trip(numbers: list[int]) -> None:
    assert parse_numbers(".".join(map(str, numbers)), "whole", "move") == tuple(numbers)


@given(st.text(max_size=60))
def test_whatever_comes_is_split_or_refused_in_one_line(text: str) -> None:
    try:
        outcome = join_id(*split_id(text))
    except PerfectPlayError as error:
        outcome = str(error)
        expected = "position id"
    else:
        expected = text
    assert outcome.startswith(expected)
    assert len(outcome.splitlines()) == 1


@rows(
    "text, game, expected",
    [
        ("", None, "'' does not name its game; it should look like game:..."),
        ("taxman", None, "'taxman' does not name its game"),
        (":20", None, "':20' does not name its game"),
        ("taxman:", None, "has nothing after 'taxman:'"),
        ("taxman:/3", None, "has nothing after 'taxman:'"),
        ("taxman:20/", None, "ends after '/'; either drop the '/' or add moves"),
        ("coins:1.2", "taxman", "is of the game 'coins'; here it should look like taxman:..."),
        ("tax man:20", None, "contains ' '; only letters, digits"),
        ("taxman:20\n", None, r"contains '\n'"),
        ("taxman:²", None, "contains '²'"),
        ("taxman:20?x=1", None, "contains '?'"),
    ],
)
def test_malformed_ids(text: str, game: str | None, expected: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        split_id(text, game)
    assert expected in str(caught.value)


@rows(
    "text, expected",
    [
        ("0", "'0'; a move is a positive integer"),
        ("1..2", "''; a move is"),
        (".1", "''; a move is"),
        ("1.", "''; a move is"),
        ("01", "'01'; a move is"),
        ("-3", "'-3'; a move is"),
        ("1.x", "'x'; a move is"),
        ("٣", "'٣'; a move is"),
        ("1" * 19, "more than 18 digits"),
    ],
)
def test_malformed_numbers(text: str, expected: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        parse_numbers(text, f"taxman:20/{text}", "move")
    assert expected in str(caught.value)


def test_no_numbers() -> None:
    assert parse_numbers("", "taxman:20", "move") == ()


def test_longest_id() -> None:
    head = "taxman:20/"
    text = head + "1" * (MAX_ID_LENGTH - len(head))
    assert split_id(text)[0] == "taxman"
    with pytest.raises(LimitExceededError, match="1000001 characters; the longest allowed is 1000000"):
        split_id(text + "1")
