"""What a move changes: put together with what was before, it is the whole."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from perfectplay.core.game import parse_position
from perfectplay.core.schema import encode
from perfectplay.taxman.records import load_records
from perfectplay.web.games import changes, describe
from tests.tables import rows
from tests.web.conftest import get

STARTS = [
    "taxman:40",
    "taxman:12~end",
    "taxman:500",
    "coins:5.1.1.5.1.2.2.1",
    "coins:l1.2~3_2.7.4~o5.1.2",
    "pursuit:3.6.9.10.50.100:951",
]


def applied(before: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """Put a position together, as a client does."""
    after: dict[str, Any] = {key: value for key, value in before.items() if key not in told["gone"]} | told["values"]
    for key, pieces in told["lists"].items():
        after[key] = [part for start, stop, more in pieces for part in [*before[key][start:stop], *more]]
    return after


@rows("start", STARTS)
def test_every_move_of_a_game_can_be_told_by_what_it_changes(client: TestClient, start: str) -> None:
    chance = random.Random(start)
    here = get(client, "position", position=start)
    for _ in range(12):
        if here["over"]:
            break
        move = chance.choice(here["legal"])
        told = get(client, "move", position=here["id"], move=move, changes=1)
        whole = get(client, "move", position=here["id"], move=move)
        assert (told["since"], told["id"]) == (here["id"], whole["id"])
        assert applied(here, told) == whole
        here = whole


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "ab"]),
    lambda parts: st.lists(parts, max_size=6) | st.dictionaries(st.sampled_from("xyz"), parts, max_size=3),
    max_leaves=12,
)
TOLD = st.dictionaries(st.sampled_from("klmn"), VALUES)


@given(TOLD, TOLD)
def test_any_two_answers_can_be_told_by_what_differs(before: dict[str, Any], after: dict[str, Any]) -> None:
    told = json.loads(json.dumps(encode(changes(before | {"id": "before"}, after | {"id": "after"}))))
    assert applied(before, told) == after | {"id": "after"}


def test_a_best_game_of_a_large_pot_takes_few_bytes() -> None:
    """At most 8 kB a move, and 3 kB on average, packed."""
    here: Any = parse_position("taxman:300")
    sizes = []
    before = describe(here)
    for move in load_records()[300].moves:
        here = here.play(move)
        after = describe(here)
        sizes.append(len(gzip.compress(json.dumps(encode(changes(before, after))).encode(), 6)))
        before = after
    assert max(sizes) < 4_000
    assert sum(sizes) / len(sizes) < 1_000


def test_what_is_refused_is_refused_in_either_way(client: TestClient) -> None:
    for move, code in (("1", "illegal-move"), ("x", "illegal-move")):
        assert get(client, "move", 400, position="taxman:20", move=move, changes=1)["code"] == code
    assert get(client, "move", 400, position="taxman:20", move="19", changes=2)["code"] == "invalid-parameter"
