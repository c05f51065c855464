"""The front of the library: any game by its id, and short forms of what comes back."""

from __future__ import annotations

import pytest

import perfectplay
from perfectplay import IllegalMoveError, InvalidPositionError, Result, game_names, load_game, parse_position


def test_best_play_of_any_game_by_its_id() -> None:
    for name in game_names():
        example = load_game(name).example()
        wanted = load_game(name).solve(example)
        for position in (example, example.id):
            found = perfectplay.solve(position)
            assert (found.value, found.status, found.moves) == (wanted.value, wanted.status, wanted.moves)


def test_options_reach_the_solver() -> None:
    seen: list[perfectplay.Progress] = []
    found = perfectplay.solve("taxman:1300/1297", time_limit=0.0, progress=seen.append)
    assert found.status == "bounded"
    assert seen


def test_a_game_is_played_by_its_id() -> None:
    game = perfectplay.play("coins:1.2.4.3/R")
    assert game.position.moves == ("R",)
    game.play("L")
    assert game.undo().id == "coins:1.2.4.3/R"
    assert perfectplay.play(game.position).position == game.position


@pytest.mark.parametrize("function", [perfectplay.solve, perfectplay.play])
def test_what_is_not_a_position_is_refused(function: object) -> None:
    assert callable(function)
    with pytest.raises(InvalidPositionError, match="there is no game 'chess'"):
        function("chess:1")
    with pytest.raises(IllegalMoveError):
        function("taxman:20/21")


def test_short_forms_say_how_to_build_a_position_again() -> None:
    for name in game_names():
        example = load_game(name).example()
        shown = repr(example)
        assert shown == f"{type(example).__name__}.from_id({example.id!r})"
        assert type(example).from_id(shown.split("'")[1]) == example
    long = parse_position("taxman:pot." + ".".join(str(p) for p in range(2, 500)))
    assert len(repr(long)) < 150
    assert repr(long).endswith("...')")


def test_a_result_is_shown_in_a_line() -> None:
    assert repr(perfectplay.solve("pursuit:1.2:9")).startswith("<PursuitResult optimal: value=-6, moves=(")
    assert repr(Result(9, 9, 9, "optimal", (5, 4), 0.1, {})) == "<Result optimal: value=9, moves=(5, 4)>"
    many = Result(9, 9, 12, "bounded", tuple(range(1000)), 0.1, {})
    assert repr(many) == (
        "<Result bounded: value=9, lower=9, upper=12, moves=(0, 1, 2, 3, 4, 5, 6, 7, ... 1000 moves)>"
    )
