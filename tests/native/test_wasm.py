"""Test that the kernels and checkers of the pages, run in Node.js, give the same results as the native ones."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from array import array
from base64 import b64encode
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from perfectplay.coins import kernels as coins
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.proof.reading import pack_lines
from perfectplay.factorgame import solve as factorgame
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.pursuit.reach import fewest_numbers
from perfectplay.pursuit.rules import OPERATORS, Rules
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.plain import MAX_WORST
from perfectplay.taxman.plain import kernels as plain
from tests.checkers.mutants import mutants
from tests.checkers.programs import compiled
from tests.checkers.programs import run as checked
from tests.checkers.test_pursuit_check_c import text_of
from tests.checkers.test_taxman_check_c import SUITE, VERDICTS, lines_of
from tests.native.library import FOLDER, ZIG_CACHES
from tests.pursuit.test_proof import mutants as pursuit_mutants
from tests.tables import rows as table_rows

ROOT = Path(__file__).parents[2]
REQUIRED = os.environ.get("PERFECTPLAY_NODE") == "required"
PROGRAMS = shutil.which("npm") is not None and find_spec("ziglang") is not None
STEP = 3
GENERATED = ROOT / "web-ui" / "src" / "generated"
KERNELS = ROOT / "web-ui" / "public" / "kernels.wasm"
CHECKERS = [GENERATED / f"{game}-check.wasm" for game in ("pursuit", "taxman")]


def texts(array: Any) -> list[str]:
    """Return integers as strings, because JavaScript would round large numbers."""
    return list(map(str, array))


def rows(random: Random) -> Iterator[dict[str, Any]]:
    """Yield rows and circles of coins with the kernels' results; some coins are as large as the kernels allow."""
    while True:
        n = random.randint(1, 30)
        most = random.choice((1, 5, 100, 10**9, (1 << 62) // n - 1))
        row = np.array([random.randint(-most if random.random() < 0.3 else 0, most) for _ in range(n)])
        stack, values, starts, margins = np.zeros((4, n + 1), np.int64)
        if n == 1:
            ends = [row[0]] * 2
        else:
            ends = [*coins.finish(stack, coins.push(stack, 1, row[1:-1]), int(row[0]), int(row[-1]))]
        letters = np.zeros(n, np.uint8)
        coins.line(row, values[:n], starts[:n], letters)
        first = np.zeros(n, np.int64)
        coins.circle(np.concatenate((row, row)), stack, first)
        prefixes = np.zeros(n, np.int64)
        coins.prefixes(row, values[:n], starts[:n], stack[:n], prefixes)
        packed = np.zeros(sum((length + 3) // 4 for length in range(1, n + 1)), np.uint8)
        kept = np.zeros(sum(range(n, 0, -STEP)), np.int64)
        coins.diagonals(row, margins, packed, kept, STEP)
        yield {
            "coins": texts(row),
            "ends": texts(ends),
            "line": letters.tobytes().decode(),
            "circle": texts(first),
            "prefixes": texts(prefixes),
            "margin": str(coins.quadratic(row, margins[:n])),
            "packed": packed.tolist(),
            "kept": texts(kept),
        }


def deals(random: Random) -> Iterator[dict[str, Any]]:
    """Yield numbers, targets and rules with the kernels' results; some numbers can occur only during a game."""
    while True:
        fractions = random.random() < 0.4
        most = random.choice((10, 100, 100, 10**6))
        numbers = [random.randint(1, most) for _ in range(random.randint(1, 4 if fractions else 5))]
        if random.random() < 0.2:
            numbers[0] = random.randint(-10, 0)
        operators = [sign for sign in OPERATORS if random.random() < 0.8] or ["-"]
        use_all, positive = random.random() < 0.3, random.random() < 0.3
        low = random.choice((1, 1, 100))
        high = low + random.randint(0, 300)
        try:
            found = fewest_numbers(
                tuple(numbers), low, high, Rules("".join(operators), use_all, fractions, positive)
            ).tolist()
        except LimitExceededError:
            found = None
        rules = {"operators": operators, "useAll": use_all, "fractions": fractions, "positive": positive}
        yield {"numbers": numbers, "low": low, "high": high, "rules": rules, "fewest": found}


def boards(random: Random) -> Iterator[dict[str, Any]]:
    """Yield positions of the factor game under both rules, and the lead that each move brings by the end."""
    while True:
        position = FactorPosition.new(random.randint(2, 36), passing=random.random() < 0.5)
        for _ in range(random.randint(0, 8)):
            if len(position.legal_moves()) > 1:
                position = position.play(random.choice(position.legal_moves()))
        if position.is_over():
            continue
        result = factorgame.solve(position, costs=True)
        lead = position.points[0] - position.points[1]
        best = (lead - result.value) if position.to_move else (result.value - lead)
        assert result.costs is not None
        yield {"id": position.id, "worths": {str(move): best - cost for move, cost in result.costs.items()}}


def pots(random: Random) -> Iterator[dict[str, Any]]:
    """Yield remaining pots, with a best and a worst game; some are as hard as the pages allow."""
    while True:
        n = random.choice((random.randint(1, 40), random.randint(41, 300)))
        position = TaxmanPosition.new(n)
        for _ in range(random.randint(0, 6)):
            if position.legal_moves():
                position = position.play(random.choice(position.legal_moves()))
        left = array("q", sorted(position.pot))
        games, _, _, _, finished = plain.best_games(left, 200, False)  # noqa: FBT003  # kernels take arguments by position
        small = n <= 40
        yield {
            "n": n if small else MAX_WORST + 1,
            "left": left.tolist(),
            "best": games[:-1].tolist() if finished else None,
            "worst": plain.worst_game(left)[0].tolist() if small else None,
        }


def run(folder: Path, *command: str | Path, **environment: str) -> None:
    """Run a program, and assert that it succeeds."""
    variables = {**os.environ, **environment}
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr


pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(
        not PROGRAMS and not REQUIRED,
        reason="no npm or no ziglang found; install Node.js and ziglang to run WebAssembly",
    ),
]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the sources of the pages to a folder, with the packages for their tests; return the folder."""
    pages = tmp_path_factory.mktemp("pages") / "web-ui"
    shutil.copytree(ROOT / "web-ui", pages, ignore=shutil.ignore_patterns("node_modules"))
    run(pages, shutil.which("npm") or "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
    return pages


def test_pages_find_in_1000_positions_what_the_library_finds(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(KERNELS, tmp_path)
    monkeypatch.setattr(factorgame, "_PLAIN_NUMBERS", 0)
    random = Random(1)
    games = {"taxman": (pots, 250), "coins": (rows, 300), "pursuit": (deals, 250), "factorgame": (boards, 200)}
    positions = {game: list(islice(some(random), count)) for game, (some, count) in games.items()}
    (tmp_path / "positions.json").write_text(json.dumps(positions), encoding="utf-8")
    run(ROOT, sys.executable, "-m", "tests.native.answers", tmp_path, "100")
    for name in ("kernels", "answers"):
        run(pages, shutil.which("node") or "node", "test.mjs", name, PERFECTPLAY_WASM=str(tmp_path))


# -- checkers ------------------------------------------------------------------------------------------------------


@table_rows("committed", [KERNELS, *CHECKERS], lambda path: path.stem)
def test_what_is_committed_is_compiled_from_the_sources(tmp_path: Path, committed: Path) -> None:
    known = re.search(r"^ziglang==(.+)$", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE)
    assert known is not None
    if version("ziglang") != known[1]:
        pytest.skip(f"the file was compiled by ziglang {known[1]}, and another may write other bytes")
    made = tmp_path / committed.name
    run(ROOT, sys.executable, FOLDER / "build.py", made, **ZIG_CACHES)
    assert made.read_bytes() == committed.read_bytes(), "make wasm"


def chains() -> Iterator[tuple[str, list[bytes]]]:
    """Yield a game's name with a sequence of texts, which are valid or forged certificates, or other texts."""
    for name in VERDICTS:
        if not (name.endswith(".gz") or "bad/pack-" in name):
            entry = SUITE / name
            alone = entry.suffix == ".json" and not entry.is_dir()
            yield "taxman", [b" ".join(entry.read_bytes().split())] if alone else lines_of(entry)
    small = [line for _, line in pack_lines(ROOT / "certificates" / "taxman-0001-0100.jsonl.xz")]
    for seed in range(8):
        changed = [text for _, text in mutants([line.decode() for line in small], seed, 250)]
        yield "taxman", [*small, *changed]
    yield "taxman", [line for _, line in pack_lines(ROOT / "certificates" / "taxman-0801-0900.jsonl.xz")]
    yield "pursuit", [b" ".join(file.read_bytes().split()) for file in sorted((SUITE / "pursuit").glob("*/*.json"))]
    yield "pursuit", [text_of(mutant) for mutant in pursuit_mutants(2_000, 31)]
    for game in ("pursuit", "taxman"):
        nested = [b"[" * depth + b"]" * depth for depth in (99, 100, 101, 1_999, 2_000, 2_001, 100_000)]
        large = [b"[" + b"1," * 3_000_000, b"[" + b'{"":' * 3_000_000, b"[" * (17 << 20), b" " * (33 << 20)]
        yield game, [*nested, *large]


def test_checkers_in_pages_say_what_they_say_at_the_command_line(pages: Path, tmp_path: Path) -> None:
    programs = {game: compiled(game, tmp_path, "-O2") for game in ("pursuit", "taxman")}
    told = []
    for game, lines in chains():
        option = "--lines" if game == "taxman" else "--each"
        verdicts = re.findall(r"^-:\d+: (.*)$", checked(programs[game], option, "-", lines=lines).stdout, re.MULTILINE)
        assert len(verdicts) == len(lines)
        told.append({"game": game, "texts": [b64encode(line).decode() for line in lines], "verdicts": verdicts})
    assert sum(verdict.startswith("valid") for one in told for verdict in one["verdicts"]) > 1_000
    (tmp_path / "certificates.json").write_text(json.dumps(told), encoding="utf-8")
    run(pages, shutil.which("node") or "node", "test.mjs", "checker", PERFECTPLAY_WASM=str(tmp_path))
