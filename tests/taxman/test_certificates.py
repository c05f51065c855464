"""Test that the checker accepts the solver's certificates, and refuses manipulated ones."""

import copy
import gzip
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.proof.proofs import find
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact import solve
from perfectplay.taxman.large.duals import verify_dual
from perfectplay.taxman.large.largescale import approximate
from perfectplay.taxman.proof import check
from perfectplay.taxman.proof.check import rank_of_vectors
from perfectplay.taxman.proof.show import cases_of
from perfectplay.taxman.proof.write import chain_certificate, envelope
from tests.judged import check_taxman, word
from tests.profiles import examples
from tests.tables import rows
from tests.taxman.oracles import brute_force

Json = Any


def certificate_of(position: str) -> dict[str, Any]:
    found = solve(TaxmanPosition.from_id(position), certificate=True).certificate
    assert found is not None
    copied: dict[str, Any] = json.loads(json.dumps(found))
    return copied


@pytest.fixture(scope="module")
def branched() -> dict[str, Any]:
    """Return the certificate of N = 432, which has cuts of rank 1 and above, a fixing, and branches."""
    certificate = certificate_of("taxman:432")
    proof = certificate["proof"]
    assert "fix" in proof["tree"]
    assert any(rank_of_vectors(v for v, *_ in cut["vectors"]) > 1 for cut in proof["cuts"])
    assert any("branch" in node for node in nodes(proof["tree"]))
    return certificate


def nodes(tree: Json) -> Iterator[Json]:
    yield tree
    for name in ("then", "picked", "not"):
        if name in tree:
            yield from nodes(tree[name])


small = st.one_of(
    st.integers(1, 18).map(str),
    st.frozensets(st.integers(1, 60), min_size=1, max_size=11).map(lambda s: "pot." + ".".join(map(str, sorted(s)))),
)


@settings(max_examples=examples(60))
@given(small, st.sampled_from(["", "~end"]), st.data())
def test_every_small_position_is_proven_and_believed(start: str, variant: str, data: st.DataObject) -> None:
    position = TaxmanPosition.from_id(f"taxman:{start}{variant}")
    for _ in range(data.draw(st.integers(0, 3))):
        legal = position.legal_moves()
        if legal:
            position = position.play(data.draw(st.sampled_from(legal)))
    best = position.player + brute_force(sorted(position.pot))
    verdict = check_taxman(certificate_of(position.id))
    assert verdict.optimal, verdict.reason
    assert verdict.score == verdict.upper == best
    assert verdict.position == position.id


@rows("n", [1, 2, 3, 30, 100, 150, 300, 500, 701])
def test_root_tight_certificates(n: int) -> None:
    verdict = check_taxman(certificate_of(f"taxman:{n}"))
    assert verdict.optimal, verdict.reason
    assert verdict.n == n


def test_branched_certificate(branched: dict[str, Any]) -> None:
    verdict = check_taxman(branched)
    assert verdict.optimal, verdict.reason
    assert verdict.score == 59259  # the score in section 3 of the original design


def test_a_stopped_search_is_certified_as_far_as_it_came() -> None:
    result = solve(TaxmanPosition.new(600), time_limit=0.3, certificate=True)
    verdict = check_taxman(json.loads(json.dumps(result.certificate)))
    assert verdict.valid, verdict.reason
    assert verdict.score == result.value
    assert verdict.upper == result.upper
    assert verdict.optimal == (result.status == "optimal")


# -- changed certificates ------------------------------------------------------------------------------------------


