"""Long work: a bounded pool of processes, a bounded queue, and progress as server-sent events.

A job calls a module-level function with picklable arguments and a keyword ``progress`` in a separate process, at a
lower priority than the server. Simultaneous requests for the same work share one job, and answers are cached. When the
last client has left, the next report of progress stops the job; if no report comes soon, its process is killed.

Source of the stream's format: WHATWG, "HTML Living Standard", section 9.2, server-sent events.
"""

from __future__ import annotations

import errno
import ipaddress
import json
import logging
import math
import pickle
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any

import anyio
from anyio import to_process
from anyio.abc import TaskGroup
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.schema import to_json
from perfectplay.core.text.language import current_locale
from perfectplay.core.text.texts import Text
from perfectplay.web.fair_queue import FairQueue
from perfectplay.web.replies import JSON, Code, Memory, Problem, code_of, json_response, status_of
from perfectplay.web.worker import REPORT_EVERY, AbandonedError, ProgressFiles, encoded, perform, perform_in

_STREAM = "text/event-stream"
_LOG = logging.getLogger(__name__)

FAULT = Text("the program has a fault here; the server's screen shows it")
"""The error message that clients get if this program is at fault."""

SHORTAGES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.ENOSPC, errno.EAGAIN})
"""Values of ``errno`` which mean that the system lacks a resource, perhaps only for a moment."""

