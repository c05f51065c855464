"""Formats."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from rich.console import Console

from perfectplay.cli.main import main
from perfectplay.cli.taxman.text import (
    SolvedText,
    print_solved,
    say,
    solved_lines,
)
from perfectplay.core.result import Result
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.questions import TaxmanSolved
from perfectplay.taxman.solve import solve

# From D. Hoey's notes on OEIS A019312 (2006).
LONG = "43 25 35 21 39 26 46 33 38 27 45 34 18 42 28 36 44 30 24 40 32"


def solved(n: int, score: int, moves: tuple[int, ...], upper: int | None = None) -> SolvedText:
    upper = score if upper is None else upper
    result = Result(score, score, upper, "optimal" if upper == score else "bounded", moves, 0.5, {"source": "search"})
    return SolvedText.of(TaxmanPosition.new(n), TaxmanSolved.of(TaxmanPosition.new(n), result), "unused")


def test_a_terminal_shows_a_short_game_as_a_table_and_a_long_one_in_lines() -> None:
    console = Console(width=60, highlight=False)
    with console.capture() as capture:
        print_solved(solved(9, 30, (7, 9, 6, 8)), console)
    short = capture.get()
    assert "│    2 │    9 │ 3   │  16 │      4 │" in short
    assert "\nN = 9: best score 30, proven optimal; taxman 15\nmargin +15; 66.7 % of the pot; " in short
    with console.capture() as capture:
        print_solved(solved(46, 706, tuple(map(int, LONG.split()))), console)
    long = capture.get().splitlines()
    assert long[1].startswith("43(1)  25(5)  35(7)  21(3)")
    assert max(map(len, long)) <= 60
    with console.capture() as capture:
        print_solved(solved(46, 706, tuple(map(int, LONG.split()))), console, moves=True)
    assert "│   21 │   32 │ 16" in capture.get()


def test_a_narrow_terminal_breaks_no_word() -> None:
    short = solved(9, 30, (7, 9, 6, 8))
    words = {word for line in solved_lines(short) for word in line.split() if not word.endswith(".")}
    console = Console(width=20, highlight=False)
    with console.capture() as capture:
        print_solved(short, console)
    shown = capture.get()
    assert max(map(len, shown.splitlines())) <= 20
    assert {"7(1)", "9(3)", "6(2)", "8(4)"} < set(shown.split())
    assert words & set(short.verdict.split()) <= set(shown.split())


def test_lines_on_a_narrow_terminal_end_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "the best scores of many pots"
    say(line)
    monkeypatch.setattr("perfectplay.cli.taxman.text.is_terminal", lambda _: True)
    monkeypatch.setenv("COLUMNS", "12")
    say(line)
    assert capsys.readouterr().out.splitlines() == [line, "the best", "scores of", "many pots"]


@pytest.mark.parametrize("width", [28, 40, 60, 80])
@pytest.mark.parametrize("words", ["range 8 10 --moves", "range 1417 1417", "records 8 10", "bound 20"])
def test_tables_fit_a_terminal(words: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*, terminal: bool) -> list[str]:
        monkeypatch.setattr("perfectplay.cli.taxman.text.is_terminal", lambda _: terminal)
        monkeypatch.setenv("COLUMNS", str(width))
        found = CliRunner().invoke(main, ["taxman", *words.split()])
        assert found.exit_code == 0
        return found.stdout.splitlines()

    piped, shown = asked(terminal=False), asked(terminal=True)
    assert max(map(len, shown)) <= width
    assert shown[0].split() == [word for word in piped[0].split() if word in shown[0].split()]
    if words.startswith("r"):
        assert {"n", "score", "status"} <= set(shown[0].split()), "what matters most is always there"
        assert sum("optimal" in line for line in shown) == sum("optimal" in line for line in piped)
    if width == 80:
        assert shown == piped


def test_the_title_tells_other_pots_and_games_under_way() -> None:
    def title(position: TaxmanPosition) -> str:
        return SolvedText.of(position, TaxmanSolved.of(position, solve(position)), "unused").title

    assert title(TaxmanPosition.new((2, 3, 6))) == "Pot of 3 numbers"
    later = TaxmanPosition.new(10).play(7)
    assert title(later) == "N = 10 after 1 move"
    assert title(later.play(9)) == "N = 10 after 2 moves"
