"""Compare odds with published figures, and the kernels with plain sets."""

import random
import signal
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import ceil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, MissingExtraError, PerfectPlayError
from perfectplay.core.progress import Progress, ignore_progress
from perfectplay.core.question import Work
from perfectplay.core.running.deadline import about
from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, SUIT, Deck
from perfectplay.pursuit.design import evaluate_decks
from perfectplay.pursuit.distribution import distribution
from perfectplay.pursuit.odds import MAX_HOURS, Odds, check_odds, odds
from perfectplay.pursuit.odds.deals import Deals, sample_seconds
from perfectplay.pursuit.odds.exact import _forecast
from perfectplay.pursuit.odds.levels import fast_matrix, is_fast
from perfectplay.pursuit.pictures.common import MAX_TARGETS
from perfectplay.pursuit.pictures.svg import deal_chart
from perfectplay.pursuit.questions.odds import TargetChances
from perfectplay.pursuit.rules import MAX_CARD, OPERATORS, Rules
from tests.profiles import examples
from tests.pursuit.oracles import fewest_of, parts_of, splits
from tests.pursuit.reference import rpn_hits, rpn_subsets
from tests.tables import rows

Deal = tuple[int, ...]


@lru_cache(maxsize=20_000)
def made_whole(cards: Deal) -> frozenset[int]:
    """Return all positive values that use every card, however large; this is faster than a search by the rules."""
    if len(cards) == 1:
        return frozenset(cards)
    found = set()
    for left, right in splits(cards):
        if left > right:
            continue
        for x in made_whole(left):
            for y in made_whole(right):
                found |= {x + y, x * y, abs(x - y)}
                if x % y == 0:
                    found.add(x // y)
                elif y % x == 0:
                    found.add(y // x)
    return frozenset(found - {0})


def fewest(deal: Deal) -> dict[int, int]:
    """Map each positive value that the deal reaches to the fewest cards that make it."""
    return {value: len(part) for part in reversed(parts_of(deal, Rules())) for value in made_whole(part)}


def plain_odds(deck: Deck, numbers: int, low: int, high: int, rules: Rules) -> dict[str, object]:
    """Compute the figures of `odds` by trying every deal of single cards, in which equal cards are told apart."""
    targets = range(low, high + 1)
    hits: dict[Deal, int] = {}
    by_target = dict.fromkeys(targets, 0)
    used, within = [0] * numbers, [0] * 21
    by_large: dict[int, int] = {}
    for deal in combinations(deck.cards, numbers):
        reached = enumerate(fewest_of(deal, low - 20, high + 20, rules), low - 20)
        found = {value: used for value, used in reached if used}
        answers = set(found) | ({0} if rules.use_all and numbers > 1 else set())
        hits[deal] = sum(target in found for target in targets)
        large = sum(card in deck.large for card in deal)
        by_large[large] = by_large.get(large, 0) + hits[deal]
        for target in targets:
            by_target[target] += target in found
            for k in range(numbers):
                used[k] += found.get(target, numbers + 1) <= k + 1
            distance = min((abs(target - answer) for answer in answers), default=21)
            for d in range(distance, 21):
                within[d] += 1
    pairs = deck.total(numbers) * len(targets)
    return {
        "probability": Fraction(sum(by_target.values()), pairs),
        "targets": tuple(hits[deal] for deal in sorted(hits)),
        "by_target": tuple(by_target.values()),
        "used": tuple(Fraction(count, pairs) for count in used),
        "within": tuple(Fraction(count, pairs) for count in within),
        "large": tuple(count for _, count in sorted(by_large.items())),
    }


def facts(found: Odds) -> dict[str, object]:
    return {
        "probability": found.probability,
        "targets": found.targets_by_deal,
        "by_target": tuple(row.weight for row in found.by_target),
        "used": found.by_used,
        "within": found.by_distance,
        "large": tuple(row.exact * row.deals * (found.high - found.low + 1) for row in found.by_large),
    }


@pytest.fixture(scope="module")
def cards() -> Odds:
    return odds()


@pytest.fixture(scope="module")
def classic() -> Odds:
    return odds(CLASSIC, 6, 101, 999)


# -- published figures -----------------------------------------------------------------------------------------


def test_the_question_on_which_the_articles_end(cards: Odds) -> None:
    assert cards.probability == Fraction(9417114451, 10179260000)
    assert (cards.deals, cards.distinct_deals) == (20_358_520, 18_395)
    assert cards.by_used[-1] == cards.by_distance[0] == cards.probability
    assert cards.pairs == 18_395_000


def test_certain_deals(cards: Odds) -> None:
    assert (cards.certain_deals, cards.certain_weight) == (758, 2_610_688)
    certain = cards.best(759)
    assert [row.targets for row in certain] == [1000] * 758 + [999]
    assert sum(row.weight for row in certain[:-1]) == 2_610_688
    assert (3, 6, 9, 10, 50, 100) in {row.deal for row in certain}


def test_extremes(cards: Odds) -> None:
    worst = [(row.deal, row.targets, row.weight) for row in cards.worst(3)]
    assert worst == [((1, 1, 1, 1, 2, 2), 17, 6), ((1, 1, 1, 1, 2, 3), 23, 16), ((1, 1, 1, 2, 2, 2), 23, 16)]
    assert [row.target for row in cards.hardest(5)] == [933, 937, 941, 967, 947]
    assert all(row.weight == cards.deals for row in cards.easiest(3))


def test_court_cards(cards: Odds) -> None:
    chances = [round(float(row.probability), 4) for row in cards.by_large]
    assert chances == [0.8206, 0.9656, 0.9614, 0.8941, 0.7745, 0.5933, 0.3717]
    assert [row.large for row in cards.by_large] == list(range(7))
    assert sum(row.deals for row in cards.by_large) == cards.deals
    assert sum(row.distinct_deals for row in cards.by_large) == cards.distinct_deals
    assert sum(row.certain_deals for row in cards.by_large) == 758
    assert sum(row.exact * row.deals for row in cards.by_large) == cards.probability * cards.deals


def test_coming_close(cards: Odds) -> None:
    assert round(float(cards.by_distance[10]), 5) == 0.99411
    assert list(cards.by_distance) == sorted(cards.by_distance)
    assert list(cards.by_used) == sorted(cards.by_used)
    # With one card, a deal hits only targets that equal one of its cards.
    one = sum(len(set(deal)) * CARDS.weight(deal) for deal in CARDS.deals(6))
    assert cards.by_used[0] == Fraction(one, cards.deals * 1000)


def test_sums_agree(cards: Odds) -> None:
    assert sum(row.weight for row in cards.by_target) == cards.probability * cards.deals * 1000
    assert sum(row.distinct_deals for row in cards.by_target) == sum(cards.targets_by_deal) == cards.hits


def test_the_television_game(classic: Odds) -> None:
    assert (classic.hits, classic.pairs) == (10_858_746, 11_905_457)
    assert [row.hits for row in classic.by_large] == [1_963_726, 4_966_076, 3_192_103, 693_131, 43_710]
    assert classic.certain_deals == 1_226
    assert classic.probability == Fraction(28354918, 30250451)
    draws = {row.target: row.distinct_deals for row in classic.by_target}
    assert sorted(draws, key=draws.__getitem__)[:5] == [947, 941, 967, 933, 937]
    assert [draws[target] for target in (947, 941, 967, 853)] == [9_017, 9_045, 9_166, 9_453]


def test_the_television_game_from_100() -> None:
    found = odds(CLASSIC, 6, 100, 999)
    assert (found.hits, found.pairs) == (10_871_986, 11_918_700)


# -- twins -----------------------------------------------------------------------------------------------------


def compare(count: int, seed: int) -> None:
    deals = list(CARDS.deals(6))
    matrix = fast_matrix(CARDS, 6, 1020, Rules(), ignore_progress)
    for place in random.Random(seed).sample(range(len(deals)), count):
        expected = fewest(deals[place])
        row = {value: int(used) for value, used in enumerate(matrix[place]) if used != 255 and value}
        assert row == {value: used for value, used in expected.items() if 0 < value < matrix.shape[1]}, deals[place]


def test_some_deals_against_sets_without_a_cap() -> None:
    compare(20, 4)


@pytest.mark.full
def test_many_deals_against_sets_without_a_cap() -> None:
    compare(400, 2015)


@st.composite
def decks(draw: st.DrawFn) -> tuple[Deck, int]:
    values = draw(st.lists(st.integers(1, 12) | st.integers(1, 120), min_size=1, max_size=4, unique=True))
    copies = {value: draw(st.integers(1, 3)) for value in values}
    deck = Deck.of("small", copies, tuple(sorted(values)[-1:]))
    return deck, draw(st.integers(1, min(4, deck.size)))


@pytest.mark.parametrize(
    ("cards", "numbers", "high", "hits"),
    [
        # The hit is 8022 / (3004 + 1007) = 2, whose divisor 4011 is beyond all targets.
        ((1007, 3004, 8022), 3, 5, 1),
        # The second and third cards together make half of the last one.
        ((7, 1100, 1205, 4610), 3, 6, None),
        # The first three cards together make half of the last one.
        ((3, 1100, 1205, 4616), 4, 40, None),
    ],
)
def test_a_large_card_may_come_first_in_the_last_division(
    cards: Deal, numbers: int, high: int, hits: int | None
) -> None:
    deck = Deck("d", cards, (1,) * len(cards))
    found = odds(deck, numbers, 1, high)
    assert is_fast(deck, numbers, high + 20, Rules())
    assert facts(found) == plain_odds(deck, numbers, 1, high, Rules())
    assert hits is None or found.hits == hits


@settings(max_examples=examples(60))
@given(
    st.sets(st.integers(1, 30) | st.integers(100, 16_000), min_size=2, max_size=3),
    st.integers(2, 30),
    st.integers(1, 10),
)
def test_fast_odds_of_large_cards(values: set[int], factor: int, high: int) -> None:
    # Add a card that is a multiple of the sum of two others, so that the last step is often a quotient.
    cards = tuple(sorted(values | {sum(sorted(values)[:2]) * factor}))
    deck = Deck("large", cards, (1,) * len(cards))
    assert facts(odds(deck, len(cards), 1, high)) == plain_odds(deck, len(cards), 1, high, Rules())


operators = st.sets(st.sampled_from(OPERATORS), min_size=1).map("".join) | st.just(OPERATORS)


@settings(max_examples=examples(60))
@given(decks(), operators, st.booleans(), st.booleans(), st.integers(1, 60), st.integers(0, 150))
def test_fast_odds_of_small_decks(
    dealt: tuple[Deck, int],
    signs: str,
    fractions: bool,  # noqa: FBT001  # hypothesis draws it
    positive: bool,  # noqa: FBT001  # hypothesis draws it
    low: int,
    more: int,
) -> None:
    deck, numbers = dealt
    rules = Rules(signs, fractions=fractions and "/" not in signs, positive=positive)
    if is_fast(deck, numbers, low + more, rules):
        assert facts(odds(deck, numbers, low, low + more, rules)) == plain_odds(deck, numbers, low, low + more, rules)


@settings(max_examples=examples(40))
@given(
    decks(),
    st.builds(Rules, operators, st.booleans(), st.booleans(), st.booleans()),
    st.integers(1, 40),
    st.integers(0, 60),
)
def test_odds_of_small_decks_by_any_rules(dealt: tuple[Deck, int], rules: Rules, low: int, more: int) -> None:
    deck, numbers = dealt
    numbers = min(numbers, 3)
    assert facts(odds(deck, numbers, low, low + more, rules)) == plain_odds(deck, numbers, low, low + more, rules)


@pytest.mark.parametrize("numbers", [4, 5])
def test_the_two_ways_agree(numbers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = Deck.of("mixed", {1: 2, 2: 2, 3: 1, 7: 1, 50: 1, 75: 1, 600: 1}, (50, 75, 600))
    fast = odds(deck, numbers, 1, 500)
    monkeypatch.setattr("perfectplay.pursuit.odds.exact.is_fast", lambda *_: False)
    assert odds(deck, numbers, 1, 500) == fast
    assert fast.probability > 0


def test_zero_may_be_the_closest() -> None:
    # The target 5 is at distance 5 from 100 - 100, and without division nothing is closer.
    rules = Rules("+-*")
    deck = Deck.of("hundreds", {100: 8})
    for numbers in (2, 7):
        found = odds(deck, numbers, 5, 5, rules)
        assert [float(chance) for chance in found.by_distance[:7]] == [0, 0, 0, 0, 0, 1, 1]
        assert odds(deck, numbers, 5, 5, Rules("+-*", positive=True)).by_distance[-1] == 0


def test_the_articles_own_program() -> None:
    from tests.pursuit.reference import rpn_hits, rpn_subsets

    deals = list(SUIT.deals(3))
    matrix = fast_matrix(SUIT, 3, 1020, Rules(), ignore_progress)
    for place in random.Random(3).sample(range(len(deals)), 12):
        hits = [False] * 1000
        for size in (1, 2, 3):
            for subset in rpn_subsets(size):
                rpn_hits(hits, subset, deals[place])
        assert hits == (matrix[place, 1:1001] != 255).tolist()


def test_seven_numbers_go_deal_by_deal() -> None:
    deck = Deck.of("few", {1: 3, 2: 2, 3: 2})
    assert not is_fast(deck, 7, 1020, Rules())
    found = odds(deck, 7, 1, 200)
    (expected,) = map(fewest, deck.deals(7))
    assert found.targets_by_deal == (sum(1 <= value <= 200 for value in expected),)


# -- processes and progress ------------------------------------------------------------------------------------


def test_two_processes_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    # Skip the sample, because otherwise this process would finish before the other ones get work.
    monkeypatch.setattr("perfectplay.pursuit.odds.deals._SAMPLE", 0.0)
    seen: list[Progress] = []
    rules = Rules(use_all=True)
    both = odds(SUIT, 3, 1, 100, rules, jobs=2, progress=seen.append)
    assert both == odds(SUIT, 3, 1, 100, rules)
    assert [snapshot for snapshot in seen if snapshot.stage == "deals"][-1].done == 286
    check_progress(seen, ["deals", "counting"])


def check_progress(seen: list[Progress], stages: list[str]) -> None:
    """Check that each stage appears once and makes progress, and that the last stage is completed."""
    assert list(dict.fromkeys(snapshot.stage for snapshot in seen)) == stages
    for stage in stages:
        done = [snapshot.done for snapshot in seen if snapshot.stage == stage]
        assert done == sorted(done)
    assert seen[-1].done == seen[-1].total
    assert [snapshot.seconds for snapshot in seen] == sorted(snapshot.seconds for snapshot in seen)


def test_progress_of_the_fast_way() -> None:
    seen: list[Progress] = []
    odds(SUIT, 5, 1, 100, progress=seen.append)
    check_progress(seen, [*(f"{n} numbers" for n in range(1, 6)), "counting"])
    # Four and five numbers are each joined in two ways, the larger parts for at most 256 deals at a time.
    assert len([snapshot for snapshot in seen if snapshot.stage == "5 numbers"]) == 1 + 2 + ceil(715 / 256) + 1 + 1


@pytest.mark.parametrize("piece", [1, 2500])
def test_counting_in_pieces(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = odds(SUIT, 3, 1, 100)
    monkeypatch.setattr("perfectplay.pursuit.odds.exact._PIECE", piece)
    seen: list[Progress] = []
    assert odds(SUIT, 3, 1, 100, progress=seen.append) == expected
    check_progress(seen, ["1 numbers", "2 numbers", "3 numbers", "counting"])
    assert len(seen) > 20


def test_a_deal_that_takes_long_is_reported_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = odds(SUIT, 2, 1, 30, Rules(use_all=True))
    monkeypatch.setattr("perfectplay.pursuit.odds.deals._PIECE", 0.0)
    seen: list[Progress] = []
    assert odds(SUIT, 2, 1, 30, Rules(use_all=True), progress=seen.append) == expected
    assert [snapshot.done for snapshot in seen if snapshot.stage == "deals"] == list(range(79))


@pytest.mark.parametrize("rules", [Rules(), Rules(use_all=True)])
def test_processes_are_checked_whether_needed_or_not(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    for jobs in (-3, 0, 5000):
        with pytest.raises(LimitExceededError, match=f"{jobs} jobs"):
            odds(SUIT, 2, 1, 9, rules, jobs=jobs)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError):
        odds(SUIT, 2, 1, 9, rules, cluster="tcp://127.0.0.1:1")


def test_large_weights_are_exact() -> None:
    deck = Deck.of("many", dict.fromkeys((1, 2), 1000))
    found = odds(deck, 8, 1, 3)
    assert found.deals == deck.total(8) > 1 << 64
    assert found.probability == 1
    assert found.certain_weight == found.deals


def test_too_much_is_refused() -> None:
    with pytest.raises(LimitExceededError, match=r"^6 numbers of the deck 'wide' can be dealt in 119,877,472 distinct"):
        odds(Deck.of("wide", dict.fromkeys(range(1, 65), 6)), 6)
    with pytest.raises(LimitExceededError, match=r"18,395,000,000 pairs with the targets 1 to 1000000"):
        odds(high=1_000_000)
    with pytest.raises(LimitExceededError, match=r"cannot deal '?7'? numbers"):
        check_odds(Deck.of("six", {1: 6}), 7, 1, 1000)
    with pytest.raises(InvalidPositionError, match="no target from 9 to 3"):
        odds(low=9, high=3)
    huge = Deck.of("huge", {MAX_CARD - 1: 3, MAX_CARD: 3})
    assert not is_fast(huge, 6, 1020, Rules())
    with pytest.raises(LimitExceededError, match="too large together"):
        odds(huge, 6)


@pytest.mark.parametrize(
    ("rules", "numbers", "hours"),
    [(Rules(fractions=True), 8, "4,002"), (Rules(use_all=True, fractions=True), 8, "4,002")],
)
def test_what_would_take_days_is_refused(rules: Rules, numbers: int, hours: str) -> None:
    shown = rf"distinct ways, which would take some {hours} hours of processor time; up to {MAX_HOURS} are possible"
    with pytest.raises(LimitExceededError, match=shown) as caught:
        odds(CARDS, numbers, rules=rules)
    assert str(caught.value).isprintable()


def test_what_takes_hours_is_possible() -> None:
    assert 3600 < check_odds(CARDS, 8, 1, 1000) < 3600 * MAX_HOURS
    assert check_odds(CARDS, 6, 1, 1000) < 10


def test_few_deals_with_very_high_targets_go_deal_by_deal() -> None:
    # Counting all deals of such a game at once took minutes and gigabytes.
    deck = Deck("x", tuple(range(83, 100)), (3,) * 17)
    assert is_fast(deck, 3, 10**5, Rules())
    assert not is_fast(deck, 3, 10**6, Rules())
    assert check_odds(deck, 3, 1, 10**6) < 60
    few = Deck("few", (83, 91, 97), (1,) * 3)
    assert not is_fast(few, 3, 10**6, Rules())
    found = odds(few, 3, 700_000, 10**6)
    assert [row.target for row in found.by_target if row.weight] == [83 * 91 * 97]


@pytest.mark.parametrize(("numbers", "low", "high"), [(2.5, 1, 9), ("2", 1, 9), (True, 1, 9), (2, 1.5, 9), (2, 1, "9")])
def test_what_is_no_number(numbers: Any, low: Any, high: Any) -> None:
    with pytest.raises(PerfectPlayError) as caught:
        odds(SUIT, numbers, low, high)
    assert str(caught.value).isprintable()


def test_integers_of_any_kind() -> None:
    import numpy as np

    found = odds(SUIT, np.int64(2), np.int32(1), np.uint8(9))  # type: ignore[arg-type]
    assert repr(found) == repr(odds(SUIT, 2, 1, 9))


def test_large_cards_stay_exact() -> None:
    deck = Deck.of("large", {999_983: 1, 999_979: 1, 4: 1, 3: 1})
    assert is_fast(deck, 3, 1020, Rules())
    assert facts(odds(deck, 3, 1, 100)) == plain_odds(deck, 3, 1, 100, Rules())
    assert not is_fast(deck, 4, 1020, Rules())
    assert facts(odds(deck, 4, 1, 100)) == plain_odds(deck, 4, 1, 100, Rules())


# -- ending early ----------------------------------------------------------------------------------------------

ALL = Rules(use_all=True)


@pytest.fixture
def in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.pursuit.odds.deals._MOST_IN_PIECE", 16)


def stopping(after: int, stage: str = "deals") -> Callable[[Progress], None]:
    """Press Ctrl-C after a number of deals."""

    def press(snapshot: Progress) -> None:
        if snapshot.stage == stage and snapshot.done >= after:
            signal.raise_signal(signal.SIGINT)

    return press


@pytest.mark.usefixtures("in_small_pieces")
def test_an_early_end_leaves_exact_bounds() -> None:
    whole = odds(SUIT, 3, 1, 100, ALL)
    assert (whole.status, whole.done, whole.done_weight, whole.upper) == ("optimal", 286, 286, whole.probability)
    part = odds(SUIT, 3, 1, 100, ALL, progress=stopping(100))
    assert (part.status, part.interrupted, part.deals, part.pairs) == ("bounded", True, 286, 28_600)
    assert 100 <= part.done < 100 + 16
    looked_at = [targets for targets in part.targets_by_deal if targets >= 0]
    assert len(looked_at) == part.done
    assert part.hits == sum(looked_at)
    assert all(known in {-1, exact} for known, exact in zip(part.targets_by_deal, whole.targets_by_deal, strict=True))
    # The deck has no equal cards, so each of the 286 deals has the same weight.
    assert part.probability == Fraction(part.hits, 28_600)
    assert part.upper == 1 - Fraction(100 * part.done - part.hits, 28_600)
    assert part.probability < whole.probability < part.upper
    assert {row.deal for row in part.best(300)} == {row.deal for row in part.worst(300)}
    assert len(part.worst(300)) == part.done
    for mine, theirs in zip(part.by_distance, whole.by_distance, strict=True):
        assert mine <= theirs


@pytest.mark.usefixtures("in_small_pieces")
def test_bounds_tell_equal_cards_apart() -> None:
    deck = Deck.of("pairs", {1: 4, 2: 3, 3: 2, 7: 2, 9: 1, 25: 1})
    part = odds(deck, 3, 1, 50, ALL, progress=stopping(20))
    deals = dict(zip(deck.deals(3), part.targets_by_deal, strict=True))
    weights = {deal: deck.weight(deal) for deal, targets in deals.items() if targets >= 0}
    assert 20 <= part.done == len(weights) < deck.distinct(3)
    assert part.done_weight == sum(weights.values())
    assert part.probability == Fraction(sum(deals[deal] * weights[deal] for deal in weights), 50 * deck.total(3))
    misses = sum((50 - deals[deal]) * weights[deal] for deal in weights)
    assert part.upper == 1 - Fraction(misses, 50 * deck.total(3))
    assert part.probability <= odds(deck, 3, 1, 50, ALL).probability <= part.upper


def test_a_time_limit_leaves_bounds_too() -> None:
    # However short the time limit is, the first deal is counted.
    part = odds(SUIT, 3, 1, 100, ALL, time_limit=1e-9)
    assert (part.done, part.status, part.interrupted) == (1, "bounded", False)
    # By the default rules, all deals are counted together, so no result is known before the end.
    nothing = odds(SUIT, 3, 1, 100, time_limit=1e-9)
    assert (nothing.done, nothing.hits) == (0, 0)
    assert (nothing.probability, nothing.upper) == (Fraction(0), Fraction(1))
    assert nothing.best(5) == ()
    assert odds(SUIT, 3, 1, 100, time_limit=1e9) == odds(SUIT, 3, 1, 100)
    for limit in (0, -1.0, float("nan")):
        with pytest.raises(InvalidPositionError, match="is not a time limit; it must be a positive number of seconds"):
            odds(SUIT, 2, 1, 9, time_limit=limit)


def test_where_nothing_is_known_there_are_no_bounds() -> None:
    with pytest.raises(KeyboardInterrupt):
        odds(SUIT, 3, 1, 100, progress=stopping(0, "2 numbers"))


def test_ctrl_c_after_the_last_deal_changes_nothing() -> None:
    assert odds(SUIT, 3, 1, 100, ALL, progress=stopping(286)) == odds(SUIT, 3, 1, 100, ALL)


def test_ctrl_c_ends_work_that_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.pursuit.odds.deals._SAMPLE", 0.0)
    monkeypatch.setattr("perfectplay.pursuit.odds.deals._MOST_IN_PIECE", 8)
    part = odds(SUIT, 3, 1, 100, ALL, jobs=2, progress=stopping(20))
    assert part.interrupted
    assert 20 <= part.done < 286


def test_chances_of_targets_are_not_told_before_all_deals_are_counted() -> None:
    question = TargetChances(deck=SUIT, numbers=3, targets=(1, 100))
    with pytest.raises(PerfectPlayError, match="time ran out before the chance of each target was known"):
        question.answer(Work(time_limit=1e-9))
    assert len(question.answer(Work(time_limit=1e9))) == 100


def test_a_time_limit_allows_what_would_take_days() -> None:
    assert check_odds(CARDS, 8, 1, 1000, Rules(fractions=True), limited=True) > 3600 * MAX_HOURS
    with pytest.raises(LimitExceededError, match=r"or set a time limit$"):
        check_odds(CARDS, 8, 1, 1000, Rules(fractions=True))


# -- resuming --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("in_small_pieces")
def test_finished_deals_are_not_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "odds.db"
    part = odds(SUIT, 3, 1, 100, ALL, resume=file, progress=stopping(100))
    seen: list[Progress] = []
    whole = odds(SUIT, 3, 1, 100, ALL, resume=file, progress=seen.append)
    assert seen[0].done == part.done
    assert whole == odds(SUIT, 3, 1, 100, ALL)
    monkeypatch.setattr("perfectplay.pursuit.odds.deals._deal_by_deal", None)
    assert odds(SUIT, 3, 1, 100, ALL, resume=file, jobs=2) == whole


def test_a_file_has_room_for_other_odds(tmp_path: Path) -> None:
    file = tmp_path / "odds.db"
    games = [
        (SUIT, 2, 1, 50, ALL),
        (CARDS, 2, 1, 50, ALL),
        (SUIT, 3, 1, 50, ALL),
        (SUIT, 2, 2, 50, ALL),
        (SUIT, 2, 1, 50, Rules("+", use_all=True)),
    ]
    for _ in range(2):
        for game in games:
            assert odds(*game, resume=file) == odds(*game)


def test_files_of_something_else_are_refused(tmp_path: Path) -> None:
    text, decks = tmp_path / "notes.txt", tmp_path / "decks.db"
    text.write_text("not a database", encoding="utf-8")
    list(evaluate_decks(SUIT, {25: [15]}, 2, 1, 50, resume=decks))
    for file, problem in ((text, "it is not a file of odds"), (decks, "it is another program's database")):
        before = file.read_bytes()
        with pytest.raises(PerfectPlayError, match=f"{problem}; name a new file or one of odds"):
            odds(SUIT, 2, 1, 50, ALL, resume=file)
        assert file.read_bytes() == before


# -- the forecast ----------------------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "; Ctrl-C ends it early with bounds, and a file to resume from would keep what is done"),
        ({"resume": "odds.db"}, "; Ctrl-C ends it early with bounds, and the file keeps what is done"),
        ({"time_limit": 1e-3}, ", which is more than the time limit: there will be bounds only"),
    ],
)
def test_long_work_is_told_beforehand(
    options: dict[str, Any],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("perfectplay.pursuit.odds.deals._SAMPLE", 1e-9)
    monkeypatch.setattr("perfectplay.pursuit.odds.exact.LONG", 1e-9)
    monkeypatch.setattr("perfectplay.pursuit.odds.deals.Deadline.check", lambda _: None)
    monkeypatch.setattr("perfectplay.pursuit.odds.exact.about", lambda seconds: f"about {type(seconds).__name__}")
    odds(SUIT, 5, 1, 100, ALL, **options)
    assert [record.getMessage() for record in caplog.records] == [f"this takes about float{told}"]
    caplog.clear()
    odds(SUIT, 2, 1, 50, ALL, forecast=False)
    assert not caplog.records


def test_on_a_cluster_processor_time_is_told(caplog: pytest.LogCaptureFixture) -> None:
    _forecast(60.0, 7200.0, shared=True, stored=False)
    assert caplog.records[0].getMessage().startswith("this takes about 2 hours of processor time; Ctrl-C ends it")


def test_short_work_is_not_forecast(caplog: pytest.LogCaptureFixture) -> None:
    odds(SUIT, 3, 1, 100, ALL)
    assert not caplog.records


def test_a_sample_tells_how_long_all_deals_take(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Deals(list(SUIT.deals(2)), ALL, low=0, high=70)
    now = iter([0.0, 0.25, 0.5, 0.75, 1.0])
    monkeypatch.setattr("perfectplay.pursuit.odds.deals.time.perf_counter", lambda: next(now))
    assert sample_seconds(work) == 0.25 * 78


@rows(
    "seconds, words",
    [
        (1, "about 5 seconds"),
        (100, "about 2 minutes"),
        (7199, "about 120 minutes"),
        (7200, "about 2 hours"),
        (172_799, "about 48 hours"),
        (172_800, "about 2 days"),
        (1e9, "about 11,574 days"),
    ],
)
def test_lengths_of_time_in_words(seconds: float, words: str) -> None:
    assert about(seconds) == words


# -- how many targets a deal hits --------------------------------------------------------------------------------------

SMALL = Deck.of("small", {1: 2, 2: 1, 3: 2, 7: 1, 25: 1}, [25])
HIGH = 30


@cache
def some_odds() -> Odds:
    return odds(SMALL, 3, 1, HIGH)


@cache
def hit_by_hand() -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return every set of three cards with its number of hit targets, counted by the article's own program."""
    found = []
    for deal in combinations(SMALL.cards, 3):
        hits = [False] * HIGH
        for numbers in (1, 2, 3):
            for subset in rpn_subsets(numbers):
                rpn_hits(hits, subset, deal)
        found.append((deal, sum(hits)))
    return tuple(found)


def test_every_set_of_cards_is_counted() -> None:
    found = distribution(some_odds())
    weights = Counter(count for _, count in hit_by_hand())
    distinct = Counter(dict(hit_by_hand()).values())
    assert {row.targets: (row.weight, row.distinct_deals) for row in found.rows} == {
        count: (weights[count], distinct[count]) for count in weights
    }
    assert [row.targets for row in found.rows] == sorted(weights)
    for least in range(HIGH + 2):
        either = sum(count >= least for _, count in hit_by_hand())
        assert found.at_least(least) == (either, sum(count >= least for count in dict(hit_by_hand()).values()))
    assert found.mean == Fraction(sum(count for _, count in hit_by_hand()), 35) == some_odds().probability * HIGH
    middle = sorted(count for _, count in hit_by_hand())
    assert sum(count >= found.median for count in middle) >= 18 > sum(count > found.median for count in middle)


def test_a_part_of_the_deals_is_no_distribution() -> None:
    part = odds(SMALL, 3, 1, HIGH, Rules(use_all=True), time_limit=1e-9)
    with pytest.raises(InvalidPositionError, match=r"^only \d+ of 18 different deals were examined"):
        distribution(part)


def test_the_curves_fall_as_the_deals_do() -> None:
    found = distribution(some_odds())
    root = ET.fromstring(deal_chart(found))  # noqa: S314  # the picture comes from this package
    paths = [e.attrib["d"] for e in root.iter() if "pp-curve" in e.attrib.get("class", "") and "d" in e.attrib]
    for path, every, which in zip(paths, (35, 18), (0, 1), strict=True):
        places = [tuple(map(float, place.split())) for place in path[1:].split("L")]
        left, right = places[0][0], places[-1][0]
        # The plot is 380 pixels high, and 1 is at its upper edge.
        drawn = {round((x - left) / (right - left) * HIGH): 1 - y / 380 for x, y in places}
        assert max(drawn) == HIGH
        for targets, share in drawn.items():
            assert share == pytest.approx(found.at_least(targets)[which] / every, abs=1e-3)
        assert {row.targets for row in found.rows} <= set(drawn)
    hints = [e.text for e in root.iter() if e.tag.endswith("title")]
    assert f"{HIGH} or more: 0\xa0%" in [(hint or "").replace("\u202f", "\xa0") for hint in hints]


def test_a_chart_has_room_for_so_many_targets() -> None:
    with pytest.raises(LimitExceededError, match=r"^5,001 targets cannot be drawn"):
        deal_chart(distribution(odds(SMALL, 1, 1, MAX_TARGETS + 1)))
