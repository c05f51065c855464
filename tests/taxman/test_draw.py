"""Pictures of games, and the SVG writer under them."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import IllegalMoveError, LimitExceededError
from perfectplay.pictures.board import MAX_DRAWN
from perfectplay.pictures.svg import Element, document, format_number
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.pictures.game import draw_game

SVG = "{http://www.w3.org/2000/svg}"
# J. A. Trono, "Taxman revisited" (1994), N = 30.
MOVES_30 = (29, 22, 25, 15, 21, 26, 27, 18, 30, 20, 16, 24, 28)


def parse(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314  # our own picture


def tiles(root: ET.Element) -> dict[int, tuple[str, str, str]]:
    """Kind, caption and hint of each tile by its number."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        texts = [text.text or "" for text in group.findall(f"{SVG}text")]
        if group.find(f"{SVG}title") is not None:
            found[int(texts[0])] = group.attrib["class"], texts[1], group.findtext(f"{SVG}title", "")
    return found


def texts(root: ET.Element) -> list[str]:
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


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
    written = texts(root)
    assert "player 301  \u00b7  taxman 164" in written
    assert {"13 taken, sum 301", "14 paid as tax, sum 105", "3 left over, sum 59"} <= set(written)
    assert [text for text in written if "  pays " in text][:2] == ["29  pays 1", "22  pays 2, 11"]


def test_a_screen_reader_gets_title_and_description() -> None:
    root = parse(draw_game(TaxmanPosition.new(30), MOVES_30))
    assert root.attrib["role"] == "img"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert root.attrib["aria-labelledby"].split() == [title.attrib["id"], description.attrib["id"]]
    assert title.text == "Taxman, N = 30: player 301, taxman 164"
    assert "29 (tax 1); 22 (tax 2, 11); 25 (tax 5)" in (description.text or "")
    assert "Left over for the taxman: 17, 19, 23." in (description.text or "")


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
    assert "1 taken" in texts(root)


def test_a_long_tax_is_cut_short_in_the_ledger_only() -> None:
    pot = [2**i for i in range(60)]
    picture = draw_game(TaxmanPosition.new(pot), (2**59,))
    ledger = next(text for text in texts(parse(picture)) if "  pays " in text)
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
    # XML parsers turn carriage returns in text into line breaks.
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
