"""Test pictures of greedy coins point by point against the article that they follow.

B. Yorgey, "Computing optimal play for the greedy coins game, part 4" (2017), says of its pictures:

1. A[i,j] and M[i,j] are upper-triangular: one cell for each segment.
2. Each cell is the apex of a triangle, and belongs to the coins along its base.
3. The light-blue square in each cell shows A[i,j].
4. Arrows show the best move or moves, blue for Alice's and green for Bob's; two arrows stand for LR.
5. In 1 2 4 3 the top cell shows 5, with two blue arrows.
6. After the 3 is taken, the cell over 1, 2, 4 shows 2; its green arrow leads down to the left: Bob takes the 4.
7. Then Alice takes the 2 on the right: the blue arrow leads to the 1 that is left for Bob.
8. An arrow to the right means that the left coin is taken.
9. Every cell shows its best moves, even if perfect play never reaches it: one can capitalise on mistakes.
10. 12212112 is analysed in the same way.
11. At the end, the author wishes for a picture of the margin, in which ties can be seen.
"""

import math
import re
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.coins.pictures.charts import LENGTHS, MAX_LENGTHS, MEASURES, tie_chart
from perfectplay.coins.pictures.tree import tree_text
from perfectplay.coins.pictures.triangle import (
    MAX_COMPACT,
    MAX_DRAWN,
    MAX_TREE,
    Quantity,
    compact_tree,
    game_tree,
    triangle,
    triangle_text,
)
from perfectplay.coins.row.table import SegmentTable
from perfectplay.coins.rules import Coin
from perfectplay.coins.ties import count_ties
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.progress import Progress
from tests.coins.twins import fractions
from tests.pictures import SVG, drawing, number, parse, told, words
from tests.tables import rows

ROOT = Path(__file__).parents[2]
Segment = tuple[int, int]
Moves = dict[Segment, set[tuple[str, str]]]


class Picture(NamedTuple):
    """The visible content of a picture with a triangle of cells."""

    values: dict[Segment, str]
    places: dict[Segment, tuple[float, float]]
    moves: Moves
    coins: dict[int, tuple[float, float]]
    root: ET.Element


def middle(box: ET.Element) -> tuple[float, float]:
    return number(box, "x") + number(box, "width") / 2, number(box, "y") + number(box, "height") / 2


def see(picture: str, size: int) -> Picture:
    """Read a picture: its cells row by row, and each arrow by its start and end."""
    root = parse(picture)
    groups = list(drawing(root).iter(f"{SVG}g"))
    cells = [group for group in groups if group.attrib.get("class", "").startswith("pp-value")]
    segments = [(i, i + length - 1) for length in range(size, 0, -1) for i in range(size - length + 1)]
    values, places = {}, {}
    for segment, cell in zip(segments, cells, strict=True):
        box = cell.find(f"{SVG}rect")
        assert box is not None
        values[segment], places[segment] = cell.findtext(f"{SVG}text", ""), middle(box)
    coins = [group.find(f"{SVG}rect") for group in groups if group.attrib.get("class") == "pp-coin"]
    spots = {i: middle(coin) for i, coin in enumerate(coins) if coin is not None}
    moves: Moves = {segment: set() for segment in segments}
    children = list(drawing(root))
    for line, head in pairwise(children):
        if line.tag == f"{SVG}line":
            x1, y1, x2 = (number(line, name) for name in ("x1", "y1", "x2"))
            start = min(places, key=lambda segment: math.dist(places[segment], (x1, y1)))
            tip = [float(coordinate) for coordinate in head.attrib["points"].split()[1].split(",")]
            end = "L" if x2 > x1 else "R"
            i, j = start
            target = places[(i + 1, j) if end == "L" else (i, j - 1)]
            nearest = min(places, key=lambda segment: math.dist(places[segment], (tip[0], tip[1])))
            assert places[nearest] == target
            moves[start].add((line.attrib["class"].removeprefix("pp-"), end))
    return Picture(values, places, moves, spots, root)


# -- point by point ------------------------------------------------------------------------------------------------


def test_there_is_one_cell_for_each_segment_over_its_coins() -> None:
    # Points 1 and 2.
    seen = see(triangle([1, 2, 4, 3]), 4)
    assert len(seen.values) == 10
    for (i, j), (x, y) in seen.places.items():
        assert x == pytest.approx((seen.coins[i][0] + seen.coins[j][0]) / 2)
        assert y < seen.coins[i][1]
        if i < j:
            assert y < seen.places[i + 1, j][1] == seen.places[i, j - 1][1]
    assert [seen.coins[i][0] for i in range(4)] == sorted(seen.coins[i][0] for i in range(4))


