import json
import os
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.core.game.parts import LEVELS
from perfectplay.core.progress import Progress
from perfectplay.core.schema import encode, to_json
from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, DECKS, MAX_COPIES, MAX_VALUES, SUIT, Dealer, Deck, load_deck
from perfectplay.pursuit.deal.difficulty import grade
from perfectplay.pursuit.expressions import parse_expression
from perfectplay.pursuit.rules import MAX_CARD, MAX_NUMBERS
from perfectplay.pursuit.teaching.exercises import MAX_EXERCISES, exercises
from tests.tables import rows

small_decks = st.dictionaries(st.integers(1, 9), st.integers(1, 4), min_size=1, max_size=4).map(
    lambda copies: Deck.of("small", copies)
)


@pytest.mark.parametrize(
    ("deck", "numbers", "size", "total", "distinct"),
    [
        # The article's 52 cards: "20,358,520 possible combinations"; 18,395 and 13,243 are well known.
        (CARDS, 6, 52, 20_358_520, 18_395),
        (CLASSIC, 6, 24, comb(24, 6), 13_243),
        (SUIT, 4, 13, 715, 715),
    ],
)
def test_decks_with_names(deck: Deck, numbers: int, size: int, total: int, distinct: int) -> None:
    assert (deck.size, deck.total(numbers), deck.distinct(numbers)) == (size, total, distinct)
    every = list(deck.deals(numbers))
    assert len(every) == distinct
    assert sum(map(deck.weight, every)) == total
    assert every == sorted(set(every))
    assert load_deck(deck.name) is DECKS[deck.name] is deck
    assert len(deck.cards) == size


def test_cards_of_the_article() -> None:
    assert Counter(CARDS.cards) == dict.fromkeys([*range(1, 11), 25, 50, 100], 4)
    assert CARDS.large == (25, 50, 100)
    assert Counter(CLASSIC.cards) == dict.fromkeys(range(1, 11), 2) | dict.fromkeys((25, 50, 75, 100), 1)
    assert CLASSIC.large == (25, 50, 75, 100)


@given(small_decks, st.integers(1, MAX_NUMBERS))
def test_deals_and_weights_by_brute_force(deck: Deck, numbers: int) -> None:
    if numbers > deck.size:
        for method in (deck.total, deck.distinct, deck.deals):
            with pytest.raises(LimitExceededError, match=f"give 1 to {min(deck.size, MAX_NUMBERS)} for"):
                method(numbers)
        return
    ways = Counter(combinations(deck.cards, numbers))
    assert list(deck.deals(numbers)) == sorted(ways)
    assert deck.distinct(numbers) == len(ways)
    assert deck.total(numbers) == ways.total()
    for deal, weight in ways.items():
        assert deck.weight(deal) == deck.weight(deal[::-1]) == weight


def test_weight_of_what_cannot_be_dealt() -> None:
    assert SUIT.weight((1, 1)) == 0
    assert SUIT.weight((1, 11)) == 0
    assert CARDS.weight((1, 1, 1, 1, 2, 2)) == comb(4, 4) * comb(4, 2)


@pytest.mark.parametrize("numbers", [0, -1, MAX_NUMBERS + 1, 53])
def test_counts_that_cannot_be_dealt(numbers: int) -> None:
    with pytest.raises(LimitExceededError, match=f"cannot deal '{numbers}' numbers; give 1 to 8 for .* 'cards'"):
        CARDS.check_count(numbers)


@rows(
    "values, copies, large, error, hint",
    [
        ((), (), (), InvalidPositionError, "needs at least one number"),
        ((1, 2), (1,), (), InvalidPositionError, "a count of copies for each number"),
        ((0, 1), (1, 1), (), LimitExceededError, "has the number 0; numbers go from 1 to 1,000,000"),
        ((-3, 1), (1, 1), (), LimitExceededError, "has the number -3"),
        ((MAX_CARD + 1,), (1,), (), LimitExceededError, "has the number 1000001"),
        ((1,), (0,), (), LimitExceededError, "'0' copies of 1; a number can have 1 to 1000"),
        ((1,), (MAX_COPIES + 1,), (), LimitExceededError, "'1001' copies of 1"),
        ((1,), (10**3000,), (), LimitExceededError, "copies of 1"),
        ((2, 1), (1, 1), (), InvalidPositionError, "not in ascending order"),
        ((1, 1), (1, 1), (), InvalidPositionError, "not in ascending order, each once"),
        ((1, 2), (1, 1), (3,), InvalidPositionError, "lists a large number that it does not have"),
        (
            tuple(range(1, MAX_VALUES + 2)),
            (1,) * (MAX_VALUES + 1),
            (),
            LimitExceededError,
            "65 different numbers; the limit is 64",
        ),
    ],
)
def test_decks_that_are_none(
    values: tuple[int, ...], copies: tuple[int, ...], large: tuple[int, ...], error: type[PerfectPlayError], hint: str
) -> None:
    with pytest.raises(error, match=hint) as caught:
        Deck("odd", values, copies, large)
    assert "'odd'" in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


