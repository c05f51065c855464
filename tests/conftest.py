"""Shared by all tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

# Tests import their oracles as `tests.taxman.oracles`: the repository's root must be on the path, however pytest
# is started.
sys.path.insert(0, str(Path(__file__).parents[1]))

pytest.register_assert_rewrite("tests.taxman.oracles")
