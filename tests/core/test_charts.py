"""Test charts: scales, marks, labels and tooltips."""

import re
from fractions import Fraction
from itertools import pairwise
from textwrap import wrap

from hypothesis import given
from hypothesis import strategies as st

from perfectplay.pictures.charts import MOST_CURVES, Chart, Curve, bands, line_chart, page
from perfectplay.pictures.scales import Scale, nice_range, share_labels, share_text
from tests.pictures import SVG, parse


def chart(curves: int, first: int, last: int) -> str:
    lines = [
        Curve(f"curve {i}", [(n, Fraction(n * (i + 1))) for n in range(first, last + 1)], i) for i in range(curves)
    ]
    marks = [(mark, str(mark)) for mark in nice_range(0, last * curves, 5)]
    hints = [(n, f"at {n}") for n in range(first, last + 1)]
    return line_chart(
        Chart(lines, (first, last), marks, ("N", "value"), hints), "Title", "What it shows", "Heading", ["A line."], []
    )


@given(st.integers(1, MOST_CURVES), st.integers(1, 50), st.integers(0, 60))
def test_a_chart_is_well_formed_and_nothing_leaves_it(curves: int, first: int, span: int) -> None:
    root = parse(chart(curves, first, first + span))
    assert root.findtext(f"{SVG}title") == "Title"
    assert root.findtext(f"{SVG}desc") == "What it shows"
    _, _, width, _ = map(float, root.attrib["viewBox"].split())
    paths = [one for one in root.iter(f"{SVG}path") if "pp-curve" in one.attrib["class"]]
    assert {one.attrib["class"].split()[1] for one in paths} == {f"pp-curve{i}" for i in range(curves)}
    for path in paths:
        places = [float(word) for word in path.attrib["d"][1:].replace("L", " ").split()]
        assert min(places) >= -0.1
        assert max(places[::2]) < width
    names = [text.text or "" for text in root.iter(f"{SVG}text") if text.attrib["class"] == "pp-name"]
    assert sorted(names) == [f"curve {i}" for i in range(curves)]
    told = [rect.findtext(f"{SVG}title") for rect in root.iter(f"{SVG}rect") if rect.attrib["class"] == "pp-band"]
    assert told == [f"at {n}" for n in range(first, first + span + 1)]


def test_curves_differ_without_colour() -> None:
    found = re.findall(r"\.pp-curve\d \{ stroke: (\S+); stroke-dasharray: ([^;]+);", chart(MOST_CURVES, 1, 9))
    light, dark = found[:MOST_CURVES], found[MOST_CURVES:]
    assert len({dashes for _, dashes in light}) == MOST_CURVES
    assert [dashes for _, dashes in light] == [dashes for _, dashes in dark]
    assert not {colour for colour, _ in light} & {colour for colour, _ in dark}


def test_labels_of_curves_that_end_together_stand_apart() -> None:
    lines = [Curve(f"c{i}", [(1, Fraction(5)), (2, Fraction(5))], i) for i in range(MOST_CURVES)]
    marks = [(Fraction(0), "0"), (Fraction(10), "10")]
    root = parse(line_chart(Chart(lines, (1, 2), marks, ("N", "v"), [(1, "")]), "T", "D", "H", [], []))
    heights = sorted(float(text.attrib["y"]) for text in root.iter(f"{SVG}text") if text.attrib["class"] == "pp-name")
    assert all(b - a >= 20 for a, b in pairwise(heights))


def test_bands_cover_the_chart_without_a_gap() -> None:
    found = list(bands([10, 20, 60], ["a", "b", "c"], (0, 100), (5, 50)))
    edges = [(float(one.attributes["x"]), float(one.attributes["width"])) for one in found]
    assert edges == [(0, 15), (15, 25), (40, 60)]


@given(st.fractions(0, 3), st.integers(0, 4))
def test_shares_are_rounded_to_the_nearest(share: Fraction, decimals: int) -> None:
    text = share_text(share, decimals).removesuffix("\u00a0%").replace(",", "")
    assert abs(Fraction(text) / 100 - share) <= Fraction(1, 2 * 100 * 10**decimals)


@given(st.integers(0, 10_000), st.integers(1, 10_000), st.integers(2, 9))
def test_labels_of_marks_are_exact(low: int, span: int, steps: int) -> None:
    marks = nice_range(Fraction(low, 10_000), Fraction(low + span, 10_000), steps)
    assert [Fraction(label[:-2].replace(",", "")) / 100 for label in share_labels(marks)] == list(marks)


def test_a_logarithmic_scale_has_equal_decades() -> None:
    scale = Scale(1, 1000, 0, 300, logarithmic=True)
    assert [round(scale(number)) for number in (1, 10, 100, 1000)] == [0, 100, 200, 300]


@given(st.lists(st.integers(1, 12), min_size=1, max_size=60))
def test_lines_hold_all_words_and_do_not_end_in_a_lonely_one(lengths: list[int]) -> None:
    sentence = " ".join("x" * length for length in lengths)
    root = parse(page("Title", "What it shows", "Heading", [], [], (10, 10), [sentence]))
    rows = [row.text or "" for row in root.iter(f"{SVG}text") if row.attrib["class"] == "pp-note"]
    assert " ".join(rows) == sentence
    # The text has as few lines as greedy wrapping gives, and its last line is at least as long.
    width = 66
    assert len(rows) == len(wrap(sentence, width))
    assert len(rows[-1]) >= len(wrap(sentence, width)[-1])
