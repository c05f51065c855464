"""Formats."""

from __future__ import annotations

import csv

import pytest
from rich.console import Console

from perfectplay.cli.taxman_text import (
    Solved,
    bound_head,
    bound_line,
    csv_header,
    print_solved,
    range_line,
    table_header,
)
from perfectplay.taxman import TaxmanPosition

# D. Hoey's notes on OEIS A019312 (2006): two games, one of them broken at his column, and his line for N = 1.
HOEY = """\
a(1)=0:
a(9)=30: 7,9,6,8
a(46)=706: 43,25,35,21,39,26,46,33,38,27,45,34,18,42,28,36,44,30,24,
           40,32
a(104)=3332: 103,49,91,77,65,95,85,57,93,87,69,62,94,86,82,74,98,99,
             81,63,45,75,50,70,100,92,76,68,52,104,88,66,102,78,56,54,
             90,60,84,80,64,96,72
"""


def solved(n: int, score: int, moves: tuple[int, ...], upper: int | None = None) -> Solved:
    upper = score if upper is None else upper
    status = "optimal" if upper == score else "bounded"
    return Solved(TaxmanPosition.new(n), score, upper, status, moves, 0.5, "search")


def games(text: str) -> list[Solved]:
    found = []
    for line in text.replace(",\n", ",").splitlines():
        head, _, moves = line.partition(":")
        n, score = head.removeprefix("a(").split(")=")
        found.append(solved(int(n), int(score), tuple(int(move) for move in moves.split(",") if move.strip())))
    return found


def test_hoey_format_is_hoeys() -> None:
    assert "".join(range_line(game, "hoey") + "\n" for game in games(HOEY)) == HOEY


def test_hoeys_games_reach_the_scores_that_he_claims() -> None:
    for game in games(HOEY):
        position = game.position
        for move in game.moves:
            position = position.play(move)
        assert position.scores() == (game.score, game.taxman)


def test_bfile_and_csv_lines() -> None:
    game = solved(9, 30, (7, 9, 6, 8))
    assert range_line(game, "bfile") == "9 30"
    (row,) = csv.DictReader([csv_header(), range_line(game, "csv")])
    assert row == {
        "n": "9",
        "score": "30",
        "taxman": "15",
        "upper": "30",
        "status": "optimal",
        "seconds": "0.50",
        "source": "search",
        "moves": "7 9 6 8",
    }


@pytest.mark.parametrize("form", ["bfile", "hoey"])
def test_an_oeis_file_never_claims_what_is_not_proven(form: str) -> None:
    assert range_line(solved(9, 30, (7, 9, 6, 8), upper=31), form) == "# 9: between 30 and 31, not proven"


def test_table_columns_stand_under_their_heads() -> None:
    head, line = table_header(), range_line(solved(9, 30, (7, 9, 6, 8)), "table")
    assert head.split() == ["n", "score", "taxman", "upper", "status", "seconds", "source"]
    assert line.split() == ["9", "30", "15", "30", "optimal", "0.50", "search"]
    assert head.index("status") == line.index("optimal")


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
    assert short.splitlines()[-2] == "N = 9: best score 30, proven optimal; taxman 15"
    with console.capture() as capture:
        print_solved(games(HOEY)[2], console)
    long = capture.get().splitlines()
    assert long[1].startswith("43(1)  25(5)  35(7)  21(3)")
    assert max(map(len, long)) <= 60


def test_the_title_tells_other_pots_and_games_under_way() -> None:
    start = TaxmanPosition.new((2, 3, 6))
    assert Solved(start, 6, 6, "optimal", (6,), 0.0, "search").title == "Pot of 3 numbers"
    later = TaxmanPosition.new(10).play(7)
    assert Solved(later, 40, 40, "optimal", (9, 6, 8, 10), 0.0, "search").title == "N = 10 after 1 move"
    assert Solved(later.play(9), 40, 40, "optimal", (), 0.0, "search").title == "N = 10 after 2 moves"
