from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.coins.row.fusion import optimal_line
from perfectplay.coins.row.sums import perfect_line
from perfectplay.coins.rules import CoinsPosition, Component, parse_gaps
from perfectplay.coins.solve import solve
from perfectplay.core.errors import IllegalMoveError, LimitExceededError
from perfectplay.core.game import load_game
from perfectplay.core.progress import Progress
from tests.coins.twins import components, fractions, perfect, starts
from tests.tables import rows

GAME = load_game("coins")


@given(starts(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_every_move_of_the_line_is_perfect(start: CoinsPosition, source: Any) -> None:
    position = start
    for _ in range(source.randrange(start.coins_left + 1)):
        position = position.play(source.choice(position.legal_moves()))
    for move in perfect_line(position):
        after = position.play(move)
        assert after.moves[-1] == move
        assert position.coin(move) - perfect(after) == perfect(position)
        position = after
    assert position.is_over()


@given(st.lists(fractions, min_size=1, max_size=60))
@settings(deadline=None)
def test_the_line_of_a_row_is_the_solver_s(row: list[Any]) -> None:
    assert "".join(perfect_line(CoinsPosition.new(row))) == optimal_line(row)


@given(starts(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_solutions(start: CoinsPosition, source: Any) -> None:
    position = start
    for _ in range(source.randrange(start.coins_left + 1)):
        position = position.play(source.choice(position.legal_moves()))
    result = solve(position)
    mover = -1 if position.to_move else 1
    assert result.status == "optimal"
    assert result.lower == result.value == result.upper
    assert result.margin == perfect(position)
    total = sum(sum(component.coins) for component in start.start_components)
    assert 2 * result.value == total + position.margin + mover * perfect(position)
    assert result.best_moves is not None
    assert set(result.best_moves) == {
        move
        for move in position.legal_moves()
        if position.coin(move) - perfect(position.play(move)) == perfect(position)
    }
    end = position
    for move in result.moves:
        end = end.play(str(move))
    assert end.is_over()
    assert end.scores()[0] == result.value


def test_a_row_with_gaps() -> None:
    # The sample of HNOI 2010's contest problem: 17 and 9.
    reports: list[Progress] = []
    result = solve(CoinsPosition.new(parse_gaps("1 2 0 3 7 4 0 9")), progress=reports.append)
    assert (result.value, result.margin, result.best_moves) == (17, 8, ("3L",))
    assert len(result.moves) == 6
    assert [report.stage for report in reports] == ["solving"]


def test_fractions_stay_exact() -> None:
    result = solve(CoinsPosition.new([Fraction(1, 2), Fraction(1, 3)]))
    assert (result.value, result.margin) == (Fraction(1, 2), Fraction(1, 6))


def test_the_longest_games() -> None:
    source = random.Random(3)
    row = [source.randrange(10**6) for _ in range(10_000)]
    result = solve(CoinsPosition.new(row))
    assert "".join(map(str, result.moves)) == optimal_line(row)
    thirds = [row[:4000], row[4000:7000], row[7000:]]
    kinds: list[Any] = ["left", "row", "right"]
    position = CoinsPosition.new([Component(kind, tuple(part)) for kind, part in zip(kinds, thirds, strict=True)])
    result = solve(position)
    for move in result.moves:
        position = position.play(str(move))
    assert position.scores()[0] == result.value


def test_a_finished_game() -> None:
    result = solve(CoinsPosition.from_id("coins:1.2/RL"))
    assert (result.value, result.margin, result.moves, result.best_moves) == (2, 0, (), ())


def test_a_sum_that_is_too_large() -> None:
    position = CoinsPosition.new([Component("circle", (1,) * 300), Component("row", (1,) * 300)])
    with pytest.raises(LimitExceededError):
        solve(position)


@given(starts())
def test_moves_are_read_as_they_print(start: CoinsPosition) -> None:
    for move in start.legal_moves():
        for typed in (move, f" {move.lower()} ", move.replace("L", " left").replace("R", " right")):
            assert GAME.parse_move(typed, start) == move


@rows(
    "text, typed, move",
    [
        ("coins:1.2", "1L", "L"),
        ("coins:1.2", "RIGHT", "R"),
        ("coins:1.2~3", "2.l", "2L"),
        ("coins:o1.2.3", "k3", "1K3"),
        ("coins:o1.2.3", "k 3", "1K3"),
        ("coins:o1.2.3/1K3", "l", "1L"),
    ],
)
def test_what_people_type(text: str, typed: str, move: str) -> None:
    position = CoinsPosition.from_id(text)
    assert GAME.parse_move(typed, position) == move
    assert position.play(move).moves[-1] == move


@rows(
    "text, typed",
    [
        ("coins:1.2", ""),
        ("coins:1.2", "3"),
        ("coins:1.2", "2L"),
        ("coins:1.2", "LR"),
        ("coins:1.2~3", "L"),
        ("coins:1.2~3", "0L"),
        ("coins:1.2/LL", "x"),
        ("coins:o1.2", "K"),
    ],
)
def test_what_is_no_move(text: str, typed: str) -> None:
    position = CoinsPosition.from_id(text)
    with pytest.raises(IllegalMoveError, match="is not a move; legal moves are") as caught:
        GAME.parse_move(typed, position)
    assert len(str(caught.value).splitlines()) == 1


@given(components(5), st.text(max_size=8))
def test_any_text_is_a_move_or_gets_an_error(component: Component, text: str) -> None:
    position = CoinsPosition.new(component)
    try:
        move = GAME.parse_move(text, position)
    except IllegalMoveError:
        move = ""
    if move:
        assert move.strip("123456789")[0] in "LRK"
