"""Limits of connections: their number, and the time for a request and its answer.

Without limits, a client could block the server for all others: by sending a request byte by byte, by not reading the
answer, or by opening connections until the system has no more. So a request must arrive, and its answer be read, within
a time limit. If there are too many connections, the one that has waited longest for a whole request gets an error
and is closed. So a client that sends its request at once is answered even if others hold all other connections. An
error that occurs a thousand times a second is logged once a second.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from perfectplay.core.schema import to_json
from perfectplay.web.jobs import SHORTAGES
from perfectplay.web.replies import JSON, Code, Problem

REQUEST_SECONDS = 10.0
"""Seconds for a whole request to arrive, from its first byte or, for the first request, from the connection's start."""

ANSWER_SECONDS = 60.0
"""Seconds within which a client must read enough of an answer for the server to write the rest."""

UNREAD = 64_000_000
"""Maximum number of unread bytes of all answers; above it, the connection with the most unread bytes is closed."""

_ACCEPTED = 8
"""Number of connections that are accepted in one go, before they are counted and possibly refused."""
_QUIET = 1.0
"""Minimum number of seconds between two log lines about the same error."""
_TROUBLES = 100
"""Maximum number of different errors that the log filter remembers."""
_LOG = logging.getLogger(__name__)


class Connection(H11Protocol):
    """A connection that speaks HTTP and enforces the limits of this module."""

    most: int
    """Maximum number of connections at the same time; a subclass sets it."""
    idle: dict[Connection, None]
    """Connections that have not received a whole request, longest wait first; a subclass sets this."""

    unread: dict[Connection, int]
    """Map connections whose clients do not read to their unread bytes, longest wait first; a subclass sets this."""

    _request: asyncio.TimerHandle | None = None
    _answer: asyncio.TimerHandle | None = None

    @classmethod
    def limited_to(cls, most: int) -> type[Connection]:
        """Return a subclass for the connections of one server, which allows at most ``most`` of them."""
        return type("LimitedConnection", (cls,), {"most": most, "idle": {}, "unread": {}})

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Start waiting for a request; if there are too many connections, close one without a whole request."""
        super().connection_made(transport)
        self.idle[self] = None
        self._await_request()
        if len(self.connections) > self.most:
            _LOG.warning("%d connections are open, as many as this server keeps; idle ones are closed", self.most)
            # If the server is answering all other connections, this closes the new one.
            next(iter(self.idle))._give_way()  # noqa: SLF001  # it is one of these

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request."""
        if self._request is None:
            self._await_request()
        super().data_received(data)
        if self.conn.their_state not in {h11.IDLE, h11.SEND_BODY}:
            self._forget_request()
            self.idle.pop(self, None)

    def on_response_complete(self) -> None:
        """Start waiting for another request, unless one has already arrived."""
        # Free the memory of a body that no answer has read.
        self.cycle.body = self.cycle.body[:0]  # bytes or a bytearray, depending on the version of uvicorn
        super().on_response_complete()
        if self.conn.our_state is h11.IDLE and not self.transport.is_closing():
            self.idle[self] = None

    def _should_upgrade(self) -> bool:
        # No other protocol is supported. Answer a client that proposes one in HTTP/1.1 (RFC 9110, section 7.8), and do
        # not log advice on installing packages, as uvicorn would.
        return False

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that is not HTTP."""
        self._refuse("400 Bad Request", "invalid-request", f"{msg[:1].lower()}{msg[1:-1]}; ask in HTTP/1.1")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection, because it is closed."""
        self._forget_request()
        self.idle.pop(self, None)
        self.unread.pop(self, None)
        self._forget_answer()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start waiting for the client to read; if too much is unread, close connections with the most unread bytes."""
        super().pause_writing()
        self._await_reader()
        self.unread[self] = self.transport.get_write_buffer_size()
        while sum(self.unread.values()) > UNREAD:
            # On ties, `max` takes the first connection, which has waited the longest.
            largest = max(self.unread, key=self.unread.__getitem__)
            largest.transport.abort()
            del self.unread[largest]

    def resume_writing(self) -> None:
        """Continue to write, because the client has read enough."""
        self.unread.pop(self, None)
        if not self.transport.is_closing():
            self._forget_answer()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Close an unused connection, even if its client never reads the end of the answer."""
        super().timeout_keep_alive_handler()
        self._await_reader()

    def _await_request(self) -> None:
        self._request = self.loop.call_later(REQUEST_SECONDS, self._late)

    def _forget_request(self) -> None:
        if self._request is not None:
            self._request.cancel()
            self._request = None

    def _await_reader(self) -> None:
        self._forget_answer()
        self._answer = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def _forget_answer(self) -> None:
        if self._answer is not None:
            self._answer.cancel()
            self._answer = None

    def _late(self) -> None:
        if self.conn.our_state is h11.IDLE:
            problem = f"the request did not arrive within {REQUEST_SECONDS:g} seconds"
            self._refuse("408 Request Timeout", "request-timeout", problem)
        else:
            # An answer has already begun although the request is incomplete, so no error can be sent.
            self.transport.abort()

    def _give_way(self) -> None:
        if self.conn.our_state is h11.IDLE and not self.transport.get_write_buffer_size():
            problem = "the server has too many connections; ask again in a few seconds"
            self._refuse("503 Service Unavailable", "busy", problem)
        else:
            self.transport.abort()
        # The connection will be closed in a moment, so stop counting it.
        self.idle.pop(self, None)
        self.connections.discard(self)

    def _refuse(self, status: str, code: Code, problem: str) -> None:
        body = to_json(Problem(error=problem, code=code)).encode()
        lines = [f"HTTP/1.1 {status}", f"Content-Type: {JSON}", f"Content-Length: {len(body)}", "Connection: close"]
        if code == "busy":
            lines.append("Retry-After: 3")
        self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
        self.transport.close()
        # The client has as much time to read the error as to read an answer; then the connection is closed.
        self._await_reader()


