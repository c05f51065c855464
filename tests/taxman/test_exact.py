"""Test the exact solver against oracles that share no code with it, and against published scores."""

from __future__ import annotations

import itertools
import json
import signal
import threading
import time
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import LimitExceededError, Progress, load_game
from perfectplay.matching.graph import MAX_TOTAL
from perfectplay.matching.relaxation import Relaxation, Start
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact import root_bound, solve
from perfectplay.taxman.plain import solve_plainly
from perfectplay.taxman.strategies.tournament import OPTIMAL_SCORES
from tests.judged import check_taxman
from tests.profiles import examples
from tests.tables import rows
from tests.taxman.oracles import brute_force, cp_sat

# from the original design, section 8 (published scores: OEIS A019312 and Chess's program)
PUBLISHED = {20: 124, 100: 3164, 150: 7137, 200: 12648, 300: 28691, 500: 78934}


RICH = sorted({a * b for a in (1, 2, 3, 4, 6, 8, 9, 12, 36, 60) for b in range(1, 31)})


def plain_score(position: TaxmanPosition) -> int:
    """Return the best score by the plain search, which `perfectplay` also uses for small pots."""
    result = solve_plainly(position)
    assert result is not None
    return int(result.value)


@rows("n", [*range(1, 61), 120, 186])
def test_the_plain_search_agrees(n: int) -> None:
    result = solve(TaxmanPosition.new(n))
    assert (result.value, result.status) == (plain_score(TaxmanPosition.new(n)), "optimal")


def test_scores_of_the_first_article() -> None:
    # from the appendix of the first article, for N = 2..32
    assert {n: solve(TaxmanPosition.new(n)).value for n in OPTIMAL_SCORES} == dict(OPTIMAL_SCORES)


@rows("n, score", PUBLISHED.items())
def test_published_scores(n: int, score: int) -> None:
    result = solve(TaxmanPosition.new(n))
    assert (result.value, result.upper, result.status) == (score, score, "optimal")


@pytest.mark.full
@rows("n", [37, 54, 77, 91, 121, 122, 150])
def test_cp_sat_agrees(n: int) -> None:
    assert solve(TaxmanPosition.new(n)).value == cp_sat(range(1, n + 1))


@pytest.mark.full
@pytest.mark.parametrize(("n", "score"), [(400, 50437), (600, 112623), (701, 155123)])
def test_scores_of_the_design(n: int, score: int) -> None:
    result = solve(TaxmanPosition.new(n))
    assert (result.value, result.status) == (score, "optimal")


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1, 6))
def test_the_seed_changes_the_search_and_not_the_answer(seed: int) -> None:
    assert solve(TaxmanPosition.new(600), seed=seed).value == 112623


def test_the_same_seed_gives_the_same_search() -> None:
    def figures() -> tuple[object, ...]:
        result = solve(TaxmanPosition.new(400), seed=3)
        return result.moves, result.provenance["nodes"], result.provenance["linear_programs"], result.provenance["cuts"]

    assert figures() == figures()


@settings(max_examples=examples(80))
@given(
    st.frozensets(
        st.builds(lambda a, b: a * b, st.sampled_from([1, 2, 3, 4, 6, 8, 9, 12, 36, 343, 10**6]), st.integers(1, 12)),
        min_size=1,
        max_size=30,
    )
)
def test_the_plain_search_agrees_on_irregular_pots(pot: frozenset[int]) -> None:
    result = solve(TaxmanPosition.new(pot))
    assert (result.value, result.status) == (plain_score(TaxmanPosition.new(pot)), "optimal")


def test_a_pot_in_which_a_cycle_leaves_the_cover_diagram() -> None:
    # The cover diagram alone would allow 170: arcs of the matching follow divisibility instead of covers (theory, T3).
    pot = [2, 4, 8, 9, 72, 90]
    assert solve(TaxmanPosition.new(pot)).value == brute_force(pot) == 166