@rows(
    "values, copies, large, hint",
    [
        ((1, 1.5), (1, 1), (), "the numbers of the deck 'odd' must be integers, not '1.5'"),
        ((True, 2), (1, 1), (), "must be integers, not 'True'"),
        (("1", 2), (1, 1), (), "must be integers, not '1'"),
        ((None,), (1,), (), "must be integers, not 'None'"),
        ((int,), (1,), (), "must be integers"),
        ("12", (1, 1), (), "the numbers of the deck 'odd' must be a list of integers, not '12'"),
        (5, (1,), (), "the numbers of the deck 'odd' must be a list of integers, not '5'"),
        ((1, 2), (2.0, 1), (), "the counts of copies of the deck 'odd' must be integers, not '2.0'"),
        ((1, 2), (True, 1), (), "must be integers, not 'True'"),
        ((1, 2), 4, (), "the counts of copies of the deck 'odd' must be a list of integers, not '4'"),
        ((1, 2), (1, 1), ("2",), "the large numbers of the deck 'odd' must be integers, not '2'"),
        ((1, 2), (1, 1), 2, "the large numbers of the deck 'odd' must be a list of integers, not '2'"),
    ],
)
def test_decks_of_something_else(values: Any, copies: Any, large: Any, hint: str) -> None:
    with pytest.raises(InvalidPositionError, match=hint) as caught:
        Deck("odd", values, copies, large)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("copies", "large", "hint"),
    [
        ({1.5: 1}, (), "must be integers, not '1.5'"),
        ({1: 1, "2": 1}, (), "must be integers, not '2'"),
        ({1: "1"}, (), "the counts of copies of the deck 'odd' must be integers, not '1'"),
        ({1: 1}, (1, "1"), "the large numbers of the deck 'odd' must be integers, not '1'"),
        ([1, 2], (), "the deck 'odd' cannot have the cards .*; give a count for each number"),
    ],
)
def test_counts_of_something_else(copies: Any, large: Any, hint: str) -> None:
    with pytest.raises(InvalidPositionError, match=hint):
        Deck.of("odd", copies, large)


def test_names_are_text() -> None:
    name: Any = 5
    with pytest.raises(InvalidPositionError, match="'5' is not a name for a deck; its name must be text"):
        Deck(name, (1,), (1,))


def test_lists_and_integers_of_any_kind() -> None:
    import numpy as np

    values: Any = np.array([2, 50])
    copies: Any = [np.int8(3), 1]
    large: Any = [np.uint16(50)]
    deck = Deck("mine", values, copies, large)
    assert deck == Deck("mine", (2, 50), (3, 1), (50,))
    assert hash(deck) == hash(Deck("mine", (2, 50), (3, 1), (50,)))
    for numbers in (deck.values, deck.copies, deck.large):
        assert type(numbers) is tuple
        assert {type(number) for number in numbers} == {int}
    assert json.loads(to_json(deck.record)) == {"name": "mine", "cards": {"2": 3, "50": 1}, "large": [50]}
    assert Deck.of("mine", {np.int64(50): 1, 2: np.int64(3)}, {50}) == deck  # type: ignore[dict-item]
    assert type(deck.check_count(np.int64(2))) is int  # type: ignore[arg-type]


@rows("numbers", [2.5, 2.0, "2", True, None, [2]])
def test_counts_that_are_no_integers(numbers: Any) -> None:
    dealer = Dealer(1)
    for method in (CARDS.check_count, CARDS.total, CARDS.distinct, CARDS.deals, dealer.deal):
        with pytest.raises(InvalidPositionError, match="numbers; give 1 to 8 for the deck 'cards'"):
            method(numbers)


