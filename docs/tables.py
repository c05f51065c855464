"""Adapt tables to phones: if a table has much prose, each row becomes a list of cells with their columns' headings."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

__all__ = ["setup"]

PROSE = 3
"""Minimum number of words in a cell of prose."""
FIGURES = 4
"""Minimum number of columns of a table of figures, which scrolls, if only one column has prose."""


def _prepare(_: Sphinx, document: nodes.document, _name: str) -> None:
    for table in document.findall(nodes.table):
        heads = [one.astext() for head in table.findall(nodes.thead) for one in head.findall(nodes.entry)]
        cells = [one for body in table.findall(nodes.tbody) for one in body.findall(nodes.entry)]
        prose = [one for one in cells if len(re.findall(r"[^\W\d_]{2,}", one.astext())) >= PROSE]
        columns = {one.parent.index(one) for one in prose}
        if len(columns) == 1 and len(heads) >= FIGURES:
            for cell in prose:
                cell["classes"].append("prose")
        elif columns:
            table["classes"].append("stacked")
            for cell in cells:
                cell["label"] = heads[cell.parent.index(cell)] if heads else ""
                cell["classes"] += [] if cell.astext() else ["empty"]


def _open_cell(writer: HTML5Translator, node: nodes.entry) -> None:
    HTML5Translator.visit_entry(writer, node)
    if node.get("label"):
        writer.body[-1] = writer.body[-1].replace("<td", f'<td data-label="{escape(node["label"])}"', 1)


def _close_cell(writer: HTML5Translator, node: nodes.entry) -> None:
    HTML5Translator.depart_entry(writer, node)


def setup(app: Sphinx) -> dict[str, Any]:
    """Store the headings of columns in the cells of such tables; `pages.css` shows them."""
    app.connect("doctree-resolved", _prepare)
    app.add_node(nodes.entry, override=True, html=(_open_cell, _close_cell))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
