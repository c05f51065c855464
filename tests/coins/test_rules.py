from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from perfectplay.coins.rules import (
    MAX_COINS,
    MAX_DIGITS,
    Coin,
    CoinsPosition,
    Component,
    Stretch,
    ends,
    parse_coins,
    parse_gaps,
    to_coin,
)
from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, PerfectPlayError
from tests.coins.twins import Twin, components, fractions, starts
from tests.tables import rows


@given(starts(), st.data())
def test_the_rules_agree_with_their_twin(start: CoinsPosition, data: st.DataObject) -> None:
    twin, position = Twin(start), start
    while True:
        legal = [end if position.is_single else f"{i + 1}{end}" for i, end in twin.legal()]
        assert list(position.legal_moves()) == legal
        assert [list(component.coins) for component in position.components] == twin.rows
        assert position.scores() == tuple(twin.totals)
        assert position.margin == twin.totals[0] - twin.totals[1]
        assert position.to_move == twin.turn
        assert position.coins_left == sum(map(len, twin.rows))
        assert position.is_over() == (not legal)
        if position.is_over():
            break
        chosen = data.draw(st.integers(0, len(legal) - 1))
        coin = position.coin(legal[chosen])
        before = position.scores()[twin.turn]
        position = position.play(legal[chosen])
        assert position.scores()[twin.turn] == before + coin
        twin.take(*twin.legal()[chosen])
    assert len(position.moves) == sum(len(component.coins) for component in start.start_components)
    assert sum(position.scores()) == sum(sum(component.coins) for component in start.start_components)


@given(starts(), st.randoms(use_true_random=False))
def test_ids_and_pickles_bring_back_the_position(start: CoinsPosition, source: Any) -> None:
    position = start
    while True:
        for again in (CoinsPosition.from_id(position.id), pickle.loads(pickle.dumps(position))):  # noqa: S301  # the text comes from this package
            assert again == position
            assert hash(again) == hash(position)
            assert again.id == position.id
            assert again.stretches == position.stretches
            assert again.scores() == position.scores()
        assert position.start() == start
        if position.is_over():
            break
        position = position.play(source.choice(position.legal_moves()))


@rows(
    "text, scores, legal",
    [
        ("coins:1.2.4.3", (0, 0), ("L", "R")),
        ("coins:1.2.4.3/RL", (3, 1), ("L", "R")),
        ("coins:1.2.4.3/RLL", (5, 1), ("L",)),
        ("coins:1.2.4.3/RLLL", (5, 5), ()),
        ("coins:-3.0.3_2/R", (Fraction(3, 2), 0), ("L", "R")),
        ("coins:l1.2", (0, 0), ("R",)),
        ("coins:l1.2/R", (2, 0), ("R",)),
        ("coins:r1.2/L", (1, 0), ("L",)),
        ("coins:l1.2~3.7.4~r9/2L.1R", (3, 2), ("1R", "2L", "2R", "3L")),
        ("coins:o1.2.3", (0, 0), ("1K1", "1K2", "1K3")),
        ("coins:o1.2.3.5/1K3", (3, 0), ("1L", "1R")),
        ("coins:o1.2.3.5/1K3.1L", (3, 5), ("1L", "1R")),
        ("coins:o5/1K1", (5, 0), ()),
        ("coins:o1.2~-4/2L.1K2", (-4, 2), ("1L",)),
    ],
)
def test_ids(text: str, scores: tuple[Coin, Coin], legal: tuple[str, ...]) -> None:
    position = CoinsPosition.from_id(text)
    assert (position.id, position.scores(), position.legal_moves()) == (text, scores, legal)


def test_the_last_coin_of_a_row_answers_to_both_ends() -> None:
    left, right = CoinsPosition.from_id("coins:7/L"), CoinsPosition.from_id("coins:7/R")
    assert left == right
    assert right.id == "coins:7/L"
    assert CoinsPosition.from_id("coins:o7.8/1K1.1R").id == "coins:o7.8/1K1.1L"
    # A stack has only one free end, even if it has one coin.
    with pytest.raises(IllegalMoveError, match="legal moves are L"):
        CoinsPosition.from_id("coins:r7/R")


def test_fractions_in_ids_are_reduced() -> None:
    assert CoinsPosition.from_id("coins:6_4.4_2").id == "coins:3_2.2"


