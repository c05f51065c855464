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

from perfectplay.core.errors import LimitExceededError, PerfectPlayError
from perfectplay.core.texts import Text
from perfectplay.web.parameters import Parameter, Query

__all__ = ["Endpoint", "TooMuchSentError"]


class TooMuchSentError(LimitExceededError):
    """More was sent than is read."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address, read with GET unless something is sent to it.

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
    sent
        If something is sent to it, with POST: at most so many bytes, which ``answer`` gets as ``sent``.
    """

    path: str
    summary: str
    read: Callable[[Query], Mapping[str, Any]]
    answer: Callable[..., Response | Awaitable[Response]]
    returns: Any
    own: str = ""
    also: type | None = None
    long: bool = False
    sent: int = 0

    @property
    def method(self) -> str:
        """Return how it is asked."""
        return "POST" if self.sent else "GET"

    @property
    def route(self) -> Route:
        """Return what the application serves."""
        answer = self.answer

        def read(request: Request) -> Mapping[str, Any]:
            query = Query(request.query_params.multi_items())
            given = self.read(query)
            query.done()
            return given

        if self.sent:

            async def take(request: Request) -> Response:
                given = read(request)
                found: Response = answer(request, sent=await _content(request, self.sent), **given)  # type: ignore[assignment]  # it is not a coroutine
                return found

            return Route(self.path, take, methods=[self.method])

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


async def _content(request: Request, most: int) -> bytes:
    """Read what is sent, and no more of it than that."""
    told = request.headers.get("content-length", "")
    content = bytearray()
    if not (told.isdecimal() and int(told) > most):
        async for piece in request.stream():
            content += piece
            if len(content) > most:
                break
        else:
            if content:
                return bytes(content)
            message = Text("nothing has been sent; send a file of up to {most} bytes", most=most)
            raise PerfectPlayError(message)
    message = Text("more than {most} bytes have been sent; at most {most} are read here", most=most)
    raise TooMuchSentError(message)
