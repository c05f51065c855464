"""Compare the elements of pictures of arithmetical pursuit with the data that they show."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import log10
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.pictures.scales import NO_BREAK, Scale, nice_range, spread
from perfectplay.pursuit.deal.deals import SUIT, Deck
from perfectplay.pursuit.expressions import Expression, parse_expression
from perfectplay.pursuit.odds import Odds, odds
from perfectplay.pursuit.pictures.common import MAX_TARGETS, fill_share, percent, shorten
from perfectplay.pursuit.pictures.data import Histogram, layout
from perfectplay.pursuit.pictures.svg import formula_histogram, heat_map, solution_tree, target_chart
from perfectplay.pursuit.reach import Reach, reach
from perfectplay.pursuit.rules import MAX_NUMBERS, Rules
from perfectplay.pursuit.search.counting import FormulaCounts, count_formulas, fit_power_law
from tests.pictures import SVG, check_page, drawing, number, of_class, parse, prose, words
from tests.tables import rows

ROOT = Path(__file__).parents[2]


def hints(elements: list[ET.Element]) -> list[str]:
    return [element.findtext(f"{SVG}title", "") for element in elements]


# -- targets of a deal ----------------------------------------------------------------------------------------------


def cells(root: ET.Element) -> dict[int, tuple[int, float, float, float]]:
    """Map each target in the picture to the fewest numbers that make it, and its square's side and centre."""
    found = {}
    for group in drawing(root).iter(f"{SVG}g"):
        kind = re.fullmatch(r"pp-(none|n([1-8]))", group.attrib.get("class", ""))
        for square in group.findall(f"{SVG}rect"):
            hint = square.findtext(f"{SVG}title")
            if kind is None or hint is None:
                continue
            side = number(square, "width")
            assert number(square, "height") == side
            target, said = hint.replace(",", "").split(": ")
            fewest = int(kind[2] or 0)
            assert said == (f"{fewest} number{'s' * (fewest > 1)}" if fewest else "out of reach")
            assert int(target) not in found
            found[int(target)] = (fewest, side, number(square, "x") + side / 2, number(square, "y") + side / 2)
    return found


DEALS = {
    "the article's": ((3, 6, 9, 10, 50, 100), 1, 1000, Rules()),
    "hardly anything": ((1, 1, 1, 1, 2, 2), 1, 1000, Rules()),
    "one number": ((7,), 1, 20, Rules()),
    "eight numbers": ((1, 1, 2, 2, 3, 10, 25, 100), 1, 3000, Rules()),
    "from the middle of a row": ((2, 3, 25), 51, 160, Rules()),
    "a last row of one": ((2, 3, 25), 100, 201, Rules()),
    "other rules": ((3, 7, 8, 25), 180, 240, Rules(use_all=True)),
    "one target, in reach": ((5, 5), 25, 25, Rules()),
    "one target, out of reach": ((5,), 7, 7, Rules()),
    "far away": ((999_999, 1), 999_001, 1_000_000, Rules()),
}


@rows("case", DEALS)
def test_every_target_has_its_cell(case: str) -> None:
    found = reach(*DEALS[case])
    root = check_page(heat_map(found))
    seen = cells(root)
    assert {target: fewest for target, (fewest, *_) in seen.items()} == dict(enumerate(found.fewest, found.low))
    # There is a cross for each target that cannot be reached.
    crosses = [path for path in drawing(root).iter(f"{SVG}path") if path.find(f"{SVG}title") is not None]
    assert len(crosses) == len(found.missing)
    # The more numbers a target needs, the larger is its square, so the picture is readable without colours.
    sides = {fewest: side for fewest, side, *_ in seen.values() if fewest}
    assert all(side == sides[fewest] for fewest, side, *_ in seen.values() if fewest)
    assert [sides[fewest] for fewest in sorted(sides)] == sorted(set(sides.values()))


