"""The chart of ties: its figures against the counts, its drawing against its figures."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from perfectplay.coins.pictures.charts import LENGTHS, MAX_LENGTHS, MEASURES, tie_chart
from perfectplay.coins.ties import count_ties
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress
from tests.tables import rows

SVG = "{http://www.w3.org/2000/svg}"


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
    root = ET.fromstring(tie_chart(3, length, measure, lengths).svg)  # noqa: S314  # our own picture
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
