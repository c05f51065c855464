"""Cut the typeface down to what the pages show: ``python web-ui/typeface.py 'Figtree[wght].ttf'``.

Needs fonttools and brotli. The letters are those of English, German and French, with the signs that the pages show.
"""

import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.instancer import instantiateVariableFont

PUBLIC = Path(__file__).parent / "public"
LETTERS = (
    "U+20-7E,U+A0,U+AB,U+B0,U+B2,U+B7,U+BB,U+BD,U+C0,U+C2,U+C4,U+C6-CB,U+CE-CF,U+D4,U+D6-D7,U+D9,U+DB-DC,U+DF,U+E0,"
    "U+E2,U+E4,U+E6-EB,U+ED-EF,U+F4,U+F6-F7,U+F9,U+FB-FC,U+152-153,U+2013,U+2018-201A,U+201C-201E,U+2026,U+20AC,"
    "U+2190-2193,U+2212,U+2260,U+2264-2265"
)
WEIGHTS = (400, 700)
KERNED = 550
"""The weight whose kerning all weights have. No pair of letters is more than 0.02 em from its own kerning."""
FINENESS = 640
"""Units per em. Texts at 14 and 17 px stay as wide as with 1000 units in browsers that round the widths of letters."""


def cut(source: str, weights: float | tuple[float, float]) -> Any:
    """Return a typeface with some weights, and with the letters and features that the pages use."""
    font = instantiateVariableFont(TTFont(source, recalcTimestamp=False), {"wght": weights})
    # Glyphs contain the widths of all weights, and no page needs names.
    dropped = [*Options().drop_tables, "HVAR", "STAT"]
    subsetter = Subsetter(Options(layout_features=["kern", "tnum"], name_IDs=[], drop_tables=dropped))
    subsetter.populate(unicodes=parse_unicodes(LETTERS.replace("U+", "")))
    subsetter.subset(font)
    return font


if __name__ == "__main__":
    font = cut(sys.argv[1], WEIGHTS)
    font["GPOS"] = cut(sys.argv[1], KERNED)["GPOS"]
    del font["GDEF"]
    scale_upem(font, FINENESS)
    font.flavor = "woff2"
    made = PUBLIC / "figtree.woff2"
    font.save(made)
    made.rename(PUBLIC / f"figtree-{sha256(made.read_bytes()).hexdigest()[:8].upper()}.woff2")
