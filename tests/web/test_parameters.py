"""Reading parameters: every method, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import PerfectPlayError
from perfectplay.web.parameters import Query, listing
from tests.tables import rows


def query(**params: str) -> Query:
    return Query(params.items())


READERS: dict[str, Callable[[Query], Any]] = {
    "text": lambda q: q.text("x", limit=20),
    "optional": lambda q: q.optional("x", 20),
    "integer": lambda q: q.integer("x", low=1, high=100),
    "optional_integer": lambda q: q.optional_integer("x", low=1, high=100),
    "number": lambda q: q.number("x", 2.0, low=0.5, high=8.0),
    "flag": lambda q: q.flag("x"),
    "choice": lambda q: q.choice("x", ("a", "b")),
    "numbers": lambda q: q.numbers("x", most=3, example="1.2"),
    "interval": lambda q: q.interval("x", (1, 10), low=1, high=100),
    "optional_interval": lambda q: q.optional_interval("x", low=1, high=100),
}


@rows(
    "reader, given_, wanted",
    [
        ("text", " a b ", " a b "),
        ("integer", "100", 100),
        ("integer", "007", 7),
        ("optional_integer", "1", 1),
        ("number", "0.5", 0.5),
        ("number", "2.", 2.0),
        ("flag", "1", True),
        ("flag", "0", False),
        ("choice", "b", "b"),
        ("numbers", "1.2,3", (1, 2, 3)),
        ("numbers", " -1 2 ", (-1, 2)),
        ("interval", "5-5", (5, 5)),
        ("optional_interval", "1-100", (1, 100)),
    ],
)
def test_what_is_read(reader: str, given_: str, wanted: Any) -> None:
    q = query(x=given_)
    assert READERS[reader](q) == wanted
    q.done()


@pytest.mark.parametrize(
    ("reader", "wanted"),
    [("optional", None), ("optional_integer", None), ("number", 2.0), ("flag", False), ("optional_interval", None)],
)
def test_what_need_not_be_given(reader: str, wanted: Any) -> None:
    q = query()
    assert READERS[reader](q) == wanted
    q.done()


@rows(
    "reader, given_, message",
    [
        ("text", "a" * 21, "the parameter x has 21 characters; at most 20 are read"),
        ("integer", "0", "x=0 is out of range; it must be from 1 to 100"),
        ("integer", "1e3", "x='1e3' is not a whole number; it must be from 1 to 100"),
        ("integer", "²", "x='²' is not a whole number"),
        ("integer", "9" * 19, "x=9999999999999999999 is out of range; it must be from 1 to 100"),
        ("number", "inf", "x='inf' is not possible; it must be a number from 0.5 to 8"),
        ("number", "1_0", "x='1_0' is not possible"),
        ("number", "٢", "x='٢' is not possible"),
        ("number", "", "x='' is not possible"),
        ("flag", "yes", "x='yes' does not exist; it must be 0 or 1"),
        ("choice", "c", "x='c' does not exist; it must be a or b"),
        ("numbers", "1.2.3.4", "x has 4 numbers; at most 3 are possible"),
        ("numbers", "1..x", "'x' in x='1..x' is not a whole number; write numbers separated by dots, as in x=1.2"),
        ("numbers", "", "'' in x='' is not a whole number"),
        ("interval", "9-8", "x='9-8' is not a range; give two numbers as in 1-100"),
        ("interval", "1-101", "is not a range"),
        ("interval", "7", "is not a range"),
        ("optional_interval", "0-1", "x='0-1' is not a range; give two numbers as in 1-100"),
    ],
)
def test_what_is_refused(reader: str, given_: str, message: str) -> None:
    with pytest.raises(PerfectPlayError) as caught:
        READERS[reader](query(x=given_))
    assert message in str(caught.value)


@pytest.mark.parametrize("reader", READERS)
@given(text=st.text())
def test_anything_at_all_is_read_or_refused_in_one_line(reader: str, text: str) -> None:
    try:
        READERS[reader](query(x=text))
    except PerfectPlayError as error:
        assert "\n" not in str(error)  # noqa: PT017  # both outcomes are fine


def test_listing() -> None:
    assert listing(["a"]) == "a"
    assert listing("abc") == "a, b or c"
    assert listing("abcdefghijklmnop").endswith("l, ...")
