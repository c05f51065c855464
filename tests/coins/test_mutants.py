"""Thousands of changed certificates: whatever the checker still accepts is true."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from perfectplay.coins.rules import CoinsPosition
from tests.coins.mutants import certificates, mutant
from tests.coins.oracles import brute_claim
from tests.coins.second_checker import accepts
from tests.judged import check_coins


@lru_cache(maxsize=10_000)
def truth(position: str) -> dict[str, Any]:
    return brute_claim(CoinsPosition.from_id(position))


def assert_true(certificate: dict[str, Any]) -> None:
    """Compare what was accepted with all positions of the game."""
    claim, true = certificate["claim"], truth(certificate["position"])
    assert Fraction(str(claim["margin"])) == true["margin"], certificate
    # A sum may leave it open.
    assert claim["best_moves"] in (
        {true["best_moves"], None} if certificate["proof"]["kind"] == "sum" else {true["best_moves"]}
    ), certificate
    cost = claim["mistake_cost"]
    assert (None if cost is None else Fraction(str(cost))) == true["mistake_cost"], certificate


def attack(seed: int, mutants: int) -> Counter[str]:
    """Check mutants; count what was accepted and refused, by the kind of proof."""
    random = Random(seed)
    found: Counter[str] = Counter()
    pool = certificates(random, 150)
    for certificate in pool:
        assert check_coins(certificate).valid
        assert_true(certificate)
    for _ in range(mutants):
        changed = mutant(random, pool)
        verdict = check_coins(changed)
        # What was read from a file is the same.
        assert check_coins(json.loads(json.dumps(changed))) == verdict
        assert accepts(changed) == verdict.valid, (changed, verdict)
        if verdict.valid:
            assert_true(changed)
            found[f"accepted: {changed['proof']['kind']}"] += 1
        else:
            assert verdict.reason
            found["refused"] += 1
    return found


def test_no_changed_certificate_proves_what_is_false() -> None:
    found = attack(2026, 3_000)
    # Some are changed to other true ones: in the order of fusions, or in a coin that does not matter.
    assert found["refused"] > 2_000
    assert {name for name in found if name != "refused"} == {
        f"accepted: {kind}" for kind in ("fusion", "sum", "circle", "search")
    }


@pytest.mark.full
@pytest.mark.parametrize("seed", range(10))
def test_no_one_of_very_many_does(seed: int) -> None:
    assert sum(attack(seed, 10_000).values()) == 10_000
