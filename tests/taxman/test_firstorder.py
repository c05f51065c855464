"""Test first-order steps on the linear program of a large pot, and compare their bounds with the best scores."""

import pytest

from perfectplay.core.proof.writing import compact
from perfectplay.core.question import Work
from perfectplay.matching.cuts import make_cut, sides
from perfectplay.taxman.large import strong
from perfectplay.taxman.large.duals import verify_dual
from perfectplay.taxman.large.firstorder import FirstOrder
from perfectplay.taxman.large.largescale import replay
from perfectplay.taxman.proof.check import check_bytes
from perfectplay.taxman.questions.large import PlayLargePot
from tests.tables import rows

BEST = {2: 2, 20: 124, 100: 3164, 300: 28691, 1000: 315426}  # best scores from OEIS A019312 and this project's proofs


@rows("n", BEST)
def test_bounds_are_proven_and_close_and_games_are_games(n: int) -> None:
    program = FirstOrder(n)
    assert program.written(0, ()) is None
    bounds = []
    for _ in range(25):
        program.round()
        bounds.append(program.upper)
    assert bounds == sorted(bounds, reverse=True)
    assert BEST[n] <= program.upper <= 1.002 * BEST[n]
    for seed in range(3):
        score, picks = program.game(seed)
        assert score <= BEST[n]
    moves = program.moves(picks)
    assert replay(n, moves) == score
    verdict = check_bytes(compact(program.written(score, moves) or {}).encode())
    assert (verdict.valid, verdict.score, verdict.upper) == (True, score, program.upper)


@rows("kinds", ["S", "T", "ST"])
def test_cuts_have_their_pairs_and_are_repeated(kinds: str) -> None:
    program = FirstOrder(300, kinds=kinds)
    for _ in range(6):
        program.round()
    cuts = [program._pool.cuts[row] for row in range(len(program._pool))]
    for side in sides(program.graph):
        found = [cut for cut in cuts if cut.kind == side.kind]
        assert bool(found) == (side.kind in kinds)
        for cut in found:
            made = make_cut(side, cut.members, cut.vectors)
            assert (made.key, made.kind) == (cut.key, cut.kind)
    assert max(program._shapes.values()) > 1


def test_multipliers_of_t_cuts_prove_the_bound() -> None:
    program = FirstOrder(300, kinds="T")
    for rounds in (0, 20):
        for _ in range(rounds):
            program.round()
        u, parts, written = program.multipliers()
        assert verify_dual(300, u[1:].tolist(), parts=parts, cuts=written) == program.upper
    assert len(written) > 10
    assert program.upper < 28_732


def test_a_pot_that_counts_as_large_is_bounded_by_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strong, "_SIMPLEX_N", 50)
    result = strong.strong_play(300, time_limit=20.0, certificate=True)
    assert result.lower <= BEST[300] <= result.upper <= 1.003 * result.lower
    assert result.provenance["bound"] == "cuts"
    verdict = check_bytes(compact(result.certificate or {}).encode())
    assert (verdict.valid, verdict.score, verdict.upper) == (True, result.lower, result.upper)


def test_cuts_are_left_out_where_time_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(strong, "strong_play")
    assert PlayLargePot(n=7_000).answer(Work(time_limit=3.0)).valid
    for n, seconds in ((7_000, 4.0), (6_000, 1.0), (100_000, None)):
        with pytest.raises(AttributeError):
            PlayLargePot(n=n).answer(Work(time_limit=seconds))
