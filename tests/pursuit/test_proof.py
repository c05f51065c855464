"""Test that true certificates are valid, that false claims are refused, and that no text crashes the checker."""

from __future__ import annotations

import copy
import gzip
import json
import lzma
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, SUIT, Deck
from perfectplay.pursuit.odds import odds
from perfectplay.pursuit.proof import check
from perfectplay.pursuit.proof.check import Verdict
from perfectplay.pursuit.proof.write import deal_certificate, map_certificate, odds_certificate, write_certificate
from perfectplay.pursuit.reach import reach
from perfectplay.pursuit.rules import PursuitPosition, Rules, Step
from perfectplay.pursuit.solve import solve
from tests.conformance.make import at
from tests.judged import check_pursuit, word
from tests.profiles import examples
from tests.pursuit.oracles import Tree, fewest_of, parts_of, trees, values_of
from tests.tables import rows

Json = Any
CERTIFICATES = Path(__file__).parents[2] / "certificates" / "pursuit"
CARD = st.one_of(st.integers(1, 6), st.integers(1, 100))
RULES = st.builds(
    Rules, st.sets(st.sampled_from("+-*/"), min_size=1).map("".join), st.booleans(), st.booleans(), st.booleans()
)


def proven(numbers: list[int], target: int, rules: Rules | None = None) -> Json:
    position = PursuitPosition.new(numbers, target, rules)
    return json.loads(json.dumps(deal_certificate(position, solve(position))))


def mapped(numbers: list[int], low: int, high: int, rules: Rules | None = None) -> Json:
    return json.loads(json.dumps(map_certificate(reach(numbers, low, high, rules))))


def chance(deck: Deck, numbers: int, low: int, high: int, rules: Rules | None = None) -> Json:
    return json.loads(json.dumps(odds_certificate(odds(deck, numbers, low, high, rules, maps=True))))


# -- true statements, by brute force -----------------------------------------------------------------------------


def distance_of(cards: tuple[int, ...], target: int, rules: Rules) -> int:
    """Return the smallest distance of a deal from its target; if all numbers must be used, stopping counts as 0."""
    whole = [value for part in parts_of(cards, rules) for value in values_of(part, rules) if value.denominator == 1]
    nothing = [target] * (rules.use_all and len(cards) > 1)
    return min([abs(int(value) - target) for value in whole] + nothing)


def is_true(verdict: Verdict) -> bool:
    """Return whether the claim of a valid certificate is true."""
    assert verdict.position is not None
    assert verdict.claim is not None
    claim = verdict.claim
    numbers, targets, *rest = verdict.position.removeprefix("pursuit:").split(":")
    rules = Rules.from_code(rest[0]) if rest else Rules()
    low, _, high = targets.partition("-")
    if "of" in numbers:
        size, _, cards = numbers.partition("of")
        deck = Deck.of("deck", dict(tuple(map(int, card.split("x"))) for card in cards.split(".")))  # type: ignore[misc]  # pairs
        return claim == figures(deck, int(size), int(low), int(high), rules)
    deal = tuple(map(int, numbers.split(".")))
    if high:
        fewest = fewest_of(deal, int(low), int(high), rules)
        return claim == {"count": sum(map(bool, fewest)), "fewest": "".join(map(str, fewest))}
    distance = distance_of(deal, int(low), rules)
    if claim["value"] is None:
        return bool(claim["distance"] == distance == int(low))
    return bool(claim["distance"] == distance == abs(claim["value"] - int(low)))


def figures(deck: Deck, size: int, low: int, high: int, rules: Rules) -> dict[str, int]:
    counts = {deal: sum(map(bool, fewest_of(deal, low, high, rules))) for deal in deck.deals(size)}
    width = high - low + 1
    probability = Fraction(sum(deck.weight(deal) * count for deal, count in counts.items()), deck.total(size) * width)
    return {
        "deals": deck.total(size),
        "distinct_deals": len(counts),
        "hits": sum(counts.values()),
        "certain_deals": list(counts.values()).count(width),
        "numerator": probability.numerator,
        "denominator": probability.denominator,
    }


# -- true certificates -------------------------------------------------------------------------------------------


@given(st.lists(CARD, min_size=1, max_size=3), st.integers(1, 60), RULES)
def test_what_the_solver_proves_is_true_and_passes(numbers: list[int], target: int, rules: Rules) -> None:
    verdict = check_pursuit(proven(numbers, target, rules))
    assert verdict.valid, verdict.reason
    assert is_true(verdict)
    assert verdict.position == PursuitPosition.new(numbers, target, rules).id


