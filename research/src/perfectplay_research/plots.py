"""The pictures of `perfectplay.pursuit.pictures.svg` as matplotlib figures, which can be changed and combined.

The figures are not registered with pyplot: end a notebook cell with a figure to show it, or call its ``savefig``.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from matplotlib import collections, lines, patches
from matplotlib.figure import Figure

from perfectplay.pictures.scales import spread
from perfectplay.pursuit.expressions import Expression
from perfectplay.pursuit.odds import Odds
from perfectplay.pursuit.pictures.common import (
    COLOURS,
    INSIDE,
    OUT_OF_REACH,
    fill_share,
    shorten,
    typeset,
)
from perfectplay.pursuit.pictures.data import Chances, Grid, Histogram, layout
from perfectplay.pursuit.reach import Reach
from perfectplay.pursuit.search.counting import FormulaCounts

__all__ = ["formula_histogram", "heat_map", "solution_tree", "target_chart"]

_DOT = {"s": 4, "color": "#2d6ca8", "alpha": 0.75, "linewidths": 0, "zorder": 3}
_LAW = {"color": OUT_OF_REACH, "linestyle": "--", "linewidth": 1.8}
# Width in inches of the widest letter of a label, at the font sizes of these plots.
_LETTER = 0.11


def heat_map(reach: Reach) -> Figure:
    """Plot all targets of a deal as a grid of squares, which show the fewest numbers that reach each target.

    Parameters
    ----------
    reach
        The targets that the deal reaches, out of at most `perfectplay.pursuit.pictures.common.MAX_TARGETS`.

    Returns
    -------
    matplotlib.figure.Figure
        A square is larger if its target needs more numbers; targets that cannot be reached are crossed out.

    Raises
    ------
    InvalidPositionError
        If there is not one number for each target.
    LimitExceededError
        If there are too many targets.
    """
    grid = Grid.of(reach)
    rows = len(grid.bases)
    figure, axes = _figure(9.0, 1.9 + rows * 8 / grid.columns if grid.columns > 10 else 1.9 + rows * 0.4)
    numbers = len(reach.numbers)
    squares: list[list[Any]] = [[] for _ in grid.counts]
    for target, fewest in enumerate(reach.fewest, reach.low):
        row, column = grid.place(target)
        side = 0.94 * (fill_share(fewest, numbers) if fewest else 1)
        squares[fewest].append(patches.Rectangle((column + 1 - side / 2, row - side / 2), side, side))
    handles = []
    for kind, words in grid.legend:
        colour = COLOURS[kind - 1] if kind else OUT_OF_REACH
        face = colour if kind else INSIDE
        axes.add_collection(collections.PatchCollection(squares[kind], facecolor=face, linewidth=0, label=words))
        size = 13 * (fill_share(kind, numbers) if kind else 0.7)
        handles.append(
            lines.Line2D([], [], linestyle="", marker="s" if kind else "x", color=colour, markersize=size, label=words)
        )
    crosses = [grid.place(target) for target in reach.missing]
    segments = [
        [(column + 1 - arm, row - 0.3), (column + 1 + arm, row + 0.3)] for row, column in crosses for arm in (0.3, -0.3)
    ]
    axes.add_collection(collections.LineCollection(segments, colors=OUT_OF_REACH, linewidths=1))
    axes.set(xlim=(0.4, grid.columns + 0.6), ylim=(rows - 0.4, -0.6), aspect="equal")
    labels = grid.label_rows(1 if grid.columns == 10 else 2)
    axes.set_xticks(grid.column_labels)
    axes.set_yticks(list(labels), list(labels.values()))
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("a target is the number at the left plus the number above")
    figure.suptitle(f"{grid.deal}: targets in reach\n{grid.share}", fontsize="medium")
    figure.legend(handles=handles, loc="outside lower center", ncols=4, frameon=False)
    return figure


def target_chart(odds: Odds) -> Figure:
    """Plot the chance of every target, and name the hardest ones.

    Parameters
    ----------
    odds
        The odds of a deck, for at most `perfectplay.pursuit.pictures.common.MAX_TARGETS` targets.

    Returns
    -------
    matplotlib.figure.Figure
        A point for each target, and a dashed line at the chance over all of them.

    Raises
    ------
    LimitExceededError
        If there are too many targets.
    """
    chances = Chances.of(odds)
    figure, axes = _figure(9.0, 5.2)
    axes.scatter([row.target for row in odds.by_target], [float(chance) for chance in chances.all], **_DOT)
    axes.axhline(float(odds.probability), label=chances.lines[0].rpartition(",")[0], **_LAW)
    marks = [float(mark) for mark in chances.marks]
    axes.set_yticks(marks, chances.mark_labels)
    step = marks[1] - marks[0]
    # Leave space below all points for the names of the hardest targets; without names, points may lie on the edge.
    band = (marks[-1] - marks[0]) * 0.2 if chances.needs_band else 0.0
    lowest = marks[0] - (band if chances.hardest else step / 10)
    axes.set_ylim(lowest, marks[-1] + step / 5)
    low, high = (odds.low, odds.high) if odds.low < odds.high else (odds.low - 1, odds.high + 1)
    slack = (high - low) / 50
    axes.set_xlim(low - slack, high + slack)
    if odds.low == odds.high:
        axes.set_xticks([odds.low])
    labels = sorted(chances.hardest)
    widths = [(len(str(target)) + 1) * _LETTER / 8 * (high - low) for target, _ in labels]
    middles = spread([float(target) for target, _ in labels], widths, low, high)
    for (target, chance), middle in zip(labels, middles, strict=True):
        axes.annotate(
            f"{target:,}",
            (target, float(chance)),
            (middle, lowest + (marks[-1] - marks[0]) * 0.03),
            ha="center",
            fontweight="bold",
            arrowprops={"arrowstyle": "-", "color": "#8b8678", "shrinkB": 4},
        )
    axes.scatter(
        [target for target, _ in labels],
        [float(chance) for _, chance in labels],
        s=36,
        facecolors="none",
        edgecolors=OUT_OF_REACH,
    )
    _finish(
        axes,
        f"{chances.name}: chance by target",
        "target",
        "chance to hit it exactly",
        chances.notes,
    )
    figure.legend(loc="outside lower left", frameon=False)
    return figure


def formula_histogram(counts: FormulaCounts) -> Figure:
    """Plot how many admissible formulae have each value from 1 on, on logarithmic axes, with the fitted power law.

    Parameters
    ----------
    counts
        The formulae of a deck.

    Returns
    -------
    matplotlib.figure.Figure
        A point for each value that a formula has.
    """
    histogram = Histogram.of(counts)
    figure, axes = _figure(9.0, 5.2)
    axes.set(xscale="log", yscale="log")
    axes.scatter([value for value, _ in histogram.points], [count for _, count in histogram.points], **_DOT)
    axes.plot([value for value, _ in histogram.ends], [count for _, count in histogram.ends], **_LAW)
    low, high = histogram.decades
    axes.set_xlim(0.9, counts.limit * 1.1)
    axes.set_ylim(10.0**low / 1.1, 10.0**high * 1.1)
    _finish(
        axes,
        f"{histogram.name}: formulae by value",
        "value",
        "admissible formulae",
        (*histogram.lines, *histogram.notes),
    )
    return figure


def solution_tree(expression: Expression) -> Figure:
    """Plot a solution as a tree: the numbers of the deal are its leaves, and every result stands over its operands.

    Parameters
    ----------
    expression
        An expression with at most `perfectplay.pursuit.rules.MAX_NUMBERS` numbers.

    Returns
    -------
    matplotlib.figure.Figure
        Square boxes are numbers of the deal and round ones results; circles between them are operators.

    Raises
    ------
    LimitExceededError
        If there are too many numbers.
    """
    nodes = layout(expression)
    labels = [shorten(typeset(str(node.expression.value))) for node in nodes]
    columns, levels = max(node.column for node in nodes), max(node.level for node in nodes)
    pitch = 0.35 + max(map(len, labels)) * _LETTER * 1.3
    figure, axes = _figure(max(5.0, (columns + 1) * pitch), 1.4 + levels * 0.95)
    for node, label in zip(nodes, labels, strict=True):
        x, y = node.column, -float(node.level)
        is_leaf = not node.expression.operator
        if node.parent >= 0:
            above = nodes[node.parent]
            axes.plot([above.column, x], [0.55 - node.level, y], color="#8b8678", zorder=1)
        if not is_leaf:
            axes.plot([x, x], [y, y - 0.45], color="#8b8678", zorder=1)
            sign = typeset(f" {node.expression.operator} ").strip()
            circle = {"boxstyle": "circle", "facecolor": "#1c2430", "edgecolor": "none"}
            axes.text(x, y - 0.45, sign, ha="center", va="center", color="white", bbox=circle)
        box = {
            "boxstyle": "square,pad=0.5" if is_leaf else "round,pad=0.5,rounding_size=0.9",
            "facecolor": "#fff6d8" if is_leaf else "#e3eefb",
            "edgecolor": "#a57c14" if is_leaf else "#5f8fc0" if node.parent >= 0 else "#1c2430",
        }
        axes.text(x, y, label, ha="center", va="center", fontweight="bold", bbox=box)
    axes.set(xlim=(-0.5, columns + 0.5), ylim=(-levels - 0.4, 0.4))
    axes.set_axis_off()
    value = typeset(str(expression.value))
    axes.set_title(f"{expression.pretty()} = {value}" if expression.operator else value, wrap=True)
    return figure


def _figure(width: float, height: float) -> tuple[Figure, Any]:
    """Make a figure with one pair of axes; the size is in inches."""
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def _finish(axes: Any, title: str, across: str, upwards: str, notes: Sequence[str]) -> None:
    """Label the axes, and write the notes below them."""
    axes.set_title(title)
    axes.set_ylabel(upwards)
    axes.grid(visible=True, color="#e2ded2", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_xlabel("\n".join((across, *(line for note in notes for line in wrap(note, 105)))))