def test_the_squares_are_light_blue_and_the_arrows_blue_and_green() -> None:
    # Points 3 and 4.
    style = parse(triangle([1, 2, 4, 3])).findtext(f"{SVG}style", "").partition("@media")[0]

    def colour(rule: str, what: str) -> tuple[int, int, int]:
        found = re.search(rf"{re.escape(rule)} {{[^}}]*{what}: #(\w\w)(\w\w)(\w\w)", style)
        assert found is not None
        red, green, blue = (int(part, 16) for part in found.groups())
        return red, green, blue

    red, green, blue = colour(".pp-value rect", "fill")
    assert blue > green > red > 190
    red, green, blue = colour(".pp-alice", "stroke")
    assert blue > 1.5 * max(red, green)
    red, green, blue = colour(".pp-bob", "stroke")
    assert green > 1.5 * max(red, blue)


def test_the_article_s_example() -> None:
    # Points 4 to 8.
    seen = see(triangle([1, 2, 4, 3]), 4)
    assert seen.values[0, 3] == "5"
    assert seen.moves[0, 3] == {("alice", "L"), ("alice", "R")}
    assert seen.values[0, 2] == "2"
    assert seen.moves[0, 2] == {("bob", "R")}
    assert seen.places[0, 1][0] < seen.places[0, 2][0]
    assert seen.moves[0, 1] == {("alice", "R")}
    assert seen.values[1, 3] == "4"
    assert seen.moves[1, 3] == {("bob", "L"), ("bob", "R")}


def test_every_cell_says_what_to_do() -> None:
    # Point 9: the best moves lead to 2 4 only if Alice does not begin with the 3.
    seen = see(triangle([1, 2, 4, 3]), 4)
    assert all(seen.moves[i, j] for i, j in seen.moves if i < j)
    assert not any(seen.moves[i, i] for i in range(4))
    assert seen.values[1, 2] == "4"


@pytest.mark.parametrize("row", ["1243", "1342"])
def test_the_whole_triangle_of_both_mirror_games(row: str) -> None:
    coins = [int(digit) for digit in row]
    seen, margins = see(triangle(coins), 4), see(triangle(coins, "S"), 4)
    table = SegmentTable(coins)
    players = {1: "bob", 2: "alice", 3: "bob", 4: "alice"}
    for i, j in seen.values:
        assert seen.values[i, j] == str(table.alice(i, j))
        assert margins.values[i, j] == str(table.margin(i, j))
        expected = {(players[j - i + 1], end) for end in table.best(i, j)} if i < j else set()
        assert seen.moves[i, j] == margins.moves[i, j] == expected


def test_the_larger_game_of_the_article() -> None:
    # Point 10.
    coins = [int(digit) for digit in "12212112"]
    seen = see(triangle(coins), 8)
    assert seen.values[0, 7] == "7"
    assert seen.moves[0, 7] == {("alice", "R")}
    assert "Alice 7 \u00b7 Bob 5 under best play" in words(seen.root)


def test_ties_stand_out_in_the_picture_of_the_margin() -> None:
    # Point 11.
    root = parse(triangle([int(digit) for digit in "12212112"], "S"))
    for cell in root.iter(f"{SVG}g"):
        if cell.attrib.get("class", "").startswith("pp-value"):
            tied = cell.findtext(f"{SVG}text") == "0"
            assert ("pp-tie" in cell.attrib["class"]) == tied
            assert len(cell.findall(f"{SVG}rect")) == 1 + tied
    shown = [group.attrib.get("class", "") for group in parse(triangle([1, 2, 4, 3])).iter(f"{SVG}g")]
    assert not any("pp-tie" in classes for classes in shown)
    assert see(triangle([1, 2, 4, 3], "S"), 4).values[0, 3] == "0"


def test_a_segment_can_be_marked_with_its_triangle() -> None:
    # "The corresponding cell is the cell at the apex of the triangle whose base is 1,2,4."
    root = parse(triangle([1, 2, 4, 3], marked=(0, 2)))
    (marked,) = (shape for shape in root.iter(f"{SVG}polygon") if shape.attrib["class"] == "pp-marked")
    corners = [tuple(map(float, point.split(","))) for point in marked.attrib["points"].split()]
    seen = see(triangle([1, 2, 4, 3]), 4)
    assert corners[0] == pytest.approx(seen.places[0, 2])
    assert corners[2] == pytest.approx(seen.coins[0])
    assert corners[3] == pytest.approx(seen.coins[2])
    (apex,) = (group for group in root.iter(f"{SVG}g") if "pp-apex" in group.attrib.get("class", ""))
    assert apex.findtext(f"{SVG}text") == "2"
    assert "Marked: 1 2 4, coins 1 to 3." in words(root)


