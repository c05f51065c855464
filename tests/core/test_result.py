from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from perfectplay.core.progress import Progress, ignore_progress
from perfectplay.core.result import Result
from tests.tables import rows


def result(**changes: Any) -> Result[int]:
    fields: dict[str, Any] = {
        "value": 7,
        "lower": 7,
        "upper": 9,
        "status": "bounded",
        "moves": (7,),
        "seconds": 0.1,
        "provenance": {"source": "search"},
    }
    return Result(**(fields | changes))


def test_gap() -> None:
    assert result().gap == 2
    assert result(upper=7, status="optimal").gap == 0
    assert result(upper=Fraction(15, 2)).gap == Fraction(1, 2)


@rows("name", ["value", "lower", "upper"])
@rows("number", [7.0, True, "7", None])
def test_inexact_numbers_are_refused(name: str, number: object) -> None:
    with pytest.raises(TypeError, match=f"{name} must be an int or a Fraction"):
        result(**{name: number})


def test_contradictory_bounds_are_refused() -> None:
    with pytest.raises(ValueError, match="lower bound 7 exceeds upper bound 6"):
        result(upper=6)


def test_optimal_needs_equal_bounds() -> None:
    with pytest.raises(ValueError, match="'optimal' needs lower == upper, got 7 and 9"):
        result(status="optimal")


def test_equal_bounds_alone_claim_nothing() -> None:
    assert result(upper=7).status == "bounded"


def test_a_result_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        result().value = 8  # type: ignore[misc]  # that it is refused is what is tested


def test_progress_gap() -> None:
    assert Progress("root", 0.0, lower=3, upper=5).gap == 2
    assert Progress("root", 0.0, lower=3).gap is None
    assert Progress("root", 0.0, upper=3).gap is None
    # The default callback takes what any other would.
    ignore_progress(Progress("root", 0.0))
