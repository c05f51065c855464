"""Test `perfectplay serve`: errors, messages, and how it ends."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner

from perfectplay.cli.main import main
from tests.web.serving import serving

QUESTION = "/api/v1/hint?id=taxman:1400/1399&time-limit=60"
LONG = f"GET {QUESTION} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(main, ["serve", "--port", str(port)])
    assert result.exit_code == 2
    assert f"port {port}: Address already in use; choose another port" in result.output
    result = CliRunner().invoke(main, ["serve", "--public", "--host", "no such host"])
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    assert result.output.startswith("Error: cannot listen at 'no such host', port 8017")


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_it_in_order(name: str) -> None:
    if signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
        pytest.skip("ignored here, as under nohup, and so it is by the server")
    with serving() as server, server.connect() as connection:
        assert server.said == f"perfectplay is at http://127.0.0.1:{server.port}/  (Ctrl-C stops it)\n"
        connection.sendall(LONG.encode())
        got = b""
        while b"event: progress" not in got:
            got += connection.recv(65536)
        server.process.send_signal(getattr(signal, name))
        while piece := connection.recv(65536):
            got += piece
        failure = json.loads(got.split(b"event: failure\ndata: ")[1].splitlines()[0])
        assert failure == {"code": "stopping", "error": "the server is stopping; start it again", "status": 503}
        assert server.process.stdout is not None
        said = server.process.stdout.read()
        assert said.endswith("\nstopped\n")
        assert "Traceback" not in said
        assert server.process.wait(timeout=300) == 0


def test_a_public_server_says_what_that_means() -> None:
    with serving("--host", "0.0.0.0", "--public", "--name", "school") as server:  # noqa: S104  # the test is about this option
        assert server.said.startswith("Everyone who can reach this computer can use this server")
        for host, status in (("school", b"200"), ("example.com", b"421")):
            with server.connect() as connection:
                connection.sendall(f"GET /api/v1/games HTTP/1.1\r\nHost: {host}:{server.port}\r\n\r\n".encode())
                assert connection.recv(65536).split(b" ")[1] == status


@pytest.mark.full
def test_a_client_is_who_it_is() -> None:
    """Check that a header cannot change a client's name, which would let the client exceed its limit of questions."""
    with serving("--jobs", "1", "--public", "--questions", "8") as server, ExitStack() as stack:
        for i in range(9):
            connection = stack.enter_context(server.connect())
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
        "import resource; from perfectplay.cli.serve import _allow_files as allow; "
        "most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]; "
        "resource.setrlimit(resource.RLIMIT_NOFILE, (100, most)); allow(); "
        "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(4096, most if most > 0 else 4096)); "
        "resource.setrlimit(resource.RLIMIT_NOFILE, (100, 200)); allow(); "
        "print(resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n(200, 200)\n"


def folders(path: Path) -> set[str]:
    """Return the names of the folders in which servers keep progress reports."""
    return {folder.name for folder in path.glob("perfectplay-server-*")}


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_a_server_that_is_killed_leaves_nothing_for_long(tmp_path: Path) -> None:
    environment = {"TMPDIR": str(tmp_path)}
    with serving(environment=environment) as alive:
        assert alive.status("/api/v1/games") == 200
        mine = folders(tmp_path)
        with serving(environment=environment) as killed:
            assert killed.status("/api/v1/games") == 200
            killed.process.kill()
            killed.process.wait()
        assert len(folders(tmp_path)) == 2
        with serving(environment=environment) as following:
            assert following.status("/api/v1/games") == 200
            # The folder of the killed server is gone, but the running server still has its folder.
            assert mine < folders(tmp_path)
            assert len(folders(tmp_path)) == 2
        assert alive.status("/api/v1/hint?id=taxman:20/19") == 200


@pytest.mark.full
@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells of the end of any process")
def test_a_server_that_is_killed_takes_its_workers_along() -> None:
    with serving() as server, server.connect() as connection, ExitStack() as stack:
        connection.sendall(LONG.encode())
        got = b""
        while b"event: progress" not in got:
            got += connection.recv(65536)
        listed = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text(encoding="ascii")
        workers = [os.pidfd_open(int(number)) for number in listed.split()]
        for worker in workers:
            stack.callback(os.close, worker)
        assert workers
        server.process.kill()
        for worker in workers:
            assert select.select([worker], [], [], 300)[0]


@pytest.mark.full
def test_a_server_that_can_write_nowhere_answers(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere")
    before = f"import tempfile; tempfile.tempdir = {nowhere!r}"
    environment = {"HOME": nowhere, "TMPDIR": nowhere}
    with serving("--jobs", "1", before=before, environment=environment) as server:
        assert server.status("/api/v1/position?id=taxman:20") == 200
        assert server.line().startswith("no folder for temporary files can be written, so progress is not shown; ")
        assert server.status("/api/v1/hint?id=taxman:20/19") == 200
        # The server has only one worker, so it must end work that no client is waiting for.
        with server.connect() as connection:
            connection.sendall(LONG.encode())
            assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert server.status("/api/v1/hint?id=taxman:22/19") == 200