@settings(max_examples=examples(40))
@given(st.integers(8, 60), st.lists(st.integers(0, 99), max_size=6), st.sampled_from(["", "~end"]))
def test_mid_game_scores_count_the_whole_game(n: int, choices: list[int], variant: str) -> None:
    position = TaxmanPosition.from_id(f"taxman:{n}{variant}")
    for choice in choices:
        legal = position.legal_moves()
        if legal:
            position = position.play(legal[choice % len(legal)])
    result = solve(position)
    assert result.value == plain_score(position)
    for move in result.moves:
        position = position.play(move)
    assert position.is_over()
    assert position.scores()[0] == result.value


def test_a_finished_game_has_nothing_left() -> None:
    position = TaxmanPosition.from_id("taxman:3/3")
    assert position.is_over()
    result = solve(position, certificate=True)
    assert (result.value, result.moves, result.status) == (3, (), "optimal")


def test_time_limit_returns_a_game_and_a_bound() -> None:
    began = time.process_time()
    result = solve(TaxmanPosition.new(1000), time_limit=1.5)
    assert time.process_time() - began < 60  # generous, but far less than the whole proof takes
    assert result.status == "bounded"
    assert result.lower == result.value <= 315426 <= result.upper
    assert result.gap > 0


def test_a_time_limit_of_zero_still_has_a_valid_answer() -> None:
    result = solve(TaxmanPosition.new(200), time_limit=0.0, certificate=True)
    assert result.value <= 12648 <= result.upper


