"""One question, one answer: the door of a game, hints, the command line and HTTP agree on best play."""

from __future__ import annotations

import ast
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from perfectplay.cli.main import main
from perfectplay.coins.coach import Coach
from perfectplay.coins.rules import CoinsPosition
from perfectplay.coins.solve import solve as solve_coins
from perfectplay.core.position import Position
from perfectplay.core.result import Result
from perfectplay.core.schema import exact
from perfectplay.core.session import Session
from perfectplay.pursuit.rules import Move, PursuitPosition
from perfectplay.pursuit.solve import solve as solve_pursuit
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import solve as solve_taxman
from tests.coins.twins import perfect
from tests.test_layers import MODULES, SHELLS, imports, module_name
from tests.web.conftest import get


def printed(*args: str) -> Any:
    """What a command prints, whether its answer is yes or no."""
    result = CliRunner().invoke(main, [*args, "--json"])
    assert result.exit_code in {0, 1}, result.stderr
    return json.loads(result.stdout)


def hinted(client: TestClient, text: str) -> dict[str, Any]:
    """What HTTP answers for a hint; it is also what `Session.hint` finds."""
    told: dict[str, Any] = get(client, "hint", id=text)
    hint = Session.from_id(text).hint()
    assert (told["value"], told["lower"], told["upper"]) == (exact(hint.value), exact(hint.lower), exact(hint.upper))
    assert (told["status"], told["source"]) == (hint.status, hint.provenance["source"])
    assert told["moves"] == [str(move) for move in hint.moves]
    return told


@pytest.mark.parametrize(
    ("text", "value", "source"),
    [
        ("taxman:20", 124, "records"),
        ("taxman:20/19.9", 123, "search"),
        ("taxman:20/19.9.15", 123, "search"),
        ("taxman:10/7.9.6.8.10", 40, "search"),
        ("taxman:pot.2.3.6.12", 12, "search"),
    ],
)
def test_taxman(client: TestClient, text: str, value: int, source: str) -> None:
    found = solve_taxman(TaxmanPosition.from_id(text))
    assert (found.value, found.provenance["source"]) == (value, source)
    assert hinted(client, text)["moves"] == [str(move) for move in found.moves]
    for answer in (printed("taxman", "solve", "--position", text), get(client, "taxman/solve", position=text)):
        assert (answer["score"], answer["upper"], answer["status"]) == (value, found.upper, found.status)
        assert tuple(step["take"] for step in answer["moves"]) == found.moves
        assert answer["source"] == source


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("coins:1.2.4.3", "LR"),
        ("coins:1.2.4.3/R", "R"),
        ("coins:5", "LR"),
        ("coins:3_2.1_3.5", "R"),
        ("coins:l1.2~3.7.4~r9/2L", "3L"),
        ("coins:o5.1.2.8", "1K4"),
        ("coins:3~o1.5.2/1L", "2K2"),
    ],
)
def test_coins(client: TestClient, text: str, best: str) -> None:
    position = CoinsPosition.from_id(text)
    found = solve_coins(position)
    assert found.margin == perfect(position)
    assert hinted(client, text)["moves"] == list(found.moves)
    coach = Coach(position)
    assert (coach.final_scores[0], coach.margin, coach.best_moves) == (found.value, found.margin, found.best_moves)
    told = printed("coins", "solve", "--position", text)
    mine = told["second" if told["to_move"] else "first"]
    assert Fraction(told["scores"][0]) + Fraction(mine) == found.value
    assert (told["best_moves"], told["margin"]) == (best, exact(found.margin))
    assert told["line"] == ("" if position.is_single else ".").join(found.moves)
    if not position.moves and position.is_single:
        row = get(client, "coins/solve", coins=text.removeprefix("coins:"))
        assert {key: told[key] for key in row if key != "seconds"} == {key: row[key] for key in row if key != "seconds"}


@pytest.mark.parametrize(
    ("text", "value", "expression"),
    [
        ("pursuit:3.6.9.10.50.100:951", 0, "(100+6)*9-3"),
        ("pursuit:3.6.9.10.50.100:951/100a6", 0, "(100+6)*9-3"),
        ("pursuit:3.6.9.10.50.100:951/100a6.e", -845, "100+6"),
        ("pursuit:1.1.1.1.2.2:100", -82, None),
        ("pursuit:3.3.6:36/3a3", 0, "6*(3+3)"),
        ("pursuit:2.3:4:all.ops-d", -4, None),
        # The one number that there is counts, although it is further from the target than nothing.
        ("pursuit:25:2:all", -23, "25"),
    ],
)
def test_pursuit(client: TestClient, text: str, value: int, expression: str | None) -> None:
    position = PursuitPosition.from_id(text)
    found = solve_pursuit(position)
    assert (found.value, found.distance) == (value, -value)
    end = position
    for move in found.moves:
        end = end.play(move)
    assert end.is_over()
    assert end.scores() == (value,)
    assert hinted(client, text)["moves"] == [str(move) for move in found.moves]
    for answer in (printed("pursuit", "solve", "--position", text), get(client, "pursuit/solve", position=text)):
        assert (answer["distance"], answer["reachable"]) == (-value, value == 0)
        assert answer["value"] == (None if found.expression is None else found.answer)
        assert answer["expression"] == (None if found.expression is None else str(found.expression))
        assert expression is None or answer["expression"] == expression


def test_positions_and_results_are_typed_by_their_moves() -> None:
    # The type checker reads this: no cast, and nothing of the type Any.
    taxman: Position[int] = TaxmanPosition.new(6)
    coins: Position[str] = CoinsPosition.new([1, 2, 4, 3])
    pursuit: Position[Move] = PursuitPosition.new([3, 6], 9)
    session = Session(TaxmanPosition.new(6))
    here: TaxmanPosition = session.play(5)
    numbers: Result[int] = solve_taxman(here)
    ends: Result[str] = solve_coins(CoinsPosition.new([1, 2, 4, 3]))
    steps: Result[Move] = solve_pursuit(PursuitPosition.new([3, 6], 9))
    assert taxman.play(5).play(numbers.moves[0]).moves == (5, 4)
    assert coins.play(ends.moves[0]).moves == ends.moves[:1]
    assert pursuit.play(steps.moves[0]).moves == steps.moves[:1]


ROOMS = {
    "perfectplay.taxman.exact.solve",
    "perfectplay.taxman.plain.solve_plainly",
    "perfectplay.taxman.records.solve_by_record",
    "perfectplay.coins.fusion.solve",
    "perfectplay.coins.line.perfect_line",
    "perfectplay.coins.sums.best_moves",
    "perfectplay.pursuit.solutions.closest",
    "perfectplay.pursuit.solutions.solve",
}
"""What is behind the doors: each knows a part of the answer."""


def rooms(source: str) -> set[str]:
    """What a source takes from behind the doors."""
    named = set(imports(source, ""))
    # A module that was imported as a whole has its rooms as attributes.
    used = {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}
    return {
        room for room in ROOMS if room in named or (room.rpartition(".")[0] in named and room.split(".")[-1] in used)
    }


@pytest.mark.parametrize("path", [path for path in MODULES if path.parent.name in SHELLS], ids=module_name)
def test_screens_ask_at_the_doors(path: Path) -> None:
    assert rooms(path.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    from perfectplay.taxman.exact import solve",
        "from perfectplay.pursuit import solutions\nfound = solutions.solve([1, 2], 3)",
        "import perfectplay.coins.fusion\nfound = perfectplay.coins.fusion.solve([1, 2])",
    ],
)
def test_a_way_around_a_door_is_seen(source: str) -> None:
    assert len(rooms(source)) == 1
