"""The library reference: everyday names first, and examples nearly everywhere, which are run as doctests."""

from __future__ import annotations

import re

import perfectplay
from tests.documented import PAGE, documented

LEAST = 0.9
"""Share of the names of the reference that have an example: raise it with them."""


def test_most_names_have_an_example() -> None:
    names = documented()
    lacking = [name for name, found in names.items() if not found]
    assert len(names) > 600
    assert 1 - len(lacking) / len(names) >= LEAST, lacking


def test_what_is_imported_every_day_stands_first() -> None:
    text = PAGE.read_text(encoding="utf-8")
    everyday = text[text.index("## Everyday names") : text.index("## What you can rely on")]
    words = set(re.findall(r"`(\w+)", everyday))
    assert set(perfectplay.__all__) - words == {"__version__"}


def test_every_module_stands_there_once() -> None:
    modules = re.findall(r"automodule:: (\S+)", PAGE.read_text(encoding="utf-8"))
    assert len(modules) == len(set(modules))