_STOPPING = Text("the server is stopping; start it again")
_BEAT_EVERY = 10.0
"""Seconds of silence after which a stream sends a comment, so that no proxy closes it as idle."""
_PATIENCE = 0.7
"""Seconds in which an abandoned job must stop by itself; then its process is killed."""
_REMEMBERED = 64_000_000
"""Maximum total size, in bytes, of cached answers and their questions."""
_LARGEST = 8_000_000
"""Maximum number of bytes of a cached answer; a larger one would displace too many others."""
LEAST_SENT = 500_000
"""Minimum number of bytes to reserve for a sent file, and the step if more bytes arrive than were announced."""
_LATER = frozenset({429, 503})
"""HTTP statuses of refusals for temporary reasons: the same request may succeed later."""
_SOON, _LATE = 3, 60
"""Minimum and maximum number of seconds after which a refused client should try again."""
_LATEST = 8
"""Number of the latest answers from which the usual time of an answer is estimated."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of long work.

    Attributes
    ----------
    workers
        Number of processes that may work for one client at the same time, at least 1; one more is for other clients.
    waiting
        Maximum number of jobs that wait for a process.
    each
        Maximum number of jobs of one client at a time; `client_of` says which addresses count as one client.
    seconds
        Maximum number of seconds that a job may take.
    sent
        Maximum total number of bytes of files that are being sent or checked; one client may use half of it.
    """

    workers: int
    waiting: int = 256
    each: int = 64
    seconds: float = 150.0
    sent: int = 64_000_000


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why there is no answer: an HTTP status, and the fields of a `perfectplay.web.replies.Problem`."""

    status: int
    code: Code
    error: str


class BusyError(PerfectPlayError):
    """The error for a request that is refused because there is no room for more work.

    The client gets its ``failure``: 503 if the server has too much to do, 429 if the client requests too much at once.
    """

    def __init__(self, message: str, /, status: int = 503, code: Code = "busy", **values: object) -> None:
        super().__init__(message, **values)
        self.failure: Failure = Failure(status, code, self.message)


@dataclass(slots=True, eq=False)
class _Job:
    """A job whose answer clients are waiting for."""

    key: bytes
    client: str
    work: partial[Any]
    progress_file: Path | None = None
    done: anyio.Event = field(default_factory=anyio.Event)
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    waiting: int = 0
    started: bool = False
    value: Any = None
    failure: Failure | None = None
    kept: bool = True

    def close(self) -> None:
        """Remove the progress file; this tells the worker that no client waits for the job any longer."""
        if self.progress_file is not None:
            self.progress_file.unlink(missing_ok=True)


class Jobs:
    """The pool of worker processes and its queue of jobs.

    Attributes
    ----------
    at_once
        Whether `attend` does the job before its ``with`` block begins, so no client can leave during the job; see
        `perfectplay.web.site.bridge`.
    """

    at_once = False

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._jobs: dict[bytes, _Job] = {}
        self._clients: Counter[str] = Counter()
        self._known = Memory(_REMEMBERED)
        self._sent: Counter[str] = Counter()
        self._usual = 0.0
        self._progress_files = ProgressFiles()
        self._stopping = False
        self._group: TaskGroup
        self._queue: FairQueue
        self._processes: anyio.CapacityLimiter

    @property
    def running(self) -> int:
        """Number of jobs that run or wait."""
        return len(self._jobs)

    @property
    def busy(self) -> int:
        """Number of worker processes that are busy."""
        return self._queue.taken

    @property
    def again(self) -> int:
        """Seconds until there is probably room for another job, estimated from the latest answers."""
        return max(_SOON, min(math.ceil(self._usual / self.limits.workers), _LATE))

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Open the pool; at the end of the ``with`` block, stop all jobs."""
        self._queue = FairQueue(self.limits.workers + 1)
        # Replace anyio's limit of processes: allow one more than the queue has places, as one may be ending.
        self._processes = anyio.CapacityLimiter(self.limits.workers + 2)
        with self._progress_files.open():
            async with anyio.create_task_group() as self._group:
                yield
                self._group.cancel_scope.cancel()

    def stop(self) -> None:
        """Stop all jobs, answer waiting clients at once, and accept no more jobs."""
        self._stopping = True
        for job in self._jobs.values():
            job.scope.cancel()

    @contextmanager
    def room(self, client: str, size: int) -> Iterator[tuple[Path, Callable[[], None]]]:
        """Reserve room for a client's upload until it is answered; raise `BusyError` if there is none.

        Yields a file for the upload, and a function that reserves room for `LEAST_SENT` more bytes.
        """
        with ExitStack() as held:
            held.enter_context(self._reserved(client, size))
            try:
                file = self._progress_files.new()
            except OSError as error:
                raise BusyError(short(error)) from None
            if file is None:
                raise BusyError("no folder for temporary files can be written, so nothing can be sent here")
            try:
                yield file, lambda: held.enter_context(self._reserved(client, LEAST_SENT))
            finally:
                # On Windows this fails while a check still uses the file, which is then removed later with its folder.
                with suppress(OSError):
                    file.unlink()

    @contextmanager
    def _reserved(self, client: str, size: int) -> Iterator[None]:
        if self._sent[client] + size > self.limits.sent // 2:
            raise BusyError(
                "you are sending {count} bytes already, and {size} more are too much; send this again after an answer",
                429,
                "too-many-questions",
                count=self._sent[client],
                size=size,
            )
        if self._sent.total() + size > self.limits.sent:
            raise BusyError(
                "{count} bytes are being sent already, and {size} more are too much; send this again in a few seconds",
                count=self._sent.total(),
                size=size,
            )
        self._sent[client] += size
        try:
            yield
        finally:
            self._sent -= Counter({client: size})

    @contextmanager
    def attend(self, client: str, work: partial[Any], *, kept: bool = True) -> Iterator[_Job]:
        """Start a job, or join clients that already wait for it; at exit, end it if no other client waits.

        Parameters
        ----------
        client
            The client, as returned by `client_of`.
        work
            A module-level function with picklable arguments; it also gets ``progress``.
        kept
            Whether the answer is cached.

        Raises
        ------
        BusyError
            If there is no room for more work.
        """
        key = pickle.dumps(work)
        job = self._jobs.get(key)
        if job is None:
            job = self._begin(client, key, work)
            job.kept = kept
        else:
            self._queue.join(client, job)
        job.waiting += 1
        self._clients[client] += 1
        try:
            yield job
        finally:
            job.waiting -= 1
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]
            if not job.waiting:
                self._abandon(job)

    def _begin(self, client: str, key: bytes, work: partial[Any]) -> _Job:
        known = self._known.recall(key)
        if known is not None:
            job = _Job(key, client, work)
            job.value, job.failure = pickle.loads(known)  # noqa: S301  # it was pickled here
            job.done.set()
            return job
        if self._stopping:
            raise BusyError(_STOPPING, 503, "stopping")
        if self._clients[client] >= self.limits.each:
            raise BusyError(
                "you have {client} questions waiting for an answer; wait for one, then ask again",
                429,
                "too-many-questions",
                client=self._clients[client],
            )
        if len(self._jobs) >= self.limits.workers + self.limits.waiting:
            raise BusyError(
                "{count} questions wait for an answer already; ask again in a few seconds", count=len(self._jobs)
            )
        try:
            job = _Job(key, client, work, self._progress_files.new())
        except OSError as error:
            raise BusyError(short(error)) from None
        self._jobs[key] = job
        self._group.start_soon(self._perform, job)
        return job

    def _abandon(self, job: _Job) -> None:
        if job.done.is_set():
            return
        # This job is abandoned, so the next request with the same question must start a new one.
        self._jobs.pop(job.key, None)
        job.close()
        if job.started:
            self._group.start_soon(self._end, job)
        else:
            job.scope.cancel()

    @staticmethod
    async def _end(job: _Job) -> None:
        with anyio.move_on_after(_PATIENCE):
            await job.done.wait()
        job.scope.cancel()

    async def _perform(self, job: _Job) -> None:
        try:
            with job.scope:
                async with self._queue.one(job.client, job):
                    job.started = True
                    began = time.monotonic()
                    with anyio.move_on_after(self.limits.seconds) as clock:
                        await self._call(job)
                    if clock.cancelled_caught:
                        spent = Text(
                            "no answer within {seconds:.0f} seconds; ask for something smaller",
                            seconds=self.limits.seconds,
                        )
                        job.failure = Failure(503, "timeout", spent)
                    self._usual += (time.monotonic() - began - self._usual) / _LATEST
        finally:
            if self._jobs.get(job.key) is job:
                del self._jobs[job.key]
            job.close()
            if job.value is None and job.failure is None:
                job.failure = Failure(503, "stopping", _STOPPING)
            job.done.set()

    async def _call(self, job: _Job) -> None:
        file = None if job.progress_file is None else str(job.progress_file)
        try:
            job.value = await to_process.run_sync(perform, job.key, file, cancellable=True, limiter=self._processes)
        except PerfectPlayError as error:
            job.failure = Failure(status_of(error), code_of(error), error.message)
            self._remember(job)
        except AbandonedError:
            job.failure = Failure(503, "ended-early", Text("no client waited for the answer; ask again"))
        except (MemoryError, KeyboardInterrupt, SystemExit, anyio.BrokenWorkerProcess):
            # Ctrl-C also interrupts a process that is just starting; the server's own Ctrl-C is handled elsewhere.
            ended = Text("the process that looked for the answer ended early; ask for something smaller")
            job.failure = Failure(503, "ended-early", ended)
        except Exception as error:  # noqa: BLE001  # an error must not end the server
            if isinstance(error, OSError) and error.errno in SHORTAGES:
                job.failure = Failure(503, "busy", short(error))
                return
            _LOG.exception("%r failed", job.work)
            job.failure = Failure(500, "fault", FAULT)
        else:
            self._remember(job)

    def _remember(self, job: _Job) -> None:
        if not job.kept or _may_improve(job.value):
            return
        kept = pickle.dumps((job.value, job.failure))
        if len(kept) <= _LARGEST:
            self._known.keep(kept, job.key)


