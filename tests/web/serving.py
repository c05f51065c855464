"""Run `perfectplay serve` in its own process, as users do, or with changed settings."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from tests.waiting import next_line

MAIN = "from perfectplay.cli.main import main; main()"


@dataclass(frozen=True, slots=True)
class Serving:
    """A running server; `said` is its output, up to the line that gives its address."""

    process: subprocess.Popen[str]
    port: int
    said: str

    def connect(self) -> socket.socket:
        """Open a connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=300)

    def ask(self, target: str, *headers: str) -> socket.socket:
        """Send a request, and return the connection."""
        connection = self.connect()
        lines = [f"GET {target} HTTP/1.1", "Host: localhost", *headers, "", ""]
        connection.sendall("\r\n".join(lines).encode())
        return connection

    def status(self, target: str) -> int:
        """Send a request, and return the status of the answer."""
        with self.ask(target, "Connection: close") as connection:
            return int(connection.recv(65536).split(b" ")[1])

    def body(self, target: str) -> bytes:
        """Send a request, and return the content of the answer."""
        with self.ask(target, "Connection: close") as connection, connection.makefile("rb") as answer:
            return answer.read().partition(b"\r\n\r\n")[2]

    def line(self) -> str:
        """Wait for the next line that the server prints, and return it."""
        return next_line(self.process)


@contextmanager
def serving(*options: str, before: str = "", environment: Mapping[str, str] | None = None) -> Iterator[Serving]:
    """Start a server with some options, environment variables and Python code to run before it; kill it at the end."""
    start = ["-c", f"{before}\n{MAIN}"] if before else ["-m", "perfectplay"]
    with subprocess.Popen(
        [sys.executable, *start, "serve", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **(environment or {})},
    ) as process:
        said = ""
        while not (found := re.search(r"perfectplay is at http://\S+:(\d+)/", said)):
            said += next_line(process, said)
        try:
            yield Serving(process, int(found[1]), said)
        finally:
            process.kill()
