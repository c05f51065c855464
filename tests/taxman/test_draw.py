"""Test pictures of games, and the SVG writer that draws them."""

import re
from fractions import Fraction
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.answers import Drawn, Figures
from perfectplay.core.errors import IllegalMoveError, LimitExceededError
from perfectplay.core.progress import Progress
from perfectplay.core.schema import encode
from perfectplay.pictures.board import MAX_DRAWN
from perfectplay.pictures.svg import Element, document, format_number
from perfectplay.taxman import TaxmanPosition, bounds
from perfectplay.taxman.exact.anatomy import Anatomy, lay_open
from perfectplay.taxman.exact.hasse import build_hasse
from perfectplay.taxman.pictures.charts import BOUNDS, MAX_CUTS, MAX_PLAYED, scores, strategies
from perfectplay.taxman.pictures.cover import MAX_COVER, cover, cover_pairs
from perfectplay.taxman.pictures.game import draw_game
from perfectplay.taxman.pictures.tree import MAX_TREE, tree
from perfectplay.taxman.records import load_records
from perfectplay.taxman.strategies import play_game
from tests.pictures import SVG, of_class, parse, told, words
from tests.taxman.twins import is_acyclic

# The game for N = 30 in J. A. Trono, "Taxman revisited" (1994).
MOVES_30 = (29, 22, 25, 15, 21, 26, 27, 18, 30, 20, 16, 24, 28)


