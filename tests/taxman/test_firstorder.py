"""Steps along the linear program of a large pot: the kernels against plain ones, the bounds against the best scores."""

from itertools import pairwise

import numpy as np
import pytest

from perfectplay.core.proof.writing import compact
from perfectplay.core.question import Work
from perfectplay.matching.cuts import make_cut, sides
from perfectplay.taxman.exact.hasse import build_hasse
from perfectplay.taxman.large import strong
from perfectplay.taxman.large.duals import verify_dual
from perfectplay.taxman.large.firstorder import FirstOrder
from perfectplay.taxman.large.kernels import firstorder as kernels
from perfectplay.taxman.large.largescale import replay
from perfectplay.taxman.large.questions import PlayLargePot
from perfectplay.taxman.proof.check import check_bytes
from tests.tables import rows

BEST = {2: 2, 20: 124, 100: 3164, 300: 28691, 1000: 315426}  # from OEIS A019312 and our own proofs


@rows("seed", range(5))
def test_steps_are_those_of_the_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = build_hasse(range(1, 31))
    cuts = [np.sort(rng.choice(graph.pairs, size, replace=False)) for size in (2, 5, 3)]
    room, gain, balance = np.array([1.0, 2.0, 1.0]), rng.random(graph.pairs), 0.7
    ends = np.stack((graph.lower, graph.upper))
    # A matrix with a row for each vertex and each cut, of which the kernel knows the ones alone.
    matrix = np.zeros((30 + len(cuts), graph.pairs))
    for e in range(graph.pairs):
        matrix[ends[:, e], e] = 1
    for i, cut in enumerate(cuts):
        matrix[30 + i, cut] = 1
    x, z = rng.random(graph.pairs), rng.random(33)
    row_ptr, row_pair = np.cumsum([0, *map(len, cuts)]), np.concatenate(cuts)
    owner = np.repeat(np.arange(3), np.diff(row_ptr))[np.argsort(row_pair, kind="stable")]
    in_ptr = np.concatenate(([0], np.cumsum(np.bincount(row_pair, minlength=graph.pairs))))
    found = x.copy(), z[:30].copy(), z[30:].copy()
    degree = matrix[:30].sum(axis=1).astype(np.int64)
    kernels.descend(4, balance, gain, room, *ends, degree, row_ptr, row_pair, in_ptr, owner, *found)
    points = []
    for _ in range(4):
        new = np.maximum(0, x + (gain - matrix.T @ z) / (balance * matrix.sum(axis=0)))
        over = matrix @ (2 * new - x) - np.concatenate((np.ones(30), room))
        x, z = new, np.maximum(0, z + balance * over / np.maximum(matrix.sum(axis=1), 1))
        points.append(np.concatenate((x, z)))
    assert np.concatenate(found) == pytest.approx(np.mean(points, axis=0))


@rows("seed", range(5))
def test_multipliers_cover_each_pair_and_never_grow(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = build_hasse(range(1, 61))
    weight, start = rng.integers(-20, 60, graph.pairs), rng.integers(0, 60, 60)
    sums = []
    for sweeps in range(1, 5):
        u = start.copy()
        arrays = (graph.lower, graph.upper, graph.level, graph.down_ptr, graph.up_ptr, graph.up_pair)
        kernels.cover(sweeps, weight, *arrays, u)
        assert (u >= 0).all()
        assert (u[graph.lower] + u[graph.upper] >= weight).all()
        sums.append(int(u.sum()))
    assert all(less <= more for more, less in pairwise(sums))


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
