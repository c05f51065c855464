"""Test a server under attack: slow requests, unread answers, too many connections."""

from __future__ import annotations

import asyncio
import logging
import re
import select
import socket
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import anyio
import pytest
import uvicorn
from uvicorn.server import ServerState

from perfectplay.web.app import create_app
from perfectplay.web.connections import Connection, Sparingly
from tests.web.conftest import run, wait_for
from tests.web.serving import Serving, serving

pytestmark = pytest.mark.full

HURRY = "import perfectplay.web.connections as it; it.REQUEST_SECONDS = it.ANSWER_SECONDS = 0.5"
FEW = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a table of connections")


def dribble(connection: socket.socket, byte: bytes) -> bytes:
    """Send a byte at a time until the server closes the connection; return its answer."""
    got = b""
    for _ in range(2000):
        try:
            if select.select([connection], [], [], 0.03)[0]:
                piece = connection.recv(65536)
                if not piece:
                    return got
                got += piece
            connection.send(byte)
        except ConnectionError:
            return got
    pytest.fail("the server never had enough")


def read_all(connection: socket.socket) -> bytes:
    """Read until the server closes the connection, or drops it."""
    got = b""
    with suppress(ConnectionResetError):
        while piece := connection.recv(65536):
            got += piece
    return got


def test_a_head_must_arrive_in_time() -> None:
    with serving(before=HURRY) as server:
        with server.connect() as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
            got = dribble(connection, b"x")
        assert got.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
        assert got.endswith(b'{"error": "the request did not arrive within 0.5 seconds", "code": "request-timeout"}')
        # A connection that sends no request is also closed.
        with server.connect() as silent:
            assert read_all(silent).startswith(b"HTTP/1.1 408 ")
        assert server.status("/api/v1/games") == 200


def test_a_second_head_must_arrive_in_time_too() -> None:
    with serving(before=HURRY) as server, server.ask("/api/v1/games") as connection:
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
        got = dribble(connection, b"G")
        assert b"HTTP/1.1 408 " in got


def test_a_body_that_nobody_asked_for_ends_with_its_answer() -> None:
    with serving(before=HURRY) as server, server.ask("/api/v1/games", "Content-Length: 1000000") as connection:
        got = dribble(connection, b"x")
        assert got.startswith(b"HTTP/1.1 200 ")
        assert got.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize("told", ["Content-Length: 20000000", "Transfer-Encoding: chunked"])
def test_who_sends_too_much_is_told_so_and_not_cut_off(told: str) -> None:
    with serving() as server, server.connect() as connection:
        body = b"x" * 20_000_000
        chunk = body if "Length" in told else b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
        head = f"POST /api/v1/proof/check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{told}\r\n\r\n"
        connection.sendall(head.encode() + chunk)
        assert read_all(connection).startswith(b"HTTP/1.1 413 ")


def test_a_long_answer_is_not_cut_off() -> None:
    """Check that the time limit applies only to requests: this answer takes at least twice as long."""
    with serving(before=HURRY) as server:
        target = "/api/v1/hint?id=taxman:1400/1399&time-limit=60"
        with server.ask(target, "Accept: text/event-stream") as connection:
            got = b""
            while not re.search(rb'"seconds": [1-9]', got):
                piece = connection.recv(65536)
                assert piece, got
                got += piece


