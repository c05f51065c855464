"""How many targets deals hit, against every set of cards of small packs, and the picture of it."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.pursuit.deal.deals import Deck
from perfectplay.pursuit.distribution import distribution
from perfectplay.pursuit.odds import Odds, odds
from perfectplay.pursuit.pictures.common import MAX_TARGETS
from perfectplay.pursuit.pictures.svg import deal_chart
from perfectplay.pursuit.rules import Rules
from tests.pursuit.reference import rpn_hits, rpn_subsets

SMALL = Deck.of("small", {1: 2, 2: 1, 3: 2, 7: 1, 25: 1}, [25])
HIGH = 30


@cache
def some_odds() -> Odds:
    return odds(SMALL, 3, 1, HIGH)


@cache
def hit_by_hand() -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every set of three cards, with how many targets the article's own program hits."""
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
    with pytest.raises(InvalidPositionError, match=r"^\d+ of 18 different deals have been looked at"):
        distribution(part)


def test_the_curves_fall_as_the_deals_do() -> None:
    found = distribution(some_odds())
    root = ET.fromstring(deal_chart(found))  # noqa: S314  # our own picture
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
