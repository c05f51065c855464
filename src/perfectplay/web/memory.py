"""Quick answers that are remembered: in a class, many look at the same position."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from starlette.concurrency import run_in_threadpool

__all__ = ["Memory"]


class Memory:
    """Asks a function once, and remembers what it answered.

    What is remembered is answered at once; anything else is found out in a thread, so that others need not wait for it.

    Parameters
    ----------
    function
        Takes texts, and always gives the same answer to the same.  What it raises is not remembered.
    size
        Bytes of all questions and answers together.
    """

    def __init__(self, function: Callable[..., bytes], size: int) -> None:
        self._function = function
        self._room = size
        self._known: OrderedDict[tuple[str, ...], bytes] = OrderedDict()

    async def ask(self, *question: str) -> bytes:
        """Return the answer to a question."""
        known = self._known.get(question)
        if known is not None:
            self._known.move_to_end(question)
            return known
        found = await run_in_threadpool(self._function, *question)
        # Somebody else may have asked the same meanwhile.
        if question not in self._known:
            self._known[question] = found
            self._room -= _size(question, found)
            # The one that nobody has asked for the longest goes first.
            while self._room < 0:
                self._room += _size(*self._known.popitem(last=False))
        return found


def _size(question: tuple[str, ...], answer: bytes) -> int:
    return sum(map(len, question)) + len(answer)
