"""A fixture for all tests of the coins."""

import pytest

from perfectplay.coins import watch


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Report progress once for each length, however long it takes, because a busy machine may stand still."""
    monkeypatch.setattr(watch, "_BETWEEN", float("inf"))
    monkeypatch.setattr(watch, "_SURE", float("inf"))
