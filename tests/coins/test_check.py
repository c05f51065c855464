"""Certificates: true ones pass, tampered ones do not, and nothing crashes the checker."""

from __future__ import annotations

import copy
import gzip
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.coins.fusion import solve
from perfectplay.coins.proof import check
from perfectplay.coins.proof.check import check_certificate, check_file
from perfectplay.coins.proof.write import fusion_certificate
from perfectplay.coins.rules import Coin

COINS = st.one_of(st.integers(-4, 4), st.integers(-(10**30), 10**30), st.fractions(-3, 3, max_denominator=6))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


def written(coins: list[Coin]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(fusion_certificate(coins)))
    return found


@given(st.lists(COINS, min_size=1, max_size=30))
def test_true_certificates_pass(coins: list[Coin]) -> None:
    verdict = check_certificate(written(coins))
    found = solve(coins)
    assert verdict.valid, verdict.reason
    assert verdict.coins == len(coins)
    assert (Fraction(str(verdict.margin)), Fraction(str(verdict.mistake_cost))) == (found.margin, found.mistake_cost)
    assert verdict.best_moves == found.best_moves


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=12), st.data())
def test_no_tampered_number_passes_with_a_false_claim(coins: list[Coin], data: st.DataObject) -> None:
    certificate = written(coins)
    place = data.draw(st.sampled_from(["coins", "margin", "mistake_cost", "without_first", "without_last"]))
    change = data.draw(st.sampled_from([-2, -1, 1, 2]))
    if place in {"margin", "mistake_cost"}:
        certificate[place] += change
    else:
        numbers = certificate["coins"] if place == "coins" else certificate["fusions"][place]
        if not numbers:
            return
        numbers[data.draw(st.integers(0, len(numbers) - 1))] += change
    verdict = check_certificate(certificate)
    found = solve(certificate["coins"])
    truth = (found.margin, found.best_moves, found.mistake_cost)
    if verdict.valid:
        # Other coins may have the same answer and the same fusions.
        assert (verdict.margin, verdict.best_moves, verdict.mistake_cost) == truth
    assert verdict.valid or verdict.reason
    if place in {"margin", "mistake_cost"}:
        assert not verdict.valid


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("format",), "perfectplay-taxman-certificate", "the format should be"),
        (("version",), 2, "version 1"),
        (("version",), True, "version 1"),
        (("coins",), [], "there is no coin"),
        (("coins",), 7, "coins should be a list"),
        (("coins",), [1, 2.5], "a coin is 2.5"),
        (("coins",), [1, True], "a coin is True"),
        (("coins",), [1, "x/2"], "a coin is 'x/2'"),
        (("coins",), [1, "3"], "a coin is '3'"),
        (("coins",), [1, "3/0"], "divides by zero"),
        (("coins",), [1, "8/2"], "a coin is '8/2', which is not in lowest terms"),
        (("coins",), [1, "6/4"], "not in lowest terms"),
        (("coins",), [1, "3/1"], "not in lowest terms"),
        (("coins",), [1, "0/2"], "not in lowest terms"),
        (("coins",), [1, "03/2"], "not in lowest terms"),
        (("coins",), [1, "-3/02"], "not in lowest terms"),
        (("margin",), "0/3", "not in lowest terms"),
        (("coins",), [0] * (check.MAX_COINS + 1), "this checker handles 1048576"),
        (("coins",), [f"1/{2**4000}", *range(200_000)], "with a common denominator the coins have more than"),
        (("coins",), [1, 2**4097], "more than 4096 bits"),
        (("coins",), [f"1/{2**4000}", f"1/{3**2000}"], "common denominator"),
        (("coins",), [1, 2, 4], "3 numbers of fusions are given for 2 coins"),
        (("margin",), 1, "claims margin 1 and proves 0"),
        (("margin",), None, "the margin is None"),
        (("best_moves",), "L", "claims best_moves 'L' and proves 'LR'"),
        (("best_moves",), ["LR"], "claims best_moves"),
        (("mistake_cost",), 1, "claims mistake_cost 1 and proves 0"),
        (("fusions",), [], "fusions should be a JSON object"),
        (("fusions",), {"without_first": []}, "should have the field 'without_last'"),
        (("fusions", "without_first"), [0, 0, 0], "the peak 2, 4, 3 is left"),
        (("fusions", "without_last"), [0, 0, 1], "the fusion of 1, 2 and 4 is not one at a peak"),
        (("fusions", "without_last"), [0, 1, 0], "1 is no number of fusions of 2 coins"),
        (("fusions", "without_last"), [0, 0, -1], "-1 is no number"),
        (("fusions", "without_last"), [0, 0, 10**9], "1000000000 is no number"),
        (("fusions", "without_last"), [0, 0, 0.0], "is no number of fusions"),
    ],
)
def test_why_a_certificate_fails(path: tuple[str, ...], value: object, reason: str) -> None:
    certificate = written([1, 2, 4, 3])
    place = certificate
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    verdict = check_certificate(certificate)
    assert not verdict.valid
    assert reason in verdict.reason


