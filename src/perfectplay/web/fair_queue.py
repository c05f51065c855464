"""Turns at a few places, shared out fairly among clients; the last place is for a client that has none yet.

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
    what: object
    client: str
    number: int
    given: anyio.Event = field(default_factory=anyio.Event)


class FairQueue:
    """Leave to work, for a few at a time.

    A client that asks for many turns at once gets one for each that any other client gets; among equals, who came
    first is first.  However many it asks for, and however long they last, it never gets the last place beside another
    of its own.

    Parameters
    ----------
    places
        How many turns there are at a time, at least 1; a client has one less, if there are several.
    """

    def __init__(self, places: int) -> None:
        self._places = self._free = places
        self._waiting: list[_Wait] = []
        self._held: Counter[str] = Counter()
        # Turns are numbered for each client, from what is being served on: its second one waits for everybody's first.
        self._now = 0
        self._last: dict[str, int] = {}

    @property
    def taken(self) -> int:
        """Turns that are being used."""
        return self._places - self._free

    @asynccontextmanager
    async def one(self, client: str, what: object = None) -> AsyncIterator[None]:
        """Wait for a turn, and use it; for ``what``, other clients may wait as well."""
        number = self._last[client] = self._number(client)
        place = _Wait(what, client, number)
        self._waiting.append(place)
        self._give()
        try:
            await place.given.wait()
            yield
        finally:
            # A client may be gone before its turn, or when it was given and that was not noticed yet.
            if place in self._waiting:
                self._waiting.remove(place)
            else:
                self._free += 1
                self._held -= Counter((place.client,))
                self._give()

    def join(self, client: str, what: object) -> None:
        """Let a client that has no place wait for what another one waits for: an earlier turn of its own is used."""
        number = self._number(client)
        for place in self._waiting:
            if place.what is what and number <= place.number and client not in self._held:
                place.client, place.number = client, number
                self._last[client] = number
                self._give()
                return

    def _number(self, client: str) -> int:
        return max(self._now, self._last.get(client, 0)) + 1

    def _give(self) -> None:
        """Give out the places that are free, to those who may have them."""
        while entitled := [place for place in self._waiting if self._free > (place.client in self._held)]:
            following = min(entitled, key=lambda place: place.number)
            self._waiting.remove(following)
            self._free -= 1
            self._held[following.client] += 1
            self._now = max(self._now, following.number)
            # A client that has had its turns begins with the others.
            self._last = {client: last for client, last in self._last.items() if last > self._now}
            following.given.set()
