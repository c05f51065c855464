"""Test that the option --row chooses rows of a table by their names."""

from unittest.mock import MagicMock

import pytest

from tests import tables


@pytest.mark.parametrize(("text", "chosen"), [("", "a b ab"), ("b", "b ab"), ("c", "a b ab")])
def test_rows_are_chosen_by_a_part_of_their_names(monkeypatch: pytest.MonkeyPatch, text: str, chosen: str) -> None:
    seen: list[str] = []
    monkeypatch.setattr(tables, "wanted", text)
    whole = tables.rows("row", ["a", "b", "ab"])(lambda row: seen.append(row))  # noqa: PLW0108  # it is called by name
    whole(subtests=MagicMock())
    assert seen == chosen.split()