@given(JSON, st.sampled_from(["coins", "margin", "best_moves", "mistake_cost", "fusions", "format", None]))
def test_anything_else_is_not_valid_and_does_not_crash(value: object, name: str | None) -> None:
    certificate = written([1, 2, 4, 3])
    if name is None:
        assert not check_certificate(value).valid
        return
    changed = copy.deepcopy(certificate) | {name: value}
    assert check_certificate(changed).valid == (certificate[name] == value and not isinstance(value, (bool, float)))


def test_missing_fields() -> None:
    for name in written([1, 2]):
        certificate = written([1, 2])
        del certificate[name]
        assert check_certificate(certificate).reason == f"the certificate should have the field {name!r}"


def test_files(tmp_path: Path) -> None:
    text = json.dumps(fusion_certificate([Fraction(1, 2), 3, -1]))
    plain, packed = tmp_path / "a.json", tmp_path / "a.json.gz"
    plain.write_text(text, encoding="utf-8")
    packed.write_bytes(gzip.compress(text.encode()))
    for path in (plain, packed):
        assert check_file(path).valid
    broken = tmp_path / "broken.json.gz"
    broken.write_bytes(packed.read_bytes()[:-9])
    assert "damaged" in check_file(broken).reason
    plain.write_text(text[:-1] + ', "margin": 0}', encoding="utf-8")
    assert "twice" in check_file(plain).reason
    plain.write_text("[" * 100_000, encoding="utf-8")
    assert "nested too deeply" in check_file(plain).reason
    with pytest.raises(OSError, match="missing"):
        check_file(tmp_path / "missing.json")


@pytest.mark.parametrize(
    ("content", "reason", "examined"),
    [
        ("{}".encode("utf-16"), "not text in UTF-8", True),
        ("\ufeff{}".encode(), "not JSON", True),
        (gzip.compress(b"{}", mtime=0) + bytes(100), "goes on behind its end", True),
        (gzip.compress(b"{}", mtime=0) + gzip.compress(b"{}", mtime=0), "goes on behind its end", True),
        (gzip.compress(b"{}", mtime=0)[:12] + b"garbage", "damaged", True),
        (gzip.compress(b" " * (check.MAX_BYTES + 1)), "larger than", False),
        (gzip.compress(b"[" + b"[]," * 2_000_000), "bytes of memory", False),
        (b"[" + b"9" * 4096 + b"]", "a number of 4096 digits or more", False),
        (b"[" + b"9" * 4095 + b"]", "JSON object", True),
    ],
)
def test_bad_files_get_a_reason(
    tmp_path: Path,
    content: bytes,
    reason: str,
    examined: bool,  # noqa: FBT001  # pytest passes it by name
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    verdict = check_file(path)
    assert (verdict.valid, verdict.examined) == (False, examined)
    assert reason in verdict.reason


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have no names there")
def test_pipes_are_not_opened_and_names_do_not_spoil_the_output(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a\nb.json")
    done = subprocess.run(
        [sys.executable, check.__file__, "a\nb.json"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "'a\\nb.json': not examined: it is not a regular file\n")


def test_how_many_digits_python_reads_does_not_matter(tmp_path: Path) -> None:
    long = 10**1000 + 7
    coins: list[Coin] = [long, Fraction(-long, 2), 3, -long]
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(written(coins)), encoding="utf-8")
    bad.write_text(json.dumps(written(coins) | {"margin": long}), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, check.__file__, good, bad],
        env=os.environ | {"PYTHONINTMAXSTRDIGITS": "640"},
        capture_output=True,
        text=True,
        check=False,
    )
    first, second = done.stdout.splitlines()
    assert done.stderr == ""
    assert first.startswith(f"{good}: valid: 4 coins, margin ")
    assert (
        second == f"{bad}: NOT valid: the certificate claims margin something very long and proves something very long"
    )


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.json"
    path.write_text(json.dumps(fusion_certificate([1] * 100)), encoding="utf-8")
    monkeypatch.setattr(check, "MAX_BYTES", 100)
    assert "larger than 100 bytes" in check_file(path).reason


def test_the_checker_runs_alone(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    certificate = fusion_certificate([5, 3, 7, 10])
    good.write_text(json.dumps(certificate), encoding="utf-8")
    bad.write_text(json.dumps(certificate | {"margin": 6}), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(Path(check.__file__)), str(good)], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{good}: valid: 4 coins, margin 5, best R\n"
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(Path(check.__file__)), str(good), str(bad)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "NOT valid: the certificate claims margin 6 and proves 5" in done.stdout


def test_a_long_row() -> None:
    random = Random(1)
    row = [0]
    for _ in range(50_000):
        row.append(row[-1] + random.randint(-9, 9))
    assert check_certificate(written(list(row))).valid


def test_numbers_that_only_look_like_integers_are_refused() -> None:
    certificate = fusion_certificate([1, 2, 4, 3])
    assert check_certificate(certificate).valid
    for version in (1.0, True, "1"):
        assert not check_certificate(certificate | {"version": version}).valid

    class Liar(int):
        def __ne__(self, other: object) -> bool:
            return False

        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = int.__hash__

    assert not check_certificate(certificate | {"margin": Liar(99)}).valid


def test_the_widest_legal_coins_have_a_certificate() -> None:
    coins = [(1 << 4000) - 1, -((1 << 4000) - 1)] * 3
    verdict = check_certificate(json.loads(json.dumps(fusion_certificate(coins))))
    assert verdict.valid, verdict.reason
