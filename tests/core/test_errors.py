from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core import errors
from perfectplay.core.errors import PerfectPlayError, quote


@given(st.text(), st.integers(5, 60))
def test_a_quotation_is_one_short_line(text: str, limit: int) -> None:
    shown = quote(text, limit)
    assert len(shown) <= limit
    assert len(shown.splitlines()) == 1


def test_quotations() -> None:
    assert quote("20") == "'20'"
    assert quote(20) == "'20'"
    assert quote("a\nb") == r"'a\nb'"
    assert quote("x" * 100) == "'" + "x" * 35 + "...'"


def test_one_tree() -> None:
    tree = [getattr(errors, name) for name in errors.__all__ if name.endswith("Error")]
    assert all(issubclass(error, PerfectPlayError) for error in tree)


def test_bad_input_is_a_value_error() -> None:
    for error in (errors.InvalidPositionError, errors.IllegalMoveError, errors.LimitExceededError):
        assert issubclass(error, ValueError)
