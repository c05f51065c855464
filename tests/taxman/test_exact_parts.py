"""Compare the parts of the exact solver with plain twins and with definitions."""

from __future__ import annotations

import itertools
import math

import highspy
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.progress import ignore_progress
from perfectplay.core.running.deadline import Deadline
from perfectplay.matching.cuts import BINARY, QUATERNARY, Cut, CutPool, _rank_of, make_cut, sides, spread, times_w
from perfectplay.matching.graph import Graph
from perfectplay.matching.highs import new_highs
from perfectplay.matching.incumbent import Incumbent
from perfectplay.matching.kernels import relaxation as kernels
from perfectplay.matching.kernels import vector as vector_kernels
from perfectplay.matching.relaxation import Domain, Dual, Relaxation, exact_sum
from perfectplay.matching.search.state import State
from perfectplay.matching.search.tree import Search
from perfectplay.matching.separation import Separator
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact.hasse import NamedCut, build_hasse, labelled, moves_of_picks
from perfectplay.taxman.proof.check import rank_of_vectors
from perfectplay.taxman.records import load_records
from perfectplay.taxman.rules import primes_up_to
from tests.profiles import examples
from tests.taxman import twins
from tests.taxman.twins import stuck_picks

pots = st.one_of(
    st.integers(2, 60).map(lambda n: tuple(range(1, n + 1))),
    st.frozensets(st.integers(1, 80), min_size=2, max_size=25).map(lambda s: tuple(sorted(s))),
)


def free(hasse: Graph) -> Domain:
    return Domain(np.zeros(hasse.pairs, np.bool_), np.zeros(hasse.pairs, np.bool_))


# -- the cover graph ---------------------------------------------------------------------------------------------


@given(pots)
def test_hasse_lists_covers_and_only_divisibilities(pot: tuple[int, ...]) -> None:
    hasse = build_hasse(pot)
    covers = {
        (q, p)
        for p in pot
        for q in pot
        if q < p and p % q == 0 and not any(q < x < p and x % q == 0 and p % x == 0 for x in pot)
    }
    numbers = hasse.weights.tolist()
    listed = {(numbers[q], numbers[p]): bool(c) for q, p, c in zip(hasse.lower, hasse.upper, hasse.cover, strict=True)}
    assert {pair for pair, is_cover in listed.items() if is_cover} == covers
    assert all(p % q == 0 for q, p in listed)
    if not hasse.graded:
        assert set(listed) == {(q, p) for p in pot for q in pot if q < p and p % q == 0}


@given(pots)
def test_hasse_indexes_agree_with_the_pairs(pot: tuple[int, ...]) -> None:
    hasse = build_hasse(pot)
    for v in range(hasse.size):
        down = range(hasse.down_ptr[v], hasse.down_ptr[v + 1])
        assert [e for e in range(hasse.pairs) if hasse.upper[e] == v] == list(down)
        up = hasse.up_pair[hasse.up_ptr[v] : hasse.up_ptr[v + 1]].tolist()
        assert sorted(up) == [e for e in range(hasse.pairs) if hasse.lower[e] == v]


@given(pots)
def test_levels_rise_by_one_along_covers_of_a_graded_pot(pot: tuple[int, ...]) -> None:
    hasse = build_hasse(pot)
    if hasse.graded:
        assert (hasse.level[hasse.upper] - hasse.level[hasse.lower] == 1).all()
    else:
        assert not hasse.level.any()


