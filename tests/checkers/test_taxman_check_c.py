"""Test that Taxman's checker in C agrees with the one in Python, and that both reject false certificates.

Both were written from the same documentation pages and share no code, so a bug escapes only if both checkers have it.
"""

import copy
import doctest
import functools
import json
import lzma
import re
import subprocess
from collections import Counter
from itertools import zip_longest
from pathlib import Path

import pytest

from perfectplay.core.proof.reading import best_lines
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact import solve
from perfectplay.taxman.proof import check
from perfectplay.taxman.records import load_bounded, load_records
from tests.checkers.mutants import forged, mutants
from tests.checkers.programs import ROCQ, ROOT, WATCHED, compiled, examined, lacking, make, proven_words, run
from tests.judged import check_taxman
from tests.tables import rows

pytestmark = pytest.mark.full

PACKS = sorted((ROOT / "certificates").glob("taxman-*.jsonl.xz"))
SUITE = ROOT / "tests" / "conformance"
VERDICTS = json.loads((SUITE / "verdicts.json").read_text(encoding="utf-8"))

# Mutants are made from these certificates, and can cite the certificates of 1 to 60.  The others are the smallest ones
# with branches, with fixings, and with multipliers that refer to earlier ones.
CITED = range(1, 61)
BRANCHED = (225, 228, 399, 416)
POSITIONS = (
    "taxman:20/19.9",
    "taxman:40~end/37.25",
    "taxman:pot.2.4.8.9.72.90",
    "taxman:pot.2.3.6.12.18.30.60.90",
    "taxman:pot.4.6.9.10.14.15.21.25.35.49.60.84.90.126.210.420",
)
DUALS = ("n2-dual.json", "n60-dual.json", "dual-with-cuts-that-pay-nothing.json", "n200-dual.json")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled("taxman", tmp_path_factory.mktemp("checker"), "-O2")


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled("taxman", tmp_path_factory.mktemp("watched"), *WATCHED)


@pytest.fixture(scope="module")
def small() -> list[str]:
    """Return the certificates of N = 1 to 416."""
    packs = [pack for pack in PACKS if int(pack.name.split("-")[1]) <= max(BRANCHED)]
    return [line.decode() for n, line in best_lines(packs) if n <= max(BRANCHED)]


@pytest.fixture(scope="module")
def originals(small: list[str]) -> list[str]:
    solved = [solve(TaxmanPosition.from_id(position), certificate=True).certificate for position in POSITIONS]
    duals = [(SUITE / "taxman" / "good" / name).read_text(encoding="utf-8").strip() for name in DUALS]
    others = [small[n - 1] for n in BRANCHED] + [json.dumps(certificate) for certificate in solved] + duals
    on_a_bound = json.loads(small[21])  # N = 22, whose score 166 is 144 + 22
    on_a_bound["claim"]["score"] -= on_a_bound["proof"]["moves"].pop()
    on_a_bound["proof"]["upper"] = on_a_bound["proof"].pop("score")
    return [small[n - 1] for n in CITED] + 3 * [*others, json.dumps(on_a_bound)]


