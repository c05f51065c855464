"""Addresses of the HTTP API: what each reads, what it answers with, and the types of both."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from perfectplay.core.errors import PerfectPlayError
from perfectplay.web.parameters import Parameter, Query

__all__ = ["Endpoint"]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address, read with GET.

    Attributes
    ----------
    path
        Below ``/api/v1``.
    summary
        What it answers, in one sentence without a full stop.
    read
        Reads the parameters, and refuses what cannot be answered; returns keyword arguments of ``answer``.  It asks the
        query for the same parameters whatever their values are: the description of the API is made by calling it.
    answer
        Called with the request and what was read.
    returns
        The type of the JSON that it answers with, a dataclass for one; or else the media type of its text.
    own
        The field of `perfectplay.web.declaration.WebGame` with the type of what a game adds to that: ``"board"``,
        ``"lab"`` or ``"exercise"``.
    also
        The type of what it answers with if it is asked to say it in another way.
    long
        Whether it may be long work, for which there is not always room.  If it answers with JSON, a client that accepts
        ``text/event-stream`` is told of its progress.
    """

    path: str
    summary: str
    read: Callable[[Query], Mapping[str, Any]]
    answer: Callable[..., Response | Awaitable[Response]]
    returns: Any
    own: str = ""
    also: type | None = None
    long: bool = False

    @property
    def route(self) -> Route:
        """Return what the application serves."""
        answer = self.answer

        def read(request: Request) -> Mapping[str, Any]:
            query = Query(request.query_params.multi_items())
            given = self.read(query)
            query.done()
            return given

        if inspect.iscoroutinefunction(answer):

            async def serve(request: Request) -> Response:
                found: Response = await answer(request, **read(request))
                return found

            return Route(self.path, serve)

        def work(request: Request) -> Response:
            found: Response = answer(request, **read(request))  # type: ignore[assignment]  # it is not a coroutine
            return found

        return Route(self.path, work)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Return what it reads, in the order in which it does."""
        query = Query((), describing=True)
        # What excludes each other is not all given in a description.
        with suppress(PerfectPlayError):
            self.read(query)
        return tuple(query.parameters.values())
