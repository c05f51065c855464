"""Turns at a few places, shared out fairly among clients.

Source: P. Goyal, H. M. Vin and H. Cheng, "Start-time fair queueing: a scheduling algorithm for integrated services
packet switching networks", IEEE/ACM Transactions on Networking 5 (1997), 690-704; here every turn counts the same.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio

__all__ = ["Turns"]


@dataclass(slots=True, eq=False)
class _Wait:
    number: int
    given: anyio.Event = field(default_factory=anyio.Event)


class Turns:
    """Leave to work, for so many at a time.

    A client that asks for many turns at once gets one for each that any other client gets; among equals, who came
    first is first.

    Parameters
    ----------
    places
        How many turns there are at a time, at least 1.
    """

    def __init__(self, places: int) -> None:
        self._places = self._free = places
        self._waiting: list[_Wait] = []
        # Turns are numbered for each client, from what is being served on: its second one waits for everybody's first.
        self._now = 0
        self._last: dict[str, int] = {}

    @property
    def taken(self) -> int:
        """Turns that are being used."""
        return self._places - self._free

    @asynccontextmanager
    async def one(self, client: str) -> AsyncIterator[None]:
        """Wait for a turn, and use it."""
        number = self._last[client] = max(self._now, self._last.get(client, 0)) + 1
        if self._free:
            self._free -= 1
            self._serve(number)
        else:
            await self._wait(_Wait(number))
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, place: _Wait) -> None:
        self._waiting.append(place)
        try:
            await place.given.wait()
        except BaseException:
            # Cancelled; perhaps after the turn was given, and before that was noticed.
            if place in self._waiting:
                self._waiting.remove(place)
            else:
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        if not self._waiting:
            self._free += 1
            return
        following = min(self._waiting, key=lambda place: place.number)
        self._waiting.remove(following)
        self._serve(following.number)
        following.given.set()

    def _serve(self, number: int) -> None:
        self._now = max(self._now, number)
        # Whoever has had its turns begins with the others.
        self._last = {client: last for client, last in self._last.items() if last > self._now}