# -- without colours, and for screen readers ------------------------------------------------------------------------


def test_nothing_depends_on_colour() -> None:
    root = parse(triangle([1, 2, 4, 3]))
    style = root.findtext(f"{SVG}style", "")
    assert "stroke-dasharray" in style.partition(".pp-bob {")[2].partition("}")[0]
    assert "stroke-dasharray" not in style.partition(".pp-alice {")[2].partition("}")[0]
    heads = {
        shape.attrib["class"]: shape.tag for shape in root.iter() if shape.attrib.get("class", "").endswith("-head")
    }
    assert heads == {"pp-alice-head": f"{SVG}polygon", "pp-bob-head": f"{SVG}polyline"}
    assert [word for word in words(root) if word.endswith(" moves")] == ["Alice moves", "Bob moves"] * 2
    assert {"Alice's best move", "Bob's best move"} <= set(words(root))


@pytest.mark.parametrize("draw", [triangle, game_tree, compact_tree])
def test_a_screen_reader_gets_title_and_description(draw: object) -> None:
    root = parse(draw([1, 2, 4, 3]))  # type: ignore[operator]  # one of three functions
    title, text = told(root)
    assert title == "Greedy coins, 1 2 4 3: Alice 5, Bob 5, a tie"
    assert "1 2 4 3: Alice takes the 1 on the left or the 3 on the right; Alice gets 5 from here on, a tie." in text
    assert "1 2 4: Bob takes the 4 on the right; Alice gets 2 from here on, margin 3." in text
    assert "2: Bob takes the last coin; Alice gets 0 from here on, margin 2." in text


def test_each_square_has_its_hint() -> None:
    hints = [group.findtext(f"{SVG}title") for group in parse(triangle([3, 2, 1, 2])).iter(f"{SVG}g")]
    assert "3 2 1 2: Alice takes the 3 on the left; Alice gets 5 from here on, margin 2." in hints


# -- parts, values and text -----------------------------------------------------------------------------------------


def test_a_part_keeps_who_moves() -> None:
    coins = [9, 1, 2, 4, 3, 9, 9]
    root = parse(triangle(coins, start=1, stop=5))
    assert [word for word in words(root) if word.endswith(" moves")] == ["Bob moves", "Alice moves"] * 2
    assert "coins 2 to 5 of 7: Alice 5 \u00b7 Bob 5 under best play, a tie" in words(root)
    seen = see(triangle(coins, start=1, stop=5, marked=(1, 3)), 4)
    assert seen.moves[0, 3] == {("bob", "L"), ("bob", "R")}
    table = SegmentTable(coins)
    assert all(seen.values[i, j] == str(table.alice(i + 1, j + 1)) for i, j in seen.values)


def test_a_picture_of_the_moves_has_letters() -> None:
    seen = see(triangle([1, 2, 4, 3], "M"), 4)
    assert [seen.values[0, 3], seen.values[0, 2], seen.values[2, 3]] == ["LR", "R", "L"]


def test_long_and_negative_values_and_fractions() -> None:
    big = 10**20
    root = parse(triangle([big, Fraction(3, 2), -5, 7]))
    assert f"{big} 3/2: Alice takes the {big} on the left" in (root.findtext(f"{SVG}desc") or "")
    assert "20000000000\u2026" not in words(root)[0]
    assert {"3/2", "-5", "10000000000\u2026"} <= set(words(root))
    assert root.findtext(f"{SVG}title") == (
        f"Greedy coins, 10000000000\u2026 3/2 -5 7: Alice {big + Fraction(3, 2)}, Bob 2"
    )


@given(st.lists(fractions, min_size=1, max_size=9), st.sampled_from(["A", "M", "S"]))
def test_any_triangle_fits_its_frame(coins: list[Coin], of: Quantity) -> None:
    check_frame(triangle(coins, of))
    seen = see(triangle(coins, of), len(coins))
    table = SegmentTable(coins)
    assert all({end for _, end in seen.moves[i, j]} == set(table.best(i, j)) for i, j in seen.moves if i < j)


@given(st.lists(fractions, min_size=1, max_size=5))
def test_any_tree_fits_its_frame(coins: list[Coin]) -> None:
    check_frame(game_tree(coins))
    check_frame(compact_tree(coins))


