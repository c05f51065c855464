"""Test that files in each format can be read back, and that unproven results are never called proven."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Sequence

import pytest

from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.records import Record, load_records
from perfectplay.taxman.table.formats import FORMATS, Format, RowWriter, SolvedPot

Game = tuple[int, int, tuple[int, ...]]

# D. Hoey's notes on OEIS A019312 (2006): two games, one of them wrapped at his column, and his line for N = 1.
HOEY = """\
a(1)=0:
a(9)=30: 7,9,6,8
a(46)=706: 43,25,35,21,39,26,46,33,38,27,45,34,18,42,28,36,44,30,24,
           40,32
a(104)=3332: 103,49,91,77,65,95,85,57,93,87,69,62,94,86,82,74,98,99,
             81,63,45,75,50,70,100,92,76,68,52,104,88,66,102,78,56,54,
             90,60,84,80,64,96,72
"""


def write(rows: Sequence[SolvedPot], form: Format, more: Sequence[str] = ()) -> str:
    writer = RowWriter(form, more)
    lines = [line for row in rows for line in writer.row(row)]
    return "".join(f"{line}\n" for line in (*lines, *writer.end()))


def record(n: int, score: int, moves: tuple[int, ...], upper: int | None = None) -> Record:
    return Record(n, score, score if upper is None else upper, "searched", 1, moves)


def read_csv(text: str) -> list[Game]:
    return [
        (int(row["n"]), int(row["score"]), tuple(map(int, row["moves"].split())))
        for row in csv.DictReader(text.splitlines())
    ]


def read_hoey(text: str) -> list[Game]:
    games = []
    for line in re.sub(r",\n +", ",", text).splitlines():
        head, _, moves = line.partition(":")
        n, score = head.removeprefix("a(").split(")=")
        games.append((int(n), int(score), tuple(int(move) for move in moves.split(",") if move.strip())))
    return games


def read_bvchess(text: str) -> list[Game]:
    return [(row["n"], row["score"], tuple(row["moves"])) for row in json.loads(text)]


READERS: dict[Format, Callable[[str], list[Game]]] = {"csv": read_csv, "hoey": read_hoey, "bvchess": read_bvchess}


@pytest.mark.parametrize("form", READERS)
def test_games_come_back(form: Format) -> None:
    table = load_records()
    rows = [table[n] for n in (*range(1, 130), 640, 1000)]
    assert READERS[form](write(rows, form)) == [(row.n, row.score, row.moves) for row in rows]


def test_scores_come_back_from_a_b_file() -> None:
    rows = [load_records()[n] for n in range(1, 60)]
    lines = write(rows, "bfile").splitlines()
    assert [tuple(map(int, line.split())) for line in lines] == [(row.n, row.score) for row in rows]


def test_hoeys_lines_are_hoeys() -> None:
    games = [record(*game) for game in read_hoey(HOEY)]
    assert len(games) == 4
    assert write(games, "hoey") == HOEY
    for game in games:
        position = TaxmanPosition.new(game.n)
        for move in game.moves:
            position = position.play(move)
        assert position.scores() == (game.score, game.taxman)


def test_csv_has_one_head_and_more_columns_on_request() -> None:
    text = write([record(9, 30, (7, 9, 6, 8)), record(10, 40, (7, 9, 6, 10, 8))], "csv", ("proof", "leaves"))
    head, nine, ten = text.splitlines()
    assert head == "n,score,taxman,upper,status,proof,leaves,moves"
    assert nine == "9,30,15,30,optimal,searched,1,7 9 6 8"
    assert ten.startswith("10,40,15,40,")


@pytest.mark.parametrize(
    ("form", "wanted"),
    [
        ("bfile", "8 21\n# 9: between 30 and 31, not proven\n"),
        ("hoey", "a(8)=21: 7,6,8\n# 9: between 30 and 31, not proven\n"),
        ("bvchess", '[\n  {"n": 8, "score": 21, "moves": [7, 6, 8]}\n]\n'),
    ],
)
def test_what_is_open_is_never_written_as_proven(form: Format, wanted: str) -> None:
    assert write([record(8, 21, (7, 6, 8)), record(9, 30, (7, 9, 6, 8), upper=31)], form) == wanted


def test_csv_says_what_is_open() -> None:
    assert ",30,15,31,bounded," in write([record(9, 30, (7, 9, 6, 8), upper=31)], "csv")


def test_a_first_row_that_is_open_leaves_a_valid_array() -> None:
    rows = [record(9, 30, (7, 9, 6, 8), upper=31), record(8, 21, (7, 6, 8)), record(1, 0, ())]
    assert read_bvchess(write(rows, "bvchess")) == [(8, 21, (7, 6, 8)), (1, 0, ())]


@pytest.mark.parametrize("form", FORMATS)
def test_no_rows_make_a_valid_file(form: Format) -> None:
    wanted = {"csv": "n,score,taxman,upper,status,moves\n", "bvchess": "[\n]\n"}
    assert write([], form) == wanted.get(form, "")
