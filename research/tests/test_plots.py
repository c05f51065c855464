"""Test the matplotlib versions of the pictures, and that no figure stays open."""

import io
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.pursuit.deal.deals import SUIT
from perfectplay.pursuit.expressions import parse_expression
from perfectplay.pursuit.odds import Odds, odds
from perfectplay.pursuit.pictures.common import COLOURS, INSIDE, MAX_TARGETS
from perfectplay.pursuit.reach import Reach, reach
from perfectplay.pursuit.rules import Rules
from perfectplay.pursuit.search.counting import FormulaCounts, count_formulas, fit_power_law
from perfectplay_research.plots import formula_histogram, heat_map, solution_tree, target_chart
from tests.tables import rows


@cache
def some_odds() -> Odds:
    return odds(SUIT, 4, 1, 200)


@cache
def some_counts() -> FormulaCounts:
    return count_formulas(SUIT, 3)


def drawn(figure: Figure) -> bytes:
    """Render the figure, because matplotlib places its texts only then."""
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=50)
    return file.getvalue()


def axes_of(figure: Figure) -> Any:
    """Return the only axes of a figure, with a narrower type than matplotlib declares."""
    (axes,) = figure.axes
    return axes


def points(figure: Figure) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in axes_of(figure).collections[0].get_offsets()]


FIGURES: dict[str, Callable[[], Figure]] = {
    "the article's deal": lambda: heat_map(reach([3, 6, 9, 10, 50, 100])),
    "a deal with gaps": lambda: heat_map(reach([1, 3, 4, 7, 9, 9])),
    "a few targets": lambda: heat_map(reach([3, 7, 8, 25], 180, 240, Rules(use_all=True))),
    "one target": lambda: heat_map(reach([5], 7, 7)),
    "eight numbers": lambda: heat_map(reach([1, 1, 2, 2, 3, 10, 25, 100], 1, 3000)),
    "odds": lambda: target_chart(some_odds()),
    "odds of one target": lambda: target_chart(odds(SUIT, 3, 87, 87)),
    "equal odds": lambda: target_chart(odds(SUIT, 1, 501, 600)),
    "formulae": lambda: formula_histogram(some_counts()),
    "no formulae": lambda: formula_histogram(replace(some_counts(), by_value=(0,) * 2001)),
    "a solution": lambda: solution_tree(parse_expression("(100+6)*9-3")),
    "a number": lambda: solution_tree(parse_expression("7")),
    "a long solution": lambda: solution_tree(parse_expression("((1+2)*(3+4)-(5-60)/11)*8")),
    "fractions": lambda: solution_tree(parse_expression("8/(3-8/3)")),
}


@rows("name", FIGURES)
def test_figures_can_be_saved(name: str) -> None:
    assert drawn(FIGURES[name]()).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("numbers", "low", "high"),
    [((1, 3, 4, 7, 9, 9), 1, 1000), ((5,), 7, 7), ((2, 3, 25), 51, 160), ((1, 1, 2, 2, 3, 10, 25, 100), 1, 3000)],
)
def test_a_map_has_a_square_for_every_target(numbers: tuple[int, ...], low: int, high: int) -> None:
    found = reach(numbers, low, high)
    figure = heat_map(found)
    axes = axes_of(figure)
    kinds = [group for group in axes.collections if isinstance(group, PatchCollection)]
    sizes = [len(group.get_paths()) for group in kinds]
    assert sizes == [found.fewest.count(kind) for kind in (*range(1, len(numbers) + 1), 0)]
    faces: list[Any] = [group.get_facecolor() for group in kinds]
    colours = [to_hex(face[0]) for face in faces]
    assert colours == [*COLOURS[: len(numbers)], INSIDE]
    (crosses,) = (group for group in axes.collections if isinstance(group, LineCollection))
    assert len(crosses.get_segments()) == 2 * len(found.missing)
    legend = [text.get_text() for text in figure.legends[0].get_texts()]
    assert [int(text.rpartition(": ")[2].replace(",", "")) for text in legend] == sizes
    # All squares lie within the axes, and no two have the same position.
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    middles = set()
    for group in kinds:
        for path in group.get_paths():
            box = path.get_extents()
            assert left < box.x0 < box.x1 < right
            assert top < box.y0 < box.y1 < bottom
            middles.add((round((box.x0 + box.x1) / 2, 6), round((box.y0 + box.y1) / 2, 6)))
    assert len(middles) == high - low + 1


def test_the_chart_has_exact_chances() -> None:
    found = some_odds()
    figure = target_chart(found)
    axes = axes_of(figure)
    assert points(figure) == [(row.target, float(Fraction(row.weight, found.deals))) for row in found.by_target]
    named = {text.get_text() for text in axes.texts}
    assert named == {str(row.target) for row in found.hardest(5)}
    assert set(axes.lines[0].get_ydata()) == {float(found.probability)}
    (low, high), (first, last) = axes.get_ylim(), axes.get_xlim()
    assert all(first < x < last and low < y < high for x, y in points(figure))


def test_the_histogram_has_its_law() -> None:
    counts = some_counts()
    figure = formula_histogram(counts)
    axes = axes_of(figure)
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    assert points(figure) == [(value, counts.count(value)) for value in range(1, 1001) if counts.count(value)]
    law = fit_power_law(counts)
    (x1, x2), (y1, y2) = axes.lines[0].get_data()
    assert y2 / y1 == pytest.approx((x2 / x1) ** law.slope)
    assert f"exponent \N{MINUS SIGN}{-law.slope:.2f}" in axes.get_xlabel()
    assert "crude" in axes.get_xlabel()


def test_nothing_counted_has_no_law() -> None:
    figure = formula_histogram(replace(some_counts(), by_value=(0,) * 2001))
    assert points(figure) == []
    assert "No formula has one of these values." in axes_of(figure).get_xlabel()


def test_a_tree_has_all_numbers_and_operators() -> None:
    axes = axes_of(solution_tree(parse_expression("(100+6)*9-3")))
    assert sorted(text.get_text() for text in axes.texts) == sorted(
        ["100", "6", "106", "9", "954", "3", "951", "+", "×", "−"]  # noqa: RUF001  # as they are printed
    )
    assert axes.get_title().replace("\u00a0", " ") == "(100 + 6) × 9 − 3 = 951"  # noqa: RUF001  # likewise
    assert [text.get_text() for text in axes_of(solution_tree(parse_expression("7"))).texts] == ["7"]


def test_what_cannot_be_drawn_is_refused_in_one_line() -> None:
    with pytest.raises(LimitExceededError, match="5,001 targets cannot be drawn"):
        heat_map(reach([1, 2, 3], 1, MAX_TARGETS + 1))
    with pytest.raises(InvalidPositionError, match="must hold a number from 0 to 2"):
        heat_map(Reach(numbers=(1, 2), rules=Rules(), low=1, high=3, fewest=(1, 2)))
    with pytest.raises(LimitExceededError, match="has 9 numbers, too many for a tree"):
        solution_tree(parse_expression("+".join("123456789")))


def test_pyplot_is_left_alone() -> None:
    code = "import sys, perfectplay_research.plots\nassert 'matplotlib.pyplot' not in sys.modules\n"
    subprocess.run([sys.executable, "-c", code], check=True)
