"""The registry, and what every registered game must do."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Self

import pytest

from perfectplay.core import game as registry
from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, quote
from perfectplay.core.game import game_names, game_spec, load_game, parse_position, register
from perfectplay.core.game.ids import join_id, parse_numbers, split_id
from perfectplay.core.game.position import Game, Position
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result

URL_SAFE = re.compile(r"[A-Za-z0-9._~:/-]+")


@dataclass(frozen=True)
class Countdown:
    """The smallest game: from a number of stones the player may take one or two at a time, and counts moves."""

    game: ClassVar[str] = "countdown"
    stones: int
    moves: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        return join_id(self.game, str(self.stones), ".".join(map(str, self.moves)))

    @classmethod
    def from_id(cls, text: str) -> Self:
        _, start, moves = split_id(text, cls.game)
        position = cls(parse_numbers(start, text, "pile")[0])
        for move in parse_numbers(moves, text, "move"):
            position = position.play(move)
        return position

    def start(self) -> Self:
        return type(self)(self.stones)

    def legal_moves(self) -> tuple[int, ...]:
        left = self.stones - sum(self.moves)
        return tuple(move for move in (1, 2) if move <= left)

    def play(self, move: int) -> Self:
        if move not in self.legal_moves():
            message = f"{move} cannot be taken; legal moves are {self.legal_moves()}"
            raise IllegalMoveError(message)
        return type(self)(self.stones, (*self.moves, move))

    def is_over(self) -> bool:
        return not self.legal_moves()

    def scores(self) -> tuple[int]:
        return (len(self.moves),)


class CountdownGame:
    name = "countdown"
    title = "Countdown"
    summary = "take one stone or two"
    players = 1

    def example(self) -> Countdown:
        return Countdown(7)

    def from_id(self, text: str) -> Countdown:
        return Countdown.from_id(text)

    def parse_move(self, text: str, position: Position[int]) -> int:
        if text.strip() not in {"1", "2"}:
            message = f"{quote(text)} is not a move; take 1 or 2"
            raise IllegalMoveError(message)
        return int(text)

    def solve(
        self, position: Position[int], *, time_limit: float | None = None, progress: ProgressCallback = ignore_progress
    ) -> Result[int]:
        progress(Progress("count", 0.0))
        stones = int(position.start().id.split(":")[1])
        left = stones - sum(position.moves)
        value = len(position.moves) + left
        return Result(value, value, value, "optimal", (1,) * left, 0.0, {"source": "search"})


@pytest.fixture
def countdown(monkeypatch: pytest.MonkeyPatch) -> CountdownGame:
    """A registry that a game from outside has been added to, for one test."""
    monkeypatch.setattr(registry, "_GAMES", dict(registry._GAMES))
    register("countdown", CountdownGame)
    return CountdownGame()


@pytest.fixture(params=[*game_names(), "countdown"])
def entry(request: pytest.FixtureRequest, countdown: CountdownGame) -> Game[Any, Any]:
    return load_game(request.param)


def playouts(entry: Game[Any, Any], count: int = 20) -> Iterator[list[Position[Any]]]:
    """Random games from the example, each as the list of its positions; the same ones every time."""
    source = random.Random(entry.name)
    for _ in range(count):
        line = [entry.example()]
        while not line[-1].is_over():
            line.append(line[-1].play(source.choice(line[-1].legal_moves())))
        yield line


def test_the_entry_is_a_game(entry: Game[Any, Any]) -> None:
    assert isinstance(entry, Game)
    assert isinstance(entry.example(), Position)
    assert entry.example().game == entry.name
    assert entry.title
    assert len(entry.summary.splitlines()) == 1


def test_the_example_is_a_start(entry: Game[Any, Any]) -> None:
    example = entry.example()
    assert example.moves == ()
    assert example == example.start()
    assert not example.is_over()


def test_ids_round_trip(entry: Game[Any, Any]) -> None:
    for line in playouts(entry):
        for position in line:
            assert URL_SAFE.fullmatch(position.id)
            assert position.id.startswith(f"{entry.name}:")
            again = parse_position(position.id)
            assert again == position
            assert again.id == position.id
            assert again.scores() == position.scores()
            assert list(again.legal_moves()) == list(position.legal_moves())
            assert entry.from_id(position.id) == position
        assert len({position.id for position in line}) == len(line)


def test_playing_changes_nothing_but_adds_a_move(entry: Game[Any, Any]) -> None:
    for line in playouts(entry):
        for before, after in pairwise(line):
            seen = (before.id, before.scores(), list(before.legal_moves()))
            assert before.play(after.moves[-1]) == after
            assert seen == (before.id, before.scores(), list(before.legal_moves()))
            assert after.moves[:-1] == before.moves
            assert after.start() == line[0]


def test_the_game_is_over_when_no_move_is_legal(entry: Game[Any, Any]) -> None:
    for line in playouts(entry):
        assert [position.is_over() for position in line] == [False] * (len(line) - 1) + [True]
        assert len(line[-1].legal_moves()) == 0


def test_moves_parse_as_they_print(entry: Game[Any, Any]) -> None:
    for line in playouts(entry):
        for position in line:
            for move in position.legal_moves():
                assert entry.parse_move(f" {move} ", position) == move


@pytest.mark.parametrize("text", ["", "?", "one", "-", "²", "1" * 400, "\n"])
def test_what_is_no_move_is_refused_in_one_line(entry: Game[Any, Any], text: str) -> None:
    position = entry.example()
    with pytest.raises(IllegalMoveError) as caught:
        position.play(entry.parse_move(text, position))
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 300


def test_solutions_are_reached_by_their_moves(entry: Game[Any, Any]) -> None:
    line = next(playouts(entry))
    reports: list[Progress] = []
    for position in (line[0], line[len(line) // 2], line[-1]):
        result = entry.solve(position, progress=reports.append)
        assert result.status == "optimal"
        assert result.lower == result.value == result.upper
        for move in result.moves:
            position = position.play(move)  # noqa: PLW2901  # the walk starts where the loop stands
        assert position.is_over()
        assert game_spec(entry.name).outcome(position.scores()) == result.value
    assert all(isinstance(report, Progress) for report in reports)


def test_a_solution_is_no_worse_than_any_playout(entry: Game[Any, Any]) -> None:
    if entry.players > 1:
        return  # an opponent who errs gives more than best play does: see test_conformance_two_players.py
    spec = game_spec(entry.name)
    best = entry.solve(entry.example()).value
    reached = [spec.outcome(line[-1].scores()) for line in playouts(entry)]
    assert min(reached) >= best if spec.value == "distance" else max(reached) <= best


def test_names(countdown: CountdownGame) -> None:
    assert game_names()[0] == "taxman"
    assert game_names()[-1] == "countdown"
    assert isinstance(load_game("countdown"), CountdownGame)


def test_a_name_is_given_once(countdown: CountdownGame) -> None:
    for name in ("taxman", "countdown"):
        with pytest.raises(ValueError, match=f"a game named '{name}' is already registered"):
            register(name, CountdownGame)


def test_an_unknown_game() -> None:
    with pytest.raises(InvalidPositionError, match="there is no game 'chess'; the games are taxman"):
        load_game("chess")
    with pytest.raises(InvalidPositionError, match="there is no game 'chess'"):
        parse_position("chess:8")


def test_games_are_imported_on_demand() -> None:
    code = "import sys, perfectplay; perfectplay.game_names(); print([m for m in sys.modules if 'taxman' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_position_without_its_game_is_no_position() -> None:
    assert not isinstance(object(), Position)
    nameless: Any = CountdownGame()
    assert isinstance(nameless, Game)
    assert not isinstance(nameless, Position)
