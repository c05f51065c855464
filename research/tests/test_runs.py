"""Compare the longest runs from 1 on with a search of every single deal, and with the records in the guide."""

from __future__ import annotations

from itertools import count

import pytest

from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, SUIT, Deck
from perfectplay.pursuit.reach import reach
from perfectplay.pursuit.rules import Rules
from perfectplay_research.runs import LongestRuns, longest_runs
from tests.tables import rows


def up_to(most: int, numbers: int) -> Deck:
    """Return a deck of all numbers up to the largest, with as many copies of each as numbers are dealt."""
    return Deck.of(f"1 to {most}", dict.fromkeys(range(1, most + 1), numbers))


def run_of(deal: tuple[int, ...], rules: Rules) -> int:
    targets = set(reach(deal, 1, 500, rules).targets)
    return next(n for n in count() if n + 1 not in targets)


@rows("rules", [Rules(), Rules(operators="+-"), Rules(operators="+-*", positive=True)])
@rows("numbers", [1, 2, 3])
def test_runs_are_those_of_single_deals(numbers: int, rules: Rules) -> None:
    deck = up_to(9, numbers)
    own = {deal: run_of(deal, rules) for deal in deck.deals(numbers)}
    longest = max(own.values())
    deals = tuple(deal for deal, run in own.items() if run == longest)
    assert longest_runs(deck, numbers, 100, rules) == LongestRuns(longest, deals, len(own))


def test_what_lies_beyond_does_not_count() -> None:
    found = longest_runs(SUIT, 4, 20)
    assert (found.length, len(found.deals) > 1) == (20, True)


@rows(
    "deck, numbers, length, deals",
    [
        (up_to(64, 1), 1, 1, ((1,),)),
        (up_to(64, 2), 2, 4, ((1, 3),)),
        (up_to(64, 3), 3, 17, ((2, 3, 10), (2, 3, 14), (2, 6, 11), (2, 6, 13))),
        (CARDS, 5, 366, ((3, 4, 9, 10, 25),)),
        (CARDS, 6, 1912, ((2, 3, 5, 8, 9, 100),)),
        (CLASSIC, 6, 1912, ((2, 3, 5, 8, 9, 100),)),
    ],
)
def test_records(deck: Deck, numbers: int, length: int, deals: tuple[tuple[int, ...], ...]) -> None:
    found = longest_runs(deck, numbers, 2000)
    assert (found.length, found.deals) == (length, deals)


@pytest.mark.parametrize(
    ("most", "numbers", "high", "length", "deals"),
    [
        (64, 4, 200, 86, ((2, 3, 14, 60),)),
        (24, 5, 600, 418, ((2, 9, 12, 16, 19),)),
        (16, 6, 3000, 2227, ((8, 10, 11, 13, 14, 15),)),
    ],
)
def test_records_of_all_numbers(
    most: int, numbers: int, high: int, length: int, deals: tuple[tuple[int, ...], ...]
) -> None:
    found = longest_runs(up_to(most, numbers), numbers, high)
    assert (found.length, found.deals) == (length, deals)
