"""Turn SVG pictures into PNG files and films; needs the extra ``pictures``, and for films also ``rl``."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import escape
from io import BytesIO
from typing import Any

from perfectplay.core.errors import LimitExceededError, PerfectPlayError
from perfectplay.core.running.extras import load_extra

__all__ = ["frame", "png"]

_FONTS = ("DejaVu Sans", "Arial", "Helvetica", "Liberation Sans", "Noto Sans", "Roboto", "Open Sans", "Ubuntu")
_FIXED = "'DejaVu Sans Mono', 'Liberation Mono', 'Noto Sans Mono', Menlo, Consolas, sans-serif"
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 720" width="9" height="9"'
_SIZE = re.compile(r' width="[^"]*" height="[^"]*"')


def png(svg: str) -> bytes:
    """Draw an SVG document on white, at its own size; return a PNG file.

    Raises `MissingExtraError` without the extra, and `PerfectPlayError` if the system has no font for the text.

    >>> png('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')[1:4]
    b'PNG'
    """
    draw = load_extra("resvg_py", "pictures").svg_to_bytes
    drawn: bytes = draw(svg_string=svg, background="white", sans_serif_family=_font(draw))
    return drawn


@cache
def _font(draw: Callable[..., bytes]) -> str:
    """Return an installed font, because resvg silently leaves out text if none of the named fonts is installed."""
    blank = draw(svg_string=f"{_SVG}/>")
    for font in _FONTS:
        if draw(svg_string=f'{_SVG}><text y="720" font-family="{font}" font-size="900">8</text></svg>') != blank:
            return font
    raise PerfectPlayError(
        "this system has no font for the text of pictures; install one of {fonts}, such as the package {package}",
        fonts=", ".join(_FONTS),
        package="fonts-dejavu-core",
    )


def frame(board: str, draw: Callable[[], str] | None = None) -> Any:
    """Draw a frame of a film: an array of shape (720, 960, 3), uint8, with red, green and blue.

    ``draw`` returns an SVG document. Without it, or if the board is too large for it, the frame shows the board's lines
    as text. All frames of a film have the same size, as video encoders require.
    """
    try:
        svg = _written(board) if draw is None else draw()
    except LimitExceededError:
        svg = _written(board)
    sized = _SIZE.sub(' width="960" height="720" preserveAspectRatio="xMidYMin"', svg, count=1)
    image = load_extra("PIL.Image", "rl").open(BytesIO(png(sized)))
    return load_extra("numpy", "rl").array(image.convert("RGB"))


def _written(board: str) -> str:
    """Write lines of text as large as possible: a character is 0.61 times as wide as it is high."""
    lines = board.split("\n")
    size = min(40, 900 / (0.61 * max(map(len, lines))), 660 / (1.25 * len(lines)))
    rows = (
        f'<text xml:space="preserve" x="30" y="{30 + 1.25 * size * row:.2f}">{escape(line)}</text>'
        for row, line in enumerate(lines, 1)
    )
    return f'{_SVG} font-family="{_FIXED}" font-size="{size:.2f}">{"".join(rows)}</svg>'
