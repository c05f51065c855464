"""Send thousands of random requests: each gets an answer in time, and none makes the server fail."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from perfectplay.core.game import game_names, game_parts, load_game
from perfectplay.web.app import ROOT, endpoints

pytestmark = pytest.mark.full

REQUESTS, BATCH = 5_000, 100
EXPECTED = {200, 400, 404, 429, 503}

EXAMPLES: Sequence[str] = [
    *(load_game(name).example().id for name in game_names()),
    "taxman:20/19.9.15",
    "taxman:pot.2.3.6",
    "taxman:12~end/11",
    "coins:1.2.4.3/RL",
    "coins:l1.2~3.7.4~r9",
    "coins:3o2.1.m4",
    "pursuit:3.6.9.10.50.100:831/100a6",
    "pursuit:1.1.2:7",
]
PIECES = [
    "taxman",
    "coins",
    "pursuit",
    ":",
    "/",
    ".",
    "~",
    "-",
    "o",
    "l",
    "r",
    "L",
    "R",
    "a",
    "s",
    "m",
    "d",
    "pot",
    "end",
    "\x00",
    "\n",
    "é",
    "😀",
    "%",
    "+",
    " ",
]
WORDS = [
    "A", "M", "S", "best", "perfect", "greedy", "noisy:1/2", "trono-4", "cards", "classic", "hard", "1-100", "en", "0",
    "1", "nan", "inf", "1e9", "", "2+3*(4-1)",
]  # fmt: skip


def number(chance: random.Random) -> str:
    return str(chance.choice((chance.randint(-3, 60), chance.randint(-(10**20), 10**20))))


def mosaic(chance: random.Random) -> str:
    return "".join(chance.choice((chance.choice(PIECES), number(chance))) for _ in range(chance.randrange(8)))


def damaged(chance: random.Random) -> str:
    """Return an example id with a random piece in place of some characters."""
    text = chance.choice(EXAMPLES)
    start = chance.randint(0, len(text))
    return text[:start] + mosaic(chance)[:6] + text[start + chance.randrange(4) :]


def letters(chance: random.Random) -> str:
    return "".join(
        chr(chance.choice((chance.randrange(128), chance.randrange(0xD800)))) for _ in range(chance.randrange(12))
    )


def value(chance: random.Random) -> str:
    """Return a random value for a parameter, such as an id, a number or a list."""
    numbers = ".".join(str(chance.randint(-2, 120)) for _ in range(chance.randrange(9)))
    made = (chance.choice(EXAMPLES), damaged(chance), mosaic(chance), number(chance), numbers, chance.choice(WORDS))
    return chance.choice((*made, letters(chance)))


@pytest.fixture(scope="module")
def names() -> dict[str, set[str]]:
    """Map each path to the names of its parameters and `id`, which is unknown to most paths."""
    known: dict[str, set[str]] = defaultdict(lambda: {"id"})
    for endpoint in endpoints(game_parts("web")):
        known[f"{ROOT}{endpoint.path}"] = {*endpoint.described.parameters, "id"}
    return known


@pytest.fixture(scope="module")
def paths(client: TestClient) -> list[str]:
    """Return all paths of the API."""
    found: list[str] = client.get(ROOT).json()["paths"]
    return found


@settings(max_examples=REQUESTS // BATCH, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**63))
def test_any_request_is_answered(client: TestClient, paths: list[str], names: dict[str, set[str]], seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(BATCH):
        path = chance.choice([*paths, "/", "/taxman:20", "/static/app.js"])
        given = sorted(names[path])
        chosen = chance.sample(given, k=chance.randint(1, len(given)))
        query = [(name, value(chance)) for name in chosen + ["other"] * (chance.random() < 0.1)]
        target = f"{path}?{urlencode(query)}"
        response = client.get(target)
        assert response.status_code in EXPECTED, (target, response.text)
        if response.status_code != 200:
            error = response.json()["error"] if path.startswith(ROOT) else "a page"
            assert error
            assert "\n" not in error, (target, error)
            assert "Traceback" not in error
            assert len(error) < 2000, (target, error)


@given(path=st.text(max_size=20))
def test_any_page_is_answered(client: TestClient, path: str) -> None:
    encoded = "".join(f"%{byte:02x}" for byte in path.encode("utf-8", "replace"))
    assert client.get(f"/{encoded}").status_code in {200, 404}
