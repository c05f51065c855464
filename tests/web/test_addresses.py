"""Addresses that answer as commands do, and the one name for a position."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from perfectplay.cli.main import main
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.game import game_parts
from perfectplay.pursuit.design import parse_vary
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.strategies.tournament import CompareStrategies, head_to_head, tournament
from perfectplay.web.app import ROOT, endpoints
from tests.tables import rows
from tests.web.conftest import get, timeless


def printed(*args: str) -> list[Any]:
    """What a command prints with ``--json``."""
    result = CliRunner().invoke(main, [*args, "--json"])
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


# -- one name for a position ---------------------------------------------------------------------------------------

POSITIONS = {"taxman": "taxman:20/19.9", "coins": "coins:5.1.1.5/L", "pursuit": "pursuit:3.6.9.10.50.100:951"}
REST = {"move": "15", "take": "15", "expression": "100-6", "strategy": "best", "opponent": "perfect"}
OLD = [
    endpoint
    for endpoint in endpoints(game_parts("web"))
    if any(one.now == "position" for one in endpoint.parameters) and not endpoint.path.startswith(("/proof", "/review"))
]


def test_many_addresses_know_the_older_name() -> None:
    assert {"/position", "/move", "/hint", "/board", "/taxman/preview", "/coins/reply"} <= {one.path for one in OLD}


@rows("endpoint", OLD, lambda endpoint: endpoint.path)
def test_the_older_name_gets_the_same_answer(client: TestClient, endpoint: Any) -> None:
    game = endpoint.path.split("/")[1]
    needed = [one.name for one in endpoint.parameters if one.required and one.name != "position"]
    rest = {name: REST[name] for name in needed}
    if endpoint.path == "/pursuit/opponent":
        rest["opponent"] = "keen"
    position = POSITIONS.get(game, POSITIONS["taxman"])
    new, old = (client.get(f"{ROOT}{endpoint.path}", params={name: position, **rest}) for name in ("position", "id"))
    assert (new.status_code, old.status_code) == (200, 200), new.text
    assert (new.content, new.headers["content-type"]) == (old.content, old.headers["content-type"])


def test_no_address_calls_a_position_by_an_old_name_alone() -> None:
    for endpoint in endpoints(game_parts("web")):
        names = {one.name: one for one in endpoint.parameters}
        assert "id" not in names or (names["id"].now == "position" and "position" in names), endpoint.path


@rows(
    "path, by_position, by_parts",
    [
        ("taxman/solve", {"position": "taxman:24"}, {"n": 24}),
        ("taxman/bound", {"position": "taxman:24"}, {"n": 24}),
        ("coins/solve", {"position": "coins:1.2.4.3"}, {"coins": "1.2.4.3"}),
        ("coins/solve", {"position": "coins:l1.2.4.3"}, {"coins": "1.2.4.3", "kind": "left"}),
        ("coins/table", {"position": "coins:5.1.2.4.3/L"}, {"coins": "1.2.4.3"}),
        ("pursuit/solve", {"position": "pursuit:3.6.9.10:99"}, {"numbers": "3.6.9.10", "target": 99}),
        ("pursuit/map", {"position": "pursuit:1.1.2.2:7:positive"}, {"numbers": "1.1.2.2", "rules": "positive"}),
    ],
)
def test_a_position_may_stand_for_its_parts(
    client: TestClient, path: str, by_position: dict[str, Any], by_parts: dict[str, Any]
) -> None:
    first, second = get(client, path, **by_position), get(client, path, **by_parts)
    assert timeless(first).items() >= {key: first[key] for key in timeless(second) if key in first}.items()
    for key in ("score", "half", "margin", "table", "value", "reachable", "count"):
        assert first.get(key) == second.get(key)


# -- large pots, tournaments, decks --------------------------------------------------------------------------------


def test_a_large_pot_is_as_on_the_command_line(client: TestClient) -> None:
    told = get(client, "taxman/approx", n=60, bound="matching", moves=1)
    (shown,) = printed("taxman", "approx", "60", "--bound", "matching")
    moves = told.pop("moves")
    # A time limit, which HTTP always has, decides how it is tried.
    for key in ("batches", "tries", "complete"):
        assert shown.pop(key) is not None
    assert timeless(shown).items() <= timeless(told).items()
    assert told["valid"]
    end = TaxmanPosition.new(60)
    for move in moves:
        end = end.play(move)
    assert end.scores()[0] == told["score"]
    assert "moves" not in told
    assert get(client, "taxman/approx", n=60, bound="matching")["score"] == told["score"]


def test_a_tournament_is_as_on_the_command_line(client: TestClient) -> None:
    names = ["trono-2", "random", "trono-7-printed"]
    told = get(client, "taxman/tournament", to=40, strategies=",".join(names), seed=5)
    shown = printed("taxman", "tournament", "--to", "40", "--strategies", ",".join(names), "--seed", "5")
    assert sorted(told, key=str) == sorted(shown, key=str)
    one = get(client, "taxman/tournament", to=40, versus="random,trono-2", seed=5)
    assert [one] == printed("taxman", "tournament", "--to", "40", "--versus", "random", "trono-2", "--seed", "5")


def test_a_tournament_in_this_process_is_one() -> None:
    names = ("trono-4", "random")
    rows = CompareStrategies(strategies=names, first=5, last=30, seed=3).answer()
    assert rows == [row.answer for row in tournament(names, 5, 30, seed=3, jobs=1)]
    pair = CompareStrategies(strategies=names, first=5, last=30, versus=True, seed=3).answer()
    assert pair == head_to_head(*names, 5, 30, seed=3, jobs=1)


def test_decks_are_as_on_the_command_line(client: TestClient) -> None:
    rest: dict[str, Any] = {"deck": "suit", "numbers": "2", "targets": "1-50", "top": "3"}
    told = get(client, "pursuit/design", vary="25=20-22;50=40,45", **rest)
    options = [word for name, value in rest.items() for word in (f"--{name}", value)]
    assert told == printed("pursuit", "design", "--vary", "25=20-22", "--vary", "50=40,45", *options)
    last = get(client, "pursuit/design", vary="25=20-22;50=40,45", ascending=1, **rest)[0]
    assert last["place"] == 1
    assert last["probability"] <= told[-1]["probability"]


@rows(
    "text, message",
    [
        ("25", "'25' does not say what to vary"),
        ("=20", "does not say what to vary"),
        ("25=", "does not say what to vary"),
        ("x=20", "does not say what to vary"),
        ("25=x", "'x' in '25=x' is not a number or a range"),
        ("25=1e5", "is not a number or a range"),
        ("25=30-20", "the range '30-20' in '25=30-20' is empty"),
        ("25=1-20000", "is too long; at most 10,000 values are possible"),
        ("9999999999999999999999=1", "does not say what to vary"),
    ],
)
def test_what_is_varied_must_be_said_clearly(text: str, message: str) -> None:
    with pytest.raises(PerfectPlayError) as caught:
        parse_vary([text])
    assert message in str(caught.value)


def test_a_number_is_varied_once() -> None:
    assert parse_vary(["25=20..22, 30,20", " 50 = 40 "]) == {25: (20, 21, 22, 30), 50: (40,)}
    with pytest.raises(PerfectPlayError, match="the number 25 is varied twice"):
        parse_vary(["25=20", "25=30"])


def test_a_word_with_a_blank_may_have_a_hyphen(client: TestClient) -> None:
    rest: dict[str, Any] = {"deck": "suit", "numbers": 3, "seed": 3}
    answers = [get(client, "pursuit/deal", difficulty=word, **rest) for word in ("very easy", "very-easy")]
    assert answers[0] == answers[1]
    assert answers[0]["difficulty"]["grade"] == "very easy"