def connections(server: Serving) -> int:
    """Return the number of open connections of the server."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()]
    return sum(line[1].endswith(f":{server.port:04X}") and line[3] == "01" for line in lines)


class Stuck(asyncio.Transport):
    """A transport whose client reads nothing, so that it stays open after `close` until the server drops it."""

    def __init__(self) -> None:
        super().__init__()
        self.said = b""
        self.closing = False
        self.dropped = anyio.Event()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.said += bytes(data)

    def close(self) -> None:
        self.closing = True

    def is_closing(self) -> bool:
        return self.closing

    def get_write_buffer_size(self) -> int:
        return len(self.said)

    def abort(self) -> None:
        self.dropped.set()


def test_a_refusal_that_nobody_reads_keeps_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REQUEST_SECONDS", "ANSWER_SECONDS"):
        monkeypatch.setattr(f"perfectplay.web.connections.{name}", 0.0)

    async def test() -> None:
        config = uvicorn.Config(create_app(), http="h11", ws="none", lifespan="off", log_config=None)
        config.load()
        kind = Connection.limited_to(4)
        transport = Stuck()
        kind(config, ServerState(), {}, asyncio.get_running_loop()).connection_made(transport)
        await transport.dropped.wait()
        assert transport.said.startswith(b"HTTP/1.1 408 ")

    run(test)


def test_the_connection_with_the_most_unread_ends_if_there_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.web.connections.UNREAD", 100)

    async def test() -> None:
        config = uvicorn.Config(create_app(), http="h11", ws="none", lifespan="off", log_config=None)
        config.load()
        kind = Connection.limited_to(9)

        def unread(size: int) -> tuple[Connection, Stuck]:
            transport = Stuck()
            connection = kind(config, ServerState(), {}, asyncio.get_running_loop())
            connection.connection_made(transport)
            transport.write(bytes(size))
            connection.pause_writing()
            return connection, transport

        several = [unread(size) for size in (50, 20, 30)]
        assert not any(transport.dropped.is_set() for _, transport in several)
        # Bytes no longer count once the client has read them.
        several[0][0].resume_writing()
        several.append(unread(30))
        assert not any(transport.dropped.is_set() for _, transport in several)
        several.append(unread(25))
        assert [transport.dropped.is_set() for _, transport in several] == [False, False, True, False, False]
        several[3][0].connection_lost(None)
        assert sum(kind.unread.values()) == 45

    run(test)


@LINUX
def test_a_client_that_does_not_read_is_dropped() -> None:
    with serving(before=HURRY) as server:
        with server.connect() as connection:
            # Request more than the system can buffer for a slow client.
            request = b"GET /api/v1/position?id=taxman:1000 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            connection.sendall(request * 500)
            # Read the first byte, and nothing more until the server has given up.
            got = connection.recv(1)
            wait_for(lambda: not connections(server))
            got += read_all(connection)
            assert got.count(b"HTTP/1.1 200 ") < 500
        assert server.status("/api/v1/games") == 200


@POSIX
def test_whoever_asks_at_once_is_answered_though_others_hold_every_connection() -> None:
    with serving("--jobs", "1", before=FEW) as server, ExitStack() as stack:
        connections = [stack.enter_context(server.connect()) for _ in range(100)]
        for connection in connections:
            # Some connections may be closed already.
            with suppress(ConnectionError):
                connection.sendall(b"GET / HTTP/1.1\r\nX-Long: ")
        # Half of the 64 files are for connections; to accept another, the server closes the oldest without a request.
        refused = [read_all(connection) for connection in connections[:-32]]
        assert all(text.startswith(b"HTTP/1.1 503 Service Unavailable\r\n") for text in refused if text)
        assert b"the server has too many connections" in next(filter(None, refused))
        assert b"Retry-After: 3\r\n" in next(filter(None, refused))
        assert server.line() == "32 connections are open, as many as this server keeps; idle ones are closed\n"
        for _ in range(50):
            assert server.status("/api/v1/games") == 200
        # The newest connection is still open, because the later requests have closed only as many as they needed.
        connections[-1].sendall(b"x\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert read_all(connections[-1]).startswith(b"HTTP/1.1 200 ")


def test_a_connection_that_is_answered_does_not_give_way() -> None:
    few = "import perfectplay.web.connections as it; kept = it.Connection.limited_to; "
    with serving(before=f"{few}it.Connection.limited_to = staticmethod(lambda _: kept(1))") as server:
        target = "/api/v1/hint?id=taxman:1400/1399&time-limit=60"
        with server.ask(target, "Accept: text/event-stream") as stream:
            assert stream.recv(65536).startswith(b"HTTP/1.1 200 ")
            with server.connect() as other:
                assert read_all(other).startswith(b"HTTP/1.1 503 ")
            assert stream.recv(65536)
        # The server closes an answered, idle connection to make room.
        wait_for(lambda: server.status("/api/v1/games") == 200)
        with server.ask("/api/v1/games") as idle:
            assert idle.recv(65536).startswith(b"HTTP/1.1 200 ")
            assert server.status("/api/v1/games") == 200


def test_what_is_not_http_is_told_so() -> None:
    with serving() as server, server.connect() as connection:
        connection.sendall(b"EHLO somebody\r\n\r\n")
        got = read_all(connection)
        assert got.startswith(b"HTTP/1.1 400 Bad Request\r\n")
        assert b'"code": "invalid-request"' in got


def test_who_proposes_another_protocol_is_answered_in_this_one() -> None:
    with serving() as server:
        headers = (
            "Connection: Upgrade, close",
            "Upgrade: websocket",
            "Sec-WebSocket-Key: x",
            "Sec-WebSocket-Version: 13",
        )
        with server.ask("/api/v1/games", *headers) as connection:
            assert read_all(connection).startswith(b"HTTP/1.1 200 ")
        server.process.terminate()
        assert server.process.stdout is not None
        said = server.process.stdout.read()
        assert "pgrade" not in said
        assert "uvicorn" not in said


@POSIX
def test_a_server_without_descriptors_says_so_and_recovers() -> None:
    # Let the server use all its descriptors for connections, so that it runs out of them.
    before = f"{FEW}; import perfectplay.cli.serve as it; it._OWN_FILES = -1000"
    with serving("--jobs", "1", before=before) as server:
        with ExitStack() as stack:
            for _ in range(100):
                stack.enter_context(server.connect())
            # Two messages repeat every second: connections have to wait, and work has to wait.
            said = [server.line() for _ in range(4)]
            assert all("lacks a resource" in line and "Too many open files" in line for line in said), said
            assert any(line.startswith("new connections have to wait") for line in said)
        assert server.status("/api/v1/games") == 200
        assert server.status("/api/v1/hint?id=taxman:20/19") == 200


def test_trouble_of_one_kind_is_logged_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("perfectplay.web.connections.time.monotonic", lambda: now)
    sparingly = Sparingly()

    def passes(text: str, *arguments: object) -> bool:
        return sparingly.filter(logging.LogRecord("name", logging.WARNING, "", 0, text, arguments, None))

    assert [passes("%d are waiting", count) for count in range(3)] == [True, False, False]
    assert passes("something else")
    now = 101.5
    assert passes("%d are waiting", 7)
    assert not passes("%d are waiting", 8)
    # The server remembers only a limited number of messages.
    assert all(passes(f"kind {k}") for k in range(500))
    assert len(sparingly._next) <= 100
