"""The web application, which serves the pages, the built bundle, and the HTTP API of all games."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Container, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import quote as quote_url

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from perfectplay import __version__
from perfectplay.core.errors import PerfectPlayError, quote
from perfectplay.core.game import game_names, game_parts
from perfectplay.core.running.executor import default_jobs
from perfectplay.core.running.extras import missing_solver
from perfectplay.core.schema import to_json
from perfectplay.core.text.language import languages, use_locale
from perfectplay.core.text.texts import ENGLISH, Text
from perfectplay.web import games, lab, proofs
from perfectplay.web.declaration import WebGame
from perfectplay.web.endpoints import Endpoint, TooMuchSentError
from perfectplay.web.jobs import FAULT, Jobs, Limits
from perfectplay.web.middleware import API, HEADERS, PARAMETER, Gate, LocaleMiddleware, Packing, preferred_locale
from perfectplay.web.parameters import Query
from perfectplay.web.replies import JSON, SVG, Code, Problem, code_of, json_response, status_of

__all__ = ["ROOT", "Index", "create_app", "endpoints"]

_STATIC = Path(__file__).with_name("static")
_PAGES = frozenset({"/", "/daily", "/lab", "/learn", "/profile", "/proof", "/teach", "/worksheets"})
"""Paths of the pages that do not belong to a single game."""
_DESCRIPTION = Path(__file__).with_name("openapi.json")
"""File with the OpenAPI description of the API for this package's games; ``make schema`` writes it."""
_PAGE = (_STATIC / "index.html").read_text("utf-8")
_ASSET = re.compile(r"[\w-][\w.-]*", re.ASCII)
"""Pattern of legal file names in the bundle, which has no folders."""
_MEDIA = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": SVG,
    ".html": "text/html",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
_NEVER_CHANGES = re.compile(r"-[0-9A-Z]{8}\.[a-z0-9]+\Z")
"""Pattern of file names that contain a hash of the content; a browser may cache such files forever."""
ROOT = "/api/v1"


def create_app(
    limits: Limits | None = None,
    names: Iterable[str] = (),
    *,
    root_path: str = "",
    frames: Sequence[str] = (),
    inline: Any = None,
) -> Starlette:
    """Build the application, whose only state between requests is a cache of answers.

    Parameters
    ----------
    limits
        Limits of long work; by default one process for each processor.
    names
        Host names of the server, in addition to ``localhost`` and numeric addresses.
    root_path
        A prefix that a proxy adds to all paths, such as ``"/games"``; see `Gate`.
    frames
        Origins of web sites that may show these pages in a frame; by default there are none.
    inline
        A `perfectplay.web.site.bridge.InlineJobs`, which does all work in a browser, where there are no processes.
    """
    jobs = inline or Jobs(limits or Limits(default_jobs()))
    parts: dict[str, WebGame] = game_parts("web")
    api = [endpoint.route for endpoint in endpoints(parts)]
    taking = {f"{ROOT}{endpoint.path}" for endpoint in endpoints(parts) if endpoint.sent}
    described = Route("/openapi.json", _openapi)
    pages = _PAGES.union(*(part.pages for part in parts.values()))
    html = re.sub(r"(?<=[ \"])(?=/(?:static/|api/v1))", root_path, _PAGE)
    html = html.replace("<html", f'<html data-root="{root_path}"', 1) if root_path else html

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with jobs.open():
            yield

    app = Starlette(
        routes=[
            described,
            Route(ROOT, partial(_index, paths=[*dict.fromkeys(f"{ROOT}{route.path}" for route in (described, *api))])),
            Mount(ROOT, routes=[described, *api]),
            Route("/api", RedirectResponse(root_path + ROOT)),  # old links still have this path
            Route("/static/preview/{name:path}.png", _preview),
            Route("/static/{name:path}", _asset),
            Route("/{path:path}", partial(_page, pages=pages, html=html, root_path=root_path)),
        ],
        middleware=[
            Middleware(Gate, names=names, root_path=root_path, frames=frames),
            Middleware(Packing),
            Middleware(LocaleMiddleware, prefix=API),
        ],
        exception_handlers={
            PerfectPlayError: _bad_input,
            ModuleNotFoundError: _missing,
            HTTPException: partial(_http_error, taking=taking),
            Exception: _fault,
        },
        lifespan=lifespan,
    )
    app.state.jobs = jobs
    return app


def endpoints(parts: Mapping[str, WebGame]) -> list[Endpoint]:
    """Return all endpoints of the API, including those of the games."""
    own = [endpoint for part in parts.values() for endpoint in part.endpoints]
    return [
        *games.ENDPOINTS,
        *proofs.ENDPOINTS,
        *own,
        *lab.endpoints(parts),
    ]


