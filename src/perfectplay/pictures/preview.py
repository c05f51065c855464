"""Link previews for messengers: a title, a line of text and the board of a position."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from perfectplay.core.text.words import shortened

__all__ = ["PREVIEW_SIZE", "Preview", "draw_preview"]

PREVIEW_SIZE = 1200, 630
"""Width and height of a preview in pixels; no messenger crops a picture of this size."""

_NAME = "perfectplay"
_REPLACED = re.compile(r'<title>.*?</title>|<meta name="description".*?>\n')

_MARGIN = 64
_TOP, _BOTTOM = 216, 546
_LARGEST = 132
_FONT, _SMALLEST_FONT, _LINE_HEIGHT = 38, 22, 46
_LABEL = 12
"""Maximum number of characters on a tile."""

# These are the colours of the web pages in light mode.
_PAPER, _INK, _MUTED, _LINE = "#f5f2ea", "#1c2430", "#474f5d", "#d9d5ca"
_LOOKS: Mapping[str, tuple[str, str, str]] = {
    "open": ("#ffffff", "#bdb5a2", _INK),
    "left": ("#f5f2ea", _LINE, "#857f70"),
    "take": ("#17497f", "#0f3a69", "#ffffff"),
    "tax": ("#f7dccd", "#a8441f", "#6e2a10"),
    "first": ("#1b56b0", "#123f85", "#ffffff"),
    "second": ("#176b34", "#0f4c25", "#ffffff"),
    "coin": ("#f7d774", "#a57c14", "#3c2c00"),
    "goal": ("#1c2430", "#1c2430", "#ffffff"),
}
"""Map the look of a tile to the colours of the tile, its edge and its number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The content of a preview.

    Attributes
    ----------
    title, line
        The heading, and below it a sentence or the scores.
    tiles
        Numbers or signs, each with its look: a key of the colours, or ``""`` for a sign without a tile.
    discs
        Whether the tiles are round.
    columns
        Number of tiles in a row; 0 means the number of columns that allows the largest tiles.
    """

    title: str
    line: str = ""
    tiles: Sequence[tuple[str, str]] = ()
    discs: bool = False
    columns: int = 0

    @staticmethod
    def ends(numbers: Sequence[int], moves: Sequence[int]) -> Sequence[tuple[str, str]]:
        """Return the first five tiles and the last one of a board too large to draw, or no tiles after a move."""
        first, last = numbers[:5], numbers[-1]
        return () if moves else [*((str(number), "open") for number in first), ("…", ""), (str(last), "open")]

    def head(self, page: str, address: str, picture: str) -> str:
        """Return a page with the preview in its head; pass ``""`` for an unknown URL of the page or the picture.

        Source: "The Open Graph protocol", https://ogp.me.

        >>> Preview(title="3 < 5").head("<title></title>", "", "").splitlines()[0]
        '<title>3 &lt; 5 · perfectplay</title>'
        """
        width, height = PREVIEW_SIZE if picture else ("", "")
        rows = [
            ("name", "description", self.line),
            ("property", "og:type", "website"),
            ("property", "og:title", self.title),
            ("property", "og:description", self.line),
            ("property", "og:url", address),
            ("property", "og:image", picture),
            ("property", "og:image:width", width),
            ("property", "og:image:height", height),
            ("name", "twitter:card", "summary_large_image"),
        ]
        title = self.title if self.title == _NAME else f"{self.title} · {_NAME}"
        tags = (f'<meta {kind}="{key}" content="{escape(str(content))}">' for kind, key, content in rows if content)
        head = "\n".join([f"<title>{escape(title)}</title>", *tags])
        # Search only the head, because drawings in the body also have titles.
        old, end, body = page.partition("</head>")
        return _REPLACED.sub(lambda match: head if match[0].startswith("<title") else "", old) + end + body


def draw_preview(preview: Preview) -> bytes:
    """Draw a preview as a PNG file of `PREVIEW_SIZE`.

    >>> draw_preview(Preview(title="Taxman", tiles=[("20", "take")]))[1:4]
    b'PNG'
    """
    # Import the canvas only here: it needs numpy, which the command line must work without.
    from perfectplay.pictures.canvas import Canvas, text_width

    width, height = PREVIEW_SIZE
    room = width - 2 * _MARGIN
    canvas = Canvas(width, height, _PAPER)

    def write(words: str, y: int, size: int, colour: str) -> None:
        while text_width(words, size) > room and size > _SMALLEST_FONT:
            size -= 1
        while text_width(words, size) > room:
            words = f"{words[:-2]}…"
        canvas.text(words, _MARGIN, y, size, colour)

    write(preview.title, 118, 68, _INK)
    lines = [preview.line]
    if text_width(preview.line, _FONT) > room:
        # Break a long line at the space that makes both halves most alike, because one small line is hard to read.
        words = preview.line.split(" ")
        halves = [[" ".join(half).strip(" ·") for half in (words[:k], words[k:])] for k in range(1, len(words))]
        lines = min(halves, key=lambda half: max(text_width(line, _FONT) for line in half), default=lines)
    for index, line in enumerate(lines):
        write(line, 176 + index * _LINE_HEIGHT, _FONT, _MUTED)
    canvas.rectangle(_MARGIN, height - 60, 32, 32, 8, "#17497f")
    canvas.rectangle(_MARGIN + 10, height - 50, 12, 12, 6, _PAPER)
    canvas.text(_NAME, _MARGIN + 44, height - 34, 32, _INK)
    count = len(preview.tiles)
    if not count:
        return canvas.png()
    above = _TOP + (len(lines) - 1) * _LINE_HEIGHT
    columns = preview.columns or _columns(count, room, _BOTTOM - above)
    pitch = _pitch(count, columns, room, _BOTTOM - above)
    gap = max(2, pitch // 10)
    side, lip = pitch - gap, 0 if preview.discs else max(1, pitch // 24)
    radius = side / 2 if preview.discs else side / 5
    left = (width - columns * pitch + gap) // 2
    top = (above + _BOTTOM - -(-count // columns) * pitch + gap) // 2
    for index, (number, look) in enumerate(preview.tiles):
        row, column = divmod(index, columns)
        x, y = left + column * pitch, top + row * pitch
        face, edge, ink = _LOOKS.get(look, ("", "", _MUTED))
        if face:
            canvas.rectangle(x, y, side, side, radius, edge)
            border = 1 + side // 40
            canvas.rectangle(x + border, y + border, side - 2 * border, side - 2 * border - lip, radius - border, face)
        label = shortened(number, _LABEL, "…")
        size = int(min(0.46 * side, 0.84 * side / max(text_width(label, 1), 0.1)))
        canvas.text(label, x + side / 2, y + (side - lip) / 2 + 0.35 * size, size, ink, align=0.5)
    return canvas.png()


def _columns(count: int, room: int, height: int) -> int:
    """Choose the number of columns with the largest tiles; prefer full rows if tiles shrink by less than an eighth."""

    def worth(columns: int) -> tuple[int, int]:
        return _pitch(count, columns, room, height) * (8 if count % columns == 0 else 7), columns

    return max(range(1, count + 1), key=worth)


def _pitch(count: int, columns: int, room: int, height: int) -> int:
    return min(_LARGEST, room // columns, height // -(-count // columns))
