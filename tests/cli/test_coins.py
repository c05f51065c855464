"""The commands of greedy coins, from the outside."""

from __future__ import annotations

import json
import signal
from array import array
from fractions import Fraction
from functools import cache
from itertools import count
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from click.testing import CliRunner, Result

from perfectplay.cli.coins import input as coins_input
from perfectplay.cli.coins.command import command
from perfectplay.cli.coins.input import check_memory, free_memory, is_long, read_coins
from perfectplay.cli.coins.text import shortened
from perfectplay.cli.main import main
from perfectplay.coins import CoinsPosition
from perfectplay.coins.pictures.triangle import compact_tree, game_tree
from perfectplay.coins.ties import enumeration as ties
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress
from perfectplay.core.schema import exact
from tests.tables import rows

GAPS = ("1", "2", "0", "3", "7", "4", "0", "9")
SOLVE_KEYS = {
    *("game", "position", "kind", "value", "lower", "upper", "status", "moves", "seconds", "source"),
    *("coins", "margin", "first", "second", "best_moves", "mistake_cost", "line"),
}


def run(*args: str, stdin: str | bytes | None = None) -> Result:
    # All games have one command that checks.
    return CliRunner().invoke(main if args[:1] == ("check",) else command, list(args), input=stdin)


def record(*args: str, stdin: str | bytes | None = None) -> dict[str, Any]:
    result = run(*args, "--json", stdin=stdin)
    assert result.exit_code == 0, result.stderr
    (line,) = result.stdout.splitlines()
    loaded: dict[str, Any] = json.loads(line)
    return loaded


def replay(start: str, line: str) -> tuple[int | str, int | str]:
    """Final totals of a line of play, by the rules."""
    over = CoinsPosition.from_id(f"coins:{start}/{line}")
    assert over.is_over()
    first, second = over.scores()
    return exact(first), exact(second)


# -- solve -----------------------------------------------------------------------------------------------------


# Design figures; the series of B. Yorgey has them as examples, and the last two rows are from contest problems.
@rows(
    "coins, first, second, best",
    [
        ("1 2 4 3", 5, 5, "LR"),
        ("3 2 1 2", 5, 3, "L"),
        ("1 2 3 4 3 2", 8, 7, "R"),
        ("5 1 1 5 1 2 2 1", 13, 5, "L"),
        ("8 15 3 7", 22, 11, "R"),
        ("18 20 15 30 10 14", 64, 43, "R"),
    ],
)
def test_solve_prints_the_contract(coins: str, first: int, second: int, best: str) -> None:
    solved = record("solve", *coins.split())
    assert set(solved) == SOLVE_KEYS
    assert solved["coins"] == [int(coin) for coin in coins.split()]
    assert (solved["margin"], solved["first"], solved["second"]) == (first - second, first, second)
    assert solved["best_moves"] == best
    assert solved["line"][0] in best
    assert replay(coins.replace(" ", "."), solved["line"]) == (first, second)


def test_solve_in_words() -> None:
    lines = run("solve", "5", "1", "1", "5", "1", "2", "2", "1").stdout.splitlines()
    assert lines[0] == "8 coins: 5 1 1 5 1 2 2 1"
    assert lines[1] == "best first move: L, the 5 on the left; R would cost 8"
    assert lines[2].startswith("a line of best play: L ")
    assert lines[3] == "with best play: the first player wins by 8, 13 to 5"
    tied = run("solve", "1", "2", "4", "3").stdout
    assert "best first move: either end (L or R)\n" in tied
    assert "with best play: a tie, 5 to 5\n" in tied
    assert "best first move: the only coin\n" in run("solve", "7").stdout


@pytest.mark.parametrize("args", [["-3", "2", "-7/2"], ["--", "-3", "2", "-7/2"], ["-3,2,-7/2"]])
def test_negative_coins_and_fractions(args: list[str]) -> None:
    result = run("solve", "--json", *args)
    solved = json.loads(result.stdout)
    assert solved["coins"] == [-3, 2, "-7/2"]
    assert (solved["margin"], solved["first"], solved["second"]) == ("-17/2", "-13/2", 2)


def test_values_beyond_64_bits() -> None:
    big = 10**40
    solved = record("solve", str(big), "1", str(-big), "3")
    assert solved["margin"] == _margin((big, 1, -big, 3))
    assert solved["first"] + solved["second"] == 4
    assert record("solve", str(2**63 - 1), str(2**63 - 1), "1")["margin"] == 1


def _margin(coins: tuple[int, ...]) -> int:
    """The textbook recursion."""

    @cache
    def margin(i: int, j: int) -> int:
        return 0 if i > j else max(coins[i] - margin(i + 1, j), coins[j] - margin(i, j - 1))

    return margin(0, len(coins) - 1)


