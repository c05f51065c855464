"""Test that each runner is listed, has a help text, and gives an answer."""

from __future__ import annotations

import pkgutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from perfectplay_research import runners
from perfectplay_research.__main__ import RUNNERS, main


def ran(*words: str) -> str:
    found = CliRunner().invoke(main, words)
    assert found.exit_code == 0, found.output
    return found.stdout


def test_every_module_is_a_runner() -> None:
    modules = {one.name.replace("_", "-") for one in pkgutil.iter_modules(runners.__path__)}
    assert modules - {"progress"} == set(RUNNERS)
    assert all(name in ran("--help") for name in RUNNERS)


def test_a_refuted_rule_is_no_success() -> None:
    words = ["ties", "tied and balanced => arises"]
    found = CliRunner().invoke(main, words)
    assert (found.exit_code, "refuted by 1 3 2 1 3 2, the smallest" in found.stdout) == (1, True)
    slip = CliRunner().invoke(main, ["ties", "even => luck"])
    assert (slip.exit_code, "'luck' is not a condition; the conditions are" in slip.output) == (1, True)
    assert "no counterexample with up to 6 coins" in ran("ties", "wrap", "--length", "6")


def test_figures_are_written(tmp_path: Path) -> None:
    for kind, what in (("map", "1 2 3"), ("tree", "(100+6)*9-3"), ("targets", "suit"), ("formulae", "suit")):
        assert ran("plots", kind, what, str(tmp_path / f"{kind}.png")).endswith(f"{kind}.png\n")
        assert (tmp_path / f"{kind}.png").read_bytes().startswith(b"\x89PNG")
    slip = CliRunner().invoke(main, ["plots", "tree", "1+", str(tmp_path / "none.png")])
    assert (slip.exit_code, (tmp_path / "none.png").exists()) == (1, False)


def test_a_slip_is_told() -> None:
    found = CliRunner().invoke(main, ["greedy", "65"])
    assert (found.exit_code, "the largest N is 64, and --line takes any" in found.output) == (2, True)
    found = CliRunner().invoke(main, ["chess"])
    assert (found.exit_code, "No such command 'chess'" in found.output) == (2, True)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("fusion --to 4 circle tree", "circle: 0 0 1 wins by 1; fused: -1 by -1"),
        ("greedy 12 30", "30: best 17, first greedy 0, second greedy 27\n"),
        ("greedy --line 49", "49: greedy 0, best at least 23: 47 49 35 39 26 46 33 45 "),
        ("limit --quick", "the table, x up to 1,000: at least 0.61130"),
        ("large 20 22 --deck suit --size 3 --top 1", "the first of all 1 choices, proven; 1 are known exactly\n"),
        ("losses --to 64", "quarters\t4-64\n0\t91.48\n1\t95.57\n"),
        ("pizza 3 15", "15 slices: 4/9 of 0 0 1 0 1 0 0 1 0 2 0 0 2 0 2 and 0 0 1 0 1 0 0 2 0 1 0 0 2 0 2"),
        ("hardness 600 700", "49 proofs from 600 to 700; leaves go with\n -0.41  N\n"),
        ("habits --deck suit --size 2", "numbers       any  to 1,000  in a line\n"),
        ("person 3 6 9 10 50 100 --target 951", "     30            15  0.0517\n"),
        ("primitive 0 2 7 --length 6 --list", "2 of 79 ties with 6 coins are primitive\n0 7 2 0 7 2\n2 7 0 2 7 0\n"),
        ("random-rows --largest 2 --length 10 --coins 100", "k, coins, rows: "),
        ("runs 3", "1 to 17: 2 3 10; 2 3 14; 2 6 11; 2 6 13 (816 deals)"),
    ],
)
def test_a_runner_answers(words: str, line: str) -> None:
    assert line in ran(*words.split())
