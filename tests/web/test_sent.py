"""Test the limits on uploads, per client and in total, which apply before the server reads a byte."""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import pytest
from starlette.applications import Starlette
from starlette.types import Message

from perfectplay.web.app import create_app
from perfectplay.web.jobs import Jobs, Limits
from tests.web.conftest import NEVER, run

SIZE = 900_000
"""Size in bytes of each upload: a client may send two of them at once, and all clients together four."""
LIMITS = Limits(1, seconds=NEVER, sent=4_000_000)


@dataclass
class Upload:
    """An upload that sends pieces of 1,000 bytes, and then waits until its client leaves."""

    app: Starlette
    client: str
    size: int | None = SIZE
    pieces: int = 1
    said: list[Message] = field(default_factory=list)
    asked: int = 0
    waits: anyio.Event = field(default_factory=anyio.Event)
    leaves: anyio.Event = field(default_factory=anyio.Event)

    async def receive(self) -> Message:
        self.asked += 1
        if self.asked <= self.pieces:
            return {"type": "http.request", "body": b"{" * 1000, "more_body": True}
        self.waits.set()
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        self.said.append(message)

    async def run(self) -> None:
        """Send the request, and record the messages of its answer."""
        length = [] if self.size is None else [(b"content-length", str(self.size).encode())]
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/v1/proof/check",
            "query_string": b"",
            "headers": [(b"host", b"127.0.0.1"), *length],
            "client": (self.client, 1),
        }
        await self.app(scope, self.receive, self.send)

    def answer(self) -> tuple[int, Mapping[bytes, bytes], Any]:
        """Return status, headers and content of the answer."""
        start, body = self.said
        return start["status"], dict(start["headers"]), json.loads(body["body"])


def with_app(test: Callable[[Starlette], Awaitable[None]], limits: Limits = LIMITS) -> None:
    """Run a test with an open application."""

    async def opened() -> None:
        app = create_app(limits)
        async with app.router.lifespan_context(app):
            await test(app)

    run(opened)


def kept(app: Starlette) -> list[Path]:
    """List the files of uploads in progress."""
    jobs: Jobs = app.state.jobs
    assert jobs._progress_files.folder is not None
    return [path for path in jobs._progress_files.folder.iterdir() if path.name != "lock"]


def test_there_is_room_for_so_much_of_what_is_not_whole_yet(caplog: pytest.LogCaptureFixture) -> None:
    async def test(app: Starlette) -> None:
        async with anyio.create_task_group() as group:

            async def begin(client: str) -> Upload:
                upload = Upload(app, client)
                group.start_soon(upload.run)
                await upload.waits.wait()
                return upload

            async def refused(client: str, size: int | None = SIZE) -> tuple[int, Mapping[bytes, bytes], Any]:
                upload = Upload(app, client, size)
                await upload.run()
                # The server has read nothing of the upload.
                assert upload.asked == 0
                return upload.answer()

            first = [await begin("10.0.0.1"), await begin("10.0.0.1")]
            status, headers, told = await refused("10.0.0.1")
            assert (status, told["code"], headers[b"retry-after"]) == (429, "too-many-questions", b"3")
            assert told["error"].startswith("you are sending 1800000 bytes already, and 900000 more are too much")
            # All addresses of an IPv6 network count as one client; others are served meanwhile.
            others = [await begin("2001:db8::1"), await begin("2001:db8::2")]
            assert (await refused("2001:db8::3"))[0] == 429
            status, headers, told = await refused("10.0.0.3", 640_000)
            assert (status, told["code"], headers[b"retry-after"]) == (503, "busy", b"3")
            assert told["error"].startswith("3600000 bytes are being sent already, and 640000 more are too much")
            # Even an upload that declares a small size needs some room.
            assert (await refused("10.0.0.4", 1))[0] == 503
            assert len(kept(app)) == 4
            for upload in (*first, *others):
                upload.leaves.set()
        # All clients have left without an answer.
        assert [upload.said for upload in (*first, *others)] == [[]] * 4
        assert kept(app) == []
        assert not app.state.jobs._sent

    with_app(test)
    assert caplog.messages == []


def test_room_grows_with_what_comes() -> None:
    """Check that an upload that declares no size, or too small a size, takes more room as its pieces arrive."""

    async def test(app: Starlette) -> None:
        for size, pieces, held in ((None, 1, 500_000), (1, 1, 500_000), (None, 1_200, 1_500_000)):
            async with anyio.create_task_group() as group:
                upload = Upload(app, "10.0.0.1", size, pieces)
                group.start_soon(upload.run)
                await upload.waits.wait()
                assert app.state.jobs._sent == {"10.0.0.1": held}
                upload.leaves.set()
        # One client may use half of the room; the server refuses the upload as soon as it exceeds that.
        upload = Upload(app, "10.0.0.1", 1, 2_100)
        await upload.run()
        assert upload.answer()[0] == 429
        assert kept(app) == []
        assert not app.state.jobs._sent

    with_app(test)


def test_without_room_on_the_disk_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, os.strerror(28))

    async def test(app: Starlette) -> None:
        for name in ("open", "touch"):
            upload = Upload(app, "10.0.0.1")
            with monkeypatch.context() as patch:
                patch.setattr(Path, name, full)
                await upload.run()
            assert upload.answer()[0] == 503
            assert "No space left on device" in upload.answer()[2]["error"]
        app.state.jobs._progress_files.folder = None
        upload = Upload(app, "10.0.0.1")
        await upload.run()
        assert upload.answer()[2]["error"].startswith("no folder for temporary files can be written")

    with_app(test)