class Server(uvicorn.Server):
    """A uvicorn server with the limits of this module, and at most ``most`` connections at the same time.

    The operating system queues up to ``backlog`` further connections until they are accepted. ``before_end`` is called
    before the server closes its connections.
    """

    def __init__(self, app: Any, most: int, backlog: int, before_end: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app,
            # Always use this parser, even if others are installed, because the tests check its limits.
            http=Connection.limited_to(most),
            ws="none",
            lifespan="on",
            log_level="warning",
            access_log=False,
            server_header=False,
            # There is no trusted proxy, so ignore headers in which clients claim other addresses.
            proxy_headers=False,
            timeout_graceful_shutdown=1,
            # asyncio also uses this as the number of connections that are accepted in one go.
            backlog=_ACCEPTED,
        )
        super().__init__(config)
        self._backlog = backlog
        self._before_end = before_end
        for name in ("uvicorn.error", "asyncio", __name__):
            logging.getLogger(name).addFilter(Sparingly())

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, with this server's backlog."""
        asyncio.get_running_loop().set_exception_handler(_log_trouble)
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(self._backlog)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the server: first end the streams, then close the connections."""
        self._before_end()
        await super().shutdown(sockets)


def _log_trouble(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an uncaught error: on one line if the system lacks resources, otherwise with its traceback."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in SHORTAGES:
        _LOG.warning("new connections have to wait, for the system lacks a resource: %s", error.strerror)
    else:
        loop.default_exception_handler(context)


class Sparingly(logging.Filter):
    """A log filter that drops a line if one with the same text, disregarding values, was logged in the last second."""

    def __init__(self) -> None:
        super().__init__()
        self._next: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the line should be logged."""
        text, now = str(record.msg), time.monotonic()
        if now < self._next.get(text, 0.0):
            return False
        if len(self._next) >= _TROUBLES:
            self._next.clear()
        self._next[text] = now + _QUIET
        return True
