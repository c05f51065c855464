"""Write the outlines of letters for previews of links: ``python web-ui/letters.py 'Figtree[wght].ttf'``.

Needs fonttools and brotli. Each line has a letter's code, its width, and its contours. ``/`` and two numbers start a
contour; four numbers continue it by a quadratic curve, with a control point and an end point.
"""

import sys
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.subset import parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from typeface import LETTERS as CODES
from typeface import SIGNS, WEIGHTS

LETTERS = Path(__file__).parents[1] / "src" / "perfectplay" / "pictures" / "letters.txt"
WEIGHT = 600

Point = tuple[float, float]


class Curves(BasePen):  # type: ignore[misc]  # the package has no types
    """Collects the outline of a letter."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.words: list[str] = []

    def _point(self, point: Point) -> None:
        self.words += [f"{part:.0f}" for part in point]

    def _moveTo(self, point: Point) -> None:  # noqa: N802  # the package's name
        self.words.append("/")
        self._point(point)

    def _lineTo(self, point: Point) -> None:  # noqa: N802
        (x, y), (u, v) = self._getCurrentPoint(), point
        self._qCurveToOne(((x + u) / 2, (y + v) / 2), point)

    def _qCurveToOne(self, control: Point, point: Point) -> None:  # noqa: N802
        self._point(control)
        self._point(point)


if __name__ == "__main__":
    # Begin with the weights of the typeface: this gives the same outlines as its file, except for rounding.
    font = instantiateVariableFont(TTFont(sys.argv[1]), {"wght": WEIGHTS})
    font = instantiateVariableFont(font, {"wght": WEIGHT})
    glyphs = font.getGlyphSet()
    lines = []
    names = font.getBestCmap()
    for code in sorted(parse_unicodes(f"{CODES},{SIGNS}".replace("U+", ""))):
        name = names[code]
        pen = Curves(glyphs)
        glyphs[name].draw(pen)
        lines.append(" ".join([str(code), str(glyphs[name].width), *pen.words]))
    LETTERS.write_text("".join(f"{line}\n" for line in lines), "utf-8")