@given(st.lists(CARD, min_size=1, max_size=3), st.integers(1, 12), st.integers(0, 300), RULES)
def test_maps_are_true_and_pass(numbers: list[int], low: int, more: int, rules: Rules) -> None:
    verdict = check_pursuit(mapped(numbers, low, low + more, rules))
    assert verdict.valid, verdict.reason
    assert is_true(verdict)


@settings(max_examples=15)
@given(st.lists(st.integers(1, 12), min_size=4, max_size=4), st.integers(1, 30), RULES)
def test_maps_of_four_numbers(numbers: list[int], high: int, rules: Rules) -> None:
    # For such low targets, the bound of Theorem 4 excludes many values.
    verdict = check_pursuit(mapped(numbers, 1, high, rules))
    assert verdict.valid, verdict.reason
    assert is_true(verdict)


@settings(max_examples=examples(30))
@given(st.lists(st.integers(1, 100), min_size=6, max_size=6), st.integers(1, 1000))
def test_six_numbers(numbers: list[int], target: int) -> None:
    verdicts = [check_pursuit(proven(numbers, target)), check_pursuit(mapped(numbers, 1, 1000))]
    assert [verdict.valid for verdict in verdicts] == [True, True], verdicts


@rows(
    "numbers, rules",
    [
        ([3, 6, 9, 10, 50, 100, 7], ""),
        ([1, 1, 2, 2, 3, 3, 4, 4], ""),
        ([1, 1, 2, 2, 3, 3, 4], "all"),
        ([999_983, 999_979, 2, 3, 3], ""),
        ([3, 6, 9, 10, 50, 100], "operators=-"),
        ([3, 6, 9, 10, 50, 100], "all,operators=-*"),
        ([3, 6, 9, 10, 50, 100], "all,positive"),
        ([3, 6, 9, 10, 50], "fractions"),
        ([1, 5, 5, 5, 8], "all,fractions,operators=-/"),
        ([1, 2, 3], "positive,operators=/"),
    ],
)
def test_all_rules_are_proven(numbers: list[int], rules: str) -> None:
    assert check_pursuit(mapped(numbers, 1, 1000, Rules.parse(rules))).valid
    for target in (1, 7, 997):
        assert check_pursuit(proven(numbers, target, Rules.parse(rules))).valid


DECK = Deck.of("small", {1: 2, 2: 1, 5: 3, 25: 1})


@settings(max_examples=examples(25))
@given(st.integers(1, 3), st.integers(1, 40), st.integers(0, 20), RULES)
def test_odds_of_a_small_deck(size: int, low: int, more: int, rules: Rules) -> None:
    verdict = check_pursuit(chance(DECK, size, low, low + more, rules))
    assert verdict.valid, verdict.reason
    assert is_true(verdict)


def test_the_game_of_24() -> None:
    deck = Deck.of("24", dict.fromkeys(range(1, 6), 4))
    verdict = check_pursuit(chance(deck, 4, 24, 24, Rules(use_all=True, fractions=True)))
    assert verdict.claim == figures(deck, 4, 24, 24, Rules(use_all=True, fractions=True))


def test_nothing_is_nearest_where_all_numbers_must_be_used() -> None:
    certificate = proven([100, 100], 3, Rules("+", use_all=True))
    assert certificate["claim"] == {"value": None, "distance": 3}
    assert check_pursuit(certificate).valid
    assert check_pursuit(proven([100, 100], 100, Rules("+", use_all=True))).claim == {"value": 200, "distance": 100}
    # A single number can only be used as it is.
    assert check_pursuit(proven([100], 3, Rules("+", use_all=True))).claim == {"value": 100, "distance": 97}


def test_zero_may_be_nearest() -> None:
    certificate = proven([100, 100], 3, Rules("+-"))
    assert certificate["claim"] == {"value": 0, "distance": 3}
    assert check_pursuit(certificate).valid
    forged = at(at(certificate, "claim", {"value": 100, "distance": 97}), "proof/formula", [100])
    assert check_pursuit(forged).reason == "the claimed distance is 97, and 0 can be made of 100 100"


def reverse_polish(tree: Tree) -> list[int | str]:
    return [tree] if isinstance(tree, int) else [*reverse_polish(tree[0]), *reverse_polish(tree[2]), tree[1]]


@given(st.lists(st.integers(1, 12), min_size=1, max_size=3), st.integers(1, 40), RULES)
def test_of_all_formulae_the_nearest_pass_and_no_others(numbers: list[int], target: int, rules: Rules) -> None:
    position = PursuitPosition.new(numbers, target, rules).id
    distance = distance_of(tuple(numbers), target, rules)
    for part in parts_of(tuple(numbers), rules):
        for value, _, tree in trees(part, rules):
            off = abs(Fraction(value) - target)
            claim = {"value": int(value), "distance": int(off)}
            proof = {"kind": "closure" if off else "formula", "formula": reverse_polish(tree)}
            verdict = check_pursuit(HIT | {"position": position, "claim": claim, "proof": proof})
            assert verdict.valid == (off == distance), verdict.reason


