"""Settings and fixtures for all tests."""

import gc
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

# Tests import oracles as `tests.taxman.oracles`, so the repository's root has to be on the path.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import tables  # importable thanks to the path above
from tests.profiles import register

# A shell starts background programs with Ctrl-C ignored, and their children inherit that: tests of Ctrl-C would hang.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):  # in the same way, nohup ignores the end of the terminal
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Take the low priority of a server's workers: with a higher one, tests would keep them from answering for minutes.
if hasattr(os, "nice"):
    os.nice(max(0, 10 - os.nice(0)))

pytest.register_assert_rewrite("tests.taxman.oracles")

register()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--row", default="", help="run only the rows of tables whose names contain this text")


# Tests of sources, C files, pages and types, and of tables and certificates that the standard library alone reads and
# checks
UNVERSIONED = (
    "tests/browser/test_pages.py::test_every_page",
    "tests/native/test_native.py::test_kernels_compile_without_warnings",
    "tests/taxman/test_folders.py::test_certificates_in_the_repository_are_accepted",
    *(f"tests/{name}/test_check.py" for name in ("coins", "factorgame")),
    "tests/core/test_sequences.py",
    *(f"tests/taxman/test_{name}.py" for name in ("packs", "records", "rules")),
    *(f"tests/test_{name}.py" for name in ("commit_message", "faults", "layers", "spelling", "weights", "words")),
    "tests/typing/",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(UNVERSIONED):
            item.add_marker("unversioned")


def pytest_configure(config: pytest.Config) -> None:
    tables.wanted = config.getoption("--row")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector from searching thousands of modules and tests, which live until the end."""
    gc.disable()
    found = yield
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)  # collect less often, which saves some 4 % of the tests' time
    gc.enable()
    return found
