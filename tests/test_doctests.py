"""The examples of docstrings give what they say: one test for each package, which names every example that does not."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import perfectplay

PACKAGES = ("", *(one.name for one in pkgutil.iter_modules(perfectplay.__path__)))


def modules_of(package: str) -> list[str]:
    """Modules below a part of the package; those at the very top for an empty name."""
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