# -- deliberate forgeries ----------------------------------------------------------------------------------------

HIT = proven([3, 6, 9, 10, 50, 100], 951)
MISS = proven([1, 3, 7, 10, 25, 50], 831)
MAP = mapped([1, 1, 1, 1, 2, 2], 1, 20)
ODDS = chance(DECK, 3, 1, 20)
ROW = ODDS["proof"]["maps"][2]


def more(certificate: Json, **changes: int) -> Json:
    return certificate | {"claim": {name: n + changes.get(name, 0) for name, n in certificate["claim"].items()}}


def with_rules(certificate: Json, rules: str) -> Json:
    return certificate | {"position": f"{certificate['position']}:{rules}"}


FORGED = [
    ("a division by zero", at(HIT, "proof/formula", [3, 6, 9, 3, "-", "-", "/"]), "uses 3 more often"),
    ("two operators at once", at(HIT, "proof/formula", [100, 6, "+-"]), "neither a number nor an operator"),
    ("no operator", at(HIT, "proof/formula", [100, 6, ""]), "neither a number nor an operator"),
    (
        "a fraction as the result",
        with_rules(at(HIT, "proof/formula", [100, 6, "/"]), "fractions"),
        "the value of the formula is 50/3",
    ),
    ("another claim", at(HIT, "claim/value", 954), "claims value 954 and proves 951"),
    ("a hit that is none", more(HIT, distance=1), "a formula alone proves a distance of 0 and no other"),
    ("an operator too much", at(HIT, "proof/formula", [100, 6, "+", "*"]), "lacks a number before '*'"),
    ("a number too much", at(HIT, "proof/formula", [100, 6]), "leaves 2 numbers"),
    ("no formula", at(HIT, "proof/formula", []), "leaves 0 numbers"),
    ("null for a formula", at(HIT, "proof/formula", None), "the formula should be a list, not None"),
    ("a long formula", at(HIT, "proof/formula", [100] * 12), "has 12 entries, too many for 6 numbers"),
    ("true for 1", at(MISS, "proof/formula", [True]), "the formula has True"),
    ("1.0 for 1", at(MISS, "proof/formula", [1.0]), "it has the number '1.0', which is not an integer"),
    ("a list for a number", at(MISS, "proof/formula", [[1]]), "the formula has [1]"),
    (
        "something farther",
        at(at(MISS, "claim", {"value": 829, "distance": 2}), "proof/formula", [50, 25, "+", 7, "+", 1, "+", 10, "*"]),
        "claims value 829 and proves 830",
    ),
    (
        "something farther that is there",
        at(at(MISS, "claim", {"value": 50, "distance": 781}), "proof/formula", [50]),
        "the claimed distance is 781, and",
    ),
    ("a hit as a miss", at(at(HIT, "proof/kind", "closure"), "proof/formula", [3]), "claims value 951 and proves 3"),
    ("a miss by formula", at(MISS, "proof/kind", "formula"), "a formula alone proves a distance of 0"),
    ("a distance of another value", more(MISS, distance=1), "claims distance 2 and proves 1"),
    (
        "nothing",
        at(at(MISS, "claim", {"value": None, "distance": 831}), "proof/formula", None),
        "a value of null is for rules by which all of several numbers must be used",
    ),
    (
        "nothing, where there is something",
        with_rules(at(at(MISS, "claim", {"value": None, "distance": 831}), "proof/formula", None), "all"),
        "the claimed distance is 831, and",
    ),
    (
        "something farther than nothing",
        at(proven([100, 100], 3, Rules("+", use_all=True)), "claim", {"value": 200, "distance": 197})
        | {"proof": {"kind": "closure", "formula": [100, 100, "+"]}},
        "nothing at all, which counts as 0, is nearer than 200",
    ),
    (
        "a target too much",
        at(MAP, "claim", {"count": 18, "fewest": "11222334455666566600"[:19] + "6"}),
        "as the fewest numbers for",
    ),
    ("another count", more(MAP | {"claim": {"count": 17, "fewest": 0}}, count=1), "'fewest' should be a text"),
    ("a digit too much", at(MAP, "claim/fewest", MAP["claim"]["fewest"] + "0"), "has 21 digits for 20 targets"),
    ("no digit", at(MAP, "claim/fewest", "9" * 20), "should be a text of digits from 0 to 8"),
    ("a digit of another script", at(MAP, "claim/fewest", "\N{ARABIC-INDIC DIGIT ONE}" * 20), "digits from 0 to 8"),
    ("a text for a weight", at(ODDS, "proof/maps/2/1", "1"), "not in '1'"),
    ("another deal", at(ODDS, "proof/maps/2/0", [1, 1, 24]), "the map of the deal 1 1 25 is missing"),
    ("true for a number", at(ODDS, "proof/maps/2/0", [True, 1, 25]), "the map of the deal 1 1 25 is missing"),
    ("a deal of more", at(ODDS, "proof/maps/2/0", [1, 1, 25, 25]), "the map of the deal 1 1 25 is missing"),
    ("no deal", at(ODDS, "proof/maps/2", None), "is missing: instead there is None"),
    ("a deal twice", at(ODDS, "proof/maps/3", ROW), "is missing: instead there is [[1, 1, 25], 1, "),
    ("a bit too much", at(ODDS, "proof/maps/2/2", "fffff"), "claims hits"),
    ("a digit too much", at(ODDS, "proof/maps/2/2", "0" + ROW[2]), "should have 5 hexadecimal digits"),
    ("a capital", at(ODDS, "proof/maps/2/2", "FFFFF"), "should have 5 hexadecimal digits"),
    ("no map", at(ODDS, "proof/maps/2/2", 5), "should have 5 hexadecimal digits"),
    (
        "bits beyond the targets",
        at(chance(DECK, 1, 1, 18), "proof/maps/0/2", "40001"),
        "the map of the deal 1 should have 18 bits",
    ),
    (
        "a chance that is not in lowest terms",
        more(ODDS, denominator=ODDS["claim"]["denominator"]),
        "claims denominator",
    ),
    ("more deals", more(ODDS, deals=1), "claims deals"),
    ("more different deals", more(ODDS, distinct_deals=-1), "claims distinct_deals"),
    ("more hits", more(ODDS, hits=1), "claims hits"),
    ("more certain deals", more(ODDS, certain_deals=1), "claims certain_deals"),
]