def places(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every number and every text in a JSON value."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*path, name))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from places(inner, (*path, i))
    else:
        yield path


def changed(certificate: dict[str, Any], path: tuple[Any, ...], rng: random.Random) -> tuple[dict[str, Any], Any, Any]:
    twin = copy.deepcopy(certificate)
    here: Any = twin
    for step in path[:-1]:
        here = here[step]
    before = here[path[-1]]
    if isinstance(before, int):
        choices = [before + 1, before - 1, -before, 2 * before, 0, before + rng.randint(2, 50), None, str(before), 0.5]
        after = rng.choice([choice for choice in choices if choice != before or type(choice) is not type(before)])
    else:
        after = before[:-1]
    here[path[-1]] = after
    return twin, before, after


def family(path: tuple[Any, ...]) -> str:
    """Return the names of fields in a path, without those that lead through the tree."""
    return ".".join(step for step in path if isinstance(step, str) and step not in {"picked", "not", "then"})


@pytest.mark.parametrize("seed", range(4))
def test_single_changes_are_refused_unless_the_claim_stays_proven(branched: dict[str, Any], seed: int) -> None:
    # Make 4 x 120 changes.  A change may leave a valid proof of the same claim, for example with a multiplier that has
    # slack.  The checker may accept such a proof, but never a changed claim.
    rng = random.Random(seed)
    by_family: dict[str, list[tuple[Any, ...]]] = {}
    for path in places(branched):
        by_family.setdefault(family(path), []).append(path)
    refused = 0
    for _ in range(120):
        kind = rng.choice(sorted(by_family))
        twin, before, after = changed(branched, rng.choice(by_family[kind]), rng)
        verdict = check_taxman(twin)
        if not verdict.valid:
            assert verdict.reason
            refused += 1
            continue
        assert verdict.score == 59259, (kind, before, after)
        assert (verdict.upper or 0) >= 59259, (kind, before, after)
        harmless = kind.startswith(("proof.tree", "proof.cuts")) or kind in {"claim.upper", "proof.moves"}
        assert harmless, (kind, before, after)
    assert refused >= 60


def test_a_dropped_branch_is_refused(branched: dict[str, Any]) -> None:
    # Replace each side of each branch by its sibling, so that the proof no longer covers one case.
    dropped = 0
    for i, node in enumerate(nodes(branched["proof"]["tree"])):
        if "branch" not in node:
            continue
        for kept, lost in (("picked", "not"), ("not", "picked")):
            twin = copy.deepcopy(branched)
            other = list(nodes(twin["proof"]["tree"]))[i]
            other[lost] = other[kept]
            dropped += not check_taxman(twin).valid
    assert dropped > 0


def with_proof(certificate: dict[str, Any], **changes: Json) -> dict[str, Any]:
    return certificate | {"proof": certificate["proof"] | changes}


# -- multipliers that refer to earlier ones --------------------------------------------------------------------------


def of_six(*leaves: Json) -> dict[str, Any]:
    """Return a certificate for {1..6} with a tree of two leaves, which have the given multipliers."""
    tree = {"branch": 6, "picked": {"leaf": leaves[0]}, "not": {"leaf": leaves[1]}}
    proof = {"kind": "tree", "moves": [5, 4, 6], "cuts": [{"kind": "S", "vectors": [[1, 2, 3]]}], "tree": tree}
    return envelope("taxman:6", 15, 15, proof)


FIRST = {"scale": 1, "u": [5, 0, 0], "cuts": [[0, 0]]}


@rows(
    "second, valid",
    [
        (FIRST, True),
        ({"scale": 1, "like": 0, "u": [], "cuts": []}, True),
        ({"scale": 3, "like": 0, "u": [], "cuts": []}, True),
        ({"scale": 3, "like": 0, "u": [[3, 2], [2, 0]], "cuts": [[0, 1], [0, -1]]}, True),
        ({"scale": 1, "like": 0, "u": [0, 0, 7], "cuts": []}, False),
        ({"scale": 1, "like": 0, "u": [[1, 7]], "cuts": []}, False),
        ({"scale": 1, "like": 0, "u": [[1, 1], [1, -1]], "cuts": []}, True),
        ({"scale": 1, "u": [[1, 5]], "cuts": []}, True),
        # The multiplier of 6, which has no multiple, is optional, but if it is given, it has to be right.
        ({"scale": 1, "u": [[1, 5], [6, 6]], "cuts": []}, True),
        ({"scale": 1, "u": [[1, 5], [6, 7]], "cuts": []}, False),
        ({"scale": 1, "like": True, "u": [], "cuts": []}, False),
    ],
)
def test_multipliers_may_be_like_earlier_ones(second: Json, valid: bool) -> None:  # noqa: FBT001  # a table
    verdict = check_taxman(of_six(FIRST, second))
    assert verdict.valid == valid, verdict.reason


def test_what_spans_what_may_be_forgotten_on_the_way(branched: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    known = check_taxman(branched)
    assert known.optimal
    monkeypatch.setattr(check, "MAX_SPANS", 0)
    assert check_taxman(branched) == known


def test_many_multipliers_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MAX_MEMORY", 400)
    verdict = check._judged(of_six(FIRST, FIRST), None, None)
    assert (verdict.valid, verdict.examined) == (False, False)
    assert verdict.reason == "its multipliers would take more than 400 bytes of memory"


# -- chains --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dual() -> dict[str, Any]:
    """Return a dual certificate, which consists of multipliers, with at least three T-cuts."""
    certificate = approximate(200).certificate
    assert certificate is not None
    copied: dict[str, Any] = json.loads(json.dumps(certificate))
    assert len(copied["proof"]["cuts"]) >= 3
    return copied


def test_multipliers_alone(dual: dict[str, Any]) -> None:
    verdict = check_taxman(dual)
    assert (verdict.valid, verdict.n, verdict.score, verdict.upper) == (True, 200, 12648, 12648)


@pytest.mark.parametrize(
    ("limit", "value", "reason"),
    [
        ("MAX_STEPS", 1_000, "checking would take more than 1000 steps"),
        ("MAX_STEPS", 5_000, "checking would take more than 5000 steps"),
        ("MAX_CYCLE", 3, "a cut has more than 3 numbers"),
        ("MAX_MEMORY", 1_000, "what its cuts pay would take more than 1000 bytes of memory"),
        ("MAX_DUAL_N", 199, "the pot '200' is larger than 199"),
    ],
)
def test_multipliers_alone_have_limits(
    dual: dict[str, Any], limit: str, value: int, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, limit, value)
    verdict = check._judged(dual, None, None)
    assert (verdict.valid, verdict.examined, verdict.reason) == (False, False, reason)


def test_a_bound_may_be_better_than_the_claim(dual: dict[str, Any]) -> None:
    assert check_taxman(dual | {"claim": dual["claim"] | {"upper": 13_000}}).upper == 13_000


@given(st.integers(1, 40), st.data())
def test_whole_pots_are_played_by_the_same_rules(n: int, data: st.DataObject) -> None:
    moves = data.draw(st.lists(st.integers(1, n), max_size=8))

    def outcome(play: Callable[[], int]) -> int | str:
        try:
            return play()
        except check._Invalid as fault:
            return str(fault)

    plain = outcome(lambda: check._play(set(range(1, n + 1)), moves, lambda _: None))
    assert outcome(lambda: check._play_whole(n, moves, lambda _: None)) == plain


@given(st.integers(1, 40), st.integers(1, 3), st.data())
def test_both_checks_of_multipliers_agree(n: int, parts: int, data: st.DataObject) -> None:
    u = data.draw(st.lists(st.integers(0, n * parts), min_size=n, max_size=n))
    cut = st.lists(st.integers(2, max(n, 3)), min_size=2, max_size=4, unique=True)
    cuts = data.draw(st.lists(st.tuples(st.integers(0, n), cut), max_size=3)) if n > 3 else []
    proof = {"kind": "dual", "moves": [], "parts": parts, "u": u, "cuts": [list(one) for one in cuts]}
    try:
        bound = verify_dual(n, u, parts=parts, cuts=cuts)
    except PerfectPlayError:
        assert not check_taxman(envelope(f"taxman:{n}", 0, n**2 + 10**6, proof)).valid
    else:
        assert check_taxman(envelope(f"taxman:{n}", 0, bound, proof)).valid
        assert bound == 0 or not check_taxman(envelope(f"taxman:{n}", 0, bound - 1, proof)).valid


def test_chain_rules() -> None:
    ten = certificate_of("taxman:10")
    eleven = solve(TaxmanPosition.new(11))
    prime = chain_certificate(11, 44, list(eleven.moves), "prime", 40)
    assert not check_taxman(prime).valid
    assert check_taxman(prime, {10: 40}).optimal
    assert check_taxman(prime, {10: 39}).optimal, "a lower bound proves what a higher one does"
    assert not check_taxman(prime, {10: 41}).valid
    assert not check_taxman(with_proof(prime, rule="increment"), {10: 40}).valid
    assert not check_taxman(with_proof(prime, rule="magic"), {10: 40}).valid
    assert check_taxman(prime).reason == "cannot be checked alone: it cites N = 10"
    assert check_taxman(ten).score == 40
    fourteen = chain_certificate(14, 66, list(solve(TaxmanPosition.new(14)).moves), "increment", 52)
    assert check_taxman(fourteen, {13: 52}).optimal
    assert not check_taxman(with_proof(fourteen, rule="prime"), {13: 52}).valid
    assert not check_taxman(fourteen | {"position": "taxman:14~end"}, {13: 52}).valid
    assert not check_taxman(fourteen | {"claim": {"score": 66, "upper": 67}}, {13: 52}).valid


# -- files that are not certificates --------------------------------------------------------------------------------


def test_a_truncated_certificate_is_refused(tmp_path: Path, branched: dict[str, Any]) -> None:
    whole = json.dumps(branched).encode()
    for length in (1, 100, len(whole) // 2, len(whole) - 1):
        (tmp_path / "cut.json").write_bytes(whole[:length])
        assert not word(tmp_path / "cut.json").valid


def test_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MAX_BYTES", 1 << 20)
    (tmp_path / "bomb.json.gz").write_bytes(gzip.compress(b" " * (1 << 24)))
    assert "larger than" in check._check_files([tmp_path / "bomb.json.gz"])[0][1].reason
    assert not check._check_files([tmp_path / "bomb.json.gz"])[0][1].examined


@pytest.mark.full
@pytest.mark.parametrize("item", [b"[]", b'{"":0}', b'"a"', b"1", b"[[]]"])
def test_a_small_file_that_would_fill_the_memory_is_not_read(tmp_path: Path, item: bytes) -> None:
    # Python needs 1 to 250 bytes for each of these items, but the compressed file has only some kilobytes.
    count = check.MAX_MEMORY // 48
    (tmp_path / "small.json.gz").write_bytes(
        gzip.compress(b"[" + b",".join([item] * count)[: check.MAX_BYTES - 2] + b"]")
    )
    verdict = word(tmp_path / "small.json.gz")
    assert (verdict.valid, verdict.examined) == (False, False)
    assert verdict.reason == f"reading it would take more than {check.MAX_MEMORY} bytes of memory"


def test_a_file_that_becomes_a_pipe_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    os.mkfifo(path)
    regular = Path(check.__file__).stat()
    monkeypatch.setattr(Path, "stat", lambda self, **options: regular)
    assert word(path).reason == "it is not a regular file"


def test_a_certificate_that_is_too_much_work_is_refused(
    branched: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "MAX_STEPS", 5_000)
    assert "more than 5000 steps" in check_taxman(branched).reason
    many = [{"kind": "S", "vectors": [[1, *range(1, 401)]]}] * 50
    assert "more than 5000 steps" in check_taxman(with_proof(branched, cuts=many)).reason


def leaf(cuts: list[list[int]]) -> dict[str, Any]:
    return {"leaf": {"scale": 1, "u": [100] * 5, "cuts": cuts}}


EMPTY = {"kind": "S", "vectors": [[1, 7]]}
FULL = {"kind": "S", "vectors": [[1, *range(1, 11)]]}
SPREAD = {"kind": "T", "vectors": [[1 << v, v] for v in range(1, 11)]}
HUGE = ".".join(map(str, (*range(1, 900), *range(10**17, 10**17 + 100))))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"tree": leaf([[0, 1]] * 5_000)}, id="empty-cuts-cited"),
        pytest.param({"tree": {"leaf": {"scale": 1, "u": [[7, 100]] * 5_000, "cuts": []}}}, id="multipliers"),
        pytest.param({"cuts": [EMPTY] * 5_000}, id="empty-cuts"),
        pytest.param({"cuts": [FULL] * 500}, id="cuts"),
        pytest.param({"cuts": [SPREAD]}, id="elimination"),
        pytest.param({"cuts": [{"kind": "S", "vectors": [[v, 0] for v in range(1, 5_000)]}]}, id="vectors"),
        pytest.param({"position": f"taxman:pot.{HUGE}", "score": 0, "moves": []}, id="pot"),
        pytest.param({"position": "taxman:2000", "moves": [1999, *range(1998, 1000, -2)]}, id="moves"),
    ],
)
def test_all_work_is_counted(change: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def ten_with(**changes: Json) -> dict[str, Any]:
        certificate = with_proof(certificate_of("taxman:10"), cuts=[EMPTY], tree=leaf([]))
        for name, value in changes.items():
            place = {"position": certificate, "score": certificate["claim"]}.get(name, certificate["proof"])
            place[name] = value
        return certificate | {"claim": certificate["claim"] | {"upper": 10**6}}

    ten = ten_with()
    assert check_taxman(ten).valid
    monkeypatch.setattr(check, "MAX_STEPS", 3_000)
    assert check_taxman(ten).valid
    verdict = check_taxman(ten_with(**change))
    assert (verdict.valid, verdict.examined) == (False, False)
    assert verdict.reason == "checking would take more than 3000 steps"


def test_divisors_are_found_in_the_quicker_way() -> None:
    # Walking through all multiples of these numbers, up to the largest, would take 130 million steps.
    pot = [*range(1, 2000), 15_999_999]
    work = check._Work()
    found = check._all_divisors(pot, work.spend)
    assert work.steps < 2_100_000
    assert found == {p: [d for d in pot if d < p and p % d == 0] for p in pot}
    work = check._Work()
    assert check._all_divisors(list(range(1, 2001)), work.spend)[2000] == [d for d in range(1, 2000) if 2000 % d == 0]
    assert work.steps < 20_000


def test_a_deep_tree_does_not_fill_the_memory(branched: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    tree: dict[str, Any] = {}
    for v in range(100):
        tree = {"branch": 400 - v, "picked": tree, "not": {}}
    monkeypatch.setattr(check, "MAX_MEMORY", 20_000)
    verdict = check_taxman(with_proof(branched, cuts=[], tree=tree))
    assert (verdict.valid, verdict.examined) == (False, False)
    assert "more than 20000 bytes of memory" in verdict.reason


def test_a_wrong_value_is_not_written_out_in_whole() -> None:
    verdict = check_taxman([["x" * 10**6] * 10])
    assert verdict.reason.startswith("the certificate should be a JSON object, not [['xxx")
    assert len(verdict.reason) < 150


@rows(
    "position",
    [
        "taxman:pot." + ".".join(map(str, range(2, 2100))),
        "taxman:pot." + ".".join(["2"] * 100_001),
        "taxman:10/" + ".".join(["2"] * 100_001),
    ],
    lambda position: position[:20],
)
def test_very_long_positions_are_refused_at_once(branched: dict[str, Any], position: str) -> None:
    assert not check_taxman(branched | {"position": position}).valid


def test_the_checker_runs_on_its_own(tmp_path: Path, branched: dict[str, Any]) -> None:
    script = tmp_path / "check.py"
    script.write_bytes(Path(check.__file__).read_bytes())
    (tmp_path / "good.json").write_text(json.dumps(branched), encoding="utf-8")
    (tmp_path / "bad.json").write_text(json.dumps(branched | {"claim": {"score": 1, "upper": 1}}), encoding="utf-8")

    def run(*names: str) -> tuple[int, str]:
        # With -I and -S, Python finds only the standard library, and ignores site-packages and environment variables.
        done = subprocess.run(
            [sys.executable, "-I", "-S", script, *names], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    assert run("good.json") == (0, "good.json: valid: 59259 is the best score of taxman:432\n")
    status, text = run("good.json", "bad.json")
    assert status == 1
    assert "bad.json: NOT valid: " in text
    assert run("none.json") == (2, "cannot read 'none.json': No such file or directory\n")
    assert run()[0] == 2


# -- descriptions of certificates --------------------------------------------------------------------------------------


def certificate(n: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(find(f"taxman:{n}").certificates[0])
    return found


def leaves(certificate: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the leaves of a tree in the order of the proof, by recursion."""

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
    # With the multipliers of the leaf, the fixing proves that it excludes no game above the claim.
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
