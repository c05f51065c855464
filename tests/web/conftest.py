"""Fixtures for the application, which runs either without a network or in a real server."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import anyio
import pytest
import uvicorn
from starlette.testclient import TestClient

from perfectplay.web.app import create_app
from perfectplay.web.jobs import Jobs, Limits

ROOT = "/api/v1"
NEVER = 300.0
"""Limit in seconds for every wait of a test, generous enough for a slow machine."""
LIMITS = Limits(workers=2, waiting=4, each=5, seconds=NEVER)


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """Yield a client of the application in this process; errors of the application are raised in the test."""
    with TestClient(create_app(LIMITS), base_url="http://127.0.0.1:8017") as client:
        yield client


@dataclass(frozen=True, slots=True)
class Served:
    """A listening server, with its pool of workers."""

    address: tuple[str, int]
    jobs: Jobs

    def ask(self, target: str, *headers: str, method: str = "GET", host: str | None = None) -> socket.socket:
        """Send a request, and return the connection."""
        connection = socket.create_connection(self.address, timeout=NEVER)
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host or self.name}", *headers, "", ""]
        connection.sendall("\r\n".join(lines).encode("latin-1"))
        return connection

    @property
    def name(self) -> str:
        """Return the server's address as it appears in a Host header."""
        return f"{self.address[0]}:{self.address[1]}"


@pytest.fixture
def served() -> Iterator[Served]:
    """Run a real server in a thread of this process."""
    listener = socket.create_server(("127.0.0.1", 0))
    app = create_app(LIMITS)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="on", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    wait_for(lambda: server.started)
    yield Served(listener.getsockname(), app.state.jobs)
    server.should_exit = True
    thread.join()
    listener.close()


def wait_for(condition: Callable[[], bool], seconds: float = NEVER) -> None:
    """Wait until a condition holds; fail if it never does."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)


def run(test: Callable[[], Awaitable[None]], seconds: float = NEVER) -> None:
    """Run a coroutine function with a time limit, after which the test fails.

    The coroutine runs in a separate thread, because the browser tests already run an event loop in this one.
    """

    async def limited() -> None:
        with anyio.fail_after(seconds):
            await test()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, limited).result()


def get(client: TestClient, path: str, status: int = 200, **params: object) -> Any:
    """Request JSON, and return it parsed; an underscore in a parameter's name stands for a hyphen."""
    given = {name.replace("_", "-"): str(value) for name, value in params.items()}
    response = client.get(f"{ROOT}/{path}", params=given)
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    return response.json()


def timeless(record: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without the seconds, which differ from run to run."""
    return {key: value for key, value in record.items() if key != "seconds"}