def check_frame(picture: str) -> None:
    root = parse(picture)
    width, height = (float(size) for size in root.attrib["viewBox"].split()[2:])
    inner = drawing(root)
    shift = [float(part) for part in inner.attrib["transform"].removeprefix("translate(").removesuffix(")").split()]
    for element, (dx, dy) in [(e, (0.0, 0.0)) for e in root.iter()] + [(e, (shift[0], shift[1])) for e in inner.iter()]:
        if element.tag == f"{SVG}rect":
            assert number(element, "x") + dx >= 0
            assert number(element, "x") + dx + number(element, "width") <= width
            assert number(element, "y") + dy >= 0
            assert number(element, "y") + dy + number(element, "height") <= height


def test_the_triangle_as_text() -> None:
    assert triangle_text([1, 2, 4, 3]).splitlines() == [
        r"Alice          5",
        r"              / \ ".rstrip(),
        r"Bob          2   4",
        r"            /   / \ ".rstrip(),
        r"Alice      2   4   4",
        r"          /   /     \ ".rstrip(),
        r"Bob      0   0   0   0",
        r"",
        r"coins   (1) (2) (4) (3)",
    ]


def test_the_text_shows_the_same_as_the_picture() -> None:
    assert triangle_text([1, 2, 4, 3], "S").splitlines()[0] == "Alice          0"
    assert triangle_text([1, 2, 4, 3], "M").splitlines()[2] == "Bob          R   LR"
    assert triangle_text([5]).splitlines() == ["Alice    5", "", "coins   (5)"]
    part = triangle_text([9, 1, 2, 4, 3, 9, 9], start=1, stop=5).splitlines()
    assert (part[0], part[-1]) == ("Bob            5", "coins   (1) (2) (4) (3)")


@given(st.lists(fractions, min_size=2, max_size=9))
def test_every_stroke_of_the_text_is_a_best_move(coins: list[Coin]) -> None:
    lines, table = triangle_text(coins, "S").splitlines(), SegmentTable(coins)
    n = len(coins)
    for row, size in enumerate(range(n, 0, -1)):
        shown = lines[2 * row].split()[1:]
        assert shown == [str(table.margin(i, i + size - 1)) for i in range(n - size + 1)]
        strokes = "".join(lines[2 * row + 1].split())
        best = (table.best(i, i + size - 1) for i in range(n - size + 1)) if size > 1 else ()
        assert strokes == "".join({"L": "\\", "R": "/", "LR": "/\\"}[moves] for moves in best)


# -- trees ----------------------------------------------------------------------------------------------------------


def nodes(root: ET.Element) -> list[tuple[str, ...]]:
    """Return a tuple for each node: its coins, and then its value."""
    frames = [group for group in root.iter(f"{SVG}g") if group.find(f"{SVG}rect[@class='pp-node']") is not None]
    return [tuple(text.text or "" for text in group.iter(f"{SVG}text")) for group in frames]


def test_the_full_tree_has_every_line_of_play() -> None:
    root = parse(game_tree([1, 2, 4, 3]))
    found = nodes(root)
    assert len(found) == 2**4 - 1
    assert sum(len(node) == 2 for node in found) == 8
    assert ("1", "2", "4", "3", "5") in found
    assert ("1", "2", "4", "2") in found
    assert words(root).count("Alice") == words(root).count("Bob") == 2


def test_the_compact_tree_has_one_node_for_each_segment() -> None:
    found = nodes(parse(compact_tree([1, 2, 4, 3])))
    assert len(found) == len(set(found)) == 10
    assert found[0] == ("1", "2", "4", "3", "5")


@pytest.mark.parametrize("draw", [game_tree, compact_tree])
def test_best_edges_are_arrows_and_every_edge_names_its_coin(draw: object) -> None:
    root = drawing(parse(draw([1, 2, 4, 3])))  # type: ignore[operator]  # one of two functions
    classes = [line.attrib["class"] for line in root.iter(f"{SVG}line")]
    full = draw is game_tree
    # Alice has 2 best moves from four coins, and 1 from each pair.  Bob has 1 from 1 2 4, and 2 from 2 4 3.
    assert classes.count("pp-alice") == (2 + 4 if full else 2 + 3)
    assert classes.count("pp-bob") == 3
    assert classes.count("pp-edge") == len(classes) - classes.count("pp-alice") - classes.count("pp-bob")
    assert len(classes) == (14 if full else 12)
    assert sum(group.attrib.get("class") == "pp-coin" for group in root.iter(f"{SVG}g")) == len(classes)


# -- limits and bad input -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", [triangle, triangle_text, game_tree, compact_tree, tree_text])
def test_there_must_be_exact_coins(draw: object) -> None:
    with pytest.raises(InvalidPositionError, match="the row is empty"):
        draw([])  # type: ignore[operator]  # one of four functions
    with pytest.raises(InvalidPositionError, match="use integers or fractions such as 3/2"):
        draw([1, 2.5])  # type: ignore[operator]  # likewise


