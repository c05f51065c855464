"""Formats."""

from __future__ import annotations

from dataclasses import replace

import pytest
from click.testing import CliRunner
from rich.console import Console

from perfectplay.cli.main import main
from perfectplay.cli.taxman.text import (
    SolvedText,
    bound_head,
    bound_line,
    print_solved,
    say,
    solved_lines,
    table_columns,
    table_header,
    table_line,
)
from perfectplay.core.result import Result
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.questions import TaxmanSolved
from perfectplay.taxman.ranges import SolvedRow
from perfectplay.taxman.records import Record
from perfectplay.taxman.solve import solve

# From D. Hoey's notes on OEIS A019312 (2006).
LONG = "43 25 35 21 39 26 46 33 38 27 45 34 18 42 28 36 44 30 24 40 32"


def solved(n: int, score: int, moves: tuple[int, ...], upper: int | None = None) -> SolvedText:
    upper = score if upper is None else upper
    result = Result(score, score, upper, "optimal" if upper == score else "bounded", moves, 0.5, {"source": "search"})
    return SolvedText.of(TaxmanPosition.new(n), TaxmanSolved.of(TaxmanPosition.new(n), result), "unused")


def test_table_columns_stand_under_their_heads() -> None:
    more = table_columns(("seconds", "source"))
    row = SolvedRow(9, 30, 30, "optimal", (7, 9, 6, 8), 0.5, "search")
    head, line = table_header(more), table_line(row, more)
    assert head.split() == ["n", "score", "taxman", "upper", "status", "seconds", "source"]
    assert line.split() == ["9", "30", "15", "30", "optimal", "0.50", "search"]
    assert head.index("status") == line.index("optimal")
    record = Record(9, 30, 31, "searched", 12, (7, 9, 6, 8))
    columns = table_columns(("proof", "leaves"))
    head, line = table_header(columns), table_line(record, columns)
    assert head.split() == ["n", "score", "taxman", "upper", "status", "proof", "leaves"]
    assert line.split() == ["9", "30", "15", "31", "bounded", "searched", "12"]
    assert len(head) == len(line)


def test_the_last_line_says_where_an_answer_comes_from() -> None:
    position = TaxmanPosition.new(9)
    answer = TaxmanSolved.of(position, Result(30, 30, 30, "optimal", (7, 9, 6, 8), 0.5, {"source": "search"}))
    *_, last = solved_lines(SolvedText.of(position, answer, "unused"))
    assert last == "0.50 s, source: search"
    *_, last = solved_lines(SolvedText.of(position, replace(answer, source="records"), "perfectplay"))
    assert last == "0.50 s, source: records (proven earlier, the moves replayed); to search anew: perfectplay"
    *_, last = solved_lines(SolvedText.of_record(Record(9, 30, 30, "searched", 12, (7, 9, 6, 8))))
    assert last == "proof: a search tree of 12 leaves; to search anew: perfectplay taxman solve 9 --no-records"


def test_a_table_of_bounds_aligns_and_tells_what_is_missing_or_approximate() -> None:
    lines = [
        bound_head(1000),
        bound_line("half", 375_250),
        bound_line("asymptotic", 330_812.6),
        bound_line("cuts", None),
    ]
    assert len({len(line) for line in lines}) == 1
    assert [line.split("  ")[-1].strip() for line in lines] == ["N = 1000", "375250", "~330813", "-"]


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
