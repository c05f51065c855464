"""Test that everyday names come first in the library reference, and that most names have an example (a doctest)."""

import doctest
import importlib
import pkgutil
import re

import pytest

import perfectplay
from tests.documented import PAGE, PAGES, documented

LEAST = 0.9
"""Minimum share of the names in the reference that have an example; raise it when more names have one."""


def test_most_names_have_an_example() -> None:
    names = documented()
    lacking = [name for name, found in names.items() if not found]
    assert len(names) > 300
    assert 1 - len(lacking) / len(names) >= LEAST, lacking


def test_what_is_imported_every_day_stands_first() -> None:
    text = PAGE.read_text(encoding="utf-8")
    everyday = text[text.index("## Everyday names") : text.index("## What you can rely on")]
    words = set(re.findall(r"[`.](\w+)", everyday))
    assert set(perfectplay.__all__) - words == {"__version__"}


def test_every_module_stands_there_once() -> None:
    modules = [one for page in PAGES for one in re.findall(r"automodule:: (\S+)", page.read_text(encoding="utf-8"))]
    assert len(modules) == len(set(modules))


# -- doctests ----------------------------------------------------------------------------------------------------------

PACKAGES = ("", *(one.name for one in pkgutil.iter_modules(perfectplay.__path__)))


def modules_of(package: str) -> list[str]:
    """Return all modules of a subpackage; for an empty name, return only the top package itself."""
    found = importlib.import_module(f"perfectplay.{package}".rstrip("."))
    if not package or not hasattr(found, "__path__"):
        return [found.__name__]
    return [found.__name__, *(one.name for one in pkgutil.walk_packages(found.__path__, f"{found.__name__}."))]


@pytest.mark.parametrize("package", PACKAGES)
def test_examples_give_what_they_say(package: str, subtests: pytest.Subtests) -> None:
    finder, runner = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for name in modules_of(package):
        for test in finder.find(importlib.import_module(name)):
            if test.examples:
                with subtests.test(test.name):
                    report: list[str] = []
                    runner.run(test, out=report.append)
                    assert not report, "".join(report)
