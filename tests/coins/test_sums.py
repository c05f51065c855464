"""Compare the margins of sums of rows, stacks and circles with brute force."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

import pytest

from perfectplay.coins.row import sums
from perfectplay.coins.row.sums import best_moves, move_margins, sum_margin
from perfectplay.coins.rules import Coin, CoinsPosition, Component, Kind, parse_gaps
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from tests.coins.oracles import brute_sum

Parts = list[tuple[Kind, tuple[Coin, ...]]]


def random_sum(random: Random, kinds: tuple[Kind, ...], most: int) -> Parts:
    return [
        (random.choice(kinds), tuple(random.randint(-2, 4) for _ in range(random.randint(0, most))))
        for _ in range(random.randint(1, 3))
    ]


def test_rows_and_stacks_against_brute_force() -> None:
    random = Random(2010)
    for _ in range(1_500):
        parts = random_sum(random, ("row", "left", "right"), 5)
        assert sum_margin(parts) == brute_sum(parts), parts


def test_circles_against_brute_force() -> None:
    random = Random(2011)
    for _ in range(300):
        parts = random_sum(random, ("row", "left", "right", "circle"), 4)
        assert sum_margin(parts) == brute_sum(parts), parts


def test_a_circle_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(2012)
    for size in range(1, 9):
        for _ in range(15):
            coins = tuple(random.randint(-2, 4) for _ in range(size))
            expected = brute_sum([("circle", coins)])
            for limit in (1, 1_000):
                monkeypatch.setattr(sums, "_COMPILE_FROM", limit)
                assert sum_margin([("circle", coins)]) == expected
                assert max(move_margins([("circle", coins)]).values()) == expected


def test_moves_against_the_rules() -> None:
    random = Random(2013)
    for _ in range(200):
        parts = [part for part in random_sum(random, ("row", "left", "right", "circle"), 4) if part[1]]
        if not parts:
            continue
        position = CoinsPosition.new([Component(kind, coins) for kind, coins in parts])
        while not position.is_over():
            found = move_margins(position.components, numbered=not position.is_single)
            assert tuple(found) == position.legal_moves()
            for move, margin in found.items():
                after = [(part.kind, part.coins) for part in position.play(move).components]
                assert margin == position.coin(move) - brute_sum(after)
            best = best_moves(position.components, numbered=not position.is_single)
            assert {found[move] for move in best} == {max(found.values())}
            assert len(best) == list(found.values()).count(max(found.values()))
            position = position.play(random.choice(position.legal_moves()))
        assert move_margins(position.components) == {}
        assert best_moves(position.components) == ()
        assert sum_margin(position.components) == 0


def test_rows_with_gaps() -> None:
    # Sample input of the contest HNOI 2010: totals 17 and 9.
    parts = parse_gaps("1 2 0 3 7 4 0 9")
    assert (sum_margin(parts), sum(coin for part in parts for coin in part.coins)) == (17 - 9, 17 + 9)
    assert best_moves(parts) == ("3L",)


def test_fractions_and_large_values() -> None:
    half = Fraction(1, 2)
    assert sum_margin([("row", (half, 3)), ("left", (10**30, 1))]) == brute_sum(
        [("row", (half, 3)), ("left", (10**30, 1))]
    )
    coins = (half, 3, 10**30, Fraction(1, 3))
    assert sum_margin([("circle", coins)]) == brute_sum([("circle", coins)])


def test_any_objects_with_kind_and_coins() -> None:
    @dataclass
    class Stack:
        kind: str
        coins: list[int]

    assert sum_margin([Stack("right", [3, 1]), Component("row", (2,))]) == brute_sum([("right", (3, 1)), ("row", (2,))])


def test_bad_input() -> None:
    with pytest.raises(InvalidPositionError, match="no kind of row 'heap'"):
        sum_margin([("heap", (1, 2))])
    with pytest.raises(InvalidPositionError, match="not a coin"):
        sum_margin([("row", (1, 0.5))])


def test_limits() -> None:
    with pytest.raises(LimitExceededError, match="20001 coins is too large; one of this kind has at most 20000 coins"):
        sum_margin([("circle", (1,) * 20_001)])
    with pytest.raises(LimitExceededError, match="2001 coins is too large; one of this kind has at most 2000 coins"):
        sum_margin([("circle", (2**62,) * 2_001)])
    with pytest.raises(LimitExceededError, match="is too large to search"):
        sum_margin([("circle", (1, 2, 3) * 4)] * 3 + [("row", (1, 2, 3))])
    with pytest.raises(LimitExceededError, match="is too large to search"):
        sum_margin([("circle", (1, 2, 3)), ("left", (1,) * 1_000)])
    # A circle beside an empty row is solved like a single circle.
    assert sum_margin([("circle", (1, 5, 2, 5) * 30), ("row", ())]) == sum_margin([("circle", (1, 5, 2, 5) * 30)])


def test_an_empty_circle_has_no_moves() -> None:
    assert move_margins([("circle", ())]) == {}
    assert best_moves([("circle", ()), ("row", ())]) == ()
    assert sum_margin([("circle", ())]) == 0


def test_a_search_is_handed_on_and_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    search = sums.Search(lambda done, total: told.append((done, total)))
    parts = [("circle", (1, 5, 9, 14)), ("circle", (20, 31, 47, 60)), ("row", (100, 220, 350))]
    margins = move_margins(parts, search=search)
    # A circle has 14 states: one whole, 13 opened. Only states with a whole circle are searched; the row has 7 states.
    assert sums.searched_states(parts) == (14 * 14 - 13 * 13) * 7
    # The reports do not count the start position itself.
    assert told == [(done, 189) for done in range(1, 189)]
    assert move_margins(parts, search=search) == margins
    assert len(told) == 188
    assert max(margins.values()) == sum_margin(parts) == brute_sum(parts)


@pytest.mark.parametrize(
    "parts",
    [
        [("circle", (1, 2, 3))],
        [("circle", (1, 2, 3)), ("row", ())],
        [("circle", (1, 2)), ("row", (1,))],
        [("left", (1, 2, 3)), ("row", (1,))],
    ],
)
def test_what_needs_no_search(parts: list[tuple[str, tuple[int, ...]]]) -> None:
    assert sums.searched_states(parts) == 0


def test_moves_of_a_sum_without_circles_are_counted() -> None:
    told: list[tuple[int, int]] = []
    move_margins([("row", (1, 2)), ("left", (3, 4))], search=sums.Search(lambda *step: told.append(step)))
    assert told == [(0, 3), (1, 3), (2, 3)]


def test_one_circle_counts_as_one_state() -> None:
    # If the circle counted as half open, there would be 406,352 states, which is too many.
    circle = ("circle", tuple(range(1, 31)))
    row = ("row", tuple(range(1, 31)))
    margins = move_margins([circle, row])
    assert sum_margin([circle, row]) == max(margins.values())
