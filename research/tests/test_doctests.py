"""Run the examples of docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import perfectplay_research

MODULES = [one.name for one in pkgutil.walk_packages(perfectplay_research.__path__, "perfectplay_research.")]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples_give_what_they_say(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert not failed
