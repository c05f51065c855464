"""The puzzles of a day by HTTP, and the card that tells what came of one."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from starlette.testclient import TestClient

from perfectplay.core.schema import encode
from perfectplay.core.teaching.daily import puzzles, read_day
from tests.tables import rows
from tests.web.conftest import ROOT, get


@pytest.mark.parametrize("date", ["2026-01-01", "2026-11-22", "2028-02-29"])
def test_the_puzzles_of_a_day(client: TestClient, date: str) -> None:
    assert get(client, "daily", date=date) == encode(puzzles(read_day(date)))


def test_a_puzzle_is_a_position(client: TestClient) -> None:
    for one in get(client, "daily", date="2026-11-22"):
        shown = get(client, "position", id=one["id"])
        assert (shown["id"], shown["start"], shown["game"]) == (one["id"], one["id"], one["game"])
        assert shown["legal"]


@rows(
    "path, params, message",
    [
        ("daily", {}, "the parameter date is missing; give it as in date=2026-01-01"),
        ("daily", {"date": "today"}, "'today' is not a date; write year, month and day as in 2026-01-01"),
        ("daily", {"date": "2026-04-31"}, "the calendar has no day '2026-04-31'; write year, month and day as in"),
        ("daily", {"date": "2025-12-31"}, "there is no puzzle of 2025-12-31; the first day that has one is"),
        ("daily", {"date": "2026-01-01", "game": "coins"}, "there is no parameter 'game' here"),
        ("daily", {"date": "2" * 30}, "the parameter date has 30 characters; at most 20 are read"),
        ("daily.svg", {"date": "2026-01-01"}, "the parameter text is missing; give it as in text=Daily puzzle"),
        ("daily.svg", {"date": "2026-01-01", "text": "a\nb\nc\nd\ne\nf"}, "give 1 to 5 lines of at most 60 characters"),
        ("daily.svg", {"date": "2026-01-01", "text": "a" * 61}, "give 1 to 5 lines of at most 60 characters"),
        ("daily.svg", {"date": "2026-01-01", "text": "\na"}, "give 1 to 5 lines of at most 60 characters"),
        ("daily.svg", {"date": "2026-01-01", "text": "a\tb"}, "give 1 to 5 lines of at most 60 characters"),
    ],
)
def test_what_is_refused_is_said_in_a_line(client: TestClient, path: str, params: dict[str, str], message: str) -> None:
    answer = client.get(f"{ROOT}/{path}", params=params)
    assert answer.status_code == 400
    assert message in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


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
