"""Draw the icons of the installed web app from ``public/icon.svg`` as PNG: ``python web-ui/icons.py``.

Needs `resvg-py` and Pillow, which the tests use, too.
"""

import io
import re
from pathlib import Path

import resvg_py
from PIL import Image

PUBLIC = Path(__file__).with_name("public")
WHOLE, CORNERS = 64, 15
"""Side of the drawing and radius of its corners in the SVG file."""
ICONS = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-maskable": (512, 0.74), "icon-apple": (180, 0.86)}
"""Side of each file in pixels, and scale of the drawing. Below 1, the background fills the square."""
COLOURS = 32
"""Number of colours: few make the files small without a visible difference."""


def draw(name: str) -> bytes:
    """Return the bytes of an icon as PNG."""
    side, scale = ICONS[name]
    svg = (PUBLIC / "icon.svg").read_text("utf-8")
    if scale < 1:
        margin = WHOLE * (1 - scale) / 2
        svg = svg.replace(f' rx="{CORNERS}"', "", 1)
        svg = re.sub(
            r"(<path.*)(?=</svg>)",
            rf'<g transform="translate({margin} {margin}) scale({scale})">\1</g>',
            svg,
            flags=re.DOTALL,
        )
    pixels = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=side, height=side))))
    packed = io.BytesIO()
    pixels.quantize(COLOURS, method=Image.Quantize.FASTOCTREE).save(packed, "PNG", optimize=True)
    return packed.getvalue()


if __name__ == "__main__":
    for name in ICONS:
        (PUBLIC / f"{name}.png").write_bytes(draw(name))