def _may_improve(value: Any) -> bool:
    """Return whether a search ran out of time. If so, do not cache the result, because the next run may get further."""
    if is_dataclass(value) and not isinstance(value, type):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    return isinstance(value, dict) and (value.get("status") == "bounded" or any(map(_may_improve, value.values())))


def client_of(request: Request) -> str:
    """Return the client of a request: its IPv4 address or its IPv6 /64 prefix, because each site has at least a /64.

    Source: RFC 6177, section 2.

    Examples
    --------
    >>> scopes = [{"type": "http", "client": (host, 1)} for host in ("10.0.0.1", "::ffff:10.0.0.1", "2001:db8::1:2:3")]
    >>> [client_of(Request(scope)) for scope in scopes]
    ['10.0.0.1', '10.0.0.1', '2001:db8::/64']
    """
    host = request.client.host if request.client is not None else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    return str(address.ipv4_mapped or ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))


def short(error: OSError) -> str:
    """Log that the system lacks a resource, and return the text for the client."""
    _LOG.warning("a question is refused, for the system lacks a resource: %s", error)
    return Text("the server lacks a resource: {reason}; ask again in a few seconds", reason=error.strerror)


# -- answers -------------------------------------------------------------------------------------------------------


def answer(
    request: Request,
    function: Callable[..., Any],
    *arguments: Any,
    media: str = JSON,
    take: Callable[[Any], Any] | None = None,
    headers: Mapping[str, str] | None = None,
    kept: bool = True,
    **options: Any,
) -> Response:
    """Answer a request by long work.

    Parameters
    ----------
    request
        The request; its ``Accept`` header decides whether progress is streamed.
    function, arguments, options
        A module-level function and its picklable arguments; it also receives ``progress``.
    media
        Media type of the answer; unless it is JSON, the function returns text.
    take
        Function that selects this request's part of the result, so that several requests, such as those for a picture
        and for its figures, can share one run.
    headers
        Further headers of an answer that is not streamed.
    kept
        Whether the answer may be cached.
    """
    work = partial(function, *arguments, **options)
    # Texts depend on the language. All other answers do not, so requests in different languages share one job.
    in_words = media != JSON or take is not None
    work = partial(perform_in, current_locale(), work) if in_words else partial(encoded, work)
    return JobResponse(request, work, media, take, headers, kept=kept)


