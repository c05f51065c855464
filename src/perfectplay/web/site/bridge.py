"""Run the application, and a Python console, in a browser; requests and answers are function calls.

A browser has no threads, no processes and no connections. Everything that the application awaits has already
happened, so its coroutines never wait, and run without an event loop.
"""

from __future__ import annotations

import ast
import gzip
import io
import logging
import lzma
import os
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, redirect_stderr, redirect_stdout
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote

import anyio.to_thread
from starlette.types import Message, Scope

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.proof.proofs import VARIABLE
from perfectplay.core.proof.reading import cites
from perfectplay.core.running.extras import missing_solver
from perfectplay.core.text.texts import Text
from perfectplay.web.jobs import FAULT, Failure, reported
from perfectplay.web.replies import code_of
from perfectplay.web.worker import Reporter, attended

_LOG = logging.getLogger(__name__)


# -- work, done immediately ---------------------------------------------------------------------------------------


class _Done:
    """An event that has already happened."""

    @staticmethod
    def is_set() -> bool:
        return True

    async def wait(self) -> None:
        """Return immediately, because the event has already happened."""


class _Outcome:
    """The result of a job that was done immediately."""

    progress_file = None
    done = _Done()

    def __init__(self, work: partial[Any], report: Reporter) -> None:
        self.value: Any = None
        self.failure: Failure | None = None
        try:
            self.value = attended(work, report)
        except PerfectPlayError as error:
            self.failure = Failure(400, code_of(error), error.message)
        except ModuleNotFoundError as error:
            missing = missing_solver(error)
            self.failure = _fault(work) if missing is None else Failure(400, code_of(missing), missing.message)
        except (MemoryError, RecursionError):
            text = Text("there is not enough memory for this answer here; ask for something smaller")
            self.failure = Failure(503, "ended-early", text)
        except Exception:  # noqa: BLE001  # an error of one answer must not end all; it is logged completely
            self.failure = _fault(work)


def _fault(work: partial[Any]) -> Failure:
    _LOG.exception("%r failed", work)
    return Failure(500, "fault", FAULT)


class _InlineReporter(Reporter):
    """A reporter that passes reports of progress to a function, in the reader's language."""

    def __init__(self, tell: Callable[[bytes], None]) -> None:
        super().__init__(None)
        self._tell = tell

    def _send(self, report: bytes) -> None:
        self._tell(reported(report))


class InlineJobs:
    """A replacement for `perfectplay.web.jobs.Jobs` that does each job immediately.

    During a job, ``tell`` is called with the text that a stream would send about its progress.
    """

    at_once = True
    again = 3

    def __init__(self) -> None:
        self.tell: Callable[[bytes], None] = lambda _: None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Do nothing, because there is no pool to open."""
        yield

    @contextmanager
    def room(self, _client: str, _size: int) -> Iterator[tuple[Path, Callable[[], None]]]:
        """Yield a file for an upload, and a function that reserves nothing, because there is always room."""
        with TemporaryDirectory() as folder:
            yield Path(folder, "sent"), lambda: None

    @contextmanager
    def attend(self, _client: str, work: partial[Any], *, kept: bool = True) -> Iterator[_Outcome]:  # noqa: ARG002  # nothing is kept: the pages remember their answers
        """Do a job; see `perfectplay.web.jobs.Jobs.attend` for the parameters."""
        yield _Outcome(work, _InlineReporter(self.tell))


# -- requests ------------------------------------------------------------------------------------------------------


_HOST = "localhost"
"""The host name of all requests, which `perfectplay.web.middleware` accepts."""
_STREAM = b"text/event-stream"


async def _at_once(function: Callable[..., Any], *arguments: Any, **_: Any) -> Any:
    """Call a function immediately instead of running it in a thread."""
    return function(*arguments)


class Bridge:
    """The application without a server; it answers one request at a time.

    Creating a bridge affects the whole program: anyio no longer runs functions in threads.
    """

    def __init__(self) -> None:
        # Replace the function before importing modules that might keep the old one under another name.
        anyio.to_thread.run_sync = _at_once  # type: ignore[assignment]  # it ignores the other arguments
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
        """Answer a request for ``target``, which is a path and a query string.

        ``send`` is called first with the status, the headers and no content. Then, during the work, it is called for
        each part of the content with the status, ``None`` and the part.
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
                headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
                streams = dict(message["headers"]).get(b"content-type", b"").startswith(_STREAM)
                send(status, headers, b"")
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
    raise RuntimeError("the application waited for something that cannot happen here")


# -- what the worker of a page calls --------------------------------------------------------------------------------

_NAMES: dict[str, Any] = {"__name__": "__console__"}
_MOST = 100_000
"""Maximum number of characters of the console's output."""


@cache
def _bridge() -> Bridge:
    """Create the bridge at the first request instead of at import, because it affects the whole program."""
    return Bridge()


def ask(question: Any, send: Callable[[int, Any, Any], None]) -> None:
    """Answer a request, which is a JavaScript object with ``method``, ``target``, ``headers`` and ``body``.

    ``send`` is a JavaScript function that is called as in `Bridge.ask`.
    """
    # This module exists only in a browser.
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    def hand_over(status: int, headers: list[tuple[str, str]] | None, part: bytes) -> None:
        send(status, None if headers is None else to_js(headers), to_js(part))

    given = question.headers.to_py()
    _bridge().ask(question.method, question.target, given, question.body.to_bytes(), hand_over)


def bring(game: str, n: int, packed: Any) -> bool:
    """Store a certificate that the page has loaded; return whether the page must also load the one for n - 1."""
    text = packed.to_bytes()
    text = gzip.decompress(text) if text.startswith(b"\x1f\x8b") else text
    name = f"{game}-{n:04}-{n:04}.jsonl.xz"
    Path(os.environ[VARIABLE], name).write_bytes(lzma.compress(text + b"\n", preset=0))
    return cites(text)


def run(code: str) -> str:
    """Run lines of Python like an interactive interpreter, and return their output.

    If the last line is an expression, its value is shown. ``perfectplay`` is imported, and names persist.
    """
    printed = io.StringIO()
    if "perfectplay" not in _NAMES:
        import perfectplay

        _NAMES["perfectplay"] = perfectplay
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            tree = ast.parse(code, "<console>")
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, "<console>", "exec"), _NAMES)  # noqa: S102  # that is a console's purpose
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "<console>", "eval"), _NAMES)  # noqa: S307  # as above
                if value is not None:
                    print(repr(value))  # noqa: T201  # caught
        except BaseException as error:  # noqa: BLE001  # users want to see all errors
            print("".join(traceback.format_exception_only(error)), end="")  # noqa: T201  # caught
    return printed.getvalue()[:_MOST]