async def _page(request: Request, pages: frozenset[str], html: str, root_path: str) -> Response:
    """Send the page of the app, whose scripts show the content for the path; add the link preview to its head."""
    path = request.scope["path"]
    known = path in pages or path[1:].partition(":")[0] in game_names()
    if path.startswith(API):
        raise HTTPException(404)
    # A proxy passes on the scheme in this header. A client that forges the header harms only itself.
    scheme = "https" if request.headers.get("x-forwarded-proto") == "https" else request.url.scheme
    root = f"{scheme}://{request.headers['host']}{root_path}"
    query = request.scope["query_string"].decode("latin-1")
    language, day = _language(request), request.query_params.get("date")
    with use_locale(language):
        name, shown = await run_in_threadpool(games.preview, f"daily/{day}" if day and path == "/daily" else path[1:])
    picture = f"{root}/static/preview/{quote_url(name, safe='/:~')}.png?lang={language}"
    address = f"{root}{quote_url(path, safe='/:~')}{query and f'?{query}'}"
    html = html.replace('lang="en"', f'lang="{language}"', 1)
    return Response(shown.head(html, address, picture), 200 if known else 404, {"Vary": "Accept-Language"}, "text/html")


async def _preview(request: Request) -> Response:
    """Send the picture of a link preview."""
    with use_locale(_language(request)):
        return await games.preview_picture(request.path_params["name"])


def _language(request: Request) -> str:
    """Return the language that the query requests, or else the reader's; pages ignore an unknown language."""
    asked = request.query_params.get(PARAMETER)
    return asked if asked in languages() else preferred_locale(request.headers.get("accept-language", ""))


def _asset(request: Request) -> Response:
    """Send a file of the bundle; read it each time, because it may be rebuilt while the server runs."""
    name = request.path_params["name"]
    try:
        content = (_STATIC / name).read_bytes() if _ASSET.fullmatch(name) else b""
    except OSError:
        content = b""
    if not content:
        raise HTTPException(404)
    headers = {"Cache-Control": "max-age=31536000, immutable"} if _NEVER_CHANGES.search(name) else {}
    if name == "sw.js":
        # The service worker is served below /static/; this header allows it to handle all pages.
        headers["Service-Worker-Allowed"] = "/"
    return Response(content, headers=headers, media_type=_MEDIA.get(Path(name).suffix, "application/octet-stream"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """The server's name, its version and the paths of its API.

    Attributes
    ----------
    name, version
        Name and version of the program.
    paths
        Paths of the API's endpoints.
    """

    name: str
    version: str
    paths: tuple[str, ...]


async def _index(request: Request, paths: Sequence[str]) -> Response:
    """List the paths of the API."""
    Query(request.query_params.multi_items()).done()
    return json_response(Index(name="perfectplay", version=__version__, paths=tuple(paths)))


async def _openapi(request: Request) -> Response:
    """Describe the endpoints of the API, with their parameters and answers."""
    Query(request.query_params.multi_items()).done()
    return Response(_description(), media_type=JSON)


@cache
def _description() -> bytes:
    """Return the description without needless spaces; cache it, because reading it takes about ten milliseconds."""
    return to_json(json.loads(_DESCRIPTION.read_bytes())).encode()


def _error(message: str, code: Code, status: int, headers: Mapping[str, str] | None = None) -> Response:
    return json_response(Problem(error=message, code=code), status, headers)


async def _bad_input(_: Request, error: Exception) -> Response:
    message = error.message if isinstance(error, PerfectPlayError) else str(error)
    status = 413 if isinstance(error, TooMuchSentError) else status_of(error)
    return _error(message, code_of(error) if isinstance(error, PerfectPlayError) else "invalid-input", status)


async def _missing(request: Request, error: Exception) -> Response:
    missing = missing_solver(error) if isinstance(error, ModuleNotFoundError) else None
    if missing is None:
        raise error
    return await _bad_input(request, missing)


async def _http_error(request: Request, error: Exception, taking: Container[str]) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 404:
        path = quote(request.scope["path"], 120)
        message = Text("there is nothing at {path}; see {root} for what there is", path=path, root=ROOT)
        return _error(message, "not-found", status)
    if status == 405:
        message = Text("{method} is not possible here; everything is read with GET", method=request.method)
        allowed = "GET, HEAD, POST" if request.scope["path"] in taking else "GET, HEAD"
        return _error(message, "method-not-allowed", status, {"Allow": allowed})
    return _error(Text("the request was refused with status {status}", status=status), "refused", status)


async def _fault(request: Request, __: Exception) -> Response:
    # The server logs the traceback. This answer bypasses `Gate`, so add the headers here.
    with use_locale(request.scope.get("language", ENGLISH)):
        return _error(FAULT, "fault", 500, HEADERS)
