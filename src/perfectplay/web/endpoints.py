"""Endpoints of the HTTP API: their parameters, their answers, and the types of both."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from perfectplay.core.errors import LimitExceededError, PerfectPlayError
from perfectplay.core.question import MissingError, Question, ask
from perfectplay.web.jobs import LEAST_SENT, BusyError, Jobs, answer, client_of, refusal, short
from perfectplay.web.parameters import Query, read_time_limit
from perfectplay.web.replies import JSON, json_response

__all__ = ["Endpoint", "TooMuchSentError", "always", "question_endpoint"]


_FORGOTTEN = 64_000_000
"""Maximum number of bytes beyond the limit that are read and dropped before the request is refused."""


class TooMuchSentError(LimitExceededError):
    """The error for a request that sends more bytes than are allowed."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint of the API; its method is GET, or POST if clients send a file.

    Attributes
    ----------
    path
        The path below ``/api/v1``.
    summary
        Description of the answer in one sentence without a full stop.
    read
        Function that parses the parameters, refuses requests that cannot be answered, and returns keyword arguments of
        ``answer``. It is also called to describe the API, so it must read the same parameters for all values.
    answer
        Function that returns the response, given the request and these keyword arguments.
    returns
        The type of the JSON answer, such as a dataclass, or the media type of a text.
    own
        The field of `perfectplay.web.declaration.WebGame` that has the type of a game's additions to the answer:
        ``"board"``, ``"lab"`` or ``"exercise"``.
    long
        Whether the answer may take long work, which may be refused. If the answer is JSON, a client that accepts
        ``text/event-stream`` receives its progress.
    none
        Description of the answer 404 if a search found nothing; empty if it always finds something.
    sent
        For POST, the maximum number of bytes that may be sent; ``answer`` receives them as the file ``sent``.
    """

    path: str
    summary: str
    read: Callable[[Query], Mapping[str, Any]]
    answer: Callable[..., Response | Awaitable[Response]]
    returns: Any
    own: str = ""
    long: bool = False
    none: str = ""
    sent: int = 0

    @property
    def method(self) -> str:
        """Return the HTTP method."""
        return "POST" if self.sent else "GET"

    @property
    def route(self) -> Route:
        """Return the route for the application."""
        answer = self.answer

        def read(request: Request) -> Mapping[str, Any]:
            query = Query(request.query_params.multi_items())
            try:
                given = self.read(query)
            except MissingError:
                # The parameter may have been given under a wrong name; if so, report that name, which is more helpful.
                query.parameters |= self.described.parameters
                query.done()
                raise
            query.done()
            return given

        if self.sent:

            async def take(request: Request) -> Response:
                return _Taken(request, self.sent, partial(answer, request, **read(request)))  # type: ignore[arg-type]  # it is not a coroutine

            return Route(self.path, take, methods=[self.method])

        if inspect.iscoroutinefunction(answer):

            async def serve(request: Request) -> Response:
                response: Response = await answer(request, **read(request))
                return response

            return Route(self.path, serve)

        def work(request: Request) -> Response:
            response: Response = answer(request, **read(request))  # type: ignore[assignment]  # it is not a coroutine
            return response

        return Route(self.path, work)

    @property
    def described(self) -> Query:
        """Return a query with all parameters, in the order in which `read` reads them, and their dependencies."""
        query = Query((), describing=True)
        # Ignore errors, because the example values of several parameters may exclude each other.
        with suppress(PerfectPlayError):
            self.read(query)
        return query


def always(_: object) -> bool:
    """Return ``True``; use this as ``quick`` for questions that are always answered at once."""
    return True


def question_endpoint(
    path: str,
    summary: str,
    read: Callable[[Query], Any],
    returns: Any,
    *,
    view: Callable[..., Any] | None = None,
    take: Callable[[Any], Any] | None = None,
    quick: Callable[[Any], bool] | None = None,
    timed: bool = False,
    own: str = "",
) -> Endpoint:
    """Build the endpoint that answers a question.

    Parameters
    ----------
    path, summary, returns, own
        As in `Endpoint`.
    read
        Function that builds the question from the parameters and refuses questions that are too large. A question is a
        `Question`, or a partial of a module-level function.
    view
        Module-level function that returns the content for a question, by default the question's answer. If it may take
        long, it (or the partial) receives ``progress``.
    take
        Function that selects the content from the result of `view`, as in `perfectplay.web.jobs.answer`.
    quick
        Function that returns whether a question is answered at once; by default, each runs in a separate process.
    timed
        Whether a ``time-limit`` may be given, which is passed on to `view`.
    """
    media = returns if isinstance(returns, str) else JSON

    def given(query: Query) -> Mapping[str, Any]:
        question = read(query)
        return {"question": question, **({"time_limit": read_time_limit(query)} if timed else {})}

    def work(question: Any, **limit: Any) -> partial[Any]:
        if view is None and not isinstance(question, Question):
            return partial(question, **limit)
        return partial(view or ask, question, **limit)

    def at_once(_: Request, question: Any, **limit: Any) -> Response:
        answer = work(question, **limit)()
        answer = answer if take is None else take(answer)
        return json_response(answer) if media == JSON else Response(answer, media_type=media)

    def in_turn(request: Request, question: Any, **limit: Any) -> Response:
        if quick is not None and quick(question):
            return at_once(request, question, **limit)
        return answer(request, work(question, **limit), media=media, take=take)

    reply = at_once if quick is always else in_turn
    return Endpoint(path, summary, given, reply, returns, own=own, long=reply is in_turn)


class _Taken(Response):
    """A response to an upload of at most ``most`` bytes, for which room is reserved before any byte is read."""

    def __init__(self, request: Request, most: int, answer: Callable[..., Response]) -> None:
        super().__init__()
        self._request = request
        self._most = most
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        jobs: Jobs = self._request.app.state.jobs
        length = self._request.headers.get("content-length", "")
        size = min(max(int(length) if length.isdecimal() else 0, LEAST_SENT), self._most)
        try:
            with jobs.room(client_of(self._request), size) as (file, grow):
                await self._keep(file, size, grow)
                await self._answer(sent=file)(scope, receive, send)
        except BusyError as error:
            await refusal(error.failure, jobs.again)(scope, receive, send)
        except ClientDisconnect:
            # The client has disconnected, so there is nobody to answer.
            return

    async def _keep(self, file: Path, size: int, grow: Callable[[], None]) -> None:
        """Copy the body to a file. Room for ``size`` bytes is already reserved; ``grow`` reserves more step by step."""
        length = 0
        try:
            with file.open("wb") as kept:
                async for piece in self._request.stream():
                    length += len(piece)
                    if length > self._most + _FORGOTTEN:
                        break
                    # Read the excess, too: if the connection were cut now, the client would not see the error.
                    if length <= self._most:
                        while length > size:
                            grow()
                            size += LEAST_SENT
                        kept.write(piece)
        except OSError as error:
            raise BusyError(short(error)) from None
        if length > self._most:
            raise TooMuchSentError(
                "more than {most} bytes have been sent; at most {most} are read here", most=self._most
            )
        if not length:
            raise PerfectPlayError("nothing has been sent; send a file of up to {most} bytes", most=self._most)