@rows("case", DEALS)
def test_the_legend_counts(case: str) -> None:
    found = reach(*DEALS[case])
    shown = dict(line.rsplit(": ", 1) for line in words(parse(heat_map(found))) if re.fullmatch(r".*: [\d,]+", line))
    counts = Counter(found.fewest)
    assert shown == {
        **{f"{k} number{'s' * (k > 1)}": f"{counts[k]:,}" for k in range(1, len(found.numbers) + 1)},
        "out of reach": f"{counts[0]:,}",
    }


@rows("case", DEALS)
def test_a_target_is_the_number_at_the_left_plus_the_number_above(case: str) -> None:
    root = parse(heat_map(reach(*DEALS[case])))
    seen = cells(root)
    labels = of_class(root, "pp-axis")
    above = {number(text, "x"): int(text.text or "") for text in labels if number(text, "y") == 14}
    left = {number(text, "y"): int((text.text or "").replace(",", "")) for text in labels if number(text, "y") != 14}
    read = 0
    for target, (_, _, x, y) in seen.items():
        columns = [label for place, label in above.items() if abs(place - x) < 0.1]
        rows = [label for place, label in left.items() if abs(place - 5.4 - y) < 0.1]
        if columns and rows:
            assert columns[0] + rows[0] == target
            read += 1
    assert read or len(seen) == 1
    assert all(a[3] <= b[3] + 0.05 for a, b in pairwise(seen[target] for target in sorted(seen)))


def test_the_words_of_a_map() -> None:
    root = parse(heat_map(reach([1, 1, 1, 1, 2, 2])))
    assert root.findtext(f"{SVG}title") == (
        "The deal 1 1 1 1 2 2: 17 of the 1,000 targets from 1 to 1,000 can be reached"
    )
    assert "6 numbers: 6; out of reach: 983. Out of reach: 17, 19, 20" in root.findtext(f"{SVG}desc", "")
    assert "Out of reach: 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29 and 971 more." in prose(root)
    assert "Rules:" not in prose(root)
    everything = parse(heat_map(reach([3, 6, 9, 10, 50, 100])))
    assert "Out of reach" not in everything.findtext(f"{SVG}desc", "")
    assert "Rules: all,fractions" in prose(parse(heat_map(reach([1, 2], 1, 9, Rules(use_all=True, fractions=True)))))
    assert "The target 7 cannot be reached" in prose(parse(heat_map(reach([5], 7, 7))))
    assert "The target 25 can be reached" in prose(parse(heat_map(reach([5, 5], 25, 25))))


def test_a_map_without_anything_in_reach() -> None:
    seen = cells(check_page(heat_map(Reach(numbers=(1, 1), rules=Rules(), low=1, high=1000, fewest=(0,) * 1000))))
    assert {fewest for fewest, *_ in seen.values()} == {0}


def test_a_map_has_room_for_so_many_targets() -> None:
    found = reach([1, 2, 3], 1, MAX_TARGETS)
    assert len(cells(check_page(heat_map(found)))) == MAX_TARGETS
    with pytest.raises(LimitExceededError, match=rf"^5,001 targets cannot be drawn; .* 1 to {MAX_TARGETS:,}$"):
        heat_map(reach([1, 2, 3], 1, MAX_TARGETS + 1))


@pytest.mark.parametrize("fewest", [(1, 2), (1, 2, 0, 1), (1, 2, 3), (1, 2, -1)])
def test_a_map_needs_one_possible_number_for_each_target(fewest: tuple[int, ...]) -> None:
    with pytest.raises(InvalidPositionError, match="a number from 0 to 2 for each target from 1 to 3"):
        heat_map(Reach(numbers=(1, 2), rules=Rules(), low=1, high=3, fewest=fewest))


# -- chances --------------------------------------------------------------------------------------------------------


@cache
def some_odds() -> Odds:
    return odds(SUIT, 4, 1, 200)


@cache
def one_target() -> Odds:
    return odds(SUIT, 3, 87, 87)