def test_long_rows_are_shortened_in_words() -> None:
    out = run("solve", *["9" * 300] * 500).stdout
    assert max(map(len, out.splitlines())) < 1000
    assert "500 coins: 9999" in out
    assert " ... L L" in out


def test_rows_with_gaps() -> None:
    # HNOI 2010: 17 and 9.
    solved = record("solve", "--gap", "0", *GAPS)
    assert (solved["first"], solved["second"], solved["margin"]) == (17, 9, 8)
    assert solved["coins"] == [1, 2, 3, 7, 4, 9]
    assert solved["components"] == ["l1.2", "3.7.4", "r9"]
    assert solved["mistake_cost"] is None
    assert solved["line"].split(".")[0] in solved["best_moves"].split()
    assert replay("l1.2~3.7.4~r9", solved["line"]) == (17, 9)
    assert run("solve", "--gap", "0", *GAPS).stdout.startswith("6 coins: |1 2   3 7 4   9|\n")


@pytest.mark.parametrize(("kind", "letter"), [("circle", "o"), ("left", "l"), ("right", "r")])
def test_other_kinds(kind: str, letter: str) -> None:
    solved = record("solve", "--kind", kind, "1", "5", "2", "6")
    assert replay(f"{letter}1.5.2.6", solved["line"]) == (solved["first"], solved["second"])
    assert solved["margin"] == solved["first"] - solved["second"]
    expected = {"circle": 8, "left": 6 - 2 + 5 - 1, "right": 1 - 5 + 2 - 6}[kind]
    assert solved["margin"] == expected


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


def test_a_position_is_solved() -> None:
    solved = record("solve", "--position", "coins:1.2.4.3/R")
    assert set(solved) == SOLVE_KEYS | {"to_move", "scores"}
    assert (solved["coins"], solved["margin"], solved["best_moves"]) == ([1, 2, 4], 3, "R")
    words = run("solve", "--position", "coins:1.2.4.3/R").stdout.splitlines()
    assert words[:2] == ["3 coins: 1 2 4", "the second player is to move; so far it is 3 to 0"]
    assert words[4] == "with best play from here: a tie, 5 to 5"


def test_sums_and_circles_are_positions() -> None:
    solved = record("solve", "--position", "coins:l1.2~3.7.4~o5.1.2")
    assert solved["components"] == ["l1.2", "3.7.4", "o5.1.2"]
    assert replay("l1.2~3.7.4~o5.1.2", solved["line"]) == (solved["first"], solved["second"])
    # A stack and a row that are used up keep their numbers.
    words = run("solve", "--position", "coins:r1~7~o5.1.2/2L.1L").stdout.splitlines()
    assert words[0] == "3 coins: -   -   (5 1 2)"
    assert words[2] == "best first move: 3K1"
    assert record("solve", "--position", "coins:o5.1.2", "--no-line")["line"] is None


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


def test_no_line_leaves_the_line_out() -> None:
    assert record("solve", "1", "2", "--no-line")["line"] is None
    assert "a line" not in run("solve", "1", "2", "--no-line").stdout


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


@pytest.mark.parametrize("name", ["row.json", "row.json.gz"])
def test_a_certificate_that_solve_wrote_is_valid(name: str, tmp_path: Path) -> None:
    path = str(tmp_path / name)
    solved = record("solve", "3", "2", "1", "5/2", "--certificate", path)
    verdict = record("check", path)
    assert (verdict["file"], verdict["valid"], verdict["reason"]) == (path, True, "")
    assert verdict["margin"] == solved["margin"]
    out = run("check", path).stdout
    assert out == f"{path}: valid: the margin of 4 coins is 3/2; L is the best first move, by 1\n"


def test_a_forged_certificate_fails(tmp_path: Path) -> None:
    path = tmp_path / "row.json"
    record("solve", "1", "2", "4", "3", "--certificate", str(path))
    forged = json.loads(path.read_text())
    forged["claim"]["margin"] += 1
    (tmp_path / "forged.json").write_text(json.dumps(forged))
    result = run("check", str(path), str(tmp_path / "forged.json"))
    assert result.exit_code == 1
    good, bad = result.stdout.splitlines()
    assert good.endswith("valid: the margin of 4 coins is 0; either end is a best first move")
    assert "NOT valid: " in bad


