"""A small SVG writer: elements, escaping, and the title and description for screen readers.

Numbers are written with at most two decimals, so that a picture has the same bytes on every machine.

Source: W3C, "Scalable Vector Graphics (SVG) 1.1 (Second Edition)", 2011; titles and descriptions follow section 5.4.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self
from xml.sax.saxutils import escape, quoteattr

__all__ = ["Element", "document", "format_number"]

_NAMESPACE = "http://www.w3.org/2000/svg"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*\Z")
# XML 1.0 cannot express these characters, even as references.
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_REPLACEMENT = "\ufffd"


def format_number(number: float) -> str:
    """Format a number with at most two decimals and without trailing zeros; raise `ValueError` if it is not finite.

    >>> format_number(12.5), format_number(3.0), format_number(-0.001)
    ('12.5', '3', '0')
    """
    if not math.isfinite(number):
        raise ValueError(f"{number!r} is not a coordinate; only finite numbers can be drawn")
    if isinstance(number, int):
        return str(number)
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass(slots=True)
class Element:
    """An SVG element with children, elements and text, in drawing order.

    Numeric attributes are formatted by `format_number`, and all text is escaped.

    >>> Element("text", {"x": 10, "y": 20.25}, ["3 < 5"]).render()
    '<text x="10" y="20.25">3 &lt; 5</text>'
    >>> Element("g", {}).add(Element("title", {}, ["a game"])).render()
    '<g><title>a game</title></g>'
    """

    name: str
    attributes: dict[str, str | float] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    def add(self, *children: Element | str) -> Self:
        """Append elements or text, and return this element."""
        self.children.extend(children)
        return self

    def render(self) -> str:
        """Format the element and its children, in time linear in the length of the result.

        Raises `ValueError` if a tag or attribute has a name that XML forbids, or a number is not finite.
        """
        opening = _opening(self.name, self.attributes)
        if not self.children:
            return f"<{opening}/>"
        inside = "".join(
            child.render() if isinstance(child, Element) else escape(_writable(child)) for child in self.children
        )
        return f"<{opening}>{inside}</{self.name}>"


def document(
    width: float, height: float, title: str, description: str, children: Sequence[Element], *, style: str = ""
) -> str:
    """Format a whole picture as an SVG document with a size in CSS pixels; the document scales with its page.

    A screen reader reads the title first; the description explains the picture. ``children`` are the drawing, back to
    front. ``style`` has CSS rules; prefix their class names, because the rules of an inline picture apply to the whole
    page. Each top-level child is on a line of its own, and the text ends with a line break.

    >>> document(10, 10, "a dot", "one dot", [Element("circle", {"r": 3})]).startswith("<svg")
    True
    """
    # Make the ids of title and description unique, because a page may contain several pictures.
    key = f"{zlib.crc32((title + description).encode(errors='replace')):08x}"
    size = f"0 0 {format_number(width)} {format_number(height)}"
    opening = _opening(
        "svg",
        {
            "xmlns": _NAMESPACE,
            "viewBox": size,
            "width": width,
            "height": height,
            "role": "img",
            "aria-labelledby": f"title-{key} description-{key}",
        },
    )
    head = [
        Element("title", {"id": f"title-{key}"}, [title]),
        Element("desc", {"id": f"description-{key}"}, [description]),
        *([Element("style", {}, [style])] if style else []),
    ]
    return "\n".join((f"<{opening}>", *(child.render() for child in (*head, *children)), "</svg>\n"))


def _opening(name: str, attributes: Mapping[str, str | float]) -> str:
    for word in (name, *attributes):
        if not _NAME.match(word):
            raise ValueError(f"{word!r} is not an SVG name; a name is a letter followed by letters, digits and hyphens")
    return "".join((name, *(f" {word}={_value(value)}" for word, value in attributes.items())))


def _value(value: str | float) -> str:
    return quoteattr(_writable(value) if isinstance(value, str) else format_number(value))


def _writable(text: str) -> str:
    return _FORBIDDEN.sub(_REPLACEMENT, text)
