"""Sphinx configuration."""

import hashlib
import re
import sys
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

import perfectplay
from perfectplay import __version__
from perfectplay.core.running.files import write_file
from perfectplay.taxman.records import load_bounded, load_records

HERE = Path(__file__).parent
NOTEBOOKS = HERE.parent / "examples" / "notebooks"

sys.path.append(str(HERE))

project = "perfectplay"
author = "The perfectplay developers"
copyright = author  # noqa: A001  # Sphinx requires this name
version = release = __version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.napoleon"]
extensions += ["addresses", "descriptions", "manual", "mathml", "rooms", "sidebar", "tables"]  # modules in this folder
myst_enable_extensions = ["deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "_static", "_templates"]
templates_path = ["_templates"]

# Copy the notebooks from examples/, where users look for them: Sphinx reads only pages below its own folder.
(HERE / "notebooks").mkdir(exist_ok=True)
for notebook in NOTEBOOKS.glob("*.ipynb"):
    page = HERE / "notebooks" / notebook.name
    text = notebook.read_text(encoding="utf-8")
    if not page.is_file() or page.read_text(encoding="utf-8") != text:
        write_file(page, text)

# Run the notebooks when they or the package have changed since the last build. The cache recognises a changed package
# by its name, which contains a hash of the sources.
sources = hashlib.sha256()
for source in sorted(Path(perfectplay.__file__).parent.rglob("*.py")):
    sources.update(source.read_bytes())
nb_execution_mode = "cache"
nb_execution_cache_path = str(HERE / "_build" / "notebooks" / sources.hexdigest()[:16])
nb_execution_in_temp = True
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_merge_streams = True
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # no widgets are used, so fetch no script from another host

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_google_docstring = False

html_math_renderer = "mathml"
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["formulae.css", "notebooks.css", "pages.css", "sidebar.css"]
html_title = "perfectplay"
html_domain_indices = html_use_index = False  # readers find names by the search and the map of the package
html_search_scorer = str(HERE / "_static" / "scorer.js")


def shorten(_app: Sphinx, what: str, name: str, _thing: Any, _options: Any, lines: list[str]) -> None:
    """Keep only the first paragraph of a checker's docstring: other pages explain why its verdicts are proofs."""
    if what == "module" and name.endswith(".proof.check"):
        del lines[lines.index("") :]


def unsigned(_app: Sphinx, what: str, _name: str, thing: Any, *_: Any) -> tuple[str, str] | None:
    """Remove the signature of a class whose docstring describes all its fields, if none is optional."""
    if what == "class" and getattr(thing, "_is_protocol", False):
        return ("", "")
    if what != "class" or not is_dataclass(thing):
        return None
    _, _, told = (thing.__doc__ or "").partition("Attributes\n")
    once = all(re.search(rf"\b{one.name}\b", told) and _must_be_given(one) for one in fields(thing) if one.init)
    return ("", "") if once else None


def _must_be_given(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


FIGURES = {
    "table_end": load_records().largest_without_hole,
    "list_start": load_records().largest_without_hole + 1,
    "list_end": max(load_bounded()),
}
"""Figures that change: pages contain ``{{table_end}}``, for example, instead of a number."""


def prepare(_app: Sphinx, _name: str, source: list[str]) -> None:
    """Remove comments that only the tests need, and insert figures into a page."""
    text = re.sub(r"<!-- the tests compare.*?-->\n", "", source[0], flags=re.DOTALL)
    source[0] = re.sub(r"\{\{([a-z_]+)\}\}", lambda match: str(FIGURES[match[1]]), text)


def setup(app: Sphinx) -> None:
    """Connect the functions of this file to Sphinx's events."""
    app.connect("source-read", prepare)
    app.connect("autodoc-process-docstring", shorten)
    app.connect("autodoc-process-signature", unsigned)
