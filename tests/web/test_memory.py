"""Test the cache of answers, which has a limited size."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perfectplay.web.replies import Memory, _size
from tests.web.conftest import run


def asked(memory: Memory, function: Callable[[str], bytes], *questions: str) -> list[bytes]:
    """Ask questions one after another, and return the answers."""
    answers: list[bytes] = []

    async def ask() -> None:
        answers.extend([await memory.ask(function, question) for question in questions])

    run(ask)
    return answers


def room_for(count: int, question: str, answer: bytes) -> Memory:
    """Return a memory with room for this number of equal answers, each with a question of this length."""
    return Memory(count * _size((question,), answer))


def test_a_question_is_worked_on_once() -> None:
    calls: list[str] = []

    def function(text: str) -> bytes:
        calls.append(text)
        return text.encode() * 2

    assert asked(room_for(2, "a", b"aa"), function, "a", "b", "a", "b") == [b"aa", b"bb", b"aa", b"bb"]
    assert calls == ["a", "b"]


def test_the_one_that_was_asked_for_the_longest_ago_is_forgotten() -> None:
    calls: list[str] = []

    def function(text: str) -> bytes:
        calls.append(text)
        return b"12"

    asked(room_for(3, "a", b"12"), function, *"abcadba")
    assert calls == ["a", "b", "c", "d", "b"]


def test_questions_take_room_too() -> None:
    """Check that questions count as well as answers, so that a million long questions cannot fill the memory."""
    memory = room_for(10, "x" * 8000, b"")
    for number in range(1000):
        memory.keep(b"", f"{number:08000}")
    assert len(memory._known) == 10
    assert memory.recall(f"{999:08000}") == b""
    # An answer that is stored again is not counted twice.
    for _ in range(100):
        memory.keep(b"", f"{999:08000}")
    assert len(memory._known) == 10


def test_what_is_too_large_is_answered_all_the_same() -> None:
    memory = Memory(3)
    assert asked(memory, str.encode, "long", "long") == [b"long", b"long"]
    assert (len(memory._known), memory._room) == (0, 3)


def test_errors_are_not_remembered() -> None:
    calls: list[str] = []

    def function(text: str) -> bytes:
        calls.append(text)
        raise ValueError(text)

    memory = Memory(1000)
    for _ in range(2):
        with pytest.raises(ValueError, match="a"):
            asked(memory, function, "a")
    assert calls == ["a", "a"]
