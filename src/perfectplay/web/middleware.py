"""Middleware: access control, security headers, the language of answers, and their compression.

By default the server listens only on this computer. This alone does not keep out web sites that are open in the same
browser. An attacker can point a domain name at 127.0.0.1, which makes the scripts of that domain "same origin" with us
(DNS rebinding), and any page can send cross-site requests. So requests must have the host name that users of this
server type, and requests from foreign pages to the API are refused.

An answer is in the language that the query requests, or else in the reader's preferred one, or else in English.

Answers are compressed if the client can unpack them, and not sent again if the client has them. The ETag of an answer
is computed from its content, so it is the same on all servers, and changes whenever the content does. The ETag is weak,
because it does not depend on the compression.

Sources: W3C, "Content Security Policy Level 3" (2024); W3C, "Fetch Metadata Request Headers" (2024); RFC 9110, sections
7.2 (Host), 8.8.3 (ETag), 12.4.2 (quality values), 12.5.3 (Accept-Encoding), 12.5.4 (Accept-Language), 12.5.5 (Vary),
13.1.2 (If-None-Match), 15.4.5 (304 Not Modified) and 15.5.20 (421 Misdirected Request); RFC 4647, section 3.4 (lookup);
RFC 1952 (gzip).
"""

from __future__ import annotations

import gzip
import ipaddress
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from urllib.parse import quote as quote_url
from urllib.parse import unquote_plus, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perfectplay.core.errors import PerfectPlayError, quote
from perfectplay.core.text.language import check_language, languages, use_locale
from perfectplay.core.text.texts import ENGLISH, Text
from perfectplay.web.replies import SVG, Memory, Problem, json_response

API = "/api/"
"""Prefix of all paths of the API."""

