"""Test pursuit over HTTP: tables, typed expressions, solutions, maps, deals, and odds."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from perfectplay.core.schema import encode, to_json
from perfectplay.pursuit.expressions import parse_expression
from perfectplay.pursuit.questions.typed import PursuitMistake, PursuitTyped, evaluate
from perfectplay.pursuit.rules import STOP, PursuitPosition, Rules, Step
from perfectplay.web.pursuit.board import describe
from tests.profiles import examples
from tests.tables import rows
from tests.web.conftest import ROOT, get

DEAL = "3.6.9.10.50.100"
START = f"pursuit:{DEAL}:951"


# -- positions -----------------------------------------------------------------------------------------------------


def test_nothing_counts_before_all_numbers_are_used(client: TestClient) -> None:
    shown = get(client, "position", id="pursuit:2.3.7:13:all/7a3")
    assert (shown["answer_expression"], shown["distance"]) == (None, 13)
    shown = get(client, "position", id="pursuit:2.3.7:13:all/7m2.14s3")
    assert (shown["answer"], shown["answer_expression"]) == (11, "7*2-3")


def test_integers_of_any_size_are_integers_and_have_their_text_beside_them(client: TestClient) -> None:
    n = 999_983
    big = get(client, "position", id=f"pursuit:{n}.{n}.{n}:5:all/{n}m{n}.{n**2}m{n}")
    assert big["over"]
    (card,) = big["table"]
    assert (card["value"], card["text"]) == (n**3, str(n**3))
    last = big["steps"][-1]
    assert [last["left"], last["right"], last["result"]] == [n**2, n, n**3]
    assert last["texts"] == [str(n**2), str(n), str(n**3)]
    assert (big["answer"], big["answer_text"]) == (n**3, str(n**3))
    assert (big["distance"], big["distance_text"]) == (n**3 - 5, str(n**3 - 5))
    typed = get(client, "pursuit/evaluate", id=f"pursuit:{n}.{n}.{n}:5", expression=f"{n}*{n}*{n}")
    assert (typed["value"], typed["value_text"]) == (n**3, str(n**3))
    assert (typed["distance"], typed["distance_text"]) == (n**3 - 5, str(n**3 - 5))


numbers_dealt = st.lists(st.integers(1, 120), min_size=1, max_size=6)
all_rules = st.builds(Rules, st.sampled_from(["+-*/", "+-", "-*"]), st.booleans(), st.booleans(), st.booleans())


@given(numbers_dealt, st.integers(1, 1000), all_rules, st.randoms(use_true_random=False))
@settings(max_examples=examples(80))
def test_every_table_can_be_shown(numbers: list[int], target: int, rules: Rules, source: Any) -> None:
    position = PursuitPosition.new(numbers, target, rules)
    while True:
        shown = describe(position)
        assert json.loads(to_json(shown)) == encode(shown)
        assert [card.value for card in shown.table] == list(position.table)
        for card in shown.table:
            assert parse_expression(card.expression).value == card.value == Fraction(card.text)
        if shown.answer_expression is not None:
            assert parse_expression(shown.answer_expression).value == position.answer
        if position.is_over():
            break
        position = position.play(source.choice(position.legal_moves()))
    assert shown.stopped == (STOP in position.moves)


# -- typed expressions ---------------------------------------------------------------------------------------------


@rows(
    "after, text, begins, moves, expression, value",
    [
        # An expression is read with the numbers on the table; if that fails, with those of the deal.
        ("/100a6", "106*9", "/100a6", ["106*9"], "(100+6)*9", 954),
        ("/100a6", "100+6", "", ["100+6"], "100+6", 106),
        ("/100a6", "(100+6)*9-3", "", ["100+6", "106*9", "954-3"], "(100+6)*9-3", 951),
        ("/100a6", "106", "/100a6", [], "100+6", 106),
        ("/e", "3*6", "", ["3*6"], "3*6", 18),
        ("", "100", "", [], "100", 100),
        ("", "3-10", "", ["3-10"], "3-10", -7),
        ("/3s10", "(-7)*6", "/3s10", ["(-7)*6"], "(3-10)*6", -42),
    ],
)
def test_numbers_may_be_those_of_the_table_or_the_deal(
    after: str, text: str, begins: str, moves: list[str], expression: str, value: int
) -> None:
    found = evaluate(PursuitPosition.from_id(START + after), text)
    assert isinstance(found, PursuitTyped)
    assert found.origin == START + begins
    assert (list(found.moves), found.expression, found.value) == (moves, expression, value)
    position = PursuitPosition.from_id(found.origin)
    for move in moves:
        position = position.play(Step.parse(move))
    assert position.id == found.position


def test_a_fraction_on_the_way_is_no_answer_yet() -> None:
    position = PursuitPosition.from_id("pursuit:1.2.3:5:fractions")
    found = evaluate(position, "1/2")
    assert isinstance(found, PursuitTyped)
    assert (found.value, found.value_text) == (Fraction(1, 2), "1/2")
    assert (found.distance, found.distance_text) == (None, None)
    found = evaluate(position.play(Step(1, "/", 2)), "(1/2)*3")
    assert isinstance(found, PursuitTyped)
    assert (found.moves, found.value) == (("(1/2)*3",), Fraction(3, 2))


@rows(
    "start, text, problem, part",
    [
        (START, "", "unfinished", ""),
        (START, "(100+6)*", "unfinished", "*"),
        (START, "(100+6", "unfinished", "("),
        (START, "[100+(6", "unfinished", "("),
        (START, "100 6", "unreadable", "6"),
        (START, "100+a", "unreadable", "a"),
        (START, "100+6)", "unreadable", ")"),
        (START, "(100+6]", "unreadable", "]"),
        (START, "100+7", "absent", "7"),
        (START, "100+100", "twice", "100"),
        (f"{START}/100a6", "106+6", "gone", "6"),
        (START, "10/3", "fraction", "10/3"),
        (START, "3/(9-6-3)", "zero", "3/(9-6-3)"),
        ("pursuit:3.6.9:5:positive", "9*(3-6)", "negative", "3-6"),
        ("pursuit:3.6.9:5:ops-as", "3+6*9", "operator", "*"),
        ("pursuit:1.2.3:5:fractions", "1/2*3", "fraction", "1/2*3"),
        ("pursuit:1.2.3:5:fractions/1d2", "(1/2)+1", "twice", "1"),
        ("pursuit:1.2.3.5:5:fractions/1d2.3d5", "1/2*3/5", "fraction", "1/2*3/5"),
        (START, "100+6 = 107", "claim", "107"),
    ],
)
def test_an_expression_that_is_wrong_says_where(start: str, text: str, problem: str, part: str) -> None:
    found = evaluate(PursuitPosition.from_id(start), text)
    assert isinstance(found, PursuitMistake)
    assert set(encode(found)) == {"valid", "error", "problem", "start", "stop"}
    assert (found.valid, found.problem, text[found.start : found.stop]) == (False, problem, part)
    assert "\n" not in found.error


@given(st.text(alphabet="0123456789+-*/()[]x:=. a", max_size=30), st.sampled_from(["", "/100a6", "/10d50", "/e"]))
@settings(max_examples=examples(200))
def test_whatever_is_typed_gets_an_answer(text: str, after: str) -> None:
    rules = ":fractions" if "d" in after else ""
    position = PursuitPosition.from_id(f"{START}{rules}{after}")
    found = evaluate(position, text)
    if isinstance(found, PursuitTyped):
        begin, end = PursuitPosition.from_id(found.origin), PursuitPosition.from_id(found.position)
        assert tuple(str(move) for move in end.moves[len(begin.moves) :]) == found.moves
        assert parse_expression(found.expression).value == found.value == Fraction(found.value_text)
    else:
        assert 0 <= found.start <= found.stop <= len(text)


# -- deals, opponents and chances ----------------------------------------------------------------------------------


@pytest.mark.full
def test_without_a_seed_every_deal_is_another(client: TestClient) -> None:
    wishes: tuple[dict[str, Any], ...] = ({}, {"difficulty": "easy"})
    for wish in wishes:
        dealt = {get(client, "pursuit/deal", **wish)["position"] for _ in range(6)}
        assert len(dealt) > 1


def test_the_chance_of_a_target_is_that_of_the_table(client: TestClient) -> None:
    asked: dict[str, Any] = {"deck": "suit", "numbers": 3, "targets": "1-100"}
    table = client.get(f"{ROOT}/pursuit/chart.csv", params=asked)
    rows = list(csv.DictReader(io.StringIO(table.text)))
    weights = sorted(int(row["hits"]) for row in rows)
    for row in rows[::9]:
        found = get(client, "pursuit/chance", target=row["target"], **asked)
        assert (found["weight"], found["deals"]) == (int(row["hits"]), int(row["deals"]))
        assert Fraction(found["numerator"], found["denominator"]) == Fraction(int(row["hits"]), int(row["deals"]))
        assert found["place"] == 1 + sum(weight < found["weight"] for weight in weights)
    assert found["by_large"] == get(client, "pursuit/odds", **asked)["by_large"]
