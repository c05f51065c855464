from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress
from perfectplay.factorgame.pictures.charts import LEAST_CHARTED, MAX_CHARTED, check_leads, lead_chart
from perfectplay.factorgame.pictures.game import draw
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import solve
from perfectplay.pictures.board import MAX_DRAWN

SVG = "{http://www.w3.org/2000/svg}"


def tiles(picture: str) -> dict[int, tuple[str, str, str]]:
    """Map the number of each tile to its kind, caption and hint."""
    found = {}
    for group in ET.fromstring(picture).iter(f"{SVG}g"):  # noqa: S314  # the picture comes from this package
        texts = [text.text or "" for text in group.findall(f"{SVG}text")]
        if group.find(f"{SVG}title") is not None:
            found[int(texts[0])] = group.attrib["class"], texts[1], group.findtext(f"{SVG}title", "")
    return found


def test_every_number_says_who_has_it() -> None:
    board = tiles(draw(FactorPosition.from_id("factorgame:30~pass/25.27.2")))
    assert sorted(board) == list(range(1, 31))
    assert board[25] == ("pp-first", "move 1", "25: taken in move 1 by player 1")
    assert board[5] == ("pp-second", "for 25", "5: given to player 2 for 25 in move 1")
    assert board[9] == ("pp-first", "for 27", "9: given to player 1 for 27 in move 2")
    assert board[2] == ("pp-left", "wasted", "2: taken in move 3 for no points")
    assert board[29] == ("pp-left", "alone", "29: on the board, without a divisor or a multiple there")
    assert board[30] == ("pp-open", "gives 31", "30: on the board, gives 31")
    assert board[7] == ("pp-open", "no divisor", "7: on the board, no divisor")


@given(n=st.integers(1, 40), passing=st.booleans(), data=st.data())
def test_the_colours_add_up_to_the_points(*, n: int, passing: bool, data: st.DataObject) -> None:
    position = FactorPosition.new(n, passing=passing)
    while not position.is_over() and data.draw(st.integers(0, 5)):
        position = position.play(data.draw(st.sampled_from(position.legal_moves())))
    board = tiles(draw(position))
    for player, fate in enumerate(("pp-first", "pp-second")):
        assert sum(number for number, tile in board.items() if tile[0] == fate) == position.points[player]
    assert {number for number, tile in board.items() if tile[0] == "pp-open"} <= position.left


def test_best_play_is_drawn_to_its_end() -> None:
    position = FactorPosition.new(12)
    result = solve(position)
    end = FactorPosition.from_id(f"factorgame:12/{'.'.join(map(str, result.moves))}")
    assert draw(position, result) == draw(end)
    title = f"Factor game, N = 12: player 1 has {end.points[0]}, player 2 has {end.points[1]}"
    assert title in draw(end)
    assert "11 (gives 1)" in draw(end)
    assert position.draw(result) == draw(end)


def test_a_board_that_is_too_large_has_no_picture() -> None:
    with pytest.raises(LimitExceededError, match=f"at most {MAX_DRAWN} numbers can be drawn"):
        draw(FactorPosition.new(MAX_DRAWN + 1))
    assert FactorPosition.new(MAX_DRAWN + 1)._repr_svg_() is None


# -- the chart of leads ------------------------------------------------------------------------------------------------


def test_a_chart_has_the_leads_and_all_best_first_moves() -> None:
    drawn = lead_chart(31)
    assert [row[0] for row in drawn.figures.rows] == list(range(2, 32))
    for n, lead, best, other, others in drawn.figures.rows:
        ours, theirs = (solve(FactorPosition.new(int(str(n)), passing=passing)) for passing in (False, True))
        assert (lead, other) == (ours.value, theirs.value)
        assert (best, others) == tuple(" ".join(map(str, one.best_moves or ())) for one in (ours, theirs))
    # The chart names the best moves at the N that the page of answers lists: 4, 9, 25, 26, 28, 30, 31.
    flags = [text.text for text in ET.fromstring(drawn.svg).iter(f"{SVG}text") if text.get("class") == "pp-strong"]  # noqa: S314  # the picture comes from this package
    assert flags == ["4", "9", "25", "25", "25", "25", "25"]
    assert "N = 31: lead 17 by 25; by the classroom's rule 17" in drawn.svg


def test_progress_is_told() -> None:
    told: list[Progress] = []
    lead_chart(8, progress=told.append)
    assert [(one.done, one.total) for one in told] == [(n, 8) for n in range(2, 9)]


@pytest.mark.parametrize("most", [LEAST_CHARTED - 1, MAX_CHARTED + 1])
def test_a_chart_has_limits(most: int) -> None:
    with pytest.raises(LimitExceededError, match=f"up to N = 6, ..., 49, not up to {most}"):
        check_leads(most)
