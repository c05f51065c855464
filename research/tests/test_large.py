"""Test the search for the best large numbers: sums over shared sets, bounds, and interrupted work."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.core.progress import Progress, ignore_progress
from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, Deck
from perfectplay.pursuit.odds import Odds, odds
from perfectplay.pursuit.odds.levels import fast_matrix, some_deals
from perfectplay.pursuit.rules import Rules
from perfectplay_research.large import LargeChoices, best_large, set_hits
from tests.tables import rows

TINY = Deck.of("tiny", {1: 2, 2: 1, 3: 1, 50: 1, 100: 1}, [50, 100])
GAME = (4, 11, 60)


def one_by_one(deck: Deck, choice: tuple[int, ...], *game: Any) -> Odds:
    return odds(deck.replaced(dict(zip(deck.large, choice, strict=True))), *game)


def ranking(deck: Deck, values: range, *game: Any) -> list[tuple[Fraction, tuple[int, ...]]]:
    """Compute the odds of each deck separately, and return all choices of large values, best first."""
    choices = combinations(values, len(deck.large))
    found = [(-one_by_one(deck, choice, *game).probability, choice) for choice in choices]
    return [(-chance, choice) for chance, choice in sorted(found)]


def test_what_is_part_of_wanted_deals_is_enough_for_them() -> None:
    deck = Deck.of("mixed", {1: 2, 2: 2, 5: 1, 7: 1, 12: 3})

    def keep(members: Any) -> Any:
        # Keep only deals of five cards with three twelves, and smaller deals that can still become one.
        twelves = (members == 4).sum(axis=1)
        return 3 - twelves <= 5 - members.shape[1]

    members, rows = some_deals(deck, 5, 200, Rules(), ignore_progress, keep)
    wanted = [tuple(deck.values[i] for i in row) for row in members.tolist()]
    deals = list(deck.deals(5))
    assert wanted == [deal for deal in deals if deal.count(12) == 3]
    matrix = fast_matrix(deck, 5, 200, Rules(), ignore_progress)
    assert (rows == matrix[[deals.index(deal) for deal in wanted]]).all()


@pytest.mark.parametrize(("copies", "numbers"), [(1, 4), (1, 5), (3, 3), (2, 4)])
def test_a_decks_odds_are_sums_over_its_sets_of_large_numbers(copies: int, numbers: int) -> None:
    small = Deck.of("small", {1: 2, 2: 2, 5: 1, 6: 3})
    choice = (9, 14, 31)
    deck = Deck.of("whole", {1: 2, 2: 2, 5: 1, 6: 3} | dict.fromkeys(choice, copies))
    found = odds(deck, numbers, 11, 90)
    ways = distinct = 0
    for size in range(len(choice) + 1):
        sums = set_hits(small, copies, list(combinations(choice, size)), (numbers, 11, 90, Rules()))
        ways, distinct = ways + sum(row[0] for row in sums), distinct + sum(row[1] for row in sums)
    assert Fraction(ways, deck.total(numbers) * 80) == found.probability
    assert distinct == found.hits


def test_the_known_decks_of_television() -> None:
    found = best_large(values=[59, 83, 93, 97])
    assert [(row.values, row.probability, row.hits) for row in found.rows] == [
        ((59, 83, 93, 97), Fraction(8175305, 8642986), 11_072_459)
    ]
    assert (found.pairs, found.status, found.possible) == (11_905_457, "optimal", 0)


@pytest.mark.parametrize("deck", [TINY, Deck.of("pairs", {2: 1, 3: 2, 7: 1, 50: 2, 100: 2}, [50, 100])])
@pytest.mark.parametrize("rules", [Rules(), Rules(operators="+-*", positive=True)])
def test_the_best_choices_are_those_of_trying_all(deck: Deck, rules: Rules) -> None:
    values = range(8, 24)
    every = ranking(deck, values, *GAME, rules)
    for top in (1, 5):
        found = best_large(deck, values, *GAME, rules, top=top)
        assert [(row.probability, row.values) for row in found.rows] == every[:top]
        assert (found.status, found.total, found.possible) == ("optimal", 120, 0)
    all_of_them = best_large(deck, values, *GAME, rules, top=200, every=True)
    assert [(row.probability, row.values) for row in all_of_them.rows] == every
    hits = {choice: one_by_one(deck, choice, *GAME, rules).hits for _, choice in every}
    assert {row.values: row.hits for row in all_of_them.rows} == hits
    worst = best_large(deck, values, *GAME, rules, top=4, descending=False)
    expected = sorted(every, key=lambda row: (row[0], row[1]))[:4]
    assert [(row.probability, row.values) for row in worst.rows] == expected
    for descending, sign in ((True, -1), (False, 1)):
        ranked = best_large(deck, values, *GAME, rules, rank="hits", descending=descending, top=4)
        assert [row.values for row in ranked.rows] == sorted(hits, key=lambda one: (sign * hits[one], one))[
            :4
        ]  # the key is called before `sign` changes


def test_bounds_leave_out_most_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay_research.large._FIRST", 2)
    monkeypatch.setattr("perfectplay_research.large._BATCH", 3)
    deck = Deck.of("three", {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 50: 1, 75: 1, 100: 1}, [50, 75, 100])
    values, game = range(6, 16), (3, 1, 40)
    found = best_large(deck, values, *game, top=1)
    (chance, choice), *_ = ranking(deck, values, *game)
    assert (found.rows[0].probability, found.rows[0].values) == (chance, choice)
    assert found.status == "optimal"
    assert 0 < found.exact < found.total == 120


def test_seeded_decks_agree_with_trying_all() -> None:
    random_number = random.Random(2015)
    for _ in range(6):
        small = random_number.sample(range(1, 7), 4)
        cards = dict.fromkeys(small, random_number.choice([1, 2])) | {50: 1, 100: 1}
        deck = Deck.of("random", cards, [50, 100])
        found = best_large(deck, range(7, 15), 3, 1, 60, top=3)
        assert [(row.probability, row.values) for row in found.rows] == ranking(deck, range(7, 15), 3, 1, 60)[:3]


def stopped_after(pieces: int) -> tuple[LargeChoices, int]:
    """Press Ctrl-C after this many pieces of work; return the result and the number of progress reports."""
    seen: list[Progress] = []

    def press(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == pieces:
            signal.raise_signal(signal.SIGINT)

    found = best_large(TINY, range(8, 24), *GAME, top=1, every=True, progress=press)
    return found, len(seen)


def test_ctrl_c_leaves_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay_research.large._PIECE", 4)
    with pytest.raises(KeyboardInterrupt):
        stopped_after(1)
    best = best_large(TINY, range(8, 24), *GAME, top=1).rows[0]
    whole, pieces = stopped_after(1_000_000)
    assert (whole.status, whole.exact, whole.interrupted) == ("optimal", 120, False)
    part, done = stopped_after(pieces - 3)
    assert (part.interrupted, done) == (True, pieces - 3)
    assert 0 < part.exact < 120
    assert part.rows[0].probability <= best.probability
    assert part.bound is None or best.probability <= max(part.rows[0].probability, part.bound)


def test_a_file_keeps_what_is_done(tmp_path: Path) -> None:
    file = tmp_path / "large.sqlite"
    seen: list[Progress] = []
    ask: Callable[..., LargeChoices] = best_large
    first = ask(TINY, range(8, 24), *GAME, top=2, resume=file, progress=seen.append)
    assert seen
    seen.clear()
    assert ask(TINY, range(8, 24), *GAME, top=2, resume=file, progress=seen.append) == first
    assert not seen
    every = ask(TINY, range(8, 24), *GAME, top=2, every=True, resume=file)
    assert (every.rows, every.exact) == (first.rows, 120)
    # A search with other arguments may use the same file.
    other = ask(TINY, range(8, 25), *GAME, top=2, resume=file)
    assert other == ask(TINY, range(8, 25), *GAME, top=2)
    seen.clear()
    assert ask(TINY, range(8, 24), *GAME, top=2, resume=file, progress=seen.append) == first
    assert not seen


def test_processes_agree(tmp_path: Path) -> None:
    alone = best_large(TINY, range(8, 24), *GAME, every=True)
    assert best_large(TINY, range(8, 24), *GAME, every=True, jobs=2, resume=tmp_path / "large.sqlite") == alone


@rows(
    "question, refused, words",
    [
        ({"deck": Deck.of("none", {1: 2, 2: 2})}, InvalidPositionError, "needs small numbers, and large ones"),
        ({"deck": Deck.of("odd", {1: 2, 50: 1, 60: 2}, [50, 60])}, InvalidPositionError, "equally many"),
        ({"values": range(10, 20)}, InvalidPositionError, "10 is a small number of the deck 'classic'"),
        ({"values": range(11, 14)}, LimitExceededError, "4 of 3 values can be chosen in 0 ways"),
        ({"values": range(11, 200)}, LimitExceededError, "there can be 1 to 3,000,000"),
        ({"values": [11, 12, 13, 10**9]}, LimitExceededError, "numbers go from 1 to"),
        ({"rules": Rules(fractions=True)}, LimitExceededError, "not by rules with fractions"),
        ({"numbers": 7}, LimitExceededError, "up to 6 numbers"),
        ({"rank": "beauty"}, InvalidPositionError, "the figures are probability, hits"),
        ({"top": 0}, LimitExceededError, "at least one can be"),
    ],
)
def test_what_is_refused(question: dict[str, Any], refused: type[PerfectPlayError], words: str) -> None:
    whole: dict[str, Any] = {"deck": CLASSIC, "values": range(11, 21)}
    with pytest.raises(refused, match=words):
        best_large(**(whole | question))


def test_court_cards_come_several_times() -> None:
    found = best_large(CARDS, [25, 29, 50, 100], 3, 1, 200, top=4)
    assert [(row.probability, row.values) for row in found.rows] == sorted(
        ((one_by_one(CARDS, choice, 3, 1, 200).probability, choice) for choice in combinations((25, 29, 50, 100), 3)),
        key=lambda row: (-row[0], row[1]),
    )
