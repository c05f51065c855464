"""Compare the claims of guided positions with the solver."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from perfectplay.core.game import game_parts, game_spec, load_game, parse_position
from perfectplay.core.game.parts import Guided, Lessons
from perfectplay.core.game.position import Position
from perfectplay.core.teaching.lessons import lessons
from tests.tables import rows

GAMES: dict[str, Lessons] = game_parts("lessons")
GUIDED = [(game, one) for game, part in GAMES.items() for one in part.guided]


def worth(position: Position[Any], player: int) -> Any:
    """Return the proven value of a position for a player, for whom larger values are better."""
    result = load_game(position.game).solve(position)
    assert result.status == "optimal"
    if position.game == "coins":
        total = sum(position.start_components[0].coins)  # type: ignore[attr-defined]  # each of them is a row
        return (2 * result.value - total) * (-1 if player else 1)
    value = game_spec(position.game).worth(result.value)
    return -value if player else value


@rows("game, one", GUIDED, lambda row: f"{row[0]}-{row[1].name}")
def test_the_idea_is_a_best_move_and_the_tempting_one_costs_what_is_told(game: str, one: Guided) -> None:
    position = parse_position(one.position)
    assert position.game == game
    player = getattr(position, "to_move", 0)
    costs = {str(move): worth(position, player) - worth(position.play(move), player) for move in position.legal_moves()}
    assert costs[one.move] == 0
    assert costs[one.tempting] == one.cost > 0
    assert GAMES[game].costs(position) == costs


@pytest.mark.parametrize("game", GAMES)
def test_there_are_ten_with_ten_names(game: str) -> None:
    guided = GAMES[game].guided
    assert len(guided) == len({one.name for one in guided}) == len({one.position for one in guided}) == 10
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", one.name) for one in guided)


@pytest.mark.parametrize("game", GAMES)
def test_they_are_solved_in_order_and_progress_is_told(game: str) -> None:
    told: list[tuple[int | None, int | None]] = []
    found = lessons(game, lambda progress: told.append((progress.done, progress.total)))
    assert told == [(done, 10) for done in range(10)]
    assert [one.name for one in found] == [one.name for one in GAMES[game].guided]
    for one in found:
        assert one.move in one.best
        assert one.tempting not in one.best
        assert set(one.costs) == {str(move) for move in parse_position(one.position).legal_moves()}
        assert set(one.best) == {move for move, cost in one.costs.items() if cost == 0}


CHAPTERS = [
    line.split() for line in (Path(__file__).parent / "taxman/chapters.txt").read_text().splitlines() if line[0] != "#"
]


@rows("n, after, take, costs, other", CHAPTERS, lambda row: row[0])
def test_what_a_chapter_of_taxman_teaches_is_true(n: str, after: str, take: str, costs: str, other: str) -> None:
    start = parse_position(f"taxman:{n}")
    position = parse_position(start.id + (f"/{after}" if after != "-" else ""))
    assert ",".join(map(str, sorted(position.tax(int(take))))) == costs  # type: ignore[attr-defined]  # it is a position of Taxman
    best = worth(start, 0)
    assert worth(position.play(int(take)), 0) == best > worth(position.play(int(other)), 0)
    assert 2 * best > int(n) * (int(n) + 1) // 2


def test_each_chapter_is_looked_at() -> None:
    pages = Path(__file__).parents[1] / "web-ui/src/pages/taxman/levels.json"
    assert json.loads(pages.read_text()) == [int(row[0]) for row in CHAPTERS]