def test_largest_decks() -> None:
    deck = Deck("big", tuple(range(MAX_CARD - MAX_VALUES + 1, MAX_CARD + 1)), (MAX_COPIES,) * MAX_VALUES)
    assert deck.total(MAX_NUMBERS) == comb(MAX_VALUES * MAX_COPIES, MAX_NUMBERS)
    # The deck has enough copies of each number, so every multiset is a deal.
    assert deck.distinct(MAX_NUMBERS) == comb(MAX_VALUES + MAX_NUMBERS - 1, MAX_NUMBERS)
    assert next(deck.deals(2)) == (MAX_CARD - 63, MAX_CARD - 63)


def test_of_puts_numbers_in_order() -> None:
    assert Deck.of("mine", {50: 1, 2: 3}, (50, 2, 50)) == Deck("mine", (2, 50), (3, 1), (2, 50))


def test_other_numbers_in_a_deck() -> None:
    deck = CLASSIC.replaced({75: 12, 100: 37})
    assert deck.name == "classic with 75 -> 12, 100 -> 37"
    assert deck.values == (*range(1, 11), 12, 25, 37, 50)
    assert deck.large == (12, 25, 37, 50)
    assert deck.size == CLASSIC.size
    assert CLASSIC.replaced({}) == CLASSIC
    assert CLASSIC.replaced({75: 75}) == CLASSIC


def test_numbers_that_become_equal() -> None:
    deck = CARDS.replaced({25: 10, 50: 100})
    assert dict(zip(deck.values, deck.copies, strict=True))[10] == 8
    assert dict(zip(deck.values, deck.copies, strict=True))[100] == 8
    assert deck.large == (10, 100)
    # If two numbers are swapped, the cards stay the same.
    assert CARDS.replaced({25: 50, 50: 25}).cards == CARDS.cards


@pytest.mark.parametrize(
    ("changes", "error", "hint"),
    [
        ({75: 30}, InvalidPositionError, "the deck 'cards' has no 75; its numbers are 1 2 3 4 5 6 7 8 9 10 25 50 100"),
        ({25: 0}, LimitExceededError, "has the number 0"),
        ({25: MAX_CARD + 1}, LimitExceededError, "has the number 1000001"),
        ({25: 2.5}, InvalidPositionError, "the numbers of the deck 'cards' must be integers, not '2.5'"),
        ({"25": 30}, InvalidPositionError, "the numbers of the deck 'cards' must be integers, not '25'"),
    ],
)
def test_numbers_that_cannot_be_replaced(changes: dict[Any, Any], error: type[PerfectPlayError], hint: str) -> None:
    with pytest.raises(error, match=hint):
        CARDS.replaced(changes)