def with_weights(weights: list[int]) -> Odds:
    """Return odds over 100 deals, in which each target is hit by the given number of deals."""
    made = some_odds()
    rows = tuple(replace(row, weight=weight) for row, weight in zip(made.by_target, weights, strict=False))
    chance = Fraction(sum(weights), 100 * len(weights))
    return replace(made, by_target=rows, deals=100, high=len(weights), probability=chance)


def test_every_target_has_a_point_at_its_chance() -> None:
    found = some_odds()
    root = check_page(target_chart(found))
    points = of_class(root, "pp-point")
    assert hints(points) == [
        f"{row.target:,}: {row.weight:,} of {found.deals:,} deals, {percent(Fraction(row.weight, found.deals))}"
        for row in found.by_target
    ]
    xs, ys = ([number(point, name) for point in points] for name in ("cx", "cy"))
    assert all(b - a == pytest.approx((xs[-1] - xs[0]) / (len(xs) - 1), abs=0.02) for a, b in pairwise(xs))
    weights = [row.weight for row in found.by_target]
    slope = (ys[0] - ys[-1]) / (weights[0] - weights[-1])
    assert slope < 0
    assert ys == pytest.approx([ys[0] + slope * (weight - weights[0]) for weight in weights], abs=0.05)
    line = next(element for element in of_class(root, "pp-law") if element.tag == f"{SVG}line")
    mean = float(found.probability * found.deals)
    assert number(line, "y1") == number(line, "y2") == pytest.approx(ys[0] + slope * (mean - weights[0]), abs=0.05)


def test_the_marks_of_the_axes_are_where_they_say() -> None:
    found = some_odds()
    root = parse(target_chart(found))
    points = of_class(root, "pp-point")
    places = {row.target: number(point, "cx") for row, point in zip(found.by_target, points, strict=True)}
    levels = {
        Fraction(row.weight, found.deals): number(p, "cy") for row, p in zip(found.by_target, points, strict=True)
    }
    (high, y1), (low, y2) = max(levels.items()), min(levels.items())
    labels = of_class(root, "pp-axis")
    across = {text.text: number(text, "x") for text in labels if (text.text or "").isdigit()}
    assert len(across) >= 3
    for label, x in across.items():
        assert x == pytest.approx(places[int(label or "")], abs=8.02 if label == "200" else 0.02)
    upwards = {text.text or "": number(text, "y") - 5 for text in labels if (text.text or "").endswith("%")}
    assert len(upwards) >= 3
    for label, y in upwards.items():
        share = (Fraction(label.rstrip(f"{NO_BREAK}%")) / 100 - low) / (high - low)
        assert y == pytest.approx(y2 + float(share) * (y1 - y2), abs=0.05)


def test_the_hardest_targets_are_named() -> None:
    found = some_odds()
    root = parse(target_chart(found))
    hardest = found.hardest(5)
    named = [int("".join(text.itertext())) for text in of_class(root, "pp-strong")]
    assert named == sorted(row.target for row in hardest)
    rings = of_class(root, "pp-ring")
    points = {row.target: p for row, p in zip(found.by_target, of_class(root, "pp-point"), strict=True)}
    assert [(ring.attrib["cx"], ring.attrib["cy"]) for ring in rings] == [
        (points[target].attrib["cx"], points[target].attrib["cy"]) for target in named
    ]
    told = "In rings, the hardest: " + ", ".join(
        f"{row.target} ({percent(Fraction(row.weight, found.deals))})" for row in hardest
    ).replace(NO_BREAK, " ")
    assert told in prose(root)
    assert told in root.findtext(f"{SVG}desc", "").replace(NO_BREAK, " ")
    # The labels do not overlap.
    xs = [number(text, "x") for text in of_class(root, "pp-strong")]
    assert all(b - a >= 20 for a, b in pairwise(xs))


