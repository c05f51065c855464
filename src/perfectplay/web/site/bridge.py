"""The application, asked directly: a request is a call, and so is each part of its answer.

In a browser there are no threads, no processes and no connections.  Nothing here waits: what the application awaits has
happened already, so that its coroutines run through without a loop of events.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any
from urllib.parse import unquote

import anyio.to_thread
from starlette.types import Message, Scope

from perfectplay.web.inline_jobs import InlineJobs

_HOST = "localhost"
"""By which name the application is asked: `perfectplay.web.security` knows it."""
_STREAM = b"text/event-stream"


async def _at_once(function: Callable[..., Any], *arguments: Any, **_: Any) -> Any:
    """Call what elsewhere runs in a thread."""
    return function(*arguments)


class Bridge:
    """Answers requests, one at a time.

    Making one changes how this whole program runs functions in threads: it does not.

    Examples
    --------
    >>> from perfectplay.web.site.bridge import Bridge  # doctest: +SKIP
    >>> Bridge().ask("GET", "/api/v1/games", {}, b"", print)  # doctest: +SKIP
    """

    def __init__(self) -> None:
        # Before anything is imported that might keep the function by another name.
        anyio.to_thread.run_sync = _at_once  # type: ignore[assignment]  # it has no use for the rest
        from perfectplay.web.app import create_app

        self._inline_jobs = InlineJobs()
        self._app = create_app(inline=self._inline_jobs)

    def ask(
        self,
        method: str,
        target: str,
        headers: Mapping[str, str],
        body: bytes,
        send: Callable[[int, list[tuple[str, str]] | None, bytes], None],
    ) -> None:
        """Answer a request.

        Parameters
        ----------
        method, target, headers, body
            Of the request; the target is a path with its query.
        send
            Called with the status and the headers, and nothing yet of the content; then with the status, ``None`` and
            a part of the content, as often as there is one, while the work goes on.
        """
        path, _, query = target.partition("?")
        named = {"host": _HOST, **{name.lower(): value for name, value in headers.items()}}
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in named.items()],
            "client": None,
            "server": (_HOST, 80),
        }
        given = [{"type": "http.request", "body": body, "more_body": False}]
        status = 0
        streams = False

        async def receive() -> Message:
            return given.pop() if given else {"type": "http.disconnect"}

        async def say(message: Message) -> None:
            nonlocal status, streams
            if message["type"] == "http.response.start":
                status = message["status"]
                told = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
                streams = dict(message["headers"]).get(b"content-type", b"").startswith(_STREAM)
                send(status, told, b"")
            elif message.get("body"):
                send(status, None, message["body"])

        def tell(report: bytes) -> None:
            if streams:
                send(status, None, report)

        self._inline_jobs.tell = tell
        _run(self._app(scope, receive, say))


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine that never waits."""
    try:
        work.send(None)
    except StopIteration:
        return
    work.close()
    message = "the application waited for something that cannot happen here"
    raise RuntimeError(message)
