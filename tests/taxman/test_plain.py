"""Compare the plain search with every game of small pots, the proven table, and the compiled solver."""

import random
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import Result
from perfectplay.matching.graph import MAX_TOTAL
from perfectplay.taxman import TaxmanPosition, plain
from perfectplay.taxman import solve as door
from perfectplay.taxman.exact import solve
from perfectplay.taxman.plain import find_best_sets, search, solve_plainly, solve_worst, twin, verify
from perfectplay.taxman.records import load_records
from tests.profiles import examples
from tests.tables import rows
from tests.taxman.oracles import OracleError, brute_force, cp_sat, cp_sat_all, cp_sat_matchings

RICH = [a * b for a in (1, 2, 3, 4, 6, 8, 9, 12, 36, 60) for b in range(1, 31)]
"""Numbers with many divisibility relations among them."""


def answer(position: TaxmanPosition) -> Result[int, int]:
    """Solve by the plain search, and check by the rules that the moves are a complete game with this score."""
    result = solve_plainly(position)
    assert result is not None
    assert (result.lower, result.upper, result.status) == (result.value, result.value, "optimal")
    assert result.provenance["source"] == "search"
    for move in result.moves:
        position = position.play(move)
    assert position.is_over()
    assert position.player == result.value
    return result


def wander(position: TaxmanPosition, choices: list[int]) -> TaxmanPosition:
    for choice in choices:
        legal = position.legal_moves()
        if legal:
            position = position.play(legal[choice % len(legal)])
    return position


@rows("n", range(1, 27))
def test_every_game_was_played_up_to_26(n: int) -> None:
    assert answer(TaxmanPosition.new(n)).value == brute_force(range(1, n + 1))


@settings(max_examples=examples(150))
@given(st.frozensets(st.sampled_from(RICH) | st.sampled_from([10**6, 343, 2**70]), min_size=1, max_size=14))
def test_every_game_was_played_in_irregular_pots(pot: frozenset[int]) -> None:
    assert answer(TaxmanPosition.new(pot)).value == brute_force(pot)


@settings(max_examples=examples(60))
@given(st.integers(8, 26), st.lists(st.integers(0, 99), max_size=6), st.sampled_from(["", "~end"]))
def test_every_game_was_played_from_the_middle(n: int, choices: list[int], variant: str) -> None:
    position = wander(TaxmanPosition.from_id(f"taxman:{n}{variant}"), choices)
    assert answer(position).value == position.player + brute_force(position.pot)


def test_the_table_of_proven_scores_agrees() -> None:
    scores = load_records().scores()
    numbers = [*range(1, 121), 186, 231, 272, 300]
    assert {n: answer(TaxmanPosition.new(n)).value for n in numbers} == {n: scores[n] for n in numbers}


def test_the_table_takes_the_same_numbers() -> None:
    # The web pages compute the games of the table by the plain search, too, and only reorder the moves.
    table = load_records()
    for n in range(1, plain.MAX_NUMBERS + 1):
        assert sorted(answer(TaxmanPosition.new(n)).moves) == sorted(table[n].moves)


@pytest.mark.parametrize("seed", range(4))
def test_the_compiled_solver_agrees_on_large_pots(seed: int) -> None:
    draw = random.Random(seed)
    game = wander(TaxmanPosition.new(120), [draw.randrange(-9, 0) for _ in range(draw.randrange(12))])
    for position in (game, TaxmanPosition.new(draw.sample(range(2, 150), 80)), TaxmanPosition.new(set(RICH[seed::3]))):
        assert answer(position).value == solve(position).value


@pytest.mark.parametrize(
    "pot",
    [
        # The cover graph has an odd cycle, and the relaxation picks half of a number.
        [2, 3, 9, 12, 54],
        [2, 3, 21, 23, 29, 30, 42, 47],
        # The arcs of this game's cycle follow divisibility instead of covers (theory, T3).
        [2, 4, 8, 9, 72, 90],
        [7],
        [2, 4, 8],
    ],
)
def test_pots_with_a_catch(pot: list[int]) -> None:
    assert answer(TaxmanPosition.new(pot)).value == brute_force(pot)


def test_the_first_of_them_tears_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    torn = []
    split = twin._split

    def watched(node: twin._Node, conflict: int, vertex: int | None) -> Iterator[tuple[tuple[int, int], ...]]:
        torn.append(vertex)
        return split(node, conflict, vertex)

    monkeypatch.setattr(twin, "_split", watched)
    twin.best_games([2, 3, 9, 12, 54], 9, every=False)
    assert any(vertex is not None for vertex in torn)


@settings(max_examples=examples(100))
@given(st.frozensets(st.sampled_from(RICH), min_size=4, max_size=9), st.randoms(use_true_random=False))
def test_a_conflict_is_what_no_game_takes_with_nothing_to_spare(numbers: frozenset[int], draw: random.Random) -> None:
    position = TaxmanPosition.new(numbers)
    pot = twin._Pot(sorted(numbers))
    place = {number: vertex for vertex, number in enumerate(pot.numbers)}
    games: set[int] = set()

    def play(here: TaxmanPosition, taken: int) -> None:
        if taken not in games:
            games.add(taken)
            for move in here.legal_moves():
                play(here.play(move), taken | 1 << place[move])

    play(position, 0)
    picks = draw.randrange(1 << len(pot.numbers))
    conflict = pot.conflict(picks)
    assert (conflict == 0) == (picks in games)
    assert conflict & ~picks == 0
    assert all(game & conflict != conflict for game in games) or not conflict
    assert all(conflict & ~(1 << vertex) in games for vertex in twin._members(conflict))


