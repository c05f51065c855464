"""A fixture for all tests of the command line."""

import pytest

from perfectplay.cli.games import repl
from perfectplay.coins import watch


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow a move's cost more time, and print no forecast, because a busy machine may stand still for a second."""
    monkeypatch.setattr(repl, "_MOMENT", 60.0)
    monkeypatch.setattr(watch, "_SURE", float("inf"))