def test_a_single_target() -> None:
    root = check_page(target_chart(one_target()))
    assert len(of_class(root, "pp-point")) == 1
    assert not of_class(root, "pp-ring")
    assert "87" in words(root)
    chance = percent(one_target().probability).replace(NO_BREAK, " ")
    assert f"The target 87 can be hit exactly with a chance of {chance}" in prose(root)


@pytest.mark.parametrize(
    ("weights", "marks", "notes"),
    [
        ([0] * 100, ["0 %", "20 %"], "All targets are equally hard."),
        ([100] * 100, ["80 %", "100 %"], "All targets are equally hard. The scale begins at 80 %."),
        (
            [50, 51],
            ["49.8 %", "50.0 %", "50.2 %", "50.4 %", "50.6 %", "50.8 %", "51.0 %"],
            "The scale begins at 49.8 %.",
        ),
        ([1, 100], ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"], ""),
    ],
)
def test_the_scale_of_chances_fits(weights: list[int], marks: list[str], notes: str) -> None:
    root = check_page(target_chart(with_weights(weights)))
    assert [label for label in words(root) if re.fullmatch(r"[\d.]+ %", label)] == marks
    assert notes in prose(root)
    assert bool(of_class(root, "pp-ring")) == (len(set(weights)) > 1)


@pytest.mark.parametrize(("weights", "band"), [([70, 80, 99], 0), ([100] * 9, 0), ([30, 31], 0), ([1, 100], 54)])
def test_the_scale_begins_where_the_frame_ends(weights: list[int], band: float) -> None:
    # The frame extends below the lowest mark only if the labels of the hardest targets need room there.
    root = parse(target_chart(with_weights(weights)))
    (frame,) = of_class(root, "pp-frame")
    marks = [number(text, "y") - 5 for text in of_class(root, "pp-axis") if (text.text or "").endswith("%")]
    assert number(frame, "y") + number(frame, "height") - max(marks) == pytest.approx(band, abs=0.02)
    names = [number(text, "y") for text in of_class(root, "pp-strong")]
    lowest = max(number(point, "cy") for point in of_class(root, "pp-point"))
    assert all(lowest + 20 < name < number(frame, "height") for name in names)


def test_a_chart_has_room_for_so_many_targets() -> None:
    row = some_odds().by_target[0]
    too_many = replace(some_odds(), by_target=(row,) * (MAX_TARGETS + 1))
    with pytest.raises(LimitExceededError, match=r"^5,001 targets cannot be drawn"):
        target_chart(too_many)


def test_a_deck_with_a_long_name_fits() -> None:
    deck = Deck.of("of cards " * 30, {1: 2, 2: 2})
    check_page(target_chart(odds(deck, 2, 1, 5)))


# -- formulae -------------------------------------------------------------------------------------------------------


@cache
def some_counts() -> FormulaCounts:
    return count_formulas(SUIT, 3)


def without(counts: FormulaCounts, keep: dict[int, int]) -> FormulaCounts:
    values = tuple(keep.get(value, 0) for value in range(-counts.limit, counts.limit + 1))
    return replace(counts, by_value=values)


def test_every_value_that_a_formula_has_is_a_point() -> None:
    counts = some_counts()
    root = check_page(formula_histogram(counts))
    points = of_class(root, "pp-point")
    values = [value for value in range(1, counts.limit + 1) if counts.count(value)]
    assert 0 < len(values) < counts.limit
    assert hints(points) == [f"{value:,}: {counts.count(value):,} formulae" for value in values]
    # Both axes are logarithmic.
    for name, numbers in (("cx", values), ("cy", [counts.count(value) for value in values])):
        places = [number(point, name) for point in points]
        logs = [log10(shown) for shown in numbers]
        top, bottom = logs.index(max(logs)), logs.index(min(logs))
        scale = (places[top] - places[bottom]) / (logs[top] - logs[bottom])
        assert (scale > 0) == (name == "cx")
        assert places == pytest.approx([places[top] + scale * (shown - logs[top]) for shown in logs], abs=0.05)


def test_the_law_is_drawn_and_told_with_its_crudeness() -> None:
    counts = some_counts()
    root = parse(formula_histogram(counts))
    law = fit_power_law(counts)
    slope = f"{law.slope:.2f}".replace("-", "\N{MINUS SIGN}")
    assert f"with exponent {slope} and R² {law.r_squared:.2f}. It is a crude summary" in prose(root)
    assert f"Without a point, because no formula has them: {counts.by_value[1001:].count(0):,} values." in prose(root)
    assert f"{counts.total_admissible:,} admissible formulae; {counts.between(1, 1000):,} of them" in prose(root)
    (x1, y1), (x2, y2) = (
        [float(part) for part in end.split(",")] for end in of_class(root, "pp-law")[0].attrib["points"].split()
    )
    points = of_class(root, "pp-point")
    values = [value for value in range(1, counts.limit + 1) if counts.count(value)]
    unit = (number(points[-1], "cx") - number(points[0], "cx")) / log10(values[-1] / values[0])
    most, least = (max(values, key=counts.count), min(values, key=counts.count))
    rise = (number(points[values.index(most)], "cy") - number(points[values.index(least)], "cy")) / log10(
        counts.count(most) / counts.count(least)
    )
    assert (y2 - y1) / rise / ((x2 - x1) / unit) == pytest.approx(law.slope, abs=0.01)


@rows(
    "keep, law",
    [
        ({}, "No formula has one of these values."),
        ({7: 3}, "There are too few points for a law."),
        ({7: 3, 8: 90}, "There are too few points for a law."),
        (dict.fromkeys((1, 2, 3, 25), 4), "with exponent 0.00 and R² 1.00"),
        (dict.fromkeys(range(1, 1001), 1), "with exponent 0.00 and R² 1.00"),
        ({998: 10, 999: 10**9, 1000: 10**17}, "Without a point, because no formula has them: 997 values."),
    ],
)
def test_few_values(keep: dict[int, int], law: str) -> None:
    counts = without(some_counts(), keep)
    root = check_page(formula_histogram(counts))
    assert len(of_class(root, "pp-point")) == len(keep)
    assert law in prose(root)
    assert len(of_class(root, "pp-law")) == (len(keep) > 2)
    low, high = Histogram.of(counts).decades
    assert all(10**low * 0.97 <= count <= 10**high * 1.03 for _, count in Histogram.of(counts).ends)


# -- solutions ------------------------------------------------------------------------------------------------------


def build(shape: list[tuple[int, str]], numbers: list[int]) -> Expression:
    """Combine neighbouring parts, at the places and with the operators of ``shape``, until one expression is left."""
    parts = [Expression(value) for value in numbers]
    for (place, operator), _ in zip(shape, numbers[1:], strict=False):
        i = place % (len(parts) - 1)
        sign = "+" if operator == "/" and parts[i + 1].value == 0 else operator
        parts[i : i + 2] = [Expression.combine(parts[i], sign, parts[i + 1])]
    return parts[0]


EXPRESSIONS = st.builds(
    build,
    st.lists(st.tuples(st.integers(0, 7), st.sampled_from("+-*/")), min_size=7, max_size=7),
    st.lists(st.integers(1, 1_000_000), min_size=1, max_size=MAX_NUMBERS),
)


def boxes(root: ET.Element, name: str) -> list[tuple[float, float, float, float]]:
    frames = [group.find(f"{SVG}rect") for group in of_class(root, name)]
    return [
        (number(f, "x"), number(f, "y"), number(f, "x") + number(f, "width"), number(f, "y") + number(f, "height"))
        for f in frames
        if f is not None
    ]


@given(EXPRESSIONS)
def test_a_tree_has_all_numbers_in_order_and_nothing_overlaps(expression: Expression) -> None:
    root = check_page(solution_tree(expression))
    leaves = sorted(zip(boxes(root, "pp-leaf"), hints(of_class(root, "pp-leaf")), strict=True))
    assert tuple(int(hint) for _, hint in leaves) == expression.numbers
    results = hints(of_class(root, "pp-result"))
    printed = [str(result).replace("-", "\N{MINUS SIGN}") for _, result in expression.steps]
    assert sorted(results) == sorted(printed)
    signs = Counter(text for group in of_class(root, "pp-operator") for text in group.itertext())
    translated = str.maketrans("*/-", "\N{MULTIPLICATION SIGN}\N{DIVISION SIGN}\N{MINUS SIGN}")
    assert signs == Counter(step.operator.translate(translated) for step, _ in expression.steps)
    # Each step has three lines: down from the result, and to both operands.
    assert len(of_class(root, "pp-edge")) == 3 * expression.operations
    for a, b in combinations(boxes(root, "pp-leaf") + boxes(root, "pp-result"), 2):
        assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]


