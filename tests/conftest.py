"""Shared by all tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import settings

# Tests import their oracles as `tests.taxman.oracles`: the repository's root must be on the path, however pytest
# is started.
sys.path.insert(0, str(Path(__file__).parents[1]))

pytest.register_assert_rewrite("tests.taxman.oracles")

# Kernels compile on their first call, and machines are noisy: no example is judged by its time.
settings.register_profile("perfectplay", deadline=None)
settings.load_profile("perfectplay")
