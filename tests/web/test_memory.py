"""What is remembered, and what is not."""

from __future__ import annotations

import pytest

from perfectplay.web.memory import Memory
from tests.web.conftest import run


def asked(memory: Memory, *questions: str) -> list[bytes]:
    """Ask one question after the other."""
    answers: list[bytes] = []

    async def ask() -> None:
        answers.extend([await memory.ask(question) for question in questions])

    run(ask)
    return answers


def test_a_question_is_worked_on_once() -> None:
    calls: list[str] = []

    def function(text: str) -> bytes:
        calls.append(text)
        return text.encode() * 2

    assert asked(Memory(function, 100), "a", "b", "a", "b") == [b"aa", b"bb", b"aa", b"bb"]
    assert calls == ["a", "b"]


def test_the_one_that_was_asked_for_the_longest_ago_is_forgotten() -> None:
    calls: list[str] = []

    def function(text: str) -> bytes:
        calls.append(text)
        return b"12"

    # Room for three questions of one byte with their answers.
    asked(Memory(function, 9), *"abcadba")
    assert calls == ["a", "b", "c", "d", "b"]


def test_what_is_too_large_is_answered_all_the_same() -> None:
    memory = Memory(lambda text: text.encode(), 3)
    assert asked(memory, "long", "long") == [b"long", b"long"]
    assert (len(memory._known), memory._room) == (0, 3)


def test_errors_are_not_remembered() -> None:
    calls: list[str] = []

    def function(text: str) -> bytes:
        calls.append(text)
        raise ValueError(text)

    memory = Memory(function, 100)
    for _ in range(2):
        with pytest.raises(ValueError, match="a"):
            asked(memory, "a")
    assert calls == ["a", "a"]