@given(EXPRESSIONS)
def test_results_stand_midway_over_their_operands(expression: Expression) -> None:
    nodes = layout(expression)
    assert [node.column for node in nodes if not node.expression.operator] == list(range(len(expression.numbers)))
    for i, node in enumerate(nodes):
        below = [child for child in nodes if child.parent == i]
        if not node.expression.operator:
            assert not below
            continue
        left, right = below
        assert (left.expression, right.expression) == (node.expression.left, node.expression.right)
        assert left.level == right.level == node.level + 1
        assert left.column < node.column == (left.column + right.column) / 2 < right.column


def test_the_article_s_solution() -> None:
    root = check_page(solution_tree(parse_expression("(100+6)*9-3")))
    assert root.findtext(f"{SVG}title", "").replace(NO_BREAK, " ") == "A solution: (100 + 6) × 9 − 3 = 951"  # noqa: RUF001  # a sign that the picture prints
    assert "The steps: 100 + 6 = 106; 106 × 9 = 954; 954 − 3 = 951." in root.findtext(f"{SVG}desc", "")  # noqa: RUF001  # likewise
    shown = words(root)
    assert [line for line in shown if re.match(r"\d\.", line)] == [
        "1. 100 + 6 = 106",
        "2. 106 × 9 = 954",  # noqa: RUF001  # likewise
        "3. 954 − 3 = 951",  # noqa: RUF001  # likewise
    ]
    assert "3 steps, 4 numbers" in shown


