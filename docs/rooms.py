"""Generate the map of the package for a page of the documentation: every module, with its docstring's first clause."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

import perfectplay

__all__ = ["markdown", "setup"]

PLACE = "<!-- every module, from the modules themselves -->\n"
"""Placeholder for the map in a page."""

FEW = 3
"""Up to this number of words before a colon are a title, which only repeats the module's name."""


def markdown() -> str:
    """Return a list of all modules by package, in MyST Markdown."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    root = Path(perfectplay.__file__).parent
    # List each package, then its modules, then the packages inside it.
    for package in sorted(path.parent for path in root.rglob("__init__.py")):
        name = ".".join(("perfectplay", *package.relative_to(root).parts))
        yield f"## {name}\n\n{_about(package / '__init__.py')}\n"
        for module in sorted(package.glob("*.py")):
            if not module.name.startswith("__"):
                yield f"* `{module.stem}`: {_about(module)}"
        yield ""


def _about(module: Path) -> str:
    """Return the first clause of a module's docstring, without a short title before a colon."""
    told = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    clause = re.split(r"[;.](?=\s|$)", " ".join(told.partition("\n\n")[0].split()))[0]
    title, _, rest = clause.partition(": ")
    line = rest if rest and len(title.split()) <= FEW else title
    line = line[0].upper() + line[1:]
    return line.replace("``", "`").replace("{", r"\{").replace("*", r"\*")


def _fill(_: Sphinx, _name: str, source: list[str]) -> None:
    if PLACE in source[0]:
        source[0] = source[0].replace(PLACE, markdown())


def setup(app: Sphinx) -> dict[str, Any]:
    """Fill the placeholder, and read its page again in each build."""
    app.connect("source-read", _fill)
    app.connect("env-get-outdated", lambda *_: ["api/rooms"])
    return {"version": perfectplay.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
