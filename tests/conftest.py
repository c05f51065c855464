"""Settings and fixtures for all tests."""

import signal
import sys
from pathlib import Path

import pytest

# Tests import oracles as `tests.taxman.oracles`, so the repository's root has to be on the path.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.profiles import register  # importable thanks to the path above

# A shell starts background programs with Ctrl-C ignored, and their children inherit that: tests of Ctrl-C would hang.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

pytest.register_assert_rewrite("tests.taxman.oracles")

register()
