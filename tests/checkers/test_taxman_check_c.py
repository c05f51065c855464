"""The checker of Taxman's certificates in C: it and the one in Python agree, and neither believes what is false.

Both were written from the same pages of the documentation and share no code, so what one of them does not see has to be
overlooked twice.
"""

from __future__ import annotations

import functools
import json
import lzma
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from perfectplay.taxman import TaxmanPosition, check
from perfectplay.taxman.exact import solve
from perfectplay.taxman.records import load_bounded, load_records
from tests.checkers.mutants import mutants

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "checkers" / "taxman_check.c"
PACKS = sorted((ROOT / "certificates").glob("taxman-*.jsonl.xz"))
REQUIRED = os.environ.get("PERFECTPLAY_COMPILER") == "required"
STRICT = ("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror")

# Certificates that are changed: 1 to 60 can be cited; the others are the smallest ones with branches, fixings and
# multipliers that are like others.
CITED = range(1, 61)
BRANCHED = (225, 228, 399, 416)
POSITIONS = (
    "taxman:20/19.9",
    "taxman:40~end/37.25",
    "taxman:pot.2.4.8.9.72.90",
    "taxman:pot.2.3.6.12.18.30.60.90",
    "taxman:pot.4.6.9.10.14.15.21.25.35.49.60.84.90.126.210.420",
)


def compiled(folder: Path, *flags: str) -> Path:
    """Compile the checker; the test is skipped where there is no compiler, unless one is required."""
    compiler = shutil.which("cc")
    if compiler is None:
        if not REQUIRED:
            pytest.skip("no C compiler found; install gcc to run these tests")
        pytest.fail("a C compiler is required, and none was found")
    program = folder / "taxman-check"
    subprocess.run([compiler, *STRICT, *flags, "-o", str(program), str(SOURCE)], check=True)
    return program


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("checker"), "-O2")


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checker with everything watched that C lets pass: it ends when it reads or writes what is not its own."""
    folder = tmp_path_factory.mktemp("watched")
    return compiled(folder, "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def run(program: Path, *arguments: str | Path, lines: Sequence[bytes] = ()) -> subprocess.CompletedProcess[str]:
    typed = b"".join(line + b"\n" for line in lines)
    result = subprocess.run([program, *arguments], input=typed, capture_output=True, check=False)
    return subprocess.CompletedProcess(result.args, result.returncode, result.stdout.decode(), result.stderr.decode())


def shipped() -> Iterator[str]:
    for pack in PACKS:
        with lzma.open(pack, "rt", encoding="utf-8") as lines:
            yield from (line.rstrip("\n") for line in lines)


@pytest.fixture(scope="module")
def small() -> list[str]:
    """Certificates of N = 1 to 416."""
    return [line for _, line in zip(range(max(BRANCHED)), shipped(), strict=False)]


@pytest.fixture(scope="module")
def originals(small: list[str]) -> list[str]:
    solved = [solve(TaxmanPosition.from_id(position), certificate=True).certificate for position in POSITIONS]
    others = [small[n - 1] for n in BRANCHED] + [json.dumps(certificate) for certificate in solved]
    return [small[n - 1] for n in CITED] + 3 * others


@pytest.fixture(scope="module")
def cited(small: list[str], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Files that mutants may cite."""
    folder = tmp_path_factory.mktemp("cited")
    files = [folder / f"{n}.json" for n in CITED]
    for n, file in zip(CITED, files, strict=True):
        file.write_text(small[n - 1], encoding="utf-8")
    return files


def of_python(text: bytes, known: dict[int, int | None]) -> check.Verdict:
    """Verdict of the other checker on the text of a file."""
    try:
        certificate = check._parse(text)
    except check._Invalid as reason:
        return check._refusal(reason)
    return check.check_certificate(certificate, known)


@functools.cache
def best(position: str) -> int:
    """Best score from a position, as the solver finds it."""
    rules, pot, moves = re.fullmatch(r"(taxman):(pot[.0-9]+|\d+)(?:~end)?(/[.0-9]+)?", position).groups("")  # type: ignore[union-attr]
    if pot.isdigit() and not moves:
        return load_records()[int(pot)].score
    return solve(TaxmanPosition.from_id(f"{rules}:{pot}{moves or ''}")).value


def agree(program: Path, cited: list[Path], originals: list[str], seed: int, count: int) -> Counter[str]:
    """Check mutants with both checkers; returns how many were valid, not valid and not examined."""
    known: dict[int, int | None] = {n: load_records()[n].score for n in CITED}
    changed = list(mutants(originals, seed, count))
    result = run(program, "--each", *cited, "-", lines=[text for _, text in changed])
    verdicts = result.stdout.splitlines()[len(cited) :]
    assert (result.returncode, result.stderr, len(verdicts)) == (1, "", count)
    words: Counter[str] = Counter()
    for number, ((_, text), verdict) in enumerate(zip(changed, verdicts, strict=True), 1):
        place, word, _ = verdict.split(": ", 2)
        assert place == f"-:{number}"
        words[word] += 1
        expected = of_python(text, known)
        assert (word == "valid") == expected.valid, (text, verdict, expected)
        if expected.valid:
            assert expected.position is not None
            assert expected.score is not None
            assert expected.upper is not None
            assert expected.score <= best(expected.position) <= expected.upper, (text, verdict, expected)
    return words


# -- agreement -------------------------------------------------------------------------------------------------


def test_every_shipped_certificate(program: Path, tmp_path: Path) -> None:
    expected = {n: (record.score, record.upper) for n, record in {**load_bounded(), **load_records()}.items()}
    answer = tmp_path / "answer.txt"  # a pipe would be full before all is written
    with answer.open("w") as stdout:
        process = subprocess.Popen([program, "--lines", "-"], stdin=subprocess.PIPE, stdout=stdout)
        assert process.stdin is not None
        for pack in PACKS:
            process.stdin.write(lzma.decompress(pack.read_bytes()))
        process.stdin.close()
        assert process.wait() == 0
    output = answer.read_text(encoding="utf-8").splitlines()
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
    assert f"-: {len(expected)} certificates, all valid" in output
    last = max(load_records())
    assert f"proven optimal: N = 1-{last}" in "\n".join(output)


def test_mutants(program: Path, cited: list[Path], originals: list[str]) -> None:
    words = agree(program, cited, originals, seed=1, count=2_000)
    assert words["valid"] > 100
    assert words["NOT valid"] > 1000


def test_mutants_touch_nothing_that_is_not_theirs(watched: Path, cited: list[Path], originals: list[str]) -> None:
    agree(watched, cited, originals, seed=2, count=1_000)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 20))
def test_many_mutants(program: Path, cited: list[Path], originals: list[str], seed: int) -> None:
    agree(program, cited, originals, seed, count=10_000)
