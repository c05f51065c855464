"""A user's typed program: mypy and pyright accept it without a cast, and `test_types` runs it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Self, assert_type

import perfectplay
from perfectplay import Game, IllegalMoveError, Position, ProgressCallback, Result, Session
from perfectplay.coins.rules import CoinsPosition
from perfectplay.core.proof.certificates import Report
from perfectplay.core.teaching.hints import HintStep
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.matching import match, solve
from perfectplay.matching.complexes import read_facets
from perfectplay.matching.graph import build
from perfectplay.matching.search.state import Outcome
from perfectplay.pursuit.rules import Move, PursuitPosition
from perfectplay.taxman.rules import TaxmanPosition


def taxman() -> int:
    start = TaxmanPosition.new(30)
    result = perfectplay.solve(start, time_limit=60)
    assert_type(result, Result[int, int])
    game = perfectplay.play(start)
    assert_type(game, Session[TaxmanPosition])
    after = game.play(result.moves[0])
    assert_type(after, TaxmanPosition)
    assert_type(game.hint(), Result[int, int])
    numbers: list[int] = [*after.legal_moves(), result.gap, *(after.preview(move).net for move in game.hint().moves)]
    return result.value + sum(numbers) - sum(numbers)


def coins() -> tuple[int | Fraction, str]:
    row: list[int | Fraction] = [1, Fraction(5, 2), 4, 3]
    game = perfectplay.play(CoinsPosition.new(row))
    assert_type(game.hint(), Result[str, int | Fraction])
    after = game.play("l")
    assert_type(after.coin("L"), int | Fraction)
    return game.hint().value, game.hint().moves[0]


def pursuit() -> Sequence[Move]:
    start = PursuitPosition.new([1, 3, 7, 10, 25, 50], 831)
    result = perfectplay.solve(start)
    assert_type(result, Result[Move, int])
    game = Session(start)
    for move in result.moves:
        game.play(move)
    assert_type(game.undo().table, tuple[int | Fraction, ...])
    assert start.target - result.value == 830
    return result.moves


def factor_game(file: Path) -> int:
    result = perfectplay.solve(FactorPosition.new(10), certificate=True)
    result.save_certificate(file)
    assert perfectplay.check(str(file)).valid
    assert_type(result, Result[int, int])
    assert_type(perfectplay.parse_position(FactorPosition.new(10)), FactorPosition)
    return result.value * result.moves[0]


def complex_of_ones_own(text: str) -> int:
    facets = read_facets(text)
    assert_type(facets, list[tuple[int | str, ...]])
    return max(len(facet) for facet in facets) - 1


def poset() -> int:
    pairs: list[tuple[int, int]] = [(0, 2), (1, 2)]
    graph = build([1, 1, 1], *zip(*pairs, strict=True), levels=[0, 0, 1])
    outcome = solve(graph, time_limit=60, progress=lambda _: None, seed=1, enough=1)
    assert_type(outcome, Outcome)
    assert_type(match(graph, outcome.picks), dict[int, int])
    return outcome.upper - outcome.value


def by_id() -> int | Fraction:
    """Solve positions by their ids: the type checker does not know the game until an id is parsed."""
    assert_type(perfectplay.solve("taxman:30"), Result[Any, int | Fraction])
    assert_type(perfectplay.play("taxman:30").position, Position[Any, int | Fraction])
    assert_type(perfectplay.hint_steps("taxman:30").steps, tuple[HintStep, ...])
    assert_type(perfectplay.review("taxman:30/29").costs, tuple[int | Fraction, ...])
    assert_type(perfectplay.draw(perfectplay.solve(TaxmanPosition.new(10))).svg, str)
    return perfectplay.solve("taxman:30").value


def checked(path: str) -> bool:
    assert_type(perfectplay.check(path), Report)
    return perfectplay.check(path).valid


@dataclass(frozen=True)
class Stairs:
    """A user's own game, in which the player climbs one or two steps at a time, in as many moves as possible."""

    game: ClassVar[str] = "stairs"
    steps: int
    moves: tuple[int, ...] = ()

    @classmethod
    def from_id(cls, text: str) -> Self:
        start, _, moves = text.removeprefix("stairs:").partition("/")
        return cls(int(start), tuple(map(int, moves.split("."))) if moves else ())

    @property
    def id(self) -> str:
        return f"stairs:{self.steps}" + (f"/{'.'.join(map(str, self.moves))}" if self.moves else "")

    def start(self) -> Self:
        return type(self)(self.steps)

    def legal_moves(self) -> tuple[int, ...]:
        return tuple(move for move in (1, 2) if sum(self.moves) + move <= self.steps)

    def play(self, move: int) -> Self:
        if move not in self.legal_moves():
            raise IllegalMoveError(f"{move} is too far")
        return type(self)(self.steps, (*self.moves, move))

    def is_over(self) -> bool:
        return not self.legal_moves()

    def scores(self) -> tuple[int]:
        return (len(self.moves),)


class StairsGame:
    """The object that describes the game to the registry."""

    name = "stairs"
    title = "Stairs"
    summary = "climb in as many moves as possible"
    players = 1

    def example(self) -> Stairs:
        return Stairs(4)

    def from_id(self, text: str) -> Stairs:
        return Stairs.from_id(text)

    def parse_move(self, text: str, position: Stairs) -> int:
        return int(text)

    def solve(
        self, position: Stairs, *, time_limit: float | None = None, progress: ProgressCallback | None = None
    ) -> Result[int, int]:
        left = position.steps - sum(position.moves)
        value = left + len(position.moves)
        return Result(value, value, value, "optimal", (1,) * left, 0.0, {"source": "search"})


def stairs() -> int:
    game: Game[Stairs, int, int] = StairsGame()
    perfectplay.register(game.name, StairsGame)
    assert_type(perfectplay.solve(game.example()), Result[int, int])
    session = perfectplay.play(game.example())
    assert_type(session.play(2), Stairs)
    assert_type(session.hint(), Result[int, int])
    return session.hint().value


def main() -> list[object]:
    with TemporaryDirectory() as folder:
        lead = factor_game(Path(folder) / "proof.json.gz")
    return [taxman(), coins(), len(pursuit()), lead, complex_of_ones_own("1 2 3"), poset(), by_id(), stairs()]
