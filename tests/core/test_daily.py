"""Test that daily puzzles never change, follow the documentation, and are as hard as they claim."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import parse_position
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.game import registry
from perfectplay.core.game.parts import FIRST_DAY, Chance, Daily, DailyRule
from perfectplay.core.game.spec import GameSpec
from perfectplay.core.teaching import daily
from perfectplay.core.teaching.daily import GRADES, daily_games, day_number, grade_of, puzzle, puzzles, read_day
from perfectplay.taxman.rules import TaxmanPosition
from tests.tables import rows

ROWS = [
    line.split()
    for line in Path(__file__).with_name("daily.txt").read_text(encoding="utf-8").splitlines()
    if line[0] != "#"
]
GAMES = ("taxman", "coins", "pursuit", "factorgame")


@rows("row", ROWS, lambda row: row[0])
def test_a_puzzle_never_changes(row: list[str]) -> None:
    text, grade, *ids = row
    day = read_day(text)
    found = puzzles(day)
    assert [(one.game, one.id) for one in found] == list(zip(GAMES, ids, strict=True))
    assert {(one.date, one.grade, one.version, one.day) for one in found} == {(text, grade, 1, day_number(day))}


# -- the rules in the documentation, implemented again -----------------------------------------------------------------


def draws(game: str, text: str) -> Callable[[int], int]:
    """Return a function that draws a day's random numbers by the documented formula."""
    places = iter(range(1 << 30))
    return lambda count: int(sha256(f"perfectplay/{game}/{text}/{next(places)}".encode()).hexdigest(), 16) % count


def pot(text: str, grade: str) -> str:
    low, high = {"easy": (8, 20), "medium": (21, 40), "hard": (41, 72)}[grade]
    return f"taxman:{low + draws('taxman', text)(high - low + 1)}"


def margin(row: tuple[int, ...]) -> int:
    """Return the margin of a row by a plain minimax search."""

    @cache
    def of(i: int, j: int) -> int:
        return max(row[i] - of(i + 1, j), row[j - 1] - of(i, j - 1)) if i < j else 0

    return of(0, len(row))


def drawn_rows(text: str, grade: str) -> Iterator[tuple[int, ...]]:
    draw = draws("coins", text)
    length, largest = {"easy": (6, 6), "medium": (8, 9), "hard": (12, 20)}[grade]
    while True:
        yield tuple(1 + draw(largest) for _ in range(length))


def is_a_puzzle(row: tuple[int, ...], grade: str) -> bool:
    left, right = row[0] - margin(row[1:]), row[-1] - margin(row[:-1])
    wrong = row[-1] - row[0] if left > right else row[0] - row[-1]
    return left != right and max(left, right) > 0 and (grade == "easy" or wrong > 0)


