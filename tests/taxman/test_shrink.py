"""Test how multipliers shrink: compare the compiled moves with plain twins and with the definition of the bound."""

from dataclasses import dataclass
from itertools import accumulate, product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from perfectplay.matching.cuts import CutPool, make_cut, sides
from perfectplay.matching.graph import Graph
from perfectplay.matching.kernels import shrink as kernels
from perfectplay.matching.proof.shrink import Rows, Scaled, Subproblem, nearest
from perfectplay.matching.relaxation import Domain, Dual
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact import solve
from perfectplay.taxman.exact.anatomy import lay_open
from perfectplay.taxman.exact.certify import shrink_certificate
from perfectplay.taxman.exact.hasse import build_hasse
from tests.judged import check_taxman
from tests.profiles import examples


@dataclass(eq=False)
class Case:
    """A test case: a pot with cuts, a subproblem of a tree, and multipliers with allowed signs."""

    graph: Graph
    pool: CutPool
    rows: Rows
    domain: Domain
    subproblem: Subproblem
    scaled: Scaled

    def explicit(self, scaled: Scaled, tops: dict[int, int]) -> int:
        """Compute the bound by the formula of the theory, including the multipliers of tops."""
        u = np.zeros(self.graph.size, np.int64)
        u[self.rows.inner] = scaled.value[: len(self.rows.inner)]
        for v, value in tops.items():
            u[v] = value
        weights = scaled.value[len(self.rows.inner) :]
        dual = Dual(scaled.scale, scaled.objective, u, np.arange(len(self.pool)), weights)
        return dual.bound(dual.residual(self.graph, self.pool), self.domain, self.pool)

    def rest(self, scaled: Scaled) -> list[int]:
        """Return the profit of each pair after the multipliers of its rows are subtracted."""
        numbers = self.graph.weights.tolist()
        rest = [scaled.scale * scaled.objective * numbers[p] for p in self.graph.upper.tolist()]
        value = dict(zip(self.rows.inner.tolist(), scaled.value.tolist(), strict=False))
        for e, ends in enumerate(zip(self.graph.lower.tolist(), self.graph.upper.tolist(), strict=True)):
            rest[e] -= sum(value.get(v, 0) for v in ends)
        for cut, weight in zip(self.pool.cuts, scaled.value.tolist()[len(self.rows.inner) :], strict=True):
            for e in cut.pairs.tolist():
                rest[e] -= weight
        return rest


def case_of(n: int, seed: int, *, forced: int = 0) -> Case:
    rng = np.random.default_rng(seed)
    hasse = build_hasse(range(1, n + 1))
    pool = CutPool()
    for _ in range(4):
        members = np.unique(rng.integers(0, hasse.size, 6))
        cut = make_cut(sides(hasse)[int(rng.integers(2))], members, np.ones(len(members), np.int64))
        if len(cut.pairs):
            pool.add(cut)
    rows = Rows.build(hasse, pool.cuts)
    nothing = np.zeros(hasse.pairs, np.bool_)
    domain = Domain(rng.random(hasse.pairs) < 0.2, nothing)
    for vertex in rng.integers(1, hasse.size, 2).tolist():
        domain = domain.child(hasse, vertex, picked=bool(rng.integers(2)))
    for e in rng.integers(0, hasse.pairs, forced).tolist():
        # Force at most one pair at each number: two would make the subproblem empty.
        ends = (hasse.lower == hasse.lower[e]) | (hasse.upper == hasse.upper[e])
        if not domain.excluded[e] and not (domain.forced & ends).any():
            domain.forced[e] = True
    scale = int(rng.choice([1, 2, 12]))
    value = rng.integers(0, scale * n, len(rows.rhs)) * rng.integers(0, 2, len(rows.rhs))
    subproblem = Subproblem(rows, domain, int(rng.integers(1, n * n)))
    return Case(hasse, pool, rows, domain, subproblem, Scaled(scale, 1, value))


cases = st.builds(case_of, st.integers(4, 40), st.integers(0, 10**6), forced=st.integers(0, 3))


@settings(max_examples=examples(60))
@given(cases)
def test_tops_have_the_best_multipliers(case: Case) -> None:
    rest = case.rest(case.scaled)
    assert case.rows.rest(case.scaled.scale, 1, case.scaled.value).tolist() == rest
    tops = [v for v in range(case.graph.size) if v not in set(case.rows.inner.tolist())]
    best: dict[int, int] = {}
    for v in tops:
        own = range(case.graph.down_ptr[v], case.graph.down_ptr[v + 1])
        free = [e for e in own if not case.domain.excluded[e] and not case.domain.forced[e]]
        floor = [] if v in case.domain.picked else [0]
        # The bound is piecewise linear in the multiplier of a top, with breakpoints at `corners`.
        corners = [rest[e] for e in free if floor == [] or rest[e] > 0] + floor
        tried = {corner: case.explicit(case.scaled, best | {v: corner}) for corner in corners}
        if tried:
            best[v] = min(tried, key=tried.__getitem__)
    assert case.subproblem.bound(case.scaled) == case.explicit(case.scaled, best)