PAGE_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""Content-Security-Policy of everything except pictures: no inline code, no other hosts, but WebAssembly may run."""

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""Content-Security-Policy of a picture that is opened by itself: only its own style is allowed."""

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": PAGE_POLICY,
    # Content may change with an update, so a browser must check that its cached copy is current.
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""Default headers of every answer."""


def page_headers(frames: Sequence[str]) -> dict[str, str]:
    """Return `HEADERS` with a Content-Security-Policy that lets the origins ``frames`` show these pages in a frame."""
    own, others = "frame-ancestors 'none'", f"frame-ancestors {' '.join(frames)}"
    return {**HEADERS, "Content-Security-Policy": PAGE_POLICY.replace(own, others) if frames else PAGE_POLICY}


def is_loopback(host: str) -> bool:
    """Return whether an address or name refers to this computer only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Gate:
    """Middleware that refuses requests not meant for this server, and adds headers to every answer.

    The accepted hosts are ``names``, ``localhost`` and every numeric address. Other names are refused, because their
    owners can point them anywhere. Behind a proxy, all paths may begin with ``root_path``, whether the proxy removes it
    or not. A path with a final slash redirects to the path without it.
    Pages of the origins ``frames`` may show the pages of this server in a frame.
    """

    def __init__(
        self, app: ASGIApp, names: Iterable[str] = (), root_path: str = "", frames: Sequence[str] = ()
    ) -> None:
        self._app = app
        self._headers = page_headers(frames)
        self._root_path = root_path
        self._names = {"localhost", *(name.lower().rstrip(".") for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith(SVG):
                    headers["Content-Security-Policy"] = PICTURE_POLICY
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        if f"{scope['path']}/".startswith(f"{self._root_path}/"):
            scope["path"] = scope["path"][len(self._root_path) :] or "/"
        path = scope["path"]
        problem = self._problem(path, Headers(scope=scope))
        if problem is None and len(path) > 1 and path.endswith("/"):
            # Redirect to a path, so that the host stays the same. Two slashes at the start would name another host.
            query = f"?{scope['query_string'].decode('latin-1')}" if scope["query_string"] else ""
            target = f"{self._root_path}/{quote_url(path.strip('/'), safe='/:~')}{query}"
            await Response(status_code=308, headers={"Location": target})(scope, receive, send_guarded)
        elif problem is None:
            await self._app(scope, receive, send_guarded)
        else:
            status, content = problem
            with use_locale(preferred_locale(Headers(scope=scope).get("accept-language", ""))):
                refusal = json_response(content, status, {"Connection": "close"} if status == 400 else None)
            await refusal(scope, receive, send_guarded)

    def _problem(self, path: str, headers: Headers) -> tuple[int, Problem] | None:
        hosts = headers.getlist("host")
        host = hosts[0] if len(hosts) == 1 else ""
        if not self._is_ours(host):
            known = ", ".join(sorted(self._names))
            problem = Text(
                "this server does not go by the name {host}; use {known} or an address in digits, or start the server "
                "with --name",
                host=quote(host),
                known=known,
            )
            return 421, Problem(error=problem, code="unknown-host")
        for origin in headers.getlist("origin"):
            if _server_of(origin) != host:
                problem = Text(
                    "the page {origin} may not use this server; open its own pages at http://{host}/",
                    origin=quote(origin),
                    host=host,
                )
                return 403, Problem(error=problem, code="foreign-site")
        if path.startswith(API) and not {"none", "same-origin"}.issuperset(headers.getlist("sec-fetch-site")):
            problem = Text("other sites may not use this server; open its own pages at http://{host}/", host=host)
            return 403, Problem(error=problem, code="foreign-site")
        if "content-length" in headers and "transfer-encoding" in headers:
            # With both, a proxy and this server may disagree on where the next request begins (RFC 9112, section 6.3).
            problem = Text("a request has Content-Length or Transfer-Encoding, not both; leave one out")
            return 400, Problem(error=problem, code="invalid-request")
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            parts = urlsplit(f"//{host}")
            name, _ = parts.hostname, parts.port
        except ValueError:
            return False
        if not name or parts.netloc != host or parts.username is not None:
            return False
        if name.rstrip(".") in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _server_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


# -- language ------------------------------------------------------------------------------------------------------


PARAMETER = "lang"
"""Name of the parameter for the language; every endpoint of the API accepts it, and it is read before all others."""

_TAG = r"(?P<tag>\*|[A-Za-z]{1,8})(?:-[A-Za-z0-9]{1,8})*"
_WEIGHT = r"(?P<weight>0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)"
_RANGE = re.compile(rf"{_TAG}(?:[ \t]*;[ \t]*[qQ]={_WEIGHT})?")


def preferred_locale(header: str) -> str:
    """Return the available language with the greatest weight in an ``Accept-Language`` header; on ties, the first one.

    ``de-CH`` accepts ``de``. Malformed parts are ignored.
    """
    weights: dict[str, float] = {}
    for part in header.split(","):
        match = _RANGE.fullmatch(part.strip(" \t"))
        if match:
            tag = match["tag"].lower()
            weights[tag] = max(weights.get(tag, 0.0), float(match["weight"] or 1))
    order = list(weights)
    # A star stands for all languages that the header does not name.
    named = {language: language if language in weights else "*" for language in languages()}
    wanted = [language for language in named if weights.get(named[language], 0.0) > 0]
    return min(wanted, key=lambda language: (-weights[named[language]], order.index(named[language])), default=ENGLISH)


class LocaleMiddleware:
    """Middleware that sets the reader's language for answers of the API, whose paths begin with ``prefix``.

    Pages choose their language themselves.
    """

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app = app
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http" or not scope["path"].startswith(self._prefix):
            await self._app(scope, receive, send)
            return
        asked, scope["query_string"] = _taken_out(scope["query_string"])
        # Errors about the requested language, for example that it is unknown, are in the reader's preferred language.
        scope["language"] = preferred_locale(",".join(Headers(scope=scope).getlist("accept-language")))

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Language", scope["language"])
                if not asked:
                    headers.add_vary_header("Accept-Language")
            await send(message)

        with use_locale(scope["language"]):
            try:
                if asked:
                    scope["language"] = _checked(asked)
            except PerfectPlayError as error:
                await json_response(Problem(error=error.message, code="invalid-parameter"), 400)(
                    scope, receive, send_marked
                )
                return
        with use_locale(scope["language"]):
            await self._app(scope, receive, send_marked)


def _checked(asked: list[str]) -> str:
    if len(asked) > 1:
        raise PerfectPlayError("the parameter {name} is given twice; give it once", name=repr(PARAMETER))
    return check_language(asked[0])


def _taken_out(query: bytes) -> tuple[list[str], bytes]:
    """Return the languages that a query string requests, and the query string without them."""
    name = PARAMETER.encode()
    if name not in query:
        return [], query
    parts = query.split(b"&")
    asked = [part for part in parts if part.partition(b"=")[0] == name]
    rest = b"&".join(part for part in parts if part not in asked)
    return [unquote_plus(part.partition(b"=")[2].decode("latin-1")) for part in asked], rest


# -- packing -------------------------------------------------------------------------------------------------------


_LEAST = 1_000
"""Minimum size in bytes of answers that are compressed; smaller ones fit into one packet anyway."""
_AT_ONCE = 32_000
"""Maximum size of answers that are compressed at once, in half a millisecond; larger ones take a thread."""
_LEVEL = 6
"""Compression level of gzip; level 9 would take four times as long to save another 3 %."""
_REMEMBERED = 16_000_000
"""Maximum number of bytes of cached compressed answers; a cache helps because a whole class loads the same ones."""
_PACKED = ("text/", "application/json", "application/wasm", "image/svg+xml")
"""Prefixes of media types that compress well."""
_ACCEPTED = re.compile(r"\s*(?:x-)?(gzip|\*)\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?)\s*)?\Z")
_ETAG = re.compile(r'(?:W/)?"([^"]*)"')


class Packing:
    """Middleware that compresses answers, or sends status 304 if the client has them; streams pass unchanged."""

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
                # Some headers depend on the next message, which has the body, so do not send this message yet.
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
        """Complete the headers of an answer, and return the body to send, which may be compressed or empty."""
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
    """Return whether a client accepts gzip; a weight for gzip takes precedence over the weight for ``*``."""
    qualities = {match[1]: float(match[2] or 1) for part in said.lower().split(",") if (match := _ACCEPTED.match(part))}
    return qualities.get("gzip", qualities.get("*", 0.0)) > 0


def _has(said: str, tag: str) -> bool:
    """Return whether an ``If-None-Match`` header says that the client has the answer with this ETag."""
    return said.strip() == "*" or tag in _ETAG.findall(said)
