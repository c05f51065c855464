"""`perfectplay serve`: what it refuses, what it says, and how it ends."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from click.testing import CliRunner

from perfectplay.cli.main import main

LONG = "GET /api/v1/hint?id=taxman:1400&time-limit=60 HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"


@contextmanager
def serving(*options: str) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """A server in a process of its own, its port, and what it said first."""
    command = [sys.executable, "-m", "perfectplay", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        said = ""
        while not (found := re.search(r"perfectplay is at http://\S+:(\d+)/", said)):
            line = process.stdout.readline()
            assert line, said
            said += line
        try:
            yield process, int(found[1]), said
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--host", "0.0.0.0"], "--host 0.0.0.0 lets everyone who can reach this computer"),  # noqa: S104  # refused
        (["--host", "example.com"], "--host example.com lets everyone"),
        (["--port", "65536"], "--port 65536 does not exist; a port is a number from 1 to 65535"),
        (["--port", "x"], "'x' is not a whole number"),
        (["--jobs", "0"], "--jobs 0 is not possible; it must be from 1 to 64"),
        (["--name", "school"], "--name is for servers that others can reach; add --public"),
        (["--public", "--host", "no such host"], "cannot listen at 'no such host', port 8017"),
    ],
)
def test_the_command_refuses(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(main, ["serve", *arguments])
    assert result.exit_code == 2
    assert result.output.startswith(f"Error: {message}")
    assert result.output.count("\n") == 1


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(main, ["serve", "--port", str(port)])
    assert result.exit_code == 2
    assert f"port {port}: Address already in use; choose another port" in result.output


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_it_in_order() -> None:
    with serving() as (process, port, said), socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        assert said == f"perfectplay is at http://127.0.0.1:{port}/  (Ctrl-C stops it)\n"
        connection.sendall(LONG.encode())
        got = b""
        while b"event: progress" not in got:
            got += connection.recv(65536)
        process.send_signal(signal.SIGINT)
        while piece := connection.recv(65536):
            got += piece
        assert b'event: failure\ndata: {"error": "the server is stopping; start it again", "status": 503}' in got
        assert process.stdout is not None
        assert process.stdout.read() == "\nstopped\n"
        assert process.wait(timeout=30) == 0


def test_a_public_server_says_what_that_means() -> None:
    with serving("--host", "0.0.0.0", "--public", "--name", "school") as (_, port, said):  # noqa: S104  # what is tested
        assert said.startswith("Everyone who can reach this computer can use this server")
        for host, status in (("school", b"200"), ("example.com", b"421")):
            with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
                connection.sendall(f"GET /api/v1/games HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
                assert connection.recv(65536).split(b" ")[1] == status


def test_a_client_is_who_it_is() -> None:
    """Whoever could call itself somebody else would have as many questions waiting as it likes."""
    with serving("--jobs", "1") as (_, port, _said), ExitStack() as stack:
        for i in range(9):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
            request = LONG.replace("1400", str(1400 + i)).replace("Accept", f"X-Forwarded-For: 10.0.0.{i}\r\nAccept")
            connection.sendall(request.encode())
            got = b""
            while (
                b"event: progress" not in got and b"event: failure" not in got and (i in {0, 8} or b"retry" not in got)
            ):
                got += connection.recv(65536)
    assert b'"error": "you have 8 questions waiting for an answer' in got


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_more_connections_are_allowed_where_the_system_lets_it() -> None:
    code = (
        "import resource; from perfectplay.cli.serve import _allow_connections as allow; "
        "most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]; "
        "resource.setrlimit(resource.RLIMIT_NOFILE, (100, most)); allow(); "
        "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(4096, most if most > 0 else 4096)); "
        "resource.setrlimit(resource.RLIMIT_NOFILE, (100, 200)); allow(); "
        "print(resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n(200, 200)\n"