@rows("certificate, reason", [row[1:] for row in FORGED])
def test_what_is_forged_does_not_pass(certificate: Json, reason: str) -> None:
    verdict = check_pursuit(certificate)
    assert (verdict.valid, verdict.examined, verdict.claim) == (False, True, None)
    assert reason in verdict.reason


def figures_of(rows: Json, deals: int, width: int) -> dict[str, int]:
    """Compute the figures of a claim about odds from the maps of all deals."""
    counts = [int(text, 16).bit_count() for _, _, text in rows]
    chance_of = Fraction(sum(row[1] * count for row, count in zip(rows, counts, strict=True)), deals * width)
    return {
        "deals": deals,
        "distinct_deals": len(rows),
        "hits": sum(counts),
        "certain_deals": counts.count(width),
        "numerator": chance_of.numerator,
        "denominator": chance_of.denominator,
    }


def test_a_wrong_map_with_figures_that_agree_does_not_pass() -> None:
    assert figures_of(ODDS["proof"]["maps"], DECK.total(3), 20) == ODDS["claim"]
    for place, (deal, _, text) in enumerate(ODDS["proof"]["maps"]):
        fewest = fewest_of(tuple(deal), 1, 20, Rules())
        for bit in range(20):
            changed = f"{int(text, 16) ^ 1 << bit:05x}"
            forged = at(ODDS, f"proof/maps/{place}/2", changed)
            forged["claim"] = figures_of(forged["proof"]["maps"], DECK.total(3), 20)
            verdict = check_pursuit(forged)
            can = "can" if fewest[bit] else "cannot"
            shown = " ".join(map(str, deal))
            assert verdict.reason == f"the map of the deal {shown} is wrong: the target {bit + 1} {can} be hit"


def test_a_wrong_map_of_six_numbers_does_not_pass() -> None:
    certificate = mapped([1, 3, 7, 10, 25, 50], 1, 1000)
    fewest = certificate["claim"]["fewest"]
    for target in (831, 834, 941, 977, 1, 500, 1000):
        for digit in set("0123456") - {fewest[target - 1]}:
            changed = fewest[: target - 1] + digit + fewest[target:]
            claim = {"count": 1000 - changed.count("0"), "fewest": changed}
            assert f"fewest numbers for {target}" in check_pursuit(certificate | {"claim": claim}).reason


# -- random changes ----------------------------------------------------------------------------------------------

