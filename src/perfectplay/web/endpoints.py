"""Addresses of the HTTP API: what each reads, what it answers with, and the types of both."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
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
from perfectplay.web.parameters import Parameter, Query, read_time_limit
from perfectplay.web.replies import JSON, json_response

__all__ = ["Endpoint", "TooMuchSentError", "always", "question_endpoint"]


_FORGOTTEN = 64_000_000
"""Bytes beyond what may be sent that are read and forgotten before they are refused."""


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
    long
        Whether it may be long work, for which there is not always room.  If it answers with JSON, a client that accepts
        ``text/event-stream`` is told of its progress.
    sent
        If something is sent to it, with POST: how many bytes at most; ``answer`` finds them in the file ``sent``.
    """

    path: str
    summary: str
    read: Callable[[Query], Mapping[str, Any]]
    answer: Callable[..., Response | Awaitable[Response]]
    returns: Any
    own: str = ""
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
            try:
                given = self.read(query)
            except MissingError:
                # What is missing may be there by a wrong name, which is the better thing to complain about.
                query.parameters |= {one.name: one for one in self.parameters}
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
        return tuple(replace(one, excludes=query.exclusions.get(one.name, ())) for one in query.parameters.values())


def always(_: object) -> bool:
    """Whether a question is answered at once: it is."""
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
    """Make the address of a question.

    Parameters
    ----------
    path, summary, returns, own
        As of `Endpoint`.
    read
        Makes the question of the parameters, and refuses what cannot be answered here: a `Question`, or a partial of a
        module-level function.
    view
        A module-level function of the question that makes what is sent, by default its answer.  It, or the partial, is
        called with a keyword ``progress`` where it may take long.
    take
        Takes what is sent from what `view` returns, as of `perfectplay.web.jobs.answer`.
    quick
        Tells which questions are answered at once; by default, each gets a process of its own.
    timed
        Whether a ``time-limit`` may be given, which `view` is called with.
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
        found = work(question, **limit)()
        found = found if take is None else take(found)
        return json_response(found) if media == JSON else Response(found, media_type=media)

    def in_turn(request: Request, question: Any, **limit: Any) -> Response:
        if quick is not None and quick(question):
            return at_once(request, question, **limit)
        return answer(request, work(question, **limit), media=media, take=take)

    reply = at_once if quick is always else in_turn
    return Endpoint(path, summary, given, reply, returns, own=own, long=reply is in_turn)


class _Taken(Response):
    """An answer to what is sent, at ``most`` so many bytes: there is room for it before any is read, into a file."""

    def __init__(self, request: Request, most: int, answer: Callable[..., Response]) -> None:
        super().__init__()
        self._request = request
        self._most = most
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        jobs: Jobs = self._request.app.state.jobs
        told = self._request.headers.get("content-length", "")
        size = min(max(int(told) if told.isdecimal() else 0, LEAST_SENT), self._most)
        try:
            with jobs.room(client_of(self._request), size) as (file, grow):
                await self._keep(file, size, grow)
                await self._answer(sent=file)(scope, receive, send)
        except BusyError as error:
            await refusal(error.failure, jobs.again)(scope, receive, send)
        except ClientDisconnect:
            # The client has left.
            return

    async def _keep(self, file: Path, size: int, grow: Callable[[], None]) -> None:
        """Read what is sent into a file for which there is room for ``size`` bytes, or for more by and by."""
        length = 0
        try:
            with file.open("wb") as kept:
                async for piece in self._request.stream():
                    length += len(piece)
                    if length > self._most + _FORGOTTEN:
                        break
                    # What is too much is read, too: a client that is cut off while it sends does not see why.
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