@settings(max_examples=examples(60))
@given(cases)
def test_residuals_say_what_takes_the_place_of_a_pair(case: Case) -> None:
    subproblem, rest = case.subproblem, np.array(case.rest(case.scaled))
    rows = case.rows
    before = case.subproblem.bound(case.scaled)
    found = np.empty_like(rest)
    kernels.residuals(subproblem.state, rest, rows.first, rows.last, subproblem.floor, found)
    for e in range(case.graph.pairs):
        beside = range(rows.first[e], rows.last[e]) if rows.first[e] >= 0 else ()
        alternatives = [rest[k] for k in beside if k != e and subproblem.state[k] == 1]
        picked = int(case.graph.upper[e]) in case.domain.picked
        if subproblem.state[e] != 1 or (rows.first[e] >= 0 and picked and not alternatives):
            continue
        without = Domain(case.domain.excluded.copy(), case.domain.forced, case.domain.picked)
        without.excluded[e] = True
        with_it = Domain(case.domain.excluded, case.domain.forced.copy(), case.domain.picked)
        with_it.forced[e] = True
        # Compute the bound without the pair, and with the pair forced.
        assert Subproblem(rows, without, 1).bound(case.scaled) == before - max(found[e], 0)
        assert Subproblem(rows, with_it, 1).bound(case.scaled) == before + min(found[e], 0)


def wrapped(number: int) -> int:
    """Return the lowest 64 bits of a number as a signed integer."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


@settings(max_examples=examples(60))
@given(cases, st.integers(1, 62), st.integers(0, 10**6))
def test_multipliers_that_run_away_wrap(case: Case, bits: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, subproblem = case.rows, case.subproblem
    value = np.maximum(rng.integers(-(1 << bits), 1 << bits, len(rows.rhs)), subproblem.least)
    scaled = Scaled(case.scaled.scale, 1, value)
    rest = rows.rest(scaled.scale, 1, value)
    assert rest.tolist() == [wrapped(each) for each in case.rest(scaled)]
    # Test a subproblem that has only rows, without free or forced pairs.
    nothing = np.zeros_like(subproblem.state)
    floor = np.full_like(rest, -kernels.FAR)
    bound = kernels.bound(rows.rhs, value, nothing, rest, rows.first, rows.last, floor)
    assert bound == wrapped(sum(a * b for a, b in zip(rows.rhs.tolist(), value.tolist(), strict=True)))
    found = np.empty_like(rest)
    kernels.residuals(np.ones_like(rest), rest, rows.first, rows.last, floor, found)
    for e in range(case.graph.pairs):
        beside = [rest[k] for k in range(rows.first[e], rows.last[e]) if k != e and rows.first[e] >= 0]
        taken = max([-kernels.FAR, *map(int, beside)]) if rows.first[e] >= 0 else 0
        assert found[e] == wrapped(int(rest[e]) - taken)
    before = value.copy()
    near = rng.permutation(value)
    graph = rows.ptr, rows.pair, rows.rhs, subproblem.state, value
    kernels.descend(
        *graph, subproblem.least, rest, rows.first, rows.last, subproblem.floor, near, len(rows.inner), 10
    )  # fmt: skip
    assert rest.tolist() == rows.rest(scaled.scale, 1, value).tolist()
    kernels.pull(*graph, rest, rows.first, rows.last, subproblem.floor, before, (1 << 63) - 1)
    assert rest.tolist() == rows.rest(scaled.scale, 1, value).tolist()


@settings(max_examples=examples(60))
@given(cases)
def test_no_single_step_lowers_an_improved_bound(case: Case) -> None:
    subproblem = case.subproblem
    before = subproblem.bound(case.scaled)
    start = subproblem.signed(case.scaled)
    better = subproblem.improved(start)
    assert subproblem.bound(better) <= before
    assert ((better.value >= 0) | (subproblem.least < 0)).all()
    for _ in range(20):
        better = subproblem.improved(better)
    least = subproblem.bound(better)
    for row in range(len(case.rows.rhs)):
        if row >= len(case.rows.inner) and better.value[row] == 0:
            assert start.value[row] == 0 or subproblem.bound(with_step(better, row, 1)) >= least
            continue
        assert subproblem.bound(with_step(better, row, 1)) >= least or unbounded(case, row)
        if better.value[row] > subproblem.least[row]:
            assert subproblem.bound(with_step(better, row, -1)) >= least or unbounded(case, row)


def with_step(scaled: Scaled, row: int, by: int) -> Scaled:
    value = scaled.value.copy()
    value[row] += by
    return Scaled(scaled.scale, scaled.objective, value)


def unbounded(case: Case, row: int) -> bool:
    """Return whether the bound falls without limit in a row's multiplier, which shows that the subproblem is empty."""
    far = [case.subproblem.bound(with_step(case.scaled, row, by)) for by in (1 << 30, -(1 << 30))]
    return min(far) < -(1 << 20)


