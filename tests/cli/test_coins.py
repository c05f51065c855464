"""Test the commands of greedy coins by their output."""

from __future__ import annotations

import json
import signal
from array import array
from fractions import Fraction
from itertools import count
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest

from perfectplay.cli.coins import input as coins_input
from perfectplay.cli.coins.input import check_memory, free_memory, is_long, read_coins
from perfectplay.cli.coins.text import shortened
from perfectplay.coins import ties
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress
from tests.cli.asked import Command

COINS = Command("coins")
run = COINS.run
record = COINS.record


# -- solve -----------------------------------------------------------------------------------------------------


def test_long_rows_are_shortened_in_words() -> None:
    out = run("solve", *["9" * 300] * 500).stdout
    assert max(map(len, out.splitlines())) < 1000
    assert "500 coins: 9999" in out
    assert " ... L L" in out


def test_many_rows_have_a_value_but_no_line() -> None:
    text = "\n".join("3 0 4 4 1 0" for _ in range(4_000))
    refused = run("solve", "--gap", "0", "--file", "-", stdin=text)
    assert refused.exit_code == 2
    assert "leave the line out (--no-line)" in refused.stderr
    solved = record("solve", "--gap", "0", "--file", "-", "--no-line", stdin=text)
    assert (solved["line"], solved["best_moves"]) == (None, None)
    assert solved["first"] + solved["second"] == 12 * 4_000
    words = run("solve", "--gap", "0", "--file", "-", "--no-line", stdin=text).stdout
    assert " and 7,994 more rows\n" in words
    assert "not looked for, there are too many rows" in words


# -- positions -------------------------------------------------------------------------------------------------


def test_a_circle_too_large_for_a_game_is_refused_before_it_begins() -> None:
    circle, row = ".".join("123456789" * 3), ".".join("123456789" * 10)
    result = run("play", "--position", f"coins:o{circle}~{row}")
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert "each move would take minutes; put it on a table of its own" in line


# -- input -----------------------------------------------------------------------------------------------------


def test_a_file_and_standard_input_are_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "row.txt"
    path.write_bytes(b"\xef\xbb\xbf1\r\n2\r\n\r\n4 3\n")
    assert record("solve", "--file", str(path))["coins"] == [1, 2, 4, 3]
    assert record("solve", "--file", "-", stdin="1\n2\n4\t3")["first"] == 5


def test_blocks_do_not_tear_coins_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "row.txt"
    coins = [(-7) ** i % 1_000_003 - 500_000 for i in range(500)]
    path.write_text("\n".join(map(str, coins)))
    for size in (10, 11, 12, 13, 64, 1 << 20):
        monkeypatch.setattr(coins_input, "_BLOCK", size)
        found = read_coins(str(path))
        assert isinstance(found, array)
        assert found.tolist() == coins


def test_a_row_may_turn_from_ordinary_integers_to_anything_exact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coins_input, "_BLOCK", 40)
    path = tmp_path / "row.txt"
    small = list(range(100))
    text = " ".join(map(str, small))
    path.write_text(f"{text}\n+5\n{text}\n{10**30}\n{text}\n3/2\n{text}\n")
    assert read_coins(str(path)) == [*small, 5, *small, 10**30, *small, Fraction(3, 2), *small]


@pytest.mark.parametrize(
    ("text", "line", "quoted"),
    [
        ("1\n2\nx\n", 3, "'x'"),
        ("1\n" * 5000 + "1.5\n", 5001, "'1.5'"),
        ("1\n1_000\n", 2, "'1_000'"),
        ("1 2 3/0\n", 1, "'3/0'"),
        ("1\n\x00\n", 2, "'\\x00'"),
        ("\n\n" + "9" * 5000, 3, "'999"),
    ],
)
def test_bad_lines_are_named(text: str, line: int, quoted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coins_input, "_BLOCK", 4096)
    result = run("solve", "--file", "-", stdin=text)
    assert result.exit_code == 2
    assert result.stdout == ""
    (message,) = result.stderr.splitlines()
    assert message.startswith(f"Error: line {line:,} of standard input: ")
    assert quoted in message


def test_a_row_beyond_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coins_input, "free_memory", lambda: 1000)
    with pytest.raises(LimitExceededError, match=r"work on 101 coins needs about 0.0 GB .*: enough for 100 coins"):
        check_memory(101, 10, "work on")
    check_memory(100, 10, "work on")
    result = run("solve", "--file", "-", stdin="1\n2\n")
    assert result.exit_code == 2
    assert "memory is full after 2 coins" in result.stderr
    monkeypatch.setattr(coins_input, "free_memory", lambda: None)
    assert run("solve", "--file", "-", stdin="1\n2\n").exit_code == 0


def test_reading_tells_how_much_has_been_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coins_input, "_BLOCK", 8)
    path = tmp_path / "row.txt"
    path.write_text("1\n2\n3\n4\n5\n6\n7\n")
    seen: list[Progress] = []
    read_coins(str(path), seen.append)
    assert [one.stage for one in seen] == ["reading: 4 coins, 0 MB", "reading: 7 coins, 0 MB"]
    assert not is_long(str(path))
    monkeypatch.setattr(coins_input, "_LONG", 5)
    assert is_long(str(path))
    assert not is_long("no-such-file")
    assert not is_long("\0")


def test_the_free_memory_is_plausible_or_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    free = free_memory()
    assert free is None or 0 < free < 1 << 60
    monkeypatch.setattr(coins_input, "_MEMORY", Path("no/such/file"))
    assert free_memory() is None


