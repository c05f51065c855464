"""Shared by all tests."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# Tests import their oracles as `tests.taxman.oracles`: the repository's root must be on the path, however pytest
# is started.
sys.path.insert(0, str(Path(__file__).parents[1]))

# A shell starts what it runs in the background with Ctrl-C ignored, and programs hand that on to those that they start:
# tests of Ctrl-C would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

pytest.register_assert_rewrite("tests.taxman.oracles")

# Kernels compile on their first call, and machines are noisy: no example is judged by its time.
settings.register_profile("perfectplay", deadline=None)
settings.load_profile("perfectplay")
