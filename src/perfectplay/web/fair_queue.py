"""A queue that shares a few places fairly among clients, and reserves the last one for a client without a place.

Source: P. Goyal, H. M. Vin and H. Cheng, "Start-time fair queueing: a scheduling algorithm for integrated services
packet switching networks", IEEE/ACM Transactions on Networking 5 (1997), 690-704. Here all turns have equal weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio


@dataclass(slots=True, eq=False)
class _Wait:
    work: object
    client: str
    number: int
    given: anyio.Event = field(default_factory=anyio.Event)


class FairQueue:
    """Limit concurrent work, shared fairly among clients.

    Waiting clients take turns, however many turns each one has requested; on ties, the earliest request is first. A
    client that holds a place never gets the last one of several ``places``, however many turns it requests and however
    long they last.
    """

    def __init__(self, places: int) -> None:
        self._places = self._free = places
        self._waiting: list[_Wait] = []
        self._held: Counter[str] = Counter()
        # Number the turns of each client, starting from the current turn, so that its second turn waits for the first
        # turns of all other clients.
        self._now = 0
        self._last: dict[str, int] = {}

    @property
    def taken(self) -> int:
        """Number of places in use."""
        return self._places - self._free

    @asynccontextmanager
    async def one(self, client: str, work: object = None) -> AsyncIterator[None]:
        """Wait for a place, and hold it during the ``with`` block; ``work`` identifies the work for `join`."""
        number = self._last[client] = self._number(client)
        waiter = _Wait(work, client, number)
        self._waiting.append(waiter)
        self._give()
        try:
            await waiter.given.wait()
            yield
        finally:
            # A client may disconnect while it waits, or after it was given a place but before it could use the place.
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            else:
                self._free += 1
                self._held -= Counter((waiter.client,))
                self._give()

    def join(self, client: str, work: object) -> None:
        """Let a client without a place take over another client's wait for ``work`` if its own turn comes no later."""
        number = self._number(client)
        for waiter in self._waiting:
            if waiter.work is work and number <= waiter.number and client not in self._held:
                waiter.client, waiter.number = client, number
                self._last[client] = number
                self._give()
                return

    def _number(self, client: str) -> int:
        return max(self._now, self._last.get(client, 0)) + 1

    def _give(self) -> None:
        """Give free places to waiting clients that are entitled to them, in order of their turns."""
        while entitled := [waiter for waiter in self._waiting if self._free > (waiter.client in self._held)]:
            following = min(entitled, key=lambda waiter: waiter.number)
            self._waiting.remove(following)
            self._free -= 1
            self._held[following.client] += 1
            self._now = max(self._now, following.number)
            # Forget clients that have used up their turns: their next turn is numbered as for a new client.
            self._last = {client: last for client, last in self._last.items() if last > self._now}
            following.given.set()
