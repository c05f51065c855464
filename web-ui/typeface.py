"""Cut the typeface down to what the pages show: ``python web-ui/typeface.py 'Figtree[wght].ttf'``.

Needs fonttools and brotli. The letters are those of English, German and French, with the signs that the pages show.
"""

import sys
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.instancer import instantiateVariableFont
from fontTools.varLib.iup import iup_delta, iup_delta_optimize

PUBLIC = Path(__file__).parent / "public"
LETTERS = (
    "U+20-23,U+25-3F,U+41-5B,U+5D,U+5F,U+61-7A,U+A0,U+AB,U+B2,U+B7,U+BB,U+BD,U+C0,U+C2,U+C4,U+C6-CB,U+CE-CF,U+D4,U+D6-D7,U+D9,U+DB-DC,U+DF,U+E0,"
    "U+E2,U+E4,U+E6-EB,U+ED-EF,U+F4,U+F6-F7,U+F9,U+FB-FC,U+152-153,U+2013,U+2018-201A,U+201C-201E,U+2026,"
    "U+2190-2193,U+2212,U+2260,U+2264-2265"
)
SIGNS = "U+24,U+40,U+5C,U+5E,U+60,U+7B-7E,U+B0,U+20AC"
"""Signs that no page shows by itself, but that may be in somebody's text; a browser takes them from the system."""
WEIGHTS = (400, 700)
KERNED = 550
"""The weight whose kerning all weights have. No pair of letters is more than 0.02 em from its own kerning."""
FINENESS = 640
"""Units per em. Texts at 14 and 17 px stay as wide as with 1000 units in browsers that round the widths of letters."""
TOLERANCE = 1
"""How far, in units, a point of an outline may be from its place in the source: a sixteenth of a pixel at 40 px."""


def whole(font: Any, name: str) -> list[Any]:
    """Return the variations of a glyph with a shift for every point; the source leaves out those between others."""
    coordinates, control = font["glyf"]._getCoordinatesAndControls(name, font["hmtx"].metrics)  # noqa: SLF001
    variations = font["gvar"].variations[name] if "gvar" in font else []
    for one in variations:
        one.coordinates = iup_delta(one.coordinates, list(coordinates), control.endPts)
    return list(variations)


def draw(font: Any, name: str) -> None:
    """Give a glyph that is another one moved sideways an outline of its own."""
    glyph = font["glyf"][name]
    if not glyph.isComposite():
        return
    [part] = glyph.components
    moved, shifts = whole(font, name), whole(font, part.glyphName)
    outline = deepcopy(font["glyf"][part.glyphName])
    outline.coordinates.translate((part.x, part.y))
    font["glyf"][name] = outline
    for one, base in zip(moved, shifts, strict=True):
        (x, y), *ends = one.coordinates
        one.coordinates = [*((x + u, y + v) for u, v in base.coordinates[: -len(ends)]), *ends]


def tabulate(font: Any) -> None:
    """Let the digits be tabular ones: the pages show no others."""
    features, lookups = font["GSUB"].table.FeatureList.FeatureRecord, font["GSUB"].table.LookupList.Lookup
    [numbers] = {index for one in features if one.FeatureTag == "tnum" for index in one.Feature.LookupListIndex}
    tabular = {k: v for table in lookups[numbers].SubTable for k, v in table.mapping.items()}
    for digit in range(ord("0"), ord("9") + 1):
        name = tabular[font.getBestCmap()[digit]]
        draw(font, name)
        for table in font["cmap"].tables:
            table.cmap = {**table.cmap, digit: name}


def coarsen(font: Any) -> None:
    """Leave out the shifts of points that are almost between those of their neighbours."""
    for name in font["gvar"].variations:
        coordinates, control = font["glyf"]._getCoordinatesAndControls(name, font["hmtx"].metrics)  # noqa: SLF001
        for one in whole(font, name):
            kept = iup_delta_optimize(one.coordinates, list(coordinates), control.endPts, TOLERANCE)
            one.coordinates = [shift and (round(shift[0]), round(shift[1])) for shift in kept]


def cut(source: str, weights: float | tuple[float, float]) -> Any:
    """Return a typeface with some weights, and with the letters and features that the pages use."""
    font = instantiateVariableFont(TTFont(source, recalcTimestamp=False), {"wght": weights})
    tabulate(font)
    # Glyphs contain the widths of all weights, and no page needs names.
    dropped = [*Options().drop_tables, "HVAR", "STAT"]
    subsetter = Subsetter(Options(layout_features=["kern"], name_IDs=[], drop_tables=dropped))
    subsetter.populate(unicodes=parse_unicodes(LETTERS.replace("U+", "")))
    subsetter.subset(font)
    return font


if __name__ == "__main__":
    font = cut(sys.argv[1], WEIGHTS)
    font["GPOS"] = cut(sys.argv[1], KERNED)["GPOS"]
    del font["GDEF"]
    scale_upem(font, FINENESS)
    coarsen(font)
    font.flavor = "woff2"
    made = PUBLIC / "figtree.woff2"
    font.save(made)
    made.rename(PUBLIC / f"figtree-{sha256(made.read_bytes()).hexdigest()[:8].upper()}.woff2")
