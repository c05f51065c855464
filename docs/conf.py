"""Sphinx configuration."""

import hashlib
import sys
from pathlib import Path

import perfectplay
from perfectplay import __version__
from perfectplay.core.running.files import write_file

HERE = Path(__file__).parent
NOTEBOOKS = HERE.parent / "examples" / "notebooks"

sys.path.append(str(HERE))

project = "perfectplay"
author = "The perfectplay developers"
copyright = author  # noqa: A001  # Sphinx reads this very name
version = release = __version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
extensions += ["descriptions", "manual", "mathml", "rooms", "tables"]  # of this folder
myst_enable_extensions = ["deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "_static", "_templates"]
templates_path = ["_templates"]

# Notebooks are where people look for them, and Sphinx reads pages below its own folder only.
(HERE / "notebooks").mkdir(exist_ok=True)
for notebook in NOTEBOOKS.glob("*.ipynb"):
    page = HERE / "notebooks" / notebook.name
    text = notebook.read_text(encoding="utf-8")
    if not page.is_file() or page.read_text(encoding="utf-8") != text:
        write_file(page, text)

# They are run when the pages are built, unless neither they nor the package have changed since: the library's sources
# are part of the cache's name.
sources = hashlib.sha256()
for source in sorted(Path(perfectplay.__file__).parent.rglob("*.py")):
    sources.update(source.read_bytes())
nb_execution_mode = "cache"
nb_execution_cache_path = str(HERE / "_build" / "notebooks" / sources.hexdigest()[:16])
nb_execution_in_temp = True
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_merge_streams = True
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # widgets would be fetched from another host; there are none

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_google_docstring = False
napoleon_use_rtype = False

html_math_renderer = "mathml"
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["formulae.css", "notebooks.css", "pages.css"]
html_title = "perfectplay"
html_search_scorer = str(HERE / "_static" / "scorer.js")
