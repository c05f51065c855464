"""A fixture for all tests of the command line."""

import pytest

from perfectplay.cli.games import repl


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the cost of a move more time than a user would, because a busy machine may stand still for a second."""
    monkeypatch.setattr(repl, "_MOMENT", 60.0)
