"""The map of the package: every module with what its docstring begins with, for a page of this documentation."""

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
"""What a page has where the map is to stand."""

FEW = 3
"""So many words are a title, which the module's name says as well."""


def markdown() -> str:
    """All modules by package, as MyST reads them."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    root = Path(perfectplay.__file__).parent
    # A package comes before what is in it, and what is in it before the packages below.
    for package in sorted(path.parent for path in root.rglob("__init__.py")):
        name = ".".join(("perfectplay", *package.relative_to(root).parts))
        yield f"## {name}\n\n{_about(package / '__init__.py')}\n"
        for module in sorted(package.glob("*.py")):
            if not module.name.startswith("__"):
                yield f"* `{module.stem}`: {_about(module)}"
        yield ""


def _about(module: Path) -> str:
    """Take the clause that a docstring begins with: behind its colon if there are but a few words before that."""
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
    """Let a page have the map in it, and read it anew in each build."""
    app.connect("source-read", _fill)
    app.connect("env-get-outdated", lambda *_: ["api/rooms"])
    return {"version": perfectplay.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