@pytest.fixture(scope="module")
def cited(small: list[str], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Write the certificates that mutants may cite to files, and return the files."""
    folder = tmp_path_factory.mktemp("cited")
    files = [folder / f"{n}.json" for n in CITED]
    for n, file in zip(CITED, files, strict=True):
        file.write_text(small[n - 1], encoding="utf-8")
    return files


@functools.cache
def best(position: str) -> int:
    """Return the solver's best score from a position."""
    rules, pot, moves = re.fullmatch(r"(taxman):(pot[.0-9]+|\d+)(?:~end)?(/[.0-9]+)?", position).groups("")  # type: ignore[union-attr]
    if pot.isdigit() and not moves:
        return load_records()[int(pot)].score
    value = solve(TaxmanPosition.from_id(f"{rules}:{pot}{moves or ''}")).value
    assert isinstance(value, int)
    return value


@pytest.fixture(scope="module")
def rocq() -> bool:
    """Return whether the proven checker is built."""
    if lacking(*ROCQ) is not None:
        return False
    make("all")
    return True


def agree(
    program: Path, cited: list[Path], originals: list[str], seed: int, count: int, *, rocq: bool = False
) -> Counter[str]:
    """Check mutants with all checkers; count how many the checker in C calls valid, invalid or not examined."""
    known: dict[int, int | None] = {n: load_records()[n].score for n in CITED}
    changed = list(mutants(originals, seed, count))
    result = run(program, "--each", *cited, "-", lines=[text for _, text in changed])
    verdicts = result.stdout.splitlines()[len(cited) :]
    assert (result.returncode, result.stderr, len(verdicts)) == (1, "", count)
    texts = [text for _, text in changed]
    # The proven checker needs the earlier certificates that may be cited.
    before = [file.read_bytes() for file in cited]
    proven = proven_words([*before, *texts], str(len(cited)))[len(cited) :] if rocq else []
    words: Counter[str] = Counter()
    for number, (text, verdict, other) in enumerate(zip_longest(texts, verdicts, proven), 1):
        place, word, _ = verdict.split(": ", 2)
        assert place == f"-:{number}"
        words[word] += 1
        expected = check.check_bytes(text, known)
        if rocq:
            assert (other == "valid") == (expected.valid and examined(text)), (text, other, expected)
            words[f"proven: {other}"] += 1
        if word == "not examined":  # the Python checker can compute with larger numbers
            assert re.search(rb"\d{25}", text), (text, verdict)
            continue
        assert (word == "valid") == expected.valid, (text, verdict, expected)
        if expected.valid:
            assert expected.position is not None
            assert expected.score is not None
            assert expected.upper is not None
            assert expected.score <= best(expected.position) <= expected.upper, (text, verdict, expected)
    return words


# -- agreement -------------------------------------------------------------------------------------------------


def test_every_shipped_certificate(program: Path) -> None:
    expected = {n: (record.score, record.upper) for n, record in {**load_bounded(), **load_records()}.items()}
    # This is the command of the pages, with an option that adds a line for each certificate to the output.
    command = f"xzcat certificates/taxman-*.xz | {program} --lines -"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S602  # the command is on the pages
    output = done.stdout.splitlines()
    summary = "".join(f"{line}\n" for line in output if not re.match(r"-:\d", line))
    for name in ("checkers/README.md", "docs/certificates.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        shown = re.search(r"\$ xzcat certificates/taxman-\*\.xz \| build/taxman-check -\n([^$`]*)", text)
        assert shown is not None, name
        assert doctest.OutputChecker().check_output(shown[1], summary, doctest.ELLIPSIS), summary
    proven = {}
    for line in output:
        if re.match(r"-:\d", line):
            optimal = re.fullmatch(r"-:\d+: valid: (\d+) is the best score of taxman:(\d+)", line)
            between = re.fullmatch(r"-:\d+: valid: the best score of taxman:(\d+) is between (\d+) and (\d+)", line)
            if optimal:
                proven[int(optimal[2])] = (int(optimal[1]), int(optimal[1]))
            else:
                assert between, line
                proven[int(between[1])] = (int(between[2]), int(between[3]))
    assert proven == expected
    rows = json.loads((ROOT / "certificates" / "manifest.json").read_text(encoding="utf-8"))["certificates"]
    assert f"-: {len(rows)} certificates, all valid" in output
    last = max(load_records())
    assert f"proven optimal: N = 1-{last}" in "\n".join(output)


def lines_of(entry: Path) -> list[bytes]:
    """Return the certificates of a folder or a pack, sorted by N, as the checker in C needs them."""
    if entry.is_dir():
        return [b" ".join(file.read_bytes().split()) for file in sorted(entry.iterdir(), key=size_of)]
    return sorted(lzma.decompress(entry.read_bytes()).splitlines(), key=lambda line: json.loads(line)["position"])


def size_of(file: Path) -> int:
    found = re.search(rb'"taxman:(\d+)', file.read_bytes())
    return int(found[1]) if found else 0


# Omit .gz files and bad packs: the checker in C does not unpack files, and cannot judge whether packs are complete.
@rows("name", [name for name in VERDICTS if not (name.endswith(".gz") or "bad/pack-" in name)])
def test_the_conformance_suite(program: Path, name: str) -> None:
    entry = SUITE / name
    alone = entry.suffix == ".json" and not entry.is_dir()
    result = run(program, entry) if alone else run(program, "-", lines=lines_of(entry))
    if name == "taxman/good/claim-of-200-bits.json":
        assert result.stdout.endswith(
            "not examined: a number in it, or one that follows from it, has more than 127 bits\n"
        )
    else:
        assert result.returncode == (0 if VERDICTS[name]["valid"] else 1), result.stdout


def test_mutants(program: Path, cited: list[Path], originals: list[str]) -> None:
    words = agree(program, cited, originals, seed=1, count=2_000)
    assert words["valid"] > 100
    assert words["NOT valid"] > 1000


def test_mutants_touch_nothing_that_is_not_theirs(watched: Path, cited: list[Path], originals: list[str]) -> None:
    agree(watched, cited, originals, seed=2, count=1_000)


def bound_of(certificate: dict[str, object]) -> int:
    """Return the bound that a leaf proves, rounded down."""
    found = re.search(r"bound of (-?\d+)/(\d+)", check_taxman(certificate).reason)
    return int(found[1]) // int(found[2]) if found else 0


def test_forged_multipliers_prove_the_same(program: Path) -> None:
    texts = list(forged(seed=1, count=2_000, bound_of=bound_of))
    verdicts = run(program, "--each", "-", lines=texts).stdout.splitlines()
    bounds = 0
    for text, verdict in zip(texts, verdicts, strict=True):
        expected = check.check_bytes(text, {})
        proven = re.search(r"bound of -?\d+/\d+", verdict)
        assert (": valid: " in verdict) == expected.valid, (text, verdict, expected)
        assert (proven[0] if proven else "") in expected.reason, (text, verdict, expected)
        bounds += proven is not None
        if expected.valid:
            assert expected.position is not None
            assert expected.upper is not None
            assert best(expected.position) <= expected.upper, (text, verdict)
    assert bounds > 400


def test_the_conformance_suite_is_read_within_bounds(watched: Path) -> None:
    files = sorted(SUITE.glob("*/*/*.json"))
    result = run(watched, *files)
    assert (result.returncode, result.stderr) == (1, "")
    said = r"^(.+?\.json)(?::\d+)?: (?:valid|NOT valid|not examined): "
    verdicts = re.findall(said, result.stdout, re.MULTILINE)
    assert set(verdicts) == {str(file) for file in files if file.is_file()}


@pytest.mark.parametrize("seed", range(10, 14))
def test_many_mutants(program: Path, cited: list[Path], originals: list[str], seed: int, *, rocq: bool) -> None:
    words = agree(program, cited, originals, seed, count=10_000, rocq=rocq)
    assert words["proven: valid"] > 400 or not rocq


# -- output and messages ---------------------------------------------------------------------------------------


def test_verdicts_and_exit_status(program: Path, small: list[str], cited: list[Path], tmp_path: Path) -> None:
    good, bad = cited[20], tmp_path / "bad.json"
    bad.write_text(small[20].replace('"score":144', '"score":145'), encoding="utf-8")
    result = run(program, good, bad)
    assert result.stdout == (
        f"{good}: valid: 144 is the best score of taxman:21\n"
        f"{bad}: NOT valid: the claimed score 145 is above the claimed bound 144\n"
    )
    assert (result.returncode, run(program, good).returncode) == (1, 0)
    missing = run(program, tmp_path / "missing.json", good)
    assert (missing.returncode, missing.stdout.count("valid"), "No such file" in missing.stderr) == (2, 1, True)


def test_a_chain_is_checked_in_order(program: Path, small: list[str]) -> None:
    lines = [line.encode() for line in small[:40]]
    assert run(program, "-", lines=lines).stdout == "-: 40 certificates, all valid\nproven optimal: N = 1-40\n"
    holed = run(program, "-", lines=lines[:3] + lines[4:7])  # the certificate of 5 cites 4, and that of 7 cites 6
    assert holed.returncode == 1
    assert holed.stdout.splitlines() == [
        "-:4: NOT valid: it cites 7 for N = 4, and no certificate before it proves this bound or a lower one",
        "-: 6 certificates, 1 of them NOT valid or not examined",
        "proven optimal: N = 1-3 6-7",
    ]
    assert run(program, "--each", "-", lines=lines[3:5]).stdout.splitlines()[1].startswith("-:2: NOT valid: it cites")


def test_work_is_limited(program: Path, small: list[str]) -> None:
    wide = json.loads(small[20])
    wide.update(position="taxman:100000", claim={"score": 0, "upper": 10**12})
    wide["proof"].update(moves=[], cuts=[])
    cuts = copy.deepcopy(wide)
    cuts["proof"]["cuts"] = [{"kind": "S", "vectors": [[1, *range(1, 101)]]}] * 1000
    tree: dict[str, object] = {"leaf": {"scale": 1, "u": [10**6] * 50_000, "cuts": []}}
    for _ in range(900):
        tree = {"branch": 1, "picked": tree, "not": {"leaf": {"scale": 1, "like": 0, "u": [], "cuts": []}}}
    wide["proof"]["tree"] = tree
    for hostile in (cuts, wide):
        result = run(program, "-", lines=[json.dumps(hostile).encode()])
        assert result.returncode == 1
        assert re.match(r"-:1: not examined: it takes more than \d+ steps\n", result.stdout), result.stdout
