"""Pictures of arithmetical pursuit as SVG: the targets of a deal, their difficulty, formulae, and solutions.

Source: "Finally On An Arithmetical Pursuit", www.thusspakeak.com (2015), for the number of formulae by value and its
power law.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.text.texts import grouped, say, say_counted, translate
from perfectplay.pictures.charts import INNER, SMALL, Chart, Curve, line_chart, text
from perfectplay.pictures.scales import NO_BREAK, Scale, nice_range, power_of_ten, share_labels, spread, text_width
from perfectplay.pictures.svg import Element, format_number
from perfectplay.pursuit.distribution import Distribution
from perfectplay.pursuit.expressions import Expression
from perfectplay.pursuit.odds import Odds
from perfectplay.pursuit.pictures.common import check_targets, fill_share, page, percent, rules_line, shorten, typeset
from perfectplay.pursuit.pictures.data import Chances, Grid, Histogram, Node, deck_name, layout, numbers, reached_with
from perfectplay.pursuit.reach import Reach, reach
from perfectplay.pursuit.rules import PursuitPosition
from perfectplay.pursuit.search.counting import FormulaCounts
from perfectplay.pursuit.solve import PursuitResult

if TYPE_CHECKING:
    from perfectplay.pursuit.questions.explain import PursuitExplanation

_MAPPED = 6
"""Maximum size of a deal whose map is drawn by default; this size takes about ten milliseconds."""

__all__ = ["deal_chart", "draw", "formula_histogram", "heat_map", "reason_map", "solution_tree", "target_chart"]

_LABEL = 0.62
_TOP = 24
_GAP = 3
_SWATCH = 20
_LEGEND_LINE = 27
_PLOT_HEIGHT = 330
_BAND = 54
_BELOW = 52
_DOT = 1.9
_BOX = 38
_LEVEL = 104
_CARD_TEXT = 18
_OPERATOR = 14


def draw(position: PursuitPosition, result: PursuitResult | None) -> str:
    """Draw a result's solution as a tree or, without a result, the map of all targets that the table can reach.

    Raises `LimitExceededError` if a result has no solution to draw. Without a result, it is raised for more than six
    numbers, for fractions and for numbers below 1.

    >>> from perfectplay.pursuit.rules import PursuitPosition
    >>> draw(PursuitPosition.new([3, 6, 9], 51), None)[:4]
    '<svg'
    """
    if result is not None and result.expression is not None:
        return solution_tree(result.expression)
    numbers = [int(number) for number in position.table if number.denominator == 1 and number > 0]
    whole = len(numbers) == len(position.table) <= _MAPPED and not position.rules.fractions
    if result is not None or not whole:
        raise LimitExceededError(
            "there is no picture of {id}; {most} positive integers or fewer have one",
            id=quote(position.id),
            most=_MAPPED,
        )
    return heat_map(reach(numbers, rules=position.rules))


def reason_map(answer: PursuitExplanation) -> str:
    """Draw the map of targets with a ring around the deal's target, and add the reason why no answer is closer.

    >>> from perfectplay.pursuit.questions.explain import ExplainDeal
    >>> "pp-ring" in reason_map(ExplainDeal(position=PursuitPosition.new([3, 6, 9], 52)).answer())
    True
    """
    deal = PursuitPosition.from_id(answer.position)
    around = reach(deal.numbers, answer.low, answer.high, deal.rules)
    notes = [*map(translate, answer.text), say("Ring: the target {target:,}.", target=deal.target)]
    return heat_map(around, ringed=deal.target, notes=notes)


def heat_map(reach: Reach, *, ringed: int | None = None, notes: Sequence[str] = ()) -> str:
    """Draw, as SVG, a grid of at most `MAX_TARGETS` targets that shows the fewest numbers that reach each one.

    The more numbers a target needs, the larger its square, and the darker on a light page; targets out of reach are
    crossed out. The target ``ringed`` has a ring, and ``notes`` are additional lines of text at the bottom.

    >>> from perfectplay.pursuit.reach import reach
    >>> heat_map(reach([3, 6, 9]))[:4]
    '<svg'
    """
    grid = Grid.of(reach)
    gutter = text_width(grouped(grid.bases[-1]), SMALL, _LABEL) + 8
    gaps = _GAP * (grid.columns // 10 - 1)
    cell = min(24.0, (INNER - gutter - gaps) / grid.columns)
    cells = [
        text(gutter + cell * (column - 0.5) + _GAP * ((column - 1) // 10), 14, str(column), "pp-axis", "middle")
        for column in grid.column_labels
    ]
    for row, label in grid.label_rows(1 if cell > SMALL else 2).items():
        cells.append(text(gutter - 8, _TOP + cell * (row + 0.5) + SMALL * 0.36, label, "pp-axis", "end"))
    kinds = [Element("g", {"class": _kind(fewest)}) for fewest in range(len(grid.counts))]
    rings: list[Element] = []
    for target, fewest in enumerate(reach.fewest, reach.low):
        row, column = grid.place(target)
        x, y = gutter + cell * column + _GAP * (column // 10), _TOP + cell * row
        hint = say("{target:,}: {what}", target=target, what=reached_with(fewest))
        kinds[fewest].add(*_cell(x, y, cell, fewest, len(reach.numbers), hint))
        if target == ringed:
            ring: dict[str, str | float] = {"cx": x + cell / 2, "cy": y + cell / 2, "r": cell * 0.9}
            rings.append(Element("circle", {"class": "pp-ring", **ring}))
    left = (INNER - gutter - cell * grid.columns - gaps) / 2
    moved = Element("g", {"transform": f"translate({format_number(left)} 0)"}, [*cells, *kinds, *rings])
    legend, bottom = _legend(grid, _TOP + cell * len(grid.bases) + 20)
    description = "; ".join(words for _, words in grid.legend)
    return page(
        say("The deal {deal}: {share}", deal=grid.deal, share=grid.share),
        say(
            "A grid of targets, each marked by the fewest numbers that reach it. {told}. {missing}",
            told=description,
            missing=grid.missing(30),
        ).rstrip(),
        say("{deal}: targets in reach", deal=grid.deal),
        [grid.share, *rules_line(reach.rules)],
        [moved, *legend],
        (INNER, bottom),
        [say("A target is the number at the left plus the number above."), *filter(None, [grid.missing(12)]), *notes],
    )


def _kind(fewest: int) -> str:
    return f"pp-n{fewest}" if fewest else "pp-none"


def _cell(x: float, y: float, size: float, fewest: int, numbers: int, hint: str = "") -> Iterator[Element]:
    """Draw a target as a square or, if it is out of reach, as a cross in a filled cell."""
    side = size * fill_share(fewest, numbers) - 0.6 if fewest else size - 0.6
    edge = (size - side) / 2
    title = [Element("title", {}, [hint])] if hint else []
    yield Element("rect", {"x": x + edge, "y": y + edge, "width": side, "height": side}, [*title])
    if not fewest:
        a, b = format_number(x + size * 0.2), format_number(x + size * 0.8)
        c, d = format_number(y + size * 0.2), format_number(y + size * 0.8)
        # The cross covers its cell, so it needs the same tooltip.
        yield Element("path", {"d": f"M{a} {c}L{b} {d}M{a} {d}L{b} {c}"}, [*title])


def _legend(grid: Grid, top: float) -> tuple[list[Element], float]:
    """Draw the legend; also return the vertical position of its lower edge."""
    elements, x, y = [], 0.0, top
    for fewest, words in grid.legend:
        width = _SWATCH + 8 + text_width(words, 16, _LABEL)
        if x + width > INNER:
            x, y = 0.0, y + _LEGEND_LINE
        swatch = Element("g", {"class": _kind(fewest)})
        elements.append(swatch.add(*_cell(x, y, _SWATCH, fewest, len(grid.counts) - 1)))
        elements.append(text(x + _SWATCH + 8, y + 16, words, "pp-note"))
        x += max(width + 14, INNER / 3)
    return elements, y + _SWATCH


def target_chart(odds: Odds) -> str:
    """Draw, as SVG, the chances of at most `MAX_TARGETS` targets, with the names of the hardest ones.

    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.odds import odds
    >>> target_chart(odds(SUIT, 2, 1, 100))[:4]
    '<svg'
    """
    chances = Chances.of(odds)
    gutter = max(text_width(label, SMALL, _LABEL) for label in chances.mark_labels) + 10
    x = _targets(odds.low, odds.high, gutter)
    y = Scale(chances.marks[0], chances.marks[-1], _PLOT_HEIGHT - (_BAND if chances.needs_band else 0), 14)
    across = [(x(mark), grouped(int(mark))) for mark in nice_range(x.low, x.high, 5) if odds.low <= mark <= odds.high]
    upwards = [(y(mark), label) for mark, label in zip(chances.marks, chances.mark_labels, strict=True)]
    drawing = _axes(x, across, upwards, gutter, say("target"))
    level = y(odds.probability)
    drawing.append(Element("line", {"class": "pp-law", "x1": gutter, "x2": INNER, "y1": level, "y2": level}))
    drawing += [
        _dot(
            x(row.target),
            y(chance),
            say(
                "{target:,}: {weight:,} of {deals:,} deals, {chance}",
                target=row.target,
                weight=row.weight,
                deals=odds.deals,
                chance=percent(chance),
            ),
        )
        for row, chance in zip(odds.by_target, chances.all, strict=True)
    ]
    labels = sorted(chances.hardest)
    widths = [text_width(grouped(target), SMALL) + 8 for target, _ in labels]
    middles = spread([x(target) for target, _ in labels], widths, gutter, INNER)
    for (target, chance), middle in zip(labels, middles, strict=True):
        px, py = x(target), y(chance)
        points = f"{format_number(px)},{format_number(py + 6)} {format_number(middle)},{_PLOT_HEIGHT - 26}"
        drawing += [
            Element("polyline", {"class": "pp-leader", "points": points}),
            Element("circle", {"class": "pp-ring", "cx": px, "cy": py, "r": 5}),
            text(middle, _PLOT_HEIGHT - 10, grouped(target), "pp-strong", "middle"),
        ]
    return page(
        say("Chance by target: {name}", name=chances.name),
        say(
            "A chart of the chance to hit each target exactly, over {deals:,} deals. {told} "
            "The best chance is {chance}.",
            deals=odds.deals,
            told=" ".join((*chances.lines, *chances.notes)),
            chance=percent(max(chances.all)),
        ),
        say("{name}: chance by target", name=chances.name),
        chances.lines,
        drawing,
        (INNER, _PLOT_HEIGHT + _BELOW),
        chances.notes,
    )


def _targets(low: int, high: int, gutter: float) -> Scale:
    """Return the horizontal scale of the targets; if there is a single target, it is in the middle."""
    if low == high:
        return Scale(low - 1, high + 1, gutter, INNER)
    return Scale(low, high, gutter + 8, INNER - 8)


def _axes(
    x: Scale, across: Sequence[tuple[float, str]], upwards: Sequence[tuple[float, str]], gutter: float, name: str
) -> list[Element]:
    """Draw a frame, lines at the marks and their labels."""
    elements = []
    for position, label in upwards:
        elements.append(
            Element("line", {"class": "pp-grid", "x1": gutter, "x2": INNER, "y1": position, "y2": position})
        )
        elements.append(text(gutter - 7, position + 5, label, "pp-axis", "end"))
    for position, label in across:
        elements.append(
            Element("line", {"class": "pp-grid", "x1": position, "x2": position, "y1": 0, "y2": _PLOT_HEIGHT})
        )
        # Align the last label to the right if it would stick out of the picture when centred below its mark.
        end = position + text_width(label, SMALL, _LABEL) / 2 > INNER
        elements.append(
            text(INNER if end else position, _PLOT_HEIGHT + 20, label, "pp-axis", "end" if end else "middle")
        )
    frame: dict[str, str | float] = {"x": gutter, "y": 0, "width": INNER - gutter, "height": _PLOT_HEIGHT}
    elements.append(Element("rect", {"class": "pp-frame", **frame}))
    elements.append(text((x.start + x.stop) / 2, _PLOT_HEIGHT + 44, name, "pp-axis", "middle"))
    return elements


def _dot(x: float, y: float, hint: str) -> Element:
    return Element("circle", {"class": "pp-point", "cx": x, "cy": y, "r": _DOT}, [Element("title", {}, [hint])])


def formula_histogram(counts: FormulaCounts) -> str:
    """Draw how many admissible formulae have each value from 1 on, on logarithmic axes, with the fitted power law.

    >>> from perfectplay.pursuit.search.counting import count_formulas
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> formula_histogram(count_formulas(SUIT, 3))[:4]
    '<svg'
    """
    histogram = Histogram.of(counts)
    low, high = histogram.decades
    labels = [power_of_ten(exponent) for exponent in range(low, high + 1)]
    gutter = max(text_width(label, SMALL, _LABEL) for label in labels) + 10
    x = Scale(1, max(counts.limit, 2), gutter + 8, INNER - 8, logarithmic=True)
    y = Scale(Fraction(10) ** low, Fraction(10) ** high, _PLOT_HEIGHT - 8, 8, logarithmic=True)
    every = -(-(high - low) // 8)
    upwards = [(y(Fraction(10) ** (low + i)), label) for i, label in enumerate(labels) if i % every == 0]
    across = [(x(10**power), grouped(10**power)) for power in range(len(str(counts.limit)))]
    drawing = _axes(x, across, upwards, gutter, say("value"))
    drawing += [
        _dot(x(value), y(count), say("{value:,}: {count:,} formulae", value=value, count=count))
        for value, count in histogram.points
    ]
    if histogram.ends:
        ends = " ".join(f"{format_number(x(v))},{format_number(y(count))}" for v, count in histogram.ends)
        drawing.append(Element("polyline", {"class": "pp-law", "points": ends}))
    return page(
        say("Formulae by value: {name}", name=histogram.name),
        say(
            "A chart on logarithmic axes of how many admissible formulae have each value from 1 to {limit:,}. {told}",
            limit=counts.limit,
            told=" ".join((*histogram.lines, *histogram.notes)),
        ),
        say("{name}: formulae by value", name=histogram.name),
        histogram.lines,
        drawing,
        (INNER, _PLOT_HEIGHT + _BELOW),
        [say("Both scales are logarithmic."), *histogram.notes],
    )


def solution_tree(expression: Expression) -> str:
    """Draw a solution as a tree whose leaves are numbers of the deal, with every result above its operands.

    >>> from perfectplay.pursuit.expressions import parse_expression
    >>> "100 + 6 = 106" in solution_tree(parse_expression("(100+6)*9-3"))
    True
    """
    nodes = layout(expression)
    widths = [max(48.0, text_width(_shown(node), _CARD_TEXT) + 18) for node in nodes]
    leaf = max(width for node, width in zip(nodes, widths, strict=True) if not node.expression.operator)
    # Results are at least two columns apart; a result and a number of the deal are at least one and a half apart.
    result = max((width for node, width in zip(nodes, widths, strict=True) if node.expression.operator), default=0.0)
    pitch = max(leaf + 18, ((leaf + result) / 2 + 18) / 1.5, (result + 18) / 2)
    first = (widths[0] if len(nodes) == 1 else max(leaf, result)) / 2 + 2
    places = [(first + pitch * node.column, _BOX / 2 + 2 + _LEVEL * node.level) for node in nodes]
    edges: list[Element] = []
    boxes: list[Element] = []
    for node, (x, y), width in zip(nodes, places, widths, strict=True):
        if node.parent >= 0:
            above_x, above_y = places[node.parent]
            joint = above_y + _BOX / 2 + 24
            line: dict[str, str | float] = {"x1": above_x, "y1": joint, "x2": x, "y2": y - _BOX / 2}
            edges.append(Element("line", {"class": "pp-edge", **line}))
        boxes += _box(node, x, y, width)
        if node.expression.operator:
            joint = y + _BOX / 2 + 24
            edges.append(Element("line", {"class": "pp-edge", "x1": x, "x2": x, "y1": y + _BOX / 2, "y2": joint}))
            circle = Element("circle", {"cx": x, "cy": joint, "r": _OPERATOR})
            sign = text(x, joint + 6, typeset(f" {node.expression.operator} ").strip(), "", "middle")
            sign.attributes["style"] = "font-size: 18px"
            boxes.append(Element("g", {"class": "pp-operator"}, [circle, sign]))
    size = (
        first * 2 + pitch * max(node.column for node in nodes),
        _BOX + 4.0 + _LEVEL * max(node.level for node in nodes),
    )
    steps = [typeset(line) for line in expression.step_lines]
    shown = f"{expression.pretty()} ={NO_BREAK}{typeset(str(expression.value))}"
    used = numbers(len(expression.numbers))
    summary = f"{say_counted(len(steps), '{count:,} step', '{count:,} steps')}, {used}"
    if not steps:
        shown = str(expression.value)
        notes = [say("It is one of the numbers of the deal: there is nothing to calculate.")]
    else:
        notes = [f"{i}. {line}" for i, line in enumerate(steps, 1)]
    description = say("The steps: {steps}.", steps="; ".join(steps)) if steps else notes[0]
    return page(
        say("A solution: {shown}", shown=shown),
        say("A tree with {numbers} of the deal as leaves. {told}", numbers=used, told=description),
        shown,
        [summary],
        [*edges, *boxes],
        size,
        notes,
    )


def _shown(node: Node) -> str:
    return shorten(typeset(str(node.expression.value)))


def _box(node: Node, x: float, y: float, width: float) -> Iterator[Element]:
    """Draw a number of the deal as a card, or the result of a step as a round box."""
    is_leaf = not node.expression.operator
    class_ = "pp-leaf" if is_leaf else "pp-result" if node.parent >= 0 else "pp-result pp-root"
    frame: dict[str, str | float] = {
        "x": x - width / 2,
        "y": y - _BOX / 2,
        "width": width,
        "height": _BOX,
        "rx": 3 if is_leaf else _BOX / 2,
    }
    label = text(x, y + 6.5, _shown(node), "pp-strong", "middle")
    label.attributes["style"] = f"font-size: {_CARD_TEXT}px"
    hint = Element("title", {}, [typeset(str(node.expression.value))])
    yield Element("g", {"class": class_}, [hint, Element("rect", frame), label])


def deal_chart(distribution: Distribution) -> str:
    """Draw, as SVG, the share of deals that hit at least n targets, as a curve over n.

    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.distribution import distribution
    >>> from perfectplay.pursuit.odds import odds
    >>> deal_chart(distribution(odds(SUIT, 2, 1, 10)))[:4]
    '<svg'
    """
    odds = distribution.odds
    size = odds.high - odds.low + 1
    check_targets(size)
    curves = [
        Curve(say("all deals"), tuple(_steps(distribution, distinct=False)), 0),
        Curve(say("different deals"), tuple(_steps(distribution, distinct=True)), 1),
    ]
    marks = nice_range(Fraction(0), Fraction(1), 6)
    tenths = sorted({-(-size * tenth // 10) for tenth in range(11)})
    hints = tuple((targets, _hint(distribution, targets)) for targets in tenths)
    name = f"{deck_name(odds.deck)}, {numbers(odds.numbers)}"
    heading = say("{name}: targets by deal", name=name)
    half, mean = grouped(distribution.median), grouped(round(distribution.mean))
    lines = (
        say(
            "Of the {size:,} targets from {low:,} to {high:,}, a random deal hits {mean} on average, and half of all "
            "deals hit {half} or more.",
            size=size,
            low=odds.low,
            high=odds.high,
            mean=mean,
            half=half,
        ),
        *rules_line(odds.rules),
    )
    certain = say("All targets: {share} of all deals.", share=percent(Fraction(odds.certain_weight, odds.deals)))
    note = say("Dashed: each deal that differs in its numbers counts once, however often it is dealt.")
    chart = Chart(
        curves,
        (0, size),
        tuple(zip(marks, share_labels(marks), strict=True)),
        (say("targets"), say("deals that hit so many or more")),
        hints,
    )
    line = "; ".join(hint for _, hint in hints)
    description = say("Two falling curves of the share of deals that hit at least so many targets. {told}.", told=line)
    return line_chart(chart, heading, description, heading, lines, (certain, note))


def _steps(distribution: Distribution, *, distinct: bool) -> Iterator[tuple[int, Fraction]]:
    """Yield the corners of a falling staircase; for every n, its height is the share of deals that hit n or more."""
    every = distribution.odds.distinct_deals if distinct else distribution.odds.deals
    first = 0
    for row in distribution.rows:
        share = Fraction(row.distinct_or_more if distinct else row.weight_or_more, every)
        yield first, share
        if row.targets > first:
            yield row.targets, share
        first = row.targets + 1
    size = distribution.odds.high - distribution.odds.low + 1
    if first <= size:
        yield first, Fraction(0)
        if first < size:
            yield size, Fraction(0)


def _hint(distribution: Distribution, targets: int) -> str:
    share = percent(Fraction(distribution.at_least(targets)[0], distribution.odds.deals))
    return say("{targets:,} or more: {share}", targets=targets, share=share)
