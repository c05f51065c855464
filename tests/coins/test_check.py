"""Test that true certificates of any table are valid, forged ones are not, and no text crashes the checker."""

import copy
import gzip
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.coins.proof import check
from perfectplay.coins.proof.check import Verdict
from perfectplay.coins.proof.write import certify
from perfectplay.coins.row.fusion import solve as solve_row
from perfectplay.coins.rules import Coin, CoinsPosition, Component
from perfectplay.coins.solve import Table, solve
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.progress import Progress
from tests.coins.mutants import certificates, mutant
from tests.coins.oracles import brute_claim, brute_sum
from tests.coins.second_checker import accepts
from tests.conformance.coins.make import FOLDER, write_files
from tests.judged import check_coins, word
from tests.profiles import examples
from tests.tables import rows

COINS = st.one_of(st.integers(-4, 4), st.integers(-(10**30), 10**30), st.fractions(-3, 3, max_denominator=6))
SMALL = st.one_of(st.integers(-2, 4), st.sampled_from([Fraction(1, 2), Fraction(-4, 3)]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
# One certificate of each kind.
ROW, STACK, SUM, CIRCLE, SEARCH = (
    "coins:1.2.4.3",
    "coins:r4.1.2",
    "coins:l1.2~3.7.4~r9",
    "coins:o1.5.2.5",
    "coins:o1.5.2~r2.3",
)


def written(position: Table | str) -> dict[str, Any]:
    table = CoinsPosition.from_id(position) if isinstance(position, str) else position
    found: dict[str, Any] = json.loads(json.dumps(certify(table)))
    return found


def claim(verdict: Verdict) -> dict[str, Any]:
    """Return the figures that a valid certificate proves."""
    numbers = {name: getattr(verdict, name) for name in ("margin", "mistake_cost")}
    found = {name: None if value is None else Fraction(str(value)) for name, value in numbers.items()}
    return found | {"best_moves": verdict.best_moves}


@st.composite
def positions(draw: st.DrawFn) -> CoinsPosition:
    """Generate up to three rows, stacks and circles, and some moves."""
    kinds = draw(st.lists(st.sampled_from(["row", "left", "right", "circle"]), min_size=1, max_size=3))
    position = CoinsPosition.new(
        [Component(kind, tuple(draw(st.lists(SMALL, min_size=1, max_size=5)))) for kind in kinds]  # type: ignore[arg-type]
    )
    for _ in range(draw(st.integers(0, 3))):
        if position.coins_left > 1:
            position = position.play(draw(st.sampled_from(position.legal_moves())))
    return position


# -- true certificates ---------------------------------------------------------------------------------------------


@given(st.lists(COINS, min_size=1, max_size=30))
def test_true_certificates_of_rows_pass(coins: list[Coin]) -> None:
    verdict = check_coins(written(coins))
    found = solve_row(coins)
    assert verdict.valid, verdict.reason
    assert verdict.coins == len(coins)
    assert claim(verdict) == {
        "margin": found.margin,
        "best_moves": found.best_moves,
        "mistake_cost": found.mistake_cost,
    }


@pytest.mark.full
@settings(max_examples=examples(300))
@given(positions())
def test_whatever_lies_on_the_table_has_a_certificate(position: CoinsPosition) -> None:
    certificate = written(position)
    verdict = check_coins(certificate)
    assert verdict.valid, verdict.reason
    assert (verdict.position, verdict.coins) == (position.id, position.coins_left)
    assert claim(verdict) == brute_claim(position)


@given(positions())
def test_a_table_has_the_certificate_of_its_position(position: CoinsPosition) -> None:
    start = position.start()
    assert certify(list(start.start_components)) == certify(start)


@rows(
    "position, kind",
    [
        (ROW, "fusion"),
        ("coins:5", "fusion"),
        (STACK, "fusion"),
        ("coins:1.2~3/1L.1L", "fusion"),
        ("coins:o1.5.2/1K2", "fusion"),
        (SUM, "sum"),
        ("coins:o1.5~3.4", "sum"),
        ("coins:o5~3.4", "sum"),
        (CIRCLE, "circle"),
        ("coins:o7", "circle"),
        ("coins:o1.2.3~5/2L", "circle"),
        (SEARCH, "search"),
        ("coins:o1.2.3~o4.5.6~-1_2", "search"),
    ],
)
def test_each_table_has_its_kind_of_proof(position: str, kind: str) -> None:
    certificate = written(position)
    assert certificate["proof"]["kind"] == kind
    verdict = check_coins(certificate)
    assert claim(verdict) == brute_claim(CoinsPosition.from_id(position))
    assert not check_coins(certificate | {"proof": certificate["proof"] | {"kind": "tree"}}).valid


def test_of_very_many_rows_the_margin_alone_is_claimed() -> None:
    random = Random(1)
    rows = [Component("row", tuple(random.randint(1, 9) for _ in range(3))) for _ in range(1_001)]
    certificate = written(rows)
    assert certificate["claim"]["best_moves"] is None
    verdict = check_coins(certificate)
    assert verdict.valid
    assert (verdict.margin, verdict.best_moves) == (solve(rows, line=False).margin, None)
    # With only a thousand of these rows, the certificate also claims the best moves.
    certificate = written(rows[:1_000])
    assert check_coins(certificate).valid
    assert certificate["claim"]["best_moves"] is not None


def test_a_long_row() -> None:
    random = Random(1)
    row = [0]
    for _ in range(50_000):
        row.append(row[-1] + random.randint(-9, 9))
    assert check_coins(written(list(row))).valid


def test_large_circles() -> None:
    random = Random(2)
    for coins in (tuple(random.randint(1, 99) for _ in range(600)), tuple(range(300)), (5,) * 200):
        verdict = check_coins(written([Component("circle", coins)]))
        assert verdict.valid, verdict.reason
        assert verdict.margin == solve([Component("circle", coins)], line=False).margin


def test_the_widest_legal_coins_have_a_certificate() -> None:
    coins = [(1 << 4000) - 1, -((1 << 4000) - 1)] * 3
    for table in (
        coins,
        [Component("circle", tuple(coins))],
        [Component("left", tuple(coins)), Component("row", (1,))],
    ):
        verdict = check_coins(written(table))
        assert verdict.valid, verdict.reason


def test_a_verdict_in_a_line_is_short() -> None:
    summary = check_coins(written([Component("circle", (1,) * 30)])).summary
    assert summary.startswith("valid: the margin of 30 coins is 0; best first moves: 1K1 1K2 ")
    assert summary.endswith(" 1K20 and 10 more")


def test_a_position_that_is_too_long_is_not_repeated() -> None:
    certificate = written([1 << 3_000] * 1_200)
    verdict = check_coins(certificate)
    assert (verdict.valid, verdict.position, verdict.coins) == (True, None, 1_200)


def test_the_writer_tells_how_far_its_search_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.coins.watch._BETWEEN", 0)
    told: list[Progress] = []
    position = CoinsPosition.from_id("coins:o1.5.2.4~3.6.1.7.2")
    found = solve(position, line=False)
    certify(position, found, progress=told.append)
    assert {(step.stage, step.total) for step in told} == {("certificate", 16)}
    # Every position except the start is reported.
    assert [step.done for step in told] == list(range(1, 16))


def test_what_cannot_have_a_certificate() -> None:
    with pytest.raises(InvalidPositionError, match="row 2 of 2 is empty"):
        certify([Component("row", (1,)), Component("left", ())])
    with pytest.raises(InvalidPositionError, match="the row is empty"):
        certify([])
    with pytest.raises(InvalidPositionError, match=r"the game 'coins:1~2/1L[.]2L' is over"):
        certify(CoinsPosition.from_id("coins:1~2/1L.2L"))
    with pytest.raises(LimitExceededError, match="1,048,577 coins are too many for a certificate"):
        certify([1] * (check.MAX_COINS + 1))


def test_a_circle_that_takes_too_many_steps_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = written([Component("circle", tuple(range(40)))])
    monkeypatch.setattr(check, "MAX_STEPS", 100)
    verdict = check_coins(certificate)
    assert (verdict.valid, verdict.examined) == (False, False)
    assert verdict.reason == "checking would take more than 100 steps"
    monkeypatch.setattr("perfectplay.coins.proof.write.MAX_STEPS", 100)
    with pytest.raises(LimitExceededError, match="40 coins would take more than 100 steps"):
        certify([Component("circle", tuple(range(40)))])


def test_a_search_from_a_very_long_circle_is_not_examined() -> None:
    certificate = written(SEARCH)
    row = ".".join(["1"] * 299_999)
    certificate["position"] = f"coins:o1.{row}~r3"
    certificate["proof"] |= {"rows": {row: "c" + "ccf" * 149_999, "r3": "c"}, "at_least": {}, "at_most": {}}
    verdict = check_coins(certificate)
    assert (verdict.examined, verdict.reason) == (False, f"checking would take more than {check.MAX_STEPS} steps")


def test_a_search_that_takes_too_many_steps_is_not_examined(monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = written(SEARCH)
    monkeypatch.setattr(check, "MAX_STEPS", 20)
    assert not check_coins(certificate).examined


# -- false certificates --------------------------------------------------------------------------------------------


def changed(certificate: dict[str, Any], path: Sequence[str | int], value: object) -> dict[str, Any]:
    found: dict[str, Any] = copy.deepcopy(certificate)
    place: Any = found
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return found


@rows(
    "position, path, value, reason",
    [
        (ROW, ("game",), 1, "game should be a text, not 1"),
        (ROW, ("claim", "line"), "L", "the claim should not have the field 'line'"),
        (ROW, ("proof", "whole"), "", "the proof should not have the field 'whole'"),
        (ROW, ("claim",), [], "the claim should be a JSON object, not []"),
        (ROW, ("proof",), [], "the proof should be a JSON object with the field 'kind'"),
        (ROW, ("position",), 7, "the position is 7; it should be a text such as"),
        (ROW, ("position",), "taxman:7", "the position is 'taxman:7'"),
        (ROW, ("position",), "coins:", "the coin ''"),
        (ROW, ("position",), "coins:1..2", "the coin ''"),
        (ROW, ("position",), "coins:1.x", "the coin 'x'"),
        (ROW, ("position",), "coins:1.-0", "the coin '-0'"),
        (ROW, ("position",), "coins:1.2 ", "the coin '2 '"),
        (ROW, ("position",), "coins:1.\u0662", "the coin '\u0662'"),
        (ROW, ("position",), "coins:1.3_1", "not in lowest terms"),
        (ROW, ("position",), "coins:1.0_2", "the coin '0_2'"),
        (ROW, ("position",), "coins:1.2/X", "the move '1X', which cannot be played"),
        (ROW, ("position",), "coins:1.2/K", "cannot be played"),
        (ROW, ("position",), "coins:l1.2/L", "the move '1L', which cannot be played"),
        (ROW, ("position",), "coins:1.2/LLL", "more moves than the 2 coins"),
        (ROW, ("position",), "coins:1~2.3/1L.1L", "the move '1L', which cannot be played"),
        (ROW, ("position",), "coins:1~2.3/3L", "the move '3L', which cannot be played"),
        (ROW, ("position",), "coins:o1.2.3/1K4", "the move '1K4', which cannot be played"),
        (ROW, ("position",), "coins:o1.2.3/1L", "the move '1L', which cannot be played"),
        (ROW, ("position",), "coins:o1.2.3/1K1.1K1", "the move '1K1', which cannot be played"),
        (ROW, ("position",), f"coins:1_{2**4000}{'.7' * 200_000}", "with a common denominator the coins have more"),
        (ROW, ("position",), f"coins:1_{2**4000}.1_{3**2000}", "common denominator"),
        (ROW, ("position",), "coins:1.2.4", "the step 'c' with 2 of 2 coins"),
        (ROW, ("position",), "coins:1.2.4.3.5", "a history puts 3 of 4 coins"),
        (ROW, ("claim", "margin"), None, "the margin is None"),
        (ROW, ("claim", "margin"), False, "the margin is False"),
        (ROW, ("claim", "margin"), "8/2", "the margin is '8/2', which is not in lowest terms"),
        (ROW, ("claim", "margin"), "0/3", "not in lowest terms"),
        (ROW, ("claim", "margin"), "3/0", "divides by zero"),
        (ROW, ("claim", "margin"), "03/2", "not in lowest terms"),
        (ROW, ("claim", "margin"), "-3/02", "not in lowest terms"),
        (ROW, ("claim", "margin"), "-0/2", "not in lowest terms"),
        (ROW, ("claim", "best_moves"), ["LR"], "best_moves should be a text, not ['LR']"),
        (ROW, ("claim", "mistake_cost"), 1, "claims mistake_cost 1 and proves 0"),
        (ROW, ("claim", "mistake_cost"), None, "the cost is None"),
        (ROW, ("proof", "without_last"), "ccfc", "the step 'f' with 2 of 3 coins, 2 on the stack"),
        (ROW, ("proof", "without_last"), "ccx", "the step 'x'"),
        (ROW, ("proof", "without_last"), "cpcc", "the step 'p'"),
        (STACK, ("proof", "without_last"), "cc", "should not have the field 'without_last'"),
        (STACK, ("claim", "best_moves"), "LR", "claims best_moves 'LR' and proves 'L'"),
        (SUM, ("claim", "margin"), 7, "claims margin 7 and proves 8"),
        (SUM, ("claim", "best_moves"), "2L 3L", "claims best_moves '2L 3L' and proves '3L'"),
        (SUM, ("claim", "best_moves"), None, "a component should not have the field 'without_last'"),
        (SUM, ("proof", "components"), [], "0 components are given for 3"),
        (SUM, ("proof", "components"), {}, "components should be a list"),
        (SUM, ("proof", "components", 0), "cc", "a component should be a JSON object"),
        (SUM, ("proof", "components", 1, "whole"), "ccc", "the peak 3, 7, 4 is left"),
        (SUM, ("proof", "components", 1), {"whole": "cccf"}, "a component should have the field 'without_first'"),
        (CIRCLE, ("claim", "best_moves"), "1K2", "claims best_moves '1K2' and proves '1K2 1K4'"),
        (CIRCLE, ("claim", "best_moves"), None, "claims best_moves None"),
        (CIRCLE, ("proof", "joints"), "", "joints should be a list"),
        (CIRCLE, ("proof", "joints", 0), 0, "a joint should be a text"),
        (CIRCLE, ("proof", "joints", 3), "cf", "the step 'f' with 1 of 1 coins, 1 on the stack"),
        (CIRCLE, ("proof", "forward"), "ccc", "the peak 1, 5, 2 is left"),
        (CIRCLE, ("proof", "forward"), "cc", "should begin with a coin and put all 3"),
        (CIRCLE, ("proof", "forward"), "fccc", "should begin with a coin"),
        (CIRCLE, ("proof", "backward"), "cccx", "the step 'x' on"),
        (CIRCLE, ("proof", "backward"), "ccfc", "the step 'f' on [5, 2]"),
        (SEARCH, ("claim", "margin"), 99, "claims margin 99"),
        (SEARCH, ("proof", "rows"), {}, "rows should have"),
        (SEARCH, ("proof", "rows"), [], "rows should be a JSON object"),
        (SEARCH, ("proof", "at_least"), {}, "at_least should have the state"),
        (SEARCH, ("proof", "at_most"), {"": 0}, "the position has the coin ''"),
        (SEARCH, ("proof", "at_most"), {"o1.5.2": "1/2"}, "1/2 is not a multiple of 1/1"),
        (SEARCH, ("proof", "at_most"), {"o1.5.2": -9}, "'o1.5.2' is not proven to be at most -9"),
        (SEARCH, ("proof", "at_most"), {"o1.5.2": None}, "a bound is None"),
        (SEARCH, ("proof", "at_least"), {"o1.5.2": 4}, "a bound should be a list of a number and a move, not 4"),
        (SEARCH, ("proof", "at_least"), {"o1.5.2": [4]}, "a bound should be a list of a number and a move"),
    ],
)
def test_why_a_certificate_fails(position: str, path: tuple[str | int, ...], value: object, reason: str) -> None:
    verdict = check_coins(changed(written(position), path, value))
    assert not verdict.valid
    assert reason in verdict.reason


def test_bounds_of_a_search_need_their_reasons() -> None:
    certificate = written("coins:o1.5.2.4~3.6")
    assert check_coins(certificate).valid
    proof = certificate["proof"]
    assert proof["at_least"]
    for state, (bound, move) in proof["at_least"].items():
        path = ("proof", "at_least", state)
        for forged in ([bound + 1, move], [bound, "9L"], [bound, ""]):
            verdict = check_coins(changed(certificate, path, forged))
            assert not verdict.valid
            assert verdict.reason.startswith(f"the margin of {state!r} is not proven to be at least "), forged
        # A smaller lower bound is true, but too weak to prove the claim.
        verdict = check_coins(changed(certificate, path, [bound - 99, move]))
        assert not verdict.valid


def test_no_bounds_of_a_search_prove_a_false_margin() -> None:
    # Shift all lower bounds by one amount and all upper bounds by another, so that each list stays consistent.
    random = Random(5)
    accepted = 0
    for _ in range(30):
        circle, row = (tuple(random.randint(0, 5) for _ in range(random.randint(2, 4))) for _ in range(2))
        certificate = written([Component("circle", (*circle, 3)), Component("row", row)])
        for lower, upper, more in product((-1, 0, 1), repeat=3):
            forged = copy.deepcopy(certificate)
            forged["claim"]["margin"] += more
            for state, (bound, move) in forged["proof"]["at_least"].items():
                forged["proof"]["at_least"][state] = [bound + lower, move]
            for state in forged["proof"]["at_most"]:
                forged["proof"]["at_most"][state] += upper
            verdict = check_coins(forged)
            assert not verdict.valid or more == 0
            accepted += verdict.valid
    assert accepted >= 30


def test_two_states_cannot_vouch_for_each_other() -> None:
    # Each move leaves fewer coins, so no bound can support itself.  A proof that lacks the bound of a state is refused.
    certificate = written("coins:o1.5.2.4~3.6")
    for name in ("at_least", "at_most"):
        for state in certificate["proof"][name]:
            less = copy.deepcopy(certificate)
            del less["proof"][name][state]
            verdict = check_coins(less)
            assert verdict.reason == f"{name} should have the state {state!r}"


def test_a_best_move_of_a_search_must_be_exact() -> None:
    certificate = written(SEARCH)
    truth = brute_claim(CoinsPosition.from_id(SEARCH))
    best = str(truth["best_moves"]).split()
    for move in CoinsPosition.from_id(SEARCH).legal_moves():
        for wrong in (" ".join(sorted({*best} ^ {move})), move):
            if wrong != truth["best_moves"]:
                assert not check_coins(changed(certificate, ("claim", "best_moves"), wrong)).valid


@pytest.mark.full
def test_no_history_proves_a_false_margin_of_a_stack() -> None:
    # Generate every history of up to six steps.
    random = Random(3)
    histories = ["".join(steps) for size in range(7) for steps in product("cfp", repeat=size)]
    accepted = 0
    for kind, end in (("right", "without_first"), ("left", "without_last")):
        for _ in range(12):
            coins = tuple(random.randint(0, 3) for _ in range(random.randint(2, 5)))
            certificate = written([Component(kind, coins)])  # type: ignore[arg-type]
            truth = brute_sum([(kind, coins)])
            for history, margin in product(histories, (truth - 1, truth, truth + 1, truth + 2)):
                certificate["proof"][end] = history
                certificate["claim"]["margin"] = margin
                verdict = check_coins(certificate)
                assert not verdict.valid or margin == truth, (coins, history)
                accepted += verdict.valid
    assert accepted > 0


def test_no_joint_proves_a_false_margin_of_a_circle() -> None:
    random = Random(4)
    joints = ["".join(steps) for size in range(5) for steps in product("cf", repeat=size)]
    accepted = 0
    for _ in range(40):
        coins = tuple(random.randint(0, 3) for _ in range(4))
        certificate = written([Component("circle", coins)])
        truth = certificate["claim"]
        for place, joint, more in product(range(4), joints, (-1, 0, 1)):
            forged = changed(certificate, ("proof", "joints", place), joint)
            forged["claim"]["margin"] += more
            verdict = check_coins(forged)
            assert not verdict.valid or forged["claim"] == truth
            accepted += verdict.valid
    assert accepted > 0


@pytest.mark.full
@given(JSON, st.sampled_from(["claim", "format", "game", "position", "proof", "version", None]))
def test_anything_else_is_not_valid_and_does_not_crash(value: object, name: str | None) -> None:
    certificate = written(ROW)
    if name is None:
        assert not check_coins(value).valid
        return
    assert check_coins(certificate | {name: value}).valid == (
        certificate[name] == value and not isinstance(value, (bool, float))
    )


@pytest.mark.parametrize("position", [ROW, STACK, SUM, CIRCLE, SEARCH])
@given(value=JSON, data=st.data())
def test_anything_in_a_proof_does_not_crash(position: str, value: object, data: st.DataObject) -> None:
    certificate = written(position)
    name = data.draw(st.sampled_from(sorted(certificate["proof"])))
    verdict = check_coins(changed(certificate, ("proof", name), value))
    assert verdict.valid or verdict.reason


@pytest.mark.parametrize("position", [ROW, STACK, SUM, CIRCLE, SEARCH])
def test_missing_fields(position: str) -> None:
    certificate = written(position)
    for what, fields in (("certificate", certificate), ("claim", certificate["claim"])):
        for name in list(fields):
            value = fields.pop(name)
            assert check_coins(certificate).reason == f"the {what} should have the field {name!r}"
            fields[name] = value
    for name in set(certificate["proof"]) - {"kind"}:
        value = certificate["proof"].pop(name)
        assert check_coins(certificate).reason == f"the proof should have the field {name!r}"
        certificate["proof"][name] = value


def test_numbers_that_only_look_like_integers_are_refused() -> None:
    class Liar(int):
        def __ne__(self, other: object) -> bool:
            return False

        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = int.__hash__

    class Parrot(str):
        def __ne__(self, other: object) -> bool:
            return False

        __slots__ = ()
        __eq__ = str.__eq__
        __hash__ = str.__hash__

    certificate = certify([1, 2, 4, 3])
    assert check._judged(certificate).valid
    for path, value in (
        (("claim", "margin"), Liar(99)),
        (("version",), Liar(7)),
        (("game",), Parrot("chess")),
        (("claim", "best_moves"), Parrot("L")),
        (("position",), Parrot("coins:1")),
        (("proof", "without_first"), Parrot("ccc")),
        (("proof", "kind"), Parrot("sum")),
    ):
        assert not check._judged(changed(certificate, path, value)).valid, path


# -- files ---------------------------------------------------------------------------------------------------------


def test_how_many_digits_python_reads_does_not_matter(tmp_path: Path) -> None:
    long = 10**1000 + 7
    coins = (long, Fraction(-long, 2), 3, -long)
    tables: list[Table] = [
        coins,
        [Component("circle", coins)],
        [Component("circle", coins), Component("left", coins[:2])],
    ]
    paths = []
    for i, table in enumerate(tables):
        certificate = written(table)
        for name in ("good", "bad"):
            paths.append(tmp_path / f"{name}{i}.json")
            paths[-1].write_text(json.dumps(certificate), encoding="utf-8")
            certificate["claim"]["margin"] = long
    done = subprocess.run(
        [sys.executable, check.__file__, *paths],
        env=os.environ | {"PYTHONINTMAXSTRDIGITS": "640"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert done.stderr == ""
    for good, bad in zip(lines[::2], lines[1::2], strict=True):
        assert ": valid: " in good
        assert bad.endswith("claims margin something very long and proves something very long")


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.json"
    path.write_text(json.dumps(certify([1] * 100)), encoding="utf-8")
    monkeypatch.setattr(check, "MAX_BYTES", 100)
    assert "larger than 100 bytes" in check._check_file(path).reason


def test_the_checker_runs_alone(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    certificate = certify([5, 3, 7, 10])
    good.write_text(json.dumps(certificate), encoding="utf-8")
    bad.write_text(json.dumps(changed(certificate, ("claim", "margin"), 6)), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(Path(check.__file__)), str(good)], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{good}: valid: the margin of 4 coins is 5; R is the best first move, by 6\n"
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(Path(check.__file__)), str(good), str(bad)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "NOT valid: the certificate claims margin 6 and proves 5" in done.stdout


# -- thousands of mutants: only true certificates are accepted ---------------------------------------------------------


@lru_cache(maxsize=10_000)
def truth(position: str) -> dict[str, Any]:
    return brute_claim(CoinsPosition.from_id(position))


def assert_true(certificate: dict[str, Any]) -> None:
    """Compare the claims of an accepted certificate with a search of all positions."""
    claim, true = certificate["claim"], truth(certificate["position"])
    assert Fraction(str(claim["margin"])) == true["margin"], certificate
    # A certificate of a sum may omit the best moves.
    assert claim["best_moves"] in (
        {true["best_moves"], None} if certificate["proof"]["kind"] == "sum" else {true["best_moves"]}
    ), certificate
    cost = claim["mistake_cost"]
    assert (None if cost is None else Fraction(str(cost))) == true["mistake_cost"], certificate


def attack(seed: int, mutants: int) -> Counter[str]:
    """Check mutants; count the refused ones, and the accepted ones by kind of proof."""
    random = Random(seed)
    found: Counter[str] = Counter()
    pool = certificates(random, 150)
    for certificate in pool:
        assert check_coins(certificate).valid
        assert_true(certificate)
    for _ in range(mutants):
        changed = mutant(random, pool)
        verdict = check_coins(changed)
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
    # Some mutants are still valid: they change only the order of fusions, or a coin that does not matter.
    assert found["refused"] > 2_000
    assert {name for name in found if name != "refused"} == {
        f"accepted: {kind}" for kind in ("fusion", "sum", "circle", "search")
    }


@pytest.mark.full
@pytest.mark.parametrize("seed", range(4))
def test_no_one_of_very_many_does(seed: int) -> None:
    assert sum(attack(seed, 10_000).values()) == 10_000


# -- the files for testing other checkers ------------------------------------------------------------------------------

VERDICTS: dict[str, dict[str, Any]] = json.loads((FOLDER / "verdicts.json").read_text(encoding="utf-8"))
LARGE = 10
READ_DIFFERENTLY = {"bad/member-twice.json", "bad/behind-the-end.json.gz"}
"""Bad files with a true certificate; the second checker sees only parsed JSON, so it may accept them."""


def content(path: Path) -> bytes:
    """Return the uncompressed content of a file, because compressed bytes depend on the machine that wrote it."""
    data = path.read_bytes()
    try:
        return gzip.decompress(data) if path.suffix == ".gz" else data
    except EOFError:
        # The end of this compressed file is missing on purpose.
        return b""


@rows("name", VERDICTS)
def test_every_file_gets_its_verdict(name: str) -> None:
    verdict = word(FOLDER / name, "coins")
    assert {"valid": verdict.valid, "examined": verdict.examined, "reason": verdict.reason} == VERDICTS[name]
    assert verdict.valid == name.startswith("good/")


@rows("name", [name for name in VERDICTS if VERDICTS[name]["examined"]])
def test_a_second_checker_agrees(name: str) -> None:
    try:
        certificate = json.loads(content(FOLDER / name).decode("utf-8"))
    except ValueError:
        # Not JSON, or compressed under another name: the second checker sees only parsed JSON.
        return
    assert accepts(certificate) == VERDICTS[name]["valid"] or name in READ_DIFFERENTLY


@rows("name", [name for name in VERDICTS if name.startswith("good/")])
def test_good_files_tell_the_truth(name: str) -> None:
    verdict = word(FOLDER / name, "coins")
    if verdict.coins is None or verdict.coins > LARGE:
        return
    truth = brute_claim(CoinsPosition.from_id(str(verdict.position)))
    assert Fraction(str(verdict.margin)) == truth["margin"]
    assert verdict.best_moves == truth["best_moves"]
    assert verdict.mistake_cost is None or Fraction(str(verdict.mistake_cost)) == truth["mistake_cost"]


def test_the_files_are_those_that_are_made_today(tmp_path: Path) -> None:
    write_files(tmp_path)
    names = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*") if path.suffix in {".json", ".gz"}}
    assert names == set(VERDICTS)
    for name in [*names, "verdicts.json"]:
        assert content(tmp_path / name) == content(FOLDER / name), name
