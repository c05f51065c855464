"""The puzzles of a day by HTTP, and the card that tells what came of one."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import ROOT, get


def test_a_puzzle_is_a_position(client: TestClient) -> None:
    for one in get(client, "daily", date="2026-11-22"):
        shown = get(client, "position", id=one["id"])
        assert (shown["id"], shown["start"], shown["game"]) == (one["id"], one["id"], one["game"])
        assert shown["legal"]


def card(client: TestClient, **params: str) -> ET.Element:
    answer = client.get(f"{ROOT}/daily.svg", params={"date": "2026-11-22", **params})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    return ET.fromstring(answer.text)  # noqa: S314  # our own


@pytest.mark.parametrize("last", ["day 326", "jour\u00a0326\u202f: difficile"])
def test_a_card_says_what_it_is_given(client: TestClient, last: str) -> None:
    lines = ["Taxman 46", "<b>531/531</b> & proven ✓", last]
    drawn = card(client, text="\n".join(lines), good="1")
    assert [text.text for text in drawn.findall(".//{*}text")] == lines
    assert drawn.findtext("{*}title") == lines[0]


def test_a_card_shows_the_day_of_the_week_and_success(client: TestClient) -> None:
    gold = "#a57c14"
    plain, good = card(client, text="a"), card(client, text="a", good="1")
    marked = [[bar.get("fill") == gold for bar in drawn.findall(".//{*}rect")[2:]] for drawn in (plain, good)]
    assert marked == [[False] * 6 + [True]] * 2
    assert [bar.get("stroke") == gold for bar in good.findall(".//{*}rect")[1:2]] == [True]
    assert [bar.get("stroke") == gold for bar in plain.findall(".//{*}rect")[1:2]] == [False]


def test_a_long_line_stays_on_the_card(client: TestClient) -> None:
    sizes = [float(text.get("font-size", 0)) for text in card(client, text=f"{'W' * 60}\nshort").findall(".//{*}text")]
    assert 10 < sizes[0] < 30
    assert sizes[1] == 52
