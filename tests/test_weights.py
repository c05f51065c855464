"""Test that the product grows only in commits that state a benefit for users."""

from __future__ import annotations

from tests.weights import WEIGHTS


def test_nothing_is_heavier_than_its_limit() -> None:
    measured = {weight.what: (weight.measure(), weight.limit) for weight in WEIGHTS}
    assert {what: found for what, found in measured.items() if found[0] > found[1]} == {}


def test_no_limit_is_left_high_above_what_is_there() -> None:
    """Test that no limit is far above the measured weight, because the weight could then rise again unnoticed."""
    slack = {weight.what: (weight.measure(), weight.limit) for weight in WEIGHTS}
    assert {what: found for what, found in slack.items() if found[0] < 0.97 * found[1] - 1} == {}