def test_what_is_too_large_is_refused_with_what_has_room() -> None:
    with pytest.raises(LimitExceededError, match=f"{MAX_DRAWN + 1} coins are too many .* at most {MAX_DRAWN}"):
        triangle(range(MAX_DRAWN + 1))
    with pytest.raises(LimitExceededError, match=f"the compact tree or the triangle .* at most {MAX_TREE}"):
        game_tree(range(MAX_TREE + 1))
    with pytest.raises(LimitExceededError, match=f"the triangle has more room; it has room for at most {MAX_COMPACT}"):
        compact_tree(range(MAX_COMPACT + 1))
    check_frame(triangle(range(1000), start=500, stop=500 + MAX_DRAWN))
    check_frame(game_tree(range(MAX_TREE)))
    check_frame(compact_tree(range(MAX_COMPACT)))


@pytest.mark.parametrize(("start", "stop"), [(-1, 2), (2, 2), (3, 1), (0, 5)])
def test_a_part_lies_in_the_row(start: int, stop: int) -> None:
    with pytest.raises(InvalidPositionError, match=f"coins {start}:{stop} are not part of 4 coins"):
        triangle([1, 2, 4, 3], start=start, stop=stop)


@pytest.mark.parametrize("marked", [(0, 2), (2, 1), (1, 4)])
def test_a_mark_lies_in_the_part(marked: tuple[int, int]) -> None:
    with pytest.raises(InvalidPositionError, match=r"cannot be marked; 1 <= first <= last <= 3 must hold"):
        triangle([1, 2, 4, 3], start=1, marked=marked)


def test_there_are_three_triangles() -> None:
    with pytest.raises(InvalidPositionError, match="no triangle 'Q'; choose A, M or S"):
        triangle([1, 2], "Q")  # type: ignore[arg-type]  # the test is about this


# -- the pictures in the documentation ------------------------------------------------------------------------------


def test_the_pictures_in_the_documentation_are_what_the_example_draws(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, str(ROOT / "examples/draw_coins.py"), str(tmp_path)], check=True, capture_output=True
    )
    committed: Sequence[Path] = sorted((ROOT / "docs/images").glob("coins-*.svg"))
    assert [path.name for path in committed] == sorted(path.name for path in tmp_path.iterdir())
    for path in committed:
        assert path.read_text(encoding="utf-8") == (tmp_path / path.name).read_text(encoding="utf-8")


# -- charts of ties ----------------------------------------------------------------------------------------------------


def test_figures_are_the_counts() -> None:
    seen: list[Progress] = []
    figures = tie_chart(3, 8, progress=seen.append).figures
    assert figures.columns == ("largest_coin", "coins", "tied", "rows")
    assert figures.rows == tuple((k, n, count_ties(k, n), k**n) for k in (2, 3) for n in range(1, 9))
    assert (seen[-1].done, seen[-1].total) == (16, 16)


@rows("measure", MEASURES)
@rows("lengths", LENGTHS)
@rows("length", [4, 11])
def test_every_choice_can_be_drawn(measure: Any, lengths: Any, length: int) -> None:
    root = ET.fromstring(tie_chart(3, length, measure, lengths).svg)  # noqa: S314  # the picture comes from this package
    curves = [one for one in root.iter(f"{SVG}path") if "pp-curve" in one.attrib["class"]]
    assert len(curves) == 2
    bands = [one.findtext(f"{SVG}title", "") for one in root.iter(f"{SVG}rect") if one.attrib["class"] == "pp-band"]
    sizes = [n for n in range(1, length + 1) if lengths == "all" or n % 2 == (lengths == "odd")]
    assert [int(band.split()[0]) for band in bands] == sizes
    n = sizes[-1]
    assert f"{count_ties(2, n):,} of {2**n:,} rows of coins 1 to 2" in bands[-1]


@pytest.mark.parametrize(
    ("largest", "length", "message"),
    [
        (1, 10, "not up to 1"),
        (7, 10, "not up to 7"),
        (4, 3, "4 to 22 coins"),
        (4, 23, "4 to 22 coins"),
        (2, 61, "4 to 60 coins"),
    ],
)
def test_there_are_limits(largest: int, length: int, message: str) -> None:
    with pytest.raises(LimitExceededError, match=message):
        tie_chart(largest, length)


def test_the_longest_rows_are_within_reach_of_the_count() -> None:
    assert list(MAX_LENGTHS) == [2, 3, 4, 5, 6]
    tie_chart(6, MAX_LENGTHS[6])
