"""Fold the sidebar: list the names of all parts, but only the pages of the reader's current part."""

from __future__ import annotations

from functools import cache
from typing import Any

from bs4 import BeautifulSoup
from sphinx.application import Sphinx

import perfectplay

__all__ = ["folded", "setup"]


@cache
def folded(tree: str) -> str:
    """Replace each list of pages that lacks the current page by a link from its caption to its first page."""
    soup = BeautifulSoup(tree, "html.parser")
    for pages in soup.find_all("ul", recursive=False):
        if pages.find(class_="current-page") is None:
            pages.find_previous_sibling(class_="caption").span.string.wrap(soup.new_tag("a", href=pages.a["href"]))
            pages.decompose()
    for item in soup.find_all(class_="has-children"):
        if "current" not in item["class"]:
            item["class"].remove("has-children")
            for below in item(["ul", "label", "input"]):
                below.decompose()
    return str(soup)


def _fold(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    context["furo_navigation_tree"] = folded(context["furo_navigation_tree"])


def setup(app: Sphinx) -> dict[str, Any]:
    """Fold the table of contents after the theme has written it."""
    app.connect("html-page-context", _fold, priority=900)
    return {"version": perfectplay.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
