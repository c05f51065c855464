"""Test that opponents obey the rules, find the best numbers within their limits, and repeat games with a seed."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError
from perfectplay.pursuit.deal.deals import CLASSIC
from perfectplay.pursuit.expressions import check_expression
from perfectplay.pursuit.play import HITS, OPPONENTS, Rambler, Seeker, find_answer, load_opponent
from perfectplay.pursuit.questions.deals import DealGame
from perfectplay.pursuit.rules import PursuitPosition, Rules
from tests.profiles import examples
from tests.pursuit.oracles import parts_of, values_of
from tests.tables import rows

GAME = PursuitPosition.new([3, 6, 9, 10, 50, 100], 951)

deals = st.builds(
    PursuitPosition.new,
    st.lists(st.integers(1, 100), min_size=1, max_size=5),
    st.integers(1, 1000),
    st.builds(
        Rules,
        st.sampled_from(["+-*/", "+-", "*-", "+*"]),
        use_all=st.booleans(),
        fractions=st.booleans(),
        positive=st.booleans(),
    ),
)


@given(deals, st.sampled_from(sorted(OPPONENTS)), st.integers(0, 9))
@settings(max_examples=examples(60))
def test_what_an_opponent_shows_obeys_the_rules(game: PursuitPosition, name: str, seed: int) -> None:
    found = find_answer(load_opponent(name), game, seed)
    if found is None:
        assert game.rules.use_all
        return
    assert found.value.denominator == 1
    # Parse the text again, and apply every rule.
    assert check_expression(str(found), game.numbers, game.rules).value == found.value


@rows("numbers", [1, 2, 3, 4])
@rows("target", [7, 100, 333, 951])
def test_a_seeker_is_as_close_as_any_so_many_numbers_are(numbers: int, target: int) -> None:
    dealt = (3, 7, 8, 25)
    found = find_answer(Seeker("it", numbers), PursuitPosition.new(dealt, target))
    assert found is not None
    assert len(found.numbers) <= numbers
    parts = [part for part in parts_of(dealt, Rules()) if len(part) <= numbers]
    nearest = min(abs(Fraction(value) - target) for part in parts for value in values_of(part, Rules()))
    assert abs(found.value - target) == nearest


def test_a_rambler_keeps_to_its_limits() -> None:
    games = DealGame(deck=CLASSIC, seed=5).games()
    for seed, game in zip(range(40), games, strict=False):
        found = find_answer(Rambler("it", 200, 3), game, seed)
        assert found is not None
        assert len(found.numbers) <= 3
        assert all(result > 0 for _, result in found.steps)
        nearest = min(abs(number - game.target) for number in game.numbers)
        assert abs(int(found.value) - game.target) <= nearest


class Counting(random.Random):
    """A random generator that counts calls of `choice`: each calculation calls it once, to choose an operator."""

    chosen = 0

    def choice(self, seq: Any) -> Any:
        self.chosen += 1
        return super().choice(seq)


@pytest.mark.parametrize("calculations", [1, 2, 7, 100])
def test_a_rambler_makes_so_many_calculations_unless_it_hits(calculations: int) -> None:
    chance = Counting(1)
    game = PursuitPosition.new([2, 2, 2, 2, 2, 2], 999)
    Rambler("it", calculations, 5).find(game, chance)
    assert chance.chosen == calculations
    chance = Counting(1)
    found = Rambler("it", calculations, 5).find(PursuitPosition.new([2, 9], 9), chance)
    assert (str(found), chance.chosen) == ("9", 0)


def test_the_same_seed_finds_the_same_whatever_was_played() -> None:
    later = PursuitPosition.from_id(f"{GAME.id}/100a6")
    for opponent in OPPONENTS.values():
        assert find_answer(opponent, GAME, 3) == find_answer(opponent, later, 3)
    casual = load_opponent("casual")
    assert len({str(find_answer(casual, GAME, seed)) for seed in range(10)}) > 1


def test_where_all_numbers_must_be_used_whoever_sees_fewer_shows_nothing() -> None:
    game = PursuitPosition.new([3, 3, 8, 8], 24, Rules(use_all=True, fractions=True))
    assert find_answer(Seeker("it", 3), game) is None
    assert find_answer(Rambler("it", 500, 3), game) is None
    assert str(find_answer(load_opponent("perfect"), game)) == "8/(3-8/3)"


@pytest.mark.full
def test_the_stronger_hit_more() -> None:
    games = list(islice(DealGame(deck=CLASSIC, seed=2).games(), 60))
    hits = [
        sum(found is not None and found.value == game.target for game in games for found in [find_answer(one, game)])
        for one in OPPONENTS.values()
    ]
    assert hits == sorted(hits)
    assert 10 * hits[0] < hits[-1]


def test_unknown_opponents() -> None:
    with pytest.raises(InvalidPositionError, match="no opponent 'Carol'; the opponents are beginner, casual, keen, st"):
        load_opponent("Carol")


def test_what_is_told_of_hits_is_what_was_measured() -> None:
    """Test that the guide has the figures of the benchmark, and that the pages and the HTTP API round them."""
    guide = (Path(__file__).parents[2] / "docs" / "pursuit.md").read_text(encoding="utf-8")
    deck, measured = "", dict[tuple[str, str], float]()
    for one, name, hits in re.findall(r"^\| (\w*) *\| (\w+) \| ([0-9.]+) % \|", guide, re.MULTILINE):
        deck = one or deck
        if name in OPPONENTS:
            measured[deck, name] = float(hits)
    told = {(deck, name): hits for deck, row in HITS.items() for name, hits in row.items()}
    assert told.keys() == measured.keys() == {(deck, name) for deck in HITS for name in OPPONENTS}
    assert all(abs(told[one] - measured[one]) <= 0.5 for one in told)