def test_number_of_pairs_at_1000() -> None:
    # from the original design; it is also the sum of floor(1000 / p) over primes p
    assert build_hasse(range(1, 1001)).pairs == 2126 == sum(1000 // p for p in primes_up_to(1000))


def test_primes_up_to() -> None:
    assert primes_up_to(30) == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    assert primes_up_to(1) == []
    assert primes_up_to(0) == []


# -- peeling -----------------------------------------------------------------------------------------------------


@given(pots, st.randoms(use_true_random=False))
def test_peel_core_is_what_plain_peeling_leaves(pot: tuple[int, ...], random: object) -> None:
    hasse = build_hasse(pot)
    picked = np.array([random.random() < 0.45 for _ in pot])  # type: ignore[attr-defined]
    incumbent = Incumbent(hasse, 0)
    stuck = set(np.nonzero(incumbent.stuck(picked))[0].tolist())
    assert stuck == stuck_picks(hasse, picked)


@given(pots, st.integers(0, 10**6))
def test_greedy_picks_are_a_game_worth_their_sum(pot: tuple[int, ...], seed: int) -> None:
    hasse = build_hasse(pot)
    incumbent = Incumbent(hasse, 0)
    value = incumbent.try_order(np.random.default_rng(seed).permutation(hasse.size))
    assert value <= incumbent.value == int(hasse.weights[incumbent.picks].sum())
    assert not stuck_picks(hasse, incumbent.picks)
    position = TaxmanPosition.new(pot)
    for move in moves_of_picks(hasse, incumbent.picks):
        position = position.play(move)
    assert position.player == incumbent.value


def test_moves_of_picks_refuses_what_is_not_a_game() -> None:
    hasse = build_hasse(range(1, 7))
    with pytest.raises(ValueError, match="no acyclic matching has these picks"):
        moves_of_picks(hasse, hasse.weights >= 2)


def test_warm_start_takes_a_good_game_over() -> None:
    hasse = build_hasse(range(1, 31))
    incumbent = Incumbent(hasse, 0)
    incumbent.warm_start(np.isin(hasse.weights, [29, 22, 25, 15, 21, 26, 27, 18, 30, 20, 16, 24, 28]))
    assert incumbent.value == 301


# -- cuts --------------------------------------------------------------------------------------------------------


@st.composite
def sets_with_vectors(draw: st.DrawFn) -> tuple[Graph, str, dict[int, int]]:
    hasse = build_hasse(draw(pots))
    members = sorted(draw(st.sets(st.integers(0, hasse.size - 1), min_size=1, max_size=hasse.size)))
    if draw(st.booleans()):
        bits = draw(st.integers(1, 6))
        vectors = spread(np.array([draw(st.integers(1, (1 << bits) - 1)) for _ in members], np.int64)).tolist()
    else:
        coordinates = draw(st.integers(1, 3))
        vectors = [draw(st.integers(1, (1 << 2 * coordinates) - 1)) for _ in members]
    return hasse, draw(st.sampled_from("ST")), dict(zip(members, vectors, strict=True))


def cut_of(hasse: Graph, kind: str, vector: dict[int, int]) -> Cut:
    members = np.array(sorted(vector), np.int64)
    return make_cut(sides(hasse)["ST".index(kind)], members, np.array([vector[v] for v in members.tolist()], np.int64))


@given(st.lists(st.integers(1, 4**4 - 1), min_size=1, max_size=5))
def testrank_of_vectors(vectors: list[int]) -> None:
    assert _rank_of(vectors) == twins.rank(vectors) == rank_of_vectors(vectors)
    assert all(times_w(v) == twins.times(2, v) for v in vectors)


def test_fields_know_their_vectors() -> None:
    assert (spread(np.arange(64)) == [int(f"{v:b}", 4) for v in range(64)]).all()
    for field in (BINARY, QUATERNARY):
        for k in range(1, field.most_rank + 1):
            points = field.point[field.point_ptr[k] : field.point_ptr[k + 1]]
            lines = {
                frozenset(twins.span([v]) - {0}) for v in field.unpacked(np.arange(1, 1 << field.width * k)).tolist()
            }
            if field is BINARY:
                lines = {frozenset([v]) for v in field.unpacked(np.arange(1, 1 << k)).tolist()}
            assert points[0] == 0
            assert len(points) == len(lines) + 1
            assert all(len(line & set(field.unpacked(points).tolist())) == 1 for line in lines)
        for v in field.point.tolist():
            assert field.packed(field.unpacked(np.array([v]))) == v


@given(sets_with_vectors())
def test_cut_pairs_follow_the_closure_rule(case: tuple[Graph, str, dict[int, int]]) -> None:
    hasse, kind, vector = case
    cut = cut_of(hasse, kind, vector)
    assert cut.pairs.tolist() == twins.cut_pairs(hasse, kind, vector)
    assert cut.rank == twins.rank(vector.values())
    assert cut.rhs == len(vector) - cut.rank


def test_kernels_leave_their_scratch_space_clean() -> None:
    hasse = build_hasse(range(1, 61))
    side = sides(hasse)[1]
    make_cut(side, np.arange(20, 50), np.arange(1, 31))
    assert not side.mark.any()
    assert not side.seen.any()


@pytest.mark.parametrize("vectors", [[1, 0], [1, 1 << 12], [2, 1 << 6], [-1, 1]])
def test_vectors_that_the_kernels_cannot_hold_are_refused(vectors: list[int]) -> None:
    with pytest.raises(ValueError, match="nonzero"):
        make_cut(sides(build_hasse(range(1, 31)))[0], np.array([3, 5]), np.array(vectors))


@given(sets_with_vectors(), st.integers(0, 10**6))
def test_no_game_violates_a_cut(case: tuple[Graph, str, dict[int, int]], seed: int) -> None:
    hasse, kind, vector = case
    incumbent = Incumbent(hasse, 0)
    incumbent.value = -1
    incumbent.try_order(np.random.default_rng(seed).permutation(hasse.size))
    matched = game_pairs(hasse, moves_of_picks(hasse, incumbent.picks))
    inside = set(twins.cut_pairs(hasse, kind, vector)) & matched
    assert len(inside) <= len(vector) - twins.rank(vector.values())


def game_pairs(hasse: Graph, moves: list[int]) -> set[int]:
    """Pair each pick with the largest number taxed with it, as in theorem T1; return the indices of these pairs."""
    position = TaxmanPosition.new(hasse.weights.tolist(), "end")
    index = {number: i for i, number in enumerate(hasse.weights.tolist())}
    matched = set()
    for move in moves:
        q = index[max(position.tax(move))]
        p = index[move]
        matched |= {e for e in range(hasse.pairs) if hasse.lower[e] == q and hasse.upper[e] == p}
        position = position.play(move)
    assert len(matched) == len(moves)
    return matched


def test_the_first_natural_matroid_cut() -> None:
    # from the original design: of the nine products {6, 10, 15} x {53, 59, 61}, at most 7 can be picked instead of 8
    primes = (53, 59, 61)
    nine = {a * b: c for c, b in enumerate(primes) for a in (6, 10, 15)}
    hasse = build_hasse(sorted({6, 10, 15} | {a * b for a in (1, 2, 3, 5) for b in primes} | set(nine)))
    numbers = hasse.weights.tolist()
    # Products of the same large prime get the same vector.
    label = {numbers.index(p): (1, 4, 5)[c] for p, c in nine.items()}
    cut = cut_of(hasse, "T", label)
    assert cut.rhs == 7
    # The cut contains all 27 pairs of the nine, so it bounds how many are picked; peeling confirms that this is 7.
    assert {int(hasse.upper[e]) for e in cut.pairs} == set(label)
    assert len(cut.pairs) == 27

    def playable(chosen: tuple[int, ...]) -> bool:
        return not stuck_picks(hasse, np.isin(np.arange(hasse.size), chosen))

    assert not any(playable(eight) for eight in itertools.combinations(label, 8))
    assert any(playable(seven) for seven in itertools.combinations(label, 7))


@settings(max_examples=examples(60))
@given(pots, st.integers(0, 10**6))
def test_set_search_reports_true_violations(pot: tuple[int, ...], seed: int) -> None:
    hasse = build_hasse(pot)
    if hasse.pairs == 0:
        return
    rng = np.random.default_rng(seed)
    x = rng.random(hasse.pairs) * rng.integers(0, 2, hasse.pairs)
    state = np.array([seed + 1], np.uint64)
    for kind, side in zip("ST", sides(hasse), strict=True):
        starts = rng.integers(0, hasse.size, 5)
        members, bounds, value = kernels.set_search(starts, x, *side.at(x), 80, 0.01, 1e-3, 30, state)
        assert len(bounds) == len(value) + 1
        for i in range(len(value)):
            here = dict.fromkeys(members[bounds[i] : bounds[i + 1]].tolist(), 1)
            assert len(here) == bounds[i + 1] - bounds[i]
            assert math.isclose(value[i], twins.violation(hasse, kind, here, x), abs_tol=1e-9)
            assert value[i] > 1e-3


def test_set_search_finds_the_best_cut_of_a_small_cycle() -> None:
    # At N = 21, the matching bound has halves on the cycle of 10, 14, 15 and 21 with 2, 3, 5 and 7.
    hasse = build_hasse([2, 3, 5, 7, 10, 14, 15, 21])
    x = np.full(hasse.pairs, 0.5)
    *_, value = kernels.set_search(
        np.arange(4), x, *sides(hasse)[0].at(x), 50, 0.01, 1e-3, 30, np.array([7], np.uint64)
    )
    assert value.max() == pytest.approx(1.0)


@settings(max_examples=examples(60))
@given(pots, st.integers(0, 10**6), st.sampled_from([1, 2]))
def test_combinations_have_both_vectors_and_searches_report_true_violations(
    pot: tuple[int, ...], seed: int, width: int
) -> None:
    hasse = build_hasse(pot)
    if hasse.pairs == 0:
        return
    field = (BINARY, QUATERNARY)[width - 1]
    rng = np.random.default_rng(seed)
    x = rng.random(hasse.pairs) * rng.integers(0, 2, hasse.pairs)
    for kind, side in zip("ST", sides(hasse), strict=True):
        given_sets = []
        for _ in range(6):
            members = np.unique(rng.integers(0, hasse.size, 6))
            given_sets.append((members, field.first[rng.integers(1, 1 << field.width, len(members))]))
        ptr = np.cumsum([0, *(len(members) for members, _ in given_sets)])
        members, vectors = (np.concatenate(parts) for parts in zip(*given_sets, strict=True))
        combined = vector_kernels.combine(
            members, vectors, ptr, np.ones(6, np.int64), field.width, field.twin, 2, -1e9, 1000, x, *side.at(x),
            side.mark, side.seen,
        )  # fmt: skip
        assert not side.mark.any()
        assert not side.seen.any()
        expected = set()
        for i, j in itertools.combinations(range(6), 2):
            one, other = (dict(zip(*(a.tolist() for a in given_sets[k]), strict=True)) for k in (i, j))
            both = {v: other.get(v, 0) | one.get(v, 0) << field.width for v in one.keys() | other.keys()}
            # Combined vectors may span only one dimension, as (v, v) on the same members does.
            if one.keys() & other.keys() and twins.rank(field.unpacked(np.array([*both.values()])).tolist()) == 2:
                expected.add(frozenset(both.items()))
        members, vectors, ptr, ranks = combined
        got = [
            frozenset(zip(members[a:b].tolist(), vectors[a:b].tolist(), strict=True))
            for a, b in itertools.pairwise(ptr)
        ]
        assert set(got) == expected
        assert (ranks == 2).all()
        if not len(ranks):
            continue
        members, vectors, ptr, ranks, value = vector_kernels.vector_search(
            *combined, field.width, field.twin, field.point_ptr, field.point, x, *side.at(x), 12, 1e-3
        )
        for i, (a, b) in enumerate(itertools.pairwise(ptr)):
            here = dict(zip(members[a:b].tolist(), field.unpacked(vectors[a:b]).tolist(), strict=True))
            assert len(here) == b - a
            assert value[i] > 1e-3
            assert twins.rank(here.values()) == ranks[i]
            assert math.isclose(value[i], twins.violation(hasse, kind, here, x), abs_tol=1e-9)


def test_two_tight_cuts_make_a_violated_one() -> None:
    # Theory, T5: at the root of N = 400, two cycles of level 3 are tight, and their combination is violated.
    hasse = build_hasse(range(1, 401))
    state = State(hasse, seed=0, deadline=Deadline(), progress=ignore_progress)
    relaxation, separator = state.relaxation, state.separator
    for _ in range(30):
        relaxation.solve()
        if not relaxation.add(separator.simple(relaxation)):
            break
    relaxation.solve()
    new = separator.vectors(relaxation, BINARY, 2, 1_500)
    assert new
    for number in new:
        cut = state.pool.cuts[number]
        assert cut.rank == 2
        assert relaxation.x[cut.pairs].sum() > cut.rhs + 0.01
        kind: str = cut.kind
        assert cut.pairs.tolist() == twins.cut_pairs(
            hasse, kind, dict(zip(cut.members.tolist(), cut.vectors.tolist(), strict=True))
        )


def test_pool_keeps_each_inequality_once() -> None:
    hasse = build_hasse(range(1, 121))
    side = sides(hasse)[0]
    pool = CutPool()
    members = np.array([1, 2, 4], np.int64)
    cut = make_cut(side, members, np.ones(3, np.int64))
    assert pool.add(cut) == (0, True)
    assert pool.add(make_cut(side, members, np.ones(3, np.int64))) == (0, False)
    rng = np.random.default_rng(0)
    for _ in range(6000):
        several = np.unique(rng.integers(0, 60, 8))
        cut = make_cut(side, several, np.ones(len(several), np.int64))
        if len(cut.pairs):
            pool.add(cut)
        else:
            with pytest.raises(ValueError, match="without pairs"):
                pool.add(cut)
    assert len(pool) > 1024  # this exceeds the initial size of the arrays
    x = np.random.default_rng(0).random(hasse.pairs)
    assert pool.violations(x) == pytest.approx([x[c.pairs].sum() - c.rhs for c in pool.cuts])


# -- integer duals -----------------------------------------------------------------------------------------------


@settings(max_examples=examples(40))
@given(st.integers(4, 40), st.integers(0, 10**6), st.sampled_from([1, 2, 12, 1 << 20]))
def test_any_non_negative_multipliers_bound_every_game(n: int, seed: int, scale: int) -> None:
    hasse = build_hasse(range(1, n + 1))
    rng = np.random.default_rng(seed)
    pool = CutPool()
    for _ in range(3):
        members = np.unique(rng.integers(0, hasse.size, 6))
        cut = make_cut(sides(hasse)[int(rng.integers(2))], members, np.ones(len(members), np.int64))
        if len(cut.pairs):
            pool.add(cut)
    u = rng.integers(0, scale * n, hasse.size) * rng.integers(0, 2, hasse.size)
    dual = Dual(scale, 1, u, np.arange(len(pool)), rng.integers(1, scale * n + 1, len(pool)))
    incumbent = Incumbent(hasse, seed)
    assert dual.bound(dual.residual(hasse, pool), free(hasse), pool) >= scale * incumbent.value


@pytest.mark.parametrize(("n", "bound"), [(60, 1138), (100, 3173), (150, 7144), (200, 12664), (1300, 534304)])
def test_relaxation_without_cuts_is_the_matching_bound(n: int, bound: int) -> None:
    # figures of the original design, section 5
    hasse = build_hasse(range(1, n + 1))
    pool = CutPool()
    relaxation = Relaxation(hasse, pool, free(hasse))
    assert relaxation.solve() == "optimal"
    dual = relaxation.dual(1 << 20)
    assert dual.bound(dual.residual(hasse, pool), free(hasse), pool) // (1 << 20) == bound


def test_settled_pairs_never_touch_a_better_game() -> None:
    hasse = build_hasse(range(1, 31))
    pool = CutPool()
    relaxation = Relaxation(hasse, pool, free(hasse))
    relaxation.solve()
    domain = relaxation.dual(1 << 20).settled(hasse, pool, free(hasse), 301)
    assert domain is not None
    best = game_pairs(hasse, [29, 22, 25, 15, 21, 26, 27, 18, 30, 20, 16, 24, 28])  # 301 points, from the first article
    assert not any(domain.excluded[e] for e in best)
    assert all(e in best for e in np.nonzero(domain.forced)[0].tolist())


def with_cuts(n: int) -> tuple[Graph, Relaxation]:
    """Return a graph, and its linear program after some rounds of cuts."""
    state = State(build_hasse(range(1, n + 1)), seed=0, deadline=Deadline(), progress=ignore_progress)
    relaxation = state.relaxation
    assert relaxation.solve() == "optimal"
    for _ in range(6):
        relaxation.add(state.separator.simple(relaxation))
        assert relaxation.solve() == "optimal"
    assert relaxation.rows
    return state.graph, relaxation


# -- the simplex method ----------------------------------------------------------------------------------------------


@given(st.integers(0, 2**32))
@settings(max_examples=examples(300))
def test_the_simplex_method_solves_the_programs_that_highs_solves(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, columns = int(rng.integers(0, 25)), int(rng.integers(1, 40))
    matrix = rng.random((rows, columns)) < rng.choice([0.1, 0.3, 0.8])
    ptr, col = np.append(0, np.cumsum(matrix.sum(1))), np.nonzero(matrix)[1].astype(np.int32)
    cost, rhs = rng.integers(-9, 3, columns).astype(float), rng.integers(0, 4, rows).astype(float)
    low, high = np.sort(rng.choice([0.0, 0.0, 1.0], (2, columns)), axis=0)
    slack = np.where(rng.random(rows) < rng.choice([0.0, 0.3]), 0.0, rhs)
    # A start need not be a basis; weights of 0 are calculated.
    status, weight = rng.integers(0, 3, columns + rows).astype(np.uint8), np.zeros(columns + rows)
    x, y = np.zeros(columns), np.zeros(rows)
    program = ptr, col, cost, low, high, rhs, slack, status, weight
    end, _, objective = kernels.dual_simplex(*program, 10_000, np.inf, x, y)
    highs = new_highs()
    highs.addVars(columns, low, high)
    highs.changeColsCost(columns, np.arange(columns, dtype=np.int32), cost)
    highs.addRows(rows, rhs - slack, rhs, len(col), ptr[:-1].astype(np.int32), col, np.ones(len(col)))
    highs.run()
    assert end == (highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible)
    basic, left, rest = status == 1, rhs - matrix @ x, cost - y @ matrix
    assert basic.sum() == rows
    if end == 0:
        best = pytest.approx(highs.getInfo().objective_function_value)
        assert objective == best == (cost * x).sum()
        assert np.clip(np.append(x, left), np.append(low, 0 * rhs), np.append(high, slack)) == pytest.approx(
            np.append(x, left)
        )
        assert (np.minimum(rest * low, rest * high).sum() + (y * rhs - np.maximum(y * slack, 0)).sum()) == best
        inverse = np.linalg.inv(np.concatenate((matrix, np.diag(np.ones(rows))), axis=1)[:, basic])
        assert weight[basic] == pytest.approx((inverse**2).sum(1), rel=1e-3)
        assert kernels.dual_simplex(*program, 0, objective - 1e-3, x, y)[:2] == (2, 0)  # above the cutoff
        assert kernels.dual_simplex(*program, 10_000, np.inf, x, y)[:2] == (0, 0)  # it was optimal already


def test_a_program_without_what_forced_pairs_settle_proves_the_same_bound() -> None:
    hasse, relaxation = with_cuts(600)
    pool, goal = relaxation.pool, load_records().scores()[600] + 1
    domain = relaxation.dual(1 << 20).settled(hasse, pool, free(hasse), goal)
    assert domain is not None
    assert domain.forced.any()
    for use in (relaxation.restrict, relaxation.rebuild):
        use(domain)
        assert relaxation.solve() == "optimal"
        dual = relaxation.dual(1 << 20)
        bound = dual.bound(dual.residual(hasse, pool), domain, pool) / (1 << 20)
        assert bound == pytest.approx(relaxation.objective, abs=0.01)
    # The rebuilt program continues from the basis of the old one; from no basis it would take a thousand iterations.
    assert relaxation.iterations < 100


def test_a_probe_that_is_long_enough_is_exact_and_leaves_the_optimum_alone() -> None:
    hasse, relaxation = with_cuts(600)
    point, objective, picked = relaxation.x, relaxation.objective, relaxation.y()
    undecided = np.nonzero((picked > 0.01) & (picked < 0.99))[0][:5].tolist()
    assert undecided
    children = [free(hasse).child(hasse, v, picked=yes) for v in undecided for yes in (False, True)]
    probed = [relaxation.probe(child, -np.inf, 10_000)[0] for child in children]
    assert relaxation.solve() == "optimal"
    assert relaxation.objective == pytest.approx(objective)
    assert relaxation.x == pytest.approx(point)
    for child, value in zip(children, probed, strict=True):
        relaxation.restrict(child)
        assert relaxation.solve() == "optimal"
        assert value == pytest.approx(relaxation.objective)
        assert value is not None
        assert value < objective + 1e-6


def test_a_probe_of_an_empty_domain_says_so() -> None:
    hasse, relaxation = with_cuts(600)
    everything = free(hasse)
    for vertex in range(hasse.size):
        everything = everything.child(hasse, vertex, picked=True)
    assert relaxation.probe(everything, -np.inf, 10_000)[0] is None


def test_numerical_trouble_teaches_nothing_and_the_program_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    hasse, relaxation = with_cuts(600)
    objective, run = relaxation.objective, kernels.dual_simplex
    ends = iter([(4, 1, np.nan), (4, 1, np.nan)])
    monkeypatch.setattr(kernels, "dual_simplex", lambda *passed: next(ends, None) or run(*passed))
    assert relaxation.probe(free(hasse), -np.inf, 10_000)[0] == objective
    assert relaxation.solve() == "optimal"
    assert relaxation.objective == pytest.approx(objective)
    assert next(ends, None) is None


def test_a_program_goes_on_from_a_basis_with_the_cuts_that_were_tight() -> None:
    hasse, relaxation = with_cuts(600)
    start, objective = relaxation.start(), relaxation.objective
    assert start.tight
    undecided = np.nonzero((relaxation.y() > 0.01) & (relaxation.y() < 0.99))[0].tolist()
    for vertex in undecided[:3]:
        relaxation.restrict(free(hasse).child(hasse, vertex, picked=True))
        relaxation.solve()
    all_rows = list(relaxation.rows)
    relaxation._drop(list(range(len(all_rows))))  # as if all rows were purged
    relaxation.rebuild(free(hasse))
    assert not relaxation.rows
    assert relaxation.solve() == "optimal"
    assert relaxation.objective > objective
    relaxation.resume(start)
    assert set(relaxation.rows) == start.tight < set(all_rows)
    assert relaxation.solve() == "optimal"
    assert relaxation.objective == pytest.approx(objective)

    start = relaxation.start()
    relaxation.restrict(free(hasse).child(hasse, undecided[0], picked=True))
    relaxation.solve()
    relaxation.restrict(free(hasse))
    relaxation.resume(start)
    assert relaxation.start().statuses == start.statuses
    assert relaxation.solve() == "optimal"
    assert relaxation.start().statuses == start.statuses  # the program was already optimal, so there was no iteration


@given(st.lists(st.integers(-(2**62), 2**62), max_size=50))
def test_exact_sum_does_not_overflow(values: list[int]) -> None:
    assert exact_sum(np.array(values, np.int64)) == sum(values)


# -- cuts of one pot for another -----------------------------------------------------------------------------------


def separator(n: int) -> Separator:
    hasse = build_hasse(tuple(range(1, n + 1)))
    incumbent = Incumbent(hasse, 0)
    return Separator(hasse, CutPool(), incumbent.stuck, 0)


def test_a_cut_means_in_another_pot_what_its_labelled_set_means_there() -> None:
    small, large = separator(60), separator(100)
    hasse = small.graph
    semiprimes = np.nonzero(hasse.level == 2)[0].astype(np.int64)
    vectors = np.array([1, 4, 5, 9])[np.arange(len(semiprimes)) % 4]
    cut = make_cut(sides(hasse)[0], semiprimes, vectors)
    (number,) = large.lift(labelled(large.graph, [NamedCut.name(hasse, cut)]))
    lifted = large.pool.cuts[number]
    assert NamedCut.name(large.graph, lifted) == NamedCut.name(hasse, cut)
    vertices = np.searchsorted(large.graph.weights, hasse.weights[semiprimes])
    again = make_cut(sides(large.graph)[0], vertices.astype(np.int64), vectors)
    assert lifted.pairs.tolist() == again.pairs.tolist()
    assert len(lifted.pairs) > len(cut.pairs)


def test_members_that_are_missing_are_left_out_and_what_is_left_must_be_a_cut() -> None:
    small = separator(30)
    cut = NamedCut("T", ((1, 12, 18, 20), (4, 28, 30), (5, 42, 45, 50)))
    (number,) = small.lift(labelled(small.graph, [cut]))
    assert NamedCut.name(small.graph, small.pool.cuts[number]) == NamedCut("T", ((1, 12, 18, 20), (4, 28, 30)))
    for idle in (
        NamedCut("T", ((1, 12), (4, 18), (5, 42, 45, 50))),  # two vectors remain, and they are independent
        NamedCut("T", ((1, 12, 42),)),
        NamedCut("S", ((1, 4, 12, 6),)),  # its numbers have different levels
        NamedCut("S", ((1, 97, 89),)),
    ):
        assert small.lift(labelled(small.graph, [idle])) == []
    assert len(small.pool) == 1


@pytest.mark.full
def test_a_thorough_root_goes_on_longer_and_stays_a_bound() -> None:
    n = 425
    usual, thorough = (
        State(build_hasse(range(1, n + 1)), seed=0, deadline=Deadline(), progress=ignore_progress) for _ in range(2)
    )
    bounds = Search(usual).bound_root(thorough=False), Search(thorough).bound_root(thorough=True)
    assert load_records()[n].score <= bounds[1] <= bounds[0]
    assert usual.relaxation.solves < thorough.relaxation.solves


@pytest.mark.full
def test_nearly_tight_cuts_make_violated_ones() -> None:
    hasse = build_hasse(range(1, 601))
    state = State(hasse, seed=0, deadline=Deadline(), progress=ignore_progress)
    Search(state).bound_root(thorough=False)
    for _ in range(9):
        if not state.separator.combined(state.relaxation, 4, 4_000):
            break
    else:
        pytest.fail("tight cuts do not run dry")
    new = state.separator.combined(state.relaxation, 4, 4_000, 0.5)
    assert new
    for number in new:
        cut = state.pool.cuts[number]
        members = dict(zip(cut.members.tolist(), cut.vectors.tolist(), strict=True))
        assert cut.pairs.tolist() == twins.cut_pairs(hasse, cut.kind, members)
        assert state.relaxation.x[cut.pairs].sum() > cut.rhs + 0.01