def test_a_single_number_is_a_tree_too() -> None:
    root = check_page(solution_tree(parse_expression("7")))
    assert len(boxes(root, "pp-leaf")) == 1
    assert not of_class(root, "pp-result")
    assert not of_class(root, "pp-edge")
    assert "there is nothing to calculate" in prose(root)
    assert root.findtext(f"{SVG}title") == "A solution: 7"


def test_a_tree_has_room_for_so_many_numbers() -> None:
    check_page(solution_tree(parse_expression("+".join("12345678"))))
    with pytest.raises(LimitExceededError, match=r"^'1\+2\+3\+4\+5\+6\+7\+8\+9' has 9 numbers, .* it has room for 8$"):
        solution_tree(parse_expression("+".join("123456789")))
    # An expression with far more numbers than a picture has room for is refused, too.
    with pytest.raises(LimitExceededError, match="has 500 numbers"):
        solution_tree(parse_expression("+".join("1" * 500)))


# -- the parts ------------------------------------------------------------------------------------------------------


@given(st.fractions(0, 1000), st.fractions(0, 1000), st.integers(1, 9))
def test_round_marks_enclose_what_they_should(a: Fraction, b: Fraction, steps: int) -> None:
    low, high = min(a, b), max(a, b)
    marks = nice_range(low, high, steps)
    step = marks[1] - marks[0]
    assert marks[0] <= low
    assert high <= marks[-1]
    assert all(right - left == step for left, right in pairwise(marks))
    assert marks[0] % step == 0
    digits = f"{float(step):e}".split("e")
    assert float(digits[0]) in {1.0, 2.0, 5.0}
    # There is at most one extra mark at each end.
    assert len(marks) <= steps + 3


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(1, 20)), min_size=1, max_size=5))
def test_labels_keep_apart_and_inside(wanted: list[tuple[float, float]]) -> None:
    wanted.sort()
    widths = [width for _, width in wanted]
    middles = spread([middle for middle, _ in wanted], widths, 0, 100)
    edges = [(middle - width / 2, middle + width / 2) for middle, width in zip(middles, widths, strict=True)]
    assert edges[0][0] >= -1e-9
    assert edges[-1][1] <= 100 + 1e-9
    assert all(left[1] <= right[0] + 1e-9 for left, right in pairwise(edges))


