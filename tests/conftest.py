"""Shared by all tests."""

import signal
import sys
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
