"""Write the description of a page for search engines: its first sentences, or its `myst: html_meta`."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Any

from sphinx.application import Sphinx

__all__ = ["describe", "setup"]

LEAST, MOST = 50, 160
"""Minimum and maximum number of characters: search engines want more than the first, and show at most the second."""


def describe(body: str, title: str) -> str:
    """Return sentences from the paragraphs of a page that fit; a sentence that is too long is cut between words."""
    paragraphs = re.findall(r"<p>(.*?)</p>", body, re.DOTALL)
    text = " ".join(unescape(re.sub(r"<[^>]+>", "", " ".join(paragraphs[:4]))).split())
    if len(text) < LEAST:
        text = f"{unescape(title)}: the documentation of perfectplay, perfect play for arithmetic games with proofs."
    told = re.match(rf".{{{LEAST},{MOST}}}(?<=[.?!])(?= |$)", text) or re.match(rf".{{{LEAST},{MOST - 2}}}(?= )", text)
    found = told[0] if told else text
    return found if found[-1] in ".?!" else found.rstrip(",:;") + " …"


def _describe(_: Sphinx, name: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    tags = context.get("metatags", "")
    if 'name="description"' not in tags:
        text = describe(context.get("body", ""), context.get("title") or name.title())
        context["metatags"] = tags + f'\n<meta name="description" content="{escape(text)}">\n'


def setup(app: Sphinx) -> dict[str, Any]:
    """Give each page its description."""
    app.connect("html-page-context", _describe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
