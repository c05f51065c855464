"""Answers on their way: packed where the client can unpack them, and not sent again where it has them.

The tag of an answer is made of its content, so that it is the same for the same question, whichever server answers, and
changes with any update.  It is a weak one, for it says nothing of how the answer was packed.

Sources: RFC 9110, sections 8.8.3 (ETag), 12.5.3 (Accept-Encoding), 12.5.5 (Vary), 13.1.2 (If-None-Match) and 15.4.5
(304 Not Modified); RFC 1952 (gzip).
"""

from __future__ import annotations

import gzip
import re
from hashlib import blake2b

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perfectplay.web.memory import Memory

_LEAST = 1_000
"""Bytes from which on packing is worth it: less fits into one packet as it is."""
_AT_ONCE = 32_000
"""Bytes up to which packing takes half a millisecond; more is packed in a thread, so that others need not wait."""
_LEVEL = 6
"""Of gzip: 9 takes four times as long for 3 % less."""
_REMEMBERED = 16_000_000
"""Bytes of packed answers that are remembered: in a class, many load the same."""
_PACKED = ("text/", "application/json", "image/svg+xml")
"""Beginnings of the media types that become smaller."""
_ACCEPTED = re.compile(r"\s*(?:x-)?(gzip|\*)\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?)\s*)?\Z")
_TAG = re.compile(r'(?:W/)?"([^"]*)"')


class Packing:
    """Middleware: packs whole answers, and spares those that the client has.  A stream passes as it comes.

    Parameters
    ----------
    app
        What answers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._known = Memory(_REMEMBERED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asked = Headers(scope=scope)
        start: Message | None = None

        async def send_packed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                # What follows at once decides what it says.
                start = message
                return
            if start is not None:
                if not message.get("more_body", False):
                    message["body"] = await self._finish(start, message.get("body", b""), asked)
                await send(start)
                start = None
            await send(message)

        await self._app(scope, receive, send_packed)

    async def _finish(self, start: Message, body: bytes, asked: Headers) -> bytes:
        """Complete the head of an answer; returns what is sent as its body."""
        headers = MutableHeaders(scope=start)
        shrinks = headers.get("content-type", "").startswith(_PACKED)
        if shrinks:
            headers.add_vary_header("Accept-Encoding")
        packs = shrinks and len(body) >= _LEAST and _accepts(asked.get("accept-encoding", ""))
        keeps = start["status"] == 200 and headers.get("cache-control") != "no-store"
        if not (packs or keeps):
            return body
        tag = _tag(body) if len(body) <= _AT_ONCE else await run_in_threadpool(_tag, body)
        if keeps:
            headers["ETag"] = f'W/"{tag}"'
            if _has(asked.get("if-none-match", ""), tag):
                start["status"] = 304
                del headers["content-length"]
                return b""
        if not packs:
            return body
        packed = await self._pack(tag, body)
        headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(packed))
        return packed

    async def _pack(self, tag: str, body: bytes) -> bytes:
        packed = self._known.recall(tag)
        if packed is None:
            packed = _gzip(body) if len(body) <= _AT_ONCE else await run_in_threadpool(_gzip, body)
            self._known.keep(packed, tag)
        return packed


def _tag(body: bytes) -> str:
    return blake2b(body, digest_size=12).hexdigest()


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, _LEVEL, mtime=0)


def _accepts(said: str) -> bool:
    """Whether a client can unpack: what it says of gzip counts more than what it says of everything."""
    found = {one[1]: float(one[2] or 1) for part in said.lower().split(",") if (one := _ACCEPTED.match(part))}
    return found.get("gzip", found.get("*", 0.0)) > 0


def _has(said: str, tag: str) -> bool:
    """Whether a client has what a tag stands for."""
    return said.strip() == "*" or tag in _TAG.findall(said)
