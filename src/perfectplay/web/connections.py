"""What a connection may cost: time for its request and its answer, and how many there may be.

A client that sends a request a byte at a time, reads no answer, or opens connections until the system has no more,
would keep a server from all others without asking it anything.  So a request must arrive, and an answer be read, within
a stated time; of connections beyond what the server can keep, the one is told so and closed that has been without a
whole request for the longest, so that a client that asks at once is answered although others hold all the rest; and
trouble that comes a thousand times a second is logged once a second.
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
"""In which a request must have arrived whole, from its first byte on; the first one from the connection on."""

ANSWER_SECONDS = 60.0
"""In which a client must have read what has been sent to it, so that the rest can be."""

UNREAD = 64_000_000
"""Bytes of answers that may wait to be read; with more, the connection with the most of them ends."""

_ACCEPTED = 8
"""Connections that are taken on at once: only after that are they counted, and perhaps refused."""
_QUIET = 1.0
"""Seconds between two lines of the log about the same trouble."""
_TROUBLES = 100
"""Kinds of trouble that are told apart."""
_LOG = logging.getLogger(__name__)


class Connection(H11Protocol):
    """HTTP on one connection, with limits."""

    most: int
    """Connections at the same time; a subclass says how many."""
    idle: dict[Connection, None]
    """Those without a whole request, the one that has been so for the longest first; a subclass keeps them."""

    unread: dict[Connection, int]
    """Bytes of those whose client does not read, the one that waits the longest first; likewise."""

    _request: asyncio.TimerHandle | None = None
    _answer: asyncio.TimerHandle | None = None

    @classmethod
    def limited_to(cls, most: int) -> type[Connection]:
        """Make the class of the connections of a server that keeps at most ``most``."""
        return type("LimitedConnection", (cls,), {"most": most, "idle": {}, "unread": {}})

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begin to wait for a request; if there are too many connections, one that has none gives way."""
        super().connection_made(transport)
        self.idle[self] = None
        self._await_request()
        if len(self.connections) > self.most:
            _LOG.warning("%d connections are open, as many as this server keeps; idle ones are closed", self.most)
            # If all others are being answered, it is this one.
            next(iter(self.idle))._give_way()  # noqa: SLF001  # it is one of these

    def data_received(self, data: bytes) -> None:
        """Take what has come of a request."""
        if self._request is None:
            self._await_request()
        super().data_received(data)
        if self.conn.their_state not in {h11.IDLE, h11.SEND_BODY}:
            self._forget_request()
            self.idle.pop(self, None)

    def on_response_complete(self) -> None:
        """Begin to wait for another request, unless that has come already."""
        # What was sent and not asked for.
        self.cycle.body = self.cycle.body[:0]  # versions of uvicorn keep bytes or a bytearray
        super().on_response_complete()
        if self.conn.our_state is h11.IDLE and not self.transport.is_closing():
            self.idle[self] = None

    def _should_upgrade(self) -> bool:
        # There is no other protocol here.  A client that proposes one is answered in this one (RFC 9110, section 7.8),
        # and no advice on what to install is logged.
        return False

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP."""
        self._refuse("400 Bad Request", "invalid-request", f"{msg[:1].lower()}{msg[1:-1]}; ask in HTTP/1.1")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._forget_request()
        self.idle.pop(self, None)
        self.unread.pop(self, None)
        self._forget_answer()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        super().pause_writing()
        self._await_reader()
        self.unread[self] = self.transport.get_write_buffer_size()
        while sum(self.unread.values()) > UNREAD:
            # Of those that are equally large, the one that has waited the longest.
            largest = max(self.unread, key=self.unread.__getitem__)
            largest.transport.abort()
            del self.unread[largest]

    def resume_writing(self) -> None:
        """Go on: the client has read."""
        self.unread.pop(self, None)
        if not self.transport.is_closing():
            self._forget_answer()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that is not used any more, also if the last of its answer is never read."""
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
            # It is being answered, or has been, without the rest of it.
            self.transport.abort()

    def _give_way(self) -> None:
        if self.conn.our_state is h11.IDLE and not self.transport.get_write_buffer_size():
            problem = "the server has too many connections; ask again in a few seconds"
            self._refuse("503 Service Unavailable", "busy", problem)
        else:
            self.transport.abort()
        # It will be lost in a moment, and does not count until then.
        self.idle.pop(self, None)
        self.connections.discard(self)

    def _refuse(self, status: str, code: Code, problem: str) -> None:
        body = to_json(Problem(error=problem, code=code)).encode()
        lines = [f"HTTP/1.1 {status}", f"Content-Type: {JSON}", f"Content-Length: {len(body)}", "Connection: close"]
        if code == "busy":
            lines.append("Retry-After: 3")
        self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
        self.transport.close()
        # A client that does not read this keeps the connection no longer than one that does not read an answer.
        self._await_reader()


class Server(uvicorn.Server):
    """Uvicorn with the limits of this module: at ``most`` so many connections at the same time.

    The system keeps a ``backlog`` of others until they are taken on.  Before the server closes its connections, it
    calls ``before_end``.
    """

    def __init__(self, app: Any, most: int, backlog: int, before_end: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app,
            # The parser and its limits that the tests know, whatever else is installed.
            http=Connection.limited_to(most),
            ws="none",
            lifespan="on",
            log_level="warning",
            access_log=False,
            server_header=False,
            # There is no proxy: a client that claims another address is not believed.
            proxy_headers=False,
            timeout_graceful_shutdown=1,
            # What asyncio calls by this name is also how many it takes on at once.
            backlog=_ACCEPTED,
        )
        super().__init__(config)
        self._backlog = backlog
        self._before_end = before_end
        for name in ("uvicorn.error", "asyncio", __name__):
            logging.getLogger(name).addFilter(Sparingly())

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        asyncio.get_running_loop().set_exception_handler(_log_trouble)
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(self._backlog)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: streams first, then their connections."""
        self._before_end()
        await super().shutdown(sockets)


def _log_trouble(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what was not caught: one line if the system is short of something, else all of it."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in SHORTAGES:
        _LOG.warning("new connections have to wait, for the system is short of something: %s", error.strerror)
    else:
        loop.default_exception_handler(context)


class Sparingly(logging.Filter):
    """Lets a line through unless one like it, whatever was filled in, has been logged within the last second."""

    def __init__(self) -> None:
        super().__init__()
        self._next: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is logged."""
        text, now = str(record.msg), time.monotonic()
        if now < self._next.get(text, 0.0):
            return False
        if len(self._next) >= _TROUBLES:
            self._next.clear()
        self._next[text] = now + _QUIET
        return True
