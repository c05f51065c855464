"""Test positions, moves, hints and pages: the API of every game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

import perfectplay
from perfectplay.core.game import game_names, load_game
from perfectplay.web.games import describe
from tests.tables import rows
from tests.web.conftest import ROOT, get

GAMES = game_names()


def test_the_index_lists_what_there_is(client: TestClient) -> None:
    index = client.get(ROOT).json()
    assert index["version"] == perfectplay.__version__
    assert {f"{ROOT}/games", f"{ROOT}/position", f"{ROOT}/move", f"{ROOT}/hint"} <= set(index["paths"])
    assert len(index["paths"]) == len(set(index["paths"]))


def test_the_documentation_names_every_address(client: TestClient) -> None:
    text = (Path(__file__).parents[2] / "docs" / "http.md").read_text(encoding="utf-8")
    # The first column of these tables names paths of the API; other columns may name paths of pages.
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `/")]
    documented = {f"{ROOT}{path}" for row in rows for path in re.findall(r"`(/[a-z/.]+)`", row)}
    assert set(client.get(ROOT).json()["paths"]) == documented


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_moves_lead_where_the_rules_lead(client: TestClient, name: str, data: st.DataObject) -> None:
    position = load_game(name).example()
    for _ in range(data.draw(st.integers(0, 4))):
        shown = get(client, "position", id=position.id)
        assert shown["legal"] == [str(move) for move in position.legal_moves()]
        assert shown["over"] == position.is_over()
        if position.is_over():
            return
        move = data.draw(st.sampled_from(list(position.legal_moves())))
        following = position.play(move)
        assert get(client, "move", id=position.id, move=str(move)) == get(client, "position", id=following.id)
        position = following


# Requests that tests/contract cannot cover, for example because their answers change with every new proof.
@rows(
    "path, params, message",
    [
        (
            "position",
            {"id": f"taxman:{'9' * 9000}"},
            "the parameter position has 9007 characters; at most 8000 are read",
        ),
        ("coins/solve", {"coins": "1." * 2000 + "1"}, "coins has 2001 coins; at most 2000"),
        ("coins/solve", {"coins": "9" * 1001}, "at most 1000 digits are read"),
        ("coins/table", {"coins": "1." * 200 + "1"}, "the table of 201 coins has too many cells"),
        ("pursuit/evaluate", {"id": "pursuit:3.6:9", "expression": "1" * 1001}, "1,001 characters"),
        ("taxman/records", {"from": 0}, "from=0 is out of range; it must be from 1 to "),
        ("lab/scores", {"from": 30, "to": 20}, "the range 30-20 cannot be drawn; N must be from 2 to"),
        ("lab/scores", {"from": "x"}, "from='x' is not a whole number"),
    ],
    lambda row: f"{row[0]}?{row[1]}"[:40],
)
def test_what_is_long_or_beyond_the_table_is_refused(
    client: TestClient, path: str, params: dict[str, object], message: str
) -> None:
    error = get(client, path, 400, **params)["error"]
    assert message in error
    assert "\n" not in error


def test_errors_do_not_repeat_a_whole_game(client: TestClient) -> None:
    """Check that an error is a single line that a page can show, even if the URL is very long."""
    moves = ".".join(str(n) for n in range(1999, 1000, -2))
    for path in ("position", "hint", "taxman/preview", "taxman/compare", "taxman/game.svg", "taxman/replay"):
        name = "position" if path == "taxman/replay" else "id"
        more = {"taxman/preview": {"take": "1"}, "taxman/replay": {"strategy": "best"}}.get(path, {})
        error = get(client, path, 400, **{name: f"taxman:2000/{moves}"}, **more)["error"]
        assert len(error) < 1000, error


@rows("path", ["/", "/taxman", "/taxman:20/19.9", "/coins:1.2.4.3/RL", "/pursuit/odds", "/lab", "/worksheets"])
def test_pages(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")


def test_a_page_that_does_not_exist_says_so(client: TestClient) -> None:
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert response.headers["content-type"].startswith("text/html")


def test_the_page_has_nothing_inline_and_nothing_foreign() -> None:
    text = (Path(perfectplay.__file__).parent / "web" / "static" / "index.html").read_text(encoding="utf-8")
    assert "style=" not in text
    assert "<style" not in text
    assert "http:" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https:" not in text
    for line in text.splitlines():
        assert "<script" not in line or 'src="/static/' in line


def test_a_game_from_outside_needs_no_description() -> None:
    class Outside:
        def __init__(self, inner: Any) -> None:
            self._inner = inner

        def __getattr__(self, name: str) -> Any:
            return "other" if name == "game" else getattr(self._inner, name)

    shown = describe(Outside(load_game("taxman").example()))  # type: ignore[arg-type]  # a stand-in
    assert shown.keys() == {"id", "game", "start", "moves", "legal", "over", "scores"}
