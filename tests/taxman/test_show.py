"""Trees of proofs, to be shown: their bounds are the checker's, and true."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from typing import Any

import pytest

from perfectplay.core.proof.proofs import find
from perfectplay.taxman.exact import solve
from perfectplay.taxman.proof.show import cases_of
from perfectplay.taxman.rules import TaxmanPosition
from tests.judged import check_taxman


def certificate(n: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(find(f"taxman:{n}").certificates[0])
    return found


def leaves(certificate: dict[str, Any]) -> list[dict[str, Any]]:
    """The leaves of a tree in the order of the proof, found by recursion."""

    def walk(node: dict[str, Any]) -> list[dict[str, Any]]:
        if "leaf" in node:
            return [node["leaf"]]
        return [one for name in ("picked", "not", "then") if name in node for one in walk(node[name])]

    return walk(certificate["proof"]["tree"])


@pytest.mark.parametrize("n", [21, 420, 1000])
def test_the_checker_tells_of_each_leaf_once(n: int) -> None:
    given = certificate(n)
    told: list[tuple[int, int, int]] = []
    assert check_taxman(given, watch=lambda *one: told.append(one)).optimal
    assert [scale for scale, _, _ in told] == [leaf["scale"] for leaf in leaves(given)]
    above = given["claim"]["upper"] + 1
    assert [goal for _, goal, _ in told] == [leaf["scale"] * above * leaf.get("objective", 1) for leaf in leaves(given)]
    assert all(bound < goal for _, goal, bound in told)
    cases = cases_of(given)
    assert [one.bound for one in cases if one.kind == "leaf"] == [
        Fraction(bound, scale) if goal else None for scale, goal, bound in told
    ]


def test_a_leaf_that_does_not_close_has_no_bound() -> None:
    given = copy.deepcopy(certificate(1000))
    second = leaves(given)[1]
    second["u"] = [[1, 10**6]]
    assert not check_taxman(given).valid
    bounds = [one.bound for one in cases_of(given) if one.kind == "leaf"]
    assert bounds[0] is not None
    assert set(bounds[1:]) == {None}


@pytest.mark.parametrize("moves", [(), (19,), (19, 9), (19, 15)])
def test_bounds_count_what_has_been_gained(moves: tuple[int, ...]) -> None:
    position = TaxmanPosition.new(20)
    for move in moves:
        position = position.play(move)
    result = solve(position, certificate=True)
    assert result.certificate is not None
    (case,) = cases_of(dict(result.certificate))
    assert case.bound is not None
    assert result.value <= case.bound < result.value + 1


def test_a_proof_without_a_tree_has_no_cases() -> None:
    assert cases_of(json.loads(find("taxman:99").text)) == ()


def test_what_a_fixing_leaves_out_is_not_above_the_claim() -> None:
    given = copy.deepcopy(certificate(21))
    tree = given["proof"]["tree"]
    upper = given["claim"]["upper"]
    # Nothing better is possible below the fixing, and its own multipliers are those of the leaf.
    given["proof"]["tree"] = {"fix": tree["leaf"], "then": tree}
    assert check_taxman(given).optimal
    above, below = cases_of(given)
    assert (above.kind, below.kind) == ("fixing", "leaf")
    assert below.bound is not None
    assert above.bound == max(upper, below.bound)
    weaker = copy.deepcopy(given)
    weaker["claim"]["upper"] += 5
    above, below = cases_of(weaker)
    assert below.bound is not None
    assert above.bound == upper + 5 > below.bound