@settings(max_examples=examples(60))
@given(cases, st.integers(0, 10**6), st.integers(0, 200))
def test_multipliers_are_pulled_as_far_as_the_slack_reaches(case: Case, seed: int, slack: int) -> None:
    subproblem = case.subproblem
    scaled = subproblem.improved(case.scaled)
    subproblem.goal = -(-(subproblem.bound(scaled) + slack + 1) // scaled.scale)
    near = subproblem.signed(Scaled(scaled.scale, 1, np.random.default_rng(seed).permutation(case.scaled.value)))
    pulled = subproblem.pulled(scaled, near.value)
    assert subproblem.closes(pulled)
    assert ((pulled.value == scaled.value) | (pulled.value == near.value)).all()
    for row in np.nonzero(pulled.value != near.value)[0].tolist():
        more = with_step(pulled, row, int(near.value[row] - pulled.value[row]))
        assert not subproblem.closes(more)
    assert (subproblem.pulled(near, near.value).value == near.value).all()


@settings(max_examples=examples(60))
@given(cases, st.integers(0, 10**6), st.integers(0, 50))
def test_no_mixture_of_both_is_nearer_to_the_model(case: Case, seed: int, slack: int) -> None:
    subproblem, scale = case.subproblem, case.scaled.scale
    model = subproblem.signed(Scaled(scale, 1, np.random.default_rng(seed).permutation(case.scaled.value)))
    own = subproblem.improved(subproblem.signed(case.scaled))
    assume(np.abs(own.value).max() < 1 << 20)
    subproblem.goal = -(-(subproblem.bound(own) + 1) // scale) + slack
    price = np.random.default_rng(seed).integers(1, 9, len(own.value)).astype(float)

    def cost(value: npt.NDArray[np.float64]) -> float:
        return float(price @ np.abs(value - model.value / scale))

    found = nearest(subproblem, model, own, price, float(slack))
    assert found is not None
    fine = Scaled(1 << 24, 1, np.rint(found * (1 << 24)).astype(np.int64))
    assert (fine.value >= subproblem.least).all()
    assert subproblem.slack(fine) >= slack - 1e-3
    differ = np.nonzero(own.value != model.value)[0].tolist()
    assert set(np.nonzero(found != model.value / scale)[0].tolist()) <= set(differ)
    for chosen in product((False, True), repeat=min(len(differ), 7)):
        mixed = own.value.copy()
        for row, back in zip(differ, chosen, strict=False):
            mixed[row] = model.value[row] if back else own.value[row]
        if subproblem.slack(Scaled(scale, 1, mixed)) >= slack:
            assert cost(found) <= cost(mixed / scale) + 1e-4


@pytest.mark.full
@pytest.mark.parametrize(("n", "seed"), [(400, 0), (573, 1)])
def test_certificates_are_small(n: int, seed: int) -> None:
    found = solve(TaxmanPosition.new(n), certificate=True, seed=seed).certificate
    assert found is not None
    assert check_taxman(found).optimal
    proof = found["proof"]
    used: list[int] = []
    scales: list[int] = []
    stack = [proof["tree"]]
    while stack:
        node = stack.pop()
        multipliers = node.get("leaf") or node.get("fix")
        if multipliers is not None:
            used += accumulate(step for step, _ in multipliers["cuts"])
            scales.append(multipliers["scale"])
        # Push the case that comes first in the text last, because the stack returns the last item first.
        stack += [node[name] for name in ("not", "picked", "then") if name in node]
    # Every listed cut is used; cuts are numbered by first use, and their members are sorted.
    assert list(dict.fromkeys(used)) == list(range(len(proof["cuts"])))
    assert all(members == sorted(members) for cut in proof["cuts"] for _, *members in cut["vectors"])
    assert max(scales) <= 512
    # If the certificate is shrunk again, its claim stays the same, and it gets no other cuts.
    again = shrink_certificate(found)
    assert check_taxman(again).optimal
    assert again["claim"] == found["claim"]
    assert {str(cut) for cut in again["proof"]["cuts"]} <= {str(cut) for cut in proof["cuts"]}


def test_certificates_hold_where_no_multipliers_are_found_near_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def find_none(*given: object) -> None:
        asked.append(given)

    monkeypatch.setattr("perfectplay.matching.proof.writing.nearest", find_none)
    found = lay_open(240, sparing=True)
    assert found.leaves > 2
    assert asked
    assert found.checked