def tiles(root: ET.Element) -> dict[int, tuple[str, str, str]]:
    """Map the number of each tile to its kind, caption and hint."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        texts = [text.text or "" for text in group.findall(f"{SVG}text")]
        if group.find(f"{SVG}title") is not None:
            found[int(texts[0])] = group.attrib["class"], texts[1], group.findtext(f"{SVG}title", "")
    return found


def test_every_number_says_what_became_of_it() -> None:
    board = tiles(parse(draw_game(TaxmanPosition.new(30), MOVES_30)))
    assert sorted(board) == list(range(1, 31))
    assert board[29] == ("pp-take", "move 1", "29: taken in move 1, tax 1")
    assert board[22] == ("pp-take", "move 2", "22: taken in move 2, tax 2, 11")
    assert board[11] == ("pp-tax", "tax for 22", "11: tax for 22 in move 2")
    assert board[23] == ("pp-left", "left over", "23: left over, goes to the taxman")
    assert {number for number, tile in board.items() if tile[0] == "pp-take"} == set(MOVES_30)
    assert {number for number, tile in board.items() if tile[0] == "pp-left"} == {17, 19, 23}


def test_scores_totals_and_moves_are_written_out() -> None:
    root = parse(draw_game(TaxmanPosition.new(30), MOVES_30))
    written = words(root)
    assert "player 301  \u00b7  taxman 164" in written
    assert {"13 taken, sum 301", "14 paid as tax, sum 105", "3 left over, sum 59"} <= set(written)
    assert [text for text in written if "  pays " in text][:2] == ["29  pays 1", "22  pays 2, 11"]


def test_a_screen_reader_gets_title_and_description() -> None:
    root = parse(draw_game(TaxmanPosition.new(30), MOVES_30))
    title, description = told(root)
    assert title == "Taxman, N = 30: player 301, taxman 164"
    assert "29 (tax 1); 22 (tax 2, 11); 25 (tax 5)" in description
    assert "Left over for the taxman: 17, 19, 23." in description


def test_two_pictures_can_stand_on_one_page() -> None:
    one, other = parse(draw_game(TaxmanPosition.new(10))), parse(draw_game(TaxmanPosition.new(11)))
    assert one.attrib["aria-labelledby"] != other.attrib["aria-labelledby"]


def test_a_game_under_way_shows_what_can_be_taken() -> None:
    board = tiles(parse(draw_game(TaxmanPosition.from_id("taxman:10/7"))))
    assert board[9] == ("pp-open", "takeable", "9: in the pot, takeable")
    assert board[2] == ("pp-open", "no divisor", "2: in the pot, no divisor")
    assert "Still in the pot: 2, 3, 4, 5, 6, 8, 9, 10." in draw_game(TaxmanPosition.from_id("taxman:10/7"))


def test_moves_go_on_from_the_position() -> None:
    whole = draw_game(TaxmanPosition.new(10), (7, 9, 6, 8, 10))
    assert draw_game(TaxmanPosition.from_id("taxman:10/7.9"), (6, 8, 10)) == whole
    assert draw_game(TaxmanPosition.from_id("taxman:10/7.9.6.8.10")) == whole


@pytest.mark.parametrize("variant", ["immediate", "end"])
def test_the_taxmans_part_adds_up_in_both_variants(variant: str) -> None:
    position = TaxmanPosition.from_id("taxman:30" + ("~end" if variant == "end" else ""))
    board = tiles(parse(draw_game(position, MOVES_30)))
    assert sum(number for number, tile in board.items() if tile[0] in {"pp-tax", "pp-left"}) == 164


def test_an_empty_game_has_no_ledger() -> None:
    picture = draw_game(TaxmanPosition.new(1))
    assert "No move has been made." in picture
    assert "pays" not in picture


def test_long_numbers_stay_inside_their_tiles_and_off_the_captions() -> None:
    big = 10**17
    root = parse(draw_game(TaxmanPosition.new([2, 9, 72, big, 2 * big]), (2 * big,)))
    board = tiles(root)
    assert board[2][:2] == ("pp-tax", "tax, move 1")
    sizes = [float(text.attrib["font-size"]) for text in root.iter(f"{SVG}text") if text.text == str(2 * big)]
    assert sizes == [pytest.approx(5.5, abs=0.5)]
    assert "1 taken" in words(root)


def test_a_long_tax_is_cut_short_in_the_ledger_only() -> None:
    pot = [2**i for i in range(60)]
    picture = draw_game(TaxmanPosition.new(pot), (2**59,))
    ledger = next(text for text in words(parse(picture)) if "  pays " in text)
    assert ledger.endswith("\u2026")
    assert f"{2**58})" in picture


@given(st.integers(1, 60), st.randoms(use_true_random=False))
def test_any_game_fits_its_frame(n: int, random: object) -> None:
    position = TaxmanPosition.new(n)
    while (legal := position.legal_moves()) and random.random() < 0.9:  # type: ignore[attr-defined]
        position = position.play(random.choice(legal))  # type: ignore[attr-defined]
    root = parse(draw_game(position))
    width, height = (float(size) for size in root.attrib["viewBox"].split()[2:])
    for element in root.iter():
        if element.tag in {f"{SVG}rect", f"{SVG}text"}:
            assert 0 <= float(element.attrib["x"]) <= width
            assert 0 <= float(element.attrib["y"]) <= height
        if element.tag == f"{SVG}rect":
            assert float(element.attrib["x"]) + float(element.attrib["width"]) <= width + 0.02
            assert float(element.attrib["y"]) + float(element.attrib["height"]) <= height
    assert len(tiles(root)) == n


def test_an_illegal_move_and_a_huge_pot_are_refused() -> None:
    with pytest.raises(IllegalMoveError, match="7 cannot be taken"):
        draw_game(TaxmanPosition.new(10), (9, 7, 7))
    with pytest.raises(LimitExceededError, match=f"a pot of {MAX_DRAWN + 1} numbers .* at most {MAX_DRAWN}"):
        draw_game(TaxmanPosition.new(MAX_DRAWN + 1))


@given(st.text(), st.text())
def test_text_survives_the_way_through_xml(text: str, value: str) -> None:
    readable = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udfff]", "\ufffd", text)
    picture = parse(document(10, 10, text, "d", [Element("g", {"class": value}, [text])]))
    # XML parsers replace carriage returns in a text by line breaks.
    expected = readable.replace("\r\n", "\n").replace("\r", "\n")
    assert (picture.findtext(f"{SVG}title") or "") == expected
    assert (picture.findtext(f"{SVG}g") or "") == expected


@given(st.floats(-1e6, 1e6))
def test_numbers_are_short_and_close(number: float) -> None:
    text = format_number(number)
    assert re.fullmatch(r"-?\d+(\.\d{1,2})?", text)
    assert text != "-0"
    assert float(text) == pytest.approx(number, abs=0.00501)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_what_is_not_finite_cannot_be_drawn(number: float) -> None:
    with pytest.raises(ValueError, match="only finite numbers can be drawn"):
        Element("rect", {"x": number}).render()


@pytest.mark.parametrize("element", [Element("a b"), Element("rect", {'x"': 1}), Element("")])
def test_names_are_checked(element: Element) -> None:
    with pytest.raises(ValueError, match="is not an SVG name"):
        element.render()


def test_elements_nest_and_attributes_are_escaped() -> None:
    group = Element("g", {"class": '"a" & <b>'}).add(Element("rect", {"width": 1.5}), "1 < 2")
    assert group.render() == '<g class=\'"a" &amp; &lt;b&gt;\'><rect width="1.5"/>1 &lt; 2</g>'


# -- pictures of the laboratory ----------------------------------------------------------------------------------------


def table(drawn: Drawn[Figures]) -> Any:
    """Return the figures of the picture, as JSON."""
    return encode(drawn.figures)


def opened(drawn: Drawn[Figures]) -> ET.Element:
    root = ET.fromstring(drawn.svg)  # noqa: S314  # the picture comes from this package
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")
    return root


def hints(root: ET.Element) -> list[str]:
    return [title.text or "" for title in root.iter(f"{SVG}title")]


def prose(root: ET.Element) -> str:
    """Return all texts of the picture, joined by spaces."""
    return " ".join(element.text or "" for element in root.iter(f"{SVG}text"))


# -- scores --------------------------------------------------------------------------------------------------------


def test_scores_stand_between_their_bounds() -> None:
    drawn = scores(2, 60, bounds=tuple(BOUNDS))
    figure = table(drawn)
    assert figure["columns"] == ["n", "pot", "best", "half", "primes", "matching", "cuts"]
    assert [row[0] for row in figure["rows"]] == list(range(2, 61))
    for n, pot, best, half, primes, matching, cuts in figure["rows"]:
        assert (pot, best) == (n * (n + 1) // 2, load_records()[n].score)
        assert best <= cuts <= matching <= primes <= half <= pot
        assert (half, primes, matching) == (bounds.half_pot(n), bounds.prime_corrected(n), bounds.matching(n))
    assert "N = 20: best score 124, 59.05\u00a0% of 210; half of the pot (3) 155 (+31)" in "".join(hints(opened(drawn)))


def test_a_wide_range_samples_the_slow_bound_and_says_so() -> None:
    drawn = scores(2, 502, bounds=["matching"])
    figure = table(drawn)
    known = [row[0] for row in figure["rows"] if row[3] is not None]
    assert known == [*range(2, 503, 3), 502]
    assert "The matching bound was computed for one N in 3; " in prose(opened(drawn))
    assert len(of_class(opened(drawn), "pp-band")) <= 260


@pytest.mark.parametrize("measure", ["share", "points", "gap"])
def test_every_measure_can_be_drawn_for_one_pot_and_many(measure: Any) -> None:
    for first, last in ((2, 2), (7, 8), (10, 90)):
        root = opened(scores(first, last, measure, ["half"]))
        assert len(of_class(root, "pp-name")) == (1 if measure == "gap" else 2)


@pytest.mark.parametrize(
    ("first", "last", "measure", "chosen", "message"),
    [
        (1, 20, "share", ["half"], "the range 1-20 cannot be drawn"),
        (20, 10, "share", ["half"], "the range 20-10 cannot be drawn"),
        (2, 10**6, "share", [], "the range 2-1000000 cannot be drawn"),
        (2, MAX_CUTS + 1, "share", ["cuts"], "not for 251; leave it out"),
        (2, 20, "gap", [], "name one of the bounds half, primes, matching, cuts"),
    ],
)
def test_what_cannot_be_drawn_is_refused(first: int, last: int, measure: Any, chosen: list[str], message: str) -> None:
    with pytest.raises(LimitExceededError, match=message):
        scores(first, last, measure, chosen)


def test_points_have_whole_marks() -> None:
    root = opened(scores(2, 2, "gap", ["half"]))
    assert [text.text for text in of_class(root, "pp-axis")] == ["points above the best score", "0", "1", "2", "N"]
    # The picture names a paper only if it shows a bound from this paper.
    assert "Moniot" in prose(root)
    assert "Moniot" not in prose(opened(scores(2, 9, bounds=["cuts"])))


def test_what_the_lab_says_of_large_pots() -> None:
    """Test a sentence of the web app that may become false when the table grows: shares are 61 to 64 % from N = 200."""
    shares = [Fraction(score, n * (n + 1) // 2) for n, score in load_records().scores().items() if n >= 200]
    assert Fraction(61, 100) < min(shares) < max(shares) < Fraction(64, 100)


# -- strategies ----------------------------------------------------------------------------------------------------


def test_strategies_play_for_themselves() -> None:
    seen: list[Progress] = []
    drawn = strategies(20, 24, progress=seen.append)
    figure = table(drawn)
    names = figure["columns"][2:]
    assert "optimal" not in names
    for row in figure["rows"]:
        assert row[1] == load_records()[row[0]].score
        assert [play_game(name, row[0]).score for name in names] == row[2:]
    assert (seen[0].done, seen[0].total) == (0, 5 * len(names))
    assert len(seen) == 5 * len(names)
    root = opened(drawn)
    titles = [text.text for text in of_class(root, "pp-panel-title")]
    assert set(titles) == set(names)
    at = names.index("trono-4") + 2
    shares = [Fraction(row[at], row[1]) for row in figure["rows"]]
    words = [text.text or "" for text in root.iter(f"{SVG}text")]
    average = f"{float(100 * sum(shares) / 5):.1f}\u00a0%, best in {shares.count(Fraction(1))} of 5"
    assert words[words.index("trono-4") + 1] == average


@pytest.mark.full
def test_what_the_lab_says_of_strategies() -> None:
    told = strategies(10, 200).svg
    assert "On average: moniot-one-tax 99.0\u00a0%;" in told
    assert "; random 62.0\u00a0%; trono-1 61.8\u00a0%." in told


def test_only_who_is_perfect_has_a_hundred_percent() -> None:
    root = opened(strategies(2, 12))
    texts = [text.text or "" for text in of_class(root, "pp-axis") if "best in" in (text.text or "")]
    assert {text for text in texts if "best in 11 of 11" in text} == {
        text for text in texts if text.startswith("100.0\u00a0%")
    }


def test_strategies_have_limits() -> None:
    with pytest.raises(LimitExceededError, match=f"N must be from 2 to {MAX_PLAYED}"):
        strategies(2, MAX_PLAYED + 1)
    opened(strategies(2, 2))


# -- the cover graph -----------------------------------------------------------------------------------------------


def test_acyclic_is_what_the_theory_says() -> None:
    assert is_acyclic([(2, 4), (3, 6), (1, 5)])
    # In this example of the docs, the cycle follows divisibility instead of covers.
    assert not is_acyclic([(2, 90), (9, 72), (4, 8)])
    assert not is_acyclic([(2, 10), (7, 14), (5, 15), (3, 21)])


@given(st.integers(2, MAX_COVER))
def test_the_cover_graph_has_the_solver_s_pairs_and_a_game_s_matching(n: int) -> None:
    hasse = build_hasse(range(1, n + 1))
    ends = zip(hasse.lower.tolist(), hasse.upper.tolist(), strict=True)
    pairs = sorted((q + 1, p + 1) for q, p in ends)
    assert sorted(cover_pairs(n)) == pairs
    drawn = cover(n)
    figure = table(drawn)
    rows = {row[0]: row for row in figure["rows"]}
    assert sorted(rows) == list(range(1, n + 1))
    taken = [number for number, row in rows.items() if row[2] == "take"]
    assert sum(taken) == load_records()[n].score
    position = TaxmanPosition.new(n)
    for number in sorted(taken, key=lambda one: int(rows[one][3])):
        mate = rows[number][4]
        assert (mate, number) in pairs
        assert mate == max(position.tax(number))
        assert rows[mate][2:] == ["tax", rows[number][3], number]
        position = position.play(number)
    assert position.is_over()
    assert is_acyclic([(rows[number][4], number) for number in taken])
    root = opened(drawn)
    assert len([title for title in hints(root) if title.endswith("a pair of the matching")]) == len(taken)
    boxes = [one for kind in ("take", "tax", "extra", "left") for one in of_class(root, f"pp-{kind}")]
    assert {one.findtext(f"{SVG}text") for one in boxes} >= set(map(str, range(1, n + 1)))


def test_numbers_of_a_row_do_not_overlap() -> None:
    root = opened(cover(MAX_COVER))
    rows: dict[float, list[float]] = {}
    for one in root.iter(f"{SVG}g"):
        if one.find(f"{SVG}title") is not None:
            box = one.find(f"{SVG}rect")
            assert box is not None
            rows.setdefault(float(box.attrib["y"]), []).append(float(box.attrib["x"]))
    assert len(rows) == 7
    for row in rows.values():
        row.sort()
        assert all(b - a >= 38 for a, b in pairwise(row))


@pytest.mark.parametrize("n", [1, MAX_COVER + 1])
def test_a_cover_graph_has_limits(n: int) -> None:
    with pytest.raises(LimitExceededError, match=f"the cover graph of N = {n} cannot be drawn"):
        cover(n)


# -- the tree ------------------------------------------------------------------------------------------------------


def check_tree(found: Anatomy) -> None:
    """Check that each case of the tree has a parent, and that no case has a higher bound than its parent."""
    children: dict[int, list[int]] = {i: [] for i in range(len(found.nodes))}
    for i, node in enumerate(found.nodes):
        if node.parent < 0:
            assert i == 0
            continue
        above = found.nodes[node.parent]
        assert node.parent < i
        assert node.decision == above.branch
        assert node.bound <= above.bound
        children[node.parent].append(i)
    for i, below in children.items():
        branch = found.nodes[i].branch
        assert [found.nodes[child].taken for child in below] == ([True, False] if branch is not None else [])
        assert (found.nodes[i].fate == "branch") == (branch is not None)


def test_a_tree_is_laid_open_and_certified() -> None:
    found = lay_open(420)
    check_tree(found)
    assert found.score == found.upper == load_records()[420].score
    assert found.checked
    assert found.leaves > 1
    assert all(node.fate != "open" and node.bound <= found.score for node in found.nodes if node.branch is None)


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 130), st.booleans())
def test_trees_of_small_pots_prove_the_known_scores(n: int, sparing: bool) -> None:  # noqa: FBT001  # hypothesis draws it
    found = lay_open(n, sparing=sparing)
    check_tree(found)
    assert (found.score, found.upper, found.checked) == (load_records()[n].score, found.score, True)


def test_without_cuts_a_tree_is_larger() -> None:
    assert lay_open(240, sparing=True).leaves > lay_open(240).leaves == 1


@pytest.mark.full
def test_a_tree_that_was_cut_short_says_what_is_open() -> None:
    drawn = tree(420, time_limit=2.0, sparing=True)
    figure = table(drawn)
    root = opened(drawn)
    assert figure["score"] < figure["upper"]
    assert f"between {figure['score']:,} and {figure['upper']:,}" in drawn.svg
    fates = [row[5] for row in figure["rows"]]
    assert "open" in fates
    assert figure["leaves"] == sum(fate != "branch" for fate in fates)
    assert of_class(root, "pp-open") or of_class(root, "pp-bundle")


def test_the_picture_names_every_node_of_a_small_tree() -> None:
    drawn = tree(420)
    figure = table(drawn)
    root = opened(drawn)
    assert figure["columns"] == ["node", "parent", "number", "taken", "bound", "fate", "branch"]
    told = [title for title in hints(root) if ": at most " in title or ": there is no" in title]
    assert len(told) == len(figure["rows"]) == 2 * figure["leaves"] - 1
    _, _, number, _, bound, fate, branch = figure["rows"][0]
    assert (number, fate) == (None, "branch")
    assert f"all games: at most {bound:,}; split on {branch}" in told
    assert "The independent checker has accepted the certificate made of this tree" in prose(root)


@pytest.mark.parametrize("n", [1, MAX_TREE + 1])
def test_a_tree_has_limits(n: int) -> None:
    with pytest.raises(LimitExceededError, match=f"the tree of N = {n} cannot be drawn"):
        tree(n)