class JobResponse(Response):
    """A response that waits for a job, and abandons the job if the client leaves.

    See `answer` and `Jobs.attend` for the parameters.
    """

    def __init__(
        self,
        request: Request,
        work: partial[Any],
        media: str,
        take: Callable[[Any], Any] | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        kept: bool = True,
    ) -> None:
        super().__init__()
        self._own = headers
        self._kept = kept
        self._jobs: Jobs = request.app.state.jobs
        self._client = client_of(request)
        self._streams = _STREAM in request.headers.get("accept", "") and media == JSON
        self._work = work
        self._media = media
        self._take = take

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if self._jobs.at_once:
            await self._serve(scope, receive, send)
            return
        async with anyio.create_task_group() as group:

            async def watch() -> None:
                while (await receive())["type"] != "http.disconnect":
                    pass
                group.cancel_scope.cancel()

            group.start_soon(watch)
            await self._serve(scope, receive, send)
            group.cancel_scope.cancel()

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._streams:
            await self._stream(send)
        else:
            await self._once(scope, receive, send)

    async def _once(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self._jobs.attend(self._client, self._work, kept=self._kept) as job:
                await job.done.wait()
                failure, content = self._outcome(job)
        except BusyError as error:
            failure, content = error.failure, b""
        if failure is None:
            response = Response(content, headers=self._own, media_type=self._media)
            if self._media == JSON:
                response.headers["Vary"] = "Accept"
        else:
            response = refusal(failure, self._jobs.again)
        await response(scope, receive, send)

    async def _stream(self, send: Send) -> None:
        headers = [(b"content-type", _STREAM.encode()), (b"cache-control", b"no-store"), (b"vary", b"Accept")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

        async def say(text: bytes, *, more: bool = True) -> None:
            await send({"type": "http.response.body", "body": text, "more_body": more})

        # Send the headers at once, and the delay after which clients should reconnect.
        await say(b"retry: 3000\n\n")
        try:
            with self._jobs.attend(self._client, self._work, kept=self._kept) as job:
                async for message in _events(job):
                    await say(message)
                failure, content = self._outcome(job)
        except BusyError as error:
            failure, content = error.failure, b""
        # The headers have been sent, so report the status and the time to try again in the stream.
        if failure is not None and failure.status in _LATER:
            await say(b"retry: %d\n\n" % (1000 * self._jobs.again))
        last = event("result", content) if failure is None else event("failure", to_json(failure).encode())
        await say(last, more=False)

    def _outcome(self, job: _Job) -> tuple[Failure | None, bytes]:
        """Select the requested content from the result of a job; return a failure or ``None``, and the content."""
        if job.failure is not None:
            return job.failure, b""
        try:
            value = job.value if self._take is None else self._take(job.value)
            return None, to_json(value).encode() if self._media == JSON else str(value).encode()
        except PerfectPlayError as error:
            # Encoding can fail: for example, the result may contain a number that is too long to write.
            return Failure(status_of(error), code_of(error), error.message), b""
        except Exception:  # noqa: BLE001  # if the stream broke off, its client would ask again and again
            _LOG.exception("what came of %r cannot be sent", job.work)
            return Failure(500, "fault", FAULT), b""


def refusal(failure: Failure, again: int) -> Response:
    """Return an error response; if trying again may help, its header ``Retry-After`` says after how many seconds."""
    headers = {"Retry-After": str(again)} if failure.status in _LATER else None
    return json_response(Problem(error=failure.error, code=failure.code), failure.status, headers)


async def _events(job: _Job) -> AsyncIterator[bytes]:
    """Yield the events of a stream until the job is done."""
    async for report in _reports(job):
        yield reported(report) if report else b": waiting\n\n"


def reported(report: bytes) -> bytes:
    """Translate a report to the reader's language, and format it for a stream."""
    reports = json.loads(report)
    return event("progress", json.dumps(reports | {"notice": _in_words(reports["notice"])}).encode())


def _in_words(notice: Mapping[str, str] | None) -> str | None:
    """Return a notice in the reader's language; workers send all languages, because several readers may wait."""
    return None if notice is None else notice[current_locale()]


async def _reports(job: _Job) -> AsyncIterator[bytes]:
    """Yield reports of progress until the job is done; if there was none for a while, yield an empty one."""
    shown = b""
    spoken = time.monotonic()
    while not job.done.is_set():
        with anyio.move_on_after(REPORT_EVERY):
            await job.done.wait()
        report = b"" if job.progress_file is None else _read(job.progress_file)
        if report not in {b"", shown}:
            shown = report
            if _is_whole(report):
                spoken = time.monotonic()
                yield report
        elif time.monotonic() - spoken > _BEAT_EVERY:
            spoken = time.monotonic()
            yield b""


def _read(progress_file: Path) -> bytes:
    try:
        return progress_file.read_bytes()
    except OSError:
        # The file was just removed, or too many files are open; the caller will read it again later.
        return b""


def _is_whole(report: bytes) -> bool:
    """Return whether a report is complete; it is incomplete if it was read while it was being written."""
    try:
        json.loads(report)
    except ValueError:
        return False
    return True


def event(name: str, data: bytes) -> bytes:
    """Format an event of a stream."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), data)