def test_a_long_row_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.coins.row.fusion._COMPILE_FROM", 1_000)
    path = tmp_path / "row.txt"
    coins = [(i * i * 7919) % 1009 - 300 for i in range(60_000)]
    path.write_text("\n".join(map(str, coins)))
    solved = record("solve", "--file", str(path))
    assert solved["coins"] == coins
    assert len(solved["line"]) == 60_000
    assert solved["first"] + solved["second"] == sum(coins)
    lo, hi, totals = 0, 60_000, [0, 0]
    for turn, letter in enumerate(solved["line"]):
        lo, hi = (lo + 1, hi) if letter == "L" else (lo, hi - 1)
        totals[turn % 2] += coins[lo - 1] if letter == "L" else coins[hi]
    assert totals == [solved["first"], solved["second"]]


# -- certificates ----------------------------------------------------------------------------------------------


def test_a_certificate_that_the_checker_would_refuse_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perfectplay.coins.proof.check.MAX_BITS", 8)
    path = tmp_path / "row.json"
    result = run("solve", "1000", "1", "--certificate", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: the proof is too large for the checker: a coin has more than 8 bits")
    assert not path.exists()


def test_too_many_coins_for_a_certificate_are_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perfectplay.coins.proof.write.MAX_COINS", 3)
    path = tmp_path / "row.json"
    result = run("solve", "1", "2", "4", "3", "--certificate", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: 4 coins are too many for a certificate; the limit is 3\n"
    assert not path.exists()


# -- ties ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "limit"),
    [
        ([], "200000000 steps; lengths up to 130"),
        (["--json"], "200000000 steps; lengths up to 130"),
        (["--format", "bfile"], "200000000 steps; lengths up to 130"),
        (["--list"], "10000000 steps; lengths up to 26"),
    ],
)
def test_ties_out_of_reach_are_refused_before_any_work(
    more: list[str], limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perfectplay.coins.ties.census._push", lambda *_: pytest.fail("no work is to be done"))
    monkeypatch.setattr("perfectplay.coins.ties.census._tied_rows", lambda *_: pytest.fail("no work is to be done"))
    result = run("ties", "--alphabet", "4", "--length", "200", *more)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.endswith(f"take more than {limit} are within reach")


def interrupt_at(call: int, monkeypatch: pytest.MonkeyPatch, where: str = "ties.census._push") -> None:
    """Press Ctrl-C at call number `call` of a function, counted from 1."""
    calls = count(1)
    called = resolve_name(f"perfectplay.coins.{where}")

    def pressed(*args: Any) -> Any:
        if next(calls) == call:
            signal.raise_signal(signal.SIGINT)
        return called(*args)

    monkeypatch.setattr(f"perfectplay.coins.{where}", pressed)


# At this call, the rows of six coins are being counted.
_AT_SIX = (16, "ties.Census._longer_tails")


def test_ctrl_c_keeps_the_lengths_that_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at(_AT_SIX[0], monkeypatch, _AT_SIX[1])
    result = run("ties", "--alphabet", "2", "--length", "30")
    assert (result.exit_code, result.stderr) == (130, "interrupted\n")
    assert result.stdout.splitlines() == [
        "0 of 2 games with 1 coin worth 1 to 2 are tied",
        "2 of 4 games with 2 coins worth 1 to 2 are tied",
        "1 of 8 games with 3 coins worth 1 to 2 are tied",
        "6 of 16 games with 4 coins worth 1 to 2 are tied",
        "7 of 32 games with 5 coins worth 1 to 2 are tied",
    ]
    interrupt_at(_AT_SIX[0], monkeypatch, _AT_SIX[1])
    stopped = run("ties", "--alphabet", "2", "--length", "30", "--json")
    assert stopped.exit_code == 130
    known = {"alphabet": 2, "length": 30, "count": None, "counts": [0, 2, 1, 6, 7], "stopped": "interrupted"}
    assert json.loads(stopped.stdout) == known
    interrupt_at(_AT_SIX[0], monkeypatch, _AT_SIX[1])
    lines = run("ties", "--alphabet", "2", "--length", "30", "--format", "bfile")
    assert (lines.exit_code, lines.stdout, lines.stderr) == (130, "1 2\n2 6\n", "interrupted\n")


def test_a_list_that_is_stopped_has_its_first_games(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at(60, monkeypatch)
    result = run("ties", "--alphabet", "2", "--length", "12", "--list")
    assert result.exit_code == 130
    *games, more, counted = result.stdout.splitlines()
    assert games == [" ".join(map(str, game)) for game in ties.list_ties(2, 12, len(games))]
    assert more == f"... and {632 - len(games)} more"
    assert counted == "632 of 4,096 games with 12 coins worth 1 to 2 are tied"


def test_a_time_limit_ends_the_work_without_an_error() -> None:
    result = run("ties", "--alphabet", "2", "--length", "60", "--time-limit", "0.0000001", "--json")
    assert (result.exit_code, result.stderr) == (0, "stopped: the time is up\n")
    assert json.loads(result.stdout)["stopped"] == "time limit"


# -- numbers in words -------------------------------------------------------------------------------------------------


def test_numbers_in_words() -> None:
    assert shortened(10**50, 10) == "1000...000"
    assert shortened(-5) == "-5"


def test_numbers_too_long_for_python_to_write() -> None:
    assert shortened(2**20_000) == "~2^20000"
    assert shortened(-(2**20_000)) == "~-2^20000"
    assert shortened(Fraction(1, 3**20_000)).startswith("~2^-31")
    assert shortened(Fraction(3 * 7**9_000 + 1, 2 * 7**9_000)) == "~1.5"
