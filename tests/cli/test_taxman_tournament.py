"""The tournament's table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from perfectplay.cli.taxman.tournament import table_lines, versus_line
from perfectplay.taxman.strategies.tournament import (
    COLUMNS,
    PRINTED_TABLE,
    HeadToHead,
    PrintedFigure,
    Standing,
    StrategyResults,
    compare_row,
)

ONE = StrategyResults("trono-1", "game", 2, 512, 2366, 3, Fraction(17128), 3389, 12872, 51398)
SEVEN = StrategyResults("trono-7-printed", "formula", 2, 512, 3652, 19, Fraction(27619), 5084, 20530, 82474)
EIGHT = StrategyResults("trono-8", "game", 2, 512, 3498, 13, Fraction(23112), 4466, 17057, 68527)
OTHER = StrategyResults("moniot-improved-greedy", "game", 2, 512, 3724, 19, Fraction(263664, 10), 4970, 19495, 78253)
TEN = tuple(
    PrintedFigure("#10", None, column, None, printed, "lost") for column, printed in PRINTED_TABLE["#10"].items()
)


def test_our_figures_stand_above_the_printed_ones_and_fit_a_terminal() -> None:
    rows = (ONE, SEVEN, EIGHT, OTHER)
    cells = tuple(cell for row in rows for cell in compare_row(row))
    lines = list(table_lines(rows, (*cells, *TEN)))
    assert lines == [
        "strategy                sum 2..32  optimal  average   N=128    N=256    N=512",
        "trono-1                     2366!       3    17128    3389    12872    51398",
        "  printed #1               (2365)      (3)  (17128)  (3389)  (12872)  (51398)",
        "trono-7-printed*            3652       19    27619    5084    20530    82474",
        "  printed #7               (3652)     (19)  (27619)  (5084)  (20530)  (82474)",
        "trono-8                     3498       13    23112!   4466    17057    68527!",
        "  printed #8               (3498)     (13)  (23373)  (4466)  (17057)  (72638)",
        "moniot-improved-greedy      3724       19    26366    4970    19495    78253",
        "#10, printed only          (3141)      (6)  (22742)  (4415)  (16945)  (67336)",
        "",
        "optimal: for how many of the N = 2..32 the score is the best possible one",
        "* a sum that is not a legal game's score: for most N no game takes its numbers",
        '(in brackets) as printed by J. A. Trono, "Taxman revisited" (1994); ! differs',
        "  from it:",
        "  trono-1, sum 2..32: one less is printed; the other five figures agree, so",
        "    this is likely a misprint",
        "  trono-8, average and N=512: four of the six printed figures follow from the",
        "    rule of the text; the other two were not reproduced",
        "  #10: lost",
    ]
    assert max(map(len, lines)) < 80


def test_without_a_printed_row_there_are_no_marks_and_the_average_keeps_a_decimal() -> None:
    path = "/a/folder/whose/name/is/rather/long/mine.py"
    mine = StrategyResults(path, "game", 40, 50, None, None, Fraction(1234, 3), None, None, None)
    assert list(table_lines((mine,), ())) == [
        "strategy                average",
        path,
        "                          411.3",
        "",
    ]


def test_how_a_row_stands_against_perfect_play_and_the_taxman() -> None:
    standing = Standing(Fraction(9, 10), 6, Fraction(3, 4), lost=(7, 8, 9, 13), tied=(3,))
    mine = "/a/folder/whose/name/is/rather/long/mine.py"
    rows = (
        replace(OTHER, standing=standing),
        replace(EIGHT, standing=standing),
        replace(ONE, strategy=mine, standing=Standing(Fraction(1), 2, Fraction(1), (), ())),
        SEVEN,
    )
    lines = list(table_lines(rows, ()))
    start = lines.index("") + 1
    assert lines[start : start + 8] == [
        "strategy                 of best     worst      at N  taxman wins      ties",
        "moniot-improved-greedy   90.00 %   75.00 %         6            4         1",
        "trono-8                  90.00 %   75.00 %         6            4         1",
        mine,
        "                        100.00 %  100.00 %         2            0         0",
        "  the taxman wins for N=7-9, 13, and ties for N=3 against",
        "    moniot-improved-greedy, trono-8",
        "",
    ]
    assert "of best: the sum of the scores as a share of that of the best possible ones;" in lines
    beyond = replace(OTHER, standing=Standing(None, None, None, (), (3,)))
    lines = list(table_lines((beyond,), ()))
    assert "strategy                taxman wins      ties" in lines
    assert not any("of best" in line for line in lines)


def test_other_ranges_are_compared_as_far_as_they_go() -> None:
    row = StrategyResults("trono-4", "game", 2, 128, 3684, 17, Fraction(1700), 5289, None, None)
    cells = compare_row(row)
    assert [cell.column for cell in cells] == [COLUMNS[0], COLUMNS[1], COLUMNS[3]]
    lines = list(table_lines((row,), cells))
    assert lines[1].split() == ["trono-4", "3684", "17", "1700.0", "5289"]
    assert lines[2].split() == ["printed", "#4", "(3684)", "(17)", "(5289)"]
    assert lines[-1] == "  from it"
    assert compare_row(OTHER) == ()


def test_head_to_head_in_words() -> None:
    found = HeadToHead(strategy="a", opponent="b", first=2, last=30, wins=12, losses=6, ties=11)
    assert versus_line(found) == "a against b, N = 2..30: wins 12, losses 6, ties 11"
