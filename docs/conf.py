"""Sphinx configuration."""

from perfectplay import __version__

project = "perfectplay"
author = "The perfectplay developers"
copyright = author  # noqa: A001  # Sphinx reads this very name
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.mathjax"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_google_docstring = False
napoleon_use_rtype = False

html_theme = "furo"
html_title = "perfectplay"