def test_labels_with_room_stay_where_they_are() -> None:
    assert spread([10, 50, 90], [20, 20, 20], 0, 100) == [10, 50, 90]


@given(st.fractions(0, 1))
def test_only_what_is_certain_is_100_percent(chance: Fraction) -> None:
    shown = percent(chance).replace(NO_BREAK, " ")
    assert (shown == "100 %") == (chance == 1)
    assert (shown == "0 %") == (chance == 0)
    value = Fraction(shown.removeprefix("over ").removeprefix("under ").removesuffix(" %")) / 100
    assert abs(value - chance) <= Fraction(1, 10_000)


def test_the_chance_of_the_series() -> None:
    assert percent(Fraction(9417114451, 10179260000)) == f"92.51{NO_BREAK}%"
    assert percent(Fraction(1, 10**9)) == f"under 0.01{NO_BREAK}%"


def test_scales() -> None:
    assert [Scale(1, 3, 100, 200)(value) for value in (1, Fraction(3, 2), 3)] == [100, 125, 200]
    assert [Scale(1, 100, 200, 0, logarithmic=True)(value) for value in (1, 10, 100)] == [200, 100, 0]


def test_what_is_too_long_keeps_both_ends() -> None:
    assert shorten("123456789012") == "123456789012"
    assert shorten("1234567890123") == "123456…90123"
    assert len(shorten("x" * 100, 60)) == 60


@rows("numbers", range(1, MAX_NUMBERS + 1))
def test_the_squares_of_a_map_fit_into_their_cells(numbers: int) -> None:
    shares = [fill_share(count, numbers) for count in range(1, numbers + 1)]
    assert shares == sorted(set(shares))
    assert shares[0] > 0.28
    assert shares[-1] == pytest.approx(1)


# -- all pictures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "draw",
    [
        lambda: heat_map(reach([3, 6, 9, 10, 50, 100])),
        lambda: target_chart(some_odds()),
        lambda: formula_histogram(some_counts()),
        lambda: solution_tree(parse_expression("(100+6)*9-3")),
    ],
    ids=["heat_map", "target_chart", "formula_histogram", "solution_tree"],
)
def test_pictures_are_the_same_every_time_and_fit_a_telephone(draw: Callable[[], str]) -> None:
    picture = draw()
    assert picture == draw()
    assert number(parse(picture), "width") == 640


@pytest.mark.full
def test_the_example_draws_the_pictures(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, str(ROOT / "examples/draw_pursuit.py"), str(tmp_path)], check=True, capture_output=True
    )
    pictures = {path.stem: check_page(path.read_text(encoding="utf-8")) for path in tmp_path.iterdir()}
    assert set(pictures) == {f"pursuit-{name}" for name in ("reach", "harder", "targets", "formulae", "solution")}
    assert "can be hit exactly with a chance of 92.51 %" in prose(pictures["pursuit-targets"])
    assert "208,884,603,985,492 admissible formulae; 90,794,881,103,240 of them" in prose(pictures["pursuit-formulae"])
    assert "1,000 of the 1,000 targets" in prose(pictures["pursuit-reach"])
