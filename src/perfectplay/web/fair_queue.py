"""Turns at a few places, shared fairly among clients; the last place is for a client that has none so far.

Source: P. Goyal, H. M. Vin and H. Cheng, "Start-time fair queueing: a scheduling algorithm for integrated services
packet switching networks", IEEE/ACM Transactions on Networking 5 (1997), 690-704; here every turn counts the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio


@dataclass(slots=True, eq=False)
class _Wait:
    purpose: object
    client: str
    number: int
    given: anyio.Event = field(default_factory=anyio.Event)


class FairQueue:
    """Limit concurrent work, shared fairly among clients.

    A client that asks for many turns at once gets one for each turn of any other client; ties go to the first request.
    However many turns it asks for, and however long they last, it never gets the last of several ``places`` while it
    holds another one.
    """

    def __init__(self, places: int) -> None:
        self._places = self._free = places
        self._waiting: list[_Wait] = []
        self._held: Counter[str] = Counter()
        # Turns are numbered for each client, starting from the current one, so that its second turn waits for the first
        # turns of all others.
        self._now = 0
        self._last: dict[str, int] = {}

    @property
    def taken(self) -> int:
        """Number of turns in use."""
        return self._places - self._free

    @asynccontextmanager
    async def one(self, client: str, purpose: object = None) -> AsyncIterator[None]:
        """Wait for a turn, and use it; other clients may wait for the same ``purpose``."""
        number = self._last[client] = self._number(client)
        waiter = _Wait(purpose, client, number)
        self._waiting.append(waiter)
        self._give()
        try:
            await waiter.given.wait()
            yield
        finally:
            # A client may disconnect before its turn, or after the turn was given but before it noticed.
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            else:
                self._free += 1
                self._held -= Counter((waiter.client,))
                self._give()

    def join(self, client: str, purpose: object) -> None:
        """Let a client without a place wait for another one's ``purpose``, with an earlier turn of its own."""
        number = self._number(client)
        for waiter in self._waiting:
            if waiter.purpose is purpose and number <= waiter.number and client not in self._held:
                waiter.client, waiter.number = client, number
                self._last[client] = number
                self._give()
                return

    def _number(self, client: str) -> int:
        return max(self._now, self._last.get(client, 0)) + 1

    def _give(self) -> None:
        """Give the free places to clients that may have them."""
        while entitled := [waiter for waiter in self._waiting if self._free > (waiter.client in self._held)]:
            following = min(entitled, key=lambda waiter: waiter.number)
            self._waiting.remove(following)
            self._free -= 1
            self._held[following.client] += 1
            self._now = max(self._now, following.number)
            # A client that has used its turns starts again with the others.
            self._last = {client: last for client, last in self._last.items() if last > self._now}
            following.given.set()