@rows(
    "text, bad, hint",
    [
        ("coins:", "nothing after 'coins:'", "missing"),
        ("coins:1.2/", "ends after '/'", "add moves"),
        ("coins:1..2", "the coin ''", "1.-2.3_2"),
        ("coins:01", "'01'", "integer or a fraction"),
        ("coins:+1", "'+'", "letters, digits"),
        ("coins:1.5_0", "'5_0'", "integer or a fraction"),
        ("coins:1.x", "'x'", "integer or a fraction"),
        ("coins:-0", "'-0'", "integer or a fraction"),
        ("coins:1l2", "'1l2'", "only before the first"),
        ("coins:l", "the coin ''", "integer or a fraction"),
        ("coins:1.2~", "the coin ''", "integer or a fraction"),
        ("taxman:20", "'taxman'", "coins:..."),
    ],
)
def test_bad_ids(text: str, bad: str, hint: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        CoinsPosition.from_id(text)
    assert bad in str(caught.value)
    assert hint in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@rows(
    "text, bad, hint",
    [
        ("coins:1.2/X", "'X'", "legal moves are L, R"),
        ("coins:1.2/1L", "'1'", "legal moves are L, R"),
        ("coins:l1.2/L", "'L'", "legal moves are R"),
        ("coins:1.2/LRL", "'L'", "the game is over"),
        ("coins:1.2~3/L", "'L'", "legal moves are 1L, 1R, 2L"),
        ("coins:1.2~3/3L", "'3L'", "legal moves are 1L, 1R, 2L"),
        ("coins:1.2~3/2L.2L", "'2L'", "legal moves are 1L, 1R"),
        ("coins:1.2~3/1L..1L", "''", "legal moves are 1L, 2L"),
        ("coins:o1.2/1L", "'1L'", "legal moves are 1K1, 1K2"),
        ("coins:o1.2/1K3", "'1K3'", "legal moves are 1K1, 1K2"),
        ("coins:1.2~3/1K1", "'1K1'", "legal moves are 1L"),
    ],
)
def test_illegal_moves_in_ids(text: str, bad: str, hint: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        CoinsPosition.from_id(text)
    assert bad in str(caught.value)
    assert hint in str(caught.value)


def test_long_lists_of_moves_are_cut() -> None:
    position = CoinsPosition.new(Component("circle", tuple(range(30))))
    with pytest.raises(IllegalMoveError, match="1K12 and 18 more") as caught:
        position.play("1K31")
    assert len(str(caught.value)) < 200


def read(text: str) -> CoinsPosition | PerfectPlayError:
    try:
        return CoinsPosition.from_id(text)
    except PerfectPlayError as error:
        return error


@given(st.text(alphabet="coins:0123456789.-~/_lroLRK", max_size=30).map("coins:".__add__))
def test_any_text_is_an_id_or_gets_an_error(text: str) -> None:
    found = read(text)
    if isinstance(found, CoinsPosition):
        assert read(found.id) == found
    else:
        assert len(str(found).splitlines()) == 1


@given(starts(), st.text(max_size=6) | st.text("LRK123", max_size=3) | st.none() | st.integers())
def test_any_other_move_is_refused(start: CoinsPosition, move: Any) -> None:
    # For the last coin of a row, R is the same move as L.
    assume(not isinstance(move, str) or {move, move.replace("R", "L")}.isdisjoint(start.legal_moves()))
    for attempt in (start.play, start.coin):
        with pytest.raises(IllegalMoveError):
            attempt(move)


def test_values_of_any_size_and_kind() -> None:
    big = 10**30
    coins: list[Any] = [big, Fraction(1, 3), np.int64(7), -big]
    position = CoinsPosition.new(coins)
    assert position.play("L").play("L").play("L").scores() == (big + 7, Fraction(1, 3))
    assert position.id == f"coins:{big}.1_3.7.-{big}"
    assert CoinsPosition.new(np.array([1, 2, 4, 3])) == CoinsPosition.new([1, 2, 4, 3])


@rows("bad", [1.5, float("nan"), "3", None, True, np.float64(2), 1j])
def test_inexact_values_are_refused(bad: Any) -> None:
    for attempt in (to_coin, lambda value: CoinsPosition.new([1, value]), lambda value: Component("row", (1, value))):
        with pytest.raises(InvalidPositionError, match="use integers or fractions such as 3/2"):
            attempt(bad)


def test_whole_fractions_become_integers() -> None:
    assert type(to_coin(Fraction(4, 2))) is int
    assert Component("row", (Fraction(4, 2), 1)) == Component("row", (2, 1))
    assert str(Component("circle", (Fraction(4, 2), Fraction(-3, 2)))) == "o2.-3_2"


def test_empty_games_are_refused() -> None:
    for empty in ([], [Component("row", ())], Component("circle", ())):
        with pytest.raises(InvalidPositionError, match="the row is empty; there must be at least one coin"):
            CoinsPosition.new(empty)
    with pytest.raises(InvalidPositionError, match="row 2 of 2 is empty"):
        CoinsPosition.new([Component("row", (1,)), Component("left", ())])


def test_an_unknown_kind() -> None:
    kind: Any = "heap"
    with pytest.raises(InvalidPositionError, match="no kind of row 'heap'; the kinds are row, left, right, circle"):
        Component(kind, (1, 2))


def test_limits() -> None:
    largest = CoinsPosition.new([1] * MAX_COINS)
    assert CoinsPosition.from_id(largest.id) == largest
    with pytest.raises(LimitExceededError, match=f"{MAX_COINS + 1} coins are too many"):
        CoinsPosition.new([1] * (MAX_COINS + 1))
    # A start position whose game could outgrow the longest id is refused.
    with pytest.raises(LimitExceededError, match="digits in all"):
        CoinsPosition.new([10**500] * 2_000)
    for text in ("9" * (MAX_DIGITS + 1), "1/" + "9" * (MAX_DIGITS + 1)):
        with pytest.raises(LimitExceededError, match=f"at most {MAX_DIGITS} digits"):
            parse_coins(text)
    with pytest.raises(LimitExceededError, match=f"at most {MAX_DIGITS} digits"):
        CoinsPosition.from_id("coins:" + "9" * (MAX_DIGITS + 1))


def test_ends_of_parts() -> None:
    assert ends(Stretch("row", 2, 2)) == ()
    assert ends(Stretch("row", 2, 3)) == ("L",)
    assert ends(Stretch("circle", 0, 3)) == ("K1", "K2", "K3")


@given(st.lists(fractions, max_size=8))
def test_coins_parse_as_they_print(values: list[Coin]) -> None:
    assert parse_coins(map(str, values)) == tuple(values)
    assert parse_coins(", ".join(map(str, values))) == tuple(values)


def test_what_people_type() -> None:
    assert parse_coins("1 2;4,3\n+5 -6/4 007") == (1, 2, 4, 3, 5, Fraction(-3, 2), 7)
    assert parse_coins([]) == parse_coins(" ") == ()


@rows("bad", ["1.5.2", "1e3", "a", "1/0", "-", "1_0", "٣", "1/-2", "0x1", "\u22121", "inf"])
def test_what_is_no_coin(bad: str) -> None:
    with pytest.raises(InvalidPositionError, match="use integers or fractions such as 3/2") as caught:
        parse_coins(["1 2", bad])
    assert f"coin 3 is {bad!r}" in str(caught.value)


@rows(
    "text, gap, expected",
    [
        # Sample input of the HNOI 2010 problem.
        ("1 2 0 3 7 4 0 9", 0, ["l1.2", "3.7.4", "r9"]),
        ("0 1 2 0", 0, ["1.2"]),
        ("0 0 5 0 0", 0, ["5"]),
        ("1 0 2", 0, ["l1", "r2"]),
        ("0 -1 3/2", 0, ["r-1.3_2"]),
        ("1 -1 0 5", -1, ["l1", "r0.5"]),
    ],
)
def test_gaps(text: str, gap: int, expected: list[str]) -> None:
    assert [str(component) for component in parse_gaps(text, gap)] == expected
    assert parse_gaps(parse_coins(text), gap) == parse_gaps(text.split(), gap) == parse_gaps(text, gap)


@pytest.mark.parametrize(
    ("text", "why"), [("1 2 3", "contains no gap 0"), ("0 0", "no coin"), ("", "contains no gap 0")]
)
def test_gaps_without_a_game(text: str, why: str) -> None:
    with pytest.raises(InvalidPositionError, match=why):
        parse_gaps(text)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=10))
def test_next_to_a_gap_means_at_an_open_end(values: list[int]) -> None:
    near = {
        i for i, v in enumerate(values) if v and any(0 <= k < len(values) and values[k] == 0 for k in (i - 1, i + 1))
    }
    if not near:
        with pytest.raises(InvalidPositionError):
            parse_gaps(values)
    else:
        position = CoinsPosition.new(parse_gaps(values))
        assert sorted(map(position.coin, position.legal_moves())) == sorted(values[i] for i in near)


@given(components(5))
def test_html_shows_what_is_left(component: Component) -> None:
    position = CoinsPosition.new(component)
    html = position._repr_html_()
    assert html.count("<td>") == len(component.coins)
    assert "first player to move" in html
    after = position.play(position.legal_moves()[0])
    assert ("over" if after.is_over() else "second player to move") in after._repr_html_()


def test_denominators_without_end_are_refused() -> None:
    with pytest.raises(LimitExceededError, match="4000 bits"):
        CoinsPosition.new([Fraction(1, 3**1500), Fraction(1, 5**1200), Fraction(1, 7**1000)])
