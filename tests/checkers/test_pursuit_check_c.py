"""Test that pursuit's checker in C agrees with the one in Python, and that both reject false certificates.

Both were written from the same documentation pages and share no code, so a bug escapes only if both checkers have it.
"""

import json
import lzma
import random
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from perfectplay.pursuit.deal.deals import Deck
from perfectplay.pursuit.proof import check
from perfectplay.pursuit.rules import Rules
from tests.checkers.mutants import changed_text
from tests.checkers.programs import ROOT, WATCHED, compiled, run
from tests.conformance.make import at
from tests.judged import check_pursuit
from tests.pursuit.test_proof import FORGED, HIT, MAP, MISS, ODDS, chance, figures_of, is_true, mapped, mutants, proven
from tests.tables import rows

pytestmark = pytest.mark.full

Json = Any
SUITE = ROOT / "tests" / "conformance" / "pursuit"
VERDICTS = json.loads((SUITE / "verdicts.json").read_text(encoding="utf-8"))
OPERATORS = [
    "".join(sign for bit, sign in enumerate("+-*/") if choice >> bit & 1) for choice in (1, 2, 5, 6, 9, 10, 14, 15, 15)
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled("pursuit", tmp_path_factory.mktemp("checker"), "-O2")


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled("pursuit", tmp_path_factory.mktemp("watched"), *WATCHED)


def verdicts_of(program: Path, lines: Sequence[bytes]) -> list[tuple[str, str]]:
    """Run the checker on lines, and return the verdict on each line and the reason."""
    result = run(program, "--each", "-", lines=lines)
    assert (result.returncode in {0, 1}, result.stderr) == (True, "")
    verdicts = [line.split(": ", 2) for line in result.stdout.splitlines()]
    assert [place for place, _, _ in verdicts] == [f"-:{number}" for number in range(1, len(lines) + 1)]
    return [(word, reason) for _, word, reason in verdicts]


def text_of(certificate: Json) -> bytes:
    return json.dumps(certificate).encode()


def of_python(text: bytes) -> check.Verdict | None:
    """Return the Python checker's verdict on the text of a file, or ``None`` if the checker cannot parse it."""
    try:
        certificate = check._parse(text)
    except check._Invalid:
        return None
    return check_pursuit(certificate)


def agree(program: Path, seed: int, count: int) -> Counter[str]:
    """Check mutants with both checkers; count how many the checker in C calls valid, invalid or not examined."""
    rng = random.Random(seed)
    texts = [text_of(mutant) for mutant in mutants(count, seed)]
    texts = [
        changed_text(rng, text.decode()).replace("\n", " ").encode() if rng.random() < 0.1 else text for text in texts
    ]
    words: Counter[str] = Counter()
    for text, (word, reason) in zip(texts, verdicts_of(program, texts), strict=True):
        words[word] += 1
        expected = of_python(text)
        valid = expected is not None and expected.valid
        assert (word == "valid") == valid, (text, word, reason, expected)
        if valid:
            assert is_true(expected), (text, reason)  # type: ignore[arg-type]  # what is valid is not None
    return words


# -- agreement -------------------------------------------------------------------------------------------------


def test_the_odds_that_come_with_the_package(program: Path) -> None:
    packs = [ROOT / "certificates" / "pursuit" / f"odds-{name}.json.xz" for name in ("cards", "classic")]
    lines = [lzma.decompress(pack.read_bytes()).rstrip(b"\n") for pack in packs]
    assert [(word, reason.rsplit(": ", 1)[1]) for word, reason in verdicts_of(program, lines)] == [
        ("valid", "the chance of a hit is 9417114451/10179260000"),
        ("valid", "the chance of a hit is 28354918/30250451"),
    ]


# Omit compressed files: the checker in C does not unpack them, so it cannot judge whether they are complete.
@rows("name", [name for name in VERDICTS if name.endswith(".json")])
def test_the_conformance_suite(program: Path, name: str) -> None:
    result = run(program, SUITE / name)
    assert result.returncode == (0 if VERDICTS[name]["valid"] else 1), result.stdout


def test_what_is_forged_does_not_pass(program: Path) -> None:
    lines = [text_of(certificate) for _, certificate, _ in FORGED]
    for (name, _, _), (word, reason) in zip(FORGED, verdicts_of(program, lines), strict=True):
        assert word == "NOT valid", (name, reason)


def test_mutants(program: Path) -> None:
    words = agree(program, seed=11, count=2_000)
    assert words["valid"] > 100
    assert words["NOT valid"] > 1000


def test_mutants_touch_nothing_that_is_not_theirs(watched: Path) -> None:
    agree(watched, seed=12, count=500)


@pytest.mark.parametrize("seed", range(20, 22))
def test_many_mutants(program: Path, seed: int) -> None:
    agree(program, seed, count=10_000)


def question(position: str) -> Json:
    """Return a map certificate for a position with two targets; it claims that neither is hit."""
    return MAP | {"position": position, "claim": {"count": 0, "fewest": "00"}}


# Random tests rarely produce these cases: results that equal the bound of P4, and zeros that affect the answer.
AT_THE_EDGE = [
    mapped([1, 5, 5], 24, 24),
    mapped([1, 1, 1, 5], 1, 10, Rules(use_all=True)),
    mapped([1, 1, 1, 5], 1, 10, Rules(use_all=True, positive=True)),
    mapped([1, 1, 1, 5], 1, 10, Rules(use_all=True, positive=True, fractions=True)),
    mapped([2, 5, 5, 9], 1, 20, Rules("+-/", use_all=True)),
    mapped([3, 7, 7, 8], 1, 20, Rules("+-/", use_all=True)),
    proven([5, 5], 3, Rules("+-", use_all=True)),
    proven([3, 3], 3, Rules("+", use_all=True)),
    proven([3, 4], 3, Rules("+", use_all=True)),
    proven([7], 3, Rules("+", use_all=True)),
    mapped([65_536, 65_537, 5], 13_107, 13_108, Rules("*/")),
    mapped([70_000, 70_001, 7], 10_000, 10_001),
]


def test_at_the_edge(program: Path) -> None:
    lines = [text_of(certificate) for certificate in AT_THE_EDGE]
    for certificate, (word, reason) in zip(AT_THE_EDGE, verdicts_of(program, lines), strict=True):
        assert word == "valid", reason
        assert is_true(check_pursuit(certificate))


MISSED = [
    ("pursuit:5.5:3:all.ops-as", None, 3, None, "0 can be made of 5 5"),
    ("pursuit:3.3:3:all.ops-a", None, 3, None, "6 can be made of 3 3"),
    ("pursuit:7:3:all", None, 3, None, "some number of the deal can be had by itself"),
    ("pursuit:100.100:3:all.ops-a", None, 2, None, "the distance of nothing is 3 and not 2"),
    ("pursuit:100.100:3:all.ops-a", None, 3, [], "the formula is not"),
    ("pursuit:9.4:6:ops-d", 9, 3, [9], "4 can be made of 4"),
    ("pursuit:8.3:6:ops-d", 3, 3, [3], "8 can be made of 8"),
]


@rows("position, value, distance, formula, reason", MISSED)
def test_what_is_missed_at_the_edge_does_not_pass(
    program: Path, position: str, value: int | None, distance: int, formula: Json, reason: str
) -> None:
    claim = {"value": value, "distance": distance}
    certificate = MISS | {"position": position, "claim": claim, "proof": {"kind": "closure", "formula": formula}}
    ((word, why),) = verdicts_of(program, [text_of(certificate)])
    assert (word, reason in why) == ("NOT valid", True), why


def test_zeros_rows_and_cards_that_must_not_be_there(program: Path) -> None:
    zero = HIT | {"position": "pursuit:3.3.951:951:positive"}
    none = {"deals": 0, "distinct_deals": 0, "hits": 0, "certain_deals": 0, "numerator": 0, "denominator": 1}
    forged = [
        (at(zero, "proof/formula", [3, 3, "-", 951, "+"]), "has the result 0, which is not positive"),
        (at(ODDS, "proof/maps", [*ODDS["proof"]["maps"], ODDS["proof"]["maps"][-1]]), "more rows than there are deals"),
        (at(ODDS, "proof/maps", ODDS["proof"]["maps"][:-1]), "no row for the deal 5 5 25"),
        (
            ODDS | {"position": "pursuit:3of1x2:1-2", "claim": none, "proof": {"kind": "odds", "maps": []}},
            "the deck has only 2 cards, and 3 are dealt",
        ),
    ]
    verdicts = verdicts_of(program, [text_of(certificate) for certificate, _ in forged])
    for (_, reason), (word, why) in zip(forged, verdicts, strict=True):
        assert (word, reason in why) == ("NOT valid", True), why


@rows(
    "position, reason",
    [
        ("pursuit:3of1x2:1-2", "the deck has only 2 cards, and 3 are dealt"),
        ("pursuit:1of2x1.1x1:1-2", "not in ascending order"),
        ("pursuit:1of1x1.1x1:1-2", "not in ascending order"),
        ("pursuit:1of1:1-2", "how often the number 1 is in the deck"),
        ("pursuit:1of1x1:1", "no range of targets"),
        ("pursuit:1", "has no target"),
        ("pursuit:1:2-1", "ends before it begins"),
        ("pursuit:01:1-2", "where a positive number should be"),
        ("pursuit:1.:1-2", "where a positive number should be"),
        ("pursuit:1:1-2:", "rules that there are not"),
        ("pursuit:1:1-2:all.all", "rules that there are not"),
        ("pursuit:1:1-2:ops-a.ops-a", "rules that there are not"),
        ("pursuit:1:1-2:ops-", "allow no operator"),
        ("pursuit:1:1-2:ops-asmd", "allow all operators in words"),
        ("pursuit:1:1-2:ops-sa", "is not a question"),
        ("pursuit:1:1-2:alls", "is not a question"),
        ("pursuit:1:1-2 ", "is not a question"),
        ("taxman:1", "is not a question"),
    ],
)
def test_positions(program: Path, position: str, reason: str) -> None:
    certificate = question(position)
    ((word, why),) = verdicts_of(program, [text_of(certificate)])
    assert (word, reason in why) == ("NOT valid", True), why
    assert not check_pursuit(certificate).valid


def drawn(rng: random.Random) -> tuple[Json, Json]:
    """Choose a random deal and random rules; return the map of some targets, and the answer for one target."""
    most = rng.choice((4, 12, 100))
    numbers = [rng.randint(1, most) for _ in range(rng.choice((1, 2, 3, 4, 4, 5)))]
    rules = Rules(rng.choice(OPERATORS), *(rng.random() < 0.3 for _ in range(3)))
    low = rng.randint(1, 60)
    high = low + rng.choice((0, 1, 2, 62, 63, 64, 65, 300))
    return mapped(numbers, low, high, rules), proven(numbers, rng.randint(low, high), rules)


def test_by_all_rules_maps_are_as_the_solver_says_and_not_otherwise(program: Path) -> None:
    rng = random.Random(1)
    right, wrong = [], []
    for _ in range(1_000):
        certificate, answer = drawn(rng)
        right += [text_of(certificate), text_of(answer)]
        fewest = certificate["claim"]["fewest"]
        place = rng.randrange(len(fewest))
        digit = rng.choice([digit for digit in "012345" if digit != fewest[place]])
        changed = fewest[:place] + digit + fewest[place + 1 :]
        claim = {"count": len(changed) - changed.count("0"), "fewest": changed}
        wrong.append(text_of(certificate | {"claim": claim}))
    assert [reason for word, reason in verdicts_of(program, right) if word != "valid"] == []
    for (word, reason), text in zip(verdicts_of(program, wrong), wrong, strict=True):
        assert (word, "fewest numbers" in reason) == ("NOT valid", True), text


PACKS = [
    (Deck.of("six", dict.fromkeys(range(1, 6), 4)), 4, 24, 24, Rules(use_all=True, fractions=True)),
    (Deck.of("small", {1: 2, 2: 1, 5: 3, 25: 1}), 3, 1, 63, Rules()),
    (Deck.of("small", {1: 2, 2: 1, 5: 3, 25: 1}), 3, 2, 66, Rules(fractions=True)),
    (Deck.of("small", {1: 1000, 3: 2, 4: 1}), 4, 1, 64, Rules("-*")),
    (Deck.of("small", {2: 5, 7: 2, 10: 1}), 4, 1, 65, Rules(positive=True)),
    (Deck.of("bound", {2: 1, 20: 2, 390: 1}), 3, 10, 10, Rules()),
    (Deck.of("one", {7: 1000}), 8, 1, 9, Rules()),
    (Deck.of("single", {3: 1, 7: 1}), 1, 3, 7, Rules(use_all=True)),
]


@rows("pack", PACKS)
def test_odds_pass_and_no_bit_of_a_map_may_be_wrong(program: Path, pack: tuple[Any, ...]) -> None:
    deck, size, low, high, _ = pack
    certificate = chance(*pack)
    width, rng, forged = high - low + 1, random.Random(1), []
    for place, (_, _, text) in enumerate(certificate["proof"]["maps"]):
        changed = f"{int(text, 16) ^ 1 << rng.randrange(width):0{len(text)}x}"
        other = at(certificate, f"proof/maps/{place}/2", changed)
        forged.append(other | {"claim": figures_of(other["proof"]["maps"], deck.total(size), width)})
    (word, reason), *verdicts = verdicts_of(program, [text_of(one) for one in [certificate, *forged]])
    assert word == "valid", reason
    for (word, reason), (deal, _, _) in zip(verdicts, certificate["proof"]["maps"], strict=True):
        assert word == "NOT valid"
        assert f"the map of the deal {' '.join(map(str, deal))} is wrong about the target" in reason


def test_the_conformance_suite_is_read_within_bounds(watched: Path) -> None:
    files = sorted(SUITE.glob("*/*.json"))
    result = run(watched, *files)
    assert (result.returncode, result.stderr) == (1, "")
    assert len(result.stdout.splitlines()) == len(files)


def test_all_rules_are_read_within_bounds(watched: Path) -> None:
    rng = random.Random(2)
    lines = [text_of(certificate) for _ in range(100) for certificate in drawn(rng)]
    lines += [text_of(chance(*pack)) for pack in PACKS]
    assert {word for word, _ in verdicts_of(watched, lines)} == {"valid"}


# -- output and messages ---------------------------------------------------------------------------------------


def test_verdicts_and_exit_status(program: Path, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(text_of(MISS))
    bad.write_bytes(text_of(at(MISS, "claim/distance", 2)))
    result = run(program, good, bad)
    assert result.stdout == (
        f"{good}: valid: pursuit:1.3.7.10.25.50:831: nothing comes nearer than 830\n"
        f"{bad}: NOT valid: the distance is 1, and not the claimed 2\n"
    )
    assert (result.returncode, run(program, good).returncode) == (1, 0)
    missing = run(program, tmp_path / "missing.json", good)
    assert (missing.returncode, missing.stdout.count("valid"), "No such file" in missing.stderr) == (2, 1, True)


def test_lines(program: Path) -> None:
    hit, bad, grid = (text_of(certificate) for certificate in (HIT, at(HIT, "claim/value", 954), MAP))
    assert run(program, "-", lines=[hit]).stdout == "-: 1 certificate, valid\n"
    assert run(program, "-", lines=[hit, grid]).stdout == "-: 2 certificates, all valid\n"
    result = run(program, "-", lines=[hit, bad, grid])
    assert result.returncode == 1
    assert result.stdout.splitlines() == [
        "-:2: NOT valid: the formula makes 951, and not the claimed 954",
        "-: 3 certificates, 1 of them NOT valid or not examined",
    ]
    assert run(program, "--each", "-", lines=[hit, grid]).stdout.splitlines() == [
        "-:1: valid: pursuit:3.6.9.10.50.100:951: the target can be hit",
        "-:2: valid: pursuit:1.1.1.1.2.2:1-20: 17 of 20 targets can be hit",
    ]


@rows(
    "certificate, reason",
    [
        (question("pursuit:1.2.3.4.5.6.7.8.9:1-2"), "more than 8 numbers are dealt"),
        (question("pursuit:1000001:1-2"), "a number above 1000000"),
        (question("pursuit:1:1-2/"), "moves have been made"),
        (question("pursuit:1:1-1000001"), "a number above 1000000"),
        (question("pursuit:9of1x8.2x8:1-2"), "more than 8 numbers are dealt"),
        (question("pursuit:1of" + ".".join(f"{n}x1" for n in range(1, 66)) + ":1-2"), "more than 64 different numbers"),
        (question("pursuit:1of1x1001:1-2"), "a number above 1000"),
        (question("pursuit:11.13.17.19.23.29.31.37:1-2:fractions"), "it takes more than "),
        (
            question("pursuit:1000000.999999.999953.999959.999961.999979.999983:999999-1000000"),
            "a value of a part has more than 62",
        ),
        (question("pursuit:999953.999959.999961.999979.999983:1-2:fractions"), "a value of a part has more than 62"),
        (at(HIT, "claim/value", 1 << 127), "has more than 127 bits"),
        (
            HIT
            | {
                "position": "pursuit:" + ".".join(["999999"] * 8) + ":951",
                "proof": {"kind": "formula", "formula": [999999, *([999999, "*"] * 6), 999999, "*"]},
            },
            "has more than 127 bits",
        ),
    ],
)
def test_what_is_beyond_a_limit_is_not_examined(program: Path, certificate: Json, reason: str) -> None:
    ((word, why),) = verdicts_of(program, [text_of(certificate)])
    assert (word, reason in why) == ("not examined", True), why


def test_the_examples_of_the_page_of_the_format(program: Path) -> None:
    page = (ROOT / "docs" / "certificates-pursuit.md").read_text(encoding="utf-8")
    envelope = {"format": "perfectplay", "version": 2, "game": "pursuit"}
    examples = [envelope | json.loads(text) for text in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]
    verdicts = verdicts_of(program, [text_of(example) for example in examples])
    assert [word for word, _ in verdicts] == ["valid"] * 4
