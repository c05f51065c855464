from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.core.game.ids import MAX_ID_LENGTH, join_id, parse_numbers, split_id
from tests.tables import rows

SAFE = string.ascii_letters + string.digits + "._~-"

names = st.text(SAFE, min_size=1)
starts = st.text(SAFE + ":", min_size=1)
moves = st.text(SAFE + ":/")


@given(names, starts, moves)
def test_round_trip(name: str, start: str, line: str) -> None:
    text = join_id(name, start, line)
    assert split_id(text) == (name, start, line)
    assert split_id(text, name) == (name, start, line)
    assert "\n" not in text


@given(st.lists(st.integers(1, 10**18 - 1)))
def test_numbers_round_trip(numbers: list[int]) -> None:
    assert parse_numbers(".".join(map(str, numbers)), "whole", "move") == tuple(numbers)


@given(st.text(max_size=60))
def test_whatever_comes_is_split_or_refused_in_one_line(text: str) -> None:
    try:
        outcome = join_id(*split_id(text))
    except PerfectPlayError as error:
        outcome = str(error)
        expected = "position id"
    else:
        expected = text
    assert outcome.startswith(expected)
    assert len(outcome.splitlines()) == 1


@rows(
    "text, game, expected",
    [
        ("", None, "'' does not name its game; it should look like game:..."),
        ("taxman", None, "'taxman' does not name its game"),
        (":20", None, "':20' does not name its game"),
        ("taxman:", None, "has nothing after 'taxman:'"),
        ("taxman:/3", None, "has nothing after 'taxman:'"),
        ("taxman:20/", None, "ends after '/'; either drop the '/' or add moves"),
        ("coins:1.2", "taxman", "is of the game 'coins'; here it should look like taxman:..."),
        ("tax man:20", None, "contains ' '; only letters, digits"),
        ("taxman:20\n", None, r"contains '\n'"),
        ("taxman:²", None, "contains '²'"),
        ("taxman:20?x=1", None, "contains '?'"),
    ],
)
def test_malformed_ids(text: str, game: str | None, expected: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        split_id(text, game)
    assert expected in str(caught.value)


@rows(
    "text, expected",
    [
        ("0", "'0'; a move is a positive integer"),
        ("1..2", "''; a move is"),
        (".1", "''; a move is"),
        ("1.", "''; a move is"),
        ("01", "'01'; a move is"),
        ("-3", "'-3'; a move is"),
        ("1.x", "'x'; a move is"),
        ("٣", "'٣'; a move is"),
        ("1" * 19, "more than 18 digits"),
    ],
)
def test_malformed_numbers(text: str, expected: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        parse_numbers(text, f"taxman:20/{text}", "move")
    assert expected in str(caught.value)


def test_no_numbers() -> None:
    assert parse_numbers("", "taxman:20", "move") == ()


def test_longest_id() -> None:
    head = "taxman:20/"
    text = head + "1" * (MAX_ID_LENGTH - len(head))
    assert split_id(text)[0] == "taxman"
    with pytest.raises(LimitExceededError, match="1000001 characters; the longest allowed is 1000000"):
        split_id(text + "1")
