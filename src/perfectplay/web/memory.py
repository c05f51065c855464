"""Answers that are remembered: in a class, many look at the same position."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from sys import getsizeof

from starlette.concurrency import run_in_threadpool

_ENTRY = 300
"""Bytes that Python takes to remember an answer, besides those of the question and the answer."""


class Memory:
    """Remembers answers, until there are too many of them: the one that was asked for the longest ago goes first.

    Parameters
    ----------
    size
        Bytes of all questions and answers together, and of what it takes to remember them.
    """

    def __init__(self, size: int) -> None:
        self._room = size
        self._known: OrderedDict[tuple[str | bytes, ...], bytes] = OrderedDict()

    def recall(self, *question: str | bytes) -> bytes | None:
        """Return the answer to a question, if it is remembered."""
        known = self._known.get(question)
        if known is not None:
            self._known.move_to_end(question)
        return known

    def keep(self, answer: bytes, *question: str | bytes) -> None:
        """Remember the answer to a question."""
        if question in self._known:
            self._room += _size(question, self._known.pop(question))
        self._known[question] = answer
        self._room -= _size(question, answer)
        while self._room < 0:
            self._room += _size(*self._known.popitem(last=False))

    async def ask(self, function: Callable[..., bytes], *question: str) -> bytes:
        """Return what a function answers, which always gives the same answer to the same texts.

        What is remembered is answered at once; anything else is found out in a thread, so that others need not wait for
        it.  What the function raises is not remembered.
        """
        found = self.recall(*question)
        if found is None:
            found = await run_in_threadpool(function, *question)
            self.keep(found, *question)
        return found


def _size(question: tuple[str | bytes, ...], answer: bytes) -> int:
    return _ENTRY + sum(map(getsizeof, (*question, answer)))
