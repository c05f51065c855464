"""Compare all best games with all games of small pots, with an independent oracle, and with a second search."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import LimitExceededError, PerfectPlayError
from perfectplay.core.question import Work
from perfectplay.taxman import TaxmanPosition, best_sets
from perfectplay.taxman.best_sets import check_numbers, count_orders
from perfectplay.taxman.exact import alternative_optimum
from perfectplay.taxman.plain import search
from perfectplay.taxman.questions.solve import SolvePot
from perfectplay.taxman.records import load_records
from perfectplay.taxman.solve import BestSets
from tests.profiles import examples
from tests.tables import rows
from tests.taxman.oracles import second_best

RECORDS = load_records()
TIED = (1, 2, 4, 7, 11, 22)
"""A pot with two best sets of picks: 11 and 22, or 7, 4 and 22."""
TIED_TWICE = [prime * number for prime in (17, 19) for number in TIED]


def every_game(numbers: Iterable[int]) -> tuple[set[frozenset[int]], int]:
    """Play every game; return the sets of picks of the best games, and the number of best games."""
    pot = sorted(numbers)
    divisors = [sum(1 << j for j, q in enumerate(pot[:i]) if p % q == 0) for i, p in enumerate(pot)]

    @cache
    def best(left: int) -> tuple[int, frozenset[int], int]:
        score, sets, games = 0, frozenset({0}), 1
        for i, number in enumerate(pot):
            if left >> i & 1 and left & divisors[i]:
                more, taken, orders = best(left & ~(divisors[i] | 1 << i))
                if number + more > score:
                    score, sets, games = number + more, frozenset(), 0
                if number + more == score:
                    sets, games = sets | {some | 1 << i for some in taken}, games + orders
        return score, sets, games

    _, sets, games = best((1 << len(pot)) - 1)
    return {frozenset(p for i, p in enumerate(pot) if some >> i & 1) for some in sets}, games


def as_sets(found: BestSets) -> set[frozenset[int]]:
    assert len(set(found.sets)) == len(found.sets)
    return set(map(frozenset, found.sets))


@rows("n", range(1, 27))
def test_every_game_was_played_up_to_26(n: int) -> None:
    found = best_sets.best_sets(TaxmanPosition.new(n))
    assert (as_sets(found), found.games) == every_game(range(1, n + 1))
    assert len(found.sets) == 1


@settings(max_examples=examples(150))
@given(
    st.sampled_from([(), TIED, tuple(3 * number for number in TIED), tuple(TIED_TWICE)]),
    st.frozensets(st.integers(1, 60), min_size=1, max_size=7),
)
def test_every_game_was_played_in_irregular_pots(tied: tuple[int, ...], more: frozenset[int]) -> None:
    pot = more | set(tied)
    found = best_sets.best_sets(TaxmanPosition.new(pot))
    assert (as_sets(found), found.games) == every_game(pot)


@settings(max_examples=examples(60))
@given(st.integers(8, 24), st.lists(st.integers(0, 99), max_size=6), st.sampled_from(["", "~end"]))
def test_every_game_was_played_from_the_middle(n: int, choices: list[int], variant: str) -> None:
    position = TaxmanPosition.from_id(f"taxman:{n}{variant}")
    for choice in choices:
        legal = position.legal_moves()
        position = position.play(legal[choice % len(legal)]) if legal else position
    found = best_sets.best_sets(position)
    assert (as_sets(found), found.games) == every_game(position.pot)


def test_ties_multiply() -> None:
    found = best_sets.best_sets(TaxmanPosition.new(TIED_TWICE))
    assert as_sets(found) == every_game(TIED_TWICE)[0]
    assert len(found.sets) == 4


@settings(max_examples=examples(100))
@given(st.frozensets(st.integers(1, 40), min_size=1, max_size=14), st.randoms())
def test_orders_are_those_of_the_rules(pot: frozenset[int], draw: random.Random) -> None:
    picks = frozenset(draw.sample(sorted(pot), draw.randrange(len(pot) + 1)))

    def orders(position: TaxmanPosition) -> int:
        left = picks - set(position.moves)
        ways = [p for p in position.legal_moves() if p in left]
        return sum(orders(position.play(p)) for p in ways) if left else 1

    if len(picks) <= 6:
        assert count_orders(TaxmanPosition.new(pot), picks) == orders(TaxmanPosition.new(pot))


@pytest.mark.parametrize("n", [1, 2, 54, 186, 300])
def test_the_compiled_search_finds_no_other_set_either(n: int) -> None:
    position = TaxmanPosition.new(n)
    moves = RECORDS[n].moves
    assert best_sets.best_sets(position).sets == (tuple(sorted(moves)),)
    assert alternative_optimum(position, [moves]) is None


@pytest.mark.parametrize("pot", [TIED, TIED_TWICE, set(range(1, 30)) - {4, 9}])
def test_the_compiled_search_finds_all_sets_of_irregular_pots(
    pot: Iterable[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    position = TaxmanPosition.new(pot)
    known = best_sets.best_sets(position)
    monkeypatch.setattr(search, "MAX_NUMBERS", 0)
    monkeypatch.setattr(search, "MAX_NODES", 0)
    assert best_sets.best_sets(position) == known


@pytest.mark.full
def test_425_is_the_first_with_two_best_sets() -> None:
    """Test that 425 has two best sets; the long test below shows that no smaller N has two."""
    position = TaxmanPosition.new(425)
    first = frozenset(RECORDS[425].moves)
    found = alternative_optimum(position, [first])
    assert found is not None
    other = frozenset(found)
    assert {first - other, other - first} == {frozenset({98, 150, 162}), frozenset({110, 132, 168})}
    assert alternative_optimum(position, [first, other]) is None


@pytest.mark.parametrize("numbers", [range(1, 61), pytest.param(range(1, 121), marks=pytest.mark.full), TIED])
def test_an_oracle_without_the_best_set_agrees(numbers: Iterable[int]) -> None:
    found = best_sets.best_sets(TaxmanPosition.new(numbers))
    score = sum(found.sets[0])
    assert (second_best(numbers, found.sets[0]) == score) == (len(found.sets) > 1)


def test_from_n_less_1_to_n() -> None:
    """Test the two lemmas of the docs with every game up to N = 24."""
    for n in range(3, 25):
        sets, before = (every_game(range(1, m + 1))[0] for m in (n, n - 1))
        if RECORDS[n].score == RECORDS[n - 1].score + n:
            assert {some - {n} for some in sets} <= before
        if n in {3, 5, 7, 11, 13, 17, 19, 23}:
            largest = max(p for p in (2, 3, 5, 7, 11, 13, 17, 19) if p < n)
            assert {some - {n} | {largest} for some in sets} == before


@pytest.mark.full
def test_every_n_up_to_424_has_one_best_set() -> None:
    # By a lemma of the docs, N has no more best sets than N - 1 if the best score grows by N: skip such N from 200 on.
    for n in (n for n in range(1, 425) if n < 200 or RECORDS[n].score < RECORDS[n - 1].score + n):
        position, moves = TaxmanPosition.new(n), RECORDS[n].moves
        if n <= search.MAX_NUMBERS:
            assert [set(found) for found in search.find_best_sets(position, 1_000) or ()] == [set(moves)], n
        else:
            assert alternative_optimum(position, [moves]) is None, n


def test_the_list_of_ties_obeys_the_lemmas() -> None:
    several = best_sets.SEVERAL
    assert max(several) <= best_sets.KNOWN_TO <= RECORDS.largest_without_hole
    for n in range(3, best_sets.KNOWN_TO + 1):
        now, before = several.get(n, 1), several.get(n - 1, 1)
        if RECORDS[n].score == RECORDS[n - 1].score + n:
            assert now <= before, n
        if all(n % d for d in range(2, int(n**0.5) + 1)):
            assert now == before, n


@pytest.mark.full
@pytest.mark.parametrize("n", [429, 431, 432, 439, 440, 539, 540, 684, 686, 688, 696, 700, 770, 774, 775, 779, 780])
def test_ties_are_where_the_list_says(n: int) -> None:
    found = [frozenset(RECORDS[n].moves)]
    while (more := alternative_optimum(TaxmanPosition.new(n), found)) is not None:
        found.append(frozenset(more))
    assert len(set(found)) == len(found) == best_sets.SEVERAL.get(n, 1)
    assert {sum(taken) for taken in found} == {RECORDS[n].score}
    assert len({frozenset(p for p in taken if 2 * p > n) for taken in found}) == 1


def test_too_many_orders_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_sets, "MAX_STATES", 20)
    assert count_orders(TaxmanPosition.new(30), RECORDS[30].moves) == 2376
    assert best_sets.best_sets(TaxmanPosition.new(38)).games is None


def test_what_is_too_large_or_not_proven_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitExceededError, match=r"1001 numbers are left in the pot, too many .*; the limit is 1000"):
        check_numbers(TaxmanPosition.new(1001))
    with pytest.raises(PerfectPlayError, match="ended before the best score was proven"):
        SolvePot(n=990, records=False, all_best=True).answer(Work(time_limit=0.0))
    monkeypatch.setattr(search, "MAX_NUMBERS", 0)
    monkeypatch.setattr(best_sets, "MAX_SETS", 3)
    with pytest.raises(LimitExceededError, match="more than 3 sets of numbers reach the best score"):
        best_sets.best_sets(TaxmanPosition.new(TIED_TWICE))