BASES = [
    proven([3, 6, 9], 24),
    proven([1, 2, 5], 17),
    proven([3, 3, 8, 8], 24, Rules(use_all=True, fractions=True)),
    proven([3, 5, 7], 9, Rules("-")),
    proven([100, 100], 3, Rules("+", use_all=True)),
    proven([4, 4], 3, Rules("+-")),
    mapped([1, 1, 2], 1, 12),
    mapped([2, 5, 6], 3, 9, Rules(fractions=True)),
    mapped([1, 2, 4], 1, 9, Rules(positive=True, use_all=True)),
    chance(Deck.of("deck", {1: 2, 3: 1, 4: 1}), 2, 1, 9),
    chance(Deck.of("deck", {2: 1, 3: 2, 6: 1}), 3, 2, 6, Rules("+-/", use_all=True)),
]
STRANGE: tuple[Json, ...] = (None, True, 0, -1, 1.0, 10**30, "", "1", "formula", [], [1], {}, {"kind": "closure"})


def places(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield from places(inner, (*path, step))


def changed(value: Json, rng: random.Random) -> Json:
    """Return a value that differs from the old one, but is usually close to it."""
    if rng.random() < 0.1:
        return copy.deepcopy(rng.choice(STRANGE))
    if type(value) is int:
        return value + rng.choice((-2, -1, 1, 2))
    if isinstance(value, str) and value:
        place = rng.randrange(len(value))
        letter = rng.choice("0123456789abcdef.:-xofalmsd+*/" + value)
        return value[:place] + letter * rng.randrange(3) + value[place + rng.randrange(2) :]
    if isinstance(value, list) and value:
        twin = copy.deepcopy(value)
        one, other = rng.randrange(len(twin)), rng.randrange(len(twin))
        match rng.randrange(4):
            case 0:
                twin[one], twin[other] = twin[other], twin[one]
            case 1:
                del twin[one]
            case 2:
                twin.insert(one, copy.deepcopy(twin[other]))
            case _:
                twin[one] = copy.deepcopy(twin[other])
        return twin
    if isinstance(value, dict) and value:
        name = rng.choice(list(value))
        rest = {other: inner for other, inner in value.items() if other != name}
        return rest if rng.random() < 0.5 else rest | {rng.choice(("kind", "value", "odd")): value[name]}
    return copy.deepcopy(rng.choice(STRANGE))


def mutants(count: int, seed: int) -> Iterator[Json]:
    """Yield changed certificates; in half of them, other values are corrected to agree, as a forger would do."""
    rng = random.Random(seed)
    for _ in range(count):
        twin = copy.deepcopy(rng.choice(BASES))
        for _ in range(rng.choice((1, 1, 2, 3))):
            # Rarely change the other fields, and choose evenly among depths, so that short paths are chosen, too.
            found = [path for path in places(twin) if path[0] in {"position", "claim", "proof"} or rng.random() < 0.05]
            depth = rng.randint(1, max(map(len, found)))
            *outer, last = rng.choice([path for path in found if len(path) == depth] or found)
            here = twin
            for step in outer:
                here = here[step]
            here[last] = changed(here[last], rng)
        if rng.random() < 0.5:
            with suppress(AttributeError, ArithmeticError, IndexError, LookupError, TypeError, ValueError):
                put_right(twin)
        yield twin


def put_right(certificate: Json) -> None:
    """Correct the figures of a claim so that they agree with its proof and its position, if possible."""
    claim, proof = certificate["claim"], certificate["proof"]
    if "fewest" in claim:
        claim["count"] = len(claim["fewest"]) - claim["fewest"].count("0")
    elif "maps" in proof:
        _, numbers, targets = certificate["position"].split(":")[:3]
        low, high = map(int, targets.split("-"))
        size, _, cards = numbers.partition("of")
        deck = Deck.of("deck", {int(card.split("x")[0]): int(card.split("x")[1]) for card in cards.split(".")})
        for row in proof["maps"]:
            row[1] = deck.weight(tuple(row[0]))
        claim |= figures_of(proof["maps"], deck.total(int(size)), high - low + 1)
    elif proof["formula"] is not None:
        claim["value"] = int(calculated(proof["formula"]))
        claim["distance"] = abs(claim["value"] - int(certificate["position"].split(":")[2]))
        proof["kind"] = "closure" if claim["distance"] else "formula"


def calculated(formula: Json) -> Fraction:
    stack: list[Fraction] = []
    for entry in formula:
        if isinstance(entry, str):
            y, x = stack.pop(), stack.pop()
            stack.append({"+": x + y, "-": x - y, "*": x * y}[entry] if entry != "/" else x / y)
        else:
            stack.append(Fraction(entry))
    return stack[-1]


def check_mutants(count: int, seed: int) -> None:
    passed = 0
    for mutant in mutants(count, seed):
        verdict = check_pursuit(mutant)
        assert verdict.valid == (verdict.claim is not None) == (not verdict.reason)
        if verdict.valid:
            assert is_true(verdict), mutant
            passed += 1
    # Some changes make another true certificate, for example if they swap the numbers of a sum.
    assert 0 < passed < count / 3


def test_no_mutant_makes_a_false_claim_pass() -> None:
    check_mutants(3_000, seed=1)


@pytest.mark.full
def test_no_mutant_of_very_many_makes_a_false_claim_pass() -> None:
    check_mutants(40_000, seed=2)


@pytest.mark.full
@given(
    st.recursive(
        st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_anything_else_is_not_valid_and_does_not_crash(value: Json) -> None:
    assert not check_pursuit(value).valid
    for name in HIT:
        assert not check_pursuit(HIT | {name: value}).valid


# -- the envelope ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("certificate", [HIT, MISS, MAP, ODDS])
def test_fields(certificate: Json) -> None:
    for name in certificate:
        short = {other: value for other, value in certificate.items() if other != name}
        assert not check._judged(short).valid
    assert check._judged(certificate | {"more": 1}).reason == "the certificate has the unknown field 'more'"
    for part in ("claim", "proof"):
        for name in certificate[part]:
            rest = {other: value for other, value in certificate[part].items() if other != name}
            assert not check._judged(certificate | {part: rest}).valid
        wide = certificate | {part: certificate[part] | {"more": 1}}
        assert check._judged(wide).reason == f"the {part} has the unknown field 'more'"
    for name, value in (("format", "perfect"), ("version", 1), ("version", 2.0), ("version", True), ("game", "taxman")):
        assert check._judged(certificate | {name: value}).reason.startswith("it should be a JSON object of the for")


@rows(
    "position, reason, examined",
    [
        (7, "the position should be a text, not 7", True),
        ("pursuit:3.6.9.10.50.100", "is not a position such as", True),
        ("pursuit:3.6.9.10.50.100:951\n", "is not a position such as", True),
        ("pursuit:03.6.9.10.50.100:951", "is not a position such as", True),
        ("pursuit:3.6.9.10.50.100:0", "is not a position such as", True),
        ("pursuit:3.6.9.10.50.100:951:", "is not a position such as", True),
        ("coins:1.2.3", "is not a position such as", True),
        ("coins:1.2.3/L", "is not a position such as", True),
        ("pursuit:" + "1." * 600 + "1:9", "is not a position such as", True),
        ("pursuit:3.6.9.10.50.100:951:plus", "are not rules", True),
        ("pursuit:3.6.9.10.50.100:951:fractions.all", "in this order", True),
        ("pursuit:3.6.9.10.50.100:951:all.all", "are not rules", True),
        ("pursuit:3.6.9.10.50.100:951:ops-sa", "are not rules", True),
        ("pursuit:3.6.9.10.50.100:951:ops-asmd", "are not rules", True),
        ("pursuit:3.6.9.10.50.100:951:ops-", "are not rules", True),
        ("pursuit:3.6.9.10.50.100:951-950", "there are no targets from 951 to 950", True),
        ("pursuit:3.6.9.10.50.100:951-960", "a proof of the kind 'formula' is not possible", True),
        ("pursuit:7of3x1.6x1:1-9", "7 numbers cannot be dealt: there are 2", True),
        (
            "pursuit:1of3x1.3x1:1-9",
            "the number 3 of the deck does not come in ascending order, or is there twice",
            True,
        ),
        ("pursuit:1of3x1.6x1:9", "the odds are about a range of targets, such as 9-9", True),
        ("pursuit:3.6.9.10.50.100:951/100a6", "there are moves; this checker handles deals", False),
        ("pursuit:1.1.1.1.1.1.1.1.1:9", "9 numbers are dealt; this checker handles 8", False),
        ("pursuit:9of1x10:1-9", "this checker handles 8", False),
        ("pursuit:3.1000001:9", "a number is '1000001'; this checker handles 1000000", False),
        ("pursuit:3.6:1000001", "a target is '1000001'; this checker handles 1000000", False),
        ("pursuit:3.6:1" + "0" * 700, "a target is '1000", False),
        ("pursuit:1of3x1001:1-9", "a count of copies is '1001'; this checker handles 1000", False),
        ("pursuit:1of" + ".".join(f"{n}x1" for n in range(1, 66)) + ":1-9", "65 different numbers", False),
    ],
)
def test_positions(position: Json, reason: str, examined: bool) -> None:  # noqa: FBT001  # pytest passes it by name
    verdict = check_pursuit(HIT | {"position": position})
    assert (verdict.valid, verdict.examined) == (False, examined)
    assert reason in verdict.reason


def test_kinds() -> None:
    for kind in (None, True, "odds", "tree", ["formula"]):
        assert "is not possible for this position" in check_pursuit(at(HIT, "proof/kind", kind)).reason
    assert "is not possible" in check_pursuit(HIT | {"proof": []}).reason


def test_work_and_memory_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MAX_WORK", 10_000)
    verdict = check_pursuit(mapped([3, 6, 9, 10, 50, 100], 1, 1000))
    assert (verdict.examined, verdict.reason) == (False, "finding all values would join more than 10000 pairs")
    monkeypatch.undo()
    monkeypatch.setattr(check, "MAX_ALL_VALUES", 10_000)
    for rules in (Rules(), Rules(fractions=True)):
        verdict = check_pursuit(mapped([3, 6, 9, 10, 50, 100], 1, 1000, rules))
        assert (verdict.valid, verdict.examined) == (False, False)
        assert verdict.reason == "the values of all parts would take more than 10000 bytes of memory"


def test_lack_of_memory_is_no_verdict_on_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(check, "_checked", fail)
    verdict = check_pursuit(HIT)
    assert (verdict.valid, verdict.examined) == (False, False)
    assert verdict.reason == "it is too large for the memory of this machine"


def test_numbers_that_only_look_like_integers_are_refused() -> None:
    class Liar(int):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = int.__hash__

    assert not check._judged(at(HIT, "claim/value", Liar(7))).valid
    assert not check._judged(at(HIT, "proof/formula/0", Liar(7))).valid
    assert not check._judged(at(ODDS, "proof/maps/2/1", Liar(7))).valid


# -- files -------------------------------------------------------------------------------------------------------


def test_files(tmp_path: Path) -> None:
    for name, unpack in (("a.json", bytes), ("a.json.gz", gzip.decompress), ("a.json.xz", lzma.decompress)):
        write_certificate(tmp_path / name, HIT)
        assert json.loads(unpack((tmp_path / name).read_bytes())) == HIT
        assert word(tmp_path / name, "pursuit") == check_pursuit(HIT)
    with pytest.raises(OSError, match="missing"):
        word(tmp_path / "missing.json", "pursuit")


@pytest.mark.parametrize(
    ("content", "reason", "examined"),
    [
        (b"[1.0]", "it has the number '1.0', which is not an integer", True),
        (b"[NaN]", "it has the number 'NaN', which is not an integer", True),
        (lzma.compress(b"{}") + b"{}", "goes on behind its end", True),
        (lzma.compress(b"{}" * 1000)[:-30], "its end is missing", True),
        (lzma.compress(b"{}")[:20] + b"garbage" * 9, "damaged", True),
        (lzma.compress(b" " * (check.MAX_BYTES + 1), preset=0), "larger than", False),
    ],
    ids=range(6),
)
def test_bad_files_of_this_checker_get_a_reason(
    tmp_path: Path,
    content: bytes,
    reason: str,
    examined: bool,  # noqa: FBT001  # pytest passes it by name
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    verdict = word(path, "pursuit")
    assert (verdict.valid, verdict.examined) == (False, examined)
    assert reason in verdict.reason


def test_a_file_that_wants_too_much_memory_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "proof.json.xz"
    path.write_bytes(lzma.compress(b"{}"))
    monkeypatch.setattr(check, "MAX_MEMORY", 1000)
    assert "bytes of memory" in check._check_file(path).reason
    monkeypatch.setattr(check, "MAX_BYTES", 10)
    assert "larger than 10 bytes" in check._check_file(path).reason


def test_the_checker_runs_alone(tmp_path: Path) -> None:
    names = []
    for place, certificate in enumerate([HIT, MISS, MAP, ODDS, at(MAP, "claim/count", 18)]):
        names.append(f"{place}.json")
        (tmp_path / names[-1]).write_text(json.dumps(certificate), encoding="utf-8")
    chance_of = f"{ODDS['claim']['numerator']}/{ODDS['claim']['denominator']}"
    run = [sys.executable, "-I", "-S", check.__file__]
    done = subprocess.run([*run, *names], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines() == [
        "0.json: valid: pursuit:3.6.9.10.50.100:951: the target can be hit",
        "1.json: valid: pursuit:1.3.7.10.25.50:831: the distance of the nearest is 1",
        "2.json: valid: pursuit:1.1.1.1.2.2:1-20: 17 of 20 targets can be hit",
        f"3.json: valid: {ODDS['position']}: the chance of a hit is {chance_of}",
        "4.json: NOT valid: the certificate claims count 18 and proves 17",
    ]
    assert subprocess.run([*run, *names[:4]], cwd=tmp_path, capture_output=True, check=False).returncode == 0
    assert subprocess.run(run, cwd=tmp_path, capture_output=True, check=False).returncode == 2
    done = subprocess.run(
        [*run, "missing.json", ".", "0.json"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.count("\n")) == (2, 1)
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == [
        "cannot read missing.json",
        "cannot read .",
    ]


# -- the writer --------------------------------------------------------------------------------------------------


def test_a_game_under_way_has_no_proof() -> None:
    position = PursuitPosition.new([3, 6, 9, 10, 50, 100], 951).play(Step(100, "+", 6))
    with pytest.raises(InvalidPositionError, match="has moves, but proofs are for deals"):
        deal_certificate(position, solve(position))


def test_odds_need_all_maps() -> None:
    with pytest.raises(InvalidPositionError, match="some are missing"):
        odds_certificate(odds(SUIT, 2, 1, 9))
    part = odds(SUIT, 3, 1, 100, Rules(use_all=True), time_limit=1e-6, maps=True)
    assert part.status == "bounded"
    with pytest.raises(InvalidPositionError, match="some are missing"):
        odds_certificate(part)


def test_what_the_checker_would_not_follow_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MAX_WORK", "MAX_ALL_VALUES"):
        monkeypatch.setattr(check, name, 10)
        with pytest.raises(LimitExceededError, match="the proof is too large for the checker: "):
            write_certificate(tmp_path / "proof.json", MAP)
        monkeypatch.undo()
    monkeypatch.setattr(check, "MAX_BYTES", 10)
    with pytest.raises(LimitExceededError, match="the certificate is larger than 10 bytes"):
        write_certificate(tmp_path / "proof.json", MAP)
    assert list(tmp_path.iterdir()) == []


# -- the odds in the package -------------------------------------------------------------------------------------

SHIPPED = [("cards", CARDS, 1, 1000, (9417114451, 10179260000)), ("classic", CLASSIC, 101, 999, (28354918, 30250451))]


def shipped(name: str) -> Json:
    return json.loads(lzma.decompress((CERTIFICATES / f"odds-{name}.json.xz").read_bytes()))


@pytest.mark.full
@pytest.mark.parametrize(("name", "deck", "low", "high", "chance_of"), SHIPPED, ids=["cards", "classic"])
def test_the_odds_follow_from_the_maps_and_maps_drawn_by_lot_are_right(
    name: str, deck: Deck, low: int, high: int, chance_of: tuple[int, int]
) -> None:
    certificate = shipped(name)
    assert certificate["position"] == chance(deck, 1, low, high)["position"].replace(":1of", ":6of")
    question = check._question(certificate["position"])
    claim, maps = check._check_figures(question, certificate["claim"], certificate["proof"])
    assert (claim["numerator"], claim["denominator"]) == chance_of
    # Test a random sample of the maps; the checker in C accepts all of them.
    for deal in random.Random(name).sample(sorted(maps), 200):
        found = reach(deal, low, high)
        certificate = map_certificate(found)
        assert check_pursuit(certificate).valid
        assert {low + bit for bit in range(question.width) if maps[deal] >> bit & 1} == set(found.targets)


def test_maps_are_kept_if_they_are_asked_for() -> None:
    found = odds(DECK, 3, 3, 9, maps=True)
    assert found.maps is not None
    for deal, bits in zip(DECK.deals(3), found.maps, strict=True):
        assert [bits >> bit & 1 for bit in range(7)] == [min(one, 1) for one in fewest_of(deal, 3, 9, Rules())]
    assert odds(DECK, 3, 3, 9).maps is None


# -- the files for testing other checkers ------------------------------------------------------------------------

CONFORMANCE = Path(__file__).parents[1] / "conformance" / "pursuit"


def test_the_conformance_suite() -> None:
    verdicts = json.loads((CONFORMANCE / "verdicts.json").read_text(encoding="utf-8"))
    files = sorted(path for path in CONFORMANCE.glob("*/*") if path.parent.name in {"good", "bad"})
    assert [f"{path.parent.name}/{path.name}" for path in files] == sorted(verdicts)
    for path in files:
        verdict = word(path, "pursuit")
        found = {"valid": verdict.valid, "examined": verdict.examined, "reason": verdict.reason}
        assert found == verdicts[f"{path.parent.name}/{path.name}"], path.name
        assert verdict.valid == (path.parent.name == "good")
        assert re.fullmatch(r"[a-z0-9-]+\.json(\.gz|\.xz)?", path.name)


# -- the documentation -------------------------------------------------------------------------------------------


def test_the_examples_of_the_format() -> None:
    page = Path(__file__).parents[2] / "docs" / "certificates-pursuit.md"
    examples = [
        json.loads(text) for text in re.findall(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    ]
    assert [example["proof"]["kind"] for example in examples] == ["formula", "closure", "closure", "odds"]
    for example in examples:
        verdict = check_pursuit({"format": "perfectplay", "version": 2, "game": "pursuit"} | example)
        assert verdict.valid, verdict.reason
