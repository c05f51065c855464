"""A picture of the fusions that turn a row into a valley: the row before each fusion, and the valley at the bottom."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from perfectplay.coins.pictures.common import MARGIN, STYLE, coin_shape, shorten
from perfectplay.core.text.texts import say, translate
from perfectplay.pictures.charts import card, text
from perfectplay.pictures.scales import text_width
from perfectplay.pictures.svg import Element

if TYPE_CHECKING:
    from perfectplay.coins.questions.explain import CoinsExplanation

__all__ = ["draw_fusions"]

_RADIUS = 17.0
_LEVEL = 66
_TOP = 96
_NOTE_LINE = 21
_LETTER = 7.9
"""Width of a letter of a note, in pixels."""
_LEAST_WIDTH = 640
_LONGEST_SUM = 40
_LONGEST_NAME = 100
_LONGEST_NOTE = 600


def draw_fusions(answer: CoinsExplanation) -> str:
    """Draw each row before a fusion; the three coins to fuse are marked, above the coin that replaces them.

    Returns an SVG document.

    >>> from perfectplay.coins.questions.explain import ExplainRow
    >>> from perfectplay.coins.rules import CoinsPosition
    >>> "3 - 4 + 1 = 0" in draw_fusions(ExplainRow(position=CoinsPosition.new([5, 3, 4, 1, 2])).answer())
    True
    """
    from perfectplay.coins.questions.explain import alternating

    rows = list(answer.rows())
    unit = max(44.0, *(text_width(shorten(str(coin)), _RADIUS) + 18 for row in rows for coin in row))
    sums = [shorten(alternating(step.coins, step.fused), _LONGEST_SUM) for step in answer.steps]
    beside = MARGIN + unit * len(answer.row) + 14
    width = max(beside + max((text_width(words, 14) for words in sums), default=0) + MARGIN, _LEAST_WIDTH)
    middles = [MARGIN + unit * (i + 0.5) for i in range(len(answer.row))]
    marks: list[Element] = []
    edges: list[Element] = []
    front: list[Element] = []
    y = float(_TOP)
    for row, step, words in zip(rows, (*answer.steps, None), (*sums, ""), strict=True):
        front += [coin_shape(x, y, _RADIUS, coin, unit - 6) for x, coin in zip(middles, row, strict=True)]
        if step is not None:
            three = middles[step.at - 1 : step.at + 2]
            centre = (three[0] + three[2]) / 2
            left = three[0] - unit / 2 + 2
            mark: dict[str, str | float] = {"x": left, "y": y - 23, "width": three[2] + unit / 2 - 2 - left}
            marks.append(Element("rect", {"class": "pp-marked", **mark, "height": 46, "rx": 12}))
            for x in three:
                line: dict[str, str | float] = {"x1": x, "y1": y, "x2": centre, "y2": y + _LEVEL}
                edges.append(Element("line", {"class": "pp-edge", **line}))
            front.append(text(beside, y + 5, words, "pp-note"))
            middles[step.at - 1 : step.at + 2] = [centre]
            y += _LEVEL
    name, margin = shorten(" ".join(map(str, answer.row)), _LONGEST_NAME), str(answer.margin)
    title = say("Greedy coins, {name}: why the margin is {margin}", name=name, margin=margin)
    note = " ".join(shorten(translate(sentence), _LONGEST_NOTE) for sentence in answer.text)
    lines = wrap(note, int((width - 2 * MARGIN) / _LETTER))
    front += [text(MARGIN, y + 54 + _NOTE_LINE * i, words, "pp-note") for i, words in enumerate(lines)]
    heading = text(MARGIN, 46, say("Why the margin is {margin}", margin=shorten(margin)), "pp-title")
    height = y + 54 + _NOTE_LINE * len(lines)
    return card(width, height, title, note, [heading, *marks, *edges, *front], name="pp-coins", style=STYLE)