@pytest.mark.parametrize(
    "deck", [*DECKS.values(), Deck.of("\N{SNOWMAN}", {MAX_CARD: 1000})], ids=lambda deck: deck.name
)
def test_decks_come_back_from_their_files(deck: Deck, tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    for ascii_only in (True, False):
        file.write_text(json.dumps(encode(deck.record), ensure_ascii=ascii_only), encoding="utf-8")
        assert load_deck(str(file)) == deck


def test_name_and_large_may_be_missing(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"cards": {"25": 2, "1": 4}}')
    assert load_deck(str(file)) == Deck("mine", (1, 25), (4, 2))


@pytest.mark.parametrize(
    ("content", "error", "hint"),
    [
        ("", InvalidPositionError, "is not JSON"),
        ("{", InvalidPositionError, "is not JSON"),
        ("[" * 100_000, InvalidPositionError, "is not JSON"),
        ('{"cards": ' * 100_000, InvalidPositionError, "is not JSON"),
        (b"\xff\xfe", InvalidPositionError, "is not JSON in UTF-8"),
        ('{"cards": {"1": 1}}'.encode("utf-16"), InvalidPositionError, "is not JSON in UTF-8"),
        ('{"cards": {"1": ' + "9" * 5000 + "}}", InvalidPositionError, "is not JSON"),
        ("[]", InvalidPositionError, "it needs 'cards'"),
        ("null", InvalidPositionError, "it needs 'cards'"),
        ("{}", InvalidPositionError, "it needs 'cards'"),
        ('{"cards": []}', InvalidPositionError, "it needs 'cards'"),
        (
            '{"cards": {"1": 1}, "deck": 1}',
            InvalidPositionError,
            "the unknown key 'deck'; the keys are 'cards', 'name' and",
        ),
        ('{"cards": {}}', InvalidPositionError, "needs at least one number"),
        ('{"cards": {"0": 1}}', LimitExceededError, "has the number 0"),
        ('{"cards": {"-1": 1}}', InvalidPositionError, 'the card "-1": 1, which is not a number and count'),
        ('{"cards": {"1.5": 1}}', InvalidPositionError, 'the card "1.5": 1'),
        ('{"cards": {"": 1}}', InvalidPositionError, 'the card "": 1'),
        ('{"cards": {"\u00b2": 1}}', InvalidPositionError, "not a number and count"),
        ('{"cards": {"\u0663": 1}}', InvalidPositionError, "not a number and count"),
        ('{"cards": {"' + "9" * 5000 + '": 1}}', InvalidPositionError, "not a number and count"),
        ('{"cards": {"1": 1.0}}', InvalidPositionError, 'the card "1": 1.0, which'),
        ('{"cards": {"1": true}}', InvalidPositionError, 'the card "1": true, which'),
        ('{"cards": {"1": "4"}}', InvalidPositionError, 'the card "1": "4", which'),
        ('{"cards": {"1": NaN}}', InvalidPositionError, 'the card "1": NaN, which'),
        ('{"cards": {"1": [2]}}', InvalidPositionError, r'the card "1": \[...\], which'),
        ('{"cards": {"1": {"2": 3}}}', InvalidPositionError, 'the card "1": {...}, which'),
        ('{"cards": {"1": 0}}', LimitExceededError, "'0' copies of 1"),
        ('{"cards": {"1": -4}}', LimitExceededError, "'-4' copies of 1"),
        ('{"cards": {"1": ' + "9" * 4000 + "}}", LimitExceededError, "copies of 1"),
        ('{"cards": {"1": 4, "1": 2}}', InvalidPositionError, "the key '1' is given twice"),
        ('{"cards": {"1": 4}, "cards": {"2": 2}}', InvalidPositionError, "the key 'cards' is given twice"),
        ('{"cards": {"1": 4, "01": 2}}', InvalidPositionError, "has the card '01' twice"),
        ('{"cards": {"1": 4}, "large": 1}', InvalidPositionError, "'large' is a list of numbers"),
        ('{"cards": {"1": 4}, "large": ["1"]}', InvalidPositionError, "'large' is a list of numbers"),
        ('{"cards": {"1": 4}, "large": [true]}', InvalidPositionError, "'large' is a list of numbers"),
        ('{"cards": {"1": 4}, "large": [2]}', InvalidPositionError, "lists a large number"),
        ('{"cards": {"1": 4}, "name": 7}', InvalidPositionError, "'name' is text"),
        ('{"cards": {"1": 0}, "name": "a\\nb"}', LimitExceededError, r"'a\\nb'"),
        (" " * (1 << 20) + "{}", LimitExceededError, "too large for a deck; at most 1,048,576 bytes"),
    ],
    ids=range(39),
)
def test_files_that_are_no_decks(
    content: str | bytes, error: type[PerfectPlayError], hint: str, tmp_path: Path
) -> None:
    file = tmp_path / "deck.json"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(error, match=hint) as caught:
        load_deck(str(file))
    assert str(caught.value).isprintable()


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    # Windows editors begin a file with this byte order mark.
    file = tmp_path / "deck.json"
    file.write_bytes('{"cards": {"1": 4, "25": 2}, "large": [25]}'.encode("utf-8-sig"))
    assert load_deck(file) == Deck.of("deck", {1: 4, 25: 2}, [25])


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for name in ("crads", "", str(tmp_path), str(tmp_path / "none.json")):
        with pytest.raises(InvalidPositionError, match="the decks are cards, classic, suit, or a file"):
            load_deck(name)
    with pytest.raises(InvalidPositionError, match="'' names no deck"):
        load_deck("")
    with pytest.raises(InvalidPositionError, match="is not a deck"):
        load_deck("a\0b")


@pytest.mark.parametrize("name", [5, None, ["cards"], 2.5, b"cards"])
def test_names_that_no_deck_can_have(name: Any) -> None:
    with pytest.raises(
        InvalidPositionError, match=r"there is no deck .*; the decks are cards, classic, suit"
    ) as caught:
        load_deck(name)
    assert str(caught.value).isprintable()


def test_a_file_may_be_given_as_a_path(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"cards": {"1": 4}}')
    assert load_deck(file) == Deck("mine", (1,), (4,))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless device here")
def test_a_file_without_end() -> None:
    with pytest.raises(LimitExceededError, match="too large for a deck"):
        load_deck("/dev/zero")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no names here")
def test_a_deck_may_come_through_a_pipe() -> None:
    reading, writing = os.pipe()
    os.write(writing, b'{"name": "piped", "cards": {"3": 1}}')
    os.close(writing)
    try:
        assert load_deck(f"/dev/fd/{reading}") == Deck("piped", (3,), (1,))
    finally:
        os.close(reading)


@given(st.integers() | st.text(max_size=5), small_decks, st.data())
def test_dealers_deal_from_the_deck(seed: int | str, deck: Deck, data: st.DataObject) -> None:
    numbers = data.draw(st.integers(1, min(MAX_NUMBERS, deck.size)))
    dealer, twin = Dealer(seed, deck), Dealer(seed, deck)
    for _ in range(3):
        deal, target = dealer.deal(numbers), dealer.roll()
        assert len(deal) == numbers
        assert Counter(deal) <= Counter(deck.cards)
        assert 1 <= target <= 1000
        assert 5 <= dealer.draw(5, 9) <= 9
        assert (deal, target) == (twin.deal(numbers), twin.roll())
        twin.draw(5, 9)


@given(st.integers(), small_decks, st.data())
def test_large_numbers_are_as_many_as_were_wanted(seed: int, deck: Deck, data: st.DataObject) -> None:
    courts = data.draw(st.sets(st.sampled_from(deck.values)))
    deck = Deck.of("courts", dict(zip(deck.values, deck.copies, strict=True)), courts)
    numbers = data.draw(st.integers(1, min(MAX_NUMBERS, deck.size)))
    possible = {sum(card in courts for card in dealt) for dealt in deck.deals(numbers)}
    for large in range(-1, numbers + 2):
        if large not in possible:
            with pytest.raises(LimitExceededError, match=f"'{large}' of {numbers} numbers cannot be large; "):
                deck.check_large(large, numbers)
            continue
        dealt = Dealer(seed, deck).deal(numbers, large)
        assert Counter(dealt) <= Counter(deck.cards)
        assert [card in courts for card in dealt] == [True] * large + [False] * (numbers - large)
        assert dealt == Dealer(seed, deck).deal(numbers, large)


@rows(
    "deck, numbers, large, error, says",
    [
        (CLASSIC, 6, 5, LimitExceededError, "'5' of 6 numbers cannot be large; 0 to 4 can be, with the deck 'classic'"),
        (CLASSIC, 6, -1, LimitExceededError, "0 to 4 can be"),
        (CARDS, 6, 7, LimitExceededError, "0 to 6 can be, with the deck 'cards'"),
        (CARDS, 2, 3, LimitExceededError, "'3' of 2 numbers cannot be large; 0 to 2 can be"),
        (Deck.of("plain", {1: 9}), 3, 1, LimitExceededError, "only 0 can be, with the deck 'plain'"),
        (Deck.of("few", {1: 2, 50: 2}, [50]), 3, 0, LimitExceededError, "1 to 2 can be, with the deck 'few'"),
        (CLASSIC, 6, "two", InvalidPositionError, "'two' of 6 numbers cannot be large"),
        (CLASSIC, 6, True, InvalidPositionError, "'True' of 6 numbers cannot be large"),
    ],
)
def test_large_numbers_that_a_deck_does_not_allow(
    deck: Deck, numbers: int, large: Any, error: type[PerfectPlayError], says: str
) -> None:
    with pytest.raises(error, match=says):
        Dealer(1, deck).deal(numbers, large)


def test_every_deal_with_two_large_numbers_is_equally_likely() -> None:
    deck = Deck.of("five", dict.fromkeys((1, 2, 25, 50, 100), 1), (25, 50, 100))
    found = Counter(tuple(sorted(Dealer(seed, deck).deal(3, 2))) for seed in range(3000))
    # 3 pairs of large numbers and 2 small numbers make 6 deals: 500 of each, with a standard deviation of 20.
    assert len(found) == 6
    assert all(400 < count < 600 for count in found.values())


def test_a_dealer_leaves_the_deck_as_it_was_and_can_deal_all_of_it() -> None:
    deck = Deck.of("mine", {1: 3, 2: 2})
    dealer = Dealer(1, deck)
    for _ in range(20):
        assert sorted(dealer.deal(5)) == [1, 1, 1, 2, 2]
    for numbers in (0, 6):
        with pytest.raises(LimitExceededError, match="give 1 to 5 for"):
            dealer.deal(numbers)


def test_seeds() -> None:
    games = {(dealer.deal(), dealer.roll()) for dealer in map(Dealer, range(50))}
    assert len(games) == 50
    assert len({Dealer().deal() for _ in range(20)}) > 1


class Script:
    """A fake random generator that returns given numbers in turn, and records the arguments of each call."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.asked: list[tuple[int, ...]] = []

    def randrange(self, *limits: int) -> int:
        self.asked.append(limits)
        return self.numbers.pop(0)


def scripted(deck: Deck, *numbers: int) -> tuple[Any, Script]:
    dealer, script = Dealer(0, deck), Script(*numbers)
    dealer.__dict__["_random"] = script
    return dealer, script


def test_every_order_of_a_deal_comes_from_one_choice() -> None:
    deck = Deck.of("four", dict.fromkeys((1, 2, 3, 4), 1))
    found: Counter[tuple[int, ...]] = Counter()
    for first in range(4):
        for second in range(1, 4):
            dealer, script = scripted(deck, first, second)
            found[dealer.deal(2)] += 1
            assert script.asked == [(0, 4), (1, 4)]
    assert set(found.values()) == {1}
    assert len(found) == 12


@rows(
    "faces, target",
    [
        ((0, 0, 0), 1000),
        ((10, 10, 10), 1000),
        ((0, 0, 1), 1),
        ((19, 19, 19), 999),
        ((1, 0, 10), 100),
        ((3, 14, 5), 345),
    ],
)
def test_dice(faces: tuple[int, ...], target: int) -> None:
    dealer, script = scripted(CARDS, *faces)
    assert dealer.roll() == target
    assert script.asked == [(20,)] * 3


def test_all_targets_come_from_equally_many_throws() -> None:
    rolled = Counter(scripted(CARDS, a, b, c)[0].roll() for a in range(10) for b in range(10) for c in range(10))
    assert rolled == dict.fromkeys(range(1, 1001), 1)


def test_drawing_reaches_both_ends() -> None:
    dealer = Dealer(1)
    assert {dealer.draw(101, 103) for _ in range(60)} == {101, 102, 103}
    assert dealer.draw(7, 7) == 7


@rows("low, high", [(5, 1), (-5, 1), (0, 3), (1.5, 3), (1, "3"), (1, 10**9)])
def test_ranges_that_hold_no_target(low: Any, high: Any) -> None:
    with pytest.raises(PerfectPlayError, match="target") as caught:
        Dealer(1).draw(low, high)
    assert str(caught.value).isprintable()


# -- worksheets --------------------------------------------------------------------------------------------------------


@pytest.mark.full
@rows("deck", [CARDS, CLASSIC])
@rows("level", LEVELS)
def test_deals_are_of_the_level_and_their_solutions_hit(level: str, deck: Deck) -> None:
    seen: list[Progress] = []
    found = exercises(level, 3, 7, deck=deck, progress=seen.append)
    assert found == exercises(level, 3, 7, deck=deck)
    assert [report.done for report in seen] == [0, 1, 2]
    for deal in found:
        assert len(deal.numbers) == 6
        assert set(deal.numbers) <= set(deck.cards)
        assert grade(deal.numbers, deal.target).grade == level == deal.difficulty.grade
        assert parse_expression(deal.expression).value == deal.target == deal.reached
        assert deal.value == 0
        assert (deal.reachable, deal.distance) == (True, 0)
    if deck is CLASSIC:
        assert all(101 <= deal.target <= 999 for deal in found)


@pytest.mark.parametrize(("level", "count"), [("very easy", 1), ("easy", 0), ("easy", MAX_EXERCISES + 1)])
def test_what_is_no_worksheet_is_refused(level: str, count: int) -> None:
    with pytest.raises(
        PerfectPlayError, match=r"there is no level 'very easy'|cannot deal .* games; give a number from 1 to 12"
    ):
        exercises(level, count, 1)
