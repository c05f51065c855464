"""Fold the sidebar: list the names of all parts, but only the pages of the reader's current part."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
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
    return str(soup)


def _fold(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    context["furo_navigation_tree"] = folded(context["furo_navigation_tree"])


def _collapse(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """List pages below another page only if the reader is on one of them: all would take a third of a build."""
    if "toctree" in context:
        context["toctree"] = partial(_collapsed, context["toctree"])


def _collapsed(toctree: Callable[..., str], **options: Any) -> str:
    return toctree(**options | {"collapse": True})


def setup(app: Sphinx) -> dict[str, Any]:
    """Fold the table of contents after the theme has written it."""
    app.connect("html-page-context", _collapse, priority=100)
    app.connect("html-page-context", _fold, priority=900)
    return {"version": perfectplay.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
