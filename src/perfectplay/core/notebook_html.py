"""HTML for notebooks: pictures and tables that say in words what they show, without colours, scripts or other hosts.

Colours and letters are those of the notebook, light or dark; a picture is an image with a page of its own.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape, unescape

from perfectplay.core.text.texts import say

__all__ = ["MOST_ROWS", "figure", "folded", "table"]

MOST_ROWS = 100
"""Most rows of a table that are shown."""

_SAID = {name: re.compile(rf"<{name}\b[^>]*>([^<]*)</{name}>") for name in ("title", "desc")}


def figure(svg: str) -> str:
    """Put an SVG document on a page: its title for a screen reader, and its description below to be unfolded.

    Examples
    --------
    >>> figure("<svg><title>Euclid: 3, 5</title></svg>")
    '<figure style="margin: 0"><img alt="Euclid: 3, 5" ...
    """
    # An image keeps its style to itself, and the ids of two pictures on one page apart.
    data = b64encode(svg.encode()).decode()
    title, told = (unescape(found[1]) if (found := word.search(svg)) else "" for word in _SAID.values())
    image = f'<img alt="{escape(title)}" style="max-width: 100%" src="data:image/svg+xml;base64,{data}">'
    caption = f"<figcaption>{folded(say('The picture in words'), escape(told))}</figcaption>" if told else ""
    return f'<figure style="margin: 0">{image}{caption}</figure>'


def folded(head: str, html: str) -> str:
    """Fold something up below a line that unfolds it."""
    return f"<details><summary>{escape(head)}</summary>{html}</details>"


def table(rows: Iterable[Sequence[object]], head: Sequence[str] = (), caption: str = "") -> str:
    """Write a table, perhaps with names of its columns; a cell that is ``None`` is empty, and the first names its row.

    Examples
    --------
    >>> table([["value", 3]], caption="1 < 3")
    '<table><caption>1 &lt; 3</caption><tbody><tr><th scope="row">value</th><td>3</td></tr></tbody></table>'
    """
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    above = f"<thead><tr>{names}</tr></thead>" if head else ""
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return f"<table>{title}{above}<tbody>{body}</tbody></table>"


def _cells(row: Sequence[object]) -> str:
    first, *others = ("" if cell is None else escape(str(cell)) for cell in row)
    return f'<th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in others)