def test_a_certificate_that_the_checker_would_refuse_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perfectplay.coins.proof.check.MAX_BITS", 8)
    path = tmp_path / "row.json"
    result = run("solve", "1000", "1", "--certificate", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: the certificate is too large for the checker: a coin has more than 8 bits; ")
    assert not path.exists()


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (("7",), "the margin of 1 coin is 7; either end is a best first move"),
        (("--kind", "left", "3", "1", "2"), "the margin of 3 coins is 4; best first move: R"),
        (("--kind", "circle", "1", "5", "2", "5"), "the margin of 4 coins is 7; best first moves: 1K2 1K4"),
        (("--gap", "0", "1", "2", "0", "3", "7", "4", "0", "9"), "the margin of 6 coins is 8; best first move: 3L"),
        (("--position", "coins:1.2.4.3/R"), "the margin of 3 coins is 3; R is the best first move, by 4"),
        (("--position", "coins:l1.2~o5.1.2/2K1"), "the margin of 4 coins is 0; best first moves: 1R 2L 2R"),
        (("--position", "coins:l1.2~3.7.4~o5.1.2"), "the margin of 8 coins is 5; best first move: 3K1"),
    ],
)
def test_whatever_is_solved_has_a_certificate(table: tuple[str, ...], told: str, tmp_path: Path) -> None:
    path = str(tmp_path / "proof.json")
    solved = record("solve", *table, "--certificate", path)
    verdict = record("check", path)
    assert [verdict[name] for name in ("margin", "best_moves", "mistake_cost")] == [
        solved[name] for name in ("margin", "best_moves", "mistake_cost")
    ]
    assert verdict["position"] == solved.get("position", verdict["position"])
    assert run("check", path).stdout == f"{path}: valid: {told}\n"


def test_a_certificate_without_best_moves_says_so(tmp_path: Path) -> None:
    path = str(tmp_path / "proof.json")
    result = run("solve", "--gap", "0", *["1", "0"] * 1_002, "--no-line", "--certificate", path)
    assert result.exit_code == 0
    told = run("check", path).stdout
    assert told == f"{path}: valid: the margin of 1,002 coins is 0; nothing is claimed about the first move\n"


