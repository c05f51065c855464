"""Who may ask, and what a browser may do with the answers.

The server listens on this computer alone unless it is told otherwise.  That by itself does not keep out web sites
that are open in the same browser: a name that its owner points at 127.0.0.1 makes their scripts "same origin" with us
(DNS rebinding), and any page can send requests across.  So requests must name this server as people do who type its
address, and requests that a foreign page sends to the API are refused.

Sources: W3C, "Content Security Policy Level 3" (2024); W3C, "Fetch Metadata Request Headers" (2024); RFC 9110,
sections 7.2 (Host) and 15.5.20 (421 Misdirected Request).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perfectplay.core.errors import quote
from perfectplay.core.text.language import use_locale
from perfectplay.core.text.texts import Text
from perfectplay.web.locales import preferred_locale
from perfectplay.web.replies import SVG, Problem, json_response

API = "/api/"
"""Prefix of everything that is not a page."""

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy of everything but pictures: nothing inline, nothing from elsewhere."""

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""The same of a picture that is opened by itself: it brings its own style and nothing else."""

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": PAGE_POLICY,
    # Names do not change when their contents do, nor do addresses when the program is updated: a browser must ask, and
    # is told if it has the answer already.
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""What every answer has, unless it says something else."""


def is_loopback(host: str) -> bool:
    """Whether an address or name means this computer alone.

    Examples
    --------
    >>> is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Gate:
    """Middleware: refuses requests that are not meant for this server, and puts the headers on every answer.

    Parameters
    ----------
    app
        What answers those that may pass.
    names
        Host names that this server goes by, besides ``localhost`` and every address in digits: a name can be pointed
        elsewhere by its owner, an address cannot.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app = app
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
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        problem = self._problem(scope["path"], Headers(scope=scope))
        if problem is None:
            await self._app(scope, receive, send_guarded)
        else:
            status, told = problem
            with use_locale(preferred_locale(Headers(scope=scope).get("accept-language", ""))):
                refusal = json_response(told, status)
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