def made(numbers: tuple[int, ...]) -> dict[tuple[int, ...], set[int]]:
    """Return, for each subset of a deal, all values that its numbers can make, by brute force."""
    values: dict[tuple[int, ...], set[int]] = {}
    for size in range(1, len(numbers) + 1):
        for part in combinations(range(len(numbers)), size):
            found = {numbers[part[0]]} if size == 1 else set()
            for many in range(1, size):
                for one in combinations(part, many):
                    other = tuple(place for place in part if place not in one)
                    for x in values[one]:
                        for y in values[other]:
                            found |= {x + y, x - y, x * y}
                            if y and x % y == 0:
                                found.add(x // y)
            values[part] = found
    return values


def test_the_pots_are_as_documented() -> None:
    assert [row[2] for row in ROWS] == [pot(row[0], row[1]) for row in ROWS]


def test_the_boards_are_as_documented() -> None:
    for text, grade, *_, found in ROWS:
        low, high = {"easy": (8, 14), "medium": (15, 30), "hard": (31, 49)}[grade]
        assert found == f"factorgame:{low + draws('factorgame', text)(high - low + 1)}"


def test_the_rows_are_as_documented() -> None:
    for text, grade, _, found, *_ in ROWS:
        first = next(row for row in drawn_rows(text, grade) if is_a_puzzle(row, grade))
        assert found == f"coins:{'.'.join(map(str, first))}"


# Skip hard deals: the plain search would take too long to decide whether they need five numbers or six.
@rows("row", [row for row in ROWS if row[1] != "hard"], lambda row: row[0])
def test_a_deal_is_as_documented(row: list[str]) -> None:
    text, grade, _, _, found, _ = row
    draw = draws("pursuit", text)
    wanted = {2, 3} if grade == "easy" else {4}
    while True:
        left = sorted([*range(1, 11), 25, 50, 100] * 4)
        numbers = tuple(sorted(left.pop(draw(len(left))) for _ in range(6)))
        target = 101 + draw(899)
        if fewest(numbers, target, max(wanted)) in wanted:
            break
    assert found == f"pursuit:{'.'.join(map(str, numbers))}:{target}"


def fewest(numbers: tuple[int, ...], target: int, most: int) -> int:
    """Return how many numbers it takes to hit a target, or 0 if ``most`` numbers are not enough."""
    for size in range(1, most + 1):
        for part in set(combinations(numbers, size)):
            if target in made(part)[tuple(range(size))]:
                return size
    return 0


@rows("row", ROWS, lambda row: row[0])
def test_a_deal_takes_as_many_numbers_as_its_grade_says(row: list[str]) -> None:
    numbers, target = row[4].split(":")[1:]
    few = fewest(tuple(map(int, numbers.split("."))), int(target), 3)
    assert (few in {2, 3}) == (row[1] == "easy")


# -- the calendar ------------------------------------------------------------------------------------------------------


def test_the_week() -> None:
    monday = date(2026, 11, 23)
    week = [monday + timedelta(days) for days in range(7)]
    assert [grade_of(day) for day in week] == ["easy"] * 2 + ["medium"] * 3 + ["hard"] * 2 == list(GRADES)


def test_the_first_day_is_number_one() -> None:
    assert day_number(FIRST_DAY) == 1
    assert day_number(FIRST_DAY + timedelta(365)) == 366


@rows(
    "text, message",
    [
        ("", "'' is not a date; write year, month and day as in 2026-01-01"),
        ("2026-1-1", "'2026-1-1' is not a date; write year, month and day as in 2026-01-01"),
        ("20260101", "'20260101' is not a date; write year, month and day as in 2026-01-01"),
        ("2026-W01-1", "'2026-W01-1' is not a date; write year, month and day as in 2026-01-01"),
        ("2026-01-01\n", r"'2026-01-01\n' is not a date; write year, month and day as in 2026-01-01"),
        ("２０２６-01-01", "'２０２６-01-01' is not a date; write year, month and day as in 2026-01-01"),  # noqa: RUF001  # digits of another script
        ("2026-02-29", "the calendar has no day '2026-02-29'; write year, month and day as in 2026-01-01"),
        ("0000-01-01", "the calendar has no day '0000-01-01'; write year, month and day as in 2026-01-01"),
    ],
)
def test_what_is_not_a_date(text: str, message: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        read_day(text)
    assert str(caught.value) == message


def test_before_the_first_day_there_is_none() -> None:
    message = "there is no puzzle of 2025-12-31; the first day that has one is 2026-01-01"
    for ask in (read_day, lambda text: puzzles(date.fromisoformat(text))):
        with pytest.raises(LimitExceededError) as caught:
            ask("2025-12-31")
        assert str(caught.value) == message


@given(st.dates(FIRST_DAY, date(2400, 1, 1)))
def test_every_day_has_a_pot_and_a_row_that_can_be_won(day: date) -> None:
    pot_of, row_of = puzzle("taxman", day), puzzle("coins", day)
    assert 8 <= len(parse_position(pot_of.id).legal_moves()) + 1 <= 72
    assert pot_of.grade == row_of.grade == grade_of(day)
    assert margin(tuple(parse_position(row_of.id).components[0].coins)) > 0  # type: ignore[attr-defined]  # positions of coins have it


# -- chance ------------------------------------------------------------------------------------------------------------


def test_chance_is_the_documented_formula() -> None:
    chance, draw = Chance("perfectplay/coins/2026-01-01"), draws("coins", "2026-01-01")
    assert [chance.below(1000) for _ in range(20)] == [draw(1000) for _ in range(20)]


def test_a_sample_takes_nothing_twice() -> None:
    assert sorted(Chance("a").sample(range(9), 9)) == list(range(9))
    assert {Chance(str(k)).between(3, 5) for k in range(50)} == {3, 4, 5}


# -- games of other packages -------------------------------------------------------------------------------------------


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Return a function that registers a game like Taxman, but with other puzzles and from another package."""

    def make(part: Any) -> None:
        spec = GameSpec(
            name="other",
            title="Another one",
            summary="a game of somebody else",
            players=1,
            example="other:1",
            from_id=lambda text: TaxmanPosition.from_id(text.replace("other", "taxman")),
            parse_move=int,
            question=print,
            daily=part,
            package="somebodys",
        )
        monkeypatch.setitem(registry._GAMES, "other", lambda: spec)

    return make


def test_a_later_rule_leaves_earlier_days_as_they_were(other: Callable[[Any], None]) -> None:
    rules = (
        DailyRule(date(2026, 6, 1), lambda chance, _: TaxmanPosition.new(chance.between(5, 9))),
        DailyRule(date(2026, 7, 1), lambda *_: TaxmanPosition.new(100)),
    )
    other(Daily(rules[:1]))
    before = puzzle("other", date(2026, 6, 30))
    other(Daily(rules))
    assert puzzle("other", date(2026, 6, 30)) == before
    assert before.version == 1
    after = puzzle("other", date(2026, 7, 1))
    assert (after.version, after.id, after.play) == (2, "taxman:100", "perfectplay other play taxman:100")


def test_a_game_that_is_younger_than_the_day(other: Callable[[Any], None]) -> None:
    other(Daily((DailyRule(date(2026, 6, 1), lambda *_: TaxmanPosition.new(9)),)))
    assert [one.game for one in puzzles(date(2026, 5, 31))] == list(GAMES)
    assert [one.game for one in puzzles(date(2026, 6, 1))] == [*GAMES, "other"]
    with pytest.raises(LimitExceededError, match="the game 'other' has no puzzle of 2026-05-31; its first one is of"):
        puzzle("other", date(2026, 5, 31))


def test_a_game_without_puzzles(other: Callable[[Any], None]) -> None:
    other(None)
    assert daily_games() == GAMES
    with pytest.raises(LimitExceededError) as caught:
        puzzle("other", FIRST_DAY)
    known = "those that have one are taxman, coins, pursuit, factorgame"
    assert str(caught.value) == f"the game 'other' has no puzzle of the day; {known}"


@pytest.mark.parametrize(
    ("part", "problem"),
    [
        (lambda: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda: TaxmanPosition.from_id("taxman:1"), "'taxman:1' is not a start from which a move is possible"),
        (lambda: TaxmanPosition.from_id("taxman:9/9"), "'taxman:9/9' is not a start from which a move is possible"),
    ],
)
def test_a_rule_that_fails_leaves_the_others(
    other: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch, part: Callable[[], Any], problem: str
) -> None:
    said: list[str] = []
    monkeypatch.setattr(daily, "notify", said.append)
    other(Daily((DailyRule(FIRST_DAY, lambda *_: part()),)))
    assert [one.game for one in puzzles(FIRST_DAY)] == list(GAMES)
    (line,) = said
    assert line.startswith("the puzzle of the game 'other' is left out: ")
    assert problem in line
    assert "somebodys" in line


def test_something_that_is_not_a_rule(other: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(daily, "notify", said.append)
    other("json")
    assert [one.game for one in puzzles(FIRST_DAY)] == list(GAMES)
    assert len(said) == 1
