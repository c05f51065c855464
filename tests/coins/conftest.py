"""A fixture for all tests of the coins."""

import pytest

from perfectplay.coins import watch


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let progress count work, not time, because a busy machine may stand still for a second."""
    monkeypatch.setattr(watch, "_BETWEEN", float("inf"))
    monkeypatch.setattr(watch, "_SURE", float("inf"))
