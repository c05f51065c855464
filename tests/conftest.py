"""Shared by all tests."""

import os
import signal
import sys
from itertools import groupby
from pathlib import Path

import pytest

# Tests import their oracles as `tests.taxman.oracles`: the repository's root must be on the path, however pytest
# is started.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.profiles import register  # found by the line above

# A shell starts what it runs in the background with Ctrl-C ignored, and programs hand that on to those that they start:
# tests of Ctrl-C would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

pytest.register_assert_rewrite("tests.taxman.oracles")

register()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each worker begin with long tests: what is left for the end is short, and all end together.

    Each gets an equal part of the list, one after the other, and takes from the others' ends when it has none left.
    Pages need a browser and a server: they stay with one of them.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    pages: list[pytest.Item] = []
    long: list[pytest.Item] = []
    short: list[pytest.Item] = []
    for item in items:
        full = item.get_closest_marker("full") is not None
        (pages if item.path.parent.name == "browser" else long if full else short).append(item)
    if workers < 2 or not long:
        return
    parts = [pages, *([] for _ in range(1, workers))]
    for number, (_, group) in enumerate(groupby(long, key=lambda item: item.path)):
        parts[1 + number % (workers - 1)].extend(group)
    left = len(items)
    for number, part in enumerate(parts):
        room = max(0, left // (workers - number) - len(part))
        part.extend(short[:room])
        del short[:room]
        left -= len(part)
    items[:] = [item for part in (*parts, short) for item in part]