def test_too_many_coins_for_a_certificate_are_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perfectplay.coins.proof.write.MAX_COINS", 3)
    path = tmp_path / "row.json"
    result = run("solve", "1", "2", "4", "3", "--certificate", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: 4 coins are too many for a certificate; at most 3 are examined\n"
    assert not path.exists()


def test_a_missing_certificate_does_not_keep_the_others_from_being_checked(tmp_path: Path) -> None:
    path = str(tmp_path / "row.json")
    record("solve", "1", "2", "4", "3", "--certificate", path)
    result = run("check", path, "no-such-file", path)
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: cannot read 'no-such-file': ")


# -- table -----------------------------------------------------------------------------------------------------


def test_table_is_the_upper_triangle() -> None:
    # Seed: Alice gets 5; after she takes the 3 of 1 2 4 3, two more; the segment 2 4 3 is worth 4 to her.
    points = record("table", "1", "2", "4", "3")
    assert (points["of"], points["coins"]) == ("A", [1, 2, 4, 3])
    assert [len(row) for row in points["table"]] == [4, 3, 2, 1]
    assert points["table"][0][3] == 5
    assert points["table"][0][2] == 2
    assert points["table"][1][2] == 4
    margins = record("table", "1", "2", "4", "3", "--of", "S")["table"]
    assert margins == [[_margin((1, 2, 4, 3)[i : j + 1]) for j in range(i, 4)] for i in range(4)]
    moves = record("table", "1", "2", "4", "3", "--of", "M")["table"]
    assert moves[0][3] == "LR"
    assert moves[0][2] == "R"


def test_table_as_text_and_as_a_picture(tmp_path: Path) -> None:
    text = run("table", "1", "3", "4", "2").stdout
    assert text.splitlines()[0].split() == ["Alice", "5"]
    assert text.splitlines()[-1].split() == ["coins", "(1)", "(3)", "(4)", "(2)"]
    path = tmp_path / "row.svg"
    result = run("table", "1", "3", "4", "2", "--of", "S", "--svg", str(path))
    assert result.stdout == f"{path}: the triangle of 4 coins\n"
    assert path.read_text(encoding="utf-8").startswith("<svg ")
    both = record("table", "1", "3", "4", "2", "--svg", str(path))
    assert both["table"][0][3] == 5


def test_a_part_of_a_table_keeps_the_turn_of_the_whole() -> None:
    whole = record("table", "5", "1", "1", "5", "1")["table"]
    part = record("table", "5", "1", "1", "5", "1", "--from", "2", "--to", "4")
    assert (part["from"], part["to"]) == (2, 4)
    assert part["table"] == [row[: 3 - i] for i, row in enumerate(whole[1:4])]
    assert run("table", "1", "3", "4", "2", "--from", "2").stdout.startswith("Bob ")


# -- trees -----------------------------------------------------------------------------------------------------


def test_a_tree_in_words_and_as_a_picture(tmp_path: Path) -> None:
    lines = run("tree", "1", "2", "4", "3").stdout.splitlines()
    assert len(lines) == 15
    assert lines[0] == "1 2 4 3: Alice moves and gets 5"
    # Yorgey, part 4: after the 3, Bob takes the 4, and Alice gets 2 more.
    assert "'=> R takes 3, leaves 1 2 4: Bob moves, Alice gets 2" in lines
    assert "    '=> R takes 4, leaves 1 2: Alice moves and gets 2" in lines
    compact = run("tree", "--compact", "1", "2", "4", "3").stdout.splitlines()
    assert len(compact) == 10
    assert compact[:2] == ["Alice  1 2 4 3: L or R => 5", "Bob    1 2 4: R => 2"]
    path = tmp_path / "tree.svg"
    assert run("tree", "1", "2", "4", "3", "--svg", str(path)).stdout == f"{path}: the tree of 4 coins\n"
    assert path.read_text(encoding="utf-8") == game_tree([1, 2, 4, 3])
    assert run("tree", "5", "--compact", "--svg", str(path)).stdout == f"{path}: the compact tree of 1 coin\n"
    assert path.read_text(encoding="utf-8") == compact_tree([5])
    assert run("tree", "5").stdout == "5: Alice moves and gets 5\n"


# -- ties ------------------------------------------------------------------------------------------------------


def test_ties_are_counted_and_listed() -> None:
    assert record("ties", "--alphabet", "3", "--length", "4") == {"alphabet": 3, "length": 4, "count": 17}
    listed = record("ties", "--alphabet", "2", "--length", "6", "--list", "--limit", "5")
    assert listed["count"] == 18
    assert len(listed["games"]) == 5
    lines = run("ties", "--alphabet", "2", "--length", "6", "--list", "--limit", "5").stdout.splitlines()
    assert lines[0] == "1 1 1 1 1 1"
    assert lines[-2:] == [
        "... and 13 more; --limit 18 lists them all",
        "18 of 64 games with 6 coins worth 1 to 2 are tied",
    ]
    assert len(run("ties", "--alphabet", "2", "--length", "6", "--list").stdout.splitlines()) == 19


def test_ties_as_a_bfile() -> None:
    assert (
        run("ties", "--alphabet", "2", "--length", "10", "--format", "bfile").stdout == "1 2\n2 6\n3 18\n4 56\n5 184\n"
    )


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
    monkeypatch.setattr("perfectplay.coins.ties.enumeration._push", lambda *_: pytest.fail("no work is to be done"))
    monkeypatch.setattr("perfectplay.coins.ties.census.tied_rows", lambda *_: pytest.fail("no work is to be done"))
    result = run("ties", "--alphabet", "4", "--length", "200", *more)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.endswith(f"take more than {limit} are within reach")


def interrupt_at(call: int, monkeypatch: pytest.MonkeyPatch, where: str = "ties.enumeration._push") -> None:
    """Press Ctrl-C when something has been called so often."""
    calls = count(1)
    called = resolve_name(f"perfectplay.coins.{where}")

    def pressed(*args: Any) -> Any:
        if next(calls) == call:
            signal.raise_signal(signal.SIGINT)
        return called(*args)

    monkeypatch.setattr(f"perfectplay.coins.{where}", pressed)


# Pressed while the rows of six coins are counted: 2 + 2 + 3 + 3 + 4 + 4 values up to then.
_AT_SIX = (16, "ties.census.Census._longer_tails")


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


# -- bad input -------------------------------------------------------------------------------------------------


def test_numbers_in_words() -> None:
    assert shortened(10**50, 10) == "1000...000"
    assert shortened(-5) == "-5"


def test_numbers_too_long_for_python_to_write() -> None:
    assert shortened(2**20_000) == "~2^20000"
    assert shortened(-(2**20_000)) == "~-2^20000"
    assert shortened(Fraction(1, 3**20_000)).startswith("~2^-31")
    assert shortened(Fraction(3 * 7**9_000 + 1, 2 * 7**9_000)) == "~1.5"


@pytest.mark.parametrize("words", [["1", "2", "4", "3"], ["--position", "coins:1.2.4.3/R"]])
def test_the_triangle_is_drawn(tmp_path: Path, words: list[str]) -> None:
    picture = tmp_path / "row.svg"
    assert run("solve", *words, "--svg", str(picture)).exit_code == 0
    assert "A triangle of squares over the row of coins" in picture.read_text(encoding="utf-8")