@pytest.mark.parametrize("pot", [range(1, 201), RICH], ids=["1..200", "irregular"])
def test_a_time_limit_ends_the_very_first_linear_program(pot: Iterable[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.matching.relaxation._SLICE", 1)
    position = TaxmanPosition.new(pot)
    best, size = plain_score(position), len(position.pot)
    result = solve(position, time_limit=0.0, certificate=True)
    assert result.status == "bounded"
    assert 0 < result.value <= best <= result.upper <= sum(sorted(pot)[size // 2 :])
    verdict = check_taxman(result.certificate)
    assert (verdict.valid, verdict.optimal) == (True, False), verdict.reason


def test_ctrl_c_keeps_the_incumbent() -> None:
    timer = threading.Timer(1.0, signal.raise_signal, [signal.SIGINT])
    timer.start()
    result = solve(TaxmanPosition.new(1000))
    timer.join()
    assert result.provenance["interrupted"]
    assert result.status == "bounded"
    assert result.value <= 315426 <= result.upper


def test_enough_stops_at_the_known_bound() -> None:
    result = solve(TaxmanPosition.new(300), enough=28691, certificate=True)
    assert (result.value, result.upper, result.status) == (28691, 28691, "optimal")
    assert (result.certificate is None) == bool(result.provenance["closed_by_bound"])


@pytest.mark.full
def test_progress_only_ever_gets_better() -> None:
    seen: list[Progress] = []
    result = solve(TaxmanPosition.new(600), progress=seen.append)
    lowers = [snapshot.lower for snapshot in seen if snapshot.lower is not None]
    uppers = [snapshot.upper for snapshot in seen if snapshot.upper is not None]
    assert lowers == sorted(lowers)
    assert uppers == sorted(uppers, reverse=True)
    assert all(low <= result.value <= up for low, up in zip(lowers, uppers, strict=True))
    assert {"root", "tree"} <= {snapshot.stage for snapshot in seen}


@pytest.mark.full
def test_the_writing_of_a_certificate_is_told_leaf_by_leaf() -> None:
    seen: list[Progress] = []
    result = solve(TaxmanPosition.new(600), certificate=True, progress=seen.append)
    assert result.certificate is not None
    leaves = json.dumps(result.certificate).count('"leaf"')
    assert leaves > 1
    told = [snapshot for snapshot in seen if snapshot.stage.startswith("certificate")]
    assert [one.stage for one in told] == [f"certificate, leaf {i} of {leaves}" for i in range(1, leaves + 1)]
    assert {(one.lower, one.upper) for one in told} == {(result.value, result.upper)}


@pytest.mark.full
def test_the_stages_are_logged_for_whoever_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr("perfectplay.matching.search.state.log_stage", lines.append)
    position = TaxmanPosition.from_id("taxman:600/599")
    result = solve(position)
    stages = ("root, round 0", "settled by reduced costs", "tree, node 1:", "finished: ")
    places = [next(i for i, line in enumerate(lines) if line.startswith(stage)) for stage in stages]
    assert places == sorted(places)
    nodes, programs = result.provenance["nodes"], result.provenance["linear_programs"]
    last = f"finished: {nodes} nodes, {programs} linear programs, {result.provenance['cuts']} cuts"
    assert lines[-1] == f"{last}; value {result.value}, bound {result.upper}, gap 0"
    # The bounds in progress lines are for the score of the whole game, as the bound of the result is.
    assert all(int(line.split("bound ")[-1].split(",")[0]) >= result.value for line in lines)


def test_nobody_hears_of_the_stages_by_default(capfd: pytest.CaptureFixture[str]) -> None:
    solve(TaxmanPosition.new(310))
    assert capfd.readouterr() == ("", "")


def test_root_bound_lies_between_the_score_and_the_matching_bound() -> None:
    # Bound (2) at N = 400 is 50,570 (original design, section 3), and the score is 50,437.
    assert 50437 <= root_bound(TaxmanPosition.new(400)) <= 50446
    assert root_bound(TaxmanPosition.new(300)) == 28691
    assert root_bound(TaxmanPosition.from_id("taxman:300/293")) == 28691


def test_sums_beyond_the_range_of_the_multipliers_are_refused() -> None:
    with pytest.raises(LimitExceededError, match=str(MAX_TOTAL)):
        solve(TaxmanPosition.new([MAX_TOTAL, MAX_TOTAL * 2]))
    big = MAX_TOTAL // 4
    assert solve(TaxmanPosition.new([big, 2 * big])).value == 2 * big


@pytest.mark.full
def test_pots_of_huge_numbers_obey_clock_and_keyboard() -> None:
    # Costs of 10^9 once made the simplex method take minutes.
    four = [a * b * c * d for a, b, c, d in itertools.combinations((2, 3, 5, 7, 11, 13, 17, 19), 4)]
    primes = [p for p in range(23, 500) if all(p % q for q in range(2, p))][:75]
    pot = sorted({*four, *(9699690 * p for p in primes)})
    began = time.process_time()
    result = solve(TaxmanPosition.new(pot), time_limit=2.0)
    assert time.process_time() - began < 30  # a generous limit: this once took minutes
    assert 0 < result.value <= result.upper


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(LimitExceededError, match="-1"):
        solve(TaxmanPosition.new(5), seed=-1)


def test_the_registry_solves_too() -> None:
    game = load_game("taxman")
    assert game.solve(game.example()).value == 124


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_vector_cuts_close_the_root_of_400(seed: int) -> None:
    # Without the cuts, the bound is 50,440 or more, and a tree is needed: two tight T-cuts of level 3 must be combined.
    found = root_bound(TaxmanPosition.new(400), seed=seed)
    assert found == 50437


@pytest.mark.full
def test_every_node_below_the_root_begins_where_its_parent_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Start] = []
    resume = Relaxation.resume

    def watched(relaxation: Relaxation, start: Start) -> None:
        begun.append(start)
        resume(relaxation, start)

    monkeypatch.setattr(Relaxation, "resume", watched)
    result = solve(TaxmanPosition.new(600))
    assert result.status == "optimal"
    below = result.provenance["nodes"] - 1
    assert 0 < below <= len(begun)  # a deeper search for better games also calls `resume`
    assert all(start.tight for start in begun)
