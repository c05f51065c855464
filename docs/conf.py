"""Sphinx configuration."""

import sys
from pathlib import Path

from perfectplay import __version__

sys.path.append(str(Path(__file__).parent))

project = "perfectplay"
author = "The perfectplay developers"
copyright = author  # noqa: A001  # Sphinx reads this very name
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "mathml", "manual"]
myst_enable_extensions = ["deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "_static"]

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_google_docstring = False
napoleon_use_rtype = False

html_math_renderer = "mathml"
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["formulae.css"]
html_title = "perfectplay"
