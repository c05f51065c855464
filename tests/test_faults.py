"""Test that the list of deliberate faults is up to date; ``python -m tests.faults`` plants each of them in a copy."""

from __future__ import annotations

from tests.faults import FAULTS, ROOT, place


def test_every_fault_can_be_put_in() -> None:
    assert [fault.name for fault in FAULTS if place(fault, ROOT) is None] == []
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 40


def test_the_tests_that_should_see_it_are_there() -> None:
    named = [test.partition("[")[0].split("::") for fault in FAULTS for test in fault.tests]
    lost = [
        "::".join(parts)
        for parts in named
        if not (ROOT / parts[0]).is_file()
        or any(f"def {name}(" not in (ROOT / parts[0]).read_text(encoding="utf-8") for name in parts[1:])
    ]
    assert lost == []


def test_most_are_for_every_day() -> None:
    assert sum(fault.everyday for fault in FAULTS) >= 36
