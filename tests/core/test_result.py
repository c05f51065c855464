import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress, ignore_progress
from perfectplay.core.result import Result
from perfectplay.core.schema import encode, exact, to_json
from tests.tables import rows


def result(**changes: Any) -> Result[int, int]:
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
        result().value = 8  # type: ignore[misc]  # the test is about this refusal


def test_progress_gap() -> None:
    assert Progress("root", 0.0, lower=3, upper=5).gap == 2
    assert Progress("root", 0.0, lower=3).gap is None
    assert Progress("root", 0.0, upper=3).gap is None
    # The default callback takes the same arguments as any other.
    ignore_progress(Progress("root", 0.0))


# -- as JSON -----------------------------------------------------------------------------------------------------------

PARTS = st.one_of(
    st.integers(), st.integers(-(2**70), 2**70), st.fractions(), st.booleans(), st.none(), st.text(), st.floats()
)


@given(st.one_of(st.lists(PARTS), st.lists(st.integers(-(2**61), 2**61)), st.lists(st.text())))
def test_a_list_is_encoded_as_its_parts_are(parts: list[Any]) -> None:
    expected = [encode(part) for part in parts]
    for told in (encode(parts), encode(tuple(parts)), encode({"parts": [parts]})["parts"][0]):
        assert [(type(part), repr(part)) for part in told] == [(type(part), repr(part)) for part in expected]


def test_a_number_is_an_integer_or_a_text() -> None:
    assert (exact(Fraction(6, 2)), exact(Fraction(3, 2)), exact(-(10**40))) == (3, "3/2", -(10**40))
    assert json.loads(to_json((1, Fraction(4, 2), Fraction(-1, 3), 2**64))) == [1, 2, "-1/3", 2**64]


@pytest.mark.parametrize("long", [2**14_000, -(2**14_000), Fraction(1, 3**20_000)])
def test_a_number_too_long_is_refused_wherever_it_is(long: int | Fraction) -> None:
    for answer in (long, [1, long, 2], (long,), {"value": long}, {"rows": [[1, 2], [3, long]]}):
        with pytest.raises(LimitExceededError, match=r"bits; at most 14,000 are written"):
            to_json(answer)
    assert encode([1, 2**14_000 - 1]) == [1, 2**14_000 - 1]


@pytest.mark.parametrize("answer", [{1, 2}, [b"coin"], (object(),), [int]])
def test_what_json_has_no_notation_for_is_refused(answer: object) -> None:
    with pytest.raises(TypeError, match="has no place in an answer: it is of the type"):
        to_json(answer)