@pytest.mark.parametrize("size", [MAX_TOTAL, 1 << 54, 1 << 56, 1 << 70])
def test_numbers_may_be_too_large_for_the_compiled_solver(size: int) -> None:
    result = door.solve(TaxmanPosition.new([size, 2 * size, 3 * size]))
    assert result.value == 3 * size
    assert find_best_sets(TaxmanPosition.new([size, 2 * size, 3 * size]), 9) == ((3 * size,),)


def test_small_questions_are_answered_without_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers() -> list[object]:
        results = [solve_plainly(TaxmanPosition.new(60)), solve_worst(TaxmanPosition.new(30))]
        return [result and (result.value, result.moves, result.provenance) for result in results]

    compiled = answers()
    monkeypatch.delattr(plain, "kernels")
    monkeypatch.setitem(sys.modules, "perfectplay.taxman.plain.kernels", None)
    assert search._search(TaxmanPosition.new(60))[0] is twin
    assert answers() == compiled


def test_a_large_question_is_left_to_the_compiled_solver() -> None:
    position = TaxmanPosition.from_id("taxman:360/359")
    assert len(position.pot) > search.MAX_NUMBERS
    assert solve_plainly(position) is None
    result = door.solve(position)
    assert result.status == "optimal"
    assert "linear_programs" in result.provenance


def test_a_hard_question_is_left_to_the_compiled_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MAX_NODES", 1)
    position = TaxmanPosition.new(54)
    assert solve_plainly(position) is None
    result = door.solve(position, records=False)
    assert (result.value, result.status) == (load_records().scores()[54], "optimal")
    assert "linear_programs" in result.provenance


def test_a_certificate_comes_from_the_compiled_solver() -> None:
    result = door.solve(TaxmanPosition.new(12), records=False, certificate=True)
    assert result.certificate is not None
    assert (result.cited, result.provenance["source"]) == ((), "search")


def test_a_certificate_that_is_at_hand_is_not_searched_for() -> None:
    result = door.solve(TaxmanPosition.new(98), certificate=True)
    assert (result.value, result.provenance["source"]) == (3007, "records")
    assert [one["position"] for one in result.cited] == ["taxman:96", "taxman:97"]
    assert result.certificate is not None
    assert (result.certificate["position"], result.certificate["claim"]) == (
        "taxman:98",
        {"score": 3007, "upper": 3007},
    )
    # The solver computes games that the table lacks.
    under_way = door.solve(TaxmanPosition.new(20).play(19), certificate=True)
    assert under_way.provenance["source"] == "search"


def test_a_game_that_does_not_reach_its_score_is_an_internal_error() -> None:
    verify(TaxmanPosition.new(3), [3], 3)
    with pytest.raises(AssertionError, match="reach 3, not 5"):
        verify(TaxmanPosition.new(3), [3], 5)
    with pytest.raises(AssertionError, match="internal error"):
        verify(TaxmanPosition.new(4), [3], 3)


# -- the oracles -------------------------------------------------------------------------------------------------------

TRONO = (
    # J. A. Trono, "Taxman revisited" (1994), appendix: optimal scores for N = 2..32.
    *(2, 3, 7, 9, 15, 17, 21, 30, 40, 44, 50, 52, 66),
    *(81, 89, 93, 111, 113, 124, 144, 166, 170),
    *(182, 198, 224, 251, 279, 285, 301, 303, 319),
)


def test_brute_force_agrees_with_trono() -> None:
    assert [brute_force(range(1, n + 1)) for n in range(2, 33)] == list(TRONO)


def test_cp_sat_agrees_with_trono() -> None:
    assert cp_sat_all(range(1, n + 1) for n in range(2, 33)) == list(TRONO)


@pytest.mark.full
@pytest.mark.parametrize(
    ("n", "score"),
    [
        # A019312 in the On-Line Encyclopedia of Integer Sequences
        (100, 3164),
        (150, 7137),
    ],
)
def test_cp_sat_on_larger_pots(n: int, score: int) -> None:
    assert cp_sat(range(1, n + 1)) == score


@pytest.mark.full
@settings(max_examples=4, deadline=None)
@given(st.lists(st.sets(st.integers(1, 60) | st.sampled_from([72, 120, 144, 360, 720]), max_size=13), max_size=40))
def test_oracles_agree_on_arbitrary_pots(pots: list[set[int]]) -> None:
    scores = cp_sat_all(pots)
    assert scores == [brute_force(pot) for pot in pots]
    assert all(score <= bound for score, bound in zip(scores, cp_sat_matchings(pots), strict=True))


def test_oracles_on_pots_counted_by_hand() -> None:
    # 6 costs 2 and 3.  8 costs 2 and 4, but if 4 is taken first, 8 has no tax left.  4 costs 1 and 2, then 12 costs 3.
    pots = [(), (7,), (2, 3, 6), (2, 4, 8), (1, 2, 3, 4, 12)]
    scores = [0, 0, 6, 8, 16]
    assert cp_sat_all(pots) == scores
    assert [brute_force(pot) for pot in pots] == scores
    assert cp_sat_matchings(pots) == [0, 0, 6, 8, 16]


def test_cp_sat_says_when_it_runs_out_of_time() -> None:
    with pytest.raises(OracleError, match="not solved within"):
        cp_sat(range(1, 151), time_limit=0.0)


def test_a_request_that_fails_shows_its_error() -> None:
    with pytest.raises(OracleError, match="ZeroDivisionError"):
        cp_sat([0, 1])
