"""Mark all tests of research, which run only in `make test-all`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

# Make the oracles and tables of the product's own tests importable.
sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.profiles import register  # importable thanks to the line above

register()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.full)
